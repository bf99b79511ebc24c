//! Hover texts.

use std::sync::Arc;

use pipscribe_lsp::NoFiles;
use serde_json::{Value, json};

use super::{Editor, GIPF, PIPE, PIPE_SETUP, capabilities};

fn hover(editor: &mut Editor, marked: &str) -> String {
    let answer = editor.ask_at("textDocument/hover", marked);
    answer["contents"]["value"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

#[test]
fn a_client_without_markdown_gets_plain_text() {
    let mut capabilities = capabilities();
    capabilities["textDocument"]["hover"]["contentFormat"] = json!(["plaintext"]);
    let mut editor = Editor::with(capabilities, json!(null), Arc::new(NoFiles));
    for marked in [
        format!("{GIPF}1. b^3 *\n"),
        format!("{GIPF}1. b3 2. a2-d^4 *\n"),
        "[Ga^me \"gipf\"]\n".to_owned(),
        format!("{GIPF}1. b3 {{gipf/off-bo^ard, G3.1}} *\n"),
    ] {
        let answer = editor.ask_at("textDocument/hover", &marked);
        assert_eq!(answer["contents"]["kind"], "plaintext", "{marked}");
        let text = answer["contents"]["value"].as_str().unwrap();
        for sign in ["**", "`", "](", "~~~", "data:image"] {
            assert!(!text.contains(sign), "{marked}: {sign} in {text}");
        }
    }
    let text = hover(&mut editor, &format!("{GIPF}1. b^3 *\n"));
    assert!(text.starts_with("1. b3, White\n\n"), "{text}");
    assert!(text.contains("\n    ") && text.contains("(w)"), "{text}");
    editor.close();
}

#[test]
fn hovering_shows_a_turn_with_its_rules_and_the_board_after_it() {
    let mut editor = Editor::new();
    // The description of a turn in each game: who took it, what happened, by which rule, and a line
    // of the board.
    let pipe = format!("{PIPE}{PIPE_SETUP}3. 20@+0+0/^W;x2:20;claim:light,dark;draw:6 *\n");
    let cases: [(&str, &[&str]); 6] = [
        (
            &format!("{GIPF}1. b^3 *\n"),
            &[
                "**1. `b3`**, White",
                "11 are left in reserve",
                "[G3.1](",
                "(w)",
                "White: 11 in reserve",
                "Black to move.",
            ],
        ),
        (
            "[Game \"gipf\"]\n[Variant \"tournament\"]\n\n1. Gb^3 *\n",
            &["`Gb3`", "16 are left in reserve", "[G5.1]("],
        ),
        (
            "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n\n1. c3 2. ta^ke *\n",
            &["`take`", "Seat 2", "[Z3.1]("],
        ),
        (
            "[Game \"pippinzip\"]\n[Variant \"freestyle\"]\n[Size \"5\"]\n\n1. c^3 *\n",
            &["`c3`", "Seat 2 to move."],
        ),
        (
            "[Game \"pippip\"]\n\n1. 5@b2/3 2. 3@b1/^5 *\n",
            &["`3@b1/5;xb2`", "Dark", "[P4.1](", "Score 0-5."],
        ),
        (
            &pipe,
            &["Seat 1", "picks up card 20", "[V6.4](", "Score 0-1."],
        ),
    ];
    for (marked, expected) in cases {
        let reported = hover(&mut editor, marked);
        for part in expected {
            assert!(reported.contains(part), "{marked}\n{part}\n{reported}");
        }
        assert!(reported.contains("```text\n"), "{reported}");
        assert!(
            !reported.contains("data:image"),
            "this client shows no images"
        );
    }
    editor.close();
}

#[test]
fn hovering_shows_why_a_turn_is_illegal() {
    let mut editor = Editor::new();
    let reported = hover(&mut editor, &format!("{GIPF}1. b3 2. a2-d^4 *\n"));
    for part in [
        "**Not legal**, `gipf/not-in-line`",
        "Nearest legal: `a2-c4`",
        "[.]",
    ] {
        assert!(reported.contains(part), "{part}\n{reported}");
    }
    // Several fixes are equally likely.
    let reported = hover(&mut editor, &format!("{GIPF}1. b3 2. i5 3. c^2 *\n"));
    assert!(
        reported.contains("the position before this turn is unknown"),
        "{reported}"
    );
    let reported = hover(&mut editor, &format!("{GIPF}1. b3 (1. c^2) *\n"));
    assert!(
        reported.contains("**1. `c2`**, White"),
        "of a variation: {reported}"
    );
    editor.close();
}

/// After an illegal turn, boards are those after the unambiguous fix of the record.
#[test]
fn hovering_after_an_illegal_turn_assumes_the_fix() {
    let mut editor = Editor::new();
    let faulty = include_str!("../../corpus/gipf/real/game-b-with-errors.pips");
    let reported = hover(&mut editor, &faulty.replace("53. g6", "53. ^g6"));
    for part in [
        "*After the suggested fix: in turn 49, replace `a2-d4` with `a2-c4`",
        "**53. `g6`**, White",
        "```text",
    ] {
        assert!(reported.contains(part), "{part}\n{reported}");
    }
    let whole = faulty
        .replace("a2-d4", "a2-c4")
        .replace("53. g6", "53. ^g6");
    let fixed = hover(&mut editor, &whole);
    assert_eq!(reported.split_once("\n\n").unwrap().1, fixed);
    editor.close();
}

#[test]
fn hovering_explains_codes_rules_tags_and_commands() {
    let mut editor = Editor::new();
    for (marked, expected) in [
        (
            format!("{GIPF}1. b3 {{[%expect gipf/line-^full]}} *\n"),
            "# gipf/line-full",
        ),
        (
            format!("{GIPF}1. b3 {{by G3.^4 it is}} *\n"),
            "G3.4 A full line cannot be pushed",
        ),
        (
            format!("{GIPF}1. b3 {{[%cir^cle c3]}} *\n"),
            "A circle on each of these places.",
        ),
        (
            format!("{GIPF}1. b3 {{[%my^own x]}} *\n"),
            "kept for other programs",
        ),
        (
            "[Game \"gipf\"]\n[Vari^ant \"basic\"]\n".to_owned(),
            "`basic` (15 pieces each, no GIPF pieces), `standard` (",
        ),
        (
            "[Ga^me \"gipf\"]\n".to_owned(),
            "Must be the first tag of a record.",
        ),
        ("[Game \"gi^pf\"]\n".to_owned(), "`gipf` is **GIPF**."),
        (
            "[Game \"gipf\"]\n[Variant \"basic\"]\n[Options \"out=em^pty\"]\n".to_owned(),
            "as soon as its reserve is `empty`",
        ),
        (
            format!("{GIPF}1. b3 *^\n"),
            "The rules have not decided the game.",
        ),
    ] {
        let reported = hover(&mut editor, &marked);
        assert!(reported.contains(expected), "{marked}\n{reported}");
    }
    for nothing in [
        format!("{GIPF}1. b3 {{only wo^rds}} *\n"),
        format!("^{GIPF}").replace("[Game", "# a\n[Game"),
    ] {
        assert_eq!(
            editor.ask_at("textDocument/hover", &nothing),
            Value::Null,
            "{nothing}"
        );
    }
    editor.close();
}

#[test]
fn boards_are_images_if_the_client_supports_them() {
    let mut able = capabilities();
    able["general"]["markdown"] = json!({ "parser": "marked", "version": "1.1.0" });
    for (able, options, shown) in [
        (able.clone(), json!(null), true),
        (able, json!({ "images": false }), false),
        (
            capabilities(),
            json!({ "images": true, "theme": "dark" }),
            true,
        ),
    ] {
        let mut editor = Editor::with(able, options.clone(), Arc::new(NoFiles));
        let reported = hover(&mut editor, &format!("{GIPF}1. b^3 *\n"));
        assert_eq!(
            reported.contains("![The board](data:image/svg+xml;base64,PHN2Zy"),
            shown,
            "{options}"
        );
        editor.close();
    }
}
