//! Converts figures to the bytes of files. Most formats give one file. LaTeX gives two that belong
//! together: the text and a PDF.

use std::path::Path;

use super::arguments::refused;
use super::{FigureOf, Render, warn};
use crate::cli::Failure;
use crate::cli::image::{Timing, report_missing_characters};
use pipscribe::draw::{Figure, Theme};
use pipscribe::figures::{RenderFormat, RenderRequest, Rendered};

/// Default time per frame, in milliseconds.
const DELAY: u16 = 1500;

/// The content of a file.
pub(super) struct FileContent {
    pub(super) extension: &'static str,
    pub(super) bytes: Vec<u8>,
}

impl Render {
    /// Writes figures, and reports parts that did not fit.
    pub(super) fn write(
        &self,
        figures: &[FigureOf],
        request: &RenderRequest,
        name: &str,
    ) -> Result<Rendered, Failure> {
        let figures: Vec<Figure> = figures.iter().map(|drawn| drawn.figure.clone()).collect();
        let rendered = request
            .write(&figures, name)
            .map_err(|error| refused(&error))?;
        warn(&rendered.warnings);
        report_missing_characters(&rendered.lacking);
        Ok(rendered)
    }

    /// Returns figures as one file, or as two that belong together.
    pub(super) fn bytes(
        &self,
        figures: &[FigureOf],
        request: &RenderRequest,
        name: &str,
    ) -> Result<Vec<FileContent>, Failure> {
        let Rendered { texts, images, .. } = self.write(figures, request, name)?;
        let default = Theme::default();
        let theme = request.theme.as_ref().unwrap_or(&default);
        let print = &self.setting.print;
        let scale = print.scale(self.scale);
        let options = print.image_options(theme, Some(request.figure.view.lang.code()));
        let text = texts.join("\n").into_bytes();

        let bytes = match (request.format, images.as_slice()) {
            (RenderFormat::Png, [image]) => options.png(image, scale)?,
            (RenderFormat::Png, _) => return Err(Failure::Usage("a PNG has one figure".into())),
            (format @ (RenderFormat::Apng | RenderFormat::Gif), frames) => {
                let timing = Timing {
                    delay: self.animated.delay.unwrap_or(DELAY),
                    once: self.animated.once,
                };
                options.animation(format, frames, scale, timing)?
            }
            (RenderFormat::Pdf, pages) => options.pdf(pages)?,
            (RenderFormat::Latex, pages) => {
                let image = FileContent {
                    extension: "pdf",
                    bytes: options.pdf(pages)?,
                };
                let text = FileContent {
                    extension: "tex",
                    bytes: text,
                };
                return Ok(vec![text, image]);
            }
            _ => text,
        };
        // A TikZ picture has the extension `.tikz`, or `.tex` with a figure environment around it.
        let extension = if request.format == RenderFormat::Tikz && request.is_framed {
            "tex"
        } else {
            request.format.extension()
        };
        Ok(vec![FileContent { extension, bytes }])
    }

    /// Returns true if the output has the extension `.tex`.
    pub(super) fn is_in_latex_file(&self) -> bool {
        let output = self.output.as_deref().and_then(Path::extension);
        output.is_some_and(|extension| extension == RenderFormat::Latex.extension())
    }
}
