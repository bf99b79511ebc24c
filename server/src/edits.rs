//! Converts edits to the types of the protocol.

use std::collections::HashMap;

use lsp_types::{
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextEdit,
    Uri, WorkspaceEdit,
};

use super::session::{DocumentRequest, Replayed};
use super::snapshot::{Entry, Snapshot};
use pipscribe::text;

/// Converts an edit of a record to an edit of its document.
pub(super) fn in_document(document: &Snapshot, entry: &Entry, edit: &text::TextEdit) -> TextEdit {
    let (span, new) = edit;
    TextEdit {
        range: document.range_in(entry, *span),
        new_text: entry.lines_in_document(new),
    }
}

/// Creates an edit of one document, for the version to which the request referred.
pub(super) fn of_document(request: &DocumentRequest, edits: Vec<TextEdit>) -> WorkspaceEdit {
    of_documents(
        request,
        vec![(
            request.document.uri.clone(),
            request.document.version,
            edits,
        )],
    )
}

/// Creates an edit of several documents.
pub(super) fn of_documents(
    request: &DocumentRequest,
    changes: Vec<(Uri, Option<i32>, Vec<TextEdit>)>,
) -> WorkspaceEdit {
    if request.session.client.versioned_edits {
        let changes = changes
            .into_iter()
            .map(|(uri, version, edits)| TextDocumentEdit {
                text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
                edits: edits.into_iter().map(OneOf::Left).collect(),
            });
        let document_changes = Some(DocumentChanges::Edits(changes.collect()));
        return WorkspaceEdit {
            document_changes,
            ..WorkspaceEdit::default()
        };
    }
    #[allow(
        clippy::mutable_key_type,
        reason = "the protocol's own type; nobody changes its inside"
    )]
    let changes: HashMap<Uri, Vec<TextEdit>> = changes
        .into_iter()
        .map(|(uri, _, edits)| (uri, edits))
        .collect();
    WorkspaceEdit {
        changes: Some(changes),
        ..WorkspaceEdit::default()
    }
}

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
