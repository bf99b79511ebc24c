//! The end of a game: the points of both colours, and who has won (P5).

use std::cmp::Ordering;

use super::board::Square;
use super::dice::Colour;
use super::position::PositionText;
use super::setup::Setup;
use crate::games::Verdict;
use crate::notation::{Points, Standing};

/// Returns the points of both colours, light first: the sum of the tops of dice on squares of their
/// own colour (P5.1).
pub(super) fn points(position: &PositionText) -> [u32; 2] {
    let mut points = [0; 2];
    for square in Square::all() {
        let colour = square_colour(square);
        if let Some(die) = position.at(square).filter(|die| die.colour() == colour) {
            points[colour.index()] += u32::from(die.top());
        }
    }
    points
}

fn square_colour(square: Square) -> Colour {
    if square.is_dark() {
        Colour::Dark
    } else {
        Colour::Light
    }
}

/// Returns the squares whose dice score for a colour (P5.1).
pub(super) fn scoring(position: &PositionText, colour: Colour) -> impl Iterator<Item = Square> {
    let has_die = move |square| {
        position
            .at(square)
            .is_some_and(|die| die.colour() == colour)
    };
    Square::all().filter(move |&square| square_colour(square) == colour && has_die(square))
}

/// Returns the result of each seat under the rules (P5).
#[inline]
pub(super) fn standing(setup: &Setup, position: &PositionText) -> Option<Standing> {
    if !position.is_full() {
        return None;
    }
    let points = points(position);
    let [first, second] = [1, 2].map(|seat| points[setup.colour_of(seat).index()]);
    Some(match first.cmp(&second) {
        Ordering::Greater => Standing::win_for(1, 2),
        Ordering::Equal => Standing([Points::Half; 2].into_iter().collect()),
        Ordering::Less => Standing::win_for(2, 2),
    })
}

/// Returns how the rules ended the game (P5).
pub(super) fn verdict(setup: &Setup, position: &PositionText) -> Option<Verdict> {
    let standing = standing(setup, position)?;
    let [light, dark] = points(position);
    let reason = match light.cmp(&dark) {
        Ordering::Greater => "all squares are filled and Light has the higher total",
        Ordering::Equal => "all squares are filled and the totals are equal",
        Ordering::Less => "all squares are filled and Dark has the higher total",
    };
    Some(Verdict {
        standing,
        rule: "P5.1",
        reason,
        marks: Vec::new(),
    })
}
