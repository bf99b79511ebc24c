//! Search for records by game, players, event or result, in open documents and in the workspace
//! folders.

use lsp_types::{SymbolInformation, WorkspaceSymbolParams, WorkspaceSymbolResponse};

use super::document_symbols::{name_of, record_symbol};
use super::session::{Answer, WorkspaceRequest};
use super::snapshot::Snapshot;
use super::workspace_diagnostics::{files, read};
use pipscribe::games::Context;
use pipscribe::notation::Record;
use pipscribe::text::Span;

/// Maximum number of records in an answer.
const MAX_FOUND: usize = 500;

/// Search for records, with those found so far.
struct RecordSearch {
    /// Words that the name of a record must contain, in lower case.
    words: Vec<String>,
    symbols: Vec<SymbolInformation>,
}

pub(super) fn symbols(
    request: &WorkspaceRequest,
    params: WorkspaceSymbolParams,
) -> Answer<Option<WorkspaceSymbolResponse>> {
    let words = params
        .query
        .to_lowercase()
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    let mut search = RecordSearch {
        words,
        symbols: Vec::new(),
    };
    let mut open_documents: Vec<&Snapshot> = request.open.iter().collect();
    open_documents.sort_by(|one, other| one.uri.as_str().cmp(other.uri.as_str()));
    for document in open_documents {
        search.search_document(request, document)?;
    }
    for path in files(request, &request.folders) {
        if search.is_full() {
            break;
        }
        // Only tags are read, so the decks of the file are not needed.
        if let Some(document) = read(request, &path, Context::default()) {
            search.search_document(request, &document)?;
        }
    }
    Ok(Some(WorkspaceSymbolResponse::Flat(search.symbols)))
}

impl RecordSearch {
    fn is_full(&self) -> bool {
        self.symbols.len() >= MAX_FOUND
    }

    /// Searches the records of a document.
    fn search_document(&mut self, request: &WorkspaceRequest, document: &Snapshot) -> Answer<()> {
        for entry in document.all_entries().filter(|entry| !entry.preamble) {
            request.cancel.check()?;
            if self.is_full() {
                return Ok(());
            }
            let record = Record::parse_tags(document.raw(&entry));
            let (name, detail) = name_of(&record);
            if !self.matches(&name, detail.as_deref()) {
                continue;
            }
            let first_tag = record.tags.first().map_or(Span::new(0, 0), |tag| tag.span);
            self.symbols.push(record_symbol(
                name,
                detail,
                document.location(&entry, first_tag),
            ));
        }
        Ok(())
    }

    /// Returns true if the name of a record, with its details, contains all words.
    fn matches(&self, name: &str, details: Option<&str>) -> bool {
        let text = format!("{name} {}", details.unwrap_or_default()).to_lowercase();
        self.words.iter().all(|word| text.contains(word))
    }
}
