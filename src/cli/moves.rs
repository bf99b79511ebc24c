//! `pipscribe moves`, `pipscribe perft`

use std::fmt::Display;
use std::ops::ControlFlow;

use clap::Args;

use super::input::{One, rules_of};
use super::output::{Output, tell};
use super::{Failure, Status};
use crate::games::Origin;
use crate::notation::Record;
use crate::replay::{AnyGame, SceneError};

/// Lists the legal turns of a position in canonical form, `resign` left out.
#[derive(Debug, Args)]
pub(crate) struct Moves {
    #[command(flatten)]
    one: One,
    /// After which turn of the main line; 0 for the start; the last where it is not given
    #[arg(long, value_name = "N")]
    turn: Option<u32>,
    /// Only turns that place a rolled die of this value
    #[arg(long, value_name = "VALUE", value_parser = clap::value_parser!(u8).range(1..=6))]
    roll: Option<u8>,
    /// Only turns that place a die of this value out of the store
    #[arg(long, value_name = "VALUE", value_parser = clap::value_parser!(u8).range(1..=6), conflicts_with = "roll")]
    pull: Option<u8>,
    /// Only how many there are
    #[arg(long)]
    count: bool,
    #[command(flatten)]
    limit: Limit,
}

/// A position of many GIPF pieces has more ways to clear its rows than anybody could wait for.
#[derive(Debug, Args)]
struct Limit {
    /// How many turns are walked through at the most to count them
    #[arg(long = "limit", value_name = "N", default_value_t = 20_000_000)]
    most: u64,
}

/// Counts the sequences of canonical turns, depth by depth.
#[derive(Debug, Args)]
pub(crate) struct Perft {
    #[command(flatten)]
    one: One,
    /// After which turn of the main line; 0 for the start; the last where it is not given
    #[arg(long, value_name = "N")]
    turn: Option<u32>,
    /// How many turns deep
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=50))]
    depth: u32,
    #[command(flatten)]
    limit: Limit,
}

/// Says what the list of turns leaves out.
fn tell_far_turns(rules: &dyn AnyGame) {
    if let Some(left_out) = rules.far_turns() {
        tell!("pipscribe: not all legal turns: {left_out}");
    }
}

/// The record and its rules, if its set-up is sound.
pub(super) fn sound(one: &One) -> Result<(Record, &'static dyn AnyGame), Failure> {
    let (name, record) = one.record()?;
    let rules = rules_of(&record)?;
    let replayed = rules.replay(&record);
    if replayed.start.is_none() {
        let finding = replayed.report.findings.into_iter().find(crate::findings::Finding::is_error);
        let why = finding.map_or_else(String::new, |finding| format!(": {}", finding.message));
        return Err(Failure::Usage(format!("{name}: the set-up is at fault{why}")));
    }
    Ok((record, rules))
}

impl Moves {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let (record, rules) = sound(&self.one)?;
        tell_far_turns(rules);
        let mut out = Output::standard();
        let wanted = self.roll.map(Origin::Rolled).or(self.pull.map(Origin::Pulled));
        if wanted.is_some() && !rules.has_dice() {
            return Err(Failure::Usage("--roll and --pull are for games with dice".into()));
        }
        let refused = |error: SceneError| Failure::Usage(error.to_string());
        if self.count && wanted.is_none() {
            let count = rules.count_turns(&record, self.turn, self.limit.most).map_err(refused)?;
            out.write(&format!("{count}\n"))?;
            out.finish()?;
            return Ok(Status::Well);
        }
        let mut count = 0_u64;
        let mut written = Ok(());
        let mut show = |turn: &dyn Display, origin: Option<Origin>| {
            if wanted.is_some() && origin != wanted {
                return ControlFlow::Continue(());
            }
            count += 1;
            if !self.count {
                written = out.write(&format!("{turn}\n"));
            }
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        rules.legal_turns(&record, self.turn, &mut show).map_err(refused)?;
        written?;
        if self.count {
            out.write(&format!("{count}\n"))?;
        }
        out.finish()?;
        Ok(Status::Well)
    }
}

impl Perft {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let (record, rules) = sound(&self.one)?;
        tell_far_turns(rules);
        let mut out = Output::standard();
        let counts = rules
            .perft(&record, self.turn, self.depth, self.limit.most)
            .map_err(|error| Failure::Usage(error.to_string()))?;
        for (depth, count) in (1..).zip(counts) {
            out.write(&format!("{depth} {count}\n"))?;
        }
        out.finish()?;
        Ok(Status::Well)
    }
}
