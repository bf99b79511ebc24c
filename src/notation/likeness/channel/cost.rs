//! Costs: how unlikely each slip in a token is, in thousandths of a nat. To teach the search a new
//! kind of slip, add a line here and a step to [`Channel::cost`](super::Channel::cost) and
//! [`Channel::texts`](super::Channel::texts).

use std::sync::LazyLock;

use super::super::{are_in_sequence, are_neighbours_on_the_keyboard, key, look_alike};

/// A token has a mistake at all: about one in five tokens of a faulty record.
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
/// A surplus item.
pub(super) const SURPLUS_ITEM: u32 = ITEM + MADE_UP;
/// The text breaks off.
pub(super) const CUT_SHORT: u32 = 5_000;

/// The costs of characters near the right one, by right and wrong character, for the 128 characters
/// of ASCII. Cached because lookups are frequent.
static NEAR_COSTS: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let pairs = (0..128).flat_map(|right| (0..128).map(move |wrong| (right, wrong)));
    pairs
        .map(|(right, wrong)| cost_of_near(right, wrong))
        .collect()
});

/// Returns the cost of a character near the right one.
pub(super) fn near(right: u8, wrong: u8) -> u32 {
    let index = usize::from(right) * 128 + usize::from(wrong);
    NEAR_COSTS.get(index).copied().unwrap_or(NEAR)
}

/// Computes the cost of a character near the right one. The more ways it is near, the lower the
/// cost.
fn cost_of_near(right: u8, wrong: u8) -> u32 {
    let keys = key(right).zip(key(wrong));
    let is_key = keys.is_some_and(|(right, wrong)| are_neighbours_on_the_keyboard(right, wrong));
    match (
        is_key,
        look_alike(right, wrong),
        are_in_sequence(right, wrong),
    ) {
        (_, true, true) => NEAR_AND_ALIKE,
        (true, true, _) | (true, _, true) => NEAR_IN_TWO_WAYS,
        _ => NEAR,
    }
}

/// Returns true for the headings of cards.
pub(super) fn is_heading(character: u8) -> bool {
    matches!(character, b'N' | b'E' | b'S' | b'W')
}

/// Returns true for a sign that marks a piece, and that players forget.
pub(super) fn is_mark(character: u8) -> bool {
    matches!(character, b'G' | b'*')
}

/// Returns the cost of a character: less for a mark of a piece, which players forget.
pub(super) fn mark_or(character: u8, cost: u32) -> u32 {
    if is_mark(character) { MARK } else { cost }
}

/// Returns the cost of a surplus character.
pub(super) fn surplus(character: u8, is_double: bool) -> u32 {
    if is_double {
        DOUBLED
    } else {
        mark_or(character, STRAY)
    }
}

/// Returns the cost of a surplus action, which rises with the number of its items.
pub(super) fn surplus_action(action: &[u8]) -> u32 {
    let commas = action.iter().filter(|&&byte| byte == b',').count();
    let items = u32::try_from(commas + 1).unwrap_or(u32::MAX);
    ACTION + MADE_UP_ACTION + items * MADE_UP
}
