//! Writes removals in the syntax of the log, which names the ends of the row: `c4 d4 x(b4-e4) g2`.

use crate::formats::gipf_turns::row_on;
use crate::games::gipf::board::{BoardLine, Spot};
use crate::games::gipf::{Colour, Item, Pieces};

/// Removes pieces and returns the removals in the syntax of the log: own pieces, ends of the row,
/// pieces of the other seat.
pub(super) fn play_removals(pieces: &mut Pieces, items: &[Item], colour: Colour) -> Option<String> {
    let spots = items
        .iter()
        .map(|item| item.spot.spot())
        .collect::<Option<Vec<Spot>>>()?;
    let (first, last) = ends_of_row(pieces, &spots, colour)?;

    let mut own = Vec::new();
    let mut others = Vec::new();
    for item in items {
        let letter = if item.kind.is_gipf() { "G" } else { "" };
        let piece = format!("{letter}{}", item.spot);
        if item.other_seat {
            others.push(piece);
        } else {
            own.push(piece);
        }
    }
    let text = format!("{} x({first}-{last}) {}", own.join(" "), others.join(" "));

    for spot in spots {
        pieces.set(spot, None);
    }
    Some(text.trim().to_owned())
}

/// Returns the ends of the row of at least four pieces of a colour on the line that contains all of
/// `spots`.
fn ends_of_row(pieces: &Pieces, spots: &[Spot], colour: Colour) -> Option<(Spot, Spot)> {
    let mut lines = BoardLine::all()
        .iter()
        .filter(|line| spots.iter().all(|spot| line.spots().contains(spot)));
    let run = lines.find_map(|line| row_on(pieces, line, colour))?;
    Some((*run.first()?, *run.last()?))
}
