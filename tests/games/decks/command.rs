//! Decks and the CLI.

use crate::support::{Folder, Run};

const CARD: &str =
    "name: mine\nedition: 1\nsource: x\ncards:\n  - {id: 7, pipes: B13 W26 B4 W5, arcs: LLDDDD}\n";
const RECORD: &str = r#"[Game "pipe"]
[Variant "pipes"]
[Deck "mine"]

*
"#;

#[test]
fn decks_are_found_next_to_the_record_or_given() {
    let folder = Folder::new("decks-found");
    let record = folder.file("a.pips", RECORD);
    Run::new(&["check", &record]).done().expect_status(1);
    let given = folder.file("given.yaml", CARD);
    Run::new(&["check", "--deck", &given, &record])
        .done()
        .expect_status(0);
    Run::new(&["check", "--deck", &given, "-"])
        .stdin(RECORD)
        .done()
        .expect_status(0);
    let untidy = RECORD.replace("\n\n", "\n");
    for command in ["fmt", "convert"] {
        assert_eq!(
            Run::new(&[command, "--deck", &given, "-"])
                .stdin(&untidy)
                .done()
                .stdout(),
            RECORD
        );
        assert_eq!(
            Run::new(&[command, "-"]).stdin(&untidy).done().stdout(),
            untidy,
            "its set-up is not known"
        );
    }
    Run::new(&["replay", "--deck", &given, "-"])
        .stdin(RECORD)
        .done()
        .expect_status(0);
    Run::new(&["render", "--deck", &given, "-"])
        .stdin(RECORD)
        .done()
        .expect_status(0);
    Run::new(&["test", "--deck", &given, "-"])
        .stdin(RECORD)
        .done()
        .expect_status(0);
    Run::new(&["check", "--deck", &given, "--deck", &given, &record])
        .done()
        .expect_status(2);
    Run::new(&["check", "--deck", "no-such-file.yaml", &record])
        .done()
        .expect_status(2);
    let beside = folder.file("mine.yaml", CARD);
    Run::new(&["check", &record]).done().expect_status(0);
    Run::new(&["check", "-"])
        .stdin(RECORD)
        .done()
        .expect_status(1);
    // A given deck comes first; an invalid one is reported where it is named.
    std::fs::write(&beside, CARD.replace("B4", "")).unwrap();
    Run::new(&["check", "--deck", &given, &record])
        .done()
        .expect_status(0);
    let reported = Run::new(&["check", "--format", "short", &record])
        .done()
        .stdout();
    assert!(
        reported.contains("a.pips:3:8: error[deck/yaml]: The deck in")
            && reported.contains("line 5:"),
        "{reported}"
    );
    std::fs::write(&beside, CARD.replace("mine", "yours")).unwrap();
    let reported = Run::new(&["check", "--format", "short", &record])
        .done()
        .stdout();
    assert!(
        reported.contains("error[deck/unknown]") && reported.contains("holds the deck `yours`"),
        "{reported}"
    );
    // The deck itself is valid but was not found, so the message must not suggest looking for an
    // error in it.
    let help = "Rename the file to `yours.yaml`, or the deck to `mine`";
    let reported = Run::new(&["check", &record])
        .done()
        .stdout()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(
        reported.contains(help) && !reported.contains("deck check"),
        "{reported}"
    );
    let checked = Run::new(&["deck", "check", &beside])
        .done()
        .expect_status(0);
    let note = "holds the deck `yours`: next to a record that names it, the deck is found only as `yours.yaml`";
    assert!(checked.stderr().contains(note), "{}", checked.stderr());
    let own = folder.file("yours.yaml", &CARD.replace("mine", "yours"));
    for quiet in [&["deck", "check", &own][..], &["deck", "check", "-"]] {
        let checked = Run::new(quiet).stdin(CARD).done();
        assert!(
            !checked.stderr().contains("holds the deck"),
            "{}",
            checked.stderr()
        );
    }
}

#[test]
fn random_games_are_played_with_the_deck_given() {
    let folder = Folder::new("decks-random");
    let shipped = pipscribe::decks::ShippedDecks::text("twin-works").unwrap();
    let given = folder.file(
        "given.yaml",
        &shipped.replace("name: twin-works", "name: mine"),
    );
    let arguments = [
        "random",
        "--game",
        "pipe",
        "--variant",
        "both",
        "--tag",
        "Deck=mine",
        "--deck",
        &given,
    ];
    let game = Run::new(&arguments).done().stdout();
    assert!(game.contains("[Deck \"mine\"]"), "{game}");
    Run::new(&["check", "--deck", &given, "-"])
        .stdin(&game)
        .done()
        .expect_status(0);
    Run::new(&["check", "-"])
        .stdin(&game.replace("mine", "twin-works"))
        .done()
        .expect_status(0);
}

#[test]
fn a_deck_that_is_given_is_known_to_every_format() {
    let folder = Folder::new("decks-formats");
    // A deck like the bundled one with black and white pipes exchanged.
    let shipped = pipscribe::decks::ShippedDecks::text("twin-works").unwrap();
    let (head, cards) = shipped.split_at(shipped.find("cards:").unwrap());
    let swapped: String = cards
        .lines()
        .map(|line| match line.split_once("pipes: ") {
            Some((before, pipes)) => {
                let turned = pipes.split_once(',').map(|(pipes, rest)| {
                    let pipes: String = pipes
                        .chars()
                        .map(|sign| match sign {
                            'B' => 'W',
                            'W' => 'B',
                            other => other,
                        })
                        .collect();
                    format!("{before}pipes: {pipes},{rest}\n")
                });
                turned.unwrap()
            }
            None => format!("{line}\n"),
        })
        .collect();
    let given = folder.file(
        "given.yaml",
        &format!(
            "{}{swapped}",
            head.replace("name: twin-works", "name: mine")
        ),
    );
    let game = Run::new(&[
        "random",
        "--game",
        "pipe",
        "--variant",
        "pipes",
        "--turns",
        "12",
        "--deck",
        &given,
    ])
    .done()
    .stdout();
    assert!(game.contains("[Deck \"mine\"]"), "{game}");
    for format in ["json", "jsonl", "yaml", "sgf"] {
        let there = Run::new(&["convert", "-", "--to", format, "--deck", &given])
            .stdin(&game)
            .done();
        let back = Run::new(&["convert", "-", "--deck", &given])
            .stdin(&there.stdout)
            .done();
        assert_eq!(
            (back.stdout(), back.stderr()),
            (game.clone(), String::new()),
            "{format}"
        );
    }
    for format in ["diagram", "position"] {
        let there = Run::new(&["convert", "-", "--to", format, "--deck", &given])
            .stdin(&game)
            .done();
        let back = Run::new(&["convert", "-", "--variant", "pipes", "--deck", &given])
            .stdin(&there.stdout)
            .done()
            .expect_stdout("[Deck \"mine\"]");
        Run::new(&["check", "-", "--deck", &given])
            .stdin(&back.stdout())
            .done()
            .expect_status(0);
    }
}

#[test]
fn deck_check_reports_errors() {
    let folder = Folder::new("decks-check");
    let good = folder.file("mine.yaml", CARD);
    let bad = folder.file(
        "bad.yaml",
        &CARD.replace(" B4", "").replace("edition", "editon"),
    );
    Run::new(&["deck", "check", &good]).done().expect_status(0);
    Run::new(&["deck", "check", "-"])
        .stdin(CARD)
        .done()
        .expect_status(0);
    Run::new(&["deck", "check", "no/such/file"])
        .done()
        .expect_status(2);
    Run::new(&["deck", "check"]).done().expect_status(2);
    let output = Run::new(&["deck", "check", "--format", "short", &good, &bad])
        .done()
        .expect_status(1);
    insta::assert_snapshot!(output.stdout().replace(&bad, "bad.yaml"), @r#"
        bad.yaml:1:1: error[deck/yaml]: A deck needs the key `edition`. (V2.7)
        bad.yaml:2:1: error[deck/yaml]: A deck has no such key. (V2.7)
        bad.yaml:5:20: error[deck/entry]: Entry 4 belongs to no pipe. (V2.2)
        "#);
    assert_eq!(
        output.stderr(),
        "2 decks checked: 1 valid, 1 invalid; 3 errors\n"
    );
    let output = Run::new(&["deck", "check", "--format", "json", &good, &bad]).done();
    let lines = output
        .stdout()
        .replace(&bad, "bad.yaml")
        .replace(&good, "good.yaml");
    insta::assert_snapshot!(lines.replace("},{", "},\n{").replace("[{", "[\n{"), @r#"
        {"path":"good.yaml","deck":"mine","valid":true,"cards":1,"hash":"3b71a10f949e72567bee1b3e991aad20df5a8ab71d287b8af2a7b8a13c958cea","findings":[]}
        {"path":"bad.yaml","deck":"mine","valid":false,"cards":null,"hash":null,"findings":[
        {"code":"deck/yaml","severity":"error","rule":"V2.7","turn":0,"message":"A deck needs the key `edition`.","help":"It has `name`, `edition`, `source`, `cards`.","span":{"start":0,"end":10,"line":1,"column":1,"end_line":1,"end_column":11},"related":[]},
        {"code":"deck/yaml","severity":"error","rule":"V2.7","turn":0,"message":"A deck has no such key.","help":"It has `name`, `edition`, `source`, `cards`.","span":{"start":11,"end":17,"line":2,"column":1,"end_line":2,"end_column":7},"related":[]},
        {"code":"deck/entry","severity":"error","rule":"V2.2","turn":0,"message":"Entry 4 belongs to no pipe.","help":"An entry at which a pipe ends at once is an end cap: `B4`.","span":{"start":57,"end":67,"line":5,"column":20,"end_line":5,"end_column":30},"related":[]}]}
        "#);
    Run::new(&["deck", "check", &bad])
        .done()
        .expect_stdout("deck/entry (V2.2)");
}

#[test]
fn deck_show_draws_the_parsed_deck() {
    let output = Run::new(&["deck", "show", "-"])
        .stdin(CARD)
        .done()
        .expect_status(0);
    insta::assert_snapshot!(output.stdout(), @r#"
        mine, edition 1, 1 card
        x
        hash 3b71a10f949e72567bee1b3e991aad20df5a8ab71d287b8af2a7b8a13c958cea

        end caps 2, sections 2, splitters 0, crossings 1
        fields: 1 of 2 arcs, 1 of 4 arcs, 0 inside a card

        On the rim, `.` is light and `#` is dark; BB, B1 and WW are pipes, bb and ww are end caps.

        7: B13 W26 B4 W5 LLDDDD = L12 D3456
        ###BB......WW...
        W  7           B
        W              B
        ###ww######bb###
        "#);
    let shown = Run::new(&["deck", "show", "twin-works"]).done().stdout();
    assert_eq!(
        shown.lines().filter(|line| line.contains(" = ")).count(),
        48
    );
    Run::new(&["deck", "show", "-"])
        .stdin(&CARD.replace(" B4", ""))
        .done()
        .expect_status(1);
    Run::new(&["deck", "show", "no-such-deck"])
        .done()
        .expect_status(2);
    let hostile = CARD.replace("edition: 1", "edition: \"\\e[31m\"");
    assert!(
        !Run::new(&["deck", "show", "-"])
            .stdin(&hostile)
            .done()
            .stdout()
            .contains('\u{1b}')
    );
}
