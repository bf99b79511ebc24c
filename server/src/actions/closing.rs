//! Code actions that close unclosed comments, commands, strings and variations, such as
//! `{no end in sight`, `{[%circle b3 }`, `[Event "Club` and `(2. c3`.

use lsp_types::Diagnostic;

use super::Offers;
use crate::record_comments::comments;
use pipscribe::findings::{Finding, codes::common as code};
use pipscribe::fixes::closing::closing_edits;
use pipscribe::notation::Record;
use pipscribe::text::{Span, TextEdit, shorten};

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
        let edits = self.edits_that_close(finding);
        let Some(edit) = edits.into_iter().find(|edit| self.closes(finding, edit)) else {
            return;
        };
        let title = self.closing_title(finding, &edit);
        self.quick_fix(title, &[edit], diagnostic);
    }

    /// Returns the title of the action that writes a closing bracket. It names the turn before
    /// which the bracket is written.
    fn closing_title(&self, finding: &Finding, (place, close): &TextEdit) -> String {
        let record = self.replayed.record();
        // The help of a finding on a brace inside a comment says what to `Write`, so the title does
        // too.
        let is_in_help = finding.code.id == code::BRACE_IN_COMMENT.id;
        let verb = if is_in_help { "Write" } else { "Close it with" };
        if !place.is_empty() {
            let wrong = record.text_of(*place);
            return format!("{verb} `{close}` for `{wrong}`");
        }
        let rest = record.text().get(place.end as usize..).unwrap_or_default();
        let next = rest.split_whitespace().next().unwrap_or_default();
        let is_number = |word: &str| {
            let digits = word.strip_suffix('.').unwrap_or_default();
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        };
        if is_in_help || is_number(next) {
            format!("{verb} `{close}` before `{}`", shorten(next))
        } else {
            format!("{verb} `{close}`")
        }
    }

    /// Returns the edits that may close the unclosed part, the most likely one first.
    fn edits_that_close(&self, finding: &Finding) -> Vec<TextEdit> {
        let record = self.replayed.record();
        let line = UnclosedLine::new(record, finding);
        let id = finding.code.id;
        let places = if id == code::UNCLOSED_COMMAND.id {
            line.places_to_close_command()
        } else if id == code::UNCLOSED_STRING.id {
            let is_in_comment = comments(record).any(|comment| comment.span.contains(finding.span));
            if is_in_comment {
                line.places_to_close_argument()
            } else {
                line.places_to_close_tag()
            }
        } else {
            return closing_edits(record, finding, &self.request.document.context);
        };
        let edit = |place: Closing| {
            let span = Span::new(place.offset, place.offset);
            (span, place.text.to_owned())
        };
        places.into_iter().map(edit).collect()
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
