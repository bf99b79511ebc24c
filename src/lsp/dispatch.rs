//! Dispatch of requests to their handlers.

use std::sync::Arc;
use std::sync::mpsc::SyncSender;

use lsp_server::{ErrorCode, Request, RequestId, Response};
use lsp_types::Uri;
use lsp_types::request::{self as ask, Request as Asked};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::board::BoardRequest;
use super::cancel::Cancel;
use super::records::RecordsRequest;
use super::server::{Event, Pending, Server};
use super::session::{Answer, Ask, AskAll, Fault};
use super::{
    actions, board, commands, completion, definition, folding, formatting, highlight, hover, inlay, lenses, links,
    pull_diagnostics, records, references, rename, selection, symbols, tokens, workspace, workspace_symbols,
};

/// Obligation to answer a request. An answer is sent even if the handler panics.
struct Reply {
    id: RequestId,
    cancel: Cancel,
    events: SyncSender<Event>,
    given: bool,
}

impl Reply {
    fn give(&mut self, response: Response) {
        self.given = true;
        // A server that has ended does not send answers.
        let _ = self.events.send(Event::Answered(response));
    }

    fn answer(mut self, answer: Answer<impl Serialize>) {
        let id = self.id.clone();
        let error = |code: ErrorCode, why: String| Response::new_err(id.clone(), code as i32, why);
        let response = match answer.map(serde_json::to_value) {
            _ if self.cancel.is_cancelled() => error(ErrorCode::RequestCanceled, "cancelled".to_owned()),
            Ok(Ok(value)) => Response { id: id.clone(), response_result: Ok(value) },
            Ok(Err(wrong)) => error(ErrorCode::InternalError, wrong.to_string()),
            Err(Fault::Cancelled) => error(ErrorCode::RequestCanceled, "cancelled".to_owned()),
            Err(Fault::Failed(why)) => error(ErrorCode::RequestFailed, why),
        };
        self.give(response);
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        if !self.given {
            let why = "the request came to no end".to_owned();
            let response = Response::new_err(self.id.clone(), ErrorCode::InternalError as i32, why);
            self.give(response);
        }
    }
}

/// Returns the document of a request, which all parameters name alike.
fn document_of(params: &Value) -> Option<Uri> {
    Uri::deserialize(params.get("textDocument")?.get("uri")?).ok()
}

impl Server {
    /// Passes a request to a worker.
    pub(super) fn dispatch(&mut self, request: Request) {
        match request.method.as_str() {
            ask::HoverRequest::METHOD => self.ask::<ask::HoverRequest>(request, hover::hover),
            ask::Completion::METHOD => self.ask::<ask::Completion>(request, completion::completion),
            ask::ResolveCompletionItem::METHOD => {
                self.resolve::<ask::ResolveCompletionItem>(request, completion::document_of, completion::resolve);
            }
            ask::CodeActionRequest::METHOD => self.ask::<ask::CodeActionRequest>(request, actions::actions),
            ask::Formatting::METHOD => self.ask::<ask::Formatting>(request, formatting::document),
            ask::GotoDefinition::METHOD => self.ask::<ask::GotoDefinition>(request, definition::definition),
            ask::References::METHOD => self.ask::<ask::References>(request, references::references),
            ask::PrepareRenameRequest::METHOD => self.ask::<ask::PrepareRenameRequest>(request, rename::prepare),
            ask::Rename::METHOD => self.ask::<ask::Rename>(request, rename::rename),
            ask::SemanticTokensFullRequest::METHOD => self.ask::<ask::SemanticTokensFullRequest>(request, tokens::full),
            ask::SemanticTokensFullDeltaRequest::METHOD => {
                self.ask::<ask::SemanticTokensFullDeltaRequest>(request, tokens::delta);
            }
            ask::SemanticTokensRangeRequest::METHOD => {
                self.ask::<ask::SemanticTokensRangeRequest>(request, tokens::range);
            }
            RecordsRequest::METHOD => self.ask::<RecordsRequest>(request, records::records),
            BoardRequest::METHOD => self.ask::<BoardRequest>(request, board::board),
            _ => match self.others {
                Some(dispatch) => dispatch(self, request),
                None => self.refuse(request),
            },
        }
    }

    /// Passes a request to a worker that a server for one text does not answer.
    pub(super) fn dispatch_other(&mut self, request: Request) {
        match request.method.as_str() {
            ask::RangeFormatting::METHOD => self.ask::<ask::RangeFormatting>(request, formatting::range),
            ask::DocumentSymbolRequest::METHOD => self.ask::<ask::DocumentSymbolRequest>(request, symbols::symbols),
            ask::FoldingRangeRequest::METHOD => self.ask::<ask::FoldingRangeRequest>(request, folding::ranges),
            ask::SelectionRangeRequest::METHOD => self.ask::<ask::SelectionRangeRequest>(request, selection::ranges),
            ask::DocumentLinkRequest::METHOD => self.ask::<ask::DocumentLinkRequest>(request, links::links),
            ask::DocumentHighlightRequest::METHOD => {
                self.ask::<ask::DocumentHighlightRequest>(request, highlight::highlight);
            }
            ask::InlayHintRequest::METHOD => self.ask::<ask::InlayHintRequest>(request, inlay::hints),
            ask::CodeLensRequest::METHOD => self.ask::<ask::CodeLensRequest>(request, lenses::lenses),
            ask::CodeLensResolve::METHOD => {
                self.resolve::<ask::CodeLensResolve>(request, lenses::document_of, lenses::resolve);
            }
            ask::DocumentDiagnosticRequest::METHOD => {
                self.ask::<ask::DocumentDiagnosticRequest>(request, pull_diagnostics::diagnostics);
            }
            ask::WorkspaceDiagnosticRequest::METHOD => {
                self.ask_all::<ask::WorkspaceDiagnosticRequest>(request, workspace::diagnostics);
            }
            ask::WorkspaceSymbolRequest::METHOD => {
                self.ask_all::<ask::WorkspaceSymbolRequest>(request, workspace_symbols::symbols);
            }
            ask::ExecuteCommand::METHOD => self.command(request),
            _ => self.refuse(request),
        }
    }

    /// Responds that there is no such method.
    pub(super) fn refuse(&self, request: Request) {
        let why = format!("there is no `{}` here", request.method);
        self.session.out.refuse(request.id, ErrorCode::MethodNotFound, why);
    }

    /// Parses the parameters of a request. Reports an error to the client if that fails.
    fn params<R: Asked>(&self, request: Request) -> Option<(RequestId, R::Params)> {
        let Request { id, params, .. } = request;
        match serde_json::from_value(params) {
            Ok(params) => Some((id, params)),
            Err(error) => {
                self.session.out.refuse(id, ErrorCode::InvalidParams, error.to_string());
                None
            }
        }
    }

    fn reply(&mut self, id: RequestId, text: Option<(Uri, u64)>) -> Reply {
        let cancel = Cancel::default();
        self.pending.insert(id.clone(), Pending { cancel: cancel.clone(), text });
        Reply { id, cancel, events: self.events.clone(), given: false }
    }

    /// Returns true if the answer to a request consists of edits that do not name the version of their document.
    fn is_about_text(&self, method: &str) -> bool {
        match method {
            ask::Formatting::METHOD | ask::RangeFormatting::METHOD => true,
            ask::Rename::METHOD | ask::CodeActionRequest::METHOD => !self.session.client.versioned_edits,
            _ => false,
        }
    }

    /// Passes a request on a document to a worker.
    fn ask<R: Asked>(&mut self, request: Request, answer: fn(&Ask, R::Params) -> Answer<R::Result>)
    where
        R::Params: Send + 'static,
        R::Result: 'static,
    {
        let document = document_of(&request.params);
        self.ask_about::<R>(request, document, answer);
    }

    /// Passes a request on this document to a worker.
    fn ask_about<R: Asked>(
        &mut self,
        request: Request,
        document: Option<Uri>,
        answer: fn(&Ask, R::Params) -> Answer<R::Result>,
    ) where
        R::Params: Send + 'static,
        R::Result: 'static,
    {
        let Some((id, params)) = self.params::<R>(request) else { return };
        let found = document.and_then(|uri| self.documents.get(&uri)).map(|document| document.now.clone());
        let Some(document) = found else {
            return self.session.out.refuse(id, ErrorCode::InvalidParams, "this document is not open");
        };
        let text = self.is_about_text(R::METHOD).then(|| (document.uri.clone(), document.generation));
        let reply = self.reply(id, text);
        let ask = Ask { document, session: Arc::clone(&self.session), cancel: reply.cancel.clone() };
        self.workers.answer(Box::new(move || {
            let answered = ask.go_on().and_then(|()| answer(&ask, params));
            reply.answer(answered);
        }));
    }

    /// Passes a request to resolve an item to a worker. If no open document knows the item, it is returned unchanged.
    fn resolve<R: Asked<Result = <R as Asked>::Params>>(
        &mut self,
        request: Request,
        document: impl Fn(&R::Params) -> Option<Uri>,
        answer: fn(&Ask, R::Params) -> Answer<R::Result>,
    ) where
        R::Params: Send + 'static,
    {
        let Some((_, offered)) = self.params::<R>(request.clone()) else { return };
        match document(&offered).filter(|uri| self.documents.get(uri).is_some()) {
            Some(document) => self.ask_about::<R>(request, Some(document), answer),
            None => self.session.out.respond(Response { id: request.id, response_result: Ok(request.params) }),
        }
    }

    /// Passes a request on the workspace folders to a worker.
    fn ask_all<R: Asked>(&mut self, request: Request, answer: fn(&AskAll, R::Params) -> Answer<R::Result>)
    where
        R::Params: Send + 'static,
        R::Result: 'static,
    {
        let Some((id, params)) = self.params::<R>(request) else { return };
        let reply = self.reply(id, None);
        let open = self.documents.iter().map(|document| document.now.clone()).collect();
        let (session, folders) = (Arc::clone(&self.session), self.folders.clone());
        let ask = AskAll { session, cancel: reply.cancel.clone(), folders, open };
        // Such requests take long, so they run in the background.
        self.workers.do_later(Box::new(move || {
            let answered = answer(&ask, params);
            reply.answer(answered);
        }));
    }

    /// Executes a command.
    fn command(&mut self, request: Request) {
        let name = request.params.get("command").and_then(Value::as_str).unwrap_or_default();
        if name == commands::CHECK_FOLDER {
            self.ask_all::<ask::ExecuteCommand>(request, commands::check_folder);
        } else if commands::needs_document(name) {
            let document = self.params::<ask::ExecuteCommand>(request.clone());
            let Some(document) = document.map(|(_, params)| commands::document_of(&params)) else { return };
            self.ask_about::<ask::ExecuteCommand>(request, document, commands::on_document);
        } else {
            self.ask_all::<ask::ExecuteCommand>(request, commands::other);
        }
    }
}
