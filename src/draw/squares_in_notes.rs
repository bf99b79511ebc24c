//! Names of squares of the table, such as `+0-2`, as the notes of a figure show them.

use std::borrow::Cow;

/// Returns a place on the table such as `+0-2` as its column and its row, named as at the edges of
/// a figure: `0 -2`. Returns `None` for other places.
pub(crate) fn square_in_note(name: &str) -> Option<String> {
    // The second sign begins the row.
    let start_of_row = name.get(1..)?.find(['+', '-'])? + 1;
    let (column, row) = name.split_at_checked(start_of_row)?;
    let is_line = |line: &str| line.starts_with(['+', '-']) && line.parse::<i32>().is_ok();
    if !is_line(column) || !is_line(row) {
        return None;
    }
    Some(format!(
        "{} {}",
        without_sign_of_0(column),
        without_sign_of_0(row)
    ))
}

/// Returns the number of a line as a figure names it: zero has no sign.
fn without_sign_of_0(line: &str) -> &str {
    if line == "+0" { "0" } else { line }
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
