//! Capabilities of the server, its answer to `initialize`. `client.rs` has those of the client.
//! A server for one text, such as that of the editor in the web app, has only some of them.

use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions,
    CompletionOptions, DiagnosticOptions, DiagnosticServerCapabilities, DocumentLinkOptions,
    ExecuteCommandOptions, FoldingRangeProviderCapability, HoverProviderCapability,
    InitializeResult, OneOf, RenameOptions, SaveOptions, SelectionRangeProviderCapability,
    SemanticTokensFullOptions, SemanticTokensLegend, SemanticTokensOptions, ServerCapabilities,
    ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions, WorkDoneProgressOptions, WorkspaceFoldersServerCapabilities,
    WorkspaceServerCapabilities,
};

use super::actions::{BLESS, CANONICAL, FIX_ALL};
use super::client::Client;
use super::{completion, execute_command, semantic_tokens};

/// Returns the response to `initialize` of a full server, or of a server for one text.
pub(super) fn initialized(client: &Client, is_full: bool) -> InitializeResult {
    let all = capabilities(client);
    InitializeResult {
        capabilities: if is_full { all } else { for_one_text(all) },
        server_info: Some(ServerInfo {
            name: "pipscribe".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    }
}

/// Returns the capabilities of a server for one text.
fn for_one_text(all: ServerCapabilities) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: all.position_encoding,
        text_document_sync: all.text_document_sync,
        hover_provider: all.hover_provider,
        completion_provider: all.completion_provider,
        code_action_provider: all.code_action_provider,
        document_formatting_provider: all.document_formatting_provider,
        definition_provider: all.definition_provider,
        references_provider: all.references_provider,
        rename_provider: all.rename_provider,
        semantic_tokens_provider: all.semantic_tokens_provider,
        ..ServerCapabilities::default()
    }
}

fn capabilities(client: &Client) -> ServerCapabilities {
    let with_progress = WorkDoneProgressOptions {
        work_done_progress: Some(true),
    };
    let without = WorkDoneProgressOptions::default();
    ServerCapabilities {
        position_encoding: Some(client.encoding.kind()),
        text_document_sync: Some(text_document_sync()),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            resolve_provider: Some(true),
            trigger_characters: Some(completion::TRIGGERS.map(str::to_owned).into()),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(code_actions()),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(true),
        }),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_range_formatting_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: without,
        })),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: without,
        }),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        selection_range_provider: Some(SelectionRangeProviderCapability::Simple(true)),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: execute_command::ALL.map(str::to_owned).into(),
            work_done_progress_options: with_progress,
        }),
        semantic_tokens_provider: Some(semantic_tokens().into()),
        inlay_hint_provider: Some(OneOf::Left(true)),
        diagnostic_provider: client.pulls.then(|| {
            DiagnosticServerCapabilities::Options(DiagnosticOptions {
                identifier: Some("pipscribe".to_owned()),
                // The findings of a record depend on its deck file.
                inter_file_dependencies: true,
                workspace_diagnostics: true,
                work_done_progress_options: with_progress,
            })
        }),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: None,
        }),
        ..ServerCapabilities::default()
    }
}

fn text_document_sync() -> TextDocumentSyncCapability {
    TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions {
            include_text: Some(false),
        })),
        ..TextDocumentSyncOptions::default()
    })
}

fn code_actions() -> CodeActionProviderCapability {
    let fix = CodeActionKind::QUICKFIX;
    let refactor = CodeActionKind::REFACTOR;
    let rewrite = CodeActionKind::REFACTOR_REWRITE;
    let kinds = vec![fix, refactor, rewrite, CANONICAL, FIX_ALL, BLESS];
    CodeActionProviderCapability::Options(CodeActionOptions {
        code_action_kinds: Some(kinds),
        ..CodeActionOptions::default()
    })
}

fn semantic_tokens() -> SemanticTokensOptions {
    SemanticTokensOptions {
        legend: SemanticTokensLegend {
            token_types: semantic_tokens::TYPES.to_vec(),
            token_modifiers: semantic_tokens::MODIFIERS.to_vec(),
        },
        range: Some(true),
        full: Some(SemanticTokensFullOptions::Delta { delta: Some(true) }),
        ..SemanticTokensOptions::default()
    }
}
