//! The third layer: words of a game in the languages of its players.

use super::mapped_text::{Cut, MappedText, Peel};
use super::movetext::{is_number, is_turn, lines, without_punctuation};
use crate::games::GameId;
use crate::notation::{RESIGNATION, foreign_words};
use crate::text::Span;

/// The maximum number of words that mean one word of the notation: `je passe mon tour`.
const MAX_WORDS: usize = 4;

/// Replaces words of other languages with the words of the notation.
pub(super) fn peel(text: &MappedText, game: GameId) -> Option<(MappedText, String)> {
    let source = text.text();
    let mut cuts = Vec::new();
    for line in lines(source) {
        let mut index = 0;
        while index < line.words.len() {
            let max_count = MAX_WORDS.min(line.words.len() - index);
            let found = (1..=max_count).rev().find_map(|count| {
                let words = &line.words[index..index + count];
                let first = words.first()?;
                let last = words.last()?;
                let span = Span::new(first.start as usize, last.end as usize);
                let word = without_punctuation(span.slice(source));
                let now = meaning(game, word)?;
                (now != word).then_some((count, span.start as usize, word.len(), now))
            });
            if let Some((count, start, length, now)) = found
                && is_in_place_of_turn(source, &line.words, index, count, game)
            {
                cuts.push(Cut::new(start, start + length, now, Peel::Word));
                index += count;
                continue;
            }
            index += 1;
        }
    }
    (!cuts.is_empty()).then(|| (text.cut(&cuts), "words of another language".to_owned()))
}

/// Returns true if words are in the place of a turn: at the start of a line or after a number or a
/// turn, and not before a damaged turn, of which they may be a part.
fn is_in_place_of_turn(
    text: &str,
    words: &[Span],
    first: usize,
    count: usize,
    game: GameId,
) -> bool {
    let word = |index: usize| words.get(index).map(|span| span.slice(text));
    let is_first =
        first == 0 || word(first - 1).is_some_and(|word| is_number(word) || is_turn(game, word));
    let next = word(first + count);
    is_first
        && next.is_none_or(|next| {
            !super::movetext::has_place(next)
                || super::movetext::begins_with_number(next)
                || is_turn(game, next)
        })
}

/// Returns the word of the notation that a turn in words means.
pub(super) fn meaning(game: GameId, words: &str) -> Option<&'static str> {
    let small = words
        .to_lowercase()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    if foreign_words::RESIGNATIONS.contains(&small.as_str()) {
        return Some(RESIGNATION);
    }
    let facts = game.facts().words;
    let found = facts.iter().filter(|fact| fact.is_turn);
    found
        .filter(|fact| fact.meaning == small || fact.written.contains(&small.as_str()))
        .map(|fact| fact.meaning)
        .next()
}

/// Returns true if a word is a turn in any language.
pub(super) fn is_keyword(game: GameId, word: &str) -> bool {
    meaning(game, without_punctuation(word)).is_some()
}

/// Returns true if the words of a line are a turn in any language.
pub(super) fn has_keyword(game: GameId, text: &str, words: &[Span]) -> bool {
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        return false;
    };
    let span = Span::new(first.start as usize, last.end as usize);
    is_keyword(game, span.slice(text))
}
