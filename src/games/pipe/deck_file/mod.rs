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

mod guard;
mod shape;

pub use guard::MAX_DECK_BYTES;

use std::ops::Range;

use super::deck::Deck;
use super::deck_codes as codes;
use crate::findings::{Code, Finding};
use crate::text::tree::{Fault, Node, Value, yaml};
use crate::text::{Printable, SourceText, Span};

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
            return Self::refused(String::new(), Complaint::new(0..0, message));
        }
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text.strip_prefix('\u{FEFF}').unwrap_or(text),
            Err(error) => {
                let at = error.valid_up_to();
                let complaint = Complaint::new(at..at + 1, "A deck file is UTF-8; this byte is none.");
                return Self::refused(readable(bytes), complaint);
            }
        };
        if let Some(complaint) = guard::refuse(text) {
            return Self::refused(text.to_owned(), complaint);
        }
        let root = match root(text) {
            Ok(root) => root,
            Err(fault) => {
                let at = fault.span.start as usize;
                return Self::refused(text.to_owned(), Complaint::new(at..token_end(text, at), fault.message));
            }
        };
        let mut reader = shape::Reader::new(text);
        let deck = reader.deck(&root);
        let mut file =
            Self { name: reader.name.take(), findings: reader.finish(), deck: None, source: source(text.to_owned()) };
        file.deck = deck.filter(|_| file.findings.is_empty());
        file
    }

    /// A file of which nothing but one mistake is known.
    fn refused(text: String, complaint: Complaint) -> Self {
        Self { source: source(text), name: None, deck: None, findings: vec![complaint.finding(&codes::YAML)] }
    }
}

/// The only document of a file.
fn root(text: &str) -> Result<Node, Fault> {
    let mut documents = yaml::read(text).into_iter();
    let nothing = || Ok(Node { span: Span::default(), value: Value::Other("nothing") });
    let root = documents.next().unwrap_or_else(nothing)?;
    match documents.next() {
        None => Ok(root),
        Some(Err(fault)) => Err(fault),
        Some(Ok(second)) => {
            let message = "A deck file holds one document; this begins another.".to_owned();
            Err(Fault { span: second.span, message, help: None })
        }
    }
}

/// The file's text, where every byte that is no UTF-8 stands as U+001A, so that spans fit it.
fn readable(bytes: &[u8]) -> String {
    let chunks = bytes.utf8_chunks();
    chunks.flat_map(|chunk| chunk.valid().chars().chain(chunk.invalid().iter().map(|_| '\u{1A}'))).collect()
}

fn source(text: String) -> SourceText {
    SourceText::new(text, 0, 1)
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

/// How much of a long line is pointed at, in characters.
const LONGEST_TOKEN: usize = 60;

/// Where the text ends that begins at a byte: a quoted one with its quote, else at the end of its
/// line, if that is near.
fn token_end(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let line = rest.lines().next().unwrap_or_default();
    let quoted = rest.chars().next().filter(|first| matches!(first, '"' | '\''));
    let line = line.char_indices().nth(LONGEST_TOKEN).map_or(line, |(end, _)| &line[..end]);
    let length = match quoted.and_then(|quote| line[1..].find(quote)) {
        Some(inner) => inner + 2,
        None => line.find(" #").map_or(line, |comment| &line[..comment]).trim_end().len(),
    };
    at + length
}

#[cfg(test)]
mod tests;
