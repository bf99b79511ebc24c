//! Faults of a turn as data. `explanation.rs` puts them into words.

use super::board::Square;
use super::hands::StockTop;
use super::table::Entry;
use super::table_size::{Bounds, TableSize};
use super::turn::{ColourWord, Id, PickUp, Placement};
use crate::decks::Colour;

/// Details of a fault.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A discard by a seat that already has its colour.
    DiscardAfterSetUp,
    /// A play by a seat that has no colour yet.
    PlayBeforeSetUp,
    /// A card that is not in the deck.
    UnknownCard,
    /// A card that the seat does not hold, or cannot hold.
    NotInHand {
        /// The card.
        card: Id,
    },
    /// A square that is already covered.
    Occupied {
        /// The square.
        square: Square,
        /// The card that covers it.
        card: Id,
    },
    /// A placement beyond the range of coordinates.
    TooFar,
    /// The cards need a larger table than the players agreed on.
    OffTable {
        /// The size of the table.
        size: TableSize,
        /// The bounds of the cards.
        needed: Bounds,
    },
    /// Two entries meet whose pipes differ in colour.
    Clash {
        /// The played card.
        placement: Placement,
        /// The entry.
        entry: u8,
        /// The entry of the other card.
        met: Entry,
    },
    /// A number of discards other than four.
    DiscardCount {
        /// The number of discards.
        count: usize,
    },
    /// A card is discarded twice.
    DiscardTwice {
        /// The card.
        card: Id,
    },
    /// A hidden discard although the hands are known.
    DiscardHidden,
    /// The turn claims no colour.
    ClaimMissing {
        /// The colours that are left.
        left: Vec<Colour>,
    },
    /// A word that is not a colour of this variant.
    NoSuchColour {
        /// The word as written.
        word: ColourWord,
    },
    /// The colour of another seat.
    ColourTaken {
        /// The colour.
        colour: Colour,
    },
    /// A claim after the set-up in a variant of two colours.
    ClaimOfTwoColours,
    /// A change of colours although the table is not cleared, or no cards are left to play.
    TableNotCleared {
        /// True if no cards are left.
        over: bool,
    },
    /// A claim names a colour twice.
    ColourNamedTwice {
        /// The colour.
        colour: Colour,
    },
    /// The seat that cleared the table claims the colour that it has.
    ColourNotNew {
        /// The colour.
        colour: Colour,
    },
    /// A claim on a cleared table that does not name a colour for every seat.
    ClaimCount {
        /// The number of colours that it names.
        count: usize,
    },
    /// A swap in a variant of four colours.
    SwapInBoth,
    /// A list for a seat that does not exist.
    ListOfNobody {
        /// The seat.
        seat: u8,
    },
    /// Two lists of one seat.
    TwoListsOfOne {
        /// The seat.
        seat: u8,
        /// The correct lists.
        correct_lists: Vec<PickUp>,
    },
    /// A list names a card that is not on the table.
    ListedNotOnTable {
        /// The card.
        card: Id,
        /// The correct lists.
        correct_lists: Vec<PickUp>,
    },
    /// Lists name a card twice.
    ListedTwice {
        /// The card.
        card: Id,
        /// The correct lists.
        correct_lists: Vec<PickUp>,
    },
    /// A list names a card that another seat picks up.
    ListedForOther {
        /// The card.
        card: Id,
        /// The seat of the list.
        seat: u8,
        /// The seat that picks up the card.
        taker: u8,
        /// The correct lists.
        correct_lists: Vec<PickUp>,
    },
    /// A list names a card that no seat picks up.
    ListedWrongly {
        /// The card.
        card: Id,
        /// The seat of the list.
        seat: u8,
        /// The correct lists.
        correct_lists: Vec<PickUp>,
    },
    /// A card is missing from the lists.
    LeftOut {
        /// The card.
        card: Id,
        /// The seat that picks up the card.
        seat: u8,
        /// The correct lists.
        correct_lists: Vec<PickUp>,
    },
    /// The card cannot be the drawn one.
    NotDrawn {
        /// The card.
        card: Id,
        /// The cards that can be drawn.
        top: StockTop,
    },
    /// The drawn card is not among the discards, although one of them is drawn.
    NotADiscard {
        /// The card.
        card: Id,
        /// The discards that are left.
        left: Vec<Id>,
    },
    /// One of the discards is drawn, and the turn does not name it.
    DrawUnnamed {
        /// The discards that are left.
        left: Vec<Id>,
    },
    /// A resignation with more than two sides.
    NoResignation,
}
