//! Splits a stream into pieces that are read separately, so that memory does not grow with the
//! stream.
//!
//! Where a piece ends depends on the format ([`Cut`]). In most formats, [`PieceScanner`] finds the
//! end from the bytes (`next_part`). In the others, only the text of a line or paragraph shows that
//! a new document begins. There, `join_parts` joins lines or paragraphs, the parts of a piece,
//! until then.

use std::io::{self, BufRead, BufReader, Read};

use super::piece_scanner::{PieceScanner, Scanned};
use crate::text::MAX_RECORD_BYTES;

/// Maximum size of a comment in braces with empty lines.
pub(super) const MAX_COMMENT_BYTES: usize = 64 << 10;

/// Rule for splitting a stream.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Cut {
    /// Not split: the stream is one document.
    Whole,
    /// Each line is a document.
    Lines,
    /// Documents are separated by an empty line.
    Paragraphs,
    /// Documents are in braces, like JSON objects. `" … "` encloses text, in which `\` escapes the
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
    fn is_blank(&self) -> bool {
        self.bytes.trim_ascii().is_empty()
    }

    /// Appends the part that follows this piece.
    ///
    /// White space that was skipped between them is restored, so that byte offsets and lines stay
    /// those of the stream. `end_line` is the line on which this piece ends so far.
    fn append(&mut self, part: Self, end_line: u64) {
        let end = self.offset + self.bytes.len() as u64;
        let skipped_bytes = usize::try_from(part.offset.saturating_sub(end)).unwrap_or(usize::MAX);
        let skipped_lines =
            usize::try_from(part.line.saturating_sub(end_line)).unwrap_or(usize::MAX);

        // As many bytes and as many line ends as were skipped; their order does not matter.
        let spaces = std::iter::repeat_n(b' ', skipped_bytes.saturating_sub(skipped_lines));
        let white_space = spaces.chain(std::iter::repeat_n(b'\n', skipped_lines));

        let room = MAX_RECORD_BYTES.saturating_sub(self.bytes.len());
        let appended_bytes = skipped_bytes.saturating_add(part.bytes.len());
        self.cut_off |= part.cut_off || appended_bytes > room;
        self.bytes.extend(white_space.chain(part.bytes).take(room));
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
    /// Number of lists around the objects ([`Cut::Objects`]) that are still open.
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
                self.join_parts(Cut::Lines, PieceEnd::BetweenParts, &|previous, line, _| {
                    begins(previous, line)
                })
            }
            Cut::ParagraphsThatBegin(begins) => self.join_parts(
                Cut::Paragraphs,
                PieceEnd::BetweenParts,
                &|previous, paragraph, _| begins(previous, paragraph),
            ),
            Cut::PagesThatBegin(begins) => {
                self.join_parts(Cut::Paragraphs, PieceEnd::OutsideComments, &begins)
            }
            cut => self.next_part(cut),
        }
    }

    /// Returns a piece that consists of parts: all parts before the next one that begins a piece.
    /// `begins` takes the previous part, with the comment to which it belongs; the part; and the
    /// size of the piece so far.
    fn join_parts(
        &mut self,
        cut: Cut,
        end: PieceEnd,
        begins: &dyn Fn(&str, &str, usize) -> bool,
    ) -> io::Result<Option<CutPiece>> {
        let Some(mut piece) = self.first_part(cut)? else {
            return Ok(None);
        };

        let mut previous = String::from_utf8_lossy(&piece.bytes).into_owned();
        let mut depth = open_braces(0, &previous);
        let mut end_line = self.line;
        while let Some(part) = self.next_part(cut)? {
            let text = String::from_utf8_lossy(&part.bytes).into_owned();

            // The brace of a comment that is too long is read as text.
            let is_in_comment = depth > 0 && previous.len() <= MAX_COMMENT_BYTES;
            let may_end = end == PieceEnd::BetweenParts || !is_in_comment;
            if may_end {
                if begins(&previous, &text, piece.bytes.len()) {
                    self.next_first_part = Some(part);
                    break;
                }
                previous.clear();
                depth = 0;
            }

            depth = open_braces(depth, &text);
            previous.push_str(&text);
            piece.append(part, end_line);
            end_line = self.line;
        }

        Ok(Some(piece))
    }

    /// Returns the first part of the next piece. Blank parts before a piece do not belong to it.
    fn first_part(&mut self, cut: Cut) -> io::Result<Option<CutPiece>> {
        let mut first = self.next_first_part.take();
        if first.is_none() {
            first = self.next_part(cut)?;
        }
        while first.as_ref().is_some_and(CutPiece::is_blank) {
            first = self.next_part(cut)?;
        }
        Ok(first)
    }

    /// Reads a piece, or a part of one, up to the end that the scanner finds.
    fn next_part(&mut self, cut: Cut) -> io::Result<Option<CutPiece>> {
        let mut piece = CutPiece {
            offset: self.offset,
            line: self.line,
            bytes: Vec::new(),
            cut_off: false,
        };
        let mut scanner = PieceScanner::new(self.open_lists);
        loop {
            let buffer = self.input.fill_buf()?;
            if buffer.is_empty() {
                break;
            }
            let Scanned {
                consumed,
                ends_piece,
            } = scanner.scan(cut, buffer, &mut piece);
            self.line += buffer[..consumed]
                .iter()
                .filter(|&&byte| byte == b'\n')
                .count() as u64;
            self.offset += consumed as u64;
            self.input.consume(consumed);
            if ends_piece {
                break;
            }
            // Only white space so far: the scanner keeps that of the last line, where the piece may
            // begin.
            if scanner.is_blank && !matches!(cut, Cut::Whole) {
                piece.offset = self.offset - piece.bytes.len() as u64;
                piece.line = self.line;
            }
        }

        self.open_lists = scanner.open_lists;
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
                // White space after the last piece is not a piece.
                Ok(Some(piece)) if !matches!(self.cut, Cut::Whole) && piece.is_blank() => {}
                Ok(piece) => return piece.map(Ok),
                Err(error) => return Some(Err(error)),
            }
        }
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
