//! Kinds of documents, by their file extensions, and the reader of blocks for each.

use super::latex::unread_latex_blocks;
use super::markdown::{MarkdownDialect, mdx_blocks, unread_markdown_blocks};
use super::typst::unread_typst_blocks;
use super::{PageBlock, UnreadBlock, latex_blocks, markdown_blocks, typst_blocks};
use crate::text::RawRecord;

/// Format of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PageKind {
    /// Markdown: `.md`, `.markdown`, including Quarto and R Markdown: `.qmd`, `.rmd`.
    Markdown,
    /// Markdown with JSX: `.mdx`.
    Mdx,
    /// LaTeX: `.tex`, `.latex`.
    Latex,
    /// Typst: `.typ`.
    Typst,
}

impl PageKind {
    /// All document formats.
    pub const ALL: [Self; 4] = [Self::Markdown, Self::Mdx, Self::Latex, Self::Typst];

    /// Returns the file extensions of the format.
    pub(crate) fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Markdown => &["md", "markdown", "qmd", "rmd"],
            Self::Mdx => &["mdx"],
            Self::Latex => &["tex", "latex"],
            Self::Typst => &["typ"],
        }
    }

    /// Returns the format with this file extension.
    pub fn of_ending(ending: &str) -> Option<Self> {
        let is_its = |kind: &Self| {
            kind.endings()
                .iter()
                .any(|known| ending.eq_ignore_ascii_case(known))
        };
        Self::ALL.into_iter().find(is_its)
    }

    /// Returns the blocks of a document that hold records.
    pub fn blocks(self, page: &[u8]) -> Vec<PageBlock> {
        match self {
            Self::Markdown => markdown_blocks(page),
            Self::Mdx => mdx_blocks(page),
            Self::Latex => latex_blocks(page),
            Self::Typst => typst_blocks(page),
        }
    }

    /// Returns the places of a document that look like a block of records, or like the attributes
    /// of one, and are not read.
    pub fn unread_blocks(self, page: &[u8]) -> Vec<UnreadBlock> {
        match self {
            Self::Markdown => unread_markdown_blocks(page, MarkdownDialect::CommonMark),
            Self::Mdx => unread_markdown_blocks(page, MarkdownDialect::Mdx),
            Self::Latex => unread_latex_blocks(page),
            Self::Typst => unread_typst_blocks(page),
        }
    }

    /// Returns the records of all blocks, cut to the maximum length, with their places in the
    /// document.
    pub fn records(self, page: &[u8]) -> Vec<RawRecord> {
        self.blocks(page)
            .iter()
            .flat_map(PageBlock::records)
            .collect()
    }
}
