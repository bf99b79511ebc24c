//! Result of a game as the property `RE`, and the seats of Black and White that it needs.

use super::{stones, turns_of};
use crate::games::GameId;
use crate::notation::{Outcome, Points, SeatNames, SgfTurns};
use crate::replay::Timeline;

/// Values of the tag `Termination`, with the letters of these reasons in `RE`.
const TERMINATIONS: [(&str, &str); 3] = [("resignation", "R"), ("time", "T"), ("forfeit", "F")];

/// Seats of Black and White in a game of two.
#[derive(Clone, Copy, Debug)]
pub(in crate::formats) struct Seats {
    pub(in crate::formats) black: u8,
    pub(in crate::formats) white: u8,
}

impl Seats {
    /// Returns the seats, as far as they are known.
    pub(super) fn new(
        game: GameId,
        variant: &str,
        timeline: Option<&Timeline>,
        seat_count: usize,
    ) -> Option<Self> {
        match turns_of(Some(game)) {
            SgfTurns::OfColours => seats_from_start(game),
            SgfTurns::Stones if seat_count == 2 => stones::seats_of(variant, timeline?),
            SgfTurns::Stones | SgfTurns::Private => None,
        }
    }
}

/// Returns the result that a value of `RE` gives, such as `W+R`, and the reason if it gives one.
pub(in crate::formats) fn result_of(
    value: &str,
    seats: Seats,
) -> Option<(String, Option<&'static str>)> {
    if matches!(value, "0" | "Draw" | "draw") {
        return Some(("1/2-1/2".to_owned(), None));
    }
    let (winner, rest) = value.split_once('+')?;
    let seat = match winner {
        "B" | "b" => seats.black,
        "W" | "w" => seats.white,
        _ => return None,
    };
    let result = if seat == 1 { "1-0" } else { "0-1" };
    // The first letter counts: `R` or `Resign`.
    let rest = rest.to_ascii_uppercase();
    let reason = TERMINATIONS
        .iter()
        .find(|(_, letter)| rest.starts_with(letter))
        .map(|(name, _)| *name);
    Some((result.to_owned(), reason))
}

/// Returns true if the value of `RE` contains only a result and its reason: `W+T`, but not
/// `W+12.5`.
pub(in crate::formats) fn is_only_result(value: &str) -> bool {
    let rest = value.split_once('+').map_or("", |(_, rest)| rest);
    ["", "R", "Resign", "T", "Time", "F", "Forfeit"]
        .iter()
        .any(|known| rest.eq_ignore_ascii_case(known))
}

/// Returns the seats of a game whose colours are known from the start: it has White and Black.
pub(super) fn seats_from_start(game: GameId) -> Option<Seats> {
    let facts = game.facts();
    match facts.seats {
        SeatNames::Colours { names, .. } if facts.sgf.turns == SgfTurns::OfColours => {
            Some(match names[0] {
                "White" => Seats { black: 2, white: 1 },
                _ => Seats { black: 1, white: 2 },
            })
        }
        SeatNames::Colours { .. } | SeatNames::Numbers => None,
    }
}

/// Returns the value of `RE`; `None` if SGF cannot express the result.
pub(super) fn result_value(
    outcome: Option<&Outcome>,
    termination: &str,
    seats: Seats,
) -> Option<String> {
    let Some(Outcome::Decided(standing)) = outcome else {
        return None;
    };
    let winner = match standing.0.as_slice() {
        [Points::Win, Points::Loss] => 1,
        [Points::Loss, Points::Win] => 2,
        [Points::Half, Points::Half] => return Some("0".to_owned()),
        _ => return None,
    };
    let colour = if seats.black == winner { "B" } else { "W" };
    let reason = TERMINATIONS
        .iter()
        .find(|(name, _)| *name == termination)
        .map_or("", |(_, letter)| letter);
    Some(format!("{colour}+{reason}"))
}
