//! The rules of a game, as the trait [`Rules`]. The head of the module `games` explains its words:
//! set-up, turn, canonical form, fault, waived.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::findings::Code;
use crate::notation::Standing;

use super::fault::{Explanation, Fault, Refusal};
use super::judge::{FaultObserver, Observer, TrialObserver};
use super::setup_tags::SetupTags;
use super::{Language, PositionError};

/// The way in which a game ended by its rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Verdict {
    /// The result of each seat.
    pub standing: Standing,
    /// The number of the rule that ended it.
    pub rule: &'static str,
    /// The reason, in one sentence.
    pub reason: &'static str,
    /// The places that decided the game, as the game names them. Empty if there is nothing to show.
    pub marks: Vec<String>,
}

/// The number of each seat's side, seat 1 first. Seats with the same number form a team.
pub type Sides = SmallVec<[u8; 4]>;

/// An accepted turn.
#[derive(Debug)]
pub struct Played<G: Rules + ?Sized> {
    /// The turn in canonical form, with derived annotations written out.
    pub turn: G::Turn,
    /// The position after the turn.
    pub state: G::State,
    /// Faults of the turn that the record waives.
    pub waived: Vec<Refusal<G>>,
}

/// Origin of the piece that a turn places, in a game of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The piece was rolled and shows this value.
    Rolled(u8),
    /// The piece was pulled from a store and has this value.
    Pulled(u8),
}

/// Callback for legal turns, each with the position after it. It may stop the walk.
pub type VisitTurns<'a, G> =
    &'a mut dyn FnMut(&<G as Language>::Turn, &<G as Rules>::State) -> ControlFlow<()>;

/// The rules of a game.
///
/// Judging needs only the position. The earlier turn that a fault conflicts with is searched for
/// afterwards, by replaying the record ([`Explanation::culprit`]). [`Rules::play`] and
/// [`Rules::legal_turns`] share no rule code above the board, so that tests can compare one with
/// the other.
pub trait Rules: Language {
    /// Setup of a game, fixed before the first turn: variant, options, seats, and the hands and
    /// deck of games that have them.
    type Setup: Clone + PartialEq + std::fmt::Debug + Send + Sync + 'static;
    /// A position, with everything needed to judge the next turn, and with the decision if the game
    /// has ended.
    type State: Clone + PartialEq + std::fmt::Debug + Send + Sync + 'static;
    /// Details of a fault that only this game has.
    type Fault: Clone + PartialEq + std::fmt::Debug;

    /// Describes the turns that [`Rules::legal_turns`] leaves out because a position has too many
    /// of them to list. `None` if it visits all legal turns. If turns are left out, legal turns
    /// cannot be counted.
    const UNLISTED_TURNS: Option<&'static str> = None;

    /// Reads the set-up. Returns `None` if it cannot be determined; `tags` then holds the findings.
    fn setup(tags: &mut SetupTags<'_>) -> Option<Self::Setup>;

    /// Returns the number of seats.
    fn seats(setup: &Self::Setup) -> u8;

    /// Returns the number of seats that the tag `Players` gives, whatever else is wrong with the
    /// set-up, or `None` if the tag does not give one.
    fn seats_in_players(_players: Option<&str>) -> Option<u8> {
        Some(2)
    }

    /// Returns the display name of a seat, numbered from 1: `White`.
    fn seat_name(_setup: &Self::Setup, seat: u8) -> String {
        format!("Seat {seat}")
    }

    /// Returns the position before the first turn.
    fn start(setup: &Self::Setup) -> Self::State;

    /// Builds a position from its text, decided or not. A decided position can be drawn, but no
    /// turn is played from it.
    ///
    /// # Errors
    /// If the position contradicts the set-up or the rules.
    fn shown_position(
        setup: &Self::Setup,
        text: &Self::PositionText,
    ) -> Result<Self::State, PositionError>;

    /// Builds the position from which a game starts.
    ///
    /// # Errors
    /// As [`Rules::shown_position`], and if the game is already decided.
    fn position(
        setup: &Self::Setup,
        text: &Self::PositionText,
    ) -> Result<Self::State, PositionError> {
        let state = Self::shown_position(setup, text)?;
        match Self::decided(setup, &state) {
            Some(message) => Err(PositionError::inconsistent(message)),
            None => Ok(state),
        }
    }

    /// Returns why no game starts from a position, if it is decided.
    fn decided(setup: &Self::Setup, state: &Self::State) -> Option<String> {
        // Fast exit for most positions: a verdict costs more, because it lists the places that
        // decided the game.
        Self::standing(setup, state)?;
        let verdict = Self::verdict(setup, state)?;
        Some(format!(
            "This game is over before it begins: {} ({}).",
            verdict.reason, verdict.rule
        ))
    }

    /// Returns what a position leaves unknown and how to fill it in, or `None` if everything is
    /// known that turns depend on. A position with unknown parts can be drawn, and its legal turns
    /// can be listed, but no turn is played from it.
    fn missing(_state: &Self::State) -> Option<&'static str> {
        None
    }

    /// Returns the text of a position.
    fn position_text(setup: &Self::Setup, state: &Self::State) -> Self::PositionText;

    /// Returns the seat to move, from 1.
    fn to_move(setup: &Self::Setup, state: &Self::State) -> u8;

    /// Returns how the game was decided by the rules, or `None` if it is undecided.
    fn verdict(setup: &Self::Setup, state: &Self::State) -> Option<Verdict>;

    /// Returns the result of each seat if the seat to move resigns.
    ///
    /// # Errors
    /// If this game has no resignation.
    fn resignation(
        setup: &Self::Setup,
        state: &Self::State,
    ) -> Result<Standing, Fault<Self::Fault>>;

    /// Returns the side of each seat, or `None` if the teams are not known yet. By default, each
    /// seat has a side of its own.
    fn sides(setup: &Self::Setup, _state: &Self::State) -> Option<Sides> {
        Some((1..=Self::seats(setup)).collect())
    }

    /// Returns the pieces that each seat has beside the board, joined by `:`, if the game has such
    /// pieces.
    fn reserve(_state: &Self::State) -> Option<String> {
        None
    }

    /// Returns the points of each seat, or `None` if the game has no points.
    fn score(_setup: &Self::Setup, _state: &Self::State) -> Option<Vec<u32>> {
        None
    }

    /// Returns the result of each seat under the rules, or `None` if the game is undecided.
    fn standing(setup: &Self::Setup, state: &Self::State) -> Option<Standing> {
        Self::verdict(setup, state).map(|verdict| verdict.standing)
    }

    /// Plays a turn in an undecided position.
    ///
    /// This is the only implementation of the rules for turns: everything that judges calls it.
    /// Faults that `observer` waives are ignored as the rule sheet allows.
    ///
    /// # Errors
    /// The first fault, in the order that the sheet fixes. In this case, the turn may have been
    /// played in part.
    fn play<W: Observer<Self>>(
        setup: &Self::Setup,
        state: &mut Self::State,
        turn: &Self::Turn,
        observer: &mut W,
    ) -> Result<(), W::Refusal>;

    /// Judges a turn in an undecided position. Faults with a code in `waived` are ignored as the
    /// rule sheet allows.
    ///
    /// # Errors
    /// The first fault, in the order that the rule sheet fixes.
    fn judge(
        setup: &Self::Setup,
        state: &Self::State,
        turn: &Self::Turn,
        waived: &[Code],
    ) -> Result<Played<Self>, Box<Refusal<Self>>> {
        let mut after = state.clone();
        let mut observer = FaultObserver::new(waived);
        Self::play(setup, &mut after, turn, &mut observer)?;
        Ok(observer.played(turn, after))
    }

    /// Returns true if a trial turn is legal.
    ///
    /// `scratch` must equal `state`, and does so again afterwards. Callers reuse it for many
    /// trials.
    fn is_legal(
        setup: &Self::Setup,
        state: &Self::State,
        scratch: &mut Self::State,
        turn: &Self::Turn,
    ) -> bool {
        let is_legal = Self::play(setup, scratch, turn, &mut TrialObserver).is_ok();
        scratch.clone_from(state);
        is_legal
    }

    /// Explains a fault in words. `written` is the illegal part of the turn as written in the
    /// record, so that a number too large to be stored is quoted as it was written.
    fn explain(setup: &Self::Setup, refusal: &Refusal<Self>, written: &str) -> Explanation<Self>;

    /// Returns the position that a finding shows. If the whole position would be too large, this is
    /// the part that the fault concerns.
    fn exhibit(setup: &Self::Setup, refusal: &Refusal<Self>) -> Self::PositionText {
        Self::position_text(setup, &refusal.at)
    }

    /// Visits every legal turn in canonical form, except `resign`. A decided position has none.
    /// Breaks if `visit` does, and if the search has a budget that is used up.
    fn legal_turns(
        setup: &Self::Setup,
        state: &Self::State,
        visit: VisitTurns<'_, Self>,
    ) -> ControlFlow<()>;

    /// Returns the origin of the piece that a turn places, or `None` in games without dice.
    fn origin(_turn: &Self::Turn) -> Option<Origin> {
        None
    }

    /// Counts the legal turns. The count is taken from the budget `steps`. Returns `None` if the
    /// budget does not suffice.
    fn count_turns(setup: &Self::Setup, state: &Self::State, steps: &mut u64) -> Option<u64> {
        let mut count = 0_u64;
        let walked = Self::legal_turns(setup, state, &mut |_, _| {
            count += 1;
            take_step(steps)
        });
        walked.is_continue().then_some(count)
    }
}

/// Takes one step from a budget. Breaks if none is left.
pub(crate) fn take_step(steps: &mut u64) -> ControlFlow<()> {
    match steps.checked_sub(1) {
        Some(left) => {
            *steps = left;
            ControlFlow::Continue(())
        }
        None => ControlFlow::Break(()),
    }
}
