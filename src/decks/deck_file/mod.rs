//! Deck files: YAML, with a finding and its span for every mistake (V2.7).
//!
//! ```yaml
//! name: my-deck
//! edition: "1"
//! source: Where its cards come from.
//! cards:
//!   - {id: 1, pipes: B13 W26 B4 W5, arcs: LLDDDD}
//!   - {id: 2, pipes: B14 W25 B36, arcs: LDLDLD, fields: L1 D2 L3 D4 L5 D6 D}
//! ```
//!
//! A file has at most [`MAX_DECK_BYTES`] bytes. YAML anchors, tags and directives are not
//! supported.

mod from_yaml;

use std::ops::Range;

use super::codes;
use super::deck::Deck;
use crate::findings::{Code, Finding};
use crate::text::tree::{Document, Fault, yaml};
use crate::text::{Printable, SourceText, Span, lines_with_starts, utf8_or_marks};

/// Maximum size of a deck file in bytes: room for a few thousand cards.
pub const MAX_DECK_BYTES: usize = 128 << 10;

/// Maximum number of findings listed for one deck file.
const MAX_DECK_FINDINGS: usize = 50;

/// A deck file with its findings.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DeckFile {
    /// The text of the file.
    pub source: SourceText,
    /// The name of the deck, if the file has a valid one.
    pub name: Option<String>,
    /// The deck, or `None` if the file has a mistake.
    pub deck: Option<Deck>,
    /// The findings, in the order of the text.
    pub findings: Vec<Finding>,
}

impl DeckFile {
    /// Reads a deck file.
    pub fn read(bytes: &[u8]) -> Self {
        if bytes.len() > MAX_DECK_BYTES {
            let message = format!(
                "This file has more than {MAX_DECK_BYTES} bytes, the limit for a deck file."
            );
            return Self::refused(
                SourceText::new(String::new(), 0, 1),
                Complaint::new(0..0, message),
            );
        }

        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text.strip_prefix('\u{FEFF}').unwrap_or(text),
            Err(error) => {
                let offset = error.valid_up_to();
                let complaint = Complaint::new(
                    offset..offset + 1,
                    "A deck file must be UTF-8; this byte is not valid UTF-8.",
                );
                return Self::refused(
                    SourceText::new(utf8_or_marks(bytes).into_owned(), 0, 1),
                    complaint,
                );
            }
        };
        let length_of_byte_order_mark = bytes.len() - text.len();
        let source = SourceText::new(text.to_owned(), length_of_byte_order_mark as u64, 1);
        let root = match parse_root(text) {
            Ok(root) => root,
            Err(Fault {
                span,
                message,
                help,
            }) => {
                return Self::refused(
                    source,
                    Complaint {
                        range: span.range(),
                        message,
                        help: help.map(str::to_owned),
                    },
                );
            }
        };
        let mut reader = from_yaml::DeckReader::new(text);
        let deck = reader.read_deck(&root);
        let mut file = Self {
            name: reader.name.take(),
            findings: reader.finish(),
            deck: None,
            source,
        };
        if file.findings.is_empty() {
            file.deck = deck;
        }
        file
    }

    /// Creates the result for a file that cannot be read because of one mistake.
    fn refused(source: SourceText, complaint: Complaint) -> Self {
        Self {
            source,
            name: None,
            deck: None,
            findings: vec![complaint.finding(&codes::YAML)],
        }
    }
}

/// Parses the only document of a file.
fn parse_root(text: &str) -> Document {
    match find_directive(text) {
        Some(span) => Err(Fault::new(
            span,
            "YAML directives are not read in a deck file.",
        )),
        None => yaml::read_one(text, "A deck file", yaml::read_without_anchors),
    }
}

/// Finds a YAML directive at the start of the file, after comments.
fn find_directive(text: &str) -> Option<Span> {
    let is_blank = |line: &str| matches!(line.trim_start().as_bytes(), [] | [b'#', ..]);
    let (start, first) = lines_with_starts(text).find(|(_, line)| !is_blank(line))?;
    first
        .starts_with('%')
        .then(|| Span::new(start, start + first.trim_end().len()))
}

/// A mistake at a place in the file.
struct Complaint {
    range: Range<usize>,
    message: String,
    help: Option<String>,
}

impl Complaint {
    fn new(range: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            range,
            message: message.into(),
            help: None,
        }
    }

    fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    fn finding(self, code: Code) -> Finding {
        let finding = Finding::new(
            code,
            Span::new(self.range.start, self.range.end),
            self.message,
        );
        Finding {
            help: self.help.map(Printable::from),
            ..finding
        }
    }
}

#[cfg(test)]
mod tests;
