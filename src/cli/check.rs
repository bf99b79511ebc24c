//! `pipscribe check`

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};

use super::bulk::{BulkStep, InputOptions};
use super::filter::{SelectionArguments, Statistics};
use super::links::{book, hyperlinks_in};
use super::mend::{Unkept, with_sole_mend};
use super::output::{Output, counted, look_in};
use super::paths::Paths;
use super::rewriting::{InPlace, Replaced};
use super::search_budget::{MOST_STEPS_OF_FIXES, SearchBudget};
use super::solve::PuzzleBudget;
use super::{Failure, Status};
use crate::checked::Checked;
use crate::cli::verbosity::note;
use crate::collection::GAME_COLUMNS;
use crate::config::Selection;
use crate::findings::Finding;
use crate::infer::SettingsSearch;
use crate::notation::Record;
use crate::reports::{Emitter, Entry, Extra, Extras, Github, Human, Json, Junit, Look, Sarif, Short, TestVerdict};
use crate::text::RawRecord;

/// Arguments of `pipscribe check`.
#[derive(Debug, Args)]
#[command(mut_arg("paths", |paths| paths.required(false).default_value(".")))]
pub(crate) struct Check {
    #[command(flatten, next_help_heading = "Input")]
    paths: Paths,
    /// Set the format of the report
    #[arg(long, value_enum, default_value_t = CheckFormat::Human, help_heading = "Report")]
    format: CheckFormat,
    #[command(flatten, next_help_heading = "Report")]
    selection: SelectionArguments,
    /// Count the findings by code instead of listing them
    #[arg(long, conflicts_with = "max_findings", help_heading = "Report")]
    statistics: bool,
    /// Write the report to FILE [default: standard output]
    #[arg(short, long, value_name = "FILE", help_heading = "Report")]
    output: Option<PathBuf>,
    /// Apply unambiguous fixes, as `mend --write` does
    #[arg(long, help_heading = "Action")]
    fix: bool,
    /// Prove the puzzles in the records too
    #[arg(long, help_heading = "Action")]
    puzzles: bool,
    #[command(flatten, next_help_heading = "Action")]
    budget: PuzzleBudget,
    /// Stop after the first invalid record; with `--select` or `--ignore`, after the first with a reported error
    #[arg(long, help_heading = "Action")]
    fail_fast: bool,
    /// List at most N findings; count the rest by code
    #[arg(long, value_name = "N", help_heading = "Report")]
    max_findings: Option<u64>,
    /// Add fields to each object of `--format json`, separated by commas; columns of the table of games are fields
    /// too
    #[arg(long, value_name = "WHAT", value_delimiter = ',', help_heading = "Report")]
    #[arg(value_parser = PossibleValuesParser::new(extras()))]
    with: Vec<String>,
}

/// Values of `--with`: additional fields of a JSON object.
fn extras() -> Vec<PossibleValue> {
    let named = [
        ("bare", "Bare form, equal for two records of the same game"),
        ("key", "Hash of the bare form, for finding duplicates"),
        ("positions", "Positions before the first turn and after each turn"),
        ("table", "All columns of the table of games"),
        ("turn_rows", "Rows of the record in the table of turns"),
    ];
    let columns = GAME_COLUMNS.iter().filter(|column| Extra::columns().any(|name| name == column.name));
    let columns = columns.map(|column| PossibleValue::new(column.name).help(column.about));
    named.into_iter().map(|(name, about)| PossibleValue::new(name).help(about)).chain(columns).collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CheckFormat {
    /// Record, rule, board and nearest legal turns
    Human,
    /// One line per finding
    Short,
    /// One JSON object per record
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations for GitHub Actions
    Github,
    /// JUnit XML, one test case per record
    Junit,
}

impl CheckFormat {
    fn emitter(self, look: Look<'static>) -> Box<dyn Emitter> {
        match self {
            Self::Human => Box::new(Human::new(look)),
            Self::Short => Box::new(Short),
            Self::Json => Box::new(Json),
            Self::Sarif => Box::new(Sarif::new(book())),
            Self::Github => Box::new(Github),
            Self::Junit => Box::new(Junit::by_file()),
        }
    }
}

/// A record that the report shows.
struct ShownRecord {
    checked: Checked,
    extras: Extras,
    /// The new content of the file.
    replaced: Option<Result<Replaced, Unkept>>,
    /// The record before its fix.
    unfixed: Option<Checked>,
    /// The first error with the only change that would fix the record.
    meant: Option<Finding>,
    /// The work of the searches.
    work: u64,
}

#[derive(Default)]
struct CheckTally {
    records: u64,
    invalid: u64,
    mended: u64,
    errors: u64,
    warnings: u64,
    /// Findings that are not listed, by code.
    unlisted: BTreeMap<&'static str, u64>,
    /// Records with a selected error.
    failed: u64,
    /// Findings that are not selected.
    passed_over: u64,
    statistics: Statistics,
    /// Code of the first finding.
    first_code: Option<&'static str>,
}

impl CheckTally {
    fn count(&mut self, checked: &Checked) {
        let findings = &checked.report.findings;
        self.first_code = self.first_code.or_else(|| Some(findings.first()?.code.id));
        let errors = findings.iter().filter(|finding| finding.is_error()).count();
        self.errors += errors as u64;
        self.warnings += (findings.len() - errors) as u64;
        findings.iter().for_each(|finding| self.statistics.count(finding));
    }

    fn summary(&self) -> String {
        let good = self.records - self.invalid;
        let mut text = format!("{} checked: {good} valid, {} invalid", counted(self.records, "record"), self.invalid);
        if self.errors + self.warnings > 0 {
            text.push_str(&format!("; {}, {}", counted(self.errors, "error"), counted(self.warnings, "warning")));
        }
        if self.passed_over > 0 {
            text.push_str(&format!("; {} not selected", counted(self.passed_over, "finding")));
        }
        if self.mended > 0 {
            text.push_str(&format!("; {} fixed", self.mended));
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
            return Err(Failure::Usage("`--with` needs `--format json`".into()));
        }
        if self.statistics && !matches!(self.format, CheckFormat::Human | CheckFormat::Short) {
            return Err(Failure::Usage("`--statistics` prints a table: leave out `--format`".into()));
        }
        if self.output.as_ref().is_some_and(|path| has_records(path)) {
            return Err(Failure::Usage("`--output` is for the report and would overwrite records".into()));
        }
        if self.fix {
            self.paths.must_be_files("--fix")?;
        }
        let asked: Vec<Extra> = self.with.iter().flat_map(|name| Extra::named(name)).collect();
        let selection = self.selection.selection();
        let mut tally = CheckTally::default();
        let mut settings = SettingsSearch::new();
        let budget = SearchBudget::new(MOST_STEPS_OF_FIXES);
        let mut in_place = InPlace::default();
        let mut out = Output::to(self.output.as_deref())?;
        let mut emitter = self.format.emitter(look_in(self.output.as_deref()));
        emitter.head(&mut out).map_err(Failure::output)?;
        let mut room = self.max_findings.unwrap_or(u64::MAX);
        let status = self.paths.in_bulk(
            InputOptions::default(),
            |raw, context| {
                let check = |raw: RawRecord| {
                    let checked = match asked.is_empty() {
                        true => Checked::read(raw, context),
                        false => Checked::in_full(Record::parse(raw), context),
                    };
                    if self.puzzles { checked.with_puzzles(self.budget.steps) } else { checked }
                };
                let before = self.fix.then(|| raw.clone());
                let mut checked = check(raw);
                let first = checked.report.first_error();
                let searches = !budget.is_used_up();
                let before = before.filter(|_| searches && first.is_some_and(|first| selection.has(first)));
                let (mut work, mut unfixed) = (0, None);
                let mended = before.and_then(|before| with_sole_mend(&before, &checked, context, &mut work));
                let replaced = mended.map(|mended| {
                    mended.map(|(mended, replaced)| {
                        unfixed = Some(std::mem::replace(&mut checked, check(mended)));
                        replaced
                    })
                });
                let mut meant = None;
                if searches && self.shows_fixes() {
                    let (found, more) = checked.search_fix();
                    (meant, work) = (found, work + more);
                }
                // Most records are valid and need no memory.
                let is_sound = checked.report.is_valid() && checked.report.findings.is_empty();
                let lists_all = matches!(self.format, CheckFormat::Json | CheckFormat::Junit);
                let is_told = lists_all || replaced.is_some() || !is_sound;
                is_told.then(|| {
                    let extras = Extras::of(&checked, &asked);
                    Box::new(ShownRecord { checked, extras, replaced, unfixed, meant, work })
                })
            },
            |source, step| {
                let (number, shown) = match step {
                    BulkStep::Record(number, done) => (number, done),
                    BulkStep::Begin => {
                        in_place.begin();
                        return Ok(ControlFlow::Continue(()));
                    }
                    BulkStep::Page(..) => return Ok(ControlFlow::Continue(())),
                    BulkStep::End(well) => {
                        tally.mended -= in_place.end(source, well);
                        return Ok(ControlFlow::Continue(()));
                    }
                };
                tally.records += 1;
                let Some(shown) = shown else { return Ok(ControlFlow::Continue(())) };
                let ShownRecord { mut checked, mut extras, mut replaced, unfixed, meant, work } = *shown;
                let line = checked.source().first_line();
                if budget.spend(work) {
                    checked.replace_first_error(meant);
                } else {
                    if let Some(unfixed) = unfixed {
                        checked = unfixed;
                        extras = Extras::of(&checked, &asked);
                    }
                    replaced = None;
                    if self.fix && !checked.report.is_valid() {
                        budget.pass_over(&source.name, line);
                    }
                }
                match replaced {
                    Some(Ok(replaced)) => tally.mended += u64::from(in_place.write(source, line, &replaced).is_some()),
                    Some(Err(Unkept)) => in_place.refuse(source, line),
                    None => {}
                }
                let first = checked.report.first_error();
                // Search only for fixes that are shown.
                if room > 0 && self.shows_fixes() && first.is_some_and(|first| selection.has(first)) {
                    let folder = source.path.as_deref().and_then(Path::parent);
                    checked.add_settings(&mut settings, &folder.unwrap_or(Path::new("")).to_string_lossy());
                }
                let is_valid = checked.report.is_valid();
                tally.invalid += u64::from(!is_valid);
                let has_failed = select(&selection, &mut checked, &mut tally);
                tally.failed += u64::from(has_failed);
                tally.count(&checked);
                // The field `valid` of the JSON is a contract.
                let passes = if self.format == CheckFormat::Json { is_valid } else { !has_failed };
                let verdict = if passes { TestVerdict::Passed } else { TestVerdict::Failed };
                let findings = &mut checked.report.findings;
                let listed = usize::try_from(room).unwrap_or(usize::MAX).min(findings.len());
                room -= listed as u64;
                for finding in findings.drain(listed..) {
                    *tally.unlisted.entry(finding.code.id).or_default() += 1;
                }
                let entry = Entry { verdict, extras: Some(&extras), ..Entry::new(&source.name, number, &checked) };
                if !self.statistics {
                    emitter.record(&entry, &mut out).map_err(Failure::output)?;
                }
                let stop = self.fail_fast && has_failed;
                Ok(if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            },
        )?;
        if status.max(in_place.trouble) == Status::Failed {
            emitter.incomplete();
        }
        emitter.tail("", &mut out).map_err(Failure::output)?;
        if self.statistics {
            out.write(&tally.statistics.table())?;
        }
        out.finish()?;
        budget.finish();
        note!("{}", tally.summary());
        self.suggest_explain(&tally);
        let found = Status::findings_if(tally.failed > 0);
        Ok(status.max(in_place.trouble).max(found))
    }

    /// Names the command that explains a code, for readers at a terminal whose findings have no links.
    fn suggest_explain(&self, tally: &CheckTally) {
        let is_for_reader =
            matches!(self.format, CheckFormat::Human | CheckFormat::Short) && io::stderr().is_terminal();
        let code = tally.first_code.filter(|_| is_for_reader && hyperlinks_in(self.output.as_deref()).is_none());
        if let Some(code) = code {
            note!("`pipscribe explain {code}` explains the finding {code}");
        }
    }

    /// Returns true if the format shows suggested fixes. A line has no space for them, and a table has none.
    fn shows_fixes(&self) -> bool {
        self.format != CheckFormat::Short && !self.statistics
    }
}

/// Removes findings that are not selected from a record, and sets the severities of the others. Returns true if an
/// error is left.
fn select(selection: &Selection, checked: &mut Checked, tally: &mut CheckTally) -> bool {
    let findings = &mut checked.report.findings;
    let before = findings.len();
    selection.apply(findings);
    tally.passed_over += (before - findings.len()) as u64;
    findings.iter().any(Finding::is_error)
}

/// Returns true if a file exists that may have records.
fn has_records(path: &Path) -> bool {
    let is_record = |ending: &OsStr| ending.eq_ignore_ascii_case("pips") || ending.eq_ignore_ascii_case("md");
    path.extension().is_some_and(is_record) && path.exists()
}
