//! Blocks of Typst: their parts as JSON, for the Typst package.

use serde::Serialize;

use super::attributes::{Number, Width};
use super::parts::{BookFault, BookFigure, Part, PlayerPart, Row, play_it};
use super::reader::PartsReader;
use crate::documents::{PageBlock, is_info};
use crate::draw::{Figure, Theme, write_text_figure};
use crate::games::Context;
use crate::text::{Claim, RawRecord};

/// Options for Typst blocks.
#[derive(Clone, Debug)]
pub struct TypstOptions {
    /// Adds a figure to blocks without attributes too.
    pub all: bool,
    /// Theme.
    pub theme: Theme,
    /// Writes a figure as SVG. Typst has fonts of its own, so text is best written as [outlines](crate::draw).
    pub draw: fn(&Figure, &Theme) -> String,
}

/// Parts of a block.
#[derive(Debug, Serialize)]
pub struct TypstBlock {
    /// The record itself is hidden.
    hidden: bool,
    /// The record, without its attributes.
    record: String,
    parts: Vec<TypstPart>,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum TypstPart {
    Figure(Box<TypstFigure>),
    Table { head: [&'static str; 3], rows: Vec<Row> },
    Finding { text: String },
    Player { address: String, said: &'static str },
}

#[derive(Debug, Serialize)]
struct TypstFigure {
    /// Either `svg` or `text` is set.
    svg: Option<String>,
    text: Option<String>,
    alt: String,
    caption: Option<String>,
    /// True if the figure is numbered.
    numbered: bool,
    /// The number of the record, if given explicitly.
    number: Option<u32>,
    width: Option<TypstWidth>,
    label: Option<String>,
}

#[derive(Debug, Serialize)]
struct TypstWidth {
    number: f64,
    unit: &'static str,
}

impl TypstWidth {
    /// Typst has no pixels; 96 pixels are an inch.
    fn of(width: &Width) -> Self {
        let number = width.number.parse::<f64>().unwrap_or_default();
        match width.unit {
            "px" => Self { number: number * 0.75, unit: "pt" },
            unit => Self { number, unit },
        }
    }
}

/// Processes a raw block tagged `pips`; `text` is as passed by Typst, including the text after the tag.
///
/// ```
/// use pipscribe::book::{TypstOptions, typst_block};
/// use pipscribe::{draw, games};
///
/// let options = TypstOptions { all: true, theme: draw::Theme::default(), draw: draw::write_figure };
/// let text = "turn=1, trun=2\n[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n";
/// let faults = typst_block(text, &options, &games::Context::default()).unwrap_err();
/// assert!(faults[0].to_string().starts_with("after the tag: unknown attribute `trun`"));
/// ```
///
/// # Errors
/// The errors in the block. Lines are counted from 1 after the tag; the text after the tag is line 0.
pub fn typst_block(text: &str, options: &TypstOptions, context: &Context) -> Result<TypstBlock, Vec<BookFault>> {
    let block = block_of(text);
    let mut reader = PartsReader::new(text.as_bytes(), context, options.all);
    let parts = reader.read(&block);
    let mut made = Vec::new();
    for (part, attributes) in parts.iter().flat_map(|parts| parts.parts.iter().map(|part| (part, &parts.attributes))) {
        made.push(match part {
            Part::Figure(figure) => TypstPart::Figure(Box::new(set(figure, attributes.number, options))),
            Part::Table(turns) => TypstPart::Table { head: turns.head, rows: turns.rows.clone() },
            Part::Finding(text) => TypstPart::Finding { text: text.clone() },
            Part::Player(PlayerPart::At(address), lang) => {
                TypstPart::Player { address: address.clone(), said: play_it(*lang) }
            }
            Part::Player(PlayerPart::Page(_), _) => {
                let message = "Typst cannot write an interactive player: give the address of one, `player=\"ADDRESS\"`";
                reader.fault(block.info.start, message);
                continue;
            }
        });
    }
    let has_info = u64::from(!block.info.is_empty());
    let mut faults = reader.faults;
    faults.iter_mut().for_each(|fault| fault.line = fault.line.saturating_sub(has_info));
    match parts {
        Some(parts) if faults.is_empty() => {
            let record = String::from_utf8_lossy(&block.text.bytes).into_owned();
            Ok(TypstBlock { hidden: parts.attributes.hidden, record, parts: made })
        }
        _ => Err(faults),
    }
}

/// Returns the block of a raw text, as a document of its own.
fn block_of(text: &str) -> PageBlock {
    let first = text.find('\n').map_or(text.len(), |end| end + 1);
    let info = match is_info(&text[..first]) {
        true => 0..text[..first].trim_end().len(),
        false => 0..0,
    };
    let (start, line) = if info.is_empty() { (0, 1) } else { (first, 2) };
    let record = RawRecord {
        offset: start as u64,
        line,
        bytes: text.as_bytes()[start..].to_vec(),
        claim: Some(Claim::of_info(&text[info.clone()])),
        ..RawRecord::default()
    };
    PageBlock { range: 0..text.len(), info, text: record }
}

fn set(figure: &BookFigure, number: Number, options: &TypstOptions) -> TypstFigure {
    let text = figure.text.map(|charset| write_text_figure(&figure.figure, charset));
    TypstFigure {
        svg: text.is_none().then(|| (options.draw)(&figure.figure, &options.theme)),
        text,
        alt: figure.figure.words.clone(),
        caption: figure.caption.clone(),
        numbered: number != Number::None,
        number: figure.number.filter(|_| matches!(number, Number::Given(_))),
        width: figure.width.as_ref().map(TypstWidth::of),
        label: figure.label.clone(),
    }
}
