//! Conversion between formats.

use std::collections::BTreeMap;
use std::io::Read;

use pipscribe::findings::{self, Hinted};
use pipscribe::formats::{
    Assumptions, Conversion, FORMATS, NotConverted, TextStream, convert as convert_in_library,
    format_named,
};
use pipscribe::text::SourceText;
use pyo3::prelude::*;

use crate::arguments::argument;
use crate::deck_context::context;
use crate::errors::{not_converted, refused};
use crate::finding::{Finding, Origin};
use crate::game::game_named;
use crate::hint_text::hint_text;

/// Name of the notation itself.
const PIPS: &str = "pips";

/// Returns the formats: name, description, whether it can be read, whether it can be written.
///
/// >>> import pipscribe
/// >>> pipscribe.formats()[0]
/// ('pips', 'the notation itself', True, True)
#[pyfunction]
pub(crate) fn formats() -> Vec<(&'static str, &'static str, bool, bool)> {
    let own = (PIPS, "the notation itself", true, true);
    let others = FORMATS.iter().map(|format| {
        (
            format.name(),
            format.info().about,
            format.info().reads,
            format.info().writes,
        )
    });
    std::iter::once(own).chain(others).collect()
}

/// Converted text, losses, notes, and findings in the source text.
type ConvertedParts = (String, Vec<String>, Vec<String>, Vec<Finding>);

/// Converts a text. Returns the new text, the losses, further notes, and the findings in the old
/// text.
#[pyfunction]
#[pyo3(signature = (text, to, from_=None, *, game=None, variant=None, options=None, decks=None))]
#[allow(clippy::too_many_arguments, reason = "they are Python's keywords")]
pub(crate) fn convert_text(
    py: Python<'_>,
    text: &[u8],
    #[pyo3(from_py_with = argument)] to: String,
    #[pyo3(from_py_with = argument)] from_: Option<String>,
    #[pyo3(from_py_with = argument)] game: Option<String>,
    #[pyo3(from_py_with = argument)] variant: Option<String>,
    #[pyo3(from_py_with = argument)] options: Option<String>,
    #[pyo3(from_py_with = argument)] decks: Option<BTreeMap<String, String>>,
) -> PyResult<ConvertedParts> {
    let game = game.as_deref().map(game_named).transpose()?;
    let mut assumptions = Assumptions::default();
    assumptions.game = game;
    assumptions.variant = variant;
    assumptions.options = options;
    assumptions.context = context(decks)?;
    let mut conversion = Conversion::default();
    conversion.from = from_.as_deref();
    conversion.to = Some(&to);
    conversion.assumptions = assumptions;
    let result = py
        .detach(|| convert_in_library(text, &conversion))
        .map_err(|error| {
            let message = error.with_hint(hint_text);
            match error {
                NotConverted::NoGame { format, findings } => {
                    not_converted(&message, python_findings(text, format, findings))
                }
                NotConverted::Export { findings, .. } => not_converted(
                    &message,
                    python_findings(text, from_.as_deref().unwrap_or(PIPS), findings),
                ),
                NotConverted::Unrecognised => {
                    refused("the format of the text was not recognised: set `from_`")
                }
                _ => refused(message),
            }
        })?;
    let losses = result.losses.in_words().collect();
    let findings = python_findings(text, result.from, result.findings);
    Ok((
        String::from_utf8_lossy(&result.bytes).into_owned(),
        losses,
        result.notes,
        findings,
    ))
}

/// Converts findings in a text to Python findings, with places in characters.
fn python_findings(
    text: &[u8],
    from: &str,
    found: Vec<(SourceText, Vec<findings::Finding>)>,
) -> Vec<Finding> {
    if found.is_empty() {
        return Vec::new();
    }
    let read = in_utf8(text, from);
    // The characters before each source text are counted once: those of the first
    // `counted_bytes` bytes are `before`.
    let mut counted_bytes = 0;
    let mut before = 0;
    let mut findings = Vec::new();
    for (source, found) in found {
        let offset = usize::try_from(source.offset())
            .unwrap_or(usize::MAX)
            .min(read.len());
        let between = read.get(counted_bytes..offset).unwrap_or_default();
        before += String::from_utf8_lossy(between).chars().count();
        counted_bytes = counted_bytes.max(offset);
        let origin = Origin::new(&source, before);
        findings.extend(found.iter().map(|finding| Finding::new(finding, origin)));
    }
    findings
}

/// Returns a text in UTF-8 if it is in an encoding with wide characters, otherwise unchanged. The places of findings are
/// offsets in this text.
fn in_utf8(text: &[u8], from: &str) -> Vec<u8> {
    let mut read = Vec::new();
    // Reading from memory cannot fail.
    if let Ok(mut stream) = TextStream::new(text) {
        let declared =
            format_named(from).and_then(|format| format.declared_encoding(&stream.head()));
        stream.declare(declared.as_deref());
        let _ = stream.read_to_end(&mut read);
    }
    read
}
