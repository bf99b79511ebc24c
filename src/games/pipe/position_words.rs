//! Words about a position: the title of a figure, the notes below it, and its text description.

use std::fmt::{Display, Write};

use super::board::{Heading, Square};
use super::card_words::{CardWords, spoken};
use super::drawn_grid::Grid;
use super::end::verdict;
use super::hand_drawing::hand_runs;
use super::hands::StockTop;
use super::sets::ClosedSet;
use super::setup::Setup;
use super::state::State;
use super::turn::{Id, Placement};
use crate::decks::Colour;
use crate::draw::{Lang, Note, Run};
use crate::notation::Points;

/// Maximum number of cards in the text description.
const MAX_LISTED: usize = 100;
/// Estimated length of a card's text description.
const OF_A_CARD_IN_WORDS: usize = 300;

/// Lists some items, separated by commas.
pub(super) fn listed(items: impl Iterator<Item = impl ToString>) -> String {
    items
        .map(|item| item.to_string())
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns the title of a figure: who is to move or has won.
pub(super) fn title(setup: &Setup, state: &State, lang: Lang) -> String {
    if !state.is_over() {
        return lang.fill(
            "The Very Clever Pipe Game, seat {0} to move",
            &[&state.to_move],
        );
    }
    let standing = verdict(setup, state)
        .map(|verdict| verdict.standing.0)
        .unwrap_or_default();
    let winners: Vec<usize> = (1..)
        .zip(&standing)
        .filter(|(_, points)| **points == Points::Win)
        .map(|(seat, _)| seat)
        .collect();
    match winners.as_slice() {
        [] => lang.say("The Very Clever Pipe Game, at its end").to_owned(),
        [seat] => lang.fill("The Very Clever Pipe Game, won by seat {0}", &[seat]),
        seats => lang.fill(
            "The Very Clever Pipe Game, won by seats {0}",
            &[&listed(seats.iter())],
        ),
    }
}

/// Describes a closed set: its colour, its cards, and the pillars that close it.
pub(super) fn set_in_words(
    set: &ClosedSet,
    lang: Lang,
    square: impl Fn(&Square) -> String,
) -> String {
    let colour = lang.say(set.colour.name());
    let cards = set.cards();
    let in_list = if cards.len() == 1 {
        "card {0}"
    } else {
        "cards {0}"
    };
    let cards = lang.fill(in_list, &[&listed(cards.into_iter())]);
    let pillars = listed(set.pillars.iter().map(square));
    let parts = match set.pillars.len() {
        0 => cards,
        1 => lang.fill("{0}, pillar on {1}", &[&cards, &pillars]),
        _ => lang.fill("{0}, pillars on {1}", &[&cards, &pillars]),
    };
    lang.fill("Closed {0} set: {1}", &[&colour, &parts])
}

/// Describes what the seats have, and the stock.
pub(super) fn notes(setup: &Setup, state: &State, hidden: usize, lang: Lang) -> Vec<Note> {
    let over = state.is_over();
    let seat_note = |seat: u8| {
        let colour = lang.say(state.colour(seat).map_or("no colour yet", Colour::name));
        let score = state.score(seat);
        let pattern = match score {
            1 => "Seat {0}: {1}, {2} card picked up",
            _ => "Seat {0}: {1}, {2} cards picked up",
        };
        let to_move = seat == state.to_move && !over;
        let mut runs =
            Note::of_seat(None, to_move, lang.fill(pattern, &[&seat, &colour, &score])).runs;
        // In images a triangle marks the seat to move.
        runs.extend(to_move.then(|| Run::only_text(lang.say(", to move").to_owned())));
        let hand = state.hands.known_cards(seat);
        if state.hands.are_known() && !hand.is_empty() {
            runs.push(Run::only_text(lang.say(", holds ").to_owned()));
            runs.push(Run::Break);
            runs.extend(hand_runs(&setup.deck, &hand));
        }
        Note { runs }
    };
    let mut notes = Vec::new();
    if state.table.is_empty() && !state.in_part {
        notes.push(Note::of_words(lang.say("The table is empty")));
    }
    notes.extend((1..=setup.seats).map(seat_note));
    if let StockTop::Card(card) = state.hands.top() {
        let words = lang.fill("Stock: {0}, the next is ", &[&state.hands.in_stock()]);
        let runs = [Run::Words(words)]
            .into_iter()
            .chain(hand_runs(&setup.deck, &[card]));
        notes.push(Note {
            runs: runs.collect(),
        });
    }
    if hidden > 0 {
        notes.push(Note::of_words(
            lang.fill("Cards that lie outside this figure: {0}", &[&hidden]),
        ));
    }
    notes
}

/// Describes the position in words.
pub(super) fn words(
    setup: &Setup,
    state: &State,
    grid: &Grid,
    cards: &[Placement],
    notes: &[Note],
    lang: Lang,
) -> String {
    let mut out = String::with_capacity(cards.len().min(MAX_LISTED) * OF_A_CARD_IN_WORDS);
    let mut say = |part: &dyn Display| {
        out.push_str(if out.is_empty() { "" } else { ". " });
        // Writing to a string cannot fail.
        let _ = write!(out, "{part}");
    };
    for placement in cards.iter().take(MAX_LISTED) {
        let Placement {
            card,
            square,
            heading,
        } = placement;
        let mut lies = |looks: &dyn Display| {
            let heading = lang.say(heading.name());
            let square = spoken(*square, lang);
            say(&lang.filled(
                "Card {0} on {1} heading {2}: {3}",
                &[card, &square, &heading, looks],
            ));
        };
        match setup.deck.card(*card) {
            Some(layout) => lies(&CardWords {
                layout,
                lies: Some(placement),
                lang,
            }),
            None => lies(&lang.say("not in the deck")),
        }
    }
    if let Some(more @ 1..) = cards.len().checked_sub(MAX_LISTED) {
        say(&lang.filled("{0} more cards", &[&more]));
    }
    if grid.pillars().next().is_some() {
        let pillars = listed(grid.pillars().map(|square| spoken(square, lang)));
        say(&lang.filled("Pillars on {0}", &[&pillars]));
    }
    notes.iter().for_each(|note| say(&note.words()));
    let looks = |card: Id| {
        let lies = Placement {
            card,
            square: Square { x: 0, y: 0 },
            heading: Heading::East,
        };
        Some(
            CardWords {
                layout: setup.deck.card(card)?,
                lies: Some(&lies),
                lang,
            }
            .to_string(),
        )
    };
    if state.hands.are_known() {
        for seat in 1..=setup.seats {
            for card in state.hands.known_cards(seat).into_iter().take(MAX_LISTED) {
                if let Some(looks) = looks(card) {
                    say(&lang.filled("Held by seat {0}, card {1}: {2}", &[&seat, &card, &looks]));
                }
            }
        }
    }
    if let StockTop::Card(card) = state.hands.top()
        && let Some(looks) = looks(card)
    {
        say(&lang.filled("Next of the stock, card {0}: {1}", &[&card, &looks]));
    }
    // The size of the stock is computed from the table.
    if !state.in_part && !matches!(state.hands.top(), StockTop::Card(_)) {
        say(&lang.filled("Stock: {0}", &[&state.hands.in_stock()]));
    }
    out.push('.');
    out
}
