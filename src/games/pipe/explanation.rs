//! Explanations of faults in words. `fault.rs` has the faults as data. Faults of colours are in
//! `colour_explanation.rs`, those of pick-up lists in `list_explanation.rs`.

use super::Pipe;
use super::board::Square;
use super::colour_explanation::explain_colours;
use super::exhibit;
use super::fault::Kind;
use super::hands::StockTop;
use super::list_explanation::explain_list;
use super::rules::entry_colour;
use super::setup::Setup;
use super::state::State;
use super::table::Entry;
use super::turn::{Discard, Id, Placement, Turn};
use crate::decks::Colour;
use crate::games::{CauseFinder, Explanation, PastTurn, Refusal, and};

/// Maximum number of cards of a list that are named.
const MAX_CARDS: usize = 20;

pub(super) fn cards_in_words(cards: impl IntoIterator<Item = Id>) -> String {
    let mut cards = cards.into_iter();
    let mut named: Vec<String> = cards
        .by_ref()
        .take(MAX_CARDS)
        .map(|card| card.to_string())
        .collect();
    let more = cards.count();
    if more > 0 {
        named.push(format!("{more} more"));
    }
    and(named)
}

pub(super) fn colours_in_words(colours: &[Colour]) -> String {
    and(colours.iter().map(|colour| colour.name()))
}

/// Finds the turn that revealed a card: placed, discarded or drew it.
fn last_seen(card: Id) -> Option<CauseFinder<Pipe>> {
    Some(Box::new(move |past: &PastTurn<'_, Pipe>| {
        let turn = past.turn();
        match &turn {
            Turn::SetUp {
                discard: Discard::Cards(cards),
                ..
            } if cards.contains(&card) => Some(format!("`{turn}` discarded card {card}")),
            Turn::Play(play) if play.placement.card == card => {
                Some(format!("`{turn}` played card {card}"))
            }
            Turn::Play(play) if play.draw == Some(card) => {
                Some(format!("`{turn}` drew card {card}"))
            }
            _ => None,
        }
    }))
}

/// Finds the turn that placed a card on the table.
pub(super) fn turn_that_placed(card: Id) -> Option<CauseFinder<Pipe>> {
    Some(Box::new(move |past: &PastTurn<'_, Pipe>| {
        match past.written {
            Turn::Play(play) if play.placement.card == card => {
                Some(format!("`{}` placed card {card}", past.turn()))
            }
            _ => None,
        }
    }))
}

/// Finds the turn that gave a seat its colour.
pub(super) fn turn_that_claimed(seat: u8, colour: Colour) -> Option<CauseFinder<Pipe>> {
    Some(Box::new(move |past: &PastTurn<'_, Pipe>| {
        let has = |state: &State| state.colour(seat) == Some(colour);
        (has(past.after()) && !has(past.before()))
            .then(|| format!("seat {seat} has {} from here on", colour.name()))
    }))
}

/// Explains a fault in words.
pub(super) fn explain(setup: &Setup, refusal: &Refusal<Pipe>, written: &str) -> Explanation<Pipe> {
    let state = &refusal.at;
    let seat = state.to_move;
    let marks = exhibit::focus(setup, refusal)
        .iter()
        .map(ToString::to_string)
        .collect();
    let mut explanation = Explanation {
        marks,
        ..Explanation::default()
    };
    match &refusal.fault.kind {
        Kind::DiscardAfterSetUp => {
            explanation.message = format!("Seat {seat} has already discarded and claimed.");
            explanation.help = Some("It plays a card: `17@+3-2/E`.".into());
            explanation.help_shows_form = true;
        }
        Kind::PlayBeforeSetUp => {
            explanation.message = format!(
                "Seat {seat} has no colour yet: first it discards four cards and claims one."
            );
            explanation.help = Some(
                "Write `discard:3,9,12,40;claim:black`, or `discard:hidden;claim:black`.".into(),
            );
            explanation.help_shows_form = true;
        }
        Kind::UnknownCard => {
            explanation.message = format!("The deck `{}` has no card {written}.", setup.deck.name);
            let first = setup.deck.ids().next();
            let last = setup.deck.ids().last();
            explanation.help = first
                .zip(last)
                .map(|(first, last)| format!("Its cards are numbered from {first} to {last}."));
        }
        &Kind::NotInHand { card } => not_in_hand(&mut explanation, state, card),
        &Kind::Occupied { square, card } => {
            explanation.message = format!("Card {card} covers {square}.");
            explanation.culprit = turn_that_placed(card);
        }
        Kind::TooFar => explanation.message = "This is farther away than can be written.".into(),
        Kind::OffTable { size, needed } => {
            explanation.message = format!(
                "This card would need a table of {}; this one is {size}.",
                needed.in_words()
            );
            explanation.help =
                Some("All cards must fit into one rectangle of that many columns and rows, at any place.".into());
        }
        &Kind::Clash {
            placement,
            entry,
            met,
        } => clash(&mut explanation, setup, state, placement, entry, met),
        Kind::DiscardCount { count } => {
            explanation.message =
                format!("A seat must discard four cards; this turn discards {count}.");
            explanation.help = holds(state);
        }
        Kind::DiscardTwice { card } => {
            explanation.message = format!("Card {card} is listed twice in this discard.");
        }
        Kind::DiscardHidden => {
            explanation.message =
                "The hands are known in this record, so the turn must name the discarded cards."
                    .into();
            explanation.help = holds(state);
        }
        Kind::NotDrawn { card, top } => not_drawn(&mut explanation, state, *card, *top),
        Kind::NotADiscard { card, left } => {
            explanation.message =
                format!("Card {card} is not one of the discards that are left to draw.");
            explanation.help = Some(discards_left(left));
            explanation.culprit = last_seen(*card);
        }
        Kind::DrawUnnamed { left } => {
            explanation.message =
                "The discards were shuffled: the turn must name the card that is drawn.".into();
            explanation.help = Some(discards_left(left));
        }
        Kind::NoResignation => {
            explanation.message = format!(
                "With {} seats and no teams, no seat can resign.",
                setup.seats
            );
            explanation.help =
                Some("If a seat leaves the game, say so with the tag `Termination`.".into());
        }
        kind => {
            if !explain_colours(&mut explanation, setup, state, kind) {
                explain_list(&mut explanation, setup, state, kind, written);
            }
        }
    }
    explanation
}

/// Lists the cards of the seat to move, if they are known.
fn holds(state: &State) -> Option<String> {
    let seat = state.to_move;
    let cards = state.hands.known_cards(seat);
    state.hands.are_known().then(|| match cards.as_slice() {
        [] => format!("Seat {seat} holds no card."),
        cards => format!(
            "Seat {seat} holds {}.",
            cards_in_words(cards.iter().copied())
        ),
    })
}

fn not_in_hand(explanation: &mut Explanation<Pipe>, state: &State, card: Id) {
    let seat = state.to_move;
    let elsewhere = match (state.table.placement(card), state.hands.holder(card)) {
        (Some(placement), _) => Some(format!("it is on the table, `{placement}`")),
        (None, Some(holder)) => Some(format!("seat {holder} holds it")),
        (None, None) => None,
    };
    let known = state.hands.are_known();
    explanation.message = match elsewhere {
        Some(elsewhere) => format!("Seat {seat} cannot have card {card}: {elsewhere}."),
        None if known => format!("Seat {seat} does not hold card {card}."),
        None => format!("Card {card} was seen before."),
    };
    explanation.help = holds(state);
    explanation.culprit = last_seen(card);
}

fn clash(
    explanation: &mut Explanation<Pipe>,
    setup: &Setup,
    state: &State,
    placement: Placement,
    entry: u8,
    met: Entry,
) {
    let own = Entry {
        card: placement.card,
        number: entry,
    };
    let name = |entry: Entry| entry_colour(&setup.deck, entry).map_or("of no colour", Colour::name);
    let square = placement.side(entry).map(|(square, _)| square);
    let other = state
        .table
        .placement(met.card)
        .and_then(|placement| placement.side(met.number));
    let on =
        |square: Option<Square>| square.map_or_else(String::new, |square| format!(" on {square}"));
    explanation.message = format!(
        "Entry {entry} of card {}{} is {}, entry {} of card {}{} is {}: pipes that meet have one colour.",
        own.card,
        on(square),
        name(own),
        met.number,
        met.card,
        on(other.map(|(square, _)| square)),
        name(met),
    );
    let text = |card: Id| {
        setup
            .deck
            .card(card)
            .map(|layout| format!("card {card} is `{}`", layout.card()))
    };
    explanation.help = text(own.card).zip(text(met.card)).map(|(own, met)| {
        let (first, rest) = own.split_at(1);
        format!("{}{rest}, {met}.", first.to_ascii_uppercase())
    });
    explanation.culprit = turn_that_placed(met.card);
}

fn discards_left(left: &[Id]) -> String {
    let example = left
        .first()
        .map_or_else(String::new, |card| format!(": `draw:{card}`"));
    format!(
        "Name one of {}{example}.",
        cards_in_words(left.iter().copied())
    )
}

fn not_drawn(explanation: &mut Explanation<Pipe>, state: &State, card: Id, top: StockTop) {
    explanation.message = match top {
        StockTop::Card(top) => format!("The next card of the stock is {top}, not {card}."),
        StockTop::Hidden => format!("Card {card} was seen before, so it cannot be drawn."),
        StockTop::Nothing | StockTop::Discard => "The stock is empty: nothing is drawn.".into(),
    };
    explanation.help = match top {
        StockTop::Card(top) => Some(format!("Write `draw:{top}`, or leave the draw out.")),
        StockTop::Hidden | StockTop::Discard => None,
        StockTop::Nothing => Some("Leave the draw out.".into()),
    };
    explanation.culprit = match (top, state.table.placement(card)) {
        (StockTop::Nothing, _) => None,
        _ => last_seen(card),
    };
}
