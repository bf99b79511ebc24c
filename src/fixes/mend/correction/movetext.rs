//! Corrects turns, numbers and results that are not in the form of the notation.
//!
//! The movetext is read in *slots* ([`super::tolerant_reader`]): the words after one turn number,
//! up to the next number or comment. [`changes`] first looks for a result in words at the end
//! (`result_words.rs`), and then corrects the number and the turns of each slot.

use std::collections::BTreeMap;

use super::super::edit::Edit;
use super::Change;
use super::tolerant_reader::{Slot, slots};
use crate::games::{Game, in_english, respelled};
use crate::notation::{Record, is_resignation, retyped};
use crate::text::Span;

/// The maximum number of words of one turn, if turns are not numbered.
const WORDS_OF_TURN: usize = 4;
/// The maximum number of texts per record that are tried as turns without success.
const MAX_FAILED: u32 = 1_000;
/// The maximum number of slots that show whether the numbers of a record count rounds.
const MAX_SLOTS_READ: usize = 400;
/// The least number of turns with the same sign in place of another one before other texts are read
/// in this way.
const MIN_SAME_SIGNS: usize = 3;
/// Dashes that are typed for a hyphen.
const DASHES: [char; 5] = ['\u{2013}', '\u{2014}', '\u{2212}', '\u{2010}', '\u{2011}'];

/// Meaning of a space between two words that both read as turns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SpaceBetweenTurns {
    /// It may replace a sign inside one turn: `a5 b2` for `a5,b2`.
    MayJoin,
    /// It separates the turns of a round.
    Separates,
}

/// Returns true if each number of a movetext may count a round: the words after it are one turn of
/// each seat, and only the last round may have fewer.
pub(super) fn may_count_rounds<G: Game>(record: &Record) -> bool {
    /// The least number of whole rounds.
    const MIN_ROUNDS: usize = 2;
    let text = record.text();
    let from = record.tags.last().map_or(0, |tag| tag.span.end as usize);
    let lines = slots(text, from);
    let seats = G::ID.seat_names(Some(record)).len();
    // The turns after each number; a comment may be between them.
    let mut rounds: Vec<usize> = Vec::new();
    for slot in lines.first().into_iter().flatten().take(MAX_SLOTS_READ) {
        if slot.number.is_some() || rounds.is_empty() {
            rounds.push(0);
        }
        let turns = slot
            .words
            .iter()
            .take(seats + 1)
            .filter(|word| reads_as_turn::<G>(word.slice(text)));
        if let Some(last) = rounds.last_mut() {
            *last += turns.count();
        }
    }

    let Some((_, before)) = rounds.split_last() else {
        return false;
    };
    // A turn with a mistake may not read as one.
    let whole = before.iter().filter(|&&turns| turns == seats).count();
    whole >= MIN_ROUNDS && whole * 2 > before.len() && before.iter().all(|&turns| turns <= seats)
}

/// Returns true if a word is a turn, or means one unambiguously.
fn reads_as_turn<G: Game>(word: &str) -> bool {
    let (core, _) = without_suffix(word);
    is_turn_of::<G>(core) || unambiguous_turn::<G>(core).is_some()
}

/// Returns the changes that correct a movetext, in the order of the text.
pub(super) fn changes<G: Game>(record: &Record, spaces: SpaceBetweenTurns) -> Vec<Change> {
    let text = record.text();
    let from = record.tags.last().map_or(0, |tag| tag.span.end as usize);
    let mut lines = slots(text, from);
    let mut corrector = Corrector::<G> {
        record,
        text,
        spaces,
        changes: Vec::new(),
        uncorrected: Vec::new(),
        failed: 0,
        game: std::marker::PhantomData,
    };
    if let Some(main) = lines.first_mut() {
        corrector.correct_result(main);
    }

    let mut numbers = lines.iter().flatten().filter_map(|slot| slot.number);
    let in_rounds = numbers.any(|number| number.is_second);
    for slot in lines.iter().flatten() {
        corrector.correct_number(slot, in_rounds);
        corrector.correct_turns(slot);
    }
    corrector.correct_same_signs();
    corrector
        .changes
        .sort_by_key(|change| (change.span.start, change.span.end));
    corrector.changes
}

/// The changes of a movetext so far.
pub(super) struct Corrector<'r, G> {
    pub(super) record: &'r Record,
    pub(super) text: &'r str,
    spaces: SpaceBetweenTurns,
    pub(super) changes: Vec<Change>,
    /// The texts that are turns neither as written nor corrected, in the order in which they were
    /// tried.
    uncorrected: Vec<Span>,
    /// The number of texts tried without success.
    failed: u32,
    game: std::marker::PhantomData<G>,
}

impl<G: Game> Corrector<'_, G> {
    /// Gives the number of a slot the form `17.`. In a record that counts rounds, as PGN does, the
    /// number becomes that of the turn.
    fn correct_number(&mut self, slot: &Slot, in_rounds: bool) {
        let Some(number) = slot.number else {
            return;
        };
        let turn_number = if in_rounds {
            slot.before + 1
        } else {
            number.value
        };
        if !number.is_plain || turn_number != number.value {
            self.add_change(number.span, format!("{turn_number}."), None);
        }
    }

    /// Corrects the turns of a slot. A slot with a number is one turn if the next number follows.
    fn correct_turns(&mut self, slot: &Slot) {
        let (Some(first), Some(last)) = (slot.words.first(), slot.words.last()) else {
            return;
        };
        if self.separate_joined_turns(slot, *first) {
            return;
        }
        let whole = first.to(*last);
        let is_one_turn = slot
            .number
            .is_some_and(|number| slot.next.is_none_or(|next| next == number.value + 1));
        if slot.words.len() > 1
            && is_one_turn
            && !self.is_on_two_lines(whole)
            && !self.are_turns_of_round(&slot.words)
            && self.correct_turn(whole)
        {
            return;
        }

        let mut index = 0;
        while index < slot.words.len() {
            // A turn that goes on in the next line is not cut in two, and not joined either: the
            // next line may be another player's.
            if self.goes_on_in_next_line(slot, index) {
                index += 2;
            } else {
                index += self.correct_turn_of_words(&slot.words[index..]);
            }
        }
    }

    /// Corrects the turn at the start of some words, which may be several words. Returns the number
    /// of its words.
    fn correct_turn_of_words(&mut self, words: &[Span]) -> usize {
        for count in (1..=WORDS_OF_TURN.min(words.len())).rev() {
            let turn = words[0].to(words[count - 1]);
            let are_turns = words[..count].iter().all(|word| self.is_correct(*word))
                || self.are_turns_of_round(&words[..count]);
            if !are_turns && !self.is_on_two_lines(turn) && self.correct_turn(turn) {
                return count;
            }
        }
        1
    }

    /// Returns true if several words are turns of one round.
    fn are_turns_of_round(&self, words: &[Span]) -> bool {
        self.spaces == SpaceBetweenTurns::Separates
            && words.len() > 1
            && words
                .iter()
                .all(|word| reads_as_turn::<G>(word.slice(self.text)))
    }

    /// Returns true if a text is a turn as it is written.
    fn is_correct(&self, span: Span) -> bool {
        let written = span.slice(self.text);
        is_turn_of::<G>(written) && in_english::<G>(written).is_none()
    }

    /// Separates turns that are written without a blank before the next number: `b34.c2` for
    /// `b3 4. c2`.
    fn separate_joined_turns(&mut self, slot: &Slot, word: Span) -> bool {
        let Some(number) = slot.number else {
            return false;
        };
        let is_followed_by_next_number = slot.next == Some(number.value + 1);
        if is_followed_by_next_number {
            return false;
        }

        let mut rest = word.slice(self.text);
        let mut parts = Vec::new();
        for value in number.value + 1.. {
            let Some((turn, after)) = split_at_number::<G>(rest, value) else {
                break;
            };
            parts.push(turn.to_owned());
            parts.push(format!("{value}."));
            rest = after;
        }
        let is_readable = rest.is_empty() || is_turn_of::<G>(rest);
        let lacks_last_turn = rest.is_empty() && slot.words.len() == 1;
        if parts.is_empty() || !is_readable || lacks_last_turn {
            return false;
        }
        if !rest.is_empty() {
            parts.push(rest.to_owned());
        }
        self.add_change(word, parts.join(" "), None);
        true
    }

    /// Corrects one turn; returns false if there is nothing to correct.
    fn correct_turn(&mut self, span: Span) -> bool {
        let (core, suffix) = without_suffix(span.slice(self.text));
        let with_english_colours = in_english::<G>(core);
        let is_right = with_english_colours.is_none() && is_turn_of::<G>(core);
        if self.failed >= MAX_FAILED || is_right {
            return false;
        }
        let Some(now) = with_english_colours.or_else(|| unambiguous_turn::<G>(core)) else {
            self.failed += 1;
            self.uncorrected.push(span);
            return false;
        };
        let end = span.end as usize - suffix;
        self.add_change(Span::new(span.start as usize, end), now, Some(span.end));
        true
    }

    /// Returns true if a word at the end of a line and the first word of the next one are joined by
    /// a sign at the line end.
    fn goes_on_in_next_line(&self, slot: &Slot, index: usize) -> bool {
        let [word, next] = slot.words.get(index..index + 2).unwrap_or_default() else {
            return false;
        };
        let joins = |sign: char| matches!(sign, ',' | ';' | '-' | '/' | '@' | ':' | '+');
        let between = Span {
            start: word.end,
            end: next.start,
        };
        let is_joined =
            word.slice(self.text).ends_with(joins) || next.slice(self.text).starts_with(joins);
        self.is_on_two_lines(between) && is_joined
    }

    fn is_on_two_lines(&self, span: Span) -> bool {
        span.slice(self.text).contains('\n')
    }

    /// Replaces the sign that several corrected turns have in place of another one in the texts
    /// that are not turns even after correction. The sign means the same there; the mistake in such
    /// a text is left to the search.
    fn correct_same_signs(&mut self) {
        let mut counts: BTreeMap<(String, String), usize> = BTreeMap::new();
        for change in &self.changes {
            let pair = replaced_part(change.span.slice(self.text), &change.now);
            if let Some((was, now)) = pair {
                *counts.entry((was.to_owned(), now.to_owned())).or_default() += 1;
            }
        }
        let most = counts.into_iter().max_by_key(|(_, count)| *count);
        let Some(((was, now), _)) = most.filter(|(_, count)| *count >= MIN_SAME_SIGNS) else {
            return;
        };

        for span in std::mem::take(&mut self.uncorrected) {
            let written = span.slice(self.text);
            let is_changed = self
                .changes
                .iter()
                .any(|change| change.span.start < span.end && span.start < change.span.end);
            if !is_changed && written.matches(was.as_str()).count() == 1 {
                self.add_change(span, written.replacen(&was, &now, 1), Some(span.end));
            }
        }
    }

    /// Records a change. With `trace`, a comment after that byte preserves the original text.
    pub(super) fn add_change(&mut self, span: Span, now: String, trace: Option<u32>) {
        let was = span.slice(self.text).to_owned();
        let edit = match self.turn_at(span) {
            Some(turn) => Edit::Replace {
                turn,
                was,
                now: now.clone(),
            },
            None => Edit::Text {
                was,
                now: now.clone(),
            },
        };
        self.changes.push(Change {
            span,
            now,
            edit,
            trace,
        });
    }

    /// Returns the number of the turn of the main line at a span, from 1.
    fn turn_at(&self, span: Span) -> Option<u32> {
        let turns = &self.record.moves.turns;
        let index = turns
            .iter()
            .position(|node| node.text.start < span.end && span.start < node.text.end)?;
        u32::try_from(index + 1).ok()
    }
}

/// Splits a text at a turn number that comes after a turn without a blank: `b34.c2` into `b3` and
/// `c2` for number 4.
fn split_at_number<G: Game>(text: &str, number: u32) -> Option<(&str, &str)> {
    let mark = format!("{number}.");
    let next_mark = format!("{}.", number + 1);
    let may_follow =
        |rest: &str| rest.is_empty() || is_turn_of::<G>(rest) || rest.contains(next_mark.as_str());
    text.match_indices(mark.as_str())
        .map(|(offset, _)| (&text[..offset], &text[offset + mark.len()..]))
        .find(|(turn, rest)| is_turn_of::<G>(turn) && may_follow(rest))
}

/// Returns true if the parser accepts a text as a turn once its dashes are replaced with hyphens.
pub(super) fn is_turn_of<G: Game>(text: &str) -> bool {
    let is_turn = |text: &str| is_resignation(text) || G::parse_turn(text).is_ok();
    let (core, _) = without_suffix(text);
    if is_turn(core) {
        return true;
    }
    !core.is_ascii() && is_turn(&core.replace(DASHES, "-"))
}

/// Returns the turn that a text unambiguously means.
pub(super) fn unambiguous_turn<G: Game>(text: &str) -> Option<String> {
    if let Some(without_lookalikes) = retyped(text, G::ID)
        && G::parse_turn(&without_lookalikes.text).is_ok()
    {
        return Some(without_lookalikes.text);
    }
    let suggestion = respelled::<G>(text)?;
    suggestion.is_certain.then_some(suggestion.text)
}

/// Returns the part of a text that differs from a corrected one, and its replacement; `None` if the
/// part is empty or has a digit, because it is then specific to one turn.
fn replaced_part<'a>(was: &'a str, now: &'a str) -> Option<(&'a str, &'a str)> {
    let same_at_start = common_length(was.chars().zip(now.chars()));
    let (was, now) = (&was[same_at_start..], &now[same_at_start..]);
    let same_at_end = common_length(was.chars().rev().zip(now.chars().rev()));
    let was = &was[..was.len() - same_at_end];
    let now = &now[..now.len() - same_at_end];

    let has_digit = |text: &str| text.contains(|sign: char| sign.is_ascii_digit());
    let is_general = !was.is_empty() && !has_digit(was) && !has_digit(now);
    is_general.then_some((was, now))
}

/// Returns the length in bytes of the characters before the first pair that differs.
fn common_length(pairs: impl Iterator<Item = (char, char)>) -> usize {
    pairs
        .take_while(|(one, other)| one == other)
        .map(|(one, _)| one.len_utf8())
        .sum()
}

/// Splits off the glyphs at the end of a word. Returns the word and the length of the glyphs.
fn without_suffix(word: &str) -> (&str, usize) {
    let core = word.trim_end_matches(['!', '?']);
    let length = word.len() - core.len();
    let is_too_long = length > "!?".len();
    if is_too_long || core.is_empty() {
        (word, 0)
    } else {
        (core, length)
    }
}
