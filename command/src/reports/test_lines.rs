//! Test results for people: one line per test, the findings after each failure, and the names of
//! failed tests repeated at the end. A test is *blessed* if its expectations were updated.

use std::io::{self, Write};

use pipscribe::check::{Checked, has_unread_tests, tests_nothing};
use pipscribe::notation::{Record, has_expectations};
use pipscribe::replay::Report;
use pipscribe::reports::{Emitter, Entry, HumanWriter, Look, TestVerdict};
use pipscribe::solve::has_puzzles;
use pipscribe::text::one_line;

/// Maximum number of failed tests that are named at the end, so that memory stays bounded.
const MAX_NAMED: u64 = 1_000;

/// Emitter of one line per test.
#[derive(Clone, Debug)]
pub struct TestLines<'a> {
    look: Look<'a>,
    /// True if passed tests are not listed.
    terse: bool,
    failed: u64,
    /// Names of the first failed tests.
    names: Vec<String>,
}

impl<'a> TestLines<'a> {
    /// Creates a report with this layout.
    pub fn new(look: Look<'a>) -> Self {
        Self {
            look,
            terse: false,
            failed: 0,
            names: Vec::new(),
        }
    }

    /// Creates a report that lists only failed and blessed tests.
    pub fn terse(look: Look<'a>) -> Self {
        Self {
            terse: true,
            ..Self::new(look)
        }
    }

    /// Returns the name of a test: its place.
    pub fn name(path: &str, checked: &Checked) -> String {
        format!("{}:{}", one_line(path), checked.source().first_line())
    }
}

impl Emitter for TestLines<'_> {
    fn record(&mut self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        let record = entry.checked.record();
        let report = &entry.checked.report;
        let name = Self::name(entry.path, entry.checked);
        // An empty line comes before the errors or the diff.
        let word = match entry.verdict {
            TestVerdict::Passed => "ok",
            TestVerdict::Blessed => "blessed\n",
            TestVerdict::Failed => "FAILED\n",
        };
        if self.terse && entry.verdict == TestVerdict::Passed && entry.notes.is_empty() {
            return Ok(());
        }
        writeln!(out, "test {name} ... {word}")?;
        if entry.verdict == TestVerdict::Failed {
            self.failed += 1;
            if self.failed <= MAX_NAMED {
                self.names.push(name);
            }
            // For other records, only the snapshot can have failed.
            if is_test(record, report) {
                let writer = HumanWriter::new(entry.path, record, report, self.look)
                    .with_hint_text(entry.hint_text);
                let mut errors = report.errors();
                errors.try_for_each(|finding| out.write_all(writer.write(finding).as_bytes()))?;
            }
        }
        let end = if entry.notes.is_empty() { "" } else { "\n" };
        write!(out, "{}{end}", entry.notes)
    }

    fn tail(&mut self, summary: &str, out: &mut dyn Write) -> io::Result<()> {
        if !self.names.is_empty() {
            writeln!(out, "\nfailures:\n    {}", self.names.join("\n    "))?;
        }
        let more = self.failed - self.names.len() as u64;
        if more > 0 {
            writeln!(out, "    and {more} more")?;
        }
        writeln!(out, "\ntest result: {summary}")
    }
}

/// Returns true for a record that is a test: it has expectations or puzzles, or commands that are
/// intended to be such, or its block in a document makes a claim.
fn is_test(record: &Record, report: &Report) -> bool {
    let has_failed_test = || {
        report
            .findings
            .iter()
            .any(|finding| tests_nothing(record, finding))
    };
    has_expectations(record)
        || has_puzzles(record)
        || record.source().claim().is_some()
        || has_failed_test()
        || has_unread_tests(record, report)
}
