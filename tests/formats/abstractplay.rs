//! Records of AbstractPlay: import and export.

use pipscribe::formats::{Assumptions, ExportError, Imported, pips};
use pipscribe::notation::Record;
use pipscribe::text::SourceText;
use proptest::prelude::*;

use super::{found_in, game_of};
use crate::support::{Folder, RecordText, Run, cases, foreign_format, judged, random_game};

fn read(text: &str) -> Imported {
    game_of("abstractplay", text, &Assumptions::default())
}

const RECORD: &str = r#"{"header": {"game": {"name": "Pippinzip", "variants": ["size-9"]},
 "site": {"name": "Abstract Play", "gameid": "x-1"}, "date-start": "2026-07-01T10:00:00Z",
 "date-end": "2026-07-02T10:00:00Z", "date-generated": "2026-07-02T10:00:01Z", "unrated": true,
 "players": [{"name": "Ann", "userid": "u1", "result": 0}, {"name": "Bo", "result": 1}]},
 "moves": [["e5,c3", "Pass"],
        [{"sequence": 1, "move": "d4,f6", "result": "x"}, {"sequence": 2, "move": "a1"}], ["resign", null]]}"#;

#[test]
fn a_record_is_read_and_written_back() {
    let game = read(RECORD);
    insta::assert_snapshot!(game.text);
    let found: Vec<_> = game
        .findings
        .iter()
        .map(|finding| (finding.code.id, finding.message.as_str()))
        .collect();
    let left_out = "`moves.result` is left out: a record has no place for it.";
    assert_eq!(found, [("import/left-out", left_out)]);
    let written = foreign_format("abstractplay")
        .write(&judged(&Record::parse_str(&game.text)))
        .unwrap();
    assert!(written.losses.is_empty(), "{:?}", written.losses);
    insta::assert_snapshot!(written.text);
    assert_eq!(read(&written.text).text, game.text);
}

#[test]
fn findings_point_at_the_moves() {
    let text = RECORD.replace("d4,f6", "d4,e5");
    let found = found_in(&read(&text), &text);
    assert_eq!(
        found,
        [("pippinzip/occupied", "e5"), ("import/left-out", "x")]
    );
    let broken = read("{\"header\": ");
    assert_eq!(broken.findings[0].code.id, "import/syntax");
    let odd = read(
        "{\"header\": {\"players\": [{\"name\": \"A\", \"score\": 3}]}, \"moves\": [[7, \"a1\"]], \"x\": 1}",
    );
    let found: Vec<_> = odd.findings.iter().map(|finding| finding.code.id).collect();
    assert_eq!(found, ["import/left-out", "import/form", "import/left-out"]);
}

#[test]
fn an_array_is_read_record_by_record() {
    let array = format!(
        "[{RECORD},\n{},\n{RECORD}]",
        RECORD.replace("\"moves\":", "\"moves\"")
    );
    let output = Run::new(&["convert", "-"]).stdin(&array).done();
    assert_eq!(
        output.stdout().matches("[Game \"pippinzip\"]").count(),
        2,
        "{}",
        output.stderr()
    );
    assert!(
        output.stderr().contains("A `:` is expected here."),
        "{}",
        output.stderr()
    );
    assert_eq!(output.status(), Some(1));
}

#[test]
fn invalid_records_yield_no_game() {
    for (nothing, words) in [
        ("null", "nothing"),
        ("7", "a number"),
        ("{}", "a map"),
        (r#"{"header": null, "moves": null}"#, "a map"),
    ] {
        let output = Run::new(&["convert", "-", "--from", "abstractplay"])
            .stdin(&format!("[{nothing},\n{RECORD}]"))
            .done();
        assert_eq!(
            output.stdout().matches("[Game ").count(),
            1,
            "{nothing}: {}",
            output.stderr()
        );
        assert!(
            output.stderr().contains(&format!("This is {words}")),
            "{nothing}: {}",
            output.stderr()
        );
        assert_eq!(output.status(), Some(1), "{nothing}");
    }
}

#[test]
fn several_records_are_one_document_or_one_line_each() {
    let folder = Folder::new("abstractplay");
    let record = read(RECORD).text;
    for count in [1, 3] {
        let records = vec![record.as_str(); count].join("\n");
        let file = folder.file("games.pips", &records);
        let array = Run::new(&["convert", &file, "--to", "abstractplay"]).done();
        let value: serde_json::Value = serde_json::from_slice(&array.stdout).unwrap();
        assert_eq!(
            value.as_array().map(Vec::len),
            Some(count).filter(|count| *count > 1)
        );
        let lines = Run::new(&["convert", &file, "--to", "abstractplay-jsonl"]).done();
        let parsed: Vec<serde_json::Value> = lines
            .stdout()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(parsed.len(), count);
        let target = folder.path().join("games.jsonl").display().to_string();
        Run::new(&["convert", &file, "--to", "abstractplay", "-o", &target])
            .done()
            .expect_status(0);
        assert_eq!(std::fs::read(&target).unwrap(), lines.stdout);
        for written in [&array.stdout, &lines.stdout] {
            let back = Run::new(&["convert", "-"]).stdin(&written).done();
            assert_eq!(
                (back.stdout(), back.stderr()),
                (records.clone(), String::new())
            );
        }
    }
}

#[test]
fn unsupported_records_are_rejected() {
    let tags = "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"9\"]\n";
    let open = foreign_format("abstractplay")
        .write(&judged(&Record::parse_str(&format!("{tags}\n1. a1 *\n"))));
    assert!(matches!(open, Err(ExportError::Record(message)) if message.contains("finished")));
}

#[test]
fn lost_dates_and_names_are_reported() {
    let tags = "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"9\"]\n[Result \"1-0\"]\n";
    let cases = [
        ("[Date \"2020-01\"]\n", vec!["tag Date"]),
        ("[Date \"2020-01-02\"]\n", vec![]),
        (
            "[Date \"2020-01-02\"]\n[DateStart \"2020-01-03T00:00:00Z\"]\n",
            vec!["tag Date"],
        ),
    ];
    for (date, lost) in cases {
        let written = foreign_format("abstractplay")
            .write(&judged(&Record::parse_str(&format!(
                "{tags}{date}\n1. a1 1-0\n"
            ))))
            .unwrap();
        let kinds = format!("{:?}", written.losses);
        assert_eq!(written.losses.is_empty(), lost.is_empty(), "{kinds}");
        assert!(lost.iter().all(|kind| kinds.contains(kind)), "{kinds}");
        let back = read(&written.text).text;
        assert!(!back.contains("1970") && !back.contains("\"?\""), "{back}");
    }
}

#[test]
fn malformed_moves_are_reported() {
    let on = |moves: &str| -> Vec<String> {
        let text = format!("{{\"header\": {{}}, \"moves\": {moves}}}");
        let source = SourceText::new(text.clone(), 0, 1);
        let findings = read(&text).findings;
        let forms = findings
            .iter()
            .filter(|finding| finding.code.id == "import/form");
        forms
            .map(|finding| source.text_of(finding.span).to_owned())
            .collect()
    };
    assert_eq!(on("{}"), ["{}"]);
    assert_eq!(on("[\"a1\", [\"b2\"]]"), ["a1"]);
    assert_eq!(on("[[\"a1\", null], [\"b2\"]]"), ["null"]);
    assert_eq!(on("[[\"a1\", null]]"), [""; 0]);
    assert_eq!(on("[[{\"move\": \"a1\", \"sequence\": \"x\"}]]"), ["x"]);
}

/// A record of the site with these variants and moves, and the players' results.
fn site(variants: &str, moves: &str, results: [&str; 2]) -> String {
    let [one, two] = results;
    format!(
        r#"{{"header": {{"game": {{"name": "Pippinzip", "variants": {variants}}}, "site": {{"name": "Abstract Play"}},
        "pie-invoked": true, "turn-model": "a", "players": [{{"name": "A", "is_ai": false, "result": {one}}},
        {{"name": "B", "is_ai": true, "result": {two}}}]}}, "moves": {moves}}}"#
    )
}

fn codes_of(game: &Imported) -> Vec<&'static str> {
    game.findings
        .iter()
        .map(|finding| finding.code.id)
        .collect()
}

#[test]
fn boards_are_named_in_the_language_of_the_site() {
    let moves = r#"[["m13,a1", "timeout"]]"#;
    for label in ["13x13 board", "13x13-Brett", "Plateau 13×13", "size-13"] {
        let game = read(&site(&format!("[\"{label}\"]"), moves, ["1", "0"]));
        assert_eq!(codes_of(&game), [""; 0], "{label}: {:?}", game.findings);
        assert!(
            game.text.contains("[Size \"13\"]"),
            "{label}: {}",
            game.text
        );
    }
    // The default is 11; a move beyond it implies a larger board.
    for (variants, moves, size, codes) in [
        ("[]", r#"[["a1", "timeout"]]"#, 11, vec![]),
        ("[\"#board\"]", r#"[["k11", "timeout"]]"#, 11, vec![]),
        ("[]", moves, 13, vec!["import/assumed"]),
        (
            "[\"Brett\"]",
            moves,
            13,
            vec!["import/value", "import/assumed"],
        ),
        (
            "[\"Brett\"]",
            r#"[["a1,i9", "timeout"]]"#,
            11,
            vec!["import/assumed", "import/value"],
        ),
        (
            "[\"9x9 board\"]",
            r#"[["k11", "timeout"]]"#,
            9,
            vec!["pippinzip/off-board"],
        ),
    ] {
        let game = read(&site(variants, moves, ["1", "0"]));
        assert!(
            game.text.contains(&format!("[Size \"{size}\"]")),
            "{variants} {moves}: {}",
            game.text
        );
        assert_eq!(codes_of(&game), codes, "{variants} {moves}");
    }
}

/// Every ending of the site is read, and written back unchanged.
#[test]
fn game_endings_round_trip() {
    for (moves, results, movetext, termination) in [
        (
            r#"[["a1", "pass"], ["draw"]]"#,
            ["1", "1"],
            "1. a1 2. take 1/2-1/2",
            Some("agreement"),
        ),
        (
            r#"[["a1", "pass"], ["abandoned"]]"#,
            ["0", "0"],
            "1. a1 2. take 0-0",
            Some("forfeit"),
        ),
        (
            r#"[["a1", "pass"], ["abandoned"]]"#,
            ["0", "1"],
            "1. a1 2. take 0-1",
            Some("forfeit"),
        ),
        (
            r#"[["a1", "pass"], ["timeout"]]"#,
            ["0", "1"],
            "1. a1 2. take 0-1",
            Some("time"),
        ),
        (
            r#"[["a1", "timeout"]]"#,
            ["1", "0"],
            "1. a1 1-0",
            Some("time"),
        ),
        (
            r#"[["a1", "pass"], ["resign"]]"#,
            ["0", "1"],
            "1. a1 2. take 3. resign 0-1",
            None,
        ),
        (
            r#"[["a1", "pass"], ["resign"]]"#,
            ["1", "0"],
            "1. a1 2. take 1-0",
            Some("resignation"),
        ),
        (
            r#"[["a1", "resign"]]"#,
            ["1", "0"],
            "1. a1 2. resign 1-0",
            None,
        ),
        (r#"[["resign"]]"#, ["1", "0"], "1-0", Some("resignation")),
        (
            r#"[["draw"]]"#,
            ["0.5", "0.5"],
            "1/2-1/2",
            Some("agreement"),
        ),
    ] {
        let game = read(&site("[\"size-9\"]", moves, results));
        assert_eq!(codes_of(&game), [""; 0], "{moves}: {:?}", game.findings);
        assert_eq!(game.text.lines().last(), Some(movetext), "{moves}");
        let tag = termination.map(|reason| format!("[Termination \"{reason}\"]"));
        assert!(
            tag.is_none_or(|tag| game.text.contains(&tag)),
            "{moves}: {}",
            game.text
        );
        assert_eq!(
            game.text.contains("[Termination"),
            termination.is_some(),
            "{moves}: {}",
            game.text
        );
        let written = foreign_format("abstractplay")
            .write(&judged(&Record::parse_str(&game.text)))
            .unwrap();
        assert!(written.losses.is_empty(), "{moves}: {:?}", written.losses);
        assert_eq!(read(&written.text).text, game.text, "{}", written.text);
        let [before, after]: [serde_json::Value; 2] =
            [moves, &written.text].map(|text| serde_json::from_str(text).unwrap());
        assert_eq!(after["moves"], before);
        for key in ["pie-invoked", "turn-model"] {
            assert!(!after["header"][key].is_null(), "{key}");
        }
        assert_eq!(after["header"]["players"][1]["is_ai"], true);
    }
}

#[test]
fn missing_results_are_not_invented() {
    // No turn follows a word that ends the game.
    let game = read(&site(
        "[\"size-9\"]",
        r#"[["a1", "draw"], ["b2"]]"#,
        ["1", "1"],
    ));
    assert!(
        game.findings
            .iter()
            .any(|finding| finding.code.id == "syntax/token"),
        "{:?}",
        game.findings
    );
    assert!(!game.text.contains("Termination"), "{}", game.text);
    // No seat has a point, and the reason is missing.
    let game = read(&site("[\"size-9\"]", r#"[["a1"]]"#, ["0", "0"]));
    assert_eq!(
        (codes_of(&game), game.text.lines().last()),
        (vec!["record/undecided"], Some("1. a1 0-0"))
    );
}

#[test]
fn a_termination_without_an_equivalent_is_reported_as_lost() {
    for (reason, result, word) in [
        ("adjudication", "1-0", "abandoned"),
        ("adjudication", "1/2-1/2", "abandoned"),
        ("agreement", "0-1", "abandoned"),
        ("resignation", "1/2-1/2", "abandoned"),
        ("resignation", "1-0", "resign"),
    ] {
        let text = RecordText::new("pippinzip")
            .tag("Variant", "zipline")
            .tag("Size", 9)
            .tag("Result", result)
            .tag("Termination", reason)
            .with_moves(format!("1. a1 {result}"));
        let written = foreign_format("abstractplay")
            .write(&judged(&Record::parse_str(&text)))
            .unwrap();
        assert!(
            written.text.contains(word),
            "{reason} {result}: {}",
            written.text
        );
        assert!(
            format!("{:?}", written.losses).contains("tag Termination"),
            "{reason} {result}"
        );
        let back = read(&written.text);
        assert!(
            back.findings.is_empty(),
            "{reason} {result}: {:?}",
            back.findings
        );
        assert!(back.text.trim_end().ends_with(result), "{}", back.text);
    }
}

proptest! {
    #![proptest_config(cases(30))]

    #[test]
    fn random_games_round_trip(seed in any::<u64>(), size in 3_u8..8) {
        let tags = [("Game", "pippinzip"), ("Variant", "zipline"), ("Size", &size.to_string())];
        let text = random_game(&tags, seed, 500);
        let record = Record::parse_str(&text);
        let back = read(&foreign_format("abstractplay").write(&judged(&record)).unwrap().text);
        prop_assert!(back.findings.is_empty(), "{:?}", back.findings);
        let bare = |text: &str| pips::format(text.as_bytes(), true).bytes;
        prop_assert_eq!(bare(&back.text.replace("[Result", "[Was")), bare(&text.replace("[Result", "[Was")));
    }
}
