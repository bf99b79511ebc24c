//! `pipscribe/records`: the records of a document as a list, a part at a time, for a panel in which one is found among thousands.

use lsp_types::request::Request;
use lsp_types::{Range, TextDocumentIdentifier};
use serde::{Deserialize, Serialize};

use super::session::{Answer, Ask};
use super::snapshot::Entry;
use super::symbols::name_of;
use crate::notation::Record;

/// How many records are told at a time.
const MOST_RECORDS_TOLD: usize = 500;

/// The request.
#[derive(Debug)]
pub(super) enum RecordsRequest {}

impl Request for RecordsRequest {
    type Params = RecordsParams;
    type Result = Records;
    const METHOD: &'static str = "pipscribe/records";
}

/// Which records are wanted.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordsParams {
    /// The document.
    pub text_document: TextDocumentIdentifier,
    /// Only those in whose text this stands, in letters of either case; all where it is empty.
    #[serde(default)]
    pub search: String,
    /// Only those of which a finding is known.
    #[serde(default)]
    pub with_findings: bool,
    /// How many of these are passed over.
    #[serde(default)]
    pub from: usize,
    /// How many are wanted.
    #[serde(default)]
    pub count: usize,
}

/// A part of the list.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub struct Records {
    /// How many records the document has.
    pub total: usize,
    /// How many of them are among those that are wanted.
    pub found: usize,
    /// How many were judged by now.
    pub judged: usize,
    /// The part.
    pub records: Vec<ListedRecord>,
}

/// A record in the list.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
pub struct ListedRecord {
    /// Which record of the document it is, from 1.
    pub record: usize,
    /// Its game and who played it.
    pub name: String,
    /// Its variant, event, date and result; null where nothing of that is written.
    pub detail: Option<String>,
    /// Its first line.
    pub range: Range,
    /// How many findings it has; null while nobody has judged it.
    pub findings: Option<usize>,
}

pub(super) fn records(ask: &Ask, params: RecordsParams) -> Answer<Records> {
    let wanted = params.search.to_lowercase();
    let count = params.count.min(MOST_RECORDS_TOLD);
    let mut told = Records::default();
    for entry in ask.document.all_entries().filter(|entry| !entry.preamble) {
        ask.go_on()?;
        told.total += 1;
        let findings = entry.cell.known().map(|judged| judged.findings.len() + judged.more);
        told.judged += usize::from(findings.is_some());
        let is_wanted = (!params.with_findings || findings.is_some_and(|findings| findings > 0))
            && (wanted.is_empty() || ask.document.text_of(entry.range.clone()).to_lowercase().contains(&wanted));
        if !is_wanted {
            continue;
        }
        if told.found >= params.from && told.records.len() < count {
            told.records.push(listed(ask, &entry, told.total, findings));
        }
        told.found += 1;
    }
    Ok(told)
}

fn listed(ask: &Ask, entry: &Entry, record: usize, findings: Option<usize>) -> ListedRecord {
    let (name, detail) = name_of(&Record::parse_tags(ask.document.raw(entry)));
    let start = entry.range.start;
    ListedRecord { record, name, detail, range: ask.document.places_of(&(start..start)), findings }
}
