//! Files of other programs, and the findings about them.

use pipscribe::formats::Assumptions;
use pipscribe::notation::Record;
use pipscribe::text::SourceText;

use super::{codes, read, read_with, written};
use crate::support::{Run, foreign_format, judged};

#[test]
fn files_of_other_programs_are_read() {
    let go = "(;FF[4]GM[1]SZ[5]PB[Ann]PW[Bo]RE[B+R]KM[6.5]DT[2026-11-20,21]C[hello \\] {you}]\r\n\
              ;B[ae]C[first\\\nline](;B[be]CR[aa:ba]BL[30];W[];B[cc];W[dd])(;B[ea]TE[1]\n;W[tt]))";
    let mut assumptions = Assumptions::default();
    assumptions.variant = Some("pipeline".into());
    let game = read_with(go, &assumptions);
    assert_eq!(codes(&game.findings), [""; 0]);
    insta::assert_snapshot!(game.text);
}

/// Nothing is written for a game that the notation does not support.
#[test]
fn a_file_for_another_game_makes_no_record() {
    let hex = "(;FF[4]EV[hex.mc.2009]PB[Ann]PW[Bo]SZ[13]RE[B];W[ga];B[swap])";
    let go = "(;FF[4]GM[1]SZ[5];B[ae])";
    for (text, words) in [
        (hex, "SGF for Go (there is no `GM`)"),
        (go, "SGF for Go (`GM[1]`)"),
        ("(;GM[11]SZ[13];W[a1])", "SGF for Hex (`GM[11]`)"),
        ("(;GM[ 2 ];W[a1])", "SGF for Othello (`GM[2]`)"),
        ("(;GM[99];W[a1])", "SGF for another game (`GM[99]`)"),
        ("(;GM[zertz];W[a1])", "SGF for another game (`GM[zertz]`)"),
    ] {
        let game = read(text);
        assert_eq!(
            (game.text.as_str(), codes(&game.findings)),
            ("", vec!["import/value"]),
            "{text}"
        );
        assert!(
            game.findings[0].message.contains(words),
            "{text}: {}",
            game.findings[0].message
        );
        let output = Run::new(&["convert", "-"]).stdin(&text).done();
        assert_eq!(
            (output.status(), output.stdout()),
            (Some(1), String::new()),
            "{text}"
        );
    }
    // A file may hold games of both kinds.
    let output = Run::new(&["convert", "-"])
        .stdin(&format!("{hex}\n(;GM[39]PIPTAG[Variant:basic];W[b3])\n"))
        .done();
    assert_eq!(
        output.stdout().matches("[Game ").count(),
        1,
        "{}",
        output.stderr()
    );
}

#[test]
fn changes_by_other_programs_count() {
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {a} {b} *\n";
    let changed = written(record).replace("C[a\n\nb]", "C[c]");
    let game = read(&changed);
    assert_eq!(codes(&game.findings), ["import/changed"]);
    assert!(game.text.ends_with("1. b3 {c} *\n"), "{}", game.text);
}

#[test]
fn invalid_sgf_is_reported() {
    let pippinzip = "GM[1]SZ[5]PIPTAG[Game:pippinzip][Variant:pipeline]";
    let cases = [
        (
            format!("(;{pippinzip};B[aa];())"),
            vec![("import/token", "()")],
            "1. a5 *",
        ),
        (
            format!("(;{pippinzip};B[aa]( ))"),
            vec![("import/token", "( )")],
            "1. a5 *",
        ),
        (
            format!("(;{pippinzip};B[aa]((;B[bb])(;B[cc])))"),
            vec![("import/token", "(")],
            "1. a5 2. b4 (2. c3) *",
        ),
        (
            format!("(;{pippinzip};B[aa](;B[bb]);B[cc])"),
            vec![("import/token", ";")],
            "1. a5 2. b4 (2. c3) *",
        ),
        (
            format!("From: me (you)\n(;{pippinzip};B[aa])"),
            vec![("import/left-out", "From: me (you)")],
            "1. a5 *",
        ),
        (
            format!("(;{pippinzip};B[aa])) ;B[bb]"),
            vec![("import/left-out", ") ;B[bb]")],
            "1. a5 *",
        ),
    ];
    for (text, faults, moves) in cases {
        let game = read(&text);
        let on: Vec<_> = game
            .findings
            .iter()
            .map(|finding| (finding.code.id, finding.span.slice(&text)))
            .collect();
        assert_eq!(on, faults, "{text}");
        assert_eq!(game.text.lines().last(), Some(moves), "{text}");
    }
    // In a stream, the text after a game is a separate piece.
    Run::new(&["convert", "-"])
        .stdin(&format!("(;{pippinzip};B[aa])) ;B[bb]\n"))
        .done()
        .expect_stderr("This text is not part of any game");
    for (text, status) in [
        ("", 1),
        ("junk", 1),
        ("()", 1),
        ("(B[ag])", 1),
        ("[ag]", 1),
        ("<html>(c) 2026; all</html>", 1),
        ("[Game \"gipf\"]\n\n1. b3 (1. c2) *", 1),
    ] {
        let output = Run::new(&["convert", "-", "--from", "sgf"])
            .stdin(&text)
            .done();
        assert_eq!(
            (output.status(), output.stdout().as_str()),
            (Some(status), ""),
            "{text}"
        );
        assert!(
            output.stderr().contains("it contains no game of sgf"),
            "{text}: {}",
            output.stderr()
        );
    }
}

#[test]
fn a_repeated_point_is_reported_and_its_stone_kept() {
    let root = "GM[1]SZ[5]PIPTAG[Game:pippinzip][Variant:pipeline]";
    let cases = [
        (
            format!("(;{root}AB[aa][bb][aa])"),
            vec![("import/left-out", "aa")],
            "[Position \"b4/1b3/5/5/5 1 auction -\"]",
        ),
        (
            format!("(;{root}AB[aa:bb][ab])"),
            vec![("import/left-out", "ab")],
            "[Position \"bb3/bb3/5/5/5 1 auction -\"]",
        ),
        (
            format!("(;{root};AB[aa][bb][aa])"),
            vec![("import/left-out", "aa")],
            "1. a5,b4 *",
        ),
        (
            format!("(;{root}AB[aa]AW[aa])"),
            vec![("import/value", "aa")],
            "[Position \"b4/5/5/5/5 1 auction -\"]",
        ),
    ];
    for (text, faults, line) in cases {
        let game = read(&text);
        let on: Vec<_> = game
            .findings
            .iter()
            .map(|finding| (finding.code.id, finding.span.slice(&text)))
            .collect();
        assert_eq!(on, faults, "{text}");
        assert!(
            game.text.lines().any(|known| known == line),
            "{text}\n{}",
            game.text
        );
    }
}

/// Each finding: its code, and the text it points at.
pub(super) fn found(text: &str) -> Vec<(&'static str, String)> {
    let source = SourceText::new(text.to_owned(), 0, 1);
    let findings = read(text).findings;
    findings
        .iter()
        .map(|finding| (finding.code.id, source.text_of(finding.span).to_owned()))
        .collect()
}

#[test]
fn other_properties_of_a_move_node_are_reported() {
    let zipline = "(;GM[1]SZ[5]PIPTAG[Game:pippinzip][Variant:zipline];";
    let gipf = "(;GM[39]PIPTAG[Variant:basic]";
    let cases = [
        (
            format!("{zipline}AW[aa][bb]W[cc];W[dd])"),
            vec!["AW[aa][bb]"],
        ),
        (format!("{zipline}PIPTURN[a1]W[cc])"), vec!["W[cc]"]),
        (format!("{zipline}PIPTURN[a1][b1])"), vec!["b1"]),
        (format!("{zipline}AB[aa]AW[bb])"), vec!["AW[bb]"]),
        (format!("{gipf};W[b3];AW[d2];AE[b3];PL[B])"), vec!["AW[d2]"]),
        (
            format!("{gipf}AW[b3]AB[c3];W[b3])"),
            vec!["AW[b3]", "AB[c3]"],
        ),
    ];
    for (text, lost) in cases {
        let found = found(&text)
            .into_iter()
            .filter(|(code, _)| *code == "import/value");
        assert_eq!(found.map(|(_, on)| on).collect::<Vec<_>>(), lost, "{text}");
    }
}

#[test]
fn a_move_of_the_other_seat_is_reported() {
    let gipf = "(;GM[39]PIPTAG[Variant:basic];";
    let reported = |moves: &str| -> Vec<String> {
        let text = format!("{gipf}{moves})");
        found(&text)
            .into_iter()
            .filter(|(code, _)| *code == "import/value")
            .map(|(_, on)| on)
            .collect()
    };
    assert_eq!(reported("W[b3];B[c2](;W[f3];B[e3])(;W[e2];B[f3])"), [""; 0]);
    assert_eq!(reported("B[b3];W[c2]"), ["B[b3]"]);
    assert_eq!(reported("W[b3](;B[c2])(;W[e2])"), ["W[e2]"]);
    assert_eq!(reported("W[b3];W[c2];B[e2]"), ["W[c2]"]);
}

#[test]
fn a_backslash_that_escapes_nothing_is_literal() {
    let record = Record::parse_str(
        "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n\n1. a1 {a \\x b \\} c} *\n",
    );
    let text = foreign_format("sgf").write(&judged(&record)).unwrap().text;
    // SGF escapes with a backslash too, which doubles it.
    assert!(text.contains("C[a \\\\x b } c]"), "{text}");
}

/// All text that a person wrote is in the record or has a finding.
#[test]
fn surplus_values_and_signs_are_kept_or_reported() {
    let root = "GM[39]PIPTAG[Variant:basic]";
    for (text, faults, lines) in [
        (
            format!("(;{root}EV[a][b]PW[x]PW[y]RE[W+R][B+R];W[b3])"),
            vec![
                ("import/value", "b"),
                ("import/token", "PW"),
                ("import/value", "y"),
                ("import/value", "B+R"),
            ],
            vec!["[Event \"a\"]", "[Player1 \"x\"]", "1. b3 1-0"],
        ),
        // A result that is a Go score, or that a person wrote in words.
        (
            format!("(;{root}RE[W+12.5];W[b3])"),
            vec![("record/undecided", "W+12.5")],
            vec!["[SGF_RE \"W+12.5\"]"],
        ),
        (
            format!("(;{root}RE[B+R by mail];W[b3])"),
            vec![],
            vec!["[Termination \"resignation\"]", "[SGF_RE \"B+R by mail\"]"],
        ),
        (
            format!("(;{root}RE[B+Resign];W[b3])"),
            vec![],
            vec!["1. b3 0-1"],
        ),
        (
            format!("(;{root}GC[one][two];W[b3])"),
            vec![],
            vec!["1. b3 * {one", "", "two}"],
        ),
        (
            format!("(;{root};W[b3]TE[1]IT[]BM[7];B[c2]TE[];W[d2]TE[2][odd])"),
            vec![],
            vec![
                "1. b3! {[%sgf IT \"\"] [%sgf BM \"7\"]} 2. c2 {[%sgf TE \"\"]} 3. d2!!",
                "{[%sgf TE \"odd\"]} *",
            ],
        ),
    ] {
        let on: Vec<_> = found(&text);
        let on: Vec<_> = on.iter().map(|(code, on)| (*code, on.as_str())).collect();
        assert_eq!(on, faults, "{text}");
        let game = read(&text);
        for line in lines {
            assert!(
                game.text.lines().any(|known| known == line),
                "{text}: {line}\n{}",
                game.text
            );
        }
        let back = read(&written(&game.text));
        assert_eq!(back.text, game.text, "{text}");
    }
}

#[test]
fn variations_that_cannot_be_read_stay_as_comments() {
    let root = "GM[39]PIPTAG[Variant:basic]";
    for (text, moves) in [
        (
            format!("(;{root};W[b3](;C[one])(;B[c2]C[two];W[d2](;B[e2])(;B[f2])))"),
            "1. b3 {one} {the source has a variation here: ;B\\[c2]C\\[two];W\\[d2](;B\\[e2])(;B\\[f2]} *",
        ),
        (
            format!("(;{root};W[b3](;B[c2])(;C[no turn]N[a name])(;B[d2]))"),
            "1. b3 2. c2 {the source has a variation here: ;C\\[no turn]N\\[a name]} (2. d2) *",
        ),
        (
            format!("(;{root}(;C[one])(;W[b3]))"),
            "{one} {the source has a variation here: ;W\\[b3]} *",
        ),
    ] {
        assert_eq!(found(&text), [("import/value", ";".to_owned())], "{text}");
        let moves_read = read(&text)
            .text
            .split_once("\n\n")
            .unwrap()
            .1
            .replace('\n', " ");
        assert_eq!(moves_read.trim_end(), moves, "{text}");
    }
}

/// Text between games is kept even if the game next to it cannot be read.
#[test]
fn text_around_a_game_that_is_not_read_is_reported() {
    let text = "Ann's notes\n(;GM[1]SZ[19];B[aa]B[bb])";
    assert_eq!(
        found(text),
        [
            ("import/left-out", "Ann's notes".to_owned()),
            ("import/value", "1".to_owned())
        ]
    );
}

/// Reading a file of this program back adds no tag and changes none.
#[test]
fn tags_with_invalid_values_come_back() {
    for record in [
        "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n\n1. a1 *\n",
        "[Game \"gipf\"]\n[Variant \"basic\"]\n[Date \"yesterday\"]\n[Result \"*\"]\n\n1. b3 *\n",
    ] {
        let names = |text: &str| -> Vec<String> {
            let record = Record::parse_str(text);
            record
                .tags
                .iter()
                .map(|tag| tag.name.to_string())
                .filter(|name| name != "Result")
                .collect()
        };
        assert_eq!(names(&read(&written(record)).text), names(record));
    }
}
