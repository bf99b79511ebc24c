//! Pippinzip as stones of Go: the stones that a turn places, and whether a Go program would capture
//! any of them. Stones are never captured in Pippinzip. In Go, a group of stones without an empty
//! point beside it, a liberty, is captured.
//!
//! Pippinzip begins with an auction, in which all stones have one colour. A seat, the taker, ends
//! it by taking that colour.

use std::collections::HashSet;

use super::result::Seats;
use crate::formats::Draft;
use crate::games::pippinzip::board::{Point, PointSet};
use crate::games::pippinzip::{Colour, Phase, Pippinzip, PositionText, Stones, Turn, Variant};
use crate::games::{GameId, Language, Rules};
use crate::replay::{Frame, Timeline};
use crate::text::Span;

/// The game that SGF files for Go can hold, because its turns are stones on the intersections of a
/// grid.
pub(super) const GAME_OF_STONES: GameId = GameId::Pippinzip;

/// The stones of a turn that was played.
pub(super) struct PlacedStones {
    points: Vec<Point>,
    after: PositionText,
}

impl PlacedStones {
    /// Returns the stones of a turn; `None` if it is a word. `frame` is the frame after the turn.
    pub(super) fn from_turn(frame: &Frame, text: &str) -> Option<Self> {
        let position = frame.position.of_game::<Pippinzip>()?;
        let after = Pippinzip::position_text(&position.setup, position.state());
        let Turn::Stones(names) = Pippinzip::parse_turn(text).ok()? else {
            return None;
        };
        let points = names.iter().map(|name| name.point(after.stones.size()));
        let points = points.collect::<Option<_>>()?;
        Some(Self { points, after })
    }

    /// Returns the names of the points.
    pub(super) fn names(&self) -> impl Iterator<Item = String> {
        self.points.iter().map(Point::to_string)
    }

    /// Returns the position after the turn.
    pub(super) fn position(&self) -> String {
        self.after.to_string()
    }

    /// Returns true if the auction continues after the turn.
    pub(super) fn are_of_auction(&self) -> bool {
        self.after.phase == Phase::Auction
    }

    /// Returns true if the stones are black.
    pub(super) fn are_black(&self) -> bool {
        let first = self.points.first();
        first.is_some_and(|&point| self.after.stones.at(point) == Some(Colour::Black))
    }

    /// Returns true if a Go program would capture stones when these are played one by one.
    pub(super) fn would_capture(&self) -> bool {
        let mut stones = self.after.stones;
        for &point in &self.points {
            stones.set(point, None);
        }
        self.points.iter().any(|&point| {
            stones.set(point, self.after.stones.at(point));
            go_would_capture(&stones, point)
        })
    }
}

/// Returns the seats of Black and White, which are known once a seat has taken.
pub(super) fn seats_of(variant: &str, timeline: &Timeline) -> Option<Seats> {
    let last = timeline.after(None).ok()?.position.of_game::<Pippinzip>()?;
    let Phase::Taken(taker) = Pippinzip::position_text(&last.setup, last.state()).phase else {
        return None;
    };
    let other = if taker == 1 { 2 } else { 1 };
    let colour_of_taker = Variant::parse(variant)?.auction_colour();
    Some(match colour_of_taker {
        Colour::Black => Seats {
            black: taker,
            white: other,
        },
        Colour::White => Seats {
            black: other,
            white: taker,
        },
    })
}

/// Returns the position of a board that is set up for the auction.
pub(super) fn set_up_position<'n>(
    size: u8,
    black: impl Iterator<Item = &'n String>,
    white: impl Iterator<Item = &'n String>,
) -> String {
    let mut stones = Stones::empty(size);
    let coloured = black
        .map(|name| (name, Colour::Black))
        .chain(white.map(|name| (name, Colour::White)));
    for (name, colour) in coloured {
        // The names are those of points on the board: `c3`.
        let column = name.bytes().next().unwrap_or(b'a').wrapping_sub(b'a');
        let number = name.get(1..).and_then(|row| row.parse::<u8>().ok());
        let row = number.unwrap_or(1).wrapping_sub(1);
        if let Some(point) = Point::new(column, row, stones.size()) {
            stones.set(point, Some(colour));
        }
    }
    format!("{stones} 1 auction -")
}

/// Returns the places of the stones of each colour, black first, after turns of the auction.
pub(super) fn stones_after(
    size: u8,
    draft: &Draft,
    turns: &[(String, Span)],
) -> Option<[HashSet<String>; 2]> {
    let colour = Variant::parse(draft.tag("Variant")?)?.auction_colour();
    let mut stones = match draft.tag("Position") {
        Some(position) => Pippinzip::parse_position(position).ok()?.stones,
        None => Stones::empty(size),
    };
    for (text, _) in turns {
        let Turn::Stones(names) = Pippinzip::parse_turn(text).ok()? else {
            return None;
        };
        for name in names {
            stones.set(name.point(stones.size())?, Some(colour));
        }
    }
    Some(Colour::BOTH.map(|colour| {
        stones
            .of_colour(colour)
            .iter()
            .map(|point| point.to_string())
            .collect()
    }))
}

/// Returns true if a Go program would capture stones after a stone is played as a move.
fn go_would_capture(stones: &Stones, point: Point) -> bool {
    let Some(colour) = stones.at(point) else {
        return false;
    };
    // Only the groups of the other colour beside the stone, and its own group, can lose a liberty.
    let others = point
        .beside(stones.size())
        .filter(|&beside| stones.at(beside) == Some(colour.other()));
    others
        .chain([point])
        .any(|member| !has_liberty(stones, member))
}

/// Returns true if the group of a stone has a liberty.
fn has_liberty(stones: &Stones, point: Point) -> bool {
    let colour: Option<Colour> = stones.at(point);
    let mut seen = PointSet::default();
    seen.insert(point);
    let mut pending = vec![point];
    while let Some(member) = pending.pop() {
        for beside in member.beside(stones.size()) {
            match stones.at(beside) {
                None => return true,
                stone if stone == colour && !seen.contains(beside) => {
                    seen.insert(beside);
                    pending.push(beside);
                }
                Some(_) => {}
            }
        }
    }
    false
}
