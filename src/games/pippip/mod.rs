//! Pip•Pip: two seats, Light and Dark. The tag `Colors` sets which of them is seat 1.
//!
//! # Words
//!
//! - A seat *rolls* a die or *pulls* one from its *store*. A rolled die may be *put aside* into the
//!   store; the seat then rolls or pulls again, until a die is *placed*.
//! - In the turn `5s;*6@b3/2;xb2,c3`, a rolled 5 is put aside; then a 6 is pulled (`*`) and placed
//!   on b3, with the number 2 on its *north* side, towards rank 4.
//! - A placed die *converts* each neighbour of the other colour whose facing number is smaller: it
//!   changes its colour. `xb2,c3` lists the converted dice.
//!
//! # Choices
//!
//! The choices made where the rule sheet leaves room:
//!
//! - **The end of the game (P3.4).** The rule is taken literally. Under `store=turn`, a die may be
//!   put aside even if the store then holds as many dice as there are placements left; the same
//!   turn then pulls that die or another. A pull is never illegal for this reason. If a waived turn
//!   has left more dice in store than can be placed, no more dice are rolled.
//! - **Order of faults.** Acts are judged from left to right. Within an act, the store's cap comes
//!   before the end of the game, the square before the die, and a top that no die has before its
//!   north face.
//! - **`pippip/conversion-wrong`.** A wrong item comes before a missing one, and is the illegal
//!   part. If the code is waived, each die that the list names changes its colour. A list that
//!   names the die just placed, an empty square, or a square twice is illegal even then. The list
//!   is sorted. There is no way to write that players overlooked all conversions that were due.
//! - **Canonical form.** Converted squares are ordered by column, then rank. Equal dice in a store
//!   are interchangeable, so `moves` lists their pull once. It lists no dice put aside, because
//!   there is no limit to them.
//! - **Scores.** After a resignation, the score is that of the current board. If neither the rules
//!   nor a resignation ended the game, a `Score` is invalid.
//! - **Tags.** A record with invalid options or an invalid `Colors` is not replayed. In `Position`,
//!   either colour may be to move.
//! - **Other readings.** If a record is invalid, and every turn of it is legal under the other
//!   value of `store` or `dice`, the finding names that option.

pub mod board;
mod choices;
pub mod codes;
mod dice;
mod die_drawing;
mod drawing;
mod end;
mod facing_dice;
pub(crate) mod facts;
mod fault;
mod grammar;
mod inspect;
mod material;
mod moves;
mod narration;
mod pips;
mod position;
mod position_words;
mod random_play;
mod rules;
mod setup;
mod solving;
mod store;
mod suggestions;
mod symmetry;
mod tensors;
mod turn;

use std::ops::ControlFlow;
use std::sync::Arc;

pub use dice::{Colour, Die, Handedness};
pub use fault::Kind;
pub use position::PositionText;
pub use setup::{Setup, StoreRule, parse_cap, parse_colors};
pub use store::Store;
pub use turn::{Name, Names, Placement, Turn, Values};

use super::{
    Choose, Choosing, Explanation, Fault, GameId, Language, Material, Observer, Origin,
    PositionError, Refusal, Rules, SetupTags, Verdict, VisitTurns,
};
use crate::notation::Standing;

/// The game Pip•Pip.
#[derive(Clone, Copy, Debug)]
pub struct Pippip;

impl Language for Pippip {
    const ID: GameId = GameId::Pippip;

    type Turn = Turn;
    type PositionText = PositionText;

    const MATERIALS: &'static [Material<PositionText>] = material::MATERIALS;

    fn parse_position(text: &str) -> Result<PositionText, PositionError> {
        position::parse(text)
    }

    fn parse_board(text: &str) -> Option<PositionText> {
        position::parse_board(text)
    }

    fn with_board(position: &PositionText, board: &PositionText) -> PositionText {
        PositionText {
            dice: board.dice,
            ..*position
        }
    }
}

impl Rules for Pippip {
    type Setup = Setup;
    type Fault = Kind;
    type State = PositionText;

    fn setup(tags: &mut SetupTags<'_>) -> Option<Setup> {
        setup::read(tags)
    }

    fn start(setup: &Setup) -> PositionText {
        setup::start(setup)
    }

    fn shown_position(setup: &Setup, text: &PositionText) -> Result<PositionText, PositionError> {
        setup::from_text(setup, text)
    }

    #[inline]
    fn play<W: Observer<Self>>(
        setup: &Setup,
        state: &mut PositionText,
        turn: &Turn,
        observer: &mut W,
    ) -> Result<(), W::Refusal> {
        rules::play(setup, state, turn, observer)
    }

    fn explain(setup: &Setup, refusal: &Refusal<Self>, written: &str) -> Explanation<Self> {
        fault::explain(setup, refusal, written)
    }

    fn legal_turns(
        setup: &Setup,
        state: &PositionText,
        visit: VisitTurns<'_, Self>,
    ) -> ControlFlow<()> {
        moves::legal_turns(setup, state, visit)
    }

    fn seats(_setup: &Setup) -> u8 {
        2
    }

    fn seat_name(setup: &Setup, seat: u8) -> String {
        setup.colour_of(seat).name().to_owned()
    }

    fn position_text(_setup: &Setup, state: &PositionText) -> PositionText {
        *state
    }

    fn to_move(setup: &Setup, state: &PositionText) -> u8 {
        setup.seat_of(state.to_move)
    }

    fn verdict(setup: &Setup, state: &PositionText) -> Option<Verdict> {
        end::verdict(setup, state)
    }

    #[inline]
    fn standing(setup: &Setup, state: &PositionText) -> Option<Standing> {
        end::standing(setup, state)
    }

    fn resignation(setup: &Setup, state: &PositionText) -> Result<Standing, Fault<Kind>> {
        Ok(Standing::win_for(setup.seat_of(state.to_move.other()), 2))
    }

    fn reserve(state: &PositionText) -> Option<String> {
        let [light, dark] = &state.stores;
        Some(format!("{light}:{dark}"))
    }

    fn score(setup: &Setup, state: &PositionText) -> Option<Vec<u32>> {
        Some(end::points_of_seats(setup, state).to_vec())
    }

    fn origin(turn: &Turn) -> Option<Origin> {
        let Placement {
            from_store, top, ..
        } = turn.placement;
        Some(if from_store {
            Origin::Pulled(top)
        } else {
            Origin::Rolled(top)
        })
    }
}

impl Choose for Pippip {
    fn choosing(setup: &Arc<Setup>, state: &Arc<PositionText>) -> Box<dyn Choosing<Self>> {
        Box::new(choices::TurnBuilder::new(setup, state))
    }
}
