//! Formatting, symbols, folding, selections.

use serde_json::{Value, json};

use super::{Editor, GIPF, PIPE, PIPE_SETUP, URI, edited};
use crate::support::RecordText;

fn options() -> Value {
    json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true } })
}

#[test]
fn a_document_is_formatted_as_fmt_does() {
    let mut editor = Editor::new();
    let texts = [
        format!(
            "# first\n{GIPF}b3 a2-c4{{\u{1F3B2}}}\r\n\n\n[Game \"pippip\"]\n5@b2/3 3@b1/5\n# of the next\n[Game \
                \"gipf\"]\n[Variant \"zz\"]\n\n  b3\n"
        ),
        format!("{PIPE}{PIPE_SETUP}3. 20@+0+0/W"),
        "[Game \"pippinzip\"]\n[Size \"5\"]\n[Variant \"zipline\"]\nc3 take b2,d4 ( 3. b2,d5 {x} )\n".to_owned(),
        String::new(),
    ];
    for text in texts {
        editor.open(URI, &text);
        let edits = editor.ask("textDocument/formatting", options());
        let expected = pipscribe::formats::pips::format(text.as_bytes(), false).bytes;
        assert_eq!(
            edited(&text, &edits),
            String::from_utf8(expected).unwrap(),
            "{text}"
        );
    }
    editor.close();
}

#[test]
fn lines_that_end_with_two_characters_are_formatted_once() {
    let mut editor = Editor::new();
    let written = format!("{GIPF}1. b3 *\n\n{GIPF}b3\n").replace('\n', "\r\n");
    let page = format!("```pips\n{GIPF}1. b3 *\n```\n").replace('\n', "\r\n");
    for (uri, text) in [(URI, written), ("file:///games/a.md", page)] {
        editor.open(uri, &text);
        let mut options = options();
        options["textDocument"]["uri"] = json!(uri);
        let now = edited(
            &text,
            &editor.ask("textDocument/formatting", options.clone()),
        );
        if uri == URI {
            assert_eq!(
                now,
                String::from_utf8(pipscribe::formats::pips::format(text.as_bytes(), false).bytes)
                    .unwrap()
            );
        }
        editor.open(uri, &now);
        assert_eq!(
            edited(&now, &editor.ask("textDocument/formatting", options)),
            now,
            "{uri}"
        );
        let at = json!({ "line": 3, "character": 2 });
        let params = json!({ "textDocument": { "uri": uri }, "range": { "start": at, "end": at },
            "context": { "diagnostics": [], "only": ["source.pipscribe.canonical"] } });
        assert_eq!(
            editor.ask("textDocument/codeAction", params),
            json!([]),
            "{uri}"
        );
    }
    editor.close();
}

#[test]
fn the_corpus_is_formatted_as_fmt_does() {
    let mut editor = Editor::new();
    for path in [
        "notation",
        "gipf/edges",
        "pippip/rules",
        "pippinzip/rules",
        "pipe/edges",
    ]
    .iter()
    .flat_map(|folder| crate::support::corpus_files(folder))
    .step_by(7)
    {
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        editor.open(URI, &text);
        let edits = editor.ask("textDocument/formatting", options());
        let expected = pipscribe::formats::pips::format(text.as_bytes(), false).bytes;
        assert_eq!(
            edited(&text, &edits),
            String::from_utf8(expected).unwrap(),
            "{}",
            path.display()
        );
    }
    editor.close();
}

#[test]
fn a_range_formats_the_records_that_it_touches() {
    let mut editor = Editor::new();
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\nb3\n\n";
    let text = record.repeat(3);
    editor.open(URI, &text);
    let mut params = options();
    params["range"] =
        json!({ "start": { "line": 5, "character": 2 }, "end": { "line": 6, "character": 1 } });
    let edits = editor.ask("textDocument/rangeFormatting", params);
    assert_eq!(
        edited(&text, &edits),
        format!("{record}{GIPF}1. b3 *\n\n{record}")
    );
    editor.close();
}

#[test]
fn records_variations_and_figures_are_symbols() {
    let mut editor = Editor::new();
    let text = format!(
        "[Game \"gipf\"]\n[Variant \"basic\"]\n[Player1 \"Ann\"]\n[Player2 \"Bo\"]\n\n1. b3 (1. c2 {{[%diagram \"A \
            corner\"]}} (1. d2)) *\n\n{PIPE}{PIPE_SETUP}*\n"
    );
    editor.open(URI, &text);
    let symbols = editor.ask(
        "textDocument/documentSymbol",
        json!({ "textDocument": { "uri": URI } }),
    );
    let names = |symbols: &Value| -> Vec<String> {
        symbols
            .as_array()
            .unwrap()
            .iter()
            .map(|symbol| symbol["name"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(
        names(&symbols),
        ["GIPF: Ann \u{2013} Bo", "The Very Clever Pipe Game"]
    );
    assert_eq!(symbols[0]["detail"], "basic");
    assert_eq!(
        symbols[0]["range"]["end"],
        json!({ "line": 5, "character": 47 })
    );
    assert_eq!(
        names(&symbols[0]["children"]),
        ["Game", "Variant", "Player1", "Player2", "1. c2"]
    );
    let variation = &symbols[0]["children"][4];
    assert_eq!(names(&variation["children"]), ["A corner", "1. d2"]);
    editor.close();
}

#[test]
fn unclosed_text_ends_with_its_record() {
    let mut editor = Editor::new();
    let text = format!("{GIPF}1. b3 (1. c2\n2. d2\n\n{GIPF}1. b3 *\n");
    editor.open(URI, &text);
    let document = json!({ "textDocument": { "uri": URI } });
    let symbols = editor.ask("textDocument/documentSymbol", document.clone());
    let end = json!({ "line": 4, "character": 5 });
    assert_eq!(symbols[0]["range"]["end"], end);
    assert_eq!(symbols[0]["children"][2]["range"]["end"], end);
    let folds = editor.ask("textDocument/foldingRange", document);
    let lines: Vec<_> = folds
        .as_array()
        .unwrap()
        .iter()
        .map(|fold| fold["endLine"].as_u64().unwrap())
        .collect();
    assert_eq!(lines, [4, 1, 4, 9, 7]);
    editor.open(URI, &format!("{GIPF}1. b3 {{never closed\n\n"));
    let folds = editor.ask(
        "textDocument/foldingRange",
        json!({ "textDocument": { "uri": URI } }),
    );
    let flat = folds
        .as_array()
        .unwrap()
        .iter()
        .find(|fold| fold["startLine"] == fold["endLine"]);
    assert!(flat.is_none(), "{folds}");
    editor.close();
}

#[test]
fn text_of_several_lines_folds() {
    let mut editor = Editor::new();
    let text = format!(
        "{GIPF}1. b3 {{a\nb}} (1. c2\n2. d2) 2. c2 *\n\n[Game \"pippip\"]\n\n1. 5@b2/3 *\n"
    );
    editor.open(URI, &text);
    let found = editor.ask(
        "textDocument/foldingRange",
        json!({ "textDocument": { "uri": URI } }),
    );
    let mut folds: Vec<(u64, u64, String)> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|fold| {
            let line = |name: &str| fold[name].as_u64().unwrap();
            (
                line("startLine"),
                line("endLine"),
                fold["kind"].as_str().unwrap_or("record").to_owned(),
            )
        })
        .collect();
    folds.sort();
    let expected = [
        (0, 1, "imports"),
        (0, 5, "record"),
        (3, 4, "comment"),
        (4, 5, "region"),
        (7, 9, "record"),
    ];
    assert_eq!(
        folds,
        expected.map(|(from, to, kind)| (from, to, kind.to_owned()))
    );
    editor.close();
}

#[test]
fn a_selection_grows_from_a_part_of_a_turn() {
    let mut editor = Editor::new();
    let text = format!("{GIPF}1. b3 2. a2-c4 {{x}} *\n");
    editor.open(URI, &text);
    let params =
        json!({ "textDocument": { "uri": URI }, "positions": [{ "line": 3, "character": 13 }] });
    let grown = editor.ask("textDocument/selectionRange", params);
    let mut selected = Vec::new();
    let mut next = &grown[0];
    while next["range"].is_object() {
        let line: Vec<char> = text.lines().nth(3).unwrap().chars().collect();
        let (start, end) = (&next["range"]["start"], &next["range"]["end"]);
        if start["line"] == 3 && end["line"] == 3 {
            let column = |place: &Value| place["character"].as_u64().unwrap() as usize;
            selected.push(line[column(start)..column(end)].iter().collect::<String>());
        }
        next = &next["parent"];
    }
    assert_eq!(
        selected,
        [
            "c4",
            "a2-c4",
            "2. a2-c4",
            "2. a2-c4 {x}",
            "1. b3 2. a2-c4 {x}"
        ]
    );
    editor.close();
}

#[test]
fn records_are_listed_in_parts_and_searched() {
    let record = |player: &str| {
        let tags = RecordText::gipf().tag("Player1", player);
        tags.with_moves("1. b3 *\n")
    };
    let mut editor = Editor::new();
    editor.open(
        URI,
        &format!(
            "# all games\n\n{}{}{}",
            record("Ada").repeat(3),
            record("Élodie"),
            record("Bo").repeat(3)
        ),
    );
    editor.diagnostics(URI, 1);
    let mut ask = |more: Value| {
        let mut params = json!({ "textDocument": { "uri": URI } });
        params
            .as_object_mut()
            .unwrap()
            .append(&mut more.as_object().unwrap().clone());
        editor.ask("pipscribe/records", params)
    };
    let part = ask(json!({ "from": 2, "count": 2 }));
    assert_eq!(
        (&part["total"], &part["found"], &part["judged"]),
        (&json!(7), &json!(7), &json!(7))
    );
    let names: Vec<_> = part["records"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].clone())
        .collect();
    assert_eq!(names, ["GIPF: Ada", "GIPF: Élodie"]);
    let found = ask(json!({ "search": "ÉLO", "count": 9 }));
    assert_eq!(
        (&found["found"], &found["records"][0]["record"]),
        (&json!(1), &json!(4))
    );
    assert_eq!(
        found["records"][0]["range"]["start"],
        json!({ "line": 20, "character": 0 })
    );
    assert_eq!(found["records"][0]["detail"], "basic");
    assert_eq!(ask(json!({ "withFindings": true, "count": 9 }))["found"], 0);
    assert_eq!(ask(json!({}))["records"], json!([]), "none were asked for");
    editor.close();
}
