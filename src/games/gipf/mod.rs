//! GIPF: seat 1 is White, seat 2 Black.
//!
//! # Words
//!
//! - The 61 *points* of the hexagon are *dots* on the edge and *spots* inside. Pieces stay only on
//!   spots.
//! - A *push* takes a piece from the seat's *reserve*, puts it on a dot and moves it along a line.
//!   `a2-d4` begins at the dot a2; d4 is the spot that the last moved piece reaches.
//! - A *row* is four or more pieces of one colour side by side on a line. Its *segment* is the row
//!   with all pieces, of both colours, that continue it.
//! - A *removal* takes the pieces of a segment off the board: `xb3,Gc4*`. A bare `x` lists none.
//! - A *GIPF piece*, written `G`, is two stacked pieces; any other piece is a *single* piece.
//!
//! # Choices
//!
//! The choices made where the rule sheet is silent:
//!
//! - **Names.** Any letter `a` to `z` followed by one or two digits, without a leading zero, is a
//!   name. `z9` and `b10` are therefore `gipf/off-board`, not turns of another game.
//! - **G8, no row or a wrong list.** A list that touches the segment of one of the seat's own rows
//!   is `gipf/removal-wrong`. A list that touches none is `gipf/no-row`.
//! - **G3, faults at the end of a turn** come after all actions: first a row left on the board,
//!   then the missing push. A row left on the board before a push is the last fault of that push.
//! - **G6.2.** A seat whose reserve is empty must remove pieces of a row; any legal removal will
//!   do. It may continue with rows that consist of GIPF pieces only, and it pushes if pieces have
//!   returned to its reserve. Rows that must be removed come first. A push with an empty reserve is
//!   `gipf/reserve-empty`, whether or not the rows have been removed.
//! - **G6.3** is tested before G6.2. A `Position` is decided under `out=empty` if the seat that is
//!   not to move has an empty reserve.
//! - **G7.3.** A bare `x` has one possible removal if exactly one set of pieces can be removed;
//!   rows of GIPF pieces only and their parts count as possible removals. Several `x` without
//!   another action between them are judged together: all orders must lead to the same position and
//!   to the same end of the game, if any. The search for an order of a list that covers several
//!   rows examines 1,000 positions. No list from a real game needs that many.
//! - **G7.4.** `11` is read as two empty spots and written `2`. Numbers have at most six digits.
//!   A reserve `?` is only for positions from which no turn is played. Lists of legal turns assume
//!   that it has enough pieces for any push.
//! - **Irregular turns.** A waived list removes the pieces that are on the board, whatever it says
//!   about them. If there are none, it decides nothing. A single piece pushed instead of the first
//!   GIPF piece ends both the obligation and the right to introduce GIPF pieces. A GIPF piece that
//!   is not allowed costs two pieces.

pub mod board;
mod choices;
pub mod codes;
mod drawing;
mod effects;
mod end;
pub(crate) mod facts;
mod fault;
mod grammar;
mod inspect;
mod lines;
mod material;
mod moves;
mod name;
mod narration;
mod pieces;
mod position;
mod position_words;
mod removal;
mod removal_order;
mod removal_rules;
mod rows;
mod rules;
mod setup;
mod solving;
mod spot_set;
mod suggestions;
mod symmetry;
mod tensors;
mod turn;
mod turn_steps;

pub use fault::{Kind, PointKind};
pub use pieces::{Colour, Piece, PieceKind, Pieces};
pub use position::{Decision, Position, PositionText};
pub use setup::{LossRule, Setup, Variant};
pub use turn::{Action, Item, Items, Name, Push, Turn};

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{
    Choose, Choosing, Context, Explanation, Fault, GameId, Language, Material, Observer,
    PositionError, RandomPlay, Refusal, Rules, SetupTags, Verdict, VisitTurns,
};
use crate::notation::Standing;

/// The game GIPF.
#[derive(Clone, Copy, Debug)]
pub struct Gipf;

impl Language for Gipf {
    const ID: GameId = GameId::Gipf;

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
            pieces: board.pieces,
            ..*position
        }
    }

    fn pieces_of_colours(position: &PositionText) -> Option<[Vec<String>; 2]> {
        let mut pieces: [Vec<String>; 2] = Default::default();
        for spot in board::Spot::all() {
            let Some(piece) = position.pieces.at(spot) else {
                continue;
            };
            let mark = if piece.kind.is_gipf() { "G" } else { "" };
            // The other formats list Black first.
            let index = match piece.colour {
                Colour::Black => 0,
                Colour::White => 1,
            };
            pieces[index].push(format!("{mark}{spot}"));
        }
        Some(pieces)
    }

    fn colour_to_move(position: &PositionText) -> Option<&'static str> {
        Some(position.to_move.name())
    }

    fn setups_of_position(position: &str, _context: &Context) -> Vec<Vec<(&'static str, String)>> {
        setup::of_position(position)
    }
}

impl Rules for Gipf {
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

    fn seats(_setup: &Setup) -> u8 {
        2
    }

    fn seat_name(_setup: &Setup, seat: u8) -> String {
        let colour = if seat == 1 {
            Colour::White
        } else {
            Colour::Black
        };
        colour.name().to_owned()
    }

    fn reserve(state: &Position) -> Option<String> {
        let [white, black] = state.text.reserve;
        Some(format!("{white}:{black}"))
    }

    fn missing(state: &Position) -> Option<&'static str> {
        state.text.missing()
    }

    fn position_text(_setup: &Setup, state: &Position) -> PositionText {
        state.text
    }

    fn to_move(_setup: &Setup, state: &Position) -> u8 {
        state.text.to_move.seat()
    }

    fn verdict(_setup: &Setup, state: &Position) -> Option<Verdict> {
        state.decided.map(Decision::verdict)
    }

    #[inline]
    fn standing(_setup: &Setup, state: &Position) -> Option<Standing> {
        // Without the verdict: this is asked after each turn.
        state.decided.map(Decision::standing)
    }

    fn resignation(_setup: &Setup, state: &Position) -> Result<Standing, Fault<Kind>> {
        Ok(Standing::win_for(state.text.to_move.other().seat(), 2))
    }
}

impl Choose for Gipf {
    fn choosing(setup: &Arc<Setup>, state: &Arc<Position>) -> Box<dyn Choosing<Self>> {
        Box::new(choices::TurnBuilder::new(setup, state))
    }
}

impl RandomPlay for Gipf {}
