//! Why a turn is refused, as data: the part of the turn by its path, the rule, what it collides
//! with. Texts and spans are found only when somebody looks.

use crate::findings::Code;

use super::Rules;

/// A part of a turn, by its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The action, from 0. One past the last stands for the end of the turn.
    pub action: usize,
    /// What of the action.
    pub detail: Detail,
}

impl Part {
    /// The whole action.
    pub fn whole(action: usize) -> Self {
        Self { action, detail: Detail::Whole }
    }
}

/// A part of an action. The names are those of the notation's forms of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// All of it.
    Whole,
    /// An item of its list, from 0.
    Item(usize),
    /// What is placed or pushed: `G`, `17`, `5`.
    What,
    /// Where it comes from: the dot of a push.
    From,
    /// Where it goes.
    To,
    /// How it is turned.
    Facing,
}

/// Why a turn is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault<K> {
    /// The code.
    pub code: Code,
    /// The number of the rule that is broken.
    pub rule: &'static str,
    /// The very part of the turn that is wrong.
    pub part: Part,
    /// What the game knows of it.
    pub kind: K,
}

/// A turn that is refused, and the position in which its fault showed.
#[derive(Clone, Debug)]
pub struct Refusal<G: Rules + ?Sized> {
    /// Why.
    pub fault: Fault<G::Fault>,
    /// The position at that point, in the middle of the turn perhaps.
    pub at: G::State,
    /// Codes of other faults of the turn that were let stand.
    pub passed: Vec<Code>,
}

/// A turn that was played, as the search for what a fault collides with sees it.
pub struct PastTurn<'a, G: Rules + ?Sized> {
    /// The turn as it is written.
    pub written: &'a G::Turn,
    /// Gives the positions before and after it. They cost a replay as soon as somebody asks.
    pub positions: &'a dyn Fn() -> [&'a G::State; 2],
    /// Gives the turn, canonical, which costs as much.
    pub turn: &'a dyn Fn() -> G::Turn,
}

impl<'a, G: Rules + ?Sized> PastTurn<'a, G> {
    /// The position before the turn.
    pub fn before(&self) -> &'a G::State {
        let [before, _] = (self.positions)();
        before
    }

    /// The position after it.
    pub fn after(&self) -> &'a G::State {
        let [_, after] = (self.positions)();
        after
    }

    /// The turn, canonical.
    pub fn turn(&self) -> G::Turn {
        (self.turn)()
    }
}

/// Says what a turn has to do with a fault; `None` where nothing.
pub type CauseFinder<G> = Box<dyn Fn(&PastTurn<'_, G>) -> Option<String>>;

/// A fault in words.
pub struct Explanation<G: Rules + ?Sized> {
    /// What is wrong, in one sentence.
    pub message: String,
    /// What would mend it, where that is known.
    pub help: Option<String>,
    /// The places at fault, as the game names them.
    pub marks: Vec<String>,
    /// Finds the earlier turn that it collides with; it is asked from the last turn backward.
    pub culprit: Option<CauseFinder<G>>,
}
