//! Figures as PNG and PDF, and text as outlines, if this build has the features for them. Without a
//! feature, its functions return an error. The figures are drawn as SVG before.

use std::path::PathBuf;

use super::Failure;
#[cfg(feature = "outlines")]
use super::limited_files::{MAX_FONT_BYTES, read_limited};
use super::output::stderr_line;
#[cfg(feature = "outlines")]
use super::paths::path_name;
#[cfg(feature = "outlines")]
use pipscribe::draw::Fonts;
use pipscribe::draw::{Length, Letters, Theme};
use pipscribe::figures::RenderFormat;

/// Settings of drawn images.
#[derive(Clone, Debug, Default)]
#[cfg_attr(
    not(feature = "pdf"),
    allow(dead_code, reason = "parts of it are only for PDF")
)]
pub(super) struct ImageOptions {
    /// Font files for characters that the embedded font lacks.
    pub(super) fonts: Vec<PathBuf>,
    /// The theme, for the background in the bleed and for inks.
    pub(super) theme: Theme,
    /// The bleed: the distance by which the background extends beyond the edge at which a PDF page
    /// is trimmed.
    pub(super) bleed: Option<Length>,
    /// True if there is no background.
    pub(super) no_ground: bool,
    /// The language of a PDF.
    pub(super) language: Option<&'static str>,
}

/// Timing of the frames of an animation.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    not(feature = "png"),
    allow(dead_code, reason = "only PNG can be animated")
)]
pub(super) struct Timing {
    /// Time per frame, in milliseconds.
    pub(super) delay: u16,
    /// True if the animation plays only once.
    pub(super) once: bool,
}

/// Returns a page as PNG, scaled by `scale` from 96 dots per inch.
pub(super) fn png(svg: &str, scale: f32) -> Result<Vec<u8>, Failure> {
    ImageOptions::default().png(svg, scale)
}

/// Returns pages as PDF.
pub(super) fn pdf(pages: &[String]) -> Result<Vec<u8>, Failure> {
    ImageOptions::default().pdf(pages)
}

/// Number of missing characters that a message names.
const NAMED_CHARACTERS: usize = 12;

/// Reports the characters that no font has.
pub(super) fn report_missing_characters(lacking: &[char]) {
    if lacking.is_empty() {
        return;
    }
    let named: Vec<String> = lacking
        .iter()
        .take(NAMED_CHARACTERS)
        .map(|letter| format!("{letter} (U+{:04X})", u32::from(*letter)))
        .collect();
    let more = if lacking.len() > NAMED_CHARACTERS {
        format!(" and {} more", lacking.len() - NAMED_CHARACTERS)
    } else {
        String::new()
    };
    let named = named.join(", ");
    stderr_line!(
        "pipscribe: no font has {named}{more}; \u{FFFD} is shown instead: add a font with `--font FILE`"
    );
}

#[cfg(feature = "outlines")]
impl ImageOptions {
    /// Loads the font files.
    fn fonts(&self) -> Result<Fonts, Failure> {
        let mut fonts = Fonts::default();
        for path in &self.fonts {
            let name = path_name(path);
            let bytes = read_limited(path, MAX_FONT_BYTES)
                .map_err(|error| Failure::reading(&name, error))?;
            fonts = fonts
                .with(bytes)
                .map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
        }
        Ok(fonts)
    }

    /// Returns letters as outlines.
    pub(super) fn outlines(&self) -> Result<Letters, Failure> {
        Ok(Letters::Outlines(self.fonts()?))
    }

    /// Loads the fonts, and reports the characters of a figure that they lack.
    #[cfg(feature = "png")]
    fn fonts_for(&self, svgs: &[String]) -> Result<Fonts, Failure> {
        let fonts = self.fonts()?;
        let mut lacking: Vec<char> = svgs.iter().flat_map(|svg| fonts.lacking_in(svg)).collect();
        lacking.sort_unstable();
        lacking.dedup();
        report_missing_characters(&lacking);
        Ok(fonts)
    }
}

#[cfg(not(feature = "outlines"))]
impl ImageOptions {
    /// Returns letters as outlines.
    pub(super) fn outlines(&self) -> Result<Letters, Failure> {
        Err(left_out("outlines", "outlines"))
    }
}

impl ImageOptions {
    /// Returns a page as PNG, scaled by `scale` from 96 dots per inch.
    #[cfg(feature = "png")]
    pub(super) fn png(&self, svg: &str, scale: f32) -> Result<Vec<u8>, Failure> {
        let fonts = self.fonts_for(&[svg.to_owned()])?;
        pipscribe::draw::write_svg_as_png(svg, scale, &fonts)
            .map_err(|error| Failure::Usage(error.to_string()))
    }

    /// Returns a page as PNG.
    #[cfg(not(feature = "png"))]
    pub(super) fn png(&self, _svg: &str, _scale: f32) -> Result<Vec<u8>, Failure> {
        Err(left_out("PNG", "png"))
    }

    /// Returns pages as the frames of an animated PNG or GIF.
    #[cfg(feature = "png")]
    pub(super) fn animation(
        &self,
        format: RenderFormat,
        pages: &[String],
        scale: f32,
        timing: Timing,
    ) -> Result<Vec<u8>, Failure> {
        let fonts = self.fonts_for(pages)?;
        let ground =
            (!self.no_ground).then(|| self.theme.colour(pipscribe::draw::Paint::Ground).clone());
        let animation = pipscribe::draw::Animation {
            scale,
            delay: timing.delay,
            once: timing.once,
            ground,
            fonts,
        };
        let write = match format {
            RenderFormat::Gif => pipscribe::draw::write_gif,
            _ => pipscribe::draw::write_apng,
        };
        write(pages, &animation).map_err(|error| Failure::Usage(error.to_string()))
    }

    /// Returns pages as the frames of an animated PNG or GIF.
    #[cfg(not(feature = "png"))]
    pub(super) fn animation(
        &self,
        _format: RenderFormat,
        _pages: &[String],
        _scale: f32,
        _timing: Timing,
    ) -> Result<Vec<u8>, Failure> {
        Err(left_out("PNG", "png"))
    }

    /// Returns pages as PDF.
    #[cfg(feature = "pdf")]
    pub(super) fn pdf(&self, pages: &[String]) -> Result<Vec<u8>, Failure> {
        let fonts = self.fonts_for(pages)?;
        let Self {
            theme,
            bleed,
            no_ground,
            language,
            ..
        } = self;
        let mut options = pipscribe::draw::PdfOptions::default();
        options.fonts = fonts;
        options.theme = theme.clone();
        options.bleed = *bleed;
        options.no_ground = *no_ground;
        options.language = *language;
        pipscribe::draw::write_pdf_with(pages, &options)
            .map_err(|error| Failure::Usage(error.to_string()))
    }

    /// Returns pages as PDF.
    #[cfg(not(feature = "pdf"))]
    pub(super) fn pdf(&self, _pages: &[String]) -> Result<Vec<u8>, Failure> {
        Err(left_out("PDF", "pdf"))
    }
}

#[cfg(not(feature = "pdf"))]
fn left_out(format: &str, feature: &str) -> Failure {
    Failure::Usage(format!(
        "this pipscribe was built without {format}: build it with `--features {feature}`, or write SVG"
    ))
}
