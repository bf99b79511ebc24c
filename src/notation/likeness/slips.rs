//! What somebody may have meant who made one slip.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use super::super::GameId;
use super::{LONGEST, has, near_to};

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

/// Which characters stand behind which in turns of a game; a space is the border of a turn, `?` any small letter, `#` any digit.
fn pairs(game: GameId) -> &'static [(&'static str, &'static str)] {
    match game {
        GameId::Gipf => &[
            (" ", "?xG"),
            ("?", "#"),
            ("x", "?G; "),
            ("G", "?"),
            ("#", "#-,;* "),
            ("-", "?"),
            (",", "?G"),
            (";", "?xG"),
            ("*", ",; "),
        ],
        GameId::Pippip => &[
            (" ", "#*"),
            ("#", "s@/;, "),
            ("s", ";"),
            ("?", "#"),
            (";", "#*x"),
            ("*", "#"),
            ("@", "?"),
            ("/", "#"),
            ("x", "?"),
            (",", "?"),
        ],
        GameId::Pippinzip => &[
            (" ", "?"),
            ("?", "#"),
            ("#", "#, "),
            (",", "?"),
            // `take` and `pass`.
            ("tp", "a"),
            ("a", "ks"),
            ("k", "e"),
            ("e", " "),
            ("s", "s "),
        ],
        GameId::Pipe => &[
            (" ", "#d"),
            ("#", "#@+-/;:, "),
            ("@", "+-"),
            ("+-", "#"),
            ("/", "NESW"),
            ("NESW", "; "),
            (";", "xskcd"),
            ("x", "#"),
            // Words: what may be claimed is any.
            ("?", "?,; "),
            ("dmw", ":"),
            (":", "#?"),
            (",", "#?"),
        ],
    }
}

/// The border of a turn.
const BORDER: u8 = b' ';

/// By game and character: what stands behind it in turns, a bit each. In a box, as a module for the browser has every byte of a static.
static BEHIND: LazyLock<Box<[[u128; 128]; GameId::ALL.len()]>> = LazyLock::new(|| {
    let any_of = |classes: &str| -> u128 {
        let of_class = |class: u8| match class {
            b'?' => (b'a'..=b'z').fold(0, |all, letter| all | 1 << letter),
            b'#' => (b'0'..=b'9').fold(0, |all, digit| all | 1 << digit),
            one => 1_u128 << (one & 127),
        };
        classes.bytes().map(of_class).fold(0, |all, these| all | these)
    };
    Box::new(GameId::ALL.map(|game| {
        let mut table = [0; 128];
        for (front, behind) in pairs(game) {
            let (front, behind) = (any_of(front), any_of(behind));
            (0..).zip(&mut table).filter(|&(character, _)| has(front, character)).for_each(|(_, all)| *all |= behind);
        }
        table
    }))
});

/// A text that somebody may have meant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slip<'a> {
    pub(crate) text: &'a [u8],
    /// Whether no two of its characters stand side by side that do so in no turn.
    pub(crate) may_be_turn: bool,
}

/// What was written, in which one slip after the other is made and taken back.
struct Slipping<'a> {
    meant: Vec<u8>,
    behind: &'a [u128; 128],
    /// By place: how many pairs up to the one that ends there stand in no turn; the last one ends at the border.
    wrong: Vec<usize>,
}

impl<'a> Slipping<'a> {
    fn of(written: &[u8], behind: &'a [u128; 128]) -> Self {
        let mut slipping = Self { meant: Vec::with_capacity(written.len() + 1), behind, wrong: Vec::new() };
        slipping.meant.extend_from_slice(written);
        let mut wrong = 0;
        slipping.wrong = (0..=written.len())
            .map(|at| {
                wrong += usize::from(!slipping.is_pair(at));
                wrong
            })
            .collect();
        slipping
    }

    /// Whether what stands at a place may stand behind what stands before it.
    #[inline]
    fn is_pair(&self, at: usize) -> bool {
        let at_place = |place: Option<usize>| place.and_then(|place| self.meant.get(place)).copied().unwrap_or(BORDER);
        let (before, behind) = (at_place(at.checked_sub(1)), at_place(Some(at)));
        self.behind.get(usize::from(before)).is_some_and(|&all| has(all, behind))
    }

    /// The text with a slip, which begins at a place: `to` is the last place that ended another pair before, `end` the last that does now.
    #[inline]
    fn slip(&self, from: usize, to: usize, end: usize) -> Slip<'_> {
        let wrong = |places: usize| places.checked_sub(1).and_then(|place| self.wrong.get(place)).copied().unwrap_or(0);
        let all = self.wrong.last().copied().unwrap_or(0);
        let is_right_elsewhere = wrong(from) + all == wrong(to + 1);
        Slip { text: &self.meant, may_be_turn: is_right_elsewhere && (from..=end).all(|at| self.is_pair(at)) }
    }
}

/// Shows the texts that somebody may have meant who wrote `text` with one slip in it, a turn of that game. Those that stand
/// for a change further behind come later.
pub(crate) fn slips(
    text: &str,
    game: GameId,
    reach: Reach,
    show: &mut dyn FnMut(Slip<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let text = text.as_bytes();
    if text.len() > LONGEST || !text.is_ascii() {
        return ControlFlow::Continue(());
    }
    let alphabet = alphabet(game);
    let mut slipping = Slipping::of(text, &BEHIND[game as usize]);
    for (at, &written) in text.iter().enumerate() {
        let near = near_to(written);
        for &other in alphabet {
            if other != written && has(near, other) == (reach == Reach::Near) {
                slipping.meant[at] = other;
                show(slipping.slip(at, at + 1, at + 1))?;
            }
        }
        slipping.meant[at] = written;
        let (before, next) = (at.checked_sub(1).map(|before| text[before]), text.get(at + 1).copied());
        if reach == Reach::Near && next.is_some_and(|next| next != written) {
            slipping.meant.swap(at, at + 1);
            show(slipping.slip(at, at + 2, at + 2))?;
            slipping.meant.swap(at, at + 1);
        }
        // Of two alike it does not matter which was too many.
        let is_double = next == Some(written);
        if is_double == (reach == Reach::Near) && before != Some(written) {
            slipping.meant.remove(at);
            show(slipping.slip(at, at + 1, at))?;
            slipping.meant.insert(at, written);
        }
    }
    if reach == Reach::Near {
        // Room for what is put in, which moves through the text.
        slipping.meant.insert(0, 0);
        for at in 0..=text.len() {
            // A character before one like it is the same as one behind it.
            for &other in alphabet.iter().filter(|&&other| text.get(at) != Some(&other)) {
                slipping.meant[at] = other;
                show(slipping.slip(at, at, at + 1))?;
            }
            if let Some(&passed) = text.get(at) {
                slipping.meant[at] = passed;
            }
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::super::Likeness;
    use super::*;
    use proptest::prelude::*;

    fn texts(text: &str, game: GameId, reach: Reach) -> Vec<String> {
        let mut found = Vec::new();
        let _ = slips(text, game, reach, &mut |slip| {
            found.push(String::from_utf8(slip.text.to_vec()).unwrap());
            ControlFlow::Continue(())
        });
        found
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

    #[test]
    fn most_of_what_is_no_turn_cannot_be_one() {
        for (game, written) in [
            (GameId::Gipf, "a2-d4"),
            (GameId::Pippip, "3@b2/4"),
            (GameId::Pippinzip, "c4,d15"),
            (GameId::Pipe, "17@+3-2/E;x4,9;draw:12"),
        ] {
            let (mut all, mut may_be) = (0, 0);
            for reach in [Reach::Near, Reach::Far] {
                let _ = slips(written, game, reach, &mut |slip| {
                    all += 1;
                    may_be += u32::from(slip.may_be_turn);
                    ControlFlow::Continue(())
                });
            }
            assert!(may_be > 10 && may_be < all / 2, "{written}: {may_be} of {all}");
        }
    }
}
