//! Decks of the Very Clever Pipe Game: cards (V2), decks, deck files, and where decks come from.
//!
//! This module knows neither records nor drawings.

pub mod card;
mod card_fault;
mod card_parts;
mod colour;
mod deck;
mod deck_file;
mod grammar;
pub mod layout;
mod sources;
mod statistics;

pub use crate::findings::codes::deck as codes;
pub use card::Card;
pub use card_fault::{CardFault, CardFaultKind, FieldsNeeded};
pub(crate) use card_parts::{Contact, Part};
pub use colour::Colour;
pub use deck::{Deck, Id, LAST_ID, is_deck_name};
pub use deck_file::{DeckFile, MAX_DECK_BYTES};
pub use layout::{Layout, LayoutField, RIM};
pub use sources::{Decks, GivenDecks, NoDeck, ShippedDecks};
pub use statistics::DeckStatistics;
