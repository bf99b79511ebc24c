//! Sentences that name places: `Ben: I started b3, then`, `b4, I like it more than c2`.
//!
//! A place in a sentence looks like a turn. Whether it is one shows in the other lines of the text:
//! if the turns are numbered, a sentence without a number has none ([`peel_unnumbered`]); if each
//! player writes one turn in a line, the other words of the line have none ([`peel_around_turn`]).

use super::labels::{Names, label_length};
use super::mapped_text::{Cut, MappedText};
use super::movetext::{
    WordLine, begins_with_number, is_number, is_result, letters, lines, looks_like_turn, talk_cuts,
    without_punctuation,
};
use super::words::is_keyword;
use crate::games::GameId;
use crate::notation::Record;
use crate::text::Span;

/// Description of the sentences that become comments.
const SENTENCES: &str = "sentences that name places";

/// The minimum number of lines with a form for it to be the form of the turns of a text.
const MIN_LINES: usize = 2;
/// The minimum number of words of a sentence that are not turns.
const MIN_PROSE: usize = 2;

/// A line of a movetext: its label and its other words, counted by kind.
struct CountedLine<'a> {
    line: &'a WordLine,
    /// The number of words of the label: a name, a time, or both.
    label: usize,
    /// The number of words that are turns, or have a place.
    turns: usize,
    /// The number of words of a language.
    prose: usize,
    /// True if a turn number is among the words.
    is_numbered: bool,
    /// True if the first word after the label is a turn.
    begins_with_turn: bool,
}

impl<'a> CountedLine<'a> {
    fn new(text: &str, line: &'a WordLine, names: &Names, game: GameId) -> Self {
        let label = label_length(text, line, names, game);
        let mut counted = Self {
            line,
            label,
            turns: 0,
            prose: 0,
            is_numbered: false,
            begins_with_turn: false,
        };
        for (index, span) in line.words.iter().enumerate().skip(label) {
            let word = span.slice(text);
            let bare = without_punctuation(word);
            counted.is_numbered |= is_number(word) || begins_with_number(word);
            if looks_like_turn(game, bare) {
                counted.turns += 1;
                counted.begins_with_turn |= index == label;
            } else if letters(word, 2).is_some() && !is_keyword(game, bare) && !is_result(word) {
                counted.prose += 1;
            }
        }
        counted
    }

    /// Returns true if the line is a sentence in which a place is named.
    fn is_sentence(&self) -> bool {
        !self.is_numbered && self.turns > 0 && self.prose >= MIN_PROSE && self.prose > self.turns
    }

    /// Returns the index of the turn of a line whose other words are talk: words of a language, and
    /// signs such as `:)`.
    fn only_turn(&self, text: &str, game: GameId) -> Option<usize> {
        if self.is_numbered || self.turns != 1 {
            return None;
        }
        let mut turn = None;
        for (index, span) in self.line.words.iter().enumerate().skip(self.label) {
            let word = span.slice(text);
            let bare = without_punctuation(word);
            if looks_like_turn(game, bare) {
                turn = Some(index);
            } else if !is_talk_word(word, game) {
                return None;
            }
        }
        turn
    }

    /// Returns the part of the text from one word to before another; `None` if it is empty.
    fn between_words(&self, from: usize, to: usize) -> Option<Span> {
        let words = self.line.words.get(from..to)?;
        Some(Span {
            start: words.first()?.start,
            end: words.last()?.end,
        })
    }

    /// Returns the part of the text after the first `count` words of the line.
    fn rest_after_words(&self, count: usize) -> Option<Span> {
        let first = self.line.words.get(count)?;
        let last = self.line.words.last()?;
        Some(Span {
            start: first.start,
            end: last.end,
        })
    }
}

/// Counts the words of lines.
fn counted_lines<'a>(
    text: &str,
    lines: &'a [WordLine],
    record: &Record,
    game: GameId,
) -> Vec<CountedLine<'a>> {
    let names = Names::new(record, game);
    lines
        .iter()
        .map(|line| CountedLine::new(text, line, &names, game))
        .collect()
}

/// Returns true for a word of a language that means no turn, and for signs that are no glyph.
fn is_talk_word(word: &str, game: GameId) -> bool {
    let bare = without_punctuation(word);
    if letters(word, 1).is_some() {
        return !is_keyword(game, bare) && !is_result(word);
    }
    let is_smiley =
        word.contains([')', '(', ';', '^', 'D', 'P']) && !word.contains(['[', '{', '}']);
    is_smiley && !word.contains(|sign: char| sign.is_ascii_digit())
}

/// Returns the movetext with comments in place of parts of it.
fn with_comments(text: &MappedText, parts: &[Span]) -> Option<(MappedText, String)> {
    let cuts: Vec<Cut> = parts
        .iter()
        .flat_map(|part| talk_cuts(text.text(), *part))
        .collect();
    (!cuts.is_empty()).then(|| (text.cut(&cuts), SENTENCES.to_owned()))
}

/// Converts the sentences without a turn number to comments, with their labels, if the turns of the
/// text are numbered.
pub(super) fn peel_unnumbered(
    text: &MappedText,
    record: &Record,
    game: GameId,
) -> Option<(MappedText, String)> {
    let lines = lines(text.text());
    let counted = counted_lines(text.text(), &lines, record, game);
    let numbered = counted
        .iter()
        .filter(|line| line.is_numbered && line.turns > 0)
        .count();
    if numbered < MIN_LINES {
        return None;
    }

    let sentences: Vec<Span> = counted
        .iter()
        .filter(|line| line.is_sentence())
        .filter_map(|line| line.rest_after_words(0))
        .collect();
    with_comments(text, &sentences)
}

/// Converts what is before and after the turn of a line to comments, if other lines consist of a
/// label and one turn: words, signs such as `:)`, and sentences that name places.
pub(super) fn peel_around_turn(
    text: &MappedText,
    record: &Record,
    game: GameId,
) -> Option<(MappedText, String)> {
    let lines = lines(text.text());
    let counted = counted_lines(text.text(), &lines, record, game);
    let single = counted
        .iter()
        .filter(|line| line.label > 0 && line.turns == 1 && line.prose == 0)
        .count();
    if single < MIN_LINES {
        return None;
    }

    let mut talk = Vec::new();
    for line in counted.iter().filter(|line| line.label > 0) {
        if line.begins_with_turn && line.turns > 1 && line.is_sentence() {
            talk.extend(line.rest_after_words(line.label + 1));
        } else if let Some(turn) = line.only_turn(text.text(), game) {
            talk.extend(line.between_words(line.label, turn));
            talk.extend(line.rest_after_words(turn + 1));
        }
    }
    with_comments(text, &talk)
}
