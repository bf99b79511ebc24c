//! The notation itself: whole files in canonical form.

use crate::checked::Checked;
use crate::games::Context;
use crate::notation::Record;
use crate::replay::{self, Timeline};
use crate::notation::RecordSplitter;
use crate::text::RawRecord;

pub use super::pips_page::{FormattedPage, bare_page, format_page};

/// Reference page: the notation carries everything.
pub const PAGE: &str = "The notation itself, edition 1: it keeps everything. Written in canonical form; a record \
    with an error of syntax\n\
                        or tags is left as it is. Errors in a source record are reported, as by `pipscribe check`.\n";

/// File in canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formatted {
    /// Bytes of the file.
    pub bytes: Vec<u8>,
    /// Number of records that were left unchanged.
    pub left_as_they_are: u64,
}

/// Formats every record of a file in canonical form or bare form. A record with an error of syntax or tags is
/// left unchanged.
pub fn format(bytes: &[u8], bare: bool) -> Formatted {
    format_with(bytes, bare, &Context::default())
}

/// Formats a file like [`format()`], with a context that finds the decks named by records.
pub fn format_with(bytes: &[u8], bare: bool, context: &Context) -> Formatted {
    let mut out = Formatted { bytes: Vec::with_capacity(bytes.len()), left_as_they_are: 0 };
    let mut file = Joiner::default();
    for raw in RecordSplitter::whole(bytes).map_while(Result::ok) {
        let piece = FormattedPiece::of(raw, bare, context);
        out.left_as_they_are += u64::from(matches!(piece, FormattedPiece::Untouched(_)));
        file.push(piece, &mut out.bytes);
    }
    out
}

/// Part of a formatted file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormattedPiece {
    /// Line comments (`#`) before a record; may be empty.
    Hashes(String),
    /// Record in canonical form.
    Canonical(String),
    /// Record left unchanged.
    Untouched(Vec<u8>),
}

impl FormattedPiece {
    /// Returns the canonical or bare form of a record.
    pub fn of(raw: RawRecord, bare: bool, context: &Context) -> Self {
        if !raw.is_record() {
            return Self::Hashes(if bare { String::new() } else { hashes_of(&raw.bytes) });
        }
        let original = raw.bytes.clone();
        format_record(raw, bare, context).map_or(Self::Untouched(original), Self::Canonical)
    }

    /// Returns the canonical form of a checked record. `original` is its text in the file.
    pub fn of_checked(checked: &Checked, original: Vec<u8>) -> Self {
        let canonical = checked.timeline().and_then(Timeline::canonical);
        canonical.map_or(Self::Untouched(original), Self::Canonical)
    }

    /// Returns the first turn of a record that has too high a number, with that number, if the canonical form corrects
    /// it: a turn may be missing before it. `original` is the text of the record.
    pub(crate) fn turn_after_gap(&self, original: &[u8]) -> Option<String> {
        let Self::Canonical(text) = self else { return None };
        let first = |text: &[u8]| {
            let record = Record::parse(RawRecord { bytes: text.to_vec(), ..RawRecord::default() });
            let mut turns = record.moves.turns.iter();
            let turn = turns.find(|node| record.skipped_numbers(node).is_some_and(|skipped| skipped > 0))?;
            Some(format!("{} {}", record.text_of(turn.number_span?).trim(), record.text_of(turn.text)))
        };
        let turn = if text.as_bytes() == original { None } else { first(original) };
        turn.filter(|_| first(text.as_bytes()).is_none())
    }
}

/// Joins the records of a file.
#[derive(Clone, Debug, Default)]
pub struct Joiner {
    border: Border,
}

impl Joiner {
    /// Writes the next record of the file, preceded by the separator that it needs.
    pub fn push(&mut self, piece: FormattedPiece, out: &mut Vec<u8>) {
        let (bytes, border) = match piece {
            FormattedPiece::Hashes(hashes) if hashes.is_empty() => return,
            FormattedPiece::Hashes(hashes) => (hashes.into_bytes(), Border::None),
            FormattedPiece::Canonical(text) => (text.into_bytes(), Border::Record),
            FormattedPiece::Untouched(bytes) => (bytes, Border::None),
        };
        if self.border == Border::Record {
            out.push(b'\n');
        }
        out.extend(bytes);
        self.border = border;
    }
}

/// End of the output so far, which decides the separator before the next record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Border {
    /// Nothing, bytes left unchanged, or line comments on the next record.
    #[default]
    None,
    /// A record: an empty line is due.
    Record,
}

fn hashes_of(preamble: &[u8]) -> String {
    let text = String::from_utf8_lossy(preamble);
    let lines = text.trim_start_matches('\u{FEFF}').lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| format!("{line}\n")).collect()
}

/// Returns a record in canonical form, or `None` if it is left unchanged.
fn format_record(raw: RawRecord, bare: bool, context: &Context) -> Option<String> {
    let record = Record::parse(raw);
    if bare { replay::bare(&record, context) } else { replay::canonical(&record, context) }
}
