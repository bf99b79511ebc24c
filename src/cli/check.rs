//! `pipscribe check`

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use clap::{Args, ValueEnum};

use super::blessing::Blessing;
use super::bulk::{BulkStep, InputOptions};
use super::input::{Paths, told};
use super::mend::with_sole_mend;
use super::output::{Output, counted, look, tell};
use super::{Failure, Status};
use crate::checked::Checked;
use crate::notation::Record;
use crate::reports::{Emitter, Entry, Extra, Extras, Github, Human, Json, Junit, Sarif, Short, Verdict};
use crate::text::RawRecord;

/// Judges records.
#[derive(Debug, Args)]
pub(crate) struct Check {
    #[command(flatten)]
    paths: Paths,
    /// How findings are written
    #[arg(long, value_enum, default_value_t = CheckFormat::Human)]
    format: CheckFormat,
    /// No summary and no progress bar
    #[arg(short, long)]
    quiet: bool,
    /// Write into the files what would mend a record, where only one change would, as `mend --write` does
    #[arg(long)]
    fix: bool,
    /// Stop behind the first record that is not valid
    #[arg(long)]
    fail_fast: bool,
    /// List this many findings at most; the others are counted by code
    #[arg(long, value_name = "N")]
    max_findings: Option<u64>,
    /// What each object of `--format json` has besides
    #[arg(long, value_name = "WHAT", value_enum, value_delimiter = ',')]
    with: Vec<With>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum With {
    /// The bare form, which two records of the same game share
    Bare,
    /// The hash of the bare form, by which duplicates are found
    Key,
    /// The position before the first turn, and after each
    Positions,
}

impl With {
    fn extra(self) -> Extra {
        match self {
            Self::Bare => Extra::Bare,
            Self::Key => Extra::Key,
            Self::Positions => Extra::Positions,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CheckFormat {
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

impl CheckFormat {
    fn emitter(self) -> Box<dyn Emitter> {
        match self {
            Self::Human => Box::new(Human::new(look())),
            Self::Short => Box::new(Short),
            Self::Json => Box::new(Json),
            Self::Sarif => Box::new(Sarif::default()),
            Self::Github => Box::new(Github),
            Self::Junit => Box::new(Junit::by_file()),
        }
    }
}

#[derive(Default)]
struct CheckTally {
    records: u64,
    invalid: u64,
    mended: u64,
    errors: u64,
    warnings: u64,
    /// Findings beyond those that are listed, by code.
    unlisted: BTreeMap<&'static str, u64>,
}

impl CheckTally {
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
        if self.mended > 0 {
            text.push_str(&format!("; {} mended", self.mended));
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
        if !self.with.is_empty() && self.format != CheckFormat::Json {
            return Err(Failure::Usage("--with is for --format json".into()));
        }
        if self.fix && self.paths.paths.iter().any(|path| path == std::path::Path::new("-")) {
            return Err(Failure::Usage("standard input is no file that `--fix` could write to: name files".into()));
        }
        let asked: Vec<Extra> = self.with.iter().map(|with| with.extra()).collect();
        let mut tally = CheckTally::default();
        let mut blessing = Blessing::default();
        let mut trouble = Status::Well;
        let mut out = Output::standard();
        let mut emitter = self.format.emitter();
        emitter.head(&mut out).map_err(Failure::output)?;
        let mut room = self.max_findings.unwrap_or(u64::MAX);
        let reading = InputOptions { quiet: self.quiet, ..InputOptions::default() };
        let status = self.paths.in_bulk(
            reading,
            |raw, context| {
                let check = |raw: RawRecord| match asked.is_empty() {
                    true => Checked::read(raw, context),
                    false => Checked::in_full(Record::parse(raw), context),
                };
                let before = self.fix.then(|| raw.clone());
                let mut checked = check(raw);
                let mended = before.and_then(|before| with_sole_mend(&before, &checked, context));
                let replaced = mended.map(|(mended, replaced)| {
                    checked = check(mended);
                    replaced
                });
                // A line has no room for it.
                if self.format != CheckFormat::Short {
                    checked = checked.with_fix();
                }
                let extras = Extras::of(&checked, &asked);
                (checked, extras, replaced)
            },
            |source, step| {
                let (number, (mut checked, extras, replaced)) = match step {
                    BulkStep::Record(number, done) => (number, done),
                    BulkStep::Begin => {
                        blessing.begin();
                        return Ok(ControlFlow::Continue(()));
                    }
                    BulkStep::End(well) => {
                        if let Err(failure) = blessing.end(source, well) {
                            told(&failure, &mut trouble);
                        }
                        return Ok(ControlFlow::Continue(()));
                    }
                };
                if let Some(replaced) = replaced {
                    match blessing.write(source, checked.source().first_line(), &replaced) {
                        Ok(_) => tally.mended += 1,
                        Err(failure) => told(&failure, &mut trouble),
                    }
                }
                tally.count(&checked);
                let verdict = Entry::new(&source.name, number, &checked).verdict;
                let findings = &mut checked.report.findings;
                let listed = usize::try_from(room).unwrap_or(usize::MAX).min(findings.len());
                room -= listed as u64;
                for finding in findings.drain(listed..) {
                    *tally.unlisted.entry(finding.code.id).or_default() += 1;
                }
                let entry = Entry { verdict, extras: Some(&extras), ..Entry::new(&source.name, number, &checked) };
                emitter.record(&entry, &mut out).map_err(Failure::output)?;
                let stop = self.fail_fast && verdict == Verdict::Failed;
                Ok(if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            },
        )?;
        emitter.tail("", &mut out).map_err(Failure::output)?;
        out.finish()?;
        if !self.quiet {
            tell!("{}", tally.summary());
        }
        let found = if tally.invalid > 0 { Status::Findings } else { Status::Well };
        Ok(status.max(trouble).max(found))
    }
}
