//! Explanations of wrong pick-up lists: why a card is picked up, or stays on the table.

use super::Pipe;
use super::explanation::{cards_in_words, turn_that_placed};
use super::fault::Kind;
use super::sets::OpenEnd;
use super::setup::Setup;
use super::state::State;
use super::table::Entry;
use super::turn::Id;
use crate::decks::{Colour, Contact};
use crate::games::{Explanation, and};

/// Maximum number of open ends of a set that are listed.
const MAX_OPEN_ENDS: usize = 3;

/// Describes an open end: `entry 4 of card 5, before +2-1`.
fn open_end_in_words(open_end: &OpenEnd) -> String {
    let OpenEnd {
        entry: Entry { card, number },
        contact,
        square,
    } = open_end;
    match contact {
        Contact::Entry => format!("entry {number} of card {card}, before {square}"),
        Contact::Before => {
            format!("the half side before entry {number} of card {card}, toward {square}")
        }
        Contact::After => {
            format!("the half side after entry {number} of card {card}, toward {square}")
        }
    }
}

/// Explains why a card is not picked up for a colour.
fn reason_to_leave(setup: &Setup, state: &State, card: Id, colour: Colour) -> String {
    let name = colour.name();
    let sets = state.view(setup).sets_through(card, colour);
    let Some(set) = sets
        .iter()
        .find(|set| !set.open_ends.is_empty())
        .or(sets.first())
    else {
        return format!("Card {card} has nothing {name}.");
    };
    match set.open_ends.as_slice() {
        [] if !set.is_set => {
            format!("The {name} pipes of card {card} are only end caps, which are not a set.")
        }
        [] => format!("The {name} set of card {card} is closed."),
        open_ends => {
            let named = and(open_ends.iter().take(MAX_OPEN_ENDS).map(open_end_in_words));
            let more = match open_ends.len().saturating_sub(MAX_OPEN_ENDS) {
                0 => String::new(),
                more => format!(", and at {more} other places"),
            };
            format!("The {name} set of card {card} is still open at {named}{more}.")
        }
    }
}

/// Describes the set for which a card is picked up.
fn reason_to_pick_up(setup: &Setup, state: &State, card: Id, taker: u8) -> Option<String> {
    let colour = state.colour(taker)?;
    let sets = state.view(setup).sets_through(card, colour);
    let set = sets
        .iter()
        .find(|set| set.open_ends.is_empty() && set.is_set)?;
    let name = colour.name();
    let cards = match set.cards.len() {
        1 => format!("card {card} alone"),
        _ => format!("cards {}", cards_in_words(set.cards.iter().copied())),
    };
    Some(format!(
        "a {name} set is closed ({cards}), and {name} is seat {taker}'s"
    ))
}

/// Explains a fault of the pick-up lists.
pub(super) fn explain_list(
    explanation: &mut Explanation<Pipe>,
    setup: &Setup,
    state: &State,
    kind: &Kind,
    written: &str,
) {
    let because = |card, taker| {
        reason_to_pick_up(setup, state, card, taker)
            .map_or_else(String::new, |why| format!(": {why}"))
    };
    let correct_lists = match kind {
        Kind::ListOfNobody { seat } => {
            explanation.message = format!(
                "There is no seat {seat}: this game has {} seats.",
                setup.seats
            );
            return;
        }
        Kind::TwoListsOfOne {
            seat,
            correct_lists,
        } => {
            explanation.message = format!("The turn has two lists for seat {seat}.");
            correct_lists
        }
        Kind::ListedNotOnTable {
            card,
            correct_lists,
        } => {
            explanation.message = format!("Card {written} is not on the table.");
            explanation.culprit = turn_that_placed(*card);
            correct_lists
        }
        Kind::ListedTwice {
            card,
            correct_lists,
        } => {
            explanation.message = format!("Card {card} is listed twice; it is taken once.");
            correct_lists
        }
        &Kind::ListedForOther {
            card,
            seat,
            taker,
            ref correct_lists,
        } => {
            explanation.message = format!(
                "Card {card} goes to seat {taker}, not to seat {seat}{}.",
                because(card, taker)
            );
            correct_lists
        }
        &Kind::ListedWrongly {
            card,
            seat,
            ref correct_lists,
        } => {
            let colour = state.colour(seat);
            let why = colour.map_or_else(String::new, |colour| {
                reason_to_leave(setup, state, card, colour)
            });
            explanation.message = format!("Seat {seat} does not pick up card {card}. {why}")
                .trim_end()
                .to_owned();
            correct_lists
        }
        &Kind::LeftOut {
            card,
            seat,
            ref correct_lists,
        } => {
            explanation.message = format!(
                "Seat {seat} picks up card {card} too{}.",
                because(card, seat)
            );
            correct_lists
        }
        _ => return,
    };
    explanation.help = Some(match correct_lists.as_slice() {
        [] => "Nothing is picked up: leave the list out.".into(),
        lists => {
            let text: Vec<String> = lists.iter().map(ToString::to_string).collect();
            format!("Write `{}`.", text.join(";"))
        }
    });
}
