//! Drawn tables, including the largest.

use pipscribe::Checked;
use pipscribe::draw::{write_svg, write_text};
use pipscribe::notation::Record;
use pipscribe::text::MAX_DECK_CARDS;

use super::sets::{around, table};
use super::{findings, record};
use crate::support::{Run, scene};

pub(super) fn drawn(variant: &str, position: &str) -> (String, String) {
    let scene = scene(
        &record(variant, &format!("[Position \"{position}\"]"), "*"),
        None,
    );
    (write_text(&scene), write_svg(&scene))
}

#[test]
fn a_table_is_drawn_with_pillars_and_closed_sets() {
    let [north, east, south, west] = around([1, 13, 18, 12]);
    let (text, svg) = drawn(
        "fields",
        &table(vec![north, east, south, west], "dark,light"),
    );
    insta::assert_snapshot!(text);
    assert!(
        svg.contains("Card 12 on column minus 1 row 0 heading west")
            && svg.contains("dark field inside")
    );
}

#[test]
fn tables_far_apart_and_huge_ones_are_drawn_small() {
    let far = "1@-999999999+0/E,2@+0+999999999/N,3@+999999999-999999999/W 1 black,white 0,0";
    let (text, svg) = drawn("pipes", far);
    assert!(text.lines().count() < 60 && svg.len() < 100_000, "{text}");
    for part in ["+999999999", "-999999999", "  1 ", "  2 ", "  3 "] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let mut tags = String::from("[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"long\"]\n");
    let mut cards = Vec::new();
    for id in 1..=900 {
        tags.push_str(&format!("[Card{id} \"W1 W2 W3 W4 W5 W6 LLLLLL\"]\n"));
        if id <= 800 {
            cards.push(format!("{id}@+{}+{}/E", id * 2, id));
        }
    }
    let tags = format!(
        "{tags}[Position \"{} 1 black,white 0,0\"]\n\n*\n",
        cards.join(",")
    );
    let scene = scene(&Record::parse_str(&tags), None);
    let text = write_text(&scene);
    assert!(text.lines().all(|line| line.chars().count() < 400) && text.lines().count() < 200);
    assert!(
        text.contains("Cards that lie outside this figure: 7"),
        "{}",
        text.lines().last().unwrap()
    );
    assert!(scene.words.contains("700 more cards"));
}

#[test]
fn a_deck_fits_into_a_record() {
    for (size, findings) in [
        (MAX_DECK_CARDS, vec![]),
        (MAX_DECK_CARDS + 1, vec!["limit/record-size"]),
    ] {
        let mut text = String::from("[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"long\"]\n");
        for id in 1..=size {
            text.push_str(&format!("[Card{id} \"W1 W2 W3 W4 W5 W6 LLLLLL\"]\n"));
        }
        let report = Checked::from_text(&format!("{text}\n*\n")).report;
        let found: Vec<_> = report
            .findings
            .iter()
            .map(|finding| finding.code.id)
            .collect();
        assert_eq!(found, findings, "{size}");
    }
}

#[test]
fn moves_cannot_be_counted() {
    let expected = record("pipes", "", "{[%expect moves 252]} *");
    assert_eq!(findings(&expected), ["expect/unmet"]);
    let arguments = [
        "moves",
        "--game",
        "pipe",
        "--variant",
        "pipes",
        "--tag",
        "Deck=mine",
        "--tag",
        "Card1=B123456 LLLLLL",
    ];
    let output =
        Run::new(&[&arguments[..], &["--position", "- 1 black,white 0,0"]].concat()).done();
    assert_eq!(output.stdout(), "1@+0+0/N\n1@+0+0/E\n1@+0+0/S\n1@+0+0/W\n");
    assert!(
        output.stderr().contains("some legal turns are missing"),
        "{}",
        output.stderr()
    );
}
