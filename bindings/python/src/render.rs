//! The methods `render`: their options as a [`RenderRequest`], and the image that they return.

use std::borrow::Cow;

use pipscribe::draw::{Figure, Fonts, Theme, ThemeError, ViewError, write_svg_as_png};
use pipscribe::figures::{
    FigureOptions, OptionError, OptionValue, RenderError, RenderFormat, RenderKey, RenderRequest,
    Rendered,
};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};

use crate::arguments::named;
use crate::errors::{refused, refused_with_hint};

/// A figure in the type of its format.
#[derive(Clone, Debug, IntoPyObject)]
pub(crate) enum Image {
    Text(String),
    /// PNG.
    Bytes(Cow<'static, [u8]>),
}

/// Formats of the figure of a position. The options of pages and animations exist only in the CLI.
pub(crate) const POSITION_FORMATS: [RenderFormat; 7] = [
    RenderFormat::Svg,
    RenderFormat::Text,
    RenderFormat::Unicode,
    RenderFormat::Words,
    RenderFormat::Png,
    RenderFormat::Typst,
    RenderFormat::Tikz,
];
/// Formats of the figure of a record, which include the interactive player.
pub(crate) const RECORD_FORMATS: [RenderFormat; 8] = {
    let [svg, text, unicode, words, png, typst, tikz] = POSITION_FORMATS;
    [
        svg,
        text,
        unicode,
        words,
        png,
        typst,
        tikz,
        RenderFormat::Html,
    ]
};

/// Returns the format with a name, if it is one of `known`.
pub(crate) fn format(name: &str, known: &[RenderFormat]) -> PyResult<RenderFormat> {
    let format: Option<RenderFormat> = name.parse().ok();
    if let Some(format) = format.filter(|format| known.contains(format)) {
        return Ok(format);
    }
    let names: Vec<_> = known.iter().map(|format| format.name()).collect();
    let reason = match format {
        Some(RenderFormat::Html) => "is the player of a record",
        Some(_) => "is made by the command `pipscribe render`",
        None => "is not a format",
    };
    Err(refused(format!(
        "`{name}` {reason}; the formats are {}",
        names.join(", ")
    )))
}

/// Returns a built-in theme by name, or parses one from YAML.
pub(crate) fn theme(name: Option<&str>) -> PyResult<Option<Theme>> {
    name.map(|name| name.parse().map_err(|error: ThemeError| refused(error)))
        .transpose()
}

/// Subject of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Record,
    /// Position on its own, without the turns that led to it.
    Position,
}

impl Subject {
    /// Returns the names of the options for figures of this subject.
    fn names(self) -> Vec<&'static str> {
        let mut names: Vec<_> = FigureOptions::KEYS
            .into_iter()
            .map(|key| if key == "from" { NUMBERS_FROM } else { key })
            .filter(|name| self == Self::Record || !TURN_OPTIONS.contains(name))
            .chain([MARKS, SCALE])
            .collect();
        if self == Self::Record {
            names.extend(RECORD_OPTIONS);
        }
        names.sort_unstable();
        names
    }

    fn unknown(self, key: &str) -> PyErr {
        let subject = if self == Self::Position {
            " of a position"
        } else {
            ""
        };
        refused(format!(
            "unknown figure option `{key}`{subject}; the options are {}",
            self.names().join(", ")
        ))
    }
}

const MARKS: &str = "marks";
const SCALE: &str = "scale";
/// Default number of PNG pixels per SVG pixel. On a typical screen, a figure then has about the
/// size of its SVG.
const DEFAULT_SCALE: f32 = 2.0;
/// Name of the option `from`, which is a keyword in Python.
const NUMBERS_FROM: &str = "numbers_from";
/// Options of the request that select the contents of a figure of a record.
const RECORD_OPTIONS: [&str; 2] = ["line", "solution"];
/// Options that show turns.
const TURN_OPTIONS: [&str; 5] = ["last", "movement", "names", NUMBERS_FROM, "renumber"];

/// Parses the options of a figure by their names. Booleans are `yes` or `no`, and `marks` have the syntax of comments.
/// Returns them with the scale of PNG.
pub(crate) fn request(
    options: Option<&Bound<'_, PyDict>>,
    subject: Subject,
) -> PyResult<(RenderRequest, f32)> {
    let mut request = RenderRequest::default();
    let mut scale = DEFAULT_SCALE;
    let known = subject.names();
    for (key, value) in options.into_iter().flatten() {
        let key: String = key.extract()?;
        if !known.contains(&key.as_str()) {
            return Err(subject.unknown(&key));
        }
        if value.is_none() {
            continue;
        }
        if key == MARKS {
            for mark in marks(&value)? {
                request.set("mark", &mark).map_err(refused)?;
            }
            continue;
        }
        if key == SCALE {
            scale = named(SCALE, &value)?;
            continue;
        }
        let name = if key == NUMBERS_FROM { "from" } else { &key };
        let text: String = value.str()?.extract()?;
        // A Boolean can also be extracted as a number, so it is tested first.
        let value = if value.is_instance_of::<PyBool>() {
            OptionValue::Switch(value.is_truthy()?)
        } else if let Ok(number) = value.extract() {
            OptionValue::Number(number)
        } else {
            OptionValue::Text(&text)
        };
        request.set(name, value).map_err(|error| match error {
            OptionError::Key { .. } => subject.unknown(&key),
            other => refused(other.in_words(argument_name)),
        })?;
    }

    Ok((request, scale))
}

/// Returns the name of the argument that sets an option.
fn argument_name(key: RenderKey) -> String {
    match key {
        RenderKey::From => NUMBERS_FROM,
        RenderKey::Mark => MARKS,
        other => other.name(),
    }
    .to_owned()
}

/// Returns the marks in a list, or a single mark.
fn marks(value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if value.is_instance_of::<PyString>() {
        Ok(vec![named(MARKS, value)?])
    } else {
        named(MARKS, value)
    }
}

/// Issues a warning for each element that a figure cannot show.
pub(crate) fn warn(py: Python<'_>, warnings: &[String]) -> PyResult<()> {
    if warnings.is_empty() {
        return Ok(());
    }
    let category = py.import("pipscribe._errors")?.getattr("FigureWarning")?;
    let warn = py.import("warnings")?.getattr("warn")?;
    warnings
        .iter()
        .try_for_each(|warning| warn.call1((warning, &category)).map(drop))
}

/// Returns the only figure of a request, and issues its warnings.
pub(crate) fn single_image(
    py: Python<'_>,
    request: &RenderRequest,
    scale: f32,
    rendered: Result<Rendered, RenderError>,
) -> PyResult<Image> {
    let Rendered {
        texts,
        images,
        warnings,
        ..
    } = rendered.map_err(|error| match error {
        RenderError::Contradiction(contradiction) => refused(contradiction.in_words(argument_name)),
        other => refused_with_hint(other),
    })?;
    warn(py, &warnings)?;
    match images.first() {
        Some(svg) if request.format == RenderFormat::Png => {
            let png = py
                .detach(|| write_svg_as_png(svg, scale, &Fonts::default()))
                .map_err(refused)?;
            Ok(Image::Bytes(png.into()))
        }
        _ => Ok(Image::Text(texts.into_iter().next().unwrap_or_default())),
    }
}

/// Draws the figure of a position on its own.
pub(crate) fn of_position(
    py: Python<'_>,
    position: &pipscribe::replay::Position,
    format: &str,
    theme_name: Option<&str>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Image> {
    let (mut request, scale) = request(options, Subject::Position)?;
    let FigureOptions { view, marks, .. } = &request.figure;
    let lang = view.lang;
    let drawn = Figure::new(position.scene_in(lang), marks, view);
    let figure = drawn.map_err(|error: ViewError| refused(error))?;
    let unknown: Vec<_> = figure
        .unknown
        .iter()
        .map(|name| lang.fill("`{0}` is not a place in this figure", &[name]))
        .collect();
    warn(py, &unknown)?;

    request.format = self::format(format, &POSITION_FORMATS)?;
    request.theme = theme(theme_name)?;
    single_image(py, &request, scale, request.write(&[figure], "figure"))
}
