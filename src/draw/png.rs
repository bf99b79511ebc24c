//! Figures as PNG.

use resvg::tiny_skia::{Pixmap, Transform};

use super::tree::{DrawError, read};

/// The most pixels that a figure has.
const MOST_PIXELS: f32 = 100_000_000.0;

/// Draws an SVG of this crate as PNG, `scale` times as large as at 96 pixels to the inch.
///
/// # Errors
/// Where the figure would be empty or too large.
pub fn write_png(svg: &str, scale: f32) -> Result<Vec<u8>, DrawError> {
    let tree = read(svg, &super::fonts::Fonts::default())?.tree;
    let (width, height) = ((tree.size().width() * scale).ceil(), (tree.size().height() * scale).ceil());
    let too_large = DrawError::Size { width, height };
    if !(width >= 1.0 && height >= 1.0 && width * height <= MOST_PIXELS) {
        return Err(too_large);
    }
    let Some(mut pixels) = Pixmap::new(width as u32, height as u32) else { return Err(too_large) };
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| DrawError::Encoding(error.to_string()))
}
