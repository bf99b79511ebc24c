//! What a client can do ([`Client`], from its capabilities) and which folders it has open.
//! `user_settings.rs` has the settings that it sends.

use std::path::PathBuf;

use lsp_types::{DiagnosticTag, PositionEncodingKind, Uri, WorkspaceFolder};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::position_encoding::Encoding;
use super::uri::path_of;

/// Capabilities of a client.
#[derive(Clone, Debug, Default)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each says whether a client can do one thing"
)]
pub(super) struct Client {
    pub(super) encoding: Encoding,
    /// Pulls diagnostics.
    pub(super) pulls: bool,
    /// Reads Markdown.
    pub(super) markdown: bool,
    /// Shows images in Markdown.
    pub(super) images: bool,
    /// Supports snippets with placeholders.
    pub(super) snippets: bool,
    /// Supports nested symbols.
    pub(super) nested_symbols: bool,
    /// Supports code actions that are not commands.
    pub(super) literal_actions: bool,
    /// Keeps data with code actions.
    pub(super) action_data: bool,
    /// Can be asked to pull diagnostics again.
    pub(super) refreshes_diagnostics: bool,
    /// Can be asked to request inlay hints again.
    pub(super) refreshes_hints: bool,
    /// Can be asked to report file changes.
    pub(super) watches: bool,
    /// Shows text faded.
    pub(super) fades: bool,
    /// Accepts edits for a given version of a document.
    pub(super) versioned_edits: bool,
}

impl Client {
    /// Reads the capabilities that matter to this server one by one, because code that reads all
    /// capabilities of the protocol would be a large part of the server.
    pub(super) fn new(capabilities: &Value) -> Self {
        let has = |path: &str| {
            capabilities
                .pointer(path)
                .is_some_and(|value| !value.is_null())
        };
        let is_true = |path: &str| {
            capabilities
                .pointer(path)
                .and_then(Value::as_bool)
                .unwrap_or(false)
        };
        let hover_formats: Option<Vec<String>> =
            read(capabilities, "/textDocument/hover/contentFormat");
        let tags: Option<Vec<DiagnosticTag>> = read(
            capabilities,
            "/textDocument/publishDiagnostics/tagSupport/valueSet",
        );
        let encodings: Option<Vec<PositionEncodingKind>> =
            read(capabilities, "/general/positionEncodings");
        Self {
            encoding: Encoding::chosen(&encodings.unwrap_or_default()),
            pulls: has("/textDocument/diagnostic"),
            markdown: hover_formats
                .is_none_or(|formats| formats.iter().any(|format| format == "markdown")),
            images: shows_images(capabilities),
            snippets: is_true("/textDocument/completion/completionItem/snippetSupport"),
            nested_symbols: is_true(
                "/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport",
            ),
            literal_actions: has("/textDocument/codeAction/codeActionLiteralSupport"),
            action_data: is_true("/textDocument/codeAction/dataSupport"),
            refreshes_diagnostics: is_true("/workspace/diagnostic/refreshSupport"),
            refreshes_hints: is_true("/workspace/inlayHint/refreshSupport"),
            watches: is_true("/workspace/didChangeWatchedFiles/dynamicRegistration"),
            // Clients show text with this tag faded.
            fades: tags.is_some_and(|tags| tags.contains(&DiagnosticTag::UNNECESSARY)),
            versioned_edits: is_true("/workspace/workspaceEdit/documentChanges"),
        }
    }
}

/// Reads a value at a path. `None` if it is missing or has another type.
fn read<T: DeserializeOwned>(value: &Value, path: &str) -> Option<T> {
    serde_json::from_value(value.pointer(path)?.clone()).ok()
}

/// Returns true if the client shows images in Markdown: it allows their tag, or it uses the parser
/// `marked`, which supports them.
fn shows_images(capabilities: &Value) -> bool {
    let tags: Option<Vec<String>> = read(capabilities, "/general/markdown/allowedTags");
    let parser: Option<String> = read(capabilities, "/general/markdown/parser");
    tags.is_some_and(|tags| tags.iter().any(|tag| tag == "img"))
        || parser.is_some_and(|parser| parser.eq_ignore_ascii_case("marked"))
}

/// Returns the workspace folders of a client.
pub(super) fn workspace_folders(params: &Value) -> Vec<PathBuf> {
    let value = |name: &str| params.get(name).cloned().unwrap_or_default();
    let given: Vec<WorkspaceFolder> =
        serde_json::from_value(value("workspaceFolders")).unwrap_or_default();
    let mut folders: Vec<PathBuf> = given
        .iter()
        .filter_map(|folder| path_of(&folder.uri))
        .collect();
    // Older clients give only the root.
    if folders.is_empty() {
        let root: Option<Uri> = serde_json::from_value(value("rootUri")).ok();
        folders.extend(root.as_ref().and_then(path_of));
    }
    folders
}
