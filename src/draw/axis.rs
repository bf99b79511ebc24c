//! Names of columns and rows at the edges of a board.

use std::borrow::Cow;

/// Name of a column or row at the edge of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxisName {
    /// The x of a column, the y of a row.
    pub at: i32,
    /// Name.
    pub name: Cow<'static, str>,
    /// True if the text forms show it too. They can be parsed again, and name only lines that something lies on
    /// or beside.
    pub in_text: bool,
    /// True if pictures show it. They name only what they show.
    pub in_picture: bool,
}

impl AxisName {
    /// Creates a name shown in pictures and text.
    pub fn new(at: i32, name: impl Into<Cow<'static, str>>) -> Self {
        Self { at, name: name.into(), in_text: true, in_picture: true }
    }

    /// Returns the name as pictures show it: with a proper minus sign, and zero without a sign.
    pub(super) fn shown(&self) -> Cow<'static, str> {
        match self.name.as_ref() {
            "+0" => Cow::Borrowed("0"),
            name if name.starts_with('-') => Cow::Owned(name.replace('-', "\u{2212}")),
            _ => self.name.clone(),
        }
    }

    /// Creates the placeholder shown in pictures where several lines are left out.
    pub fn left_out(at: i32) -> Self {
        Self { in_text: false, ..Self::new(at, "...") }
    }
}
