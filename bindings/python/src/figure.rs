//! Figures in the formats that need no optional dependencies.

use pipscribe::draw::{Charset, Figure, Theme, ViewError, write_figure, write_text_figure};
use pipscribe::figures::{FigureOptions, OptionError};
use pipscribe::notation::FigureCommand;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::refused;

/// Format of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Svg,
    Text,
    Unicode,
    Words,
    Html,
}

impl Format {
    pub(crate) fn named(name: &str) -> PyResult<Self> {
        Ok(match name {
            "svg" => Self::Svg,
            "text" => Self::Text,
            "unicode" => Self::Unicode,
            "words" => Self::Words,
            "html" => Self::Html,
            _ => {
                let message =
                    "is not a figure format; the formats are svg, text, unicode, words, and html for a whole record";
                return Err(refused(format!("`{name}` {message}")));
            }
        })
    }
}

/// Returns a built-in theme by name, or parses one from YAML.
pub(crate) fn theme(name: Option<&str>) -> PyResult<Option<Theme>> {
    let Some(name) = name else { return Ok(None) };
    if let Some(theme) = Theme::named(name) {
        return Ok(Some(theme));
    }
    if name.contains(':') {
        return Theme::from_yaml(name).map(Some).map_err(|error| refused(format!("the theme: {error}")));
    }
    let known: Vec<_> = Theme::names().collect();
    Err(refused(format!("unknown theme `{name}`; use one of {}, or a theme as YAML", known.join(", "))))
}

/// Subject of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Of {
    Record,
    /// Position on its own, without the turns that led to it.
    Position,
}

impl Of {
    /// Returns the names of the options for figures of this subject.
    fn names(self) -> Vec<&'static str> {
        let names = FigureOptions::KEYS.into_iter().map(|key| if key == "from" { NUMBERS_FROM } else { key });
        let names = names.filter(|name| self == Self::Record || !OF_TURNS.contains(name));
        let mut names: Vec<_> = names.chain([MARKS]).collect();
        names.sort_unstable();
        names
    }

    fn unknown(self, key: &str) -> PyErr {
        let of = if self == Self::Position { " of a position" } else { "" };
        refused(format!("unknown figure option `{key}`{of}; the options are {}", self.names().join(", ")))
    }
}

const MARKS: &str = "marks";
/// `from` is a keyword of Python.
const NUMBERS_FROM: &str = "numbers_from";
/// Options that show turns.
const OF_TURNS: [&str; 4] = ["last", "movement", NUMBERS_FROM, "renumber"];

/// Parses the options of a figure by their names. Booleans are `yes` or `no`, and `marks` have the syntax of comments.
pub(crate) fn options(given: Option<&Bound<'_, PyDict>>, of: Of) -> PyResult<FigureOptions> {
    let mut options = FigureOptions::default();
    let known = of.names();
    for (key, value) in given.into_iter().flatten() {
        let key: String = key.extract()?;
        if !known.contains(&key.as_str()) {
            return Err(of.unknown(&key));
        }
        if value.is_none() {
            continue;
        }
        if key == MARKS {
            for mark in value.extract::<Vec<String>>()? {
                apply(&mut options, &mark)?;
            }
            continue;
        }
        let name = if key == NUMBERS_FROM { "from" } else { &key };
        let text = match value.extract::<bool>() {
            Ok(is) if value.is_instance_of::<pyo3::types::PyBool>() => if is { "yes" } else { "no" }.to_owned(),
            _ => value.str()?.extract()?,
        };
        options.set(name, &text).map_err(|error| match error {
            OptionError::Value { value, expected, .. } => refused(OptionError::Value { key, value, expected }),
            OptionError::Key { .. } => of.unknown(&key),
        })?;
    }
    Ok(options)
}

fn apply(options: &mut FigureOptions, mark: &str) -> PyResult<()> {
    let (name, arguments) = mark.trim().split_once(' ').unwrap_or((mark.trim(), ""));
    let marks = "circle, square, cross, triangle, shade, arrow, line, label";
    let command = FigureCommand::parse(name, arguments)
        .unwrap_or_else(|| Err(format!("unknown mark `{name}`; the marks are {marks}")))
        .map_err(refused)?;
    options.apply(command).map_err(refused)
}

/// Issues a warning for each element that a figure cannot show.
pub(crate) fn warn(py: Python<'_>, warnings: &[String]) -> PyResult<()> {
    if warnings.is_empty() {
        return Ok(());
    }
    let category = py.import("pipscribe._errors")?.getattr("FigureWarning")?;
    let warn = py.import("warnings")?.getattr("warn")?;
    warnings.iter().try_for_each(|warning| warn.call1((warning, &category)).map(drop))
}

/// Writes a figure as text or SVG.
pub(crate) fn write(figure: &Figure, format: Format, theme: &Theme) -> PyResult<String> {
    let text = |charset| match figure.has_text {
        true => Ok(write_text_figure(figure, charset)),
        false => Err(refused("the text formats of this game cannot be rotated; use SVG")),
    };
    match format {
        Format::Svg => Ok(write_figure(figure, theme)),
        Format::Text => text(Charset::Ascii),
        Format::Unicode => text(Charset::Unicode),
        Format::Words => Ok(format!("{}\n", pipscribe::text::lines(&figure.description()))),
        Format::Html => Err(refused("HTML plays a whole record: render the record, or svg")),
    }
}

/// Draws the figure of a position on its own.
pub(crate) fn of_position(
    py: Python<'_>,
    position: &pipscribe::replay::Position,
    format: &str,
    theme_name: Option<&str>,
    given: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let options = options(given, Of::Position)?;
    let lang = options.view.lang;
    let drawn = Figure::new(position.scene_in(lang), &options.marks, &options.view);
    let figure = drawn.map_err(|error: ViewError| refused(error))?;
    let unknown: Vec<_> =
        figure.unknown.iter().map(|name| lang.fill("`{0}` is not a place in this figure", &[name])).collect();
    warn(py, &unknown)?;
    write(&figure, Format::named(format)?, &theme(theme_name)?.unwrap_or_default())
}
