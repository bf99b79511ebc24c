//! `pipscribe moves`, `pipscribe perft`

use std::fmt::Display;
use std::ops::ControlFlow;

use clap::Args;

use super::one_record::{Found, One, timeline_of};
use super::output::{Output, tell};
use super::{Failure, Status};
use crate::findings::Finding;
use crate::games::{Context, GameId, Origin};
use crate::notation::Record;
use crate::replay::{NoFrame, Position, Timeline};

/// Arguments of `pipscribe moves`.
#[derive(Debug, Args)]
pub(crate) struct Moves {
    #[command(flatten)]
    one: One,
    /// Use the position after turn N of the main line; 0 for the start [default: the last turn]
    #[arg(long, value_name = "N")]
    turn: Option<u32>,
    /// List only turns that place a rolled die of this value
    #[arg(long, value_name = "VALUE", value_parser = clap::value_parser!(u8).range(1..=6))]
    roll: Option<u8>,
    /// List only turns that pull a die of this value from the store
    #[arg(long, value_name = "VALUE", value_parser = clap::value_parser!(u8).range(1..=6), conflicts_with = "roll")]
    pull: Option<u8>,
    /// Print only the number of turns
    #[arg(long)]
    count: bool,
    #[command(flatten)]
    limit: Limit,
}

/// Limit on generated turns: a position with many GIPF pieces can have more removals than can be listed in reasonable
/// time.
#[derive(Debug, Args)]
struct Limit {
    /// Stop after generating N turns
    #[arg(long = "limit", value_name = "N", default_value_t = 20_000_000)]
    most: u64,
}

/// Arguments of `pipscribe perft`.
#[derive(Debug, Args)]
pub(crate) struct Perft {
    #[command(flatten)]
    one: One,
    /// Use the position after turn N of the main line; 0 for the start [default: the last turn]
    #[arg(long, value_name = "N")]
    turn: Option<u32>,
    /// Count sequences of up to N turns
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=50))]
    depth: u32,
    #[command(flatten)]
    limit: Limit,
}

/// Reports which turns the list leaves out.
fn tell_far_turns(game: GameId) {
    if let Some(left_out) = game.far_turns() {
        tell!("pipscribe: not all legal turns: {left_out}");
    }
}

/// Returns a record turn by turn, if its setup is valid.
pub(super) fn begun(name: &str, record: Record, context: &Context) -> Result<Timeline, Failure> {
    let timeline = timeline_of(record, context)?;
    if timeline.start().is_none() {
        let finding = timeline.report.findings.into_iter().find(Finding::is_error);
        let why = finding.map_or_else(String::new, |finding| format!(": {}", finding.message));
        return Err(Failure::Usage(format!("{name}: invalid setup{why}")));
    }
    Ok(timeline)
}

/// Returns the record turn by turn, if its setup is valid, and a status. An invalid record is reported, because its
/// shown positions are not the ones that the players had.
pub(super) fn sound(found: Found) -> Result<(Timeline, Status), Failure> {
    let Found { name, record, context, .. } = found;
    let timeline = begun(&name, record, &context)?;
    let Some(fault) = timeline.report.findings.iter().find(|finding| finding.is_error()) else {
        return Ok((timeline, Status::Well));
    };
    let turn = if fault.turn > 0 { format!(", turn {}", fault.turn) } else { String::new() };
    tell!("pipscribe: {name}{turn}: invalid record: {} ({})", fault.message, fault.code.id);
    Ok((timeline, Status::Findings))
}

/// Returns the requested position.
fn position(timeline: &Timeline, turn: Option<u32>) -> Result<&Position, Failure> {
    let frame = timeline.after(turn).map_err(|error: NoFrame| Failure::Usage(error.to_string()))?;
    Ok(&frame.position)
}

impl Limit {
    fn exceeded(&self) -> Failure {
        let most = self.most;
        let message =
            format!("the count needs more than {most} turns: raise `--limit` (or its search takes too many steps)");
        Failure::Usage(message)
    }
}

impl Moves {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let (timeline, status) = sound(self.one.record()?)?;
        tell_far_turns(timeline.game());
        let mut out = Output::standard();
        let wanted = self.roll.map(Origin::Rolled).or(self.pull.map(Origin::Pulled));
        if wanted.is_some() && !timeline.game().has_dice() {
            return Err(Failure::Usage("`--roll` and `--pull` are for games with dice".into()));
        }
        let position = position(&timeline, self.turn)?;
        if self.count && wanted.is_none() {
            let count = position.count_legal_turns(self.limit.most).ok_or_else(|| self.limit.exceeded())?;
            out.write(&format!("{count}\n"))?;
            out.finish()?;
            return Ok(status);
        }
        let mut count = 0_u64;
        let (mut written, mut is_cut) = (Ok(()), false);
        let mut show = |turn: &dyn Display, origin: Option<Origin>| {
            if wanted.is_some() && origin != wanted {
                return ControlFlow::Continue(());
            }
            if count == self.limit.most {
                is_cut = true;
                return ControlFlow::Break(());
            }
            count += 1;
            if !self.count {
                written = out.write(&format!("{turn}\n"));
            }
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let walked = position.try_visit_legal_turns(&mut show);
        written?;
        if walked.is_break() && !is_cut {
            out.finish()?;
            return Err(Failure::Usage(format!("gave up after {count} turns: the search takes too many steps")));
        }
        if self.count && !is_cut {
            out.write(&format!("{count}\n"))?;
        }
        out.finish()?;
        match is_cut {
            true => Err(Failure::Usage(format!("stopped after {count} turns, there are more: raise `--limit`"))),
            false => Ok(status),
        }
    }
}

impl Perft {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let (timeline, status) = sound(self.one.record()?)?;
        tell_far_turns(timeline.game());
        let mut out = Output::standard();
        let counts = position(&timeline, self.turn)?.perft(self.depth, self.limit.most);
        let counts = counts.ok_or_else(|| self.limit.exceeded())?;
        for (depth, count) in (1..).zip(counts) {
            out.write(&format!("{depth} {count}\n"))?;
        }
        out.finish()?;
        Ok(status)
    }
}
