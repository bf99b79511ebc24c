//! Figures as text and SVG, and the input for PNG and PDF.

use pipscribe::figures::{
    OptionValue, RenderError, RenderFormat, RenderKey, RenderRequest, Rendered,
};
use pipscribe::findings::Hinted;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::decks::{DeckTexts, context};
use crate::given::{Given, Page};
use crate::hints::hint_text;
use crate::json::line;
use crate::other_modules::outlines;
use crate::refused::Refused;

/// Form of text in SVG.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Text {
    #[default]
    Letters,
    /// Outlines, which need no font.
    Outlines,
}

/// The options of `render`: the text and its record, and the options of a [`RenderRequest`].
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Options {
    record: Option<u64>,
    /// Kind of the document; records only by default.
    input: Option<Page>,
    text: Text,
    /// Address of the book to which an interactive player links.
    book: Option<String>,
    decks: Option<DeckTexts>,
    #[serde(flatten)]
    settings: Map<String, Value>,
}

/// Name of the format for the pages of a document, each as SVG. It is drawn as PDF is: another
/// module (`bindings/web/images`) makes a PDF from these pages.
const PAGES: &str = "pages";

impl Options {
    fn request(&self) -> Result<RenderRequest, Refused> {
        let mut request = RenderRequest::default();
        request.format = RenderFormat::Svg;
        request.book.clone_from(&self.book);
        for (key, value) in &self.settings {
            let key = match key.as_str() {
                "marks" => "mark",
                "maxHeight" => "max-height",
                other => other,
            };
            // A list sets its option once for each value: `marks`.
            let values = if let Value::Array(values) = value {
                values.as_slice()
            } else {
                std::slice::from_ref(value)
            };
            for value in values {
                let json = value.to_string();
                let value = match value {
                    Value::Null => continue,
                    Value::Bool(is_on) => OptionValue::Switch(*is_on),
                    Value::String(text) if key == "format" && text == PAGES => {
                        RenderFormat::Pdf.name().into()
                    }
                    Value::String(text) => text.into(),
                    other => other
                        .as_i64()
                        .map_or(OptionValue::Text(&json), OptionValue::Number),
                };
                request
                    .set(key, value)
                    .map_err(|error| Refused::options(error.in_words(option_name)))?;
            }
        }

        if self.text == Text::Outlines && request.format.takes_letters() {
            request.paper.letters = outlines();
        }
        Ok(request)
    }
}

/// Returns the name of an option in JavaScript.
fn option_name(key: RenderKey) -> String {
    match key {
        RenderKey::Mark => "marks",
        RenderKey::MaxHeight => "maxHeight",
        other => other.name(),
    }
    .to_owned()
}

pub(crate) fn render(given: Given<'_>, options: Options) -> Result<String, Refused> {
    let request = options.request()?;
    let context = context(&options.decks)?;
    let timeline = given.timeline(options.input, options.record.unwrap_or(1), &context)?;
    let rendered = request.render(&timeline, "figure").map_err(|error| {
        let code = match &error {
            RenderError::NoFrame(_) | RenderError::Player(_) => "turn",
            RenderError::Contradiction(_) => "options",
            RenderError::NoDiagram => "diagram",
            _ => "figure",
        };
        let message = match &error {
            RenderError::Contradiction(contradiction) => contradiction.in_words(option_name),
            _ => error.with_hint(hint_text),
        };
        Refused::new(code, message)
    })?;
    let Rendered {
        texts,
        images,
        mut warnings,
        lacking,
        ..
    } = rendered;
    if !lacking.is_empty() {
        let lacking: String = lacking.iter().collect();
        warnings.push(format!(
            "the font has no glyph for {lacking}: a replacement character is shown"
        ));
    }

    let figures = if texts.is_empty() { images } else { texts };
    line(
        &json!({"figures": figures, "warnings": warnings, "lang": request.figure.view.lang.code()}),
    )
}
