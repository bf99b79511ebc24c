//! One block by itself: its parts as JSON, for the Typst package and the plugins of Markdown parsers in JavaScript.

use serde::Serialize;

use super::attributes::{Number, Width};
use super::parts::{BookFault, BookFigure, Part, Parts, PlayerPart, Row, play_it};
use super::reader::PartsReader;
use crate::documents::{PageBlock, is_info};
use crate::draw::{Figure, Theme, write_text_figure};
use crate::games::Context;
use crate::text::{Claim, RawRecord};

/// Options for a block by itself.
#[derive(Clone, Debug)]
pub struct BlockOptions {
    /// Adds a figure to blocks without attributes too.
    pub all: bool,
    /// Theme.
    pub theme: Theme,
    /// Writes a figure as SVG. Typst has fonts of its own, so text is best written as [outlines](crate::draw).
    pub draw: fn(&Figure, &Theme) -> String,
    /// The number of the last numbered figure before this block.
    pub number: u32,
}

/// Parts of a block.
#[derive(Debug, Serialize)]
pub struct BlockParts {
    /// The record itself is hidden.
    hidden: bool,
    /// The record, without its attributes.
    record: String,
    parts: Vec<BlockPart>,
    /// The number of the last numbered figure, including those of this block.
    number: u32,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum BlockPart {
    Figure(Box<BlockFigure>),
    Table { head: [&'static str; 3], rows: Vec<Row> },
    Finding { text: String },
    Player { address: String, said: &'static str },
}

#[derive(Debug, Serialize)]
struct BlockFigure {
    /// Either `svg` or `text` is set.
    svg: Option<String>,
    text: Option<String>,
    alt: String,
    caption: Option<String>,
    /// The caption with the number.
    full_caption: Option<String>,
    /// True if the figure is numbered.
    numbered: bool,
    /// The number of the record, if given explicitly.
    number: Option<u32>,
    width: Option<Width>,
    label: Option<String>,
}

/// Reads one block: its attributes, as its language tag and what follows it, and its text.
///
/// ```
/// use pipscribe::book::{BlockOptions, block_parts};
/// use pipscribe::{draw, games};
///
/// let options = BlockOptions { all: true, theme: draw::Theme::default(), draw: draw::write_figure, number: 0 };
/// let text = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n";
/// let faults = block_parts("pips,turn=1,trun=2", text, &options, &games::Context::default()).unwrap_err();
/// assert!(faults[0].to_string().starts_with("after the tag: unknown attribute `trun`"));
/// ```
///
/// # Errors
/// The errors in the block. Lines are counted from 1 in the text; the attributes are line 0.
pub fn block_parts(
    info: &str,
    text: &str,
    options: &BlockOptions,
    context: &Context,
) -> Result<BlockParts, Vec<BookFault>> {
    let page = format!("{info}\n{text}");
    let block = block_of(info, text);
    let mut reader = PartsReader::new(page.as_bytes(), context, options.all);
    reader.number = options.number;
    let Some(Parts { parts, attributes }) = reader.read(&block) else { return Err(by_line_of_text(reader.faults)) };
    if attributes.solutions {
        let at = attributes.place("solutions").map_or(block.info.start, |place| place.start);
        reader.fault(at, "the solutions of other blocks are not known here: use `solution` in the block of a puzzle");
    }
    let mut made = Vec::new();
    for part in &parts {
        made.push(match part {
            Part::Figure(figure) => BlockPart::Figure(Box::new(set(figure, attributes.number, options))),
            Part::Table(turns) => BlockPart::Table { head: turns.head, rows: turns.rows.clone() },
            Part::Finding(text) => BlockPart::Finding { text: text.clone() },
            Part::Player(PlayerPart::At(address), lang) => {
                BlockPart::Player { address: address.clone(), said: play_it(*lang) }
            }
            Part::Player(PlayerPart::Page(_), _) => {
                let message = "a player cannot be written here: give the address of one, `player=\"ADDRESS\"`";
                reader.fault(block.info.start, message);
                continue;
            }
        });
    }
    if !reader.faults.is_empty() {
        return Err(by_line_of_text(reader.faults));
    }
    Ok(BlockParts { hidden: attributes.hidden, record: text.to_owned(), parts: made, number: reader.number })
}

/// Counts the lines of faults from 1 in the text of the block: the attributes are the first line of the page.
fn by_line_of_text(mut faults: Vec<BookFault>) -> Vec<BookFault> {
    faults.iter_mut().for_each(|fault| fault.line = fault.line.saturating_sub(1));
    faults
}

/// Splits the text of a Typst block into its attributes and the record: Typst passes what follows the language tag as
/// the first line.
///
/// ```
/// use pipscribe::book::attributes_and_text;
///
/// assert_eq!(attributes_and_text("turn=1\n[Game \"gipf\"]\n"), ("turn=1", "[Game \"gipf\"]\n"));
/// assert_eq!(attributes_and_text("[Game \"gipf\"]\n"), ("", "[Game \"gipf\"]\n"));
/// ```
pub fn attributes_and_text(text: &str) -> (&str, &str) {
    let first = text.find('\n').map_or(text.len(), |end| end + 1);
    let (info, rest) = text.split_at(first);
    if is_info(info) { (info.trim_end(), rest) } else { ("", text) }
}

/// Returns the block of a page that has its attributes in the first line.
fn block_of(info: &str, text: &str) -> PageBlock {
    let start = info.len() + 1;
    let record = RawRecord {
        offset: start as u64,
        line: 2,
        bytes: text.as_bytes().to_vec(),
        claim: Some(Claim::of_info(info)),
        ..RawRecord::default()
    };
    PageBlock { range: 0..start + text.len(), info: 0..info.len(), options: Vec::new(), text: record }
}

fn set(figure: &BookFigure, number: Number, options: &BlockOptions) -> BlockFigure {
    let text = figure.text.map(|charset| write_text_figure(&figure.figure, charset));
    BlockFigure {
        svg: text.is_none().then(|| (options.draw)(&figure.figure, &options.theme)),
        text,
        alt: figure.figure.words.clone(),
        caption: figure.caption.clone(),
        full_caption: figure.full_caption(),
        numbered: number != Number::None,
        number: figure.number.filter(|_| matches!(number, Number::Given(_))),
        width: figure.width.clone(),
        label: figure.label.clone(),
    }
}
