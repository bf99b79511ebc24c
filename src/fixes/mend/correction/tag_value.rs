//! Corrects values of tags: `9` for the size `9x9`, `basic` for the variant `Basc`.

use std::borrow::Cow;

use crate::games::Context;
use crate::notation::{
    GameId, Outcome, Record, date_beside_words, digit_like, foreign_words, likely_date,
    worded_result_of,
};
use crate::text::{near, without_invisible};

/// The maximum length of a value that is read as one number: `13x13`, `9 by 9`, `3 players`.
const MAX_NUMBER_LENGTH: usize = 12;

/// The reasons for the end of a game, as values of the tag `Termination`.
const TERMINATIONS: [&str; 7] = [
    "rules",
    "resignation",
    "time",
    "forfeit",
    "agreement",
    "adjudication",
    "unfinished",
];

/// Returns the likely intended value of a tag with an invalid value; `None` for a valid one.
pub(super) fn likely_value(
    name: &str,
    value: &str,
    game: Option<GameId>,
    record: &Record,
    context: &Context,
) -> Option<String> {
    // Other values are texts of people, in which invisible characters may have a meaning.
    let is_of_known_values = game.is_some_and(|game| has_known_values(name, game));
    if is_of_known_values && let Cow::Owned(visible) = without_invisible(value) {
        let likely = likely_value(name, &visible, game, record, context);
        return Some(likely.unwrap_or(visible));
    }
    match name {
        "Game" => likely_game(value),
        "Variant" => likely_word_of(value, game?.variants()),
        "Termination" => foreign_termination(value)
            .map(str::to_owned)
            .or_else(|| likely_word_of(value, &TERMINATIONS)),
        "Hand1" | "Hand2" | "Hand3" | "Hand4" | "Stock" => with_commas(value),
        "Result" => result_in_words(value, game?, record),
        "Size" | "Players" => only_number(value),
        "Options" => known_options(value, game?),
        "Date" => likely_date(value)
            .or_else(|| date_beside_words(value))
            .filter(|suggestion| suggestion != value),
        "Deck" => {
            let names = context.decks().names();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            likely_word_of(value, &names)
        }
        _ => None,
    }
}

/// Returns true if the value of a tag is not the text of a person, such as a name.
fn has_known_values(name: &str, game: GameId) -> bool {
    let is_common = matches!(name, "Game" | "Variant" | "Result" | "Date" | "Termination");
    is_common || game.tags().iter().any(|tag| tag.covers(name))
}

/// Returns the name of the game that a text which is not a name of a game means.
fn likely_game(value: &str) -> Option<String> {
    if GameId::named(value).is_some() {
        return None;
    }
    GameId::likely(value).map(|game| game.name().to_owned())
}

/// Returns the reason for the end of a game that words in another language mean.
fn foreign_termination(value: &str) -> Option<&'static str> {
    let small = value.trim().to_lowercase();
    foreign_words::TERMINATIONS
        .iter()
        .find(|(_, words)| words.contains(&small.as_str()))
        .map(|(known, _)| *known)
}

/// Returns the result that words mean.
fn result_in_words(value: &str, game: GameId, record: &Record) -> Option<String> {
    if Outcome::parse(value).is_some() {
        return None;
    }
    let names = game.seat_names(Some(record));
    worded_result_of(record, value, &names).map(|worded| worded.outcome.to_string())
}

/// Returns the first number of a value that is not a number: `9` for `9x9`.
fn only_number(value: &str) -> Option<String> {
    let is_number = value.parse::<u8>().is_ok();
    // Such a value may be a tag that lacks its quote, with turns in it.
    let may_have_turns =
        value.len() > MAX_NUMBER_LENGTH || value.contains(['"', ']', '\\', ',', '.', '*']);
    if is_number || may_have_turns {
        return None;
    }
    let start = value.find(|sign: char| sign.is_ascii_digit())?;
    let digits = value[start..].chars().take_while(char::is_ascii_digit);
    let number: String = digits.collect();
    // Boards have at most 26 lines.
    let is_possible = number.len() < 3;
    is_possible.then_some(number)
}

/// Returns a list of numbers with digits for letters that look like them, and commas for the signs
/// between the numbers; `None` for any other text, or one that has them.
fn with_commas(value: &str) -> Option<String> {
    let is_list = |sign: char| sign.is_ascii_digit() || " ,;/.-".contains(sign);
    let plain: String = value
        .chars()
        .map(|sign| digit_like(sign).unwrap_or(sign))
        .collect();
    let has_digit = value.contains(|sign: char| sign.is_ascii_digit());
    if !has_digit || !plain.chars().all(is_list) || value.starts_with('-') {
        return None;
    }
    let numbers: Vec<&str> = plain
        .split(|sign: char| !sign.is_ascii_digit())
        .filter(|number| !number.is_empty())
        .collect();
    let joined = numbers.join(",");
    (numbers.len() > 1 && joined != value).then_some(joined)
}

/// Returns the likely one of some words for a text that is not one of them.
fn likely_word_of(value: &str, words: &[&str]) -> Option<String> {
    if words.contains(&value) {
        return None;
    }
    likely_word(&value.trim().to_lowercase(), words).map(str::to_owned)
}

/// Returns the word that a text in small letters is, or the only one that it is nearest to. A
/// number has no near ones.
fn likely_word<'w>(text: &str, words: &[&'w str]) -> Option<&'w str> {
    let same = words.iter().find(|word| **word == text).copied();
    if same.is_some() || text.parse::<u32>().is_ok() {
        return same;
    }
    let distance = |word: &str| strsim::damerau_levenshtein(word, text);
    match near(text, words.iter().copied()).as_slice() {
        [first, second, ..] if distance(first) == distance(second) => None,
        near => near.first().copied(),
    }
}

/// Returns options with keys and values in the spelling of the rules.
fn known_options(value: &str, game: GameId) -> Option<String> {
    let keys: Vec<&str> = game.options().iter().map(|spec| spec.key).collect();
    let pairs: Option<Vec<String>> = value
        .split([' ', ',', ';'])
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (key, value) = pair.split_once(['=', ':'])?;
            let key = likely_word(&key.to_lowercase(), &keys)?;
            let values = game.facts().option(key)?.values.list();
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            Some(format!(
                "{key}={}",
                likely_word(&value.to_lowercase(), &values)?
            ))
        })
        .collect();
    let now = pairs?.join(" ");
    // Values that the parser accepts need no correction, and numbers with commas are values of
    // their own.
    (now != value && !value.contains(',')).then_some(now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_only_from_a_value_without_turns() {
        let size = |value: &str| {
            let record = Record::parse_str("[Game \"pippinzip\"]\n\n");
            likely_value(
                "Size",
                value,
                Some(GameId::Pippinzip),
                &record,
                &Context::default(),
            )
        };
        assert_eq!(size("9x9").as_deref(), Some("9"));
        assert_eq!(size("9 by 9").as_deref(), Some("9"));
        for value in [
            "3\"]a2,a3 *",
            "4\"]f6 28. b4 29. b2 30. d",
            "7\"],f1 7. t,f1",
            "5\"] b3",
        ] {
            assert_eq!(size(value), None, "{value}");
        }
    }
}
