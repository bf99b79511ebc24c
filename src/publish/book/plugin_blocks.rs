//! Single blocks without the document around them: their parts as JSON, for the Typst package and
//! the plugins for Pandoc, Sphinx and Markdown parsers. [`chapter_parts`] reads the blocks of one
//! document ([`GivenBlock`]) with a `PartsReader`, as `illustrated.rs` does, and returns their
//! [`BlockParts`].

use serde::{Deserialize, Serialize};

use super::block_attributes::{BlockAttributes, Number};
use super::figure_labels::Labels;
use super::figure_width::Width;
use super::html_writer;
use super::parts::{BookFault, BookFigure, Part, Parts, PlayerPart, PuzzleSource, Row, play_it};
use super::parts_reader::PartsReader;
use crate::draw::write_text_figure;
use crate::games::Context;
use crate::publish::documents::{PageBlock, is_info};
use crate::text::{Claim, RawRecord};

/// Options for the blocks of a document.
#[derive(Clone, Copy)]
pub struct ChapterOptions<'a> {
    /// Also adds a figure to blocks without attributes.
    pub all: bool,
    /// Writes a figure of the block with this index as SVG.
    pub draw: &'a dyn Fn(usize, &BookFigure) -> String,
    /// Writes each player as a link in HTML whose address contains the player. Without it, a block
    /// can only link to an existing player.
    pub players: bool,
    /// The number of the last numbered figure before the first block.
    pub number: u32,
}

/// Block of a document, as a plugin finds it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GivenBlock {
    /// The language and the text after it.
    pub info: String,
    /// Text of the block.
    pub text: String,
    /// Line of the document with the attributes. Errors in other blocks refer to this line.
    pub line: Option<u64>,
}

impl GivenBlock {
    /// Creates a block of a Typst document: Typst passes the text after the language tag as the
    /// first line.
    ///
    /// ```
    /// use pipscribe::publish::book::GivenBlock;
    ///
    /// let block = GivenBlock::from_typst("turn=1\n[Game \"gipf\"]\n");
    /// assert_eq!((block.info.as_str(), block.text.as_str()), ("turn=1", "[Game \"gipf\"]\n"));
    /// assert_eq!(GivenBlock::from_typst("[Game \"gipf\"]\n").info, "");
    /// ```
    pub fn from_typst(text: &str) -> Self {
        let (info, text) = attributes_and_text(text);
        Self {
            info: info.to_owned(),
            text: text.to_owned(),
            line: None,
        }
    }

    /// Returns true if the block shows the solutions of the blocks before it.
    pub fn shows_solutions(&self) -> bool {
        BlockAttributes::parse(&self.info).is_ok_and(|attributes| attributes.solutions)
    }
}

/// Parts of a block.
#[derive(Debug, Serialize)]
pub struct BlockParts {
    /// The record itself is hidden or missing.
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
    Table {
        head: [&'static str; 3],
        rows: Vec<Row>,
        /// The puzzle of each row in a table of solutions.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        puzzles: Vec<PuzzleSource>,
    },
    Finding {
        text: String,
    },
    Player {
        /// Address of an existing player; otherwise `html` is a link that contains one.
        #[serde(skip_serializing_if = "Option::is_none")]
        address: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        html: Option<String>,
        said: &'static str,
    },
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
    /// The number of the figure, if the attributes give it explicitly (`number=4`).
    number: Option<u32>,
    width: Option<Width>,
    label: Option<String>,
}

/// Reads the blocks of a document in their order. Figures and puzzles are counted across all
/// blocks, a table of solutions refers to the puzzles before it, and a label may occur only once.
///
/// Returns the parts of each block, or its errors. Their lines are counted from 1 in its text; the
/// attributes are line 0.
///
/// ```
/// use pipscribe::publish::book::{BookFigure, ChapterOptions, GivenBlock, chapter_parts};
/// use pipscribe::{draw, games};
///
/// let theme = draw::Theme::default();
/// let draw = |_: usize, figure: &BookFigure| draw::write_figure(&figure.figure, &theme);
/// let options = ChapterOptions { all: true, draw: &draw, players: false, number: 0 };
/// let text = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n{[%puzzle save]} 1. b3 *\n".to_owned();
/// let puzzle = GivenBlock { info: "pips".to_owned(), text, ..GivenBlock::default() };
/// let solutions = GivenBlock { info: "pips,solutions".to_owned(), ..GivenBlock::default() };
///
/// let read = chapter_parts(&[puzzle, solutions], &options, &games::Context::default());
/// assert!(read.iter().all(Result::is_ok));
/// ```
pub fn chapter_parts(
    blocks: &[GivenBlock],
    options: &ChapterOptions<'_>,
    context: &Context,
) -> Vec<Result<BlockParts, Vec<BookFault>>> {
    let LaidOutBlocks {
        page,
        blocks: laid_out,
    } = LaidOutBlocks::new(blocks);
    let mut reader = PartsReader::new(page.as_bytes(), context, options.all);
    reader.number = options.number;
    let mut labels = Labels::default();
    let mut chapter = Vec::with_capacity(blocks.len());

    for ((given, block), index) in blocks.iter().zip(&laid_out).zip(0..) {
        let read = reader.read(block);
        if let Some(parts) = &read {
            let place = given.line.map_or_else(
                || format!("block {}", index + 1),
                |line| format!("line {line}"),
            );
            labels.add(parts, &place, block, &mut reader);
        }
        let written = read.map(|parts| block_parts(&parts, block, index, &mut reader, options));

        let faults = std::mem::take(&mut reader.faults);
        chapter.push(match written {
            Some(written) if faults.is_empty() => Ok(BlockParts {
                record: given.text.clone(),
                ..written
            }),
            _ => Err(by_line_of_text(faults, block.text.line)),
        });
    }
    chapter
}

/// Message for a player that would have to be generated.
const NO_PLAYER: &str = "a player cannot be written here: give the address of an existing one, \
    `player=\"ADDRESS\"`";

/// Writes the parts of the block with this index, without its record.
fn block_parts(
    parts: &Parts,
    block: &PageBlock,
    index: usize,
    reader: &mut PartsReader<'_>,
    options: &ChapterOptions<'_>,
) -> BlockParts {
    let attributes = &parts.attributes;
    let mut written = Vec::with_capacity(parts.parts.len());
    for part in &parts.parts {
        written.push(match part {
            Part::Figure(figure) => {
                let draw = |figure: &BookFigure| (options.draw)(index, figure);
                BlockPart::Figure(Box::new(block_figure(figure, attributes.number, &draw)))
            }
            Part::Table(turns) => BlockPart::Table {
                head: turns.head,
                rows: turns.rows.clone(),
                puzzles: turns.puzzles.clone(),
            },
            Part::Finding(text) => BlockPart::Finding { text: text.clone() },
            Part::Player(PlayerPart::At(address), lang) => BlockPart::Player {
                address: Some(address.clone()),
                html: None,
                said: play_it(*lang),
            },
            Part::Player(player @ PlayerPart::Page(_), lang) if options.players => {
                BlockPart::Player {
                    address: None,
                    html: Some(html_writer::player_link(player, *lang)),
                    said: play_it(*lang),
                }
            }
            Part::Player(PlayerPart::Page(_), _) => {
                reader.fault(block.info.start, NO_PLAYER);
                continue;
            }
        });
    }

    BlockParts {
        hidden: attributes.hides(block),
        record: String::new(),
        parts: written,
        number: reader.number,
    }
}

/// Writes a figure.
fn block_figure(
    figure: &BookFigure,
    number: Number,
    draw: &dyn Fn(&BookFigure) -> String,
) -> BlockFigure {
    let text = figure
        .text
        .map(|charset| write_text_figure(&figure.figure, charset));
    BlockFigure {
        svg: text.is_none().then(|| draw(figure)),
        text,
        alt: figure.figure.words.clone(),
        caption: figure.filled_caption().cloned(),
        full_caption: figure.full_caption(),
        numbered: number != Number::None,
        number: match number {
            Number::Given(_) => figure.number,
            _ => None,
        },
        width: figure.width.clone(),
        label: figure.label.clone(),
    }
}

/// Converts the lines of faults so that they count from 1 in the text of a block that begins on the
/// given line of the page.
fn by_line_of_text(mut faults: Vec<BookFault>, first_line: u64) -> Vec<BookFault> {
    for fault in &mut faults {
        fault.line = (fault.line + 1).saturating_sub(first_line);
    }
    faults
}

/// Splits the text of a Typst block into its attributes and the record.
fn attributes_and_text(text: &str) -> (&str, &str) {
    let first = text.find('\n').map_or(text.len(), |end| end + 1);
    let (info, rest) = text.split_at(first);
    if is_info(info) {
        (info.trim_end(), rest)
    } else {
        ("", text)
    }
}

/// Blocks laid out one after the other on a page: the attributes of each, and its text below them.
struct LaidOutBlocks {
    page: String,
    blocks: Vec<PageBlock>,
}

impl LaidOutBlocks {
    fn new(given: &[GivenBlock]) -> Self {
        let mut laid_out = Self {
            page: String::new(),
            blocks: Vec::with_capacity(given.len()),
        };
        let mut line = 1;

        for GivenBlock { info, text, .. } in given {
            // The attributes are one line, so that the text begins in the next.
            let info = info.replace(['\n', '\r'], " ");
            let start = laid_out.page.len();
            laid_out.page.push_str(&info);
            laid_out.page.push('\n');
            let text_start = laid_out.page.len();
            laid_out.page.push_str(text);
            laid_out.page.push('\n');

            let record = RawRecord {
                offset: text_start as u64,
                line: line + 1,
                bytes: text.as_bytes().to_vec(),
                claim: Some(Claim::of_info(&info)),
                ..RawRecord::default()
            };
            let range = start..text_start + text.len();
            laid_out.blocks.push(PageBlock {
                range,
                info: start..start + info.len(),
                options: Vec::new(),
                text: record,
            });
            let line_breaks_in_text = text.bytes().filter(|&byte| byte == b'\n').count() as u64;
            // One line break follows the attributes, and one the text.
            line += line_breaks_in_text + 2;
        }

        laid_out
    }
}
