//! The Very Clever Pipe Game: two to four seats; each claims a colour of pipes or of fields.

pub mod board;
pub mod card;
mod card_drawing;
mod card_fault;
pub mod codes;
pub mod deck;
pub mod deck_codes;
mod deck_file;
mod deck_statistics;
mod decks;
mod drawing;
mod end;
mod fault;
mod grammar;
mod hands;
pub mod layout;
mod moves;
mod pickup;
mod picture;
mod position;
mod random;
mod rules;
mod sets;
mod setup;
mod state;
mod survey;
pub mod table;
mod turn;

use std::ops::{ControlFlow, Range};

pub use card::Card;
pub use card_drawing::scene_of_card as card_scene;
pub use card_fault::{CardFault, CardFaultKind, FieldsNeeded};
pub use deck::Deck;
pub use deck_file::{DeckFile, MAX_DECK_BYTES};
pub use deck_statistics::DeckStatistics;
pub use decks::{Decks, NoDeck, ShippedDecks};
pub use fault::Kind;
pub use hands::{Hands, Top};
pub use layout::{Layout, LayoutField};
pub use position::{Colour, PositionText};
pub use setup::{Deal, MOST_SEATS, Setup, Teams, Variant, is_deck_name, parse_cards, parse_players, parse_recycle};
pub use state::State;
pub use table::Table;
pub use turn::{ColourChange, ColourWord, Discard, Id, PickUp, Placement, Play, Turn};

use super::{
    Chooser, Explanation, Fault, Game, Language, Part, Played, PositionError, Refusal, SetupTags, TagSpec, TagValue,
    TurnSyntaxError, Verdict, VisitTurns,
};
use crate::draw::Scene;
use crate::findings::Code;
use crate::notation::{Record, Standing};

/// The greatest number that a card can have.
const LAST_ID: Id = 999_999_999;

/// The deck of random games, where no other is named.
const SHIPPED_DECK: &str = "twin-works";

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Pipe;

impl Language for Pipe {
    const NAME: &'static str = "pipe";
    const TITLE: &'static str = "The Very Clever Pipe Game";
    const VARIANTS: &'static [&'static str] = &["pipes", "fields", "both"];
    const TAGS: &'static [TagSpec] = &[
        TagSpec::one("Players"),
        TagSpec::one("Deck"),
        TagSpec::one("DeckHash"),
        TagSpec::family("Card", LAST_ID),
        TagSpec::family("Hand", 4),
        TagSpec::one("Stock"),
    ];
    const OPTIONS: &'static [&'static str] = &["recycle", "teams"];
    const HAS_SCORES: bool = true;

    type Turn = Turn;
    type PositionText = PositionText;

    fn parse_turn(text: &str) -> Result<Turn, TurnSyntaxError> {
        turn::parse(text)
    }

    fn turn_parts(text: &str) -> Vec<(Part, Range<usize>)> {
        turn::parts(text)
    }

    fn is_action(text: &str) -> bool {
        turn::is_action(text)
    }

    fn parse_position(text: &str) -> Result<PositionText, PositionError> {
        position::parse(text)
    }

    fn default_option(tag: TagValue<'_>, key: &str) -> Option<&'static str> {
        let seats = tag("Players").map_or(Some(2), |text| parse_players(&text))?;
        let recycles = setup::recycles_by_default(seats);
        (key == "recycle").then_some(if recycles { "yes" } else { "no" })
    }

    fn default_value(tag: &str) -> Option<&'static str> {
        (tag == "Players").then_some("2")
    }
}

impl Game for Pipe {
    type Setup = Setup;
    type State = State;
    type Fault = Kind;

    const FAR_TURNS: Option<&'static str> = Some(moves::LEFT_OUT);

    fn setup(tags: &mut SetupTags<'_>) -> Option<Setup> {
        setup::read(tags)
    }

    fn seats(setup: &Setup) -> u8 {
        setup.seats
    }

    fn seat_name(_setup: &Setup, seat: u8) -> String {
        format!("Seat {seat}")
    }

    fn start(setup: &Setup) -> State {
        state::start(setup)
    }

    fn position(setup: &Setup, text: &PositionText) -> Result<State, PositionError> {
        state::from_text(setup, text)
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

    fn resignation(setup: &Setup, state: &State) -> Result<Standing, Fault<Kind>> {
        end::resignation(setup, state)
    }

    fn score(setup: &Setup, state: &State) -> Option<Vec<u32>> {
        Some(end::score(setup, state))
    }

    fn judge(
        setup: &Setup,
        state: &State,
        turn: &Turn,
        let_stand: &[Code],
    ) -> Result<Played<Self>, Box<Refusal<Self>>> {
        rules::judge(setup, state, turn, let_stand)
    }

    fn explain(setup: &Setup, refusal: &Refusal<Self>) -> Explanation<Self> {
        fault::explain(setup, refusal)
    }

    fn exhibit(setup: &Setup, refusal: &Refusal<Self>) -> PositionText {
        picture::exhibit(setup, refusal)
    }

    fn legal_turns(setup: &Setup, state: &State, visit: VisitTurns<'_, Self>) -> ControlFlow<()> {
        moves::legal_turns(setup, state, visit)
    }

    fn turns_like(
        setup: &Setup,
        state: &State,
        refused: Option<&Turn>,
        visit: VisitTurns<'_, Self>,
    ) -> ControlFlow<()> {
        moves::turns_like(setup, state, refused, visit)
    }

    fn random_tags(record: &Record, choose: Chooser<'_>) -> Vec<(String, String)> {
        random::tags(record, choose)
    }

    fn random_turn(setup: &Setup, state: &State, choose: Chooser<'_>) -> Option<Turn> {
        random::turn(setup, state, choose)
    }

    fn state_for_drawing(setup: &Setup, _start: &State, text: &PositionText) -> State {
        State::to_look_at(setup, text)
    }

    fn scene(setup: &Setup, state: &State) -> Scene {
        drawing::scene(setup, state)
    }
}
