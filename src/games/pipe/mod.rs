//! The Very Clever Pipe Game: two to four seats; each claims a colour of pipes or of fields.

pub mod board;
pub mod card;
mod card_fault;
pub mod deck;
pub mod deck_codes;
mod grammar;
pub mod layout;
mod position;
mod setup;
mod turn;

use std::ops::Range;

pub use card::Card;
pub use card_fault::{CardFault, CardFaultKind, FieldsNeeded};
pub use deck::Deck;
pub use layout::{Layout, LayoutField};
pub use position::{Colour, PositionText};
pub use setup::{Teams, Variant, is_deck_name, parse_cards, parse_players, parse_recycle};
pub use turn::{ColourChange, ColourWord, Discard, Id, PickUp, Placement, Play, Turn};

use super::{Language, Part, PositionError, TagSpec, TurnSyntaxError};

/// The greatest number that a card can have.
const LAST_ID: Id = 999_999_999;

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

    fn default_option(variant: &str, key: &str) -> Option<&'static str> {
        // In `both` it depends on the seats (V4.3), in the others there are two.
        (key == "recycle" && matches!(variant, "pipes" | "fields")).then_some("no")
    }

    fn default_value(tag: &str) -> Option<&'static str> {
        (tag == "Players").then_some("2")
    }
}
