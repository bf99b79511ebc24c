//! Options for drawing figures, shared by `render` and `figures`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Failure;
use super::image::ImageOptions;
use pipscribe::draw::{self, Length, LengthError, Paper, PictureLanguage, Theme};

/// Dots per inch at which one dot of a PNG is one pixel of SVG (CSS).
const DEFAULT_DPI: f32 = 96.0;
/// Default scale of a PNG, relative to that resolution.
const DEFAULT_SCALE: f32 = 2.0;

/// Arguments for how a figure is drawn, shared by `render` and `figures`.
#[derive(Debug, Args)]
pub(super) struct PrintArguments {
    /// Set the exact width: 60mm, 6cm, 2.5in, 170pt, 227px; notes are then set in 7.5 points,
    /// coordinates in 6.5, and lines and hatching do not shrink
    #[arg(long, value_name = "LENGTH", value_parser = length)]
    pub(super) width: Option<Length>,
    /// Limit the height: the board shrinks until the figure is no higher than LENGTH
    #[arg(long, visible_alias = "height", value_name = "LENGTH", value_parser = length)]
    pub(super) max_height: Option<Length>,
    /// Set the resolution of a PNG in dots per inch
    #[arg(long, value_name = "N", conflicts_with = "scale", value_parser = clap::value_parser!(u16).range(36..=4800))]
    pub(super) dpi: Option<u16>,
    /// Draw the background: theme, none [default: theme]
    #[arg(long, value_enum, default_value_t = Background::Theme, hide_default_value = true)]
    pub(super) background: Background,
    /// Extend the background of a PDF beyond the trim edge by LENGTH
    #[arg(long, value_name = "LENGTH", value_parser = length)]
    pub(super) bleed: Option<Length>,
    /// Keep the text of SVG, Typst and TikZ as text, or draw it as outlines that need no font
    /// [default: letters]
    #[arg(long, value_enum, default_value_t = Letters::Letters, hide_default_value = true)]
    pub(super) text: Letters,
    /// Add a font for characters that the embedded one lacks, in PNG, PDF and outlines; may be
    /// repeated
    #[arg(long, value_name = "FILE")]
    pub(super) font: Vec<PathBuf>,
}

fn length(text: &str) -> Result<Length, LengthError> {
    text.parse()
}

/// The background of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Background {
    /// The theme's background
    Theme,
    /// Transparent
    None,
}

/// Kinds of output that differ in the options that they accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PrintOutput {
    Pdf,
    /// PNG, also animated, and GIF.
    Pixels,
    Other,
}

/// How to draw text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Letters {
    /// Text, in a font that the reader has
    Letters,
    /// Outlines
    Outlines,
}

impl PrintArguments {
    /// Fails if options contradict the output format. `scale` is the option `--scale`.
    pub(super) fn check(&self, output: PrintOutput, scale: Option<f32>) -> Result<(), Failure> {
        let wrong = |message: &str| Err(Failure::Usage(message.to_owned()));
        if self.bleed.is_some() && output != PrintOutput::Pdf {
            return wrong("`--bleed` is for PDF only");
        }
        if self.dpi.is_some() && output != PrintOutput::Pixels {
            return wrong("`--dpi` is for PNG only");
        }
        if scale.is_some() && output != PrintOutput::Pixels {
            return wrong("`--scale` is for PNG only");
        }
        let uses_no_font = output == PrintOutput::Other && self.text == Letters::Letters;
        if !self.font.is_empty() && uses_no_font {
            return wrong("`--font` is for PNG, PDF and `--text outlines`");
        }
        Ok(())
    }

    /// Returns the options for images.
    pub(super) fn image_options(
        &self,
        theme: &Theme,
        language: Option<&'static str>,
    ) -> ImageOptions {
        ImageOptions {
            fonts: self.font.clone(),
            theme: theme.clone(),
            bleed: self.bleed,
            no_ground: self.background == Background::None,
            language,
        }
    }

    /// Returns the settings for pictures in an output language, such as SVG or TikZ. Text in PNG
    /// and PDF uses the embedded font, whatever `--text` says.
    pub(super) fn paper(
        &self,
        language: PictureLanguage,
        can_choose_outlines: bool,
    ) -> Result<Paper, Failure> {
        let letters = match self.text {
            // Of these options, outlines use only the fonts.
            Letters::Outlines if can_choose_outlines => {
                self.image_options(&Theme::default(), None).outlines()?
            }
            _ => draw::Letters::Words,
        };
        let ground = self.background == Background::Theme;
        Ok(Paper {
            width: self.width,
            max_height: self.max_height,
            ground,
            letters,
            language,
        })
    }

    /// Returns the scale of a PNG relative to 96 dots per inch. `scale` is the option `--scale`,
    /// which excludes `--dpi`.
    pub(super) fn scale(&self, scale: Option<f32>) -> f32 {
        match self.dpi {
            Some(dpi) => f32::from(dpi) / DEFAULT_DPI,
            None => scale.unwrap_or(DEFAULT_SCALE),
        }
    }
}
