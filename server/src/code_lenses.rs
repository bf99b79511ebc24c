//! Code lenses above a record, which play it, show its board, and count its expectations.

use std::collections::BTreeSet;

use lsp_types::{CodeLens, CodeLensParams, Command, Position, Uri};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::execute_command;
use super::record_comments::expectations;
use super::session::{Answer, DocumentRequest, Fault, Replayed, read};
use pipscribe::findings::codes::common as code;
use pipscribe::notation::has_expectations;
use pipscribe::text::Span;

/// Maximum number of records with lenses.
const MAX_LENSES: usize = 1_000;

/// Identifies the record whose expectations are counted.
#[derive(Debug, Deserialize, Serialize)]
struct LensData {
    uri: Uri,
    position: Position,
}

pub(super) fn lenses(
    request: &DocumentRequest,
    _params: CodeLensParams,
) -> Answer<Option<Vec<CodeLens>>> {
    let mut lenses = Vec::new();
    let document = &request.document;
    for entry in document
        .all_entries()
        .filter(|entry| !entry.preamble)
        .take(MAX_LENSES)
    {
        request.cancel.check()?;
        let text = document.text_of(entry.range.clone());
        // The lenses are above the first tag, below the comments before it.
        let start_of_tags = text.find('[').unwrap_or(0);
        let range = document.range_in(&entry, Span::new(start_of_tags, start_of_tags));
        let place = json!({ "uri": document.uri, "position": range.start });
        let lens = |title: &str, name: &str| CodeLens {
            range,
            command: Some(Command::new(
                title.to_owned(),
                name.to_owned(),
                Some(vec![place.clone()]),
            )),
            data: None,
        };
        lenses.push(lens("Play this record", execute_command::PLAY));
        lenses.push(lens("Show the board", execute_command::BOARD));
        if text.contains("[%expect") && has_expectations(&request.written(&entry)) {
            let data = LensData {
                uri: document.uri.clone(),
                position: range.start,
            };
            lenses.push(CodeLens {
                range,
                command: None,
                data: serde_json::to_value(data).ok(),
            });
        }
    }

    Ok(Some(lenses))
}

/// Adds the summary of the expectations to a lens. It is computed only now, because the client asks
/// only for the lenses that are visible.
pub(super) fn resolve(request: &DocumentRequest, lens: CodeLens) -> Answer<CodeLens> {
    let data: LensData = read(lens.data.clone().unwrap_or_default())?;
    let replayed = request
        .record_at(request.document.byte_of(data.position))
        .ok_or_else(|| Fault::failed("the record no longer exists"))?;
    // The lens only shows its title: clients do nothing for a command without a name.
    let no_command = String::new();
    let command = Some(Command::new(
        expectations_in_words(&replayed),
        no_command,
        None,
    ));
    Ok(CodeLens { command, ..lens })
}

/// Summarises the expectations of a record: `3 expectations hold`, `1 of 3 expectations unmet`.
fn expectations_in_words(replayed: &Replayed) -> String {
    let spans: Vec<Span> = expectations(replayed.record())
        .map(|(command, _)| command.span)
        .collect();
    let count = spans.len();
    let noun = if count == 1 {
        "expectation"
    } else {
        "expectations"
    };
    match count_unmet(replayed, &spans) {
        // Expectations after an illegal turn are not tested.
        0 if !replayed.checked().report.is_valid() => {
            format!("{count} {noun}; the record is invalid")
        }
        0 if count == 1 => "1 expectation holds".to_owned(),
        0 => format!("{count} expectations hold"),
        failing => format!("{failing} of {count} {noun} unmet"),
    }
}

/// Counts the expectations, given by their spans, in which a finding of an unmet expectation
/// starts.
fn count_unmet(replayed: &Replayed, spans: &[Span]) -> usize {
    // A sorted set: a record may have thousands of expectations.
    let starts_of_findings: BTreeSet<u32> = replayed
        .findings()
        .iter()
        .filter(|finding| finding.code.id == code::UNMET.id)
        .map(|finding| finding.span.start)
        .collect();
    spans
        .iter()
        .filter(|span| {
            let end = span.end.max(span.start + 1);
            starts_of_findings.range(span.start..end).next().is_some()
        })
        .count()
}

/// Returns the document of a lens to resolve.
pub(super) fn document_of(lens: &CodeLens) -> Option<Uri> {
    read::<LensData>(lens.data.clone()?)
        .ok()
        .map(|data| data.uri)
}
