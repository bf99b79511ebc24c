//! Where a text in CommonMark has blocks of code.

use std::ops::Range;
use std::sync::OnceLock;

/// A block of code, fenced or indented, in bytes of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeBlock {
    /// From the first fence to the end of the last.
    pub range: Range<usize>,
    /// Whether its fence says that it holds records.
    pub is_pips: bool,
    /// The stretches that are its code, where it holds records.
    pub pieces: Vec<Range<usize>>,
}

/// Finds the blocks of code of a text in CommonMark.
pub type CodeBlockReader = fn(&str) -> Vec<CodeBlock>;

static READER: OnceLock<CodeBlockReader> = OnceLock::new();

/// Who finds the blocks of code in CommonMark: for a program that is built without `markdown` and has this elsewhere.
/// The first call holds for as long as the program runs.
pub fn read_code_blocks_by(reader: CodeBlockReader) {
    let _ = READER.set(reader);
}

/// The blocks of code of a text in CommonMark; none where this is built without `markdown` and nobody else reads it.
pub(super) fn code_blocks(text: &str) -> Vec<CodeBlock> {
    match READER.get() {
        Some(read) => read(text),
        #[cfg(feature = "markdown")]
        None => code_blocks_in(text),
        #[cfg(not(feature = "markdown"))]
        None => Vec::new(),
    }
}

/// The same, read here.
#[cfg(feature = "markdown")]
pub fn code_blocks_in(text: &str) -> Vec<CodeBlock> {
    use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

    let mut blocks = Vec::new();
    let mut open: Option<CodeBlock> = None;
    for (event, range) in Parser::new_ext(text, Options::empty()).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                let is_pips = matches!(&kind, CodeBlockKind::Fenced(info) if is_pips(info));
                open = Some(CodeBlock { range, is_pips, pieces: Vec::new() });
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

/// Whether what stands after a fence says that the block holds records.
#[cfg(feature = "markdown")]
fn is_pips(info: &str) -> bool {
    match info.strip_prefix('{').and_then(|attributes| attributes.strip_suffix('}')) {
        // What stands in quotes is no class.
        Some(attributes) => attributes.split('"').step_by(2).flat_map(str::split_whitespace).any(|one| one == ".pips"),
        None => info.split([' ', '\t', ',', '{']).next() == Some("pips"),
    }
}
