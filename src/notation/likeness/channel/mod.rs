//! The channel between the intended and the written text: the probability of each mistake, as a
//! cost.
//!
//! Costs are in thousandths of a nat: a cost of 1,000 × *c* is a probability of e⁻ᶜ. Costs of
//! independent slips add up. Whole numbers keep results equal on all machines.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use super::super::{Board, GameId};
use super::typos::{Followers, followers, may_be_turn};
use super::{
    MAX_LENGTH, are_in_sequence, are_neighbours_on_the_keyboard, has, key, look_alike, near_to,
};

/// The costs of slips in a token. To teach the search a new kind of slip, add a line here and a
/// step to [`Channel::cost`] and [`Channel::texts`].
mod cost {
    /// A token has a mistake at all: one in some five tokens of a faulty record.
    pub(super) const SLIP: u32 = 1_500;
    /// Each slip in a token: one mistake makes a second one in the same token likelier (14 %).
    pub(super) const AGAIN: u32 = 2_000;
    /// A character near the right one: an adjacent key, a look-alike, the next letter or digit. One
    /// in five characters, four neighbours each.
    pub(super) const NEAR: u32 = 3_000;
    /// A key next to the right one that is also a look-alike, or the next letter or digit.
    pub(super) const NEAR_IN_TWO_WAYS: u32 = 2_600;
    /// A look-alike that is also the next letter or digit.
    pub(super) const NEAR_AND_ALIKE: u32 = 2_300;
    /// Two adjacent characters are swapped.
    pub(super) const SWAPPED: u32 = 2_500;
    /// A character is left out.
    pub(super) const LEFT_OUT: u32 = 3_000;
    /// A character is written twice.
    pub(super) const DOUBLED: u32 = 2_000;
    /// A surplus character that is not its neighbour.
    pub(super) const STRAY: u32 = 4_500;
    /// Any other character in place of the right one.
    pub(super) const OTHER: u32 = 5_000;
    /// A capital in place of a small letter, or the other way round.
    pub(super) const CASE: u32 = 500;
    /// A sign that the game does not have in place of one that it has.
    pub(super) const SIGN: u32 = 2_000;
    /// A mark of a piece is forgotten, or surplus.
    pub(super) const MARK: u32 = 1_500;
    /// An item of a list is forgotten.
    pub(super) const ITEM: u32 = 3_000;
    /// An action is forgotten.
    pub(super) const ACTION: u32 = 2_500;
    /// Additional cost of each superfluous item compared with a forgotten one: it has to be made
    /// up.
    pub(super) const MADE_UP: u32 = 1_500;
    /// Additional cost of a superfluous action, so that a wrong item in it is likelier.
    pub(super) const MADE_UP_ACTION: u32 = 2_500;
    /// Another place or number: about the logarithm of the number of alternatives.
    pub(super) const PLACE: u32 = 5_000;
    /// The same place seen from another side of the board, or with column and row exchanged.
    pub(super) const MIRRORED: u32 = 4_000;
    /// The text breaks off.
    pub(super) const CUT_SHORT: u32 = 5_000;
}

/// A cost higher than the cost of any text.
const IMPOSSIBLE: u32 = u32::MAX / 4;
/// The maximum length of a text in which two slips are searched for, in bytes.
const MAX_TWICE: usize = 20;
/// The largest number tried in place of another one.
const MAX_NUMBER: u32 = 99;

/// The places that turns name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Places {
    /// A letter and a number, on a board with this number of columns.
    Points { side: u8, is_hexagon: bool },
    /// Numbers: cards and coordinates.
    Numbers,
}

/// Tries a part in place of `length` bytes from `start` on, at a cost: start, length, part, cost.
type TryText<'a> = &'a mut dyn FnMut(usize, usize, &[u8], u32) -> ControlFlow<()>;

/// The channel of one game on one size of board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Channel {
    letters: &'static [u8],
    places: Places,
    followers: &'static Followers,
    /// The words for the number of dice that are put aside, and the end of such an action.
    aside: Option<&'static str>,
}

impl Channel {
    /// Creates the channel of a game. `side` is the number of columns of its board.
    pub(crate) fn new(game: GameId, side: u8) -> Self {
        let facts = game.facts();
        let places = match facts.board {
            Board::Table => Places::Numbers,
            Board::Hexagon(_) => Places::Points {
                side,
                is_hexagon: true,
            },
            Board::Square(_) | Board::SquareOfTag { .. } => Places::Points {
                side,
                is_hexagon: false,
            },
        };
        Self {
            letters: facts.turns.letters,
            places,
            followers: followers(game),
            aside: facts.turns.aside,
        }
    }

    /// Returns the cost of writing a text that means another one; 0 if they are equal.
    ///
    /// The cheapest sequence of slips is found row by row, as an edit distance is, with steps over
    /// characters, places, items and actions.
    pub(crate) fn cost(&self, meant: &str, written: &str) -> u32 {
        if meant == written {
            return 0;
        }
        let meant = meant.as_bytes();
        let written = written.as_bytes();
        if meant.len().max(written.len()) > MAX_LENGTH {
            return IMPOSSIBLE;
        }

        let width = written.len() + 1;
        let mut least = vec![IMPOSSIBLE; (meant.len() + 1) * width];
        least[0] = 0;
        let parts: Vec<(Option<usize>, [usize; 2])> = (0..width)
            .map(|at| {
                let place = self
                    .place_at(written, at)
                    .filter(|length| self.is_on_board(&written[at..at + length]));
                (place, [item_at(written, at), action_at(written, at)])
            })
            .collect();

        for row in 0..=meant.len() {
            let place = self.place_at(meant, row);
            let left_out = [
                (item_at(meant, row), cost::ITEM),
                (action_at(meant, row), cost::ACTION),
            ];
            for column in 0..width {
                let here = least[row * width + column];
                if here >= IMPOSSIBLE {
                    continue;
                }
                let mut step = |rows: usize, columns: usize, cost: u32| {
                    let cell = &mut least[(row + rows) * width + column + columns];
                    let more = if cost > 0 { cost + cost::AGAIN } else { 0 };
                    *cell = (*cell).min(here + more);
                };

                let right = meant.get(row).copied();
                let wrong = written.get(column).copied();
                if let (Some(right), Some(wrong)) = (right, wrong) {
                    step(1, 1, self.replacing(right, wrong));
                    let is_swapped = right != wrong
                        && meant.get(row + 1) == Some(&wrong)
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

                let (written_place, surplus_parts) = parts[column];
                if let (Some(rows), Some(columns)) = (place, written_place) {
                    let right = &meant[row..row + rows];
                    let wrong = &written[column..column + columns];
                    if right != wrong {
                        step(rows, columns, self.replacing_place(right, wrong));
                    }
                }
                if matches!(self.places, Places::Numbers) && is_seat_at(meant, row) {
                    step(2, 0, cost::ITEM);
                }
                for (length, cost) in left_out {
                    if length > 0 {
                        step(length, 0, cost);
                    }
                }
                let [item, action] = surplus_parts;
                if item > 0 {
                    step(0, item, SURPLUS_ITEM);
                }
                if action > 0 {
                    step(0, action, surplus_action(&written[column..column + action]));
                }
            }
        }

        let by_slips = cost::SLIP + least[meant.len() * width + written.len()];
        if !written.is_empty() && meant.starts_with(written) {
            by_slips.min(cost::SLIP + cost::AGAIN + cost::CUT_SHORT)
        } else {
            by_slips
        }
    }

    /// Visits the texts that `written` may stand for, with their costs: texts one mistake away and,
    /// for a short text, texts with two similar characters. A text may be visited several times.
    pub(crate) fn texts(
        &self,
        written: &str,
        show: &mut dyn FnMut(&[u8], u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if written.len() > MAX_LENGTH || !written.is_ascii() {
            return ControlFlow::Continue(());
        }

        let written = written.as_bytes();
        let mut text = Vec::with_capacity(written.len() + 8);
        let mut try_text = |start: usize, length: usize, part: &[u8], cost: u32| {
            text.clear();
            text.extend_from_slice(&written[..start]);
            text.extend_from_slice(part);
            text.extend_from_slice(&written[start + length..]);
            if text == written || !may_be_turn(&text, self.followers) {
                return ControlFlow::Continue(());
            }
            show(&text, cost::SLIP + cost::AGAIN + cost)
        };

        for at in 0..=written.len() {
            let here = written.get(at).copied();
            for &letter in self.letters {
                try_text(at, 0, &[letter], mark_or(letter, cost::LEFT_OUT))?;
                if let Some(here) = here {
                    try_text(at, 1, &[letter], self.replacing(letter, here))?;
                }
            }
            if let Some(here) = here {
                let is_double = at > 0 && written[at - 1] == here;
                try_text(at, 1, b"", surplus(here, is_double))?;
                if let Some(&next) = written.get(at + 1) {
                    try_text(at, 2, &[next, here], cost::SWAPPED)?;
                }
            }
            self.other_places(written, at, &mut try_text)?;
            self.other_parts(written, at, &mut try_text)?;
        }
        if written.len() <= MAX_TWICE {
            self.two_near_characters(written, &mut try_text)?;
        }
        ControlFlow::Continue(())
    }

    /// Tries another place in place of the one at a byte.
    fn other_places(&self, written: &[u8], at: usize, try_text: TryText<'_>) -> ControlFlow<()> {
        let Some(length) = self.place_at(written, at) else {
            return ControlFlow::Continue(());
        };
        let wrong = &written[at..at + length];
        if self.is_on_board(wrong) {
            self.each_place(&mut |place| {
                try_text(at, length, place, self.replacing_place(place, wrong))
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Tries one more item or action at a byte, and one less.
    fn other_parts(&self, written: &[u8], at: usize, try_text: TryText<'_>) -> ControlFlow<()> {
        let item = item_at(written, at);
        if item > 0 {
            try_text(at, item, b"", SURPLUS_ITEM)?;
        }
        let action = action_at(written, at);
        if action > 0 {
            try_text(at, action, b"", surplus_action(&written[at..at + action]))?;
        }
        let is_end_of_part = at == written.len() || matches!(written[at], b',' | b';');
        if is_end_of_part && at > 0 && self.letters.contains(&b',') {
            let mut item = Vec::with_capacity(4);
            self.each_place(&mut |place| {
                item.clear();
                item.push(b',');
                item.extend_from_slice(place);
                try_text(at, 0, &item, cost::ITEM + cost::AGAIN)
            })?;
        }
        if let Some(end) = self.aside
            && (at == 0 || written[at - 1] == b';')
        {
            for value in b'1'..=b'6' {
                let action = [&[value], end.as_bytes()].concat();
                try_text(at, 0, &action, cost::ACTION + cost::AGAIN)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Tries characters near the written ones at every two places.
    fn two_near_characters(&self, written: &[u8], try_text: TryText<'_>) -> ControlFlow<()> {
        let near = |at: usize| {
            let here = written[at];
            self.letters
                .iter()
                .copied()
                .filter(move |&letter| letter != here && has(near_to(here), letter))
        };
        for first in 0..written.len() {
            for second in first + 1..written.len() {
                for one in near(first) {
                    for other in near(second) {
                        let mut part = written[first..=second].to_vec();
                        part[0] = one;
                        part[second - first] = other;
                        let cost = self.replacing(one, written[first])
                            + self.replacing(other, written[second])
                            + cost::AGAIN;
                        try_text(first, part.len(), &part, cost)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
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

    fn replacing_place(&self, right: &[u8], wrong: &[u8]) -> u32 {
        if self.is_mirrored(right, wrong) {
            cost::MIRRORED
        } else {
            cost::PLACE
        }
    }

    /// Returns the length of the place at a byte.
    fn place_at(&self, text: &[u8], at: usize) -> Option<usize> {
        match self.places {
            Places::Points { .. } => point_at(text, at),
            Places::Numbers => number_at(text, at),
        }
    }

    /// True if a place exists: a wrong place is usually one that exists.
    fn is_on_board(&self, place: &[u8]) -> bool {
        match self.places {
            Places::Numbers => true,
            Places::Points { side, .. } => point(place).is_some_and(|(column, row)| {
                column <= u32::from(side) && (1..=self.rows(column)).contains(&row)
            }),
        }
    }

    /// Returns the number of rows of a column.
    fn rows(&self, column: u32) -> u32 {
        match self.places {
            Places::Points {
                side,
                is_hexagon: true,
            } => u32::from(side).saturating_sub(u32::from(side).div_ceil(2).abs_diff(column)),
            Places::Points { side, .. } => u32::from(side),
            Places::Numbers => 0,
        }
    }

    /// True if a place is another one seen from another side of the board, or with column and row
    /// exchanged.
    fn is_mirrored(&self, right: &[u8], wrong: &[u8]) -> bool {
        let Places::Points { side, .. } = self.places else {
            return false;
        };
        let (Some((column, row)), Some(wrong)) = (point(right), point(wrong)) else {
            return false;
        };
        let other_column = (u32::from(side) + 1).saturating_sub(column);
        let other_row = |column: u32| (self.rows(column) + 1).saturating_sub(row);
        let seen = [
            (other_column, row),
            (column, other_row(column)),
            (row, column),
        ];
        seen.contains(&wrong)
    }

    /// Shows every place.
    fn each_place(&self, show: &mut dyn FnMut(&[u8]) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.places {
            Places::Numbers => {
                (0..=MAX_NUMBER).try_for_each(|number| show(number.to_string().as_bytes()))
            }
            Places::Points { side, .. } => {
                for column in 1..=u32::from(side) {
                    for row in 1..=self.rows(column) {
                        let letter = b'a'.saturating_add(u8::try_from(column - 1).unwrap_or(25));
                        let name = format!("{}{row}", char::from(letter));
                        show(name.as_bytes())?;
                    }
                }
                ControlFlow::Continue(())
            }
        }
    }
}

/// The costs of characters near the right one, by right and wrong character. Cached because lookups
/// are frequent.
static NEAR_COSTS: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let pairs = (0..128).flat_map(|right| (0..128).map(move |wrong| (right, wrong)));
    pairs
        .map(|(right, wrong)| cost_of_near(right, wrong))
        .collect()
});

/// Returns the cost of a character near the right one.
fn near(right: u8, wrong: u8) -> u32 {
    let index = usize::from(right) * 128 + usize::from(wrong);
    NEAR_COSTS.get(index).copied().unwrap_or(cost::NEAR)
}

/// Computes the cost of a character near the right one: the less, the more ways lead to it.
fn cost_of_near(right: u8, wrong: u8) -> u32 {
    let keys = key(right).zip(key(wrong));
    let is_key = keys.is_some_and(|(right, wrong)| are_neighbours_on_the_keyboard(right, wrong));
    match (
        is_key,
        look_alike(right, wrong),
        are_in_sequence(right, wrong),
    ) {
        (_, true, true) => cost::NEAR_AND_ALIKE,
        (true, true, _) | (true, _, true) => cost::NEAR_IN_TWO_WAYS,
        _ => cost::NEAR,
    }
}

/// True for the headings of cards.
fn is_heading(character: u8) -> bool {
    matches!(character, b'N' | b'E' | b'S' | b'W')
}

/// True for a sign that marks a piece, and that players forget.
fn is_mark(character: u8) -> bool {
    matches!(character, b'G' | b'*')
}

fn mark_or(character: u8, cost: u32) -> u32 {
    if is_mark(character) { cost::MARK } else { cost }
}

fn surplus(character: u8, is_double: bool) -> u32 {
    if is_double {
        cost::DOUBLED
    } else {
        mark_or(character, cost::STRAY)
    }
}

/// The cost of a surplus item.
const SURPLUS_ITEM: u32 = cost::ITEM + cost::MADE_UP;

/// Returns the cost of a surplus action, which is the dearer the more it says.
fn surplus_action(action: &[u8]) -> u32 {
    let commas = action.iter().filter(|&&byte| byte == b',').count();
    let items = u32::try_from(commas + 1).unwrap_or(u32::MAX);
    cost::ACTION + cost::MADE_UP_ACTION + items * cost::MADE_UP
}

/// Returns the length of the point at a byte: a letter and a number of one or two digits.
fn point_at(text: &[u8], at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let digits = digits_at(rest.get(1..)?);
    (rest[0].is_ascii_lowercase() && (1..=2).contains(&digits)).then_some(1 + digits)
}

/// Returns column and row of a point, from 1.
fn point(text: &[u8]) -> Option<(u32, u32)> {
    let (&letter, digits) = text.split_first()?;
    let column = u32::from(letter.checked_sub(b'a')?) + 1;
    let row = std::str::from_utf8(digits).ok()?.parse().ok()?;
    Some((column, row))
}

/// Returns the length of the whole number at a byte.
fn number_at(text: &[u8], at: usize) -> Option<usize> {
    let is_inside = at > 0 && text[at - 1].is_ascii_digit();
    let digits = digits_at(text.get(at..)?);
    (digits > 0 && !is_inside).then_some(digits)
}

fn digits_at(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

/// True if the seat of a pick-up is at a byte: a digit and a colon.
fn is_seat_at(text: &[u8], at: usize) -> bool {
    matches!(text.get(at..at + 2), Some([b'1'..=b'4', b':']))
}

/// Returns the length of the item of a list at a byte, with its comma; 0 if there is none.
fn item_at(text: &[u8], at: usize) -> usize {
    let Some((&first, rest)) = text.get(at..).and_then(<[u8]>::split_first) else {
        return 0;
    };
    let is_end = |byte: &u8| matches!(byte, b',' | b';');
    if first == b',' {
        return 1 + rest.iter().position(is_end).unwrap_or(rest.len());
    }
    let rest = &text[at..];
    match rest.iter().position(is_end) {
        Some(end) if end > 0 && rest[end] == b',' => end + 1,
        _ => 0,
    }
}

/// Returns the length of the action at a byte, with its semicolon; 0 if there is none.
fn action_at(text: &[u8], at: usize) -> usize {
    let Some((&first, rest)) = text.get(at..).and_then(<[u8]>::split_first) else {
        return 0;
    };
    let is_end = |byte: &u8| *byte == b';';
    if first == b';' {
        return 1 + rest.iter().position(is_end).unwrap_or(rest.len());
    }
    match text[at..].iter().position(is_end) {
        Some(end) if at == 0 => end + 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
        for (game, meant, likely, unlikely) in cases {
            let channel = channel(game);
            let likely = channel.cost(meant, likely);
            let unlikely = channel.cost(meant, unlikely);
            assert!(
                0 < likely && likely < unlikely,
                "{meant}: {likely} {unlikely}"
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
                let _ = channel.texts(&text, &mut |meant, cost| {
                    let meant = std::str::from_utf8(meant).unwrap();
                    assert_ne!(meant, text);
                    let least = channel.cost(meant, &text);
                    assert!(least <= cost, "{meant} for {text}: {least} of {cost}");
                    shown += 1;
                    ControlFlow::Continue(())
                });
                prop_assert!(shown > 0 || game != GameId::Gipf);
            }
        }

        #[test]
        fn any_texts_are_compared(meant in "\\PC{0,12}", written in "\\PC{0,12}") {
            for game in GameId::ALL {
                let channel = channel(game);
                let cost = channel.cost(&meant, &written);
                prop_assert_eq!(cost == 0, meant == written);
                let _ = channel.texts(&written, &mut |_, _| ControlFlow::Continue(()));
            }
        }
    }
}
