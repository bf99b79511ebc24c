//! Turns that the scorer took back in words: `d6 sorry, d7`, `d6 (crossed out) d7`, `d7 or d6`.

use super::super::mapped_text::{Cut, MappedText, Peel};
use super::super::movetext::{is_number, is_readable, letters, lines};
use crate::fixes::pasted::CROSSED_OUT;
use crate::games::GameId;
use crate::text::Span;

/// Description of what was recognised.
pub(in super::super) const ONE_OF_TWO: &str = "one of two turns";

/// The maximum number of words between the two turns.
const MAX_WORDS: usize = 4;

/// Words that cancel the turn before them.
const STRUCK: [&str; 38] = [
    "recte",
    "amended",
    "korrigiert",
    "berichtigt",
    "corrigé",
    "poprawione",
    "verbeterd",
    "corregido",
    "sorry",
    "oops",
    "takeback",
    "undo",
    "crossed",
    "struck",
    "deleted",
    "correction",
    "corrected",
    "rather",
    "instead",
    "meant",
    "mean",
    "wrong",
    "no",
    "nein",
    "gestrichen",
    "korrektur",
    "entschuldigung",
    "pardon",
    "non",
    "rayé",
    "barré",
    "nie",
    "skreślone",
    "przepraszam",
    "nee",
    "doorgestreept",
    "perdón",
    "tachado",
];
/// Arrows from a turn to the one that replaces it.
const ARROWS: [&str; 6] = ["=>", "->", "-->", "==>", "→", "⇒"];
/// Words between two turns, the first of which is the likelier one.
const OR: [&str; 6] = ["or", "oder", "ou", "lub", "albo", "of"];

/// Returns true if a word cancels a turn before it.
pub(in super::super) fn is_word_of_correction(word: &str) -> bool {
    letters(word, 2).is_some_and(|word| STRUCK.contains(&word.to_lowercase().as_str()))
}

/// Converts turns that were taken back to comments.
pub(in super::super) fn peel_taken_back(
    text: &MappedText,
    game: GameId,
) -> Option<(MappedText, String)> {
    let source = text.text();
    let mut cuts = Vec::new();
    let mut is_choice = false;
    let all = lines(source);
    let count = |is_one: &dyn Fn(&str) -> bool| {
        let words = all.iter().flat_map(|line| &line.words);
        words.filter(|span| is_one(span.slice(source))).count()
    };
    // Where most turns have an arrow, it is a sign of the turns.
    let arrows = count(&|word| ARROWS.contains(&word));
    let arrows_replace = arrows > 0 && arrows * 4 <= count(&|word| is_readable(game, word));
    for line in &all {
        let word = |index: usize| {
            line.words
                .get(index)
                .map_or("", |span: &Span| span.slice(source))
        };
        let mut index = 0;
        while index + 2 < line.words.len() {
            let end = index + 1 + words_between(&word, index + 1, game);
            let between = &line.words[index + 1..end.min(line.words.len())];
            let has_word_of = |known: &[&str]| {
                between.iter().any(|span| {
                    letters(span.slice(source), 2)
                        .is_some_and(|word| known.contains(&word.to_lowercase().as_str()))
                })
            };
            let is_arrow = |span: &Span| ARROWS.contains(&span.slice(source));
            let has_arrow = arrows_replace && between.iter().any(is_arrow);
            let is_one_of_two = has_word_of(&OR);
            let is_talk_of_two = is_one_of_two || has_arrow || has_word_of(&STRUCK);
            // The number may be repeated before the second turn.
            let second = end
                + usize::from(is_number(word(end)) && index > 0 && word(end) == word(index - 1));
            let are_turns = is_readable(game, word(index)) && is_readable(game, word(second));
            if between.is_empty() || !are_turns || !is_talk_of_two {
                index += 1;
                continue;
            }
            // Of two likely turns, the second one goes; otherwise the first one was taken back.
            let (from, to) = if is_one_of_two {
                (index + 1, second + 1)
            } else {
                (index, second)
            };
            let start = line.words[from].start as usize;
            let stop = line.words[to - 1].end as usize;
            is_choice |= is_one_of_two;
            let was = &source[start..stop];
            if !was.contains(['{', '}']) {
                cuts.push(Cut::new(start, stop, format!("{{{was}}}"), Peel::Talk));
            }
            index = second + 1;
        }
    }

    let name = if is_choice { ONE_OF_TWO } else { CROSSED_OUT };
    (!cuts.is_empty()).then(|| (text.cut(&cuts), name.to_owned()))
}

/// Returns the number of words, starting at an index, that are neither turns nor numbers.
fn words_between<'t>(word: &impl Fn(usize) -> &'t str, from: usize, game: GameId) -> usize {
    let is_talk = |index: &usize| {
        let word = word(*index);
        !word.is_empty() && !is_number(word) && !is_readable(game, word)
    };
    (from..from + MAX_WORDS).take_while(is_talk).count()
}
