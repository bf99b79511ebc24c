//! Animations: their options, and the frames that APNG and GIF share. A [`Stage`] has the size of
//! the largest frame. It draws each frame as pixels, and finds the part that differs from the frame
//! before.

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::Tree;

use super::fonts::Fonts;
use super::png::{Pixel, plain_pixels};
use super::svg_tree::{DrawError, read};
use super::theme::Colour;

/// Maximum number of frames of an animation.
const MAX_FRAMES: usize = 1_000;
/// Maximum number of pixels in all frames together.
const MAX_PIXELS: f32 = 1_000_000_000.0;
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

/// Common size of all frames, and the settings for drawing them.
pub(super) struct Stage<'a> {
    width: u32,
    height: u32,
    pub(super) animation: &'a Animation,
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
        // Comparisons with a size that is not a number (NaN) are false.
        let is_possible =
            width >= 1.0 && height >= 1.0 && width * height * svgs.len() as f32 <= MAX_PIXELS;
        if !is_possible {
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
    pub(super) fn whole_part(&self) -> Part {
        Part {
            from: [0, 0],
            size: self.size(),
        }
    }

    /// Draws a frame.
    pub(super) fn draw_frame(&self, tree: &Tree) -> Result<Vec<Pixel>, DrawError> {
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

    /// Returns the smallest rectangle in which two frames differ; a single pixel if they are equal,
    /// because a frame cannot be empty.
    pub(super) fn changed_part(&self, before: &[Pixel], after: &[Pixel]) -> Part {
        let width = self.width as usize;
        // Left, top, right and bottom of the pixels that differ.
        let mut bounds: Option<[usize; 4]> = None;
        for (index, (old, new)) in before.iter().zip(after).enumerate() {
            if old == new {
                continue;
            }
            let x = index % width;
            let y = index / width;
            let [left, top, right, bottom] = bounds.unwrap_or([x, y, x, y]);
            bounds = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
        }
        let [left, top, right, bottom] = bounds
            .unwrap_or_default()
            .map(|side| u32::try_from(side).unwrap_or(0));
        Part {
            from: [left, top],
            size: [right - left + 1, bottom - top + 1],
        }
    }

    /// Returns the pixels of a part.
    pub(super) fn pixels_of_part<'p>(
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
}
