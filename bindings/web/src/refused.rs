//! What was asked for and cannot be done.

use pipscribe::findings::Finding;
use pipscribe::text::SourceText;
use serde::Serialize;
use wasm_bindgen::JsValue;

use crate::given::Given;
use crate::json::line;
use crate::units::Units;

/// Why something cannot be done; JavaScript throws it as a `PipscribeError`.
#[derive(Debug, Serialize)]
pub(crate) struct Refused {
    /// That of a finding, or of what was asked for: `options`, `record`, `turn`, `format`, `figure`, `limit`.
    code: &'static str,
    message: String,
    /// The part of the text that is at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<Place>,
    /// What is wrong with the text, as `check` tells it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<serde_json::Value>,
}

/// A part of a text.
#[derive(Clone, Copy, Debug, Serialize)]
struct Place {
    start: u64,
    end: u64,
    line: u64,
    column: u64,
}

impl Refused {
    pub(crate) fn new(code: &'static str, message: impl ToString) -> Self {
        Self { code, message: message.to_string(), span: None, findings: Vec::new() }
    }

    /// The same because of something that is wrong with a record.
    pub(crate) fn at_fault(message: &str, finding: &Finding, source: &SourceText, given: Given<'_>) -> Self {
        let units = Units::of(given);
        let (place, bytes) = (source.place(finding.span.start), source.in_file(finding.span));
        let span = Place {
            start: units.of_byte(bytes.start),
            end: units.of_byte(bytes.end),
            line: place.line,
            column: place.column,
        };
        let message = format!("{message}: {}", &*finding.message);
        Self { code: finding.code.id, message, span: Some(span), findings: Vec::new() }
    }

    #[cfg(feature = "formats")]
    pub(crate) fn with_findings(self, findings: Vec<serde_json::Value>) -> Self {
        Self { findings, ..self }
    }

    pub(crate) fn into_js(self) -> JsValue {
        JsValue::from_str(&line(&self).unwrap_or_default())
    }
}
