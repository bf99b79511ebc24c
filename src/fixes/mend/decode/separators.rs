//! Readings of turns whose parts are separated by other signs than in the notation: `a2>b3` for
//! `a2-b3`.
//!
//! A foreign run of signs means a sign of the game, a sign is left out everywhere, or the turns are
//! in capitals. [`other_separators`] tries every possibility and returns those that make enough
//! texts readable as turns of the game.

use crate::games::{Game, TurnText};
use crate::notation::{Board, is_resignation, likeness};

/// The maximum number of different runs of signs that are tried as foreign ones.
const MAX_RUNS: usize = 12;

/// Returns the turns with a foreign sign read as one of the game, or with a sign that is left out
/// everywhere. Each is given with its convention in words.
pub(super) fn other_separators<G: Game>(texts: &[String]) -> Vec<(String, Vec<String>)> {
    let count_as_written = count_turns::<G>(texts);
    if count_as_written == texts.len() {
        return Vec::new();
    }

    let mut found = Vec::new();
    // A reading has to make several turns readable, or all of them.
    let mut add_if_readable = |explanation: String, read: Vec<String>| {
        let count = count_turns::<G>(&read);
        let are_all = count > count_as_written && count == read.len();
        if are_all || count >= count_as_written + 2 {
            found.push((explanation, read));
        }
    };
    let runs = all_runs::<G>(texts);
    let signs = signs_of_game::<G>();
    for run in &runs {
        for sign in signs.iter().filter(|sign| *sign != run) {
            // A run may be a sign of the game too, so only texts that are not turns change.
            let read = texts
                .iter()
                .map(|text| with_sign_replaced::<G>(text, run, sign));
            add_if_readable(sign_in_words(run, sign), read.collect());
        }
    }
    // Several foreign signs at once, each for a separate sign.
    if let Some(read) = with_all_signs_replaced::<G>(texts, &runs, &signs) {
        add_if_readable("other signs separate the parts of turns".to_owned(), read);
    }
    for sign in signs.iter().filter(|sign| !sign.is_empty()) {
        let read = texts.iter().map(|text| with_sign_inserted::<G>(text, sign));
        add_if_readable(format!("`{sign}` is left out"), read.collect());
    }
    let small: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
    if small != *texts {
        add_if_readable("the turns are in capitals".to_owned(), small);
    }
    found
}

/// Returns the different runs of signs in the texts that may separate parts of turns.
fn all_runs<G: Game>(texts: &[String]) -> Vec<String> {
    let mut runs: Vec<String> = Vec::new();
    for run in texts.iter().flat_map(|text| runs_of_signs::<G>(text)) {
        if !runs.contains(&run) && runs.len() < MAX_RUNS {
            runs.push(run);
        }
    }
    runs
}

/// Returns the convention that a run of signs separates what `sign` separates in the notation.
fn sign_in_words(run: &str, sign: &str) -> String {
    if sign.is_empty() {
        format!("`{run}` separates the parts of turns")
    } else {
        format!("`{run}` stands for `{sign}`")
    }
}

/// Returns a text with a foreign sign replaced: everywhere, or at the first place where the text
/// then is a turn.
fn with_sign_replaced<G: Game>(text: &str, run: &str, sign: &str) -> String {
    if !text.contains(run) || is_turn::<G>(text) {
        return text.to_owned();
    }
    let everywhere = text.replace(run, sign);
    // In a text too long for a typo, the single places are not tried.
    if text.len() > likeness::MAX_LENGTH || is_turn::<G>(&everywhere) {
        return everywhere;
    }
    let once = text.match_indices(run).map(|(offset, _)| {
        let after = &text[offset + run.len()..];
        format!("{}{sign}{after}", &text[..offset])
    });
    once.into_iter()
        .find(|read| is_turn::<G>(read))
        .unwrap_or(everywhere)
}

/// Returns the texts with every run read as the sign that makes most of them turns, one run after
/// the other.
fn with_all_signs_replaced<G: Game>(
    texts: &[String],
    runs: &[String],
    signs: &[String],
) -> Option<Vec<String>> {
    /// The maximum number of ways to read the runs.
    const MAX_WAYS: usize = 200;

    let foreign: Vec<&String> = runs.iter().filter(|run| !signs.contains(run)).collect();
    let ways = signs
        .len()
        .checked_pow(u32::try_from(foreign.len()).ok()?)?;
    if foreign.len() < 2 || ways > MAX_WAYS {
        return None;
    }
    // Ways are numbered. The digits of such a number, in the base of the number of signs, are the
    // indices of the signs for the runs.
    let read = |way: usize| -> Vec<String> {
        let mut read = texts.to_vec();
        let mut digits = way;
        for run in &foreign {
            let sign = &signs[digits % signs.len()];
            for text in &mut read {
                *text = text.replace(run.as_str(), sign);
            }
            digits /= signs.len();
        }
        read
    };
    let best = (0..ways).max_by_key(|&way| {
        let count = count_turns::<G>(&read(way));
        (count, std::cmp::Reverse(way))
    })?;
    Some(read(best))
}

/// Returns the runs of signs between letters and digits, and the letters between two parts. The
/// signs of coordinates are parts of them.
fn runs_of_signs<G: Game>(text: &str) -> Vec<String> {
    let is_table = G::FACTS.board == Board::Table;
    let is_part = |character: char| {
        character.is_ascii_alphanumeric() || (is_table && matches!(character, '+' | '-'))
    };
    let inner = text.trim_matches(is_part);
    let runs = inner
        .split(is_part)
        .filter(|run| !run.is_empty())
        .map(str::to_owned);
    let bytes = text.as_bytes();
    let letters = (1..bytes.len()).filter_map(|index| {
        let is_between = bytes[index - 1].is_ascii_digit()
            && bytes.get(index + 1).is_some_and(u8::is_ascii_alphanumeric);
        (bytes[index].is_ascii_alphabetic() && is_between)
            .then(|| char::from(bytes[index]).to_string())
    });
    runs.chain(letters).chain(words_between(text)).collect()
}

/// Returns the words between two parts of a turn, as in `a2tob3` and `4at+0+0`.
fn words_between(text: &str) -> impl Iterator<Item = String> {
    let bytes = text.as_bytes();
    let starts = (1..bytes.len())
        .filter(|&index| bytes[index - 1].is_ascii_digit() && bytes[index].is_ascii_alphabetic());
    starts.filter_map(|start| {
        let letters = bytes[start..]
            .iter()
            .take_while(|byte| byte.is_ascii_alphabetic())
            .count();
        // The last letter belongs to the place after the word.
        let is_before_number = bytes.get(start + letters).is_some_and(u8::is_ascii_digit);
        let length = letters - usize::from(is_before_number);
        (length > 1).then(|| text[start..start + length].to_owned())
    })
}

/// Inserts a sign at the first place where the text then is a turn.
fn with_sign_inserted<G: Game>(text: &str, sign: &str) -> String {
    /// The maximum length of a text that is tried, in bytes.
    const MAX_LENGTH: usize = 60;

    if text.len() > MAX_LENGTH || is_turn::<G>(text) {
        return text.to_owned();
    }
    let places = (1..text.len()).filter(|&offset| text.is_char_boundary(offset));
    places
        .map(|offset| format!("{}{sign}{}", &text[..offset], &text[offset..]))
        .find(|read| is_turn::<G>(read))
        .unwrap_or_else(|| text.to_owned())
}

/// Returns the signs between the parts of a game's turns, and the empty string.
pub(super) fn signs_of_game<G: Game>() -> Vec<String> {
    let borders = G::FACTS.turns.borders.iter();
    borders
        .map(char::to_string)
        .chain([String::new()])
        .collect()
}

/// Returns the number of texts that are turns of the game.
pub(super) fn count_turns<G: Game>(texts: &[String]) -> usize {
    texts.iter().filter(|text| is_turn::<G>(text)).count()
}

/// Returns true if a text is a turn of the game in a common form. The grammar would take many times
/// as long for a text that is not a turn, and most are not.
pub(super) fn is_turn<G: Game>(text: &str) -> bool {
    is_resignation(text) || G::Turn::fast_parse(text.as_bytes(), &mut G::Turn::default()).is_some()
}
