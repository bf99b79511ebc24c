//! Rendering: the figures of a request, set and written in its format.
//!
//! To *set* figures is to place them on pages or sheets, as a typesetter does. Without pages, each
//! figure is an image of its own.

use super::contradiction::Contradiction;
use super::options::FigureOptions;
use super::player::{Player, PlayerOptions, player};
use super::render_format::RenderFormat;
use super::request::{RenderError, RenderRequest};
use super::selection::{Figures, Selection, figures};
use crate::draw::{
    Charset, Figure, FigureWords, Pages, Paper, Theme, set_figures, set_page, set_sheets,
    write_latex, write_latex_around, write_text_figure, write_typst,
};
use crate::replay::Timeline;
use crate::text::lines;

/// Result of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rendered {
    /// Texts in the requested format: one for each figure, page or sheet. Empty for images and PDF.
    pub texts: Vec<String>,
    /// Pages as SVG, from which PNG, PDF, the frames of an animation and the image for LaTeX are
    /// made.
    pub images: Vec<String>,
    /// Warnings about what cannot be shown.
    pub warnings: Vec<String>,
    /// Characters that no font has, for text as outlines.
    pub lacking: Vec<char>,
}

impl RenderRequest {
    /// Draws the figures of a record, or writes its player. `name` is the label of a figure without
    /// a label of its own, and the name of its image.
    ///
    /// # Errors
    /// Returns an error if options contradict each other, or nothing can be drawn.
    pub fn render(&self, timeline: &Timeline, name: &str) -> Result<Rendered, RenderError> {
        self.check()?;
        if self.format == RenderFormat::Html {
            let Player { html, warnings } = player(timeline, &self.player_options())?;
            return Ok(Rendered {
                texts: vec![html],
                warnings,
                ..Rendered::default()
            });
        }
        let Figures {
            figures,
            mut warnings,
        } = self.figures(timeline)?;
        let figures: Vec<Figure> = figures.into_iter().map(|shown| shown.figure).collect();
        let mut rendered = self.write(&figures, name)?;
        warnings.append(&mut rendered.warnings);
        Ok(Rendered {
            warnings,
            ..rendered
        })
    }

    /// Returns the figures of a record.
    ///
    /// # Errors
    /// Returns an error if the record lacks the requested turn, or nothing can be drawn.
    pub fn figures(&self, timeline: &Timeline) -> Result<Figures, RenderError> {
        let is_animated = self.format.is_animated();
        let selection = match self.selection {
            // An animation shows every turn.
            Selection::Turn(_) if is_animated => Selection::Every(1),
            selection => selection,
        };
        let options = FigureOptions {
            clocks: is_animated,
            ..self.figure.clone()
        };
        let mut drawn = figures(timeline, selection, &options)?;
        if let Some((from, to)) = self.turns {
            drawn
                .figures
                .retain(|shown| (from..=to).contains(&shown.turn));
            let Some(last) = drawn.figures.last().map(|shown| shown.turn) else {
                return Err(RenderError::NoTurn { from, to });
            };
            if last < to {
                let warning = "the animation ends with turn {0}, the last of the record";
                drawn
                    .warnings
                    .push(self.figure.view.lang.fill(warning, &[&last]));
            }
        }

        if !drawn.figures.is_empty() {
            return Ok(drawn);
        }
        if !drawn.warnings.is_empty() {
            return Err(RenderError::Warnings(drawn.warnings));
        }
        Err(match self.selection {
            Selection::Findings => RenderError::NoFinding,
            _ => RenderError::NoDiagram,
        })
    }

    /// Returns the options of players. They open at the end of the selected line.
    pub fn player_options(&self) -> PlayerOptions {
        let turn = match self.selection {
            Selection::Turn(turn) => turn,
            Selection::Diagrams | Selection::Every(_) | Selection::Findings => None,
        };
        let figure = FigureOptions {
            movement: self.plays_movement,
            ..self.figure.clone()
        };
        PlayerOptions {
            figure,
            theme: self.theme.clone(),
            turn,
            book: self.book.clone(),
        }
    }

    /// Writes figures of one or several records. `name` is the label of a figure without a label of
    /// its own, and the name of its image.
    ///
    /// # Errors
    /// Returns an error if a figure has no text form, or the format is HTML, which is not a figure.
    pub fn write(&self, figures: &[Figure], name: &str) -> Result<Rendered, RenderError> {
        let theme = self.theme.clone().unwrap_or_default();
        let mut rendered = Rendered::default();
        match self.format {
            RenderFormat::Text | RenderFormat::Unicode
                if figures.iter().any(|figure| !figure.has_text) =>
            {
                return Err(RenderError::NoText);
            }
            RenderFormat::Text => {
                rendered.texts =
                    write_each(figures, |figure| write_text_figure(figure, Charset::Ascii));
            }
            RenderFormat::Unicode => {
                rendered.texts = write_each(figures, |figure| {
                    write_text_figure(figure, Charset::Unicode)
                });
            }
            RenderFormat::Words => {
                rendered.texts = write_each(figures, |figure| {
                    format!("{}\n", lines(&figure.description()))
                });
            }
            RenderFormat::Svg => {
                rendered.texts = rendered.take_pages(self.set_as_images(figures, &theme));
            }
            RenderFormat::Png => {
                rendered.images = rendered.take_pages(self.set_as_images(figures, &theme));
            }
            RenderFormat::Apng | RenderFormat::Gif | RenderFormat::Pdf => {
                rendered.images = rendered.take_pages(self.set_as_document(figures, &theme));
            }
            RenderFormat::Typst | RenderFormat::Latex | RenderFormat::Tikz => {
                self.write_for_typesetting(figures, &theme, name, &mut rendered);
            }
            RenderFormat::Html => {
                return Err(RenderError::Contradiction(Contradiction::PlayerIsNoFigure));
            }
        }

        Ok(rendered)
    }

    /// Returns the paper, with the output language of the format.
    fn paper_of_format(&self) -> Paper {
        Paper {
            language: self.format.language(),
            ..self.paper.clone()
        }
    }

    /// Sets figures as images: all of them on sheets or on one page, or each on its own.
    fn set_as_images(&self, figures: &[Figure], theme: &Theme) -> Pages {
        let paper = self.paper_of_format();
        match (self.sheet, self.columns) {
            (Some(sheet), columns) => {
                set_sheets(figures, columns.unwrap_or(1), theme, &paper, sheet)
            }
            (None, Some(columns)) if figures.len() > 1 => set_page(figures, columns, theme, &paper),
            _ => set_figures(figures, theme, &paper),
        }
    }

    /// Sets figures on the pages of a document.
    fn set_as_document(&self, figures: &[Figure], theme: &Theme) -> Pages {
        match (self.sheet, self.columns) {
            (None, Some(columns)) => set_page(figures, columns, theme, &self.paper_of_format()),
            (None, None) => set_figures(figures, theme, &self.paper_of_format()),
            (Some(_), _) => self.set_as_images(figures, theme),
        }
    }

    /// Writes figures for typesetting systems (Typst, LaTeX, TikZ), which set the captions
    /// themselves. With columns, all figures become one figure with a caption below each part.
    fn write_for_typesetting(
        &self,
        figures: &[Figure],
        theme: &Theme,
        name: &str,
        rendered: &mut Rendered,
    ) {
        let label = self.label.as_deref().unwrap_or(name);
        let has_frame = self.format != RenderFormat::Tikz || self.is_framed;
        let groups: Vec<&[Figure]> = if self.columns.is_some() {
            vec![figures]
        } else {
            figures.chunks(1).collect()
        };
        let several = groups.len() > 1;
        for (group, number) in groups.into_iter().zip(1..) {
            let mut group = group.to_vec();
            // The typesetting system sets the caption, so it is removed from the figure.
            let caption = match group.as_mut_slice() {
                [figure] if has_frame => figure.caption.take(),
                _ => None,
            };
            let mut pages = self.set_as_images(&group, theme);
            // The figures of a group are on one page, which is the only picture.
            let picture = pages.pictures.pop();
            rendered.take_pages(pages);
            let Some(picture) = picture else { continue };

            let words = FigureWords {
                caption: Some(caption.unwrap_or(picture.title)),
                alternative: picture.words,
                label: if several {
                    format!("{label}-{number}")
                } else {
                    label.to_owned()
                },
                width: self.paper.width,
            };

            rendered.texts.push(match self.format {
                RenderFormat::Latex => {
                    rendered.images.push(picture.text);
                    write_latex(&format!("{name}.pdf"), &words)
                }
                RenderFormat::Tikz if has_frame => write_latex_around(&picture.text, &words),
                RenderFormat::Tikz => picture.text,
                _ => write_typst(&picture.text, &words),
            });
        }
    }
}

/// Writes each figure.
fn write_each(figures: &[Figure], write: impl Fn(&Figure) -> String) -> Vec<String> {
    figures.iter().map(write).collect()
}

impl Rendered {
    /// Adds the warnings of pages to those so far, and returns their texts.
    fn take_pages(&mut self, pages: Pages) -> Vec<String> {
        self.warnings.extend(pages.warnings);
        self.lacking.extend(pages.lacking);
        pages
            .pictures
            .into_iter()
            .map(|picture| picture.text)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Checked;

    const RECORD: &str =
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {[%diagram]} 2. h3 3. c2 *\n";

    fn rendered(settings: &[(&str, &str)]) -> Result<Rendered, RenderError> {
        let mut request = RenderRequest::default();
        for (key, value) in settings {
            request.set(key, value).unwrap();
        }
        request.render(Checked::from_text(RECORD).timeline().unwrap(), "x")
    }

    #[test]
    fn every_format_gives_texts_or_images() {
        for format in RenderFormat::ALL {
            let Rendered { texts, images, .. } = rendered(&[("format", format.name())]).unwrap();
            let expected = match format {
                RenderFormat::Apng | RenderFormat::Gif => (0, 4),
                RenderFormat::Png | RenderFormat::Pdf => (0, 1),
                RenderFormat::Latex => (1, 1),
                _ => (1, 0),
            };
            assert_eq!((texts.len(), images.len()), expected, "{format}");
            assert!(
                images.iter().all(|image| image.starts_with("<svg ")),
                "{format}"
            );
        }
    }

    #[test]
    fn figures_are_set_each_or_together() {
        let count = |settings: &[(&str, &str)]| rendered(settings).unwrap().texts.len();
        let svg = ("format", "svg");
        assert_eq!(count(&[svg, ("every", "1")]), 4);
        assert_eq!(count(&[svg, ("every", "1"), ("columns", "2")]), 1);
        assert_eq!(count(&[svg, ("every", "1"), ("page", "a4")]), 4);
        assert_eq!(
            count(&[svg, ("every", "1"), ("page", "a4"), ("columns", "2")]),
            1
        );
        assert_eq!(count(&[svg, ("figures", "yes")]), 1);
        assert_eq!(
            rendered(&[("findings", "yes")]),
            Err(RenderError::NoFinding)
        );
    }
}
