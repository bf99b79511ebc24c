//! Splits a stream into records without parsing them.
//!
//! A record begins at a line that begins with `[Game "`, optionally after a byte order mark. Text before the first
//! such line is a record of its own, unless it is only white space and `#` comments: then it is the preamble of the
//! first record. Tags on the lines directly before `[Game "`, as in the order of PGN, belong to the record if the
//! stream begins with them, or if the record before has its result.

use std::io::{self, Read};

use memchr::memchr_iter;
use memchr::memmem::Finder;

use super::edits::sort_edits;
use super::{Claim, Indent, MAX_RECORD_BYTES, Span, last_line_start};

pub(crate) const OPENING: &[u8] = b"[Game \"";
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
/// Tags that start a game in PGN, and the tags of this notation for its players. None of them affects play.
const ROSTER: [&[u8]; 11] = [
    b"Event", b"Site", b"Date", b"Round", b"White", b"Black", b"Player1", b"Player2", b"Player3", b"Player4", b"Result",
];
/// The number of bytes per read, after the first reads.
pub(super) const CHUNK: usize = 1 << 16;
/// The number of bytes in the first read: most short texts fit.
const FIRST_CHUNK: usize = 1 << 12;
/// The number of bytes needed to recognise the start of a record, with what precedes it.
const LONGEST_OPENING: usize = OPENING.len() + BYTE_ORDER_MARK.len() + 1;

/// The bytes of one record and their place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawRecord {
    /// The offset in the stream, in bytes.
    pub offset: u64,
    /// The line of the stream on which it begins, from 1.
    pub line: u64,
    /// The bytes; at most [`MAX_RECORD_BYTES`], unless the splitter keeps all.
    pub bytes: Vec<u8>,
    /// The number of bytes beyond the limit, which were dropped.
    pub dropped: u64,
    /// True for white space and `#` comments before the first record. This is not a record, but text to preserve.
    pub preamble: bool,
    /// The margins before its lines, if it is in a list or a quote.
    pub margins: Indent,
    /// The claim in its block attributes; `None` outside a document.
    pub claim: Option<Claim>,
}

/// Message for a record that is too long, after the word for the record.
pub(crate) const TOO_LONG: &str = "longer than the 4 MiB that are read of a record";

impl RawRecord {
    /// Returns true if more bytes are kept than are parsed. The record cannot be written again, because the rest was
    /// dropped.
    pub(crate) fn is_too_long(&self) -> bool {
        self.bytes.len() > MAX_RECORD_BYTES
    }

    /// Cuts the record to [`MAX_RECORD_BYTES`].
    #[must_use]
    pub(crate) fn capped(mut self) -> Self {
        let beyond = self.bytes.len().saturating_sub(MAX_RECORD_BYTES);
        self.bytes.truncate(MAX_RECORD_BYTES);
        self.dropped += beyond as u64;
        self
    }

    /// Returns the record with spans replaced.
    #[must_use]
    pub(crate) fn edited(&self, mut edits: Vec<(Span, String)>) -> Self {
        sort_edits(&mut edits);
        let (bytes, margins) = self.margins.edited(&self.bytes, &edits);
        Self { bytes, margins, claim: self.claim.clone(), ..*self }
    }

    /// Joins this record with the one directly after it: `#` comments with the first record of a file.
    #[must_use]
    pub fn with_next(mut self, next: &Self) -> Self {
        self.margins = self.margins.before(&next.margins, self.bytes.len());
        self.bytes.extend_from_slice(&next.bytes);
        Self { dropped: next.dropped, preamble: next.preamble, ..self }
    }

    /// Moves the `#` comments at its end that are about the record directly after it there. Those before the first
    /// record are about the whole file up to their last blank line.
    pub(crate) fn move_comments_to(&mut self, next: &mut Self) {
        let start = match self.preamble {
            true => start_of_last_paragraph(&self.bytes),
            false => start_of_comments_on_next(&self.bytes),
        };
        let length = self.bytes.len() - start;
        if length == 0 || self.dropped > 0 || next.bytes.len() + length > MAX_RECORD_BYTES {
            return;
        }
        let bytes = self.bytes.split_off(start);
        let comments = Self {
            offset: self.offset + self.margins.stretch(Span::new(start, start)).start,
            line: self.line + count_lines(&self.bytes),
            margins: self.margins.slice(start, start + length),
            claim: next.claim.clone(),
            bytes,
            ..Self::default()
        };
        self.margins = self.margins.slice(0, start);
        *next = comments.with_next(next);
    }

    /// Returns the offset of its lines in the stream and their bytes, margins included.
    pub fn lines(&self) -> (u64, Vec<u8>) {
        (self.offset.saturating_sub(u64::from(self.margins.first())), self.margins.around(&self.bytes))
    }
}

/// Iterator over the records of a stream. Holds one record at a time.
pub struct RecordSplitter<R> {
    input: R,
    /// The bytes that were read, and free space.
    buffer: Vec<u8>,
    /// The number of bytes that were read.
    filled: usize,
    /// The start of the next record in `buffer`.
    head: usize,
    /// The end of the part of `buffer` that was searched for the start of a record.
    searched: usize,
    offset: u64,
    line: u64,
    ended: bool,
    first: bool,
    /// The maximum number of bytes kept per record.
    most: usize,
    /// Search for the start of a record.
    opening: Finder<'static>,
}

impl<R: Read> RecordSplitter<R> {
    /// Splits a stream. Of a record that is too long, only the beginning is kept.
    pub fn new(input: R) -> Self {
        Self::keeping(input, MAX_RECORD_BYTES)
    }

    /// Splits a stream and keeps every byte, for programs that write all records again.
    pub fn whole(input: R) -> Self {
        Self::keeping(input, usize::MAX)
    }

    /// Splits a stream for programs that write records again. A record that is too long is cut to one byte more than
    /// is parsed, so that [`RawRecord::is_too_long`] recognises it.
    pub(crate) fn for_copies(input: R) -> Self {
        Self::keeping(input, MAX_RECORD_BYTES + 1)
    }

    fn keeping(input: R, most: usize) -> Self {
        let opening = Finder::new(OPENING);
        Self {
            input,
            buffer: Vec::new(),
            filled: 0,
            head: 0,
            searched: 0,
            offset: 0,
            line: 1,
            ended: false,
            first: true,
            most,
            opening,
        }
    }

    /// Splits a part of a stream that starts at `offset` and `line`. At most `most` bytes are kept per record.
    pub(super) fn within(input: R, most: usize, offset: u64, line: u64) -> Self {
        Self { offset, line, first: offset == 0, ..Self::keeping(input, most) }
    }

    /// Returns the offset of the next record.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    pub(super) fn input(&self) -> &R {
        &self.input
    }

    fn fill(&mut self) -> io::Result<()> {
        self.buffer.copy_within(self.head..self.filled, 0);
        self.filled -= self.head;
        self.searched -= self.head;
        self.head = 0;
        let chunk = self.buffer.len().clamp(FIRST_CHUNK, CHUNK);
        if self.buffer.len() < self.filled + chunk {
            self.buffer.resize(self.filled + chunk, 0);
        }
        let read = loop {
            match self.input.read(&mut self.buffer[self.filled..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        let read = read?;
        self.filled += read;
        self.ended = read == 0;
        Ok(())
    }

    /// Returns the start of the next record in the buffer, if it is known. `is_whole` is true if the current record
    /// is complete in the buffer.
    fn border(&mut self, is_whole: bool) -> Option<usize> {
        while let Some(step) = self.opening.find(&self.buffer[self.searched..self.filled]) {
            let at = self.searched + step;
            self.searched = at + 1;
            let before =
                self.buffer[self.head..at].strip_suffix(BYTE_ORDER_MARK).map_or(at, |before| self.head + before.len());
            // At the start of the buffer, the current record itself begins.
            if before > self.head && self.buffer[before - 1] == b'\n' {
                let start = self.head + start_of_tags(&self.buffer[self.head..before], is_whole, self.first);
                if start > self.head {
                    return Some(start);
                }
            }
        }
        // The start of a record may continue in the bytes that are read next.
        self.searched = self.searched.max(self.filled.saturating_sub(LONGEST_OPENING)).max(self.head);
        None
    }

    /// Moves the bytes up to `end` from the buffer to the record.
    fn cut(&mut self, end: usize, record: &mut RawRecord) {
        let part = &self.buffer[self.head..end];
        let room = self.most.saturating_sub(record.bytes.len()).min(part.len());
        // Mostly this is the whole record, so allocate its exact size.
        match record.bytes.is_empty() {
            true => record.bytes = part[..room].to_vec(),
            false => record.bytes.extend_from_slice(&part[..room]),
        }
        record.dropped += (part.len() - room) as u64;
        self.offset += part.len() as u64;
        self.line += count_lines(part);
        self.head = end;
        self.searched = self.searched.max(end);
    }

    fn next_record(&mut self) -> io::Result<Option<RawRecord>> {
        let mut record = RawRecord { offset: self.offset, line: self.line, ..RawRecord::default() };
        loop {
            if let Some(end) = self.border(record.bytes.is_empty()) {
                self.cut(end, &mut record);
                break;
            }
            if self.ended {
                self.cut(self.filled, &mut record);
                if record.bytes.is_empty() {
                    return Ok(None);
                }
                break;
            }
            // Bytes beyond the limit are dropped while reading, so that memory stays bounded.
            if self.filled - self.head > MAX_RECORD_BYTES {
                self.cut(self.searched, &mut record);
            }
            self.fill()?;
        }
        record.preamble = std::mem::take(&mut self.first) && !opens_a_record(&record.bytes) && is_blank(&record.bytes);
        Ok(Some(record))
    }
}

impl<R: Read> Iterator for RecordSplitter<R> {
    type Item = io::Result<RawRecord>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_record().transpose()
    }
}

/// Splits a text in memory into records, preamble included.
pub fn split_text(text: &[u8]) -> Vec<RawRecord> {
    // Reading from a slice cannot fail.
    RecordSplitter::new(text).map_while(Result::ok).collect()
}

/// Returns the number of line ends.
pub(crate) fn count_lines(bytes: &[u8]) -> u64 {
    memchr_iter(b'\n', bytes).count() as u64
}

/// True if bytes start a record, whatever precedes them.
pub(crate) fn opens_a_record(bytes: &[u8]) -> bool {
    bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes).starts_with(OPENING)
}

/// Returns the start of a record whose line `[Game "` comes after `text`: the end of `text`, or the tags directly
/// before it. `is_whole` is true if `text` begins at the start of a record, `is_first` if no record came before.
fn start_of_tags(text: &[u8], is_whole: bool, is_first: bool) -> usize {
    let mut start = text.len();
    loop {
        let above = text[..start].strip_suffix(b"\n").unwrap_or_default();
        let line = last_line_start(above);
        let written = above[line..].trim_ascii_end();
        if !is_tag(written.strip_prefix(BYTE_ORDER_MARK).unwrap_or(written)) {
            break;
        }
        start = line;
    }
    let above = text[..start].trim_ascii_end();
    if is_whole && (above.is_empty() || above == BYTE_ORDER_MARK) {
        return 0;
    }
    let is_own = || {
        let (ended, is_apart) = before_comments(&text[..start]);
        (is_apart && ends_with_result(ended)) || (is_whole && is_first && is_blank(above))
    };
    if start < text.len() && is_own() { start } else { text.len() }
}

/// True for a line that is only a tag `[Name "value"]`, with a name that comes before all others in PGN.
fn is_tag(line: &[u8]) -> bool {
    let Some(inner) = line.strip_prefix(b"[").and_then(|line| line.strip_suffix(b"\"]")) else { return false };
    let name = inner.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let (name, value) = inner.split_at(name);
    ROSTER.contains(&name) && value.starts_with(b" \"")
}

/// Returns a text without the `#` comments and white space at its end, and whether there is a blank line among these.
fn before_comments(text: &[u8]) -> (&[u8], bool) {
    let (mut ended, mut is_apart) = (text, false);
    loop {
        let above = ended.strip_suffix(b"\n").unwrap_or(ended);
        let line = last_line_start(above);
        match above[line..].trim_ascii().first() {
            None if above.is_empty() => return (above, is_apart),
            None => is_apart = true,
            Some(b'#') => {}
            Some(_) => return (above.trim_ascii_end(), is_apart),
        }
        ended = &text[..line];
    }
}

/// Returns the start of the `#` comments at the end of a record that are about the record after it: those after the
/// first blank line after the result, or else the length of the record.
pub(crate) fn start_of_comments_on_next(record: &[u8]) -> usize {
    let (ended, _) = before_comments(record);
    if !ends_with_result(ended) {
        return record.len();
    }
    let (mut at, mut is_apart) = (ended.len(), false);
    // The first of these lines is the rest of the line on which the record ends.
    for (number, line) in record[ended.len()..].split_inclusive(|&byte| byte == b'\n').enumerate() {
        match line.trim_ascii().first() {
            None => is_apart |= number > 0,
            Some(_) if is_apart => return at,
            Some(_) => {}
        }
        at += line.len();
    }
    record.len()
}

fn start_of_last_paragraph(comments: &[u8]) -> usize {
    let (mut start, mut end) = (if comments.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 }, 0);
    for line in comments.split_inclusive(|&byte| byte == b'\n') {
        end += line.len();
        if line.trim_ascii().is_empty() {
            start = end;
        }
    }
    start
}

/// True if a text ends with a result, or with comments after a result.
fn ends_with_result(mut text: &[u8]) -> bool {
    loop {
        text = text.trim_ascii_end();
        let line = last_line_start(text);
        let comment = match text.last() {
            Some(b'}') => text.iter().rposition(|&byte| byte == b'{'),
            _ => text[line..].iter().position(|&byte| byte == b'#').map(|at| line + at),
        };
        match comment {
            Some(at) => text = &text[..at],
            None => break,
        }
    }
    let word = text.rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
    word == b"*" || (word.contains(&b'-') && word.iter().all(|byte| matches!(byte, b'0'..=b'2' | b'/' | b'-')))
}

/// True if a text is only white space and `#` comments.
fn is_blank(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    bytes.split(|&byte| byte == b'\n').all(|line| line.trim_ascii().first().is_none_or(|&first| first == b'#'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Drip;

    #[test]
    fn boundaries_are_found_wherever_reads_end() {
        let text =
            b"# a\n\n[Game \"x\"]\n{ open\n[Game \"y\"]\n [Game \"z\"]\n\xEF\xBB\xBF[Game \"w\"]\n[Game\"no\"]\n";
        let whole = split_text(text);
        let dripped: Vec<_> = RecordSplitter::new(Drip(text)).map_while(Result::ok).collect();
        assert_eq!(whole, dripped);
        let starts: Vec<_> = whole.iter().map(|record| (record.offset, record.line, record.preamble)).collect();
        assert_eq!(starts, [(0, 1, true), (5, 3, false), (23, 5, false), (46, 7, false)]);
        assert_eq!(whole.iter().map(|record| record.bytes.len()).sum::<usize>(), text.len());
    }

    #[test]
    fn text_before_the_first_record_is_a_record() {
        let whole = split_text(b"b3\n[Game \"gipf\"]\n");
        assert_eq!(whole.iter().map(|record| record.preamble).collect::<Vec<_>>(), [false, false]);
        assert!(split_text(b"").is_empty());
        assert!(split_text(b"\xEF\xBB\xBF# only this").first().is_some_and(|record| record.preamble));
    }

    #[test]
    fn tags_before_a_record_belong_to_it_if_nothing_else_does() {
        let bytes = |text: &str| -> Vec<usize> {
            let whole = split_text(text.as_bytes());
            let dripped: Vec<_> = RecordSplitter::new(Drip(text.as_bytes())).map_while(Result::ok).collect();
            assert_eq!(whole, dripped, "{text}");
            whole.iter().map(|record| record.bytes.len()).collect()
        };
        assert_eq!(bytes("[Event \"a\"]\n[Game \"x\"]\n"), [23]);
        assert_eq!(bytes("\u{FEFF}[Event \"a\"]\r\n[Game \"x\"]\r\n"), [28]);
        assert_eq!(bytes("[Game \"x\"]\n\nb3 1-0\n\n[Event \"a\"]\n[Site \"b\"]\n[Game \"x\"]\n"), [20, 34]);
        assert_eq!(bytes("# a\n\n# b\n[Event \"a\"]\n[Game \"x\"]\n"), [9, 23]);
        // Comments do not count as text of the record before.
        assert_eq!(bytes("[Game \"x\"]\nb3 *\n# end\n\n[Event \"a\"]\n[Game \"x\"]\n"), [23, 23]);
        assert_eq!(bytes("[Game \"x\"]\nb3 *\r\n\r\n# a\r\n[Event \"a\"]\r\n[Game \"x\"]\n"), [24, 24]);
        assert_eq!(bytes("[Game \"x\"]\nb3 *\n# end\n[Event \"a\"]\n[Game \"x\"]\n"), [34, 11]);
        assert_eq!(bytes("[Game \"x\"]\nb3\n\n# 1-0\n\n[Event \"a\"]\n[Game \"x\"]\n"), [34, 11]);
        assert_eq!(bytes("[Game \"x\"]\nb3 * {a} {b}\n\n[Event \"a\"]\n[Game \"x\"]\n"), [25, 23]);
        assert_eq!(bytes("[Game \"x\"]\nb3 *{a} # b\n\n[Event \"a\"]\n[Game \"x\"]\n"), [24, 23]);
        assert_eq!(bytes("[Game \"x\"]\nb3 {a *}\n\n[Event \"a\"]\n[Game \"x\"]\n"), [33, 11]);
        // `Variant` affects play.
        assert_eq!(bytes("[Variant \"a\"]\n[Game \"x\"]\n"), [14, 11]);
        // The previous game has no result, or the tags are not separated from it.
        assert_eq!(bytes("[Game \"x\"]\n\nb3\n\n[Event \"a\"]\n[Game \"x\"]\n"), [28, 11]);
        assert_eq!(bytes("[Game \"x\"]\n\nb3 *\n[Event \"a\"]\n[Game \"x\"]\n"), [29, 11]);
        assert_eq!(bytes("[Game \"x\"]\n[Event \"a\"]\n[Game \"x\"]\n"), [23, 11]);
        assert_eq!(bytes("b3\n[Event \"a\"]\n[Game \"x\"]\n"), [15, 11]);
    }

    #[test]
    fn comments_after_a_blank_line_are_about_the_next_record() {
        let own = |text: &str| text[..start_of_comments_on_next(text.as_bytes())].to_owned();
        for (record, comments) in [
            ("[Game \"x\"]\n\n1. b3 *\n\n", "# next\n"),
            ("1. b3 *\r\n\r\n", "# next\r\n# game\r\n\r\n"),
            ("1. b3 1-0 # end\n# more\n \n\n", "# next\n\n# and\n"),
            ("1. b3 * {a}\n\n", "# next"),
            ("1. b3 *\n# end\n", ""),
            ("1. b3 *\n\n", ""),
            ("1. b3 *", ""),
            // Without a result, it may be a comment on the next turn.
            ("1. b3\n\n# next\n", ""),
            ("", ""),
        ] {
            assert_eq!(own(&format!("{record}{comments}")), record);
        }
    }

    #[test]
    fn oversized_records_are_cut_and_hide_nothing() {
        let mut text = b"[Game \"gipf\"]\n".to_vec();
        text.resize(MAX_RECORD_BYTES * 2 + 17, b'{');
        text.extend_from_slice(b"\n[Game \"gipf\"]\n");
        let records = split_text(&text);
        assert_eq!(records.len(), 2);
        assert_eq!(records[0].bytes.len(), MAX_RECORD_BYTES);
        assert_eq!(records[0].bytes.len() as u64 + records[0].dropped, records[1].offset);
        assert_eq!(records[1].line, 3);
        let whole: Vec<_> = RecordSplitter::whole(text.as_slice()).map_while(Result::ok).collect();
        assert_eq!(whole.iter().map(|record| record.bytes.len()).sum::<usize>(), text.len());
        assert_eq!(whole.into_iter().map(RawRecord::capped).collect::<Vec<_>>(), records);
    }
}
