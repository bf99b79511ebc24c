//! Position strings: the fields of a game's positions, and errors that name the first invalid
//! field.
//!
//! The grammar of a game only reports where it stopped. [`PositionGrammar`] finds the field and
//! describes its form in words.

use std::ops::Range;

use pest::error::Error;
use pest::iterators::Pair;
use pest::{Parser, RuleType};

use super::PositionError;
use crate::notation::error_at;

/// A field of a position string. Spaces separate the fields.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PositionField {
    /// The name, such as `the seat to move`.
    pub(crate) name: &'static str,
    /// The form, with the verb: `is `w` or `b``.
    pub(crate) form: &'static str,
    /// A value of this form.
    pub(crate) example: &'static str,
}

/// The grammar of a game's position strings.
pub(crate) struct PositionGrammar<R: RuleType> {
    /// The rule of the whole text.
    pub(crate) whole: R,
    /// The fields in their order.
    pub(crate) fields: &'static [PositionField],
    /// Returns the display name of a rule for a part of a field, or `None` for other rules.
    pub(crate) part_in_words: fn(R) -> Option<&'static str>,
}

impl<R: RuleType> PositionGrammar<R> {
    /// Parses the text of a position and returns the pairs inside it.
    pub(crate) fn pairs<'t, G: Parser<R>>(
        &self,
        text: &'t str,
    ) -> Result<impl Iterator<Item = Pair<'t, R>> + use<'t, R, G>, PositionError> {
        let pairs = G::parse(self.whole, text).map_err(|error| self.error::<G>(&error, text))?;
        Ok(pairs.flat_map(Pair::into_inner))
    }

    /// Returns the text of a position with this board and the examples of the other fields; `None`
    /// if the text has more than one field.
    pub(crate) fn with_board(&self, board: &str) -> Option<String> {
        if board.contains(' ') {
            None
        } else {
            Some(self.completed(board, 1))
        }
    }

    /// Completes a text that has the first `count` fields with the examples of the others.
    fn completed(&self, first_fields: &str, count: usize) -> String {
        let mut text = first_fields.to_owned();
        for field in self.fields.iter().skip(count) {
            text.push(' ');
            text.push_str(field.example);
        }
        text
    }

    /// Returns the error for a malformed position. It names the first invalid field.
    fn error<G: Parser<R>>(&self, error: &Error<R>, text: &str) -> PositionError {
        let mut values = text.split(' ');
        // The end of the fields examined so far.
        let mut end = 0;
        for index in 0..self.fields.len() {
            let Some(value) = values.next() else {
                let message = format!("This position ends before {}.", self.field_in_words(index));
                return PositionError::malformed(message, text.len()..text.len());
            };
            // A space precedes each field but the first.
            let start = if index == 0 { 0 } else { end + 1 };
            end = start + value.len();

            // The examples of the fields after this one are valid, so that an error can only be in
            // this one.
            let with_examples = self.completed(&text[..end], index + 1);
            if let Err(error) = G::parse(self.whole, &with_examples) {
                return self.error_in_field(&error, text, index, start..end);
            }
        }

        // Every field is valid, so the error is that more text follows.
        let count = self.fields.len();
        let names: Vec<&str> = self.fields.iter().map(|field| field.name).collect();
        let message = format!(
            "This position has text after its {count} fields, which are {}.",
            names.join(", ")
        );
        let offset = end.min(error_at(error));
        PositionError::malformed(message, character_range(text, offset))
    }

    /// Returns the error for a malformed field. `range` is its place in the text.
    fn error_in_field(
        &self,
        error: &Error<R>,
        text: &str,
        index: usize,
        range: Range<usize>,
    ) -> PositionError {
        let offset = error_at(error).clamp(range.start, range.end);
        let here = match character_at(text, offset) {
            _ if range.is_empty() => "where a field is empty".to_owned(),
            Some(character) if offset < range.end => format!("at `{character}`"),
            _ => "at the end of a field".to_owned(),
        };
        let characters_before = text
            .get(..offset)
            .map_or(0, |before| before.chars().count());
        let character = characters_before + 1;
        let expected = match self.expected_parts(error).as_slice() {
            [] => String::new(),
            parts => format!(": expected {}", parts.join(" or ")),
        };
        let field = self.field_in_words(index);
        let message = format!(
            "This position cannot be read {here} (character {character}), in {field}{expected}."
        );
        PositionError::malformed(message, character_range(text, offset))
    }

    /// Returns the display names of the parts that the grammar allows at an error.
    fn expected_parts(&self, error: &Error<R>) -> Vec<&'static str> {
        let pest::error::ErrorVariant::ParsingError { positives, .. } = &error.variant else {
            return Vec::new();
        };
        let mut parts: Vec<_> = positives
            .iter()
            .filter_map(|&rule| (self.part_in_words)(rule))
            .collect();
        parts.sort_unstable();
        parts.dedup();
        parts
    }

    /// Names a field and describes its form.
    fn field_in_words(&self, index: usize) -> String {
        let count = self.fields.len();
        let Some(PositionField { name, form, .. }) = self.fields.get(index) else {
            return String::new();
        };
        format!("field {} of {count}, {name}, which {form}", index + 1)
    }
}

fn character_at(text: &str, offset: usize) -> Option<char> {
    text.get(offset..)?.chars().next()
}

/// Returns the bytes of the character at an offset; an empty range at the end of the text.
fn character_range(text: &str, offset: usize) -> Range<usize> {
    let length = character_at(text, offset).map_or(0, char::len_utf8);
    offset..offset + length
}
