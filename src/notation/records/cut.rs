//! Decides where a record is cut from the next one, from its tokens up to a line that may begin the
//! next one. The splitter asks only if the bytes above that line do not show it.

use super::Opening;
use crate::notation::Rule;
use crate::notation::lexer::{Lexer, Token};
use crate::text::{BYTE_ORDER_MARK, Span, utf8_or_marks};

/// How far a record has got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Progress {
    /// Only tags and `#` comments so far.
    #[default]
    Tags,
    /// Movetext without a result.
    Movetext,
    /// Its result was read.
    Result,
}

/// Where a record ends and the next one begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// The end of the record: the start of the comments on the next one.
    pub(super) comments: usize,
    /// The start of the next record.
    pub(super) record: usize,
    /// True if nothing but comments comes before: the stream has no record yet.
    pub(super) is_first: bool,
}

impl Cut {
    /// Returns the cut before a record without tags or comments above its first line.
    pub(super) fn at(record: usize) -> Self {
        Self {
            comments: record,
            record,
            is_first: false,
        }
    }
}

/// The tokens of a record that have been read so far. Offsets count from the start of the record.
///
/// Each byte is read a bounded number of times, however many lines look like the start of a record.
#[derive(Clone, Debug, Default)]
pub(super) struct RecordTokens {
    /// The end of the bytes whose tokens are known.
    read_to: usize,
    /// The end of a token that was open at the place asked for last. No record begins before it.
    open_until: usize,
    progress: Progress,
    /// True if there is text before the first tag that is neither a tag nor a `#` comment.
    has_text: bool,
    /// True if one of the tags is `Game`, or was meant to be.
    has_game: bool,
    /// The end of the last token that is neither a tag nor a `#` comment.
    content_end: usize,
    /// The start of the line of the first tag after `content_end`.
    first_tag: Option<usize>,
    /// The end of the last token.
    last_end: usize,
}

impl RecordTokens {
    /// Returns the state at the start of a record that begins with an opening.
    pub(super) fn of_opening(opening: Opening) -> Self {
        Self {
            has_game: opening == Opening::Damaged,
            ..Self::default()
        }
    }

    /// Returns the end of an open comment, before which no damaged line begins a record.
    pub(super) fn open_until(&self) -> usize {
        self.open_until
    }

    /// Decides whether a record begins with the line at `place`, and with which of the tags and
    /// comments above it. `text` is everything that is known of the record and of the text after
    /// it.
    pub(super) fn find_cut(&mut self, text: &[u8], place: usize, opening: Opening) -> Option<Cut> {
        let is_outside_tokens = self.read_to_place(text, place);
        if !is_outside_tokens {
            // An unclosed comment hides no other record.
            return (opening == Opening::Exact).then_some(Cut::at(place));
        }

        match self.progress {
            Progress::Tags if !self.has_game && !self.has_text => {
                self.has_game = true;
                let record = self.first_tag.unwrap_or(place);
                let above = text.get(..record)?;
                // White space before the first record is part of it.
                let has_comments = !above
                    .strip_prefix(BYTE_ORDER_MARK)
                    .unwrap_or(above)
                    .trim_ascii()
                    .is_empty();
                let comments = start_of_last_paragraph(above);
                has_comments.then_some(Cut {
                    comments,
                    record,
                    is_first: true,
                })
            }
            // Text before the first record, such as the greeting of a mail that quotes one.
            Progress::Movetext if opening == Opening::Damaged && !self.has_game => {
                self.has_game = true;
                None
            }
            // A second tag `Game` among the tags is a mistake in this record.
            Progress::Tags if opening == Opening::Damaged && !self.is_apart(text, place) => {
                self.has_game = true;
                None
            }
            Progress::Tags | Progress::Movetext => Some(Cut::at(place)),
            Progress::Result => {
                let record = self.first_tag.unwrap_or(place);
                let between = text.get(self.content_end..record)?;
                let comments = self.content_end + start_of_comments_on_next(between);
                Some(Cut {
                    comments,
                    record,
                    is_first: false,
                })
            }
        }
    }

    /// Reads the tokens before a place. Returns false if a token goes on beyond it.
    fn read_to_place(&mut self, text: &[u8], place: usize) -> bool {
        if place < self.open_until {
            return false;
        }
        let start = self.read_to;
        let part = utf8_or_marks(text.get(start..place).unwrap_or_default());
        let mut lexer = Lexer::new(&part);
        let mut token = Token::default();
        while lexer.read(&mut token) {
            let span = Span::new(
                start + token.span.start as usize,
                start + token.span.end as usize,
            );
            if let Some(end) = end_of_open(&token, span, text, place) {
                self.read_to = span.start as usize;
                self.open_until = end;
                return false;
            }
            self.add_token(&token, span, text);
        }
        self.read_to = place;
        true
    }

    /// Adds a token to the known parts of the record.
    fn add_token(&mut self, token: &Token, span: Span, text: &[u8]) {
        let span_start = span.start as usize;
        let end = span.end as usize;
        self.last_end = end;
        let name_length = token.part(Rule::tag_name).map(Span::len);
        let is_named_game = name_length == Some(4)
            && text
                .get(span_start..end)
                .is_some_and(|tag| tag.starts_with(b"[Game"));
        match token.rule {
            Rule::hash_comment | Rule::odd_blank => return,
            // After movetext, a tag `Game` in the wrong place is one more mistake of the record.
            Rule::tag | Rule::tag_open_string | Rule::tag_malformed
                if is_tag(token) && (self.progress == Progress::Tags || !is_named_game) =>
            {
                self.has_game |= is_named_game;
                if self.first_tag.is_none() {
                    self.first_tag =
                        start_of_blank_line(text.get(..span_start).unwrap_or_default());
                }
                return;
            }
            Rule::comment | Rule::tag_malformed => {
                self.has_text |= self.progress == Progress::Tags && !self.has_game;
            }
            Rule::result | Rule::result_mistake => self.progress = Progress::Result,
            _ if self.progress == Progress::Tags => self.progress = Progress::Movetext,
            _ => {}
        }
        self.content_end = end;
        self.first_tag = None;
    }

    /// Returns true if a blank line separates a place from the last token.
    fn is_apart(&self, text: &[u8], place: usize) -> bool {
        let between = text.get(self.last_end..place).unwrap_or_default();
        line_ends(between) > 1
    }
}

/// Returns true for a tag, also if it is damaged: a name in capitals and a value. `[illegible]` and
/// `[12:30]` are not tags.
fn is_tag(token: &Token) -> bool {
    match token.part(Rule::tag_name) {
        Some(name) => token.rule != Rule::tag_malformed || token.span.end > name.end + 2,
        None => false,
    }
}

/// Returns the end of a token that goes on beyond a place: an open comment. `None` if it ends
/// before.
fn end_of_open(token: &Token, span: Span, text: &[u8], place: usize) -> Option<usize> {
    let start = span.start as usize;
    let rest = text.get(start..).unwrap_or_default();
    match token.rule {
        Rule::comment if token.part(Rule::unclosed_comment).is_some() => {
            let rest = utf8_or_marks(rest);
            let mut whole = Token::default();
            let length = if Lexer::new(&rest).read(&mut whole) {
                whole.span.end as usize
            } else {
                rest.len()
            };
            Some(start + length)
        }
        // The line of a `#` comment ends with LF, not with CR.
        Rule::hash_comment if span.end as usize == place => {
            let length = memchr::memchr(b'\n', rest).map_or(rest.len(), |line_end| line_end + 1);
            let end = start + length;
            (end > place).then_some(end)
        }
        _ => None,
    }
}

/// Returns the number of line ends: LF, CRLF or CR.
fn line_ends(text: &[u8]) -> usize {
    let mut count = 0;
    for (index, &byte) in text.iter().enumerate() {
        let is_lone_cr = byte == b'\r' && text.get(index + 1) != Some(&b'\n');
        count += usize::from(byte == b'\n' || is_lone_cr);
    }
    count
}

/// Returns the start of the last line of a text, if there is nothing on it but white space.
fn start_of_blank_line(text: &[u8]) -> Option<usize> {
    let start = memchr::memrchr2(b'\n', b'\r', text).map_or(0, |line_end| line_end + 1);
    let line = text.get(start..)?;
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    line.trim_ascii().is_empty().then_some(start)
}

/// Returns the start of the comments on the next record in the text between the end of a record and
/// the next one: those after the first blank line. The first line of the text is the rest of the
/// one on which the record ends.
fn start_of_comments_on_next(text: &[u8]) -> usize {
    let mut start = 0;
    let mut is_apart = false;
    for (index, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
        match line.trim_ascii().first() {
            None => is_apart |= index > 0,
            Some(_) if is_apart => return start,
            Some(_) => {}
        }
        start += line.len();
    }
    text.len()
}

/// Returns the start of the last paragraph of the comments before the first record. The comments
/// above it are about the whole stream.
fn start_of_last_paragraph(comments: &[u8]) -> usize {
    let mut start = if comments.starts_with(BYTE_ORDER_MARK) {
        BYTE_ORDER_MARK.len()
    } else {
        0
    };
    let mut end = 0;
    for line in comments.split_inclusive(|&byte| byte == b'\n') {
        end += line.len();
        if line
            .strip_prefix(BYTE_ORDER_MARK)
            .unwrap_or(line)
            .trim_ascii()
            .is_empty()
        {
            start = end;
        }
    }
    start
}
