//! Symmetries of the boards: rotations, reflections and shifts that preserve the rules.
//!
//! A symmetry maps each place of the board to its *image*, and with the places also turns and
//! positions. A function `turned_…(…, by)` returns the image of something under the symmetry `by`,
//! which may be a reflection as well as a rotation.
//!
//! `replay` computes *keys* of records and positions from these images: positions that are images
//! of each other have the same key.

use std::fmt;

use super::Game;

/// Symmetry of a board: an optional reflection, then a clockwise rotation, then a shift.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry {
    /// True if left and right are exchanged before the rotation.
    pub mirrored: bool,
    /// The clockwise rotation, in degrees below 360.
    pub degrees: u16,
    /// The shift to the east and to the north, in squares. Only tables can be shifted.
    pub shift: (i32, i32),
}

impl Symmetry {
    /// The identity.
    pub const IDENTITY: Self = Self {
        mirrored: false,
        degrees: 0,
        shift: (0, 0),
    };

    /// Returns a clockwise rotation.
    pub const fn turned(degrees: u16) -> Self {
        Self {
            mirrored: false,
            degrees: degrees % 360,
            shift: (0, 0),
        }
    }

    /// Returns a reflection followed by a clockwise rotation.
    pub const fn mirrored(degrees: u16) -> Self {
        Self {
            mirrored: true,
            ..Self::turned(degrees)
        }
    }

    /// Returns the inverse, or `None` if its shift overflows.
    pub fn inverse(self) -> Option<Self> {
        let degrees = if self.mirrored {
            // A reflection followed by a rotation is its own inverse.
            self.degrees % 360
        } else {
            (360 - self.degrees % 360) % 360
        };
        let without_shift = Self {
            mirrored: self.mirrored,
            degrees,
            shift: (0, 0),
        };

        // The inverse shifts first; rotating the opposite shift has the same effect afterwards.
        let (x, y) = self.shift;
        let shift = without_shift.of_square((x.checked_neg()?, y.checked_neg()?))?;
        Some(Self {
            shift,
            ..without_shift
        })
    }

    /// Returns the number of clockwise quarter turns.
    pub(super) fn quarters(self) -> u8 {
        u8::try_from(self.degrees / 90 % 4).unwrap_or(0)
    }

    /// Returns the image of a square of an unbounded grid, or `None` if it overflows. `x` counts to
    /// the east and `y` to the north.
    pub(super) fn of_square(self, (x, y): (i32, i32)) -> Option<(i32, i32)> {
        let x = if self.mirrored { x.checked_neg()? } else { x };
        let (x, y) = match self.quarters() {
            0 => (x, y),
            1 => (y, x.checked_neg()?),
            2 => (x.checked_neg()?, y.checked_neg()?),
            _ => (y.checked_neg()?, x),
        };
        Some((x.checked_add(self.shift.0)?, y.checked_add(self.shift.1)?))
    }

    /// Returns the image of a square of a board with `side` squares per side. Columns and ranks
    /// count from 0.
    pub(super) fn on_board(self, (column, rank): (u8, u8), side: u8) -> (u8, u8) {
        let last = side.saturating_sub(1);
        let column = if self.mirrored {
            last.saturating_sub(column)
        } else {
            column
        };
        match self.quarters() {
            0 => (column, rank),
            1 => (rank, last.saturating_sub(column)),
            2 => (last.saturating_sub(column), last.saturating_sub(rank)),
            _ => (last.saturating_sub(rank), column),
        }
    }
}

/// `turn=120`, `mirror turn=90`, `turn=0 shift=+3-2`
impl fmt::Display for Symmetry {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mirror = if self.mirrored { "mirror " } else { "" };
        write!(out, "{mirror}turn={}", self.degrees)?;
        match self.shift {
            (0, 0) => Ok(()),
            (x, y) => write!(out, " shift={x:+}{y:+}"),
        }
    }
}

/// An option of a record whose value depends on the symmetry, such as the direction of dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnedOption {
    /// The key.
    pub key: &'static str,
    /// The value; `None` if it is the default.
    pub value: Option<String>,
}

/// A piece on its place, as numbers. Keys are made of them and kept in databases, so they must not
/// change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placed {
    /// Two coordinates of the place.
    pub(crate) place: (i32, i32),
    /// The piece.
    pub(crate) piece: u64,
}

/// A game whose board has symmetries.
///
/// Every symmetry preserves the rules: the image of a legal turn is legal in the image of the
/// position, and leads to the image of the next position.
pub trait Symmetric: Game {
    /// Returns the symmetries of the board without shifts, the identity first.
    fn symmetries() -> Vec<Symmetry>;

    /// Returns the symmetry that normalises a table, for games whose table can be shifted: all
    /// images of a table are mapped to the same table. It depends on the cards of the starting
    /// position, or else on the cards that `turns` play. Returns `None` if the symmetries are few
    /// enough to try all of them.
    fn normalising_symmetry<'t>(
        _start: &Self::PositionText,
        _turns: impl IntoIterator<Item = &'t Self::Turn>,
    ) -> Option<Symmetry>
    where
        Self::Turn: 't,
    {
        None
    }

    /// Returns the image of a turn, or `None` if the turn names a place that the board does not
    /// have.
    fn turned_turn(setup: &Self::Setup, turn: &Self::Turn, by: Symmetry) -> Option<Self::Turn>;

    /// Returns the image of a position.
    fn turned_position(
        setup: &Self::Setup,
        position: &Self::PositionText,
        by: Symmetry,
    ) -> Option<Self::PositionText>;

    /// Appends the pieces on the board to `placed`, in any order.
    fn push_placed(position: &Self::PositionText, placed: &mut Vec<Placed>);

    /// Returns the image of a piece on the board.
    fn turned_placed(setup: &Self::Setup, placed: Placed, by: Symmetry) -> Option<Placed>;

    /// Returns, as numbers, the state of a position beside the pieces on the board that is the same
    /// in all images: the seat to move, reserves, scores. Keys are made of it, so it must not
    /// change.
    fn beside_board(position: &Self::PositionText) -> Vec<u64>;

    /// Returns the state beside the pieces on the board that differs between images: in Pippinzip,
    /// the point of the first stone of an unfinished pair. `None` if there is none.
    fn turned_beside_board(
        _setup: &Self::Setup,
        _position: &Self::PositionText,
        _by: Symmetry,
    ) -> Option<u64> {
        None
    }

    /// Returns the name of the image of a place.
    fn turned_place(setup: &Self::Setup, place: &str, by: Symmetry) -> Option<String>;

    /// Returns the option that changes with the board.
    fn turned_option(_setup: &Self::Setup, _by: Symmetry) -> Option<TurnedOption> {
        None
    }

    /// Returns the text before a position when its key is computed, which is needed to interpret
    /// the position: the name of the game, and everything else that determines the pieces.
    fn key_prefix(setup: &Self::Setup, by: Symmetry) -> String;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_can_be_inverted() {
        for mirrored in [false, true] {
            for degrees in [0, 90, 180, 270] {
                let by = Symmetry {
                    mirrored,
                    degrees,
                    shift: (3, -7),
                };
                let back = by.inverse().unwrap();
                assert_eq!(
                    by.of_square((5, 2)).and_then(|there| back.of_square(there)),
                    Some((5, 2)),
                    "{by}"
                );
                let flat = Symmetry {
                    shift: (0, 0),
                    ..by
                };
                let there = flat.on_board((0, 2), 5);
                assert_eq!(flat.inverse().unwrap().on_board(there, 5), (0, 2), "{by}");
            }
        }
        assert_eq!(Symmetry::turned(90).of_square((i32::MIN, 0)), None);
    }

    #[test]
    fn a_quarter_turn_is_clockwise() {
        assert_eq!(
            Symmetry::turned(90).on_board((1, 2), 3),
            (2, 1),
            "from the top to the right"
        );
        assert_eq!(Symmetry::turned(90).of_square((0, 1)), Some((1, 0)));
        assert_eq!(
            Symmetry::mirrored(90).on_board((0, 3), 4),
            (3, 0),
            "over the diagonal"
        );
    }
}
