//! Cursor over the text of a turn, for the fast parsers of the games
//! ([`fast_parse`](super::TurnText::fast_parse)). They read only the common forms; the grammar
//! reads the others.

/// Cursor over the bytes of a turn.
pub(crate) struct TurnCursor<'t> {
    rest: &'t [u8],
}

impl<'t> TurnCursor<'t> {
    #[inline]
    pub(crate) fn new(text: &'t [u8]) -> Self {
        Self { rest: text }
    }

    #[inline]
    pub(crate) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    #[inline]
    pub(crate) fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    /// Skips `text` if it comes next, and returns true if it did.
    #[inline]
    pub(crate) fn skip<const N: usize>(&mut self, text: &[u8; N]) -> bool {
        match self.rest.split_first_chunk::<N>() {
            Some((first, rest)) if first == text => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// Reads a lower-case letter; `a` is 0.
    #[inline]
    pub(crate) fn letter(&mut self) -> Option<u8> {
        self.byte_from(b'a', 26)
    }

    /// Reads a digit.
    #[inline]
    pub(crate) fn digit(&mut self) -> Option<u8> {
        self.byte_from(b'0', 10)
    }

    /// Reads a number of at most nine digits, without leading zeros.
    #[inline]
    pub(crate) fn number(&mut self) -> Option<u32> {
        let mut number = u32::from(self.digit()?);
        while let Some(digit) = self.digit() {
            if number == 0 || number >= 100_000_000 {
                return None;
            }
            number = number * 10 + u32::from(digit);
        }
        Some(number)
    }

    /// Reads a digit and the byte after it, if `end` is that byte.
    #[inline]
    pub(crate) fn digit_before(&mut self, end: u8) -> Option<u8> {
        match *self.rest {
            [digit @ b'0'..=b'9', next, ref rest @ ..] if next == end => {
                self.rest = rest;
                Some(digit - b'0')
            }
            _ => None,
        }
    }

    /// Reads lower-case letters, possibly none.
    #[inline]
    pub(crate) fn word(&mut self) -> &'t [u8] {
        let end = self
            .rest
            .iter()
            .position(|byte| !byte.is_ascii_lowercase())
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    #[inline]
    fn byte_from(&mut self, first: u8, count: u8) -> Option<u8> {
        let (byte, rest) = self.rest.split_first()?;
        let value = byte.wrapping_sub(first);
        if value >= count {
            return None;
        }
        self.rest = rest;
        Some(value)
    }
}
