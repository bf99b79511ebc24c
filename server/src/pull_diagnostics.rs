//! Diagnostics on request of the client. Clients that do not request them get the diagnostics of
//! each check (`threads.rs`, `stepped.rs`).

use lsp_types::{
    DocumentDiagnosticParams, DocumentDiagnosticReport, DocumentDiagnosticReportResult,
    FullDocumentDiagnosticReport, RelatedFullDocumentDiagnosticReport,
    RelatedUnchangedDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport,
};

use super::checking::check;
use super::session::{Answer, DocumentRequest, Fault};

pub(super) fn diagnostics(
    request: &DocumentRequest,
    params: DocumentDiagnosticParams,
) -> Answer<DocumentDiagnosticReportResult> {
    // The generation changes with every edit of the document.
    let result_id = request.document.generation.to_string();
    if params.previous_result_id.as_ref() == Some(&result_id) {
        let same = UnchangedDocumentDiagnosticReport { result_id };
        let unchanged = RelatedUnchangedDocumentDiagnosticReport {
            related_documents: None,
            unchanged_document_diagnostic_report: same,
        };
        return Ok(DocumentDiagnosticReport::Unchanged(unchanged).into());
    }

    // The response is sent as a whole, so nobody needs to know of the progress.
    let ignore_progress = &mut || {};
    let document = &request.document;
    let items = check(
        document,
        document.edited_at,
        &request.cancel,
        ignore_progress,
    )
    .ok_or(Fault::Cancelled)?;
    let report = FullDocumentDiagnosticReport {
        result_id: Some(result_id),
        items,
    };
    let full = RelatedFullDocumentDiagnosticReport {
        related_documents: None,
        full_document_diagnostic_report: report,
    };
    Ok(DocumentDiagnosticReport::Full(full).into())
}
