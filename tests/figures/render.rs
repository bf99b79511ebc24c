//! `pipscribe render`: marks, views, numbers, movements, series, and rejected arguments.

use super::rendered;
use crate::support::{Folder, Run, file_names};

const GAME: &str = "corpus/gipf/real/game-a.pips";

/// White completes a row, so its first piece leaves again; later turns use its spot again.
const ROW: &str = r#"[Game "gipf"]
[Variant "basic"]
[Position "www1/5/6/7/6/5/4 w 5,5 0,0 - -"]

1. b5;xb2,b3,b4,b5 2. b2 3. b1-b3 4. h2 *
"#;

/// One piece on the upper end of a column.
const ONE: &str = r#"[Game "gipf"]
[Variant "basic"]
[Position "3w/5/6/7/6/5/4 w 5,5 0,0 - -"]

*
"#;

const STONES: &str = r#"[Game "pippinzip"]
[Variant "zipline"]
[Size "9"]

1. c3 2. e5,g7 3. take 4. d4,f6 5. a1 6. b2,h8 *
"#;

fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

#[test]
fn every_mark_is_drawn_in_text_and_svg() {
    // b5 has a piece at the start, d4 none; a1 is a dot.
    for (mark, before, after) in [
        ("circle", "{", "}"),
        ("square", "[", "]"),
        ("cross", ">", "<"),
        ("triangle", "/", "\\"),
        ("shade", "=", "="),
    ] {
        let mark_on = format!("{mark} b5 d4 a1");
        let arguments = ["-", "--turn", "0", "--mark", &mark_on];
        let text = rendered(&arguments, ONE);
        for marked in [format!("{before}w{after}"), format!("{before}.{after}")] {
            assert_eq!(count(&text, &marked), 1, "{marked}\n{text}");
        }
        let svg = rendered(&[&arguments[..], &["--format", "svg"]].concat(), ONE);
        assert!(
            svg.contains(&format!("Marked with a {mark}: b5, d4, a1.")),
            "{mark}"
        );
        let plain = rendered(&["-", "--turn", "0", "--format", "svg"], ONE);
        assert!(svg.len() > plain.len() + 300, "{mark} is drawn");
    }
    let svg = rendered(
        &[
            "-",
            "--turn",
            "0",
            "--format",
            "svg",
            "--mark",
            "arrow a1>b2",
            "--mark",
            "line b5..e8",
            "--mark",
            "label d4 \"A\"",
        ],
        ROW,
    );
    assert!(svg.contains("Arrows from a1 to b2. Lines from b5 to e8. Labels: A at d4."));
    assert!(
        svg.contains(">A</text>")
            && svg.contains("class=\"arrow\"")
            && svg.contains("class=\"arrow-head\"")
    );
}

/// The piece of turn 1 left from b5; the piece of turn 2 was pushed from b2 to b3 by turn 3.
#[test]
fn numbers_go_where_the_pieces_went() {
    let text = rendered(&["-", "--from", "1", "--to", "4"], ROW);
    assert!(text.contains("Turns: 2 b3, 3 b2, 4 h2\n"), "{text}");
    assert!(
        text.contains("\nNot on the board: 1 b5\n") && text.contains("Turns 1 to 4"),
        "{text}"
    );
    let svg = rendered(&["-", "--from", "1", "--to", "4", "--format", "svg"], ROW);
    assert!(svg.contains("Turns by number: 2 at b3, 3 at b2, 4 at h2. Not on the board: 1 b5."));
    // A push from a dot has its number at the dot, too.
    for (number, times) in [(2, 1), (3, 2), (4, 1)] {
        assert_eq!(count(&svg, &format!(">{number}</text>")), times, "{number}");
    }
    assert!(svg.contains("Turns entered at: 3 at b1."));
    // The range begins at the given turn.
    let svg = rendered(&["-", "--from", "3", "--to", "4", "--format", "svg"], ROW);
    assert!(svg.contains("Turns by number: 3 at b2, 4 at h2.") && svg.contains("Turns 3 to 4"));
}

/// The four removed pieces, including the one that completed the row, and their row.
#[test]
fn a_movement_shows_what_moved_and_left() {
    let svg = rendered(&["-", "--turn", "1", "--movement", "--format", "svg"], ROW);
    assert!(svg.contains("White's row from b2 to b5. Back to White's reserve: b2, b3, b4, b5."));
    assert_eq!(count(&svg, "<g class=\"ghost-1\""), 4);
    assert_eq!(count(&svg, "<g class=\"row\""), 1);
    let svg = rendered(&["-", "--turn", "3", "--movement", "--format", "svg"], ROW);
    assert!(svg.contains("Moved: b1 to b2, b2 to b3."));
    // In this game of the corpus, the push of turn 37 removes a GIPF piece, as its ring shows.
    insta::assert_snapshot!(
        "movement-text",
        rendered(&[GAME, "--turn", "37", "--movement", "--legend"], "")
    );
    let svg = rendered(&[GAME, "--turn", "37", "--movement", "--format", "svg"], "");
    assert_eq!(
        (
            count(&svg, "<g class=\"ghost-1\""),
            count(&svg, "<g class=\"ghost-2\"")
        ),
        (3, 1)
    );
    insta::assert_snapshot!("movement-svg", svg);
}

#[test]
fn a_board_is_rotated_and_cropped() {
    // Rotated clockwise by 60 degrees, i5 is where e9 was, and the topmost line has a5 instead.
    let turned = rendered(&[GAME, "--rotate", "60"], "");
    assert_eq!(turned.lines().next().map(str::trim), Some("a5"));
    assert_eq!(
        rendered(&[GAME, "--flip"], "")
            .lines()
            .next()
            .map(str::trim),
        Some("e1")
    );
    assert_eq!(rendered(&[GAME, "--rotate", "-300"], ""), turned);
    let cut = rendered(&["-", "--view", "c3..e5", "--coordinates", "all"], STONES);
    assert_eq!(
        cut.split("\n\n").next().unwrap(),
        "  c  d  e\n5 .  .  w 5\n4 .  b  . 4\n3 w  .  . 3\n  c  d  e"
    );
    let svg = rendered(&["-", "--view", "c3..e5", "--format", "svg"], STONES);
    // Stones outside the part are not drawn, and all four edges are cut.
    let pieces = |svg: &str, seat: u8| -> usize {
        let groups = svg
            .split("<g ")
            .filter(|group| group.starts_with(&format!("class=\"piece-{seat}\"")));
        groups.map(|group| count(group, "<circle")).sum()
    };
    let board = svg.split("class=\"cut-edge\"").next().unwrap();
    assert_eq!((pieces(board, 1), pieces(board, 2)), (2, 1));
    assert_eq!(
        svg.split("class=\"cut-edge\"")
            .nth(1)
            .map(|group| count(group.split("</g>").next().unwrap(), "<line")),
        Some(4)
    );
}

#[test]
fn a_series_names_its_turns() {
    let svg = rendered(
        &[GAME, "--every", "20", "--columns", "2", "--format", "svg"],
        "",
    );
    assert!(svg.contains("<title>4 figures</title>"));
    for caption in [
        "The start",
        "After turn 20: b3",
        "After turn 40: c6",
        "After turn 42: g6",
    ] {
        assert!(svg.contains(&format!(">{caption}</text>")), "{caption}");
    }
    let folder = Folder::new("render-series");
    rendered(
        &[
            GAME,
            "--every",
            "20",
            "--format",
            "svg",
            "-o",
            &folder.name(),
        ],
        "",
    );
    assert_eq!(
        file_names(folder.path()),
        [
            "turn-000.svg",
            "turn-020.svg",
            "turn-040.svg",
            "turn-042.svg"
        ]
    );
}

#[test]
fn descriptions_and_captions_are_separate() {
    let words = |arguments: &[&str], input: &str| {
        let svg = rendered(arguments, input);
        svg.split_once("<desc>")
            .unwrap()
            .1
            .split_once("</desc>")
            .unwrap()
            .0
            .to_owned()
    };
    let plain = words(&["-", "--format", "svg"], STONES);
    assert_eq!(
        words(&["-", "--format", "svg", "--caption", "The bridge"], STONES),
        format!("The bridge. {plain}")
    );
    assert_eq!(
        words(&["-", "--format", "svg", "--caption", "Who wins?"], STONES),
        format!("Who wins? {plain}")
    );
    let series = words(
        &[GAME, "--every", "20", "--columns", "2", "--format", "svg"],
        "",
    );
    assert!(
        series.starts_with("Figure 1: GIPF, White to move. The start. "),
        "{series}"
    );
    assert!(
        series.contains(
            ". Figure 2: GIPF, White to move, after turn 20: b3. After turn 20: b3. White "
        ),
        "{series}"
    );
}

#[cfg(feature = "pdf")]
#[test]
fn a_pdf_has_a_text_description() {
    let pdf = |arguments: &[&str]| {
        let all = [&["render", "--format", "pdf"], arguments].concat();
        let output = Run::new(&all).stdin(STONES).done().expect_status(0);
        assert_eq!(
            output.stdout,
            Run::new(&all).stdin(STONES).done().stdout,
            "the same bytes each time"
        );
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let one = pdf(&["-", "--caption", "The bridge"]);
    for part in [
        "/Lang(en)",
        "/Title(Pippinzip, seat ",
        "/S/Figure",
        "/Alt(The bridge. Board of 9 by 9. Black stones on ",
    ] {
        assert!(
            one.replace(" (", "(").replace(" /", "/").contains(part),
            "{part}: {one}"
        );
    }
    let several = pdf(&[GAME, "--every", "20"]);
    assert_eq!(several.replace(" /", "/").matches("/S/Figure").count(), 4);
    assert!(several.contains("(After turn 20: b3. White single pieces on "));
}

#[test]
fn a_diagram_of_a_record_has_separate_settings() {
    let record = STONES.replace(
        "4. d4,f6",
        "4. d4,f6 { [%diagram \"The bridge\" coordinates=none from=2] [%view c3..g7] [%cross f5] }",
    );
    let text = rendered(&["-", "--figures"], &record);
    assert!(
        text.contains("\nThe bridge\n")
            && text.contains(">.<")
            && text.contains("Turns: 2 e5, 2 g7, 4 d4, 4 f6"),
        "{text}"
    );
    assert!(!text.contains("c  d  e"), "{text}");
}

/// There is no position after an illegal turn, so its figure shows the place of the error.
#[test]
fn an_expected_illegal_turn_is_drawn() {
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. a2-b3\n\
        2. a2-d4 {[%expect gipf/not-in-line] [%diagram]}\n2. zz {[%expect syntax/token] [%diagram \"No turn\"]}\n\
        2. c2 {[%diagram \"Black answers\"]} \
        (2. e9-e7 3. e1-e2 {[%expect gipf/wrong-landing] [%diagram \"The piece\" last=no] [%circle e2]}) *\n";
    let text = rendered(&["-", "--figures"], record);
    let mut rest = text.as_str();
    // The place of the error is marked, and marks of the author are drawn as written.
    for (caption, marks) in [
        ("d4 is on no line that begins at a2.", &["[.]"][..]),
        ("No turn", &[]),
        ("Black answers", &["(b)"]),
        ("The piece", &["[.]", "{w}"]),
    ] {
        let figure;
        (figure, rest) = rest
            .split_once(&format!("\n{caption}\n"))
            .unwrap_or_else(|| panic!("{caption}: {text}"));
        let marked: Vec<_> = figure
            .split_whitespace()
            .filter(|word| word.starts_with(['[', '(', '{']))
            .collect();
        assert_eq!(marked, marks, "{text}");
    }
}

/// Unknown words of a diagram are also reported if all diagrams are drawn.
#[test]
fn an_invalid_diagram_command_is_reported() {
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n\
        1. b3 {[%diagram \"good\"]} 2. a2-c4 {[%diagram legend]} 3. h1-h3 *\n";
    let output = Run::new(&["render", "--figures", "-"])
        .stdin(&record)
        .done()
        .expect_status(1)
        .expect_stderr("turn 2: `legend` is not valid for `diagram`");
    assert!(output.stdout().ends_with("\ngood\n"), "{}", output.stdout());
    // An unmet expectation does not prevent a figure.
    let unmet = record
        .replace("legend", "")
        .replace("h3 *", "h3 {[%expect moves 7]} *");
    let said = Run::new(&["render", "-"]).stdin(&unmet).done().stderr();
    assert!(
        said.contains("expect/unmet") && !said.contains("ends before"),
        "{said}"
    );
}

#[test]
fn figures_that_cannot_be_drawn_are_reported() {
    let output = Run::new(&["render", GAME, "--turn", "20", "--mark", "circle z9 e5"])
        .done()
        .expect_status(1);
    assert_eq!(
        output.stderr(),
        "pipscribe: turn 20: `z9` is not a place in this figure\n"
    );
    assert!(output.stdout().contains("{B}"), "the rest is shown");
    let cut = [
        "render",
        GAME,
        "--turn",
        "20",
        "--view",
        "c3..f6",
        "--mark",
        "circle b5",
        "--mark",
        "cross d5",
        "--legend",
    ];
    let output = Run::new(&cut).done().expect_status(1);
    assert_eq!(
        output.stderr(),
        "pipscribe: turn 20: `b5` is outside of the view, so its mark is left out\n"
    );
    assert!(
        output.stdout().contains("cross: d5") && !output.stdout().contains("b5"),
        "{}",
        output.stdout()
    );
    for (arguments, message) in [
        (
            ["--rotate", "90"],
            "this board can be rotated by multiples of 60 degrees, not by 90",
        ),
        (
            ["--rotate", "45"],
            "this board can be rotated by multiples of 60 degrees, not by 45",
        ),
        (["--view", "c2..z9"], "`z9` is not a place in this figure"),
        (["--view", "c2"], "`--view` is two places: c2..f6, not `c2`"),
        (
            ["--coordinates", "up"],
            "`--coordinates` is `all`, `none`, or some of top,right,bottom,left, not `up`",
        ),
        (
            ["--mark", "star c3"],
            "unknown mark `star` (the marks are circle, square, cross",
        ),
        (["--turn", "99"], "there is no turn 99"),
        (
            ["--theme", "neon"],
            "unknown theme `neon`, and there is no such file (the themes are print, screen, dark, high-contrast",
        ),
    ] {
        let output = Run::new(&[&["render", GAME], &arguments[..]].concat())
            .done()
            .expect_status(2);
        assert!(
            output.stderr().contains(message),
            "{arguments:?}: {}",
            output.stderr()
        );
        assert_eq!(output.stdout(), "");
    }
    Run::new(&["render", "-", "--figures"])
        .stdin(STONES)
        .done()
        .expect_status(2);
}

/// However a board is rotated, its stones are visible and its lines meet.
#[test]
fn text_lines_rotate_with_the_board() {
    let plain = rendered(
        &["-", "--format", "unicode", "--coordinates", "none"],
        STONES,
    );
    let board = |text: &str| text.lines().take(9).map(str::to_owned).collect::<Vec<_>>();
    for turned in [
        &["--flip"][..],
        &["--rotate", "90"],
        &["--rotate", "180"],
        &["--rotate", "270", "--flip"],
    ] {
        let text = rendered(
            &[
                &["-", "--format", "unicode", "--coordinates", "none"],
                turned,
            ]
            .concat(),
            STONES,
        );
        for stone in ['○', '●'] {
            assert_eq!(
                text.matches(stone).count(),
                plain.matches(stone).count(),
                "{turned:?}\n{text}"
            );
        }
        let lines = board(&text);
        let shape = |lines: &[String]| -> Vec<Vec<bool>> {
            lines
                .iter()
                .map(|line| {
                    line.chars()
                        .map(|sign| "┌└├○●".contains(sign))
                        .take(1)
                        .collect()
                })
                .collect()
        };
        assert_eq!(
            shape(&lines),
            shape(&board(&plain)),
            "every line begins at the edge: {turned:?}\n{text}"
        );
        assert!(lines[1..8].iter().all(|line| {
            line.chars()
                .skip(3)
                .step_by(3)
                .take(7)
                .all(|sign| "┼○●".contains(sign))
        }));
    }
}

/// In Unicode, lines join the points of a board; marks are drawn on top.
#[test]
fn unicode_text_has_lines() {
    insta::assert_snapshot!(
        "stones-unicode",
        rendered(&["-", "--format", "unicode", "--mark", "square e3"], STONES)
    );
}

mod slow {
    use super::*;

    /// Each symbol can be given another text, in every language, and nothing else changes.
    #[test]
    fn every_legend_entry_can_have_another_text() {
        let moved = [GAME, "--turn", "19", "--movement"];
        let range = [GAME, "--from", "1", "--turn", "16"];
        let marked = |mark: &'static str| [GAME, "--turn", "12", "--mark", mark];
        let signs: [(&str, &[&str]); 16] = [
            ("circle", &marked("circle d4")),
            ("square", &marked("square d4")),
            ("cross", &marked("cross d4")),
            ("triangle", &marked("triangle d4")),
            ("shade", &marked("shade d4")),
            ("arrow", &marked("arrow a1>b2")),
            ("line", &marked("line b5..e8")),
            ("placed by the last turn", &moved),
            ("pushed from there", &moved),
            ("back to the reserve", &moved),
            ("lost", &moved),
            ("GIPF piece, two stacked", &moved),
            ("number of the turn that placed it", &range),
            ("where the turn of that number entered", &range),
            (
                "changed by the last turn",
                &["corpus/gallery/pippip.pips", "--turn", "11", "--movement"],
            ),
            ("winning chain", &["corpus/gallery/pippinzip.pips"]),
        ];
        let mut in_text = 0;
        for (sign, arguments) in signs {
            // A text figure has no sign for some entries, and leaves those out.
            let english = rendered(&[arguments, &["--legend"]].concat(), "");
            if !english.contains(sign) {
                continue;
            }
            in_text += 1;
            for lang in ["en", "de"] {
                let arguments = [arguments, &["--legend", "--lang", lang]].concat();
                let plain = rendered(&arguments, "");
                let worded = rendered(
                    &[&arguments[..], &["--wording", &format!("{sign}=Own words")]].concat(),
                    "",
                );
                let changed: Vec<_> = plain
                    .lines()
                    .zip(worded.lines())
                    .filter(|(one, other)| one != other)
                    .collect();
                assert_eq!(
                    (changed.len(), plain.lines().count()),
                    (1, worded.lines().count()),
                    "{sign}\n{worded}"
                );
                assert!(changed[0].1.contains("Own words"), "{sign}: {changed:?}");
            }
        }
        assert!(in_text > 8, "{in_text}");
        Run::new(&["render", GAME, "--legend", "--wording", "circel=x"])
            .done()
            .expect_status(2)
            .expect_stderr("the signs are `circle`, `square`,");
    }
}

/// A figure names the authors of the comments that ask for it or mark it, unless it has no notes.
#[test]
fn figures_name_their_authors() {
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n\
        1. b3 {[%diagram] [%by Ann]} {[%circle b3] [%by \"Bo Lee\"]} {[%by Cid] words} *\n";
    let drawn = |more: &[&str]| {
        let arguments = [&["render", "--figures", "-"], more].concat();
        Run::new(&arguments)
            .stdin(record)
            .done()
            .expect_status(0)
            .stdout()
    };
    let text = drawn(&[]);
    assert!(
        text.contains("Note by Ann\nNote by Bo Lee\n") && !text.contains("Cid"),
        "{text}"
    );
    assert!(!drawn(&["--no-notes"]).contains("Ann"));
    assert!(drawn(&["--lang", "de"]).contains("Anmerkung von Ann"));
}

/// A fault in a variation, or after the position that was requested, does not change the figure.
#[test]
fn a_cut_is_reported_where_it_hides_the_last_position() {
    let tags = "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n\n";
    let in_variation = format!("{tags}1. c3 2. take 3. a1,b2 (3. f6,a1) *\n");
    let in_main_line = format!("{tags}1. c3 2. take 3. f6,a1 4. b2 *\n");
    for (record, options, is_reported) in [
        (&in_main_line, &[][..], true),
        (&in_main_line, &["--turn", "1"][..], false),
        (&in_main_line, &["--line", "1"][..], false),
        (&in_variation, &[][..], false),
        (&in_variation, &["--line", "3 a1,b2"][..], false),
    ] {
        let ran = Run::new(&[&["render", "-"], options].concat())
            .stdin(record)
            .done()
            .expect_status(1);
        assert_eq!(
            ran.stderr().contains("before the error"),
            is_reported,
            "{options:?} {}",
            ran.stderr()
        );
    }
}

#[test]
fn a_view_of_nothing_is_reported() {
    let output = Run::new(&[
        "render",
        "docs/src/records/whole-pipe.pips",
        "--view",
        "+50+50..+52+52",
    ])
    .done();
    let output = output.expect_status(1);
    assert!(
        output
            .stderr()
            .contains("the view shows no part of the board"),
        "{}",
        output.stderr()
    );
}
