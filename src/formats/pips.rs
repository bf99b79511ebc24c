//! Formats whole files in canonical form, for `fmt` and for the format `pips` of `convert`. The
//! bare form, which is equal for two records of the same game, has no comments and only the tags
//! that affect play. `pips_in_documents.rs` formats the records in documents.

use crate::check::Checked;
use crate::games::Context;
use crate::notation::{Record, RecordSplitter};
use crate::replay::{self, Timeline};
use crate::text::RawRecord;

pub use super::pips_in_documents::{FormattedPage, LeftRecord, bare_page, format_page};
pub use crate::replay::NotCanonical;

/// Reference page of the notation, which keeps everything.
pub const PAGE: &str = "The notation itself, edition 1: it keeps everything. Written in canonical form; a record \
    with an error is left\n\
                        as it is. Errors in a source record are reported, as by `pipscribe check`.\n";

/// File in canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Formatted {
    /// Bytes of the file.
    pub bytes: Vec<u8>,
    /// Number of records that were left unchanged.
    pub left_as_they_are: u64,
}

/// Formats every record of a file in canonical form or bare form. A record with an error is left
/// unchanged ([`NotCanonical`]).
pub fn format(bytes: &[u8], bare: bool) -> Formatted {
    format_with(bytes, bare, &Context::default())
}

/// Formats a file like [`format()`], with a context that finds the decks named by records.
pub fn format_with(bytes: &[u8], bare: bool, context: &Context) -> Formatted {
    let mut out = Formatted {
        bytes: Vec::with_capacity(bytes.len()),
        left_as_they_are: 0,
    };
    let mut file = Joiner::default();
    for raw in RecordSplitter::whole(bytes).map_while(Result::ok) {
        let piece = FormattedPiece::new(raw, bare, context);
        out.left_as_they_are += u64::from(piece.reason().is_some());
        file.push(piece, &mut out.bytes);
    }
    file.finish(&mut out.bytes);
    out
}

/// Part of a formatted file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormattedPiece {
    /// Line comments (`#`) before a record.
    Hashes {
        /// The comments, one on each line; may be empty.
        text: String,
        /// The bytes that they were read from.
        original: Vec<u8>,
    },
    /// Record in canonical form.
    Canonical(String),
    /// Record left unchanged.
    Untouched {
        /// The bytes of the record.
        original: Vec<u8>,
        /// The reason.
        reason: NotCanonical,
    },
}

impl FormattedPiece {
    /// Returns the canonical or bare form of a record.
    pub fn new(raw: RawRecord, bare: bool, context: &Context) -> Self {
        let original = raw.bytes.clone();
        if !raw.is_record() {
            let text = if bare {
                String::new()
            } else {
                hashes_of(&original)
            };
            return Self::Hashes { text, original };
        }
        Self::of_form(format_record(raw, bare, context), original)
    }

    /// Returns the canonical form of a checked record. `original` is its text in the file.
    pub(super) fn of_checked(checked: &Checked, original: Vec<u8>) -> Self {
        let timeline = checked.timeline().map_err(|_| NotCanonical::UnknownGame);
        Self::of_form(timeline.and_then(Timeline::canonical), original)
    }

    fn of_form(form: Result<String, NotCanonical>, original: Vec<u8>) -> Self {
        match form {
            Ok(text) => Self::Canonical(text),
            Err(reason) => Self::Untouched { original, reason },
        }
    }

    /// Returns the reason why the record is left unchanged; `None` if it is not.
    pub fn reason(&self) -> Option<&NotCanonical> {
        match self {
            Self::Untouched { reason, .. } => Some(reason),
            Self::Hashes { .. } | Self::Canonical(_) => None,
        }
    }

    /// Returns the first turn whose number is too high, with that number, if the canonical form
    /// corrects it. A turn may be missing before it. `original` is the text of the record.
    pub fn turn_after_gap(&self, original: &[u8]) -> Option<String> {
        let Self::Canonical(canonical) = self else {
            return None;
        };
        if canonical.as_bytes() == original {
            return None;
        }

        let turn = first_turn_after_gap(original)?;
        let is_corrected = first_turn_after_gap(canonical.as_bytes()).is_none();
        is_corrected.then_some(turn)
    }
}

/// Returns the first turn of a record whose number is too high, with that number: `7. b3`.
fn first_turn_after_gap(text: &[u8]) -> Option<String> {
    let record = Record::parse(RawRecord {
        bytes: text.to_vec(),
        ..RawRecord::default()
    });
    let turn = record.moves.turns.iter().find(|node| {
        record
            .skipped_numbers(node)
            .is_some_and(|skipped| skipped > 0)
    })?;

    let number = record.text_of(turn.number_span?).trim();
    Some(format!("{number} {}", record.text_of(turn.text)))
}

fn format_record(raw: RawRecord, bare: bool, context: &Context) -> Result<String, NotCanonical> {
    let record = Record::parse(raw);
    if bare {
        replay::bare(&record, context)
    } else {
        replay::canonical(&record, context)
    }
}

/// Returns line comments without white space around them, one on each line.
fn hashes_of(preamble: &[u8]) -> String {
    let text = String::from_utf8_lossy(preamble);
    let lines = text
        .trim_start_matches('\u{FEFF}')
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty());
    lines.map(|line| format!("{line}\n")).collect()
}

/// Joins the records of a file. Call [`Joiner::finish`] after the last one.
#[derive(Clone, Debug, Default)]
pub struct Joiner {
    last_written: LastWritten,
    /// Comments before the next record. They stay unchanged if the record does, so they wait until
    /// it is known.
    comments: PendingComments,
}

#[derive(Clone, Debug, Default)]
struct PendingComments {
    /// The comments, one on each line.
    text: String,
    /// The bytes that they were read from.
    original: Vec<u8>,
}

impl Joiner {
    /// Writes the next record of the file, preceded by the separator that it needs.
    pub fn push(&mut self, piece: FormattedPiece, out: &mut Vec<u8>) {
        match piece {
            FormattedPiece::Hashes { text, original } => {
                self.comments.text += &text;
                self.comments.original.extend_from_slice(&original);
            }
            FormattedPiece::Canonical(text) => {
                self.write_comments(out);
                self.write(text.as_bytes(), LastWritten::Record, out);
            }
            FormattedPiece::Untouched { original, .. } => {
                let comments = std::mem::take(&mut self.comments).original;
                self.write(&[comments, original].concat(), LastWritten::Other, out);
            }
        }
    }

    /// Writes the comments of a file in which no record follows them.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        self.write_comments(out);
    }

    /// Writes the comments that wait for the next record.
    fn write_comments(&mut self, out: &mut Vec<u8>) {
        let comments = std::mem::take(&mut self.comments).text;
        self.write(comments.as_bytes(), LastWritten::Other, out);
    }

    /// Writes bytes, after an empty line if a record precedes them.
    fn write(&mut self, bytes: &[u8], now_written: LastWritten, out: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        if self.last_written == LastWritten::Record {
            out.push(b'\n');
        }
        out.extend(bytes);
        self.last_written = now_written;
    }
}

/// End of the output so far, which decides the separator before the next record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LastWritten {
    /// Nothing, bytes left unchanged, or line comments on the next record.
    #[default]
    Other,
    /// A record: an empty line is due.
    Record,
}
