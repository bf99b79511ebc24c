//! `pipscribe mend`: its output, and the files that it changes.

use crate::support::{Folder, JsonSchema, RecordText, Run, root};

const WRONG: &str = r#"[Game "gipf"]
[Variant "tournament"]
[Result "1-0"]

1. Gh2 2. Gb5 3. f7 4. h1-h3 5. d7 6. e8 7. i3-g3 8. b2 9. i2-g2 10. f8-f6
11. d2 12. g1--g4! {a comment} 13. a4-c6 14. b6-d6 15. f2 16. b4 17. c7-e7 18. a4-c4
19. b6-b3 20. e9-e6 21. g6 22. a4-d4 23. i3-f3 24. c7-g5
25. xg2*,g3,g5,g6;c7-g5 26. h4 27. a1-c3 28. g7-c5;xb4,Gc5,d6,e7,f7 1-0
"#;

#[test]
fn people_see_the_difference_and_the_reason() {
    let output = Run::new(&["mend", "-"])
        .stdin(WRONG)
        .done()
        .expect_status(1);
    insta::assert_snapshot!(output.stdout() + &output.stderr());
}

#[test]
fn json_output_keeps_its_contract() {
    let output = Run::new(&["mend", "--format", "json", "-"])
        .stdin(WRONG)
        .done();
    let expected = r#"{"path":"-","record":1,"valid":false,"fault":{"code":"syntax/token","turn":12,"address":"12"},"mends":[{"edits":[{"kind":"replace","turn":12,"was":"g1--g4","now":"g1-g4"}],"legal_turns":28,"complete":true,"result_agrees":true,"sole":true,"weight":1.0}],"exhaustive":true,"proved":true}"#;
    assert_eq!(output.stdout(), format!("{expected}\n"));
    let valid = WRONG.replace("--", "-");
    let output = Run::new(&["mend", "--format", "json", "-"])
        .stdin(&valid)
        .done();
    assert_eq!(
        (output.status(), output.stdout().as_str()),
        (Some(0), "{\"path\":\"-\",\"record\":1,\"valid\":true}\n")
    );
    let output = Run::new(&["mend", "--format", "json", "-"])
        .stdin(b"[Game \"go\"]\n\n1. b3 *\n")
        .done();
    let expected = r#"{"path":"-","record":1,"valid":false,"fault":{"code":"tag/unknown-value","turn":0},"mends":[],"exhaustive":true,"proved":false}"#;
    assert_eq!(
        (output.status(), output.stdout().as_str()),
        (Some(1), format!("{expected}\n").as_str())
    );
}

#[test]
fn only_a_sole_fix_is_written() {
    let folder = Folder::new("mend-write");
    let before = format!("# kept\r\n{WRONG}");
    for (arguments, now) in [
        (&["--no-trace"][..], "g1-g4! {a"),
        (&[], "g1-g4! {[%mended \"g1--g4\"]} {a"),
    ] {
        let file = folder.file("wrong.pips", &before);
        let run = [&["mend", "--write", "--quiet", &file], arguments].concat();
        Run::new(&run).done().expect_status(0);
        let after = std::fs::read_to_string(&file).unwrap();
        assert_eq!(after, before.replace("g1--g4! {a", now));
        Run::new(&["check", "--quiet", &file])
            .done()
            .expect_status(0);
        // Nothing is left to fix.
        Run::new(&run).done().expect_status(0);
        assert_eq!(std::fs::read_to_string(&file).unwrap(), after);
    }
}

#[test]
fn a_fix_that_adds_a_line_has_the_line_ends_of_the_record() {
    let folder = Folder::new("mend-line-ends");
    for text in [
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. c2 Black resigns\n",
        "[Game \"gipf\"]\n\n1. Gb3 2. Gh3 3. Gb4 *\n",
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 # a\n2. c2 # b\n*\n\n[Game \"pippip\"]\n\n1. resigns\n",
    ] {
        for command in [
            &["mend", "--pick", "1", "--quiet"][..],
            &["check", "--fix", "--quiet"],
        ] {
            let file = folder.file("a.pips", &text.replace('\n', "\r\n"));
            Run::new(&[command, &[&file]].concat()).done();
            let written = std::fs::read_to_string(&file).unwrap();
            assert!(
                command[0] == "check" || written.lines().count() > text.lines().count(),
                "{written:?}"
            );
            assert!(
                !written.replace("\r\n", "").contains(['\r', '\n']),
                "{written:?}"
            );
        }
    }
}

#[test]
fn one_of_several_fixes_is_picked() {
    let folder = Folder::new("mend-pick");
    let source = std::fs::read_to_string(
        root().join("corpus/slips/characters/pippip-neighbour-north-3-for-4.pips"),
    )
    .unwrap();
    let file = folder.file("two.pips", &source);
    Run::new(&["mend", "--write", "--quiet", &file])
        .done()
        .expect_status(1);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), source);
    Run::new(&["mend", "--pick", "9999", "--quiet", &file])
        .done()
        .expect_status(1);
    Run::new(&["mend", "--pick", "0", &file])
        .done()
        .expect_status(2);
    Run::new(&["mend", "--pick", "2", "--no-trace", "--quiet", &file])
        .done()
        .expect_status(0);
    assert_eq!(
        std::fs::read_to_string(&file).unwrap(),
        source.replace("6. 1@c2/3", "6. 1@c2/4")
    );
    Run::new(&["mend", "--write", "-"]).done().expect_status(2);
}

#[test]
fn a_picked_fix_that_leaves_errors_says_so() {
    let folder = Folder::new("mend-pick-leaves");
    let file = folder.file(
        "two-errors.pips",
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. a2-d4 (2. zz) 3. c2 *\n",
    );
    Run::new(&["mend", "--pick", "1", "--no-trace", &file])
        .done()
        .expect_status(1)
        .expect_stderr("1 record checked: 1 fixed, 1 invalid");
    assert!(
        std::fs::read_to_string(&file)
            .unwrap()
            .contains("2. a2-c4 (2. zz) 3. c2 *")
    );
}

#[test]
fn records_in_markdown_are_fixed_in_their_blocks() {
    let folder = Folder::new("mend-markdown");
    let quoted: String = WRONG.lines().map(|line| format!("> {line}\n")).collect();
    let page = format!("# A page\n\n> ```pips\n{quoted}> ```\n\nMore.\n");
    let file = folder.file("page.md", &page);
    Run::new(&["mend", "--write", "--no-trace", "--quiet", &file])
        .done()
        .expect_status(0);
    assert_eq!(
        std::fs::read_to_string(&file).unwrap(),
        page.replace("--g4", "-g4")
    );
}

#[test]
fn check_names_the_sole_fix_and_writes_it() {
    let folder = Folder::new("check-fix");
    let file = folder.file("wrong.pips", WRONG);
    let output = Run::new(&["check", "--quiet", "--format", "json", &file]).done();
    let found: serde_json::Value = serde_json::from_str(&output.stdout()).unwrap();
    let fix = &found["findings"][0]["fix"];
    let mut text = WRONG.to_owned();
    for edit in fix["edits"].as_array().unwrap().iter().rev() {
        let at = |key: &str| usize::try_from(edit[key].as_u64().unwrap()).unwrap();
        text.replace_range(at("start")..at("end"), edit["text"].as_str().unwrap());
    }
    assert_eq!(text, WRONG.replace("--", "-"));
    let message = "in turn 12, replace `g1--g4` with `g1-g4` (`-` is written twice); the 16 turns after it are then legal, \
                   and the game ends 1-0, as the record claims";
    assert_eq!(fix["message"], message);
    assert!(
        found["findings"][0]["help"]
            .as_str()
            .unwrap()
            .ends_with(&format!("Suggested fix: {message}."))
    );

    let output = Run::new(&["check", "--fix", &file]).done();
    assert_eq!(
        output.stderr(),
        "1 record checked: 1 valid, 0 invalid; 1 fixed\n"
    );
    assert_eq!((output.status(), output.stdout().as_str()), (Some(0), ""));
    let written = WRONG.replace("g1--g4!", "g1-g4! {[%mended \"g1--g4\"]}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), written);
    Run::new(&["check", "--fix", "-"]).done().expect_status(2);
}

/// Every record of the corpus.
mod slow {
    use super::*;

    #[test]
    fn json_fits_its_schema() {
        let schema = JsonSchema::shipped("mend");
        let lines = Run::new(&["mend", "--format", "json", "corpus/slips"])
            .done()
            .stdout();
        assert!(lines.lines().count() > 100);
        for line in lines.lines() {
            assert_eq!(
                schema.complaint(&serde_json::from_str(line).unwrap()),
                None,
                "{line}"
            );
        }
        assert!(
            !schema.fits(&serde_json::json!({ "record": "one" })),
            "a schema that allows anything holds nothing"
        );
    }
}

/// For a fix that changes the result, the output does not mention the old one.
#[test]
fn the_reported_result_is_the_one_after_the_fix() {
    let reported = |record: &str| Run::new(&["mend", "-"]).stdin(&record).done().stdout();
    let resigned = reported(
        "[Game \"gipf\"]\n[Variant \"basic\"]\n[Termination \"resignation\"]\n\n1. b3 2. resign 0-1\n",
    );
    assert!(
        resigned.contains("replace the result `0-1` with `1-0`; all 2 turns are then legal, and the game ends 1-0\n"),
        "{resigned}"
    );
    let open = reported("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 1-0\n");
    assert!(
        open.contains(
            "replace the result `1-0` with `*`; the turn is then legal, and the game is open\n"
        ),
        "{open}"
    );
}

/// A record of a document that is marked as illegal is not fixed.
#[test]
fn records_marked_illegal_are_not_fixed() {
    let page = "```pips,illegal=gipf/no-row\n[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. a2-d4 *\n```\n";
    let folder = Folder::new("mend-illegal");
    let file = folder.file("page.md", page);
    Run::new(&["mend", "--write", &file])
        .done()
        .expect_status(1);
    Run::new(&["check", "-q", "--fix", &file])
        .done()
        .expect_status(1);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), page);
    // Without its block, it is an ordinary invalid record.
    let shrunk = Run::new(&["shrink", &file]).done().stdout();
    assert!(shrunk.ends_with("\na2-d4\n"), "{shrunk}");
    let legal = folder.file(
        "legal.md",
        "```pips,illegal\n[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n```\n",
    );
    let output = Run::new(&["shrink", &legal]).done();
    assert_eq!((output.status(), output.stdout().as_str()), (Some(2), ""));
}

/// If the tag is right, the comment keeps the result after the turns.
#[test]
fn the_result_after_the_turns_is_kept_too() {
    let folder = Folder::new("mend-two-results");
    let record = |behind: &str| RecordText::gipf().tag("Result", "1-0").with_moves(behind);
    let file = folder.file("a.pips", &record("1. b3 2. resign 0-1"));
    Run::new(&["mend", "--write", &file])
        .done()
        .expect_status(0);
    assert_eq!(
        std::fs::read_to_string(&file).unwrap(),
        record("{[%mended \"0-1\"]} 1. b3 2. resign 1-0")
    );
}

/// A fix of the last turn keeps the line end, the blank line, the next record and the closing
/// fence.
#[test]
fn text_after_a_record_is_kept() {
    let wrong = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. swap\n";
    let next = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n";
    let folder = Folder::new("mend-next-record");
    let files = [
        ("a.pips", format!("{wrong}\n{next}")),
        ("b.pips", format!("{wrong}\n{next}").replace('\n', "\r\n")),
        ("c.md", format!("```pips\n{wrong}```\n\ntext\n")),
        ("d.tex", format!("\\begin{{pips}}\n{wrong}\\end{{pips}}\n")),
        ("e.typ", format!("```pips\n{wrong}```\n")),
    ];
    for (name, before) in files {
        for trace in [&["--no-trace"][..], &[]] {
            let file = folder.file(name, &before);
            let run = [&["mend", "--pick", "1", "--quiet", &file], trace].concat();
            assert_ne!(Run::new(&run).status(), Some(2));
            let after = std::fs::read_to_string(&file).unwrap();
            let (start, rest) = before.split_once(" 2. swap").unwrap();
            assert!(
                after != before && after.starts_with(start) && after.ends_with(rest),
                "{name}: {after}"
            );
        }
    }
}
