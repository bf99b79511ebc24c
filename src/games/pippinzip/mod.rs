//! Pippinzip: two or three seats. An auction decides who plays Pip and who plays Zip.
//!
//! # Words
//!
//! - In the *auction*, each turn is a *bid* of one to three stones of the auction's colour, such as
//!   `c3,d5`, until a seat writes `take`.
//! - The *taker* continues with the auction's colour, and all other seats with the other colour.
//!   The seat with the black stones is *Pip*, who has to connect two opposite sides; the seat with
//!   the white stones is *Zip*, who has to connect all four.
//! - With three seats, two of them form a *team*. Its two seats place the two stones of a *pair*,
//!   one each. In a position, `pair=c3` is the first of them, when the second seat is to move.
//!
//! # Choices
//!
//! The choices made where the rule sheet is silent:
//!
//! - **Names.** A letter followed by any number from 1 is a name: `z999` is `pippinzip/off-board`.
//! - **Z7, the order of faults.** First, all points of a turn must be on the board. Then each is
//!   tested for a stone already there, from first to last. Then the stones of the turn are counted.
//! - **Z3.1, a `Position` in the auction** has only stones of the auction's colour. The number of
//!   stones that each seat has placed is not compared, neither there nor later.
//! - **Z4.1, the rule that forbids a pass.** Z3.1 in the auction; Z4.6 for the second seat of a
//!   team in `zipline`, which may pass in other situations; Z4.1 for everybody else.
//! - **Z5, what decided a game** is shown as all chains of the winning colour that reach its goal.
//! - **Z6.2, `pair`.** With three seats, it appears in both variants that three can play, and it is
//!   required in a `Position` in which the second seat of a team is to move. After the last turn,
//!   it is written as if the game continued.
//! - **Irregular turns.** Surplus stones are placed with the others. In a turn of Pip, the ban on
//!   neighbours applies to the first two stones. With three seats, it applies to every stone that
//!   the second seat of the team writes, and `pair` is the first stone that the other seat wrote.
//!   If that seat passed, the second seat is not bound, and the position says `pair=-`. A code
//!   waived by the record must be needed, even in a turn that is illegal because of another fault.

pub mod board;
mod chains;
mod choices;
pub mod codes;
mod drawing;
mod duty;
mod end;
pub(crate) mod facts;
mod fault;
mod flood;
mod grammar;
mod inspect;
mod material;
mod moves;
mod narration;
mod position;
mod position_words;
mod random_play;
mod rules;
mod setup;
mod solving;
mod stones;
mod symmetry;
mod tensors;
mod turn;
mod winning_chain;

use std::ops::ControlFlow;
use std::sync::Arc;

pub use duty::Duty;
pub use fault::Kind;
pub use position::{Decision, FirstOfPair, Phase, Position, PositionText};
pub use setup::{Setup, Surface, Variant, parse_players, parse_size};
pub use stones::{Colour, Stones};
pub use turn::{Name, Turn};

use super::{
    Choose, Choosing, Context, Explanation, Fault, GameId, Language, Material, Observer,
    PositionError, Refusal, Rules, SetupTags, Sides, TrialObserver, Verdict, VisitTurns,
};
use crate::notation::Standing;

/// The game Pippinzip.
#[derive(Clone, Copy, Debug)]
pub struct Pippinzip;

impl Language for Pippinzip {
    const ID: GameId = GameId::Pippinzip;

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
            stones: board.stones,
            ..*position
        }
    }

    fn pieces_of_colours(position: &PositionText) -> Option<[Vec<String>; 2]> {
        let names = |colour| {
            let points = position.stones.of_colour(colour).iter();
            points.map(|point| point.to_string()).collect()
        };
        Some([Colour::Black, Colour::White].map(names))
    }

    fn setups_of_position(position: &str, _context: &Context) -> Vec<Vec<(&'static str, String)>> {
        setup::of_position(position)
    }

    fn canonical_value(tag: &str, value: &str) -> Option<String> {
        if tag != "Variant" {
            return None;
        }
        let variant = Variant::parse(value)?;
        Some(variant.name().to_owned())
    }
}

impl Rules for Pippinzip {
    type Setup = Setup;
    type Fault = Kind;
    type State = Position;

    fn setup(tags: &mut SetupTags<'_>) -> Option<Setup> {
        setup::read(tags)
    }

    fn start(setup: &Setup) -> Position {
        setup::start(setup)
    }

    fn shown_position(setup: &Setup, text: &PositionText) -> Result<Position, PositionError> {
        setup::from_text(setup, text)
    }

    #[inline]
    fn play<W: Observer<Self>>(
        setup: &Setup,
        state: &mut Position,
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
        state: &Position,
        visit: VisitTurns<'_, Self>,
    ) -> ControlFlow<()> {
        moves::legal_turns(setup, state, visit)
    }

    fn seats(setup: &Setup) -> u8 {
        setup.seats
    }

    fn seats_in_players(players: Option<&str>) -> Option<u8> {
        players.map_or(Some(2), parse_players)
    }

    fn position_text(_setup: &Setup, state: &Position) -> PositionText {
        state.text
    }

    fn to_move(_setup: &Setup, state: &Position) -> u8 {
        state.text.to_move
    }

    fn verdict(setup: &Setup, state: &Position) -> Option<Verdict> {
        end::verdict(setup, state)
    }

    #[inline]
    fn standing(setup: &Setup, state: &Position) -> Option<Standing> {
        end::standing(setup, state)
    }

    fn resignation(setup: &Setup, state: &Position) -> Result<Standing, Fault<Kind>> {
        Ok(end::resignation(setup, state))
    }

    fn sides(setup: &Setup, state: &Position) -> Option<Sides> {
        end::sides(setup, state)
    }

    fn is_legal(setup: &Setup, state: &Position, scratch: &mut Position, turn: &Turn) -> bool {
        let is_legal = rules::play(setup, scratch, turn, &mut TrialObserver).is_ok();
        scratch.undo_trial(state);
        is_legal
    }

    fn count_turns(setup: &Setup, state: &Position, steps: &mut u64) -> Option<u64> {
        // Turns are counted without generating them: each empty point is compared with the others.
        // Sixteen comparisons count as a step.
        let points = state.text.stones.empty_points().count() as u64;
        *steps = steps.checked_sub(points * points / 16)?;
        Some(moves::count(setup, state))
    }
}

impl Choose for Pippinzip {
    fn choosing(setup: &Arc<Setup>, state: &Arc<Position>) -> Box<dyn Choosing<Self>> {
        Box::new(choices::TurnBuilder::new(setup, state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pipline_is_written_pipeline() {
        assert_eq!(
            Pippinzip::canonical_value("Variant", "pipline").as_deref(),
            Some("pipeline")
        );
        assert_eq!(
            Pippinzip::canonical_value("Variant", "zipline").as_deref(),
            Some("zipline")
        );
        assert_eq!(Pippinzip::canonical_value("Variant", "zip"), None);
        assert_eq!(Pippinzip::canonical_value("Event", "pipline"), None);
    }

    #[test]
    fn the_variants_are_those_of_the_tag() {
        for name in Pippinzip::FACTS.variants {
            assert_eq!(Variant::parse(name).map(Variant::name), Some(*name));
        }
    }
}
