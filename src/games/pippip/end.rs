//! The end of a game: the points of both colours, and who has won (P5).

use std::cmp::Ordering;

use super::board::{DARK, SQUARES, Square};
use super::dice::Colour;
use super::position::PositionText;
use super::setup::Setup;
use crate::games::Verdict;
use crate::notation::{Points, Standing};

/// The colours of the squares (P1.1), by square index. With a constant array, the compiler adds the
/// points of a board without a branch.
const SQUARE_COLOURS: [Colour; SQUARES] = {
    let mut colours = [Colour::Light; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        if DARK >> index & 1 != 0 {
            colours[index] = Colour::Dark;
        }
        index += 1;
    }
    colours
};

/// Returns the points of both colours, light first: the sum of the tops of dice on squares of their
/// own colour (P5.1).
pub(super) fn points(position: &PositionText) -> [u32; 2] {
    let mut points = [0; 2];
    for (die, &colour) in position.dice.iter().zip(&SQUARE_COLOURS) {
        if let Some(die) = die
            && die.colour() == colour
        {
            points[colour.index()] += u32::from(die.top());
        }
    }
    points
}

/// Returns the squares whose dice score for a colour (P5.1).
pub(super) fn scoring(position: &PositionText, colour: Colour) -> impl Iterator<Item = Square> {
    let has_die = move |square| {
        position
            .at(square)
            .is_some_and(|die| die.colour() == colour)
    };
    Square::all().filter(move |&square| SQUARE_COLOURS[square.index()] == colour && has_die(square))
}

/// Returns the result of each seat under the rules (P5).
#[inline]
pub(super) fn standing(setup: &Setup, position: &PositionText) -> Option<Standing> {
    position
        .is_full()
        .then(|| standing_by_points(setup, position))
}

/// Returns the result of each seat by the points on a full board (P5.1).
fn standing_by_points(setup: &Setup, position: &PositionText) -> Standing {
    let [first, second] = points_of_seats(setup, position);
    match first.cmp(&second) {
        Ordering::Greater => Standing::win_for(1, 2),
        Ordering::Equal => Standing([Points::Half; 2].into_iter().collect()),
        Ordering::Less => Standing::win_for(2, 2),
    }
}

/// Returns the points of seat 1 and of seat 2.
pub(super) fn points_of_seats(setup: &Setup, position: &PositionText) -> [u32; 2] {
    let points = points(position);
    setup.colours.map(|colour| points[colour.index()])
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
