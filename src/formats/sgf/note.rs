//! Notes: the items between turns (comments, line comments, variations) as text of the notation,
//! which a private property keeps. A variation is written as `()`, because its turns are in other
//! nodes.

use super::shown_properties::ShownProperties;
use super::value::PlaceNames;
use crate::findings::{Finding, code};
use crate::notation::{Item, Record, TurnNode};

/// Items that a private property keeps, as text of the notation.
pub(super) struct Note(Record);

impl Note {
    /// Parses items. Returns `None` if there is anything else, or any error.
    pub(super) fn read(text: &str) -> Option<Self> {
        let record = Record::parse_str(&format!("[Game \"gipf\"]\n\n1. b3\n{text}"));
        // Findings in comments are accepted, because comments are kept unchanged.
        let is_in_comment = |finding: &Finding| {
            finding.code == &code::BRACE_IN_COMMENT || finding.code.id.starts_with("command/")
        };
        let is_accepted = |finding: &Finding| {
            finding.code.id == code::VARIATION_OUT_OF_PLACE.id || is_in_comment(finding)
        };
        let is_whole = record.moves.turns.len() == 1
            && record.tags.len() == 1
            && record.result.is_none()
            && record.moves.turns.iter().all(|turn| turn.glyphs.is_empty())
            && record.text().ends_with(text)
            && record.findings.iter().all(is_accepted);
        is_whole.then_some(Self(record))
    }

    /// Returns a record whose only turn has the items.
    pub(super) fn record(&self) -> &Record {
        &self.0
    }

    /// Returns the items; variations in them are empty.
    pub(super) fn items(&self) -> &[Item] {
        self.0
            .moves
            .turns
            .first()
            .map_or(&[], |turn: &TurnNode| turn.after.as_slice())
    }
}

/// Returns items in the notation, with a variation as `()`.
pub(super) fn note_text(record: &Record, items: &[Item]) -> String {
    let mut text = String::new();
    for item in items {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push(' ');
        }
        match item {
            Item::Comment(comment) => text.push_str(&comment.written(record)),
            Item::Hash(span) => text.push_str(&format!("{}\n", record.text_of(*span).trim_end())),
            Item::Variation(_) => text.push_str("()"),
        }
    }
    text
}

/// Returns the items that a reader derives from the shown properties only, followed by `variations`
/// variations. The writer needs no private property if these are the original items.
pub(super) fn derived_note(
    shown: &ShownProperties,
    variations: usize,
    places: PlaceNames,
) -> String {
    let (comment, _) = shown.to_comment(places);
    let mut parts = Vec::new();
    if !comment.is_empty() {
        parts.push(comment);
    }
    parts.extend(std::iter::repeat_n("()".to_owned(), variations));
    parts.join(" ")
}
