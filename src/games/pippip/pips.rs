//! Arrangement of the pips of a die.
//!
//! Twos, threes and sixes look different when they are rotated, so a drawing shows how the pips are
//! arranged on a die. The rule sheet does not define this. All dice are assumed to have the same
//! pips, in whichever direction 1, 2 and 3 run: the diagonals of the 2 and of the 3 start at the
//! corner that 1, 2 and 3 share, and the two rows of the 6 run from the side of the 2 to that of
//! the 5.

use super::board::Side;
use crate::draw::Place;

/// Returns the direction from the middle of a die to the side with a number.
fn toward(sides: [u8; 4], number: u8) -> Place {
    let side = Side::ALL
        .into_iter()
        .zip(sides)
        .find(|(_, value)| *value == number);
    match side {
        Some((Side::North, _)) => Place { x: 0, y: -1 },
        Some((Side::South, _)) => Place { x: 0, y: 1 },
        Some((Side::West, _)) => Place { x: -1, y: 0 },
        Some((Side::East, _)) | None => Place { x: 1, y: 0 },
    }
}

/// Returns the pips of a top as offsets from its middle, each from -1 to 1, to the right and
/// downwards. `sides` is in the order of [`Side::ALL`].
pub(super) fn pips(top: u8, sides: [u8; 4]) -> Vec<Place> {
    let middle = Place::default();
    let corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)].map(|(x, y)| Place { x, y });
    // The corner between two sides, and the corner opposite.
    let diagonal = |one: u8, other: u8| {
        let corner = toward(sides, one).plus(toward(sides, other));
        [corner, opposite(corner)]
    };
    match top {
        1 => vec![middle],
        2 => diagonal(1, 3).to_vec(),
        3 => [&diagonal(1, 2)[..], &[middle]].concat(),
        4 => corners.to_vec(),
        5 => [&corners[..], &[middle]].concat(),
        6 => {
            // The rows run towards the side of the 2, so the middle of each row is at a right
            // angle to it.
            let along = toward(sides, 2);
            let across = Place {
                x: along.y,
                y: along.x,
            };
            [&corners[..], &[across, opposite(across)]].concat()
        }
        _ => Vec::new(),
    }
}

/// Returns the place on the other side of the middle.
fn opposite(place: Place) -> Place {
    Place {
        x: -place.x,
        y: -place.y,
    }
}
