//! The blocks of a document as plugins send them: they are one chapter.

use pipscribe::draw::{Theme, write_figure};
use pipscribe::games::Context;
use pipscribe::publish::book::{BookFigure, ChapterOptions, GivenBlock, chapter_parts};
use serde_json::{Value, json};

use crate::support::Run;

const RECORD: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. a2-c4 *\n";
const PUZZLE: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {[%puzzle save]} 2. c2 (2. {[%solution]} f2) *\n";
const TASK: &str = "Black to move and not lose";

fn given(blocks: &[(&str, &str)]) -> Vec<GivenBlock> {
    let block = |(info, text): &(&str, &str)| GivenBlock {
        info: (*info).to_owned(),
        text: (*text).to_owned(),
        ..GivenBlock::default()
    };
    blocks.iter().map(block).collect()
}

/// The parts of each block, or its errors as texts.
fn chapter(blocks: &[GivenBlock]) -> Vec<Result<Value, Vec<String>>> {
    let draw = |_: usize, figure: &BookFigure| write_figure(&figure.figure, &Theme::default());
    let options = ChapterOptions {
        all: true,
        draw: &draw,
        players: false,
        number: 0,
    };
    let read = chapter_parts(blocks, &options, &Context::default()).into_iter();
    let in_words = |faults: Vec<pipscribe::publish::book::BookFault>| {
        faults.iter().map(ToString::to_string).collect()
    };
    read.map(|block| block.map(|parts| json!(parts)).map_err(in_words))
        .collect()
}

fn parts(block: &Result<Value, Vec<String>>) -> &Value {
    &block.as_ref().unwrap()["parts"]
}

#[test]
fn solutions_are_those_of_the_puzzles_before_them() {
    let made = chapter(&given(&[
        ("pips,number", RECORD),
        ("pips,number=7", PUZZLE),
        ("pips,solutions", ""),
        ("pips", PUZZLE),
        ("pips,number", RECORD),
        ("pips,solutions,lang=de", ""),
    ]));
    let table = &parts(&made[2])[0];
    assert_eq!(table["head"], json!(["puzzle", "task", "solution"]));
    assert_eq!(
        table["rows"],
        json!([[7, TASK, "2. c2"], [7, "or", "2. f2"]]),
        "the number of the figure"
    );
    let puzzle = json!({ "block": 1, "puzzle": 1, "numbered": true });
    assert_eq!(table["puzzles"], json!([puzzle, puzzle]));

    assert_eq!(
        parts(&made[4])[0]["full_caption"],
        "Figure 8",
        "one count of figures"
    );
    let table = &parts(&made[5])[0];
    assert_eq!(
        (&table["head"][2], &table["rows"][0][0]),
        (&json!("Lösung"), &json!(2)),
        "only those since the last table"
    );
    assert_eq!(
        table["puzzles"][0],
        json!({ "block": 3, "puzzle": 2, "numbered": false })
    );
}

#[test]
fn errors_belong_to_their_block() {
    let made = chapter(&given(&[
        ("pips,solutions", ""),
        ("pips,trun=2", PUZZLE),
        ("pips", &PUZZLE.replace("c2", "c9")),
        ("pips\nturn=1", RECORD),
        ("pips,solutions", ""),
        ("pips,solutions", ""),
    ]));
    let messages = |index: usize| made[index].as_ref().unwrap_err().join("\n");
    assert!(
        messages(0).starts_with("after the tag: there is no puzzle before this block"),
        "{}",
        messages(0)
    );
    assert!(
        messages(1).starts_with("after the tag: unknown attribute `trun`"),
        "{}",
        messages(1)
    );
    assert!(
        messages(2).starts_with("line 4, column 27: gipf/"),
        "{}",
        messages(2)
    );
    assert!(made[3].is_ok(), "attributes are one line");
    assert_eq!(
        parts(&made[4])[0]["rows"],
        json!([]),
        "the puzzles of the invalid blocks are not known"
    );
    assert!(
        messages(5).contains("there is no puzzle before this block"),
        "the table before ended the list"
    );
}

#[test]
fn a_label_occurs_only_once() {
    let mut blocks = given(&[
        ("pips,#push", RECORD),
        ("pips {#push}", RECORD),
        ("pips,label=push", RECORD),
    ]);
    blocks[0].line = Some(12);
    let made = chapter(&blocks);
    let message = "after the tag: two figures in this document have the label `push`: this one and the one of line 12";
    assert!(made[0].is_ok());
    for block in &made[1..] {
        assert_eq!(block.as_ref().unwrap_err(), &[message]);
    }
    blocks[0].line = None;
    assert!(chapter(&blocks)[1].as_ref().unwrap_err()[0].ends_with("the one of block 1"));
    assert!(
        chapter(&given(&[("pips,#a", RECORD), ("pips,#A", RECORD)]))
            .iter()
            .all(Result::is_ok)
    );
}

/// `pipscribe mdbook blocks` draws the blocks of a document that a plugin sends.
#[test]
fn plug_ins_get_blocks_and_pieces() {
    let draw = |more: Value| -> Value {
        let blocks = json!([{ "info": "pips,width=60mm", "text": RECORD }, { "info": "pips trun", "text": RECORD, "line": 3 }]);
        let mut input = json!({ "blocks": blocks, "pieces": ["W", "Q9"] });
        input
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let output = Run::new(&["mdbook", "blocks"])
            .stdin(&input.to_string())
            .done()
            .expect_status(0);
        serde_json::from_str(&output.stdout()).unwrap()
    };
    let made = draw(json!({ "theme": "dark" }));
    let figure = &made["blocks"][0]["parts"][0];
    assert!(
        figure["svg"].as_str().unwrap().contains("pips-dark"),
        "{figure}"
    );
    let fault = &made["blocks"][1]["errors"][0];
    assert_eq!((&fault["line"], &fault["column"]), (&json!(0), &json!(6)));
    assert_eq!(made["pieces"][0]["alt"], "white GIPF piece");
    assert!(
        made["pieces"][1]["error"]
            .as_str()
            .unwrap()
            .contains("`Q9`"),
        "{made}"
    );

    let asked = draw(json!({ "figures": "asked", "blocks": [{ "info": "pips", "text": RECORD }] }));
    assert_eq!(asked["blocks"][0]["parts"], json!([]));
    let refused = Run::new(&["mdbook", "blocks"])
        .stdin("{\"blocks\": [], \"colour\": 1}")
        .done()
        .expect_status(2);
    assert!(
        refused.stderr().contains("unknown field `colour`"),
        "{}",
        refused.stderr()
    );
    if cfg!(feature = "png") {
        let png = draw(json!({ "format": "png" }));
        let figure = &png["blocks"][0]["parts"][0];
        assert!(
            figure["png"].as_str().unwrap().starts_with("iVBOR") && figure["svg"].is_null(),
            "{figure}"
        );
        assert!(png["pieces"][0]["png"].is_string(), "{png}");
    }
}
