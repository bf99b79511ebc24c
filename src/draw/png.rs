//! Figures as PNG, and the colour types and palettes that animations use too.
//!
//! The *colour type* of an image says how a pixel is stored: as a grey level, as its channels, or
//! as an index in a *palette*, a list of up to 256 colours.

use png::{BitDepth, ColorType, Encoder, PixelDimensions, Unit};
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8, Transform};

use super::figure::Figure;
use super::fonts::Fonts;
use super::svg::write_figure;
use super::svg_tree::{DrawError, read};
use super::theme::Theme;

/// Maximum number of pixels of a figure.
const MAX_PIXELS: f32 = 100_000_000.0;
/// Pixels per inch of a figure at the size given in its SVG.
const USUAL_DPI: f32 = 96.0;
/// Metres per inch.
const INCH: f32 = 0.0254;

/// Draws a figure as PNG, scaled by `scale` from 96 pixels per inch. The image states its pixels
/// per inch. It is greyscale if the figure is, and has a palette if that is enough.
///
/// # Errors
/// Returns an error if the figure would be empty or too large.
pub fn write_png(figure: &Figure, theme: &Theme, scale: f32) -> Result<Vec<u8>, DrawError> {
    write_svg_as_png(&write_figure(figure, theme), scale, &Fonts::default())
}

/// Draws an SVG of this crate like [`write_png`], with fonts in addition to the embedded one.
///
/// # Errors
/// Returns an error if the figure would be empty or too large.
pub fn write_svg_as_png(svg: &str, scale: f32, fonts: &Fonts) -> Result<Vec<u8>, DrawError> {
    let tree = read(svg, fonts)?.tree;
    let usual_width = tree.size().width();
    let usual_height = tree.size().height();
    let width = (usual_width * scale).round();
    let height = (usual_height * scale).round();
    let too_large = DrawError::Size { width, height };
    // Comparisons with a size that is not a number (NaN) are false.
    let is_possible = width >= 1.0 && height >= 1.0 && width * height <= MAX_PIXELS;
    if !is_possible {
        return Err(too_large);
    }
    let Some(mut pixels) = Pixmap::new(width as u32, height as u32) else {
        return Err(too_large);
    };
    // Scales to whole pixels, so that the last row and column are complete.
    resvg::render(
        &tree,
        Transform::from_scale(width / usual_width, height / usual_height),
        &mut pixels.as_mut(),
    );
    encode_png(&pixels, scale * USUAL_DPI).map_err(|error| DrawError::Encoding(error.to_string()))
}

/// Pixel as red, green, blue and alpha.
pub(super) type Pixel = [u8; 4];

/// Maximum number of colours of a palette.
const MAX_COLOURS: usize = 256;

/// Returns the colours of an image, if they fit in a palette.
pub(super) fn find_palette(pixels: &[Pixel]) -> Option<Vec<Pixel>> {
    let mut colours: Vec<Pixel> = Vec::new();
    let mut last = None;
    for pixel in pixels {
        if last == Some(pixel) {
            continue;
        }
        last = Some(pixel);
        if let Err(index) = colours.binary_search(pixel) {
            if colours.len() == MAX_COLOURS {
                return None;
            }
            colours.insert(index, *pixel);
        }
    }
    Some(colours)
}

/// Colour type of an image.
pub(super) enum Colours {
    Grey,
    GreyAlpha,
    Palette {
        /// Sorted colours.
        colours: Vec<Pixel>,
        /// True if the alpha of each colour is written too.
        has_alpha: bool,
    },
    Rgb,
    Rgba,
}

impl Colours {
    /// Sets the colour type of an image that has not been begun.
    pub(super) fn set_colour_type(&self, encoder: &mut Encoder<'_, &mut Vec<u8>>) {
        encoder.set_color(match self {
            Self::Grey => ColorType::Grayscale,
            Self::GreyAlpha => ColorType::GrayscaleAlpha,
            Self::Palette { .. } => ColorType::Indexed,
            Self::Rgb => ColorType::Rgb,
            Self::Rgba => ColorType::Rgba,
        });
        if let Self::Palette { colours, has_alpha } = self {
            let opaque = colours
                .iter()
                .flat_map(|&[red, green, blue, _]| [red, green, blue]);
            encoder.set_palette(opaque.collect::<Vec<u8>>());
            if *has_alpha {
                encoder.set_trns(colours.iter().map(|colour| colour[3]).collect::<Vec<u8>>());
            }
        }
    }

    /// Encodes pixels for this colour type.
    pub(super) fn encode(&self, pixels: impl Iterator<Item = Pixel>) -> Vec<u8> {
        match self {
            Self::Grey => pixels.map(|pixel| pixel[0]).collect(),
            Self::GreyAlpha => pixels.flat_map(|pixel| [pixel[0], pixel[3]]).collect(),
            Self::Palette { colours, .. } => {
                let index_of = |pixel| {
                    let index = colours.binary_search(&pixel).unwrap_or(0);
                    u8::try_from(index).unwrap_or(0)
                };
                pixels.map(index_of).collect()
            }
            Self::Rgb => pixels
                .flat_map(|[red, green, blue, _]| [red, green, blue])
                .collect(),
            Self::Rgba => pixels.flatten().collect(),
        }
    }
}

/// Returns the pixels of a picture with straight alpha: colours are not premultiplied.
pub(super) fn plain_pixels(picture: &Pixmap) -> Vec<Pixel> {
    let plain = |pixel: &PremultipliedColorU8| {
        let plain = pixel.demultiply();
        [plain.red(), plain.green(), plain.blue(), plain.alpha()]
    };
    picture.pixels().iter().map(plain).collect()
}

/// Encodes a picture as PNG, with the smallest colour type that is enough.
fn encode_png(picture: &Pixmap, dpi: f32) -> Result<Vec<u8>, png::EncodingError> {
    let pixels = plain_pixels(picture);
    let is_opaque = pixels.iter().all(|pixel| pixel[3] == u8::MAX);
    let is_grey = pixels
        .iter()
        .all(|[red, green, blue, _]| red == green && green == blue);
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, picture.width(), picture.height());
    encoder.set_depth(BitDepth::Eight);
    let per_metre = (dpi / INCH).round() as u32;
    encoder.set_pixel_dims(Some(PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: Unit::Meter,
    }));
    let colours = match (is_grey, is_opaque, find_palette(&pixels)) {
        (true, true, _) => Colours::Grey,
        (true, false, _) => Colours::GreyAlpha,
        (false, _, Some(colours)) => Colours::Palette {
            colours,
            has_alpha: !is_opaque,
        },
        (false, true, None) => Colours::Rgb,
        (false, false, None) => Colours::Rgba,
    };
    colours.set_colour_type(&mut encoder);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&colours.encode(pixels.into_iter()))?;
    writer.finish()?;
    Ok(out)
}
