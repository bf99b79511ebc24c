//! Pages with records in them: Markdown, LaTeX, Typst, each with its own blocks.

use super::{PageBlock, RawRecord, latex_blocks, markdown_blocks, typst_blocks};

/// What a page is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageKind {
    /// Markdown: `.md`, `.markdown`.
    Markdown,
    /// LaTeX: `.tex`, `.latex`.
    Latex,
    /// Typst: `.typ`.
    Typst,
}

impl PageKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Markdown, Self::Latex, Self::Typst];

    /// What the names of their files end in.
    pub fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Markdown => &["md", "markdown"],
            Self::Latex => &["tex", "latex"],
            Self::Typst => &["typ"],
        }
    }

    /// By the ending of a file's name.
    pub fn of_ending(ending: &str) -> Option<Self> {
        let is_its = |kind: &Self| kind.endings().iter().any(|known| ending.eq_ignore_ascii_case(known));
        Self::ALL.into_iter().find(is_its)
    }

    /// The blocks of a page that hold records.
    pub fn blocks(self, page: &[u8]) -> Vec<PageBlock> {
        match self {
            Self::Markdown => markdown_blocks(page),
            Self::Latex => latex_blocks(page),
            Self::Typst => typst_blocks(page),
        }
    }

    /// The records of all its blocks, each as long as a record may be, with their places in the page.
    pub fn records(self, page: &[u8]) -> Vec<RawRecord> {
        self.blocks(page).iter().flat_map(PageBlock::records).collect()
    }
}
