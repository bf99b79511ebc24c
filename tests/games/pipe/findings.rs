//! The texts of findings, and the part of a turn that they point at.

use pipscribe::Checked;
use pipscribe::figures::{FigureOptions, Selection, figures};
use pipscribe::games::Context;
use pipscribe::replay::Timeline;

use super::record;
use crate::support::{random_game_of, report, root};

#[test]
fn findings_describe_the_error() {
    let said = |more: &str, turns: &str| {
        let report = report(&record("pipes", more, turns));
        let finding = report.findings.first().unwrap().clone();
        (
            finding.message,
            finding.help.unwrap_or_default(),
            finding.related,
        )
    };
    let start = "[Position \"1@+0+0/E 1 black,white 0,0\"]";
    let (message, help, related) = said(start, "2@+2+0/E 3@+4+0/E");
    assert_eq!(
        message,
        "Entry 6 of card 3 on +4+0 is white, entry 3 of card 2 on +3+0 is black: pipes that meet have one colour."
    );
    assert!(
        help.starts_with(
            "Card 3 is `W1 W2 W3 W4 W5 W6 LLLLLL`, card 2 is `B36 W1 W2 W4 W5 LLDDDL`."
        ),
        "{help}"
    );
    assert_eq!(related[0].turn, 1);

    let (message, help, _) = said(start, "4@+2+0/E;x1,4");
    assert_eq!(
        message,
        "Seat 1 does not pick up card 1. The black set of card 1 is still open at entry 6 of card 1, before -1+0."
    );
    assert!(
        help.starts_with("Nothing is picked up: leave the list out."),
        "{help}"
    );

    let (message, help, _) = said("[Position \"6@+0+0/E 1 white,black 0,0\"]", "7@+0+1/E;x6,7");
    assert_eq!(
        message,
        "Card 6 goes to seat 2, not to seat 1: a black set is closed (cards 6 and 7), and black is seat 2's."
    );
    assert!(help.starts_with("Write `x2:6,7`."), "{help}");

    let (message, _, related) = said(start, "2@+5+5/E 2@+9+9/E");
    assert_eq!(
        message,
        "Seat 2 cannot have card 2: it is on the table, `2@+5+5/E`."
    );
    assert_eq!(related[0].message, "`2@+5+5/E` played card 2");
    let (_, _, related) = said(start, "2@+5+5/E 3@+6+5/N");
    assert_eq!(related[0].message, "`2@+5+5/E` placed card 2");
}

#[test]
fn a_clash_shows_the_two_cards() {
    let table = "1@+0+0/E,3@+50+50/E 1 black,white 0,0";
    let report = report(&record(
        "pipes",
        &format!("[Position \"{table}\"]"),
        "2@+2+0/N",
    ));
    let exhibit = report.findings[0].exhibit.clone().unwrap();
    assert_eq!(exhibit.position, "1@+0+0/E,2@+2+0/N 1 black,white 0,0");
    assert_eq!(exhibit.marks, ["+2+0", "+1+0"]);
}

/// The span of a wrong list is its invalid part: a card, a seat, or the whole list.
#[test]
fn a_wrong_pick_up_list_names_its_part() {
    let wrong = ("codes/pickup-wrong-fails.pips", ";x1,2 *");
    // Seat 1 takes cards 1 and 2, seat 2 card 3.
    let two = (
        "rules/v6-1-judged-before-picking-up-kept.pips",
        ";x1,2;x2:3 *",
    );
    // The lists, and where in them the invalid part begins.
    for ((file, written), lists, at, part) in [
        (wrong, "x1,2", 1, "1"),
        (wrong, "x2:1", 3, "1"),
        (wrong, "x9:1", 1, "9"),
        (wrong, "x2:1;x9:1", 6, "9"),
        (wrong, "x1;x1:2", 3, "x1:2"),
        (wrong, "x2:1;x1;x2:2", 8, "x2:2"),
        (two, "x1;x2:3", 0, "x1"),
        (two, "x2:3;x1", 5, "x1"),
        (two, "x1,2", 0, "x1,2"),
    ] {
        let record = std::fs::read_to_string(root().join("corpus/pipe").join(file)).unwrap();
        let checked = Checked::from_text(&record.replace(written, &format!(";{lists} *")));
        let finding = &checked.report.findings[0];
        let from = checked.record().text().find(&format!("{lists} *")).unwrap();
        let found = (
            usize::try_from(finding.span.start).unwrap() - from,
            checked.record().text_of(finding.span),
        );
        assert_eq!(
            (finding.code.id, found),
            ("pipe/pickup-wrong", (at, part)),
            "{lists}"
        );
    }
}

/// The span is the card that the deck lacks, whatever comes before it in its turn (V9).
#[test]
fn an_unknown_card_that_is_drawn_is_pointed_at() {
    let folder = "corpus/pipe/rules/v5-whole-turn-kept.pips";
    let record = std::fs::read_to_string(root().join(folder)).unwrap();
    for turn in [
        "2@+0+1/E;x1,2;swap;draw:99",
        "2@+0+1/E;x1,2;draw:99",
        "2@+0+1/E;swap;draw:99",
        "2@+0+1/E;draw:99",
    ] {
        let text = record.replace("2@+0+1/E;x1,2;swap;draw:4", turn);
        let checked = Checked::from_text(&text);
        let finding = checked.report.findings.first().unwrap();
        assert_eq!(
            (finding.code.id, finding.turn),
            ("pipe/unknown-card", 1),
            "{turn}"
        );
        assert_eq!(checked.record().text_of(finding.span), "99", "{turn}");
    }
}

/// A discard in the middle of the game does not concern the table, so the table is neither drawn
/// nor called empty, and no play is suggested instead.
#[test]
fn a_discard_after_the_first_turns_suggests_no_plays() {
    let game = random_game_of(8, 1, 30);
    let written = "discard:1,2,3,4;claim:white";
    let checked = Checked::from_text(&format!(
        "{} {written}",
        game.trim_end().trim_end_matches('*').trim_end()
    ));
    let finding = checked.report.findings.first().unwrap();
    assert_eq!((finding.code.id, finding.turn), ("pipe/out-of-order", 31));
    let help = finding.help.clone().unwrap();
    assert!(
        help.contains("It plays a card") && !help.contains("Nearest"),
        "{help}"
    );
    let timeline = Timeline::new(checked.record().clone(), &Context::default()).unwrap();
    let shown = timeline
        .report
        .board(finding.exhibit.as_ref().unwrap())
        .unwrap()
        .scene();
    let notes: Vec<String> = shown
        .notes
        .iter()
        .map(pipscribe::draw::Note::words)
        .collect();
    assert!(
        notes.iter().any(|note| note.starts_with("Seat 2")),
        "{notes:?}"
    );
    assert!(
        !notes.iter().any(|note| note.contains("empty")),
        "{notes:?}"
    );
    assert!(!shown.words.contains("Stock"), "{}", shown.words);
    // A figure has space for the table.
    let drawn = figures(&timeline, Selection::Findings, &FigureOptions::default())
        .unwrap()
        .figures;
    assert!(
        drawn[0].figure.words.contains(" heading "),
        "{}",
        drawn[0].figure.words
    );
    // Before the first turn the table is empty.
    let bare = timeline.start().unwrap().position.scene();
    assert!(bare.words.contains("The table is empty"), "{}", bare.words);
}
