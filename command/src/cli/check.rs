//! `pipscribe check`: its options and its summary. `check/record_check.rs` checks the records in
//! threads, `check/report.rs` reports them in the order of the input, and `check/tally.rs` counts.

mod record_check;
mod report;
mod tally;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};

use self::record_check::RecordCheck;
use self::report::CheckReport;
use self::tally::{CheckTally, by_code};
use super::bulk::InputOptions;
use super::hint_text::hint_text;
use super::links::{book, hyperlinks_in};
use super::look::look_in;
use super::output::{Output, counted};
use super::overwrite_protection::has_records;
use super::paths::Paths;
use super::puzzle_budget::PuzzleBudget;
use super::record_replacer::RecordReplacer;
use super::search_budget::{MAX_STEPS_OF_FIXES, MAX_STEPS_OF_SUGGESTIONS, SearchBudget};
use super::selection_arguments::SelectionArguments;
use super::{Failure, Status};
use crate::cli::verbosity::note;
use pipscribe::check::Selection;
use pipscribe::collection::GAME_COLUMNS;
use pipscribe::fixes::infer::SettingsSearch;
use pipscribe::reports::{Emitter, Extra, Github, Human, Json, Junit, Sarif, Short};

/// Maximum number of findings in a report for people: for one record, and in total.
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

/// Explains how to list the findings that are left out by default.
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
        .filter(|column| Extra::columns().any(|name| name == column.name))
        .map(|column| {
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
    /// Returns the emitter of a report on a file or folder on the command line.
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

impl Check {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        self.check_options()?;
        let extras: Vec<Extra> = self
            .with
            .iter()
            .flat_map(|name| Extra::named(name))
            .collect();
        let check = RecordCheck {
            command: self,
            extras,
            budget: SearchBudget::new(MAX_STEPS_OF_FIXES),
            suggestion_budget: SearchBudget::new(MAX_STEPS_OF_SUGGESTIONS),
        };

        let mut report = self.new_report(&check)?;
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
            |source, step| report.add_step(source, step),
        )?;

        let CheckReport {
            tally,
            replacer,
            mut emitter,
            mut out,
            ..
        } = report;
        if status.max(replacer.trouble) == Status::Failed {
            emitter.incomplete();
        }
        // The summary of this command is a note on standard error.
        emitter.tail("", &mut out).map_err(Failure::output)?;
        if self.statistics {
            out.write(&tally.counts_by_code.table())?;
        }
        out.finish()?;

        check.budget.finish();
        self.note_summary(&tally, status);
        self.suggest_explain(&tally);
        let found = Status::findings_if(tally.failed > 0 || tally.unread_blocks > 0);
        Ok(status.max(replacer.trouble).max(found))
    }

    /// Returns a report without findings.
    fn new_report<'c>(&self, check: &'c RecordCheck<'c>) -> Result<CheckReport<'c>, Failure> {
        let look = look_in(self.output.as_deref(), self.paths.first());
        let default_limit = if self.is_for_people() {
            MAX_OF_RUN
        } else {
            u64::MAX
        };
        Ok(CheckReport {
            check,
            tally: CheckTally::default(),
            selection: Selection::default(),
            settings: SettingsSearch::default(),
            replacer: RecordReplacer::default(),
            out: Output::to(self.output.as_deref())?.for_look(&look),
            emitter: self
                .format
                .emitter(self.output.as_deref(), self.paths.first()),
            findings_left: self.max_findings.unwrap_or(default_limit),
        })
    }

    /// Notes how many records were checked, and what the report leaves out.
    fn note_summary(&self, tally: &CheckTally, status: Status) {
        if tally.unsearched > 0 {
            let records = counted(tally.unsearched, "invalid record");
            note!(
                "pipscribe: no fixes were searched for in the last {records}; `pipscribe mend` searches all records"
            );
        }

        // An empty folder is reported when it is searched.
        let names_files = !self.paths.paths.iter().any(|path| path.is_dir());
        let has_nothing = tally.records == 0 && tally.unread_blocks == 0;
        if has_nothing && status == Status::Well && names_files {
            note!(
                "pipscribe: no record was found: a record begins with `[Game \"…\"]` or, in a document, is in a code block marked `pips`"
            );
        }

        let unlisted = if tally.unlisted.is_empty() {
            String::new()
        } else {
            let counts = by_code(&tally.unlisted);
            format!("; not listed: {counts}{}", self.advice_on_unlisted())
        };
        note!("{}{unlisted}", tally.summary());
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

    /// Rejects options that cannot be combined, and an output that would overwrite records.
    fn check_options(&self) -> Result<(), Failure> {
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
        self.paths.must_not_read(self.output.as_deref())?;
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
        if is_for_reader
            && links.is_none()
            && let Some(code) = tally.first_code
        {
            note!("`pipscribe explain {code}` explains the finding {code}");
        }
    }

    /// Returns true if the format shows suggested fixes. The short format and the table have no
    /// room for them.
    fn shows_fixes(&self) -> bool {
        self.format != CheckFormat::Short && !self.statistics
    }
}
