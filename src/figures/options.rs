//! Options of figures as keys and values: the same for the options of the CLI and for
//! `[%diagram "…" key=value]`.
//!
//! A *sign* is what a figure draws beside its pieces, such as the circle of a mark or an arrow. The
//! legend below the board explains the signs, and the option `wording` changes its texts.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use super::render_key::RenderKey;
use crate::draw::{Annotations, Edges, Ghost, Mark, Rotation, SIGNS, View};
use crate::notation::{DIAGRAM_KEYS, FigureCommand, LineAddress, MARK_NAMES};
use crate::text::shorten;

/// Options for the figures of a record.
///
/// ```
/// use pipscribe::figures::{FigureOptions, Selection, figures};
/// use pipscribe::prelude::*;
///
/// let record = Record::parse_str("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. a2-c4 *\n");
/// let timeline = Timeline::new(record, &Context::default())?;
/// let mut options = FigureOptions::default();
/// options.movement = true;
/// assert_eq!(figures(&timeline, Selection::Every(1), &options)?.figures.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FigureOptions {
    /// Rotation, crop, names at the edges, caption.
    pub view: View,
    /// Turn from which placed pieces show the numbers of their turns.
    pub numbers_from: Option<u32>,
    /// True if these numbers begin with 1.
    pub renumber: bool,
    /// True if the figure shows the pieces that the last turn moved and removed.
    pub movement: bool,
    /// True if the figure marks the pieces that the last turn placed.
    pub last_turn: bool,
    /// True if the figure shows the names of the players and their clocks.
    pub names: bool,
    /// True if the captions of a series show the clocks of the record.
    pub clocks: bool,
    /// Marks in addition to the marks of the record.
    pub marks: Annotations,
    /// True if figures show the turns after a puzzle.
    pub solution: bool,
    /// Last turn of the line whose positions are shown; `None` for the main line.
    pub line: Option<LineAddress>,
}

impl Default for FigureOptions {
    fn default() -> Self {
        Self {
            view: View {
                tight: true,
                ..View::default()
            },
            numbers_from: None,
            renumber: false,
            movement: false,
            last_turn: true,
            names: false,
            clocks: false,
            marks: Annotations::default(),
            solution: false,
            line: None,
        }
    }
}

/// Value of an option: text as in an argument or a comment, or a value of the caller's own
/// language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValue<'a> {
    /// Text.
    Text(&'a str),
    /// Switch, which is `yes` or `no` as text.
    Switch(bool),
    /// Whole number.
    Number(i64),
}

impl OptionValue<'_> {
    pub(super) fn switch(self) -> Option<bool> {
        match self {
            Self::Switch(is_on) => Some(is_on),
            Self::Text("yes") => Some(true),
            Self::Text("no") => Some(false),
            _ => None,
        }
    }

    pub(super) fn number<T: FromStr + TryFrom<i64>>(self) -> Option<T> {
        match self {
            Self::Text(text) => text.parse().ok(),
            Self::Number(number) => number.try_into().ok(),
            Self::Switch(_) => None,
        }
    }
}

/// Writes the value as text.
impl fmt::Display for OptionValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Switch(is_on) => f.write_str(if *is_on { "yes" } else { "no" }),
            Self::Number(number) => number.fmt(f),
        }
    }
}

impl<'a, T: AsRef<str> + ?Sized> From<&'a T> for OptionValue<'a> {
    fn from(text: &'a T) -> Self {
        Self::Text(text.as_ref())
    }
}

impl From<bool> for OptionValue<'_> {
    fn from(is_on: bool) -> Self {
        Self::Switch(is_on)
    }
}

impl From<u32> for OptionValue<'_> {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

/// Reason why an option cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// The key is unknown.
    #[error("unknown figure option `{}`; the options are {known}", shorten(key))]
    Key {
        /// The requested key.
        key: String,
        /// The known keys.
        known: String,
    },
    /// The value is not valid for the key.
    #[error("`{}` is {expected}, not `{}`", key.name(), shorten(value))]
    Value {
        /// The key.
        key: RenderKey,
        /// The requested value.
        value: String,
        /// The valid values.
        expected: &'static str,
    },
    /// The value is not valid, for a reason that depends on it.
    #[error("{reason}")]
    Refused {
        /// The key.
        key: RenderKey,
        /// The requested value.
        value: String,
        /// The reason, with the valid values.
        reason: String,
    },
    /// Two options select positions.
    #[error("only one of `turn`, `every`, `figures` and `findings` can be used")]
    TwoSelections,
}

impl OptionError {
    /// Describes the error. `name` words an option for the user of a front end.
    pub fn in_words(&self, name: impl Fn(RenderKey) -> String) -> String {
        match self {
            Self::Value {
                key,
                value,
                expected,
            } => format!("`{}` is {expected}, not `{}`", name(*key), shorten(value)),
            Self::TwoSelections => format!(
                "only one of `{}`, `{}`, `{}` and `{}` can be used",
                name(RenderKey::Turn),
                name(RenderKey::Every),
                name(RenderKey::Figures),
                name(RenderKey::Findings)
            ),
            Self::Key { .. } | Self::Refused { .. } => self.to_string(),
        }
    }
}

static EXPECTED_WORDING: LazyLock<String> = LazyLock::new(|| {
    let signs = SIGNS.map(|sign| format!("`{sign}`")).join(", ");
    format!("a sign of the legend and its text: circle=good shape; the signs are {signs}")
});

impl FigureOptions {
    /// Keys accepted by [`FigureOptions::set`].
    pub const KEYS: [&'static str; 14] = DIAGRAM_KEYS;

    /// Sets one option.
    ///
    /// # Errors
    /// Returns an error if the key is unknown or the value invalid.
    pub fn set<'v>(
        &mut self,
        key: &str,
        value: impl Into<OptionValue<'v>>,
    ) -> Result<(), OptionError> {
        let unknown = || OptionError::Key {
            key: key.to_owned(),
            known: Self::KEYS.join(", "),
        };
        self.set_value(RenderKey::named(key).ok_or_else(unknown)?, value.into())
    }

    pub(super) fn set_value(
        &mut self,
        key: RenderKey,
        value: OptionValue<'_>,
    ) -> Result<(), OptionError> {
        let text = value.to_string();
        let wrong = |expected| OptionError::Value {
            key,
            value: value.to_string(),
            expected,
        };
        let switch = || value.switch().ok_or_else(|| wrong("`yes` or `no`"));
        match key {
            RenderKey::Caption => self.view.caption = Some(text),
            RenderKey::Coordinates => {
                let expected = "`all`, `none`, or some of top,right,bottom,left";
                self.view.coordinates = parse_edges(&text).ok_or_else(|| wrong(expected))?;
            }
            RenderKey::Flip => {
                if switch()? {
                    self.turn_by(180);
                }
            }
            RenderKey::From => {
                let number = value.number().filter(|number| *number > 0);
                self.numbers_from = Some(number.ok_or_else(|| wrong("the number of a turn"))?);
            }
            RenderKey::Lang => {
                self.view.lang = text.parse().map_err(|_| wrong("en, de, fr or nl"))?;
            }
            RenderKey::Renumber => self.renumber = switch()?,
            RenderKey::Wording => {
                let wording = parse_wording(&text);
                let wording = wording.ok_or_else(|| wrong(EXPECTED_WORDING.as_str()))?;
                self.view.wording.push(wording);
            }
            RenderKey::Last => self.last_turn = switch()?,
            RenderKey::Legend => self.view.legend = switch()?,
            RenderKey::Movement => self.movement = switch()?,
            RenderKey::Names => self.names = switch()?,
            RenderKey::Notes => self.view.notes = switch()?,
            RenderKey::Rotate => {
                let degrees = value.number::<i32>();
                self.turn_by(degrees.ok_or_else(|| wrong("a number of degrees, such as 180"))?);
            }
            RenderKey::View => {
                let view = FigureCommand::parse("view", &text);
                let Some(Ok(FigureCommand::View(from, to))) = view else {
                    return Err(wrong("two places: c2..f6"));
                };
                self.view.crop = Some((from, to));
            }
            // The other options are those of a whole request.
            _ => {
                return Err(OptionError::Key {
                    key: key.name().to_owned(),
                    known: Self::KEYS.join(", "),
                });
            }
        }

        Ok(())
    }

    /// Adds a mark in the syntax of comments: `circle c3 d4`, `arrow a1>b3`, `label c3 "A"`.
    ///
    /// # Errors
    /// Returns an error if the mark is unknown, or its places are invalid.
    pub(crate) fn mark(&mut self, mark: &str) -> Result<(), OptionError> {
        let (name, arguments) = mark.trim().split_once(' ').unwrap_or((mark.trim(), ""));
        let refused = |reason| OptionError::Refused {
            key: RenderKey::Mark,
            value: mark.to_owned(),
            reason,
        };
        match FigureCommand::parse(name, arguments) {
            Some(command) => self.apply(command.map_err(refused)?),
            None => {
                let names = MARK_NAMES.join(", ");
                Err(refused(format!(
                    "unknown mark `{}` (the marks are {names})",
                    shorten(name)
                )))
            }
        }
    }

    /// Rotates the figure further. Which angles are possible depends on the board that is drawn.
    pub(crate) fn turn_by(&mut self, degrees: i32) {
        let total = self.view.rotation.degrees().saturating_add(degrees);
        self.view.rotation = Rotation::from_degrees(total);
    }

    /// Applies a command of the notation: adds its marks, or sets the view. The caption and
    /// settings of a `diagram` override those set before.
    ///
    /// # Errors
    /// Returns an error if a setting is invalid.
    pub(crate) fn apply(&mut self, command: FigureCommand) -> Result<(), OptionError> {
        match command {
            FigureCommand::Marks(name, places) => {
                if let Some(mark) = Mark::ALL.into_iter().find(|mark| mark.name() == name) {
                    let marks = places.into_iter().map(|place| (mark, place));
                    self.marks.marks.extend(marks);
                }
            }
            FigureCommand::Arrows(pairs) => self.marks.arrows.extend(pairs),
            FigureCommand::DashedArrows(pairs) => self.marks.possible.extend(pairs),
            FigureCommand::Lines(pairs) => self.marks.lines.extend(pairs),
            FigureCommand::Labels(pairs) => self.marks.labels.extend(pairs),
            FigureCommand::Pieces(pieces) => {
                let ghosts = pieces
                    .into_iter()
                    .map(|(place, letter)| Ghost::of_letter(place, &letter));
                self.marks.waiting.extend(ghosts);
            }
            FigureCommand::View(from, to) => self.view.crop = Some((from, to)),
            FigureCommand::Diagram { caption, settings } => {
                if caption.is_some() {
                    self.view.caption = caption;
                }
                settings
                    .iter()
                    .try_for_each(|(key, value)| self.set(key, value))?;
            }
        }

        Ok(())
    }
}

/// Parses a sign of the legend and its text: `circle=good shape`.
fn parse_wording(value: &str) -> Option<(String, String)> {
    let (sign, words) = value.split_once('=')?;
    let (sign, words) = (sign.trim(), words.trim());
    let is_valid = SIGNS.contains(&sign) && !words.is_empty();
    is_valid.then(|| (sign.to_owned(), words.to_owned()))
}

/// Parses the edges at which names are drawn: `all`, `none` or `top,left`.
fn parse_edges(value: &str) -> Option<Edges> {
    match value {
        "all" => return Some(Edges::ALL),
        "none" => return Some(Edges::NONE),
        _ => {}
    }
    let mut edges = Edges::NONE;
    for name in value.split(',') {
        match name.trim() {
            "top" => edges.top = true,
            "right" => edges.right = true,
            "bottom" => edges.bottom = true,
            "left" => edges.left = true,
            _ => return None,
        }
    }
    Some(edges)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_by_key_and_value() {
        let mut options = FigureOptions::default();
        for (key, value) in [
            ("coordinates", "top,left"),
            ("rotate", "60"),
            ("flip", "yes"),
            ("from", "3"),
            ("view", "c2..f6"),
            ("last", "no"),
            ("movement", "yes"),
        ] {
            options.set(key, value).unwrap();
        }

        assert_eq!(
            options.view.coordinates,
            Edges {
                top: true,
                left: true,
                ..Edges::NONE
            }
        );
        assert_eq!(options.view.rotation.degrees(), 240);
        assert_eq!(options.view.crop, Some(("c2".into(), "f6".into())));
        assert_eq!(
            (options.numbers_from, options.last_turn, options.movement),
            (Some(3), false, true)
        );
        for (key, value) in [
            ("rotate", "half"),
            ("flip", "maybe"),
            ("from", "0"),
            ("coordinates", "up"),
            ("view", "c2"),
            ("colour", "red"),
        ] {
            assert!(options.set(key, value).is_err(), "{key}={value}");
        }
    }

    #[test]
    fn values_need_not_be_text() {
        let [mut typed, mut written] = [FigureOptions::default(), FigureOptions::default()];
        typed
            .set("flip", true)
            .and_then(|()| typed.set("from", 3))
            .and_then(|()| typed.set("last", false))
            .unwrap();
        for (key, value) in [("flip", "yes"), ("from", "3"), ("last", "no")] {
            written.set(key, value).unwrap();
        }
        assert_eq!(typed, written);
        let error = typed.set("legend", 3).unwrap_err();
        assert_eq!(error.to_string(), "`legend` is `yes` or `no`, not `3`");
        assert!(typed.set("from", true).is_err() && typed.set("rotate", true).is_err());
    }
}
