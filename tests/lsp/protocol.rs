//! The protocol itself.

use std::sync::Arc;

use lsp_server::{Connection, Message, Notification};
use pipscribe_lsp::{Ended, NoFiles, serve};
use serde_json::json;

use super::{Editor, GIPF, URI, capabilities};

#[test]
fn a_server_announces_its_capabilities() {
    let editor = Editor::new();
    let able = &editor.answered["capabilities"];
    assert_eq!(editor.answered["serverInfo"]["name"], "pipscribe");
    assert_eq!(able["positionEncoding"], "utf-16");
    assert_eq!(able["textDocumentSync"]["change"], 2, "edits of ranges");
    assert_eq!(
        able["diagnosticProvider"],
        json!(null),
        "it publishes by itself"
    );
    for name in [
        "hoverProvider",
        "completionProvider",
        "codeActionProvider",
        "documentFormattingProvider",
        "documentRangeFormattingProvider",
        "documentSymbolProvider",
        "foldingRangeProvider",
        "selectionRangeProvider",
        "definitionProvider",
        "referencesProvider",
        "documentHighlightProvider",
        "renameProvider",
        "inlayHintProvider",
        "semanticTokensProvider",
        "codeLensProvider",
        "documentLinkProvider",
        "executeCommandProvider",
    ] {
        assert!(
            able[name] != json!(null) && able[name] != json!(false),
            "{name}"
        );
    }
    editor.close();
}

#[test]
fn columns_count_in_the_negotiated_encoding() {
    // The die is one character, two UTF-16 code units and four bytes.
    let text = format!("{GIPF}{{\u{1F3B2}\u{e9}}} 1. zz *\n");
    for (offered, chosen, column) in [
        (json!(["utf-8"]), "utf-8", 12),
        (json!(["utf-16"]), "utf-16", 9),
        (json!(["utf-32"]), "utf-32", 8),
        (json!(null), "utf-16", 9),
    ] {
        let mut able = capabilities();
        able["general"] = json!({ "positionEncodings": offered });
        let mut editor = Editor::with(able, json!(null), Arc::new(NoFiles));
        assert_eq!(editor.answered["capabilities"]["positionEncoding"], chosen);
        editor.open(URI, &text);
        let found = editor.diagnostics(URI, 1);
        assert_eq!(
            found[0]["range"]["start"],
            json!({ "line": 3, "character": column }),
            "{chosen}"
        );
        editor.close();
    }
}

#[test]
fn messages_out_of_order_are_rejected() {
    let (client, server) = Connection::memory();
    let thread = std::thread::spawn(move || serve(&server, Arc::new(NoFiles)));
    let mut editor = Editor {
        connection: client,
        server: thread,
        next: 0,
        heard: Default::default(),
        answered: json!(null),
    };
    assert_eq!(editor.refused("textDocument/hover", json!({})), -32002);
    editor.open(URI, GIPF);
    assert_eq!(
        editor.refused("initialize", json!({ "capabilities": 3 })),
        -32602
    );
    editor.ask(
        "initialize",
        json!({ "processId": null, "capabilities": {} }),
    );
    assert_eq!(
        editor.refused(
            "initialize",
            json!({ "processId": null, "capabilities": {} })
        ),
        -32600
    );
    let at = json!({ "textDocument": { "uri": URI }, "position": { "line": 0, "character": 0 } });
    assert_eq!(
        editor.refused("textDocument/hover", at.clone()),
        -32602,
        "what was opened too early is not open"
    );
    assert_eq!(editor.refused("textDocument/nothing", json!({})), -32601);
    assert_eq!(
        editor.refused("textDocument/hover", json!({ "position": 3 })),
        -32602
    );
    editor.tell("textDocument/didChange", json!({ "nonsense": true }));
    editor.tell(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": URI } }),
    );
    editor.tell("$/cancelRequest", json!({ "id": 99 }));
    editor.ask("shutdown", json!(null));
    assert_eq!(editor.refused("textDocument/hover", at), -32600);
    editor.tell("exit", json!(null));
    assert_eq!(editor.server.join().unwrap(), Ended::Well);
}

#[test]
fn deck_files_are_watched_if_the_client_supports_it() {
    let mut able = capabilities();
    able["workspace"] = json!({ "didChangeWatchedFiles": { "dynamicRegistration": true } });
    let editor = Editor::with(able, json!(null), Arc::new(NoFiles));
    let Message::Request(asked) = editor
        .connection
        .receiver
        .recv_timeout(super::PATIENCE)
        .unwrap()
    else {
        panic!("the server asks for nothing");
    };
    assert_eq!(asked.method, "client/registerCapability");
    assert_eq!(
        asked.params["registrations"][0]["method"],
        "workspace/didChangeWatchedFiles"
    );
    editor.close();
}

#[test]
fn the_server_ends_with_its_client() {
    let (client, server) = Connection::memory();
    let thread = std::thread::spawn(move || serve(&server, Arc::new(NoFiles)));
    drop(client);
    assert_eq!(thread.join().unwrap(), Ended::Abruptly);

    let (client, server) = Connection::memory();
    let thread = std::thread::spawn(move || serve(&server, Arc::new(NoFiles)));
    let exit = Notification {
        method: "exit".into(),
        params: json!(null),
    };
    client.sender.send(Message::Notification(exit)).unwrap();
    assert_eq!(
        thread.join().unwrap(),
        Ended::Abruptly,
        "nobody shut it down"
    );
}

#[test]
fn a_cancelled_request_is_answered_as_cancelled() {
    let mut editor = Editor::new();
    // Formatting that many records takes longer than a message.
    editor.open(URI, &format!("{GIPF}1.b3 *\n\n").repeat(3_000));
    let options = json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true } });
    let id = editor.begin("textDocument/formatting", options);
    editor.tell("$/cancelRequest", json!({ "id": 2 }));
    let answer = editor.answer(&id);
    assert_eq!(answer.response_result.expect_err("cancelled").code, -32800);
    editor.close();
}

#[test]
fn resolving_complete_items_returns_them_unchanged() {
    let mut editor = Editor::new();
    let list = editor.ask_at("textDocument/completion", "[Game \"gipf\"]\n[^");
    let item = list["items"][0].clone();
    assert_eq!(editor.ask("completionItem/resolve", item.clone()), item);
    assert_eq!(
        editor.refused("completionItem/resolve", json!({ "no": "item" })),
        -32602
    );
    let lens = editor.ask(
        "textDocument/codeLens",
        json!({ "textDocument": { "uri": URI } }),
    )[0]
    .clone();
    assert_eq!(editor.ask("codeLens/resolve", lens.clone()), lens);
    editor.close();
}

/// If there are very many findings, those after the last edit come first, in push and pull mode.
#[test]
fn findings_after_the_last_edit_are_listed_first() {
    let mut pulling = capabilities();
    pulling["textDocument"]["diagnostic"] = json!({});
    let text = format!("{GIPF}1. a2-d4 *\n\n").repeat(3_000);
    for able in [capabilities(), pulling] {
        let mut editor = Editor::with(able, json!(null), Arc::new(NoFiles));
        editor.open(URI, &text);
        editor.change(URI, 2, [14_998, 11, 14_998, 11], " ");
        let found = if editor.answered["capabilities"]["diagnosticProvider"].is_null() {
            json!(editor.diagnostics(URI, 2))
        } else {
            editor.ask(
                "textDocument/diagnostic",
                json!({ "textDocument": { "uri": URI } }),
            )["items"]
                .clone()
        };
        let lines: Vec<_> = found
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["range"]["start"]["line"].as_u64().unwrap())
            .collect();
        assert!(lines.contains(&14_998), "{:?}", lines.last());
        editor.close();
    }
}

#[test]
fn clients_that_pull_diagnostics_get_none_pushed() {
    let mut able = capabilities();
    able["textDocument"]["diagnostic"] = json!({});
    let mut editor = Editor::with(able, json!(null), Arc::new(NoFiles));
    assert_eq!(
        editor.answered["capabilities"]["diagnosticProvider"]["workspaceDiagnostics"],
        true
    );
    editor.open(URI, &format!("{GIPF}1. a2-d4 *\n"));
    let document = json!({ "textDocument": { "uri": URI } });
    let report = editor.ask("textDocument/diagnostic", document.clone());
    assert_eq!(
        (&report["kind"], &report["items"][0]["code"]),
        (&json!("full"), &json!("gipf/not-in-line"))
    );
    let mut again = document.clone();
    again["previousResultId"] = report["resultId"].clone();
    assert_eq!(
        editor.ask("textDocument/diagnostic", again.clone())["kind"],
        "unchanged"
    );
    editor.change(URI, 2, [3, 3, 3, 8], "b3");
    let report = editor.ask("textDocument/diagnostic", again);
    assert_eq!(
        (&report["kind"], &report["items"]),
        (&json!("full"), &json!([]))
    );
    assert!(
        editor
            .heard
            .iter()
            .all(|said| said.method != "textDocument/publishDiagnostics")
    );
    editor.close();
}

#[test]
fn a_document_is_one_however_its_uri_is_encoded() {
    let mut editor = Editor::new();
    editor.open("file:///c:/x y/\u{fc}.pips", &format!("{GIPF}1. b3 *\n"));
    for uri in [
        "file:///c:/x y/\u{fc}.pips",
        "file:///c%3A/x%20y/%C3%BC.pips",
        "file:///C:/x%20y/%c3%bc.pips",
        "file:///c:/x y/%C3%bc.pips",
    ] {
        let at =
            json!({ "textDocument": { "uri": uri }, "position": { "line": 3, "character": 3 } });
        assert_eq!(editor.ask("pipscribe/board", at)["move"], "b3", "{uri}");
    }
    editor.change("file:///c%3a/x%20y/%C3%BC.pips", 2, [3, 0, 3, 5], "1. zz");
    let found = editor.diagnostics("file:///c:/x%20y/%C3%BC.pips", 2);
    assert!(!found.is_empty());
    let close = json!({ "textDocument": { "uri": "file:///C%3A/x%20y/%C3%BC.pips" } });
    editor.tell("textDocument/didClose", close);
    let at = json!({ "textDocument": { "uri": "file:///c:/x y/\u{fc}.pips" } });
    assert_eq!(editor.refused("textDocument/documentSymbol", at), -32602);
    editor.close();
}

#[test]
fn edits_of_a_text_that_changed_are_not_sent() {
    let mut editor = Editor::new();
    // The first of many requests keeps the workers busy.
    editor.open(
        URI,
        &"[Game \"gipf\"]\n[Variant \"basic\"]\n\n1 . b3 *\n\n".repeat(20_000),
    );
    let format = json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true } });
    let stale = editor.begin("textDocument/formatting", format.clone());
    editor.change(URI, 2, [0, 0, 0, 0], "# a\n");
    assert_eq!(
        editor
            .answer(&stale)
            .response_result
            .expect_err("stale")
            .code,
        -32801
    );
    editor.change(URI, 3, [1, 0, 100_000, 0], "");
    assert!(editor.ask("textDocument/formatting", format).is_array());
    editor.close();
}
