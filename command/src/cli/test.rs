//! `pipscribe test`: runs the expectations in records, such as `{[%expect gipf/no-row]}` after a
//! turn. `test_case.rs` checks one record, `test_snapshots.rs` compares its replay with a snapshot,
//! and `test_coverage.rs` counts rules.
//!
//! To *bless* a record means to update its expectations to what the rules say (`--bless`).

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::bulk::{BulkStep, InputOptions};
use super::hint_text::hint_text;
use super::look::look;
use super::output::Output;
use super::paths::Paths;
use super::puzzle_budget::PuzzleBudget;
use super::record_replacer::RecordReplacer;
use super::source::{Source, report_failure};
use super::test_case::{Case, CaseOptions};
use super::test_coverage::{CoverageArguments, CoverageTally};
use super::test_snapshots::{Comparison, Snapshots};
use super::verbosity::is_quiet;
use super::{Failure, Status};
use crate::coverage::TestsJson;
use crate::reports::TestLines;
use pipscribe::findings::Finding;
use pipscribe::notation::LineAddress;
use pipscribe::reports::{Emitter, Entry, Junit, TestVerdict};

/// Arguments of `pipscribe test`.
#[derive(Debug, Args)]
pub(crate) struct Test {
    #[command(flatten)]
    paths: Paths,
    /// Run only tests whose name, `path:line`, contains TEXT
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Set the format of the report
    #[arg(long, value_enum, default_value_t = TestFormat::Human)]
    format: TestFormat,
    /// Update failed expectations and add missing ones
    ///
    /// A failed expectation is replaced with the actual value. An unexpected error gets an
    /// expectation. All other bytes stay the same, and the changes are shown. A record in which
    /// this is not possible fails and stays unchanged. Records without expectations are left alone;
    /// `{[%expect legal]}` before the first turn makes a record a test. With `--snapshot`, the
    /// snapshots are updated too.
    #[arg(long)]
    bless: bool,
    /// Compare the whole replay of each record with its snapshot in this folder
    ///
    /// Records without expectations are then tests too. The files have the format of insta: a new
    /// or different snapshot fails and is written next to the old one as `.snap.new`, for `cargo
    /// insta review` or `--bless`.
    #[arg(long, value_name = "DIR")]
    snapshot: Option<PathBuf>,
    #[command(flatten)]
    coverage: CoverageArguments,
    #[command(flatten)]
    budget: PuzzleBudget,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TestFormat {
    /// One line per test, with its errors
    #[value(name = "text", alias = "human")]
    Human,
    /// JUnit XML, for build servers
    Junit,
    /// One JSON object with the result of `--coverage`
    Json,
}

impl TestFormat {
    /// Returns the reporter of single tests; `None` if only the totals are reported.
    fn emitter(self, has_coverage: bool, path: Option<&Path>) -> Option<Box<dyn Emitter>> {
        match self {
            Self::Human if has_coverage || is_quiet() => {
                Some(Box::new(TestLines::terse(look(path))))
            }
            Self::Human => Some(Box::new(TestLines::new(look(path)))),
            Self::Junit => Some(Box::new(Junit::in_one_suite("pipscribe test"))),
            Self::Json => None,
        }
    }
}

/// Counts of records.
#[derive(Default)]
struct TestTally {
    passed: u64,
    /// Tests whose expectations or snapshots were updated.
    blessed: u64,
    failed: u64,
    /// Tests whose names do not contain the text of `--filter`.
    filtered_out: u64,
    /// Records without expectations.
    without_expectations: u64,
}

/// State of a run.
struct Run<'a> {
    test: &'a Test,
    out: Output,
    /// The reporter of single tests; `None` if only the totals are reported.
    emitter: Option<Box<dyn Emitter>>,
    tally: TestTally,
    coverage: CoverageTally,
    replacer: RecordReplacer,
    /// The number of records of the current file that were replaced and count as blessed. They
    /// count as failed if the file cannot be written.
    blessed_in_file: u64,
    snapshots: Option<Snapshots>,
    /// The status after snapshots that could not be read or written.
    trouble: Status,
}

impl Test {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        if self.bless {
            self.paths.must_be_files("--bless")?;
        }
        self.check_format()?;

        let mut run = self.new_run()?;
        if let Some(emitter) = &mut run.emitter {
            emitter.head(&mut run.out).map_err(Failure::output)?;
        }
        let options = CaseOptions {
            bless: self.bless,
            snapshots: self.snapshot.is_some(),
            coverage: self.coverage.coverage,
            budget: self.budget.into(),
        };
        let run_status = self.paths.in_bulk(
            InputOptions {
                in_place: self.bless,
                ..InputOptions::default()
            },
            |raw, context| Case::new(raw, context, options),
            |source, step| {
                match step {
                    BulkStep::Begin => {
                        run.replacer.begin_file();
                        run.blessed_in_file = 0;
                    }
                    BulkStep::Document { .. } => {}
                    BulkStep::Record(number, case) => run.report_record(source, number, &case)?,
                    BulkStep::End { read_to_end } => {
                        let unread = Status::findings_if(source.unread_blocks() > 0);
                        run.trouble = run.trouble.max(unread);
                        let is_unwritten = run.replacer.end_file(source, read_to_end) > 0;
                        if is_unwritten {
                            run.tally.blessed -= run.blessed_in_file;
                            run.tally.failed += run.blessed_in_file;
                        }
                    }
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;

        let status = run_status.max(run.trouble).max(run.replacer.trouble);
        run.finish(status)
    }

    /// Fails for a format that cannot report what was requested.
    fn check_format(&self) -> Result<(), Failure> {
        let has_coverage = self.coverage.coverage;
        match self.format {
            TestFormat::Json if !has_coverage => {
                Err(Failure::Usage("`--format json` needs `--coverage`".into()))
            }
            TestFormat::Junit if has_coverage => Err(Failure::Usage(
                "`--coverage` needs `--format text` or `--format json`".into(),
            )),
            _ => Ok(()),
        }
    }

    fn new_run(&self) -> Result<Run<'_>, Failure> {
        let snapshots = match &self.snapshot {
            Some(folder) => Some(Snapshots::open(folder, self.bless)?),
            None => None,
        };
        let path = self.paths.first();
        Ok(Run {
            test: self,
            out: Output::standard().for_look(&look(path)),
            emitter: self.format.emitter(self.coverage.coverage, path),
            tally: TestTally::default(),
            coverage: CoverageTally::default(),
            replacer: RecordReplacer::default(),
            blessed_in_file: 0,
            snapshots,
            trouble: Status::Well,
        })
    }
}

impl Run<'_> {
    /// Counts and reports the next record.
    fn report_record(&mut self, source: &Source, number: u64, case: &Case) -> Result<(), Failure> {
        let Case {
            checked, is_test, ..
        } = case;
        let name = TestLines::name(&source.name, checked);
        let is_filtered_out = self
            .test
            .filter
            .as_ref()
            .is_some_and(|filter| !name.contains(filter));
        if !is_filtered_out && let Some(shown) = &case.shown {
            self.coverage.add(shown, &name);
        }
        if !is_test && case.snapshot.is_none() {
            self.tally.without_expectations += 1;
            return Ok(());
        }
        if is_filtered_out {
            self.tally.filtered_out += 1;
            return Ok(());
        }

        let (verdict, notes) = self.judge_case(source, number, case);
        self.count(verdict);
        let is_replaced = matches!(case.blessed, Some(Ok(_)));
        if is_replaced && verdict == TestVerdict::Blessed {
            self.blessed_in_file += 1;
        }
        if verdict == TestVerdict::Failed {
            self.coverage.add_failure(name);
        }
        let entry = Entry {
            path: &source.name,
            number,
            checked,
            verdict,
            notes: &notes,
            extras: None,
            hint_text,
        };
        match &mut self.emitter {
            Some(emitter) => emitter
                .record(&entry, &mut self.out)
                .map_err(Failure::output),
            None => Ok(()),
        }
    }

    /// Replaces the record if it was blessed, and compares its snapshot. Returns the verdict, and
    /// notes to write after it.
    fn judge_case(&mut self, source: &Source, number: u64, case: &Case) -> (TestVerdict, String) {
        let line = case.checked.source().first_line();
        let mut verdict = if !case.is_test || case.checked.report.is_valid() {
            TestVerdict::Passed
        } else {
            TestVerdict::Failed
        };
        let mut notes = String::new();
        match &case.blessed {
            Some(Ok(replaced)) => match self.replacer.replace(source, line, replaced) {
                Some(diff) => {
                    verdict = TestVerdict::Blessed;
                    notes.push_str(&diff);
                }
                None => verdict = TestVerdict::Failed,
            },
            Some(Err(findings)) => notes.extend(findings.iter().map(reason_not_blessed)),
            None => {}
        }

        if let (Some(snapshots), Some(text)) = (&mut self.snapshots, &case.snapshot) {
            match snapshots.compare(source, number, line, text) {
                Ok(Comparison::Same) => {}
                Ok(Comparison::Written { diff }) => {
                    notes.push_str(&diff);
                    if verdict == TestVerdict::Passed {
                        verdict = TestVerdict::Blessed;
                    }
                }
                Ok(Comparison::Pending { why, diff }) => {
                    verdict = TestVerdict::Failed;
                    notes.push_str(&format!("{why}\n{diff}"));
                }
                Err(failure) => {
                    verdict = TestVerdict::Failed;
                    report_failure(&failure, &mut self.trouble);
                }
            }
        }
        (verdict, notes)
    }

    fn count(&mut self, verdict: TestVerdict) {
        let count = match verdict {
            TestVerdict::Passed => &mut self.tally.passed,
            TestVerdict::Blessed => &mut self.tally.blessed,
            TestVerdict::Failed => &mut self.tally.failed,
        };
        *count += 1;
    }

    /// Writes the summary. `status` says whether everything could be read and written.
    fn finish(mut self, status: Status) -> Result<Status, Failure> {
        let mut status = status.max(Status::findings_if(self.tally.failed > 0));
        let summary = format!("{}. {}", self.verdict(status), self.summary());
        let hides_summary =
            is_quiet() && self.test.format == TestFormat::Human && status == Status::Well;
        let arguments = &self.test.coverage;
        match &mut self.emitter {
            Some(emitter) => {
                if !hides_summary {
                    emitter
                        .tail(&summary, &mut self.out)
                        .map_err(Failure::output)?;
                }
                if arguments.coverage {
                    status = status.max(self.coverage.write(arguments, &mut self.out)?);
                }
            }
            None => {
                let TestTally {
                    passed,
                    blessed,
                    failed,
                    without_expectations,
                    ..
                } = self.tally;
                let tests = TestsJson {
                    passed: passed + blessed,
                    failed,
                    without: without_expectations,
                    ..TestsJson::default()
                };
                status = status.max(self.coverage.write_json(arguments, tests, &mut self.out)?);
            }
        }

        self.out.finish()?;
        Ok(status)
    }

    /// Returns the result of the run in a word or two.
    fn verdict(&self, status: Status) -> &'static str {
        let TestTally {
            passed,
            blessed,
            failed,
            ..
        } = self.tally;
        match status {
            Status::Failed if failed == 0 => "FAILED, because not everything could be tested",
            Status::Failed | Status::Findings => "FAILED",
            Status::Well if passed + blessed == 0 => "nothing was tested",
            Status::Well => "ok",
        }
    }

    fn summary(&self) -> String {
        let TestTally {
            passed,
            blessed,
            failed,
            filtered_out,
            without_expectations,
        } = &self.tally;
        let mut text = format!(
            "{passed} passed; {failed} failed; {without_expectations} without expectations"
        );
        if *filtered_out > 0 {
            text.push_str(&format!("; {filtered_out} filtered out"));
        }
        if self.test.bless {
            text.push_str(&format!("; {blessed} blessed"));
        }
        if let Some(Snapshots {
            matching,
            new,
            changed,
            written,
            ..
        }) = &self.snapshots
        {
            text.push_str(&format!(
                "; snapshots: {matching} match, {new} new, {changed} changed, {written} written"
            ));
        }
        text
    }
}

/// Returns the reason why a record was not blessed.
fn reason_not_blessed(finding: &Finding) -> String {
    let turn = LineAddress::of_finding(finding)
        .map_or_else(String::new, |address| format!(" of turn {address}"));
    format!(
        "cannot be blessed: `{}`{turn}: {}\n",
        finding.code.id, finding.message
    )
}
