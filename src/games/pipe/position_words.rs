//! Words about a position: the title of a figure, the notes below it, and its text description.

use std::collections::BTreeSet;
use std::fmt::{Display, Write};

use super::board::{Heading, Square};
use super::card_words::{CardWords, side_pattern, spoken};
use super::drawn_grid::Grid;
use super::end::verdict;
use super::hand_drawing::{hand_runs, next_runs};
use super::hands::StockTop;
use super::placed_part::SetPart;
use super::sets::ClosedSet;
use super::setup::Setup;
use super::state::State;
use super::turn::{Id, Placement};
use crate::decks::{Colour, RIM};
use crate::draw::{Lang, Note, Role, Run, Tone, Wording};
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
    match winners(setup, state).as_slice() {
        [] => lang.say("The Very Clever Pipe Game, at its end").to_owned(),
        [seat] => lang.fill("The Very Clever Pipe Game, won by seat {0}", &[seat]),
        seats => lang.fill(
            "The Very Clever Pipe Game, won by seats {0}",
            &[&listed(seats.iter())],
        ),
    }
}

/// Returns the name of a colour as the first word of a note.
fn capitalised(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "White",
        Colour::Black => "Black",
        Colour::Light => "Light",
        Colour::Dark => "Dark",
    }
}

/// Returns the seats that have won.
fn winners(setup: &Setup, state: &State) -> Vec<usize> {
    if !state.is_over() {
        return Vec::new();
    }
    let standing = verdict(setup, state)
        .map(|verdict| verdict.standing.0)
        .unwrap_or_default();
    (1..)
        .zip(&standing)
        .filter(|(_, points)| **points == Points::Win)
        .map(|(seat, _)| seat)
        .collect()
}

/// Describes a closed set: its colour, its cards, and the pillars that close it.
fn set_in_words(set: &ClosedSet, lang: Lang, square: impl Fn(&Square) -> String) -> String {
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

/// Describes a closed set by its parts, as the contour shows it.
pub(super) fn set_by_parts(set: &ClosedSet, setup: &Setup, state: &State, lang: Lang) -> String {
    let part = |&SetPart { card, part_index }: &SetPart| {
        let pipes = setup.deck.card(card).map(|layout| &layout.card().pipes);
        let pipe = pipes.and_then(|pipes| pipes.get(part_index));
        let pattern = match pipe.map(|pipe| pipe.entries.as_slice()) {
            None => "the field on {0}",
            Some([entry]) => {
                let placement = state.table.placement(card);
                return lang.fill(
                    "the cap on the {0}",
                    &[&side(card, placement, *entry, lang)],
                );
            }
            Some([_, _]) => "the section on {0}",
            Some(_) => "the splitter on {0}",
        };
        lang.fill(pattern, &[&card])
    };
    let pillar = |square: &Square| lang.fill("the pillar on {0}", &[&spoken(*square, lang)]);
    let parts = set.parts.iter().map(part);
    let parts = listed(parts.chain(set.pillars.iter().map(pillar)));
    lang.fill(
        "Closed {0} set: {1}",
        &[&lang.say(set.colour.name()), &parts],
    )
}

/// Describes the side of a card at an entry, with the half of the card: `south of 43 [B]`.
fn side(card: Id, placement: Option<Placement>, entry: u8, lang: Lang) -> String {
    let Some((placement, (square, heading))) =
        placement.and_then(|placement| Some((placement, placement.side(entry)?)))
    else {
        return card.to_string();
    };
    let half = if square == placement.square { "A" } else { "B" };
    lang.fill(side_pattern(heading), &[&format!("{card} [{half}]")])
}

/// Describes the neighbours of a card, which a listener cannot infer from coordinates.
fn neighbours(placement: &Placement, state: &State, lang: Lang) -> Option<String> {
    let met = |heading: Heading| {
        let cards: BTreeSet<Id> = (1..=RIM)
            .filter_map(|entry| {
                let (square, side) = placement
                    .facing_square(entry)
                    .filter(|(_, side)| *side == heading)?;
                let (met, _) = state.table.entry_on(square, side.opposite())?;
                Some(met.card)
            })
            .collect();
        let pattern = match heading {
            Heading::North => "{0} on its north",
            Heading::East => "{0} on its east",
            Heading::South => "{0} on its south",
            Heading::West => "{0} on its west",
        };
        (!cards.is_empty()).then(|| lang.fill(pattern, &[&listed(cards.iter())]))
    };
    let all: Vec<String> = Heading::ALL.into_iter().filter_map(met).collect();
    (!all.is_empty()).then(|| lang.fill("Card {0} meets {1}", &[&placement.card, &all.join(", ")]))
}

/// Returns a note on all closed sets, each in few words in pictures: `black 2 – 33 – pillar`.
pub(super) fn closed_sets(sets: &[ClosedSet], lang: Lang) -> Vec<Note> {
    let briefly = |set: &ClosedSet| {
        let cards = set.cards().into_iter().map(|card| card.to_string());
        let pillars = set.pillars.iter().map(|_| lang.say("pillar").to_owned());
        let parts: Vec<String> = cards.chain(pillars).collect();
        format!("{} {}", lang.say(set.colour.name()), parts.join(" – ")).replace(' ', "\u{A0}")
    };
    let all: Vec<String> = sets.iter().map(briefly).collect();
    // The first word is not alone on its line.
    let lead = lang.fill("Closed: {0}", &[&""]).replace(' ', "\u{A0}");
    let pictured = lead + &all.join(", ");
    let mut notes = Vec::new();
    for (index, set) in sets.iter().enumerate() {
        let words = set_in_words(set, lang, Square::to_string);
        notes.push(if index == 0 {
            let wording = Wording::new(words, pictured.clone());
            Note::from(vec![Run::Worded(wording)])
        } else {
            Note::from(vec![Run::Worded(Wording::new(words, ""))])
        });
    }
    notes
}

/// Returns the role of a piece of a colour: pipes look like the pieces of other games.
fn piece_of(colour: Colour) -> Role {
    match colour {
        Colour::White => Role::Piece(1),
        Colour::Black => Role::Piece(2),
        Colour::Light => Role::Field(Tone::Light),
        Colour::Dark => Role::Field(Tone::Dark),
    }
}

/// Describes what the seats have, and the stock.
pub(super) fn notes(setup: &Setup, state: &State, hidden: usize, lang: Lang) -> Vec<Note> {
    let over = state.is_over();
    let winners = winners(setup, state);
    let seat_note = |seat: u8| {
        let colour = lang.say(state.colour(seat).map_or("no colour yet", Colour::name));
        let score = state.score(seat);
        let pattern = match score {
            1 => "Seat {0}: {1}, {2} card picked up",
            _ => "Seat {0}: {1}, {2} cards picked up",
        };
        let to_move = seat == state.to_move && !over;
        let words = lang.fill(pattern, &[&seat, &colour, &score]);
        let wording = match state.colour(seat) {
            // Of two seats, each has one colour.
            Some(own) if setup.seats == 2 => {
                let mut pictured =
                    lang.fill("{0}, {1} picked up", &[&lang.say(capitalised(own)), &score]);
                if winners.contains(&usize::from(seat)) {
                    pictured.push_str(lang.say(", has won"));
                }
                Wording::new(words, pictured)
            }
            _ => Wording::new(words.clone(), words),
        };
        let mut note = Note::of_seat_worded(None, to_move, wording);
        note.piece = state.colour(seat).map(piece_of);
        let runs = &mut note.runs;
        // In images a triangle marks the seat to move.
        runs.extend(to_move.then(|| Run::only_text(lang.say(", to move").to_owned())));
        let hand = state.hands.known_cards(seat);
        if state.hands.are_known() && !hand.is_empty() {
            runs.push(Run::only_text(lang.say(", holds ").to_owned()));
            runs.push(Run::Break);
            runs.extend(hand_runs(&setup.deck, &hand));
        }
        note
    };
    let mut notes = Vec::new();
    if state.table.is_empty() && !state.in_part {
        notes.push(Note::of_words(lang.say("The table is empty")));
    }
    notes.extend((1..=setup.seats).map(seat_note));
    if let StockTop::Card(card) = state.hands.top() {
        let words = lang.fill("Stock: {0}, the next is ", &[&state.hands.in_stock()]);
        let pictured = lang.fill("Stock {0}, next ", &[&state.hands.in_stock()]);
        let runs = [Run::Worded(Wording::new(words, pictured))]
            .into_iter()
            .chain(next_runs(&setup.deck, card));
        notes.push(Note::from(runs.collect::<Vec<_>>()));
    }
    if hidden > 0 {
        notes.push(Note::of_words(
            lang.fill("Cards that lie outside this figure: {0}", &[&hidden]),
        ));
    }
    notes
}

/// Describes a card that is not on the table, with heading E. Returns `None` if the deck has no
/// such card.
fn appearance_alone(setup: &Setup, card: Id, lang: Lang) -> Option<String> {
    let lies = Placement {
        card,
        square: Square { x: 0, y: 0 },
        heading: Heading::East,
    };
    let words = CardWords {
        layout: setup.deck.card(card)?,
        placement: Some(&lies),
        lang,
    };
    Some(words.to_string())
}

/// Describes the position in words: the cards on the table, the pillars, the notes, the hands and
/// the stock.
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
    if !cards.is_empty() {
        say(&lang.say("A is the half on the square that is named, B the half towards which the card heads; sides are those of the table"));
    }
    for placement in cards.iter().take(MAX_LISTED) {
        let Placement {
            card,
            square,
            heading,
        } = placement;
        let mut lies = |appearance: &dyn Display| {
            let heading = lang.say(heading.name());
            let square = spoken(*square, lang);
            say(&lang.filled(
                "Card {0} on {1} heading {2}: {3}",
                &[card, &square, &heading, appearance],
            ));
        };
        match setup.deck.card(*card) {
            Some(layout) => lies(&CardWords {
                layout,
                placement: Some(placement),
                lang,
            }),
            None => lies(&lang.say("not in the deck")),
        }
        if let Some(words) = neighbours(placement, state, lang) {
            say(&words);
        }
    }
    if let Some(more @ 1..) = cards.len().checked_sub(MAX_LISTED) {
        say(&lang.filled("{0} more cards", &[&more]));
    }
    if grid.pillars().next().is_some() {
        let pillars = listed(grid.pillars().map(|square| spoken(square, lang)));
        say(&lang.filled("Pillars on {0}", &[&pillars]));
    }
    for note in notes {
        say(&note.words());
    }
    if state.hands.are_known() {
        for seat in 1..=setup.seats {
            for card in state.hands.known_cards(seat).into_iter().take(MAX_LISTED) {
                if let Some(appearance) = appearance_alone(setup, card, lang) {
                    say(&lang.filled(
                        "Held by seat {0}, card {1}: {2}",
                        &[&seat, &card, &appearance],
                    ));
                }
            }
        }
    }
    if let StockTop::Card(card) = state.hands.top()
        && let Some(appearance) = appearance_alone(setup, card, lang)
    {
        say(&lang.filled("Next of the stock, card {0}: {1}", &[&card, &appearance]));
    }
    // The size of the stock is computed from the table.
    if !state.in_part && !matches!(state.hands.top(), StockTop::Card(_)) {
        say(&lang.filled("Stock: {0}", &[&state.hands.in_stock()]));
    }
    out.push('.');
    out
}
