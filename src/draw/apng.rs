//! Figures as an animated PNG. Browsers play it; programs without support for animations show its
//! first frame.

use png::{BitDepth, BlendOp, DisposeOp, Encoder};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::Tree;

use super::fonts::Fonts;
use super::png::{Colours, Pixel, palette, plain_pixels};
use super::svg_tree::{DrawError, read};
use super::theme::Colour;

/// Maximum number of frames of an animation.
const MAX_FRAMES: usize = 1_000;
/// Maximum number of pixels in all frames together.
const MAX_PIXELS: f32 = 1_000_000_000.0;
/// Milliseconds per second.
const SECOND: u16 = 1_000;
/// Duration of the last frame, in durations of the other frames.
pub(super) const LAST_FRAME: u16 = 3;

/// Options of an animation.
#[derive(Clone, Debug, PartialEq)]
pub struct Animation {
    /// Scale relative to 96 pixels per inch.
    pub scale: f32,
    /// Duration of a frame in milliseconds. The last frame is shown three times as long.
    pub delay: u16,
    /// True if the animation plays only once; otherwise it repeats for ever.
    pub once: bool,
    /// Background of frames that are smaller than others; transparent if `None`.
    pub ground: Option<Colour>,
    /// Fonts in addition to the embedded one.
    pub fonts: Fonts,
}

/// Draws SVGs of this crate as the frames of an animated PNG. All frames are as large as the
/// largest, and the figures are centred at their upper edge. The same figures give the same bytes.
///
/// # Errors
/// Returns an error if there are no frames, or if they are too many or too large.
pub fn write_apng(svgs: &[String], animation: &Animation) -> Result<Vec<u8>, DrawError> {
    let (stage, trees) = Stage::new(svgs, animation)?;
    // Frames are drawn twice, because all of them together may not fit in memory.
    let colours = stage.colours(&trees)?;
    stage
        .written(&trees, &colours)
        .map_err(|error| DrawError::Encoding(error.to_string()))
}

/// Common size of all frames, and the settings for drawing them. The animated GIF uses it too.
pub(super) struct Stage<'a> {
    width: u32,
    height: u32,
    animation: &'a Animation,
}

/// Part of a frame, in pixels.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) from: [u32; 2],
    pub(super) size: [u32; 2],
}

impl<'a> Stage<'a> {
    /// Reads the frames of an animation, which are as large as the largest of them.
    pub(super) fn new(
        svgs: &[String],
        animation: &'a Animation,
    ) -> Result<(Self, Vec<Tree>), DrawError> {
        if svgs.is_empty() || svgs.len() > MAX_FRAMES {
            return Err(DrawError::Frames {
                count: svgs.len(),
                most: MAX_FRAMES,
            });
        }
        let trees = svgs
            .iter()
            .map(|svg| read(svg, &animation.fonts).map(|picture| picture.tree))
            .collect::<Result<Vec<Tree>, DrawError>>()?;
        let largest = |side: fn(&Tree) -> f32| trees.iter().map(side).fold(0.0, f32::max);
        let size = |side: f32| (side * animation.scale).round();
        let width = size(largest(|tree| tree.size().width()));
        let height = size(largest(|tree| tree.size().height()));
        if !(width >= 1.0 && height >= 1.0 && width * height * svgs.len() as f32 <= MAX_PIXELS) {
            return Err(DrawError::Size { width, height });
        }
        let stage = Self {
            width: width as u32,
            height: height as u32,
            animation,
        };
        Ok((stage, trees))
    }

    /// Returns the width and height of all frames.
    pub(super) fn size(&self) -> [u32; 2] {
        [self.width, self.height]
    }

    /// Returns the part that is a whole frame.
    pub(super) fn whole(&self) -> Part {
        Part {
            from: [0, 0],
            size: self.size(),
        }
    }

    /// Draws a frame.
    pub(super) fn drawn(&self, tree: &Tree) -> Result<Vec<Pixel>, DrawError> {
        let width = self.width as f32;
        let height = self.height as f32;
        let mut pixels =
            Pixmap::new(self.width, self.height).ok_or(DrawError::Size { width, height })?;
        if let Some(ground) = &self.animation.ground {
            let [red, green, blue] = ground.channels();
            pixels.fill(Color::from_rgba8(red, green, blue, u8::MAX));
        }
        let scale = self.animation.scale;
        let left = ((width - tree.size().width() * scale) / 2.0).round();
        resvg::render(
            tree,
            Transform::from_scale(scale, scale).post_translate(left, 0.0),
            &mut pixels.as_mut(),
        );
        Ok(plain_pixels(&pixels))
    }

    /// Returns the colour type of all frames.
    fn colours(&self, trees: &[Tree]) -> Result<Colours, DrawError> {
        let mut is_grey = true;
        let mut is_opaque = true;
        // The colours so far; `None` if they are too many for a palette.
        let mut known = Some(Vec::new());
        for tree in trees {
            let pixels = self.drawn(tree)?;
            is_opaque &= pixels.iter().all(|pixel| pixel[3] == u8::MAX);
            is_grey &= pixels
                .iter()
                .all(|[red, green, blue, _]| red == green && green == blue);
            known = known
                .zip(palette(&pixels))
                .and_then(|(known, new)| palette(&[known, new].concat()));
        }
        Ok(match (is_grey && is_opaque, known, is_opaque) {
            (true, ..) => Colours::Grey,
            (false, Some(colours), _) => Colours::Palette {
                colours,
                has_alpha: true,
            },
            (false, None, true) => Colours::Rgb,
            (false, None, false) => Colours::Rgba,
        })
    }

    /// Returns the smallest rectangle in which two frames differ; a single pixel if they are equal,
    /// because a frame cannot be empty.
    pub(super) fn change(&self, before: &[Pixel], after: &[Pixel]) -> Part {
        let width = self.width as usize;
        let mut span: Option<[usize; 4]> = None;
        for index in (0..after.len()).filter(|&index| before[index] != after[index]) {
            let x = index % width;
            let y = index / width;
            let [left, top, right, bottom] = span.unwrap_or([x, y, x, y]);
            span = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
        }
        let [left, top, right, bottom] = span
            .unwrap_or_default()
            .map(|side| u32::try_from(side).unwrap_or(0));
        Part {
            from: [left, top],
            size: [right - left + 1, bottom - top + 1],
        }
    }

    /// Returns the pixels of a part.
    pub(super) fn part<'p>(
        &self,
        pixels: &'p [Pixel],
        part: Part,
    ) -> impl Iterator<Item = Pixel> + 'p {
        let [left, top] = part.from.map(|side| side as usize);
        let [wide, tall] = part.size.map(|side| side as usize);
        let width = self.width as usize;
        (top..top + tall).flat_map(move |row| {
            pixels[row * width + left..row * width + left + wide]
                .iter()
                .copied()
        })
    }

    fn written(
        &self,
        trees: &[Tree],
        colours: &Colours,
    ) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
        let mut out = Vec::new();
        let mut encoder = Encoder::new(&mut out, self.width, self.height);
        encoder.set_depth(BitDepth::Eight);
        colours.set(&mut encoder);
        encoder.set_animated(u32::try_from(trees.len())?, u32::from(self.animation.once))?;
        encoder.set_blend_op(BlendOp::Source)?;
        encoder.set_dispose_op(DisposeOp::None)?;
        let mut writer = encoder.write_header()?;
        let mut before: Option<Vec<Pixel>> = None;
        for (number, tree) in (1..).zip(trees) {
            let pixels = self.drawn(tree)?;
            let part = before
                .as_ref()
                .map_or(self.whole(), |before| self.change(before, &pixels));
            writer.reset_frame_position()?;
            writer.set_frame_dimension(part.size[0], part.size[1])?;
            writer.set_frame_position(part.from[0], part.from[1])?;
            let times = if number == trees.len() { LAST_FRAME } else { 1 };
            writer.set_frame_delay(self.animation.delay.saturating_mul(times), SECOND)?;
            writer.write_image_data(&colours.data(self.part(&pixels, part)))?;
            before = Some(pixels);
        }
        writer.finish()?;
        Ok(out)
    }
}
