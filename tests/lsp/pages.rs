//! Blocks of documents.

use serde_json::{Value, json};

use super::{Editor, edited};

const PAGE: &str = "file:///book/page.md";

#[test]
fn blocks_of_a_document_are_records() {
    let mut editor = Editor::new();
    let text = "# A page\n\n> ```pips\n> [Game \"gipf\"]\n> [Variant \"basic\"]\n>\n> b3 a2-d4\n> ```\n\n```rust\n\
        [Game \"gipf\"]\n```\n\n1. x\n\n   ~~~pips\n   [Game \"pippip\"]\n\n   5@b2/3 3@b1/5\n   ~~~\n";
    editor.open(PAGE, text);
    let found = editor.diagnostics(PAGE, 1);
    assert_eq!(found.len(), 1);
    assert_eq!(
        (&found[0]["code"], &found[0]["range"]["start"]),
        (
            &json!("gipf/not-in-line"),
            &json!({ "line": 6, "character": 8 })
        )
    );

    let at =
        json!({ "textDocument": { "uri": PAGE }, "position": { "line": 18, "character": 12 } });
    let reported = editor.ask("textDocument/hover", at.clone());
    assert!(
        reported["contents"]["value"]
            .as_str()
            .unwrap()
            .contains("`3@b1/5;xb2`")
    );
    assert_eq!(
        reported["range"]["start"],
        json!({ "line": 18, "character": 10 })
    );
    assert_eq!(editor.ask("pipscribe/board", at)["game"], "pippip");

    // Inserted lines get the margin of their block.
    let options = json!({ "textDocument": { "uri": PAGE }, "options": { "tabSize": 4, "insertSpaces": true } });
    let edits = editor.ask("textDocument/formatting", options);
    let formatted = edited(text, &edits);
    assert!(
        formatted.starts_with(&text[..text.find("```\n").unwrap()])
            && formatted.contains("   1. 5@b2/3 2. 3@b1/5;xb2 *\n   ~~~\n"),
        "{formatted}"
    );

    // Without its fence, a record disappears, and the other stays.
    editor.change(PAGE, 2, [2, 5, 2, 9], "text");
    assert_eq!(editor.diagnostics(PAGE, 2), [Value::Null; 0]);
    editor.change(PAGE, 3, [18, 5, 18, 7], "z9");
    assert_eq!(editor.diagnostics(PAGE, 3)[0]["code"], "pippip/off-board");
    editor.close();
}

#[test]
fn fence_attributes_count() {
    let mut editor = Editor::new();
    let text = "```pips\n[Game \"gipf\"]\n[Variant \"basic\"]\n\nb3 a2-d4\n```\n";
    editor.open(PAGE, text);
    assert_eq!(editor.diagnostics(PAGE, 1)[0]["code"], "gipf/not-in-line");
    // The record is byte-identical.
    editor.change(PAGE, 2, [0, 7, 0, 7], " illegal");
    assert_eq!(editor.diagnostics(PAGE, 2), [Value::Null; 0]);
    editor.change(PAGE, 3, [0, 7, 0, 15], "");
    assert_eq!(editor.diagnostics(PAGE, 3)[0]["code"], "gipf/not-in-line");
    editor.close();
}

#[test]
fn latex_and_typst_documents_are_supported() {
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n\nb3 a2-d4\n";
    for (uri, text) in [
        (
            "file:///book/a.tex",
            format!("Text.\n\\begin{{pips}}\n{record}\\end{{pips}}\n"),
        ),
        (
            "file:///book/a.typ",
            format!("= Text\n```pips\n{record}```\n"),
        ),
    ] {
        let mut editor = Editor::new();
        editor.open(uri, &text);
        let found = editor.diagnostics(uri, 1);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(
            (&found[0]["code"], &found[0]["range"]["start"]),
            (
                &json!("gipf/not-in-line"),
                &json!({ "line": 5, "character": 6 })
            )
        );
        let options = json!({ "textDocument": { "uri": uri }, "options": { "tabSize": 4, "insertSpaces": true } });
        let formatted = edited(&text, &editor.ask("textDocument/formatting", options));
        assert_eq!(formatted, text, "an invalid record keeps its bytes: {uri}");
        let valid = text.replace("a2-d4", "a2-c4");
        editor.change(uri, 2, [5, 3, 5, 8], "a2-c4");
        let options = json!({ "textDocument": { "uri": uri }, "options": { "tabSize": 4, "insertSpaces": true } });
        let formatted = edited(&valid, &editor.ask("textDocument/formatting", options));
        assert_eq!(
            formatted,
            valid.replace("\nb3 a2-c4\n", "\n1. b3 2. a2-c4 *\n"),
            "{uri}"
        );
        editor.close();
    }
}

#[test]
fn a_turn_is_completed_in_a_quote() {
    let mut editor = Editor::new();
    let at = editor.open_at(
        PAGE,
        "> ```pips\n> [Game \"gipf\"]\n> [Variant \"basic\"]\n>\n> 1. b3 2. a2-d^4\n> ```\n",
    );
    let list = editor.ask("textDocument/completion", at);
    assert_eq!(list["items"][0]["label"], "a2-c4");
    assert_eq!(
        list["items"][0]["textEdit"]["range"]["start"],
        json!({ "line": 4, "character": 11 })
    );
    editor.close();
}

#[test]
fn documents_of_quarto_and_mdx_are_markdown() {
    let mut editor = Editor::new();
    let text = "---\ntitle: x\n---\n\n```{.pips turn=1}\n[Game \"gipf\"]\n[Variant \"basic\"]\n\nb3 a2-d4\n```\n";
    for (name, language) in [
        ("a.qmd", "quarto"),
        ("a.qmd", "plaintext"),
        ("a.Rmd", "rmd"),
        ("a.Rmd", "r"),
        ("a.mdx", "mdx"),
        ("a", "quarto"),
    ] {
        let uri = format!("file:///book/{language}/{name}");
        let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
        editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
        let found = editor.diagnostics(&uri, 1);
        assert_eq!(found.len(), 1, "{language}");
        assert_eq!(
            (&found[0]["code"], &found[0]["range"]["start"]["line"]),
            (&json!("gipf/not-in-line"), &json!(8))
        );
    }
    editor.close();
}

#[test]
fn a_text_in_an_unknown_language_has_no_records() {
    let mut editor = Editor::new();
    let document = json!({ "uri": "file:///a.txt", "languageId": "plaintext", "version": 1, "text": "some words" });
    editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
    let symbols = json!({ "textDocument": { "uri": "file:///a.txt" } });
    assert_eq!(
        editor.refused("textDocument/documentSymbol", symbols),
        -32602
    );
    // The extension decides, too.
    let document =
        json!({ "uri": "file:///a.PIPS", "languageId": "text", "version": 1, "text": "zz" });
    editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
    assert!(!editor.diagnostics("file:///a.PIPS", 1).is_empty());
    editor.close();
}
