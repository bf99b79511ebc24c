//! Readings in which several words are one turn: the parts of a turn are separated by spaces, as in
//! `a2 b3` for `a2-b3`, or by a word, as in `a2 to b3`. They were read as several turns.

use std::collections::HashMap;

use super::reading::ReadToken;
use super::separators::{count_turns, is_turn, signs_of_game};
use crate::fixes::mend::conventions::MIN_TURNS;
use crate::games::Game;
use crate::notation::Record;

/// The number of joined texts that may still not be turns, because they have mistakes.
const ALLOWED_UNREADABLE: usize = 2;

/// Returns the turns with neighbouring words joined by each sign of the game, if enough of them are
/// turns then. Each is given with its convention in words.
pub(super) fn turns_from_several_words<G: Game>(
    record: &Record,
    texts: &[String],
) -> Vec<(String, Vec<ReadToken>)> {
    let words = words_of::<G>(record, texts);
    let mut found = Vec::new();
    for sign in signs_of_game::<G>() {
        let JoinedWords { read, has_joined } = joined_by::<G>(&words, &sign);
        let texts_read: Vec<String> = read.iter().map(|token| token.text.clone()).collect();
        let min_turns = read.len().saturating_sub(ALLOWED_UNREADABLE).max(MIN_TURNS);
        let is_readable = count_turns::<G>(&texts_read) >= min_turns;
        if read.len() < texts.len() && is_readable {
            let explanation = if !has_joined {
                "repeated words separate the turns".to_owned()
            } else if sign.is_empty() {
                "the parts of turns are separated by spaces".to_owned()
            } else {
                format!("a space replaces `{sign}`")
            };
            found.push((explanation, read));
        }
    }
    found
}

/// A word that was read as a turn of the record.
struct Word<'t> {
    text: &'t str,
    /// True for a word that only separates the parts of turns, such as `to`.
    is_separator: bool,
    /// True if it continues the turn of the word before it; `None` if the numbers do not show it.
    continues: Option<bool>,
}

/// Returns the words of a record: each text that was read as a turn is one word.
fn words_of<'t, G: Game>(record: &Record, texts: &'t [String]) -> Vec<Word<'t>> {
    let mut times: HashMap<&str, usize> = HashMap::new();
    for text in texts {
        *times.entry(text).or_default() += 1;
    }
    let nodes = &record.moves.turns;
    let has_number = |index: usize| nodes[index].number_span.is_some();
    let numbered = (0..texts.len()).filter(|&index| has_number(index)).count();
    let are_some_numbered = numbered > 1 && numbered < texts.len();

    let mut words = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        // A separator such as `to` occurs in several turns.
        let is_repeated = times[text.as_str()] > 2;
        let has_digit = text.contains(|character: char| character.is_ascii_digit());
        words.push(Word {
            text,
            is_separator: is_repeated && !has_number(index) && !has_digit && !is_turn::<G>(text),
            continues: are_some_numbered.then(|| !has_number(index)),
        });
    }
    words
}

/// Turns that were read from words.
struct JoinedWords {
    read: Vec<ReadToken>,
    /// True if the sign joins the parts of at least one turn.
    has_joined: bool,
}

/// Returns the turns that words are if `sign` joins the words of each turn.
fn joined_by<G: Game>(words: &[Word<'_>], sign: &str) -> JoinedWords {
    let mut has_joined = false;
    let mut read: Vec<ReadToken> = Vec::new();
    for (index, word) in words.iter().enumerate() {
        // Without numbers, two words are one turn if the first of them is not a turn.
        let continues = word.continues.unwrap_or_else(|| {
            read.last().is_some_and(|last| {
                let joined = format!("{}{sign}{}", last.text, word.text);
                !is_turn::<G>(&last.text) && is_turn::<G>(&joined)
            })
        });
        match read.last_mut() {
            Some(last) if continues || word.is_separator => {
                if !word.is_separator {
                    last.text.push_str(sign);
                    last.text.push_str(word.text);
                    has_joined = true;
                }
                last.turns.end = index + 1;
            }
            _ => read.push(ReadToken {
                text: word.text.to_owned(),
                turns: index..index + 1,
            }),
        }
    }
    JoinedWords { read, has_joined }
}
