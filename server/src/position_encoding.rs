//! Unit in which a client counts the columns of a line.

use lsp_types::PositionEncodingKind;

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
    /// Chooses the cheapest encoding that the client offers. Bytes are cheapest, because they need
    /// no counting.
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

    /// Returns the number of units of the characters that begin within some bytes of a text.
    pub(super) fn units(self, bytes: &[u8]) -> usize {
        // In UTF-8, the bytes of a character after the first one begin with the bits 10.
        let starts = bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80);
        match self {
            Self::Utf8 => bytes.len(),
            Self::Utf32 => starts.count(),
            // A character whose first byte is 0xF0 or more has four bytes, and two units.
            Self::Utf16 => starts.map(|&byte| 1 + usize::from(byte >= 0xF0)).sum(),
        }
    }

    /// Returns the number of units of a character.
    pub(super) fn length_of(self, character: char) -> usize {
        match self {
            Self::Utf8 => character.len_utf8(),
            Self::Utf16 => character.len_utf16(),
            Self::Utf32 => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
