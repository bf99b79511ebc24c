//! Typst blocks, as the package receives them. `.ci/typst` tests the package itself.

use pipscribe::draw::{Theme, write_figure, write_outlined_figure};
use pipscribe::games::Context;
use pipscribe::publish::book::{
    BlockParts, BookFault, BookFigure, ChapterOptions, GivenBlock, chapter_parts,
};
use serde_json::{Value, json};

const RECORD: &str = r#"[Game "gipf"]
[Variant "basic"]

1. b3 2. a2-c4 *"#;

/// Options for text as outlines, since Typst has its own fonts.
const OPTIONS: ChapterOptions<'_> = ChapterOptions {
    all: true,
    draw: &|_, figure: &BookFigure| write_outlined_figure(&figure.figure, &Theme::default()),
    players: false,
    number: 0,
};

/// The parts of a block whose text is as Typst passes it.
fn parts_of(text: &str, options: &ChapterOptions<'_>) -> Result<BlockParts, Vec<BookFault>> {
    let block = GivenBlock::from_typst(text);
    let mut parts = chapter_parts(&[block], options, &Context::default());
    parts.pop().unwrap()
}

fn block(text: &str) -> Value {
    let made = parts_of(text, &OPTIONS);
    serde_json::to_value(made.unwrap_or_else(|faults| panic!("{text}: {faults:?}"))).unwrap()
}

fn faults(text: &str) -> Vec<String> {
    let faults = parts_of(text, &OPTIONS).unwrap_err();
    faults.iter().map(BookFault::to_string).collect()
}

#[test]
fn attributes_are_separated_from_the_record() {
    for (behind, turn) in [
        ("", None),
        (",turn=1\n", Some("b3")),
        ("{turn=1}\n", Some("b3")),
        (": turn=1\r\n", Some("b3")),
    ] {
        let made = block(&format!("{behind}{RECORD}"));
        assert_eq!(
            (&made["hidden"], &made["record"]),
            (&json!(false), &json!(RECORD)),
            "{behind}"
        );
        let figure = &made["parts"][0];
        assert_eq!(figure["kind"], "figure");
        let svg = figure["svg"].as_str().unwrap();
        assert!(
            svg.contains(&format!(
                "after turn {}",
                turn.map_or("2: a2-c4", |_| "1: b3")
            )),
            "{svg}"
        );
        assert!(!svg.contains("<text"), "words are outlines");
    }
    assert_eq!(
        block(&format!("# A comment\n{RECORD}"))["record"],
        format!("# A comment\n{RECORD}")
    );
    assert_eq!(
        block(&format!("\n{RECORD}"))["parts"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

#[test]
fn attributes_become_typst_arguments() {
    let made = block(&format!(
        "hidden table number=4 caption=\"x\" width=48px alt=\"words\" #a\n{RECORD}"
    ));
    let figure = &made["parts"][0];
    assert_eq!(made["hidden"], true);
    for (key, value) in [
        ("caption", json!("x")),
        ("alt", json!("words")),
        ("numbered", json!(true)),
        ("number", json!(4)),
        ("label", json!("a")),
        ("text", Value::Null),
        ("width", json!({ "number": "48", "unit": "px" })),
    ] {
        assert_eq!(figure[key], value, "{key}");
    }
    assert_eq!(
        made["parts"][1],
        json!({
            "kind": "table",
            "head": ["turn", "by", "played"],
            "rows": [[1, "White", "b3"], [2, "Black", "a2-c4"]],
        })
    );
    let next = block(&format!("number\n{RECORD}"));
    assert_eq!(
        (&next["parts"][0]["numbered"], &next["parts"][0]["number"]),
        (&json!(true), &Value::Null)
    );
    let text = block(&format!("ascii player=\"https://a.b\"\n{RECORD}"));
    assert!(
        text["parts"][0]["svg"].is_null()
            && text["parts"][0]["text"].as_str().unwrap().contains("(b)"),
        "{text}"
    );
    assert_eq!(
        text["parts"][1],
        json!({ "kind": "player", "address": "https://a.b", "said": "Play it through" })
    );
    let finding = block(&format!("finding\n{}", RECORD.replace("c4", "c5")));
    assert!(
        finding["parts"][0]["text"]
            .as_str()
            .unwrap()
            .contains("gipf/not-in-line"),
        "{finding}"
    );
    let dark = Theme::named("dark").unwrap();
    let asked = ChapterOptions {
        all: false,
        draw: &|_, figure: &BookFigure| write_figure(&figure.figure, &dark),
        ..OPTIONS
    };
    let made = |text: &str| serde_json::to_value(parts_of(text, &asked).unwrap()).unwrap();
    assert_eq!(made(RECORD)["parts"], json!([]));
    assert!(
        made(&format!("legend\n{RECORD}"))["parts"][0]["svg"]
            .as_str()
            .unwrap()
            .contains("pips-dark")
    );
}

#[test]
fn findings_point_into_the_block() {
    let wrong = RECORD.replace("c4", "c5");
    for (text, expected) in [
        (wrong.clone(), "line 4, column 13: gipf/not-in-line: "),
        (
            format!("turn=2\n{wrong}"),
            "line 4, column 13: gipf/not-in-line: ",
        ),
        (
            format!("trun=2\n{RECORD}"),
            "after the tag: unknown attribute `trun`",
        ),
        (format!("turn=9\n{RECORD}"), "after the tag: "),
        (
            format!("player\n{RECORD}"),
            "after the tag: a player cannot be written here: give the address of an existing one",
        ),
        (
            "turn=2".to_owned(),
            "after the tag: this block has no record",
        ),
        ("1. b3".to_owned(), "line 1, column 1: tag/missing: "),
    ] {
        assert!(
            faults(&text)[0].starts_with(expected),
            "{text}: {:?}",
            faults(&text)
        );
    }
}

/// A single block is a separate document.
#[test]
fn solutions_of_a_block_by_itself_are_those_of_its_own_puzzles() {
    let puzzle = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {[%puzzle save]} 2. c2 *\n";
    let made = block(&format!("solutions figure=none\n{puzzle}"));
    assert_eq!(
        made["parts"][0]["rows"],
        json!([[1, "Black to move and not lose", "2. c2"]])
    );
    let faults = faults(&format!("solutions\n{RECORD}"));
    assert!(
        faults[0].contains("there is no puzzle before this block"),
        "{faults:?}"
    );
}
