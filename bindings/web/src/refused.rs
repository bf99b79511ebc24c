//! Errors of calls.

use pipscribe::findings::{Finding, Hinted};
use pipscribe::text::SourceText;
use serde::Serialize;
use wasm_bindgen::JsValue;

use crate::given::Given;
use crate::hints::hint_text;
use crate::json::line;
use crate::utf16_units::Units;

/// Reason why a call failed; JavaScript throws it as a `PipscribeError`.
#[derive(Debug, Serialize)]
pub(crate) struct Refused {
    /// Code of a finding, or the kind of problem: `options`, `record`, `turn`, `format`, `figure`,
    /// `diagram`, `limit`.
    code: &'static str,
    message: String,
    /// Part of the text to which the error refers.
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<Place>,
    /// Findings in the text, in the form of `check`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<serde_json::Value>,
}

/// Part of a text.
#[derive(Clone, Copy, Debug, Serialize)]
struct Place {
    start: u64,
    end: u64,
    line: u64,
    column: u64,
}

impl Place {
    /// Returns the place of a finding about a part of a text.
    fn new(finding: &Finding, source: &SourceText, given: Given<'_>) -> Self {
        let place = source.place(finding.span.start);
        let [start, end] = Units::new(given).of_span(source, finding.span);
        Self {
            start,
            end,
            line: place.line,
            column: place.column,
        }
    }
}

impl Refused {
    pub(crate) fn new(code: &'static str, message: impl ToString) -> Self {
        Self {
            code,
            message: message.to_string(),
            span: None,
            findings: Vec::new(),
        }
    }

    /// Creates an error from one of the library, with its hint.
    pub(crate) fn hinted(code: &'static str, error: &impl Hinted) -> Self {
        Self::new(code, error.with_hint(hint_text))
    }

    /// Creates an error about the options.
    pub(crate) fn options(message: impl ToString) -> Self {
        Self::new("options", message)
    }

    /// Creates an error about a turn.
    pub(crate) fn turn(message: impl ToString) -> Self {
        Self::new("turn", message)
    }

    /// Creates an error from a finding about a record.
    pub(crate) fn at_fault(
        message: &str,
        finding: &Finding,
        source: &SourceText,
        given: Given<'_>,
    ) -> Self {
        let message = format!("{message}: {}", &*finding.message);
        Self {
            span: Some(Place::new(finding, source, given)),
            ..Self::new(finding.code.id, message)
        }
    }

    /// Creates an error from a finding about tags that the caller did not write as text.
    #[cfg(any(feature = "core", feature = "formats"))]
    pub(crate) fn of_finding(finding: &Finding) -> Self {
        Self::new(finding.code.id, &finding.message)
    }

    /// Creates an error from a finding about tags with which a game cannot start, with the help,
    /// which names the valid values.
    #[cfg(feature = "core")]
    pub(crate) fn of_tags(finding: &Finding) -> Self {
        let error = Self::of_finding(finding);
        match &finding.help {
            Some(help) => Self {
                message: format!("{} {help}", error.message),
                ..error
            },
            None => error,
        }
    }

    /// Creates an error from a finding about a turn, whose text is a string.
    #[cfg(feature = "core")]
    pub(crate) fn of_turn(finding: &Finding, turn: &str) -> Self {
        let given = Given {
            text: turn.as_bytes(),
            is_string: true,
        };
        let source = SourceText::new(turn.to_owned(), 0, 1);
        Self {
            span: Some(Place::new(finding, &source, given)),
            ..Self::of_finding(finding)
        }
    }

    #[cfg(feature = "formats")]
    pub(crate) fn with_findings(self, findings: Vec<serde_json::Value>) -> Self {
        Self { findings, ..self }
    }

    pub(crate) fn into_js(self) -> JsValue {
        JsValue::from_str(&line(&self).unwrap_or_default())
    }
}
