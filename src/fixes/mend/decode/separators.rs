//! Readings of turns whose parts are separated by other signs than in the notation.
//!
//! [`other_separators`] keeps the tokens: a foreign run of signs means a sign of the game, a
//! sign is left out everywhere, or the turns are in capitals. [`turns_from_several_words`] joins
//! tokens: the parts of a turn are separated by spaces or words, so that they were read as several
//! turns. Both try every possibility and return those that make enough texts readable as turns of
//! the game, each with the convention in words.

use std::collections::HashMap;

use super::reading::ReadToken;
use crate::fixes::mend::conventions::MIN_TURNS;
use crate::games::{Game, TurnText};
use crate::notation::{Board, Record, is_resignation, likeness};

/// Returns true if a text is a turn of the game in a common form. The grammar would take many times
/// as long for a text that is not a turn, and most are not.
fn is_turn<G: Game>(text: &str) -> bool {
    is_resignation(text) || G::Turn::fast_parse(text.as_bytes(), &mut G::Turn::default()).is_some()
}

/// Returns the number of texts that are turns of the game.
fn count_turns<G: Game>(texts: &[String]) -> usize {
    texts.iter().filter(|text| is_turn::<G>(text)).count()
}

/// Returns the signs between the parts of a game's turns, and the empty string.
fn signs_of_game<G: Game>() -> Vec<String> {
    let borders = G::FACTS.turns.borders.iter();
    borders
        .map(char::to_string)
        .chain([String::new()])
        .collect()
}

/// The maximum number of different runs of signs that are tried as foreign ones.
const MAX_RUNS: usize = 12;

/// Returns the turns with a foreign sign read as one of the game, or with a sign that is left out
/// everywhere.
pub(super) fn other_separators<G: Game>(texts: &[String]) -> Vec<(String, Vec<String>)> {
    let count_as_written = count_turns::<G>(texts);
    // A reading has to make several turns readable, or all of them.
    let helps = |read: &[String]| {
        let count = count_turns::<G>(read);
        count >= count_as_written + 2 || (count > count_as_written && count == read.len())
    };
    let mut found = Vec::new();
    if count_as_written == texts.len() {
        return found;
    }

    let mut runs: Vec<String> = Vec::new();
    for run in texts.iter().flat_map(|text| runs_of_signs::<G>(text)) {
        if !runs.contains(&run) && runs.len() < MAX_RUNS {
            runs.push(run);
        }
    }
    let signs = signs_of_game::<G>();
    for run in &runs {
        for sign in signs.iter().filter(|sign| *sign != run) {
            // A run may be a sign of the game too, so only texts that are not turns change.
            let read: Vec<String> = texts
                .iter()
                .map(|text| with_sign_replaced::<G>(text, run, sign))
                .collect();
            if helps(&read) {
                found.push((sign_in_words(run, sign), read));
            }
        }
    }
    // Several foreign signs at once, each for a separate sign.
    if let Some(read) = with_all_signs_replaced::<G>(texts, &runs, &signs)
        && helps(&read)
    {
        found.push(("other signs separate the parts of turns".to_owned(), read));
    }
    for sign in signs.iter().filter(|sign| !sign.is_empty()) {
        let read: Vec<String> = texts
            .iter()
            .map(|text| with_sign_inserted::<G>(text, sign))
            .collect();
        if helps(&read) {
            found.push((format!("`{sign}` is left out"), read));
        }
    }
    let small: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
    if small != *texts && helps(&small) {
        found.push(("the turns are in capitals".to_owned(), small));
    }
    found
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
    // The digits of the number of a way, in the base of the number of signs, are the indices of the
    // signs for the runs.
    let read = |way: usize| -> Vec<String> {
        texts
            .iter()
            .map(|text| {
                let mut text = text.clone();
                let mut way = way;
                for run in &foreign {
                    text = text.replace(run.as_str(), &signs[way % signs.len()]);
                    way /= signs.len();
                }
                text
            })
            .collect()
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

/// Returns the turns with neighbouring words joined by each sign: the parts of a turn were
/// separated by spaces, or by a word.
pub(super) fn turns_from_several_words<G: Game>(
    record: &Record,
    texts: &[String],
) -> Vec<(String, Vec<ReadToken>)> {
    let nodes = &record.moves.turns;
    let mut times: HashMap<&str, usize> = HashMap::new();
    for text in texts {
        *times.entry(text).or_default() += 1;
    }
    let is_between = |index: usize| {
        let text = &texts[index];
        times[text.as_str()] > 2
            && nodes[index].number_span.is_none()
            && !text.contains(|character: char| character.is_ascii_digit())
            && !is_turn::<G>(text)
    };
    let between: Vec<bool> = (0..texts.len()).map(is_between).collect();
    let numbered = nodes
        .iter()
        .filter(|node| node.number_span.is_some())
        .count();
    let has_numbers = numbered > 1 && numbered < texts.len();
    let mut found = Vec::new();
    for sign in signs_of_game::<G>() {
        let mut read: Vec<ReadToken> = Vec::new();
        for (index, text) in texts.iter().enumerate() {
            let continues = if has_numbers {
                nodes[index].number_span.is_none()
            } else {
                // Without numbers, two words are one turn if neither of them is a turn.
                read.last().is_some_and(|(last, _)| {
                    !is_turn::<G>(last) && is_turn::<G>(&format!("{last}{sign}{text}"))
                })
            };
            match read.last_mut() {
                Some((last, turns)) if continues || between[index] => {
                    if !between[index] {
                        last.push_str(&sign);
                        last.push_str(text);
                    }
                    turns.end = index + 1;
                }
                _ => read.push((text.clone(), index..index + 1)),
            }
        }
        let texts_read: Vec<String> = read.iter().map(|(text, _)| text.clone()).collect();
        let least = read.len().saturating_sub(2).max(MIN_TURNS);
        if read.len() < texts.len() && count_turns::<G>(&texts_read) >= least {
            let explanation = if sign.is_empty() {
                "the parts of turns are separated by spaces".to_owned()
            } else {
                format!("a space replaces `{sign}`")
            };
            found.push((explanation, read));
        }
    }
    found
}
