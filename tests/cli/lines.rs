//! `replay --tree`, under its former name `list`, and the options `--line` and `--variations`,
//! which treat variations like the main line.

use serde_json::{Value, json};

use crate::support::{Folder, JsonSchema, Ran, Run};

const RECORD: &str = r#"[Game "gipf"]
[Variant "basic"]

1. b3 2. c2 (2. d2 3. f2 (3. g2 4. resign)) 3. f7 *
"#;

fn run(arguments: &[&str]) -> Ran {
    Run::new(&[arguments, &["-"]].concat()).stdin(RECORD).done()
}

#[test]
fn the_tree_of_a_record_is_listed() {
    let text = run(&["list"]).expect_status(0).stdout();
    let expected = [
        "-:1: record 1",
        "  1              White  b3",
        "  2              Black  c2",
        "    2.1/1        Black  d2",
        "    2.1/2        White  f2",
        "      2.1/2.1/1  White  g2",
        "      2.1/2.1/2  Black  resign",
        "  3              White  f7",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    let tree: Value =
        serde_json::from_str(&run(&["list", "--format", "json"]).expect_status(0).stdout())
            .unwrap();
    assert_eq!(JsonSchema::shipped("list").complaint(&tree), None);
    assert_eq!((&tree["file"], &tree["record"]), (&json!("-"), &json!(1)));
    let fields = |node: &Value| {
        json!([
            node["address"],
            node["after"],
            node["turn"],
            node["seat"],
            node["text"]
        ])
    };
    let turns: Vec<Value> = tree["turns"]
        .as_array()
        .unwrap()
        .iter()
        .map(fields)
        .collect();
    assert_eq!(turns[2], json!(["2.1/1", "1", 2, 2, "d2"]));
    assert_eq!(turns[4], json!(["2.1/2.1/1", "2.1/1", 3, 1, "g2"]));
}

#[test]
fn turns_that_were_not_played_are_listed_too() {
    let text = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n\
        1. b3 2. a2-d4 {[%expect gipf/not-in-line]} 2. c2 3. a2-d4 4. b3 *\n";
    let listed = Run::new(&["list", "-"])
        .stdin(text)
        .done()
        .expect_status(1)
        .stdout();
    let lines: Vec<String> = listed
        .lines()
        .skip(2)
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let expected = [
        "- a2-d4 (illegal, as expected)",
        "2 Black c2",
        "3 a2-d4 (not replayed)",
        "4 b3 (not replayed)",
    ];
    assert_eq!(lines, expected);
    let why = Run::new(&["why", "--line", "4", "-"])
        .stdin(text)
        .done()
        .expect_status(2)
        .stderr();
    assert!(
        why.contains("turn `4` comes after an illegal turn"),
        "{why}"
    );
    let render = Run::new(&["render", "--line", "3", "-"])
        .stdin(text)
        .done()
        .expect_status(2)
        .stderr();
    assert!(render.contains("turn `3` cannot be replayed"), "{render}");
}

#[test]
fn replay_lists_the_turns_of_a_line() {
    let lines = run(&["replay", "--line", "2.1/2.1", "--format", "json"])
        .expect_status(0)
        .stdout();
    let lines: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let texts: Vec<&Value> = lines.iter().map(|line| &line["text"]).collect();
    assert_eq!(
        texts,
        [
            &json!("b3"),
            &json!("d2"),
            &json!("g2"),
            &json!("resign"),
            &Value::Null
        ]
    );
    assert_eq!(
        (&lines[2]["variation"], &lines[2]["turn"]),
        (&json!([2, 1, 3, 1]), &json!(3))
    );
    assert_eq!(
        (&lines[4]["result"], &lines[4]["valid"]),
        (&json!("1-0"), &json!(true))
    );
    assert!(
        run(&["replay", "--line", "2.1/1"])
            .expect_status(0)
            .stdout()
            .ends_with("\n*\n")
    );
    // If there are several records, those without the address are named.
    let two = format!("{RECORD}\n[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n");
    let done = Run::new(&["replay", "--line", "2.1/1", "-"])
        .stdin(&two)
        .done()
        .expect_status(2);
    assert_eq!(done.stdout().lines().count(), 3);
    assert!(
        done.stderr()
            .contains("turn `2` does not exist: the last turn of its line is `1`"),
        "{}",
        done.stderr()
    );
}

#[test]
fn a_line_is_named_by_its_turns() {
    for command in [
        &["replay"][..],
        &["why"],
        &["moves"],
        &["render", "--format", "words"],
    ] {
        let at = |address: &str| {
            run(&[command, &["--line", address]].concat())
                .expect_status(0)
                .stdout()
        };
        assert_eq!(at("2 d2 g2"), at("2.1/2.1/1"), "{command:?}");
        assert_eq!(at("2.1/2 f2"), at("2.1/2"), "{command:?}");
        assert_eq!(at("1 b3 c2 f7"), at("3"), "{command:?}");
    }
    let missing = run(&["why", "--line", "2 d2 g3"]).expect_status(2).stderr();
    assert!(
        missing.contains("no line contains the turns of `2 d2 g3`"),
        "{missing}"
    );
}

#[test]
fn positions_of_variations_are_drawn_explained_and_searched_for_turns() {
    let drawn = |options: &[&str]| {
        run(&[&["render", "--format", "words"], options].concat())
            .expect_status(0)
            .stdout()
    };
    let of_line = drawn(&["--line", "2.1/1"]);
    assert!(
        of_line.contains("d2") && !of_line.contains("c2"),
        "{of_line}"
    );
    assert_eq!(drawn(&["--line", "3"]), drawn(&["--turn", "3"]));
    assert_eq!(drawn(&["--line", "0"]), drawn(&["--turn", "0"]));
    // A series along the line, and numbers on the pieces of its turns.
    let folder = Folder::new("line-series");
    let name = folder.file("game.pips", RECORD);
    let series = folder.path().join("out");
    let to = series.to_str().unwrap();
    Run::new(&[
        "render", "--line", "2.1/2", "--every", "1", "--format", "words", "-o", to, &name,
    ])
    .done()
    .expect_status(0);
    assert_eq!(std::fs::read_dir(&series).unwrap().count(), 4);
    let why = run(&["why", "--line", "2.1/2.1/1"])
        .expect_status(0)
        .stdout();
    assert!(why.contains("g2"), "{why}");
    let count = |options: &[&str]| {
        run(&[&["moves", "--count"], options].concat())
            .expect_status(0)
            .stdout()
    };
    assert_eq!(count(&["--line", "2"]), count(&["--turn", "2"]));
    assert_eq!(count(&["--line", "2.1/2.1/2"]), "0\n");
    assert!(
        run(&["perft", "--depth", "1", "--line", "2.1/1"])
            .expect_status(0)
            .stdout()
            .starts_with("1 ")
    );
}

#[test]
fn unusable_addresses_are_refused() {
    for (arguments, message) in [
        (
            &["render", "--line", "2-1"][..],
            "`2-1` is not the address of a turn: write `7` for turn 7",
        ),
        (
            &["render", "--line", "2.2"],
            "turn `2` has no variation 2: it has 1 (`pipscribe replay --tree` shows the addresses)",
        ),
        (
            &["why", "--line", "2.1/3"],
            "turn `2.1/3` does not exist: the last turn of its line is `2.1/2`",
        ),
        (&["why", "--line", "0"], "turn 0: the last is 3"),
        (
            &["moves", "--line", "9"],
            "turn `9` does not exist: the last turn of its line is `3`",
        ),
        (
            &["moves", "--line", "9", "--turn", "9"],
            "cannot be used with",
        ),
        (
            &["replay", "--line", "1", "--variations"],
            "cannot be used with",
        ),
    ] {
        let error = run(arguments).expect_status(2).stderr();
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
}

#[test]
fn grep_and_stats_take_variations_on_request() {
    assert_eq!(
        run(&["grep", "--count", "--turn", "2:d2"])
            .expect_status(1)
            .stdout(),
        "0\n"
    );
    assert_eq!(
        run(&["grep", "--count", "--turn", "2:d2", "--variations"])
            .expect_status(0)
            .stdout(),
        "1\n"
    );
    let board = run(&["replay", "--line", "2.1/1"]).stdout();
    let board = board
        .lines()
        .nth(1)
        .unwrap()
        .split_once("d2 ")
        .unwrap()
        .1
        .to_owned();
    assert_eq!(
        run(&["grep", "--count", "--position", &board])
            .expect_status(1)
            .stdout(),
        "0\n"
    );
    assert_eq!(
        run(&["grep", "--count", "--position", &board, "--variations"])
            .expect_status(0)
            .stdout(),
        "1\n"
    );
    assert!(!run(&["stats"]).stdout().contains("Variations"));
    let stats = run(&["stats", "--variations"]).expect_status(0).stdout();
    assert!(
        stats.contains("\n  Variations: 2 with 4 turns, in 1 record, at most 2 levels deep\n"),
        "{stats}"
    );
    let stats: Value =
        serde_json::from_str(&run(&["stats", "--variations", "--format", "json"]).stdout())
            .unwrap();
    let expected = json!({"records": 1, "variations": 2, "turns": 4, "depth": 2});
    assert_eq!(stats["variants"][0]["variations"], expected);
}

/// Only a search with `--variations` finds the positions in variations.
#[test]
fn only_a_search_with_variations_finds_their_positions() {
    let folder = Folder::new("line-index");
    let name = folder.file("games.pips", RECORD);
    let board = Run::new(&["replay", "--line", "2.1/1", &name])
        .done()
        .stdout();
    let board = board
        .lines()
        .nth(1)
        .unwrap()
        .split_once("d2 ")
        .unwrap()
        .1
        .to_owned();
    for (options, count) in [(&[][..], "0\n"), (&["--variations"], "1\n")] {
        let search = [&["grep", "--count", "--position", &board, &name], options].concat();
        assert_eq!(Run::new(&search).done().stdout(), count, "{options:?}");
    }
}

#[test]
fn former_names_of_subcommands_keep_working() {
    let file = "docs/src/records/first-gipf.pips";
    for (former, now) in [
        (&["list", file][..], &["replay", "--tree", file][..]),
        (&["perft", file], &["moves", "--depth", "2", file]),
        (
            &["perft", "--depth", "1", file],
            &["moves", "--depth", "1", file],
        ),
        (&["example", "G3.4"], &["explain", "--examples", "G3.4"]),
    ] {
        let (former, now) = (Run::new(former).done(), Run::new(now).done());
        assert_eq!(former.stdout(), now.stdout());
        assert_eq!((former.status(), now.status()), (Some(0), Some(0)));
    }
}
