//! Bytes to a record: pest yields flat tokens, the tree of variations is built here.

mod braces;
mod comments;
mod guess;
mod movetext;
mod tags;
mod unusual;

use pest::Parser;
use pest::iterators::Pair;

use super::record::{Item, Line, Record};
use super::unread::Unread;
use super::{Grammar, Rule};
use crate::findings::{Finding, code};
use crate::text::{MAX_FINDINGS, MAX_RECORD_BYTES, RawRecord, SourceText, Span};
pub(crate) use braces::braces_in;
pub use guess::{EncodingGuess, guess_encodings_by};
use unusual::{Met, Unusual};

/// What stands in a text for a byte that is no UTF-8.
const NOT_UTF8: u8 = 0x1A;

impl Record {
    /// Reads one record. Any bytes at all yield a record; what is wrong is in its findings.
    pub fn parse(raw: RawRecord) -> Self {
        Unread::new(raw).read().0
    }

    /// The same by the grammar alone, which says what a record is.
    #[doc(hidden)]
    pub fn parse_by_grammar(raw: RawRecord) -> Self {
        Unread::new(raw).read_by_grammar()
    }

    /// Whether it is read without the grammar.
    #[doc(hidden)]
    pub fn is_plain(raw: RawRecord) -> bool {
        Unread::new(raw).read().1
    }

    /// Reads a record of which nothing is read, by the grammar.
    pub(super) fn build(self, dropped: u64) -> Self {
        if dropped > 0 { self.too_long(dropped) } else { Builder::new(self).build() }
    }

    /// A record of which nothing but the encoding is looked at, and how many of its bytes were too many.
    pub(super) fn unread(raw: RawRecord) -> (Self, u64) {
        let raw = raw.capped();
        let mut findings: Vec<_> = report_filler(&raw.bytes).into_iter().collect();
        let text = decode(raw.bytes, &mut findings);
        let record = Self {
            source: SourceText::new(text, raw.offset, raw.line).with_margins(raw.margins).with_claim(raw.claim),
            tags: Vec::new(),
            malformed_tags: Vec::new(),
            moves: Line::default(),
            result: None,
            result_unclear: false,
            closing: Vec::new(),
            findings,
            findings_dropped: 0,
        };
        (record, raw.dropped)
    }

    /// Reads the first record of a text.
    pub fn parse_str(text: &str) -> Self {
        Self::parse(first_record(text))
    }

    fn too_long(mut self, dropped: u64) -> Self {
        let size = MAX_RECORD_BYTES as u64 + dropped;
        let end = self.source.text().len();
        let message = format!("This record has {size} bytes; {MAX_RECORD_BYTES} are the most that is read.");
        let finding = Finding::new(&code::RECORD_SIZE, Span::new(end, end), message)
            .with_help("A record begins at a line that begins with `[Game \"`: is one missing?");
        self.findings.push(finding);
        self
    }
}

/// The first record of a text.
pub(crate) fn first_record(text: &str) -> RawRecord {
    let mut records = crate::text::split_text(text.as_bytes()).into_iter();
    records.find(|raw| !raw.preamble).unwrap_or(RawRecord { line: 1, ..RawRecord::default() })
}

/// What DOS and careless programs write after the end of a text, and the blanks before it.
fn filler_at_end(bytes: &[u8]) -> &[u8] {
    let is_filler = |byte: &u8| byte.is_ascii_whitespace() || matches!(*byte, 0 | NOT_UTF8);
    let end = bytes.iter().rposition(|byte| !is_filler(byte)).map_or(bytes.len(), |last| last + 1);
    &bytes[end..]
}

/// Says that the filler at the end of a text is read as blanks.
fn report_filler(bytes: &[u8]) -> Option<Finding> {
    let filler = filler_at_end(bytes);
    let at = filler.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let first = bytes.len() - filler.len() + at;
    let message = format!("The character U+{:04X} at the end is read as a blank.", filler[at]);
    let finding = Finding::new(&code::UNUSUAL, Span::new(first, first + 1), message);
    Some(finding.with_help("`pipscribe fmt` leaves it out."))
}

/// UTF-8, where every byte that is none is put as U+001A, so that offsets stay those of the file. One finding says so.
fn decode(bytes: Vec<u8>, findings: &mut Vec<Finding>) -> String {
    let mut bytes = match String::from_utf8(bytes) {
        Ok(text) => return text,
        Err(error) => error.into_bytes(),
    };
    let looks = guess::encoding_of(&bytes);
    let mut strays = 0_usize;
    let mut first = Span::default();
    let mut from = 0;
    while let Err(error) = std::str::from_utf8(&bytes[from..]) {
        let start = from + error.valid_up_to();
        let end = error.error_len().map_or(bytes.len(), |length| start + length);
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
    findings.push(finding.with_help(match looks {
        Some(name) => {
            format!("The record looks like {name}: save the file as UTF-8, or `iconv -f {name} -t UTF-8 FILE > NEW`.")
        }
        None => "Save the file as UTF-8.".to_owned(),
    }));
    String::from_utf8(bytes).unwrap_or_default()
}

/// A line that is being read.
struct OpenLine {
    line: Line,
    /// Which line of the record it is.
    ordinal: u32,
    /// The parenthesis that opened it.
    open: Span,
    /// A number whose turn has not come yet.
    number: Option<(u64, Span)>,
    /// By how much the numbers that are written are ahead of those that are counted.
    ahead: i128,
    /// How many variations its last turn has so far.
    variations: u32,
    /// It replaces no turn, so it is checked and dropped.
    orphan: bool,
    first_number: u32,
}

impl OpenLine {
    fn new(open: Span, path: Vec<u32>, ordinal: u32, first_number: u32, orphan: bool) -> Self {
        let line = Line { path, ..Line::default() };
        Self { line, ordinal, open, number: None, ahead: 0, variations: 0, orphan, first_number }
    }

    fn items(&mut self) -> &mut Vec<Item> {
        match self.line.turns.last_mut() {
            Some(turn) => &mut turn.after,
            None => &mut self.line.opening,
        }
    }

    fn last_number(&self) -> u32 {
        self.line.turns.last().map_or(self.first_number - 1, |turn| turn.number)
    }

    fn next_number(&self) -> u32 {
        let Some(last) = self.line.turns.last() else { return self.first_number };
        last.number.saturating_add(u32::from(!last.expects_refusal()))
    }
}

struct Builder {
    record: Record,
    frames: Vec<OpenLine>,
    /// How many lines have begun.
    lines: u32,
    hashes: Vec<Span>,
    /// Parentheses that are open beyond the depth that is read.
    too_deep: usize,
    movetext_begun: bool,
    result_seen: bool,
    /// The finding on what stands after the result.
    behind_result: Option<usize>,
    /// The numbers are those of rounds, as in PGN, and that was said.
    numbers_rounds: bool,
    /// What is read as it was meant.
    met: Vec<Met>,
}

impl Builder {
    fn new(record: Record) -> Self {
        Self {
            record,
            frames: vec![OpenLine::new(Span::default(), Vec::new(), 0, 1, false)],
            lines: 1,
            hashes: Vec::new(),
            too_deep: 0,
            movetext_begun: false,
            result_seen: false,
            behind_result: None,
            numbers_rounds: false,
            met: Vec::new(),
        }
    }

    fn build(mut self) -> Record {
        let source = self.record.source.clone();
        let mut text = source.text();
        if self.record.findings.iter().any(|finding| finding.code == &code::UNUSUAL) {
            text = &text[..text.len() - filler_at_end(text.as_bytes()).len()];
        }
        match Grammar::parse(Rule::record, text) {
            Ok(pairs) => {
                for pair in pairs {
                    self.token(text, pair);
                }
            }
            // The grammar is total; only the parser's own guards can refuse.
            Err(error) => {
                let span = Span::new(0, text.len());
                self.report(Finding::new(&code::RECORD_SIZE, span, format!("This text cannot be read: {error}")));
            }
        }
        while self.frames.len() > 1 {
            let open = self.frames.last().map_or(Span::default(), |frame| frame.open);
            self.close_variation(Span::new(text.len(), text.len()));
            // The parenthesis stands in the line that the variation departs from.
            self.report_here(
                Finding::new(&code::UNCLOSED_VARIATION, open, "This variation is never closed.")
                    .with_help("Write `)` behind its last turn."),
            );
        }
        if let Some(frame) = self.frames.pop() {
            self.dangling_number(frame.number, frame.last_number(), &frame.line.path);
            self.record.moves = frame.line;
        }
        self.record.closing.extend(self.hashes.drain(..).map(Item::Hash));
        self.report_unusual(text);
        self.record.findings.sort_by_key(|finding| finding.span.start);
        self.record
    }

    fn report(&mut self, finding: Finding) {
        if self.record.findings.len() < MAX_FINDINGS {
            self.record.findings.push(finding);
        } else {
            self.record.findings_dropped += 1;
        }
    }

    /// Reports something that stands after the last turn of the line that is open.
    fn report_here(&mut self, finding: Finding) {
        let finding = match self.frames.last() {
            Some(frame) => finding.at(frame.last_number(), &frame.line.path),
            None => finding,
        };
        self.report(finding);
    }

    fn token(&mut self, text: &str, pair: Pair<'_, Rule>) {
        let span = Span::from(pair.as_span());
        let rule = pair.as_rule();
        if self.too_deep > 0 {
            match rule {
                Rule::variation_open => self.too_deep += 1,
                Rule::variation_close => self.too_deep -= 1,
                _ => {}
            }
            return;
        }
        match rule {
            Rule::EOI => {}
            Rule::odd_blank => self.unusual(Unusual::Blank, span, self.next_turn()),
            Rule::hash_comment => self.hash(span),
            Rule::comment => self.comment(text, pair),
            Rule::tag | Rule::tag_open_string | Rule::tag_malformed => self.tag(text, pair),
            _ if self.result_seen => self.behind_result(span),
            _ => {
                self.movetext_begun = true;
                self.movetext(text, rule, span, pair);
            }
        }
    }

    /// The number of the turn that would come next.
    fn next_turn(&self) -> u32 {
        match self.frames.last() {
            Some(frame) if self.movetext_begun => frame.next_number(),
            _ => 0,
        }
    }

    fn movetext(&mut self, text: &str, rule: Rule, span: Span, pair: Pair<'_, Rule>) {
        match rule {
            Rule::variation_open => self.open_variation(span),
            Rule::variation_close if self.frames.len() > 1 => self.close_variation(span),
            Rule::variation_close | Rule::stray_close => {
                let message = format!("This `{}` closes nothing.", span.of(text));
                self.report_here(Finding::new(&code::STRAY_CLOSE, span, message));
            }
            Rule::count_in_parentheses => self.count(text, span, pair),
            Rule::number_in_list => self.number_in_list(text, span, pair),
            Rule::odd_resignation => self.odd_resignation(text, span, pair),
            Rule::glyph => self.glyph(text, span),
            Rule::glyph_malformed => self.bad_token(span, "This is no glyph.", "A glyph is `$0` to `$255`."),
            Rule::lone_suffix => {
                self.bad_token(span, "This glyph belongs to no turn.", "Write it right behind its turn: `b3!`.");
            }
            Rule::number => self.number(text, span),
            Rule::number_of_round => {
                self.bad_token(
                    span,
                    "This is numbering by rounds, as in PGN.",
                    "Every turn of every seat has its own number here: `17.`, then `18.`",
                );
                let digits = Span::new(span.start as usize, span.start as usize);
                self.set_number(None, digits);
            }
            Rule::result => self.result(text, span),
            Rule::result_mistake => self.result_mistake(text, span),
            Rule::turn => self.turn(text, span, pair),
            _ => self.add_turn(text, span, None, true),
        }
    }

    fn bad_token(&mut self, span: Span, message: &str, help: &str) {
        self.report_here(Finding::new(&code::TOKEN, span, message).with_help(help));
    }

    // ---- comments

    /// Where a comment or a `#` comment belongs now.
    fn items(&mut self) -> &mut Vec<Item> {
        if self.result_seen {
            return &mut self.record.closing;
        }
        match self.frames.last_mut() {
            Some(frame) => frame.items(),
            None => &mut self.record.closing,
        }
    }

    fn hash(&mut self, span: Span) {
        if self.movetext_begun {
            self.items().push(Item::Hash(span));
        } else {
            self.hashes.push(span);
        }
    }

    /// `#` comments that turned out to stand before the movetext, not before a tag.
    fn flush_hashes(&mut self) {
        let hashes = std::mem::take(&mut self.hashes);
        self.items().extend(hashes.into_iter().map(Item::Hash));
    }

    /// Reports a string that takes in the rest of its line; `close` is what ends it where nothing of what follows does.
    fn unclosed_string(&mut self, text: &str, span: Span, close: &str) {
        let place = match span.of(text).contains(']') {
            true => "`\"` before its `]`".to_owned(),
            false => format!("`{close}` behind it"),
        };
        self.report_here(
            Finding::new(&code::UNCLOSED_STRING, span, "This string does not end on its line.")
                .with_help(format!("Write {place}. A `\"` in its text is written `\\\"`.")),
        );
    }
}

/// Nothing but a byte order mark stands before it on its line.
fn at_line_start(text: &str, span: Span) -> bool {
    let before = text.get(..span.start as usize).unwrap_or_default();
    let before = before.strip_suffix('\u{FEFF}').unwrap_or(before);
    before.is_empty() || before.ends_with('\n')
}
