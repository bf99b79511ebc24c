//! `pipscribe solve`

use std::ops::ControlFlow;
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::bulk::{BulkStep, InputOptions};
use super::output::{Output, counted, json, stderr_line};
use super::paths::Paths;
use super::verbosity::note;
use super::{Failure, Status};
use crate::checked::Checked;
use crate::findings::{Finding, code};
use crate::games::Context;
use crate::notation::{Goal, Puzzle, Record, command_meant, shorten};
use crate::replay::Timeline;
use crate::solve::{
    PuzzleReport, SolvedJson, USUAL_STEPS, UnsearchedPuzzle, UnsearchedReason, Verdict, puzzles_of, solve_position,
    unsearched_puzzles,
};
use crate::text::{RawRecord, Span, one_line};

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
    record: Arc<Record>,
    puzzles: Vec<PuzzleReport>,
    /// What is wrong with the record, and the puzzles that are not searched: lines with messages.
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
    /// Puzzles with an error, and problems of records.
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
                    let Answered { record, puzzles, problems, unsearched } = answered;
                    for report in &puzzles {
                        tally.count(report);
                        out.write(&match self.format {
                            SolveFormat::Human => text_of_report(&source.name, line_of(&record, report.span), report),
                            SolveFormat::Json => json(&SolvedJson::new(&source.name, number, report))?,
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
        let record = Arc::clone(checked.record());
        let (mut puzzles, mut problems, mut unsearched) = (Vec::new(), Vec::new(), Vec::new());
        match self.goal {
            None => {
                puzzles = checked.timeline().map_or_else(Vec::new, |timeline| puzzles_of(timeline, self.budget.steps));
                unsearched = unsearched_puzzles(&record, checked.timeline());
                // A record without puzzles may be invalid.
                let has_puzzles = !puzzles.is_empty() || !unsearched.is_empty();
                problems.extend(invalid_record(&checked).filter(|_| has_puzzles));
            }
            Some(goal) => {
                problems.extend(invalid_record(&checked));
                match self.position(goal, checked.timeline()) {
                    Ok(report) => puzzles.push(report),
                    Err(reason) => problems.push((record.source().first_line(), reason)),
                }
            }
        }
        problems.extend(
            unsearched.iter().map(|puzzle| (line_of(&record, puzzle.span), text_of_unsearched(&record, puzzle))),
        );
        let misspelt = if self.goal.is_none() { misspelt_puzzles(&checked) } else { Vec::new() };
        let unsearched = unsearched.len() + misspelt.len();
        problems.extend(misspelt);
        Answered { record, puzzles, problems, unsearched }
    }

    /// Solves `--goal`.
    fn position(&self, goal: Puzzle, timeline: Option<&Timeline>) -> Result<PuzzleReport, String> {
        let timeline = timeline.ok_or("the record does not name its game")?;
        if timeline.start().is_none() {
            return Err("invalid setup".to_owned());
        }
        let frame = timeline.after(self.turn).map_err(|error| error.to_string())?;
        Ok(solve_position(&frame.position, frame.number, goal, self.budget.steps))
    }
}

fn line_of(record: &Record, span: Span) -> u64 {
    record.source().place(span.start).line
}

/// Returns the first error of a record: its positions may not be those that the author had in mind.
fn invalid_record(checked: &Checked) -> Option<(u64, String)> {
    let error = checked.report.first_error()?;
    let Finding { turn, message, code, span, .. } = error;
    let turn = if *turn > 0 { format!("turn {turn}: ") } else { String::new() };
    Some((line_of(checked.record(), *span), format!("{turn}invalid record: {message} ({})", code.id)))
}

/// Returns the commands that are probably meant as `[%puzzle …]`, with their lines.
fn misspelt_puzzles(checked: &Checked) -> Vec<(u64, String)> {
    let record = checked.record();
    let is_puzzle = |finding: &&Finding| {
        let meant = command_meant(record.text_of(finding.span)).filter(|_| finding.code == &code::COMMAND_MISSPELT);
        meant.is_some_and(|meant| meant.trim_start_matches("[%").starts_with("puzzle"))
    };
    let describe = |finding: &Finding| {
        let help = finding.help.as_deref().unwrap_or_default();
        (line_of(record, finding.span), format!("{} {help}", finding.message))
    };
    checked.report.findings.iter().filter(is_puzzle).map(describe).collect()
}

/// Describes a puzzle that is not searched.
fn text_of_unsearched(record: &Record, puzzle: &UnsearchedPuzzle) -> String {
    let command = one_line(&shorten(record.text_of(puzzle.span))).into_owned();
    let turn = if puzzle.turn > 0 { format!(" after turn {}", puzzle.turn) } else { String::new() };
    match puzzle.reason {
        UnsearchedReason::Malformed(error) => format!("`{command}`{turn} is not a valid puzzle: {error}"),
        reason => format!("`{command}`{turn} was not searched: {reason}"),
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
            let is_refuted = report.verdict() == Verdict::Refuted;
            let name = if is_refuted { "defence" } else { "line" };
            // These turns contradict the claim, which is that there is only one.
            let best = if is_refuted && report.puzzle.goal == Goal::Only { "best turns" } else { "solutions" };
            let probability = solved.probability.map(|probability| probability.to_string());
            let rows = [(best, solutions.join(" ")), (name, line), ("probability", probability.unwrap_or_default())];
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
        let Self { puzzles, proved, refuted, undecided, unsearched, .. } = self;
        let unsearched = if *unsearched > 0 { format!(", {unsearched} not searched") } else { String::new() };
        let puzzles = counted(puzzles + self.unsearched, "puzzle");
        format!("{puzzles}: {proved} proved, {refuted} refuted, {undecided} undecided{unsearched}")
    }
}
