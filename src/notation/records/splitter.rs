//! Splits a stream into pieces: records, and the comments between them. See [`super`] for the
//! rules. [`super::cut`] decides whether a line begins a record if the bytes do not show it.

use std::io::{self, Read};

use memchr::{memchr2, memrchr, memrchr2};

use super::cut::{Cut, RecordTokens};
use super::opening::{MAX_DAMAGED_LENGTH, may_open};
use super::{Opening, opens_a_record};
use crate::text::{BYTE_ORDER_MARK, MAX_RECORD_BYTES, RawKind, RawRecord, count_lines};

/// The number of bytes per read, after the first reads.
pub(super) const CHUNK: usize = 1 << 16;
/// The number of bytes in the first read: most short texts fit.
const FIRST_CHUNK: usize = 1 << 12;
/// The length of a record up to which the lexer determines how the text before a line ends. The
/// bytes of a longer record are no longer in memory.
const MAX_LEXED_BYTES: usize = MAX_RECORD_BYTES - 2 * MAX_DAMAGED_LENGTH;

/// Iterator over the records of a stream and the comments between them, in order and without gaps.
/// Holds one record at a time.
pub struct RecordSplitter<R> {
    input: R,
    /// The bytes that were read, and free space.
    buffer: Vec<u8>,
    /// The number of bytes that were read.
    filled: usize,
    /// The start of the next piece in `buffer`.
    head: usize,
    /// The next line to look at begins after the first line end from here.
    searched: usize,
    offset: u64,
    line: u64,
    ended: bool,
    /// True until the first record or its comments.
    is_first: bool,
    /// True until the line at the start of the stream was read.
    is_at_start: bool,
    /// The maximum number of bytes kept per record.
    max_kept: usize,
    /// The tokens of the current record.
    tokens: RecordTokens,
    /// The end in `buffer` of the comments that come next.
    comments_end: Option<usize>,
}

impl<R: Read> RecordSplitter<R> {
    /// Splits a stream. Of a record that is too long, only the beginning is kept.
    pub fn new(input: R) -> Self {
        Self::keeping(input, MAX_RECORD_BYTES)
    }

    /// Splits a stream and keeps every byte, for programs that write all records again.
    pub(crate) fn whole(input: R) -> Self {
        Self::keeping(input, usize::MAX)
    }

    /// Splits a stream for programs that write records again. A record that is too long is cut to
    /// one byte more than is parsed, so that [`RawRecord::is_too_long`] recognises it.
    pub fn for_copies(input: R) -> Self {
        Self::keeping(input, MAX_RECORD_BYTES + 1)
    }

    /// Splits a stream and keeps at most `max_kept` bytes of each record.
    fn keeping(input: R, max_kept: usize) -> Self {
        Self {
            input,
            buffer: Vec::new(),
            filled: 0,
            head: 0,
            searched: 0,
            offset: 0,
            line: 1,
            ended: false,
            is_first: true,
            is_at_start: true,
            max_kept,
            tokens: RecordTokens::default(),
            comments_end: None,
        }
    }

    /// Splits a part of a stream that starts where a record does.
    pub(super) fn within(input: R, max_kept: usize, start: StreamPlace) -> Self {
        let StreamPlace { offset, line } = start;
        Self {
            offset,
            line,
            is_first: offset == 0,
            ..Self::keeping(input, max_kept)
        }
    }

    /// Returns the offset of the next piece.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the stream.
    pub(super) fn input(&self) -> &R {
        &self.input
    }

    /// Reads more bytes. For a long record, reads at least as many as are already known, so that
    /// reading a token again each time costs no more than the length of the record.
    fn read_more(&mut self) -> io::Result<()> {
        self.drop_returned_pieces();
        let known = self.filled;
        let wanted = if known > CHUNK { known } else { 1 };
        let room = self.buffer.len().clamp(FIRST_CHUNK, CHUNK).max(wanted);
        if self.buffer.len() < self.filled + room {
            self.buffer.resize(self.filled + room, 0);
        }
        while self.filled < known + wanted {
            let read = match self.input.read(&mut self.buffer[self.filled..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                read => read?,
            };
            self.filled += read;
            if read == 0 {
                self.ended = true;
                break;
            }
        }
        Ok(())
    }

    /// Removes the pieces that were returned from the buffer.
    fn drop_returned_pieces(&mut self) {
        self.buffer.copy_within(self.head..self.filled, 0);
        self.filled -= self.head;
        self.searched -= self.head;
        self.head = 0;
    }

    /// Returns the next line that begins a record, and its start in the buffer; `None` if it is not
    /// known yet.
    fn next_opening(&mut self) -> Option<(usize, Opening)> {
        loop {
            let start = self.next_line_start()?;
            let rest = &self.buffer[start..self.filled];
            let is_known = self.ended || rest.len() > MAX_DAMAGED_LENGTH;
            // A damaged line in a comment begins no record.
            let is_in_comment =
                start < self.head + self.tokens.open_until() && !opens_a_record(rest);
            let opening = if is_in_comment && is_known || may_open(rest) == Some(false) {
                None
            } else {
                match memchr2(b'\n', b'\r', rest) {
                    Some(length) => Opening::of_line(&rest[..length]),
                    None if is_known => Opening::of_line(rest),
                    // The line goes on in the bytes that are read next.
                    None => return None,
                }
            };
            self.is_at_start = false;
            self.searched = start;
            let opening = match opening {
                // The notation ends lines with LF. After a lone CR, the line is damaged.
                Some(Opening::Exact) if start > self.head && self.buffer[start - 1] != b'\n' => {
                    Some(Opening::Damaged)
                }
                opening => opening,
            };
            if let Some(opening) = opening {
                return Some((start, opening));
            }
        }
    }

    /// Returns the start of the next line in the buffer; `None` if it is not known yet.
    fn next_line_start(&mut self) -> Option<usize> {
        if self.is_at_start {
            return (self.ended || self.filled > 0).then_some(0);
        }
        let length = memchr2(b'\n', b'\r', &self.buffer[self.searched..self.filled]);
        let Some(line_end) = length.map(|length| self.searched + length) else {
            self.searched = self.filled;
            return None;
        };
        if self.buffer[line_end] == b'\n' {
            return Some(line_end + 1);
        }
        match self.buffer.get(line_end + 1) {
            _ if line_end + 1 == self.filled && !self.ended => {
                self.searched = line_end;
                None
            }
            Some(b'\n') if line_end + 1 < self.filled => Some(line_end + 2),
            _ => Some(line_end + 1),
        }
    }

    /// Returns where the current record ends, if it is known; `taken` is the number of its bytes
    /// that are no longer in the buffer.
    fn next_cut(&mut self, taken: u64) -> Option<Cut> {
        while let Some((start, opening)) = self.next_opening() {
            if start == self.head && taken == 0 {
                self.tokens = RecordTokens::of_opening(opening);
                continue;
            }
            let place = start - self.head;
            let text = &self.buffer[self.head..self.filled];
            let is_lexed = taken + place as u64 <= MAX_LEXED_BYTES as u64;
            let cut = match opening {
                Opening::Exact if !is_lexed || !may_have_tags_above(&text[..place]) => {
                    Some(Cut::at(place))
                }
                _ if is_lexed => self.tokens.find_cut(text, place, opening),
                _ => None,
            };
            if let Some(cut) = cut {
                let is_at_opening = cut.record == place;
                // The next record is read from its start, as if nothing had come before.
                self.searched = self.head + cut.record;
                self.tokens = if is_at_opening {
                    RecordTokens::of_opening(opening)
                } else {
                    RecordTokens::default()
                };
                return Some(cut);
            }
        }
        None
    }

    /// Moves the bytes up to `end` from the buffer to a piece.
    fn move_to_piece(&mut self, end: usize, piece: &mut RawRecord) {
        let part = &self.buffer[self.head..end];
        let room = self
            .max_kept
            .saturating_sub(piece.bytes.len())
            .min(part.len());
        // Mostly this is the whole record, so allocate its exact size.
        if piece.bytes.is_empty() {
            piece.bytes = part[..room].to_vec();
        } else {
            piece.bytes.extend_from_slice(&part[..room]);
        }
        piece.dropped += (part.len() - room) as u64;
        self.offset += part.len() as u64;
        self.line += count_lines(part);
        self.head = end;
        self.searched = self.searched.max(end);
    }

    /// Reads up to the next cut, and returns the piece before it; `None` at the end of the stream.
    fn next_piece(&mut self) -> io::Result<Option<RawRecord>> {
        let mut piece = RawRecord {
            offset: self.offset,
            line: self.line,
            ..RawRecord::default()
        };
        if let Some(end) = self.comments_end.take() {
            piece.kind = RawKind::Leading;
            self.move_to_piece(end, &mut piece);
            return Ok(Some(piece));
        }
        loop {
            if let Some(cut) = self.next_cut(piece.bytes.len() as u64 + piece.dropped) {
                self.take_before(cut, &mut piece);
                break;
            }
            if self.ended {
                self.move_to_piece(self.filled, &mut piece);
                if piece.bytes.is_empty() {
                    return Ok(None);
                }
                if self.is_first && !opens_a_record(&piece.bytes) && is_blank(&piece.bytes) {
                    piece.kind = RawKind::Heading;
                }
                break;
            }
            // Bytes beyond the limit are dropped while reading, so that memory stays bounded.
            if self.filled - self.head > MAX_RECORD_BYTES {
                self.move_to_piece(self.searched, &mut piece);
            }
            self.read_more()?;
        }
        self.is_first = false;
        Ok(Some(piece))
    }

    /// Takes the piece before a cut: a record, or the comments before the first one.
    fn take_before(&mut self, cut: Cut, piece: &mut RawRecord) {
        let record = self.head + cut.record;
        if !cut.is_first {
            piece.is_followed = true;
            self.move_to_piece(self.head + cut.comments, piece);
        } else if cut.comments > 0 {
            piece.kind = RawKind::Heading;
            self.move_to_piece(self.head + cut.comments, piece);
        } else {
            piece.kind = RawKind::Leading;
            self.move_to_piece(record, piece);
        }
        if self.head < record {
            self.comments_end = Some(record);
        }
    }
}

impl<R: Read> Iterator for RecordSplitter<R> {
    type Item = io::Result<RawRecord>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_piece().transpose()
    }
}

/// A place in a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StreamPlace {
    /// The number of bytes before it.
    pub(super) offset: u64,
    /// Its line, from 1.
    pub(super) line: u64,
}

/// Splits a text in memory into records, with the comments between them.
pub fn split_text(text: &[u8]) -> Vec<RawRecord> {
    // Reading from a slice cannot fail.
    RecordSplitter::new(text).map_while(Result::ok).collect()
}

/// Returns false if the line above the start of a record shows that neither tags nor comments on
/// the record come before it. In this case, the lexer is not needed.
fn may_have_tags_above(text: &[u8]) -> bool {
    let text = text.trim_ascii_end();
    // A `#` comment ends with LF; other lines also end with a lone CR.
    let starts = [memrchr(b'\n', text), memrchr2(b'\n', b'\r', text)];
    starts.iter().any(|line_end| {
        let line = text[line_end.map_or(0, |line_end| line_end + 1)..].trim_ascii_start();
        line.first()
            .is_none_or(|&first| matches!(first, b'[' | b'#') || !first.is_ascii())
    })
}

/// Returns true if a text is only white space and `#` comments.
fn is_blank(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    bytes
        .split(|&byte| byte == b'\n')
        .all(|line| line.trim_ascii().first().is_none_or(|&first| first == b'#'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Drip;

    /// Splits a text, also one byte at a time, and compares the pieces put together with the text.
    fn pieces(text: &str) -> Vec<RawRecord> {
        let whole = split_text(text.as_bytes());
        let dripped: Vec<_> = RecordSplitter::new(Drip(text.as_bytes()))
            .map_while(Result::ok)
            .collect();
        assert_eq!(whole, dripped, "{text}");
        let together: Vec<u8> = whole.iter().flat_map(|piece| piece.bytes.clone()).collect();
        assert_eq!(String::from_utf8_lossy(&together), text);
        whole
    }

    /// Returns the texts of the pieces, each after the letter of its kind.
    fn shape(text: &str) -> Vec<String> {
        let letter = |kind| match kind {
            RawKind::Record => 'R',
            RawKind::Heading => 'H',
            RawKind::Leading => 'L',
        };
        let piece = |piece: RawRecord| {
            format!(
                "{}:{}",
                letter(piece.kind),
                String::from_utf8_lossy(&piece.bytes)
            )
        };
        pieces(text).into_iter().map(piece).collect()
    }

    /// Tests where two texts that follow each other are cut.
    fn assert_cut(before: &str, after: &str) {
        assert_eq!(
            shape(&format!("{before}{after}")),
            [format!("R:{before}"), format!("R:{after}")]
        );
    }

    const ONE: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. h3";
    const TWO: &str = "[Variant \"basic\"]\n\n1. b3 *\n";

    #[test]
    fn boundaries_are_found_wherever_reads_end() {
        let text = "# a\n\n[Game \"x\"]\n{ open\n[Game \"y\"]\n [Game \"z\"]\n\u{feff}[Game \"w\"]\n[Game\"no\"]\n";
        let pieces = pieces(text);
        let starts: Vec<_> = pieces
            .iter()
            .map(|piece| (piece.offset, piece.line, piece.kind))
            .collect();
        let record = RawKind::Record;
        assert_eq!(
            starts,
            [
                (0, 1, RawKind::Heading),
                (5, 3, record),
                (23, 5, record),
                (46, 7, record)
            ]
        );
    }

    #[test]
    fn text_before_the_first_record_is_a_record() {
        assert_cut("b3\n", "[Game \"gipf\"]\n");
        let mail = "Hello\n\n> [Game \"gipf\"]\n> b3 *\n";
        assert_eq!(shape(mail), [format!("R:{mail}")]);
        assert_cut(mail, mail.trim_start_matches("Hello\n\n"));
        assert!(split_text(b"").is_empty());
        assert_eq!(shape("\u{feff}# only this"), ["H:\u{feff}# only this"]);
        assert_eq!(shape("\n\n"), ["H:\n\n"]);
    }

    #[test]
    fn what_ends_a_record_is_read_by_the_lexer() {
        let second = format!("[Event \"Second\"]\n[Game \"gipf\"]\n{TWO}");
        for end in [
            "*",
            "1-0",
            "1/2-1/2",
            "1/2\u{2013}1/2",
            "1\u{2212}0",
            "1:0",
            "* {he wrote here}",
            "* {he wrote \\{ here}",
            "* {he wrote \\} here}",
            "* {[%diagram \"a {b\"] ok}",
            "* {[%label c3 \"}\"]}",
            "* {see [%label c3 \"{\"]} {\n# b\n}",
            "* # end { here",
            "*{a} # b",
            "* {a} {b}",
            "* stray",
        ] {
            for line_end in ["\n", "\r\n"] {
                let text = format!("{ONE} {end}\n\n").replace('\n', line_end);
                assert_cut(&text, &second.replace('\n', line_end));
            }
        }
    }

    #[test]
    fn tags_before_a_record_belong_to_it_if_nothing_else_does() {
        for tags in [
            "[Event \"a\"]\n",
            "[Variant \"basic\"]\n",
            "[Options \"out=empty\"]\n[Size \"7\"]\n",
            "[Hand1 \"1,2\"]\n\n[Annotator \"me\"]\n\n",
            "[Event \"a\"] # who\n# b\n[Site \"c\"]\n",
            "[Event “a”]\n",
            "[Event \"not closed\n",
            "[Date 2026]\n",
        ] {
            for opening in ["[Game \"gipf\"]\n", "[Game gipf]\n", " [Game \"gipf\"]\n"] {
                let text = format!("{tags}{opening}{TWO}");
                assert_eq!(shape(&text), [format!("R:{text}")]);
                assert_eq!(
                    shape(&format!("\u{feff}{text}")),
                    [format!("R:\u{feff}{text}")]
                );
                assert_cut(&format!("{ONE} *\n"), &text);
                assert_cut(&format!("{ONE} *\n\n\n"), &text);
            }
        }
        assert_cut("[Game \"x\"]\nb3 *\r", "[Event \"a\"]\n[Game \"x\"]\n");
        // The record before has no result, no movetext, or no tags.
        assert_cut("[Game \"x\"]\n\nb3\n\n[Event \"a\"]\n", "[Game \"x\"]\n");
        assert_cut("[Game \"x\"]\n[Event \"a\"]\n", "[Game \"x\"]\n");
        assert_cut("b3\n[Event \"a\"]\n", "[Game \"x\"]\n");
        assert_cut(
            "[Game \"x\"]\nb3 {a *}\n\n[Event \"a\"]\n",
            "[Game \"x\"]\n",
        );
        assert_cut(
            "[Game \"x\"]\nb3\n\n# 1-0\n\n[Event \"a\"]\n",
            "[Game \"x\"]\n",
        );
        // These are not tags.
        assert_cut(
            "[Game \"x\"]\nb3 *\n[12:30]\n[illegible]\n",
            "[Game \"x\"]\n",
        );
        assert_cut("[Game \"x\"]\nb3 * [Event \"a\"]\n", "[Game \"x\"]\n");
    }

    #[test]
    fn damaged_lines_begin_records_outside_comments() {
        for opening in [
            "[Game gipf]",
            "[GAME \"GIPF\"]",
            "[Gmae \"gipf\"]",
            "> [Game \"gipf\"]",
            " [Game \"gipf\"]",
            "[Game “gipf”]",
            "[Game: gipf]",
            "「Game \"gipf\"」",
        ] {
            for line_end in ["\n", "\r\n", "\r"] {
                let second = format!("{opening}\n{TWO}").replace('\n', line_end);
                for first in ["", " *", " * {x}", " {x}", " 1-0 # x"] {
                    if line_end != "\r" || !first.ends_with("# x") {
                        assert_cut(
                            &format!("{ONE}{first}\n\n").replace('\n', line_end),
                            &second,
                        );
                    }
                }
                assert_cut(&"[Game \"gipf\"]\n\n".replace('\n', line_end), &second);
                assert_cut(&second, &second);
                let inside = format!("{ONE} {{\n{opening}\n}} *\n").replace('\n', line_end);
                assert_eq!(shape(&inside), [format!("R:{inside}")]);
                let open = format!("{ONE} {{\n{opening}\n{opening}\n").replace('\n', line_end);
                assert_eq!(shape(&open), [format!("R:{open}")]);
            }
            // Among its tags it is a second tag of the record.
            let second_tag = format!("[Game \"gipf\"]\n{opening}\n{TWO}");
            assert_eq!(shape(&second_tag), [format!("R:{second_tag}")]);
        }
    }

    #[test]
    fn a_first_line_in_braces_begins_a_record() {
        let second = format!("{{Game \"gipf\"}}\n{TWO}");
        for first in ["", " *", " 1-0 {x}"] {
            assert_cut(&format!("{ONE}{first}\n\n"), &second);
        }
        // Other text in braces is a comment.
        let comment = format!("{ONE} *\n\n{{Game \"gipf\", round 2}}\n");
        assert_eq!(shape(&comment), [format!("R:{comment}")]);
    }

    #[test]
    fn a_lone_cr_ends_the_line_before_a_record() {
        let text = format!("{ONE} *\n\n[Game \"gipf\"]\n{TWO}").replace('\n', "\r");
        let half = text.rfind("[Game").unwrap();
        assert_eq!(
            shape(&text),
            [
                format!("R:{}", &text[..half]),
                format!("R:{}", &text[half..])
            ]
        );
    }

    #[test]
    fn comments_after_a_blank_line_are_about_the_next_record() {
        let next = "[Game \"x\"]\n";
        let tagged = "[Event \"a\"]\n[Game \"x\"]\n";
        for (record, comments) in [
            ("[Game \"x\"]\n\n1. b3 *\n\n", "# next\n"),
            (
                "[Game \"x\"]\r\n1. b3 *\r\n\r\n",
                "# next\r\n# game\r\n\r\n",
            ),
            (
                "[Game \"x\"]\n1. b3 1-0 # end\n# more\n \n\n",
                "# next\n\n# and\n",
            ),
            ("[Game \"x\"]\n1. b3 * {a}\n\n", "# next\n"),
            ("[Game \"x\"]\n1. b3 *\n# end\n", ""),
            ("[Game \"x\"]\n1. b3 *\n\n", ""),
            // Without a result, it may be a comment on the next turn.
            ("[Game \"x\"]\n1. b3\n\n# next\n", ""),
        ] {
            for next in if record.contains(['*', '-']) {
                vec![next, tagged]
            } else {
                vec![next]
            } {
                let comment = (!comments.is_empty()).then(|| format!("L:{comments}"));
                let expected: Vec<_> = [
                    Some(format!("R:{record}")),
                    comment,
                    Some(format!("R:{next}")),
                ]
                .into_iter()
                .flatten()
                .collect();
                assert_eq!(shape(&format!("{record}{comments}{next}")), expected);
            }
            let alone = format!("{record}{comments}");
            assert_eq!(shape(&alone), [format!("R:{alone}")], "no record follows");
        }
    }

    #[test]
    fn comments_before_the_first_record_are_about_it_or_the_stream() {
        for record in [
            "[Game \"x\"]\n",
            "[Event \"a\"]\n[Game \"x\"]\n",
            "[Game gipf]\n",
        ] {
            let shape_of = |comments: &str| shape(&format!("{comments}{record}"));
            assert_eq!(
                shape_of("# a\n\n# b\n"),
                ["H:# a\n\n", "L:# b\n", &format!("R:{record}")]
            );
            assert_eq!(shape_of("# a\n"), ["L:# a\n", &format!("R:{record}")]);
            assert_eq!(shape_of("# a\n\n"), ["H:# a\n\n", &format!("R:{record}")]);
            assert_eq!(shape_of("\n"), [format!("R:\n{record}")]);
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
        assert_eq!(
            records[0].bytes.len() as u64 + records[0].dropped,
            records[1].offset
        );
        assert_eq!(records[1].line, 3);
        let whole: Vec<_> = RecordSplitter::whole(text.as_slice())
            .map_while(Result::ok)
            .collect();
        assert_eq!(
            whole.iter().map(|record| record.bytes.len()).sum::<usize>(),
            text.len()
        );
        assert_eq!(
            whole.into_iter().map(RawRecord::capped).collect::<Vec<_>>(),
            records
        );
    }

    #[test]
    fn lines_in_an_open_comment_are_read_a_bounded_number_of_times() {
        // Read again from its start at each of these lines, the comment would take hours.
        let mut text = b"[Game \"gipf\"]\n\n1. b3 {\n".to_vec();
        while text.len() < MAX_RECORD_BYTES / 2 {
            text.extend_from_slice(b" [Game \"gipf\"]\n");
        }
        assert_eq!(split_text(&text).len(), 1);
        text.extend_from_slice(b"} *\n\n [Game \"gipf\"]\n");
        assert_eq!(split_text(&text).len(), 2);
    }
}
