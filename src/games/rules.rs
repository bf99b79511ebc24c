//! What a game's rules answer.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::draw::{Ghost, Lang, Scene};
use crate::findings::Code;
use crate::notation::{Record, Standing};

use super::choices::Choosing;
use super::fault::{Explanation, Fault, Refusal};
use super::judge::{Guess, Teller, Witness};
use super::seek::SeekTurns;
use super::setup::SetupTags;
use super::{Context, Language, PositionError};

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
pub struct Played<G: Game + ?Sized> {
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
pub type VisitTurns<'a, G> = &'a mut dyn FnMut(&<G as Language>::Turn, &<G as Game>::State) -> ControlFlow<()>;

/// Is shown legal turns, one after the other; may stop.
pub type VisitLike<'a, G> = &'a mut dyn FnMut(&<G as Language>::Turn) -> ControlFlow<()>;

/// Picks an index below the number that it is given; the number is 1 at least.
pub type Chooser<'a> = &'a mut dyn FnMut(u64) -> u64;

/// A game's rules.
///
/// Judging works on the bare position: what a fault collides with is searched for afterwards, by
/// replaying the record ([`Explanation::culprit`]). [`Game::play`] and [`Game::legal_turns`]
/// share no rule code above the board, so that each can be held against the other.
pub trait Game: Language {
    /// What is fixed before the first turn: variant, options, seats, and where the game has them
    /// hands and deck.
    type Setup: Clone + std::fmt::Debug + Send + Sync + 'static;
    /// A position: all that the next turn's judgement needs, how the game was decided included.
    type State: Clone + PartialEq + std::fmt::Debug + Send + Sync + 'static;
    /// What the game knows of a fault.
    type Fault: Clone + PartialEq + std::fmt::Debug;

    /// Whether pieces are rolled, so that every turn has a [`Origin`].
    const HAS_DICE: bool = false;

    /// What [`Game::legal_turns`] leaves out, where a position has more legal turns than can be
    /// listed; `None` where it shows them all. In such a game they cannot be counted.
    const FAR_TURNS: Option<&'static str> = None;

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

    /// Plays a turn in an undecided position, as far as it is legal; what `witness` lets stand is
    /// passed over as the sheet allows. These are the rules: all that judges goes through here.
    ///
    /// # Errors
    /// The first fault, in the order that the sheet fixes. The position is then of no use, unless the fault is one of the turn's
    /// first part and the witness is told nothing: then it is what it was.
    fn play<W: Witness<Self>>(
        setup: &Self::Setup,
        state: &mut Self::State,
        turn: &Self::Turn,
        witness: &mut W,
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
        let mut teller = Teller::new(waived);
        Self::play(setup, &mut after, turn, &mut teller)?;
        Ok(teller.played(turn, after))
    }

    /// Whether a turn is legal that is a guess. `scratch` is a copy of the position, and is one again afterwards: very many
    /// guesses are played on one.
    fn is_legal(setup: &Self::Setup, state: &Self::State, scratch: &mut Self::State, turn: &Self::Turn) -> bool {
        let played = Self::play(setup, scratch, turn, &mut Guess);
        if played.map_or_else(|refused| refused.may_have_changed, |()| true) {
            scratch.clone_from(state);
        }
        played.is_ok()
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

    /// A turn that is put together part by part in an undecided position. Its ways are the legal turns, those that
    /// [`Game::legal_turns`] leaves out included.
    fn choosing<'a>(setup: &'a Self::Setup, state: &'a Self::State) -> Box<dyn Choosing<Self> + 'a>;

    /// A turn that need not be legal, its parts in canonical order as far as that can be told.
    fn in_order(_setup: &Self::Setup, _state: &Self::State, turn: &Self::Turn) -> Self::Turn {
        turn.clone()
    }

    /// Whether turns of that kind are played there at all. Where they are not, no slip of the hand made one of a legal turn.
    fn is_due(_state: &Self::State, _turn: &Self::Turn) -> bool {
        true
    }

    /// Shows legal turns, in canonical form, that somebody who wrote `like`, which is none, may have meant (`None`
    /// where what was written cannot even be read). The likeliest come first, as only so many are
    /// looked at; it need not be all.
    fn turns_like(
        setup: &Self::Setup,
        state: &Self::State,
        like: Option<&Self::Turn>,
        seeker: &mut dyn SeekTurns<Self>,
    ) -> ControlFlow<()>;

    /// Shows legal turns, in canonical form, that are `like` but for what the rules fix anyway and people forget: what leaves
    /// the board, what is converted, picked up or drawn. They are few.
    fn completions(
        _setup: &Self::Setup,
        _state: &Self::State,
        _like: &Self::Turn,
        _visit: VisitLike<'_, Self>,
    ) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The same set-up under other options, each named, which a record may have been played with
    /// and left out, and under which its first fault may be none.
    fn other_readings(_setup: &Self::Setup, _fault: &Self::Fault) -> Vec<(String, Self::Setup)> {
        Vec::new()
    }

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

    /// A position to be drawn, from a text that play need not be able to go on from: it may be decided.
    fn state_for_drawing(setup: &Self::Setup, text: &Self::PositionText) -> Self::State;

    /// Whether records can name a place so that marks are put on.
    fn is_place(setup: &Self::Setup, name: &str) -> bool;

    /// What a legal turn did on the board.
    fn effects(setup: &Self::Setup, before: &Self::State, turn: &Self::Turn, after: &Self::State) -> Effects;

    /// Draws a position, told in a language.
    fn scene_in(setup: &Self::Setup, state: &Self::State, lang: Lang) -> Scene;

    /// Draws a position.
    fn scene(setup: &Self::Setup, state: &Self::State) -> Scene {
        Self::scene_in(setup, state, Lang::En)
    }

    /// Draws what a legal turn did, where the position after it cannot be drawn upon: what it took off
    /// the board may have left no place behind.
    fn scene_of_turn(
        _setup: &Self::Setup,
        _before: &Self::State,
        _turn: &Self::Turn,
        _after: &Self::State,
        _lang: Lang,
    ) -> Option<Scene> {
        None
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

/// What a turn did on the board, in the names that records have for places: what figures of a turn
/// show.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Effects {
    /// Where the pieces stand, or stood, that the turn brought in.
    pub placed: Vec<String>,
    /// Each piece that it moved, those that it brought in included where they came from a place of
    /// the board: from where, to where. Nothing moves twice.
    pub moved: Vec<(String, String)>,
    /// The piece that it pushed, as it lay where the push began.
    pub pushed: Option<Ghost>,
    /// The pieces that it changed where they stand: dice that took the other colour.
    pub changed: Vec<String>,
    /// What it took off the board before anything moved.
    pub gone_before: Vec<Ghost>,
    /// The same, after everything had moved.
    pub gone: Vec<Ghost>,
    /// The rows that made pieces leave, by their ends.
    pub rows: Vec<(String, String)>,
}

/// The part of [`Game`] that a game's modules do alike in every game. The second of them has the
/// positions that games begin from.
macro_rules! rules_told_by {
    ($setup:ident, $start:ident, $rules:ident, $fault:ident, $moves:ident, $choices:ident, $drawing:ident) => {
        type Setup = $setup::Setup;
        type Fault = $fault::Kind;

        fn setup(tags: &mut $crate::games::SetupTags<'_>) -> Option<Self::Setup> {
            $setup::read(tags)
        }

        fn start(setup: &Self::Setup) -> Self::State {
            $start::start(setup)
        }

        fn position(
            setup: &Self::Setup,
            text: &Self::PositionText,
        ) -> Result<Self::State, $crate::games::PositionError> {
            $start::from_text(setup, text)
        }

        fn play<W: $crate::games::Witness<Self>>(
            setup: &Self::Setup,
            state: &mut Self::State,
            turn: &Self::Turn,
            witness: &mut W,
        ) -> Result<(), W::Refusal> {
            $rules::play(setup, state, turn, witness)
        }

        fn explain(
            setup: &Self::Setup,
            refusal: &$crate::games::Refusal<Self>,
            written: &str,
        ) -> $crate::games::Explanation<Self> {
            $fault::explain(setup, refusal, written)
        }

        fn legal_turns(
            setup: &Self::Setup,
            state: &Self::State,
            visit: $crate::games::VisitTurns<'_, Self>,
        ) -> std::ops::ControlFlow<()> {
            $moves::legal_turns(setup, state, visit)
        }

        fn choosing<'a>(setup: &'a Self::Setup, state: &'a Self::State) -> Box<dyn $crate::games::Choosing<Self> + 'a> {
            Box::new($choices::Choosing::new(setup, state))
        }

        fn scene_in(setup: &Self::Setup, state: &Self::State, lang: $crate::draw::Lang) -> $crate::draw::Scene {
            $drawing::scene(setup, state, lang)
        }
    };
}
pub(crate) use rules_told_by;
