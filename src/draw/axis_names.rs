//! Names of columns and rows at the edges of a board.

use std::borrow::Cow;
use std::cmp::Reverse;

/// Direction of the lines that names belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Axis {
    Columns,
    Rows,
}

/// Name of a column or row at the edge of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxisName {
    /// The x coordinate of a column, or the y coordinate of a row.
    pub at: i32,
    /// The name as the figure shows it.
    pub name: Cow<'static, str>,
    /// True if the text forms show the name too. Text forms can be parsed again, and name only
    /// lines with something on them or next to them.
    pub in_text: bool,
    /// True if pictures show the name. Pictures name only the lines that they show.
    pub in_picture: bool,
}

impl AxisName {
    /// Creates a name shown in pictures and text.
    pub(crate) fn new(offset: i32, name: impl Into<Cow<'static, str>>) -> Self {
        Self {
            at: offset,
            name: name.into(),
            in_text: true,
            in_picture: true,
        }
    }

    /// Returns the name as pictures show it: with a proper minus sign, and zero without a sign.
    pub(super) fn shown(&self) -> Cow<'static, str> {
        match self.name.as_ref() {
            "+0" => Cow::Borrowed("0"),
            name if name.starts_with('-') => Cow::Owned(name.replace('-', "\u{2212}")),
            _ => self.name.clone(),
        }
    }

    /// Sorts the names of columns from the left, in the direction in which their numbers rise.
    pub(crate) fn sort_columns(names: &mut [Self]) {
        names.sort_by_key(|name| name.at);
    }

    /// Sorts the names of rows from the bottom, in the direction in which their numbers rise.
    pub(crate) fn sort_rows(names: &mut [Self]) {
        names.sort_by_key(|name| Reverse(name.at));
    }

    /// Creates the placeholder shown in pictures where several lines are left out.
    pub(crate) fn left_out(offset: i32) -> Self {
        Self {
            in_text: false,
            ..Self::new(offset, "...")
        }
    }
}
