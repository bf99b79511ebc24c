//! `pipscribe mdbook blocks`: the blocks of one document, read and written as JSON, for the Pandoc
//! and Sphinx plugins. A block contains records, from which figures and players are made. A *piece*
//! is a picture of a single piece in a line of text.

use std::path::PathBuf;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Failure;
use super::deck_lookup::KnownDecks;
use super::image::ImageOptions;
use super::render::theme_of_file;
use pipscribe::draw::{Paper, Theme, set_figures, write_figure};
use pipscribe::publish::book::{
    BookFigure, ChapterOptions, GivenBlock, Width, chapter_parts, typst_piece,
};

/// Pixels of a PNG per pixel at 96 dots per inch: 300 dots per inch.
const PNG_SCALE: f32 = 300.0 / 96.0;

/// A document as a plugin passes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PluginDocument {
    /// Blocks of the document, in order.
    blocks: Vec<GivenBlock>,
    /// Names of the pieces in the text of the document.
    #[serde(default)]
    pieces: Vec<String>,
    /// File of the document, for the settings and decks of its folder.
    path: Option<PathBuf>,
    /// Name or file of a theme.
    theme: Option<String>,
    #[serde(default)]
    figures: RequestedFigures,
    #[serde(default)]
    format: ImageFormat,
    /// Write each player as a link whose address contains the HTML of the player.
    #[serde(default)]
    players: bool,
}

/// Blocks that get a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum RequestedFigures {
    #[default]
    All,
    /// Only those that ask for one, by block attributes or a `[%diagram]`.
    Asked,
}

/// Format of the figures and pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ImageFormat {
    #[default]
    Svg,
    Png,
    Pdf,
}

/// Returns the blocks and pieces of a document as JSON, each with its output or its errors.
pub(super) fn draw_blocks(input: &str, decks: &Arc<KnownDecks>) -> Result<String, Failure> {
    let document: PluginDocument =
        serde_json::from_str(input).map_err(|error| invalid_input(&error))?;
    let theme =
        theme_of_file(document.theme.as_deref(), document.path.as_deref())?.unwrap_or_default();
    let context = decks.context_for(document.path.as_deref())?;
    let format = document.format;

    // The index of the block is not needed, because all blocks have the same theme.
    let draw = |_: usize, figure: &BookFigure| svg(figure, &theme, format);
    let options = ChapterOptions {
        all: document.figures == RequestedFigures::All,
        draw: &draw,
        players: document.players,
        // The blocks are those of a whole document, so no figure comes before them.
        number: 0,
    };
    let mut blocks = Vec::new();
    for block in chapter_parts(&document.blocks, &options, &context) {
        let mut block = match block {
            Ok(parts) => json!(parts),
            Err(faults) => json!({ "errors": faults }),
        };
        if let Some(parts) = block.get_mut("parts").and_then(Value::as_array_mut) {
            for part in parts {
                format.replace_svg(part, &theme)?;
            }
        }
        blocks.push(block);
    }

    let mut pieces = Vec::new();
    for name in &document.pieces {
        let mut piece = match typst_piece(name, &theme, &context) {
            Ok(piece) => json!(piece),
            Err(error) => json!({ "error": error.to_string() }),
        };
        format.replace_svg(&mut piece, &theme)?;
        pieces.push(piece);
    }

    Ok(json!({ "blocks": blocks, "pieces": pieces }).to_string())
}

fn invalid_input(error: &serde_json::Error) -> Failure {
    let reason = if error.is_data() {
        error.to_string()
    } else {
        "it is not JSON".to_owned()
    };
    Failure::Usage(format!(
        "this is not the input that plug-ins send: {reason}"
    ))
}

/// Returns a figure as SVG. For print, it is drawn at the width given by its block, so that its
/// text keeps its size.
fn svg(figure: &BookFigure, theme: &Theme, format: ImageFormat) -> String {
    let width = figure.width.as_ref().and_then(Width::length);
    if format == ImageFormat::Svg || width.is_none() {
        return write_figure(&figure.figure, theme);
    }
    let paper = Paper {
        width,
        ..Paper::default()
    };
    let set = set_figures(std::slice::from_ref(&figure.figure), theme, &paper);
    set.into_first_text()
}

impl ImageFormat {
    /// Replaces the field `svg` by the image of this format in base64.
    fn replace_svg(self, part: &mut Value, theme: &Theme) -> Result<(), Failure> {
        let Some(svg) = part["svg"].as_str() else {
            return Ok(());
        };
        let options = ImageOptions {
            theme: theme.clone(),
            ..ImageOptions::default()
        };
        let (name, image) = match self {
            Self::Svg => return Ok(()),
            Self::Png => ("png", options.png(svg, PNG_SCALE)?),
            Self::Pdf => ("pdf", options.pdf(&[svg.to_owned()])?),
        };
        if let Some(fields) = part.as_object_mut() {
            fields.remove("svg");
            fields.insert(name.to_owned(), BASE64.encode(image).into());
        }
        Ok(())
    }
}
