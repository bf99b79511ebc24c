//! Positions in play (V8.3): the values of their text, and the cards that are not on the table.

use std::collections::BTreeSet;

use super::hands::Hands;
use super::position::PositionText;
use super::sets::{Owners, TableView};
use super::setup::{DEALT, MAX_SEATS, Setup};
use super::table::{Before, Entry, Table};
use super::turn::{Id, Placement};
use crate::decks::Colour;
use crate::games::PositionError;

const SEATS: usize = MAX_SEATS as usize;

/// A position in play.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The cards on the table.
    pub table: Table,
    /// The seat to move, from 1.
    pub to_move: u8,
    /// Hands and stock.
    pub hands: Hands,
    pub(super) colours: [Option<Colour>; SEATS],
    pub(super) scores: [u32; SEATS],
    /// Cards with parts of sets that are closed but were not picked up. Such sets come from the
    /// text of a position, or from a waived wrong list.
    pub(super) left_closed: Vec<Id>,
    /// True if cards on the table are left out, as in the exhibit of a finding.
    pub(super) in_part: bool,
}

impl State {
    /// Returns the colour of a seat, from 1, or `None` before its claim.
    #[inline]
    pub fn colour(&self, seat: u8) -> Option<Colour> {
        self.colours
            .get(usize::from(seat).checked_sub(1)?)
            .copied()
            .flatten()
    }

    /// Returns the owner of a colour.
    pub(crate) fn owner(&self, colour: Colour) -> Option<u8> {
        (1..=MAX_SEATS).find(|&seat| self.colour(seat) == Some(colour))
    }

    /// Returns the owner of each colour, by the colour's index.
    #[inline]
    pub(super) fn owners(&self) -> Owners {
        let mut owners = Owners::default();
        for (seat, colour) in (1..).zip(self.colours) {
            if let Some(colour) = colour {
                owners[colour.index()].get_or_insert(seat);
            }
        }
        owners
    }

    /// Returns the number of cards that a seat has picked up.
    pub(crate) fn score(&self, seat: u8) -> u32 {
        usize::from(seat)
            .checked_sub(1)
            .and_then(|index| self.scores.get(index))
            .copied()
            .unwrap_or(0)
    }

    pub(super) fn set_colour(&mut self, seat: u8, colour: Colour) {
        if let Some(slot) = usize::from(seat)
            .checked_sub(1)
            .and_then(|index| self.colours.get_mut(index))
        {
            *slot = Some(colour);
        }
    }

    pub(super) fn add_score(&mut self, seat: u8, cards: u32) {
        if let Some(score) = usize::from(seat)
            .checked_sub(1)
            .and_then(|index| self.scores.get_mut(index))
        {
            *score = score.saturating_add(cards);
        }
    }

    /// Returns true if all cards have been played (V7.1).
    pub(crate) fn is_over(&self) -> bool {
        self.hands.are_over()
    }

    /// Passes the turn to the next seat that can play.
    #[inline]
    pub(super) fn pass_on(&mut self, setup: &Setup) {
        let next = setup.seat_after(self.to_move);
        let can_play = |seat: u8| self.hands.has_cards(seat) || self.colour(seat).is_none();
        // At the end of the game, no seat can play.
        self.to_move = if can_play(next) {
            next
        } else {
            let mut seats = setup.round(next);
            seats.find(|&seat| can_play(seat)).unwrap_or(next)
        };
    }

    /// Returns the text of the position.
    pub(super) fn text(&self, setup: &Setup) -> PositionText {
        PositionText {
            table: self.table.placements(),
            to_move: self.to_move,
            colours: (1..=setup.seats).map(|seat| self.colour(seat)).collect(),
            scores: (1..=setup.seats).map(|seat| self.score(seat)).collect(),
            in_part: self.in_part,
        }
    }

    /// Builds a position for drawing from any text. Which cards are in hands and stock is then not
    /// known.
    pub(super) fn for_drawing(setup: &Setup, text: &PositionText) -> Self {
        Self {
            hands: Hands::from_counts(setup, text),
            ..Self::from_text_unchecked(setup, text)
        }
    }

    /// Builds a position from any text, without checks.
    fn from_text_unchecked(setup: &Setup, text: &PositionText) -> Self {
        let mut table = Table::default();
        for &placement in &text.table {
            table.put(placement);
        }
        let mut state = Self {
            table,
            to_move: text.to_move,
            hands: Hands::from_position(setup, text),
            colours: [None; SEATS],
            scores: [0; SEATS],
            left_closed: Vec::new(),
            in_part: text.in_part,
        };
        for (slot, &colour) in state.colours.iter_mut().zip(&text.colours) {
            *slot = colour;
        }
        for (slot, &score) in state.scores.iter_mut().zip(&text.scores) {
            *slot = score;
        }
        state
    }

    pub(super) fn view<'a>(&'a self, setup: &'a Setup) -> TableView<'a> {
        TableView {
            deck: &setup.deck,
            table: &self.table,
        }
    }
}

/// Returns the position before the first turn (V4).
pub(super) fn start(setup: &Setup) -> State {
    let seats = usize::from(setup.seats);
    let colours = vec![None; seats];
    let scores = vec![0; seats];
    let text = PositionText {
        table: Vec::new(),
        to_move: 1,
        colours,
        scores,
        in_part: false,
    };
    State::from_text_unchecked(setup, &text)
}

/// Builds the starting position of a record (V8.3), decided or not.
pub(super) fn from_text(setup: &Setup, text: &PositionText) -> Result<State, PositionError> {
    let refuse = |message: String| Err(PositionError::inconsistent(message));
    let checks = [seats_error, colours_error, cards_error];
    if let Some(message) = checks.into_iter().find_map(|check| check(setup, text)) {
        return refuse(message);
    }
    let mut state = State::from_text_unchecked(setup, text);
    if let Some(message) = clash_error(&state, setup).or_else(|| deal_error(setup, &state)) {
        return refuse(message);
    }
    let all = text.table.iter().map(|placement| placement.card);
    let closed = state.view(setup).closed(all, state.owners());
    let cards: BTreeSet<Id> = closed.into_iter().map(|closed| closed.card).collect();
    state.left_closed = cards.into_iter().collect();
    Ok(state)
}

/// Checks the number of seats. Returns an error message.
fn seats_error(setup: &Setup, text: &PositionText) -> Option<String> {
    let seats = usize::from(setup.seats);
    let wrong = |count: usize, what: &str| {
        format!("This position has {count} {what}; the game has {seats} seats.")
    };
    if text.colours.len() != seats {
        return Some(wrong(text.colours.len(), "colours"));
    }
    if text.scores.len() != seats {
        return Some(wrong(text.scores.len(), "scores"));
    }
    (text.to_move > setup.seats).then(|| {
        format!(
            "Seat {} is to move; the game has {seats} seats.",
            text.to_move
        )
    })
}

/// Checks that colours are claimed once each, seat by seat, before anything else is done (V3,
/// V4.2). Returns an error message.
fn colours_error(setup: &Setup, text: &PositionText) -> Option<String> {
    for (index, colour) in text.colours.iter().enumerate() {
        let Some(colour) = colour else { continue };
        if !setup.colours().contains(colour) {
            return Some(format!(
                "This variant has no colour {} (V3).",
                colour.name()
            ));
        }
        if text.colours[..index].contains(&Some(*colour)) {
            return Some(format!("Two seats have the colour {}.", colour.name()));
        }
    }
    let first = text.colours.iter().position(Option::is_none)?;
    if text.colours[first..].iter().any(Option::is_some) || usize::from(text.to_move) != first + 1 {
        return Some("Colours are claimed seat by seat, seat 1 first (V4.2).".into());
    }
    (!text.table.is_empty())
        .then(|| "No card is played before every seat has its colour (V4.2, V5).".into())
}

/// Checks that cards are in the deck, appear once, do not overlap (V5.1), and fit the table (V5.3).
/// Returns an error message.
fn cards_error(setup: &Setup, text: &PositionText) -> Option<String> {
    let mut table = Table::default();
    for placement in &text.table {
        let card = placement.card;
        if setup.deck.card(card).is_none() {
            return Some(format!(
                "The deck `{}` has no card {card}.",
                setup.deck.name
            ));
        }
        if table.placement(card).is_some() {
            return Some(format!("Card {card} is on the table twice."));
        }
        let Some(squares) = placement.squares() else {
            return Some(format!(
                "Card {card} is farther away than can be written (V1.2)."
            ));
        };
        if let Some((square, below)) = squares
            .into_iter()
            .find_map(|square| Some((square, table.card_at(square)?)))
        {
            return Some(format!(
                "Cards {below} and {card} both cover {square} (V5.1)."
            ));
        }
        table.put(*placement);
    }
    let size = setup.table_size?;
    let bounds = table.bounds()?;
    (!size.holds(bounds)).then(|| {
        format!(
            "These cards need a table of {}; this one is {size} (V5.3).",
            bounds.in_words()
        )
    })
}

/// Finds two meeting entries whose pipes differ in colour (V5.2). Returns an error message.
fn clash_error(state: &State, setup: &Setup) -> Option<String> {
    let entries = |placement: Placement| super::table::entries_of(placement.card);
    state.table.placements().into_iter().flat_map(entries).find_map(|entry| {
        let Some(Before::Card(met)) = state.table.before(entry) else { return None };
        let colour = |entry: Entry| super::rules::entry_colour(&setup.deck, entry);
        (colour(entry)? != colour(met)?).then(|| {
            format!(
                "Entry {} of card {} meets entry {} of card {}, and their pipes differ in colour (V5.2).",
                entry.number, entry.card, met.number, met.card
            )
        })
    })
}

/// Checks that hands and stock fit the cards on the table (V4.1, V7.1). Returns an error message.
fn deal_error(setup: &Setup, state: &State) -> Option<String> {
    if let Some(deal) = &setup.deal {
        let mut piles = deal.hands.iter().chain([&deal.stock]).flatten();
        if let Some(card) = piles.find(|&&card| state.table.placement(card).is_some()) {
            return Some(format!(
                "Card {card} is on the table, and in a hand or in the stock."
            ));
        }
        for seat in (1..=setup.seats).filter(|&seat| state.colour(seat).is_none()) {
            let held = state.hands.held(seat);
            if held != DEALT {
                return Some(format!(
                    "Seat {seat} still has to discard, but holds {held} cards, not {DEALT} (V4.1)."
                ));
            }
        }
        let dealt: usize = deal.hands.iter().chain([&deal.stock]).map(Vec::len).sum();
        if state.colour(1).is_none() && dealt != setup.deck.len() {
            return Some(
                "Before the first discard every card is in a hand or in the stock (V4.1).".into(),
            );
        }
    }
    let held = state.hands.held(state.to_move);
    (held == 0 && !state.is_over())
        .then(|| format!("Seat {} is to move, but holds no card.", state.to_move))
}
