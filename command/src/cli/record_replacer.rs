//! Replacement of records in the files that commands read, for `test --bless`, `check --fix`,
//! `mend` and `infer`. Before a file is replaced, its records are read again: all others must be
//! unchanged.

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

/// New content for lines of a file.
pub(super) struct Replaced {
    /// The byte at which the lines begin.
    offset: u64,
    pub(super) before: Vec<u8>,
    pub(super) after: Vec<u8>,
    record: ReplacedRecord,
}

/// A record that gets a new form in its file.
#[derive(Clone)]
struct ReplacedRecord {
    /// The byte at which the record begins.
    offset: u64,
    /// The bytes in the new form, without the marks of lists and quotes before its lines.
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
        let record = ReplacedRecord {
            offset: raw.offset,
            bytes: by.bytes.clone(),
            records,
        };
        Self {
            offset,
            before,
            after: by.lines().1,
            record,
        }
    }
}

/// Replaces records in the file that is being read.
#[derive(Default)]
pub(super) struct RecordReplacer {
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
        if self.patched.is_none() {
            let place = fs::canonicalize(path).map_err(failure)?;
            if !self.written.insert(place) {
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
        let new_line = line.saturating_add_signed(self.line_shift);
        let diff = unified_hunks(before, after, line, new_line);
        let line_count = |bytes: &[u8]| {
            let ends = bytes.iter().filter(|&&byte| byte == b'\n');
            i64::try_from(ends.count()).unwrap_or(i64::MAX)
        };
        self.line_shift += line_count(after) - line_count(before);
        self.replaced.push(record.clone());
        Ok(format!("--- {0}\n+++ {0}\n{diff}", one_line(&source.name)))
    }

    /// Finishes a file. A file that could not be read to its end stays unchanged. Returns the
    /// number of records that were not written although they should have been.
    pub(super) fn end_file(&mut self, source: &Source, well: bool) -> u64 {
        let replaced = std::mem::take(&mut self.replaced);
        let count = replaced.len() as u64;
        let Some(patched) = self.patched.take() else {
            return count;
        };
        if !well {
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

/// Compares the records of a file before and after the change: replaced records must have their new
/// form, and as many records as it has; all others must be unchanged.
///
/// It walks through both files in step, puts the new form into the entry of the file before, and
/// expects this entry to equal that of the file after.
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
        let old = before.next().transpose()?.and_then(Entry::joined);
        let new = after.next().transpose()?.and_then(Entry::joined);
        let (mut old, mut new) = match (old, new) {
            (Some(old), Some(new)) => (old, new),
            (None, None) => break,
            _ => return failure("the number of records in the file would change"),
        };
        let records = put_replaced(&mut old, &mut replaced);
        let mut is_changed = records > 0;
        for _ in 1..records {
            let next = after.next().transpose()?.and_then(Entry::joined);
            new.bytes
                .extend(next.map_or_else(Vec::new, |next| next.bytes));
        }
        // Text that became comments is parsed together with the record after it.
        while is_changed && !split_text(&old.bytes).iter().any(RawRecord::is_record) {
            let Some(mut next) = before.next().transpose()?.and_then(Entry::joined) else {
                break;
            };
            is_changed |= put_replaced(&mut next, &mut replaced) > 0;
            old.bytes.extend(next.bytes);
            old.dropped += next.dropped;
        }
        if (&old.bytes, old.dropped) != (&new.bytes, new.dropped) {
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

/// Puts the new form of a record into the entry that has it. Returns the number of records in this
/// form; 0 if there is none.
fn put_replaced<'r>(
    entry: &mut RawRecord,
    replaced: &mut std::iter::Peekable<impl Iterator<Item = &'r ReplacedRecord>>,
) -> usize {
    let end = entry.offset + entry.bytes.len() as u64;
    let is_inside = |record: &&ReplacedRecord| (entry.offset..end).contains(&record.offset);
    let Some(record) = replaced.next_if(is_inside) else {
        return 0;
    };
    let head = usize::try_from(record.offset - entry.offset).unwrap_or(usize::MAX);
    entry.bytes.truncate(head);
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
