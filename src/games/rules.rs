//! What a game's rules answer.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::findings::Code;
use crate::notation::Standing;

use super::fault::{Explanation, Fault, Refusal};
use super::judge::{FaultObserver, Observer, TrialObserver};
use super::setup::SetupTags;
use super::{Language, PositionError};

/// How a game ended, by its rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Verdict {
    /// What each seat got.
    pub standing: Standing,
    /// The number of the rule that ended it.
    pub rule: &'static str,
    /// Why, in one sentence.
    pub reason: &'static str,
    /// The places that decided it, as the game names them; empty where there is nothing to show.
    pub marks: Vec<String>,
}

/// The side that each seat plays on, seat 1 first.
pub type Sides = SmallVec<[u8; 4]>;

/// A turn that was accepted.
#[derive(Debug)]
pub struct Played<G: Rules + ?Sized> {
    /// The turn in canonical form, derived annotations written out.
    pub turn: G::Turn,
    /// The position after it.
    pub state: G::State,
    /// Faults that it has and that were let stand.
    pub waived: Vec<Refusal<G>>,
}

/// Where the piece that a turn places comes from, in a game of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A roll gave it this value.
    Rolled(u8),
    /// It was pulled from a store, with this value.
    Pulled(u8),
}

/// Is shown legal turns, one after the other, each with the position after it; may stop.
pub type VisitTurns<'a, G> = &'a mut dyn FnMut(&<G as Language>::Turn, &<G as Rules>::State) -> ControlFlow<()>;

/// The rules of a game.
///
/// Judging works on the bare position: what a fault collides with is searched for afterwards, by
/// replaying the record ([`Explanation::culprit`]). [`Rules::play`] and [`Rules::legal_turns`]
/// share no rule code above the board, so that each can be held against the other.
pub trait Rules: Language {
    /// What is fixed before the first turn: variant, options, seats, and where the game has them
    /// hands and deck.
    type Setup: Clone + std::fmt::Debug + Send + Sync + 'static;
    /// A position: all that the next turn's judgement needs, how the game was decided included.
    type State: Clone + PartialEq + std::fmt::Debug + Send + Sync + 'static;
    /// What the game knows of a fault.
    type Fault: Clone + PartialEq + std::fmt::Debug;

    /// Whether pieces are rolled, so that every turn has a [`Origin`].
    const HAS_DICE: bool = false;

    /// What [`Rules::legal_turns`] leaves out, where a position has more legal turns than can be
    /// listed; `None` where it shows them all. In such a game they cannot be counted.
    const UNLISTED_TURNS: Option<&'static str> = None;

    /// Reads the set-up; `None` where it cannot be known, which `tags` then says.
    fn setup(tags: &mut SetupTags<'_>) -> Option<Self::Setup>;

    /// How many seats there are.
    fn seats(setup: &Self::Setup) -> u8;

    /// How many seats there are by what the tag `Players` says, whatever else is wrong with the set-up; `None` where it does not
    /// say that.
    fn seats_said(_players: Option<&str>) -> Option<u8> {
        Some(2)
    }

    /// The name of a seat for people, from 1: `White`.
    fn seat_name(_setup: &Self::Setup, seat: u8) -> String {
        format!("Seat {seat}")
    }

    /// The position before the first turn.
    fn start(setup: &Self::Setup) -> Self::State;

    /// A position from its text.
    ///
    /// # Errors
    /// Where it contradicts the set-up or the rules, or is decided already.
    fn position(setup: &Self::Setup, text: &Self::PositionText) -> Result<Self::State, PositionError>;

    /// The text of a position.
    fn position_text(setup: &Self::Setup, state: &Self::State) -> Self::PositionText;

    /// The seat to move, from 1.
    fn to_move(setup: &Self::Setup, state: &Self::State) -> u8;

    /// How the rules have decided the game; `None` while they have not.
    fn verdict(setup: &Self::Setup, state: &Self::State) -> Option<Verdict>;

    /// What each seat gets when the seat to move resigns.
    ///
    /// # Errors
    /// Where this game knows no resignation.
    fn resignation(setup: &Self::Setup, state: &Self::State) -> Result<Standing, Fault<Self::Fault>>;

    /// Returns the side of each seat, seat 1 first: seats of one side are a team. `None` while the teams are not known.
    fn sides(setup: &Self::Setup, _state: &Self::State) -> Option<Sides> {
        Some((1..=Self::seats(setup)).collect())
    }

    /// The points of each seat; `None` where the game has none.
    fn score(_setup: &Self::Setup, _state: &Self::State) -> Option<Vec<u32>> {
        None
    }

    /// What each seat got by the rules; `None` while they have not decided the game.
    fn standing(setup: &Self::Setup, state: &Self::State) -> Option<Standing> {
        Self::verdict(setup, state).map(|verdict| verdict.standing)
    }

    /// Plays a turn in an undecided position, as far as it is legal; what `observer` lets stand is
    /// passed over as the sheet allows. These are the rules: all that judges goes through here.
    ///
    /// # Errors
    /// The first fault, in the order that the sheet fixes. The turn may have been played in part then.
    fn play<W: Observer<Self>>(
        setup: &Self::Setup,
        state: &mut Self::State,
        turn: &Self::Turn,
        observer: &mut W,
    ) -> Result<(), W::Refusal>;

    /// Judges a turn against an undecided position. Faults whose code is in `waived` are
    /// passed over as the sheet allows.
    ///
    /// # Errors
    /// The first fault, in the order that the sheet fixes.
    fn judge(
        setup: &Self::Setup,
        state: &Self::State,
        turn: &Self::Turn,
        waived: &[Code],
    ) -> Result<Played<Self>, Box<Refusal<Self>>> {
        let mut after = state.clone();
        let mut teller = FaultObserver::new(waived);
        Self::play(setup, &mut after, turn, &mut teller)?;
        Ok(teller.played(turn, after))
    }

    /// Whether a turn is legal that is a guess. `scratch` is a copy of the position, and is one again afterwards: very many
    /// guesses are played on one.
    fn is_legal(setup: &Self::Setup, state: &Self::State, scratch: &mut Self::State, turn: &Self::Turn) -> bool {
        let is_legal = Self::play(setup, scratch, turn, &mut TrialObserver).is_ok();
        scratch.clone_from(state);
        is_legal
    }

    /// Says a fault in words. `written` is the part of the turn at fault as the record has it: a number
    /// that is too large to be kept is told as it was written.
    fn explain(setup: &Self::Setup, refusal: &Refusal<Self>, written: &str) -> Explanation<Self>;

    /// The position that a finding shows: where that would be too large, the part of it that the
    /// fault speaks of.
    fn exhibit(setup: &Self::Setup, refusal: &Refusal<Self>) -> Self::PositionText {
        Self::position_text(setup, &refusal.at)
    }

    /// Shows every legal turn in canonical form, `resign` left out; none where the game is
    /// decided.
    fn legal_turns(setup: &Self::Setup, state: &Self::State, visit: VisitTurns<'_, Self>) -> ControlFlow<()>;

    /// Where the piece that a turn places comes from; `None` in games without dice.
    fn origin(_turn: &Self::Turn) -> Option<Origin> {
        None
    }

    /// How many legal turns there are; `None` where telling would take more than the `steps` that are
    /// left, of which it takes what it needs.
    fn count_turns(setup: &Self::Setup, state: &Self::State, steps: &mut u64) -> Option<u64> {
        let mut count = 0_u64;
        let walked = Self::legal_turns(setup, state, &mut |_, _| {
            count += 1;
            take_step(steps)
        });
        walked.is_continue().then_some(count)
    }
}

/// Takes one of the steps that are left, if there is one.
pub(crate) fn take_step(steps: &mut u64) -> ControlFlow<()> {
    match steps.checked_sub(1) {
        Some(left) => {
            *steps = left;
            ControlFlow::Continue(())
        }
        None => ControlFlow::Break(()),
    }
}
