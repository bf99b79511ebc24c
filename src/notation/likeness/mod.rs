//! How much two texts look alike to whoever wrote one and meant the other: keys that lie side by side, characters that
//! look alike or follow each other, two that are swapped, one that is left out or hit twice.

mod distance;

use std::ops::ControlFlow;
use std::sync::LazyLock;

use super::GameId;
pub(crate) use distance::Likeness;

/// The keys of a keyboard, row by row; each row stands half a key to the right of the one above.
const KEYS: [&[u8]; 4] = [b"1234567890-=", b"qwertyuiop[]", b"asdfghjkl;'", b"zxcvbnm,./"];
/// A sign and the key that gives it together with the shift key.
const SHIFTED: &[u8] = b"!1@2#3$4%5^6&7*8(9)0_-+=:;\"'<,>.?/";
/// Characters that look alike in print or by hand, group by group.
const LOOK_ALIKE: &[&[u8]] = &[
    b"1lIi|", b"17", b"0oOQ", b"0D", b"06", b"08", b"5sS", b"38", b"8B", b"6bG", b"68", b"69", b"2zZ", b"9gq", b"49",
    b"ceo", b"ao", b"ad", b"bh", b"gq", b"hn", b"mn", b"uv", b"ij", b"-_~", b",.", b";:", b"xX", b"*x", b"+t",
];
/// The longest text in which slips are looked for, and of which characters are compared.
pub(crate) const LONGEST: usize = 200;

/// A character for another that is near it.
pub(crate) const NEAR: u32 = 1;
/// How far from a text others are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// One usual slip: a character for one that is near it, two swapped, one left out, one hit twice.
    Near,
    /// A character for one that is not near it, or one too many.
    Far,
}

/// What a turn of a game is written with.
fn alphabet(game: GameId) -> &'static [u8] {
    match game {
        GameId::Gipf => b"abcdefghi123456789-,;xG*",
        GameId::Pippip => b"123456abcds@/;*,x",
        GameId::Pippinzip => b"abcdefghijklmnopqrstuvwxyz0123456789,",
        GameId::Pipe => b"0123456789@+-/NESW;x:,",
    }
}

/// The row and the place of a character's key.
fn key(character: u8) -> Option<(usize, usize)> {
    let shifted = SHIFTED.chunks_exact(2).find(|pair| pair[0] == character).map(|pair| pair[1]);
    let plain = shifted.unwrap_or_else(|| character.to_ascii_lowercase());
    KEYS.iter().enumerate().find_map(|(row, keys)| Some((row, keys.iter().position(|&key| key == plain)?)))
}

fn are_neighbours_on_the_keyboard(left: (usize, usize), right: (usize, usize)) -> bool {
    let (above, below) = if left.0 <= right.0 { (left, right) } else { (right, left) };
    match below.0 - above.0 {
        0 => above.1.abs_diff(below.1) <= 1,
        1 => above.1 == below.1 || above.1 == below.1 + 1,
        _ => false,
    }
}

/// For each character those that are near it, a bit each: it is asked for very often.
static NEAR_TO: LazyLock<[u128; 128]> = LazyLock::new(|| {
    let mut near = [0_u128; 128];
    let keys: Vec<_> = (b' '..=b'~').filter_map(|character| Some((character, key(character)?))).collect();
    for &(left, one) in &keys {
        for &(right, other) in &keys {
            near[usize::from(left)] |= u128::from(are_neighbours_on_the_keyboard(one, other)) << right;
        }
    }
    let rows = [b'0'..=b'9', b'a'..=b'z'].map(Iterator::collect::<Vec<u8>>);
    let following = rows.iter().flat_map(|row| row.windows(2));
    for group in following.chain(LOOK_ALIKE.iter().copied()) {
        for &character in group {
            group.iter().for_each(|other| near[usize::from(character)] |= 1 << other);
        }
    }
    near
});

/// The characters that are easily written for one, a bit each.
fn near_to(character: u8) -> u128 {
    NEAR_TO.get(usize::from(character)).copied().unwrap_or(0)
}

/// Whether a character is one of those.
fn has(near: u128, character: u8) -> bool {
    character < 128 && near >> character & 1 == 1
}

/// Shows the texts that somebody may have meant who wrote `text` with one slip in it, a turn of that game. Those that stand
/// for a change further behind come later.
pub(crate) fn slips(
    text: &str,
    game: GameId,
    reach: Reach,
    mut show: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let text = text.as_bytes();
    if text.len() > LONGEST || !text.is_ascii() {
        return ControlFlow::Continue(());
    }
    let alphabet = alphabet(game);
    // The text, in which one slip after the other is made and taken back.
    let mut meant = Vec::with_capacity(text.len() + 1);
    meant.extend_from_slice(text);
    for (at, &written) in text.iter().enumerate() {
        let near = near_to(written);
        for &other in alphabet {
            if other != written && has(near, other) == (reach == Reach::Near) {
                meant[at] = other;
                show(&meant)?;
            }
        }
        meant[at] = written;
        let (before, next) = (at.checked_sub(1).map(|before| text[before]), text.get(at + 1).copied());
        if reach == Reach::Near && next.is_some_and(|next| next != written) {
            meant.swap(at, at + 1);
            show(&meant)?;
            meant.swap(at, at + 1);
        }
        // Of two alike it does not matter which was too many.
        let is_double = next == Some(written);
        if is_double == (reach == Reach::Near) && before != Some(written) {
            meant.remove(at);
            show(&meant)?;
            meant.insert(at, written);
        }
    }
    if reach == Reach::Near {
        // Room for what is put in, which moves through the text.
        meant.insert(0, 0);
        for at in 0..=text.len() {
            // A character before one like it is the same as one behind it.
            for &other in alphabet.iter().filter(|&&other| text.get(at) != Some(&other)) {
                meant[at] = other;
                show(&meant)?;
            }
            if let Some(&passed) = text.get(at) {
                meant[at] = passed;
            }
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts(text: &str, game: GameId, reach: Reach) -> Vec<String> {
        let mut found = Vec::new();
        let _ = slips(text, game, reach, |meant| {
            found.push(String::from_utf8(meant.to_vec()).unwrap());
            ControlFlow::Continue(())
        });
        found
    }

    fn are_near(left: u8, right: u8) -> bool {
        has(near_to(left), right)
    }

    #[test]
    fn characters_are_near() {
        for pair in ["df", "gb", "34", "l1", "0o", "8*", "+-", "gG", "EW", "ce", "b6", "69", "-="] {
            let [left, right] = pair.as_bytes() else { panic!("{pair}") };
            assert!(are_near(*left, *right) && are_near(*right, *left), "{pair}");
        }
        for pair in ["ag", "37", "x1", "NS", "a1", "g-"] {
            let [left, right] = pair.as_bytes() else { panic!("{pair}") };
            assert!(!are_near(*left, *right), "{pair}");
        }
    }

    #[test]
    fn slips_are_shown() {
        let cases = [
            (GameId::Gipf, "5c", "c5"),
            (GameId::Gipf, "a2-d4", "a2-c4"),
            (GameId::Gipf, "g1--g4", "g1-g4"),
            (GameId::Gipf, "f1f4", "f1-f4"),
            (GameId::Gipf, "fl-f3", "f1-f3"),
            (GameId::Gipf, "b5", "Gb5"),
            (GameId::Pipe, "12@+O+0/E", "12@+0+0/E"),
            (GameId::Pipe, "7@-3+1/W", "7@-3+1/E"),
            (GameId::Pippip, "11@b2/4", "1@b2/4"),
            (GameId::Pippip, "b@b4/2", "6@b4/2"),
        ];
        for (game, written, meant) in cases {
            assert!(texts(written, game, Reach::Near).iter().any(|text| text == meant), "{written}");
        }
        assert!(texts("a7-c4", GameId::Gipf, Reach::Far).contains(&"a2-c4".to_owned()));
        assert!(!texts("a7-c4", GameId::Gipf, Reach::Near).contains(&"a2-c4".to_owned()));
    }

    proptest! {
        #[test]
        fn a_slip_costs_one(text in "[a-i][1-9](-[a-i][1-9])?(;x[a-i][1-9],[a-i][1-9])?") {
            let mut likeness = Likeness::to(&text);
            let mut seen = std::collections::BTreeSet::new();
            for meant in texts(&text, GameId::Gipf, Reach::Near) {
                prop_assert_eq!(likeness.distance(&meant, 9), Some(1), "{}", meant);
                prop_assert!(meant != text);
                seen.insert(meant);
            }
            for meant in texts(&text, GameId::Gipf, Reach::Far) {
                prop_assert!(!seen.contains(&meant) || meant.len() < text.len());
            }
        }
    }
}
