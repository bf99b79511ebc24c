//! SVG as the tree that PNG and PDF are drawn from. One embedded font stands for all, so that the
//! same bytes come out on every machine.

use std::sync::{Arc, LazyLock};

use resvg::usvg::roxmltree::Document;
use resvg::usvg::{self, Options, Tree, fontdb};

use super::font::FONT;

static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_source(fontdb::Source::Binary(Arc::new(FONT)));
    Arc::new(fonts)
});

/// Why a figure cannot be drawn as PNG or PDF.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// The SVG is at fault.
    #[error("the figure cannot be read: {0}")]
    Svg(#[from] usvg::Error),
    /// The page is empty or too large.
    #[error("a figure of {width} by {height} pixels cannot be drawn")]
    Size {
        /// Its width.
        width: f32,
        /// Its height.
        height: f32,
    },
    /// The bytes cannot be written.
    #[error("the figure cannot be written: {0}")]
    Encoding(String),
}

/// An SVG that was read.
pub(super) struct Picture {
    /// What is drawn.
    pub(super) tree: Tree,
    /// What it shows, in a few words.
    #[cfg(feature = "pdf")]
    pub(super) title: String,
    /// It in words.
    #[cfg(feature = "pdf")]
    pub(super) words: String,
}

/// Reads an SVG that this crate has written.
pub(super) fn read(svg: &str) -> Result<Picture, DrawError> {
    let options = Options { fontdb: Arc::clone(&FONTS), font_family: "Noto Sans".to_owned(), ..Options::default() };
    let document = Document::parse(svg).map_err(usvg::Error::ParsingFailed)?;
    #[cfg(feature = "pdf")]
    let told = |name: &str| {
        let mut parts = document.root_element().children();
        let part = parts.find(|part| part.tag_name().name() == name);
        part.and_then(|part| part.text()).unwrap_or_default().to_owned()
    };
    Ok(Picture {
        tree: Tree::from_xmltree(&document, &options)?,
        #[cfg(feature = "pdf")]
        title: told("title"),
        #[cfg(feature = "pdf")]
        words: told("desc"),
    })
}
