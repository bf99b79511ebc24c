//! The languages of documents into which figures are written: Markdown, MDX and LaTeX, and how each
//! marks generated output and hides a record.

use std::ops::Range;

use super::figure_width::Width;
use super::generated_regions::{Ending, Marks};
use super::image_names::ImagePlace;
use super::parts::{Part, Parts};
use super::{latex_writer, markdown_writer};
use crate::draw::{Figure, Length};
use crate::publish::documents::{
    Enclosure, MarkdownDialect, PageBlock, PageKind, latex_enclosures, markdown_code,
};

/// Language of a document into which figures are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PageLanguage {
    Markdown(MarkdownDialect),
    Latex,
}

/// Way in which a document hides a record.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Hiding {
    /// Folded, in formats that support folding; readers can unfold it.
    Folded,
    /// In a comment.
    Comment,
}

impl PageLanguage {
    /// Returns the language of a kind of document; `None` for Typst, which draws figures itself,
    /// through its package.
    pub(super) fn from_page_kind(kind: PageKind) -> Option<Self> {
        match kind {
            PageKind::Markdown => Some(Self::Markdown(MarkdownDialect::CommonMark)),
            PageKind::Mdx => Some(Self::Markdown(MarkdownDialect::Mdx)),
            PageKind::Latex => Some(Self::Latex),
            PageKind::Typst => None,
        }
    }

    /// Returns the ranges that a document shows verbatim.
    pub(super) fn verbatim_ranges(self, page: &[u8]) -> Vec<Range<usize>> {
        match self {
            Self::Markdown(dialect) => markdown_code(page, dialect),
            Self::Latex => Vec::new(),
        }
    }

    /// Returns what surrounds each block of a document. Only LaTeX has boxes and floats.
    pub(super) fn enclosures(self, page: &[u8], blocks: &[PageBlock]) -> Vec<Enclosure> {
        match self {
            Self::Markdown(_) => vec![Enclosure::Page; blocks.len()],
            Self::Latex => latex_enclosures(page, blocks),
        }
    }

    /// Returns the marks around generated output.
    pub(super) fn marks(self) -> Marks {
        match self {
            Self::Markdown(MarkdownDialect::CommonMark) => markdown_writer::MARKS,
            Self::Markdown(MarkdownDialect::Mdx) => markdown_writer::MDX_MARKS,
            Self::Latex => latex_writer::MARKS,
        }
    }

    /// Returns the marks around a hidden record.
    pub(super) fn marks_of(self, hiding: Hiding) -> Marks {
        match (self, hiding) {
            (Self::Markdown(MarkdownDialect::CommonMark), Hiding::Comment) => {
                markdown_writer::COMMENT_MARKS
            }
            (Self::Markdown(MarkdownDialect::Mdx), Hiding::Comment) => {
                markdown_writer::MDX_COMMENT_MARKS
            }
            _ => self.marks(),
        }
    }

    /// Returns how the record of a block is hidden, or `None` if it is shown. An empty block, such
    /// as that of a table of solutions, would leave an empty box.
    pub(super) fn hiding_of(self, parts: Option<&Parts>, block: &PageBlock) -> Option<Hiding> {
        let attributes = &parts?.attributes;
        let is_empty = self != Self::Latex && attributes.hides(block) && !attributes.hidden;
        if attributes.in_comment || is_empty {
            Some(Hiding::Comment)
        } else {
            attributes.hidden.then_some(Hiding::Folded)
        }
    }

    /// Returns the end of a block; `None` if nothing closes it.
    pub(super) fn ending<'p>(self, page: &'p [u8], block: &PageBlock) -> Option<Ending<'p>> {
        match self {
            Self::Markdown(_) => Ending::of_fenced(page, block),
            Self::Latex => Some(Ending::of_latex(page, block)),
        }
    }

    /// Returns an error message if a block contains a text that would end its hiding too early.
    pub(super) fn obstacle_to_hiding(self, hiding: Hiding, block: &[u8]) -> Option<String> {
        let end_of_comment = match self {
            Self::Latex => {
                let conditional = latex_writer::conditional_in(block)?;
                return Some(format!(
                    "this record contains `{conditional}`, so `\\iffalse` cannot hide it: put the record into comments (`%```pips`)"
                ));
            }
            Self::Markdown(_) if hiding != Hiding::Comment => return None,
            Self::Markdown(MarkdownDialect::CommonMark) => "-->",
            Self::Markdown(MarkdownDialect::Mdx) => "*/",
        };
        memchr::memmem::find(block, end_of_comment.as_bytes())?;
        Some(format!(
            "this record contains `{end_of_comment}`, so no comment can hide it"
        ))
    }

    /// Returns the start of the part that is hidden with a record. In LaTeX, the attributes are in
    /// a comment on the line before.
    pub(super) fn start_of(self, page: &[u8], block: &PageBlock) -> usize {
        if self == Self::Latex
            && block.info.end < block.range.start
            && let Some(before) = page.get(..block.info.start)
            && let Some(sign) = memchr::memrchr(b'%', before)
        {
            return sign;
        }
        block.range.start
    }

    /// Returns true if there is anything to hide. LaTeX comments are never shown.
    pub(super) fn can_be_hidden(self, page: &[u8], block: &PageBlock) -> bool {
        // A block begins with `\begin{pips}`, or with `%` if it is in comments.
        self != Self::Latex || page.get(block.range.start) == Some(&b'\\')
    }

    /// Returns the width at which to draw the image of a part. Text keeps its size only if the
    /// image is shown at the width at which it was drawn.
    pub(super) fn width_of(self, part: &Part) -> Option<Length> {
        match (self, part) {
            (Self::Latex, Part::Figure(figure)) => figure.width.as_ref().and_then(Width::length),
            _ => None,
        }
    }

    /// Returns a part as lines, and the figure of its image. `labels` are the labels of the figures
    /// so far.
    pub(super) fn lines_of(
        self,
        part: &Part,
        place: &ImagePlace,
        labels: &[Option<String>],
    ) -> (Vec<String>, Option<Figure>) {
        match self {
            Self::Markdown(dialect) => markdown_writer::part_lines(part, place, dialect),
            Self::Latex => latex_writer::part_lines(part, place, labels),
        }
    }
}
