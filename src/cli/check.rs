//! `pipscribe check`

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::bulk::{Reading, Step};
use super::input::Paths;
use super::output::{Output, counted, look, tell};
use super::{Failure, Status};
use crate::checked::Checked;
use crate::findings::human::{HumanWriter, Look};
use crate::findings::{RecordJson, junit, sarif, write_github, write_short};
use crate::notation::Record;

/// Judges records.
#[derive(Debug, Args)]
pub(crate) struct Check {
    #[command(flatten)]
    paths: Paths,
    /// How findings are written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// No summary and no progress bar
    #[arg(short, long)]
    quiet: bool,
    /// Stop behind the first record that is not valid
    #[arg(long)]
    fail_fast: bool,
    /// List this many findings at most; the others are counted by code
    #[arg(long, value_name = "N")]
    max_findings: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// With the record's text, the rule, the board and the nearest legal turns
    Human,
    /// One line a finding
    Short,
    /// One JSON object a record
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub Actions
    Github,
    /// JUnit's XML, for build servers: a test case a record
    Junit,
}

#[derive(Default)]
struct Tally {
    records: u64,
    invalid: u64,
    errors: u64,
    warnings: u64,
    /// Findings beyond those that are listed, by code.
    unlisted: BTreeMap<&'static str, u64>,
}

impl Tally {
    fn count(&mut self, checked: &Checked) {
        let findings = &checked.report.findings;
        let errors = findings.iter().filter(|finding| finding.is_error()).count();
        self.records += 1;
        self.invalid += u64::from(!checked.report.is_valid());
        self.errors += errors as u64;
        self.warnings += (findings.len() - errors) as u64;
    }

    fn summary(&self) -> String {
        let good = self.records - self.invalid;
        let mut text = format!("{} checked: {good} valid, {} not", counted(self.records, "record"), self.invalid);
        if self.errors + self.warnings > 0 {
            text.push_str(&format!("; {}, {}", counted(self.errors, "error"), counted(self.warnings, "warning")));
        }
        if !self.unlisted.is_empty() {
            let kinds: Vec<_> = self.unlisted.iter().map(|(code, count)| format!("{count} {code}")).collect();
            text.push_str(&format!("; not listed: {}", kinds.join(", ")));
        }
        text
    }
}

impl Check {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let mut tally = Tally::default();
        let mut writer = Writer::new(self.format)?;
        let mut room = self.max_findings.unwrap_or(u64::MAX);
        let reading = Reading { quiet: self.quiet, ..Reading::default() };
        let status = self.paths.in_bulk(
            reading,
            |raw, decks| Checked::of(Record::parse(raw).with_decks(Arc::clone(decks))),
            |source, step| {
                let Step::Record(number, mut checked) = step else { return Ok(ControlFlow::Continue(())) };
                tally.count(&checked);
                let valid = checked.report.is_valid();
                let findings = &mut checked.report.findings;
                let listed = usize::try_from(room).unwrap_or(usize::MAX).min(findings.len());
                room -= listed as u64;
                for finding in findings.drain(listed..) {
                    *tally.unlisted.entry(finding.code.id).or_default() += 1;
                }
                writer.record(&source.name, number, &checked, valid)?;
                let stop = self.fail_fast && !valid;
                Ok(if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            },
        )?;
        writer.finish()?;
        if !self.quiet {
            tell!("{}", tally.summary());
        }
        let found = if tally.invalid > 0 { Status::Findings } else { Status::Well };
        Ok(status.max(found))
    }
}

/// How many test cases a suite has at most, so that memory stays bounded.
const MOST_CASES: usize = 1_000;

/// Writes what was found, record by record.
struct Writer {
    format: Format,
    out: Output,
    look: Look,
    /// Whether a result of SARIF stands already, so that a comma is due.
    begun: bool,
    /// JUnit's suite that is not written yet, by the name of its file.
    suite: (String, Vec<junit::Case>),
}

impl Writer {
    fn new(format: Format) -> Result<Self, Failure> {
        let mut out = Output::standard();
        match format {
            Format::Sarif => out.write(&sarif::head())?,
            Format::Junit => out.write(junit::HEAD)?,
            Format::Human | Format::Short | Format::Json | Format::Github => {}
        }
        Ok(Self { format, out, look: look(), begun: false, suite: Default::default() })
    }

    fn record(&mut self, path: &str, number: u64, checked: &Checked, valid: bool) -> Result<(), Failure> {
        let Checked { record, game, report } = checked;
        let (out, source) = (&mut self.out, record.source());
        match self.format {
            Format::Json => {
                let json = RecordJson::new(path, number, record, *game, report).with_validity(valid);
                let line = serde_json::to_string(&json).map_err(|error| Failure::output(error.into()))?;
                out.write(&line)?;
                out.write("\n")
            }
            Format::Short => {
                report.findings.iter().try_for_each(|finding| out.write(&write_short(path, source, finding)))
            }
            Format::Github => {
                report.findings.iter().try_for_each(|finding| out.write(&write_github(path, source, finding)))
            }
            Format::Sarif => report.findings.iter().try_for_each(|finding| {
                let comma = if std::mem::replace(&mut self.begun, true) { ",\n" } else { "" };
                out.write(comma)?;
                out.write(&sarif::result(path, number, source, finding))
            }),
            Format::Junit => {
                if self.suite.0 != path || self.suite.1.len() >= MOST_CASES {
                    self.write_suite()?;
                    path.clone_into(&mut self.suite.0);
                }
                self.suite.1.push(junit::case(path, number, source, &report.findings, valid));
                Ok(())
            }
            Format::Human => {
                if report.findings.is_empty() {
                    return Ok(());
                }
                let writer = HumanWriter::new(path, record, *game, self.look);
                report.findings.iter().try_for_each(|finding| out.write(&writer.write(finding)))
            }
        }
    }

    fn write_suite(&mut self) -> Result<(), Failure> {
        let (name, cases) = std::mem::take(&mut self.suite);
        if cases.is_empty() { Ok(()) } else { self.out.write(&junit::suite(&name, &cases)) }
    }

    fn finish(mut self) -> Result<(), Failure> {
        match self.format {
            Format::Sarif => self.out.write(sarif::TAIL)?,
            Format::Junit => {
                self.write_suite()?;
                self.out.write(junit::TAIL)?;
            }
            Format::Human | Format::Short | Format::Json | Format::Github => {}
        }
        self.out.finish()
    }
}
