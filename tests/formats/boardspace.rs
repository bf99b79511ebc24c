//! Files of Boardspace.

use pipscribe::formats::{Assumptions, FORMATS, Imported};
use pipscribe::notation::Record;
use pipscribe::text::SourceText;
use proptest::prelude::*;

use super::{found_in, game_of, messages_of};
use crate::support::{cases, foreign_format, judged, random_game_of, replayed, root};

fn read(text: &str) -> Imported {
    game_of("boardspace", text, &Assumptions::default())
}

fn found(text: &str) -> Vec<(&'static str, &str)> {
    found_in(&read(text), text)
}

fn messages(text: &str) -> Vec<String> {
    messages_of(&read(text))
}

/// The turns and the result of a record that was read.
fn turns(text: &str) -> String {
    let text = read(text).text;
    text.split_once("\n\n")
        .unwrap()
        .1
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// A game from the actions of its turns, `P0` first. The actions of a turn are separated by commas.
fn file(root: &str, turns: &[&str]) -> String {
    let mut text =
        format!("(;\nGM[gipf]VV[1]\n{root}\nP0[id \"Ann\"]\nP1[id \"Bo\"]\n; P0[0 Start P0]\n");
    let actions = turns
        .iter()
        .enumerate()
        .flat_map(|(index, turn)| turn.split(", ").map(move |action| (index % 2, action)));
    for (number, (seat, action)) in actions.enumerate() {
        text.push_str(&format!("; P{seat}[{} {action}]\n", number + 1));
    }
    text + ")\n"
}

fn point(name: &str) -> String {
    let (column, row) = name.split_at(1);
    format!("{} {row}", column.to_ascii_uppercase())
}

/// A game as Boardspace would have saved it: every removed piece is marked, and every GIPF piece
/// with an unusual fate.
fn saved(record: &str) -> String {
    let record = Record::parse_str(record);
    let first_spots = FORMATS
        .iter()
        .find(|format| format.name() == "gipf.first-spot")
        .unwrap();
    let variant = match record.tag("Variant").unwrap().value.as_str() {
        "basic" => "gipf",
        "standard" => "gipf-standard",
        _ => "GIPF-Tournament",
    };
    let mut out = format!(
        "(;\nGM[GIPF]VV[1]\nSU[{variant} 0 102]\nP0[id \"Ann\"]\nP1[id \"Bo B\"]\n; P0[0 Start P0]\n"
    );
    let mut number = 1;
    let text = first_spots.write(&judged(&record)).unwrap().text;
    let mut single = [variant != "GIPF-Tournament"; 2];
    for (index, turn) in text.lines().enumerate() {
        let mut act = |words: String| {
            out.push_str(&format!("; P{}[{number} {words}]\n", index % 2));
            number += 1;
        };
        for action in turn.split(';') {
            if let Some(items) = action.strip_prefix('x') {
                for item in items.split(',') {
                    let spot = item.trim_start_matches('G').trim_end_matches('*');
                    if !(item.starts_with('G') && item.ends_with('*')) {
                        act(format!("Remove {}", point(spot)));
                    }
                }
                continue;
            }
            if !action.starts_with('G') && !single[index % 2] {
                single[index % 2] = true;
                act("Standard".to_owned());
            }
            let (dot, spot) = action.trim_start_matches('G').split_once('-').unwrap();
            act(format!("Dropb {}", point(dot)));
            act(format!("Pickb {}", point(dot)));
            act(format!("dropb {}", point(spot)));
        }
        act("Done".to_owned());
    }
    out + ")"
}

#[test]
fn a_real_game_round_trips() {
    let record =
        std::fs::read_to_string(root().join("corpus/gipf/real/game-b-corrected.pips")).unwrap();
    let record = &record[record.find("[Game").unwrap()..];
    let text = saved(record);
    assert!(foreign_format("boardspace").recognises(&text) && FORMATS[0].name() == "boardspace");
    assert!(foreign_format("sgf").recognises(&text));
    let game = read(&text);
    assert!(game.text.contains("[Player2 \"Bo B\"]"), "{}", game.text);
    assert_eq!(game.turns(), 64, "{:?}\n{}", game.findings, game.text);
}

#[test]
fn after_an_error_the_rest_is_kept_unchanged() {
    let record =
        std::fs::read_to_string(root().join("corpus/gipf/real/game-b-corrected.pips")).unwrap();
    let text = saved(&record[record.find("[Game").unwrap()..]);
    let lines: Vec<&str> = text.split_inclusive(']').collect();
    let is_placed = |(at, line): &(usize, &&str)| at + 12 < lines.len() && line.contains("dropb");
    let placed: Vec<_> = lines
        .iter()
        .enumerate()
        .filter(is_placed)
        .step_by(9)
        .collect();
    assert!(placed.len() > 5, "{text}");
    for (at, line) in placed {
        let wrong = line.replace("dropb ", "dropb Z");
        let faulty = [
            &lines[..at].concat(),
            wrong.as_str(),
            &lines[at + 1..].concat(),
        ]
        .concat();
        let game = read(&faulty);
        let record = Record::parse_str(&game.text);
        let legal = game.turns() as usize;
        assert!(record.moves.turns.len() <= legal + 1, "{}", game.text);
        let comments: String = record
            .turns()
            .flat_map(|(_, node)| node.comments())
            .map(|comment| comment.text(&record))
            .collect();
        let last = lines
            .iter()
            .rev()
            .find(|line| line.contains("dropb"))
            .unwrap();
        assert!(
            comments.contains(last.trim().trim_end_matches(']')),
            "{last}: {}",
            game.text
        );
        assert!(
            game.findings
                .iter()
                .any(|finding| finding.code.id == "import/left-out"),
            "{:?}",
            game.findings
        );
    }
}

#[test]
fn old_revisions_have_a_piece_more() {
    let game = read(
        "(;GM[gipf]SU[gipf 0 100];P0[1 SlideFrom A 1 B 2];P0[2 Done];P1[3 wrong];P1[4 resign])",
    );
    assert!(
        game.text.contains("[Options \"reserve=13,13\"]"),
        "{}",
        game.text
    );
    assert!(game.text.contains("1. a1-c3 2. resign"), "{}", game.text);
    assert_eq!(
        game.findings
            .iter()
            .map(|finding| finding.code.id)
            .collect::<Vec<_>>(),
        ["import/value"]
    );
}

/// The actions of a turn, from a dot to a spot.
type Way = fn(&str, &str) -> String;

/// White's row e2 to e5 is complete after five turns, and is removed with `Done`.
const FIVE: &str = "1. e1-e3 2. e9-e7 3. e1-e4 4. a1-c3 5. e1-e5;xe2,e3,e4,e5 *";

#[test]
fn people_programs_and_old_files_write_turns_in_three_ways() {
    let by_hand =
        |dot: &str, spot: &str| format!("Pick wr, Dropb {dot}, Pickb {dot}, Dropb {spot}, Done");
    let robot = |dot: &str, spot: &str| format!("Dropb {dot}, SlideFrom {dot} {spot}, Done");
    let old = |dot: &str, spot: &str| format!("SLIDE {dot} {spot}, DONE");
    let no_done = |dot: &str, spot: &str| format!("dropb {dot}, slidefrom {dot} {spot}");
    let twice = |dot: &str, spot: &str| {
        format!("Dropb {dot}, Dropb {dot}, Dropb {spot}, Dropb {dot}, Done")
    };
    let other_mind = |dot: &str, spot: &str| {
        let first = "Pick wr, Dropb A 5, Pickb A 5, Drop wr, Pick wr 3, Dropb A 4, Pickb A 4, Dropb B 5, Pickb B 5";
        format!("{first}, Dropb {dot}, Dropb {spot}, Done")
    };
    let ways: [Way; 6] = [by_hand, robot, old, no_done, twice, other_mind];
    let pushes = [
        ("E 1", "E 2"),
        ("E 9", "E 8"),
        ("E 1", "E 2"),
        ("A 1", "B 2"),
        ("E 1", "E 2"),
    ];
    for way in ways {
        let actions: Vec<String> = pushes.iter().map(|(dot, spot)| way(dot, spot)).collect();
        let actions: Vec<&str> = actions.iter().map(String::as_str).collect();
        let text = file("SU[gipf 0 102]", &actions);
        assert_eq!(found(&text), [], "{text}");
        assert_eq!(turns(&text), FIVE, "{text}");
        assert!(!read(&text).text.contains("Options"));
        let marked = "Pick br 2, Dropb E 1, Dropb E 2, Remove E 4, Done";
        assert_eq!(
            turns(&file(
                "SU[gipf 0 102]",
                &[&actions[..4], &[marked]].concat()
            )),
            FIVE
        );
    }
}

#[test]
fn standard_plays_a_single_piece() {
    let game = file(
        "SU[GIPF-Tournament 1234 102]",
        &[
            "Dropb A 1, Dropb B 2, Done",
            "standard, Standard, Dropb I 5, Dropb H 5, Done",
            "Standard, Dropb A 1, Dropb B 2, Done",
            "Dropb I 5, Dropb H 5, Done",
            "Dropb A 5, Dropb B 5, Done",
        ],
    );
    assert_eq!(found(&game), []);
    assert_eq!(turns(&game), "1. Gb2 2. Gh5 3. a1-c3 4. Gi5-g5 5. b5 *");
    let too_soon = file(
        "SU[gipf-tournament 0 102]",
        &["Standard, Dropb A 1, Dropb B 2, Done"],
    );
    assert_eq!(found(&too_soon)[0].0, "gipf/gipf-required");
}

#[test]
fn revisions_differ_in_what_seats_hold() {
    let tags = |setup: &str| read(&file(setup, &["Dropb A 1, Dropb B 2, Done"])).text;
    for old in ["SU[gipf]", "SU[gipf 77]", "SU[gipf 0 100]"] {
        assert!(tags(old).contains("[Options \"reserve=13,13\"]"), "{old}");
    }
    for (setup, position) in [
        (
            "SU[gipf-standard 0 99]",
            "B2W/5/6/W5B/6/5/B2W w 13,13 0,0 - -",
        ),
        ("SU[gipf-tournament]", "4/5/6/7/6/5/4 w 19,19 0,0 wb wb"),
    ] {
        assert!(
            tags(setup).contains(&format!("[Position \"{position}\"]")),
            "{setup}"
        );
    }
    for new in [
        "SU[gipf 0 101]",
        "SU[gipf-standard 0 101]",
        "SU[gipf-tournament 0 102]",
    ] {
        let text = tags(new);
        assert!(
            !text.contains("Options") && !text.contains("Position"),
            "{text}"
        );
    }
    let mut known = Assumptions::default();
    known.options = Some("out=empty".to_owned());
    let source = SourceText::new(file("SU[gipf]", &["Slide A 1 B 2, Done"]), 0, 1);
    assert!(
        foreign_format("boardspace").read(&source, &known)[0]
            .text
            .contains("[Options \"reserve=13,13 out=empty\"]")
    );
    assert_eq!(
        found(&file("", &["Slide A 1 B 2, Done"])),
        [("import/assumed", ";")]
    );
}

/// White takes Black's only GIPF piece in turn 7.
const WON: [&str; 7] = [
    "Slide E 1 E 2, Done",
    "Slide E 9 E 8, Done",
    "Standard, Slide E 1 E 2, Done",
    "Standard, Slide E 9 E 8, Done",
    "Slide E 1 E 2, Done",
    "Slide E 9 E 8, Done",
    "Slide E 1 E 2, Remove E 3, Done",
];

#[test]
fn old_revisions_may_continue_after_the_end() {
    let won =
        "1. Ge2 2. Ge8 3. e1-e3 4. e9-e7 5. e1-e4 6. e9-e6 7. e1-e5;xe2,e3,e4,Ge6*,e7*,e8* 1-0";
    let game =
        |revision: u32, turns: &[&str]| file(&format!("SU[gipf-tournament 0 {revision}]"), turns);
    assert_eq!(turns(&game(102, &WON)), won);
    assert_eq!(found(&game(100, &WON)), []);
    let longer = [
        &WON[..],
        &["Dropb A 1, Dropb B 2, Done", "Dropb A 1, Dropb B 2, Done"],
    ]
    .concat();
    let codes = |text: &str| {
        found(text)
            .into_iter()
            .map(|(code, _)| code)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        codes(&game(102, &longer)),
        ["turn/after-end", "import/left-out"]
    );
    assert_eq!(
        codes(&game(101, &longer)),
        ["import/assumed", "turn/after-end", "import/left-out"]
    );
    assert!(
        messages(&game(101, &longer))[0].contains("Revision 101 ended games under other rules")
    );
}

#[test]
fn the_result_counts_if_it_fits() {
    let game = |result: &str, turns: &[&str]| {
        file(&format!("SU[gipf-tournament 0 102]RE[{result}]"), turns)
    };
    for agrees in ["W+R", "Game won by Ann", "W+", ""] {
        assert_eq!(found(&game(agrees, &WON)), [], "{agrees}");
    }
    assert_eq!(
        found(&game("The game was won by Bo", &WON)),
        [("import/disagrees", "The game was won by Bo")]
    );
    assert!(turns(&game("B+T", &WON)).ends_with("1-0"));
    assert_eq!(found(&game("B+T", &WON[..3])), []);
    assert!(turns(&game("B+T", &WON[..3])).ends_with("3. e1-e3 0-1"));
    assert!(
        read(&game("B+T", &WON[..3]))
            .text
            .contains("[Termination \"time\"]")
    );
    for open in ["Game won by Bo", "B+3.5", "who knows"] {
        assert_eq!(found(&game(open, &WON[..3])), [("import/left-out", open)]);
        assert!(turns(&game(open, &WON[..3])).ends_with("3. e1-e3 *"));
    }
}

#[test]
fn either_seat_resigns() {
    let resigned = |turns: &[&str]| file("SU[gipf-tournament 0 102]", turns);
    let black = resigned(&["Slide E 1 E 2, Done", "Pick br, Resign, Done"]);
    assert_eq!(found(&black), []);
    assert_eq!(turns(&black), "1. Ge2 2. resign 1-0");
    // White resigns while Black is to move.
    let white = resigned(&["Slide E 1 E 2, Done, Resign"]);
    assert_eq!(found(&white), []);
    assert_eq!(turns(&white), "1. Ge2 0-1");
    assert!(read(&white).text.contains("[Termination \"resignation\"]"));
    let begun = resigned(&["Slide E 1 E 2, Done", "Dropb A 1, Resign, Dropb A 1"]);
    let codes: Vec<_> = found(&begun).into_iter().map(|(code, _)| code).collect();
    assert_eq!(codes, ["import/left-out", "import/value"]);
    assert_eq!(turns(&begun), "1. Ge2 2. resign 1-0");
}

#[test]
fn notes_are_kept_or_reported() {
    let text = "(;GM[gipf]VV[1]SU[gipf 0 102]DT[2009/1/21 20:15]EV[Cup]PC[boardspace.net]RO[2]GN[U!a-b]TC[5]C[Hello]\
                P0[id \"Ann\"]P1[id \"Bo\"];P0[0 Start P0]TM[1];P0[1 Slide A 1 B 2]TM[2];P0[2 Done]C[To {the} \
                edge]TM[9]\
                ;P1[3 Slide I 5 H 5]C[hm];P1[4 Done];P0[time 0:00:12];AN[x])";
    let game = read(text);
    let expected = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Event \"Cup\"]\n[Site \"boardspace.net\"]\n[Round \"2\"]\n\
                    [Date \"2009-01-21\"]\n[Player1 \"Ann\"]\n[Player2 \"Bo\"]\n[Result \"*\"]\n\
                    [SGF_DT \"2009/1/21 20:15\"]\n[SGF_GN \"U!a-b\"]\n\n\
                    {Hello} 1. a1-c3 {To \\{the\\} edge} 2. i5-g5 {hm} *\n";
    assert_eq!(game.text, expected);
    let mut reported = messages(text);
    reported.sort();
    let kinds: Vec<_> = reported
        .iter()
        .map(|message| message.split(" is left out").collect::<Vec<_>>())
        .collect();
    let rest = ": a record has no place for it.";
    assert_eq!(kinds[0], ["`AN`", rest]);
    assert_eq!(kinds[1], ["`P0 time`", rest]);
    assert_eq!(kinds[2], ["`TC`", rest]);
    assert_eq!(
        kinds[3],
        ["`TM`", ", 3 times: a record has no place for it."]
    );
    assert_eq!(kinds.len(), 4);
    let odd =
        "(;GM[gipf]SU[gipf 0 102]DT[21 Jan 09]DT[];P0[1 Slide A 1 B 2](;P0[2 Done])(;P0[2 Done]))";
    assert!(messages(odd).contains(&"`DT` is left out: a record has no place for it.".to_owned()));
    assert!(
        messages(odd)
            .contains(&"`variation` is left out: a record has no place for it.".to_owned())
    );
}

#[test]
fn a_collection_holds_other_games() {
    let text = "(;GM[zertz]SU[zertz 0];P0[1 Done])\n(;GM[GIPF]SU[gipf 0 102];P0[1 Slide A 1 B 2];P0[2 Done])\n\
                (;GM[gipf]SU[gipf-matrx 0 102];P0[1 Yinsh A 1];P0[2 Pslide A 1])(;GM[gipf]SU[gipf-odd 0 102];P0[1 \
                Done])";
    assert!(foreign_format("boardspace").recognises(text));
    let source = SourceText::new(text.to_owned(), 0, 1);
    let games = foreign_format("boardspace").read(&source, &Assumptions::default());
    let reported: Vec<Vec<&str>> = games
        .iter()
        .map(|game| {
            game.findings
                .iter()
                .map(|finding| source.text_of(finding.span))
                .collect()
        })
        .collect();
    assert_eq!(
        reported,
        [
            vec!["zertz"],
            vec![],
            vec!["gipf-matrx 0 102"],
            vec!["gipf-odd 0 102"]
        ]
    );
    let are_records: Vec<bool> = games.iter().map(|game| !game.text.is_empty()).collect();
    assert_eq!(are_records, [false, true, false, false]);
    assert!(games[1].text.contains("1. a1-c3 *"), "{}", games[1].text);
}

#[test]
fn the_file_of_the_corpus_holds_two_games() {
    let text = std::fs::read_to_string(root().join("corpus/formats/boardspace/made.sgf")).unwrap();
    let source = SourceText::new(text, 0, 1);
    let games = foreign_format("boardspace").read(&source, &Assumptions::default());
    let turns = games.iter().map(|game| {
        game.text
            .split("\n\n")
            .nth(1)
            .unwrap_or_default()
            .split_whitespace()
    });
    let turns: Vec<String> = turns
        .map(|words| words.collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(turns[0], FIVE.replace('*', "6. resign 1-0"));
    // White's GIPF piece is removed, and the other seat's stays. Only White has no GIPF piece, and
    // has lost.
    assert_eq!(
        turns[1],
        "1. Ge2 2. Ge8 3. e1-e3 4. e9-e7 5. e1-e4 6. e9-e6 7. e1-e5;xe2,e3,e4,Ge5,e7*,e8* 0-1"
    );
    assert_eq!(turns[2..], ["", ""]);
    let reported: Vec<usize> = games.iter().map(|game| game.findings.len()).collect();
    assert_eq!(reported, [1, 0, 1, 1]);
}

#[test]
fn text_that_is_not_a_turn_is_reported() {
    let codes = |turns: &[&str]| {
        let text = file("SU[gipf 0 102]", turns);
        found(&text)
            .into_iter()
            .map(|(code, _)| code)
            .collect::<Vec<_>>()
    };
    // Moves to a spot that does not exist or is off the board, or from no dot.
    assert_eq!(
        codes(&["Dropb A 1, Dropb C 3, Dropb B 2, Done"]),
        ["import/value"]
    );
    assert_eq!(
        codes(&["Dropb Z 9, Dropb A 1, Dropb B 2, Done"]),
        ["import/value"]
    );
    assert_eq!(
        codes(&["Remove A 1, Dropb A 1, Dropb B 2, Done"]),
        ["import/value"]
    );
    assert_eq!(
        codes(&["Dropb A 1, Dropb B 2, Yinsh A 1, Done"]),
        ["import/value"]
    );
    // A turn of the seat that has just played is reported once.
    assert_eq!(
        codes(&[
            "Slide A 1 B 2, Done, Slide A 1 B 2, Done",
            "Slide A 1 B 2, Done"
        ]),
        ["import/value"]
    );
    // A truncated turn: a dot by itself is not a turn.
    assert_eq!(codes(&["Slide A 1 B 2, Done", "Pick br"]), [""; 0]);
    assert_eq!(
        codes(&["Slide A 1 B 2, Done", "Pick br, Dropb A 1"]),
        ["import/left-out"]
    );
    assert_eq!(codes(&["Start P1, Slide A 1 B 2, Done"]), ["import/value"]);
}

proptest! {
    #![proptest_config(cases(8))]

    #[test]
    fn random_basic_games_round_trip(seed in any::<u64>()) {
        let record = random_game_of(0, seed, 60);
        let game = read(&saved(&record));
        let moves = |text: &str| {
            let record = Record::parse_str(text);
            replayed(&record).turns.into_iter().map(|turn| turn.position).collect::<Vec<_>>()
        };
        prop_assert_eq!(moves(&game.text), moves(&record), "{}", game.text);
    }
}

#[test]
fn text_after_the_points_of_an_action_is_reported() {
    let text = "(;GM[gipf]SU[gipf 1 102]P0[id \"Ann\"]P1[id \"Bo\"]; P0[1 Dropb A 1 junk more])";
    assert!(
        found(text).contains(&("import/value", "1 Dropb A 1 junk more")),
        "{:?}",
        found(text)
    );
}

#[test]
fn another_version_is_reported() {
    let text = |version: &str| format!("(;GM[gipf]VV[{version}]SU[gipf 1 102])");
    assert_eq!(found(&text("1")), []);
    assert_eq!(found(&text("2")), [("import/left-out", "2")]);
}
