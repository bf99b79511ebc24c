//! Edited documents: their diagnostics equal those of a check of the whole text.

use std::sync::Arc;

use pipscribe::check_str;
use pipscribe_lsp::NoFiles;
use serde_json::{Value, json};

use super::{Editor, GIPF, PIPE, PIPE_SETUP, TAGS, URI, capabilities};

/// The codes of a text with their lines, from the library.
fn codes(text: &str) -> Vec<(String, u64)> {
    let checked = check_str(text);
    let found = checked.iter().flat_map(|record| {
        record
            .report
            .findings
            .iter()
            .map(|finding| (finding.code.id.to_owned(), record.place(finding).line - 1))
    });
    found.collect()
}

fn reported(diagnostics: &[Value]) -> Vec<(String, u64)> {
    let reported = diagnostics.iter().map(|one| {
        (
            one["code"].as_str().unwrap().to_owned(),
            one["range"]["start"]["line"].as_u64().unwrap(),
        )
    });
    reported.collect()
}

#[test]
fn a_finding_is_reported_in_full() {
    let mut editor = Editor::new();
    let text = "[Game \"pippip\"]\n\n1. 5@b2/3 2. 3@b2/1 *\n";
    editor.open(URI, text);
    let found = editor.diagnostics(URI, 1);
    assert_eq!(found.len(), 1);
    let one = &found[0];
    assert_eq!(one["code"], "pippip/occupied");
    assert_eq!(one["severity"], 1);
    assert_eq!(one["source"], "pipscribe");
    assert!(
        one["codeDescription"]["href"]
            .as_str()
            .unwrap()
            .ends_with("/findings/pippip/occupied.html")
    );
    assert_eq!(
        one["range"],
        json!({ "start": { "line": 2, "character": 15 }, "end": { "line": 2, "character": 17 } })
    );
    // The related place is the turn that put a die on the square.
    let related = &one["relatedInformation"][0];
    assert_eq!(
        related["location"]["range"]["start"],
        json!({ "line": 2, "character": 3 })
    );
    editor.close();
}

#[test]
fn unneeded_text_is_faded_with_a_warning() {
    let mut editor = Editor::new();
    editor.open(
        URI,
        &format!("{GIPF}1. b3 {{[%irregular gipf/row-not-removed]}} *\n"),
    );
    let found = editor.diagnostics(URI, 1);
    assert_eq!(
        (&found[0]["code"], &found[0]["severity"], &found[0]["tags"]),
        (&json!("irregular/unneeded"), &json!(2), &json!([1]))
    );
    editor.close();
}

#[test]
fn every_variant_is_judged() {
    let turns = [
        "b3 2. a2-d4",
        "Gb3 2. a2-d4",
        "b3",
        "c3 2. c3",
        "c3 2. c3",
        "c3 2. c3",
        "5@b2/3 2. 3@b2/1",
        "discard:1,2,3,4",
    ];
    let expected = [
        "gipf/not-in-line",
        "gipf/gipf-not-allowed",
        "gipf/gipf-required",
        "pippinzip/occupied",
        "pippinzip/occupied",
        "pippinzip/occupied",
        "pippip/occupied",
        "pipe/card-not-in-hand",
    ];
    let mut editor = Editor::new();
    for (version, ((name, tags), (turns, code))) in TAGS
        .into_iter()
        .zip(turns.into_iter().zip(expected))
        .enumerate()
    {
        let uri = format!("file:///games/{version}.pips");
        editor.open(&uri, &format!("{tags}1. {turns} *\n"));
        let found = editor.diagnostics(&uri, 1);
        assert!(
            found.iter().any(|one| one["code"] == code),
            "{name}: {found:?}"
        );
    }
    editor.close();
}

#[test]
fn edits_are_followed() {
    let mut editor = Editor::new();
    let mut text =
        format!("{GIPF}1. b3 2. a2-c4 *\n\n{PIPE}{PIPE_SETUP}*\n\n{GIPF}1. a2-b3 2. b2 *\n");
    editor.open(URI, &text);
    assert_eq!(reported(&editor.diagnostics(URI, 1)), codes(&text));
    // The edits change a turn, begin a record, remove a tag, open a comment that is never closed,
    // and empty the document.
    let edits: [([u32; 4], &str); 8] = [
        ([3, 12, 3, 14], "d4"),
        ([3, 0, 3, 0], "\n[Game \"gipf\"]\n"),
        ([1, 0, 2, 0], ""),
        ([0, 0, 0, 1], "("),
        ([3, 3, 3, 3], "{\u{1F3B2}\n\u{e9}"),
        ([4, 0, 4, 1], ""),
        ([0, 0, 99, 0], ""),
        (
            [0, 0, 0, 0],
            "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n\n1. c3 2. c3 *\n",
        ),
    ];
    for (version, (range, new)) in (2..).zip(edits) {
        editor.change(URI, version, range, new);
        text = super::edited(
            &text,
            &json!([{ "newText": new, "range": {
            "start": { "line": range[0], "character": range[1] },
                "end": { "line": range[2], "character": range[3] } } }]),
        );
        assert_eq!(
            reported(&editor.diagnostics(URI, version)),
            codes(&text),
            "version {version}: {text}"
        );
    }
    editor.close();
}

#[test]
fn several_changes_are_applied_in_order_and_full_texts_are_accepted() {
    let mut editor = Editor::new();
    editor.open(URI, &format!("{GIPF}1. b3 *\n"));
    assert_eq!(editor.diagnostics(URI, 1), [json!(null); 0]);
    let at = |line: u32, column: u32| json!({ "line": line, "character": column });
    editor.tell(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": URI, "version": 2 }, "contentChanges": [
        { "range": { "start": at(3, 5), "end": at(3, 5) }, "text": "\n2. zz" },
        { "range": { "start": at(4, 3), "end": at(4, 5) }, "text": "a2-d4" },
    ] }),
    );
    assert_eq!(
        reported(&editor.diagnostics(URI, 2)),
        [("gipf/not-in-line".to_owned(), 4)]
    );
    editor.tell(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": URI, "version": 3 }, "contentChanges": [
        { "text": format!("{GIPF}1. b3 *\n\n{GIPF}1. zz *\n") },
    ] }),
    );
    assert_eq!(
        reported(&editor.diagnostics(URI, 3)),
        [("syntax/token".to_owned(), 8)]
    );
    editor.close();
}

#[test]
fn closed_documents_are_forgotten() {
    let mut editor = Editor::new();
    editor.open(URI, &format!("{GIPF}1. zz *\n"));
    editor.diagnostics(URI, 1);
    editor.tell(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": URI } }),
    );
    let document = json!({ "textDocument": { "uri": URI } });
    assert_eq!(
        editor.refused("textDocument/foldingRange", document),
        -32602
    );
    let last = editor
        .heard
        .pop_back()
        .expect("what was reported is taken back");
    assert_eq!(
        (last.method.as_str(), &last.params["diagnostics"]),
        ("textDocument/publishDiagnostics", &json!([]))
    );
    editor.close();
}

#[test]
fn turns_after_an_illegal_one_are_faded() {
    let mut able = capabilities();
    able["textDocument"]["publishDiagnostics"] = json!({ "tagSupport": { "valueSet": [1, 2] } });
    let mut editor = Editor::with(able, json!(null), Arc::new(NoFiles));
    editor.open(
        URI,
        &format!("{GIPF}1. b3 2. a2-d4 3. c2 {{x}} 4. h5 (4. h6) *\n"),
    );
    let found = editor.diagnostics(URI, 1);
    let faded: Vec<&Value> = found.iter().filter(|one| one["severity"] == 4).collect();
    assert_eq!(faded.len(), 1, "{found:?}");
    let range =
        json!({ "start": { "line": 3, "character": 18 }, "end": { "line": 3, "character": 30 } });
    assert_eq!(
        (&faded[0]["range"], &faded[0]["tags"]),
        (&range, &json!([1]))
    );
    assert_eq!(
        faded[0]["message"],
        "Not checked, because turn 2 is illegal."
    );
    // Nothing follows the last turn, and an unmet expectation does not end the check.
    for (version, turns) in [
        (2, "1. b3 2. a2-d4 *"),
        (3, "1. b3 {[%expect moves 1]} 2. a2-c4 3. c2 *"),
    ] {
        editor.change(URI, version, [3, 0, 4, 0], &format!("{turns}\n"));
        let found = editor.diagnostics(URI, version);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0]["severity"], 1);
    }
    editor.close();
}
