//! The server without threads: the same answers, and work in slices.

use std::sync::Arc;

use pipscribe::findings::BookAddress;
use pipscribe_lsp::{Ended, SteppedServer};
use serde_json::{Value, json};

use super::{BOOK, Editor, GIPF, OwnBook, TAGS, URI, capabilities};

/// An editor with such a server.
struct Steps {
    server: SteppedServer,
    next: i32,
}

fn parsed(messages: Vec<String>) -> Vec<Value> {
    messages
        .iter()
        .map(|message| serde_json::from_str(message).expect("JSON"))
        .collect()
}

impl Steps {
    fn new() -> Self {
        Self::begin(SteppedServer::new(Arc::new(OwnBook(BookAddress::new(
            BOOK,
        )))))
        .0
    }

    /// Initialises a server. Returns it with its announced capabilities.
    fn begin(server: SteppedServer) -> (Self, Value) {
        let mut steps = Self { server, next: 0 };
        let params = json!({ "processId": null, "rootUri": null, "capabilities": capabilities() });
        let answer = steps.ask("initialize", params);
        steps.tell("initialized", json!({}));
        (steps, answer["capabilities"].clone())
    }

    fn tell(&mut self, method: &str, params: Value) -> Vec<Value> {
        parsed(
            self.server.receive(
                &json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string(),
            ),
        )
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let request =
            json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params });
        let heard = parsed(self.server.receive(&request.to_string()));
        let [answer] = heard.as_slice() else {
            panic!("{method}: {heard:?}")
        };
        assert_eq!(
            (&answer["jsonrpc"], &answer["id"]),
            (&json!("2.0"), &json!(self.next))
        );
        answer["result"].clone()
    }

    fn open(&mut self, text: &str) {
        let document = json!({ "uri": URI, "languageId": "pips", "version": 1, "text": text });
        assert_eq!(
            self.tell("textDocument/didOpen", json!({ "textDocument": document })),
            [json!(null); 0]
        );
    }

    fn change(&mut self, version: i32, line: u32, columns: [u32; 2], text: &str) {
        let place = |column| json!({ "line": line, "character": column });
        let range = json!({ "start": place(columns[0]), "end": place(columns[1]) });
        let changes = json!([{ "range": range, "text": text }]);
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": { "uri": URI, "version": version }, "contentChanges": changes }),
        );
    }

    /// Works until something has happened, for at most `most` steps.
    fn work(&mut self, most: usize) -> Vec<Value> {
        let mut asked = 0;
        parsed(self.server.work(&mut || {
            asked += 1;
            asked > most
        }))
    }
}

/// The last diagnostics of a version.
fn diagnostics(heard: &[Value], version: i32) -> Option<Value> {
    let is_wanted = |said: &&Value| said["params"]["version"] == version;
    heard
        .iter()
        .rev()
        .find(is_wanted)
        .map(|said| said["params"]["diagnostics"].clone())
}

#[test]
fn a_server_for_one_text_announces_what_it_answers() {
    let text = format!("{GIPF}1. b3 {{gipf/line-full}} *\n");
    let environment = || Arc::new(OwnBook(BookAddress::new(BOOK)));
    let (mut full, all) = Steps::begin(SteppedServer::new(environment()));
    let (mut small, some) = Steps::begin(SteppedServer::for_one_text(environment()));
    full.open(&text);
    small.open(&text);
    let line = text.lines().count() - 1;
    let asked =
        json!({ "textDocument": { "uri": URI }, "position": { "line": line, "character": 9 } });
    for (provider, method, is_answered) in [
        ("hoverProvider", "textDocument/hover", true),
        (
            "semanticTokensProvider",
            "textDocument/semanticTokens/full",
            true,
        ),
        ("foldingRangeProvider", "textDocument/foldingRange", false),
        (
            "documentSymbolProvider",
            "textDocument/documentSymbol",
            false,
        ),
    ] {
        let answer = full.ask(method, asked.clone());
        assert!(!answer.is_null() && !all[provider].is_null(), "{method}");
        assert_eq!(some[provider].is_null(), !is_answered, "{provider}");
        assert_eq!(
            small.ask(method, asked.clone()),
            if is_answered { answer } else { Value::Null },
            "{method}"
        );
    }
}

#[test]
fn the_stepped_server_answers_like_the_threaded_one() {
    let mut threads = Editor::new();
    let mut steps = Steps::new();
    for (name, tags) in TAGS {
        let text = format!("{tags}1. b3 2. zz {{[%mark b3]}} *\n\n{tags}1. \n");
        threads.open(URI, &text);
        let found = threads.diagnostics(URI, 1);
        steps.open(&text);
        let heard = steps.work(usize::MAX);
        assert_eq!(
            diagnostics(&heard, 1),
            Some(Value::Array(found.clone())),
            "{name}"
        );
        let line = tags.matches('\n').count();
        let document = json!({ "uri": URI });
        let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": line, "character": 20 } });
        let options = json!({ "tabSize": 4, "insertSpaces": true });
        for (method, of) in [
            (
                "textDocument/completion",
                json!({ "position": { "line": line, "character": 9 } }),
            ),
            (
                "textDocument/hover",
                json!({ "position": { "line": line, "character": 4 } }),
            ),
            (
                "textDocument/codeAction",
                json!({ "range": range, "context": { "diagnostics": found } }),
            ),
            ("textDocument/formatting", json!({ "options": options })),
            ("textDocument/documentSymbol", json!({})),
            ("textDocument/semanticTokens/full", json!({})),
            ("textDocument/inlayHint", json!({ "range": range })),
            (
                "pipscribe/board",
                json!({ "position": { "line": line, "character": 4 } }),
            ),
            ("pipscribe/records", json!({ "count": 5 })),
        ] {
            let mut params = of;
            params["textDocument"] = document.clone();
            assert_eq!(
                steps.ask(method, params.clone()),
                threads.ask(method, params),
                "{name}: {method}"
            );
        }
        steps.tell("textDocument/didClose", json!({ "textDocument": document }));
        threads.tell("textDocument/didClose", json!({ "textDocument": document }));
    }
    threads.close();
    steps.ask("shutdown", json!(null));
    steps.tell("exit", json!(null));
    assert_eq!(steps.server.ended(), Some(Ended::Well));
    assert!(steps.server.is_idle());
}

#[test]
fn the_stepped_server_respects_its_time_limit() {
    const RECORDS: usize = 2_000;
    let record = format!("{GIPF}1. b3 *\n\n");
    let mut steps = Steps::new();
    steps.open(&format!("{}{GIPF}1. a2-d4 *\n", record.repeat(RECORDS - 1)));
    assert_eq!(
        steps.work(0),
        [json!(null); 0],
        "nothing is done without time"
    );
    let (mut slices, mut heard) = (0, Vec::new());
    while !steps.server.is_idle() {
        heard.extend(steps.work(150));
        slices += 1;
        assert!(slices <= RECORDS, "it comes to no end");
    }
    assert!(slices >= RECORDS / 150, "{slices} slices");
    assert!(
        heard.len() <= 6,
        "it says little in between: {}",
        heard.len()
    );
    assert_eq!(
        diagnostics(&heard[..1], 1),
        Some(json!([])),
        "what is seen first is reported first"
    );
    assert_eq!(
        diagnostics(&heard, 1).unwrap()[0]["code"],
        "gipf/not-in-line"
    );
    let listed = steps.ask(
        "pipscribe/records",
        json!({ "textDocument": { "uri": URI }, "withFindings": true, "count": 9 }),
    );
    assert_eq!(
        (&listed["total"], &listed["judged"], &listed["found"]),
        (&json!(RECORDS), &json!(RECORDS), &json!(1))
    );
    assert_eq!(listed["records"][0]["record"], RECORDS);
}

#[test]
fn an_edit_during_a_check_is_never_answered_with_old_findings() {
    let record = format!("{GIPF}1. zz *\n\n");
    let mut steps = Steps::new();
    steps.open(&record.repeat(400));
    steps.work(100);
    for version in 2..6 {
        steps.change(
            version,
            3,
            [3, 5],
            if version % 2 == 0 { "b3" } else { "zz" },
        );
        let heard = steps.work(30);
        assert!(
            heard
                .iter()
                .all(|said| said["params"]["version"] == version),
            "{heard:?}"
        );
    }
    let heard = steps.work(usize::MAX);
    let found = diagnostics(&heard, 5).unwrap();
    assert_eq!(found.as_array().map(Vec::len), Some(400));
}

#[test]
fn invalid_messages_are_rejected() {
    let mut steps = Steps::new();
    let answer = parsed(steps.server.receive("{"));
    assert_eq!(
        (&answer[0]["error"]["code"], &answer[0]["id"]),
        (&json!(-32700), &json!(null))
    );
    let answer = parsed(
        steps
            .server
            .receive(r#"{"id": 9, "method": "textDocument/hover", "params": 3}"#),
    );
    assert_eq!(
        (&answer[0]["error"]["code"], &answer[0]["id"]),
        (&json!(-32602), &json!(9))
    );
}
