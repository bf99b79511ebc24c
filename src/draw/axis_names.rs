//! Names of columns and rows at the edges of a board.

use std::borrow::Cow;

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

    /// Sorts names by their places.
    pub(crate) fn sort(names: &mut [Self], ascending: bool) {
        names.sort_by_key(|name| if ascending { name.at } else { -name.at });
    }

    /// Creates the placeholder shown in pictures where several lines are left out.
    pub(crate) fn left_out(offset: i32) -> Self {
        Self {
            in_text: false,
            ..Self::new(offset, "...")
        }
    }
}

/// Returns a place on the table such as `+0-2` as its column and its row, named as at the edges of
/// a figure: `0 -2`. Returns `None` for other places.
pub(crate) fn square_in_note(name: &str) -> Option<String> {
    let row = name.get(1..)?.find(['+', '-'])? + 1;
    let (column, row) = name.split_at_checked(row)?;
    let is_line = |line: &str| line.starts_with(['+', '-']) && line.parse::<i32>().is_ok();
    let shown = |line: &str| if line == "+0" { "0" } else { line }.to_owned();
    (is_line(column) && is_line(row)).then(|| format!("{} {}", shown(column), shown(row)))
}

/// Returns a word of a note as pictures show it: a place on the table such as `+0-2` has a proper
/// minus sign.
pub(super) fn shown_in_note(word: &str) -> Cow<'_, str> {
    let mut parts = word.split_inclusive('\u{A0}').map(shown_part);
    match (parts.next(), parts.next()) {
        (Some(only), None) => only,
        _ => Cow::Owned(word.split_inclusive('\u{A0}').map(shown_part).collect()),
    }
}

/// Returns a part of a word, up to a space that is never broken.
fn shown_part(word: &str) -> Cow<'_, str> {
    let place = word.trim_end_matches([' ', '\u{A0}', ',', '.', ':']);
    let is_place = place.starts_with(['+', '-'])
        && place.contains(|character: char| character.is_ascii_digit())
        && place
            .bytes()
            .all(|byte| matches!(byte, b'+' | b'-' | b'0'..=b'9'));
    if is_place && place.contains('-') {
        Cow::Owned(word.replace('-', "\u{2212}"))
    } else {
        Cow::Borrowed(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_notes_have_a_proper_minus() {
        assert_eq!(shown_in_note("+0-2, "), "+0\u{2212}2, ");
        assert_eq!(shown_in_note("5\u{A0}-1-1"), "5\u{A0}\u{2212}1\u{2212}1");
        assert_eq!(
            shown_in_note("7\u{A0}at\u{A0}-1\u{A0}0, "),
            "7\u{A0}at\u{A0}\u{2212}1\u{A0}0, "
        );
        assert_eq!(square_in_note("-1+0"), Some("-1 0".to_owned()));
        assert_eq!([square_in_note("c3"), square_in_note("+1")], [None, None]);
        for word in ["+1+3,", "1-0", "a2-c4", "2026-11-25", "-", "re-read "] {
            assert_eq!(shown_in_note(word), word);
        }
    }
}
