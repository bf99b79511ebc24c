//! Request for figures, which the CLI, Python and JavaScript build from their options.

use super::contradiction::Contradiction;
use super::options::{FigureOptions, OptionError, OptionValue};
use super::player::PlayerError;
use super::render_format::RenderFormat;
use super::render_key::RenderKey;
use super::selection::Selection;
use crate::draw::{Paper, Sheet, Theme};
use crate::findings::{Hint, Hinted};
use crate::replay::NoFrame;

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
                let step = step.ok_or_else(|| wrong("1 or more"))?;
                self.select(Selection::Every(step))?;
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
                self.plays_movement = false;
                self.figure.movement = false;
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
                let turn = value.number();
                let turn = turn.ok_or_else(|| wrong("the number of a turn"))?;
                self.select(Selection::Turn(Some(turn)))?;
            }
            RenderKey::Width => self.paper.width = length()?,
            // The other options are those of one figure.
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
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(settings: &[(&str, &str)]) -> RenderRequest {
        let mut request = RenderRequest::default();
        for (key, value) in settings {
            request.set(key, value).unwrap();
        }
        request
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
    fn contradictions_are_refused() {
        for settings in [
            [("format", "png"), ("page", "a4")],
            [("format", "html"), ("every", "2")],
        ] {
            assert!(
                matches!(
                    request(&settings).check(),
                    Err(RenderError::Contradiction(_))
                ),
                "{settings:?}"
            );
        }
    }
}
