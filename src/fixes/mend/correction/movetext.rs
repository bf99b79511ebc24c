//! Corrects turns, numbers and results that are not in the form of the notation.

use std::collections::BTreeMap;

use super::super::edit::Edit;
use super::Change;
use super::tolerant_reader::{Number, Slot, slots};
use crate::games::{Game, in_english, respelled};
use crate::notation::{
    Outcome, Record, WordedResult, is_resignation, quoted, retyped, worded_result_of,
};
use crate::text::Span;

/// The maximum number of words of a result: `Moritz gewinnt mit 20 zu 12 Punkten`
const WORDS_OF_RESULT: usize = 7;
/// The maximum number of words of one turn, if turns are not numbered.
const WORDS_OF_TURN: usize = 4;
/// The maximum number of texts per record that are tried as turns without success.
const MAX_FAILED: u32 = 1_000;
/// The least number of turns with the same sign in place of another one before other texts are read
/// in this way.
const MIN_SAME_SIGNS: usize = 3;

/// Returns the changes that correct a movetext, in the order of the text.
pub(super) fn changes<G: Game>(record: &Record) -> Vec<Change> {
    let text = record.text();
    let from = record.tags.last().map_or(0, |tag| tag.span.end as usize);
    let mut lines = slots(text, from);
    let mut corrector = Corrector::<G> {
        record,
        text,
        changes: Vec::new(),
        uncorrected: Vec::new(),
        failed: 0,
        game: std::marker::PhantomData,
    };
    let in_rounds = lines
        .iter()
        .flatten()
        .any(|slot| slot.number.is_some_and(|number| number.is_second));
    if let Some(main) = lines.first_mut() {
        corrector.correct_result(main);
    }
    for line in &lines {
        for slot in line {
            corrector.correct_number(slot, in_rounds);
            corrector.correct_turns(slot);
        }
    }
    corrector.correct_same_signs();
    corrector
        .changes
        .sort_by_key(|change| (change.span.start, change.span.end));
    corrector.changes
}

struct Corrector<'r, G> {
    record: &'r Record,
    text: &'r str,
    changes: Vec<Change>,
    /// The texts that are turns neither as written nor corrected, in the order in which they were
    /// tried.
    uncorrected: Vec<Span>,
    /// The number of texts tried without success.
    failed: u32,
    game: std::marker::PhantomData<G>,
}

impl<G: Game> Corrector<'_, G> {
    /// Returns the number of the turn of the main line at a span, from 1.
    fn turn_at(&self, span: Span) -> Option<u32> {
        let turns = &self.record.moves.turns;
        let index = turns
            .iter()
            .position(|node| node.text.start < span.end && span.start < node.text.end)?;
        u32::try_from(index + 1).ok()
    }

    /// Records a change. With `trace`, a comment after that byte preserves the original text.
    fn add_change(&mut self, span: Span, now: String, trace: Option<u32>) {
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

    /// Finds a result in words at the end of the main line, and removes its words from the last
    /// slot.
    fn correct_result(&mut self, line: &mut [Slot]) {
        let Some(slot) = line.iter_mut().rev().find(|slot| !slot.words.is_empty()) else {
            return;
        };
        let names = G::ID.seat_names(Some(self.record));
        for count in (1..=WORDS_OF_RESULT.min(slot.words.len())).rev() {
            let words = &slot.words[slot.words.len() - count..];
            let (Some(first), Some(last)) = (words.first(), words.last()) else {
                continue;
            };
            let span = Span::new(first.start as usize, last.end as usize);
            let written = span.slice(self.text);
            if let Some(outcome) = Outcome::parse(written) {
                slot.words.truncate(slot.words.len() - count);
                self.remove_words_before_result(slot, &outcome, &names);
                return;
            }
            if count > 1 && is_turn_of::<G>(first.slice(self.text)) {
                continue;
            }
            let is_turn =
                count == 1 && (is_resignation(written) || unambiguous_turn::<G>(written).is_some());
            // A number without its turn, followed by a sign for the missing turn.
            let is_of_number = slot.number.is_some() && count == slot.words.len();
            let Some(worded) = worded_result_of(self.record, written, &names)
                .filter(|_| !is_turn && !is_turn_of::<G>(written))
            else {
                continue;
            };
            if is_of_number && worded.outcome == Outcome::Open {
                continue;
            }
            slot.words.truncate(slot.words.len() - count);
            self.replace_result_words(span, &worded);
            return;
        }
    }

    /// Finds words that say the same as the result after them, and removes them from the slot.
    fn remove_words_before_result(&mut self, slot: &mut Slot, outcome: &Outcome, names: &[String]) {
        for count in (2..=WORDS_OF_RESULT.min(slot.words.len())).rev() {
            let words = &slot.words[slot.words.len() - count..];
            let (Some(first), Some(last)) = (words.first(), words.last()) else {
                continue;
            };
            // With a separate number, a resignation is a turn.
            if count == slot.words.len() && slot.number.is_some() {
                continue;
            }
            let span = Span::new(first.start as usize, last.end as usize);
            let worded = worded_result_of(self.record, span.slice(self.text), names);
            if let Some(worded) = worded.filter(|worded| worded.outcome == *outcome) {
                slot.words.truncate(slot.words.len() - count);
                self.replace_result_words(span, &worded);
                return;
            }
        }
    }

    fn replace_result_words(&mut self, span: Span, worded: &WordedResult) {
        let is_after = self
            .record
            .result
            .as_ref()
            .is_some_and(|(_, result)| result.start >= span.end);
        let written = span.slice(self.text).to_owned();
        if is_after && written.contains(char::is_alphanumeric) {
            // The result after it has the same meaning, or more. The original text becomes a
            // comment.
            let now = format!("{{{written}}}");
            let edit = Edit::Text {
                was: written,
                now: now.clone(),
            };
            self.changes.push(Change {
                span,
                now,
                edit,
                trace: None,
            });
        } else {
            self.add_change(
                span,
                if is_after {
                    String::new()
                } else {
                    worded.outcome.to_string()
                },
                None,
            );
            // The comment with the original text goes after the result.
            if let Some(change) = self
                .changes
                .last_mut()
                .filter(|_| written.contains(char::is_alphabetic))
            {
                change.trace = Some(span.end);
            }
        }
        if worded.resigned.is_none() || self.record.tag("Termination").is_some() {
            return;
        }
        let Some(before) = self
            .record
            .tag("Variant")
            .or_else(|| self.record.tag("Game"))
        else {
            return;
        };
        let end = before.span.end as usize;
        let now = "resignation".to_owned();
        let edit = Edit::Tag {
            name: "Termination".into(),
            was: None,
            now: Some(now.clone()),
        };
        let text = format!("{}[Termination {}]", self.record.line_end(), quoted(&now));
        self.changes.push(Change {
            span: Span::new(end, end),
            now: text,
            edit,
            trace: None,
        });
    }

    fn correct_number(&mut self, slot: &Slot, in_rounds: bool) {
        let Some(Number {
            span,
            value,
            is_plain,
            ..
        }) = slot.number
        else {
            return;
        };
        let due = if in_rounds { slot.before + 1 } else { value };
        if !is_plain || due != value {
            self.add_change(span, format!("{due}."), None);
        }
    }

    fn correct_turns(&mut self, slot: &Slot) {
        let (Some(first), Some(last)) = (slot.words.first(), slot.words.last()) else {
            return;
        };
        if self.separate_joined_turns(slot, *first) {
            return;
        }
        let whole = Span::new(first.start as usize, last.end as usize);
        let is_one = slot
            .number
            .is_some_and(|number| slot.next.is_none_or(|next| next == number.value + 1));
        if slot.words.len() > 1
            && is_one
            && !self.is_on_two_lines(whole)
            && self.correct_turn(whole)
        {
            return;
        }
        let mut offset = 0;
        while offset < slot.words.len() {
            // A turn that goes on in the next line is not cut in two, and not joined either: the
            // next line may be another player's.
            if self.goes_on_in_next_line(slot, offset) {
                offset += 2;
                continue;
            }
            let max_count = WORDS_OF_TURN.min(slot.words.len() - offset);
            let is_turn = |word: &Span| {
                is_turn_of::<G>(word.slice(self.text))
                    && in_english::<G>(word.slice(self.text)).is_none()
            };
            let are_turns = |count: usize| slot.words[offset..offset + count].iter().all(is_turn);
            let count = (1..=max_count).rev().find(|&count| {
                let span = Span::new(
                    slot.words[offset].start as usize,
                    slot.words[offset + count - 1].end as usize,
                );
                !are_turns(count) && !self.is_on_two_lines(span) && self.correct_turn(span)
            });
            offset += count.unwrap_or(1);
        }
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

    fn is_on_two_lines(&self, span: Span) -> bool {
        span.slice(self.text).contains('\n')
    }

    /// Returns true if a word at the end of a line and the first word of the next one are joined by
    /// a sign at the line end.
    fn goes_on_in_next_line(&self, slot: &Slot, offset: usize) -> bool {
        let [word, next] = slot.words.get(offset..offset + 2).unwrap_or_default() else {
            return false;
        };
        let joins = |sign: char| matches!(sign, ',' | ';' | '-' | '/' | '@' | ':' | '+');
        self.is_on_two_lines(Span {
            start: word.end,
            end: next.start,
        }) && (word.slice(self.text).ends_with(joins) || next.slice(self.text).starts_with(joins))
    }

    /// Separates turns that are written without a blank before the next number: `b34.c2` for
    /// `b3 4. c2`.
    fn separate_joined_turns(&mut self, slot: &Slot, word: Span) -> bool {
        let Some(number) = slot
            .number
            .filter(|number| slot.next != Some(number.value + 1))
        else {
            return false;
        };
        let mut rest = word.slice(self.text);
        let mut parts = Vec::new();
        for value in number.value + 1.. {
            let mark = format!("{value}.");
            let is_end = |rest: &str| {
                rest.is_empty()
                    || is_turn_of::<G>(rest)
                    || rest.contains(&format!("{}.", value + 1))
            };
            let found = rest.match_indices(&mark).find(|&(offset, _)| {
                is_turn_of::<G>(&rest[..offset]) && is_end(&rest[offset + mark.len()..])
            });
            let Some((offset, _)) = found else { break };
            parts.push(rest[..offset].to_owned());
            parts.push(mark.clone());
            rest = &rest[offset + mark.len()..];
        }
        let is_whole = rest.is_empty() || is_turn_of::<G>(rest);
        if parts.is_empty() || !is_whole || (rest.is_empty() && slot.words.len() == 1) {
            return false;
        }
        parts.extend(Some(rest.to_owned()).filter(|rest| !rest.is_empty()));
        self.add_change(word, parts.join(" "), None);
        true
    }

    /// Corrects one turn; returns false if there is nothing to correct.
    fn correct_turn(&mut self, span: Span) -> bool {
        let (core, suffix) = without_suffix(span.slice(self.text));
        let in_english = in_english::<G>(core);
        if self.failed >= MAX_FAILED || (in_english.is_none() && is_turn_of::<G>(core)) {
            return false;
        }
        let Some(now) = in_english.or_else(|| unambiguous_turn::<G>(core)) else {
            self.failed += 1;
            self.uncorrected.push(span);
            return false;
        };
        let end = span.end as usize - suffix;
        self.add_change(Span::new(span.start as usize, end), now, Some(span.end));
        true
    }
}

/// Returns true if the parser accepts a text as a turn once its dashes are replaced with hyphens.
fn is_turn_of<G: Game>(text: &str) -> bool {
    let is_turn = |text: &str| is_resignation(text) || G::parse_turn(text).is_ok();
    let (core, _) = without_suffix(text);
    is_turn(core)
        || (!core.is_ascii()
            && is_turn(&core.replace(
                ['\u{2013}', '\u{2014}', '\u{2212}', '\u{2010}', '\u{2011}'],
                "-",
            )))
}

/// Returns the turn that a text unambiguously means.
fn unambiguous_turn<G: Game>(text: &str) -> Option<String> {
    let alike = retyped(text, G::ID)
        .map(|retyped| retyped.text)
        .filter(|text| G::parse_turn(text).is_ok());
    alike.or_else(|| {
        respelled::<G>(text)
            .filter(|found| found.is_certain)
            .map(|found| found.text)
    })
}

/// Returns the part of a text that differs from a corrected one, and its replacement; `None` if the
/// part is empty or has a digit, because it is then specific to one turn.
fn replaced_part<'a>(was: &'a str, now: &'a str) -> Option<(&'a str, &'a str)> {
    let same = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
        let same = pairs.take_while(|(one, other)| one == other);
        same.map(|(one, _)| one.len_utf8()).sum()
    };
    let before = same(&mut was.chars().zip(now.chars()));
    let (was, now) = (&was[before..], &now[before..]);
    let after = same(&mut was.chars().rev().zip(now.chars().rev()));
    let was = &was[..was.len() - after];
    let now = &now[..now.len() - after];
    let has_digit = |text: &str| text.contains(|sign: char| sign.is_ascii_digit());
    (!was.is_empty() && !has_digit(was) && !has_digit(now)).then_some((was, now))
}

/// Splits off the glyphs at the end of a word. Returns the word and the length of the glyphs.
fn without_suffix(word: &str) -> (&str, usize) {
    let core = word.trim_end_matches(['!', '?']);
    let length = word.len() - core.len();
    if length > 2 || core.is_empty() {
        (word, 0)
    } else {
        (core, length)
    }
}
