//! Marks in the text of a document that stand for a piece: `![](pip:W)`, `\pip{W}`.

use std::ops::Range;

use super::PageKind;
use super::latex::latex_pieces;
use super::markdown_pieces::{markdown_pieces, mdx_pieces};

/// Mark in a text that is replaced by a picture of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PieceMark {
    /// The range in the document, in bytes.
    pub range: Range<usize>,
    /// The range of the name of the piece.
    pub name: Range<usize>,
    /// The alternative text in the document; may be empty.
    pub alternative: String,
    /// True if a paragraph or a list item begins with the mark.
    pub opens_block: bool,
}

/// Returns the marks that stand for pieces, in order. Code is left out. Typst documents use a
/// function of the Typst package instead.
pub(crate) fn piece_marks(page: &[u8], kind: PageKind) -> Vec<PieceMark> {
    match kind {
        PageKind::Markdown => markdown_pieces(page),
        PageKind::Mdx => mdx_pieces(page),
        PageKind::Latex => latex_pieces(page),
        PageKind::Typst => Vec::new(),
    }
}
