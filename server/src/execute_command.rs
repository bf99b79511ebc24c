//! Commands that a client can execute (`workspace/executeCommand`), such as the player of a record.

use std::path::PathBuf;

use lsp_types::{ExecuteCommandParams, Position, Uri};
use serde::Deserialize;
use serde_json::{Value, json};

use super::board::{board_at, theme_named};
use super::hint_text::hint_text;
use super::session::{Answer, DocumentRequest, Fault, WorkspaceRequest, read};
use super::shown_position::theme_of;
use super::uri::path_of;
use super::workspace_diagnostics;
use pipscribe::figures::{PlayerOptions, player};
use pipscribe::findings::Hinted;
use pipscribe::publish::book::previews;

/// Returns the interactive player of a record.
pub(super) const PLAY: &str = "pipscribe.play";
/// Returns the board at a place, as `pipscribe/board` does.
pub(super) const BOARD: &str = "pipscribe.board";
/// Returns the page of a code or a rule.
pub(super) const EXPLAIN: &str = "pipscribe.explain";
/// Checks every file of a folder.
pub(super) const CHECK_FOLDER: &str = "pipscribe.checkFolder";

/// Returns the figures of a Markdown document, for a preview of it.
pub(super) const FIGURES: &str = "pipscribe.figures";

/// All commands.
pub(super) const ALL: [&str; 5] = [PLAY, BOARD, EXPLAIN, CHECK_FOLDER, FIGURES];

/// Returns true if the argument of a command is a place in an open document.
pub(super) fn needs_document(name: &str) -> bool {
    [PLAY, BOARD].contains(&name)
}

/// Returns the document that the argument of a command names.
pub(super) fn document_of(params: &ExecuteCommandParams) -> Option<Uri> {
    place_of(params).ok().map(|place| place.uri)
}

/// Executes a command on a document.
pub(super) fn on_document(
    request: &DocumentRequest,
    params: ExecuteCommandParams,
) -> Answer<Option<Value>> {
    let byte = request.document.byte_of(place_of(&params)?.position);
    let replayed = request
        .record_at(byte)
        .ok_or_else(|| Fault::failed("there is no record"))?;
    if params.command == BOARD {
        // In the theme of the project, and without a step from the turn at the place.
        let theme = None;
        let step = 0;
        let board = board_at(request, &replayed, replayed.offset_at(byte), theme, step)?;
        return Ok(board.and_then(|board| serde_json::to_value(board).ok()));
    }

    let timeline = replayed
        .timeline()
        .ok_or_else(|| Fault::failed("the record does not name its game"))?;
    // If neither the user nor the project sets a theme, the player follows the light or dark mode
    // of the system.
    let mut options = PlayerOptions::default();
    options.theme = request.document.project.theme.clone();
    let page =
        player(timeline, &options).map_err(|error| Fault::failed(error.with_hint(hint_text)))?;
    Ok(Some(
        json!({ "html": page.html, "warnings": page.warnings }),
    ))
}

/// Executes a command that needs no document. [`CHECK_FOLDER`] has its own function,
/// [`check_folder`].
pub(super) fn other(
    request: &WorkspaceRequest,
    params: ExecuteCommandParams,
) -> Answer<Option<Value>> {
    match params.command.as_str() {
        FIGURES => figures(request, params),
        EXPLAIN => explain(request, &params),
        name => Err(Fault::failed(format!(
            "unknown command `{name}`; the commands are {}",
            ALL.join(", ")
        ))),
    }
}

/// Returns the page of a code or a rule, by its name or number.
fn explain(request: &WorkspaceRequest, params: &ExecuteCommandParams) -> Answer<Option<Value>> {
    let name = params
        .arguments
        .first()
        .and_then(Value::as_str)
        .unwrap_or_default();
    let page = request
        .session
        .environment
        .explanation(name)
        .ok_or_else(|| Fault::failed(format!("`{name}` is neither a code nor a rule")))?;
    Ok(Some(json!({ "markdown": page })))
}

/// Returns the figures of a Markdown document, block by block.
fn figures(request: &WorkspaceRequest, params: ExecuteCommandParams) -> Answer<Option<Value>> {
    let first = params.arguments.into_iter().next().unwrap_or_default();
    let document: PreviewedDocument =
        read(first).map_err(|_| Fault::failed("expected: {\"text\": …, \"uri\": …}"))?;
    let path = document.uri.as_ref().and_then(path_of);
    let given = document.theme.as_deref().map(theme_named).transpose()?;
    let theme = given.unwrap_or_else(|| theme_of(&request.session.project(path.as_deref())));
    let context = request.session.environment.context(path.as_deref());
    let blocks = previews(&document.text, &theme, &context);
    Ok(Some(json!({ "blocks": blocks })))
}

/// Markdown document to preview.
#[derive(Debug, Deserialize)]
struct PreviewedDocument {
    text: String,
    /// URI of the document, for its decks and its project.
    uri: Option<Uri>,
    theme: Option<String>,
}

/// Checks every file of a folder, or of all workspace folders, and publishes the findings.
pub(super) fn check_folder(
    request: &WorkspaceRequest,
    params: ExecuteCommandParams,
) -> Answer<Option<Value>> {
    let folders = match params.arguments.first() {
        None | Some(Value::Null) => request.folders.clone(),
        Some(_) => vec![folder(request, &params)?],
    };
    let token = params.work_done_progress_params.work_done_token;
    let (files, findings) = workspace_diagnostics::publish(request, &folders, token)?;
    Ok(Some(json!({ "files": files, "findings": findings })))
}

/// Returns the folder given as an argument.
fn folder(request: &WorkspaceRequest, params: &ExecuteCommandParams) -> Answer<PathBuf> {
    let uri = place_of(params)
        .map_err(|_| Fault::failed("expected: {\"uri\": …} of a folder"))?
        .uri;
    let path = path_of(&uri).filter(|path| request.session.environment.is_there(path));
    path.ok_or_else(|| Fault::failed(format!("there is no folder `{}`", uri.as_str())))
}

/// Parses the first argument of a command.
fn place_of(params: &ExecuteCommandParams) -> Answer<Place> {
    let first = params.arguments.first().cloned().unwrap_or_default();
    read(first).map_err(|_| Fault::failed("expected: {\"uri\": …, \"position\": …}"))
}

/// Place in a document, or a folder.
#[derive(Clone, Debug, Deserialize)]
struct Place {
    uri: Uri,
    #[serde(default)]
    position: Position,
}
