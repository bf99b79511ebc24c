//! Figures as bytes of files.

use std::path::Path;

use super::arguments::RenderFormat;
use super::{FigureOf, Render, warn};
use crate::cli::Failure;
use crate::cli::image::{ImageOptions, Timing, told_lacking};
use crate::draw::{
    Charset, Figure, FigureWords, Pages, Paper, Picture, Theme, set_figures, set_page, set_sheets, write_latex,
    write_latex_around, write_text_figure, write_typst,
};
use crate::text::lines;

/// A file: its extension and its bytes.
type FileOf = (&'static str, Vec<u8>);

impl Render {
    fn image_options(&self, theme: &Theme) -> ImageOptions {
        self.setting.drawn.image_options(theme, Some(self.shown.lang().code()))
    }

    /// Returns figures as one file, or as two that belong together.
    pub(super) fn bytes(
        &self,
        figures: &[FigureOf],
        format: RenderFormat,
        theme: &Theme,
        name: &str,
    ) -> Result<Vec<FileOf>, Failure> {
        let figures: Vec<Figure> = figures.iter().map(|of| of.figure.clone()).collect();
        let joined = |write: &dyn Fn(&Figure) -> String| {
            let texts: Vec<String> = figures.iter().map(write).collect();
            texts.join("\n").into_bytes()
        };
        if matches!(format, RenderFormat::Text | RenderFormat::Unicode) && figures.iter().any(|figure| !figure.has_text)
        {
            let message = "the text formats of this game cannot be rotated, as its cards are made of text; \
                           use `--format svg`, for example";
            return Err(Failure::Usage(message.into()));
        }
        let options = self.image_options(theme);
        let bytes = match format {
            RenderFormat::Text => joined(&|figure| write_text_figure(figure, Charset::Ascii)),
            RenderFormat::Unicode => joined(&|figure| write_text_figure(figure, Charset::Unicode)),
            RenderFormat::Words => joined(&|figure| format!("{}\n", lines(&figure.description()))),
            RenderFormat::Svg => self.page(&figures, theme, format)?.text.into_bytes(),
            RenderFormat::Png => {
                options.png(&self.page(&figures, theme, format)?.text, self.setting.drawn.scale(self.scale))?
            }
            RenderFormat::Apng => {
                let timing = Timing { delay: self.animated.delay, once: self.animated.once };
                let pages = self.documents(&figures, theme, format)?;
                options.apng(&pages, self.setting.drawn.scale(self.scale), timing)?
            }
            RenderFormat::Pdf => options.pdf(&self.documents(&figures, theme, format)?)?,
            RenderFormat::Html => return Err(Failure::Usage("HTML is a player of a record, not a figure".into())),
            RenderFormat::Typst | RenderFormat::Latex | RenderFormat::Tikz => {
                return self.wrapped(figures, format, theme, name, &options);
            }
        };
        Ok(vec![(format.ending(), bytes)])
    }

    /// Returns the settings for pictures of a format.
    fn paper(&self, format: RenderFormat) -> Result<Paper, Failure> {
        let takes_letters = matches!(format, RenderFormat::Svg | RenderFormat::Typst | RenderFormat::Tikz);
        self.setting.drawn.paper(format.language(), takes_letters)
    }

    /// Returns all figures on one page.
    fn page(&self, figures: &[Figure], theme: &Theme, format: RenderFormat) -> Result<Picture, Failure> {
        let paper = self.paper(format)?;
        let mut set = match figures {
            [_] if paper.width.is_some() || paper.max_height.is_some() => set_figures(figures, theme, &paper),
            _ => set_page(figures, self.columns.unwrap_or(1), theme, &paper),
        };
        told(&set);
        if set.pictures.is_empty() {
            return Err(Failure::Usage("there is no figure".into()));
        }
        Ok(set.pictures.swap_remove(0))
    }

    /// Returns figures on sheets of paper, each as SVG.
    pub(super) fn sheets(&self, figures: &[FigureOf], theme: &Theme) -> Result<Vec<String>, Failure> {
        let figures: Vec<Figure> = figures.iter().map(|of| of.figure.clone()).collect();
        self.documents(&figures, theme, RenderFormat::Svg)
    }

    /// Returns the pages of a document as SVG.
    fn documents(&self, figures: &[Figure], theme: &Theme, format: RenderFormat) -> Result<Vec<String>, Failure> {
        let paper = self.paper(format)?;
        let set = match (self.setting.page, self.columns) {
            (Some(size), columns) => set_sheets(figures, columns.unwrap_or(1), theme, &paper, size.sheet()),
            (None, Some(columns)) => set_page(figures, columns, theme, &paper),
            (None, None) => set_figures(figures, theme, &paper),
        };
        told(&set);
        Ok(set.pictures.into_iter().map(|picture| picture.text).collect())
    }

    /// Returns figures for typesetting systems, which set the caption themselves.
    fn wrapped(
        &self,
        figures: Vec<Figure>,
        format: RenderFormat,
        theme: &Theme,
        name: &str,
        options: &ImageOptions,
    ) -> Result<Vec<FileOf>, Failure> {
        let label = self.setting.label.clone().unwrap_or_else(|| name.to_owned());
        let has_frame = format != RenderFormat::Tikz || self.is_in_latex_file();
        // With columns, all are one figure, with a caption below each part.
        let together = self.columns.is_some() && figures.len() > 1;
        let groups: Vec<Vec<Figure>> =
            if together { vec![figures] } else { figures.into_iter().map(|figure| vec![figure]).collect() };
        let several = groups.len() > 1;
        let mut written: Vec<String> = Vec::new();
        for (mut figures, number) in groups.into_iter().zip(1..) {
            let caption = match figures.as_mut_slice() {
                [figure] if has_frame => figure.caption.take(),
                _ => None,
            };
            let picture = self.page(&figures, theme, format)?;
            let words = FigureWords {
                caption: Some(caption.unwrap_or(picture.title)),
                alternative: picture.words,
                label: if several { format!("{label}-{number}") } else { label.clone() },
                width: self.setting.drawn.width,
            };
            written.push(match format {
                RenderFormat::Latex => {
                    let latex = write_latex(&format!("{name}.pdf"), &words);
                    let pdf = options.pdf(&[picture.text])?;
                    return Ok(vec![("tex", latex.into_bytes()), ("pdf", pdf)]);
                }
                RenderFormat::Tikz if has_frame => write_latex_around(&picture.text, &words),
                RenderFormat::Tikz => picture.text,
                _ => write_typst(&picture.text, &words),
            });
        }
        let ending = if has_frame && format == RenderFormat::Tikz { "tex" } else { format.ending() };
        Ok(vec![(ending, written.join("\n").into_bytes())])
    }

    /// Returns true if the output has the extension `.tex`.
    fn is_in_latex_file(&self) -> bool {
        let output = self.output.as_deref().and_then(Path::extension);
        output.is_some_and(|ending| ending == RenderFormat::Latex.ending())
    }
}

/// Reports text that did not fit and characters that no font has.
fn told(set: &Pages) {
    warn(&set.warnings);
    told_lacking(&set.lacking);
}
