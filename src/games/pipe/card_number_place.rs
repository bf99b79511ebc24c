//! Places for the numbers of cards: near a corner, clear of all pipes.

use super::polylines::distance;
use crate::draw::{Place, Rect, Role, UNIT, half_letter_height, text_width};

/// The distance of a number from the rim of its card.
const FROM_RIM: i32 = UNIT * 5 / 100;
/// The distance of a number from pipes.
const FROM_PIPES: i32 = UNIT * 2 / 100;
/// The distance between tried places.
const STEP: i32 = UNIT * 4 / 100;
/// The number of tried places along either axis, from each corner.
const STEPS: i32 = 14;

/// Something that a number must not cover: a line with the distance to its edge. The line of a disc
/// has both of its ends at the centre.
pub(super) struct Obstacle {
    pub(super) line: Vec<Place>,
    pub(super) reach: i32,
}

/// Returns the place nearest to a corner of a card that has room for a number of a font size, or
/// `None` if the pipes leave no room.
pub(super) fn find_place(
    number: &str,
    size: i32,
    card: Rect,
    obstacles: &[Obstacle],
) -> Option<Place> {
    let half = Place {
        x: text_width(number, size, Role::CardNumberAt(0)) / 2,
        y: half_letter_height(size),
    };
    let inset = half.plus(Place {
        x: FROM_RIM,
        y: FROM_RIM,
    });
    let room = Rect {
        from: card.from.plus(inset),
        to: card.to.minus(inset),
    };
    let is_free = |place: &Place| {
        let text = Rect {
            from: place.minus(half),
            to: place.plus(half),
        };
        obstacles.iter().all(|obstacle| is_clear(text, obstacle))
    };
    candidates(room, STEPS).into_iter().find(is_free)
}

/// Returns the places to try, the nearest to a corner first.
fn candidates(room: Rect, count: i32) -> Vec<Place> {
    let mut steps: Vec<(i32, i32)> = (0..count)
        .flat_map(|x| (0..count).map(move |y| (x, y)))
        .collect();
    steps.sort_by_key(|(x, y)| x * x + y * y);
    let places = steps.into_iter().flat_map(|(x, y)| {
        let [upper_left, upper_right, lower_right, lower_left] = room.corners();
        let by = |place: Place, x: i32, y: i32| {
            place.plus(Place {
                x: x * STEP,
                y: y * STEP,
            })
        };
        [
            by(upper_left, x, y),
            by(upper_right, -x, y),
            by(lower_left, x, -y),
            by(lower_right, -x, -y),
        ]
    });
    places.filter(|place| room.contains(*place)).collect()
}

fn is_clear(text: Rect, obstacle: &Obstacle) -> bool {
    let reach = obstacle.reach + FROM_PIPES;
    let around = text.widened(reach);
    if !Rect::around(obstacle.line.iter().copied()).is_some_and(|line| line.meets(around)) {
        return true;
    }
    let corners = text.corners();
    let middles = [0, 1, 2, 3].map(|index| {
        let one = corners[index];
        let other = corners[(index + 1) % 4];
        Place {
            x: one.x.midpoint(other.x),
            y: one.y.midpoint(other.y),
        }
    });
    let centre = Place {
        x: text.from.x.midpoint(text.to.x),
        y: text.from.y.midpoint(text.to.y),
    };
    corners
        .into_iter()
        .chain(middles)
        .chain([centre])
        .all(|place| distance(place, &obstacle.line) > reach)
        && !obstacle
            .line
            .iter()
            .any(|place| text.widened(FROM_PIPES).contains(*place))
}
