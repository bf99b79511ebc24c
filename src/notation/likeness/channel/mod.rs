//! The noisy channel between the intended and the written text: the probability of each slip, as a
//! cost. A *slip* is one mistake of a scorer, such as a wrong character or a forgotten item.
//!
//! Costs are in thousandths of a nat: a cost of 1,000 × *c* is a probability of e⁻ᶜ. Costs of
//! independent slips add up. Whole numbers keep results equal on all machines.

mod cost;
mod intended_texts;
mod parts;
mod places;

use super::super::GameId;
use super::typos::{Followers, followers};
use super::{MAX_LENGTH, has, near_to};
use cost::{SURPLUS_ITEM, is_heading, is_mark, mark_or, near, surplus, surplus_action};
use parts::{action_at, is_seat_at, item_at};
use places::Places;

/// A cost higher than the cost of any text, but low enough that other costs can be added.
const IMPOSSIBLE: u32 = u32::MAX / 4;

/// The lengths of the parts of a turn that begin at a byte of its text; 0 for none.
#[derive(Clone, Copy)]
struct PartLengths {
    place: usize,
    item: usize,
    action: usize,
}

/// Length of the seat of a pick-up in the Pipe Game: `2:`.
const SEAT_LENGTH: usize = 2;

/// The channel of one game on one size of board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Channel {
    /// The characters in turns.
    letters: &'static [u8],
    places: Places,
    /// The characters that may follow each character in a turn.
    followers: &'static Followers,
    /// The end of an action that puts a die aside, after its number: `s;` in `5s;`.
    aside: Option<&'static str>,
}

impl Channel {
    /// Creates the channel of a game. `side` is the number of columns of its board.
    pub(crate) fn new(game: GameId, side: u8) -> Self {
        let facts = game.facts();
        Self {
            letters: facts.turns.letters,
            places: Places::new(facts.board, side),
            followers: followers(game),
            aside: facts.turns.aside,
        }
    }

    /// Returns the cost of writing a text that means another one; 0 if they are equal.
    ///
    /// The cheapest sequence of slips is found row by row, as an edit distance is, with steps over
    /// characters, places, items and actions.
    pub(crate) fn cost(&self, intended: &str, written: &str) -> u32 {
        if intended == written {
            return 0;
        }
        let intended = intended.as_bytes();
        let written = written.as_bytes();
        if intended.len().max(written.len()) > MAX_LENGTH {
            return IMPOSSIBLE;
        }

        // A table with a row for each byte of the intended text and a column for each of the
        // written one, and one more of both for their ends.
        let width = written.len() + 1;
        let mut min_costs = vec![IMPOSSIBLE; (intended.len() + 1) * width];
        min_costs[0] = 0;
        let written_parts: Vec<PartLengths> = (0..width)
            .map(|column| {
                let mut parts = self.parts_at(written, column);
                let place = &written[column..column + parts.place];
                // A place that the board does not have is a wrong character, not another place.
                if !self.places.has(place) {
                    parts.place = 0;
                }
                parts
            })
            .collect();

        for row in 0..=intended.len() {
            let intended_parts = self.parts_at(intended, row);
            for (column, parts) in written_parts.iter().enumerate() {
                let cost_so_far = min_costs[row * width + column];
                if cost_so_far >= IMPOSSIBLE {
                    continue;
                }
                let mut step = |rows: usize, columns: usize, cost: u32| {
                    let cell = &mut min_costs[(row + rows) * width + column + columns];
                    let more = if cost > 0 { cost + cost::AGAIN } else { 0 };
                    *cell = (*cell).min(cost_so_far + more);
                };
                self.step_over_characters(&intended[row..], written, column, &mut step);
                self.step_over_parts(
                    &intended[row..],
                    intended_parts,
                    &written[column..],
                    *parts,
                    &mut step,
                );
            }
        }

        let by_slips = cost::SLIP + min_costs[intended.len() * width + written.len()];
        if !written.is_empty() && intended.starts_with(written) {
            by_slips.min(cost::SLIP + cost::AGAIN + cost::CUT_SHORT)
        } else {
            by_slips
        }
    }

    /// Steps over one or two characters: the next ones of the intended text, and those of the
    /// written one from `column` on.
    #[inline]
    fn step_over_characters(
        &self,
        intended: &[u8],
        written: &[u8],
        column: usize,
        step: &mut impl FnMut(usize, usize, u32),
    ) {
        let right = intended.first().copied();
        let wrong = written.get(column).copied();
        if let (Some(right), Some(wrong)) = (right, wrong) {
            step(1, 1, self.replacing(right, wrong));
            let is_swapped = right != wrong
                && intended.get(1) == Some(&wrong)
                && written.get(column + 1) == Some(&right);
            if is_swapped {
                step(2, 2, cost::SWAPPED);
            }
        }
        if let Some(right) = right {
            step(1, 0, mark_or(right, cost::LEFT_OUT));
        }
        if let Some(wrong) = wrong {
            let is_double = column > 0 && written[column - 1] == wrong;
            step(0, 1, surplus(wrong, is_double));
        }
    }

    /// Steps over places, items and actions at the start of the rest of both texts.
    #[inline]
    fn step_over_parts(
        &self,
        intended: &[u8],
        intended_parts: PartLengths,
        written: &[u8],
        written_parts: PartLengths,
        step: &mut impl FnMut(usize, usize, u32),
    ) {
        if intended_parts.place > 0 && written_parts.place > 0 {
            let right = &intended[..intended_parts.place];
            let wrong = &written[..written_parts.place];
            if right != wrong {
                step(right.len(), wrong.len(), self.replacing_place(right, wrong));
            }
        }
        // The seat of a pick-up in the Pipe Game, such as `2:`, is forgotten.
        if self.places == Places::Numbers && is_seat_at(intended, 0) {
            step(SEAT_LENGTH, 0, cost::ITEM);
        }

        if intended_parts.item > 0 {
            step(intended_parts.item, 0, cost::ITEM);
        }
        if intended_parts.action > 0 {
            step(intended_parts.action, 0, cost::ACTION);
        }
        if written_parts.item > 0 {
            step(0, written_parts.item, SURPLUS_ITEM);
        }
        if written_parts.action > 0 {
            let action = &written[..written_parts.action];
            step(0, action.len(), surplus_action(action));
        }
    }

    /// Returns the lengths of the parts that begin at a byte.
    fn parts_at(&self, text: &[u8], offset: usize) -> PartLengths {
        PartLengths {
            place: self.places.length_at(text, offset).unwrap_or(0),
            item: item_at(text, offset),
            action: action_at(text, offset),
        }
    }

    /// Returns the cost of one character in place of another.
    fn replacing(&self, right: u8, wrong: u8) -> u32 {
        let is_sign = |character: u8| character.is_ascii_punctuation() && !is_mark(character);
        if right == wrong {
            0
        } else if right.eq_ignore_ascii_case(&wrong) {
            cost::CASE
        } else if is_sign(right) && is_sign(wrong) {
            // A sign of the game has its own meaning; a foreign sign can only stand for one of
            // them.
            if self.letters.contains(&wrong) {
                cost::NEAR
            } else {
                cost::SIGN
            }
        } else if has(near_to(wrong), right) || (is_heading(right) && is_heading(wrong)) {
            near(right, wrong)
        } else {
            cost::OTHER
        }
    }

    /// Returns the cost of one place in place of another.
    fn replacing_place(&self, right: &[u8], wrong: &[u8]) -> u32 {
        if self.places.are_mirrored(right, wrong) {
            cost::MIRRORED
        } else {
            cost::PLACE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::ops::ControlFlow;

    fn channel(game: GameId) -> Channel {
        let side = game.facts().board.side(&|_| None);
        Channel::new(game, side)
    }

    #[test]
    fn likelier_slips_cost_less() {
        let cases = [
            (GameId::Gipf, "a2-b3", "a2-c3", "a2-f7"),
            (GameId::Gipf, "Gb3", "b3", "c5"),
            (GameId::Gipf, "b3;xe3,e4", "b3", "f9"),
            (GameId::Pippinzip, "c4,d5", "c4,d6", "c4,k1"),
            (GameId::Pippip, "1@b2/4", "1@b2.4", "3@d2/4"),
            (GameId::Pipe, "17@+3-2/E", "17@+3-2/S", "17@+30-25/S"),
        ];
        for (game, intended, likely, unlikely) in cases {
            let channel = channel(game);
            let likely = channel.cost(intended, likely);
            let unlikely = channel.cost(intended, unlikely);
            assert!(
                0 < likely && likely < unlikely,
                "{intended}: {likely} {unlikely}"
            );
        }
    }

    #[test]
    fn characters_that_are_near_in_several_ways_cost_less() {
        let channel = channel(GameId::Pippinzip);
        // `d` is the key next to `c`, and the next letter; `x` is only a key.
        let both = channel.cost("d4", "c4");
        let only_key = channel.cost("x4", "c4");
        let other = channel.cost("m4", "c4");
        assert!(
            both < only_key && only_key < other,
            "{both} {only_key} {other}"
        );
    }

    #[test]
    fn a_wrong_item_is_likelier_than_a_surplus_action() {
        let cases = [
            (GameId::Pippip, "5@d2/6;xd1", "5@d2/6;xd3", "5@d2/6"),
            (
                GameId::Pipe,
                "22@+2-5/W;draw:8",
                "22@+2-5/W;draw:41",
                "22@+2-5/W",
            ),
            (GameId::Gipf, "g1-e3;xf2,f3,f5", "g1-e3;xf2,f3,f4", "g1-e3"),
        ];
        for (game, written, likely, unlikely) in cases {
            let channel = channel(game);
            let likely = channel.cost(likely, written);
            let unlikely = channel.cost(unlikely, written);
            assert!(likely < unlikely, "{written}: {likely} {unlikely}");
        }
    }

    proptest! {
        /// The reported cost is an upper bound: another sequence of mistakes may be cheaper.
        #[test]
        fn shown_texts_have_their_cost(text in "[a-i][1-9](-[a-i][1-9])?(;x[a-i][1-9],[a-i][1-9])?") {
            for game in GameId::ALL {
                let channel = channel(game);
                let mut shown = 0;
                let _ = channel.texts(&text, &mut |intended, cost| {
                    let intended = std::str::from_utf8(intended).unwrap();
                    assert_ne!(intended, text);
                    let least = channel.cost(intended, &text);
                    assert!(least <= cost, "{intended} for {text}: {least} of {cost}");
                    shown += 1;
                    ControlFlow::Continue(())
                });
                prop_assert!(shown > 0 || game != GameId::Gipf);
            }
        }

        #[test]
        fn any_texts_are_compared(intended in "\\PC{0,12}", written in "\\PC{0,12}") {
            for game in GameId::ALL {
                let channel = channel(game);
                let cost = channel.cost(&intended, &written);
                prop_assert_eq!(cost == 0, intended == written);
                let _ = channel.texts(&written, &mut |_, _| ControlFlow::Continue(()));
            }
        }
    }
}
