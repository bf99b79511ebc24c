//! Signs that a correction is uncertain: the corrected turns may not be the whole game, or a word
//! may have two meanings.

use super::super::edit::Edit;
use crate::notation::{Outcome, Record};
use crate::text::TextEdit;

/// Returns true if a correction removes a sign from the last turn of an open game after which more
/// should follow: `b3,` at the end of a record.
pub(super) fn may_be_cut_short(edits: &[Edit], corrected: &Record) -> bool {
    let result = corrected.result.as_ref();
    let is_open = result.is_none_or(|(outcome, _)| *outcome == Outcome::Open);
    let last = corrected.moves.turns.len();
    let is_cut = |edit: &Edit| {
        let Edit::Replace { turn, was, now } = edit else {
            return false;
        };
        let is_last = usize::try_from(*turn).is_ok_and(|turn| turn >= last);
        let needs_more = was.ends_with([',', ';', '-', '/', '@', ':', '+']);
        let is_number = now.ends_with('.');
        is_last && needs_more && !is_number
    };
    is_open && edits.iter().any(is_cut)
}

/// Returns true if a correction reads White or Black as a seat of Pip•Pip where Dark begins, and no
/// result confirms it.
pub(super) fn is_ambiguous(edits: &[Edit], record: &Record) -> bool {
    let colors = record.tag_value("Colors");
    let dark_begins = colors.is_some_and(|colors| colors.starts_with("dark"));
    let stated = record.tag_value("Result").and_then(Outcome::parse);
    let is_open = stated.is_none_or(|outcome| outcome == Outcome::Open);
    dark_begins && is_open && edits.iter().any(is_of_colour_in_result)
}

/// Returns true if an edit replaces a result that begins with the name of a colour.
fn is_of_colour_in_result(edit: &Edit) -> bool {
    match edit {
        Edit::Replace { was, now, .. } | Edit::Text { was, now } => {
            let becomes_result = Outcome::parse(now).is_some();
            let is_removed = now.is_empty() || now.starts_with('{');
            begins_with_colour(was) && (becomes_result || is_removed)
        }
        Edit::Tag { name, was, .. } => {
            name == "Result" && was.as_deref().is_some_and(begins_with_colour)
        }
        _ => false,
    }
}

/// Returns true for texts such as `White wins` and `(b resigns)`.
fn begins_with_colour(text: &str) -> bool {
    let small = text.to_ascii_lowercase();
    let words = small.trim_start_matches(['(', '"']);
    ["white", "black", "w ", "b "]
        .iter()
        .any(|colour| words.starts_with(colour))
}

/// Returns true if changes remove the signs after the last turn, `???` or `...`: they may mean
/// a turn that nobody could read, or for turns that follow elsewhere.
pub(super) fn drops_last_signs(text: &str, changes: &[TextEdit]) -> bool {
    let is_result = |word: &str| word == "*" || Outcome::parse(word).is_some();
    let Some(word) = text.split_whitespace().rfind(|word| !is_result(word)) else {
        return false;
    };
    let are_signs = word.chars().all(|sign| "?.…_[]()".contains(sign));
    let start = text.rfind(word).unwrap_or(0);
    let is_removed = |(span, now): &TextEdit| {
        let covers_start = span.start as usize <= start && start < span.end as usize;
        covers_start && now.trim().is_empty()
    };
    are_signs && changes.iter().any(is_removed)
}
