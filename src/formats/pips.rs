//! The notation itself: whole files in canonical form.

use std::sync::Arc;

use crate::games::GameId;
use crate::games::pipe::Decks;
use crate::notation::Record;
use crate::text::{RawRecord, split_text};

/// A file in canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formatted {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// How many records were left as they are.
    pub left_as_they_are: u64,
}

/// Writes every record of a file in canonical form, or in the bare form. A record with an error
/// of syntax or tags is left as it is.
pub fn format(bytes: &[u8], bare: bool) -> Formatted {
    format_with(bytes, bare, None)
}

/// The same, with another way to find the decks that records name.
pub fn format_with(bytes: &[u8], bare: bool, decks: Option<&Arc<dyn Decks>>) -> Formatted {
    let mut out = Formatted { bytes: Vec::with_capacity(bytes.len()), left_as_they_are: 0 };
    let mut border = Border::None;
    for raw in split_text(bytes) {
        if raw.preamble {
            let hashes = if bare { String::new() } else { hashes_of(&raw.bytes) };
            border = if hashes.is_empty() { Border::None } else { Border::Hashes };
            out.bytes.extend(hashes.into_bytes());
            continue;
        }
        // What was too long to be kept can only be copied.
        let start = usize::try_from(raw.offset).unwrap_or(usize::MAX);
        let length = raw.bytes.len() + usize::try_from(raw.dropped).unwrap_or(0);
        let original = bytes.get(start..start.saturating_add(length)).unwrap_or_default();
        if border == Border::Record {
            out.bytes.push(b'\n');
        }
        match format_record(raw, bare, decks) {
            Some(text) => {
                let ends_with_hash = text.lines().next_back().is_some_and(|line| line.starts_with('#'));
                border = if ends_with_hash { Border::Hashes } else { Border::Record };
                out.bytes.extend(text.into_bytes());
            }
            None => {
                out.left_as_they_are += 1;
                border = Border::None;
                out.bytes.extend_from_slice(original);
            }
        }
    }
    out
}

/// What stands before the next record.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Border {
    /// Nothing, or bytes that are left as they are.
    None,
    /// A record: an empty line is due.
    Record,
    /// `#` comments, which belong to the next record.
    Hashes,
}

fn hashes_of(preamble: &[u8]) -> String {
    let text = String::from_utf8_lossy(preamble);
    let lines = text.trim_start_matches('\u{FEFF}').lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| format!("{line}\n")).collect()
}

/// A record in canonical form; `None` where it is left as it is.
fn format_record(raw: RawRecord, bare: bool, decks: Option<&Arc<dyn Decks>>) -> Option<String> {
    let mut record = Record::parse(raw);
    if let Some(decks) = decks {
        record = record.with_decks(Arc::clone(decks));
    }
    let rules = record.tag("Game").and_then(|tag| GameId::named(&tag.value)).and_then(GameId::rules)?;
    if bare { rules.format_bare(&record) } else { rules.format(&record) }
}
