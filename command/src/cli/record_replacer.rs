//! Replacement of records in the files that commands read, for `test --bless`, `check --fix`,
//! `mend` and `infer`.
//!
//! While a command reads a file, [`RecordReplacer::replace`] copies the file with the new forms of
//! some records. [`RecordReplacer::end_file`] puts the copy in the place of the file. Before that,
//! it reads the records of both and compares them: all other records must be unchanged.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::PathBuf;

use super::patched_file::PatchedFile;
use super::record_diff::unified_hunks;
use super::source::{Records, Source, report_failure};
use super::{Failure, Status};
use pipscribe::notation::{Entries, Entry, split_text};
use pipscribe::text::{RawRecord, one_line};

/// The change of a record: the new content of its lines. In a document, the record may be in a list
/// or a quote. Its lines then begin with a margin, such as `> `, which is not part of the record.
pub(super) struct Replaced {
    /// The byte at which the lines begin.
    offset: u64,
    /// The old lines, with their margins.
    pub(super) before: Vec<u8>,
    /// The new lines, with their margins.
    pub(super) after: Vec<u8>,
    record: ReplacedRecord,
}

/// A record that gets a new form in its file.
#[derive(Clone)]
struct ReplacedRecord {
    /// The byte at which the record begins.
    offset: u64,
    /// The bytes in the new form, without margins.
    bytes: Vec<u8>,
    /// The number of records in the new form: more than one if it separates them.
    records: usize,
}

impl Replaced {
    /// Returns the change of a record into another one.
    pub(super) fn new(raw: &RawRecord, by: &RawRecord) -> Self {
        Self::separated(raw, by, 1)
    }

    /// Returns the change of a record into `records` records.
    pub(super) fn separated(raw: &RawRecord, by: &RawRecord, records: usize) -> Self {
        let (offset, before) = raw.lines();
        let (_, after) = by.lines();
        let record = ReplacedRecord {
            offset: raw.offset,
            bytes: by.bytes.clone(),
            records,
        };
        Self {
            offset,
            before,
            after,
            record,
        }
    }
}

/// Replaces records in the file that is being read.
#[derive(Default)]
pub(super) struct RecordReplacer {
    /// The copy of the file; `None` before the first change and after a failure.
    patched: Option<PatchedFile>,
    /// True if nothing more can be written into this file.
    failed: bool,
    /// True if the file has already been written, under this name or another one.
    is_already_written: bool,
    /// The number of lines that its new form has gained so far; negative if it has lost some.
    line_shift: i64,
    /// The changes so far.
    replaced: Vec<ReplacedRecord>,
    /// The places of the files of the run that have been written.
    written: BTreeSet<PathBuf>,
    /// The status after files that could not be written, which were reported.
    pub(super) trouble: Status,
}

impl RecordReplacer {
    /// Starts a file.
    pub(super) fn begin_file(&mut self) {
        *self = Self {
            written: std::mem::take(&mut self.written),
            trouble: self.trouble,
            ..Self::default()
        };
    }

    /// Rewrites a record that begins on line `line` of its file. Returns the diff; `None` if it
    /// cannot be written.
    pub(super) fn replace(
        &mut self,
        source: &Source,
        line: u64,
        replaced: &Replaced,
    ) -> Option<String> {
        self.patch(source, line, replaced)
            .map_err(|failure| report_failure(&failure, &mut self.trouble))
            .ok()
    }

    /// Reports that the record on line `line` stays unchanged, because its new form differs from
    /// the prediction.
    pub(super) fn refuse(&mut self, source: &Source, line: u64) {
        let error = io::Error::other(format!(
            "the fix of the record on line {line} differs from what it promised"
        ));
        report_failure(&Failure::writing(&source.name, error), &mut self.trouble);
    }

    fn patch(
        &mut self,
        source: &Source,
        line: u64,
        replaced: &Replaced,
    ) -> Result<String, Failure> {
        let Replaced {
            offset,
            before,
            after,
            record,
        } = replaced;
        let path = source.path.as_deref().unwrap_or_else(|| "-".as_ref());
        let failure = |error| Failure::writing(&source.name, error);
        // Another name of a file that is written already: there is nothing to do, and no diff.
        if self.is_already_written {
            return Ok(String::new());
        }
        if self.failed {
            return Err(failure(io::Error::other(
                "given up, as for the record before",
            )));
        }
        let is_first_change = self.patched.is_none();
        if is_first_change {
            let place = fs::canonicalize(path).map_err(failure)?;
            let is_new = self.written.insert(place);
            if !is_new {
                self.is_already_written = true;
                return Ok(String::new());
            }
        }

        // Any error below leaves the file unwritten.
        self.failed = true;
        let mut patched = match self.patched.take() {
            Some(patched) => patched,
            None => PatchedFile::new(path, source).map_err(failure)?,
        };
        patched.replace(*offset, before, after).map_err(failure)?;
        self.patched = Some(patched);
        self.failed = false;
        self.replaced.push(record.clone());

        let new_line = line.saturating_add_signed(self.line_shift);
        self.line_shift += line_count(after) - line_count(before);
        let diff = unified_hunks(before, after, line, new_line);
        Ok(format!("--- {0}\n+++ {0}\n{diff}", one_line(&source.name)))
    }

    /// Finishes a file. A file that could not be read to its end stays unchanged. Returns the
    /// number of records that were not written although they should have been.
    pub(super) fn end_file(&mut self, source: &Source, read_to_end: bool) -> u64 {
        let replaced = std::mem::take(&mut self.replaced);
        let count = replaced.len() as u64;
        let Some(patched) = self.patched.take() else {
            return count;
        };
        if !read_to_end {
            return count;
        }

        let finished = patched.finish(|before, after| {
            let before = source.records_of(before)?;
            let after = source.records_of(after)?;
            check_records_after_replacement(before, after, &replaced)
        });
        match finished {
            Ok(()) => 0,
            Err(error) => {
                report_failure(&Failure::writing(&source.name, error), &mut self.trouble);
                count
            }
        }
    }
}

fn line_count(bytes: &[u8]) -> i64 {
    let ends = bytes.iter().filter(|&&byte| byte == b'\n');
    i64::try_from(ends.count()).unwrap_or(i64::MAX)
}

/// Compares the records of a file before and after the change: replaced records must have their new
/// form, and as many records as it has; all others must be unchanged.
///
/// The function walks through both files in step, entry by entry; an entry is a record with the
/// comments before it. It puts the new form of a record into the entry of the old file, which must
/// then equal the entry of the new file. Of the bytes of a record beyond the maximum length, only
/// the number is known and compared.
fn check_records_after_replacement(
    before: Records,
    after: Records,
    replaced: &[ReplacedRecord],
) -> io::Result<()> {
    let failure = |what: &str| Err(io::Error::other(format!("{what}; nothing is written")));
    let mut before = Entries::new(before);
    let mut after = Entries::new(after);
    let mut replaced = replaced.iter().peekable();
    loop {
        let (mut old, mut new) = match (next_entry(&mut before)?, next_entry(&mut after)?) {
            (Some(old), Some(new)) => (old, new),
            (None, None) => break,
            _ => return failure("the number of records in the file would change"),
        };
        let new_records = put_replaced(&mut old, &mut replaced);
        let is_changed = new_records > 0;

        // A new form with several records is several entries of the new file.
        for _ in 1..new_records {
            if let Some(next) = next_entry(&mut after)? {
                new.bytes.extend(next.bytes);
            }
        }

        // A new form without a record is comments, which belong to the entry of the next record.
        while is_changed && !has_record(&old) {
            let Some(mut next) = next_entry(&mut before)? else {
                break;
            };
            put_replaced(&mut next, &mut replaced);
            old.bytes.extend(next.bytes);
            old.dropped += next.dropped;
        }

        let is_as_expected = old.bytes == new.bytes && old.dropped == new.dropped;
        if !is_as_expected {
            return failure(if is_changed {
                "the written record would be read differently"
            } else {
                "another record would change"
            });
        }
    }

    match replaced.next() {
        Some(_) => failure("the written record would be read differently"),
        None => Ok(()),
    }
}

/// Returns the bytes of the next entry.
fn next_entry(
    entries: &mut impl Iterator<Item = io::Result<Entry>>,
) -> io::Result<Option<RawRecord>> {
    Ok(entries.next().transpose()?.and_then(Entry::joined))
}

fn has_record(entry: &RawRecord) -> bool {
    split_text(&entry.bytes).iter().any(RawRecord::is_record)
}

/// Puts the new form of a record into the entry that has it. Returns the number of records in this
/// form; 0 if no record of the entry is replaced.
fn put_replaced<'r>(
    entry: &mut RawRecord,
    replaced: &mut std::iter::Peekable<impl Iterator<Item = &'r ReplacedRecord>>,
) -> usize {
    let end = entry.offset + entry.bytes.len() as u64;
    let is_inside = |record: &&ReplacedRecord| (entry.offset..end).contains(&record.offset);
    let Some(record) = replaced.next_if(is_inside) else {
        return 0;
    };

    let length_of_comments = usize::try_from(record.offset - entry.offset).unwrap_or(usize::MAX);
    entry.bytes.truncate(length_of_comments);
    entry.bytes.extend_from_slice(&record.bytes);
    record.records
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares a file with the same file after the record at an offset was replaced.
    fn compared(before: &str, after: &str, offset: usize, bytes: &str) -> Result<(), String> {
        compared_as(before, after, offset, bytes, 1)
    }

    /// Does the same with a new form that has several records.
    fn compared_as(
        before: &str,
        after: &str,
        offset: usize,
        bytes: &str,
        records: usize,
    ) -> Result<(), String> {
        let source = Source::new("a.pips".into(), Some(PathBuf::from("a.pips")));
        let read = |text: &str| source.records_of(io::Cursor::new(text.to_owned())).unwrap();
        let record = ReplacedRecord {
            offset: offset as u64,
            bytes: bytes.into(),
            records,
        };
        check_records_after_replacement(read(before), read(after), &[record])
            .map_err(|error| error.to_string())
    }

    #[test]
    fn a_file_is_written_only_if_its_other_records_are_unchanged() {
        const ONE: &str = "[Game \"gipf\"]\n\nb3 swap\n\n";
        const OTHER: &str = "[Game \"gipf\"]\n\nb4 *\n";
        let before = format!("# a\n{ONE}{OTHER}");
        let with = |bytes: &str| compared(&before, &format!("# a\n{bytes}{OTHER}"), 4, bytes);
        assert_eq!(with("[Game \"gipf\"]\n\nb3\n\n"), Ok(()));
        // Without the line break before the next record, both are parsed as one record.
        let read = "the written record would be read differently; nothing is written";
        assert_eq!(with("[Game \"gipf\"]\n\nb3 "), Err(read.into()));
        assert_eq!(
            with("[Game \"gipf\"]\n\n[Game \"gipf\"]\nb3\n"),
            Err(read.into())
        );
        let number = "the number of records in the file would change; nothing is written";
        assert_eq!(
            compared(&before, &format!("{before}{OTHER}"), 4, ONE),
            Err(number.into())
        );
        let other = "another record would change; nothing is written";
        let changed = compared(
            &before,
            &format!("# a\n{ONE}{}", OTHER.replace('4', "5")),
            4,
            ONE,
        );
        assert_eq!(changed, Err(other.into()));
        assert_eq!(
            compared(&before, &before, 4, "[Game \"gipf\"]\n\nb3\n\n"),
            Err(read.into())
        );
        assert_eq!(compared(&before, &before, 4000, ONE), Err(read.into()));
        // Without its result, a record would take over the tags before the next one.
        let tagged = "[Game \"gipf\"]\n\nb3 *\n\n[Event \"e\"]\n[Game \"gipf\"]\n\nb4 *\n";
        let first = "[Game \"gipf\"]\n\nb3\n\n";
        assert_eq!(
            compared(tagged, &tagged.replacen("b3 *", "b3", 1), 0, first),
            Err(read.into())
        );
    }

    #[test]
    fn a_record_may_become_several() {
        const GLUED: &str = "[Game \"gipf\"]\n\nb3 * [Game \"gipf\"]\n\nb4 *\n";
        const OTHER: &str = "\n[Game \"gipf\"]\n\nb5 *\n";
        let separated = GLUED.replace(" * [", " *\n\n[");
        let before = format!("{GLUED}{OTHER}");
        let after = format!("{separated}{OTHER}");
        assert_eq!(
            compared_as(&before, &after, 0, &format!("{separated}\n"), 2),
            Ok(())
        );
        assert!(compared_as(&before, &after, 0, &format!("{separated}\n"), 1).is_err());
    }

    #[test]
    fn comments_before_the_first_record_may_become_separate() {
        let before = "# a\n\nb3 *\n";
        let after = "# a\n\n[Game \"gipf\"]\n\nb3 *\n";
        assert_eq!(compared(before, after, 0, after), Ok(()));
    }
}
