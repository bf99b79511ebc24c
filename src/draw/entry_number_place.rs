//! Places of entry numbers: the numbers of the turns that entered the board at a dot, beside the
//! name of the dot.

use super::geometry::{Place, UNIT};
use super::shape::Anchor;
use super::text_width;

/// Gap between the name of a dot and the turn numbers beside it.
const ENTRY_GAP: i32 = UNIT * 8 / 100;
/// Gap between the middle of a dot at the side of the board and the turn numbers beside it.
pub(super) const SIDE_GAP: i32 = UNIT * 17 / 100;

/// Place of the turn numbers beside the name of a dot.
pub(super) struct EntryPlace {
    /// Place of the name.
    pub(super) name: Place,
    /// Place of the dot.
    pub(super) dot: Place,
    /// Part of the numbers that is aligned with their position: the start if they are to the right
    /// of the name or dot, the end if they are to its left.
    pub(super) side: Anchor,
    /// Index of the line, counted downwards from the line of the name.
    pub(super) line: i32,
    /// True for a dot at the left or right end of the board: its numbers go beneath the name,
    /// beside the dot. Elsewhere they follow the name.
    pub(super) is_at_side: bool,
}

impl EntryPlace {
    /// Returns the place for a name and numbers in the given font sizes.
    pub(super) fn numbers_place(&self, name: &str, [name_size, number_size]: [i32; 2]) -> Place {
        let (from, beside) = if self.is_at_side {
            (self.dot.x, SIDE_GAP)
        } else {
            (
                self.name.x,
                text_width::width(name, name_size) / 2 + ENTRY_GAP,
            )
        };
        let x = match self.side {
            Anchor::Start => from + beside,
            Anchor::Middle => from,
            Anchor::End => from - beside,
        };
        // A line is 105 % of the font size.
        Place {
            x,
            y: self.name.y + self.line * number_size * 105 / 100,
        }
    }
}
