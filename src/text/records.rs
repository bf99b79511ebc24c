//! Cutting a stream into records, without reading what is between.
//!
//! A record begins at a line that begins with `[Game "`, a byte order mark before it or not. What
//! stands before the first such line is a record of its own, unless it is only white space and
//! `#` comments: then it is the first record's preamble. Tags on the lines right before it, as PGN has them in another
//! order, are the record's own where the stream begins with them, or where the record before has its result.

use std::io::{self, Read};

use memchr::memchr_iter;
use memchr::memmem::Finder;

use super::{Claim, Indent, MAX_RECORD_BYTES, Span};

pub(crate) const OPENING: &[u8] = b"[Game \"";
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
/// The tags that begin a game in PGN, and our own for its players; none of them bears on play.
const ROSTER: [&[u8]; 11] = [
    b"Event", b"Site", b"Date", b"Round", b"White", b"Black", b"Player1", b"Player2", b"Player3", b"Player4", b"Result",
];
/// How much is read at a time, once much is read.
pub(super) const CHUNK: usize = 1 << 16;
/// How much is read first: most texts that are no file are shorter.
const FIRST_CHUNK: usize = 1 << 12;
/// How many bytes of a line that may open a record, and of what is before them, must be seen together.
const LONGEST_OPENING: usize = OPENING.len() + BYTE_ORDER_MARK.len() + 1;

/// The bytes of one record and where they stood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawRecord {
    /// Where it begins, in bytes from the start of the stream.
    pub offset: u64,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// Its bytes; [`MAX_RECORD_BYTES`] at most, unless the splitter keeps all.
    pub bytes: Vec<u8>,
    /// How many bytes of it were too many and were dropped.
    pub dropped: u64,
    /// Only white space and `#` comments, before the first record: no record, but text to keep.
    pub preamble: bool,
    /// What the stream has before its lines, where it stands in lists or quotes.
    pub margins: Indent,
    /// What is claimed of it behind the fence of its block; `None` where it stands in no page.
    pub claim: Option<Claim>,
}

/// What is wrong with a record that is too long, after the word for it.
pub(crate) const TOO_LONG: &str = "longer than the 4 MiB that are read of a record";

impl RawRecord {
    /// Whether more of it is kept than is read: it cannot be written again, as the rest was dropped.
    #[cfg(feature = "cli")]
    pub(crate) fn is_too_long(&self) -> bool {
        self.bytes.len() > MAX_RECORD_BYTES
    }

    /// What is read of it: [`MAX_RECORD_BYTES`] at most.
    #[must_use]
    pub(crate) fn capped(mut self) -> Self {
        let beyond = self.bytes.len().saturating_sub(MAX_RECORD_BYTES);
        self.bytes.truncate(MAX_RECORD_BYTES);
        self.dropped += beyond as u64;
        self
    }

    /// The same record with stretches of it replaced.
    #[must_use]
    pub(crate) fn edited(&self, mut edits: Vec<(Span, String)>) -> Self {
        edits.sort_by_key(|(span, _)| (span.start, span.end));
        let (bytes, margins) = self.margins.edited(&self.bytes, &edits);
        Self { bytes, margins, claim: self.claim.clone(), ..*self }
    }

    /// This and the record right behind it, as one: `#` comments with the first record of a file, to which they belong.
    #[must_use]
    pub fn with_next(mut self, next: &Self) -> Self {
        self.margins = self.margins.before(&next.margins, self.bytes.len());
        self.bytes.extend_from_slice(&next.bytes);
        Self { dropped: next.dropped, preamble: next.preamble, ..self }
    }

    /// Where its lines begin in the stream, in bytes, and as what they stand there, margins included.
    pub fn lines(&self) -> (u64, Vec<u8>) {
        (self.offset.saturating_sub(u64::from(self.margins.first())), self.margins.around(&self.bytes))
    }
}

/// An iterator over the records of a stream, which holds one record at a time.
pub struct RecordSplitter<R> {
    input: R,
    /// What was read, and room for more.
    buffer: Vec<u8>,
    /// How much of it was read.
    filled: usize,
    /// Where the bytes not given out yet begin in `buffer`; a record begins there.
    head: usize,
    /// How far `buffer` was searched for a line that opens a record.
    searched: usize,
    offset: u64,
    line: u64,
    ended: bool,
    first: bool,
    /// How many bytes of a record are kept.
    most: usize,
    /// Looks for what opens a record.
    opening: Finder<'static>,
}

impl<R: Read> RecordSplitter<R> {
    /// Splits what `input` yields; of a record that is too long the beginning is kept.
    pub fn new(input: R) -> Self {
        Self::keeping(input, MAX_RECORD_BYTES)
    }

    /// The same, with every byte of every record: for who has to write them all again.
    pub fn whole(input: R) -> Self {
        Self::keeping(input, usize::MAX)
    }

    /// The same for whoever writes records again: of one that is too long a byte more than is read is kept, so that
    /// [`RawRecord::is_too_long`] sees it.
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

    /// Splits what `input` yields from `offset` and `line` of a stream on; of each record `most` bytes are kept.
    pub(super) fn within(input: R, most: usize, offset: u64, line: u64) -> Self {
        Self { offset, line, first: offset == 0, ..Self::keeping(input, most) }
    }

    /// Where the next record begins.
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

    /// Where the next record begins in the buffer, if that is known; `is_whole` says that none of the one before was cut off.
    fn border(&mut self, is_whole: bool) -> Option<usize> {
        while let Some(step) = self.opening.find(&self.buffer[self.searched..self.filled]) {
            let at = self.searched + step;
            self.searched = at + 1;
            let before =
                self.buffer[self.head..at].strip_suffix(BYTE_ORDER_MARK).map_or(at, |before| self.head + before.len());
            // Where the rest begins a record has begun already.
            if before > self.head && self.buffer[before - 1] == b'\n' {
                let start = self.head + start_of_tags(&self.buffer[self.head..before], is_whole, self.first);
                if start > self.head {
                    return Some(start);
                }
            }
        }
        // One may stand across the end of what was read.
        self.searched = self.searched.max(self.filled.saturating_sub(LONGEST_OPENING)).max(self.head);
        None
    }

    /// Moves the bytes up to `end` after those that were kept already.
    fn cut(&mut self, end: usize, record: &mut RawRecord) {
        let part = &self.buffer[self.head..end];
        let room = self.most.saturating_sub(record.bytes.len()).min(part.len());
        // Mostly it is all of a record, which needs no room to grow.
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
            // What is beyond the limit is dropped while it is read, so that memory stays bounded.
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

/// The records of a text in memory, preamble included.
pub fn split_text(text: &[u8]) -> Vec<RawRecord> {
    // Reading a slice cannot fail.
    RecordSplitter::new(text).map_while(Result::ok).collect()
}

fn count_lines(bytes: &[u8]) -> u64 {
    memchr_iter(b'\n', bytes).count() as u64
}

/// Whether a record begins there whatever stands before.
pub(crate) fn opens_a_record(bytes: &[u8]) -> bool {
    bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes).starts_with(OPENING)
}

/// Where a record begins that has its line `[Game "` at the end of `text`: there, or at the tags right before it.
/// `is_whole` says that the text begins where a record does, `is_first` that none came before.
fn start_of_tags(text: &[u8], is_whole: bool, is_first: bool) -> usize {
    let mut start = text.len();
    loop {
        let above = text[..start].strip_suffix(b"\n").unwrap_or_default();
        let line = above.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
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

/// `[Name "value"]`, and nothing else on the line, for a name that PGN has before all others.
fn is_tag(line: &[u8]) -> bool {
    let Some(inner) = line.strip_prefix(b"[").and_then(|line| line.strip_suffix(b"\"]")) else { return false };
    let name = inner.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let (name, value) = inner.split_at(name);
    ROSTER.contains(&name) && value.starts_with(b" \"")
}

/// A text without the `#` comments and white space at its end, and whether a blank line is among these.
fn before_comments(text: &[u8]) -> (&[u8], bool) {
    let (mut ended, mut is_apart) = (text, false);
    loop {
        let above = ended.strip_suffix(b"\n").unwrap_or(ended);
        let line = above.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        match above[line..].trim_ascii().first() {
            None if above.is_empty() => return (above, is_apart),
            None => is_apart = true,
            Some(b'#') => {}
            Some(_) => return (above.trim_ascii_end(), is_apart),
        }
        ended = &text[..line];
    }
}

/// Whether a text ends with a result, or with comments behind one.
fn ends_with_result(mut text: &[u8]) -> bool {
    loop {
        text = text.trim_ascii_end();
        let line = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
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

/// Only white space and `#` comments.
fn is_blank(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    bytes.split(|&byte| byte == b'\n').all(|line| line.trim_ascii().first().is_none_or(|&first| first == b'#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives out one byte at a time, as a slow pipe does.
    struct Drip<'a>(&'a [u8]);

    impl Read for Drip<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let Some((first, rest)) = self.0.split_first() else { return Ok(0) };
            into[0] = *first;
            self.0 = rest;
            Ok(1)
        }
    }

    #[test]
    fn borders_are_found_wherever_the_reads_end() {
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
    fn text_before_the_first_record_is_one() {
        let whole = split_text(b"b3\n[Game \"gipf\"]\n");
        assert_eq!(whole.iter().map(|record| record.preamble).collect::<Vec<_>>(), [false, false]);
        assert!(split_text(b"").is_empty());
        assert!(split_text(b"\xEF\xBB\xBF# only this").first().is_some_and(|record| record.preamble));
    }

    #[test]
    fn tags_before_a_record_are_its_own_where_nothing_else_is_there() {
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
        // Such a tag bears on play.
        assert_eq!(bytes("[Variant \"a\"]\n[Game \"x\"]\n"), [14, 11]);
        // Nothing says that the game before is over, or that the tags stand apart.
        assert_eq!(bytes("[Game \"x\"]\n\nb3\n\n[Event \"a\"]\n[Game \"x\"]\n"), [28, 11]);
        assert_eq!(bytes("[Game \"x\"]\n\nb3 *\n[Event \"a\"]\n[Game \"x\"]\n"), [29, 11]);
        assert_eq!(bytes("[Game \"x\"]\n[Event \"a\"]\n[Game \"x\"]\n"), [23, 11]);
        assert_eq!(bytes("b3\n[Event \"a\"]\n[Game \"x\"]\n"), [15, 11]);
    }

    #[test]
    fn what_is_too_long_is_cut_and_hides_nothing() {
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
