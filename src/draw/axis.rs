//! The names of lines at the edge of a board.

use std::borrow::Cow;

/// The name of a column or row, at the edge of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxisName {
    /// Its x for a column, its y for a row.
    pub at: i32,
    /// The name.
    pub name: Cow<'static, str>,
    /// Whether the text forms have it too: they are read again, and name only lines that something lies on or beside.
    pub in_text: bool,
}

impl AxisName {
    /// The name of a line, in pictures and in text.
    pub fn new(at: i32, name: impl Into<Cow<'static, str>>) -> Self {
        Self { at, name: name.into(), in_text: true }
    }

    /// What stands for a name in pictures where several lines are left out.
    pub fn left_out(at: i32) -> Self {
        Self { in_text: false, ..Self::new(at, "...") }
    }
}
