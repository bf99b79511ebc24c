//! Options of figures as keys and values: the same for the options of the CLI and for `[%diagram "…"
//! key=value]`.

use std::sync::LazyLock;

use crate::draw::{Annotations, Edges, Lang, Mark, Rotation, SIGNS, View};
use crate::notation::{DIAGRAM_KEYS, FigureCommand};

/// Options for the figures of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureOptions {
    /// Rotation, crop, names at the edges, caption.
    pub view: View,
    /// Turn from which placed pieces show the numbers of their turns.
    pub numbers_from: Option<u32>,
    /// True if those numbers begin with 1.
    pub renumber: bool,
    /// True if the figure shows what the last turn moved and removed.
    pub movement: bool,
    /// True if the figure marks what the last turn placed.
    pub last_turn: bool,
    /// True if captions of a series tell the clocks of the record.
    pub clocks: bool,
    /// Marks in addition to those of the record.
    pub marks: Annotations,
}

impl Default for FigureOptions {
    fn default() -> Self {
        Self {
            view: View { tight: true, ..View::default() },
            numbers_from: None,
            renumber: false,
            movement: false,
            last_turn: true,
            clocks: false,
            marks: Annotations::default(),
        }
    }
}

/// Reason why an option cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// The key is unknown.
    #[error("unknown figure option `{key}`; the options are {known}")]
    Key {
        /// The requested key.
        key: String,
        /// The known keys.
        known: String,
    },
    /// The value is not valid for the key.
    #[error("`{key}` is {expected}, not `{value}`")]
    Value {
        /// The key.
        key: String,
        /// The requested value.
        value: String,
        /// The valid values.
        expected: &'static str,
    },
    /// The value is not valid for the key.
    #[error("{reason}")]
    Refused {
        /// The key.
        key: String,
        /// The requested value.
        value: String,
        /// What is wrong with it, and what the valid values are.
        reason: String,
    },
    /// Two options select positions.
    #[error("only one of `turn`, `every`, `figures` and `findings` can be used")]
    TwoSelections,
}

static EXPECTED_WORDING: LazyLock<String> = LazyLock::new(|| {
    let signs = SIGNS.map(|sign| format!("`{sign}`")).join(", ");
    format!("a sign of the legend and its text: circle=good shape; the signs are {signs}")
});

impl FigureOptions {
    /// Keys accepted by [`FigureOptions::set`].
    pub const KEYS: [&'static str; 13] = DIAGRAM_KEYS;

    /// Sets one option.
    ///
    /// # Errors
    /// If the key is unknown or the value invalid.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        let wrong = |expected| OptionError::Value { key: key.to_owned(), value: value.to_owned(), expected };
        let switch = || match value {
            "yes" => Ok(true),
            "no" => Ok(false),
            _ => Err(wrong("`yes` or `no`")),
        };
        match key {
            "caption" => self.view.caption = Some(value.to_owned()),
            "coordinates" => {
                let expected = "`all`, `none`, or some of top,right,bottom,left";
                self.view.coordinates = edges(value).ok_or_else(|| wrong(expected))?;
            }
            "flip" => {
                if switch()? {
                    self.turn_by(180);
                }
            }
            "from" => {
                let number = value.parse().ok().filter(|number| *number > 0);
                self.numbers_from = Some(number.ok_or_else(|| wrong("the number of a turn"))?);
            }
            "lang" => self.view.lang = Lang::of_code(value).ok_or_else(|| wrong("en, de, fr or nl"))?,
            "renumber" => self.renumber = switch()?,
            "wording" => {
                let pair =
                    value.split_once('=').filter(|(sign, words)| !sign.trim().is_empty() && !words.trim().is_empty());
                let known = pair.filter(|(sign, _)| SIGNS.contains(&sign.trim()));
                let (sign, words) = known.ok_or_else(|| wrong(EXPECTED_WORDING.as_str()))?;
                self.view.wording.push((sign.trim().to_owned(), words.trim().to_owned()));
            }
            "last" => self.last_turn = switch()?,
            "legend" => self.view.legend = switch()?,
            "movement" => self.movement = switch()?,
            "notes" => self.view.notes = switch()?,
            "rotate" => {
                let degrees = value.parse::<i32>().ok().filter(|degrees| Rotation::of_degrees(*degrees).is_some());
                self.turn_by(degrees.ok_or_else(|| wrong("a multiple of 30 degrees"))?);
            }
            "view" => {
                let view = FigureCommand::parse("view", value);
                let Some(Ok(FigureCommand::View(from, to))) = view else { return Err(wrong("two places: c2..f6")) };
                self.view.crop = Some((from, to));
            }
            _ => return Err(OptionError::Key { key: key.to_owned(), known: Self::KEYS.join(", ") }),
        }
        Ok(())
    }

    /// Adds a mark in the syntax of comments: `circle c3 d4`, `arrow a1>b3`, `label c3 "A"`.
    ///
    /// # Errors
    /// If the mark is unknown, or its places are invalid.
    pub fn mark(&mut self, mark: &str) -> Result<(), OptionError> {
        let (name, arguments) = mark.trim().split_once(' ').unwrap_or((mark.trim(), ""));
        let refused = |reason| OptionError::Refused { key: "mark".to_owned(), value: mark.to_owned(), reason };
        match FigureCommand::parse(name, arguments) {
            Some(command) => self.apply(command.map_err(refused)?),
            None => {
                let names = "circle, square, cross, triangle, shade, arrow, line, label";
                Err(refused(format!("unknown mark `{name}` (the marks are {names})")))
            }
        }
    }

    /// Rotates the figure further, by a multiple of 30 degrees.
    pub fn turn_by(&mut self, degrees: i32) {
        let turned = Rotation::of_degrees(self.view.rotation.degrees().saturating_add(degrees));
        self.view.rotation = turned.unwrap_or_default();
    }

    /// Applies a command of the notation: adds its marks, or sets the view. The caption and settings of a
    /// `diagram` override those set before.
    ///
    /// # Errors
    /// If a setting is invalid.
    pub fn apply(&mut self, command: FigureCommand) -> Result<(), OptionError> {
        match command {
            FigureCommand::Marks(name, places) => {
                let mark = Mark::ALL.into_iter().find(|mark| mark.name() == name);
                self.marks
                    .marks
                    .extend(mark.into_iter().flat_map(|mark| places.iter().map(move |at| (mark, at.clone()))));
            }
            FigureCommand::Arrows(pairs) => self.marks.arrows.extend(pairs),
            FigureCommand::Lines(pairs) => self.marks.lines.extend(pairs),
            FigureCommand::Labels(pairs) => self.marks.labels.extend(pairs),
            FigureCommand::View(from, to) => self.view.crop = Some((from, to)),
            FigureCommand::Diagram { caption, settings } => {
                if caption.is_some() {
                    self.view.caption = caption;
                }
                settings.iter().try_for_each(|(key, value)| self.set(key, value))?;
            }
        }
        Ok(())
    }
}

fn edges(value: &str) -> Option<Edges> {
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
        assert_eq!(options.view.coordinates, Edges { top: true, left: true, ..Edges::NONE });
        assert_eq!(options.view.rotation.degrees(), 240);
        assert_eq!(options.view.crop, Some(("c2".into(), "f6".into())));
        assert_eq!((options.numbers_from, options.last_turn, options.movement), (Some(3), false, true));
        for (key, value) in [
            ("rotate", "45"),
            ("flip", "maybe"),
            ("from", "0"),
            ("coordinates", "up"),
            ("view", "c2"),
            ("colour", "red"),
        ] {
            assert!(options.set(key, value).is_err(), "{key}={value}");
        }
    }
}
