//! Figures as the bytes of files.

use super::arguments::{Background, Letters, RenderFormat};
use super::{FigureOf, Render, warn};
use crate::cli::Failure;
use crate::cli::image::ImageOptions;
use crate::draw::{
    Charset, Figure, FigureWords, Pages, Theme, set_figures, set_page, set_sheets, write_latex, write_text_figure,
    write_typst,
};
use crate::text::lines;

/// The dots of an inch where a pixel is one.
const USUAL_DPI: f32 = 96.0;

/// A file by its ending.
type FileOf = (&'static str, Vec<u8>);

impl Render {
    fn image_options(&self, theme: &Theme) -> ImageOptions {
        ImageOptions {
            fonts: self.setting.font.clone(),
            theme: theme.clone(),
            bleed: self.setting.bleed,
            no_ground: self.setting.background == Background::None,
            language: Some(self.shown.lang().code()),
        }
    }

    /// Figures as one file, or two that belong together.
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
            let message = "the text forms of this game cannot be turned, as its cards are put together from words; \
                           `--format svg` and others can";
            return Err(Failure::Usage(message.into()));
        }
        let options = self.image_options(theme);
        let bytes = match format {
            RenderFormat::Text => joined(&|figure| write_text_figure(figure, Charset::Ascii)),
            RenderFormat::Unicode => joined(&|figure| write_text_figure(figure, Charset::Unicode)),
            RenderFormat::Words => joined(&|figure| format!("{}\n", lines(&figure.words))),
            RenderFormat::Svg => self.letters(self.page(&figures, theme), &options)?.into_bytes(),
            RenderFormat::Png => {
                let scale = self.setting.dpi.map_or(self.scale, |dpi| f32::from(dpi) / USUAL_DPI);
                options.png(&self.page(&figures, theme), scale)?
            }
            RenderFormat::Pdf => options.pdf(&self.pages(&figures, theme))?,
            RenderFormat::Html => return Err(Failure::Usage("HTML plays a record; it is no figure".into())),
            RenderFormat::Typst | RenderFormat::Latex => return self.wrapped(figures, format, theme, name, &options),
        };
        Ok(vec![(format.ending(), bytes)])
    }

    /// All figures on one page.
    fn page(&self, figures: &[Figure], theme: &Theme) -> String {
        let paper = self.setting.paper();
        let mut set = match (self.setting.page, figures) {
            (Some(size), _) => set_sheets(figures, self.columns.unwrap_or(1), theme, &paper, size.sheet()),
            (None, [_]) if paper.width.is_some() => set_figures(figures, theme, &paper),
            (None, _) => set_page(figures, self.columns.unwrap_or(1), theme, &paper),
        };
        warn(&set.warnings);
        if set.svgs.is_empty() { String::new() } else { set.svgs.swap_remove(0) }
    }

    /// The pages of a document.
    fn pages(&self, figures: &[Figure], theme: &Theme) -> Vec<String> {
        let paper = self.setting.paper();
        let Pages { svgs, warnings } = match (self.setting.page, self.columns) {
            (Some(size), columns) => set_sheets(figures, columns.unwrap_or(1), theme, &paper, size.sheet()),
            (None, Some(columns)) => set_page(figures, columns, theme, &paper),
            (None, None) => set_figures(figures, theme, &paper),
        };
        warn(&warnings);
        svgs
    }

    /// A page with letters as they are asked for.
    fn letters(&self, svg: String, options: &ImageOptions) -> Result<String, Failure> {
        match self.setting.text {
            Letters::Letters => Ok(svg),
            Letters::Outlines => options.outlined(&svg),
        }
    }

    /// Figures for those who typeset: the caption is theirs, not the image's.
    fn wrapped(
        &self,
        figures: Vec<Figure>,
        format: RenderFormat,
        theme: &Theme,
        name: &str,
        options: &ImageOptions,
    ) -> Result<Vec<FileOf>, Failure> {
        let label = self.setting.label.clone().unwrap_or_else(|| name.to_owned());
        let several = figures.len() > 1;
        let mut typst = String::new();
        for (mut figure, number) in figures.into_iter().zip(1..) {
            let caption = figure.caption.take();
            let mut words = FigureWords {
                caption,
                alternative: figure.words.clone(),
                label: if several { format!("{label}-{number}") } else { label.clone() },
                width: self.setting.width,
            };
            if words.caption.is_none() {
                words.caption = Some(figure.title.clone());
            }
            if format == RenderFormat::Latex {
                let pdf = options.pdf(&self.pages(&[figure], theme))?;
                let latex = write_latex(&format!("{name}.pdf"), &words);
                return Ok(vec![("tex", latex.into_bytes()), ("pdf", pdf)]);
            }
            let svg = options.outlined(&self.page(&[figure], theme))?;
            typst.push_str(if typst.is_empty() { "" } else { "\n" });
            typst.push_str(&write_typst(&svg, &words));
        }
        Ok(vec![("typ", typst.into_bytes())])
    }
}
