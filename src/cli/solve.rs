//! `pipscribe solve`

use std::ops::ControlFlow;

use clap::{Args, ValueEnum};

use super::bulk::{BulkStep, InputOptions};
use super::output::{Output, counted, json, stderr_line};
use super::paths::Paths;
use super::verbosity::note;
use super::{Failure, Status};
use crate::games::Context;
use crate::notation::{Puzzle, Record};
use crate::replay::Timeline;
use crate::solve::{PuzzleReport, SolvedJson, USUAL_STEPS, Verdict, puzzles_of, solve_position};
use crate::text::{RawRecord, one_line};

/// Arguments of `pipscribe solve`.
#[derive(Debug, Args)]
pub(crate) struct SolveCommand {
    #[command(flatten)]
    paths: Paths,
    /// Solve this puzzle instead of those in the records: `win 3`, `draw`, `save 2`, `score 40 3`, `only`
    #[arg(long, value_name = "GOAL", value_parser = goal)]
    goal: Option<Puzzle>,
    /// Solve the position after turn N of the main line; 0 for the start [default: the last turn]
    #[arg(long, value_name = "N", requires = "goal")]
    turn: Option<u32>,
    #[command(flatten)]
    budget: PuzzleBudget,
    /// Set the format of the report
    #[arg(long, value_enum, default_value_t = SolveFormat::Human)]
    format: SolveFormat,
}

/// The budget of each search.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct PuzzleBudget {
    /// Search each puzzle in at most N steps; a step generates one turn
    #[arg(long = "budget", value_name = "N", default_value_t = USUAL_STEPS)]
    pub(super) steps: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SolveFormat {
    /// Answers, solutions and lines
    Human,
    /// One JSON object per puzzle
    Json,
}

/// Parses a puzzle.
pub(super) fn goal(text: &str) -> Result<Puzzle, String> {
    text.parse().map_err(|error: crate::notation::PuzzleError| error.to_string())
}

/// The puzzles of a record.
struct Answered {
    record: Record,
    puzzles: Result<Vec<PuzzleReport>, String>,
}

#[derive(Default)]
struct SolveTally {
    puzzles: u64,
    proved: u64,
    refuted: u64,
    undecided: u64,
    /// Puzzles with an error, and records that cannot be searched.
    failed: u64,
}

impl SolveCommand {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let mut out = Output::standard();
        let mut tally = SolveTally::default();
        let status = self.paths.in_bulk(
            InputOptions { pages: true, ..InputOptions::default() },
            |raw, context| self.answered(raw, context),
            |source, step| {
                if let BulkStep::Record(number, Answered { record, puzzles }) = step {
                    let line = record.source().first_line();
                    match puzzles {
                        Ok(puzzles) => {
                            for report in &puzzles {
                                tally.count(report);
                                out.write(&match self.format {
                                    SolveFormat::Human => {
                                        let line = record.source().place(report.span.start).line;
                                        text_of_report(&source.name, line, report)
                                    }
                                    SolveFormat::Json => json(&SolvedJson::new(&source.name, number, report))?,
                                })?;
                            }
                        }
                        Err(reason) => {
                            stderr_line!("pipscribe: {}:{line}: {reason}", one_line(&source.name));
                            tally.failed += 1;
                        }
                    }
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        out.finish()?;
        note!("{}", tally.summary());
        Ok(status.max(if tally.failed > 0 { Status::Findings } else { Status::Well }))
    }

    fn answered(&self, raw: RawRecord, context: &Context) -> Answered {
        let record = Record::parse(raw);
        let puzzles = match Timeline::of(record.clone(), context) {
            Some(timeline) => self.puzzles(&timeline),
            None if self.goal.is_none() => Ok(Vec::new()),
            None => Err("the record does not name its game".to_owned()),
        };
        Answered { record, puzzles }
    }

    fn puzzles(&self, timeline: &Timeline) -> Result<Vec<PuzzleReport>, String> {
        let Some(puzzle) = self.goal else { return Ok(puzzles_of(timeline, self.budget.steps)) };
        if timeline.start().is_none() {
            return Err("invalid setup".to_owned());
        }
        let frame = timeline.after(self.turn).map_err(|error| error.to_string())?;
        Ok(vec![solve_position(&frame.position, frame.number, puzzle, self.budget.steps)])
    }
}

/// Describes a puzzle and its answer for people.
fn text_of_report(path: &str, line: u64, report: &PuzzleReport) -> String {
    let turn = if report.turn > 0 { format!(" after turn {}", report.turn) } else { String::new() };
    let mut text = format!("{}:{line}: {}{turn}: {}", one_line(path), report.puzzle, report.verdict().name());
    match &report.solved {
        Ok(solved) => {
            if let Some(turns) = solved.turns {
                text.push_str(&format!(" in {}", counted(u64::from(turns), "turn")));
            }
            if report.verdict() == Verdict::Undecided {
                text.push_str(&format!(", complete up to {}", counted(u64::from(solved.searched), "turn")));
            }
            text.push_str(&format!(", {}\n", counted(solved.steps, "step")));
            let solutions: Vec<&str> = solved.solutions.iter().map(|first| first.turn.as_str()).collect();
            let line = solved.line.join(" ");
            let name = if report.verdict() == Verdict::Refuted { "defence" } else { "line" };
            let probability = solved.probability.map(|probability| probability.to_string());
            let rows =
                [("solutions", solutions.join(" ")), (name, line), ("probability", probability.unwrap_or_default())];
            for (name, value) in rows.iter().filter(|(_, value)| !value.is_empty()) {
                text.push_str(&format!("  {name}: {value}\n"));
            }
        }
        Err(error) => text.push_str(&format!(": {error}\n")),
    }
    for finding in &report.findings {
        let turn = if finding.turn > 0 { format!(" turn {}:", finding.turn) } else { String::new() };
        text.push_str(&format!("  {}:{turn} {}\n", finding.code.id, finding.message));
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
        self.failed += u64::from(report.verdict() != Verdict::Proved || !report.findings.is_empty());
    }

    fn summary(&self) -> String {
        let Self { puzzles, proved, refuted, undecided, .. } = self;
        format!("{}: {proved} proved, {refuted} refuted, {undecided} undecided", counted(*puzzles, "puzzle"))
    }
}
