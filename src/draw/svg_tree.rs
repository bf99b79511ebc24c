//! Parses an SVG of this crate into the tree of `usvg`, from which PNG and PDF are drawn.

use std::sync::{Arc, LazyLock};

use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::roxmltree::Document;
use resvg::usvg::{self, Options, Tree};

use super::font::{BOLD_FONT, FONT};
use super::fonts::Fonts;

/// Reason why a figure cannot be drawn as PNG or PDF.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// The SVG is invalid.
    #[error("the figure cannot be read: {0}")]
    Svg(#[from] usvg::Error),
    /// The page is empty or too large.
    #[error("a figure of {width} by {height} pixels cannot be drawn")]
    Size {
        /// Width.
        width: f32,
        /// Height.
        height: f32,
    },
    /// An animation has no frames, or too many.
    #[error("an animation must have 1 to {most} frames, not {count}")]
    Frames {
        /// Number of frames.
        count: usize,
        /// Maximum number of frames.
        most: usize,
    },
    /// The output cannot be encoded.
    #[error("the figure cannot be written: {0}")]
    Encoding(String),
}

/// Parsed SVG.
pub(super) struct ParsedSvg {
    pub(super) tree: Tree,
    /// Short description.
    #[cfg(feature = "pdf")]
    pub(super) title: String,
    /// Text description.
    #[cfg(feature = "pdf")]
    pub(super) words: String,
}

/// Parses an SVG written by this crate. Characters that no font has are replaced by a sign.
pub(super) fn read(svg: &str, fonts: &Fonts) -> Result<ParsedSvg, DrawError> {
    let options = Options {
        fontdb: database(fonts),
        font_family: "Noto Sans".to_owned(),
        ..Options::default()
    };
    let drawable = fonts.drawable(svg);
    let document = Document::parse(&drawable).map_err(usvg::Error::ParsingFailed)?;
    #[cfg(feature = "pdf")]
    let text_of = |name: &str| {
        let mut parts = document.root_element().children();
        let part = parts.find(|part| part.tag_name().name() == name);
        part.and_then(|part| part.text())
            .unwrap_or_default()
            .to_owned()
    };
    Ok(ParsedSvg {
        tree: Tree::from_xmltree(&document, &options)?,
        #[cfg(feature = "pdf")]
        title: text_of("title"),
        #[cfg(feature = "pdf")]
        words: text_of("desc"),
    })
}

/// The fonts of this crate.
static EMBEDDED: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_source(Source::Binary(Arc::new(FONT)));
    fonts.load_font_source(Source::Binary(Arc::new(BOLD_FONT)));
    Arc::new(fonts)
});

/// Returns the embedded fonts together with those of the caller.
fn database(fonts: &Fonts) -> Arc<Database> {
    let mut all = Arc::clone(&EMBEDDED);
    for font in fonts.given() {
        Arc::make_mut(&mut all).load_font_source(Source::Binary(font));
    }
    all
}
