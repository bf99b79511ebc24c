//! The end of a game (V7).

use super::Pipe;
use super::fault::Kind;
use super::setup::{Setup, Teams};
use super::state::State;
use crate::findings::code;
use crate::games::{Fault, Part, Rules, Sides, Verdict};
use crate::notation::{Points, Standing};

/// Returns the first seat of a seat's team (V4.5).
fn side(setup: &Setup, seat: u8) -> u8 {
    match setup.teams {
        Some(Teams::OddAgainstEven) if seat > 2 => seat - 2,
        _ => seat,
    }
}

/// Returns how the rules ended the game (V7.1, V7.2).
pub(super) fn verdict(setup: &Setup, state: &State) -> Option<Verdict> {
    if !state.is_over() {
        return None;
    }
    let seats = || 1..=setup.seats;
    let total = |seat| -> u64 {
        let partners = seats().filter(|&other| side(setup, other) == side(setup, seat));
        partners.map(|other| u64::from(state.score(other))).sum()
    };
    let best = seats().map(total).max()?;
    let winners = seats()
        .filter(|&seat| side(setup, seat) == seat && total(seat) == best)
        .count();
    let (share, reason) = match (winners, setup.teams.is_some()) {
        (1, false) => (
            Points::Win,
            "all cards are played and one score is the highest",
        ),
        (1, true) => (
            Points::Win,
            "all cards are played and one team's score is the highest",
        ),
        (_, false) => (
            Points::Half,
            "all cards are played and the highest scores are equal",
        ),
        (_, true) => (
            Points::Half,
            "all cards are played and the scores of both teams are equal",
        ),
    };
    let points = seats().map(|seat| {
        if total(seat) == best {
            share
        } else {
            Points::Loss
        }
    });
    Some(Verdict {
        standing: Standing(points.collect()),
        rule: "V7.2",
        reason,
        marks: Vec::new(),
    })
}

/// Returns the side of each seat (V4.5).
pub(super) fn sides(setup: &Setup) -> Sides {
    (1..=setup.seats).map(|seat| side(setup, seat)).collect()
}

/// Returns the result of each seat if the seat to move resigns (V7.3).
pub(super) fn resignation(setup: &Setup, state: &State) -> Result<Standing, Fault<Kind>> {
    if setup.seats > 2 && setup.teams.is_none() {
        let code = &code::TURN_NOT_FOR_THIS_GAME;
        let part = Part::whole(0);
        return Err(Fault {
            code,
            rule: "V7.3",
            part,
            kind: Kind::NoResignation,
        });
    }
    let loser = side(setup, state.to_move);
    let points = (1..=setup.seats).map(|seat| {
        if side(setup, seat) == loser {
            Points::Loss
        } else {
            Points::Win
        }
    });
    Ok(Standing(points.collect()))
}

/// Returns the number of cards that each seat has picked up (V7.2).
pub(super) fn score(setup: &Setup, state: &State) -> Vec<u32> {
    (1..=Pipe::seats(setup))
        .map(|seat| state.score(seat))
        .collect()
}
