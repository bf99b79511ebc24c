//! Rows of a colour, and the removal of their pieces (G4). A row is four or more pieces of one
//! colour side by side on a line; its segment is the row with all pieces that continue it.

use super::board::{BoardLine, SpotSet};
use super::pieces::{Colour, PieceKind};
use super::position::Position;

/// A row of one colour, with its segment (G4.1, G4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The row and every piece, of both colours, that continues it.
    pub(super) segment: SpotSet,
    /// The four or more pieces of its own colour.
    pub(super) own: SpotSet,
}

impl Row {
    /// Returns its single pieces, all of which are removed (G4.3).
    #[inline]
    pub(super) fn singles(&self, position: &Position) -> SpotSet {
        self.segment.without(position.text.pieces.gipf())
    }

    /// Returns its GIPF pieces, each of which is removed or stays (G4.3).
    #[inline]
    pub(super) fn gipf(&self, position: &Position) -> SpotSet {
        self.segment.and(position.text.pieces.gipf())
    }

    /// Returns true if the row must be removed (G4.4).
    pub(super) fn must_go(&self, position: &Position) -> bool {
        !self.singles(position).is_empty()
    }
}

/// Returns the rows of a colour. A line has at most one.
#[inline]
pub(super) fn rows(position: &Position, colour: Colour) -> impl Iterator<Item = Row> {
    let fours = position.text.pieces.of_colour(colour).fours();
    let all = position.text.pieces.all();
    BoardLine::with_fours(fours).filter_map(move |line| {
        let own = line.run(&fours)?;
        Some(Row {
            segment: line.stretched(own, all),
            own,
        })
    })
}

/// Removes pieces from the board: the seat's own return to its reserve, the others are captured
/// (G4.3).
pub(super) fn take_off(position: &mut Position, colour: Colour, spots: SpotSet) {
    let pieces = &position.text.pieces;
    let weight_of = |owner| {
        let gone = pieces.of_colour(owner).and(spots);
        let gipf = gone.and(pieces.gipf());
        let singles = gone.without(pieces.gipf());
        singles.len() * PieceKind::Single.weight() + gipf.len() * PieceKind::Gipf.weight()
    };
    let returned = weight_of(colour);
    let captured = weight_of(colour.other());

    let reserve = &mut position.text.reserve[colour.index()];
    *reserve = reserve.saturating_add(returned);
    let lost = &mut position.text.lost[colour.other().index()];
    *lost = lost.saturating_add(captured);
    position.text.pieces.take_off(spots);
}
