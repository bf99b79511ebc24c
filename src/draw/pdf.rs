//! Figures as PDF: vectors and real letters, a page a figure.

use krilla::Document;
use krilla::geom::Size;
use krilla::page::PageSettings;
use krilla_svg::{SurfaceExt, SvgSettings};

use super::tree::{DrawError, tree};

/// Points of a pixel: 72 to 96 of an inch.
const POINTS: f32 = 0.75;

/// Draws SVGs of this crate as the pages of a PDF.
///
/// # Errors
/// Where a figure would be empty or too large.
pub fn write_pdf(svgs: &[String]) -> Result<Vec<u8>, DrawError> {
    let mut document = Document::new();
    for svg in svgs {
        let tree = tree(svg)?;
        let (width, height) = (tree.size().width() * POINTS, tree.size().height() * POINTS);
        let (Some(settings), Some(size)) = (PageSettings::from_wh(width, height), Size::from_wh(width, height)) else {
            return Err(DrawError::Size { width, height });
        };
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        let drawn = surface.draw_svg(&tree, size, SvgSettings::default());
        surface.finish();
        page.finish();
        drawn.ok_or(DrawError::Size { width, height })?;
    }
    document.finish().map_err(|error| DrawError::Encoding(format!("{error:?}")))
}
