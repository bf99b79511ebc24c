//! Similarity of two texts with regard to typos: neighbouring keys, characters that look alike or
//! follow each other, swapped, missing and doubled characters.

mod channel;
mod distance;
mod mistake_in_words;
mod typos;

use std::sync::LazyLock;

pub(crate) use channel::Channel;
pub use distance::Likeness;
pub(crate) use distance::common_prefix_length;
pub(crate) use mistake_in_words::describe_mistake;
pub use typos::each_near_typo;
pub(crate) use typos::{Reach, TypoFilter, each_typo};

/// The keys of a keyboard, row by row. Each row is shifted half a key to the right of the row
/// above.
const KEYS: [&[u8]; 4] = [
    b"1234567890-=",
    b"qwertyuiop[]",
    b"asdfghjkl;'",
    b"zxcvbnm,./",
];
/// Pairs of a sign and the key that gives it together with the shift key.
const SHIFTED: &[u8] = b"!1@2#3$4%5^6&7*8(9)0_-+=:;\"'<,>.?/";
/// Groups of characters that look alike in print or handwriting.
const LOOK_ALIKE: &[&[u8]] = &[
    b"1lIi|", b"17", b"0oOQ", b"0D", b"06", b"08", b"5sS", b"38", b"8B", b"6bG", b"68", b"69",
    b"2zZ", b"9gq", b"49", b"ceo", b"ao", b"ad", b"bh", b"gq", b"hn", b"mn", b"uv", b"ij", b"-_~",
    b",.", b";:", b"xX", b"*x", b"+t",
];
/// The maximum length of a text in which typos are searched for and of which characters are
/// compared.
pub(crate) const MAX_LENGTH: usize = 200;

/// Cost of replacing a character with one near it.
pub(crate) const NEAR: u32 = 1;

/// Returns the row and the column of a character's key.
fn key(character: u8) -> Option<(usize, usize)> {
    let shifted = SHIFTED
        .chunks_exact(2)
        .find(|pair| pair[0] == character)
        .map(|pair| pair[1]);
    let plain = shifted.unwrap_or_else(|| character.to_ascii_lowercase());
    KEYS.iter()
        .enumerate()
        .find_map(|(row, keys)| Some((row, keys.iter().position(|&key| key == plain)?)))
}

fn are_neighbours_on_the_keyboard(left: (usize, usize), right: (usize, usize)) -> bool {
    let (above, below) = if left.0 <= right.0 {
        (left, right)
    } else {
        (right, left)
    };
    match below.0 - above.0 {
        0 => above.1.abs_diff(below.1) <= 1,
        1 => above.1 == below.1 || above.1 == below.1 + 1,
        _ => false,
    }
}

/// For each character, the set of characters near it, one bit each. Cached because lookups are
/// frequent.
static NEAR_TO: LazyLock<[u128; 128]> = LazyLock::new(|| {
    let mut near = [0_u128; 128];
    let keys: Vec<_> = (b' '..=b'~')
        .filter_map(|character| Some((character, key(character)?)))
        .collect();
    for &(left, left_key) in &keys {
        for &(right, right_key) in &keys {
            near[usize::from(left)] |=
                u128::from(are_neighbours_on_the_keyboard(left_key, right_key)) << right;
        }
    }
    let rows = [b'0'..=b'9', b'a'..=b'z'].map(Iterator::collect::<Vec<u8>>);
    let following = rows.iter().flat_map(|row| row.windows(2));
    for group in following.chain(LOOK_ALIKE.iter().copied()) {
        for &character in group {
            for other in group {
                near[usize::from(character)] |= 1 << other;
            }
        }
    }
    near
});

/// Returns true if two characters look alike.
fn look_alike(left: u8, right: u8) -> bool {
    LOOK_ALIKE
        .iter()
        .any(|group| group.contains(&left) && group.contains(&right))
}

/// Returns true if one of two letters or digits comes directly after the other.
fn are_in_sequence(left: u8, right: u8) -> bool {
    let is_one_kind = (left.is_ascii_digit() && right.is_ascii_digit())
        || (left.is_ascii_lowercase() && right.is_ascii_lowercase());
    is_one_kind && left.abs_diff(right) == 1
}

/// Returns the set of characters that are easily typed instead of this one, one bit each.
fn near_to(character: u8) -> u128 {
    NEAR_TO.get(usize::from(character)).copied().unwrap_or(0)
}

/// Returns true if a character is in the set.
fn has(near: u128, character: u8) -> bool {
    character < 128 && near >> character & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn are_near(left: u8, right: u8) -> bool {
        has(near_to(left), right)
    }

    #[test]
    fn characters_are_near() {
        for pair in [
            "df", "gb", "34", "l1", "0o", "8*", "+-", "gG", "EW", "ce", "b6", "69", "-=",
        ] {
            let [left, right] = pair.as_bytes() else {
                panic!("{pair}")
            };
            assert!(are_near(*left, *right) && are_near(*right, *left), "{pair}");
        }
        for pair in ["ag", "37", "x1", "NS", "a1", "g-"] {
            let [left, right] = pair.as_bytes() else {
                panic!("{pair}")
            };
            assert!(!are_near(*left, *right), "{pair}");
        }
    }
}
