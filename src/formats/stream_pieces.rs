//! Splits a stream into pieces that are read separately, so that memory does not grow with the
//! stream.
//!
//! Where a piece ends depends on the format ([`Cut`]). In most formats, [`PieceScanner`] finds the
//! end from the bytes (`next_part`). In the others, only the text of a line or paragraph shows that
//! a new document begins: there, `next_of_parts` joins lines or paragraphs to a piece until then.

use std::io::{self, BufRead, BufReader, Read};

use crate::text::MAX_RECORD_BYTES;

/// Maximum size of a comment in braces with empty lines.
pub(super) const MAX_COMMENT_BYTES: usize = 64 << 10;

/// Rule for splitting a stream.
#[derive(Clone, Copy, Debug)]
pub enum Cut {
    /// Not split: the stream is one document.
    Whole,
    /// Each line is a document.
    Lines,
    /// Documents are separated by an empty line.
    Paragraphs,
    /// Documents are in braces, like JSON objects. `" … "` encloses text, in which `\\` escapes the
    /// next character. Anything between two documents belongs to the second.
    Objects,
    /// Documents are separated by a line that begins with `---`, as in YAML. The line belongs to
    /// the document before it.
    Documents,
    /// Documents are in parentheses, like the game trees of SGF. `[ … ]` encloses text, in which
    /// `\` escapes the next character.
    Trees,
    /// A document begins at each line that satisfies the predicate, which takes the previous line
    /// and the line.
    LinesThatBegin(fn(&str, &str) -> bool),
    /// A document begins at each paragraph that satisfies the predicate, which takes the previous
    /// paragraph and the paragraph. Other paragraphs belong to the document before them.
    ParagraphsThatBegin(fn(&str, &str) -> bool),
    /// Like `ParagraphsThatBegin`, for a format in which a comment in braces may contain empty
    /// lines. The predicate also takes the size of the document so far.
    PagesThatBegin(fn(&str, &str, usize) -> bool),
}

/// Piece of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutPiece {
    /// Byte offset in the stream.
    pub offset: u64,
    /// Line on which the piece begins, from 1.
    pub line: u64,
    /// Bytes of the piece.
    pub bytes: Vec<u8>,
    /// True if the piece exceeds the size limit of a document and was truncated.
    pub cut_off: bool,
}

impl CutPiece {
    /// Appends the part that follows this piece.
    ///
    /// White space that was skipped between them is restored, so that byte offsets and lines stay
    /// those of the stream. `end_line` is the line on which this piece ends so far.
    fn append(&mut self, part: Self, end_line: u64) {
        let end = self.offset + self.bytes.len() as u64;
        let skipped = usize::try_from(part.offset.saturating_sub(end)).unwrap_or(usize::MAX);
        let line_ends = usize::try_from(part.line.saturating_sub(end_line)).unwrap_or(usize::MAX);
        let room = MAX_RECORD_BYTES.saturating_sub(self.bytes.len());
        self.cut_off |= part.cut_off || skipped.saturating_add(part.bytes.len()) > room;
        let spaces = std::iter::repeat_n(b' ', skipped.saturating_sub(line_ends));
        let gap = spaces.chain(std::iter::repeat_n(b'\n', line_ends));
        self.bytes.extend(gap.chain(part.bytes).take(room));
    }
}

/// Places at which a piece that consists of parts may end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PieceEnd {
    /// Between any two parts.
    BetweenParts,
    /// Between two parts outside a comment in braces.
    OutsideComments,
}

/// Iterator over the pieces of a stream.
pub struct Pieces<R> {
    input: BufReader<R>,
    cut: Cut,
    offset: u64,
    line: u64,
    /// Number of open lists around the objects.
    open_lists: u64,
    /// First part of the next piece, which had to be read to find the end of the last piece.
    next_first_part: Option<CutPiece>,
}

impl<R: Read> Pieces<R> {
    /// Splits a stream.
    pub fn new(input: R, cut: Cut) -> Self {
        Self {
            input: BufReader::with_capacity(1 << 16, input),
            cut,
            offset: 0,
            line: 1,
            open_lists: 0,
            next_first_part: None,
        }
    }

    /// Returns true if a list around the pieces so far is still open. After the last piece, the
    /// stream is truncated.
    pub(crate) fn is_in_list(&self) -> bool {
        self.open_lists > 0
    }

    fn next_piece(&mut self) -> io::Result<Option<CutPiece>> {
        match self.cut {
            Cut::LinesThatBegin(begins) => {
                self.next_of_parts(Cut::Lines, PieceEnd::BetweenParts, &|before, text, _| {
                    begins(before, text)
                })
            }
            Cut::ParagraphsThatBegin(begins) => self.next_of_parts(
                Cut::Paragraphs,
                PieceEnd::BetweenParts,
                &|before, text, _| begins(before, text),
            ),
            Cut::PagesThatBegin(begins) => {
                self.next_of_parts(Cut::Paragraphs, PieceEnd::OutsideComments, &begins)
            }
            cut => self.next_part(cut),
        }
    }

    /// Returns a piece that consists of parts: all parts before the next one that begins a piece.
    fn next_of_parts(
        &mut self,
        cut: Cut,
        end: PieceEnd,
        begins: &dyn Fn(&str, &str, usize) -> bool,
    ) -> io::Result<Option<CutPiece>> {
        let Some(mut piece) = self.first_part(cut)? else {
            return Ok(None);
        };

        let mut before = String::from_utf8_lossy(&piece.bytes).into_owned();
        let mut depth = open_braces(0, &before);
        let mut end_line = self.line;
        while let Some(part) = self.next_part(cut)? {
            let text = String::from_utf8_lossy(&part.bytes).into_owned();
            let may_end =
                end == PieceEnd::BetweenParts || depth == 0 || before.len() > MAX_COMMENT_BYTES;
            if may_end {
                if begins(&before, &text, piece.bytes.len()) {
                    self.next_first_part = Some(part);
                    break;
                }
                (before, depth) = (String::new(), 0);
            }
            depth = open_braces(depth, &text);
            before.push_str(&text);
            piece.append(part, end_line);
            end_line = self.line;
        }

        Ok(Some(piece))
    }

    /// Returns the first part of the next piece. Blank parts before a piece do not belong to it.
    fn first_part(&mut self, cut: Cut) -> io::Result<Option<CutPiece>> {
        let mut first = match self.next_first_part.take() {
            Some(part) => Some(part),
            None => self.next_part(cut)?,
        };
        while first
            .as_ref()
            .is_some_and(|part| part.bytes.trim_ascii().is_empty())
        {
            first = self.next_part(cut)?;
        }
        Ok(first)
    }

    /// Reads up to the end that the scanner finds: a piece, or a part of one.
    fn next_part(&mut self, cut: Cut) -> io::Result<Option<CutPiece>> {
        let mut piece = CutPiece {
            offset: self.offset,
            line: self.line,
            bytes: Vec::new(),
            cut_off: false,
        };
        let mut scan = PieceScanner {
            open_lists: self.open_lists,
            ..PieceScanner::default()
        };
        loop {
            let buffer = self.input.fill_buf()?;
            if buffer.is_empty() {
                break;
            }
            let Scanned {
                consumed,
                ends_piece,
            } = scan.scan(cut, buffer, &mut piece);
            self.line += buffer[..consumed]
                .iter()
                .filter(|&&byte| byte == b'\n')
                .count() as u64;
            self.offset += consumed as u64;
            self.input.consume(consumed);
            if ends_piece {
                break;
            }
            if scan.is_blank && !matches!(cut, Cut::Whole) {
                // Only white space so far: the piece begins later, with the rest of the line.
                piece.offset = self.offset - piece.bytes.len() as u64;
                piece.line = self.line;
            }
        }

        self.open_lists = scan.open_lists;
        Ok((!piece.bytes.is_empty()).then_some(piece))
    }
}

/// Returns the number of open braces after a text, given the number before it.
fn open_braces(depth: usize, text: &str) -> usize {
    text.bytes().fold(depth, |depth, byte| match byte {
        b'{' => depth + 1,
        b'}' => depth.saturating_sub(1),
        _ => depth,
    })
}

impl<R: Read> Iterator for Pieces<R> {
    type Item = io::Result<CutPiece>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.next_piece() {
                Ok(Some(piece))
                    if !matches!(self.cut, Cut::Whole) && piece.bytes.trim_ascii().is_empty() => {}
                Ok(piece) => return piece.map(Ok),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// Result of scanning a buffer.
struct Scanned {
    /// Number of bytes that were scanned.
    consumed: usize,
    /// True if the piece ends with them.
    ends_piece: bool,
}

/// State of the scanner within a piece.
struct PieceScanner {
    /// True if the piece has only white space so far.
    is_blank: bool,
    /// True if the line so far has only white space.
    line_is_blank: bool,
    /// Number of hyphens, up to three, if the line so far holds nothing else.
    hyphens: Option<u8>,
    /// Number of open braces or parentheses.
    depth: u64,
    /// Number of open lists around objects.
    open_lists: u64,
    /// True within `" … "` or `[ … ]`.
    in_text: bool,
    /// True after a backslash in text.
    is_escaped: bool,
}

impl Default for PieceScanner {
    fn default() -> Self {
        Self {
            is_blank: true,
            line_is_blank: true,
            hyphens: Some(0),
            depth: 0,
            open_lists: 0,
            in_text: false,
            is_escaped: false,
        }
    }
}

impl PieceScanner {
    /// Adds the bytes of a buffer to a piece, up to the end of the piece.
    fn scan(&mut self, cut: Cut, buffer: &[u8], piece: &mut CutPiece) -> Scanned {
        for (index, &byte) in buffer.iter().enumerate() {
            if piece.bytes.len() < MAX_RECORD_BYTES {
                piece.bytes.push(byte);
            } else {
                piece.cut_off = true;
            }
            let ends = match cut {
                Cut::Whole
                | Cut::LinesThatBegin(_)
                | Cut::ParagraphsThatBegin(_)
                | Cut::PagesThatBegin(_) => false,
                Cut::Lines => byte == b'\n',
                Cut::Paragraphs => byte == b'\n' && self.line_is_blank && !self.is_blank,
                Cut::Trees => self.closes_tree(byte),
                Cut::Objects => self.closes_object(byte),
                Cut::Documents => self.closes_document(byte),
            };
            self.is_blank &= byte.is_ascii_whitespace();
            self.line_is_blank =
                byte == b'\n' || (self.line_is_blank && byte.is_ascii_whitespace());
            if ends {
                return Scanned {
                    consumed: index + 1,
                    ends_piece: true,
                };
            }
            if self.is_blank && !matches!(cut, Cut::Whole) && byte == b'\n' {
                // White space before a piece does not belong to it.
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
            b'\n' => (self.in_text, self.is_escaped) = (false, false),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str, cut: Cut) -> Vec<(u64, u64, String)> {
        let pieces = Pieces::new(text.as_bytes(), cut).map(Result::unwrap);
        pieces
            .map(|piece| {
                (
                    piece.offset,
                    piece.line,
                    String::from_utf8(piece.bytes).unwrap(),
                )
            })
            .collect()
    }

    /// The boundaries between reads do not affect the places of pieces.
    #[test]
    fn parts_know_their_offsets() {
        const READ: usize = 1 << 16;
        for before in READ - 12..READ + 2 {
            let text = format!(
                "{}\n\n \n      y {{}}\n(;)\n---\n   z\n",
                "x".repeat(before)
            );
            for cut in [
                Cut::Whole,
                Cut::Lines,
                Cut::Paragraphs,
                Cut::Objects,
                Cut::Documents,
                Cut::Trees,
            ] {
                for piece in Pieces::new(text.as_bytes(), cut).map(Result::unwrap) {
                    let start = piece.offset as usize;
                    assert_eq!(
                        &text.as_bytes()[start..start + piece.bytes.len()],
                        piece.bytes,
                        "{before} {cut:?}"
                    );
                    let line = text[..start].matches('\n').count() as u64 + 1;
                    assert_eq!(piece.line, line, "{before} {cut:?}");
                }
            }
        }
    }

    #[test]
    fn a_list_that_is_cut_off_is_noticed() {
        for (text, is_open) in [
            ("[{},\n{\"]\":[1]}\n]\n", false),
            ("[{},\n{\"]\":[1]},\n", true),
            ("[", true),
            ("{} {}", false),
            ("] [{}]", false),
        ] {
            let mut pieces = Pieces::new(text.as_bytes(), Cut::Objects);
            assert!(pieces.by_ref().all(|piece| piece.is_ok()));
            assert_eq!(pieces.is_in_list(), is_open, "{text}");
        }
    }

    #[test]
    fn streams_are_split_at_document_ends() {
        let owned = |offset: u64, line: u64, text: &str| (offset, line, text.to_owned());
        assert_eq!(cut("a\n\nb", Cut::Whole), [owned(0, 1, "a\n\nb")]);
        assert_eq!(
            cut("a\n\nb\n", Cut::Lines),
            [owned(0, 1, "a\n"), owned(3, 3, "b\n")]
        );
        assert_eq!(
            cut("\n\na\nb\n \nc", Cut::Paragraphs),
            [owned(2, 3, "a\nb\n \n"), owned(8, 6, "c")]
        );
        assert_eq!(
            cut("(;C[\\]a)](;))\n(;)", Cut::Trees),
            [owned(0, 1, "(;C[\\]a)](;))"), owned(14, 2, "(;)")]
        );
        assert_eq!(
            cut("[{\"a}\":{}},\n{\"\\\"}\"}\n]\n", Cut::Objects),
            [
                owned(0, 1, "[{\"a}\":{}}"),
                owned(10, 1, ",\n{\"\\\"}\"}"),
                owned(20, 3, "]\n")
            ]
        );
        assert_eq!(
            cut("---\na: 1\n--- b\n---c\n----\n---", Cut::Documents),
            [
                owned(0, 1, "---\n"),
                owned(4, 2, "a: 1\n--- "),
                owned(13, 3, "b\n---c\n----\n---")
            ]
        );
        assert_eq!(cut("", Cut::Lines), []);
        let is_head = |_: &str, text: &str| text.trim() == "head";
        assert_eq!(
            cut(
                "a\n \n\t\nb\n head\n\nc\nhead",
                Cut::LinesThatBegin(is_head)
            ),
            [
                owned(0, 1, "a\n \n\t\nb\n"),
                owned(8, 5, " head\n\nc\n"),
                owned(17, 8, "head")
            ]
        );
        assert_eq!(
            cut("\n \n\na\n\n\nhead\n\n", Cut::LinesThatBegin(is_head)),
            [owned(4, 4, "a\n\n\n"), owned(8, 7, "head\n\n")]
        );
        let blank = "\n".repeat(1000);
        assert_eq!(
            cut(
                &format!("{blank}head{blank}head"),
                Cut::LinesThatBegin(is_head)
            ),
            [
                owned(1000, 1001, &format!("head{blank}")),
                owned(2004, 2001, "head")
            ]
        );
        let begins = |_: &str, text: &str| text.starts_with("x");
        assert_eq!(
            cut("x\n\n\n y\n\nx\nz\n", Cut::ParagraphsThatBegin(begins)),
            [owned(0, 1, "x\n\n\n y\n\n"), owned(8, 6, "x\nz\n")]
        );
        let begins_page =
            |before: &str, text: &str, _| before.starts_with("x") && text.starts_with("x");
        assert_eq!(
            cut(
                "x {\n\nx {}\n\nx}\n\nx {\n",
                Cut::PagesThatBegin(begins_page)
            ),
            [owned(0, 1, "x {\n\nx {}\n\nx}\n\n"), owned(15, 7, "x {\n")]
        );
        assert_eq!(cut("x {\n\nx", Cut::ParagraphsThatBegin(begins)).len(), 2);
    }
}
