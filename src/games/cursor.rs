//! Cursor over the text of a turn, for its usual forms.

/// Cursor over the bytes of a turn.
pub(crate) struct TurnCursor<'t> {
    rest: &'t [u8],
}

impl<'t> TurnCursor<'t> {
    pub(crate) fn new(text: &'t [u8]) -> Self {
        Self { rest: text }
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    pub(crate) fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    /// Skips `text` if it comes next, and returns true if it did.
    pub(crate) fn skip(&mut self, text: &[u8]) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Reads a lower-case letter; `a` is 0.
    pub(crate) fn letter(&mut self) -> Option<u8> {
        self.byte_from(b'a', 26)
    }

    /// Reads a digit.
    pub(crate) fn digit(&mut self) -> Option<u8> {
        self.byte_from(b'0', 10)
    }

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
