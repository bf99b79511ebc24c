//! The notation itself: whole files in canonical form.

use crate::checked::Checked;
use crate::games::Context;
use crate::notation::Record;
use crate::replay::{self, Timeline};
use crate::text::{RawRecord, RecordSplitter};

pub use super::pips_page::{FormattedPage, bare_page, format_page};

/// What the notation carries: everything.
pub const PAGE: &str = "The notation itself, edition 1: it carries everything. Written in canonical form; a record with an error of syntax\n\
                        or tags is left as it is. What is wrong with a record that is read is told, as by `pipscribe check`.\n";

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
    format_with(bytes, bare, &Context::default())
}

/// The same, in a context that finds the decks which records name.
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

/// A record of a file, as its canonical form has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormattedPiece {
    /// The `#` comments before the first record; perhaps none.
    Hashes(String),
    /// A record in canonical form.
    Canonical(String),
    /// A record that is left as it is.
    Untouched(Vec<u8>),
}

impl FormattedPiece {
    /// The canonical form of a record that was kept whole, or the bare form.
    pub fn of(raw: RawRecord, bare: bool, context: &Context) -> Self {
        if raw.preamble {
            return Self::Hashes(if bare { String::new() } else { hashes_of(&raw.bytes) });
        }
        let original = raw.bytes.clone();
        format_record(raw, bare, context).map_or(Self::Untouched(original), Self::Canonical)
    }

    /// The canonical form of a record that was checked; `original` is what stood in the file.
    pub fn of_checked(checked: &Checked, original: Vec<u8>) -> Self {
        let canonical = checked.timeline().and_then(Timeline::canonical);
        canonical.map_or(Self::Untouched(original), Self::Canonical)
    }
}

/// Puts the records of a file together.
#[derive(Clone, Debug, Default)]
pub struct Joiner {
    border: Border,
}

impl Joiner {
    /// Writes the next record of the file, and what separates it from the last.
    pub fn push(&mut self, piece: FormattedPiece, out: &mut Vec<u8>) {
        if self.border == Border::Record && !matches!(piece, FormattedPiece::Hashes(_)) {
            out.push(b'\n');
        }
        let (bytes, border) = match piece {
            FormattedPiece::Hashes(hashes) => {
                let border = if hashes.is_empty() { Border::None } else { Border::Hashes };
                (hashes.into_bytes(), border)
            }
            FormattedPiece::Canonical(text) => {
                let ends_with_hash = text.lines().next_back().is_some_and(|line| line.starts_with('#'));
                (text.into_bytes(), if ends_with_hash { Border::Hashes } else { Border::Record })
            }
            FormattedPiece::Untouched(bytes) => (bytes, Border::None),
        };
        out.extend(bytes);
        self.border = border;
    }
}

/// What stands before the next record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Border {
    /// Nothing, or bytes that are left as they are.
    #[default]
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
fn format_record(raw: RawRecord, bare: bool, context: &Context) -> Option<String> {
    let record = Record::parse(raw);
    if bare { replay::bare(&record, context) } else { replay::canonical(&record, context) }
}
