//! Converts edits to the types of the protocol.

use std::collections::HashMap;

use lsp_types::{
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextEdit,
    Uri, WorkspaceEdit,
};

use super::session::{DocumentRequest, Replayed};
use super::snapshot::{Entry, Snapshot};
use pipscribe::text;

/// Creates an edit of a document from edits of one record.
pub(super) fn of_record(
    request: &DocumentRequest,
    replayed: &Replayed,
    edits: &[text::TextEdit],
) -> WorkspaceEdit {
    let edits = edits
        .iter()
        .map(|edit| in_document(&request.document, &replayed.entry, edit));
    of_document(request, edits.collect())
}

/// Creates an edit of the document, for the version to which the request referred if the client
/// accepts versions.
pub(super) fn of_document(request: &DocumentRequest, edits: Vec<TextEdit>) -> WorkspaceEdit {
    let uri = request.document.uri.clone();
    if request.session.client.versioned_edits {
        let version = request.document.version;
        let versioned = TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
            edits: edits.into_iter().map(OneOf::Left).collect(),
        };
        return WorkspaceEdit {
            document_changes: Some(DocumentChanges::Edits(vec![versioned])),
            ..WorkspaceEdit::default()
        };
    }

    #[allow(
        clippy::mutable_key_type,
        reason = "the protocol's own type; nobody changes its inside"
    )]
    let changes: HashMap<Uri, Vec<TextEdit>> = HashMap::from([(uri, edits)]);
    WorkspaceEdit {
        changes: Some(changes),
        ..WorkspaceEdit::default()
    }
}

/// Converts an edit of a record to an edit of its document.
pub(super) fn in_document(document: &Snapshot, entry: &Entry, edit: &text::TextEdit) -> TextEdit {
    let (span, new) = edit;
    TextEdit {
        range: document.range_in(entry, *span),
        new_text: entry.lines_in_document(new),
    }
}
