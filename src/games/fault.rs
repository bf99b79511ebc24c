//! Faults of a turn as data: the path of the illegal part, the broken rule, and details of the
//! game.
//!
//! Texts and spans are computed only when they are needed.

use crate::findings::Code;

use super::Rules;

/// Path of a part of a turn. In the GIPF turn `a2-d4;xb3,c4`, `c4` is item 1 of action 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The index of the action, from 0. The number of actions means the end of the turn.
    pub action: usize,
    /// The part of the action.
    pub detail: Detail,
}

impl Part {
    /// Returns the path of a whole action.
    #[inline]
    pub fn whole(action: usize) -> Self {
        Self {
            action,
            detail: Detail::Whole,
        }
    }
}

/// Part of an action. The names are the terms of the notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The whole action.
    Whole,
    /// An item of the action's list, from 0.
    Item(usize),
    /// The piece that is placed or pushed: `G`, `17`, `5`.
    What,
    /// The origin: the dot of a push.
    From,
    /// The destination.
    To,
    /// The orientation of the piece.
    Facing,
}

/// The reason why a turn is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault<K> {
    /// The code of the fault.
    pub code: Code,
    /// The number of the broken rule.
    pub rule: &'static str,
    /// The illegal part of the turn.
    pub part: Part,
    /// Details that only this game has.
    pub kind: K,
}

/// An illegal turn: its fault, and the position in which the fault occurs.
#[derive(Clone, Debug)]
pub struct Refusal<G: Rules + ?Sized> {
    /// The fault.
    pub fault: Fault<G::Fault>,
    /// The position at that point, which may be in the middle of the turn.
    pub at: G::State,
    /// Codes of other faults of the turn that were waived.
    pub waived: Vec<Code>,
}

/// An earlier turn, as the search for the cause of a fault sees it.
pub struct PastTurn<'a, G: Rules + ?Sized> {
    /// The turn as written.
    pub written: &'a G::Turn,
    /// Returns the positions before and after the turn. The first call costs a replay.
    pub positions: &'a dyn Fn() -> [&'a G::State; 2],
    /// Returns the turn in canonical form, at the same cost.
    pub turn: &'a dyn Fn() -> G::Turn,
}

impl<'a, G: Rules + ?Sized> PastTurn<'a, G> {
    /// Returns the position before the turn.
    pub(crate) fn before(&self) -> &'a G::State {
        let [before, _] = (self.positions)();
        before
    }

    /// Returns the position after the turn.
    pub(crate) fn after(&self) -> &'a G::State {
        let [_, after] = (self.positions)();
        after
    }

    /// Returns the turn in canonical form.
    pub(crate) fn turn(&self) -> G::Turn {
        (self.turn)()
    }
}

/// Describes how a turn caused a fault. Returns `None` if it did not.
pub type CauseFinder<G> = Box<dyn Fn(&PastTurn<'_, G>) -> Option<String>>;

/// A fault in words.
pub struct Explanation<G: Rules + ?Sized> {
    /// The error, in one sentence.
    pub message: String,
    /// A fix, if one is known.
    pub help: Option<String>,
    /// True if the turns in the help only show the form of a turn, and are no remedies.
    pub help_shows_form: bool,
    /// The places that the fault concerns, as the game names them.
    pub marks: Vec<String>,
    /// Finds the earlier turn that caused the fault. It is called from the last turn backwards.
    pub culprit: Option<CauseFinder<G>>,
}

impl<G: Rules + ?Sized> Default for Explanation<G> {
    fn default() -> Self {
        Self {
            message: String::new(),
            help: None,
            help_shows_form: false,
            marks: Vec::new(),
            culprit: None,
        }
    }
}
