//! `pipscribe` as its users see it.

use std::io::Read;
use std::process::{Command, Stdio};

use crate::support::{
    BROKEN, Folder, JsonSchema, Ran, RecordText, Run, UNTIDY, VALID, command_names, root,
};

#[test]
fn the_exit_status_distinguishes_findings_from_failures() {
    Run::new(&["check", "-"])
        .stdin(VALID)
        .done()
        .expect_status(0);
    Run::new(&["check", "-"])
        .stdin(BROKEN)
        .done()
        .expect_status(1);
    Run::new(&["check", "no/such/file"]).done().expect_status(2);
    Run::new(&["frobnicate"]).done().expect_status(2);
    Run::new(&["--help"]).done().expect_status(0);
    Run::new(&["explain", "gipf/no-such"])
        .done()
        .expect_status(2);
    Run::new(&["fmt", "--check", "-"])
        .stdin(VALID)
        .done()
        .expect_status(0);
    Run::new(&["fmt", "--check", "-"])
        .stdin(UNTIDY)
        .done()
        .expect_status(1);
    Run::new(&["moves", "--game", "gipf"])
        .done()
        .expect_status(2);
    Run::new(&["moves", "--game", "chess"])
        .done()
        .expect_status(2);
    Run::new(&["random", "--game", "gipf", "--variant", "none"])
        .done()
        .expect_status(2);
    Run::new(&["replay", "-"])
        .stdin(BROKEN)
        .done()
        .expect_status(1);
}

#[test]
fn an_unreadable_file_hides_no_other() {
    let folder = Folder::new("hides");
    let good = folder.file("good.pips", BROKEN);
    Run::new(&["check", "--format", "short", "no/such.pips", &good])
        .done()
        .expect_status(2)
        .expect_stdout("gipf/not-in-line")
        .expect_stderr("reading no/such.pips");
}

#[test]
fn a_folder_yields_its_record_files_in_order() {
    let folder = Folder::new("folder");
    folder.file("b.pips", VALID);
    folder.file("a/z.pips", BROKEN);
    folder.file("a/c.txt", BROKEN);
    let output = Run::new(&["check", "--format", "json", &folder.name()]).done();
    let paths: Vec<_> = output
        .stdout()
        .lines()
        .map(|line| {
            serde_json::from_str::<serde_json::Value>(line).unwrap()["path"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    assert_eq!(
        paths,
        [
            folder.file("a/z.pips", BROKEN),
            folder.file("b.pips", VALID)
        ]
    );
    assert_eq!(
        output.stderr(),
        "2 records checked: 1 valid, 1 invalid; 1 error, 0 warnings\n"
    );
}

#[test]
fn json_output_keeps_its_contract() {
    let input = "\n# x\n[Game \"gipf\"]\n[Variant \"basic\"]\n[Player1 \"J\u{e1}n\"]\n\n{\u{e1}} 1. b3 (1. a6) 2. b3 *\n";
    let output = Run::new(&["check", "--format", "json", "-"])
        .stdin(&input)
        .done();
    let lines = output
        .stdout()
        .replace("},{", "},\n{")
        .replace("[{", "[\n{")
        .replace(",\"span\"", ",\n\"span\"");
    insta::assert_snapshot!(lines, @r#"
    {"path":"-","record":1,"line":3,"game":"gipf","variant":"basic","valid":false,"turns":1,"result":null,"score":null,"findings":[
    {"code":"gipf/off-board","severity":"error","rule":"G1.1","turn":1,"variation":[1,1],"address":"1.1/1","message":"`a6` is not a point on the board.","help":"Columns a to i have 5, 6, 7, 8, 9, 8, 7, 6, 5 points. Nearest legal turns: `c6`, `g6`.",
    "span":{"start":70,"end":72,"line":7,"column":15,"end_line":7,"end_column":17},"related":[]},
    {"code":"gipf/wrong-landing","severity":"error","rule":"G7.1","turn":2,"address":"2","message":"b3 is occupied: a push onto it must say where it begins.","help":"Pushes that move it: `a2-c4`, `a3-c3`. Nearest legal turns: `b4`, `h3`.",
    "span":{"start":77,"end":79,"line":7,"column":22,"end_line":7,"end_column":24},"related":[
    {"turn":1,"message":"`b3` put this piece there",
    "span":{"start":63,"end":65,"line":7,"column":8,"end_line":7,"end_column":10}}]}]}
    "#);
}

#[test]
fn replay_as_json_keeps_its_contract() {
    let output = Run::new(&["replay", "--format", "json", "-"])
        .stdin(&VALID.replace('*', "resign 0-1"))
        .done();
    insta::assert_snapshot!(output.stdout(), @r#"
    {"path":"-","record":1,"turn":1,"address":"1","seat":1,"text":"b3","position":"bw1w/5/6/w5b/6/5/b2w b 11,12 0,0 - -"}
    {"path":"-","record":1,"turn":2,"address":"2","seat":2,"text":"c2","position":"bw1w/b4/6/w5b/6/5/b2w w 11,11 0,0 - -"}
    {"path":"-","record":1,"turn":3,"address":"3","seat":1,"text":"resign","position":"bw1w/b4/6/w5b/6/5/b2w w 11,11 0,0 - -"}
    {"path":"-","record":1,"result":"0-1","score":null,"valid":true,"replayed":3,"stopped":null}
    "#);
    let output = Run::new(&["replay", "-"]).stdin(VALID).done();
    insta::assert_snapshot!(output.stdout(), @r"
    1. 1 b3 bw1w/5/6/w5b/6/5/b2w b 11,12 0,0 - -
    2. 2 c2 bw1w/b4/6/w5b/6/5/b2w w 11,11 0,0 - -
    *
    ");
    let output = Run::new(&["replay", "--format", "yaml", "-"])
        .stdin(VALID)
        .done();
    let document: serde_yaml::Value = serde_yaml::from_str(&output.stdout()).unwrap();
    assert_eq!(document["turns"][1]["text"], serde_yaml::Value::from("c2"));
}

#[test]
fn fmt_writes_in_place_only_what_changes() {
    let folder = Folder::new("fmt");
    let untidy = folder.file("untidy.pips", UNTIDY);
    let tidy = folder.file("tidy.pips", VALID);
    let before = std::fs::metadata(&tidy).unwrap().modified().unwrap();

    let check = Run::new(&["fmt", "--check", &folder.name()]).done();
    assert_eq!(
        (check.status(), check.stdout()),
        (Some(1), format!("{untidy}\n"))
    );
    Run::new(&["fmt", "--diff", &untidy])
        .done()
        .expect_status(0)
        .expect_stdout("\n-b3 c2");
    assert_eq!(std::fs::read_to_string(&untidy).unwrap(), UNTIDY);

    Run::new(&["fmt", &folder.name()]).done().expect_status(0);
    let written = std::fs::read_to_string(&untidy).unwrap();
    assert_eq!(written, VALID);
    assert_eq!(
        std::fs::metadata(&tidy).unwrap().modified().unwrap(),
        before
    );
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        2,
        "nothing is left behind"
    );
    assert_eq!(
        Run::new(&["fmt", "-"]).stdin(UNTIDY).done().stdout(),
        written
    );
    assert_eq!(
        Run::new(&["fmt", "--bare", &untidy]).done().stdout(),
        written
    );
}

#[test]
fn random_games_are_the_same_for_the_same_seed() {
    let write = |seed: &str| {
        Run::new(&[
            "random",
            "--game",
            "gipf",
            "--variant",
            "standard",
            "--count",
            "3",
            "--seed",
            seed,
        ])
        .done()
        .stdout()
    };
    let games = write("7");
    assert_eq!(games, write("7"));
    assert_ne!(games, write("8"));
    let output = Run::new(&["check", "-"]).stdin(&games).done();
    assert_eq!(output.stderr(), "3 records checked: 3 valid, 0 invalid\n");
    assert_eq!(Run::new(&["fmt", "-"]).stdin(&games).done().stdout(), games);
    // The output is the same on every machine, because the generator and its use are part of the
    // contract.
    let first = Run::new(&[
        "random",
        "--game",
        "gipf",
        "--variant",
        "basic",
        "--turns",
        "6",
    ])
    .done()
    .stdout();
    insta::assert_snapshot!(first);
}

#[test]
fn explain_lists_codes_and_shows_pages() {
    let list = Run::new(&["explain"]).done().stdout();
    assert!(
        list.lines()
            .all(|line| line.split(' ').next().unwrap().contains('/')),
        "{list}"
    );
    let family = Run::new(&["explain", "gipf"]).done().stdout();
    let of_family: Vec<&str> = list
        .lines()
        .filter(|line| line.starts_with("gipf/"))
        .collect();
    assert_eq!(family.lines().collect::<Vec<_>>(), of_family);

    let page = Run::new(&["explain", "gipf/line-full"]).done().stdout();
    insta::assert_snapshot!(page);
    let rule = Run::new(&["explain", "g3.4"]).done().stdout();
    assert!(
        rule.starts_with("# G3.4 ") && rule.contains("- `gipf/line-full`: "),
        "{rule}"
    );
    let section = Run::new(&["explain", "notation 4"]).done().stdout();
    assert!(section.starts_with("# Notation 4 "), "{section}");
}

#[test]
fn expectations_are_tests() {
    let folder = Folder::new("test");
    folder.file(
        "a.pips",
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. a6 {[%expect gipf/off-board]} 1. b3 {[%expect legal]} *\n",
    );
    let good = Run::new(&["test", &folder.name()]).done().expect_status(0);
    assert!(
        good.stdout()
            .ends_with("\ntest result: ok. 1 passed; 0 failed; 0 without expectations\n")
    );
    folder.file(
        "b.pips",
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {[%expect gipf/off-board]} *\n",
    );
    folder.file("c.pips", VALID);
    let bad = Run::new(&["test", &folder.name()])
        .done()
        .expect_status(1)
        .expect_stdout("b.pips:1 ... FAILED");
    assert!(
        bad.stdout()
            .ends_with("\ntest result: FAILED. 1 passed; 1 failed; 1 without expectations\n")
    );
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pipscribe"))
        .args(["random", "--game", "pippip", "--count", "1000000"])
        .current_dir(root())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 100];
    let mut pipe = child.stdout.take().unwrap();
    pipe.read_exact(&mut first).unwrap();
    drop(pipe);
    let output = Ran::from(child.wait_with_output().unwrap());
    assert_eq!((output.status(), output.stderr().as_str()), (Some(0), ""));
}

#[test]
fn the_manual_and_the_completions_name_every_command() {
    for arguments in [
        &["man"][..],
        &["completions", "bash"],
        &["completions", "zsh"],
        &["completions", "fish"],
    ] {
        let text = Run::new(arguments).done().stdout();
        for command in command_names() {
            assert!(text.contains(&command), "{arguments:?} {command}");
        }
    }
    Run::new(&["man", "check"]).done().expect_stdout("format");
    Run::new(&["man", "no-such"]).done().expect_status(2);
}

/// Five records: the second and the fourth have one error, the fourth also a warning.
const FIVE: &str = r#"[Game "gipf"]
[Variant "basic"]

1. b3 *
[Game "gipf"]
[Variant "basic"]

1. a1-a2 *
[Game "gipf"]
[Variant "basic"]

1. b3 *
[Game "gipf"]
[Variant "basic"]

2. a6 *
[Game "gipf"]
[Variant "basic"]

1. b3 *
"#;

#[test]
fn findings_beyond_the_limit_are_counted() {
    let output = Run::new(&["check", "--format", "short", "--max-findings", "1", "-"])
        .stdin(FIVE)
        .done()
        .expect_status(1);
    assert_eq!(output.stdout().lines().count(), 1);
    let summary = "5 records checked: 3 valid, 2 invalid; 2 errors, 1 warning; not listed: 1 gipf/off-board, 1 turn/number\n";
    assert_eq!(output.stderr(), summary);
    let output = Run::new(&["check", "--format", "json", "--max-findings", "0", "-"])
        .stdin(FIVE)
        .done();
    let valid: Vec<_> = output
        .stdout()
        .lines()
        .map(|line| line.contains("\"valid\":true"))
        .collect();
    assert_eq!(
        valid,
        [true, false, true, false, true],
        "what is not listed is not forgotten"
    );
}

/// A report for people shows 20 findings per record and 200 in total; a report for programs shows
/// every finding.
#[test]
fn people_are_shown_some_findings_and_the_counts_of_the_others() {
    let comments = "{[%cirlce b3]} ".repeat(25);
    let record = RecordText::gipf().with_moves(format!("1. b3 {comments}*"));
    let shown = |arguments: &[&str], records: usize| {
        let output = Run::new(arguments).stdin(&record.repeat(records)).done();
        (
            output
                .stdout()
                .matches("command/misspelt (notation 3)")
                .count(),
            output.stdout(),
            output.stderr(),
        )
    };
    let (count, report, summary) = shown(&["check", "-"], 1);
    assert_eq!(count, 20);
    assert!(
        report.contains(
            "\n5 more findings on the record in line 1: 5 command/misspelt (`--max-findings all` lists them)\n"
        ),
        "{report}"
    );
    assert!(
        summary.ends_with(
            "; 0 errors, 25 warnings; not listed: 5 command/misspelt (`--max-findings all` lists them)\n"
        ),
        "{summary}"
    );
    let (count, _, summary) = shown(&["check", "-"], 12);
    assert_eq!(count, 200);
    assert!(
        summary.ends_with("not listed: 100 command/misspelt (`--max-findings all` lists them)\n"),
        "{summary}"
    );
    assert_eq!(shown(&["check", "--max-findings", "24", "-"], 1).0, 24);
    let (count, report, summary) = shown(&["check", "--max-findings", "all", "-"], 12);
    assert_eq!(count, 300);
    assert!(!report.contains("more finding"), "{report}");
    assert!(!summary.contains("not listed"), "{summary}");
    let lines = |format: &str| {
        let output = Run::new(&["check", "--format", format, "-"])
            .stdin(&record.repeat(12))
            .done();
        output.stdout().matches("command/misspelt").count()
    };
    assert_eq!(lines("short"), 300);
    assert_eq!(lines("json"), 300);
}

#[test]
fn a_file_that_is_not_text_has_one_finding() {
    let folder = Folder::new("binary");
    let mut noise = (1_u32..).map(|number| (number.wrapping_mul(2_654_435_761) >> 24) as u8);
    for length in [40, 5_000, 300_000] {
        let bytes: Vec<u8> = noise.by_ref().take(length).collect();
        let path = folder.path().join("a.pips");
        std::fs::write(&path, &bytes).unwrap();
        let path = path.display().to_string();
        let report = Run::new(&["check", "--format", "short", &path])
            .done()
            .expect_status(1)
            .stdout();
        assert!(
            report.contains("error[syntax/encoding]: This is not text."),
            "{report}"
        );
        assert_eq!(report.lines().count(), 1, "{report}");
        Run::new(&["fmt", &path])
            .done()
            .expect_status(0)
            .expect_stderr("left as it is: This is not text.");
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
    }
}

#[test]
fn replay_names_the_file_of_each_line() {
    let folder = Folder::new("replay-files");
    let [a, b] = ["a.pips", "b.pips"].map(|name| folder.file(name, VALID));
    let output = Run::new(&["replay", "--format", "json", &a, &b])
        .done()
        .expect_status(0)
        .stdout();
    let names = |path: &str| {
        output
            .lines()
            .filter(|line| line.starts_with(&format!("{{\"path\":\"{path}\",")))
            .count()
    };
    assert_eq!(
        (names(&a), names(&b), output.lines().count()),
        (3, 3, 6),
        "{output}"
    );
}

#[test]
fn fail_fast_stops_and_quiet_is_silent() {
    let output = Run::new(&["check", "--format", "json", "--fail-fast", "-"])
        .stdin(FIVE)
        .done();
    assert_eq!(
        (output.status(), output.stdout().lines().count()),
        (Some(1), 2)
    );
    let output = Run::new(&["check", "--format", "short", "--quiet", "-"])
        .stdin(FIVE)
        .done();
    assert_eq!(
        (output.stdout().lines().count(), output.stderr()),
        (3, String::new())
    );
}

#[test]
fn reports_for_other_programs() {
    let report = |format: &str| {
        Run::new(&["check", "--format", format, "-"])
            .stdin(FIVE)
            .done()
            .stdout()
    };
    insta::assert_snapshot!(report("github"));
    insta::assert_snapshot!(report("junit"));
    let sarif: serde_json::Value = serde_json::from_str(&report("sarif")).unwrap();
    let run = &sarif["runs"][0];
    let results: Vec<_> = run["results"].as_array().unwrap().iter().collect();
    assert_eq!(results.len(), 3);
    for result in &results {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(
            run["tool"]["driver"]["rules"][index]["id"],
            result["ruleId"]
        );
    }
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap().iter();
    let rules: Vec<_> = rules.map(|rule| rule["id"].as_str().unwrap()).collect();
    assert_eq!(rules, ["gipf/off-board", "turn/number"]);
    assert_eq!(run["invocations"][0]["executionSuccessful"], true);
    assert_eq!(results[0]["ruleId"], "gipf/off-board");
    assert_eq!(
        results[0]["locations"][0]["physicalLocation"]["region"]["startLine"],
        8
    );
    insta::assert_snapshot!(results[0].to_string().replace(",\"", ",\n\""));
}

/// Code hosts compare paths with those of a repository, which have no `./`.
#[test]
fn reports_for_code_hosts_name_files_as_a_repository_does() {
    let folder = Folder::new("paths-of-code-hosts");
    std::fs::create_dir(folder.path().join("games")).unwrap();
    folder.file("games/a.pips", FIVE);
    let report = |format: &str, path: &str| {
        Run::new(&["check", "--format", format, path])
            .current_dir(folder.path())
            .done()
            .stdout()
    };
    for path in [".", "./", "./games", "././games/a.pips"] {
        let github = report("github", path);
        assert!(github.contains(" file=games/a.pips,"), "{github}");
        let sarif: serde_json::Value = serde_json::from_str(&report("sarif", path)).unwrap();
        let result = &sarif["runs"][0]["results"][0];
        let location = &result["locations"][0]["physicalLocation"];
        assert_eq!(location["artifactLocation"]["uri"], "games/a.pips");
    }
}

#[test]
fn parallel_output_keeps_the_input_order() {
    // Two batches of the parallel work are full, the third is not.
    let games = Run::new(&["random", "--game", "pippip", "--count", "1100"])
        .done()
        .stdout();
    let lines = Run::new(&["check", "--format", "json", "-"])
        .stdin(&games)
        .done()
        .stdout();
    let numbers: Vec<u64> = lines
        .lines()
        .map(|line| {
            serde_json::from_str::<serde_json::Value>(line).unwrap()["record"]
                .as_u64()
                .unwrap()
        })
        .collect();
    assert_eq!(numbers, (1..=1100).collect::<Vec<_>>());
    assert_eq!(Run::new(&["fmt", "-"]).stdin(&games).done().stdout(), games);
}

#[test]
fn tests_in_markdown_can_be_selected() {
    let folder = Folder::new("markdown");
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {[%expect result EXPECTED]} *\n";
    let page = format!(
        "# A rule\n\n```pips\n{}```\n\n```text\n[Game \"no\"]\n```\n",
        record.replace("EXPECTED", "*")
    );
    folder.file("good.md", &page);
    folder.file("bad.md", &page.replace("result *", "result 1-0"));
    let output = Run::new(&["test", &folder.name()]).done().expect_status(1);
    let text = output.stdout();
    assert!(
        text.contains("good.md:4 ... ok\n") && text.contains("bad.md:4 ... FAILED\n"),
        "{text}"
    );
    assert!(
        text.contains(":7:"),
        "the finding's line is that of the page: {text}"
    );
    assert!(
        text.contains("1 passed; 1 failed; 0 without expectations\n"),
        "{text}"
    );
    Run::new(&["test", "--filter", "good.md", &folder.name()])
        .done()
        .expect_status(0)
        .expect_stdout("1 passed; 0 failed; 0 without expectations; 1 filtered out\n");
    let xml = Run::new(&["test", "--format", "junit", &folder.name()])
        .done()
        .stdout();
    assert!(
        xml.contains("tests=\"2\" failures=\"1\"") && xml.contains("expect/unmet"),
        "{xml}"
    );
    // Other commands read the same documents in a folder.
    Run::new(&["check", &format!("{}/good.md", folder.name())])
        .done()
        .expect_status(0);
    let checked = Run::new(&["check", &folder.name()]).done().expect_status(1);
    assert!(
        checked
            .stderr()
            .starts_with("2 records checked: 1 valid, 1 invalid"),
        "{}",
        checked.stderr()
    );
}

#[test]
fn no_turn_is_legal_after_a_resignation() {
    for (record, before) in [
        (
            "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. resign 1-0\n",
            "31\n",
        ),
        ("[Game \"pippip\"]\n\n1. 5@b3/3 2. resign 1-0\n", "360\n"),
    ] {
        let run = |arguments: &[&str]| Run::new(arguments).stdin(&record).done().stdout();
        assert_eq!(run(&["moves", "--count", "-"]), "0\n");
        assert_eq!(run(&["moves", "-"]), "");
        assert_eq!(run(&["perft", "--depth", "2", "-"]), "1 0\n2 0\n");
        assert_eq!(run(&["moves", "--count", "--turn", "2", "-"]), "0\n");
        assert_eq!(run(&["moves", "--count", "--turn", "1", "-"]), before);
    }
}

#[test]
fn counting_stops_at_a_limit() {
    let position = "WWWW/WWWWW/WWWWWW/3W3/6/5/3B w 1,1 0,0 - -";
    for command in [&["moves", "--count"][..], &["perft", "--depth", "2"]] {
        let arguments = [
            command,
            &[
                "--limit",
                "1000",
                "--game",
                "gipf",
                "--variant",
                "standard",
                "--position",
                position,
            ],
        ]
        .concat();
        Run::new(&arguments)
            .done()
            .expect_status(2)
            .expect_stderr("more than 1000 turns");
    }
}

#[test]
fn numbers_that_are_too_large_are_named_as_written() {
    for (tags, turn, named) in [
        (
            "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n",
            "a1000000000000",
            "a1000000000000 is not a point",
        ),
        (
            "[Game \"pipe\"]\n[Variant \"both\"]\n[Deck \"twin-works\"]\n",
            "discard:99999999999,1,2,3;claim:black",
            "no card 99999999999.",
        ),
    ] {
        let output = Run::new(&["check", "--format", "short", "-"])
            .stdin(&format!("{tags}\n1. {turn} *\n"))
            .done();
        assert!(output.stdout().contains(named), "{}", output.stdout());
    }
}

/// Every record of the corpus.
mod slow {
    use super::*;

    /// Both contracts for the whole corpus fit their schemas.
    #[test]
    fn json_fits_its_schema() {
        for command in ["check", "replay"] {
            let schema = JsonSchema::shipped(command);
            let folders = ["corpus/notation", "corpus/pippip", "corpus/readme"];
            let lines = Run::new(&[&[command, "--format", "json"], &folders[..]].concat())
                .done()
                .stdout();
            assert!(lines.lines().count() > 300);
            for line in lines.lines() {
                let value = serde_json::from_str(line).unwrap();
                assert_eq!(schema.complaint(&value), None, "{line}");
            }
            let wrong = serde_json::json!({ "record": "one" });
            assert!(
                !schema.fits(&wrong),
                "a schema that allows anything holds nothing"
            );
        }
    }

    #[test]
    fn moves_and_perft_take_records_and_positions() {
        let lines =
            |arguments: &[&str], input: &str| Run::new(arguments).stdin(&input).done().stdout();
        assert_eq!(
            lines(
                &["moves", "--count", "--game", "gipf", "--variant", "basic"],
                ""
            ),
            "30\n"
        );
        assert_eq!(
            lines(&["moves", "--count", "--turn", "0", "-"], VALID),
            "30\n"
        );
        assert_eq!(
            lines(&["moves", "--count", "-"], VALID),
            lines(&["moves", "--count", "--turn", "2", "-"], VALID)
        );
        Run::new(&["moves", "--turn", "3", "-"])
            .stdin(VALID)
            .done()
            .expect_status(2);
        let position = "www1/5/6/7/6/5/4 w 1,5 0,0 - -";
        let turns = lines(
            &[
                "moves",
                "--game",
                "gipf",
                "--variant",
                "basic",
                "--position",
                position,
            ],
            "",
        );
        assert!(
            turns.lines().any(|turn| turn == "b5;xb2,b3,b4,b5"),
            "{turns}"
        );
        assert!(
            !turns.lines().any(|turn| turn == "b5" || turn == "resign"),
            "{turns}"
        );
        assert_eq!(
            lines(
                &[
                    "perft",
                    "--game",
                    "gipf",
                    "--variant",
                    "tournament",
                    "--depth",
                    "2"
                ],
                ""
            ),
            "1 18\n2 348\n"
        );
        // A position implies the size of its board, the seats and the deck, so these need not be
        // given.
        let pippinzip = ["moves", "--count", "--game", "pippinzip", "--variant"];
        let with = |more: &[&'static str]| lines(&[&pippinzip[..], more].concat(), "");
        // 9 + 36 + 84 ways to place 1 to 3 stones, and `take`; of 8 points 8 + 28 + 56.
        assert_eq!(
            with(&["pipeline", "--position", "3/3/3 1 auction -"]),
            "130\n"
        );
        assert_eq!(
            with(&["zipline", "--position", "w2/3/3 3 auction -"]),
            "93\n"
        );
        assert_eq!(with(&["pipeline"]), with(&["pipeline", "--tag", "Size=13"]));
        let pipe = [
            "moves",
            "--game",
            "pipe",
            "--variant",
            "both",
            "--position",
            "- 1 -,-,- 0,0,0",
        ];
        assert!(lines(&pipe, "").contains("claim:black"));
    }
}
