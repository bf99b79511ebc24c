//! Conversion from bytes of a text to UTF-16 code units of the string from which it came, so that
//! places are those that JavaScript counts.

use pipscribe::text::{SourceText, Span};
use serde_json::Value;

use crate::given::Given;

/// Length of a stretch, in bytes. The units before each stretch are counted only once.
const STRETCH: usize = 512;

/// Map from bytes of a text to places in its string.
pub(crate) struct Units<'a> {
    text: &'a [u8],
    /// True if the text was a string.
    counts_units: bool,
    /// Number of units before each stretch of [`STRETCH`] bytes; empty if bytes and units are the
    /// same.
    before: Vec<u64>,
}

impl<'a> Units<'a> {
    pub(crate) fn new(given: Given<'a>) -> Self {
        let text = given.text;
        if !given.is_string || text.is_ascii() {
            return Self {
                text,
                counts_units: given.is_string,
                before: Vec::new(),
            };
        }
        let before = text.chunks(STRETCH).scan(0, |count, stretch| {
            let before = *count;
            *count += units(stretch);
            Some(before)
        });
        Self {
            text,
            counts_units: true,
            before: before.collect(),
        }
    }

    /// Returns true if places need no conversion.
    pub(crate) fn are_bytes(&self) -> bool {
        self.before.is_empty()
    }

    /// Returns the unit that starts at a byte of the text.
    pub(crate) fn of_byte(&self, byte: u64) -> u64 {
        let Ok(offset) = usize::try_from(byte) else {
            return byte;
        };
        // Without counts, bytes and units are the same.
        let Some(last_stretch) = self.before.len().checked_sub(1) else {
            return byte;
        };
        let end = offset.min(self.text.len());
        let stretch = (end / STRETCH).min(last_stretch);
        let before = self.before.get(stretch).copied().unwrap_or_default();
        let rest = self.text.get(stretch * STRETCH..end);
        before + units(rest.unwrap_or_default())
    }

    /// Returns the places in the text at which a span of a record starts and ends.
    pub(crate) fn of_span(&self, source: &SourceText, span: Span) -> [u64; 2] {
        let bytes = source.in_file(span);
        [self.of_byte(bytes.start), self.of_byte(bytes.end)]
    }

    /// Returns the length of a text to be inserted into this one.
    pub(crate) fn length(&self, text: &str) -> u64 {
        if self.counts_units {
            units(text.as_bytes())
        } else {
            text.len() as u64
        }
    }

    /// Converts the places in JSON about the text: every `start` and `end`.
    pub(crate) fn convert(&self, value: &mut Value) {
        if self.before.is_empty() {
            return;
        }
        match value {
            Value::Object(map) => {
                for (key, value) in map {
                    match (key.as_str(), value.as_u64()) {
                        ("start" | "end", Some(byte)) => *value = self.of_byte(byte).into(),
                        _ => self.convert(value),
                    }
                }
            }
            Value::Array(values) => values.iter_mut().for_each(|value| self.convert(value)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}

/// Returns the number of units of the characters that start in a stretch of UTF-8.
fn units(stretch: &[u8]) -> u64 {
    let units_of_byte = |byte: &u8| match byte {
        // Not the first byte of a character.
        0x80..=0xBF => 0,
        // The first byte of a character of four bytes, which is a surrogate pair in UTF-16.
        0xF0..=0xFF => 2,
        _ => 1,
    };
    stretch.iter().map(units_of_byte).sum()
}
