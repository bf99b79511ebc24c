//! What a rule changes in one turn: a function for each rule, from the text of a turn to places
//! with new texts. [`changes_by_rule`] calls the functions; the longer ones are in
//! `digit_changes.rs`, `bracket_changes.rs`, `place_changes.rs` and `word_changes.rs`.

use super::bracket_changes::{
    numbers_in_brackets, places_in_numbers, removals_in_brackets, squares_in_brackets,
};
use super::digit_changes::{digits_of_keys, digits_of_look_alikes};
use super::place_changes::{places_before_dice, places_with_number_first, squares_without_plus};
use super::sign_rules::Rule;
use super::word_changes::{spoken_letters, with_blanks, word_changes};
use super::written_signs::KEY_TABLES;
use crate::games::GameId;

/// The replacement of a part of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// The place in the turn, in bytes.
    pub(super) start: usize,
    pub(super) end: usize,
    /// The new text.
    pub(super) now: String,
}

impl Change {
    pub(super) fn new(start: usize, end: usize, now: impl Into<String>) -> Self {
        Self {
            start,
            end,
            now: now.into(),
        }
    }
}

/// Applies a rule to a part.
pub(super) fn apply_rule(part: &str, rule: &Rule, game: GameId) -> String {
    let mut now = String::with_capacity(part.len());
    let mut copied_end = 0;
    for change in changes_by_rule(part, rule, game) {
        if change.start >= copied_end {
            now.push_str(&part[copied_end..change.start]);
            now.push_str(&change.now);
            copied_end = change.end;
        }
    }
    now.push_str(&part[copied_end..]);
    now
}

/// Returns the places of a part that a rule changes, with their new texts.
pub(super) fn changes_by_rule(part: &str, rule: &Rule, game: GameId) -> Vec<Change> {
    let sign_at = |offset: usize| part[offset..].chars().next();
    let before = |offset: usize| part[..offset].chars().next_back();
    match rule {
        Rule::Replace(from, to) => {
            // Letters count only as a whole word.
            let is_word = from.contains(char::is_alphabetic);
            let is_whole = |start: usize, end: usize| {
                let is_apart = |sign: Option<char>| sign.is_none_or(|sign| !sign.is_alphabetic());
                let ends_in_letter = from.ends_with(char::is_alphabetic);
                let ends_well = !ends_in_letter || is_apart(sign_at(end));
                !is_word || (is_apart(before(start)) && ends_well)
            };
            let places = part
                .match_indices(from.as_str())
                .filter(|(start, _)| is_whole(*start, start + from.len()));
            places
                .map(|(start, _)| with_blanks(part, start, start + from.len(), to, game))
                .collect()
        }
        Rule::AfterDigit(sign) | Rule::BeforeDigit(sign) => {
            let after_digit = matches!(rule, Rule::AfterDigit(_));
            let fits = |offset: &usize| {
                let (Some(one), Some(two)) = (before(*offset), sign_at(*offset)) else {
                    return false;
                };
                if after_digit {
                    // The `s` of `1s` puts a die aside.
                    one.is_ascii_digit() && two.is_ascii_alphabetic() && two != 's'
                } else {
                    one.is_ascii_alphabetic() && two.is_ascii_digit()
                }
            };
            let places = part.char_indices().map(|(offset, _)| offset).filter(fits);
            places
                .map(|offset| Change::new(offset, offset, *sign))
                .collect()
        }
        Rule::NoZeros => {
            let fits = |offset: &usize| {
                part[*offset..].starts_with('0')
                    && !before(*offset).is_some_and(|sign| sign.is_ascii_digit())
                    && sign_at(offset + 1).is_some_and(|sign| sign.is_ascii_digit())
            };
            let places = part.char_indices().map(|(offset, _)| offset).filter(fits);
            places
                .map(|offset| Change::new(offset, offset + 1, ""))
                .collect()
        }
        Rule::LetterFirst => places_with_number_first(part, game),
        Rule::Keys(table) => KEY_TABLES
            .get(*table)
            .map_or_else(Vec::new, |table| digits_of_keys(part, table)),
        Rule::LookAlikes => digits_of_look_alikes(part, game),
        Rule::Removals => removals_in_brackets(part),
        Rule::Aside => numbers_in_brackets(part),
        Rule::FirstWordLast => first_word_last(part),
        Rule::SquareInBrackets => squares_in_brackets(part),
        Rule::SquareWithoutPlus => squares_without_plus(part),
        Rule::PlaceInNumbers => places_in_numbers(part, game),
        Rule::SmallLetters => small_letters(part),
        Rule::MarkAfterDie => marks_after_dice(part),
        Rule::FirstAndLast => points_between(part),
        Rule::PlaceFirst => places_before_dice(part),
        Rule::Spoken => spoken_letters(part),
        Rule::Words => word_changes(part, game),
    }
}

/// Returns a part with its first word after the place, which ends at the first `;`.
fn first_word_last(part: &str) -> Vec<Change> {
    let Some((word, rest)) = part.split_once([' ', '/']) else {
        return Vec::new();
    };
    let is_word = !word.is_empty() && word.chars().all(|sign| !sign.is_ascii_digit());
    let end = rest.find([';', ',']).unwrap_or(rest.len());
    let place = rest[..end].trim();
    if !is_word || word.contains([':', '@', ';']) || place.is_empty() {
        return Vec::new();
    }
    let length = part.len() - rest.len() + end;
    let word = if word.len() == 1 {
        word.to_uppercase()
    } else {
        word.to_owned()
    };
    vec![Change::new(0, length, format!("{place}/{word}"))]
}

/// Returns the capitals of a part, as small letters.
fn small_letters(part: &str) -> Vec<Change> {
    let capitals = part
        .char_indices()
        .filter(|(_, sign)| sign.is_ascii_uppercase());
    capitals
        .map(|(offset, sign)| Change::new(offset, offset + 1, sign.to_ascii_lowercase()))
        .collect()
}

/// Returns the marks after the number of a die, with the mark before it.
fn marks_after_dice(part: &str) -> Vec<Change> {
    let marks = part.match_indices('*').filter_map(|(mark, _)| {
        let die = part[..mark].chars().next_back()?;
        let start = mark - die.len_utf8();
        let is_alone = !part[..start].ends_with(|sign: char| sign.is_ascii_alphanumeric());
        (die.is_ascii_digit() && is_alone).then(|| Change::new(start, mark + 1, format!("*{die}")))
    });
    marks.collect()
}

/// Returns the points between the first and the last of a push.
fn points_between(part: &str) -> Vec<Change> {
    let mut found = Vec::new();
    let mut from = 0;
    for action in part.split(';') {
        let points: Vec<&str> = action.split('-').collect();
        if points.len() > 2 {
            let first = points.first().map_or(0, |point| point.len());
            let last = points.last().map_or(0, |point| point.len());
            found.push(Change::new(
                from + first + 1,
                from + action.len() - last,
                "",
            ));
        }
        from += action.len() + 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_rewrite_signs() {
        for (game, rule, part, expected) in [
            (GameId::Pippinzip, Rule::Keys(0), "c&,d-", "c1,d6"),
            (GameId::Pippinzip, Rule::Keys(2), "fi,gr", "f8,g4"),
            (GameId::Pippinzip, Rule::Keys(3), "ca,be", "c1,b5"),
            (GameId::Pippinzip, Rule::Keys(3), "take", "take"),
            (GameId::Pippinzip, Rule::Spoken, "be 1 and see 4", "b1,c4"),
            (
                GameId::Pipe,
                Rule::LookAlikes,
                "9@+O-l/S;draw:l2",
                "9@+0-1/S;draw:12",
            ),
            (
                GameId::Pipe,
                Rule::LookAlikes,
                "9@+O-1/S;xl:3,ll;draw:ll",
                "9@+0-1/S;x1:3,11;draw:11",
            ),
            (
                GameId::Pipe,
                Rule::LookAlikes,
                "discard:l,lO,12,O3;claim:black",
                "discard:1,10,12,03;claim:black",
            ),
            (
                GameId::Pipe,
                Rule::SquareInBrackets,
                "45(0,-1)E",
                "45@+0-1/E",
            ),
            (
                GameId::Pipe,
                Rule::SquareWithoutPlus,
                "45@0 -1/E",
                "45@+0-1/E",
            ),
            (
                GameId::Pipe,
                Rule::SquareWithoutPlus,
                "4@1,+2/E",
                "4@+1+2/E",
            ),
            (
                GameId::Pippinzip,
                Rule::PlaceInNumbers,
                "(1|5),(3|3)",
                "a5,c3",
            ),
            (
                GameId::Pippip,
                Rule::PlaceInNumbers,
                "5s;4@(4,3)/1;x(4,2)",
                "5s;4@d3/1;xd2",
            ),
            (
                GameId::Pippip,
                Rule::MarkAfterDie,
                "1s;1*@d1/3",
                "1s;*1@d1/3",
            ),
            (
                GameId::Pippip,
                Rule::LetterFirst,
                "5s;4@3c/2;x3c",
                "5s;4@c3/2;xc3",
            ),
            (
                GameId::Pipe,
                Rule::FirstWordLast,
                "north 39@+0+0;draw:2",
                "39@+0+0/north;draw:2",
            ),
            (
                GameId::Pippip,
                Rule::Aside,
                "(3) (1) *3@d2/6",
                "3s;1s;*3@d2/6",
            ),
            (
                GameId::Pippip,
                Rule::PlaceFirst,
                "*c3:52;xb3",
                "*5@c3/2;xb3",
            ),
            (
                GameId::Gipf,
                Rule::Removals,
                "d7 [-b5 -Gc6*] <a1>",
                "d7;xb5,Gc6*;xa1",
            ),
            (GameId::Gipf, Rule::Removals, "[b5 c6] d7", "xb5,c6;d7"),
            (
                GameId::Gipf,
                Rule::FirstAndLast,
                "b6-b5-b4;xb4,b5",
                "b6-b4;xb4,b5",
            ),
        ] {
            assert_eq!(apply_rule(part, &rule, game), expected, "{part}");
        }
    }

    #[test]
    fn words_and_numbers_of_dice_are_read() {
        let read = |part: &str| {
            let mut text = part.to_owned();
            let mut changes = word_changes(part, GameId::Pippip);
            changes.reverse();
            for change in changes {
                text.replace_range(change.start..change.end, &change.now);
            }
            text
        };
        assert_eq!(read("odkłada 1; 4@c1/5"), "1s;4@c1/5");
        assert_eq!(read("z zapasu 1@a3/2; odwraca b3"), "*1@a3/2;xb3");
    }
}
