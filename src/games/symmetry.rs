//! How the boards of the games can be turned onto themselves without touching a rule.

use std::borrow::Cow;
use std::fmt;

use super::Game;

/// A way to turn a board onto itself: mirrored or not, then turned clockwise, then shifted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry {
    /// Whether left and right change places, before all else.
    pub mirrored: bool,
    /// How far it is turned clockwise, in degrees below 360.
    pub degrees: u16,
    /// How far it is shifted to the east and to the north, in squares; on tables alone.
    pub shift: (i32, i32),
}

impl Symmetry {
    /// The one that changes nothing.
    pub const IDENTITY: Self = Self { mirrored: false, degrees: 0, shift: (0, 0) };

    /// Turned clockwise, and nothing else.
    pub const fn turned(degrees: u16) -> Self {
        Self { mirrored: false, degrees: degrees % 360, shift: (0, 0) }
    }

    /// Mirrored, then turned clockwise.
    pub const fn mirrored(degrees: u16) -> Self {
        Self { mirrored: true, ..Self::turned(degrees) }
    }

    /// The one that undoes it; `None` where the shift back cannot be written.
    pub fn inverse(self) -> Option<Self> {
        let back = (360 - self.degrees % 360) % 360;
        // A mirror image that is turned is undone by itself: turning on after the mirror runs back.
        let degrees = if self.mirrored { self.degrees % 360 } else { back };
        let (x, y) = self.shift;
        let undone = Self { mirrored: self.mirrored, degrees, shift: (0, 0) };
        let shift = undone.of_square((x.checked_neg()?, y.checked_neg()?))?;
        Some(Self { shift, ..undone })
    }

    /// Quarter turns clockwise.
    pub(super) fn quarters(self) -> u8 {
        u8::try_from(self.degrees / 90 % 4).unwrap_or(0)
    }

    /// Where a square of an unbounded grid goes; `None` where that is too far off to be told.
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

    /// Where a square of a board of that side goes, columns and ranks counted from 0.
    pub(super) fn on_board(self, (column, rank): (u8, u8), side: u8) -> (u8, u8) {
        let last = side.saturating_sub(1);
        let column = if self.mirrored { last.saturating_sub(column) } else { column };
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

/// A game whose board can be turned.
///
/// Every symmetry here keeps the rules: a legal turn, turned, is legal in the turned position, and does the same there.
pub trait Symmetric: Game {
    /// The symmetries of the board that have no shift, the identity first.
    fn symmetries() -> Vec<Symmetry>;

    /// The one under which a table lies as all its images lie, where it can be shifted: by the cards of the start, else by those that
    /// `turns` play. `None` where the symmetries are few, and can all be tried.
    fn normalising_symmetry(_start: &Self::PositionText, _turns: &[Self::Turn]) -> Option<Symmetry> {
        None
    }

    /// A turn as it is on the turned board; `None` where it names a place that the board does not have.
    fn turned_turn(setup: &Self::Setup, turn: &Self::Turn, by: Symmetry) -> Option<Self::Turn>;

    /// The turned position.
    fn turned_position(setup: &Self::Setup, position: &Self::PositionText, by: Symmetry) -> Option<Self::PositionText>;

    /// The name of the place to which the place of that name goes.
    fn turned_place(setup: &Self::Setup, place: &str, by: Symmetry) -> Option<String>;

    /// An option that changes with the board: its key, the value it then has, and whether that is the usual one.
    fn turned_option(_setup: &Self::Setup, _by: Symmetry) -> Option<(&'static str, Cow<'static, str>, bool)> {
        None
    }

    /// What must be known beside its text to know a position: the name of the game, and whatever else fixes how its pieces are made.
    fn ground(setup: &Self::Setup, by: Symmetry) -> String;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_turned_is_turned_back() {
        for mirrored in [false, true] {
            for degrees in [0, 90, 180, 270] {
                let by = Symmetry { mirrored, degrees, shift: (3, -7) };
                let back = by.inverse().unwrap();
                assert_eq!(by.of_square((5, 2)).and_then(|there| back.of_square(there)), Some((5, 2)), "{by}");
                let flat = Symmetry { shift: (0, 0), ..by };
                let there = flat.on_board((0, 2), 5);
                assert_eq!(flat.inverse().unwrap().on_board(there, 5), (0, 2), "{by}");
            }
        }
        assert_eq!(Symmetry::turned(90).of_square((i32::MIN, 0)), None);
    }

    #[test]
    fn a_quarter_turn_is_clockwise() {
        assert_eq!(Symmetry::turned(90).on_board((1, 2), 3), (2, 1), "from the top to the right");
        assert_eq!(Symmetry::turned(90).of_square((0, 1)), Some((1, 0)));
        assert_eq!(Symmetry::mirrored(90).on_board((0, 3), 4), (3, 0), "over the diagonal");
    }
}
