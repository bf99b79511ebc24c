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
use super::hints::hint_text;
use super::links::{book, hyperlinks_in};
use super::mend::{Unkept, with_sole_mend};
use super::output::{Output, counted, look_in};
use super::paths::Paths;
use super::rewriting::{InPlace, Replaced};
use super::search_budget::{MAX_STEPS_OF_FIXES, MAX_STEPS_OF_SUGGESTIONS, SearchBudget};
use super::solve::PuzzleBudget;
use super::source::Source;
use super::{Failure, Status};
use crate::cli::verbosity::note;
use pipscribe::check::Checked;
use pipscribe::check::Selection;
use pipscribe::collection::GAME_COLUMNS;
use pipscribe::findings::Finding;
use pipscribe::fixes::infer::SettingsSearch;
use pipscribe::games::Context;
use pipscribe::notation::Record;
use pipscribe::reports::{
    Emitter, Entry, Extra, Extras, Github, Human, Json, Junit, Sarif, Short, TestVerdict,
};
use pipscribe::text::RawRecord;

/// Maximum number of findings in a report for people: for one record, and in all.
const MAX_OF_RECORD: usize = 20;
const MAX_OF_RUN: u64 = 200;

/// Arguments of `pipscribe check`.
#[derive(Debug, Args)]
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
    /// Stop after the first invalid record; with `--select` or `--ignore`, after the first with a
    /// reported error
    #[arg(long, help_heading = "Action")]
    fail_fast: bool,
    /// List at most N findings, or `all`; count the rest by code [default: for `text`, 20 for each
    /// record and 200 in all]
    #[arg(long, value_name = "N", value_parser = finding_limit, help_heading = "Report")]
    max_findings: Option<u64>,
    /// Add fields to each object of `--format json`, separated by commas; columns of the table of
    /// games are fields too
    #[arg(
        long,
        value_name = "WHAT",
        value_delimiter = ',',
        help_heading = "Report"
    )]
    #[arg(value_parser = PossibleValuesParser::new(extras()))]
    with: Vec<String>,
}

/// Tells people how to see the findings that are left out by default.
const LIST_ALL: &str = "`--max-findings all` lists them";

fn finding_limit(text: &str) -> Result<u64, String> {
    match text {
        "all" => Ok(u64::MAX),
        _ => text
            .parse()
            .map_err(|_| "write a number of findings, or `all`".to_owned()),
    }
}

/// Values of `--with`: additional fields of a JSON object.
fn extras() -> Vec<PossibleValue> {
    let named = [
        ("bare", "Bare form, equal for two records of the same game"),
        ("key", "Hash of the bare form, for finding duplicates"),
        (
            "positions",
            "Positions before the first turn and after each turn",
        ),
        ("table", "All columns of the table of games"),
        ("turn_rows", "Rows of the record in the table of turns"),
    ];
    let columns = GAME_COLUMNS
        .iter()
        .filter(|column| Extra::columns().any(|name| name == column.name));
    let columns = columns.map(|column| {
        let (first, rest) = column.about.split_at(1);
        PossibleValue::new(column.name).help(format!("{}{rest}", first.to_uppercase()))
    });
    named
        .into_iter()
        .map(|(name, about)| PossibleValue::new(name).help(about))
        .chain(columns)
        .collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CheckFormat {
    /// Record, rule, board and nearest legal turns
    #[value(name = "text", alias = "human")]
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
    /// Returns the emitter of a report on a file or folder of the command line.
    fn emitter(self, output: Option<&Path>, path: Option<&Path>) -> Box<dyn Emitter> {
        match self {
            Self::Human => Box::new(Human::new(look_in(output, path))),
            Self::Short => Box::new(Short),
            Self::Json => Box::new(Json),
            Self::Sarif => Box::new(Sarif::new(book(path), hint_text)),
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
    /// The work of the search for a fix that is applied.
    work: u64,
    /// The work of the search for a fix that is suggested.
    suggestion_work: u64,
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
    /// Invalid records for which no fix was searched, because the budget of the run was used up.
    unsearched: u64,
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
        findings
            .iter()
            .for_each(|finding| self.statistics.count(finding));
    }

    fn summary(&self) -> String {
        let good = self.records - self.invalid;
        let mut text = format!(
            "{} checked: {good} valid, {} invalid",
            counted(self.records, "record"),
            self.invalid
        );
        if self.errors + self.warnings > 0 {
            text.push_str(&format!(
                "; {}, {}",
                counted(self.errors, "error"),
                counted(self.warnings, "warning")
            ));
        }
        if self.passed_over > 0 {
            text.push_str(&format!(
                "; {} not selected",
                counted(self.passed_over, "finding")
            ));
        }
        if self.mended > 0 {
            text.push_str(&format!("; {} fixed", self.mended));
        }
        text
    }
}

/// Returns numbers of findings with their codes: `3 syntax/token, 1 turn/number`.
fn by_code(counts: &BTreeMap<&'static str, u64>) -> String {
    let counts: Vec<_> = counts
        .iter()
        .map(|(code, count)| format!("{count} {code}"))
        .collect();
    counts.join(", ")
}

/// Settings with which the threads check records.
struct RecordCheck<'c> {
    command: &'c Check,
    extras: Vec<Extra>,
    /// Budget of the searches for fixes that are applied.
    budget: SearchBudget,
    /// Budget of the searches for fixes that are only suggested.
    suggestions: SearchBudget,
}

impl RecordCheck<'_> {
    fn read(&self, raw: RawRecord, context: &Context) -> Checked {
        let checked = if self.extras.is_empty() {
            Checked::new(raw, context)
        } else {
            Checked::in_full(Record::parse(raw), context)
        };
        if self.command.puzzles {
            checked
                .with_puzzles(self.command.budget)
                .with_failed_tests()
        } else {
            checked
        }
    }

    /// Checks a record and searches for its fix; `None` if there is nothing to show.
    fn check(&self, raw: RawRecord, context: &Context) -> Option<Box<ShownRecord>> {
        let before = self.command.fix.then(|| raw.clone());
        let mut checked = self.read(raw, context);
        let searches = !self.budget.is_used_up();
        let before = before.filter(|_| searches && !checked.report.is_valid());
        let mut work = 0;
        let mut unfixed = None;
        let mended =
            before.and_then(|before| with_sole_mend(&before, &checked, context, &mut work));
        let replaced = mended.map(|mended| {
            mended.map(|(mended, replaced)| {
                unfixed = Some(std::mem::replace(&mut checked, self.read(mended, context)));
                replaced
            })
        });
        let mut meant = None;
        let mut suggestion_work = 0;
        if self.command.shows_fixes() && !self.suggestions.is_used_up() {
            (meant, suggestion_work) = checked.first_error_with_mend();
        }
        // Most records are valid and need no memory.
        let is_sound = checked.report.is_valid() && checked.report.findings.is_empty();
        let lists_all = matches!(self.command.format, CheckFormat::Json | CheckFormat::Junit);
        let is_shown = lists_all || replaced.is_some() || !is_sound;
        is_shown.then(|| {
            let extras = Extras::new(&checked, &self.extras);
            Box::new(ShownRecord {
                checked,
                extras,
                replaced,
                unfixed,
                meant,
                work,
                suggestion_work,
            })
        })
    }
}

/// The report, while it is written.
struct CheckReport<'c> {
    check: &'c RecordCheck<'c>,
    tally: CheckTally,
    /// The findings to report in the current file.
    selection: Selection,
    settings: SettingsSearch,
    in_place: InPlace,
    emitter: Box<dyn Emitter>,
    out: Output,
    /// The number of findings that may still be listed.
    room: u64,
}

impl CheckReport<'_> {
    fn step(
        &mut self,
        source: &Source,
        step: BulkStep<Option<Box<ShownRecord>>>,
    ) -> Result<ControlFlow<()>, Failure> {
        match step {
            BulkStep::Begin => {
                self.in_place.begin();
                self.selection = self
                    .check
                    .command
                    .selection
                    .selection(source.path.as_deref())?;
            }
            BulkStep::Record(number, shown) => {
                self.tally.records += 1;
                if let Some(shown) = shown {
                    return self.record(source, number, *shown);
                }
            }
            BulkStep::Page(..) => {}
            BulkStep::End(well) => self.tally.mended -= self.in_place.end(source, well),
        }
        Ok(ControlFlow::Continue(()))
    }

    fn record(
        &mut self,
        source: &Source,
        number: u64,
        shown: ShownRecord,
    ) -> Result<ControlFlow<()>, Failure> {
        let command = self.check.command;
        let (mut checked, extras) = self.with_fix(source, shown);
        // Search only for fixes that are shown.
        if self.room > 0 && command.shows_fixes() && self.has_selected_error(&checked) {
            let folder = source.path.as_deref().and_then(Path::parent);
            checked.add_settings(
                &mut self.settings,
                &folder.unwrap_or(Path::new("")).to_string_lossy(),
            );
        }
        let is_valid = checked.report.is_valid();
        let has_failed = self.select(&mut checked);
        self.tally.invalid += u64::from(!is_valid);
        self.tally.failed += u64::from(has_failed);
        self.tally.count(&checked);
        let notes = self.drop_unlisted(&mut checked);
        // The field `valid` of the JSON is a contract.
        let passes = if command.format == CheckFormat::Json {
            is_valid
        } else {
            !has_failed
        };
        let verdict = if passes {
            TestVerdict::Passed
        } else {
            TestVerdict::Failed
        };
        let entry = Entry {
            verdict,
            notes: &notes,
            extras: Some(&extras),
            hint_text,
            ..Entry::new(&source.name, number, &checked)
        };
        if !command.statistics {
            self.emitter
                .record(&entry, &mut self.out)
                .map_err(Failure::output)?;
        }
        let stop = command.fail_fast && has_failed;
        Ok(if stop {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    }

    /// Returns true if the first error of a record is selected.
    fn has_selected_error(&self, checked: &Checked) -> bool {
        checked
            .report
            .first_error()
            .is_some_and(|first| self.selection.has(first))
    }

    /// Applies the fix of a record if the budget allows its search, and returns the record to
    /// report.
    fn with_fix(&mut self, source: &Source, shown: ShownRecord) -> (Checked, Extras) {
        let ShownRecord {
            mut checked,
            mut extras,
            mut replaced,
            unfixed,
            meant,
            work,
            suggestion_work,
        } = shown;
        let line = checked.source().first_line();
        // Records are fixed before it is known which findings their file reports.
        let is_wanted =
            replaced.is_none() || self.has_selected_error(unfixed.as_ref().unwrap_or(&checked));
        if self.check.suggestions.spend(suggestion_work) {
            checked.replace_first_error(meant);
        } else if self.check.command.shows_fixes() && !checked.report.is_valid() {
            self.tally.unsearched += 1;
        }
        let is_affordable = is_wanted && self.check.budget.spend(work);
        if !is_affordable {
            if let Some(unfixed) = unfixed {
                checked = unfixed;
                extras = Extras::new(&checked, &self.check.extras);
            }
            replaced = None;
            if is_wanted && self.check.command.fix && !checked.report.is_valid() {
                self.check.budget.pass_over(&source.name, line);
            }
        }
        match replaced {
            Some(Ok(replaced)) => {
                self.tally.mended +=
                    u64::from(self.in_place.write(source, line, &replaced).is_some());
            }
            Some(Err(Unkept)) => self.in_place.refuse(source, line),
            None => {}
        }
        (checked, extras)
    }

    /// Removes findings that are not selected from a record, and sets the severities of the others.
    /// Returns true if an error remains.
    fn select(&mut self, checked: &mut Checked) -> bool {
        let before = checked.report.findings.len();
        self.selection.apply(&mut checked.report.findings);
        self.tally.passed_over += (before - checked.report.findings.len()) as u64;
        checked.report.first_error().is_some()
    }

    /// Removes the findings for which there is no room, and counts them by code. Returns a line
    /// about them if other findings of the record are listed.
    fn drop_unlisted(&mut self, checked: &mut Checked) -> String {
        let line = checked.source().first_line();
        let findings = &mut checked.report.findings;
        let room = usize::try_from(self.room).unwrap_or(usize::MAX);
        let listed = room
            .min(self.check.command.max_of_record())
            .min(findings.len());
        self.room -= listed as u64;

        let mut unlisted: BTreeMap<&'static str, u64> = BTreeMap::new();
        for finding in findings.drain(listed..) {
            *unlisted.entry(finding.code.id).or_default() += 1;
            *self.tally.unlisted.entry(finding.code.id).or_default() += 1;
        }
        if unlisted.is_empty() || listed == 0 {
            return String::new();
        }
        let more = counted(unlisted.values().sum::<u64>(), "more finding");
        let advice = self.check.command.advice_on_unlisted();
        format!(
            "{more} on the record in line {line}: {}{advice}\n",
            by_code(&unlisted)
        )
    }
}

impl Check {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        self.must_be_usable()?;
        let check = RecordCheck {
            command: self,
            extras: self
                .with
                .iter()
                .flat_map(|name| Extra::named(name))
                .collect(),
            budget: SearchBudget::new(MAX_STEPS_OF_FIXES),
            suggestions: SearchBudget::new(MAX_STEPS_OF_SUGGESTIONS),
        };
        let look = look_in(self.output.as_deref(), self.paths.first());
        let mut report = CheckReport {
            check: &check,
            tally: CheckTally::default(),
            selection: Selection::default(),
            settings: SettingsSearch::new(),
            in_place: InPlace::default(),
            out: Output::to(self.output.as_deref())?.for_look(&look),
            emitter: self
                .format
                .emitter(self.output.as_deref(), self.paths.first()),
            room: self.max_findings.unwrap_or(if self.is_for_people() {
                MAX_OF_RUN
            } else {
                u64::MAX
            }),
        };
        report
            .emitter
            .head(&mut report.out)
            .map_err(Failure::output)?;
        let status = self.paths.in_bulk(
            InputOptions {
                in_place: self.fix,
                ..InputOptions::default()
            },
            |raw, context| check.check(raw, context),
            |source, step| report.step(source, step),
        )?;
        let CheckReport {
            tally,
            in_place,
            mut emitter,
            mut out,
            ..
        } = report;
        if status.max(in_place.trouble) == Status::Failed {
            emitter.incomplete();
        }
        emitter.tail("", &mut out).map_err(Failure::output)?;
        if self.statistics {
            out.write(&tally.statistics.table())?;
        }
        out.finish()?;
        check.budget.finish();
        if tally.unsearched > 0 {
            let records = counted(tally.unsearched, "invalid record");
            note!(
                "pipscribe: no fixes were searched for in the last {records}; `pipscribe mend` searches all records"
            );
        }
        let unlisted = if tally.unlisted.is_empty() {
            String::new()
        } else {
            let counts = by_code(&tally.unlisted);
            format!("; not listed: {counts}{}", self.advice_on_unlisted())
        };
        // An empty folder is reported when it is searched.
        let names_files = !self.paths.paths.iter().any(|path| path.is_dir());
        if tally.records == 0 && status == Status::Well && names_files {
            note!(
                "pipscribe: no record was found: a record begins with `[Game \"…\"]` or, in a document, is in a code block marked `pips`"
            );
        }
        note!("{}{unlisted}", tally.summary());
        self.suggest_explain(&tally);
        let found = Status::findings_if(tally.failed > 0);
        Ok(status.max(in_place.trouble).max(found))
    }

    /// Returns true if people read the report. Reports for programs leave nothing out.
    fn is_for_people(&self) -> bool {
        self.format == CheckFormat::Human && !self.statistics
    }

    /// Returns how to see the findings that are not listed; empty if an option limits them.
    fn advice_on_unlisted(&self) -> String {
        if self.max_findings.is_none() {
            format!(" ({LIST_ALL})")
        } else {
            String::new()
        }
    }

    /// Returns the maximum number of findings listed for one record.
    fn max_of_record(&self) -> usize {
        if self.max_findings.is_none() && self.is_for_people() {
            MAX_OF_RECORD
        } else {
            usize::MAX
        }
    }

    /// Refuses options that do not go together.
    fn must_be_usable(&self) -> Result<(), Failure> {
        if !self.with.is_empty() && self.format != CheckFormat::Json {
            return Err(Failure::Usage("`--with` needs `--format json`".into()));
        }
        if self.statistics && !matches!(self.format, CheckFormat::Human | CheckFormat::Short) {
            return Err(Failure::Usage(
                "`--statistics` prints a table: leave out `--format`".into(),
            ));
        }
        if self.output.as_ref().is_some_and(|path| has_records(path)) {
            return Err(Failure::Usage(
                "`--output` is for the report and would overwrite records: name another file"
                    .into(),
            ));
        }
        if self.fix {
            self.paths.must_be_files("--fix")
        } else {
            Ok(())
        }
    }

    /// Names the command that explains a code, for readers at a terminal whose findings have no
    /// links.
    fn suggest_explain(&self, tally: &CheckTally) {
        let is_for_reader = matches!(self.format, CheckFormat::Human | CheckFormat::Short)
            && io::stderr().is_terminal();
        let links = hyperlinks_in(self.output.as_deref(), self.paths.first());
        let code = tally
            .first_code
            .filter(|_| is_for_reader && links.is_none());
        if let Some(code) = code {
            note!("`pipscribe explain {code}` explains the finding {code}");
        }
    }

    /// Returns true if the format shows suggested fixes. The short format and the table have no
    /// room for them.
    fn shows_fixes(&self) -> bool {
        self.format != CheckFormat::Short && !self.statistics
    }
}

/// Returns true if a file exists that may have records.
fn has_records(path: &Path) -> bool {
    let is_record =
        |ending: &OsStr| ending.eq_ignore_ascii_case("pips") || ending.eq_ignore_ascii_case("md");
    path.extension().is_some_and(is_record) && path.exists()
}
