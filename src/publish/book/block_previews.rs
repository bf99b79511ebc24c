//! Figures of a Markdown document, block by block, for editors that show a preview of it.

use serde::Serialize;

use super::generated_regions::Ending;
use super::html_writer;
use super::markdown_writer::fenced_lines;
use super::parts_reader::PartsReader;
use crate::draw::Theme;
use crate::games::Context;
use crate::publish::documents::{PageBlock, markdown_blocks};

/// Preview of a block of records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BlockPreview {
    /// True if the block itself is not shown.
    pub hidden: bool,
    /// Figures, tables and findings of the block, or its errors, as Markdown with inline SVG.
    pub markdown: String,
}

/// Returns a preview of each block of records in a Markdown document, in order. A block that is not
/// closed has no preview.
pub fn previews(page: &str, theme: &Theme, context: &Context) -> Vec<BlockPreview> {
    let bytes = page.as_bytes();
    // `true`: a block without attributes has a figure too.
    let mut reader = PartsReader::new(bytes, context, true);
    let mut previews = Vec::new();
    for block in markdown_blocks(bytes) {
        if Ending::of_fenced(bytes, &block).is_some() {
            previews.push(preview(&block, &mut reader, theme));
        }
    }
    previews
}

/// Returns the preview of a block.
fn preview(block: &PageBlock, reader: &mut PartsReader<'_>, theme: &Theme) -> BlockPreview {
    let Some(parts) = reader.read(block) else {
        let faults: Vec<String> = reader
            .faults
            .drain(..)
            .map(|fault| format!("line {}: {}", fault.line, fault.message))
            .collect();
        return BlockPreview {
            hidden: false,
            markdown: fenced_lines(&faults.join("\n")).join("\n"),
        };
    };

    let lines: Vec<String> = parts
        .parts
        .iter()
        .flat_map(|part| html_writer::part_lines(part, theme))
        .collect();
    BlockPreview {
        hidden: parts.attributes.hides(block),
        markdown: lines.join("\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_block_has_its_figures() {
        let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n";
        let quoted: String = record.lines().map(|line| format!("> {line}\n")).collect();
        let first =
            format!("# x\n\n```pips,caption=\"one\",number\n{record}```\n\n```rust\n```\n\n");
        let second = format!("> ```{{.pips hidden number}}\n{quoted}> ```\n\n");
        let page = format!("{first}{second}```pips turn=9\n{record}```\n\n```pips\n");
        let found = previews(&page, &Theme::default(), &Context::default());
        assert_eq!(
            found.iter().map(|block| block.hidden).collect::<Vec<_>>(),
            [false, true, false]
        );
        assert!(
            found[0]
                .markdown
                .starts_with("<figure class=\"pipscribe\">\n<svg "),
            "{}",
            found[0].markdown
        );
        assert!(
            found[0]
                .markdown
                .contains("<figcaption>Figure 1: one</figcaption>")
        );
        assert!(
            found[1].markdown.contains("Figure 2"),
            "numbers count through the document"
        );
        assert!(
            found[2].markdown.starts_with("```") && found[2].markdown.contains("line 20: "),
            "{}",
            found[2].markdown
        );
        assert_eq!(
            previews("no block", &Theme::default(), &Context::default()),
            []
        );
    }
}
