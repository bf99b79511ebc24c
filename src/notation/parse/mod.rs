//! Parser: turns the tokens of a record into events of its movetext and findings on its text.

mod binary;
mod braces;
mod comments;
mod encoding_guess;
mod movetext;
mod not_tags;
mod tags;
mod unusual;

use std::ops::ControlFlow;

use super::Rule;
use super::lexer::{Lexer, PlainToken, Token};
use super::record::{Comment, Item, Line, Record};
use super::tree::Tree;
use super::visitor::{MovetextVisitor, TurnEvent};
use crate::findings::{Finding, Hint, code, sort_by_place};
use crate::text::{MAX_FINDINGS, MAX_RECORD_BYTES, RawRecord, SourceText, Span};
pub(crate) use braces::braces_in;
pub use encoding_guess::guess_encodings_by;
use unusual::{Occurrences, Unusual};

/// The number of tags for which memory is reserved in advance.
const USUAL_TAGS: usize = 8;

/// Replacement in the text for a byte that is not valid UTF-8.
const NOT_UTF8: u8 = 0x1A;

/// The decoded text of a record that has not been parsed yet.
#[derive(Debug)]
pub(crate) struct UnparsedRecord {
    source: SourceText,
    /// Findings on the encoding.
    findings: Vec<Finding>,
    /// The number of bytes beyond the limit, which were dropped.
    dropped: u64,
    /// True if the bytes are not text.
    is_binary: bool,
}

impl UnparsedRecord {
    /// Decodes a record.
    pub(crate) fn new(raw: RawRecord) -> Self {
        let raw = raw.capped();
        let is_binary = binary::is_binary(&raw.bytes);
        let mut findings: Vec<_> = report_filler(&raw.bytes).into_iter().collect();
        let text = decode(raw.bytes, &mut findings);
        if is_binary {
            findings = vec![binary::finding(&text)];
        }
        let source = SourceText::new(text, raw.offset, raw.line)
            .with_margins(raw.margins)
            .with_claim(raw.claim);
        Self {
            source,
            findings,
            dropped: raw.dropped,
            is_binary,
        }
    }

    pub(crate) fn source(&self) -> &SourceText {
        &self.source
    }

    /// Returns a parser of the record; `None` if it is too long or not text.
    pub(crate) fn parser(&self) -> Option<RecordParser<'_>> {
        (self.dropped == 0 && !self.is_binary)
            .then(|| RecordParser::new(self.source.text(), self.findings.clone()))
    }

    /// Adds the text to a record that a parser of it has read.
    pub(crate) fn into_record(self, parsed: Record) -> Record {
        Record {
            source: self.source,
            ..parsed
        }
    }

    /// Parses the record.
    pub(crate) fn parse(self) -> Record {
        match self.parser() {
            Some(parser) => {
                let parsed = parser.into_record();
                self.into_record(parsed)
            }
            None if self.is_binary => Record {
                source: self.source,
                findings: self.findings,
                ..Record::unread()
            },
            None => self.too_long(),
        }
    }

    fn too_long(self) -> Record {
        let size = MAX_RECORD_BYTES as u64 + self.dropped;
        let end = self.source.text().len();
        let message = format!("This record has {size} bytes; the limit is {MAX_RECORD_BYTES}.");
        let finding = Finding::new(&code::RECORD_SIZE, Span::new(end, end), message)
            .with_help("A record begins at a line that starts with `[Game \"`: is one missing?");
        let findings = self.findings.into_iter().chain([finding]).collect();
        Record {
            source: self.source,
            findings,
            ..Record::unread()
        }
    }
}

impl Record {
    /// Parses one record. Accepts any bytes; errors are reported in its findings.
    pub fn parse(raw: RawRecord) -> Self {
        UnparsedRecord::new(raw).parse()
    }

    /// Parses the first record of a text.
    pub fn parse_str(text: &str) -> Self {
        Self::parse(first_record(text))
    }

    /// Parses only the tags of a record.
    pub fn parse_tags(raw: RawRecord) -> Self {
        let unparsed = UnparsedRecord::new(raw);
        let Some(mut parser) = unparsed.parser() else {
            return unparsed.parse();
        };
        parser.read_tags();
        let parsed = parser.record;
        unparsed.into_record(parsed)
    }

    /// Parses the movetext of a record whose tags were parsed.
    pub(crate) fn with_movetext(&self) -> Self {
        let parsed = RecordParser::new(self.source.text(), Vec::new()).into_record();
        Self {
            source: self.source.clone(),
            ..parsed
        }
    }

    /// Returns a record whose text was not parsed.
    fn unread() -> Self {
        Self {
            is_unread: true,
            ..Self::empty()
        }
    }

    /// Returns an empty record.
    fn empty() -> Self {
        Self {
            source: SourceText::new(String::new(), 0, 1),
            tags: Vec::new(),
            malformed_tags: Vec::new(),
            moves: Line::default(),
            result: None,
            result_unclear: false,
            closing: Vec::new(),
            findings: Vec::new(),
            findings_dropped: 0,
            is_unread: false,
            last_number: None,
            wrapped: Vec::new(),
        }
    }
}

/// Returns the first record of a text.
pub(crate) fn first_record(text: &str) -> RawRecord {
    let mut records = crate::notation::split_text(text.as_bytes()).into_iter();
    records.find(RawRecord::is_record).unwrap_or(RawRecord {
        line: 1,
        ..RawRecord::default()
    })
}

/// Returns the filler at the end of a text: NUL and U+001A bytes, as DOS and careless programs
/// write, and white space.
fn filler_at_end(bytes: &[u8]) -> &[u8] {
    let is_filler = |byte: &u8| byte.is_ascii_whitespace() || matches!(*byte, 0 | NOT_UTF8);
    let end = bytes
        .iter()
        .rposition(|byte| !is_filler(byte))
        .map_or(bytes.len(), |last| last + 1);
    &bytes[end..]
}

/// Reports that the filler at the end of a text is read as white space.
fn report_filler(bytes: &[u8]) -> Option<Finding> {
    let filler = filler_at_end(bytes);
    let index = filler.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let first = bytes.len() - filler.len() + index;
    let message = format!(
        "The character U+{:04X} at the end is read as a space.",
        filler[index]
    );
    let finding = Finding::new(&code::UNUSUAL, Span::new(first, first + 1), message);
    Some(finding.with_hint(Hint::DropCharacters))
}

/// Decodes UTF-8. Invalid bytes become U+001A, so that offsets refer to the file. They are reported
/// in one finding.
fn decode(bytes: Vec<u8>, findings: &mut Vec<Finding>) -> String {
    let mut bytes = match String::from_utf8(bytes) {
        Ok(text) => return text,
        Err(error) => error.into_bytes(),
    };
    let likely_encoding = encoding_guess::guess_encoding(&bytes);
    let mut strays = 0_usize;
    let mut first = Span::default();
    let mut from = 0;
    while let Err(error) = std::str::from_utf8(&bytes[from..]) {
        let start = from + error.valid_up_to();
        let end = error
            .error_len()
            .map_or(bytes.len(), |length| start + length);
        bytes[start..end].fill(NOT_UTF8);
        match strays {
            0 => first = Span::new(start, end),
            _ if first.end as usize == start => first.end = u32::try_from(end).unwrap_or(u32::MAX),
            _ => {}
        }
        strays += end - start;
        from = end;
    }
    let others = strays - first.len();
    let more = match others {
        0 => String::new(),
        1 => ", and one byte more".to_owned(),
        _ => format!(", and {others} bytes more"),
    };
    let finding = Finding::new(&code::ENCODING, first, format!("This is not UTF-8{more}."));
    findings.push(finding.with_help(match likely_encoding {
        Some(name) => {
            format!("The record looks like {name}: save the file as UTF-8, or `iconv -f {name} -t UTF-8 FILE > NEW`.")
        }
        None => "Save the file as UTF-8.".to_owned(),
    }));
    String::from_utf8(bytes).unwrap_or_default()
}

/// A line that is being parsed.
struct OpenLine {
    /// The path: empty for the main line.
    path: Vec<u32>,
    /// The parenthesis that opened it.
    open: Span,
    /// A number whose turn has not been read yet.
    number: Option<(u64, Span)>,
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
    /// True if its last turn has a written number; `None` before the first turn.
    is_last_numbered: Option<bool>,
    /// False for a variation before the first turn of its line.
    replaces_turn: bool,
    /// True if the line, or an enclosing line, replaces no turn. It is checked but not passed to
    /// the visitor.
    is_orphan: bool,
}

impl OpenLine {
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
            is_last_numbered: None,
            replaces_turn: true,
            is_orphan: false,
        }
    }

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
        let mut tree = Tree::with_room_for(self.text.len());
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
        let mut before_token = self.lexer.clone();
        let mut token = Token::default();
        while self.lexer.read(&mut token) {
            match token.rule {
                Rule::tag | Rule::tag_open_string | Rule::tag_malformed => self.read_tag(&token),
                Rule::hash_comment => self.line_comments.push(token.span),
                Rule::odd_blank => self.note_unusual(Unusual::Blank, token.span, 0),
                _ => {
                    self.lexer = before_token;
                    return;
                }
            }
            before_token = self.lexer.clone();
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
                PlainToken::Number(value, span) => self.set_number(Some((value, span))),
                PlainToken::Turn(span) => self.add_turn(TurnEvent::written(span), visitor)?,
            }
        }
        ControlFlow::Continue(())
    }

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
        let shown = match &self.pending {
            Some(turn) if !self.line.is_orphan => visitor.turn(turn),
            _ => ControlFlow::Continue(()),
        };
        self.pending = None;
        shown
    }

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
            _ => return self.add_turn(TurnEvent::malformed(span), visitor),
        }
        ControlFlow::Continue(())
    }

    fn report_bad_token(&mut self, span: Span, message: &str, help: &str) {
        self.report_here(Finding::new(&code::TOKEN, span, message).with_help(help));
    }

    // ---- comments

    /// Passes a comment to the visitor, or keeps it if it comes after the result.
    fn show_comment<V: MovetextVisitor>(
        &mut self,
        comment: Comment,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        if self.result_seen {
            self.record.closing.push(Item::Comment(comment));
            return ControlFlow::Continue(());
        }
        self.show_pending(visitor)?;
        self.line.expects_refusal |= comment.expects_refusal();
        if self.line.is_orphan {
            ControlFlow::Continue(())
        } else {
            visitor.comment(comment)
        }
    }

    fn read_line_comment<V: MovetextVisitor>(
        &mut self,
        span: Span,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        if !self.movetext_begun {
            self.line_comments.push(span);
            return ControlFlow::Continue(());
        }
        self.show_line_comment(span, visitor)
    }

    fn show_line_comment<V: MovetextVisitor>(
        &mut self,
        span: Span,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        if self.result_seen {
            self.record.closing.push(Item::Hash(span));
            return ControlFlow::Continue(());
        }
        self.show_pending(visitor)?;
        if self.line.is_orphan {
            ControlFlow::Continue(())
        } else {
            visitor.line_comment(span)
        }
    }

    /// Passes on the line comments that turned out to come before the movetext, and not before a
    /// tag.
    fn flush_line_comments<V: MovetextVisitor>(&mut self, visitor: &mut V) -> ControlFlow<()> {
        if self.line_comments.is_empty() {
            return ControlFlow::Continue(());
        }
        let mut comments = std::mem::take(&mut self.line_comments).into_iter();
        comments.try_for_each(|span| self.show_line_comment(span, visitor))
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
