//! The Very Clever Pipe Game: two to four seats, each of which claims a colour of pipes or of
//! fields.
//!
//! # Choices
//!
//! The choices made where the rule sheet is silent:
//!
//! - **V1.2, numbers.** A coordinate has at most nine digits; this limits the text, not the table.
//!   Any number without a leading zero can be the number of a card: `0` is `pipe/unknown-card`.
//! - **V4.1, tags.** Each missing hand or stock is one `tag/missing`. The hand of a seat that does
//!   not exist is `tag/inconsistent`. A hand or stock without cards is an empty value:
//!   `[Stock ""]`. Without a `Position`, and in one before the first discard, every card is in a
//!   hand or in the stock. Cards that a later position does not mention are gone; their number is
//!   not checked.
//! - **V4.1, small decks.** A deck too small to deal nine cards to each seat is valid if the hands
//!   are not known: each seat holds nine cards, or five after its discard, and nothing can be
//!   drawn. The same applies if every card of the deck is on the table although other cards are
//!   gone: the record then has only a part of its deck.
//! - **V4.4, unknown hands.** A recycled discard can be seen once more at any time after the
//!   set-up, but another seat cannot discard it. The checker uses neither the order of recycled
//!   cards nor the fact that a hand may consist of drawn cards only. After a `Position`, each seat
//!   holds five cards and the stock has the rest; if too few are left, the seat to move holds the
//!   most. Of cards picked up, only the number is known, not which they are.
//! - **V5, seats without cards** are skipped. This needs uneven hands, which only a position or an
//!   irregular turn can cause. A position in which the seat to move has no cards is
//!   `tag/inconsistent`.
//! - **V4.3, shuffled discards.** A missing draw that is waived draws nothing. If a record starts
//!   from a `Position` after the set-up, the tag `Stock` lists what is left in order, including
//!   recycled discards.
//! - **V5.3.** With the option `table`, `moves` lists the same placements, as far as they fit.
//! - **V5.4.** A table is cleared if the cards picked up clear it, even by a waived list. Cards are
//!   left to play if any hand or the stock has one. `keep` is possible in `both`. The new colour
//!   may be another seat's. With two colours, `claim` is always `claim-wrong`.
//! - **V6.1, V8.3.** A closed set already on the table, in a position or after an irregular list,
//!   is picked up with the next play, wherever that is.
//! - **V6.2, V6.3.** Where entries of two colours meet, which only an irregular turn can cause,
//!   both are closed at that point and neither is joined to the other.
//! - **V8.1.** Two lists of one seat are wrong, whatever they contain. Lists and cards may be read
//!   in any order, and the seat to play may be named.
//! - **V8.3.** Colours are listed from seat 1 on without a gap. While one is missing, the first
//!   seat without a colour is to move, and no card is on the table. Seat 2 has `-` until its own
//!   turn, even with two colours. Scores are never compared with the cards.
//! - **V9.** A turn has at most one finding per code. A list of a seat that does not exist is
//!   `pickup-wrong`.
//! - **Irregular turns.** A card that is not in the hand is taken from wherever it is, but never
//!   from the table; with unknown hands, it is one of the hand's cards. The same applies to a drawn
//!   card: the stock stays as it is, except for that card. Each card of a discard leaves once.
//!   After a hidden discard, it is unknown which four of the nine cards have left the hand, and
//!   none is recycled. Waived lists decide who gets their cards. A turn in which two lists name the
//!   same card is illegal even then.
//! - **`moves`** lists the placements within one square of the cards on the table, beside or at a
//!   corner, and on an empty table those on `+0+0`. It lists each discard with its cards in
//!   ascending order, and draws if the stock is known. `[%expect moves]` is `expect/unmet`.

pub mod board;
mod card_art;
mod card_cache;
mod card_drawing;
mod card_faces;
mod card_number_drawing;
mod card_number_place;
mod card_on_table;
mod card_places;
mod card_plans;
mod card_text;
mod card_words;
mod choice_numbers;
mod choices;
mod chunk_map;
pub mod codes;
mod colour_explanation;
mod colour_rules;
mod deck_drawing;
mod deck_tags;
mod drawing;
mod drawn_grid;
mod effects;
mod end;
mod exhibit;
mod explanation;
pub(crate) mod facts;
mod far_cards;
mod fault;
mod free_squares;
mod grammar;
mod hand_drawing;
mod hands;
mod inspect;
mod joined_sets;
mod known_hands;
mod list_explanation;
mod material;
mod moves;
mod named_card;
mod narration;
mod near_cards;
mod near_squares;
mod neighbours;
mod pickup;
mod pipe_centre_lines;
mod pipe_cuts;
mod placed_part;
mod polylines;
mod position;
mod position_words;
mod random_play;
mod recycle_rule;
mod repeated_cards;
mod rules;
mod set_drawing;
mod set_search;
mod set_up_rules;
mod sets;
mod sets_with_card;
mod setup;
mod solving;
mod state;
mod suggestions;
mod symmetry;
pub mod table;
mod table_edges;
mod table_size;
mod tensors;
mod turn;
mod turn_builder;
mod turn_text;
mod unknown_hands;

use std::ops::ControlFlow;
use std::sync::Arc;

pub use crate::decks::Colour;
pub use card_on_table::scene_of_card as card_scene;
pub use deck_drawing::deck_scenes;
pub use fault::Kind;
pub use hands::{Hands, StockTop};
pub use position::PositionText;
pub use recycle_rule::RecycleRule;
pub use setup::{Deal, MAX_SEATS, Setup, Teams, Variant, parse_cards, parse_players};
pub use state::State;
pub use table::Table;
pub use table_size::{Bounds, TableSize};
pub use turn::{ColourChange, ColourWord, Discard, Id, PickUp, Placement, Play, Turn};

use super::{
    Choose, Choosing, Context, Explanation, Fault, GameId, Language, Material, Observer,
    PositionError, Refusal, Rules, SetupTags, Sides, Verdict, VisitTurns,
};
use crate::notation::Standing;

/// The deck of random games if none is named.
const SHIPPED_DECK: &str = "twin-works";

/// The Very Clever Pipe Game.
#[derive(Clone, Copy, Debug)]
pub struct Pipe;

impl Language for Pipe {
    const ID: GameId = GameId::Pipe;

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
            table: board.table.clone(),
            ..position.clone()
        }
    }

    fn setups_of_position(position: &str, context: &Context) -> Vec<Vec<(&'static str, String)>> {
        setup::of_position(position, context)
    }
}

impl Rules for Pipe {
    type Setup = Setup;
    type Fault = Kind;
    type State = State;
    const UNLISTED_TURNS: Option<&'static str> = Some(moves::LEFT_OUT);

    fn setup(tags: &mut SetupTags<'_>) -> Option<Setup> {
        setup::read(tags)
    }

    fn start(setup: &Setup) -> State {
        state::start(setup)
    }

    fn shown_position(setup: &Setup, text: &PositionText) -> Result<State, PositionError> {
        state::from_text(setup, text)
    }

    #[inline]
    fn play<W: Observer<Self>>(
        setup: &Setup,
        state: &mut State,
        turn: &Turn,
        observer: &mut W,
    ) -> Result<(), W::Refusal> {
        rules::play(setup, state, turn, observer)
    }

    fn explain(setup: &Setup, refusal: &Refusal<Self>, written: &str) -> Explanation<Self> {
        explanation::explain(setup, refusal, written)
    }

    fn legal_turns(setup: &Setup, state: &State, visit: VisitTurns<'_, Self>) -> ControlFlow<()> {
        moves::legal_turns(setup, state, visit)
    }

    fn seats(setup: &Setup) -> u8 {
        setup.seats
    }

    fn seats_in_players(players: Option<&str>) -> Option<u8> {
        players.map_or(Some(2), parse_players)
    }

    fn position_text(setup: &Setup, state: &State) -> PositionText {
        state.text(setup)
    }

    fn to_move(_setup: &Setup, state: &State) -> u8 {
        state.to_move
    }

    fn verdict(setup: &Setup, state: &State) -> Option<Verdict> {
        end::verdict(setup, state)
    }

    fn standing(setup: &Setup, state: &State) -> Option<Standing> {
        if state.is_over() {
            end::verdict(setup, state).map(|verdict| verdict.standing)
        } else {
            None
        }
    }

    fn sides(setup: &Setup, _state: &State) -> Option<Sides> {
        Some(end::sides(setup))
    }

    fn resignation(setup: &Setup, state: &State) -> Result<Standing, Fault<Kind>> {
        end::resignation(setup, state)
    }

    fn score(setup: &Setup, state: &State) -> Option<Vec<u32>> {
        Some(end::score(setup, state))
    }

    fn exhibit(setup: &Setup, refusal: &Refusal<Self>) -> PositionText {
        exhibit::exhibit(setup, refusal)
    }
}

impl Choose for Pipe {
    fn choosing(setup: &Arc<Setup>, state: &Arc<State>) -> Box<dyn Choosing<Self>> {
        Box::new(turn_builder::TurnBuilder::new(setup, state))
    }
}
