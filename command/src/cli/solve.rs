//! `pipscribe solve`: proves the puzzles of records, or a puzzle given by an option. A puzzle is a
//! comment such as `{[%puzzle win 3]}`: the seat to move wins within three turns.

mod texts;

use std::ops::ControlFlow;
use std::sync::Arc;

use clap::{Args, ValueEnum};

use self::texts::{text_of_report, text_of_unsearched};
use super::bulk::{BulkStep, InputOptions};
use super::hint_text::{error_text, hint_text};
use super::output::{Output, counted, json, stderr_line};
use super::paths::Paths;
use super::puzzle_budget::PuzzleBudget;
use super::source::Source;
use super::verbosity::note;
use super::{Failure, Status};
use pipscribe::check::{Checked, tests_nothing};
use pipscribe::findings::{Finding, codes::common as code};
use pipscribe::games::Context;
use pipscribe::notation::{LineAddress, Meaning, Puzzle, PuzzleError, Record, likely_command};
use pipscribe::replay::{Frame, Timeline};
use pipscribe::solve::{
    Budget, PuzzleReport, Verdict, puzzles_at, solve_position, unsearched_puzzles,
};
use pipscribe::text::{RawRecord, Span, one_line};

/// Arguments of `pipscribe solve`.
#[derive(Debug, Args)]
pub(crate) struct SolveCommand {
    #[command(flatten)]
    paths: Paths,
    /// Solve this puzzle instead of those in the records: `win 3`, `draw`, `save 2`, `score 40 3`,
    /// `only`
    #[arg(long, value_name = "GOAL", value_parser = goal)]
    goal: Option<Puzzle>,
    /// Solve the position after turn N of the main line; 0 for the start [default: the last turn]
    #[arg(long, value_name = "N", requires = "goal")]
    turn: Option<u32>,
    /// Solve the position with this address, such as `7.1/3` or `7 b3 c4`; without `--goal`, solve
    /// the puzzles that begin there. `pipscribe replay --tree` shows the addresses
    #[arg(long, value_name = "ADDRESS", conflicts_with = "turn")]
    line: Option<LineAddress>,
    #[command(flatten)]
    budget: PuzzleBudget,
    /// Set the format of the report
    #[arg(long, value_enum, default_value_t = SolveFormat::Human)]
    format: SolveFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SolveFormat {
    /// Answers, solutions and lines
    #[value(name = "text", alias = "human")]
    Human,
    /// One JSON object per puzzle
    Json,
}

/// Parses a puzzle.
pub(super) fn goal(text: &str) -> Result<Puzzle, String> {
    text.parse().map_err(|error: PuzzleError| error.to_string())
}

impl SolveCommand {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let mut out = Output::standard();
        let mut tally = SolveTally::default();
        let status = self.paths.in_bulk(
            InputOptions::default(),
            |raw, context| self.solved_record(raw, context),
            |source, step| {
                if let BulkStep::Record(number, solved) = step {
                    self.write(source, number, &solved, &mut out)?;
                    tally.count(&solved);
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;

        out.finish()?;
        note!("{}", tally.summary());
        Ok(status.max(Status::findings_if(tally.failed > 0)))
    }

    /// Writes the answers to the puzzles of a record, and reports its problems.
    fn write(
        &self,
        source: &Source,
        number: u64,
        solved: &SolvedRecord,
        out: &mut Output,
    ) -> Result<(), Failure> {
        for report in &solved.puzzles {
            let text = match self.format {
                SolveFormat::Human => {
                    let line = line_of(&solved.record, report.span);
                    text_of_report(&source.name, line, report)
                }
                SolveFormat::Json => json(&report.json(&source.name, number))?,
            };
            out.write(&text)?;
        }
        for Problem { line, message } in &solved.problems {
            stderr_line!("pipscribe: {}:{line}: {message}", one_line(&source.name));
        }
        Ok(())
    }

    fn solved_record(&self, raw: RawRecord, context: &Context) -> SolvedRecord {
        let checked = Checked::in_full(Record::parse(raw), context);
        match self.goal {
            None => self.solve_puzzles(&checked),
            Some(goal) => self.solve_goal(goal, &checked),
        }
    }

    /// Solves the puzzles of a record.
    fn solve_puzzles(&self, checked: &Checked) -> SolvedRecord {
        let record = checked.record();
        let mut solved = SolvedRecord::new(record);
        let address = match &self.line {
            None => None,
            Some(line) => match record.address_of(line) {
                Ok(address) => Some(address),
                Err(error) => {
                    solved.problems.push(Problem {
                        line: record.source().first_line(),
                        message: error_text(&error),
                    });
                    return solved;
                }
            },
        };

        let is_asked =
            |other: LineAddress| address.as_ref().is_none_or(|address| *address == other);
        let timeline = checked.timeline().ok();
        let mut unsearched = unsearched_puzzles(record, timeline);
        unsearched.retain(|puzzle| is_asked(LineAddress::of_position(&puzzle.path, puzzle.turn)));
        if let Some(timeline) = timeline {
            let budget = Budget::from(self.budget);
            solved.puzzles = puzzles_at(timeline, budget, &|path, turn| {
                is_asked(LineAddress::of_position(path, turn))
            });
        }

        // A record without puzzles may be invalid.
        if !solved.puzzles.is_empty() || !unsearched.is_empty() {
            solved.problems.extend(first_error(checked));
        }
        solved.unsearched = unsearched.len();
        for puzzle in &unsearched {
            solved.problems.push(Problem {
                line: line_of(record, puzzle.span),
                message: text_of_unsearched(record, puzzle),
            });
        }
        if self.line.is_none() {
            for finding in failed_tests(checked) {
                solved.unsearched += usize::from(is_misspelt_puzzle(record, finding));
                solved.problems.push(problem_of_test(record, finding));
            }
        }
        solved
    }

    /// Solves the puzzle given by `--goal`.
    fn solve_goal(&self, goal: Puzzle, checked: &Checked) -> SolvedRecord {
        let record = checked.record();
        let mut solved = SolvedRecord::new(record);
        solved.problems.extend(first_error(checked));
        match self.frame(checked.timeline().ok()) {
            Ok(frame) => {
                let report = solve_position(frame, goal, Budget::from(self.budget));
                solved.puzzles.push(report);
            }
            Err(message) => solved.problems.push(Problem {
                line: record.source().first_line(),
                message,
            }),
        }
        solved
    }

    /// Returns the position for `--goal`.
    fn frame<'t>(&self, timeline: Option<&'t Timeline>) -> Result<&'t Frame, String> {
        let timeline = timeline.ok_or("the record does not name its game")?;
        if timeline.start().is_none() {
            return Err("invalid setup".to_owned());
        }
        let frame = match &self.line {
            Some(address) => timeline.at(address),
            None => timeline.after(self.turn),
        };
        frame.map_err(|error| error_text(&error))
    }
}

/// A record with the answers to its puzzles.
struct SolvedRecord {
    record: Arc<Record>,
    puzzles: Vec<PuzzleReport>,
    /// Errors in the record, and puzzles that were not searched.
    problems: Vec<Problem>,
    /// The number of puzzles that were not searched.
    unsearched: usize,
}

impl SolvedRecord {
    /// Creates the value for a record without puzzles.
    fn new(record: &Arc<Record>) -> Self {
        Self {
            record: Arc::clone(record),
            puzzles: Vec::new(),
            problems: Vec::new(),
            unsearched: 0,
        }
    }
}

/// A message about a record.
struct Problem {
    line: u64,
    message: String,
}

fn line_of(record: &Record, span: Span) -> u64 {
    record.source().place(span.start).line
}

/// Returns the first error of a record: its positions may differ from those that the author
/// intended.
fn first_error(checked: &Checked) -> Option<Problem> {
    let error = checked.report.first_error()?;
    let turn = LineAddress::of_finding(error)
        .map_or_else(String::new, |address| format!("turn {address}: "));
    Some(Problem {
        line: line_of(checked.record(), error.span),
        message: format!(
            "{turn}invalid record: {} ({})",
            error.message, error.code.id
        ),
    })
}

/// Returns the findings about commands that are intended as tests but test nothing. Malformed
/// puzzles are reported as puzzles that are not searched.
fn failed_tests(checked: &Checked) -> Vec<&Finding> {
    let record = checked.record();
    checked
        .report
        .findings
        .iter()
        .filter(|finding| tests_nothing(record, finding))
        .filter(|finding| !is_malformed_puzzle(record, finding))
        .collect()
}

fn is_malformed_puzzle(record: &Record, finding: &Finding) -> bool {
    let mut commands = record.comments().flat_map(|comment| &comment.commands);
    finding.code == &code::COMMAND_MALFORMED
        && commands.any(|command| {
            command.arguments == finding.span && matches!(command.meaning, Meaning::Puzzle(_))
        })
}

/// Returns true for a misspelt puzzle, such as `[%puzle win 3]`.
fn is_misspelt_puzzle(record: &Record, finding: &Finding) -> bool {
    let suggestion = likely_command(record.text_of(finding.span)).unwrap_or_default();
    finding.code == &code::COMMAND_MISSPELT
        && suggestion.trim_start_matches("[%").starts_with("puzzle")
}

fn problem_of_test(record: &Record, finding: &Finding) -> Problem {
    let help = finding.advice(hint_text).unwrap_or_default();
    Problem {
        line: line_of(record, finding.span),
        message: format!("{} {help}", finding.message),
    }
}

#[derive(Default)]
struct SolveTally {
    puzzles: u64,
    proved: u64,
    refuted: u64,
    undecided: u64,
    /// Number of puzzles that were not searched. They are not among `puzzles`.
    unsearched: u64,
    /// Number of puzzles with an error and of problems of records.
    failed: u64,
}

impl SolveTally {
    fn count(&mut self, solved: &SolvedRecord) {
        for report in &solved.puzzles {
            self.count_puzzle(report);
        }
        self.unsearched += solved.unsearched as u64;
        self.failed += solved.problems.len() as u64;
    }

    fn count_puzzle(&mut self, report: &PuzzleReport) {
        self.puzzles += 1;
        match report.verdict() {
            Verdict::Proved => self.proved += 1,
            Verdict::Refuted => self.refuted += 1,
            Verdict::Undecided => self.undecided += 1,
        }
        let is_right = report.verdict() == Verdict::Proved && report.findings.is_empty();
        self.failed += u64::from(!is_right);
    }

    fn summary(&self) -> String {
        let Self {
            puzzles,
            proved,
            refuted,
            undecided,
            unsearched,
            ..
        } = self;
        let unsearched = if *unsearched > 0 {
            format!(", {unsearched} not searched")
        } else {
            String::new()
        };
        let puzzles = counted(puzzles + self.unsearched, "puzzle");
        format!("{puzzles}: {proved} proved, {refuted} refuted, {undecided} undecided{unsearched}")
    }
}
