//! Request for figures, which the CLI, Python and JavaScript build from their options.

use super::format::RenderFormat;
use super::key::{Contradiction, RenderKey};
use super::options::{FigureOptions, OptionError, OptionValue};
use super::player::{Player, PlayerError, PlayerOptions, player};
use super::selection::{Figures, Selection, figures};
use crate::draw::{
    Charset, Figure, FigureWords, Pages, Paper, Sheet, Theme, set_figures, set_page, set_sheets,
    write_latex, write_latex_around, write_text_figure, write_typst,
};
use crate::findings::{Hint, Hinted};
use crate::replay::{NoFrame, Timeline};
use crate::text::lines;

/// Request for figures of records.
///
/// ```
/// use pipscribe::figures::{RenderFormat, RenderRequest};
///
/// let mut request = RenderRequest::default();
/// request.format = RenderFormat::Svg;
/// request.set("caption", "After two turns")?;
/// assert_eq!(request.figure.view.caption.as_deref(), Some("After two turns"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RenderRequest {
    /// Output format.
    pub format: RenderFormat,
    /// Positions that are drawn. A player plays all positions, and opens at the selected turn.
    pub selection: Selection,
    /// First and last turn of an animation; `None` for all, from the start.
    pub turns: Option<(u32, u32)>,
    /// Options of each figure.
    pub figure: FigureOptions,
    /// True if a player shows the pieces that turns move and remove.
    pub plays_movement: bool,
    /// Theme; `None` for the default, or, in a player, for light or dark according to the reader's
    /// system.
    pub theme: Option<Theme>,
    /// Size, background and form of text. The format sets the language of pictures.
    pub paper: Paper,
    /// Sheet of paper on which all figures are set.
    pub sheet: Option<Sheet>,
    /// Number of figures side by side, if all are set on one page.
    pub columns: Option<usize>,
    /// Label of a Typst or LaTeX figure; `None` for the file name.
    pub label: Option<String>,
    /// True if TikZ pictures have a figure environment around them.
    pub is_framed: bool,
    /// Address of the book that a player links to; `None` for no links.
    pub book: Option<String>,
}

impl Default for RenderRequest {
    fn default() -> Self {
        Self {
            format: RenderFormat::default(),
            selection: Selection::Turn(None),
            turns: None,
            figure: FigureOptions::default(),
            plays_movement: true,
            theme: None,
            paper: Paper::default(),
            sheet: None,
            columns: None,
            label: None,
            is_framed: false,
            book: None,
        }
    }
}

/// Result of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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

/// Reason why a request cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// The record lacks the requested turn, or its set-up is invalid.
    #[error(transparent)]
    NoFrame(#[from] NoFrame),
    /// There is no player of the record.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// Nothing can be drawn. The warnings give the reasons.
    #[error("{}", .0.join("; "))]
    Warnings(Vec<String>),
    /// The record has no error to draw.
    #[error("the record has no error to draw")]
    NoFinding,
    /// The record has no `[%diagram]`.
    #[error("the record has no `[%diagram]` with a position to draw")]
    NoDiagram,
    /// The record has none of the turns of an animation.
    #[error("the record has no position after turn {from} to {to}")]
    NoTurn {
        /// First turn of the requested range.
        from: u32,
        /// Last turn of the requested range.
        to: u32,
    },
    /// A text figure of this view is impossible.
    #[error(
        "the text formats of this game cannot be rotated, as its cards are made of text; use `svg`, for example"
    )]
    NoText,
    /// Options contradict each other or the format.
    #[error("{}", .0.in_words(|key| key.name().to_owned()))]
    Contradiction(Contradiction),
}

impl Hinted for RenderError {
    fn hint(&self) -> Option<Hint> {
        match self {
            Self::NoFrame(error) => error.hint(),
            Self::Player(error) => error.hint(),
            _ => None,
        }
    }
}

impl RenderRequest {
    /// Returns the keys that [`set`](Self::set) accepts.
    pub fn keys() -> impl Iterator<Item = &'static str> {
        RenderKey::ALL
            .into_iter()
            .filter(|key| *key != RenderKey::Turns)
            .map(RenderKey::name)
    }

    /// Sets one option by its name. `mark` and `wording` may be set several times.
    ///
    /// # Errors
    /// Returns an error if the key is unknown, the value is invalid, or another selection of
    /// positions has been made.
    pub fn set<'v>(
        &mut self,
        key: &str,
        value: impl Into<OptionValue<'v>>,
    ) -> Result<(), OptionError> {
        let unknown = |key: &str| OptionError::Key {
            key: key.to_owned(),
            known: Self::keys().collect::<Vec<_>>().join(", "),
        };
        let named = RenderKey::named(key).ok_or_else(|| unknown(key))?;
        self.set_value(named, value.into())
            .map_err(|error| match error {
                OptionError::Key { key, .. } => unknown(&key),
                other => other,
            })
    }

    fn set_value(&mut self, key: RenderKey, value: OptionValue<'_>) -> Result<(), OptionError> {
        let text = value.to_string();
        let wrong = |expected| OptionError::Value {
            key,
            value: value.to_string(),
            expected,
        };
        let refused = |reason: String| OptionError::Refused {
            key,
            value: value.to_string(),
            reason,
        };
        let switch = || value.switch().ok_or_else(|| wrong("`yes` or `no`"));
        let length = || {
            text.parse()
                .map(Some)
                .map_err(|_| wrong("a length, such as 60mm, 2.5in or 170pt"))
        };
        match key {
            RenderKey::Background => self.paper.ground = switch()?,
            RenderKey::Columns => {
                let columns = value.number().filter(|columns| *columns > 0);
                self.columns = Some(columns.ok_or_else(|| wrong("1 or more"))?);
            }
            RenderKey::Every => {
                let step = value.number().filter(|step| *step > 0);
                self.select(Selection::Every(step.ok_or_else(|| wrong("1 or more"))?))?;
            }
            RenderKey::Figures if switch()? => self.select(Selection::Diagrams)?,
            RenderKey::Findings if switch()? => self.select(Selection::Findings)?,
            // By default, neither is selected.
            RenderKey::Figures | RenderKey::Findings => {}
            RenderKey::Format => {
                self.format = text
                    .parse()
                    .map_err(|error| refused(ToString::to_string(&error)))?;
            }
            RenderKey::Label => self.label = Some(text),
            RenderKey::Line => {
                self.figure.line = Some(
                    text.parse()
                        .map_err(|error| refused(ToString::to_string(&error)))?,
                );
            }
            RenderKey::Mark => self.figure.mark(&text)?,
            RenderKey::MaxHeight => self.paper.max_height = length()?,
            RenderKey::Movement if !switch()? => {
                (self.plays_movement, self.figure.movement) = (false, false);
            }
            RenderKey::Page => {
                self.sheet = Some(Sheet::named(&text).ok_or_else(|| wrong("a4, a5 or letter"))?);
            }
            RenderKey::Solution => self.figure.solution = switch()?,
            RenderKey::Theme => {
                self.theme = Some(
                    text.parse()
                        .map_err(|error| refused(ToString::to_string(&error)))?,
                );
            }
            RenderKey::Turn => {
                self.select(Selection::Turn(Some(
                    value
                        .number()
                        .ok_or_else(|| wrong("the number of a turn"))?,
                )))?;
            }
            RenderKey::Width => self.paper.width = length()?,
            _ => self.figure.set_value(key, value)?,
        }
        Ok(())
    }

    /// Selects positions.
    fn select(&mut self, selection: Selection) -> Result<(), OptionError> {
        if self.selection != Selection::Turn(None) {
            return Err(OptionError::TwoSelections);
        }
        self.selection = selection;
        Ok(())
    }

    /// Checks that the options do not contradict each other or the format.
    ///
    /// # Errors
    /// Returns an error if they contradict each other or the format.
    pub fn check(&self) -> Result<(), RenderError> {
        match self.contradiction() {
            Some(contradiction) => Err(RenderError::Contradiction(contradiction)),
            None => Ok(()),
        }
    }

    fn contradiction(&self) -> Option<Contradiction> {
        let has_pages = matches!(self.format, RenderFormat::Pdf | RenderFormat::Svg);
        if self.sheet.is_some() && !has_pages {
            return Some(Contradiction::SheetWithoutPages);
        }
        let is_player = self.format == RenderFormat::Html;
        if is_player && (!matches!(self.selection, Selection::Turn(_)) || self.columns.is_some()) {
            return Some(Contradiction::SelectionInPlayer);
        }
        let selects_other = matches!(
            self.selection,
            Selection::Turn(Some(_)) | Selection::Diagrams | Selection::Findings
        );
        if self.figure.line.is_some() && selects_other {
            return Some(Contradiction::SelectionWithLine);
        }
        let is_animated = self.format.is_animated();
        if !is_animated && self.turns.is_some() {
            return Some(Contradiction::TurnsWithoutAnimation);
        }
        let selects_one = matches!(
            self.selection,
            Selection::Turn(Some(_)) | Selection::Findings
        );
        if is_animated && (selects_one || self.columns.is_some()) {
            return Some(Contradiction::SelectionInAnimation);
        }
        let has_labels = matches!(self.format, RenderFormat::Typst | RenderFormat::Latex);
        if self.label.is_some() && !has_labels && !self.is_framed {
            return Some(Contradiction::LabelWithoutFigure);
        }
        let has_numbers = self.figure.numbers_from.is_some()
            || matches!(self.selection, Selection::Every(_) | Selection::Diagrams);
        if self.figure.renumber && !has_numbers {
            return Some(Contradiction::RenumberWithoutNumbers);
        }
        None
    }

    /// Draws the figures of a record, or writes its player. `name` is the label of a figure without
    /// a label of its own, and the name of its image.
    ///
    /// # Errors
    /// Returns an error if options contradict each other, or nothing can be drawn.
    pub fn render(&self, timeline: &Timeline, name: &str) -> Result<Rendered, RenderError> {
        self.check()?;
        if self.format == RenderFormat::Html {
            let Player { html, warnings } = self.player(timeline)?;
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
        let figures: Vec<Figure> = figures.into_iter().map(|of| of.figure).collect();
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
            Selection::Turn(_) if is_animated => Selection::Every(1),
            selection => selection,
        };
        let options = FigureOptions {
            clocks: is_animated,
            ..self.figure.clone()
        };
        let mut drawn = figures(timeline, selection, &options)?;
        if let Some((from, to)) = self.turns {
            drawn.figures.retain(|of| (from..=to).contains(&of.turn));
            let Some(last) = drawn.figures.last().map(|of| of.turn) else {
                return Err(RenderError::NoTurn { from, to });
            };
            if last < to {
                let warning = "the animation ends with turn {0}, the last of the record";
                drawn
                    .warnings
                    .push(self.figure.view.lang.fill(warning, &[&last]));
            }
        }
        match (
            drawn.figures.is_empty(),
            drawn.warnings.is_empty(),
            self.selection,
        ) {
            (false, ..) => Ok(drawn),
            (true, false, _) => Err(RenderError::Warnings(drawn.warnings)),
            (true, true, Selection::Findings) => Err(RenderError::NoFinding),
            (true, true, _) => Err(RenderError::NoDiagram),
        }
    }

    /// Returns the player of a record.
    ///
    /// # Errors
    /// Returns an error if the record lacks the requested turn, a position cannot be shown as
    /// requested, or there are too many positions.
    pub fn player(&self, timeline: &Timeline) -> Result<Player, RenderError> {
        Ok(player(timeline, &self.player_options())?)
    }

    /// Returns the options of players. They open at the end of the selected line.
    pub fn player_options(&self) -> PlayerOptions {
        let turn = if let Selection::Turn(turn) = self.selection {
            turn
        } else {
            None
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
                rendered.texts = each(figures, |figure| write_text_figure(figure, Charset::Ascii));
            }
            RenderFormat::Unicode => {
                rendered.texts = each(figures, |figure| {
                    write_text_figure(figure, Charset::Unicode)
                });
            }
            RenderFormat::Words => {
                rendered.texts = each(figures, |figure| {
                    format!("{}\n", lines(&figure.description()))
                });
            }
            RenderFormat::Svg => rendered.texts = rendered.taken(self.pages(figures, &theme)),
            RenderFormat::Png => rendered.images = rendered.taken(self.pages(figures, &theme)),
            RenderFormat::Apng | RenderFormat::Gif | RenderFormat::Pdf => {
                rendered.images = rendered.taken(self.document(figures, &theme));
            }
            RenderFormat::Typst | RenderFormat::Latex | RenderFormat::Tikz => {
                self.wrap(figures, &theme, name, &mut rendered);
            }
            RenderFormat::Html => {
                return Err(RenderError::Contradiction(Contradiction::PlayerIsNoFigure));
            }
        }
        Ok(rendered)
    }

    fn paper(&self) -> Paper {
        Paper {
            language: self.format.language(),
            ..self.paper.clone()
        }
    }

    /// Sets figures as images: all of them on sheets or on one page, or each on its own.
    fn pages(&self, figures: &[Figure], theme: &Theme) -> Pages {
        let paper = self.paper();
        match (self.sheet, self.columns) {
            (Some(sheet), columns) => {
                set_sheets(figures, columns.unwrap_or(1), theme, &paper, sheet)
            }
            (None, Some(columns)) if figures.len() > 1 => set_page(figures, columns, theme, &paper),
            _ => set_figures(figures, theme, &paper),
        }
    }

    /// Sets figures on the pages of a document.
    fn document(&self, figures: &[Figure], theme: &Theme) -> Pages {
        match (self.sheet, self.columns) {
            (None, Some(columns)) => set_page(figures, columns, theme, &self.paper()),
            (None, None) => set_figures(figures, theme, &self.paper()),
            (Some(_), _) => self.pages(figures, theme),
        }
    }

    /// Writes figures for typesetting systems, which set the captions themselves. With columns, all
    /// figures become one figure with a caption below each part.
    fn wrap(&self, figures: &[Figure], theme: &Theme, name: &str, rendered: &mut Rendered) {
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
            let caption = match group.as_mut_slice() {
                [figure] if has_frame => figure.caption.take(),
                _ => None,
            };
            let mut pages = self.pages(&group, theme);
            let picture = pages.pictures.pop();
            rendered.taken(pages);
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

fn each(figures: &[Figure], write: impl Fn(&Figure) -> String) -> Vec<String> {
    figures.iter().map(write).collect()
}

impl Rendered {
    /// Keeps the warnings of pages, and returns their texts.
    fn taken(&mut self, pages: Pages) -> Vec<String> {
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

    fn request(settings: &[(&str, &str)]) -> RenderRequest {
        let mut request = RenderRequest::default();
        for (key, value) in settings {
            request.set(key, value).unwrap();
        }
        request
    }

    fn rendered(settings: &[(&str, &str)]) -> Result<Rendered, RenderError> {
        request(settings).render(Checked::from_text(RECORD).timeline().unwrap(), "x")
    }

    #[test]
    fn every_key_is_known() {
        for key in RenderRequest::keys() {
            let error = RenderRequest::default().set(key, "\u{1}");
            assert!(!matches!(error, Err(OptionError::Key { .. })), "{key}");
        }
        let error = RenderRequest::default()
            .set("colour", "red")
            .unwrap_err()
            .to_string();
        assert!(
            error.contains(
                "unknown figure option `colour`; the options are background, caption, columns"
            ),
            "{error}"
        );
    }

    #[test]
    fn only_one_selection_can_be_made() {
        let mut request = request(&[("turn", "1"), ("figures", "no")]);
        assert_eq!(request.set("every", "2"), Err(OptionError::TwoSelections));
        assert_eq!(request.selection, Selection::Turn(Some(1)));
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

    #[test]
    fn contradictions_are_refused() {
        for settings in [
            [("format", "png"), ("page", "a4")],
            [("format", "html"), ("every", "2")],
        ] {
            assert!(
                matches!(rendered(&settings), Err(RenderError::Contradiction(_))),
                "{settings:?}"
            );
        }
    }
}
