//! Names of columns and rows at the edges of a board.

use std::borrow::Cow;

/// Name of a column or row at the edge of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxisName {
    /// The x of a column, the y of a row.
    pub at: i32,
    /// Name.
    pub name: Cow<'static, str>,
    /// True if the text forms show it too. They can be parsed again, and name only lines that
    /// something lies on or beside.
    pub in_text: bool,
    /// True if pictures show it. They name only what they show.
    pub in_picture: bool,
}

impl AxisName {
    /// Creates a name shown in pictures and text.
    pub fn new(at: i32, name: impl Into<Cow<'static, str>>) -> Self {
        Self {
            at,
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
    pub fn left_out(at: i32) -> Self {
        Self {
            in_text: false,
            ..Self::new(at, "...")
        }
    }
}

/// Returns a word of a note as pictures show it: a place on the table such as `+0-2` has a proper
/// minus sign.
pub(super) fn shown_in_note(word: &str) -> Cow<'_, str> {
    let place = word
        .rsplit('\u{A0}')
        .next()
        .unwrap_or(word)
        .trim_end_matches([' ', ',', '.', ':']);
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
        for word in ["+1+3,", "1-0", "a2-c4", "2026-11-25", "-", "re-read "] {
            assert_eq!(shown_in_note(word), word);
        }
    }
}
