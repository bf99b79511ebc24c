//! `pipscribe random`: generates random games and puzzles.

use clap::Args;

use super::known_names::needs;
use super::output::Output;
use super::setup_arguments::{SetupArguments, not_playable};
use super::solve::goal;
use super::{Failure, Status};
use pipscribe::games::{Context, GameId};
use pipscribe::notation::Puzzle;
use pipscribe::replay::RandomGame;
use pipscribe::solve::{RandomPuzzle, random_puzzle};

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
    /// Generate puzzles with exactly one solution instead: `win 2`, `save 2`, `only 1`
    ///
    /// Each is the end of a random game: its position, the puzzle, and the main line of the proof.
    #[arg(long, value_name = "GOAL", value_parser = goal, conflicts_with = "turns")]
    puzzle: Option<Puzzle>,
    /// Search each position in at most N steps
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1_000_000,
        requires = "puzzle"
    )]
    budget: u64,
    /// Stop a game after N turns, without a result
    #[arg(long, value_name = "N", default_value_t = 1000)]
    turns: u32,
}

impl Random {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let game = self
            .setup
            .game
            .ok_or_else(|| needs("random", "--game", &GameId::ALL.map(GameId::name)))?;
        let tags = self.setup.tags(None)?;
        let context = self.setup.decks.load()?.context_without_file()?;
        let mut out = Output::standard();
        for index in 0..self.count {
            if index > 0 {
                out.write("\n")?;
            }
            let random = RandomGame {
                tags: &tags,
                seed: self.seed,
                index,
                most_turns: self.turns,
                context: &context,
            };
            let text = match self.puzzle {
                None => game
                    .random(&random)
                    .ok_or_else(|| not_playable(&tags, &context))?,
                Some(puzzle) => self.puzzle(game, puzzle, &tags, index, &context)?,
            };
            out.write(&text)?;
        }
        out.finish()?;
        Ok(Status::Well)
    }

    /// Returns a random puzzle as a record.
    fn puzzle(
        &self,
        game: GameId,
        puzzle: Puzzle,
        tags: &[(String, String)],
        index: u64,
        context: &Context,
    ) -> Result<String, Failure> {
        let mut search = RandomPuzzle::new(tags, puzzle, context);
        search.seed = self.seed;
        search.index = index;
        search.steps = self.budget;
        random_puzzle(game, &search).ok_or_else(|| {
            Failure::Usage(format!(
                "none of the random games has a position near its end in which exactly one turn solves `{puzzle}`"
            ))
        })
    }
}
