//! Random turns, for random games: the same for all games, unless a game chooses them in its own
//! way.

use std::ops::ControlFlow;

use super::Context;
use super::rules_trait::Rules;
use crate::notation::Record;

/// Picks an index below the given number, which is at least 1.
pub type Chooser<'a> = &'a mut dyn FnMut(u64) -> u64;

/// Maximum number of legal turns from which a random turn is chosen: the first ones. A position of
/// some games has too many to visit all of them.
const CANDIDATES: u64 = 20_000;

/// Random records of a game.
pub trait RandomPlay: Rules {
    /// Returns the names and values of tags that a random record needs in addition to those that it
    /// has: in the Pipe Game, the dealt hands.
    fn random_tags(
        _record: &Record,
        _context: &Context,
        _choose: Chooser<'_>,
    ) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Returns a turn for a random game, or `None` if the game is decided.
    fn random_turn(
        setup: &Self::Setup,
        state: &Self::State,
        choose: Chooser<'_>,
    ) -> Option<Self::Turn> {
        let mut chosen = None;
        let mut seen = 0;
        // Reservoir sampling: every visited turn is equally likely.
        let _ = Self::legal_turns(setup, state, &mut |turn, _| {
            seen += 1;
            if choose(seen) == 0 {
                chosen = Some(turn.clone());
            }
            if seen < CANDIDATES {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        chosen
    }
}

/// Picks one of `items`; `None` if the list is empty.
pub(crate) fn pick<T: Clone>(items: &[T], choose: Chooser<'_>) -> Option<T> {
    let count = u64::try_from(items.len()).ok().filter(|&count| count > 0)?;
    let index = usize::try_from(choose(count)).ok()?;
    items.get(index).cloned()
}
