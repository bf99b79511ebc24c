//! `pipscribe random`

use clap::Args;

use super::names::needs;
use super::output::Output;
use super::setup_arguments::{SetupArguments, not_playable};
use super::{Failure, Status};
use crate::games::GameId;
use crate::replay::RandomGame;

/// Arguments of `pipscribe random`.
#[derive(Debug, Args)]
pub(crate) struct Random {
    #[command(flatten)]
    setup: SetupArguments,
    /// Generate N games
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,
    /// Set the seed; the same seed gives the same games on every machine
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Stop a game after N turns, without a result
    #[arg(long, value_name = "N", default_value_t = 1000)]
    turns: u32,
}

impl Random {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let name =
            self.setup.game.as_deref().ok_or_else(|| needs("random", "--game", &GameId::ALL.map(GameId::name)))?;
        let game = GameId::named(name).ok_or_else(|| Failure::Usage(format!("unknown game `{name}`")))?;
        let tags = self.setup.tags(None)?;
        let context = self.setup.decks.load()?.of_file(None);
        let mut out = Output::standard();
        for index in 0..self.count {
            let random = RandomGame { tags: &tags, seed: self.seed, index, most_turns: self.turns, context: &context };
            let text = game.random(&random).ok_or_else(|| not_playable(&tags, &context))?;
            if index > 0 {
                out.write("\n")?;
            }
            out.write(&text)?;
        }
        out.finish()?;
        Ok(Status::Well)
    }
}
