//! The size of the table (V5.3): the covered squares must fit into a rectangle of this size,
//! wherever it is.

use std::fmt;

use pest::iterators::Pair;

use super::board::Square;
use super::grammar::{Grammar, Rule};
use super::turn::Placement;
use crate::games::value_pair;
use crate::text::counted;

/// The option `table=WxH`: the numbers of columns and rows of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSize {
    /// The number of columns, 2 to 99.
    pub width: u8,
    /// The number of rows, 2 to 99.
    pub height: u8,
}

impl TableSize {
    /// Parses the value of the option.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let pair = value_pair::<Grammar, _>(Rule::table_only, text)?;
        let mut sides = pair
            .into_inner()
            .map(|side: Pair<'_, Rule>| side.as_str().parse().ok());
        Some(Self {
            width: sides.next()??,
            height: sides.next()??,
        })
    }

    /// Returns the size after a quarter turn.
    pub(super) fn turned(self) -> Self {
        Self {
            width: self.height,
            height: self.width,
        }
    }

    /// Returns true if the bounds fit into this size.
    pub(super) fn holds(self, bounds: Bounds) -> bool {
        let (columns, rows) = bounds.size();
        columns <= i64::from(self.width) && rows <= i64::from(self.height)
    }
}

impl fmt::Display for TableSize {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}x{}", self.width, self.height)
    }
}

/// The smallest rectangle around some squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The south-west corner.
    pub low: Square,
    /// The north-east corner.
    pub high: Square,
}

impl Bounds {
    /// Returns the bounds of some squares, or `None` if there are none.
    pub(super) fn around(squares: impl IntoIterator<Item = Square>) -> Option<Self> {
        squares
            .into_iter()
            .fold(None, |bounds: Option<Self>, square| {
                Some(bounds.map_or(
                    Self {
                        low: square,
                        high: square,
                    },
                    |bounds| bounds.with(square),
                ))
            })
    }

    fn with(self, Square { x, y }: Square) -> Self {
        let Self { low, high } = self;
        Self {
            low: Square {
                x: low.x.min(x),
                y: low.y.min(y),
            },
            high: Square {
                x: high.x.max(x),
                y: high.y.max(y),
            },
        }
    }

    /// Returns the size in words: `5 columns and 1 row`.
    pub(super) fn in_words(self) -> String {
        let (columns, rows) = self.size();
        format!(
            "{} and {}",
            counted(columns, "column"),
            counted(rows, "row")
        )
    }

    /// Returns the numbers of columns and rows.
    pub(super) fn size(self) -> (i64, i64) {
        let length = |low: i32, high: i32| i64::from(high) - i64::from(low) + 1;
        (
            length(self.low.x, self.high.x),
            length(self.low.y, self.high.y),
        )
    }
}

/// Extends bounds by those of a card.
pub(super) fn bounds_with(bounds: Option<Bounds>, placement: &Placement) -> Option<Bounds> {
    let corners = bounds
        .into_iter()
        .flat_map(|bounds| [bounds.low, bounds.high]);
    Bounds::around(corners.chain(placement.squares().into_iter().flatten()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_written() {
        for text in ["2x2", "10x6", "99x99"] {
            assert_eq!(
                TableSize::parse(text)
                    .map(|size| size.to_string())
                    .as_deref(),
                Some(text)
            );
        }
        for text in [
            "", "1x2", "2x1", "2x100", "02x3", "2x03", "2X2", "2 x 2", "2x", "x2", "2x2x2", "0x0",
            "-2x2", "2×2",
        ] {
            assert_eq!(TableSize::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_table_is_not_tied_to_a_place() {
        let square = |x, y| Square { x, y };
        let bounds = Bounds::around([square(-3, 7), square(1, 9), square(0, 8)]).unwrap();
        assert_eq!(bounds.size(), (5, 3));
        let holds = |width, height| TableSize { width, height }.holds(bounds);
        assert!(holds(5, 3) && !holds(4, 3) && !holds(5, 2) && !holds(3, 5));
        assert_eq!(bounds.in_words(), "5 columns and 3 rows");
        assert_eq!(
            Bounds::around([square(0, 0)]).unwrap().in_words(),
            "1 column and 1 row"
        );
        let far = Bounds::around([square(-999_999_999, 0), square(999_999_999, 0)]).unwrap();
        assert!(
            !TableSize {
                width: 99,
                height: 99
            }
            .holds(far)
        );
    }
}
