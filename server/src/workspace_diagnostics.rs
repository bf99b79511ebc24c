//! Diagnostics of the files in the workspace folders that are not open.
//!
//! A client may pull them again and again. It gets a stamp with the diagnostics of each file, and
//! sends it back the next time; a file whose stamp still holds is not judged again.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::notification::{Notification, Progress as ProgressNotification, PublishDiagnostics};
use lsp_types::{
    Diagnostic, FullDocumentDiagnosticReport, ProgressToken, PublishDiagnosticsParams,
    UnchangedDocumentDiagnosticReport, Uri, WorkspaceDiagnosticParams, WorkspaceDiagnosticReport,
    WorkspaceDiagnosticReportResult, WorkspaceDocumentDiagnosticReport as Report,
    WorkspaceFullDocumentDiagnosticReport, WorkspaceUnchangedDocumentDiagnosticReport,
};
use serde_json::json;

use super::checking::check;
use super::documents::closed;
use super::file_stamps::{NamedDecks, Stamp};
use super::progress::Progress;
use super::session::{Answer, Fault, WorkspaceRequest};
use super::snapshot::Snapshot;
use super::uri::{key_of, uri_of};
use pipscribe::games::Context;
use pipscribe::text::Key;

/// Number of reports per partial result.
const PART_SIZE: usize = 50;

pub(super) fn diagnostics(
    request: &WorkspaceRequest,
    params: WorkspaceDiagnosticParams,
) -> Answer<WorkspaceDiagnosticReportResult> {
    #[allow(
        clippy::mutable_key_type,
        reason = "the protocol's own type; nobody changes its inside"
    )]
    let mut known: HashMap<Uri, String> = params
        .previous_result_ids
        .into_iter()
        .map(|id| (id.uri, id.value))
        .collect();
    let part_token = params.partial_result_params.partial_result_token;
    let progress_token = params.work_done_progress_params.work_done_token;
    let mut items = Vec::new();
    let (progress, files) = check_files(request, &request.folders, progress_token, |path| {
        let previous = uri_of(path).and_then(|uri| known.remove(&uri));
        items.extend(report_on_file(request, path, previous)?);
        if items.len() >= PART_SIZE
            && let Some(token) = &part_token
        {
            let items = std::mem::take(&mut items);
            request.session.out.notify(
                ProgressNotification::METHOD,
                json!({ "token": token, "value": { "items": items } }),
            );
        }
        Ok(())
    })?;

    // The remaining files were deleted, so they no longer have findings.
    let is_open = |uri: &Uri| {
        request
            .open
            .iter()
            .any(|document| key_of(&document.uri) == key_of(uri))
    };
    items.extend(
        known
            .into_keys()
            .filter(|uri| !is_open(uri))
            .map(|uri| full(uri, None, Vec::new())),
    );
    progress.end(format!("{files} files checked"));
    Ok(WorkspaceDiagnosticReport { items }.into())
}

/// Publishes the diagnostics of all files in folders, for clients that do not pull them. Returns
/// the numbers of files and findings.
pub(super) fn publish(
    request: &WorkspaceRequest,
    folders: &[PathBuf],
    token: Option<ProgressToken>,
) -> Answer<(usize, usize)> {
    let mut findings = 0;
    let (progress, files) = check_files(request, folders, token, |path| {
        if let Some(JudgedFile {
            uri, diagnostics, ..
        }) = judge_file(request, path)?
        {
            findings += diagnostics.len();
            let params = PublishDiagnosticsParams {
                uri,
                diagnostics,
                version: None,
            };
            request
                .session
                .out
                .notify(PublishDiagnostics::METHOD, params);
        }
        Ok(())
    })?;
    progress.end(format!("{files} files, {findings} findings"));
    Ok((files, findings))
}

/// Visits the files of folders that are not open. Returns the progress report, which the caller
/// ends, and the number of files.
fn check_files(
    request: &WorkspaceRequest,
    folders: &[PathBuf],
    token: Option<ProgressToken>,
    mut visit: impl FnMut(&Path) -> Answer<()>,
) -> Answer<(Progress, usize)> {
    let mut progress = Progress::begin(&request.session.out, token, "Checking records");
    let files = files(request, folders);
    for (number, path) in files.iter().enumerate() {
        request.cancel.check()?;
        progress.report(number, files.len(), &path.display().to_string());
        visit(path)?;
    }
    Ok((progress, files.len()))
}

/// Returns the files of folders that are not open, without duplicates.
pub(super) fn files(request: &WorkspaceRequest, folders: &[PathBuf]) -> Vec<PathBuf> {
    let open: HashSet<&Path> = request
        .open
        .iter()
        .filter_map(|document| document.path.as_deref())
        .collect();
    let mut found: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| request.session.environment.files(folder))
        .collect();
    found.retain(|path| !open.contains(path.as_path()));
    found.sort_unstable();
    found.dedup();
    found
}

/// Returns the report on a file, given the stamp that the client has; `None` if the file cannot be
/// read.
fn report_on_file(
    request: &WorkspaceRequest,
    path: &Path,
    previous_stamp: Option<String>,
) -> Answer<Option<Report>> {
    let stamp = stamp(request, path);
    if let Some(previous) = previous_stamp
        && let Some(stamp) = &stamp
        && let context = request.session.environment.context(Some(path))
        && Stamp::holds(&previous, stamp, &context)
        && let Some(uri) = uri_of(path)
    {
        return Ok(Some(unchanged(uri, previous)));
    }

    let Some(JudgedFile {
        uri,
        diagnostics,
        decks,
    }) = judge_file(request, path)?
    else {
        return Ok(None);
    };
    let new_stamp = stamp.and_then(|stamp| Stamp::new(stamp, &decks).written());
    Ok(Some(full(uri, new_stamp, diagnostics)))
}

/// Returns the stamp of a file, combined with the selection of findings that its project reports.
fn stamp(request: &WorkspaceRequest, path: &Path) -> Option<String> {
    let stamp = request.session.environment.stamp(path)?;
    let project = request.session.project(Some(path));
    let selection = Key::of_raw(format!("{:?}", project.selection).as_bytes());
    Some(format!("{stamp}-{selection}"))
}

/// Judges a file. Returns `None` if it cannot be read.
fn judge_file(request: &WorkspaceRequest, path: &Path) -> Answer<Option<JudgedFile>> {
    let (decks, context) = NamedDecks::new(request.session.environment.context(Some(path)));
    let Some(document) = read(request, path, context) else {
        return Ok(None);
    };
    // The file is not being edited, so the check begins at its start.
    let near = 0;
    let diagnostics =
        check(&document, near, &request.cancel, &mut || {}).ok_or(Fault::Cancelled)?;
    Ok(Some(JudgedFile {
        uri: document.uri,
        diagnostics,
        decks,
    }))
}

/// Judged file.
struct JudgedFile {
    uri: Uri,
    diagnostics: Vec<Diagnostic>,
    /// Decks that its records name.
    decks: Arc<NamedDecks>,
}

/// Reads a file that is not open. Returns `None` if it cannot be read.
pub(super) fn read(request: &WorkspaceRequest, path: &Path, context: Context) -> Option<Snapshot> {
    let environment = &request.session.environment;
    let uri = uri_of(path)?;
    let bytes = environment.read(path).ok()?;
    Some(closed(uri, bytes, &request.session, context))
}

fn unchanged(uri: Uri, result_id: String) -> Report {
    Report::Unchanged(WorkspaceUnchangedDocumentDiagnosticReport {
        uri,
        version: None,
        unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
    })
}

fn full(uri: Uri, result_id: Option<String>, items: Vec<Diagnostic>) -> Report {
    Report::Full(WorkspaceFullDocumentDiagnosticReport {
        uri,
        version: None,
        full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id, items },
    })
}
