//! Conversion between positions of the protocol and bytes of a text.

use std::ops::Range as Bytes;

use lsp_types::{Position, PositionEncodingKind, Range};
use ropey::Rope;

/// Unit in which a client counts columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units, the default of the protocol.
    #[default]
    Utf16,
    /// Characters.
    Utf32,
}

impl Encoding {
    /// Chooses the cheapest encoding that the client offers. Bytes need no counting.
    pub(super) fn chosen(offered: &[PositionEncodingKind]) -> Self {
        let all = [Self::Utf8, Self::Utf32, Self::Utf16];
        all.into_iter()
            .find(|encoding| offered.contains(&encoding.kind()))
            .unwrap_or_default()
    }

    /// Returns the name of the encoding in the protocol.
    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
            Self::Utf32 => PositionEncodingKind::UTF32,
        }
    }
}

/// Returns the byte at a position. A position after the end of its line or of the text means that
/// end; one within a character means the start of the character.
pub(super) fn byte_of(text: &Rope, encoding: Encoding, position: Position) -> usize {
    let line = position.line as usize;
    if line >= text.len_lines() {
        return text.len_bytes();
    }
    let (start, end) = line_bytes(text, line);
    let column = position.character as usize;
    match encoding {
        Encoding::Utf8 => {
            let at = (start.saturating_add(column)).min(end);
            text.char_to_byte(text.byte_to_char(at))
        }
        Encoding::Utf32 => {
            let first = text.byte_to_char(start);
            text.char_to_byte(first.saturating_add(column).min(text.len_chars()))
                .min(end)
        }
        Encoding::Utf16 => {
            let first = text.char_to_utf16_cu(text.byte_to_char(start));
            let last = text.char_to_utf16_cu(text.byte_to_char(end));
            text.char_to_byte(text.utf16_cu_to_char(first.saturating_add(column).min(last)))
        }
    }
}

/// Returns the bytes of a range. A reversed range is accepted.
pub(super) fn bytes_of(text: &Rope, encoding: Encoding, range: Range) -> Bytes<usize> {
    let start = byte_of(text, encoding, range.start);
    let end = byte_of(text, encoding, range.end);
    start.min(end)..start.max(end)
}

/// Returns the position of a byte.
pub(super) fn position_of(text: &Rope, encoding: Encoding, byte: usize) -> Position {
    let byte = byte.min(text.len_bytes());
    let line = text.byte_to_line(byte);
    let start = text.line_to_byte(line);
    let column = match encoding {
        Encoding::Utf8 => text.char_to_byte(text.byte_to_char(byte)) - start,
        Encoding::Utf32 => text.byte_to_char(byte) - text.byte_to_char(start),
        Encoding::Utf16 => {
            text.char_to_utf16_cu(text.byte_to_char(byte))
                - text.char_to_utf16_cu(text.byte_to_char(start))
        }
    };
    let clamp = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Position {
        line: clamp(line),
        character: clamp(column),
    }
}

/// Returns the range of some bytes.
pub(super) fn range_of(text: &Rope, encoding: Encoding, bytes: &Bytes<usize>) -> Range {
    Range {
        start: position_of(text, encoding, bytes.start),
        end: position_of(text, encoding, bytes.end),
    }
}

/// Returns the start and end of a line, without its line end.
fn line_bytes(text: &Rope, line: usize) -> (usize, usize) {
    let start = text.line_to_byte(line);
    let mut end = text.line_to_byte(line + 1);
    while end > start && matches!(text.byte(end - 1), b'\n' | b'\r') {
        end -= 1;
    }
    (start, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_in_the_negotiated_encoding() {
        let text = Rope::from_str("a\u{e9}\u{1F3B2}b\r\nc\rd");
        let at = |line, character| Position { line, character };
        for (encoding, columns) in [
            (Encoding::Utf8, [0, 1, 3, 7, 8]),
            (Encoding::Utf16, [0, 1, 2, 4, 5]),
            (Encoding::Utf32, [0, 1, 2, 3, 4]),
        ] {
            for (byte, column) in [0, 1, 3, 7, 8].into_iter().zip(columns) {
                assert_eq!(
                    position_of(&text, encoding, byte),
                    at(0, column),
                    "{encoding:?}"
                );
                assert_eq!(
                    byte_of(&text, encoding, at(0, column)),
                    byte,
                    "{encoding:?}"
                );
            }
            assert_eq!(
                byte_of(&text, encoding, at(0, 99)),
                8,
                "the line end is not part of the line"
            );
            assert_eq!(byte_of(&text, encoding, at(2, 0)), 12, "CR ends a line too");
            assert_eq!(byte_of(&text, encoding, at(9, 0)), 13);
            assert_eq!(position_of(&text, encoding, 99), at(2, 1));
        }
    }

    #[test]
    fn the_middle_of_a_character_is_its_beginning() {
        let text = Rope::from_str("\u{1F3B2}\u{e9}");
        let column = |character| Position { line: 0, character };
        assert_eq!(byte_of(&text, Encoding::Utf16, column(1)), 0);
        assert_eq!(
            [1, 2, 3].map(|at| byte_of(&text, Encoding::Utf8, column(at))),
            [0, 0, 0]
        );
        assert_eq!(byte_of(&text, Encoding::Utf8, column(5)), 4);
        assert_eq!(position_of(&text, Encoding::Utf16, 2), column(0));
    }

    #[test]
    fn utf_8_is_preferred_if_offered() {
        assert_eq!(Encoding::chosen(&[]), Encoding::Utf16);
        assert_eq!(
            Encoding::chosen(&[PositionEncodingKind::UTF16, PositionEncodingKind::UTF8]),
            Encoding::Utf8
        );
        assert_eq!(
            Encoding::chosen(&[PositionEncodingKind::UTF16, PositionEncodingKind::UTF32]),
            Encoding::Utf32
        );
        assert_eq!(
            Encoding::chosen(&[PositionEncodingKind::new("utf-7")]),
            Encoding::Utf16
        );
    }
}
