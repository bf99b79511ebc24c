//! Effects of a turn, in words.

use super::board::Point;
use super::duty::Duty;
use super::position::{Phase, Position};
use super::setup::Setup;
use super::turn::{Name, Turn};
use crate::games::{StepText, and};

/// Names a seat, with its role if it has one.
fn mover(position: &Position, duty: Duty) -> String {
    let seat = position.text.to_move;
    match duty {
        Duty::Auction(_) => format!("Seat {seat}"),
        _ => format!("Seat {seat}, {},", duty.colour().role()),
    }
}

/// Narrates the end of the auction.
pub(super) fn take(setup: &Setup, after: &Position) -> StepText {
    let taker = after.text.to_move;
    let colour = setup.colour_of(taker, taker);
    let other_colour = colour.other();
    let others = (1..=setup.seats)
        .filter(|&seat| seat != taker)
        .map(|seat| format!("seat {seat}"));
    let are = if setup.seats > 2 { "are" } else { "is" };
    StepText::new(format!(
        "Seat {taker} takes and is {} from now on, with the {} stones; {} {are} {}, with the {} ones.",
        colour.role(),
        colour.name(),
        and(others),
        other_colour.role(),
        other_colour.name()
    ))
}

/// Narrates a pass. `beside` is the stone that leaves no other choice.
pub(super) fn pass(position: &Position, beside: Option<Point>) -> StepText {
    let why = beside.map(|first| {
        format!(": every empty point is next to {first}, the stone of the other seat")
    });
    StepText::new(format!(
        "Seat {} places nothing{}.",
        position.text.to_move,
        why.unwrap_or_default()
    ))
}

/// Narrates the placing of stones.
pub(super) fn stones(after: &Position, duty: Duty, names: &[Name], first_wins: bool) -> StepText {
    let colour = duty.colour();
    let (article, noun) = if names.len() == 1 {
        ("a ", "stone")
    } else {
        ("", "stones")
    };
    let effect = format!(
        "{} places {article}{} {noun} on {}.",
        mover(after, duty),
        colour.name(),
        and(names)
    );
    let is_short = names.len() < *duty.stones().start();
    let implicit = if is_short && first_wins {
        Some("The second stone is left out because the first wins.".to_owned())
    } else if is_short {
        names.first().map(|first| {
            format!("The second stone is forfeited: every empty point is next to {first}.")
        })
    } else {
        sorted_turn(after, names)
    };
    StepText::new(effect).with_implicit(implicit)
}

/// Returns the sentence on a turn of the auction whose stones are not in canonical order.
fn sorted_turn(after: &Position, names: &[Name]) -> Option<String> {
    let turn = Turn::Stones(names.to_vec());
    let sorted = turn.clone().in_order(after.text.phase);
    if after.text.phase != Phase::Auction || sorted == turn {
        return None;
    }
    Some(format!(
        "The order does not matter in the auction: this is the same turn as `{sorted}`."
    ))
}
