//! Code actions that close unclosed comments, commands, strings and variations, such as
//! `{no end in sight`, `{[%circle b3 }`, `[Event "Club` and `(2. c3`.

use lsp_types::Diagnostic;

use super::Offers;
use crate::record_comments::comments;
use pipscribe::findings::{Finding, codes::common as code};
use pipscribe::notation::{Item, Record, TurnNode, Variation};
use pipscribe::text::Span;

/// Place where an unclosed part may end.
struct Closing {
    /// Byte of the record.
    offset: usize,
    /// Text to insert there.
    text: &'static str,
}

impl Offers<'_> {
    /// Offers to close a comment, a command, a string or a variation at the first place where that
    /// works.
    pub(super) fn closing(&mut self, finding: &Finding, diagnostic: &Diagnostic) {
        for Closing { offset, text } in self.places_to_close(finding) {
            let edit = (Span::new(offset, offset), text.to_owned());
            if self.closes(finding, &edit) {
                self.quick_fix(format!("Close it with `{text}`"), &[edit], diagnostic);
                return;
            }
        }
    }

    /// Returns the places where the unclosed part may end, the most likely place first.
    fn places_to_close(&self, finding: &Finding) -> Vec<Closing> {
        let record = self.replayed.record();
        let line = UnclosedLine::new(record, finding);
        let id = finding.code.id;
        if id == code::UNCLOSED_COMMENT.id {
            return vec![line.at_end("}")];
        }
        if id == code::UNCLOSED_COMMAND.id {
            return line.places_to_close_command();
        }
        if id == code::UNCLOSED_STRING.id {
            let is_in_comment = comments(record).any(|comment| comment.span.contains(finding.span));
            return if is_in_comment {
                line.places_to_close_argument()
            } else {
                line.places_to_close_tag()
            };
        }
        if id == code::UNCLOSED_VARIATION.id {
            return places_to_close_variation(record, finding.span.start);
        }
        Vec::new()
    }
}

/// Rest of the line on which an unclosed part begins. Most such parts were meant to end on it.
struct UnclosedLine<'r> {
    /// Start of the unclosed part, as a byte of the record.
    start: usize,
    /// Text from there to the end of the line, without trailing white space.
    text: &'r str,
}

impl<'r> UnclosedLine<'r> {
    fn new(record: &'r Record, finding: &Finding) -> Self {
        let start = finding.span.start as usize;
        let rest = record.text().get(start..).unwrap_or_default();
        Self {
            start,
            text: rest.lines().next().unwrap_or_default().trim_end(),
        }
    }

    /// Closes the part at the end of the line.
    fn at_end(&self, text: &'static str) -> Closing {
        Closing {
            offset: self.start + self.text.len(),
            text,
        }
    }

    /// Closes the part before a byte of the line, if there is such a byte.
    fn before(&self, offset: Option<usize>, text: &'static str) -> Option<Closing> {
        Some(Closing {
            offset: self.start + offset?,
            text,
        })
    }

    /// Closes a command before the end of its comment, or together with the comment.
    fn places_to_close_command(&self) -> Vec<Closing> {
        let mut places = Vec::new();
        places.extend(self.before(self.text.find('}'), "]"));
        places.push(self.at_end("]}"));
        places.push(self.at_end("]"));
        places
    }

    /// Closes a string among the arguments of a command.
    fn places_to_close_argument(&self) -> Vec<Closing> {
        let mut places = Vec::new();
        places.extend(self.before(self.text.find(']'), "\""));
        places.extend(self.before(self.text.find('}'), "\"]"));
        places.push(self.at_end("\""));
        places
    }

    /// Closes the value of a tag. An unclosed tag has lost its bracket together with the end of the
    /// string.
    fn places_to_close_tag(&self) -> Vec<Closing> {
        let mut places = Vec::new();
        places.extend(self.before(self.text.rfind(']'), "\""));
        places.push(self.at_end("\"]"));
        places
    }
}

/// Closes the variation that starts at a byte: after its last turn, or at the end of the record.
fn places_to_close_variation(record: &Record, start: u32) -> Vec<Closing> {
    let last = variation_at(record, start).and_then(|variation| variation.line.turns.last());
    let mut places = Vec::new();
    places.extend(last.map(|node| Closing {
        offset: end_with_comments(record, node) as usize,
        text: ")",
    }));
    places.push(Closing {
        offset: record.source().end().end as usize,
        text: ")",
    });
    places
}

/// Returns the variation that starts at a byte.
fn variation_at(record: &Record, offset: u32) -> Option<&Variation> {
    record
        .turns()
        .flat_map(|(_, node)| node.variations())
        .find(|variation| variation.span.start == offset)
}

/// Returns the end of a turn with its comments and variations. A `#` comment extends to the end of
/// its line, so nothing can be inserted after it on that line.
fn end_with_comments(record: &Record, node: &TurnNode) -> u32 {
    let end_of_turn = record.end_of_turn(node);
    node.after
        .iter()
        .filter(|item| !matches!(item, Item::Hash(_)))
        .map(Item::end)
        .fold(end_of_turn, u32::max)
}
