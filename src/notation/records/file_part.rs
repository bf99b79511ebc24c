//! Splits a part of a file into records. However a file is divided into parts, each record belongs
//! to exactly one part.
//!
//! A record belongs to the part in which the line `[Game "` begins, also if it is damaged. Text
//! before the first such line belongs to the part with the start of the file, and comments before a
//! record to the part of the record. To process a part, only these bytes are read: the part, the
//! bytes before it back to the last line `[Game "`, and the bytes after it to the end of its last
//! record.

use std::collections::VecDeque;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;

use memchr::memmem::rfind;
use memchr::{memchr2, memchr2_iter};

use super::opening::MAX_DAMAGED_LENGTH;
use super::splitter::{CHUNK, StreamPlace};
use super::{Entry, OPENING, Opening, RecordSplitter};
use crate::text::{MAX_RECORD_BYTES, RawRecord, count_lines};

/// Iterator over the records of a part of a file, and the comments before them. Holds one record at
/// a time.
pub struct PartSplitter<R> {
    /// `None` if no record begins in the part.
    splitter: Option<RecordSplitter<PartReader<R>>>,
    part: Range<u64>,
    /// The number of line ends of the part, if no record begins in it.
    lines: u64,
    /// The pieces of an entry that come next.
    ready: VecDeque<RawRecord>,
}

impl<R: Read + Seek> PartSplitter<R> {
    /// Creates an iterator over the records in the bytes `part` of a file. `lines_before` is the
    /// number of line ends in the file before the part. A record longer than [`MAX_RECORD_BYTES`]
    /// is cut to one byte more than that, so that its length is noticed.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn new(mut input: R, part: Range<u64>, lines_before: u64) -> io::Result<Self> {
        let ready = VecDeque::new();
        // Most parts start near a border. A part inside a very long record need not search for its
        // border.
        if let Some(lines) = lines_without_record(&mut input, &part)? {
            return Ok(Self {
                splitter: None,
                part,
                lines,
                ready,
            });
        }
        let border = border_before(&mut input, part.start)?;
        input.seek(SeekFrom::Start(border.place))?;
        let line = (lines_before + 1).saturating_sub(border.lines);
        let reader = PartReader {
            input,
            place: border.place,
            part: part.clone(),
            lines: 0,
        };
        let start = StreamPlace {
            offset: border.place,
            line,
        };
        let splitter = RecordSplitter::within(reader, MAX_RECORD_BYTES + 1, start);
        Ok(Self {
            splitter: Some(splitter),
            part,
            lines: 0,
            ready,
        })
    }

    /// Returns the number of line ends of the part, once all its records were yielded.
    pub fn lines(&self) -> u64 {
        self.splitter
            .as_ref()
            .map_or(self.lines, |splitter| splitter.input().lines)
    }

    /// Reads the next record of the part, with the comments before it.
    fn read_entry(&mut self) -> io::Result<()> {
        let Some(splitter) = &mut self.splitter else {
            return Ok(());
        };
        while splitter.offset() < self.part.end {
            let mut entry = Entry::default();
            for piece in splitter.by_ref() {
                if entry.add(piece?) {
                    break;
                }
            }
            let place = match (&entry.record, &entry.heading) {
                (Some(record), _) => record.offset + opening_of(&record.bytes),
                (None, Some(heading)) => heading.offset,
                (None, None) => break,
            };
            if self.part.contains(&place) {
                self.ready.extend(
                    [entry.heading, entry.leading, entry.record]
                        .into_iter()
                        .flatten(),
                );
                break;
            }
        }
        Ok(())
    }
}

impl<R: Read + Seek> Iterator for PartSplitter<R> {
    type Item = io::Result<RawRecord>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ready.is_empty()
            && let Err(error) = self.read_entry()
        {
            return Some(Err(error));
        }
        self.ready.pop_front().map(Ok)
    }
}

/// Returns the start of the line `[Game "` of a record, even if it is damaged; 0 without such a
/// line, because the record is then the start of a file.
fn opening_of(bytes: &[u8]) -> u64 {
    let place = line_starts(bytes).find(|&start| opens_a_record_at(bytes, start));
    place.unwrap_or(0) as u64
}

/// Returns the starts of the lines, also after a lone CR.
fn line_starts(bytes: &[u8]) -> impl Iterator<Item = usize> {
    std::iter::once(0).chain(memchr2_iter(b'\n', b'\r', bytes).map(|line_end| line_end + 1))
}

fn opens_a_record_at(bytes: &[u8], start: usize) -> bool {
    let rest = bytes.get(start..).unwrap_or_default();
    let length = memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
    rest.get(..length).and_then(Opening::of_line).is_some()
}

/// A place from which records can be split.
struct Border {
    /// The offset in the file.
    place: u64,
    /// The number of line ends between it and the part.
    lines: u64,
}

/// Returns the last line `[Game "` before a place, or the start of the file.
fn border_before<R: Read + Seek>(input: &mut R, place: u64) -> io::Result<Border> {
    let line = [b"\n", OPENING].concat();
    let mut end = place;
    // A line that begins before the place may end after it.
    let mut after = read_at(input, place, OPENING.len() - 1)?;
    let mut lines = 0;
    while end > 0 {
        let start = end.saturating_sub(CHUNK as u64);
        let mut bytes = read_at(input, start, usize::try_from(end - start).unwrap_or(CHUNK))?;
        let own_length = bytes.len();
        bytes.extend_from_slice(&after);
        let found = rfind(&bytes, &line).map(|found| found + 1);
        let between = bytes
            .get(found.unwrap_or(0).min(own_length)..own_length)
            .unwrap_or_default();
        lines += count_lines(between);
        if let Some(found) = found {
            return Ok(Border {
                place: start + found as u64,
                lines,
            });
        }
        bytes.truncate(OPENING.len());
        end = start;
        after = bytes;
    }
    Ok(Border { place: 0, lines })
}

fn read_at<R: Read + Seek>(input: &mut R, start: u64, length: usize) -> io::Result<Vec<u8>> {
    input.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::with_capacity(length);
    input.take(length as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the number of line ends of a part in which no record begins; `None` if one does.
fn lines_without_record<R: Read + Seek>(
    input: &mut R,
    part: &Range<u64>,
) -> io::Result<Option<u64>> {
    if part.start == 0 && part.end > 0 {
        return Ok(None);
    }
    // The line end before a line must be visible together with the line.
    let overlap = MAX_DAMAGED_LENGTH + 2;
    let mut place = part.start.saturating_sub(1);
    let mut bytes = Vec::new();
    let mut lines = 0;
    input.seek(SeekFrom::Start(place))?;
    loop {
        let known = bytes.len();
        let start = place - known as u64;
        let read = input.take(CHUNK as u64).read_to_end(&mut bytes)?;
        let is_in_part = |line_start: &usize| part.contains(&(start + *line_start as u64));
        // The first byte is the one before a line.
        let opens = |line_start| opens_a_record_at(&bytes, line_start);
        if line_starts(&bytes).skip(1).filter(is_in_part).any(opens) {
            return Ok(None);
        }
        lines += lines_inside(bytes.get(known..).unwrap_or_default(), place, part);
        place += read as u64;
        if read == 0 || place >= part.end.saturating_add(overlap as u64) {
            return Ok(Some(lines));
        }
        let kept = overlap.min(bytes.len());
        bytes.drain(..bytes.len() - kept);
    }
}

/// Returns the number of line ends that are both in the part and among these bytes, which start at
/// `place`.
fn lines_inside(bytes: &[u8], place: u64, part: &Range<u64>) -> u64 {
    let inside = |border: u64| {
        usize::try_from(border.saturating_sub(place))
            .unwrap_or(usize::MAX)
            .min(bytes.len())
    };
    let of_part = bytes
        .get(inside(part.start)..inside(part.end))
        .unwrap_or_default();
    count_lines(of_part)
}

/// Reader that counts the line ends of the part.
struct PartReader<R> {
    input: R,
    /// The position in the file.
    place: u64,
    part: Range<u64>,
    lines: u64,
}

impl<R: Read> Read for PartReader<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(into)?;
        self.lines += lines_inside(into.get(..read).unwrap_or_default(), self.place, &self.part);
        self.place += read as u64;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::notation::split_text;

    /// Returns the records of all parts of a given length, with their lines, as split without
    /// knowledge of the rest of the file.
    fn in_parts(text: &[u8], length: usize) -> Vec<RawRecord> {
        let mut records = Vec::new();
        let mut lines = 0;
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
        let texts: [&[u8]; 14] = [
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
            b"hello\n\n[GAME \"GIPF\"]\n\nb3 *\n\n# c\n[Variant \"a\"]\n[Game gipf]\n\n\
                b3 {\n[Game gipf]\n}\n [Game \"gipf\"]\n",
            b"# a\r\r[Game \"x\"]\r\rb3 *\r\r[Game \"x\"]\r[Event \"a\"]\r",
            b"[Game \"x\"]\n[Event \"a\"]\n[Game \"x\"]\nb3 *\n\n[Round \"1\"]\n\xEF\xBB\xBF[Game \"x\"]\n",
        ];
        for text in texts {
            for length in 1..=text.len() + 1 {
                let shown_text = String::from_utf8_lossy(text);
                assert_eq!(
                    in_parts(text, length),
                    split_text(text),
                    "{length} of {shown_text}"
                );
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
        for length in [
            MAX_RECORD_BYTES / 3,
            MAX_RECORD_BYTES * 2 + 20,
            MAX_RECORD_BYTES * 2 + 30,
        ] {
            assert_eq!(in_parts(&text, length), whole);
        }
        let mut long = PartSplitter::new(Cursor::new(&text), 0..9, 0).unwrap();
        let first = long.next().unwrap().unwrap();
        assert_eq!(
            first.bytes.len(),
            MAX_RECORD_BYTES + 1,
            "that it is too long is seen"
        );
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
