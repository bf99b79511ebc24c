//! `pipscribe solve`: proves the puzzles of records, or a puzzle given by an option.

use std::ops::ControlFlow;
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::bulk::{BulkStep, InputOptions};
use super::hint_text::{error_text, hint_text};
use super::output::{Output, counted, json, stderr_line};
use super::paths::Paths;
use super::verbosity::note;
use super::{Failure, Status};
use pipscribe::check::{Checked, tests_nothing};
use pipscribe::findings::{Finding, codes::common as code};
use pipscribe::games::Context;
use pipscribe::notation::{Goal, LineAddress, Meaning, Puzzle, Record, likely_command};
use pipscribe::replay::{Frame, Timeline};
use pipscribe::solve::{
    Budget, PuzzleReport, Solved, USUAL_STEPS, UnsearchedPuzzle, UnsearchedReason, Verdict,
    puzzles_at, solve_position, unsearched_puzzles,
};
use pipscribe::text::shorten;
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

/// The budget of the searches in each record, or of each puzzle for `solve`.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct PuzzleBudget {
    /// Search at most N steps; a step generates one turn, or part of a turn on large boards
    #[arg(long = "budget", value_name = "N", default_value_t = USUAL_STEPS)]
    steps: u64,
    /// Store positions in at most SIZE bytes of memory, such as `64M` or `2G`; with less memory, a
    /// search takes more steps
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = memory_size)]
    memory: u64,
}

impl From<PuzzleBudget> for Budget {
    fn from(budget: PuzzleBudget) -> Self {
        Self {
            steps: budget.steps,
            memory: budget.memory,
        }
    }
}

/// Parses a number of bytes: `1000000`, `64M`, `64MB`, `2G`.
fn memory_size(text: &str) -> Result<u64, String> {
    let lower = text.to_ascii_lowercase();
    let digits = lower.trim_end_matches(|character: char| character.is_ascii_alphabetic());
    let factor: u64 = match &lower[digits.len()..] {
        "" | "b" => 1,
        "k" | "kb" | "kib" => 1 << 10,
        "m" | "mb" | "mib" => 1 << 20,
        "g" | "gb" | "gib" => 1 << 30,
        _ => return Err("a size is a number of bytes, such as `64M` or `2G`".to_owned()),
    };
    let number = digits
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(factor));
    number.ok_or_else(|| "a size is a number of bytes, such as `64M` or `2G`".to_owned())
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
    text.parse()
        .map_err(|error: pipscribe::notation::PuzzleError| error.to_string())
}

/// The puzzles of a record.
struct Answered {
    record: Arc<Record>,
    puzzles: Vec<PuzzleReport>,
    /// Messages about errors in the record and about puzzles that were not searched.
    problems: Vec<(u64, String)>,
    unsearched: usize,
}

#[derive(Default)]
struct SolveTally {
    puzzles: u64,
    proved: u64,
    refuted: u64,
    undecided: u64,
    unsearched: u64,
    /// Number of puzzles with an error and of problems of records.
    failed: u64,
}

impl SolveCommand {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let mut out = Output::standard();
        let mut tally = SolveTally::default();
        let status = self.paths.in_bulk(
            InputOptions::default(),
            |raw, context| self.answered(raw, context),
            |source, step| {
                if let BulkStep::Record(number, answered) = step {
                    let Answered {
                        record,
                        puzzles,
                        problems,
                        unsearched,
                    } = answered;
                    for report in &puzzles {
                        tally.count(report);
                        out.write(&match self.format {
                            SolveFormat::Human => {
                                text_of_report(&source.name, line_of(&record, report.span), report)
                            }
                            SolveFormat::Json => json(&report.json(&source.name, number))?,
                        })?;
                    }
                    for (line, reason) in &problems {
                        stderr_line!("pipscribe: {}:{line}: {reason}", one_line(&source.name));
                    }
                    tally.unsearched += unsearched as u64;
                    tally.failed += problems.len() as u64;
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        out.finish()?;
        note!("{}", tally.summary());
        Ok(status.max(Status::findings_if(tally.failed > 0)))
    }

    fn answered(&self, raw: RawRecord, context: &Context) -> Answered {
        let checked = Checked::in_full(Record::parse(raw), context);
        match self.goal {
            None => self.puzzles(&checked),
            Some(goal) => self.position(goal, &checked),
        }
    }

    /// Solves the puzzles of a record.
    fn puzzles(&self, checked: &Checked) -> Answered {
        let record = Arc::clone(checked.record());
        let address = match self
            .line
            .as_ref()
            .map(|line| record.address_of(line))
            .transpose()
        {
            Ok(address) => address,
            Err(error) => {
                let problems = vec![(record.source().first_line(), error_text(&error))];
                return Answered {
                    record,
                    puzzles: Vec::new(),
                    problems,
                    unsearched: 0,
                };
            }
        };
        let is_asked =
            |other: LineAddress| address.as_ref().is_none_or(|address| *address == other);
        let mut unsearched = unsearched_puzzles(&record, checked.timeline().ok());
        unsearched.retain(|puzzle| is_asked(puzzle.address()));
        let budget = Budget::from(self.budget);
        let puzzles = checked.timeline().ok().map_or_else(Vec::new, |timeline| {
            puzzles_at(timeline, budget, &|path, turn| {
                is_asked(LineAddress::of_position(path, turn))
            })
        });
        let mut problems = Vec::new();
        // A record without puzzles may be invalid.
        if !puzzles.is_empty() || !unsearched.is_empty() {
            problems.extend(invalid_record(checked));
        }
        problems.extend(unsearched.iter().map(|puzzle| {
            (
                line_of(&record, puzzle.span),
                text_of_unsearched(&record, puzzle),
            )
        }));
        let mut unsearched = unsearched.len();
        if self.line.is_none() {
            let failed = failed_tests(checked);
            unsearched += failed
                .iter()
                .filter(|finding| is_of_puzzle(&record, finding))
                .count();
            problems.extend(
                failed
                    .into_iter()
                    .map(|finding| text_of_failed(&record, finding)),
            );
        }

        Answered {
            record,
            puzzles,
            problems,
            unsearched,
        }
    }

    /// Solves the puzzle given by `--goal`.
    fn position(&self, goal: Puzzle, checked: &Checked) -> Answered {
        let record = Arc::clone(checked.record());
        let mut problems: Vec<_> = invalid_record(checked).into_iter().collect();
        let mut puzzles = Vec::new();
        match self.frame(checked.timeline().ok()) {
            Ok(frame) => puzzles.push(solve_position(frame, goal, Budget::from(self.budget))),
            Err(reason) => problems.push((record.source().first_line(), reason)),
        }
        Answered {
            record,
            puzzles,
            problems,
            unsearched: 0,
        }
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

fn line_of(record: &Record, span: Span) -> u64 {
    record.source().place(span.start).line
}

/// Returns the first error of a record: its positions may differ from those that the author
/// intended.
fn invalid_record(checked: &Checked) -> Option<(u64, String)> {
    let error = checked.report.first_error()?;
    let Finding {
        message,
        code,
        span,
        ..
    } = error;
    let turn = LineAddress::of_finding(error)
        .map_or_else(String::new, |address| format!("turn {address}: "));
    Some((
        line_of(checked.record(), *span),
        format!("{turn}invalid record: {message} ({})", code.id),
    ))
}

/// Returns the findings about commands that are intended as tests but test nothing. Malformed
/// puzzles are reported as puzzles that are not searched.
fn failed_tests(checked: &Checked) -> Vec<&Finding> {
    let record = checked.record();
    let findings = checked
        .report
        .findings
        .iter()
        .filter(|finding| tests_nothing(record, finding));
    findings
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

/// Returns true for a misspelt puzzle.
fn is_of_puzzle(record: &Record, finding: &Finding) -> bool {
    let suggestion = likely_command(record.text_of(finding.span)).unwrap_or_default();
    finding.code == &code::COMMAND_MISSPELT
        && suggestion.trim_start_matches("[%").starts_with("puzzle")
}

fn text_of_failed(record: &Record, finding: &Finding) -> (u64, String) {
    let help = finding.advice(hint_text).unwrap_or_default();
    (
        line_of(record, finding.span),
        format!("{} {help}", finding.message),
    )
}

/// Describes a puzzle that is not searched.
fn text_of_unsearched(record: &Record, puzzle: &UnsearchedPuzzle) -> String {
    let command = one_line(&shorten(record.text_of(puzzle.span))).into_owned();
    let turn = after_turn(&puzzle.address());
    match puzzle.reason {
        UnsearchedReason::Malformed(error) => {
            format!("`{command}`{turn} is not a valid puzzle: {error}")
        }
        reason => format!("`{command}`{turn} was not searched: {reason}"),
    }
}

fn after_turn(address: &LineAddress) -> String {
    if address.is_start() {
        String::new()
    } else {
        format!(" after turn {address}")
    }
}

/// Describes a puzzle and its answer as text for people.
fn text_of_report(path: &str, line: u64, report: &PuzzleReport) -> String {
    let turn = after_turn(&report.address());
    let mut text = format!(
        "{}:{line}: {}{turn}: {}",
        one_line(path),
        report.puzzle,
        report.verdict().name()
    );
    match &report.solved {
        Ok(solved) => text.push_str(&text_of_answer(report, solved)),
        Err(error) => text.push_str(&format!(": {error}\n")),
    }

    for finding in &report.findings {
        let turn = LineAddress::of_finding(finding)
            .map_or_else(String::new, |address| format!(" turn {address}:"));
        text.push_str(&format!(
            "  {}:{turn} {}\n",
            finding.code.id, finding.message
        ));
    }

    text
}

/// Describes the answer to a puzzle: the length of the solution and the work of the search, then a
/// row each for the solutions, the line of play and the probability.
fn text_of_answer(report: &PuzzleReport, solved: &Solved) -> String {
    let mut text = String::new();
    if let Some(turns) = solved.turns {
        text.push_str(&format!(" in {}", counted(u64::from(turns), "turn")));
    }
    if report.verdict() == Verdict::Undecided {
        text.push_str(&format!(
            ", complete up to {}",
            counted(u64::from(solved.searched), "turn")
        ));
    }
    text.push_str(&format!(", {}", counted(solved.steps, "step")));
    if report.verdict() == Verdict::Undecided {
        text.push_str(&format!(" and {}", counted(solved.positions, "position")));
    }
    text.push('\n');

    let solutions: Vec<&str> = solved
        .solutions
        .iter()
        .map(|first| first.turn.as_str())
        .collect();
    let line = solved.line.join(" ");
    let is_refuted = report.verdict() == Verdict::Refuted;
    let name = if is_refuted { "defence" } else { "line" };
    // These turns contradict the claim that there is only one.
    let best = if is_refuted && report.puzzle.goal == Goal::Only {
        "best turns"
    } else {
        "solutions"
    };
    let probability = solved
        .probability
        .map(|probability| probability.to_string());
    let rows = [
        (best, solutions.join(" ")),
        (name, line),
        ("probability", probability.unwrap_or_default()),
    ];
    for (name, value) in rows.iter().filter(|(_, value)| !value.is_empty()) {
        text.push_str(&format!("  {name}: {value}\n"));
    }
    text
}

impl SolveTally {
    fn count(&mut self, report: &PuzzleReport) {
        self.puzzles += 1;
        match report.verdict() {
            Verdict::Proved => self.proved += 1,
            Verdict::Refuted => self.refuted += 1,
            Verdict::Undecided => self.undecided += 1,
        }
        self.failed +=
            u64::from(report.verdict() != Verdict::Proved || !report.findings.is_empty());
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
