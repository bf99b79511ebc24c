//! Finds the code blocks in CommonMark texts. A block holds records if its *info string*, the text
//! after the opening fence, names the language `pips`: ```` ```pips ````, ```` ```{.pips} ````.

use std::ops::Range;
use std::sync::OnceLock;

use crate::text::after_cell_language;

/// A code block, fenced or indented. Ranges are in bytes of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeBlock {
    /// From the first fence to the end of the last.
    pub range: Range<usize>,
    /// True if the info string marks the block as records.
    pub is_pips: bool,
    /// The ranges of the code, if the block holds records.
    pub pieces: Vec<Range<usize>>,
}

/// The function that finds the code blocks of a text in CommonMark.
static READER: OnceLock<fn(&str) -> Vec<CodeBlock>> = OnceLock::new();

/// Sets the function that finds the code blocks of CommonMark. Intended for programs that are built
/// without `markdown` and have their own parser. Only the first call has an effect.
pub fn read_code_blocks_by(reader: fn(&str) -> Vec<CodeBlock>) {
    let _ = READER.set(reader);
}

/// Returns the code blocks of a text in CommonMark; empty if this crate is built without `markdown`
/// and no reader is set.
pub(super) fn code_blocks(text: &str) -> Vec<CodeBlock> {
    match READER.get() {
        Some(read) => read(text),
        #[cfg(feature = "markdown")]
        None => code_blocks_in(text),
        #[cfg(not(feature = "markdown"))]
        None => Vec::new(),
    }
}

/// Returns the code blocks of a text in CommonMark, with the built-in parser.
#[cfg(feature = "markdown")]
pub fn code_blocks_in(text: &str) -> Vec<CodeBlock> {
    use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

    let mut blocks = Vec::new();
    let mut open: Option<CodeBlock> = None;
    for (event, range) in Parser::new_ext(text, Options::empty()).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                let is_pips = matches!(&kind, CodeBlockKind::Fenced(info) if is_pips(info));
                open = Some(CodeBlock {
                    range,
                    is_pips,
                    pieces: Vec::new(),
                });
            }
            Event::Text(_) => {
                if let Some(block) = open.as_mut().filter(|block| block.is_pips) {
                    block.pieces.push(range);
                }
            }
            Event::End(TagEnd::CodeBlock) => blocks.extend(open.take()),
            _ => {}
        }
    }
    blocks
}

/// Returns true if the info string marks a block as records.
pub(super) fn is_pips(info: &str) -> bool {
    // A cell of Quarto or R Markdown: `{pips}`.
    if after_cell_language(info).is_some() {
        return true;
    }
    match info
        .strip_prefix('{')
        .and_then(|attributes| attributes.strip_suffix('}'))
    {
        // Text in quotes is not a class.
        Some(attributes) => attributes
            .split('"')
            .step_by(2)
            .flat_map(str::split_whitespace)
            .any(|one| one == ".pips"),
        None => info.split([' ', '\t', ',', '{']).next() == Some("pips"),
    }
}
