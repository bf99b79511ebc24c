//! Sessions that no editor would produce: out of order, in the middle of characters, cancelled,
//! huge, closed while busy. The server never fails, and never reports findings of an outdated text.

use pipscribe::games::Context;
use std::time::{Duration, Instant};

use lsp_server::{Message, Notification, Request, RequestId};
use pipscribe::check_str;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Editor, GIPF, PIPE, PIPE_SETUP, edited};
use crate::support::cases;

/// Every request on a document, with its parameters other than the place.
const ASKED: [&str; 21] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/codeAction",
    "textDocument/formatting",
    "textDocument/rangeFormatting",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/selectionRange",
    "textDocument/definition",
    "textDocument/documentLink",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/inlayHint",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/full/delta",
    "textDocument/semanticTokens/range",
    "textDocument/codeLens",
    "textDocument/diagnostic",
    "pipscribe/board",
];

/// Random requests and notifications.
#[derive(Clone, Debug)]
enum Act {
    Ask(usize, [u32; 4]),
    Edit([u32; 4], String),
    Cancel(i32),
    Close,
    Open(usize),
    Wrong(String),
}

fn parameters(uri: &str, [line, column, to_line, to]: [u32; 4]) -> Value {
    let place = |line: u32, column: u32| json!({ "line": line, "character": column });
    json!({
        "textDocument": { "uri": uri }, "position": place(line, column), "positions": [place(line, column)],
        "range": { "start": place(line, column), "end": place(to_line, to) },
        "context": { "diagnostics": [], "includeDeclaration": true },
        "options": { "tabSize": 4, "insertSpaces": true }, "newName": "7", "previousResultId": "1", "step": -1,
    })
}

fn texts() -> [String; 5] {
    [
        format!(
            "{GIPF}1. b3! {{[%circle b3] \u{1F3B2}}} (1. c2 2. d2) 2. a2-d4 *\r\n\n[Game \"pippip\"]\n\n1. \
            5@b2/3 2. 3@b1/5 *\n"
        ),
        format!("{PIPE}{PIPE_SETUP}3. 20@+0+0/W;x2:20;draw:6 {{\u{e9}}} *\n"),
        "# x\n\n> ```pips\n> [Game \"pippinzip\"]\n> [Variant \"zipline\"]\n> [Size \"5\"]\n>\n> 1. c3 2. take \
            {[%expect to-move 1]} 3. a1,b3\n> ```\n"
            .to_owned(),
        "\u{FEFF}[Game \"gipf\"\n{ [%expect \"\n(((\r\r\u{1F3B2}\u{1F3B2}".to_owned(),
        String::new(),
    ]
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let range = || prop_oneof![3 => prop::array::uniform4(0_u32..14), 1 => prop::array::uniform4(any::<u32>())];
    let text = "(\\[Game \"|gipf|b3 |\"\\]|\n|\r\n|\\{|\\}|\\(|\\)|\\[%expect |x|;|@|1\\. |\u{1F3B2}|\u{e9}|```pips\n\
        |> |\\*){0,4}";
    let act = prop_oneof![
        6 => (0..ASKED.len(), range()).prop_map(|(asked, at)| Act::Ask(asked, at)),
        5 => (range(), text).prop_map(|(at, new)| Act::Edit(at, new)),
        2 => (1..60_i32).prop_map(Act::Cancel),
        1 => Just(Act::Close),
        1 => (0..5_usize).prop_map(Act::Open),
        1 => "[a-z/$]{0,12}".prop_map(Act::Wrong),
    ];
    proptest::collection::vec(act, 1..40)
}

/// The text after an edit, as in an editor that counts UTF-16 code units. A place inside a
/// character means its start.
fn after(text: &str, [line, column, to_line, to]: [u32; 4], new: &str) -> String {
    let mut places = [(line, column), (to_line, to)];
    places.sort_unstable();
    let byte = |(line, column): (u32, u32)| {
        let mut start = 0;
        for _ in 0..line {
            match text[start..].find(['\n', '\r']) {
                None => return text.len(),
                Some(at) => {
                    start += at
                        + if text[start + at..].starts_with("\r\n") {
                            2
                        } else {
                            1
                        }
                }
            }
        }
        let end = text[start..]
            .find(['\n', '\r'])
            .map_or(text.len(), |at| start + at);
        let mut words = 0;
        for (at, letter) in text[start..end].char_indices() {
            // A code unit in the middle of a character belongs to that character.
            if words + letter.len_utf16() as u32 > column {
                return start + at;
            }
            words += letter.len_utf16() as u32;
        }
        end
    };
    format!(
        "{}{new}{}",
        &text[..byte(places[0])],
        &text[byte(places[1])..]
    )
}

/// The codes of the findings on a text, sorted.
fn expected(text: &str, is_page: bool) -> Vec<String> {
    let checked = if is_page {
        pipscribe::publish::documents::PageKind::Markdown
            .records(text.as_bytes())
            .into_iter()
            .map(|raw| pipscribe::Checked::new(raw, &Context::default()))
            .collect()
    } else {
        check_str(text)
    };
    let mut codes: Vec<String> = checked
        .iter()
        .flat_map(|record| {
            record
                .report
                .findings
                .iter()
                .map(|finding| finding.code.id.to_owned())
        })
        .collect();
    codes.sort();
    codes
}

fn codes(diagnostics: &Value) -> Vec<String> {
    let mut codes: Vec<String> = diagnostics
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["code"].as_str().unwrap().to_owned())
        .collect();
    codes.sort();
    codes
}

proptest! {
    #![proptest_config(cases(60))]
    #[test]
    fn random_sessions_are_survived(first in 0..5_usize, acts in acts()) {
        let mut editor = Editor::new();
        let uri = |page: bool| if page { "file:///a.md" } else { "file:///a.pips" };
        let mut open: Option<(bool, String)> = None;
        let mut version = 0;
        let mut asked = Vec::new();
        // The text of each version.
        let mut texts_of = Vec::new();
        for act in std::iter::once(Act::Open(first)).chain(acts) {
            match act {
                Act::Open(number) => {
                    let text = texts()[number].clone();
                    let page = number == 2;
                    if let Some((page, _)) = open.take() {
                        editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri(page) } }));
                    }
                    version += 1;
                    let language = if page { "markdown" } else { "pips" };
                    editor.tell("textDocument/didOpen", json!({ "textDocument": {
                        "uri": uri(page), "languageId": language, "version": version, "text": text } }));
                    texts_of.push((version, page, text.clone()));
                    open = Some((page, text));
                }
                Act::Close => {
                    let page = open.take().is_some_and(|(page, _)| page);
                    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri(page) } }));
                }
                Act::Edit(range, new) => {
                    let page = open.as_ref().is_some_and(|(page, _)| *page);
                    version += 1;
                    editor.change(uri(page), version, range, &new);
                    if let Some((_, text)) = &mut open {
                        *text = after(text, range, &new);
                        texts_of.push((version, page, text.clone()));
                    }
                }
                Act::Ask(method, at) => {
                    let page = open.as_ref().is_some_and(|(page, _)| *page);
                    asked.push((ASKED[method], editor.begin(ASKED[method], parameters(uri(page), at))));
                }
                Act::Cancel(id) => editor.tell("$/cancelRequest", json!({ "id": id })),
                Act::Wrong(method) => {
                    editor.tell(&method, json!([method]));
                    if method != "shutdown" && method != "exit" {
                        asked.push(("wrong", editor.begin(&method, json!(3))));
                    }
                }
            }
        }
        // Each request is answered, and none with an internal error.
        let unanswered = asked.len();
        let mut answered = 0;
        let params = json!({ "command": "pipscribe.explain", "arguments": ["G1"] });
    let last = editor.begin("workspace/executeCommand", params);
        let mut waiting: Vec<(&str, RequestId)> = asked;
        waiting.push(("last", last));
        while !waiting.is_empty() {
            match editor.connection.receiver.recv_timeout(super::PATIENCE).expect("an answer") {
                Message::Response(response) => {
                    waiting.retain(|(_, id)| *id != response.id);
                    answered += 1;
                    if let Err(error) = response.response_result {
                        prop_assert!(error.code != -32603, "{error:?}");
                    }
                }
                Message::Notification(said) => editor.heard.push_back(said),
                Message::Request(_) => {}
            }
        }
        prop_assert_eq!(answered, unanswered + 1);
        // The last diagnostics of open documents are right, and none were published for a version
        // with another text.
        if let Some((page, text)) = &open {
            let found = json!(editor.diagnostics(uri(*page), version));
            prop_assert_eq!(codes(&found), expected(text, *page), "{}", text);
        }
        for said in editor.heard.iter().filter(|said| said.method == "textDocument/publishDiagnostics") {
            let Some(version) = said.params["version"].as_i64() else { continue };
            let (_, page, text) = texts_of.iter().find(|(known, ..)| i64::from(*known) == version).unwrap();
            prop_assert_eq!(codes(&said.params["diagnostics"]), expected(text, *page), "{}", text);
        }
        editor.close();
    }
}

/// Thirty keystrokes per second for some seconds, with cancelled requests: the last ones are of the
/// last version.
#[test]
fn diagnostics_never_go_back_to_an_older_version() {
    let mut editor = Editor::new();
    let uri = "file:///a.pips";
    let turns = "2. a2-c4 3. c2 4. d2 5. e2 6. f2 7. g2 8. h2";
    editor.open(uri, &format!("{GIPF}1. b3 *\n\n").repeat(200));
    let mut asked = Vec::new();
    for (version, letter) in (2..).zip(turns.chars()) {
        let column = 5 + version as u32 - 2;
        editor.change(uri, version, [3, column, 3, column], &letter.to_string());
        let at = json!({ "textDocument": { "uri": uri }, "position": { "line": 3, "character": column + 1 } });
        if let Some(before) = asked.last() {
            editor.tell("$/cancelRequest", json!({ "id": before }));
        }
        asked.push(editor.begin("textDocument/completion", at));
        std::thread::sleep(Duration::from_millis(33));
    }
    let last = 1 + turns.len() as i32;
    let until = Instant::now() + super::PATIENCE;
    let mut versions = Vec::new();
    while versions.last() != Some(&i64::from(last)) {
        if let Message::Notification(Notification { method, params }) = editor
            .connection
            .receiver
            .recv_deadline(until)
            .expect("diagnostics")
            && method == "textDocument/publishDiagnostics"
        {
            versions.push(params["version"].as_i64().unwrap());
        }
    }
    assert!(versions.is_sorted(), "{versions:?}");
    editor.close();
}

#[test]
fn the_editor_of_this_test_counts_as_editors_do() {
    let text = "a\u{1F3B2}b\r\nc\rd\n";
    assert_eq!(
        after(text, [0, 2, 0, 3], "x"),
        "axb\r\nc\rd\n",
        "within a character"
    );
    assert_eq!(after(text, [0, 99, 1, 0], "-"), "a\u{1F3B2}b-c\rd\n");
    assert_eq!(
        after(text, [2, 0, 1, 1], ""),
        "a\u{1F3B2}b\r\ncd\n",
        "the wrong way round"
    );
    let range =
        json!({ "start": { "line": 0, "character": 3 }, "end": { "line": 1, "character": 0 } });
    let edits = json!([{ "range": range, "newText": "" }]);
    assert_eq!(edited("a\u{1F3B2}\nb", &edits), "a\u{1F3B2}b");
}

/// Tests that take seconds.
mod slow {
    use super::*;

    #[test]
    fn a_huge_document_is_edited_and_closed_while_it_is_checked() {
        let mut editor = Editor::new();
        let uri = "file:///a.pips";
        let record = format!("{GIPF}1. b3 2. a2-c4 3. c2 4. d2 *\n\n");
        let count = 4_000;
        editor.open(uri, &record.repeat(count));
        // The first check has hardly begun.
        let line = 5 * (count as u32 / 2) + 3;
        editor.change(uri, 2, [line, 9, line, 14], "a2-d4");
        let found = editor.diagnostics(uri, 2);
        assert!(
            found
                .iter()
                .any(|one| one["code"] == "gipf/not-in-line"
                    && one["range"]["start"]["line"] == line),
            "{found:?}"
        );
        for (version, method) in (3..).zip(ASKED) {
            editor.change(uri, version, [line, 0, line, 0], " ");
            editor.begin(method, parameters(uri, [line, 12, line, 14]));
        }
        editor.tell(
            "textDocument/didClose",
            json!({ "textDocument": { "uri": uri } }),
        );
        // One line of four megabytes, in a record that is too long.
        editor.open(
            "file:///b.pips",
            &format!("[Game \"gipf\"]\n{}", "b3 ".repeat(1_500_000)),
        );
        let found = editor.diagnostics("file:///b.pips", 1);
        assert_eq!(found[0]["code"], "limit/record-size");
        editor.change("file:///b.pips", 2, [1, 4_000_000, 1, 4_000_003], "");
        assert_eq!(editor.diagnostics("file:///b.pips", 2).len(), 1);
        let request = Request {
            id: RequestId::from(9_999),
            method: "textDocument/formatting".into(),
            params: parameters("file:///b.pips", [0; 4]),
        };
        editor
            .connection
            .sender
            .send(Message::Request(request))
            .unwrap();
        editor.close();
    }
}
