//! The language server from an editor's view: sessions over the protocol with hand-written
//! expectations.

mod actions;
mod boards;
mod completing;
mod configured;
mod configured_command;
mod editing;
mod folders;
mod frames;
mod hovering;
mod mutation;
mod names;
mod nvim;
mod outline;
mod pages;
mod process;
mod protocol;
mod shown;
mod stepped;

use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use pipscribe::findings::BookAddress;
use pipscribe::games::Context;
use pipscribe_lsp::{Ended, Environment, NoFiles, serve};
use serde_json::{Value, json};

/// Time limit for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// An editor that is connected with a server.
struct Editor {
    connection: Connection,
    server: JoinHandle<Ended>,
    next: i32,
    /// The messages from the server other than answers, in order.
    heard: VecDeque<Notification>,
    /// Its answer to `initialize`.
    answered: Value,
}

/// The capabilities of most editors.
fn capabilities() -> Value {
    json!({
        "general": { "positionEncodings": ["utf-16"] },
        "textDocument": {
            "codeAction": { "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [] } } },
            "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
            "hover": { "contentFormat": ["markdown"] },
        },
    })
}

/// The document of most sessions.
const URI: &str = "file:///games/a.pips";

/// The address of the book to which the servers in the tests link.
const BOOK: &str = "https://example.org/book";

/// A file system like `NoFiles`, with a local book or none.
struct OwnBook(Option<BookAddress<'static>>);

impl Environment for OwnBook {
    fn context(&self, path: Option<&Path>) -> Context {
        NoFiles.context(path)
    }

    fn deck_file(&self, path: &Path, name: &str) -> Option<PathBuf> {
        NoFiles.deck_file(path, name)
    }

    fn files(&self, folder: &Path) -> Vec<PathBuf> {
        NoFiles.files(folder)
    }

    fn stamp(&self, path: &Path) -> Option<String> {
        NoFiles.stamp(path)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        NoFiles.read(path)
    }

    fn book(&self) -> Option<BookAddress<'static>> {
        self.0
    }

    fn forget(&self) {}
}

impl Editor {
    fn new() -> Self {
        Self::with(
            capabilities(),
            json!(null),
            Arc::new(OwnBook(BookAddress::new(BOOK))),
        )
    }

    /// An editor with these capabilities.
    fn with(capabilities: Value, options: Value, environment: Arc<dyn Environment>) -> Self {
        Self::within(capabilities, options, environment, &[])
    }

    /// The same, with workspace folders.
    fn within(
        capabilities: Value,
        options: Value,
        environment: Arc<dyn Environment>,
        folders: &[&str],
    ) -> Self {
        let (client, server) = Connection::memory();
        let server = std::thread::spawn(move || serve(&server, environment));
        let mut editor = Self {
            connection: client,
            server,
            next: 0,
            heard: VecDeque::new(),
            answered: Value::Null,
        };
        let folders: Vec<Value> = folders
            .iter()
            .map(|uri| json!({ "uri": uri, "name": uri }))
            .collect();
        let params = json!({
            "processId": null, "rootUri": null, "capabilities": capabilities, "initializationOptions": options,
            "workspaceFolders": folders,
        });
        editor.answered = editor.ask("initialize", params);
        editor.tell("initialized", json!({}));
        editor
    }

    fn tell(&self, method: &str, params: Value) {
        let said = Notification {
            method: method.to_owned(),
            params,
        };
        let _ = self.connection.sender.send(Message::Notification(said));
    }

    /// Sends a request without waiting for the answer.
    fn begin(&mut self, method: &str, params: Value) -> RequestId {
        self.next += 1;
        let id = RequestId::from(self.next);
        let request = Request {
            id: id.clone(),
            method: method.to_owned(),
            params,
        };
        let _ = self.connection.sender.send(Message::Request(request));
        id
    }

    /// Waits for an answer; other messages of the server are kept.
    fn answer(&mut self, wanted: &RequestId) -> Response {
        let until = Instant::now() + PATIENCE;
        loop {
            match self
                .connection
                .receiver
                .recv_deadline(until)
                .expect("an answer")
            {
                Message::Response(response) if response.id == *wanted => return response,
                Message::Notification(said) => self.heard.push_back(said),
                // The answer to a cancelled request, or a request of the server itself.
                Message::Response(_) | Message::Request(_) => {}
            }
        }
    }

    /// The answer of the server; an error fails the test.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        let response = self.answer(&id);
        response
            .response_result
            .unwrap_or_else(|error| panic!("{method}: {error:?}"))
    }

    /// The code of the error that the server answers with.
    fn refused(&mut self, method: &str, params: Value) -> i32 {
        let id = self.begin(method, params);
        self.answer(&id).response_result.expect_err("an error").code
    }

    /// The message of the error.
    fn refusal(&mut self, method: &str, params: Value) -> String {
        let id = self.begin(method, params);
        self.answer(&id)
            .response_result
            .expect_err("an error")
            .message
    }

    fn open(&self, uri: &str, text: &str) {
        let language = match uri.rsplit('.').next() {
            Some("md") => "markdown",
            Some("tex") => "latex",
            Some("typ") => "typst",
            _ => "pips",
        };
        self.tell(
            "textDocument/didOpen",
            json!({ "textDocument": { "uri": uri, "languageId": language, "version": 1, "text": text } }),
        );
    }

    /// Replaces a range, given as line, column, line, column.
    fn change(
        &self,
        uri: &str,
        version: i32,
        [from_line, from, to_line, to]: [u32; 4],
        text: &str,
    ) {
        let range = json!({
            "start": { "line": from_line, "character": from }, "end": { "line": to_line, "character": to },
        });
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": { "uri": uri, "version": version },
                "contentChanges": [{ "range": range, "text": text }] }),
        );
    }

    /// Returns the last diagnostics that the server publishes for a version of a document.
    fn diagnostics(&mut self, uri: &str, version: i32) -> Vec<Value> {
        let until = Instant::now() + PATIENCE;
        loop {
            let found = self.heard.iter().position(|said| {
                said.method == "textDocument/publishDiagnostics"
                    && said.params["uri"] == uri
                    && said.params["version"] == version
            });
            if let Some(said) = found.and_then(|at| self.heard.remove(at)) {
                return said.params["diagnostics"]
                    .as_array()
                    .expect("a list")
                    .clone();
            }
            match self
                .connection
                .receiver
                .recv_deadline(until)
                .expect("diagnostics")
            {
                Message::Notification(said) => self.heard.push_back(said),
                Message::Response(_) | Message::Request(_) => {}
            }
        }
    }

    /// Opens a text in which `^` marks the cursor; returns the parameters of a request at the
    /// cursor.
    fn open_at(&self, uri: &str, marked: &str) -> Value {
        let (text, position) = cursor(marked);
        self.open(uri, &text);
        json!({ "textDocument": { "uri": uri }, "position": position })
    }

    /// The answer of the server at the cursor of a text.
    fn ask_at(&mut self, method: &str, marked: &str) -> Value {
        let at = self.open_at(URI, marked);
        self.ask(method, at)
    }

    /// Shuts the server down.
    fn close(mut self) {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        assert_eq!(self.server.join().expect("no panic"), Ended::Well);
    }
}

/// Returns a text without its `^`, and the place of the `^`.
fn cursor(marked: &str) -> (String, Value) {
    let offset = marked.find('^').expect("a cursor");
    let before = &marked[..offset];
    let line = before.matches('\n').count();
    let column = before[before.rfind('\n').map_or(0, |end| end + 1)..]
        .encode_utf16()
        .count();
    (
        format!("{before}{}", &marked[offset + 1..]),
        json!({ "line": line, "character": column }),
    )
}

/// A text after edits of the protocol. A column beyond the end of its line is that end.
fn edited(text: &str, edits: &Value) -> String {
    let byte = |position: &Value| {
        let line = position["line"].as_u64().unwrap() as usize;
        let column = position["character"].as_u64().unwrap() as usize;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let line = text[start..].split(['\r', '\n']).next().unwrap();
        let mut words = 0;
        let rest = line.char_indices().find(|(_, letter)| {
            let here = words;
            words += letter.len_utf16();
            here >= column
        });
        start + rest.map_or(line.len(), |(at, _)| at)
    };
    let edits = edits.as_array().expect("edits");
    let mut edits: Vec<(usize, usize, &str)> = edits
        .iter()
        .map(|edit| {
            (
                byte(&edit["range"]["start"]),
                byte(&edit["range"]["end"]),
                edit["newText"].as_str().unwrap(),
            )
        })
        .collect();
    edits.sort_by_key(|edit| edit.0);
    let mut out = String::new();
    let mut done = 0;
    for (start, end, new) in edits {
        assert!(start >= done, "edits that overlap");
        out.push_str(&text[done..start]);
        out.push_str(new);
        done = end;
    }
    out + &text[done..]
}

/// Tags of a valid record of each game, and of each variant.
const TAGS: [(&str, &str); 8] = [
    ("GIPF, basic", "[Game \"gipf\"]\n[Variant \"basic\"]\n\n"),
    (
        "GIPF, standard",
        "[Game \"gipf\"]\n[Variant \"standard\"]\n\n",
    ),
    (
        "GIPF, tournament",
        "[Game \"gipf\"]\n[Variant \"tournament\"]\n\n",
    ),
    (
        "Pippinzip, pipeline",
        "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"5\"]\n\n",
    ),
    (
        "Pippinzip, zipline",
        "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n\n",
    ),
    (
        "Pippinzip, freestyle",
        "[Game \"pippinzip\"]\n[Variant \"freestyle\"]\n[Size \"5\"]\n\n",
    ),
    ("Pip\u{2022}Pip", "[Game \"pippip\"]\n\n"),
    ("the Pipe Game", PIPE),
];

/// The tags of a Pipe Game whose hands are known.
const PIPE: &str = r#"[Game "pipe"]
[Variant "both"]
[Deck "twin-works"]
[Hand1 "30,32,35,45,1,20,48,23,4"]
[Hand2 "12,8,46,37,41,16,2,40,33"]
[Stock "6,17,42,21,44,39,26,29,10,22,24,9,19,31,28,47,7,38,25,43,36,13,34,3,18,11,5,27,14,15"]

"#;
/// Its first turns.
const PIPE_SETUP: &str = "1. discard:23,30,32,35;claim:black 2. discard:12,33,40,46;claim:light\n";

/// The record of GIPF that most sessions have.
const GIPF: &str = r#"[Game "gipf"]
[Variant "basic"]

"#;
