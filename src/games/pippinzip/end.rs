//! The end of a game: who has won, and the sides of the seats (Z3.3, Z5).

use super::position::{Decision, Phase, Position};

use super::setup::Setup;
use super::stones::Colour;
use crate::games::{Sides, Verdict};
use crate::notation::{Points, Standing};

/// Returns the result of each seat under the rules (Z3.3, Z5.4).
#[inline]
pub(super) fn standing(setup: &Setup, position: &Position) -> Option<Standing> {
    let Decision { colour, seat } = position.decided?;
    Some(match position.text.phase {
        Phase::Auction => Standing::win_for(seat, setup.seats),
        Phase::Taken(taker) => win_of(setup, taker, colour),
    })
}

/// Returns how the rules ended the game (Z3.3, Z5).
pub(super) fn verdict(setup: &Setup, position: &Position) -> Option<Verdict> {
    let Decision { colour, .. } = position.decided?;
    let standing = standing(setup, position)?;
    let (rule, reason) = match (position.text.phase, colour) {
        (Phase::Auction, Colour::Black) => {
            let reason = "black stones connect two opposite sides, and the seat that completed that wins the auction";
            ("Z3.3", reason)
        }
        (Phase::Auction, Colour::White) => {
            let reason = "white stones connect all four sides, and the seat that completed that wins the auction";
            ("Z3.3", reason)
        }
        (Phase::Taken(_), Colour::Black) => ("Z5.1", "Pip's stones connect two opposite sides"),
        (Phase::Taken(_), Colour::White) => ("Z5.2", "Zip's stones connect all four sides"),
    };
    let marks = position
        .decisive(colour)
        .iter()
        .map(|point| point.to_string())
        .collect();
    Some(Verdict {
        standing,
        rule,
        reason,
        marks,
    })
}

/// Returns a win for every seat of a colour (Z5.4).
fn win_of(setup: &Setup, taker: u8, winner: Colour) -> Standing {
    let points = |seat| {
        if setup.colour_of(seat, taker) == winner {
            Points::Win
        } else {
            Points::Loss
        }
    };
    Standing((1..=setup.seats).map(points).collect())
}

/// Returns the result of each seat if the seat to move resigns (Z5.4).
pub(super) fn resignation(setup: &Setup, position: &Position) -> Standing {
    match position.text.phase {
        Phase::Taken(taker) => win_of(
            setup,
            taker,
            setup.colour_of(position.text.to_move, taker).other(),
        ),
        // Before `take` there are no colours: every other seat wins.
        Phase::Auction => {
            let points = |seat| {
                if seat == position.text.to_move {
                    Points::Loss
                } else {
                    Points::Win
                }
            };
            Standing((1..=setup.seats).map(points).collect())
        }
    }
}

/// Returns the side of each seat (Z4.6). With three seats, the teams are not known before `take`.
pub(super) fn sides(setup: &Setup, position: &Position) -> Option<Sides> {
    let side = |seat| match position.text.phase {
        Phase::Auction if setup.seats > 2 => None,
        Phase::Auction => Some(seat),
        Phase::Taken(taker) => Some(u8::from(seat == taker)),
    };
    (1..=setup.seats).map(side).collect()
}
