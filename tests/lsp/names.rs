//! Definitions, references and renaming.

use serde_json::{Value, json};

use super::{Editor, GIPF, PIPE, PIPE_SETUP, URI, cursor, edited};

/// Line and columns of each range.
fn places(answer: &Value) -> Vec<(u64, u64, u64)> {
    let number = |place: &Value, name: &str| place[name].as_u64().unwrap();
    let ranges = answer
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default()
        .iter()
        .map(|one| &one["range"]);
    ranges
        .map(|range| {
            (
                number(&range["start"], "line"),
                number(&range["start"], "character"),
                number(&range["end"], "character"),
            )
        })
        .collect()
}

#[test]
fn an_error_links_to_the_turn_that_caused_it() {
    let mut editor = Editor::new();
    for (marked, expected) in [
        (
            "[Game \"pippip\"]\n\n1. 5@b2/3 2. 3@b^2/1 *\n".to_owned(),
            (2, 3, 9),
        ),
        (
            "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n\n1. c3 2. c^3 *\n"
                .to_owned(),
            (4, 3, 5),
        ),
        // For a legal turn, the turn that placed the piece.
        (
            "[Game \"pippip\"]\n\n1. 5@b2/3 2. 3@b1/5;xb^2 *\n".to_owned(),
            (2, 3, 9),
        ),
    ] {
        let found = editor.ask_at("textDocument/definition", &marked);
        assert_eq!(places(&found).first(), Some(&expected), "{marked}: {found}");
    }
    assert_eq!(
        editor.ask_at("textDocument/definition", &format!("{GIPF}1. b^3 *\n")),
        Value::Null
    );
    editor.close();
}

#[test]
fn every_turn_that_touches_a_place_is_found() {
    let mut editor = Editor::new();
    let references = |editor: &mut Editor, marked: &str| {
        let mut at = editor.open_at(URI, marked);
        at["context"] = json!({ "includeDeclaration": true });
        let found = places(&editor.ask("textDocument/references", at.clone()));
        let lit = places(&editor.ask("textDocument/documentHighlight", at));
        assert_eq!(found, lit);
        found
    };
    // The third turn pushes to c4, the fourth names it, and the fifth moves a piece through it.
    assert_eq!(
        references(
            &mut editor,
            &format!("{GIPF}1. b3 2. c2 3. a2-c^4 4. d2 5. a2-d5 *\n")
        ),
        [(3, 18, 20), (3, 30, 35)]
    );
    assert_eq!(
        references(
            &mut editor,
            "[Game \"pippip\"]\n\n1. 5@b^2/3 2. 3@b1/5;xb2 *\n"
        ),
        [(2, 5, 7), (2, 21, 23)]
    );
    assert_eq!(
        references(&mut editor, &format!("{GIPF}1. b3 {{[%circle b^3]}} *\n")),
        [(3, 3, 5)]
    );
    let zip = "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n\n1. c3 2. take 3. a1,b^3 (3. b3,a1) *\n";
    assert_eq!(references(&mut editor, zip), [(4, 20, 22), (4, 27, 29)]);
    // The card is in a hand, is played and is picked up.
    let cards = format!("{PIPE}{PIPE_SETUP}3. 2^0@+0+0/W;x2:20;draw:6 *\n");
    assert_eq!(
        references(&mut editor, &cards),
        [(3, 22, 24), (8, 3, 5), (8, 16, 18)]
    );
    editor.close();
}

#[test]
fn players_and_cards_get_other_names() {
    let mut editor = Editor::new();
    let rename = |editor: &mut Editor, marked: &str, name: &str| {
        let mut at = editor.open_at(URI, marked);
        at["newName"] = json!(name);
        let answer = editor.ask("textDocument/rename", at);
        edited(&cursor(marked).0, &answer["changes"][URI])
    };
    let records = |name: &str| {
        format!(
            "[Game \"gipf\"]\n[Player1 \"{name}\"]\n[Site \"Ann\"]\n\n*\n\n[Game \"pippip\"]\n[Player1 \"Bo\"]\n\
                [Player2 \"{name}\"]\n\n*\n"
        )
    };
    let marked = records("Ann").replacen("Ann", "A^nn", 1);
    assert_eq!(
        rename(&mut editor, &marked, "Ann \"the\" Dé"),
        records("Ann \\\"the\\\" Dé")
    );
    let card = |id: &str| {
        format!(
            "{}{PIPE_SETUP}3. {id}@+0+0/W;x2:{id};draw:6 *\n",
            PIPE.replace(",20,", &format!(",{id},"))
        )
    };
    assert_eq!(
        rename(
            &mut editor,
            &card("20").replacen("3. 20", "3. 2^0", 1),
            "99"
        ),
        card("99")
    );
    // The card is in the deck, on the table, and in an expected position, where the cards are in
    // ascending order.
    let table = |first: &str, second: &str, id: &str| {
        let card = "W1 W2 W3 W4 W5 W6 LLLLLL";
        format!(
            "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Position \"{first} 1 black,white 0,0\"]\n[Deck \"two\"]\n\
             [Card{id} \"{card}\"]\n[Card2 \"{card}\"]\n[Card3 \"{card}\"]\n[Hand1 \"2\"]\n[Hand2 \"3\"]\n\
             [Stock \"\"]\n\n1. 2@+0+1/N {{[%expect position \"{second} 2 black,white 0,0\"] \
             [%expect not-legal {id}@+1+1/E pipe/card-not-in-hand]}} *\n"
        )
    };
    let before = table("1@+0+0/E", "1@+0+0/E,2@+0+1/N", "1");
    let after = table("7@+0+0/E", "2@+0+1/N,7@+0+0/E", "7");
    assert!(
        [&before, &after]
            .iter()
            .all(|text| pipscribe::check_str(text)[0].report.is_valid())
    );
    for (written, marked) in [
        ("[Card1", "[Card1^"),
        ("\"1@", "\"^1@"),
        ("position \"1", "position \"1^"),
    ] {
        assert_eq!(
            rename(&mut editor, &before.replacen(written, marked, 1), "7"),
            after,
            "{marked}"
        );
    }
    let mut at = editor.open_at(URI, &before.replacen("[Card1", "[Card1^", 1));
    at["newName"] = json!("2");
    assert_eq!(editor.refused("textDocument/rename", at), -32803);
    let mut at = editor.open_at(URI, &card("20").replacen("3. 20", "3. 2^0", 1));
    let ready = editor.ask("textDocument/prepareRename", at.clone());
    assert_eq!(ready["placeholder"], "20");
    for wrong in ["48", "x", "007", ""] {
        at["newName"] = json!(wrong);
        assert_eq!(
            editor.refused("textDocument/rename", at.clone()),
            -32803,
            "{wrong}"
        );
    }
    assert_eq!(
        editor.ask_at("textDocument/prepareRename", &format!("{GIPF}1. b^3 *\n")),
        Value::Null
    );
    editor.close();
}
