//! Completions at the cursor.

use std::sync::Arc;

use pipscribe_lsp::NoFiles;
use serde_json::{Value, json};

use super::{Editor, GIPF, PIPE, PIPE_SETUP, URI, capabilities};

/// The labels offered at the cursor, in order.
fn offered(editor: &mut Editor, marked: &str) -> Vec<String> {
    let answer = editor.ask_at("textDocument/completion", marked);
    let items = answer["items"].as_array().cloned().unwrap_or_default();
    let ranks: Vec<_> = items
        .iter()
        .map(|item| item["sortText"].as_str().unwrap().to_owned())
        .collect();
    assert!(ranks.is_sorted(), "{ranks:?}");
    items
        .iter()
        .map(|item| item["label"].as_str().unwrap().to_owned())
        .collect()
}

/// After an illegal turn, the legal turns are those after the unambiguous fix.
#[test]
fn turns_after_an_illegal_one_assume_the_fix() {
    let mut editor = Editor::new();
    let faulty = include_str!("../../corpus/gipf/real/game-b-with-errors.pips")
        .replace("64. e2 *", "64. e^");
    let expected = offered(&mut editor, &faulty.replace("a2-d4", "a2-c4"));
    assert_eq!(offered(&mut editor, &faulty), expected);
    let answer = editor.ask_at("textDocument/completion", &faulty);
    let detail = answer["items"]
        .as_array()
        .unwrap()
        .iter()
        .find_map(|item| item["detail"].as_str()?.strip_prefix("turn"));
    assert_eq!(detail, Some(" 64, Black, after the suggested fix"));
    // Without an unambiguous fix, nothing is offered.
    assert_eq!(
        offered(&mut editor, &format!("{GIPF}1. b3 2. a2-d4 3. ^")),
        Vec::<String>::new()
    );
    editor.close();
}

#[test]
fn turns_are_legal_ones_by_likeness() {
    let mut editor = Editor::new();
    let pipe = |turn: &str| format!("{PIPE}{PIPE_SETUP}3. {turn}");
    // The first completion in each game.
    for (marked, first) in [
        (format!("{GIPF}1. b3 2. a2-d^4 *\n"), "a2-c4"),
        (format!("{GIPF}1. b3 2. a2^"), "a2-c4"),
        // A malformed tag ends before the comment.
        (format!("{GIPF}1. b3 [oops {{hi}} 2. a2^"), "a2-c4"),
        (format!("{GIPF}1. b3 (1. c2 2. h^"), "h1-h3"),
        (
            "[Game \"gipf\"]\n[Variant \"tournament\"]\n\n1. ^".to_owned(),
            "Gb2",
        ),
        (
            "[Game \"gipf\"]\n[Variant \"tournament\"]\n\n1. b3^".to_owned(),
            "Gb3",
        ),
        (
            "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n\n1. c3 2. ta^".to_owned(),
            "take",
        ),
        (
            "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n\n1. c3 2. take 3. a1,c^"
                .to_owned(),
            "a1,c1",
        ),
        (
            "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"5\"]\n\n1. c3 2. d4^".to_owned(),
            "d4",
        ),
        (
            "[Game \"pippip\"]\n\n1. 5@b2/3 2. 3@b1/^".to_owned(),
            "3@b1/1",
        ),
        (
            "[Game \"pippip\"]\n\n1. 5@b2/3 2. 3s;2@b1/^".to_owned(),
            "3s;2@b1/1",
        ),
        (pipe("20@+0+0/W^"), "20@+0+0/W;x2:20;draw:6"),
        (pipe("20@+0+^"), "20@+0+0/"),
    ] {
        let found = offered(&mut editor, &marked);
        assert_eq!(
            found.first().map(String::as_str),
            Some(first),
            "{marked}: {found:?}"
        );
    }
    // Conversions and lists are part of the completion; a die is found by its value, a card by its
    // number.
    let dice = offered(&mut editor, "[Game \"pippip\"]\n\n1. 5@b2/3 2. 3@b1/^");
    assert_eq!(dice[..4], ["3@b1/1", "3@b1/2", "3@b1/5;xb2", "3@b1/6;xb2"]);
    let faces = offered(&mut editor, "[Game \"pippip\"]\n\n1. 5@b2/3 2. ^");
    assert!(
        ["1@", "6@", "1s;", "6s;"]
            .iter()
            .all(|part| faces.iter().any(|one| one == part)),
        "{faces:?}"
    );
    let cards = offered(&mut editor, &pipe("^"));
    assert!(
        ["45@", "1@", "20@", "48@", "4@"]
            .iter()
            .all(|card| cards.iter().any(|one| one == card)),
        "{cards:?}"
    );
    let row = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Position \"4/5/1ww1w1/2w4/6/5/4 w 8,12 0,0 - -\"]\n\n";
    let whole = offered(&mut editor, &format!("{row}1. ^"));
    assert!(whole.iter().any(|turn| turn == "resign"), "{whole:?}");
    editor.close();
}

#[test]
fn nothing_is_offered_if_the_position_is_unknown() {
    let mut editor = Editor::new();
    for marked in [
        format!("{GIPF}1. a2-d4 2. ^"),
        "[Game \"gipf\"]\n\n1. ^".to_owned(),
        format!("{GIPF}1. b3 resign 3. ^"),
        format!("{GIPF}1. b3 {{wo^rds}} *"),
        format!("{GIPF}1. b3 # wo^rds"),
        format!("{GIPF}1. b3 2^. c2"),
    ] {
        assert_eq!(offered(&mut editor, &marked), [""; 0], "{marked}");
    }
    editor.close();
}

/// The first part of a turn that is offered, and each further one, say what they do and name a rule
/// of the game's sheet.
#[test]
fn parts_of_turns_are_explained() {
    let mut editor = Editor::new();
    let pipe = |turn: &str| format!("{PIPE}{PIPE_SETUP}3. {turn}");
    let start = |turn: &str| format!("{PIPE}1. {turn}");
    let stones = |turn: &str| {
        format!(
            "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n\n1. c3 2. take 3. {turn}"
        )
    };
    let dice = |turn: &str| format!("[Game \"pippip\"]\n\n1. 5@b2/3 2. {turn}");
    let pieces = |position: &str, turn: &str| {
        format!("[Game \"gipf\"]\n[Variant \"basic\"]\n[Position \"{position}\"]\n\n1. {turn}")
    };
    let side = "wbwb/5/6/7/6/5/4 w 8,12 0,0 - -";
    let row = "4/5/wwww2/7/6/5/4 w 8,12 0,0 - -";
    for (game, marked, part, meaning) in [
        (
            "gipf",
            pieces(side, "^"),
            "a2-",
            "A piece enters from this dot.",
        ),
        (
            "gipf",
            pieces(row, "^"),
            "xd2,",
            "A removal: this piece leaves the board.",
        ),
        ("pippinzip", stones("^"), "a1,", "A stone on this point."),
        (
            "pippip",
            dice("^"),
            "6@",
            "A die with this number on top is rolled",
        ),
        (
            "pippip",
            dice("^"),
            "6s;",
            "The rolled die is put aside into the store.",
        ),
        ("pippip", dice("6@^"), "6@a1/", "The square of the die."),
        (
            "pipe",
            start("^"),
            "discard:",
            "The first turn of a seat discards four cards.",
        ),
        ("pipe", pipe("^"), "20@", "A card of the hand is played."),
        (
            "pipe",
            pipe("20@^"),
            "20@+0+0/",
            "The square of half A of the card.",
        ),
    ] {
        let answer = editor.ask_at("textDocument/completion", &marked);
        let items = answer["items"].as_array().cloned().unwrap_or_default();
        // Parts have the kind of an enumeration's member.
        let parts: Vec<&Value> = items
            .iter()
            .filter(|item| item["kind"] == json!(20))
            .collect();
        let sheet = std::fs::read_to_string(
            crate::support::root().join(format!("docs/src/rules/{game}.md")),
        )
        .unwrap();
        for item in &parts {
            let words = item["documentation"]["value"].as_str().unwrap_or_default();
            let rule = words
                .split_once(" ([")
                .or_else(|| words.split_once(" ("))
                .and_then(|(_, rule)| rule.split([']', ')']).next());
            let is_in_sheet = rule.is_some_and(|rule| sheet.contains(&format!(" {rule} ")));
            assert!(is_in_sheet, "{marked}: {item}");
        }
        let said = |item: &&&Value| item["label"] == json!(part);
        let words = parts
            .iter()
            .find(said)
            .map(|item| item["documentation"]["value"].clone());
        let words = words
            .unwrap_or_default()
            .as_str()
            .unwrap_or_default()
            .to_owned();
        assert!(
            words.starts_with(meaning),
            "{marked}: {part}: {words:?} of {parts:?}"
        );
    }
    editor.close();
}

#[test]
fn an_offered_turn_is_explained_on_request() {
    let mut editor = Editor::new();
    let list = editor.ask_at(
        "textDocument/completion",
        &format!("{GIPF}1. b3 2. a2-d^4 *\n"),
    );
    let item = list["items"][0].clone();
    assert_eq!(item["documentation"], Value::Null);
    assert_eq!(item["detail"], "turn 2, Black");
    // The whole token is replaced, and editors that filter by the typed text keep it.
    assert_eq!(
        item["textEdit"]["range"],
        json!({ "start": { "line": 3, "character": 9 }, "end": { "line": 3, "character": 14 } })
    );
    assert_eq!(item["filterText"], "a2-d");
    let reported = editor.ask("completionItem/resolve", item.clone());
    let page = reported["documentation"]["value"].as_str().unwrap();
    assert!(
        page.contains("Black puts a piece of its reserve on the dot a2")
            && page.contains("Black: 11 in reserve"),
        "{page}"
    );
    editor.change(URI, 2, [3, 0, 3, 0], " ");
    assert_eq!(
        editor.ask("completionItem/resolve", item)["documentation"],
        Value::Null,
        "of a text that is another by now"
    );
    editor.close();
}

#[test]
fn tags_and_their_values_are_offered() {
    let mut editor = Editor::new();
    let has = |found: &[String], wanted: &[&str]| {
        assert!(
            wanted
                .iter()
                .all(|name| found.iter().any(|one| one == name)),
            "{found:?}"
        );
    };
    assert_eq!(offered(&mut editor, "^")[0], "[Game \"gipf\"]");
    assert_eq!(
        offered(&mut editor, "[Game \"^"),
        ["gipf", "pippinzip", "pippip", "pipe"]
    );
    assert_eq!(
        offered(&mut editor, "[Game \"gipf\"]\n[Variant \"^\"]\n"),
        ["basic", "standard", "tournament"]
    );
    assert_eq!(
        offered(&mut editor, "[Game \"pippinzip\"]\n[Variant \"^"),
        ["pipeline", "zipline", "freestyle"]
    );
    assert_eq!(
        offered(&mut editor, "[Game \"pipe\"]\n[Variant \"^"),
        ["pipes", "fields", "both"]
    );
    let names = offered(&mut editor, "[Game \"pipe\"]\n[^");
    has(
        &names,
        &[
            "Variant", "Deck", "Hand1", "Hand4", "Stock", "Players", "Score", "Position",
        ],
    );
    assert!(!names.contains(&"Game".to_owned()), "a tag stands once");
    has(
        &offered(&mut editor, "[Game \"gipf\"]\n[Options \"^"),
        &["out=empty", "out=push", "reserve=15,15"],
    );
    assert_eq!(
        offered(&mut editor, "[Game \"pipe\"]\n[Options \"recycle=no ^"),
        ["table=12x8", "teams=13-24"]
    );
    has(
        &offered(&mut editor, "[Game \"pippip\"]\n[Options \"c^"),
        &["cap=0", "dice=cw", "store=roll"],
    );
    has(
        &offered(&mut editor, "[Game \"pipe\"]\n[Deck \"^"),
        &["twin-works"],
    );
    has(
        &offered(&mut editor, "[Game \"pippip\"]\n[Colors \"^"),
        &["dark,light"],
    );
    has(
        &offered(&mut editor, "[Game \"gipf\"]\n[Termination \"^"),
        &["rules", "unfinished"],
    );
    has(
        &offered(&mut editor, "[Game \"gipf\"]\n[Result \"^"),
        &["1-0", "1/2-1/2", "*"],
    );
    let players =
        format!("[Game \"gipf\"]\n[Player1 \"Ann \\\"A\\\"\"]\n\n*\n\n{GIPF}").replace("\n\n1", "");
    assert_eq!(
        offered(
            &mut editor,
            &format!("{players}*\n\n[Game \"gipf\"]\n[Player2 \"^\"]\n")
        ),
        ["Ann \\\"A\\\""]
    );
    editor.close();
}

#[test]
fn commands_codes_and_places_are_offered() {
    let mut editor = Editor::new();
    let first = |found: Vec<String>| found.into_iter().next().unwrap_or_default();
    assert!(offered(&mut editor, &format!("{GIPF}1. b3 {{[%^")).contains(&"expect".to_owned()));
    // The error of the turn comes first.
    assert_eq!(
        first(offered(
            &mut editor,
            &format!("{GIPF}1. a2-d4 {{[%expect ^]}} *\n")
        )),
        "gipf/not-in-line"
    );
    let holds = offered(&mut editor, &format!("{GIPF}1. b3 {{[%expect ^]}} *\n"));
    assert_eq!(holds[..2], ["to-move 2", "moves 31"]);
    assert!(
        offered(
            &mut editor,
            &format!("{GIPF}1. b3 {{[%expect not-legal a2-d4 ^]}}")
        )
        .contains(&"gipf/not-in-line".to_owned())
    );
    let waivable = offered(
        &mut editor,
        &format!("{GIPF}1. b3 {{[%irregular gipf/^]}} *\n"),
    );
    assert!(
        waivable.contains(&"gipf/row-not-removed".to_owned())
            && !waivable.contains(&"gipf/line-full".to_owned()),
        "{waivable:?}"
    );
    assert_eq!(
        first(offered(
            &mut editor,
            &format!("{GIPF}1. c2 {{[%circle ^]}} *\n")
        )),
        "c2",
        "what was placed comes first"
    );
    let dice = offered(
        &mut editor,
        "[Game \"pippip\"]\n\n1. 5@b2/3 {[%arrow b2>^]} *\n",
    );
    assert!(
        dice.contains(&"d4".to_owned()) && dice.len() == 16,
        "{dice:?}"
    );
    let points = offered(
        &mut editor,
        "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n\n1. c3 {[%line a1..^]} *\n",
    );
    assert!(
        points.contains(&"e5".to_owned()) && points.len() == 25,
        "{points:?}"
    );
    editor.close();
}

#[test]
fn snippets_are_used_if_the_client_supports_them() {
    let mut able = capabilities();
    able["textDocument"]["completion"] = json!({ "completionItem": { "snippetSupport": true } });
    for (able, text) in [(able, "Variant \"$1\"]"), (capabilities(), "Variant \"")] {
        let mut editor = Editor::with(able, json!(null), Arc::new(NoFiles));
        let list = editor.ask_at("textDocument/completion", "[Game \"gipf\"]\n[Var^\n");
        assert_eq!(list["items"][0]["textEdit"]["newText"], text);
        editor.close();
    }
}

#[test]
fn glyphs_are_offered_with_their_meaning() {
    let mut editor = Editor::new();
    for marked in [
        format!("{GIPF}1. b3 $^"),
        format!("{GIPF}1. b3$1^ 2. a2-c4"),
    ] {
        assert_eq!(
            offered(&mut editor, &marked),
            ["$1", "$2", "$3", "$4", "$5", "$6"],
            "{marked}"
        );
    }
    let list = editor.ask_at("textDocument/completion", &format!("{GIPF}1. b3 $^"));
    assert_eq!(list["items"][1]["detail"], "?, a mistake");
    let range =
        json!({ "start": { "line": 3, "character": 6 }, "end": { "line": 3, "character": 7 } });
    assert_eq!(
        list["items"][1]["textEdit"],
        json!({ "range": range, "newText": "$2" })
    );
    editor.close();
}

#[test]
fn positions_and_dates_are_offered() {
    let mut editor = Editor::new();
    let found = offered(
        &mut editor,
        "[Game \"gipf\"]\n[Variant \"basic\"]\n[Position \"^\"]\n",
    );
    assert_eq!(found.len(), 1, "{found:?}");
    let start = editor.ask_at("pipscribe/board", &format!("{GIPF}^*\n"))["position"].clone();
    assert_eq!(start, found[0]);
    // A record may continue where the previous one ends.
    let before = format!("{GIPF}1. b3 *\n\n");
    let found = offered(
        &mut editor,
        &format!("{before}[Game \"gipf\"]\n[Variant \"basic\"]\n[Position \"^\"]\n"),
    );
    assert_eq!(found.len(), 2);
    let last = editor.ask_at("pipscribe/board", &format!("{GIPF}1. b3^ *\n"))["position"].clone();
    assert_eq!(last, found[1]);
    let dated =
        "[Game \"gipf\"]\n[Variant \"basic\"]\n[Date \"2026-11-20\"]\n[Event \"Open\"]\n\n*\n\n";
    for (tag, value) in [("Date", "2026-11-20"), ("Event", "Open")] {
        let found = offered(
            &mut editor,
            &format!("{dated}[Game \"gipf\"]\n[{tag} \"^\"]\n"),
        );
        assert_eq!(found, [value], "{tag}");
    }
    editor.close();
}

#[test]
fn header_lines_are_offered_after_a_hash() {
    let mut editor = Editor::new();
    for marked in [
        "#^\n[Game \"gipf\"]\n",
        "# ^\n[Game \"gipf\"]\n",
        "# wh^\n[Game \"gipf\"]\n",
    ] {
        assert_eq!(
            offered(&mut editor, marked),
            ["why: ", "expect: "],
            "{marked}"
        );
    }
    let list = editor.ask_at("textDocument/completion", "#^\n[Game \"gipf\"]\n");
    assert_eq!(list["items"][0]["textEdit"]["newText"], " why: ");
    assert_eq!(
        offered(&mut editor, "# why: some wor^\n[Game \"gipf\"]\n"),
        [""; 0]
    );
    editor.close();
}
