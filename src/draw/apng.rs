//! Figures as an animated PNG. Browsers play it; programs without support for animations show its
//! first frame.

use png::{BitDepth, BlendOp, DisposeOp, Encoder};
use resvg::usvg::Tree;

use super::animation::{Animation, LAST_FRAME, Stage};
use super::png::{Colours, Pixel, find_palette};
use super::svg_tree::DrawError;

/// Milliseconds per second.
const SECOND: u16 = 1_000;

/// Draws SVGs of this crate as the frames of an animated PNG. All frames are as large as the
/// largest, and the figures are centred at their upper edge. The same figures give the same bytes.
///
/// # Errors
/// Returns an error if there are no frames, or if they are too many or too large.
pub fn write_apng(svgs: &[String], animation: &Animation) -> Result<Vec<u8>, DrawError> {
    let (stage, trees) = Stage::new(svgs, animation)?;
    // Frames are drawn twice, because all of them together may not fit in memory.
    let colours = find_colour_type(&stage, &trees)?;
    encode_frames(&stage, &trees, &colours).map_err(|error| DrawError::Encoding(error.to_string()))
}

/// Returns the colour type of all frames.
fn find_colour_type(stage: &Stage<'_>, trees: &[Tree]) -> Result<Colours, DrawError> {
    let mut is_grey = true;
    let mut is_opaque = true;
    // The colours so far; `None` if they are too many for a palette.
    let mut palette = Some(Vec::new());
    for tree in trees {
        let pixels = stage.draw_frame(tree)?;
        is_opaque &= pixels.iter().all(|pixel| pixel[3] == u8::MAX);
        is_grey &= pixels
            .iter()
            .all(|[red, green, blue, _]| red == green && green == blue);
        palette = palette
            .zip(find_palette(&pixels))
            .and_then(|(known, new)| find_palette(&[known, new].concat()));
    }
    Ok(if is_grey && is_opaque {
        Colours::Grey
    } else if let Some(colours) = palette {
        Colours::Palette {
            colours,
            has_alpha: true,
        }
    } else if is_opaque {
        Colours::Rgb
    } else {
        Colours::Rgba
    })
}

/// Encodes all frames. Each frame after the first contains only the part that changes.
fn encode_frames(
    stage: &Stage<'_>,
    trees: &[Tree],
    colours: &Colours,
) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let [width, height] = stage.size();
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, width, height);
    encoder.set_depth(BitDepth::Eight);
    colours.set_colour_type(&mut encoder);
    encoder.set_animated(u32::try_from(trees.len())?, u32::from(stage.animation.once))?;
    encoder.set_blend_op(BlendOp::Source)?;
    encoder.set_dispose_op(DisposeOp::None)?;
    let mut writer = encoder.write_header()?;
    let mut before: Option<Vec<Pixel>> = None;
    for (number, tree) in (1..).zip(trees) {
        let pixels = stage.draw_frame(tree)?;
        let part = before.as_ref().map_or(stage.whole_part(), |before| {
            stage.changed_part(before, &pixels)
        });
        writer.reset_frame_position()?;
        writer.set_frame_dimension(part.size[0], part.size[1])?;
        writer.set_frame_position(part.from[0], part.from[1])?;
        let times = if number == trees.len() { LAST_FRAME } else { 1 };
        writer.set_frame_delay(stage.animation.delay.saturating_mul(times), SECOND)?;
        writer.write_image_data(&colours.encode(stage.pixels_of_part(&pixels, part)))?;
        before = Some(pixels);
    }
    writer.finish()?;
    Ok(out)
}
