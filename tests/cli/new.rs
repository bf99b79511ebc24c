//! New records to fill in.

use pipscribe::games::GameId;

use crate::support::{Folder, Run};

#[test]
fn a_new_record_is_valid_canonical_and_complete() {
    for game in GameId::ALL {
        for variant in game.variants() {
            let text = Run::new(&["new", game.name(), "--variant", variant])
                .done()
                .stdout();
            assert!(
                text.starts_with(&format!(
                    "[Game \"{}\"]\n[Variant \"{variant}\"]\n",
                    game.name()
                )),
                "{text}"
            );
            Run::new(&["check", "--quiet", "-"])
                .stdin(&text)
                .done()
                .expect_status(0);
            assert_eq!(Run::new(&["fmt", "-"]).stdin(&text).done().stdout(), text);
            for other in game.variants().iter().filter(|_| game.variants().len() > 1) {
                assert!(text.contains(other), "{text}");
            }
            // If each of its comments is turned into a tag, the record has the same meaning as
            // before.
            let said = |text: &str| {
                Run::new(&["fmt", "--bare", "-"])
                    .stdin(&text)
                    .done()
                    .stdout()
            };
            let is_tag = |line: &&str| line.starts_with("# [");
            for line in text.lines().filter(is_tag) {
                let with = text.replacen(line, line.strip_prefix("# ").unwrap(), 1);
                Run::new(&["check", "--quiet", "-"])
                    .stdin(&with)
                    .done()
                    .expect_status(0);
                assert_eq!(said(&with), said(&text), "{line}");
            }
            // The turns that it shows can be played.
            let turns = text
                .lines()
                .find_map(|line| line.strip_prefix("# Turns, each with its number: "))
                .unwrap();
            let tags: String = text
                .lines()
                .filter(|line| line.starts_with('['))
                .map(|line| format!("{line}\n"))
                .collect();
            Run::new(&["check", "--quiet", "-"])
                .stdin(&format!("{tags}\n{turns} *\n"))
                .done()
                .expect_status(0);
            assert_eq!(turns.split(' ').count(), 8, "{turns}");
        }
    }
}

#[test]
fn requested_settings_are_written() {
    let text = Run::new(&[
        "new",
        "pippinzip",
        "--variant",
        "zipline",
        "--tag",
        "Size=7",
    ])
    .done()
    .stdout();
    assert!(
        text.starts_with("[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"7\"]\n\n"),
        "{text}"
    );
    let text = Run::new(&["new", "gipf", "--options", "out=empty"])
        .done()
        .stdout();
    assert!(
        text.contains("[Options \"out=empty\"]\n") && !text.contains("out=push"),
        "{text}"
    );
    let output = Run::new(&["new", "chess"]).done().expect_status(2);
    assert_eq!(
        output.stderr(),
        "pipscribe: unknown game `chess` (the games are gipf, pippinzip, pippip, pipe)\n"
    );
    Run::new(&["new", "gipf", "--variant", "chess"])
        .done()
        .expect_status(2);
    // A second tag `Game` would begin another record.
    let output = Run::new(&["new", "gipf", "--tag", "Game=pipe"])
        .done()
        .expect_status(2);
    assert_eq!(
        output.stderr(),
        "pipscribe: invalid `--tag Game=pipe`: the tag `Game` is already set, to `gipf`\n"
    );
}

#[test]
fn results_have_one_outcome_per_seat() {
    let result = |arguments: &[&str]| {
        let text = Run::new(&[&["new"], arguments].concat()).done().stdout();
        text.lines()
            .find(|line| line.starts_with("# The result"))
            .unwrap()
            .to_owned()
    };
    assert_eq!(
        result(&["gipf", "--variant", "basic"]),
        "# The result: * while the game is open, 1-0, 0-1, 1/2-1/2"
    );
    let three = result(&["pippinzip", "--variant", "zipline", "--tag", "Players=3"]);
    assert_eq!(
        three,
        "# The result: * while the game is open, 1-0-0, 1/2-1/2-0 and the like"
    );
}

/// The message names the invalid part of the set-up, not the variant.
#[test]
fn an_invalid_setup_is_reported() {
    for (arguments, message) in [
        (
            &[
                "random",
                "--game",
                "gipf",
                "--variant",
                "basic",
                "--options",
                "foo=1",
            ][..],
            "`foo` is not an option of this game",
        ),
        (
            &[
                "random",
                "--game",
                "pippinzip",
                "--variant",
                "zipline",
                "--tag",
                "Size=2",
            ],
            "not a valid value for the tag `Size`",
        ),
        (
            &["new", "gipf", "--options", "foo=1"],
            "`foo` is not an option of this game",
        ),
        (
            &["new", "pippip", "--tag", "Date=2026-13"],
            "not a valid value for the tag `Date`",
        ),
    ] {
        let output = Run::new(arguments).done();
        let said = output.stderr();
        assert_eq!(output.status(), Some(2), "{arguments:?}");
        assert!(
            said.contains("invalid ") && said.contains(message),
            "{said}"
        );
    }
}

/// A file contains its own set-up.
#[test]
fn a_file_and_a_setup_exclude_each_other() {
    let file = "docs/src/records/first-gipf.pips";
    for option in [
        ["--position", "x"],
        ["--variant", "basic"],
        ["--options", "out=empty"],
        ["--tag", "Size=3"],
    ] {
        for command in [
            &["moves", "--count"][..],
            &["perft", "--depth", "1"],
            &["render"],
        ] {
            let output = Run::new(&[command, &option, &[file]].concat()).done();
            let said = output.stderr();
            assert_eq!(output.status(), Some(2), "{command:?} {option:?}");
            assert!(
                said.contains(option[0]) && said.contains("--game"),
                "{said}"
            );
        }
    }
}

#[test]
fn several_files_are_not_written_to_a_single_output_file() {
    let folder = Folder::new("convert-several");
    let file = "docs/src/records/first-gipf.pips";
    let other = "docs/src/records/first-pipe.pips";
    let one = format!("{}/two.csv", folder.name());
    Run::new(&["convert", file, other, "-o", &one])
        .done()
        .expect_status(2)
        .expect_stderr("not the file `");
    let many = format!("{}/two", folder.name());
    Run::new(&["convert", "--to", "csv", file, other, "-o", &many])
        .done()
        .expect_status(0);
    Run::new(&["convert", "--columns", "all", file, other, "-o", &one])
        .done()
        .expect_status(0);
}

#[test]
fn a_table_of_columns_is_lossy() {
    let file = "docs/src/records/first-gipf.pips";
    let output = Run::new(&[
        "convert",
        "--to",
        "csv",
        "--columns",
        "record",
        "--strict",
        file,
    ])
    .done();
    assert_eq!((output.status(), output.stdout().as_str()), (Some(2), ""));
}
