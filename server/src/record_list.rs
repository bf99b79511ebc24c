//! `pipscribe/records`: the records of a document as a list, in parts, for a panel with a search
//! over thousands of records.

use lsp_types::request::Request;
use lsp_types::{Range, TextDocumentIdentifier};
use serde::{Deserialize, Serialize};

use super::document_symbols::name_of;
use super::session::{Answer, DocumentRequest};
use super::snapshot::Entry;
use pipscribe::notation::Record;

/// Maximum number of records in a response.
const MAX_LISTED: usize = 500;

/// The request.
#[derive(Debug)]
pub(super) enum RecordsRequest {}

impl Request for RecordsRequest {
    type Params = RecordsParams;
    type Result = Records;
    const METHOD: &'static str = "pipscribe/records";
}

/// Parameters: which records to list.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecordsParams {
    /// Document whose records are listed.
    pub text_document: TextDocumentIdentifier,
    /// Text that a record must contain, ignoring case; empty for all records.
    #[serde(default)]
    pub search: String,
    /// True to list only the records with known findings.
    #[serde(default)]
    pub with_findings: bool,
    /// Number of matching records to skip, which earlier requests have listed.
    #[serde(default)]
    pub from: usize,
    /// Number of records to list.
    #[serde(default)]
    pub count: usize,
}

/// Part of the list.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub(super) struct Records {
    /// Number of records in the document.
    pub total: usize,
    /// Number of matching records.
    pub found: usize,
    /// Number of records judged so far.
    pub judged: usize,
    /// Records of this part.
    pub records: Vec<ListedRecord>,
}

/// Record in the list.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
pub(super) struct ListedRecord {
    /// Number of the record in the document, from 1.
    pub record: usize,
    /// Name in the list: game and players.
    pub name: String,
    /// Variant, event, date and result; null if the record states none of them.
    pub detail: Option<String>,
    /// Range of the first line.
    pub range: Range,
    /// Number of findings; null if the record has not been judged yet.
    pub findings: Option<usize>,
}

pub(super) fn records(request: &DocumentRequest, params: RecordsParams) -> Answer<Records> {
    let search = params.search.to_lowercase();
    let count = params.count.min(MAX_LISTED);
    let mut listing = Records::default();
    for entry in request
        .document
        .all_entries()
        .filter(|entry| !entry.preamble)
    {
        request.cancel.check()?;
        listing.total += 1;
        let findings = entry
            .cache
            .known()
            .map(|judged| judged.findings.len() + judged.more);
        if findings.is_some() {
            listing.judged += 1;
        }
        let has_findings = findings.is_some_and(|findings| findings > 0);
        if params.with_findings && !has_findings {
            continue;
        }
        if !search.is_empty() {
            let text = request.document.text_of(entry.range.clone());
            if !text.to_lowercase().contains(&search) {
                continue;
            }
        }

        if listing.found >= params.from && listing.records.len() < count {
            listing
                .records
                .push(listed(request, &entry, listing.total, findings));
        }
        listing.found += 1;
    }
    Ok(listing)
}

/// Returns the entry of a record in the list. Only its tags are parsed.
fn listed(
    request: &DocumentRequest,
    entry: &Entry,
    record: usize,
    findings: Option<usize>,
) -> ListedRecord {
    let (name, detail) = name_of(&Record::parse_tags(request.document.raw(entry)));
    let start = entry.range.start;
    ListedRecord {
        record,
        name,
        detail,
        range: request.document.range_of(&(start..start)),
        findings,
    }
}
