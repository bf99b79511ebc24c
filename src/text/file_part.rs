//! Splits a part of a file into records. However a file is divided into parts, each record belongs to exactly one
//! part.
//!
//! A record belongs to the part in which its line `[Game "` begins. Text before the first such line belongs to the
//! part with the start of the file. To process a part, only these bytes are read: the part, the bytes before it back
//! to the last border, and the bytes after it to the end of its last record. This holds even for a record that is
//! longer than many parts.

use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::ops::Range;

use memchr::memmem::{find_iter, rfind};

use super::MAX_RECORD_BYTES;
use super::records::{BYTE_ORDER_MARK, CHUNK, OPENING, RawRecord, RecordSplitter, count_lines};

/// Placeholder for text that is farther back than the search for a border goes.
const LONG_BEFORE: &[u8] = b"[Game \"\n";

/// Iterator over the records of a part of a file. Holds one record at a time.
pub struct PartSplitter<R> {
    /// `None` if no record begins in the part.
    splitter: Option<RecordSplitter<PartReader<R>>>,
    part: Range<u64>,
    lines: u64,
}

impl<R: Read + Seek> PartSplitter<R> {
    /// Creates an iterator over the records in the bytes `part` of a file. `lines_before` is the number of line ends
    /// in the file before the part. A record longer than [`MAX_RECORD_BYTES`] is cut to one byte more than that, so
    /// that its length is noticed.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn new(mut input: R, part: Range<u64>, lines_before: u64) -> io::Result<Self> {
        // Most parts start near a border. A part inside a very long record need not search for its border.
        if let Some(lines) = lines_without_record(&mut input, &part)? {
            return Ok(Self { splitter: None, part, lines });
        }
        let border = border_before(&mut input, part.start)?;
        input.seek(SeekFrom::Start(border.at))?;
        let prefix = if border.is_known { b"" } else { LONG_BEFORE };
        let line = (lines_before + 1).saturating_sub(border.lines + u64::from(!border.is_known));
        let offset = border.at.saturating_sub(prefix.len() as u64);
        let reader = PartReader { prefix: Cursor::new(prefix), input, at: border.at, part: part.clone(), lines: 0 };
        let splitter = RecordSplitter::within(reader, MAX_RECORD_BYTES + 1, offset, line);
        Ok(Self { splitter: Some(splitter), part, lines: 0 })
    }

    /// Returns the number of line ends of the part, once all its records were yielded.
    pub fn lines(&self) -> u64 {
        self.splitter.as_ref().map_or(self.lines, |splitter| splitter.input().lines)
    }
}

impl<R: Read + Seek> Iterator for PartSplitter<R> {
    type Item = io::Result<RawRecord>;

    fn next(&mut self) -> Option<Self::Item> {
        let splitter = self.splitter.as_mut()?;
        while splitter.offset() < self.part.end {
            let record = match splitter.next()? {
                Ok(record) => record,
                Err(error) => return Some(Err(error)),
            };
            if self.part.contains(&(record.offset + opening_of(&record.bytes))) {
                return Some(Ok(record));
            }
        }
        None
    }
}

/// Returns the start of the line `[Game "` of a record; 0 if there is none, because the record is then the start of a
/// file.
fn opening_of(bytes: &[u8]) -> u64 {
    let mut openings = find_iter(bytes, OPENING);
    openings.find(|&at| bytes.get(..at).is_some_and(opens_a_line)).map_or(0, |at| at as u64)
}

/// True if the bytes after these start a line.
fn opens_a_line(before: &[u8]) -> bool {
    let before = before.strip_suffix(BYTE_ORDER_MARK).unwrap_or(before);
    before.last().is_none_or(|&last| last == b'\n')
}

/// A place from which records can be split.
struct Border {
    at: u64,
    /// The number of line ends between it and the part.
    lines: u64,
    /// True for a line `[Game "` or the start of the file; false inside a record that exceeds the maximum length.
    is_known: bool,
}

/// Returns the last border before `at`.
fn border_before<R: Read + Seek>(input: &mut R, at: u64) -> io::Result<Border> {
    let least = at.saturating_sub((MAX_RECORD_BYTES + CHUNK) as u64);
    let line = [b"\n", OPENING].concat();
    let mut end = at;
    // A line that begins before `at` may end after it.
    let mut after = read_at(input, at, OPENING.len() - 1)?;
    let mut lines = 0;
    while end > least {
        let start = end.saturating_sub(CHUNK as u64).max(least);
        let mut bytes = read_at(input, start, usize::try_from(end - start).unwrap_or(CHUNK))?;
        let own = bytes.len();
        bytes.extend_from_slice(&after);
        let found = rfind(&bytes, &line).map(|found| found + 1);
        let between = bytes.get(found.unwrap_or(0).min(own)..own).unwrap_or_default();
        lines += count_lines(between);
        if let Some(found) = found {
            return Ok(Border { at: start + found as u64, lines, is_known: true });
        }
        bytes.truncate(OPENING.len());
        (end, after) = (start, bytes);
    }
    Ok(Border { at: least, lines, is_known: least == 0 })
}

fn read_at<R: Read + Seek>(input: &mut R, start: u64, length: usize) -> io::Result<Vec<u8>> {
    input.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::with_capacity(length);
    input.take(length as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the number of line ends of a part in which no record begins; `None` if one does.
fn lines_without_record<R: Read + Seek>(input: &mut R, part: &Range<u64>) -> io::Result<Option<u64>> {
    if part.start == 0 && part.end > 0 {
        return Ok(None);
    }
    // The bytes before a line must be visible together with it.
    let before = BYTE_ORDER_MARK.len() + 1;
    let mut at = part.start.saturating_sub(before as u64);
    let (mut bytes, mut lines) = (Vec::new(), 0);
    input.seek(SeekFrom::Start(at))?;
    loop {
        let known = bytes.len();
        let start = at - known as u64;
        let read = input.take(CHUNK as u64).read_to_end(&mut bytes)?;
        let mut openings = find_iter(&bytes, OPENING).filter(|&opening| opening >= before || start == 0);
        let opens = |opening| bytes.get(..opening).is_some_and(opens_a_line);
        if openings.any(|opening| part.contains(&(start + opening as u64)) && opens(opening)) {
            return Ok(None);
        }
        lines += lines_inside(bytes.get(known..).unwrap_or_default(), at, part);
        at += read as u64;
        if read == 0 || at >= part.end.saturating_add(OPENING.len() as u64) {
            return Ok(Some(lines));
        }
        let kept = (before + OPENING.len() - 1).min(bytes.len());
        bytes.drain(..bytes.len() - kept);
    }
}

/// Returns the number of line ends that are both in the part and among these bytes, which start at `at`.
fn lines_inside(bytes: &[u8], at: u64, part: &Range<u64>) -> u64 {
    let inside = |place: u64| usize::try_from(place.saturating_sub(at)).unwrap_or(usize::MAX).min(bytes.len());
    let of_part = bytes.get(inside(part.start)..inside(part.end)).unwrap_or_default();
    count_lines(of_part)
}

/// Reader that counts the line ends of the part.
struct PartReader<R> {
    prefix: Cursor<&'static [u8]>,
    input: R,
    /// The position in the file.
    at: u64,
    part: Range<u64>,
    lines: u64,
}

impl<R: Read> Read for PartReader<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let of_prefix = self.prefix.read(into)?;
        if of_prefix > 0 {
            return Ok(of_prefix);
        }
        let read = self.input.read(into)?;
        self.lines += lines_inside(into.get(..read).unwrap_or_default(), self.at, &self.part);
        self.at += read as u64;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::split_text;

    /// Returns the records of all parts of a given length, with their lines, as split without knowledge of the rest
    /// of the file.
    fn in_parts(text: &[u8], length: usize) -> Vec<RawRecord> {
        let (mut records, mut lines) = (Vec::new(), 0);
        for start in (0..text.len()).step_by(length) {
            let part = start as u64..(start + length).min(text.len()) as u64;
            let mut splitter = PartSplitter::new(Cursor::new(text), part, lines).unwrap();
            records.extend(splitter.by_ref().map(|record| record.unwrap().capped()));
            lines += splitter.lines();
        }
        assert_eq!(lines, count_lines(text));
        records
    }

    #[test]
    fn parts_yield_each_record_once() {
        let texts: [&[u8]; 12] = [
            b"# a\n\n[Game \"x\"]\n{ open\n[Game \"y\"]\n [Game \"z\"]\n\xEF\xBB\xBF[Game \"w\"]\n[Game\"no\"]\n",
            b"\xEF\xBB\xBF[Game \"x\"]\r\n\r\nb3 *\r\n\r\n[Game \"y\"]\r\n\r\nb3 *",
            b"b3\n[Game \"gipf\"]\n",
            b"",
            b"# only this",
            b"hello\n\n[Game\n",
            b"[Game \"x\"]\n[Game \"",
            b"\n[Game \"x\"]\n\n\n[Game \"x\"]",
            b"[Event \"a\"]\n[Game \"x\"]\n\nb3 1-0\n\n\
                [Event \"a\"]\n[Site \"b\"]\n[Game \"x\"]\n\n2-0\n\n[Site \"c\"]\n[Game \"y\"]\n",
            b"# a\n\n# b\n[Event \"a\"]\n[Game \"x\"]\n\nb3\n\n[Event \"a\"]\n[Game \"x\"]\n",
            b"\0\xFF\xFE\n[Game \"\n[Game \"\n[Game \"",
            b"[Game \"x\"]\n[Event \"a\"]\n[Game \"x\"]\nb3 *\n\n[Round \"1\"]\n\xEF\xBB\xBF[Game \"x\"]\n",
        ];
        for text in texts {
            for length in 1..=text.len() + 1 {
                let told = String::from_utf8_lossy(text);
                assert_eq!(in_parts(text, length), split_text(text), "{length} of {told}");
            }
        }
    }

    #[test]
    fn records_longer_than_their_parts_are_yielded_once() {
        let mut text = b"[Game \"gipf\"]\n".to_vec();
        text.resize(MAX_RECORD_BYTES * 2 + 17, b'{');
        text.extend_from_slice(b"\n\n1-0\n\n[Event \"a\"]\n[Game \"gipf\"]\n");
        let whole = split_text(&text);
        assert_eq!(whole.len(), 2);
        for length in [MAX_RECORD_BYTES / 3, MAX_RECORD_BYTES * 2 + 20, MAX_RECORD_BYTES * 2 + 30] {
            assert_eq!(in_parts(&text, length), whole);
        }
        let mut long = PartSplitter::new(Cursor::new(&text), 0..9, 0).unwrap();
        let first = long.next().unwrap().unwrap();
        assert_eq!(first.bytes.len(), MAX_RECORD_BYTES + 1, "that it is too long is seen");
    }

    /// Reader that counts the bytes read.
    struct Counted<'a>(Cursor<&'a [u8]>, &'a std::cell::Cell<usize>);

    impl Read for Counted<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let read = self.0.read(into)?;
            self.1.set(self.1.get() + read);
            Ok(read)
        }
    }

    impl Seek for Counted<'_> {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.0.seek(to)
        }
    }

    #[test]
    fn a_part_inside_a_record_reads_little_more() {
        let mut text = b"[Game \"gipf\"]\n".to_vec();
        text.resize(MAX_RECORD_BYTES * 4, b'\n');
        let read = std::cell::Cell::new(0);
        let part = (MAX_RECORD_BYTES * 2) as u64..(MAX_RECORD_BYTES * 2 + 100) as u64;
        let mut splitter = PartSplitter::new(Counted(Cursor::new(&text), &read), part, 0).unwrap();
        assert!(splitter.next().is_none());
        assert_eq!(splitter.lines(), 100);
        assert!(read.get() < 2 * CHUNK, "{}", read.get());
    }
}
