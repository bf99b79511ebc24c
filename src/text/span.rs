//! Ranges of a record's text.

use serde::Serialize;

/// Range of a record's text, in bytes from the start of the record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// Creates the span from `start` to `end`. Records are shorter than 4 GiB.
    #[inline]
    pub fn new(start: usize, end: usize) -> Self {
        let clamp = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
        Self {
            start: clamp(start),
            end: clamp(end.max(start)),
        }
    }

    /// Returns the span of `inner`, which counts from the start of this span.
    #[must_use]
    pub fn within(self, inner: &std::ops::Range<usize>) -> Self {
        let start = self.start as usize;
        Self::new(start + inner.start, start + inner.end)
    }

    /// Returns the span from the start of this one to the end of `last`.
    #[must_use]
    pub fn to(self, last: Self) -> Self {
        Self {
            start: self.start,
            end: last.end,
        }
    }

    /// Returns true if the other span is part of this one.
    pub fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Returns true if a byte is within the span or directly after it.
    pub fn touches(self, offset: u32) -> bool {
        self.start <= offset && offset <= self.end
    }

    /// Returns the length in bytes.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Returns true if the span is empty.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns the span as a range of indices.
    #[inline]
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns the text of the span; empty if it does not fit `text`.
    #[inline]
    pub fn slice(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or_default()
    }

    /// Returns the bytes of the span; empty if it does not fit `text`.
    #[inline]
    pub(crate) fn bytes_of(self, text: &str) -> &[u8] {
        text.as_bytes().get(self.range()).unwrap_or_default()
    }
}

impl From<pest::Span<'_>> for Span {
    fn from(span: pest::Span<'_>) -> Self {
        Self::new(span.start(), span.end())
    }
}
