//! Effects of the parts of a turn, in words.

use super::hands::StockTop;
use super::neighbours::Neighbours;
use super::pickup::Taken;
use super::setup::Setup;
use super::state::State;
use super::turn::{Discard, Id, PickUp, Placement};
use crate::decks::Colour;
use crate::games::{StepText, and};

/// Names cards: `card 3`, `cards 3 and 4`.
fn cards(listed: &[Id]) -> String {
    let noun = if listed.len() == 1 { "card" } else { "cards" };
    format!("{noun} {}", and(listed))
}

/// Narrates a discard and a claim.
pub(super) fn set_up(
    setup: &Setup,
    after: &State,
    discard: &Discard,
    is_claim_implicit: bool,
    colour: Colour,
) -> StepText {
    let seat = after.to_move;
    let discarded = match discard {
        Discard::Hidden => "four cards that the record does not name".to_owned(),
        Discard::Cards(listed) => cards(listed),
    };
    let under = if setup.recycle.is_on() {
        ", which go under the stock,"
    } else {
        ""
    };
    let implicit = format!(
        "The claim is not written: {} is the only colour that is left.",
        colour.name()
    );
    StepText::new(format!(
        "Seat {seat} discards {discarded}{under} and claims {}.",
        colour.name()
    ))
    .with_implicit(is_claim_implicit.then_some(implicit))
}

/// Narrates the placing of a card.
pub(super) fn place(seat: u8, placement: &Placement, neighbours: &Neighbours<'_>) -> StepText {
    let Placement {
        card,
        square,
        heading,
    } = placement;
    let mut met: Vec<Id> = neighbours
        .met()
        .map(|(_, met)| met.placement.card)
        .collect();
    met.sort_unstable();
    met.dedup();
    let meets = match met.as_slice() {
        [] => " None of its pipes meets another.".to_owned(),
        met => format!(" Its pipes meet those of {}.", cards(met)),
    };
    StepText::new(format!(
        "Seat {seat} plays card {card}: half A on {square}, half B {} of it.{meets}",
        heading.name()
    ))
}

/// Returns the rules for judging and picking up sets.
pub(super) fn rules_of_sets(state: &State, lists: &Taken) -> Vec<&'static str> {
    let mut rules = vec!["V6.1"];
    let colours: Vec<Colour> = lists
        .cards
        .iter()
        .filter_map(|taken| state.colour(taken.seat))
        .collect();
    let is_pipe = |colour: &Colour| matches!(colour, Colour::Black | Colour::White);
    if colours.iter().any(is_pipe) {
        rules.push("V6.2");
    }
    if !colours.iter().all(is_pipe) {
        rules.push("V6.3");
    }
    if !colours.is_empty() {
        rules.push("V6.4");
    }
    if lists
        .cards
        .windows(2)
        .any(|pair| pair[0].seat != pair[1].seat)
    {
        rules.push("V6.5");
    }
    if !colours.is_empty() {
        rules.push("V6.6");
    }
    rules
}

/// Narrates the picking up of cards, if any.
pub(super) fn pick_up(after: &State, mover: u8, lists: &Taken, listed: &[PickUp]) -> StepText {
    let pick_ups = lists.pick_ups(mover);
    let sentences = pick_ups.iter().map(|list| {
        let seat = list.seat.unwrap_or(mover);
        let colour = after.colour(seat).map_or("its colour", Colour::name);
        let score = after.score(seat);
        format!(
            "Seat {seat} owns {colour} and picks up {}: its score is now {score}.",
            cards(&list.cards)
        )
    });
    let sentences: Vec<String> = sentences.collect();
    let effect = match sentences.as_slice() {
        [] => "No set with an owner is closed.".to_owned(),
        sentences => format!("Sets are closed. {}", sentences.join(" ")),
    };
    let is_implicit = listed.is_empty() && !pick_ups.is_empty();
    let written: Vec<String> = pick_ups.iter().map(|list| format!("`{list}`")).collect();
    let implicit = is_implicit.then(|| {
        format!(
            "The cards picked up are not written: {}.",
            written.join(" and ")
        )
    });
    StepText::new(effect).with_implicit(implicit)
}

/// Narrates the colours after the table was cleared.
pub(super) fn colours(setup: &Setup, after: &State) -> StepText {
    let seats = (1..=setup.seats).filter_map(|seat| {
        let colour = after.colour(seat)?;
        Some(format!("seat {seat} has {}", colour.name()))
    });
    StepText::new(format!("The table is cleared; from now on {}.", and(seats)))
}

/// Narrates the drawing of a card, if any.
pub(super) fn draw(after: &State, seat: u8, top: StockTop, named: Option<Id>) -> StepText {
    let left = |count: u32| match count {
        0 => "The stock is now empty.".to_owned(),
        1 => "One card is left in the stock.".to_owned(),
        count => format!("{count} cards are left in the stock."),
    };
    let left = left(after.hands.in_stock());
    match (named, top) {
        (Some(card), _) => StepText::new(format!("Seat {seat} draws card {card}. {left}")),
        (None, StockTop::Card(card)) => {
            let implicit =
                format!("The card drawn is not written: `draw:{card}` is the next of the stock.");
            StepText::new(format!("Seat {seat} draws card {card}. {left}"))
                .with_implicit(Some(implicit))
        }
        (None, StockTop::Hidden) => {
            let implicit = "The card is not written, and the hands are not known.".to_owned();
            StepText::new(format!("Seat {seat} draws a card. {left}")).with_implicit(Some(implicit))
        }
        (None, StockTop::Discard) => StepText::new(format!(
            "The discard that seat {seat} draws is not written, so it draws nothing."
        )),
        (None, StockTop::Nothing) => {
            StepText::new(format!("The stock is empty, so seat {seat} draws nothing."))
        }
    }
}
