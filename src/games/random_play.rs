//! Random games.

use super::Context;
use super::rules::Rules;
use std::ops::ControlFlow;

use crate::notation::Record;

/// Picks an index below the number that it is given; the number is 1 at least.
pub type Chooser<'a> = &'a mut dyn FnMut(u64) -> u64;

/// Random records of a game.
pub trait RandomPlay: Rules {
    /// What the tags of a random record must say besides those that it has: hands that are dealt.
    fn random_tags(_record: &Record, _context: &Context, _choose: Chooser<'_>) -> Vec<(String, String)> {
        Vec::new()
    }

    /// A turn for a random game; `None` where the game is decided.
    fn random_turn(setup: &Self::Setup, state: &Self::State, choose: Chooser<'_>) -> Option<Self::Turn> {
        let mut chosen = None;
        let mut seen = 0;
        // Every turn gets the same chance; a position of countless turns is cut short.
        let _ = Self::legal_turns(setup, state, &mut |turn, _| {
            seen += 1;
            if choose(seen) == 0 {
                chosen = Some(turn.clone());
            }
            if seen < 20_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        chosen
    }
}
