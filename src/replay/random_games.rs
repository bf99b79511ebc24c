//! Plays random games, and chooses random turns. The same seed gives the same games everywhere.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::canonical::canonical_of_played;
use super::game_position::GamePosition;
use super::live_game::record_text;
use super::progress::{Move, Progress};
use super::starting_position::start_of;
use super::{Position, Turn};
use crate::games::{Chooser, Context, Game, GameId, with_game};
use crate::notation::{Outcome, Record, tag_lines};

/// Parameters of a random record.
#[derive(Clone, Debug)]
pub struct RandomGame<'a> {
    /// The tags before the movetext, `Game` first, without a result.
    pub tags: &'a [(String, String)],
    /// The seed of the whole run.
    pub seed: u64,
    /// The index of the record in the run, from 0.
    pub index: u64,
    /// The maximum number of turns. A longer game stays open.
    pub most_turns: u32,
    /// The context in which the deck named in the tags is found.
    pub context: &'a Context,
}

impl GameId {
    /// Plays a random game and returns it as a canonical record; `None` if the tags are invalid.
    pub fn random(self, game: &RandomGame<'_>) -> Option<String> {
        with_game!(self, G => play_randomly::<G>(game))
    }
}

fn play_randomly<G: Game>(game: &RandomGame<'_>) -> Option<String> {
    let mut generator = ChaCha8Rng::seed_from_u64(game.seed);
    generator.set_stream(game.index);
    let mut choose = |limit: u64| random_below(&mut generator, limit);
    let parse = |tags: &[(String, String)]| Record::parse_str(&tag_lines(tags));
    let mut tags = game.tags.to_vec();
    // Tags that are left to chance, such as the hands of the Pipe Game.
    let random_tags = G::random_tags(&parse(&tags), game.context, &mut choose);
    tags.extend(random_tags);

    let mut findings = Vec::new();
    let start = start_of::<G>(&parse(&tags), game.context, &mut findings)?;
    if G::missing(&start.state).is_some() {
        return None;
    }

    let setup = &Arc::clone(&start.setup);
    let mut progress = Progress::start(&start);
    if progress.result.is_some() {
        return None;
    }

    let mut turns = Vec::new();
    while turns.len() < game.most_turns as usize && progress.result.is_none() {
        let Some(turn) = G::random_turn(setup, &progress.state, &mut choose) else {
            break;
        };
        let Ok(played) = progress.after(setup, &Move::Turn(turn), &[]) else {
            break;
        };
        turns.push(played.canonical);
        progress = played.after;
    }

    let Progress {
        state,
        result: standing,
        ..
    } = progress;
    let score = standing.as_ref().and_then(|_| G::score(setup, &state));
    let outcome = standing.clone().map_or(Outcome::Open, Outcome::Decided);
    let text = record_text(&tags, &turns, &outcome, score.as_deref());
    // The given tags may be in any order.
    let record = Record::parse_str(&text);
    let start = (start.setup, findings);
    canonical_of_played::<G>(&record, game.context, start, standing).ok()
}

/// Source of random turns. The same seed gives the same turns on every system.
///
/// ```
/// use pipscribe::LiveGame;
/// use pipscribe::replay::RandomTurns;
///
/// let mut game = LiveGame::start("[Game \"gipf\"]\n[Variant \"basic\"]\n")?;
/// let mut random = RandomTurns::new(7);
/// while let Some(turn) = random.next(game.position()) {
///     game.play(&turn)?;
/// }
/// assert!(game.position().result().is_some());
/// # Ok::<(), Box<pipscribe::findings::Finding>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RandomTurns(ChaCha8Rng);

impl RandomTurns {
    /// Creates the source with a seed.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Returns a random legal turn of a position in canonical form; `None` after the end, and from
    /// a position with unknown parts.
    ///
    /// Turns are equally likely, except in the Pipe Game, where turns that close sets are
    /// preferred, and in positions with more than 20,000 turns, of which the first ones count.
    pub fn next(&mut self, position: &Position) -> Option<Turn> {
        let mut choose = |limit: u64| random_below(&mut self.0, limit);
        with_game!(position.game(), G => random_turn_in(position.of_game::<G>()?, &mut choose))
    }
}

fn random_turn_in<G: Game>(position: &GamePosition<G>, choose: Chooser<'_>) -> Option<Turn> {
    let GamePosition {
        setup, progress, ..
    } = position;
    if progress.result.is_some() || G::missing(&progress.state).is_some() {
        return None;
    }
    let turn = G::random_turn(setup, &progress.state, choose)?;
    let played = progress.after(setup, &Move::Turn(turn), &[]).ok()?;
    Some(Turn::new(played.canonical))
}

/// Returns a uniformly distributed number below `limit`.
fn random_below(generator: &mut ChaCha8Rng, limit: u64) -> u64 {
    if limit < 2 {
        return 0;
    }
    // The largest multiple of `limit`. Numbers from it on would make small remainders more likely,
    // so they are drawn again.
    let fair = u64::MAX - u64::MAX % limit;
    loop {
        let number = generator.next_u64();
        if number < fair {
            return number % limit;
        }
    }
}
