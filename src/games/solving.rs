//! Solving puzzles: functions of a game that an exhaustive search needs in addition to its rules.
//! The search itself is the module `solve`.
//!
//! A search goes from position to position in *steps*. Without dice, a step is a whole turn. With
//! dice, a roll in the middle of a turn divides the turn into several steps ([`Stage`]).

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::{Language, Rules, VisitTurns};

/// Exact key of a position within one search. Equal keys have the same outcome; symmetric images
/// may share a key.
pub type SearchKey = SmallVec<[u64; 4]>;

/// Stage of a turn. Turns of games without dice have only the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The seat to move chooses.
    #[default]
    Choice,
    /// A die is about to be rolled.
    Roll,
    /// A die was rolled and shows this value.
    Rolled(u8),
}

/// A step of a search from one position to the next.
#[derive(Clone, Copy, Debug)]
pub enum SearchStep<'a, G: Rules + ?Sized> {
    /// A whole turn, or the rest of one.
    Turn(&'a <G as Language>::Turn, &'a G::State),
    /// The turn goes on at this stage.
    Within(Stage, &'a G::State),
}

/// Callback for the steps from a position. It may stop the walk.
pub type VisitSteps<'a, G> = &'a mut dyn FnMut(SearchStep<'_, G>) -> ControlFlow<()>;

/// A game whose puzzles can be solved by an exhaustive search.
pub trait Solving: Rules {
    /// Returns the key of a position.
    fn search_key(setup: &Self::Setup, state: &Self::State) -> SearchKey;

    /// Returns the reason why a position cannot be searched although turns can be played from it,
    /// or `None` if everything is known that later turns depend on.
    fn unknown(_setup: &Self::Setup, _state: &Self::State) -> Option<&'static str> {
        None
    }

    /// Returns false if `seat` cannot win within this number of turns of all seats. A quick test
    /// that may err on the side of true.
    fn may_win(_setup: &Self::Setup, _state: &Self::State, _seat: u8, _turns: u32) -> bool {
        true
    }

    /// Returns false if the game cannot end within this number of turns of all seats. A quick test
    /// that may err on the side of true.
    fn may_end(_setup: &Self::Setup, _state: &Self::State, _turns: u32) -> bool {
        true
    }

    /// Returns the number of turns that `seat` has until the game ends, if nothing that the seats
    /// do can change it.
    fn turns_to_end(_setup: &Self::Setup, _state: &Self::State, _seat: u8) -> Option<u32> {
        None
    }

    /// Returns the tags that a record from this position needs in addition to `Position`, each with
    /// its value.
    fn tags_of_position(_setup: &Self::Setup, _state: &Self::State) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Returns how forcing a turn is; the search tries the most forcing turns first.
    fn urgency(_before: &Self::State, _after: &Self::State) -> u32 {
        0
    }

    /// Returns how many steps of a budget it costs to generate a turn from this position: larger
    /// boards cost more.
    fn step_cost(_setup: &Self::Setup, _state: &Self::State) -> u64 {
        1
    }

    /// Returns an estimate of the bytes that a turn holds in addition to its own size.
    fn heap_bytes(_turn: &Self::Turn) -> usize {
        0
    }

    /// Visits the same turns as [`Rules::legal_turns`]. A game whose generator tries parts of turns
    /// that may lead to no turn takes these from the budget `tries`, and breaks if it is used up.
    fn search_turns(
        setup: &Self::Setup,
        state: &Self::State,
        _tries: &mut u64,
        visit: VisitTurns<'_, Self>,
    ) -> ControlFlow<()> {
        Self::legal_turns(setup, state, visit)
    }

    /// Visits every step from a position at a stage of the turn. Breaks if `visit` does, and if
    /// `tries` are used up as in [`Solving::search_turns`].
    fn steps(
        setup: &Self::Setup,
        state: &Self::State,
        _stage: Stage,
        tries: &mut u64,
        visit: VisitSteps<'_, Self>,
    ) -> ControlFlow<()> {
        Self::search_turns(setup, state, tries, &mut |turn, after| {
            visit(SearchStep::Turn(turn, after))
        })
    }
}
