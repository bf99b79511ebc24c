//! Decks of the Very Clever Pipe Game: cards (V2), decks, deck files, and where decks come from.
//!
//! This module knows neither records nor drawings. Numbers such as V2.6 are those of the rules in
//! the book; `findings/rules.txt` lists them with their titles.
//!
//! An *entry* is one of the six places on the rim of a card at which a pipe reaches it. An *arc* is
//! the part of the rim between two entries. A *field* is an area of one colour between the pipes.

#[doc(hidden)]
pub mod card;
mod card_fault;
mod card_fields;
mod card_grammar;
mod card_parts;
mod colour;
mod deck;
mod deck_file;
pub(crate) mod layout;
mod sources;
mod statistics;

#[doc(hidden)]
pub use crate::findings::codes::deck as codes;
#[doc(hidden)]
pub use card::Card;
#[doc(hidden)]
pub use card_fault::{CardFault, CardFaultKind, FieldsNeeded};
pub(crate) use card_parts::{Contact, EntrySet, Part};
#[doc(hidden)]
pub use colour::Colour;
pub(crate) use deck::LAST_ID;
pub use deck::{Deck, Id, is_deck_name};
pub use deck_file::{DeckFile, MAX_DECK_BYTES};
pub use layout::Layout;
#[doc(hidden)]
pub use layout::LayoutField;
pub(crate) use layout::RIM;
pub use sources::{Decks, GivenDecks, NoDeck, ShippedDecks};
pub use statistics::DeckStatistics;
