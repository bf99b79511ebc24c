//! Generates the texts that a text with one typo may stand for.

use std::ops::{ControlFlow, Range};
use std::sync::OnceLock;

use super::super::GameId;
use super::{MAX_LENGTH, has, near_to};

/// Distance of the variants of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// One usual typo: a character replaced with one near it, two swapped, one missing, one
    /// doubled.
    Near,
    /// One unusual typo: a character replaced with one not near it, or one inserted.
    Far,
}

/// The border of a turn in the table of followers: the characters after it begin a turn, and those
/// before it end one.
const BORDER: u8 = b' ';

/// For each character code: the set of characters that may follow it in a turn, one bit each.
pub(super) type Followers = [u128; 128];

pub(super) fn followers(game: GameId) -> &'static Followers {
    static FOLLOWERS: [OnceLock<Followers>; GameId::ALL.len()] =
        [const { OnceLock::new() }; GameId::ALL.len()];
    FOLLOWERS[game as usize].get_or_init(|| {
        let mut followers = [0; 128];
        for (before, after) in game.facts().turns.pairs {
            for character in members(before) {
                let after = members(after).fold(0, |set, other| set | 1_u128 << other);
                followers[usize::from(character)] |= after;
            }
        }
        followers
    })
}

/// Returns the characters of a list of characters and classes: `?` is any small letter, and `#` any
/// digit.
fn members(classes: &str) -> impl Iterator<Item = u8> {
    classes.bytes().flat_map(|class| match class {
        b'?' => b'a'..=b'z',
        b'#' => b'0'..=b'9',
        character => character..=character,
    })
}

/// Returns true if every two adjacent characters of a text may be adjacent in a turn.
pub(super) fn may_be_turn(text: &[u8], followers: &Followers) -> bool {
    let may_follow = |before: u8, after: u8| has(followers[usize::from(before)], after);
    let first = text.first().copied().unwrap_or(BORDER);
    let last = text.last().copied().unwrap_or(BORDER);
    may_follow(BORDER, first)
        && may_follow(last, BORDER)
        && text.windows(2).all(|pair| may_follow(pair[0], pair[1]))
}

/// A text one typo away from the written one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Typo<'a> {
    /// The text that may have been intended.
    pub(crate) text: &'a [u8],
    /// The number of texts skipped by the filter since the previous one.
    pub(crate) passed_over: usize,
}

/// Filter of the generated texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TypoFilter {
    All,
    /// Only texts in which every pair of adjacent characters occurs in some turn.
    MayBeTurns,
}

/// Visits the texts that `text`, a turn with one typo, may stand for. Texts of the same length or
/// shorter come first, then those with one more character. In each group, texts with a change
/// further back come later.
pub(crate) fn each_typo(
    text: &str,
    game: GameId,
    reach: Reach,
    which: TypoFilter,
    show: &mut dyn FnMut(Typo<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if text.len() > MAX_LENGTH || !text.is_ascii() {
        return ControlFlow::Continue(());
    }

    let followers = followers(game);
    let mut passed_over = 0;
    for intended in typos(text.as_bytes(), game.facts().turns.letters, reach) {
        if which == TypoFilter::MayBeTurns && !may_be_turn(&intended, followers) {
            passed_over += 1;
            continue;
        }

        show(Typo {
            text: &intended,
            passed_over: std::mem::take(&mut passed_over),
        })?;
    }
    ControlFlow::Continue(())
}

/// Calls a function for each text that differs from a turn of the game by one likely typo, until
/// it breaks.
pub fn each_near_typo(turn: &str, game: GameId, visit: &mut dyn FnMut(&str) -> ControlFlow<()>) {
    let mut show = |typo: Typo<'_>| match std::str::from_utf8(typo.text) {
        Ok(text) => visit(text),
        Err(_) => ControlFlow::Continue(()),
    };
    // Whether the function broke does not matter here.
    let _ = each_typo(turn, game, Reach::Near, TypoFilter::All, &mut show);
}

/// Returns the texts that are one typo away.
fn typos<'t>(
    text: &'t [u8],
    alphabet: &'static [u8],
    reach: Reach,
) -> impl Iterator<Item = Vec<u8>> + 't {
    let changes = (0..text.len()).flat_map(move |index| changes_at(text, index, alphabet, reach));
    let places = match reach {
        Reach::Near => 0..text.len() + 1,
        // To leave out a character is always a usual typo.
        Reach::Far => 0..0,
    };
    changes.chain(places.flat_map(move |index| insertions_at(text, index, alphabet)))
}

/// Returns the texts in which a character is replaced, swapped with the next one, or removed.
fn changes_at<'t>(
    text: &'t [u8],
    index: usize,
    alphabet: &'static [u8],
    reach: Reach,
) -> impl Iterator<Item = Vec<u8>> + 't {
    let written = text[index];
    let near = near_to(written);
    let is_near = reach == Reach::Near;
    let others = alphabet
        .iter()
        .filter(move |&&other| other != written && has(near, other) == is_near);
    let replaced = others.map(move |&other| with_part(text, index..index + 1, &[other]));

    let next = text.get(index + 1).copied();
    let other_next = next.filter(|&next| is_near && next != written);
    let swapped = other_next.map(|next| with_part(text, index..index + 2, &[next, written]));

    // Removing either of two equal characters gives the same text. To write a character twice is a
    // usual typo; to write a surplus one is not.
    let is_double = next == Some(written);
    let is_first = index == 0 || text[index - 1] != written;
    let is_removed = is_first && is_double == is_near;
    let removed = is_removed.then(|| with_part(text, index..index + 1, &[]));

    replaced.chain(swapped).chain(removed)
}

/// Returns the texts with one more character. Inserting one before an equal one gives the same text
/// as inserting it after.
fn insertions_at<'t>(
    text: &'t [u8],
    index: usize,
    alphabet: &'static [u8],
) -> impl Iterator<Item = Vec<u8>> + 't {
    let next = text.get(index);
    alphabet
        .iter()
        .filter(move |&inserted| next != Some(inserted))
        .map(move |&inserted| with_part(text, index..index, &[inserted]))
}

/// Returns the text with another part in place of a range.
fn with_part(text: &[u8], range: Range<usize>, part: &[u8]) -> Vec<u8> {
    [&text[..range.start], part, &text[range.end..]].concat()
}

#[cfg(test)]
mod tests {
    use super::super::Likeness;
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn texts(text: &str, game: GameId, reach: Reach, which: TypoFilter) -> Vec<String> {
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
        for (game, written, intended) in cases {
            let shown = texts(written, game, Reach::Near, TypoFilter::MayBeTurns);
            assert!(shown.iter().any(|text| text == intended), "{written}");
        }
        let is_shown = |reach| {
            texts("a7-c4", GameId::Gipf, reach, TypoFilter::MayBeTurns)
                .contains(&"a2-c4".to_owned())
        };
        assert!(is_shown(Reach::Far) && !is_shown(Reach::Near));
    }

    /// Returns all texts that differ from a text in one character or in the order of two.
    fn one_change_away(text: &str, game: GameId) -> BTreeSet<String> {
        let text = text.as_bytes();
        let mut all = BTreeSet::new();
        for start in 0..=text.len() {
            for end in start..=text.len().min(start + 1) {
                let others = game.facts().turns.letters.iter().map(std::slice::from_ref);
                for part in others.chain([&[][..]]) {
                    all.insert(with_part(text, start..end, part));
                }
            }
        }
        for index in 1..text.len() {
            all.insert(with_part(
                text,
                index - 1..index + 1,
                &[text[index], text[index - 1]],
            ));
        }
        all.remove(text);
        all.into_iter()
            .map(|text| String::from_utf8(text).unwrap())
            .collect()
    }

    proptest! {
        #[test]
        fn every_change_is_shown_once(text in "[a-i1-9;,@/*-]{0,8}") {
            for game in GameId::ALL {
                let near = texts(&text, game, Reach::Near, TypoFilter::All);
                let far = texts(&text, game, Reach::Far, TypoFilter::All);
                let all: Vec<String> = near.iter().chain(&far).cloned().collect();
                let expected = one_change_away(&text, game);
                prop_assert_eq!(all.len(), expected.len());
                prop_assert_eq!(BTreeSet::from_iter(all), expected);
            }
        }

        #[test]
        fn a_typo_costs_one(text in "[a-i][1-9](-[a-i][1-9])?(;x[a-i][1-9],[a-i][1-9])?") {
            let mut likeness = Likeness::to(&text);
            let mut seen = BTreeSet::new();
            for typo in texts(&text, GameId::Gipf, Reach::Near, TypoFilter::All) {
                prop_assert_eq!(likeness.distance(&typo, 9), Some(1), "{}", typo);
                prop_assert!(typo != text);
                seen.insert(typo);
            }
            for typo in texts(&text, GameId::Gipf, Reach::Far, TypoFilter::All) {
                prop_assert!(!seen.contains(&typo) || typo.len() < text.len());
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
            let mut all = 0;
            let mut may_be = 0;
            for reach in [Reach::Near, Reach::Far] {
                all += texts(written, game, reach, TypoFilter::All).len();
                may_be += texts(written, game, reach, TypoFilter::MayBeTurns).len();
            }
            assert!(
                may_be > 10 && may_be < all / 2,
                "{written}: {may_be} of {all}"
            );
        }
    }
}
