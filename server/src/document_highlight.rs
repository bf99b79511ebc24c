//! Highlights of the place or card at the cursor.

use lsp_types::{DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams};

use super::references::spans_of_name_at;
use super::session::{Answer, DocumentRequest};

pub(super) fn highlight(
    request: &DocumentRequest,
    params: DocumentHighlightParams,
) -> Answer<Option<Vec<DocumentHighlight>>> {
    let byte = request
        .document
        .byte_of(params.text_document_position_params.position);
    let Some(replayed) = request.record_at(byte) else {
        return Ok(None);
    };
    let spans = spans_of_name_at(&replayed, replayed.offset_at(byte));
    Ok(spans.map(|spans| {
        let highlights = spans.into_iter().map(|span| DocumentHighlight {
            range: request.document.range_in(&replayed.entry, span),
            kind: Some(DocumentHighlightKind::TEXT),
        });
        highlights.collect()
    }))
}
