//! Finds the end of a piece of a stream, byte by byte. [`Cut`] says what ends a piece, such as the
//! brace that closes a JSON object. `stream_pieces.rs` reads the pieces.

use super::{Cut, CutPiece};
use crate::text::MAX_RECORD_BYTES;

/// Result of scanning a buffer.
pub(super) struct Scanned {
    /// Number of bytes that were scanned.
    pub(super) consumed: usize,
    /// True if the piece ends with them.
    pub(super) ends_piece: bool,
}

/// State of the scanner within a piece.
pub(super) struct PieceScanner {
    /// True if the piece has only white space so far.
    pub(super) is_blank: bool,
    /// True if the line so far has only white space.
    line_is_blank: bool,
    /// Number of hyphens, up to three, if the line so far holds nothing else.
    hyphens: Option<u8>,
    /// Number of open braces or parentheses.
    depth: u64,
    /// Number of open lists around objects.
    pub(super) open_lists: u64,
    /// True within `" … "` or `[ … ]`.
    in_text: bool,
    /// True after a backslash in text.
    is_escaped: bool,
}

impl PieceScanner {
    /// Creates a scanner at the beginning of a piece. `open_lists` is the number of lists around
    /// it.
    pub(super) fn new(open_lists: u64) -> Self {
        Self {
            is_blank: true,
            line_is_blank: true,
            hyphens: Some(0),
            depth: 0,
            open_lists,
            in_text: false,
            is_escaped: false,
        }
    }

    /// Adds the bytes of a buffer to a piece, up to the end of the piece.
    pub(super) fn scan(&mut self, cut: Cut, buffer: &[u8], piece: &mut CutPiece) -> Scanned {
        for (index, &byte) in buffer.iter().enumerate() {
            if piece.bytes.len() < MAX_RECORD_BYTES {
                piece.bytes.push(byte);
            } else {
                piece.cut_off = true;
            }

            let ends_piece = self.ends_piece(cut, byte);
            self.is_blank &= byte.is_ascii_whitespace();
            self.line_is_blank =
                byte == b'\n' || (self.line_is_blank && byte.is_ascii_whitespace());
            if ends_piece {
                return Scanned {
                    consumed: index + 1,
                    ends_piece: true,
                };
            }

            // Blank lines before a piece do not belong to it.
            if self.is_blank && !matches!(cut, Cut::Whole) && byte == b'\n' {
                piece.bytes.clear();
                return Scanned {
                    consumed: index + 1,
                    ends_piece: false,
                };
            }
        }

        Scanned {
            consumed: buffer.len(),
            ends_piece: false,
        }
    }

    /// Returns true if a piece ends with this byte.
    fn ends_piece(&mut self, cut: Cut, byte: u8) -> bool {
        match cut {
            Cut::Whole => false,
            Cut::Lines => byte == b'\n',
            Cut::Paragraphs => byte == b'\n' && self.line_is_blank && !self.is_blank,
            Cut::Trees => self.closes_tree(byte),
            Cut::Objects => self.closes_object(byte),
            Cut::Documents => self.closes_document(byte),
            // These are read as lines or paragraphs, which are then joined.
            Cut::LinesThatBegin(_) | Cut::ParagraphsThatBegin(_) | Cut::PagesThatBegin(_) => false,
        }
    }

    /// Returns true if the byte is white space after `---` at the beginning of a line, which ends a
    /// document.
    fn closes_document(&mut self, byte: u8) -> bool {
        let ends = byte.is_ascii_whitespace() && byte != b'\r' && self.hyphens == Some(3);
        self.hyphens = match (byte, self.hyphens) {
            (b'\n', _) => Some(0),
            (b'\r', Some(3)) => Some(3),
            (b'-', Some(count @ 0..3)) => Some(count + 1),
            _ => None,
        };
        ends
    }

    /// Returns true if the byte closes an object that is in no other.
    fn closes_object(&mut self, byte: u8) -> bool {
        match byte {
            // Text ends with its line, so that one missing quote does not hide all later objects.
            b'\n' => {
                self.in_text = false;
                self.is_escaped = false;
            }
            _ if self.is_escaped => self.is_escaped = false,
            b'\\' if self.in_text => self.is_escaped = true,
            b'"' => self.in_text = !self.in_text,
            _ if self.in_text => {}
            b'{' => self.depth += 1,
            b'[' if self.depth == 0 => self.open_lists += 1,
            b']' if self.depth == 0 => self.open_lists = self.open_lists.saturating_sub(1),
            b'}' if self.depth > 0 => {
                self.depth -= 1;
                return self.depth == 0;
            }
            _ => {}
        }
        false
    }

    /// Returns true if the byte closes a game tree that is in no other.
    fn closes_tree(&mut self, byte: u8) -> bool {
        if self.in_text {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' => self.is_escaped = true,
                b']' => self.in_text = false,
                _ => {}
            }
            return false;
        }
        match byte {
            b'[' if self.depth > 0 => self.in_text = true,
            b'(' => self.depth += 1,
            b')' if self.depth > 0 => {
                self.depth -= 1;
                return self.depth == 0;
            }
            _ => {}
        }
        false
    }
}
