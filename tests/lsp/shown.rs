//! Decorations of the text: hints, tokens, lenses, links.

use std::sync::Arc;

use pipscribe::findings::BookAddress;
use pipscribe_lsp::NoFiles;
use serde_json::{Value, json};

use super::{Editor, GIPF, OwnBook, PIPE, PIPE_SETUP, URI, capabilities};

/// The hints of a text: column and label, line by line of its movetext.
fn hints(editor: &mut Editor, text: &str) -> Vec<(u64, String)> {
    editor.open(URI, text);
    let range =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let found = editor.ask(
        "textDocument/inlayHint",
        json!({ "textDocument": { "uri": URI }, "range": range }),
    );
    found
        .as_array()
        .unwrap()
        .iter()
        .map(|hint| {
            (
                hint["position"]["character"].as_u64().unwrap(),
                hint["label"].as_str().unwrap().to_owned(),
            )
        })
        .collect()
}

#[test]
fn seats_reserves_scores_and_implied_text_are_hints() {
    let mut editor = Editor::new();
    let all = |hints: &[(u64, &str)]| {
        hints
            .iter()
            .map(|(at, label)| (*at, (*label).to_owned()))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        hints(&mut editor, &format!("{GIPF}1. b3 2. a2-c4 *\n")),
        all(&[(3, "White"), (5, "11:12"), (9, "Black"), (14, "11:11")])
    );
    let dice = "[Game \"pippip\"]\n\n1. 5@b2/3 2. 3@b1/5 3. 2s;1@d4/2 *\n";
    assert_eq!(
        hints(&mut editor, dice),
        all(&[
            (3, "Light"),
            (13, "Dark"),
            (19, ";xb2"),
            (19, "0-5"),
            (23, "Light"),
            (32, "2:-")
        ])
    );
    let zip =
        "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n\n1. c3 2. take 3. a1,c1 *\n";
    assert_eq!(
        hints(&mut editor, zip),
        all(&[(3, "Seat 1"), (9, "Seat 2"), (17, "Seat 1")])
    );
    let cards = format!("{PIPE}{PIPE_SETUP}3. 20@+0+0/W *\n");
    assert_eq!(
        hints(&mut editor, &cards)[2..],
        all(&[(3, "Seat 1"), (12, ";x2:20;draw:6"), (12, "0-1")])
    );
    editor.close();
    let quiet = json!({ "inlayHints": { "seat": false, "reserve": false, "score": false } });
    let mut editor = Editor::with(capabilities(), quiet, Arc::new(NoFiles));
    assert_eq!(hints(&mut editor, dice), all(&[(19, ";xb2")]));
    editor.tell(
        "workspace/didChangeConfiguration",
        json!({ "settings": { "pipscribe": { "inlayHints": { "unwritten": false } } } }),
    );
    assert!(
        hints(&mut editor, dice)
            .iter()
            .all(|(_, label)| label != ";xb2")
    );
    editor.close();
}

/// The tokens of a text, decoded: the text of each and its kind.
fn decoded(editor: &Editor, text: &str, data: &Value) -> Vec<(String, String)> {
    let legend = &editor.answered["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"];
    let numbers: Vec<usize> = data
        .as_array()
        .unwrap()
        .iter()
        .map(|number| number.as_u64().unwrap() as usize)
        .collect();
    let lines: Vec<&str> = text.lines().collect();
    let (mut line, mut column) = (0, 0);
    let tokens = numbers.chunks_exact(5).map(|token| {
        line += token[0];
        column = if token[0] > 0 {
            token[1]
        } else {
            column + token[1]
        };
        let words: Vec<u16> = lines[line].encode_utf16().collect();
        let text = String::from_utf16(&words[column..column + token[2]]).unwrap();
        (text, legend[token[3]].as_str().unwrap().to_owned())
    });
    tokens.collect()
}

#[test]
fn every_part_has_its_kind() {
    let mut editor = Editor::new();
    let text = format!("{GIPF}1. a2-b3! {{\u{1F3B2} [%circle b3]\nx}} 2. resign 0-1\n");
    editor.open(URI, &text);
    let document = json!({ "textDocument": { "uri": URI } });
    let full = editor.ask("textDocument/semanticTokens/full", document);
    let expected = [
        ("Game", "property"),
        ("\"gipf\"", "string"),
        ("Variant", "property"),
        ("\"basic\"", "string"),
        ("1.", "number"),
        ("a2", "variable"),
        ("-", "operator"),
        ("b3", "variable"),
        ("!", "operator"),
        ("{\u{1F3B2} ", "comment"),
        ("[%circle", "macro"),
        (" b3", "parameter"),
        ("]", "macro"),
        ("x}", "comment"),
        ("2.", "number"),
        ("resign", "keyword"),
        ("0-1", "keyword"),
    ];
    let expected: Vec<_> = expected
        .iter()
        .map(|(text, kind)| ((*text).to_owned(), (*kind).to_owned()))
        .collect();
    assert_eq!(decoded(&editor, &text, &full["data"]), expected);

    let range =
        json!({ "start": { "line": 4, "character": 0 }, "end": { "line": 4, "character": 9 } });
    let part = editor.ask(
        "textDocument/semanticTokens/range",
        json!({ "textDocument": { "uri": URI }, "range": range }),
    );
    let part: Vec<String> = decoded(&editor, &text, &part["data"])
        .into_iter()
        .map(|(text, _)| text)
        .collect();
    assert!(
        part.contains(&"resign".to_owned()) && !part.contains(&"Game".to_owned()),
        "{part:?}"
    );

    // An edit changes a few numbers.
    editor.change(URI, 2, [4, 6, 4, 12], "b4");
    let params = json!({ "textDocument": { "uri": URI }, "previousResultId": full["resultId"] });
    let delta = editor.ask("textDocument/semanticTokens/full/delta", params);
    let mut numbers = full["data"].as_array().unwrap().clone();
    for edit in delta["edits"].as_array().unwrap() {
        let start = edit["start"].as_u64().unwrap() as usize;
        let count = edit["deleteCount"].as_u64().unwrap() as usize;
        numbers.splice(
            start..start + count,
            edit["data"].as_array().unwrap().iter().cloned(),
        );
    }
    let whole = editor.ask(
        "textDocument/semanticTokens/full",
        json!({ "textDocument": { "uri": URI } }),
    );
    assert_eq!(json!(numbers), whole["data"]);
    editor.close();
}

/// The tokens of records are kept when another record changes, also one on lines before them.
#[test]
fn tokens_after_an_edit_are_those_of_the_whole_text() {
    let record = format!("{GIPF}1. a2-b3 {{one}} 2. a2-d4 *\n");
    let page = format!(
        "> ```pips\n> {}\n> ```\n",
        record.trim_end().replace('\n', "\n> ")
    );
    let many = format!("# first\n\n{record}\n{record}# between\n{record}");
    let one_line = format!("{} {}", record.trim_end(), record);
    for text in [many, format!("{page}\n{page}"), one_line] {
        let mut editor = Editor::new();
        let mut now = text.clone();
        editor.open(URI, &text);
        let asked = json!({ "textDocument": { "uri": URI } });
        editor.ask("textDocument/semanticTokens/full", asked.clone());
        for (version, (offset, inserted)) in [
            (0, "\n"),
            (3, "x"),
            (text.len() / 2, "\n\n"),
            (text.len() / 2, "{y}"),
        ]
        .into_iter()
        .enumerate()
        {
            let before = &now[..offset];
            let line = u32::try_from(before.matches('\n').count()).unwrap();
            let column = before.len() - before.rfind('\n').map_or(0, |index| index + 1);
            let column = u32::try_from(column).unwrap();
            let version = i32::try_from(version).unwrap() + 2;
            editor.change(URI, version, [line, column, line, column], inserted);
            now.insert_str(offset, inserted);
            let kept = editor.ask("textDocument/semanticTokens/full", asked.clone());

            let mut fresh = Editor::new();
            fresh.open(URI, &now);
            let whole = fresh.ask("textDocument/semanticTokens/full", asked.clone());
            assert_eq!(kept["data"], whole["data"], "{now}");
            fresh.close();
        }
        editor.close();
    }
}

#[test]
fn turns_of_every_game_have_parts() {
    let mut editor = Editor::new();
    let pipe = format!("{PIPE}{PIPE_SETUP}3. 20@+0+0/W;x2:20 *\n");
    for (text, turn) in [
        (
            "[Game \"pippip\"]\n\n1. *5@b2/3;xa1 *\n",
            vec![
                ("*", "variable"),
                ("5", "parameter"),
                ("@", "operator"),
                ("b2", "variable"),
                ("/", "operator"),
                ("3", "parameter"),
                (";x", "operator"),
                ("a1", "variable"),
            ],
        ),
        (
            "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n\n1. a1,b2 *\n",
            vec![("a1", "variable"), (",", "operator"), ("b2", "variable")],
        ),
        (
            &pipe,
            vec![
                ("20", "parameter"),
                ("@", "operator"),
                ("+0+0", "variable"),
                ("/", "operator"),
                ("W", "parameter"),
            ],
        ),
    ] {
        editor.open(URI, text);
        let full = editor.ask(
            "textDocument/semanticTokens/full",
            json!({ "textDocument": { "uri": URI } }),
        );
        let tokens = decoded(&editor, text, &full["data"]);
        let turn: Vec<_> = turn
            .into_iter()
            .map(|(text, kind)| (text.to_owned(), kind.to_owned()))
            .collect();
        assert!(
            tokens.windows(turn.len()).any(|window| window == turn),
            "{tokens:?}"
        );
    }
    editor.close();
}

#[test]
fn lenses_are_above_records() {
    let mut editor = Editor::new();
    let text = format!(
        "{GIPF}1. b3 *\n\n{GIPF}1. b3 {{[%expect moves 31]}} 2. c2 {{[%expect to-move 2]}} *\n"
    );
    editor.open(URI, &text);
    let lenses = editor.ask(
        "textDocument/codeLens",
        json!({ "textDocument": { "uri": URI } }),
    );
    let lenses = lenses.as_array().unwrap();
    let reported: Vec<_> = lenses
        .iter()
        .map(|lens| {
            (
                lens["range"]["start"]["line"].as_u64().unwrap(),
                lens["command"]["command"].as_str(),
            )
        })
        .collect();
    let (play, board) = (Some("pipscribe.play"), Some("pipscribe.board"));
    assert_eq!(
        reported,
        [(0, play), (0, board), (5, play), (5, board), (5, None)]
    );
    let counted = editor.ask("codeLens/resolve", lenses[4].clone());
    assert_eq!(counted["command"]["title"], "1 of 2 expectations unmet");
    // An expectation that is never judged is unmet; one before a turn of a variation counts; one in
    // a tag is ignored.
    for (record, expected) in [
        (
            format!("{GIPF}1. b3 {{[%expect legal]}} *\n"),
            Some("1 expectation holds"),
        ),
        (
            format!("{GIPF}1. b9 2. c2 {{[%expect legal]}} *\n"),
            Some("1 expectation; the record is invalid"),
        ),
        (
            "[Game \"gipf\"]\n\n1. b3 {[%expect result 1-0]} *\n".to_owned(),
            Some("1 expectation; the record is invalid"),
        ),
        (
            format!("{GIPF}1. b3 ({{[%expect result 1-0]}} 1. b4) 2. c2 *\n"),
            Some("1 of 1 expectation unmet"),
        ),
        (GIPF.replace("[V", "[Event \"[%expect legal]\"]\n[V"), None),
    ] {
        editor.open(URI, &record);
        let lenses = editor.ask(
            "textDocument/codeLens",
            json!({ "textDocument": { "uri": URI } }),
        );
        let reported = lenses
            .as_array()
            .unwrap()
            .iter()
            .find(|lens| lens["command"].is_null());
        let reported = reported
            .map(|lens| editor.ask("codeLens/resolve", lens.clone())["command"]["title"].clone());
        assert_eq!(reported, expected.map(|title| json!(title)), "{record}");
    }
    editor.open(URI, &text);
    let command = &lenses[0]["command"];
    let played = editor.ask(
        "workspace/executeCommand",
        json!({ "command": command["command"], "arguments": command["arguments"] }),
    );
    assert!(
        played["html"]
            .as_str()
            .unwrap()
            .starts_with("<!DOCTYPE html>")
    );
    editor.close();
}

#[test]
fn links_lead_to_the_configured_book() {
    let text = format!("{GIPF}1. a2-d4 {{G3.1}} *\n");
    for (book, page) in [
        (
            BookAddress::new("https://example.org/b"),
            json!("https://example.org/b/findings/gipf/not-in-line.html"),
        ),
        (None, Value::Null),
    ] {
        let mut editor = Editor::with(capabilities(), json!(null), Arc::new(OwnBook(book)));
        editor.open(URI, &text);
        assert_eq!(
            editor.diagnostics(URI, 1)[0]["codeDescription"]["href"],
            page
        );
        let links = editor.ask(
            "textDocument/documentLink",
            json!({ "textDocument": { "uri": URI } }),
        );
        assert_eq!(
            links.as_array().map_or(0, Vec::len),
            usize::from(book.is_some()),
            "{links}"
        );
        let at =
            json!({ "textDocument": { "uri": URI }, "position": { "line": 3, "character": 4 } });
        let reported = editor.ask("textDocument/hover", at);
        let reported = reported["contents"]["value"].as_str().unwrap();
        assert!(
            reported.contains("https://example.org/b/") == book.is_some()
                && !reported.contains("github.io"),
            "{reported}"
        );
        editor.close();
    }
}

#[test]
fn every_comment_links_to_codes_and_rules() {
    let mut editor = Editor::new();
    let text = "# before all: G3.4\n\n[Game \"gipf\"]\n# of a tag: G3.4\n[Variant \"basic\"]\n\n1. b3 # G3.4\n\
        ({G3.4} 1. b4) *\n";
    editor.open(URI, text);
    let links = editor.ask(
        "textDocument/documentLink",
        json!({ "textDocument": { "uri": URI } }),
    );
    let lines: Vec<_> = links
        .as_array()
        .unwrap()
        .iter()
        .map(|link| link["range"]["start"]["line"].clone())
        .collect();
    assert_eq!(lines, [0, 3, 6, 7]);
    for link in links.as_array().unwrap() {
        let at = json!({ "textDocument": { "uri": URI }, "position": link["range"]["start"] });
        let reported = editor.ask("textDocument/hover", at);
        assert!(
            reported["contents"]["value"]
                .as_str()
                .unwrap_or_default()
                .starts_with("# G3.4 "),
            "{link}"
        );
        assert_eq!(reported["range"], link["range"]);
    }
    editor.close();
}

#[test]
fn codes_and_rules_are_links() {
    let mut editor = Editor::new();
    editor.open(
        URI,
        &format!("{GIPF}1. a2-d4 {{[%expect gipf/not-in-line] by G3.1.}} *\n"),
    );
    let links = editor.ask(
        "textDocument/documentLink",
        json!({ "textDocument": { "uri": URI } }),
    );
    let links: Vec<_> = links
        .as_array()
        .unwrap()
        .iter()
        .map(|link| {
            (
                link["range"]["start"]["character"].as_u64().unwrap(),
                link["range"]["end"]["character"].as_u64().unwrap(),
                link["target"]
                    .as_str()
                    .unwrap()
                    .rsplit('/')
                    .next()
                    .unwrap()
                    .to_owned(),
            )
        })
        .collect();
    let rule = "gipf.html#g31-a-push-goes-from-a-dot-straight-along-a-line".to_owned();
    assert_eq!(
        links,
        [(19, 35, "not-in-line.html".to_owned()), (40, 44, rule)]
    );
    editor.close();
}
