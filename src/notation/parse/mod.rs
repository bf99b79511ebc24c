//! Parser: turns the tokens of a record into events of its movetext and findings on its text.
//!
//! [`RecordParser`] reads the tags first ([`RecordParser::read_tags`]), and then one token of the
//! movetext after the other ([`RecordParser::read_movetext`]). Turns, variations and results are
//! read in `movetext.rs`, their numbers in `turn_numbers.rs`, comments in `comments.rs`, tags in
//! `tags.rs`. Mistakes are reported, and read as well as possible. The events go to a
//! [`MovetextVisitor`].

mod binary;
mod braces;
mod comments;
mod cut_turns;
mod encoding_guess;
mod movetext;
mod not_tags;
mod tags;
mod turn_numbers;
mod unparsed_record;
mod unusual;

use std::ops::ControlFlow;

use super::Rule;
use super::lexer::{Lexer, PlainToken, Token};
use super::record::{Item, Record};
use super::tree::Tree;
use super::visitor::{MovetextVisitor, TurnEvent, TurnForm, WrittenTurn};
use crate::findings::{Finding, code, sort_by_place};
use crate::text::{MAX_FINDINGS, Span};
pub(crate) use braces::braces_in;
pub use encoding_guess::guess_encodings_by;
use turn_numbers::{TurnBefore, WrittenNumber};
use unparsed_record::filler_at_end;
pub(crate) use unparsed_record::{UnparsedRecord, first_record};
use unusual::{Occurrences, Unusual};

/// The number of tags for which memory is reserved in advance.
const USUAL_TAGS: usize = 8;

/// A line that is being parsed.
struct OpenLine {
    /// The path: empty for the main line.
    path: Vec<u32>,
    /// The parenthesis that opened it.
    open: Span,
    /// A number whose turn has not been read yet.
    number: Option<WrittenNumber>,
    /// True if a bracket after that number was reported: it may be in the place of the turn.
    is_number_explained: bool,
    /// The difference between written and counted numbers.
    ahead: i128,
    /// The number of variations of its last turn so far.
    variations: u32,
    /// The number of its last turn; before the first turn, the number of the turn before the line.
    last_number: u32,
    /// The number of its turns so far.
    turns: u32,
    /// True if a comment expects its last turn to be illegal: that turn has no separate number.
    expects_refusal: bool,
    /// What precedes its next turn.
    turn_before: TurnBefore,
    /// False for a variation before the first turn of its line.
    replaces_turn: bool,
    /// True if the line, or an enclosing line, replaces no turn. It is checked but not passed to
    /// the visitor.
    is_orphan: bool,
}

impl OpenLine {
    /// Returns the main line before its first turn.
    fn main() -> Self {
        Self {
            path: Vec::new(),
            open: Span::default(),
            number: None,
            is_number_explained: false,
            ahead: 0,
            variations: 0,
            last_number: 0,
            turns: 0,
            expects_refusal: false,
            turn_before: TurnBefore::None,
            replaces_turn: true,
            is_orphan: false,
        }
    }

    /// Returns the number that the next turn of the line should have.
    #[inline]
    fn next_number(&self) -> u32 {
        self.last_number
            .saturating_add(u32::from(self.turns == 0 || !self.expects_refusal))
    }
}

/// Parser of the tokens of a record. Tags, the result and findings on the text go to
/// [`RecordParser::record`]; the movetext becomes events for a [`MovetextVisitor`].
pub(crate) struct RecordParser<'t> {
    text: &'t str,
    lexer: Lexer<'t>,
    /// The part of the record read so far, without text and movetext.
    pub(crate) record: Record,
    /// The line that is being parsed.
    line: OpenLine,
    /// The lines around it, the main line first.
    outer: Vec<OpenLine>,
    /// The number of lines opened so far.
    line_count: u32,
    /// The last turn. The visitor sees it once it is known that the next word is not the rest of
    /// it.
    pending: Option<TurnEvent>,
    /// Line comments before the movetext.
    line_comments: Vec<Span>,
    /// The number of open parentheses beyond the depth limit.
    too_deep: usize,
    movetext_begun: bool,
    result_seen: bool,
    /// The finding on the text after the result.
    after_result: Option<usize>,
    /// True if the numbers count rounds, as in PGN, and this was reported.
    numbers_rounds: bool,
    /// Unusual forms that can mean only one thing.
    unusual_forms: Vec<Occurrences>,
}

impl<'t> RecordParser<'t> {
    fn new(text: &'t str, findings: Vec<Finding>) -> Self {
        #[cfg(test)]
        crate::testing::counters::count(|counts| counts.parsed += 1);
        let is_filled = findings
            .iter()
            .any(|finding| finding.code == &code::UNUSUAL);
        let filler = if is_filled {
            filler_at_end(text.as_bytes()).len()
        } else {
            0
        };
        let text = text.get(..text.len() - filler).unwrap_or(text);
        Self {
            text,
            lexer: Lexer::new(text),
            record: Record {
                findings,
                tags: Vec::with_capacity(USUAL_TAGS),
                ..Record::empty()
            },
            line: OpenLine::main(),
            outer: Vec::new(),
            line_count: 1,
            pending: None,
            line_comments: Vec::new(),
            too_deep: 0,
            movetext_begun: false,
            result_seen: false,
            after_result: None,
            numbers_rounds: false,
            unusual_forms: Vec::new(),
        }
    }

    /// Parses the whole record, without setting its text.
    fn into_record(mut self) -> Record {
        let mut tree = Tree::new(self.text);
        self.read_tags();
        // The tree builder never breaks.
        let _ = self.read_movetext(&mut tree);
        Record {
            moves: tree.into_line(),
            ..self.record
        }
    }

    /// Reads up to the first token of the movetext.
    pub(crate) fn read_tags(&mut self) {
        let mut token = Token::default();
        loop {
            while let Some(tag) = self.lexer.read_plain_tag() {
                self.read_plain_tag(tag);
            }

            let before_token = self.lexer.clone();
            if !self.lexer.read(&mut token) {
                return;
            }
            match token.rule {
                Rule::tag | Rule::tag_open_string | Rule::tag_malformed => self.read_tag(&token),
                Rule::hash_comment => self.line_comments.push(token.span),
                Rule::odd_blank => self.note_unusual(Unusual::Blank, token.span, 0),
                _ if self.is_stray_after_tag(token.span) => self.report_stray_after_tag(token.span),
                _ => {
                    self.lexer = before_token;
                    return;
                }
            }
        }
    }

    /// Reads the movetext to the end of the text, after [`RecordParser::read_tags`].
    ///
    /// Stops early if the visitor breaks; then the findings are not complete.
    pub(crate) fn read_movetext<V: MovetextVisitor>(&mut self, visitor: &mut V) -> ControlFlow<()> {
        let mut token = Token::default();
        loop {
            self.read_plain_tokens(visitor)?;
            if !self.lexer.read(&mut token) {
                return self.finish(visitor);
            }
            self.read_token(&token, visitor)?;
        }
    }

    /// Reads plain numbers and turns up to the next other token. They are most of a movetext, and
    /// this short loop keeps its state in registers.
    fn read_plain_tokens<V: MovetextVisitor>(&mut self, visitor: &mut V) -> ControlFlow<()> {
        if self.too_deep > 0 || self.result_seen {
            return ControlFlow::Continue(());
        }
        while let Some(token) = self.lexer.read_plain() {
            self.movetext_begun = true;
            match token {
                PlainToken::Number(value, span) => {
                    self.set_number(Some(WrittenNumber { value, span }));
                }
                PlainToken::Turn(span) => {
                    self.add_turn(WrittenTurn::new(span, TurnForm::Token), visitor)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Closes the open variations at the end of the text, passes on what is pending, and sorts the
    /// findings.
    fn finish<V: MovetextVisitor>(&mut self, visitor: &mut V) -> ControlFlow<()> {
        let end = self.text.len();
        while !self.outer.is_empty() {
            let open = self.line.open;
            self.close_variation(Span::new(end, end), visitor)?;
            // The parenthesis belongs to the line that the variation departs from.
            self.report_here(
                Finding::new(
                    &code::UNCLOSED_VARIATION,
                    open,
                    "This variation is never closed.",
                )
                .with_help("Add `)` after its last turn."),
            );
        }
        self.show_pending(visitor)?;
        self.report_break();
        self.record
            .closing
            .extend(self.line_comments.drain(..).map(Item::Hash));
        self.report_unusual();
        sort_by_place(&mut self.record.findings);
        ControlFlow::Continue(())
    }

    /// Passes the last turn to the visitor.
    // Inlined into the loop over plain tokens.
    #[inline(always)]
    fn show_pending<V: MovetextVisitor>(&mut self, visitor: &mut V) -> ControlFlow<()> {
        match self.pending.take() {
            Some(turn) if !self.line.is_orphan => visitor.turn(turn),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Adds a finding; beyond the limit, findings are only counted.
    fn report(&mut self, finding: Finding) {
        if self.record.findings.len() < MAX_FINDINGS {
            self.record.findings.push(finding);
        } else {
            self.record.findings_dropped += 1;
        }
    }

    /// Reports something after the last turn of the current line.
    fn report_here(&mut self, finding: Finding) {
        self.report(finding.at(self.line.last_number, &self.line.path));
    }

    /// Reads a token that may be part of the tags, the movetext or the text after the result.
    fn read_token<V: MovetextVisitor>(
        &mut self,
        token: &Token,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let rule = token.rule;
        let span = token.span;
        if self.too_deep > 0 {
            match rule {
                Rule::variation_open => self.too_deep += 1,
                Rule::variation_close => self.too_deep -= 1,
                _ => {}
            }
            return ControlFlow::Continue(());
        }
        match rule {
            Rule::odd_blank => self.note_unusual(Unusual::Blank, span, self.next_turn()),
            Rule::hash_comment => return self.read_line_comment(span, visitor),
            Rule::comment => return self.read_comment(token, visitor),
            Rule::tag | Rule::tag_open_string | Rule::tag_malformed => self.read_tag(token),
            _ if self.result_seen => self.report_after_result(span),
            _ => {
                self.movetext_begun = true;
                return self.read_movetext_token(token, visitor);
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the number that the next turn would have.
    fn next_turn(&self) -> u32 {
        if self.movetext_begun {
            self.line.next_number()
        } else {
            0
        }
    }

    /// Reads a token of the movetext that is not a comment.
    fn read_movetext_token<V: MovetextVisitor>(
        &mut self,
        token: &Token,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let rule = token.rule;
        let span = token.span;
        match rule {
            Rule::variation_open => return self.open_variation(span, visitor),
            Rule::variation_close if !self.outer.is_empty() => {
                return self.close_variation(span, visitor);
            }
            Rule::variation_close | Rule::stray_close => {
                let message = format!("This `{}` closes nothing.", span.slice(self.text));
                self.report_here(Finding::new(&code::STRAY_CLOSE, span, message));
            }
            Rule::count_in_parentheses => return self.read_count(token, visitor),
            Rule::number_in_list => return self.read_number_in_list(token, visitor),
            Rule::odd_resignation => return self.read_odd_resignation(token, visitor),
            Rule::glyph => return self.read_glyph(span, visitor),
            Rule::glyph_malformed => {
                self.report_bad_token(span, "This is not a glyph.", "A glyph is `$0` to `$255`.");
            }
            Rule::lone_suffix => {
                self.report_bad_token(
                    span,
                    "This glyph belongs to no turn.",
                    "Write it directly after its turn: `b3!`.",
                );
            }
            Rule::number => self.read_number(span),
            Rule::number_of_round => {
                self.report_bad_token(
                    span,
                    "This is numbering by rounds, as in PGN.",
                    "Every turn of every seat has its own number here: `17.`, then `18.`",
                );
                self.set_number(None);
            }
            Rule::result => return self.read_result(span, None, visitor),
            Rule::result_mistake => return self.read_result_mistake(span, visitor),
            Rule::turn => return self.read_turn(token, visitor),
            _ => return self.add_turn(WrittenTurn::new(span, TurnForm::Malformed), visitor),
        }
        ControlFlow::Continue(())
    }

    fn report_bad_token(&mut self, span: Span, message: &str, help: &str) {
        self.report_here(Finding::new(&code::TOKEN, span, message).with_help(help));
    }

    /// Reports a string that includes the rest of its line. `close` ends it if nothing after it
    /// does.
    fn report_unclosed_string(&mut self, span: Span, close: &str) {
        let place = if span.slice(self.text).contains(']') {
            "`\"` before its `]`".to_owned()
        } else {
            format!("`{close}` at its end")
        };
        self.report_here(
            Finding::new(
                &code::UNCLOSED_STRING,
                span,
                "This string does not end on its line.",
            )
            .with_help(format!(
                "Write {place}. A `\"` in its text is written `\\\"`."
            )),
        );
    }
}

/// Returns true if nothing but a byte order mark comes before a span on its line.
fn at_line_start(text: &str, span: Span) -> bool {
    let before = text.get(..span.start as usize).unwrap_or_default();
    let before = before.strip_suffix('\u{FEFF}').unwrap_or(before);
    before.is_empty() || before.ends_with('\n')
}
