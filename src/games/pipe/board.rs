//! The grid (V1): squares and headings.

use std::fmt;

use crate::games::{WriteNotation, impl_display};

/// A direction, such as that from half A to half B of a card. North is towards greater y, east
/// towards greater x (V1.2).
pub use crate::games::Compass as Heading;

/// A unit square of the grid (V1.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// Steps to the east.
    pub x: i32,
    /// Steps to the north.
    pub y: i32,
}

/// The step in each heading, in the order of [`Heading`].
pub(super) const STEPS: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

impl Square {
    /// Returns the square with this name: `+3-2`.
    pub(super) fn named(name: &str) -> Option<Self> {
        let (east, north) = name.split_at_checked(name.get(1..)?.find(['+', '-'])? + 1)?;
        let square = Self {
            x: east.parse().ok()?,
            y: north.parse().ok()?,
        };
        (square.to_string() == name).then_some(square)
    }

    /// Returns the neighbouring square, or `None` on overflow.
    #[inline]
    pub(crate) fn beside(self, heading: Heading) -> Option<Self> {
        let (east, north) = STEPS[heading as usize];
        Some(Self {
            x: self.x.checked_add(east)?,
            y: self.y.checked_add(north)?,
        })
    }
}

impl_display!(Square);

impl WriteNotation for Square {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let sign = |number| if number < 0 { '-' } else { '+' };
        (
            sign(self.x),
            self.x.unsigned_abs(),
            sign(self.y),
            self.y.unsigned_abs(),
        )
            .write_to(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_carry_their_sign() {
        assert_eq!(Square { x: 3, y: -2 }.to_string(), "+3-2");
        assert_eq!(Square { x: 0, y: 0 }.to_string(), "+0+0");
        assert_eq!(
            Square {
                x: -10,
                y: i32::MIN
            }
            .to_string(),
            "-10-2147483648"
        );
    }

    #[test]
    fn neighbouring_squares_are_mutual() {
        let square = Square { x: -1, y: 0 };
        assert_eq!(square.beside(Heading::North), Some(Square { x: -1, y: 1 }));
        assert_eq!(square.beside(Heading::East), Some(Square { x: 0, y: 0 }));
        for heading in Heading::ALL {
            let back = square
                .beside(heading)
                .and_then(|beside| beside.beside(heading.opposite()));
            assert_eq!(back, Some(square));
        }
        let corner = Square {
            x: i32::MAX,
            y: i32::MIN,
        };
        assert_eq!(
            [Heading::East, Heading::South].map(|heading| corner.beside(heading)),
            [None; 2]
        );
    }
}
