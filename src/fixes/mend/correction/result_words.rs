//! Finds a result in words at the end of a movetext, such as `Dark wins by 3`, and writes it as a
//! result of the notation.

use super::super::edit::Edit;
use super::movetext::{Corrector, is_turn_of, unambiguous_turn};
use super::tolerant_reader::Slot;
use super::{Change, change};
use crate::games::Game;
use crate::notation::{Outcome, WordedResult, is_resignation, quoted, worded_result_of};
use crate::text::Span;

/// The maximum number of words of a result: `Moritz gewinnt mit 20 zu 12 Punkten`
const WORDS_OF_RESULT: usize = 7;

impl<G: Game> Corrector<'_, G> {
    /// Finds a result in words at the end of the main line, and removes its words from the last
    /// slot.
    pub(super) fn correct_result(&mut self, line: &mut [Slot]) {
        let Some(slot) = line.iter_mut().rev().find(|slot| !slot.words.is_empty()) else {
            return;
        };
        let names = G::ID.seat_names(Some(self.record));
        for count in (1..=WORDS_OF_RESULT.min(slot.words.len())).rev() {
            let Some(span) = last_words(slot, count) else {
                continue;
            };
            let other_words = slot.words.len() - count;
            if let Some(outcome) = Outcome::parse(span.slice(self.text)) {
                slot.words.truncate(other_words);
                self.remove_words_before_result(slot, &outcome, &names);
                return;
            }
            if let Some(worded) = self.result_in_last_words(slot, count, &names) {
                slot.words.truncate(other_words);
                self.replace_result_words(span, &worded);
                return;
            }
        }
    }

    /// Returns the result that the last words of a slot mean, unless they may be a turn.
    fn result_in_last_words(
        &self,
        slot: &Slot,
        count: usize,
        names: &[String],
    ) -> Option<WordedResult> {
        let written = last_words(slot, count)?.slice(self.text);
        let first = slot.words.get(slot.words.len() - count)?.slice(self.text);
        let begins_with_turn = count > 1 && is_turn_of::<G>(first);
        let is_one_turn =
            count == 1 && (is_resignation(written) || unambiguous_turn::<G>(written).is_some());
        if begins_with_turn || is_one_turn || is_turn_of::<G>(written) {
            return None;
        }

        let worded = worded_result_of(self.record, written, names)?;
        // After a number, the sign of an open game means a turn that is missing.
        let is_in_place_of_turn = slot.number.is_some() && count == slot.words.len();
        let is_missing_turn = is_in_place_of_turn && worded.outcome == Outcome::Open;
        (!is_missing_turn).then_some(worded)
    }

    /// Finds words that say the same as the result after them, and removes them from the slot.
    fn remove_words_before_result(&mut self, slot: &mut Slot, outcome: &Outcome, names: &[String]) {
        for count in (2..=WORDS_OF_RESULT.min(slot.words.len())).rev() {
            let Some(span) = last_words(slot, count) else {
                continue;
            };
            // With a separate number, a resignation is a turn.
            if count == slot.words.len() && slot.number.is_some() {
                continue;
            }
            let worded = worded_result_of(self.record, span.slice(self.text), names);
            if let Some(worded) = worded
                && worded.outcome == *outcome
            {
                slot.words.truncate(slot.words.len() - count);
                self.replace_result_words(span, &worded);
                return;
            }
        }
    }

    /// Writes a result in place of its words. If the notation has a result after them, they become
    /// a comment, because that result has the same meaning, or more.
    fn replace_result_words(&mut self, span: Span, worded: &WordedResult) {
        let result = self.record.result.as_ref();
        let is_result_after = result.is_some_and(|(_, result)| result.start >= span.end);
        let written = span.slice(self.text);
        if is_result_after && written.contains(char::is_alphanumeric) {
            let comment = format!("{{{written}}}");
            let (start, end) = (span.start as usize, span.end as usize);
            self.changes.push(change(self.text, start, end, comment));
        } else {
            let now = if is_result_after {
                String::new()
            } else {
                worded.outcome.to_string()
            };
            // The comment with the original text goes after the result.
            let has_words = written.contains(char::is_alphabetic);
            self.add_change(span, now, has_words.then_some(span.end));
        }
        if worded.resigned.is_some() {
            self.add_termination();
        }
    }

    /// Adds the tag `Termination` for a resignation, unless the record has one.
    fn add_termination(&mut self) {
        let record = self.record;
        if record.tag("Termination").is_some() {
            return;
        }
        let Some(before) = record.tag("Variant").or_else(|| record.tag("Game")) else {
            return;
        };
        let end = before.span.end as usize;
        let now = "resignation".to_owned();
        let line = format!("{}[Termination {}]", record.line_end(), quoted(&now));
        self.changes.push(Change {
            span: Span::new(end, end),
            now: line,
            edit: Edit::Tag {
                name: "Termination".into(),
                was: None,
                now: Some(now),
            },
            trace: None,
        });
    }
}

/// Returns the span of the last words of a slot; `None` if it has fewer.
fn last_words(slot: &Slot, count: usize) -> Option<Span> {
    let first = slot.words.len().checked_sub(count)?;
    let words = &slot.words[first..];
    Some(words.first()?.to(*words.last()?))
}
