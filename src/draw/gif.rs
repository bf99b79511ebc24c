//! Figures as an animated GIF, which chat programs, slides and word processors show.

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::animation::{Animation, LAST_FRAME, Part, Stage};
use super::png::{Pixel, find_palette};
use super::svg_tree::DrawError;
use super::theme::{Colour, Paint, Theme};

/// Milliseconds per time unit of a GIF.
const TICK: u16 = 10;
/// Masks for the bits of a channel that are kept if an animation has too many colours, beginning
/// with all bits.
const MASKS: [u8; 6] = [0xFF, 0xFE, 0xFC, 0xF8, 0xF0, 0xE0];
/// Mask after all others. Two bits of three channels give few enough colours for any palette.
const LAST_MASK: u8 = 0xC0;

/// Draws SVGs of this crate as the frames of an animated GIF, like
/// [`write_apng`](super::write_apng). All frames share one palette, and each frame after the first
/// contains only the part that changes. A missing background is white.
///
/// # Errors
/// Returns an error if there are no frames, or if they are too many or too large.
pub fn write_gif(svgs: &[String], animation: &Animation) -> Result<Vec<u8>, DrawError> {
    let opaque = Animation {
        ground: Some(animation.ground.clone().unwrap_or_else(white)),
        ..animation.clone()
    };
    let (stage, trees) = Stage::new(svgs, &opaque)?;
    let [width, height] = stage.size().map(u16::try_from);
    let (Ok(width), Ok(height)) = (width, height) else {
        let [width, height] = stage.size().map(|side| side as f32);
        return Err(DrawError::Size { width, height });
    };

    // Frames are drawn twice, because all of them together may not fit in memory.
    let mut colours = Colours::default();
    for tree in &trees {
        colours.add(&stage.draw_frame(tree)?);
    }
    let mut out = Vec::new();
    let mut encoder =
        Encoder::new(&mut out, width, height, &colours.colour_table()).map_err(encoding_error)?;
    if !animation.once {
        encoder
            .set_repeat(Repeat::Infinite)
            .map_err(encoding_error)?;
    }
    let mut before: Option<Vec<Pixel>> = None;
    for (number, tree) in (1..).zip(&trees) {
        let pixels = stage.draw_frame(tree)?;
        let part = before.as_ref().map_or(stage.whole_part(), |before| {
            stage.changed_part(before, &pixels)
        });
        let times = if number == trees.len() { LAST_FRAME } else { 1 };
        let frame = Frame {
            delay: animation.delay.saturating_mul(times) / TICK,
            ..frame_of_part(&stage, part, before.as_deref(), &pixels, &colours)
        };
        encoder.write_frame(&frame).map_err(encoding_error)?;
        before = Some(pixels);
    }

    drop(encoder);
    Ok(out)
}

/// Returns a frame with a part of an image. `before` is the previous image: pixels that stay the
/// same are transparent, because long runs of one index take little space.
fn frame_of_part(
    stage: &Stage<'_>,
    part: Part,
    before: Option<&[Pixel]>,
    pixels: &[Pixel],
    colours: &Colours,
) -> Frame<'static> {
    let transparent = before.and_then(|_| colours.transparent_index());
    let old_pixels = stage.pixels_of_part(before.unwrap_or(pixels), part);
    let new_pixels = stage.pixels_of_part(pixels, part);
    let indices = old_pixels
        .zip(new_pixels)
        .map(|(old, new)| match transparent {
            Some(index) if old == new => index,
            _ => colours.index_of(new),
        });
    let [left, top] = part.from.map(pixel_count);
    let [width, height] = part.size.map(pixel_count);
    Frame {
        // The frame stays below the next one.
        dispose: DisposalMethod::Keep,
        left,
        top,
        width,
        height,
        transparent,
        buffer: indices.collect::<Vec<u8>>().into(),
        ..Frame::default()
    }
}

fn encoding_error(error: EncodingError) -> DrawError {
    DrawError::Encoding(error.to_string())
}

/// Converts a number of pixels. The sides of the whole image were checked.
fn pixel_count(count: u32) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

/// Returns the background of the theme for print.
fn white() -> Colour {
    Theme::default().colour(Paint::Ground).clone()
}

/// Colours of all frames.
#[derive(Default)]
struct Colours {
    /// The colours with the bits that are kept, sorted.
    known: Vec<Pixel>,
    /// Index of the mask that makes the colours few enough.
    mask: usize,
}

impl Colours {
    /// Returns a colour with the bits that are kept.
    fn masked_pixel(&self, pixel: Pixel) -> Pixel {
        let mask = MASKS.get(self.mask).copied().unwrap_or(LAST_MASK);
        pixel.map(|channel| channel & mask)
    }

    /// Adds the colours of a frame. If there are too many, similar colours are merged.
    fn add(&mut self, pixels: &[Pixel]) {
        loop {
            let new: Vec<Pixel> = pixels
                .iter()
                .map(|&pixel| self.masked_pixel(pixel))
                .collect();
            let known: Vec<Pixel> = self
                .known
                .iter()
                .map(|&pixel| self.masked_pixel(pixel))
                .collect();
            let all = find_palette(&new).and_then(|new| find_palette(&[known, new].concat()));
            match all {
                Some(all) => {
                    self.known = all;
                    return;
                }
                None if self.mask < MASKS.len() => self.mask += 1,
                None => return,
            }
        }
    }

    /// Returns the index of a colour in the table.
    fn index_of(&self, pixel: Pixel) -> u8 {
        let index = self.known.binary_search(&self.masked_pixel(pixel));
        u8::try_from(index.unwrap_or(0)).unwrap_or(0)
    }

    /// Returns the index after those of all colours, which means a transparent pixel; `None` if the
    /// colours use all indices.
    fn transparent_index(&self) -> Option<u8> {
        u8::try_from(self.known.len()).ok()
    }

    /// Returns the table of colours. Pure white stays white.
    fn colour_table(&self) -> Vec<u8> {
        let mask = MASKS.get(self.mask).copied().unwrap_or(LAST_MASK);
        let full = |channel: u8| if channel == mask { u8::MAX } else { channel };
        let none = self.transparent_index().map(|_| [0; 4]);
        self.known
            .iter()
            .copied()
            .chain(none)
            .flat_map(|[red, green, blue, _]| [red, green, blue].map(full))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Fonts;

    #[test]
    fn a_reader_finds_the_frames() {
        let picture = |colour: &str| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"4\">\
                 <rect width=\"8\" height=\"4\" fill=\"#FFFFFF\"/>\
                 <rect x=\"2\" width=\"3\" height=\"4\" fill=\"{colour}\"/></svg>"
            )
        };
        let animation = Animation {
            scale: 1.0,
            delay: 500,
            once: false,
            ground: None,
            fonts: Fonts::default(),
        };
        let bytes = write_gif(&[picture("#FF0000"), picture("#0000FF")], &animation).unwrap();
        let options_of_reader = || {
            let mut options = gif::DecodeOptions::new();
            options.set_color_output(gif::ColorOutput::RGBA);
            options
        };
        let mut reader = options_of_reader().read_info(&bytes[..]).unwrap();
        let mut frames = Vec::new();
        while let Some(frame) = reader.read_next_frame().unwrap() {
            frames.push(frame.clone());
        }
        assert_eq!(frames.len(), 2);
        let is = |frame: &Frame<'_>, colour: [u8; 4]| {
            frame.buffer.chunks(4).any(|pixel| pixel == colour)
        };
        assert!(is(&frames[0], [255, 0, 0, 255]) && is(&frames[0], [255; 4]));
        assert!(is(&frames[1], [0, 0, 255, 255]) && !is(&frames[1], [255; 4]));
        assert!(frames[1].width < frames[0].width && frames[1].left > 0);
        // Pixels that do not change are transparent.
        let twice = [picture("#FF0000"), picture("#FF0000")];
        let bytes = write_gif(&twice, &animation).unwrap();
        let mut reader = options_of_reader().read_info(&bytes[..]).unwrap();
        reader.read_next_frame().unwrap();
        let frame = reader.read_next_frame().unwrap().unwrap();
        assert!(frame.buffer.chunks(4).all(|pixel| pixel[3] == 0));
    }

    #[test]
    fn too_many_colours_become_fewer() {
        let pixels: Vec<Pixel> = (0..=255)
            .flat_map(|red| [0, 85, 170, 255].map(|blue| [red, 255, blue, 255]))
            .collect();
        let mut colours = Colours::default();
        colours.add(&pixels);
        assert!(colours.known.len() <= 256);
        let white = usize::from(colours.index_of([255; 4]));
        assert_eq!(colours.colour_table()[3 * white..3 * white + 3], [255; 3]);
    }
}
