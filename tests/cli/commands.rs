//! The command as its users see it.

use std::io::Read;
use std::process::{Command, Stdio};

use crate::support::{Folder, JsonSchema, pipscribe, root, status, stderr, stdout};

const VALID: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. c2 *\n";
const UNTIDY: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\nb3 a2-c4";
const BROKEN: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. a2-c5 *\n";

#[test]
fn exit_status_tells_findings_from_failures() {
    assert_eq!(status(&["check", "-"], VALID), Some(0));
    assert_eq!(status(&["check", "-"], BROKEN), Some(1));
    assert_eq!(status(&["check", "no/such/file"], ""), Some(2));
    assert_eq!(status(&["frobnicate"], ""), Some(2));
    assert_eq!(status(&["--help"], ""), Some(0));
    assert_eq!(status(&["explain", "gipf/no-such"], ""), Some(2));
    assert_eq!(status(&["fmt", "--check", "-"], VALID), Some(0));
    assert_eq!(status(&["fmt", "--check", "-"], UNTIDY), Some(1));
    assert_eq!(status(&["moves", "--game", "gipf"], ""), Some(2));
    assert_eq!(status(&["moves", "--game", "chess"], ""), Some(2));
    assert_eq!(status(&["random", "--game", "gipf", "--variant", "none"], ""), Some(2));
    assert_eq!(status(&["replay", "-"], BROKEN), Some(1));
}

#[test]
fn one_file_that_cannot_be_read_hides_no_other() {
    let folder = Folder::new("hides");
    let good = folder.file("good.pips", BROKEN);
    let output = pipscribe(&["check", "--format", "short", "no/such.pips", &good], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(stdout(&output).contains("gipf/not-in-line"), "{}", stdout(&output));
    assert!(stderr(&output).contains("reading no/such.pips"));
}

#[test]
fn a_folder_is_every_record_file_under_it_in_order() {
    let folder = Folder::new("folder");
    folder.file("b.pips", VALID);
    folder.file("a/z.pips", BROKEN);
    folder.file("a/c.txt", BROKEN);
    let output = pipscribe(&["check", "--format", "json", &folder.name()], b"");
    let paths: Vec<_> = stdout(&output)
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["path"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(paths, [folder.file("a/z.pips", BROKEN), folder.file("b.pips", VALID)]);
    assert_eq!(stderr(&output), "2 records checked: 1 valid, 1 not; 1 error, 0 warnings\n");
}

#[test]
fn json_of_a_record_is_the_contract() {
    let input =
        "\n# x\n[Game \"gipf\"]\n[Variant \"basic\"]\n[Player1 \"J\u{e1}n\"]\n\n{\u{e1}} 1. b3 (1. a6) 2. b3 *\n";
    let output = pipscribe(&["check", "--format", "json", "-"], input.as_bytes());
    insta::assert_snapshot!(stdout(&output).replace("},{", "},\n{").replace("[{", "[\n{"), @r#"
    {"path":"-","record":1,"line":3,"game":"gipf","variant":"basic","valid":false,"turns":1,"result":null,"score":null,"findings":[
    {"code":"gipf/off-board","severity":"error","rule":"G1.1","turn":1,"variation":[1,1],"message":"`a6` is no point of the board.","help":"Columns a to i have 5, 6, 7, 8, 9, 8, 7, 6, 5 points. Nearest legal turns: `c6`, `g6`.","span":{"start":70,"end":72,"line":7,"column":15},"related":[]},
    {"code":"gipf/wrong-landing","severity":"error","rule":"G7.1","turn":2,"message":"b3 is occupied: a push onto it must say where it begins.","help":"Pushes that move it: `a2-c4`, `a3-c3`. Nearest legal turns: `b4`, `h3`.","span":{"start":77,"end":79,"line":7,"column":22},"related":[
    {"turn":1,"message":"`b3` put this piece there","span":{"start":63,"end":65,"line":7,"column":8}}]}]}
    "#);
}

#[test]
fn replay_as_json_is_the_contract() {
    let output = pipscribe(&["replay", "--format", "json", "-"], VALID.replace('*', "resign 0-1").as_bytes());
    insta::assert_snapshot!(stdout(&output), @r#"
    {"record":1,"turn":1,"seat":1,"text":"b3","position":"bw1w/5/6/w5b/6/5/b2w b 11,12 0,0 - -"}
    {"record":1,"turn":2,"seat":2,"text":"c2","position":"bw1w/b4/6/w5b/6/5/b2w w 11,11 0,0 - -"}
    {"record":1,"turn":3,"seat":1,"text":"resign","position":"bw1w/b4/6/w5b/6/5/b2w w 11,11 0,0 - -"}
    {"record":1,"result":"0-1","score":null}
    "#);
    let output = pipscribe(&["replay", "-"], VALID.as_bytes());
    insta::assert_snapshot!(stdout(&output), @r"
    1. 1 b3 bw1w/5/6/w5b/6/5/b2w b 11,12 0,0 - -
    2. 2 c2 bw1w/b4/6/w5b/6/5/b2w w 11,11 0,0 - -
    *
    ");
    let output = pipscribe(&["replay", "--format", "yaml", "-"], VALID.as_bytes());
    let document: serde_yaml::Value = serde_yaml::from_str(&stdout(&output)).unwrap();
    assert_eq!(document["turns"][1]["text"], serde_yaml::Value::from("c2"));
}

#[test]
fn fmt_writes_in_place_only_what_changes() {
    let folder = Folder::new("fmt");
    let untidy = folder.file("untidy.pips", UNTIDY);
    let tidy = folder.file("tidy.pips", VALID);
    let before = std::fs::metadata(&tidy).unwrap().modified().unwrap();

    let check = pipscribe(&["fmt", "--check", &folder.name()], b"");
    assert_eq!((check.status.code(), stdout(&check)), (Some(1), format!("{untidy}\n")));
    let diff = pipscribe(&["fmt", "--diff", &untidy], b"");
    assert_eq!(diff.status.code(), Some(0));
    assert!(stdout(&diff).contains("\n-b3 a2-c4"), "{}", stdout(&diff));
    assert_eq!(std::fs::read_to_string(&untidy).unwrap(), UNTIDY);

    assert_eq!(status(&["fmt", &folder.name()], ""), Some(0));
    let written = std::fs::read_to_string(&untidy).unwrap();
    assert_eq!(written, "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. a2-c4 *\n");
    assert_eq!(std::fs::metadata(&tidy).unwrap().modified().unwrap(), before);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left behind");
    assert_eq!(stdout(&pipscribe(&["fmt", "-"], UNTIDY.as_bytes())), written);
    assert_eq!(stdout(&pipscribe(&["fmt", "--bare", &untidy], b"")), written);
}

#[test]
fn random_games_are_the_same_for_the_same_seed() {
    let write = |seed: &str| {
        stdout(&pipscribe(&["random", "--game", "gipf", "--variant", "standard", "--count", "3", "--seed", seed], b""))
    };
    let games = write("7");
    assert_eq!(games, write("7"));
    assert_ne!(games, write("8"));
    let output = pipscribe(&["check", "-"], games.as_bytes());
    assert_eq!(stderr(&output), "3 records checked: 3 valid, 0 not\n");
    assert_eq!(stdout(&pipscribe(&["fmt", "-"], games.as_bytes())), games);
    // The same on every machine: the generator and its use are part of what is promised.
    let first = stdout(&pipscribe(&["random", "--game", "gipf", "--variant", "basic", "--turns", "6"], b""));
    insta::assert_snapshot!(first);
}

#[test]
fn explain_lists_codes_and_shows_pages() {
    let list = stdout(&pipscribe(&["explain"], b""));
    assert!(list.lines().all(|line| line.split(' ').next().unwrap().contains('/')), "{list}");
    let page = stdout(&pipscribe(&["explain", "gipf/line-full"], b""));
    insta::assert_snapshot!(page);
    let rule = stdout(&pipscribe(&["explain", "g3.4"], b""));
    assert!(rule.starts_with("# G3.4 ") && rule.contains("- `gipf/line-full`: "), "{rule}");
    let section = stdout(&pipscribe(&["explain", "notation 4"], b""));
    assert!(section.starts_with("# Notation 4 "), "{section}");
}

#[test]
fn expectations_are_tests() {
    let folder = Folder::new("test");
    folder.file(
        "a.pips",
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. a6 {[%expect gipf/off-board]} 1. b3 {[%expect legal]} *\n",
    );
    let good = pipscribe(&["test", &folder.name()], b"");
    assert_eq!(good.status.code(), Some(0));
    assert!(stdout(&good).ends_with("\ntest result: ok. 1 passed; 0 failed; 0 without expectations\n"));
    folder.file("b.pips", "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {[%expect gipf/off-board]} *\n");
    folder.file("c.pips", VALID);
    let bad = pipscribe(&["test", &folder.name()], b"");
    assert_eq!(bad.status.code(), Some(1));
    assert!(stdout(&bad).contains("b.pips:1 ... FAILED"));
    assert!(stdout(&bad).ends_with("\ntest result: FAILED. 1 passed; 1 failed; 1 without expectations\n"));
}

#[test]
fn a_closed_pipe_is_no_error() {
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
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap().as_str()), (Some(0), ""));
}

#[test]
fn a_full_disk_is_told() {
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    let status =
        Command::new(env!("CARGO_BIN_EXE_pipscribe")).arg("explain").stdout(full).stderr(Stdio::null()).status();
    assert_eq!(status.unwrap().code(), Some(2));
}

#[test]
fn the_manual_and_the_completions_name_every_command() {
    let commands = ["check", "fmt", "replay", "render", "convert", "moves", "perft", "random", "test", "explain"];
    for arguments in [&["man"][..], &["completions", "bash"], &["completions", "zsh"], &["completions", "fish"]] {
        let text = stdout(&pipscribe(arguments, b""));
        for command in commands {
            assert!(text.contains(command), "{arguments:?} {command}");
        }
    }
    assert!(stdout(&pipscribe(&["man", "check"], b"")).contains("format"));
    assert_eq!(pipscribe(&["man", "no-such"], b"").status.code(), Some(2));
}

/// Five records: the second and the fourth have one error, the fourth a warning too.
const FIVE: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. a1-a2 *\n\
[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n[Game \"gipf\"]\n[Variant \"basic\"]\n\n2. a6 *\n\
[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n";

#[test]
fn findings_beyond_the_most_are_counted() {
    let output = pipscribe(&["check", "--format", "short", "--max-findings", "1", "-"], FIVE.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stdout(&output).lines().count(), 1);
    let summary =
        "5 records checked: 3 valid, 2 not; 2 errors, 1 warning; not listed: 1 gipf/off-board, 1 turn/number\n";
    assert_eq!(stderr(&output), summary);
    let output = pipscribe(&["check", "--format", "json", "--max-findings", "0", "-"], FIVE.as_bytes());
    let valid: Vec<_> = stdout(&output).lines().map(|line| line.contains("\"valid\":true")).collect();
    assert_eq!(valid, [true, false, true, false, true], "what is not listed is not forgotten");
}

#[test]
fn fail_fast_stops_and_quiet_says_nothing() {
    let output = pipscribe(&["check", "--format", "json", "--fail-fast", "-"], FIVE.as_bytes());
    assert_eq!((output.status.code(), stdout(&output).lines().count()), (Some(1), 2));
    let output = pipscribe(&["check", "--format", "short", "--quiet", "-"], FIVE.as_bytes());
    assert_eq!((stdout(&output).lines().count(), stderr(&output)), (3, String::new()));
}

#[test]
fn reports_for_other_programs() {
    let report = |format: &str| stdout(&pipscribe(&["check", "--format", format, "-"], FIVE.as_bytes()));
    insta::assert_snapshot!(report("github"));
    insta::assert_snapshot!(report("junit"));
    let sarif: serde_json::Value = serde_json::from_str(&report("sarif")).unwrap();
    let run = &sarif["runs"][0];
    let results: Vec<_> = run["results"].as_array().unwrap().iter().collect();
    assert_eq!(results.len(), 3);
    for result in &results {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(run["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
    }
    assert_eq!(results[0]["ruleId"], "gipf/off-board");
    assert_eq!(results[0]["locations"][0]["physicalLocation"]["region"]["startLine"], 8);
    insta::assert_snapshot!(results[0].to_string().replace(",\"", ",\n\""));
}

#[test]
fn what_many_cores_do_stands_in_the_order_of_the_input() {
    // Two parts of what is worked on at once are full, the third is not.
    let games = stdout(&pipscribe(&["random", "--game", "pippip", "--count", "1100"], b""));
    let lines = stdout(&pipscribe(&["check", "--format", "json", "-"], games.as_bytes()));
    let numbers: Vec<u64> = lines
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["record"].as_u64().unwrap())
        .collect();
    assert_eq!(numbers, (1..=1100).collect::<Vec<_>>());
    assert_eq!(stdout(&pipscribe(&["fmt", "-"], games.as_bytes())), games);
}

#[test]
fn tests_stand_in_markdown_and_can_be_chosen() {
    let folder = Folder::new("markdown");
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {[%expect result EXPECTED]} *\n";
    let page = format!("# A rule\n\n```pips\n{}```\n\n```text\n[Game \"no\"]\n```\n", record.replace("EXPECTED", "*"));
    folder.file("good.md", &page);
    folder.file("bad.md", &page.replace("result *", "result 1-0"));
    let output = pipscribe(&["test", &folder.name()], b"");
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(text.contains("good.md:4 ... ok\n") && text.contains("bad.md:4 ... FAILED\n"), "{text}");
    assert!(text.contains(":7:"), "the finding's line is that of the page: {text}");
    assert!(text.contains("1 passed; 1 failed; 0 without expectations\n"), "{text}");
    let output = pipscribe(&["test", "--filter", "good.md", &folder.name()], b"");
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("1 passed; 0 failed; 0 without expectations; 1 filtered out\n"));
    let xml = stdout(&pipscribe(&["test", "--format", "junit", &folder.name()], b""));
    assert!(xml.contains("tests=\"2\" failures=\"1\"") && xml.contains("expect/unmet"), "{xml}");
    // Elsewhere a page that is named is read, and a folder's pages are not.
    let output = pipscribe(&["check", &format!("{}/good.md", folder.name())], b"");
    assert_eq!(output.status.code(), Some(0));
    let told = stderr(&pipscribe(&["check", &folder.name()], b""));
    assert!(told.ends_with("has no files that end in `.pips`\n0 records checked: 0 valid, 0 not\n"), "{told}");
}

#[test]
fn no_turn_is_legal_behind_a_resignation() {
    for (record, before) in [
        ("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. resign 1-0\n", "31\n"),
        ("[Game \"pippip\"]\n\n1. 5@b3/3 2. resign 1-0\n", "360\n"),
    ] {
        let run = |arguments: &[&str]| stdout(&pipscribe(arguments, record.as_bytes()));
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
        let arguments =
            [command, &["--limit", "1000", "--game", "gipf", "--variant", "standard", "--position", position]].concat();
        let output = pipscribe(&arguments, b"");
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("more than 1000 turns"), "{}", stderr(&output));
    }
}

#[test]
fn numbers_that_are_too_large_are_named_as_written() {
    for (tags, turn, named) in [
        ("[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n", "a1000000000000", "a1000000000000 is no point"),
        (
            "[Game \"pipe\"]\n[Variant \"both\"]\n[Deck \"twin-works\"]\n",
            "discard:99999999999,1,2,3;claim:black",
            "no card 99999999999.",
        ),
    ] {
        let output = pipscribe(&["check", "--format", "short", "-"], format!("{tags}\n1. {turn} *\n").as_bytes());
        assert!(stdout(&output).contains(named), "{}", stdout(&output));
    }
}

/// Every record of the corpus.
mod slow {
    use super::*;

    /// Everything that the two contracts say of the corpus fits their schemas.
    #[test]
    fn json_fits_its_schema() {
        for (command, schema) in [("check", "corpus/schema/check.json"), ("replay", "corpus/schema/replay.json")] {
            let file = schema;
            let schema = std::fs::read(root().join(file)).unwrap();
            let schema = serde_json::from_slice::<serde_json::Value>(&schema).unwrap();
            let id = schema["$id"].as_str().unwrap();
            assert_eq!(id, format!("urn:pipscribe:{file}"));
            let schema = JsonSchema::new(schema);
            let folders = ["corpus/notation", "corpus/pippip", "corpus/readme"];
            let lines = stdout(&pipscribe(&[&[command, "--format", "json"], &folders[..]].concat(), b""));
            assert!(lines.lines().count() > 300);
            for line in lines.lines() {
                let value = serde_json::from_str(line).unwrap();
                assert_eq!(schema.complaint(&value), None, "{line}");
            }
            let wrong = serde_json::json!({ "record": "one" });
            assert!(!schema.fits(&wrong), "a schema that allows anything holds nothing");
        }
    }

    #[test]
    fn moves_and_perft_take_records_and_positions() {
        let lines = |arguments: &[&str], input: &str| stdout(&pipscribe(arguments, input.as_bytes()));
        assert_eq!(lines(&["moves", "--count", "--game", "gipf", "--variant", "basic"], ""), "30\n");
        assert_eq!(lines(&["moves", "--count", "--turn", "0", "-"], VALID), "30\n");
        assert_eq!(lines(&["moves", "--count", "-"], VALID), lines(&["moves", "--count", "--turn", "2", "-"], VALID));
        assert_eq!(status(&["moves", "--turn", "3", "-"], VALID), Some(2));
        let position = "www1/5/6/7/6/5/4 w 1,5 0,0 - -";
        let turns = lines(&["moves", "--game", "gipf", "--variant", "basic", "--position", position], "");
        assert!(turns.lines().any(|turn| turn == "b5;xb2,b3,b4,b5"), "{turns}");
        assert!(!turns.lines().any(|turn| turn == "b5" || turn == "resign"), "{turns}");
        assert_eq!(lines(&["perft", "--game", "gipf", "--variant", "tournament", "--depth", "2"], ""), "1 18\n2 348\n");
        // What a position tells need not be said again: the size of its board, its seats, the deck.
        let pippinzip = ["moves", "--count", "--game", "pippinzip", "--variant"];
        let with = |more: &[&'static str]| lines(&[&pippinzip[..], more].concat(), "");
        // 9 + 36 + 84 ways to place 1 to 3 stones, and `take`; of 8 points 8 + 28 + 56.
        assert_eq!(with(&["pipeline", "--position", "3/3/3 1 auction -"]), "130\n");
        assert_eq!(with(&["zipline", "--position", "w2/3/3 3 auction -"]), "93\n");
        assert_eq!(with(&["pipeline"]), with(&["pipeline", "--tag", "Size=13"]));
        let pipe = ["moves", "--game", "pipe", "--variant", "both", "--position", "- 1 -,-,- 0,0,0"];
        assert!(lines(&pipe, "").contains("claim:black"));
    }
}
