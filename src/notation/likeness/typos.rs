//! Generates the texts that may have been meant by a text with one typo.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use super::super::GameId;
use super::{LONGEST, has, near_to};

/// Distance of the variants of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// One usual typo: a character replaced with one near it, two swapped, one missing, one
    /// doubled.
    Near,
    /// One unusual typo: a character replaced with one not near it, or one inserted.
    Far,
}

/// Returns the characters in turns of a game.
fn alphabet(game: GameId) -> &'static [u8] {
    match game {
        GameId::Gipf => b"abcdefghi123456789-,;xG*",
        GameId::Pippip => b"123456abcds@/;*,x",
        GameId::Pippinzip => b"abcdefghijklmnopqrstuvwxyz0123456789,",
        GameId::Pipe => b"0123456789@+-/NESW;x:,",
    }
}

/// Returns the pairs of adjacent characters in turns of a game. A space is the border of a turn,
/// `?` any lower-case letter, `#` any digit.
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
            // Names: a claim may contain any word.
            ("?", "?,; "),
            ("dmw", ":"),
            (":", "#?"),
            (",", "#?"),
        ],
    }
}

/// The border of a turn.
const BORDER: u8 = b' ';

/// The characters in turns of a game. Sets of them have one bit per character, in the order of
/// `all`.
struct Characters {
    all: &'static [u8],
    /// By character code: the characters that may follow it, one bit per code.
    after: [u128; 128],
    /// By character code: the set that contains only this character, if it occurs in turns.
    set_of_one: [u64; 128],
    /// By character code: the set of characters near it.
    set_near: [u64; 128],
    /// By character code: the set of characters that may precede it.
    set_before: [u64; 128],
    /// By character code: the set of characters that may follow it.
    set_after: [u64; 128],
}

impl Characters {
    fn of(game: GameId) -> &'static Self {
        static CHARACTERS: [OnceLock<Characters>; GameId::ALL.len()] =
            [const { OnceLock::new() }; GameId::ALL.len()];
        CHARACTERS[game as usize].get_or_init(|| Self::new(game))
    }

    fn new(game: GameId) -> Self {
        let any_of = |classes: &str| -> u128 {
            let of_class = |class: u8| match class {
                b'?' => (b'a'..=b'z').fold(0, |all, letter| all | 1 << letter),
                b'#' => (b'0'..=b'9').fold(0, |all, digit| all | 1 << digit),
                character => 1_u128 << (character & 127),
            };
            classes
                .bytes()
                .map(of_class)
                .fold(0, |all, these| all | these)
        };
        let mut after = [0; 128];
        for (front, next) in pairs(game) {
            let (front, next) = (any_of(front), any_of(next));
            (0..)
                .zip(&mut after)
                .filter(|&(character, _)| has(front, character))
                .for_each(|(_, all)| *all |= next);
        }
        let all = alphabet(game);
        let set_of = |codes: u128| {
            all.iter().rev().fold(0, |set, &character| {
                set << 1 | u64::from(has(codes, character))
            })
        };
        let set_before = |code: usize| {
            let may_precede = |before: u8| u64::from(after[usize::from(before)] >> code & 1 == 1);
            all.iter()
                .rev()
                .fold(0, |set, &before| set << 1 | may_precede(before))
        };
        Self {
            all,
            after,
            set_of_one: std::array::from_fn(|code| set_of(1 << code)),
            set_near: std::array::from_fn(|code| set_of(near_to(code as u8))),
            set_before: std::array::from_fn(set_before),
            set_after: after.map(set_of),
        }
    }

    fn set_of_all(&self) -> u64 {
        (1 << self.all.len()) - 1
    }

    /// Returns the set that contains only this character, if it occurs in turns.
    fn set_of_one(&self, character: u8) -> u64 {
        self.set_of_one
            .get(usize::from(character))
            .copied()
            .unwrap_or(0)
    }
}

/// A text that may have been meant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Typo<'a> {
    pub(crate) text: &'a [u8],
    /// The number of texts skipped by the filter since the previous one.
    pub(crate) passed_over: usize,
}

/// Filter of the generated texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WantedTypos {
    All,
    /// Only texts in which every pair of adjacent characters occurs in some turn.
    MayBeTurns,
}

/// The written text, in which one typo after another is made and undone.
struct TypoGenerator<'a> {
    meant: Vec<u8>,
    characters: &'static Characters,
    which: WantedTypos,
    /// The ends of the first and the last pair that occur in no turn. The very last pair of a text
    /// ends at its border.
    wrong: Option<(usize, usize)>,
    passed_over: usize,
    show: &'a mut dyn FnMut(Typo<'_>) -> ControlFlow<()>,
}

impl TypoGenerator<'_> {
    fn character(&self, at: Option<usize>) -> u8 {
        at.and_then(|at| self.meant.get(at))
            .copied()
            .unwrap_or(BORDER)
    }

    /// True if the two characters may be adjacent in a turn.
    fn is_pair(&self, before: u8, after: u8) -> bool {
        self.characters
            .after
            .get(usize::from(before))
            .is_some_and(|&all| has(all, after))
    }

    fn note_pairs(&mut self) {
        let is_wrong = |&at: &usize| {
            !self.is_pair(self.character(at.checked_sub(1)), self.character(Some(at)))
        };
        let mut wrong = (0..=self.meant.len()).filter(is_wrong);
        self.wrong = wrong
            .next()
            .map(|first| (first, wrong.next_back().unwrap_or(first)));
    }

    /// True if all invalid pairs of the written text end between `from` and `to`.
    fn is_right_but(&self, from: usize, to: usize) -> bool {
        self.wrong
            .is_none_or(|(first, last)| from <= first && last <= to)
    }

    /// Returns true if a change passes the filter. It puts `new` at `at` and replaces the pairs
    /// that end between `at` and `to`.
    fn is_shown(&mut self, at: usize, to: usize, new: &[u8]) -> bool {
        let are_pairs = || {
            let before = std::iter::once(self.character(at.checked_sub(1)));
            before
                .chain(new.iter().copied())
                .zip(new)
                .all(|(before, &after)| self.is_pair(before, after))
        };
        let is_shown = self.which == WantedTypos::All || (self.is_right_but(at, to) && are_pairs());
        self.passed_over += usize::from(!is_shown);
        is_shown
    }

    /// Shows the current text.
    fn show(&mut self) -> ControlFlow<()> {
        let passed_over = std::mem::take(&mut self.passed_over);
        (self.show)(Typo {
            text: &self.meant,
            passed_over,
        })
    }

    /// Shows the text with each of `characters` at `at`. This replaces the pairs that end between
    /// `at` and `to`.
    fn each(&mut self, at: usize, to: usize, characters: u64) -> ControlFlow<()> {
        let mut left = match self.which {
            WantedTypos::All => characters,
            WantedTypos::MayBeTurns if !self.is_right_but(at, to) => 0,
            WantedTypos::MayBeTurns => {
                let (before, after) = (
                    self.character(at.checked_sub(1)),
                    self.character(Some(at + 1)),
                );
                let set = |by_code: &[u64; 128], code: u8| {
                    by_code.get(usize::from(code)).copied().unwrap_or(0)
                };
                characters
                    & set(&self.characters.set_after, before)
                    & set(&self.characters.set_before, after)
            }
        };
        let mut rest = characters;
        while left != 0 {
            let letter = left & left.wrapping_neg();
            left ^= letter;
            let before = rest & (letter - 1);
            rest ^= before | letter;
            self.meant[at] = self.characters.all[letter.trailing_zeros() as usize];
            self.passed_over += before.count_ones() as usize;
            self.show()?;
        }
        self.passed_over += rest.count_ones() as usize;
        ControlFlow::Continue(())
    }
}

/// Calls a function for each text that differs from a turn of the game by one likely typo, until
/// it breaks.
pub fn each_near_typo(turn: &str, game: GameId, visit: &mut dyn FnMut(&str) -> ControlFlow<()>) {
    let _ =
        each_typo(
            turn,
            game,
            Reach::Near,
            WantedTypos::All,
            &mut |typo| match std::str::from_utf8(typo.text) {
                Ok(text) => visit(text),
                Err(_) => ControlFlow::Continue(()),
            },
        );
}

/// Shows the texts that may have been meant by `text`, a turn with one typo. Texts with a change
/// further back come later.
pub(crate) fn each_typo(
    text: &str,
    game: GameId,
    reach: Reach,
    which: WantedTypos,
    show: &mut dyn FnMut(Typo<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let text = text.as_bytes();
    if text.len() > LONGEST || !text.is_ascii() {
        return ControlFlow::Continue(());
    }
    let characters = Characters::of(game);
    let mut meant = Vec::with_capacity(text.len() + 1);
    meant.extend_from_slice(text);
    let mut generator = TypoGenerator {
        meant,
        characters,
        which,
        wrong: None,
        passed_over: 0,
        show,
    };
    generator.note_pairs();
    for (at, &written) in text.iter().enumerate() {
        let near = characters
            .set_near
            .get(usize::from(written))
            .copied()
            .unwrap_or(0);
        let others = if reach == Reach::Near {
            near
        } else {
            characters.set_of_all() & !near
        };
        generator.each(at, at + 1, others & !characters.set_of_one(written))?;
        generator.meant[at] = written;
        let (before, next) = (
            at.checked_sub(1).map(|before| text[before]),
            text.get(at + 1).copied(),
        );
        let after = |at: usize| text.get(at).copied().unwrap_or(BORDER);
        if reach == Reach::Near
            && let Some(next) = next.filter(|&next| next != written)
            && generator.is_shown(at, at + 2, &[next, written, after(at + 2)])
        {
            generator.meant.swap(at, at + 1);
            generator.show()?;
            generator.meant.swap(at, at + 1);
        }
        // Deleting either of two equal characters gives the same text.
        let is_double = next == Some(written);
        if is_double == (reach == Reach::Near)
            && before != Some(written)
            && generator.is_shown(at, at + 1, &[after(at + 1)])
        {
            generator.meant.remove(at);
            generator.show()?;
            generator.meant.insert(at, written);
        }
    }
    if reach == Reach::Near {
        // A gap for the inserted character, which moves through the text.
        generator.meant.insert(0, 0);
        for at in 0..=text.len() {
            let next = text.get(at).copied();
            // Inserting a character before an equal one is the same as inserting it after.
            generator.each(
                at,
                at,
                characters.set_of_all() & !next.map_or(0, |next| characters.set_of_one(next)),
            )?;
            if let Some(passed) = next {
                generator.meant[at] = passed;
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

    fn texts(text: &str, game: GameId, reach: Reach, which: WantedTypos) -> Vec<String> {
        let mut found = Vec::new();
        let _ = each_typo(text, game, reach, which, &mut |typo| {
            found.push(String::from_utf8(typo.text.to_vec()).unwrap());
            ControlFlow::Continue(())
        });
        found
    }

    #[test]
    fn typos_are_described() {
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
            let shown = texts(written, game, Reach::Near, WantedTypos::MayBeTurns);
            assert!(shown.iter().any(|text| text == meant), "{written}");
        }
        let is_shown = |reach| {
            texts("a7-c4", GameId::Gipf, reach, WantedTypos::MayBeTurns)
                .contains(&"a2-c4".to_owned())
        };
        assert!(is_shown(Reach::Far) && !is_shown(Reach::Near));
    }

    proptest! {
        #[test]
        fn a_typo_costs_one(text in "[a-i][1-9](-[a-i][1-9])?(;x[a-i][1-9],[a-i][1-9])?") {
            let mut likeness = Likeness::to(&text);
            let mut seen = std::collections::BTreeSet::new();
            for meant in texts(&text, GameId::Gipf, Reach::Near, WantedTypos::All) {
                prop_assert_eq!(likeness.distance(&meant, 9), Some(1), "{}", meant);
                prop_assert!(meant != text);
                seen.insert(meant);
            }
            for meant in texts(&text, GameId::Gipf, Reach::Far, WantedTypos::All) {
                prop_assert!(!seen.contains(&meant) || meant.len() < text.len());
            }
        }
    }

    #[test]
    fn most_invalid_turns_are_ruled_out_early() {
        for (game, written) in [
            (GameId::Gipf, "a2-d4"),
            (GameId::Pippip, "3@b2/4"),
            (GameId::Pippinzip, "c4,d15"),
            (GameId::Pipe, "17@+3-2/E;x4,9;draw:12"),
        ] {
            let (mut all, mut may_be) = (0, 0);
            for reach in [Reach::Near, Reach::Far] {
                all += texts(written, game, reach, WantedTypos::All).len();
                may_be += texts(written, game, reach, WantedTypos::MayBeTurns).len();
            }
            assert!(
                may_be > 10 && may_be < all / 2,
                "{written}: {may_be} of {all}"
            );
        }
    }
}
