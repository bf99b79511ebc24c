//! Explanations of faults of colours: wrong claims, and changes on a table that is not cleared.

use super::Pipe;
use super::explanation::{colours_in_words, turn_that_claimed};
use super::fault::Kind;
use super::setup::Setup;
use super::state::State;
use crate::decks::Colour;
use crate::games::{Explanation, and, likely_colour};

/// Explains a fault of a claim or swap. Returns false for other faults.
pub(super) fn explain_colours(
    explanation: &mut Explanation<Pipe>,
    setup: &Setup,
    state: &State,
    kind: &Kind,
) -> bool {
    let seat = state.to_move;
    let all = colours_in_words(setup.colours());
    match kind {
        Kind::ClaimMissing { left } => {
            explanation.message = format!("Seat {seat} must claim a colour.");
            explanation.help = Some(format!(
                "The free colours are {}; add the claim after the discard: `;claim:COLOUR`.",
                colours_in_words(left)
            ));
        }
        Kind::NoSuchColour { word } => {
            explanation.message = format!("`{word}` is not a colour of this variant.");
            // A colour in another language, and of this variant.
            let suggestion = likely_colour(&word.to_string()).filter(|suggestion| {
                setup
                    .colours()
                    .iter()
                    .any(|colour| colour.name() == *suggestion)
            });
            explanation.help = Some(match suggestion {
                Some(suggestion) => format!("Its colours are {all}: write `claim:{suggestion}`."),
                None => format!("Its colours are {all}."),
            });
        }
        Kind::ColourTaken { colour } => {
            let owner = state.owner(*colour).unwrap_or_default();
            explanation.message = format!("Seat {owner} already has {}.", colour.name());
            let left: Vec<Colour> = setup
                .colours()
                .iter()
                .copied()
                .filter(|&colour| state.owner(colour).is_none())
                .collect();
            explanation.help = Some(format!("Left: {}.", colours_in_words(&left)));
            explanation.culprit = turn_that_claimed(owner, *colour);
        }
        Kind::ClaimOfTwoColours => {
            explanation.message =
                format!("With two colours, {all}, the seats swap them and do not claim again.");
            explanation.help = Some("On a cleared table write `swap`.".into());
        }
        Kind::TableNotCleared { over: true } => {
            explanation.message =
                "No card is left to play, so colours cannot change any more.".into();
        }
        Kind::TableNotCleared { over: false } => {
            let cards = match state.table.len() {
                1 => "A card is".to_owned(),
                cards => format!("{cards} cards are"),
            };
            explanation.message =
                format!("{cards} on the table: colours change only when the turn has cleared it.");
        }
        Kind::ColourNamedTwice { colour } => {
            explanation.message = format!("{} is listed twice in this claim.", colour.name());
        }
        Kind::ColourNotNew { colour } => {
            explanation.message = format!(
                "Seat {seat} already has {} and must first claim a new colour.",
                colour.name()
            );
            explanation.culprit = turn_that_claimed(seat, *colour);
        }
        Kind::ClaimCount { count } => {
            explanation.message = format!(
                "A claim on a cleared table names a colour for each of {} seats, not {count}.",
                setup.seats
            );
            let seats = and(setup.round(seat));
            explanation.help = Some(format!("The order of the seats is {seats}."));
        }
        Kind::SwapInBoth => {
            explanation.message = "With four colours, the seats claim them and do not swap.".into();
            explanation.help =
                Some("On a cleared table write `claim:` and a colour for every seat.".into());
        }
        _ => return false,
    }
    true
}
