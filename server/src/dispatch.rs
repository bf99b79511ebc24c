//! Dispatch of requests to their handlers, which run on workers. A server for one text, such as
//! that of the editor in the web app, has only the handlers in [`Server::dispatch`].

use std::sync::Arc;
use std::sync::mpsc::SyncSender;

use lsp_server::{ErrorCode, Request, RequestId, Response};
use lsp_types::Uri;
use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, CodeLensResolve, Completion, DocumentDiagnosticRequest,
    DocumentHighlightRequest, DocumentLinkRequest, DocumentSymbolRequest, ExecuteCommand,
    FoldingRangeRequest, Formatting, GotoDefinition, HoverRequest, InlayHintRequest,
    PrepareRenameRequest, RangeFormatting, References, Rename, Request as RequestType,
    ResolveCompletionItem, SelectionRangeRequest, SemanticTokensFullDeltaRequest,
    SemanticTokensFullRequest, SemanticTokensRangeRequest, WorkspaceDiagnosticRequest,
    WorkspaceSymbolRequest,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::board::BoardRequest;
use super::cancel::Cancel;
use super::record_list::RecordsRequest;
use super::server::{Event, Pending, Server};
use super::session::{Answer, DocumentRequest, Fault, WorkspaceRequest};
use super::{
    actions, board, code_lenses, completion, definition, document_highlight, document_links,
    document_symbols, execute_command, folding, formatting, hover, inlay_hints, pull_diagnostics,
    record_list, references, rename, selection_ranges, semantic_tokens, workspace_diagnostics,
    workspace_symbols,
};

impl Server {
    /// Passes a request to a worker.
    pub(super) fn dispatch(&mut self, request: Request) {
        match request.method.as_str() {
            HoverRequest::METHOD => self.answer::<HoverRequest>(request, hover::hover),
            Completion::METHOD => self.answer::<Completion>(request, completion::completion),
            ResolveCompletionItem::METHOD => {
                self.resolve::<ResolveCompletionItem>(
                    request,
                    completion::document_of,
                    completion::resolve,
                );
            }
            CodeActionRequest::METHOD => {
                self.answer::<CodeActionRequest>(request, actions::actions);
            }
            Formatting::METHOD => self.answer::<Formatting>(request, formatting::document),
            GotoDefinition::METHOD => {
                self.answer::<GotoDefinition>(request, definition::definition);
            }
            References::METHOD => self.answer::<References>(request, references::references),
            PrepareRenameRequest::METHOD => {
                self.answer::<PrepareRenameRequest>(request, rename::prepare);
            }
            Rename::METHOD => self.answer::<Rename>(request, rename::rename),
            SemanticTokensFullRequest::METHOD => {
                self.answer::<SemanticTokensFullRequest>(request, semantic_tokens::full);
            }
            SemanticTokensFullDeltaRequest::METHOD => {
                self.answer::<SemanticTokensFullDeltaRequest>(request, semantic_tokens::delta);
            }
            SemanticTokensRangeRequest::METHOD => {
                self.answer::<SemanticTokensRangeRequest>(request, semantic_tokens::range);
            }
            RecordsRequest::METHOD => self.answer::<RecordsRequest>(request, record_list::records),
            BoardRequest::METHOD => self.answer::<BoardRequest>(request, board::board),
            _ => match self.other_requests {
                Some(dispatch) => dispatch(self, request),
                None => self.refuse(request),
            },
        }
    }

    /// Passes a request that a server for one text does not answer to a worker.
    pub(super) fn dispatch_other(&mut self, request: Request) {
        match request.method.as_str() {
            RangeFormatting::METHOD => self.answer::<RangeFormatting>(request, formatting::range),
            DocumentSymbolRequest::METHOD => {
                self.answer::<DocumentSymbolRequest>(request, document_symbols::symbols);
            }
            FoldingRangeRequest::METHOD => {
                self.answer::<FoldingRangeRequest>(request, folding::ranges);
            }
            SelectionRangeRequest::METHOD => {
                self.answer::<SelectionRangeRequest>(request, selection_ranges::ranges);
            }
            DocumentLinkRequest::METHOD => {
                self.answer::<DocumentLinkRequest>(request, document_links::links);
            }
            DocumentHighlightRequest::METHOD => {
                self.answer::<DocumentHighlightRequest>(request, document_highlight::highlight);
            }
            InlayHintRequest::METHOD => {
                self.answer::<InlayHintRequest>(request, inlay_hints::hints);
            }
            CodeLensRequest::METHOD => self.answer::<CodeLensRequest>(request, code_lenses::lenses),
            CodeLensResolve::METHOD => {
                self.resolve::<CodeLensResolve>(
                    request,
                    code_lenses::document_of,
                    code_lenses::resolve,
                );
            }
            DocumentDiagnosticRequest::METHOD => {
                self.answer::<DocumentDiagnosticRequest>(request, pull_diagnostics::diagnostics);
            }
            WorkspaceDiagnosticRequest::METHOD => {
                self.answer_on_workspace::<WorkspaceDiagnosticRequest>(
                    request,
                    workspace_diagnostics::diagnostics,
                );
            }
            WorkspaceSymbolRequest::METHOD => {
                self.answer_on_workspace::<WorkspaceSymbolRequest>(
                    request,
                    workspace_symbols::symbols,
                );
            }
            ExecuteCommand::METHOD => self.command(request),
            _ => self.refuse(request),
        }
    }

    /// Responds that there is no such method.
    pub(super) fn refuse(&self, request: Request) {
        let why = format!("there is no `{}` here", request.method);
        self.session
            .out
            .refuse(request.id, ErrorCode::MethodNotFound, why);
    }

    /// Parses the parameters of a request. Reports an error to the client if that fails.
    fn params<R: RequestType>(&self, request: Request) -> Option<(RequestId, R::Params)> {
        let Request { id, params, .. } = request;
        match serde_json::from_value(params) {
            Ok(params) => Some((id, params)),
            Err(error) => {
                self.session
                    .out
                    .refuse(id, ErrorCode::InvalidParams, error.to_string());
                None
            }
        }
    }

    /// Registers a request in progress. `text` is as in [`Pending`].
    fn begin(&mut self, id: RequestId, text: Option<(Uri, u64)>) -> Reply {
        let cancel = Cancel::default();
        self.pending.insert(
            id.clone(),
            Pending {
                cancel: cancel.clone(),
                text,
            },
        );
        Reply {
            id,
            cancel,
            events: self.events.clone(),
            given: false,
        }
    }

    /// Returns true if the answer to a request consists of edits that do not name the version of
    /// their document.
    fn is_about_text(&self, method: &str) -> bool {
        match method {
            Formatting::METHOD | RangeFormatting::METHOD => true,
            Rename::METHOD | CodeActionRequest::METHOD => !self.session.client.versioned_edits,
            _ => false,
        }
    }

    /// Passes a request on a document to a worker.
    fn answer<R: RequestType>(
        &mut self,
        request: Request,
        answer: fn(&DocumentRequest, R::Params) -> Answer<R::Result>,
    ) where
        R::Params: Send + 'static,
        R::Result: 'static,
    {
        let document = document_of(&request.params);
        self.answer_about::<R>(request, document, answer);
    }

    /// Passes a request on the given document to a worker.
    fn answer_about<R: RequestType>(
        &mut self,
        request: Request,
        document: Option<Uri>,
        answer: fn(&DocumentRequest, R::Params) -> Answer<R::Result>,
    ) where
        R::Params: Send + 'static,
        R::Result: 'static,
    {
        let Some((id, params)) = self.params::<R>(request) else {
            return;
        };
        let found = document
            .and_then(|uri| self.documents.get(&uri))
            .map(|document| document.now.clone());
        let Some(document) = found else {
            return self.session.out.refuse(
                id,
                ErrorCode::InvalidParams,
                "this document is not open",
            );
        };
        let text = self
            .is_about_text(R::METHOD)
            .then(|| (document.uri.clone(), document.generation));
        let reply = self.begin(id, text);
        let document_request = DocumentRequest {
            document,
            session: Arc::clone(&self.session),
            cancel: reply.cancel.clone(),
        };
        self.workers.answer(Box::new(move || {
            let answered = document_request
                .cancel
                .check()
                .and_then(|()| answer(&document_request, params));
            reply.answer(answered);
        }));
    }

    /// Passes a request to resolve an item to a worker. If no open document knows the item, it is
    /// returned unchanged.
    fn resolve<R: RequestType<Result = <R as RequestType>::Params>>(
        &mut self,
        request: Request,
        document: impl Fn(&R::Params) -> Option<Uri>,
        answer: fn(&DocumentRequest, R::Params) -> Answer<R::Result>,
    ) where
        R::Params: Send + 'static,
    {
        let Some((_, offered)) = self.params::<R>(request.clone()) else {
            return;
        };
        match document(&offered).filter(|uri| self.documents.get(uri).is_some()) {
            Some(document) => self.answer_about::<R>(request, Some(document), answer),
            None => self.session.out.send(Response {
                id: request.id,
                response_result: Ok(request.params),
            }),
        }
    }

    /// Passes a request on the workspace folders to a worker.
    fn answer_on_workspace<R: RequestType>(
        &mut self,
        request: Request,
        answer: fn(&WorkspaceRequest, R::Params) -> Answer<R::Result>,
    ) where
        R::Params: Send + 'static,
        R::Result: 'static,
    {
        let Some((id, params)) = self.params::<R>(request) else {
            return;
        };
        let reply = self.begin(id, None);
        let open = self
            .documents
            .iter()
            .map(|document| document.now.clone())
            .collect();
        let session = Arc::clone(&self.session);
        let folders = self.folders.clone();
        let document_request = WorkspaceRequest {
            session,
            cancel: reply.cancel.clone(),
            folders,
            open,
        };
        // Such requests take long, so they run in the background.
        self.workers.do_later(Box::new(move || {
            let answered = answer(&document_request, params);
            reply.answer(answered);
        }));
    }

    /// Executes a command.
    fn command(&mut self, request: Request) {
        let name = request
            .params
            .get("command")
            .and_then(Value::as_str)
            .unwrap_or_default();
        if name == execute_command::CHECK_FOLDER {
            self.answer_on_workspace::<ExecuteCommand>(request, execute_command::check_folder);
        } else if execute_command::needs_document(name) {
            let document = self.params::<ExecuteCommand>(request.clone());
            let Some(document) = document.map(|(_, params)| execute_command::document_of(&params))
            else {
                return;
            };
            self.answer_about::<ExecuteCommand>(request, document, execute_command::on_document);
        } else {
            self.answer_on_workspace::<ExecuteCommand>(request, execute_command::other);
        }
    }
}

/// Obligation to answer a request. An answer is sent even if the handler panics.
struct Reply {
    id: RequestId,
    cancel: Cancel,
    /// Where the answer is sent: the main loop passes it on to the client.
    events: SyncSender<Event>,
    /// True if the answer has been sent.
    given: bool,
}

impl Reply {
    /// Sends the response.
    fn give(&mut self, response: Response) {
        self.given = true;
        // A server that has ended does not send answers.
        let _ = self.events.send(Event::Answered(response));
    }

    /// Sends the answer of a handler, or an error if it failed or the request was cancelled.
    fn answer(mut self, answer: Answer<impl Serialize>) {
        let id = self.id.clone();
        let error = |code: ErrorCode, why: String| Response::new_err(id.clone(), code as i32, why);
        let response = match answer.map(serde_json::to_value) {
            _ if self.cancel.is_cancelled() => {
                error(ErrorCode::RequestCanceled, "cancelled".to_owned())
            }
            Ok(Ok(value)) => Response {
                id: id.clone(),
                response_result: Ok(value),
            },
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
            let why = "the request was not completed".to_owned();
            let response = Response::new_err(self.id.clone(), ErrorCode::InternalError as i32, why);
            self.give(response);
        }
    }
}

/// Returns the document of a request; all kinds of parameters name it in the same way.
fn document_of(params: &Value) -> Option<Uri> {
    Uri::deserialize(params.get("textDocument")?.get("uri")?).ok()
}
