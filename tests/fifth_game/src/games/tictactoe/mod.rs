//! Tic-tac-toe: a small game that shows the parts that a game needs.

mod board;
mod choices;
pub mod codes;
mod drawing;
mod end;
pub(crate) mod facts;
mod fault;
mod grammar;
mod inspect;
mod material;
mod moves;
mod narration;
mod position;
mod position_words;
mod rules;
mod setup;
mod solving;
mod symmetry;
mod tensors;
mod turn;

use std::ops::ControlFlow;
use std::sync::Arc;

pub use board::{Mark, Square};
pub use fault::Kind;
pub use position::Position;
pub use setup::Setup;
pub use turn::Turn;

use super::{
    Choose, Choosing, Explanation, Fault, GameId, Language, Material, Observer, PositionError,
    Refusal, Rules, SetupTags, Verdict, VisitTurns,
};
use crate::notation::Standing;

/// The game Tic-tac-toe.
#[derive(Clone, Copy, Debug)]
pub struct Tictactoe;

impl Language for Tictactoe {
    const ID: GameId = GameId::Tictactoe;

    type Turn = Turn;
    type PositionText = Position;

    const MATERIALS: &'static [Material<Position>] = material::MATERIALS;

    fn parse_position(text: &str) -> Result<Position, PositionError> {
        position::parse(text)
    }

    fn parse_board(text: &str) -> Option<Position> {
        position::parse_board(text)
    }

    fn with_board(position: &Position, board: &Position) -> Position {
        board.with_to_move(position.to_move())
    }
}

impl Rules for Tictactoe {
    type Setup = Setup;
    type Fault = Kind;
    type State = Position;

    fn setup(tags: &mut SetupTags<'_>) -> Option<Setup> {
        setup::read(tags)
    }

    fn seats(_setup: &Setup) -> u8 {
        2
    }

    fn seat_name(_setup: &Setup, seat: u8) -> String {
        Mark::of_seat(seat).name().to_owned()
    }

    fn start(_setup: &Setup) -> Position {
        Position::default()
    }

    fn shown_position(_setup: &Setup, text: &Position) -> Result<Position, PositionError> {
        position::check(text).map(|()| *text)
    }

    fn position_text(_setup: &Setup, state: &Position) -> Position {
        *state
    }

    fn to_move(_setup: &Setup, state: &Position) -> u8 {
        state.to_move().seat()
    }

    fn verdict(_setup: &Setup, state: &Position) -> Option<Verdict> {
        end::verdict(state)
    }

    fn resignation(_setup: &Setup, state: &Position) -> Result<Standing, Fault<Kind>> {
        Ok(Standing::win_for(state.to_move().other().seat(), 2))
    }

    fn play<W: Observer<Self>>(
        setup: &Setup,
        state: &mut Position,
        turn: &Turn,
        observer: &mut W,
    ) -> Result<(), W::Refusal> {
        rules::play(setup, state, turn, observer)
    }

    fn explain(_setup: &Setup, refusal: &Refusal<Self>, written: &str) -> Explanation<Self> {
        fault::explain(refusal, written)
    }

    fn legal_turns(
        _setup: &Setup,
        state: &Position,
        visit: VisitTurns<'_, Self>,
    ) -> ControlFlow<()> {
        moves::legal_turns(state, visit)
    }
}

impl Choose for Tictactoe {
    fn choosing(_setup: &Arc<Setup>, state: &Arc<Position>) -> Box<dyn Choosing<Self>> {
        Box::new(choices::TurnBuilder::new(state))
    }
}
