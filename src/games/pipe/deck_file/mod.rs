//! Deck files: YAML with a finding and its span for every mistake (V2.7).
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
//! A file is at most [`MAX_DECK_BYTES`] long, and neither anchors nor tags nor directives of YAML
//! are read.

mod shape;

use std::ops::Range;

use super::deck::Deck;
use super::deck_codes as codes;
use crate::findings::{Code, Finding};
use crate::text::tree::{Document, Fault, yaml};
use crate::text::{Printable, SourceText, Span, utf8_or_marks};

/// The largest deck file that is read, in bytes: some thousand cards.
pub const MAX_DECK_BYTES: usize = 128 << 10;

/// The most findings that are listed for one deck file.
const MAX_DECK_FINDINGS: usize = 50;

/// A deck file that was read.
#[derive(Clone, Debug)]
pub struct DeckFile {
    /// Its text.
    pub source: SourceText,
    /// The deck's name, where the file says one that can be.
    pub name: Option<String>,
    /// The deck; `None` where the file has a mistake.
    pub deck: Option<Deck>,
    /// What is wrong with it, in the order of the text.
    pub findings: Vec<Finding>,
}

impl DeckFile {
    /// Reads a deck file.
    pub fn read(bytes: &[u8]) -> Self {
        if bytes.len() > MAX_DECK_BYTES {
            let message = format!("This file has more than {MAX_DECK_BYTES} bytes, which are the most that is read.");
            return Self::refused(SourceText::new(String::new(), 0, 1), Complaint::new(0..0, message));
        }
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text.strip_prefix('\u{FEFF}').unwrap_or(text),
            Err(error) => {
                let at = error.valid_up_to();
                let complaint = Complaint::new(at..at + 1, "A deck file is UTF-8; this byte is none.");
                return Self::refused(SourceText::new(utf8_or_marks(bytes).into_owned(), 0, 1), complaint);
            }
        };
        let source = SourceText::new(text.to_owned(), (bytes.len() - text.len()) as u64, 1);
        let root = match root(text) {
            Ok(root) => root,
            Err(Fault { span, message, help }) => {
                return Self::refused(
                    source,
                    Complaint { range: span.range(), message, help: help.map(str::to_owned) },
                );
            }
        };
        let mut reader = shape::ShapeReader::new(text);
        let deck = reader.deck(&root);
        let mut file = Self { name: reader.name.take(), findings: reader.finish(), deck: None, source };
        file.deck = deck.filter(|_| file.findings.is_empty());
        file
    }

    /// A file of which nothing but one mistake is known.
    fn refused(source: SourceText, complaint: Complaint) -> Self {
        Self { source, name: None, deck: None, findings: vec![complaint.finding(&codes::YAML)] }
    }
}

/// The only document of a file.
fn root(text: &str) -> Document {
    match directive(text) {
        Some(span) => {
            Err(Fault { span, message: "YAML directives are not read in a deck file.".to_owned(), help: None })
        }
        None => yaml::read_one(text, "A deck file", yaml::read_without_anchors),
    }
}

/// The directive of YAML that a file begins with, comments aside.
fn directive(text: &str) -> Option<Span> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim();
        if line.starts_with('%') {
            return Some(Span::new(start, start + line.trim_end().len()));
        }
        if !(words.is_empty() || words.starts_with('#')) {
            return None;
        }
        start += line.len();
    }
    None
}

/// Something that is wrong at a place of the file.
struct Complaint {
    range: Range<usize>,
    message: String,
    help: Option<String>,
}

impl Complaint {
    fn new(range: Range<usize>, message: impl Into<String>) -> Self {
        Self { range, message: message.into(), help: None }
    }

    fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    fn finding(self, code: Code) -> Finding {
        let finding = Finding::new(code, Span::new(self.range.start, self.range.end), self.message);
        Finding { help: self.help.map(Printable::from), ..finding }
    }
}

#[cfg(test)]
mod tests;
