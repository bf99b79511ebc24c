//! Positions that can only be drawn, or whose legal turns can be listed: GIPF reserves written `?`,
//! and pieces on dots.

use pipscribe::Checked;
use pipscribe::games::Symmetry;

use crate::support::{Folder, Ran, RecordText, Run};

const POSITION: &str = "b2w/5/6/w5b/6/5/b2w w ?,7 0,0 - -";

fn of_position(command: &[&str], position: &str) -> Ran {
    let game = [
        "--game",
        "gipf",
        "--variant",
        "basic",
        "--position",
        position,
    ];
    Run::new(&[command, &game].concat()).done()
}

fn of_record(command: &[&str], movetext: &str) -> Ran {
    let record = RecordText::gipf()
        .tag("Position", POSITION)
        .with_moves(movetext);
    Run::new(&[command, &["-"]].concat()).stdin(&record).done()
}

#[test]
fn figures_show_an_unknown_reserve_as_a_question_mark() {
    for (format, white, black) in [
        (
            "text",
            "White: ? in reserve, to move",
            "Black: 7 in reserve",
        ),
        (
            "words",
            "White: ? in reserve, to move",
            "Black: 7 in reserve",
        ),
        ("svg", ">? in reserve<", ">7 in reserve<"),
        ("tikz", "{? in reserve}", "{7 in reserve}"),
        ("typst", "\"? in reserve\"", "\"7 in reserve\""),
    ] {
        for ran in [
            of_position(&["render", "--format", format], POSITION),
            of_record(&["render", "--format", format], "*"),
        ] {
            let drawn = ran.expect_status(0).stdout().replace('\u{a0}', " ");
            assert!(
                drawn.contains(white) && drawn.contains(black),
                "{format}: {drawn}"
            );
        }
    }
}

#[test]
fn a_text_figure_with_an_unknown_reserve_is_read_back() {
    let drawn = of_record(&["render", "--format", "text"], "*")
        .expect_status(0)
        .stdout();
    let read = Run::new(&["convert", "--from", "diagram", "-"])
        .stdin(&drawn)
        .done()
        .expect_status(0)
        .stdout();
    assert!(read.contains(POSITION), "{read}");
}

#[test]
fn a_record_that_is_only_drawn_keeps_its_question_mark() {
    assert_eq!(of_record(&["check"], "*").status(), Some(0));
    let expected = of_record(
        &["check"],
        &format!("{{[%expect position \"{POSITION}\"] [%expect moves 30]}} *"),
    );
    assert_eq!(expected.status(), Some(0), "{}", expected.stdout());
    let canonical = of_record(&["fmt"], "*").expect_status(0).stdout();
    assert!(canonical.contains(POSITION), "{canonical}");
}

#[test]
fn legal_turns_are_listed_as_if_there_were_a_piece() {
    let known = of_position(&["moves"], "b2w/5/6/w5b/6/5/b2w w 3,7 0,0 - -").expect_status(0);
    let unknown = of_position(&["moves"], POSITION).expect_status(0);
    assert_eq!(unknown.stdout(), known.stdout());
    assert_eq!(known.stderr(), "");
    let note = "pipscribe: assuming that there is a piece to introduce, as the reserve of White is `?`: \
        write its number in the third field of the position\n";
    assert_eq!(unknown.stderr(), note);
    assert_eq!(of_position(&["moves", "--quiet"], POSITION).stderr(), "");
    let tournament = [
        "--game",
        "gipf",
        "--variant",
        "tournament",
        "--position",
        "4/5/6/7/6/5/4 w ?,? 0,0 wb wb",
    ];
    let turns = Run::new(&[&["moves"][..], &tournament].concat())
        .done()
        .expect_status(0)
        .stdout();
    assert!(
        turns.lines().all(|turn| turn.starts_with('G')) && turns.lines().count() == 18,
        "{turns}"
    );
}

#[test]
fn a_turn_from_an_unknown_reserve_is_an_error() {
    for movetext in [
        "1. b3 *",
        "1. resign 0-1",
        "1. b3 {[%irregular gipf/no-row]} (1. c2) *",
    ] {
        let checked = of_record(&["check", "--format", "short"], movetext)
            .expect_status(1)
            .stdout();
        assert!(
            checked.contains("tag/unknown-value")
                && checked.contains("the reserve of White is `?`"),
            "{checked}"
        );
        assert!(checked.contains("third field"), "{checked}");
    }
    let why = of_record(&["why"], "1. b3 *");
    assert_eq!(why.status(), Some(2), "{}", why.stdout());
}

#[test]
fn whatever_depends_on_a_reserve_is_refused() {
    let goal = of_record(&["solve", "--goal", "win 2"], "*")
        .expect_status(1)
        .stdout();
    assert!(goal.contains("the reserve of White is `?`"), "{goal}");
    let tag = format!("Position={POSITION}");
    let of_tag = |command: &[&str]| {
        Run::new(&[command, &["--variant", "basic", "--tag", &tag]].concat()).done()
    };
    for (command, refused) in [
        ("perft", of_position(&["perft"], POSITION)),
        ("moves", of_position(&["moves", "--outcome", "1"], POSITION)),
        ("random", of_tag(&["random", "--game", "gipf"])),
        ("new", of_tag(&["new", "gipf"])),
    ] {
        let refused = refused.expect_status(2).stderr();
        assert!(
            refused.contains("the reserve of White is `?`"),
            "{command}: {refused}"
        );
    }
    assert_eq!(
        of_position(&["perft", "--depth", "1"], POSITION)
            .expect_status(0)
            .stdout(),
        "1 30\n"
    );
    let board = Run::new(&["convert", "--from", "pips", "--to", "gdansk", "-"])
        .stdin(&RecordText::gipf().tag("Position", POSITION).with_moves("*"))
        .done();
    assert!(
        board.status() != Some(0) && board.stderr().contains("needs both reserves"),
        "{}",
        board.stderr()
    );
}

#[test]
fn a_piece_on_its_dot_is_drawn_and_described() {
    let movetext = "{[%diagram] [%piece a2 w] [%piece i5 B] [%arrow a2>b3]} *";
    assert_eq!(
        of_record(&["check", "--format", "short"], movetext)
            .expect_status(0)
            .stdout(),
        ""
    );
    let plain = of_record(
        &["render", "--format", "svg", "--turn", "0"],
        "{[%arrow a2>b3]} *",
    )
    .stdout();
    let count = |svg: &str, shape: &str| svg.matches(shape).count();
    let drawn = of_record(&["render", "--format", "svg", "--turn", "0"], movetext)
        .expect_status(0)
        .stdout();
    assert_eq!(
        count(&drawn, "<circle"),
        count(&plain, "<circle") + 3,
        "two discs and a ring: {drawn}"
    );
    for (format, described) in [
        ("text", "About to be pushed: White a2; Black GIPF i5"),
        ("words", "About to be pushed: White a2; Black GIPF i5."),
        ("tikz", "About to be pushed: White a2; Black GIPF i5."),
        ("typst", "About to be pushed: White a2; Black GIPF i5."),
    ] {
        let drawn = of_record(&["render", "--format", format, "--turn", "0"], movetext)
            .expect_status(0)
            .stdout();
        assert!(drawn.contains(described), "{format}: {drawn}");
    }
    let by_option = of_position(
        &["render", "--format", "words", "--mark", "piece a2 w i5 B"],
        POSITION,
    );
    by_option
        .expect_status(0)
        .expect_stdout("About to be pushed: White a2; Black GIPF i5.");
    let twice = of_position(
        &[
            "render",
            "--format",
            "words",
            "--mark",
            "piece a2 w",
            "--lang",
            "de",
        ],
        POSITION,
    );
    twice
        .expect_status(0)
        .expect_stdout("Vor dem Schieben: Weiß a2.");
}

#[test]
fn a_piece_is_drawn_only_on_dots_of_gipf() {
    for command in ["piece c3 w", "piece a9 w", "piece a2 x", "piece a2"] {
        let checked = of_record(
            &["check", "--format", "short"],
            &format!("{{[%{command}]}} *"),
        );
        assert!(
            checked.stdout().contains("command/malformed"),
            "{command}: {}",
            checked.stdout()
        );
        let drawn = of_position(&["render", "--mark", command], POSITION);
        assert_ne!(drawn.status(), Some(0), "{command}: {}", drawn.stdout());
    }
    let others = "[Game \"pippip\"]\n\n{[%piece a2 w]} *\n";
    let checked = Run::new(&["check", "--format", "short", "-"])
        .stdin(others)
        .done()
        .stdout();
    assert!(
        checked.contains("command/malformed") && checked.contains("`a2` is not a dot of GIPF"),
        "{checked}"
    );
}

#[test]
fn a_piece_on_its_dot_and_unknown_reserves_turn_with_the_board() {
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Position \"w3/5/6/7/6/5/4 w ?,3 0,0 - -\"]\n\n\
        {[%piece a1 w b1 B]} *\n";
    let checked = Checked::from_text(record);
    let turned = checked
        .timeline()
        .unwrap()
        .turned(Symmetry::turned(180))
        .unwrap();
    assert!(
        turned.contains("4/5/6/7/6/5/3w w ?,3 0,0 - -") && turned.contains("[%piece i5 w h6 B]"),
        "{turned}"
    );
}

/// Arguments for a decided position of a game, its tags, and words that its figure contains.
const DECIDED: [(&str, &str, &str, &str); 3] = [
    (
        "gipf",
        "basic",
        "b2w/5/6/w5b/6/5/b2w w 0,12 0,0 - -",
        "White: 0 in reserve",
    ),
    (
        "pippinzip",
        "zipline",
        "3w/w3/bbbb/w2w 1 taker=2 -",
        "Pip, black, has won",
    ),
    (
        "pippip",
        "standard",
        "L12D12L12D12/D12L12D12L12/L12D12L12D12/D12L12D12L12 D - -",
        "Light: 8 points",
    ),
];

/// A record of a decided position.
fn decided_record(
    (game, variant, position, _): (&str, &str, &str, &str),
    movetext: &str,
) -> String {
    let mut tags = RecordText::new(game).tag("Variant", variant);
    if game == "pippinzip" {
        tags = tags.tag("Size", 4);
    }
    tags.tag("Position", position).with_moves(movetext)
}

#[test]
fn decided_positions_are_drawn_and_have_no_turns() {
    for decided in DECIDED {
        let (game, variant, position, words) = decided;
        let asked = ["--game", game, "--variant", variant, "--position", position];
        let drawn = Run::new(&[&["render"], &asked[..]].concat())
            .done()
            .expect_status(0);
        assert!(
            drawn.stdout().replace('\u{a0}', " ").contains(words),
            "{}",
            drawn.stdout()
        );
        assert_eq!(drawn.stderr(), "");
        let moves = Run::new(&[&["moves"], &asked[..]].concat())
            .done()
            .expect_status(0);
        assert_eq!(
            (moves.stdout(), moves.stderr()),
            (String::new(), String::new())
        );

        let record = decided_record(decided, "*");
        for format in ["text", "svg", "html", "words"] {
            Run::new(&["render", "--format", format, "-"])
                .stdin(&record)
                .done()
                .expect_status(0);
        }
        assert_eq!(
            Run::new(&["moves", "--count", "-"])
                .stdin(&record)
                .done()
                .expect_status(0)
                .stdout(),
            "0\n"
        );
        // No game can start from the position, and no turn can be played.
        for movetext in ["*", "1. resign *"] {
            let check = Run::new(&["check", "--format", "short", "-"])
                .stdin(&decided_record(decided, movetext));
            let reported = check.done().expect_status(1).stdout();
            assert_eq!(reported.matches("error[").count(), 1, "{reported}");
            assert!(
                reported.contains("error[tag/inconsistent]")
                    && reported.contains("over before it begins")
            );
        }
        let played = Run::new(&["render", "-"])
            .stdin(&decided_record(decided, "1. resign *"))
            .done();
        assert_ne!(played.status(), Some(0));
    }
}

#[test]
fn documents_show_decided_positions() {
    let folder = Folder::new("decided-documents");
    for (number, decided) in DECIDED.into_iter().enumerate() {
        let page = format!(
            "# Page\n\n```pips turn=0\n{}```\n",
            decided_record(decided, "*")
        );
        let path = folder.file(&format!("page-{number}.md"), &page);
        let drawn = Run::new(&["figures", &path]).done().expect_status(0);
        assert!(
            drawn.stderr().starts_with("1 figure in 1 document"),
            "{}",
            drawn.stderr()
        );
        let played = page.replace("*\n```", "1. resign *\n```");
        let path = folder.file(&format!("played-{number}.md"), &played);
        Run::new(&["figures", &path])
            .done()
            .expect_status(1)
            .expect_stderr("tag/inconsistent");
    }
}
