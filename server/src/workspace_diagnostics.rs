//! Diagnostics of all files in the workspace folders, open or not.

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
use pipscribe::text::sha256;

/// Number of reports per partial result.
const PART_SIZE: usize = 50;

/// Returns the stamp of a file, combined with the selection of findings that its project reports.
fn stamp(request: &WorkspaceRequest, path: &Path) -> Option<String> {
    let stamp = request.session.environment.stamp(path)?;
    Some(format!(
        "{stamp}-{}",
        sha256(&format!(
            "{:?}",
            request.session.project(Some(path)).selection
        ))
    ))
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

/// Judges a file. Returns `None` if it cannot be read.
fn judge_file(request: &WorkspaceRequest, path: &Path) -> Answer<Option<JudgedFile>> {
    let (decks, context) = NamedDecks::new(request.session.environment.context(Some(path)));
    let Some(document) = read(request, path, context) else {
        return Ok(None);
    };
    let diagnostics = check(&document, 0, &request.cancel, &mut || {}).ok_or(Fault::Cancelled)?;
    Ok(Some(JudgedFile {
        uri: document.uri,
        diagnostics,
        decks,
    }))
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
    let part = params.partial_result_params.partial_result_token;
    let environment = &request.session.environment;
    let mut items = Vec::new();
    let token = params.work_done_progress_params.work_done_token;
    let (progress, files) = check_files(request, &request.folders, token, |path| {
        let stamp = stamp(request, path);
        let before = uri_of(path).and_then(|uri| Some((known.remove(&uri)?, uri)));
        if let Some((value, uri)) = before
            && stamp
                .as_ref()
                .is_some_and(|stamp| Stamp::holds(&value, stamp, &environment.context(Some(path))))
        {
            items.push(Report::Unchanged(
                WorkspaceUnchangedDocumentDiagnosticReport {
                    uri,
                    version: None,
                    unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport {
                        result_id: value,
                    },
                },
            ));
        } else if let Some(JudgedFile {
            uri,
            diagnostics,
            decks,
        }) = judge_file(request, path)?
        {
            let stamp = stamp.and_then(|stamp| Stamp::new(stamp, &decks).written());
            items.push(full(uri, stamp, diagnostics));
        }
        if items.len() >= PART_SIZE
            && let Some(token) = &part
        {
            let items = std::mem::take(&mut items);
            request.session.out.notify(
                ProgressNotification::METHOD,
                json!({ "token": token, "value": { "items": items } }),
            );
        }
        Ok(())
    })?;
    // Deleted files no longer have findings.
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

fn full(uri: Uri, result_id: Option<String>, items: Vec<Diagnostic>) -> Report {
    Report::Full(WorkspaceFullDocumentDiagnosticReport {
        uri,
        version: None,
        full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id, items },
    })
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
