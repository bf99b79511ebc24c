//! `pipscribe moves`: lists or counts the legal turns of a position.
//!
//! In games with dice, turns differ in their *origin*: a die was rolled, or pulled from the store.
//! The options `--roll` and `--pull` select turns by their origin.

use std::ops::ControlFlow;

use clap::Args;

use super::hint_text::error_text;
use super::one_record::{OneRecord, reported_timeline};
use super::output::{Output, stderr_line};
use super::puzzle_budget::PuzzleBudget;
use super::verbosity::note;
use super::{Failure, Status};
use pipscribe::games::{GameId, Origin};
use pipscribe::notation::LineAddress;
use pipscribe::replay::{NoFrame, Position, Timeline, TurnRef};
use pipscribe::solve::outcomes;

/// Default number of turns that are generated to count them.
const MAX_COUNTED: u64 = 4_000_000;
/// Default number of turns that are listed. On a full GIPF board, a turn is a few hundred
/// characters long.
const MAX_LISTED: u64 = 500_000;

/// Arguments of `pipscribe moves`.
#[derive(Debug, Args)]
pub(crate) struct Moves {
    #[command(flatten)]
    one: OneRecord,
    #[command(flatten)]
    position: PositionArguments,
    /// List only turns that place a rolled die of this value
    #[arg(long, value_name = "VALUE", value_parser = clap::value_parser!(u8).range(1..=6))]
    roll: Option<u8>,
    /// List only turns that pull a die of this value from the store
    #[arg(long, value_name = "VALUE", value_parser = clap::value_parser!(u8).range(1..=6), conflicts_with = "roll")]
    pull: Option<u8>,
    /// Report for each turn whether it wins, loses or draws within N turns of the seat to move; if
    /// dice decide, report the probability of a win
    #[arg(long, value_name = "N", conflicts_with = "count", value_parser = clap::value_parser!(u32).range(1..))]
    outcome: Option<u32>,
    #[command(flatten)]
    budget: PuzzleBudget,
    /// Print the number of turns only
    #[arg(long)]
    count: bool,
    /// Count the sequences of up to N turns (perft), one line per length
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=50),
        overrides_with = "depth",
        conflicts_with_all = ["count", "outcome", "roll", "pull"]
    )]
    depth: Option<u32>,
    #[command(flatten)]
    limit: Limit,
}

/// Limit on generated turns: a position with many GIPF pieces can have more removals than can be
/// listed in reasonable time.
#[derive(Debug, Args)]
struct Limit {
    /// Stop after generating N turns [default: 4000000 to count them, 500000 to list them]
    #[arg(long = "limit", value_name = "N")]
    most: Option<u64>,
}

/// Position of a record.
#[derive(Debug, Args)]
struct PositionArguments {
    /// Use the position after turn N of the main line; 0 for the start [default: the last turn]
    #[arg(long, value_name = "N")]
    turn: Option<u32>,
    /// Use the position with this address, such as `7.1/3` or `7 b3 c4`; `pipscribe
    /// replay --tree` shows the addresses
    #[arg(long, value_name = "ADDRESS", conflicts_with = "turn")]
    line: Option<LineAddress>,
}

impl Moves {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let (timeline, status) = reported_timeline(self.one.record()?)?;
        report_omitted_turns(timeline.game());
        let mut out = Output::standard();
        if let Some(depth) = self.depth {
            self.write_sequences(self.position.find(&timeline)?, depth, &mut out)?;
            out.finish()?;
            return Ok(status);
        }

        let origin = match (self.roll, self.pull) {
            (Some(value), _) => Some(Origin::Rolled(value)),
            (None, Some(value)) => Some(Origin::Pulled(value)),
            (None, None) => None,
        };
        if origin.is_some() && !timeline.game().facts().has_dice {
            return Err(Failure::Usage(
                "`--roll` and `--pull` are for games with dice".into(),
            ));
        }

        let position = self.position.find(&timeline)?;
        // A position alone does not say which pieces a player still has.
        if let Some(unknown_part) = position.missing() {
            note!("pipscribe: assuming that there is a piece to introduce, as {unknown_part}");
        }
        if let Some(turns) = self.outcome {
            self.write_outcomes(position, turns, &mut out)?;
            out.finish()?;
            return Ok(status);
        }

        if self.count && origin.is_none() {
            let count = position
                .count_legal_turns(self.limit.counted())
                .ok_or_else(|| self.limit.exceeded())?;
            out.write(&format!("{count}\n"))?;
            out.finish()?;
            return Ok(status);
        }

        self.write_turns(position, origin, out)?;
        Ok(status)
    }

    /// Writes each turn with its outcome.
    fn write_outcomes(
        &self,
        position: &Position,
        turns: u32,
        out: &mut Output,
    ) -> Result<(), Failure> {
        if self.roll.or(self.pull).is_some() {
            return Err(Failure::Usage(
                "`--outcome` judges all turns: leave out `--roll` and `--pull`".into(),
            ));
        }
        let outcomes = outcomes(position, turns, self.budget)
            .map_err(|error| Failure::Usage(error.to_string()))?;
        outcomes
            .iter()
            .try_for_each(|(turn, outcome)| out.write(&format!("{turn} {outcome}\n")))
    }

    /// Writes the number of sequences of each length up to `depth`.
    fn write_sequences(
        &self,
        position: &Position,
        depth: u32,
        out: &mut Output,
    ) -> Result<(), Failure> {
        // Only the first turn of a sequence can be listed under the assumption that there is a
        // piece to introduce.
        if depth > 1
            && let Some(unknown_part) = position.missing()
        {
            return Err(Failure::Usage(unknown_part.to_owned()));
        }
        let counts = position
            .perft(depth, &mut self.limit.counted())
            .ok_or_else(|| self.limit.exceeded())?;
        for (length, count) in (1..).zip(counts) {
            out.write(&format!("{length} {count}\n"))?;
        }
        Ok(())
    }

    /// Writes the legal turns, or their number. With an origin, only turns of this origin count.
    fn write_turns(
        &self,
        position: &Position,
        origin: Option<Origin>,
        mut out: Output,
    ) -> Result<(), Failure> {
        let default_limit = if self.count { MAX_COUNTED } else { MAX_LISTED };
        let limit = self.limit.most.unwrap_or(default_limit);
        let mut count = 0_u64;
        let mut written = Ok(());
        let mut is_cut = false;
        let mut visit = |turn: TurnRef<'_>, origin_of_turn: Option<Origin>| {
            if origin.is_some() && origin_of_turn != origin {
                return ControlFlow::Continue(());
            }
            if count == limit {
                is_cut = true;
                return ControlFlow::Break(());
            }
            count += 1;
            if !self.count {
                written = out.write(&format!("{turn}\n"));
            }
            if written.is_ok() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let visited = position.visit_legal_turns(&mut visit);
        written?;

        let is_complete = visited.is_continue();
        if self.count && is_complete {
            out.write(&format!("{count}\n"))?;
        }
        out.finish()?;
        if is_complete {
            Ok(())
        } else if is_cut {
            Err(Failure::Usage(format!(
                "stopped after {count} turns; raise `--limit` for more"
            )))
        } else {
            Err(Failure::Usage(format!(
                "gave up after {count} turns: the search takes too many steps"
            )))
        }
    }
}

impl PositionArguments {
    /// Returns the requested position.
    fn find<'t>(&self, timeline: &'t Timeline) -> Result<&'t Position, Failure> {
        let frame = match &self.line {
            Some(address) => timeline.at(address),
            None => timeline.after(self.turn),
        };
        frame
            .map(|frame| &frame.position)
            .map_err(|error: NoFrame| Failure::Usage(error_text(&error)))
    }
}

impl Limit {
    fn counted(&self) -> u64 {
        self.most.unwrap_or(MAX_COUNTED)
    }

    fn exceeded(&self) -> Failure {
        let most = self.counted();
        let message = format!(
            "the count needs more than {most} turns, or its search takes too many steps: raise `--limit`"
        );
        Failure::Usage(message)
    }
}

/// Reports which turns the list leaves out.
fn report_omitted_turns(game: GameId) {
    if let Some(left_out) = game.omitted_turns() {
        stderr_line!("pipscribe: some legal turns are missing: {left_out}");
    }
}
