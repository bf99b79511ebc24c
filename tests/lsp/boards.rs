//! `pipscribe/board` and the commands.

use serde_json::{Value, json};

use super::{Editor, GIPF, PIPE, PIPE_SETUP, URI};

#[test]
fn an_unknown_theme_is_an_error() {
    let mut editor = Editor::new();
    let mut at = editor.open_at(URI, &format!("{GIPF}1. b^3 *\n"));
    at["theme"] = json!("puce");
    assert_eq!(editor.refused("pipscribe/board", at), -32803);
    editor.close();
}

#[test]
fn the_board_follows_the_cursor() {
    let mut editor = Editor::new();
    let pipe = format!("{PIPE}{PIPE_SETUP}3. 20@+0+0/W;x2:20;claim:light,dark;draw:6^ *\n");
    for (marked, expected) in [
        (
            format!("^{GIPF}1. b3 2. c2 *\n"),
            json!({
                "turn": 0, "move": null, "seat": null, "toMove": "White", "record": 1, "game": "gipf", "title": "GIPF"
            }),
        ),
        (
            format!("# be^fore\n{GIPF}1. b3 *\n"),
            json!({
                "turn": 0, "record": 1,
                "within": { "start": { "line": 1, "character": 0 }, "end": { "line": 5, "character": 0 } }
            }),
        ),
        (
            format!("{GIPF}1. b^3 2. c2 *\n"),
            json!({ "turn": 1, "move": "b3", "seat": "White", "toMove": "Black", "turns": 2, "fault": null }),
        ),
        (
            format!("{GIPF}1. b3 {{wor^ds}} 2. c2 *\n"),
            json!({ "turn": 1 }),
        ),
        (
            format!("{GIPF}1. b3 (1. c2 2. d^2) 2. c2 *\n"),
            json!({ "turn": 2, "move": "d2", "variation": [1, 1] }),
        ),
        (
            format!("{GIPF}1. b3 2. a2-d^4 *\n"),
            json!({ "turn": 1, "move": "b3", "fault": "d4 is on no line that begins at a2." }),
        ),
        (
            format!("{GIPF}1. b3 *\n\n[Game \"pippip\"]\n\n1. 5@b2/3^ *\n"),
            json!({ "record": 2, "game": "pippip", "score": "0-0", "position": "..../..../.L53../.... D - -" }),
        ),
        (
            "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n\n1. c3 2. take^ *\n"
                .to_owned(),
            json!({ "move": "take", "toMove": "Seat 1", "score": null, "result": null }),
        ),
        (pipe, json!({ "game": "pipe", "turn": 3, "score": "0-1" })),
    ] {
        let board = editor.ask_at("pipscribe/board", &marked);
        for (name, value) in expected.as_object().unwrap() {
            assert_eq!(&board[name], value, "{marked}: {name}");
        }
        assert!(
            board["svg"].as_str().unwrap().starts_with("<svg"),
            "{marked}"
        );
        assert!(!board["text"].as_str().unwrap().is_empty());
    }
    for nothing in ["words^\n", "^"] {
        assert_eq!(
            editor.ask_at("pipscribe/board", nothing),
            Value::Null,
            "{nothing}"
        );
    }
    editor.close();
}

#[test]
fn a_record_with_invalid_tags_has_no_board_and_the_error_says_why() {
    let mut editor = Editor::new();
    for (marked, reason) in [
        (
            "[Game \"gipf\"]\n\n1. b^3 *\n",
            "this record has no board: The tag `Variant` is missing",
        ),
        (
            "[Game \"gipff\"]\n\n1. b^3 *\n",
            "this record has no board: `gipff` is not a game of this notation",
        ),
        (
            "[Game \"gipf\"]\n[Variant \"basic\"]\n[Position \"^9\"]\n\n1. b3 *\n",
            "this record has no board: ",
        ),
    ] {
        let at = editor.open_at(URI, marked);
        let command = json!({
            "command": "pipscribe.board",
            "arguments": [{ "uri": URI, "position": at["position"] }],
        });
        for (method, params) in [
            ("pipscribe/board", at.clone()),
            ("workspace/executeCommand", command),
        ] {
            let message = editor.refusal(method, params);
            assert!(message.starts_with(reason), "{marked}: {message}");
        }
    }
    editor.close();
}

#[test]
fn the_board_can_be_rotated_and_themed() {
    let mut editor = Editor::new();
    let mut at = editor.open_at(URI, &format!("{GIPF}1. b3 (1. c2 2. d2) 2. c^2 3. d2 *\n"));
    for (step, turn) in [(0, 2), (1, 3), (9, 3), (-1, 1), (-2, 0), (-9, 0)] {
        at["step"] = json!(step);
        assert_eq!(
            editor.ask("pipscribe/board", at.clone())["turn"],
            turn,
            "{step}"
        );
    }
    at["theme"] = json!("dark");
    let dark = editor.ask("pipscribe/board", at.clone())["svg"].clone();
    at["theme"] = json!("print");
    assert_ne!(editor.ask("pipscribe/board", at)["svg"], dark);
    editor.close();
}

#[test]
fn marks_of_comments_are_on_the_board() {
    let mut editor = Editor::new();
    let board = editor.ask_at(
        "pipscribe/board",
        &format!("{GIPF}1. b3^ {{[%circle e5]}} *\n"),
    );
    assert!(
        board["text"].as_str().unwrap().contains("{.}"),
        "{}",
        board["text"]
    );
    editor.close();
}

#[test]
fn commands_are_carried_out() {
    let mut editor = Editor::new();
    let at = editor.open_at(URI, &format!("{GIPF}1. b3^ *\n"));
    let argument = json!({ "uri": URI, "position": at["position"] });
    let run =
        |command: &str, argument: Value| json!({ "command": command, "arguments": [argument] });
    assert_eq!(
        editor.ask(
            "workspace/executeCommand",
            run("pipscribe.board", argument.clone())
        )["move"],
        "b3"
    );
    let page = editor.ask(
        "workspace/executeCommand",
        run("pipscribe.explain", json!("gipf/line-full")),
    );
    assert!(
        page["markdown"]
            .as_str()
            .unwrap()
            .starts_with("# gipf/line-full")
    );
    let page = editor.ask(
        "workspace/executeCommand",
        run("pipscribe.explain", json!("V5.1")),
    );
    assert!(
        page["markdown"]
            .as_str()
            .unwrap()
            .contains("V5.1 A card may go on any two empty squares")
    );
    for (command, argument, code) in [
        ("pipscribe.explain", json!("nothing"), -32803),
        ("pipscribe.nothing", json!(null), -32803),
        ("pipscribe.play", json!(3), -32602),
    ] {
        assert_eq!(
            editor.refused("workspace/executeCommand", run(command, argument)),
            code,
            "{command}"
        );
    }
    editor.close();
}

#[test]
fn figures_of_a_markdown_document_are_listed_block_by_block() {
    let mut editor = Editor::new();
    let text =
        format!("# x\n\n```pips\n{GIPF}1. b3 *\n```\n\n```{{.pips hidden}}\n{GIPF}1. zz *\n```\n");
    let mut figures = |theme: Value| {
        let asked = json!({ "text": text, "uri": "file:///book/a.md", "theme": theme });
        let asked = json!({ "command": "pipscribe.figures", "arguments": [asked] });
        editor.ask("workspace/executeCommand", asked)["blocks"].clone()
    };
    let blocks = figures(json!(null));
    assert_eq!(blocks.as_array().map(Vec::len), Some(2));
    assert_eq!(blocks[0]["hidden"], false);
    assert!(
        blocks[0]["markdown"]
            .as_str()
            .unwrap()
            .starts_with("<figure class=\"pipscribe\">\n<svg ")
    );
    assert!(
        blocks[1]["markdown"].as_str().unwrap().starts_with("```"),
        "{blocks}"
    );
    assert_ne!(figures(json!("dark"))[0], blocks[0]);
    assert_eq!(
        figures(json!("screen"))[0],
        blocks[0],
        "as boards are drawn"
    );
    let wrong = json!({ "command": "pipscribe.figures", "arguments": [{}] });
    assert_eq!(editor.refused("workspace/executeCommand", wrong), -32803);
    editor.close();
}
