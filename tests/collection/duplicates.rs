//! Tests `dedupe`: which records are duplicates, and which of them is kept.

use super::club::{ANN, NOTE, OPEN, WRONG, ZIP, all, run};
use crate::support::{Folder, RecordText, Run};

#[test]
fn the_fullest_of_each_game_is_kept() {
    let dedupe = |by: &str, input: &str| run(&["dedupe", "--by", by, "-"], input);
    let exact = dedupe("exact", &all());
    assert_eq!(
        exact.stdout(),
        format!("# The club.\n\n{ANN}\n{OPEN}{NOTE}{ZIP}{WRONG}")
    );
    let reported = "-:11: dropped: the same game as -:3\n5 records: 4 kept, 1 dropped\n";
    assert_eq!(exact.stderr(), reported);
    // The seat that resigned in this game did not resign in the other.
    let longer = OPEN.replace("2. c2 *", "2. c2 3. a2-c4 *");
    let prefix = dedupe("prefix", &format!("{OPEN}{longer}{ANN}"));
    assert_eq!(prefix.stdout(), format!("{longer}{ANN}"));
    assert!(
        prefix
            .stderr()
            .contains("-:1: dropped: the beginning of -:11"),
        "{}",
        prefix.stderr()
    );
    let image = ZIP.replace("a1", "e5");
    assert_eq!(dedupe("symmetric", &format!("{ZIP}{image}")).stdout(), ZIP);
    assert_eq!(
        dedupe("exact", &format!("{ZIP}{image}")).stdout(),
        format!("{ZIP}{image}")
    );
}

#[test]
fn a_fixed_copy_is_not_fuller_than_the_original() {
    let plain = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. a2-c4 *\n";
    let mended = plain.replace("2. a2-c4", "2. a2-c4 {[%mended \"a2-d4\"]}");
    let noted = plain.replace("2. a2-c4", "2. a2-c4 {[%mended \"a2-d4\"] good}");
    let kept = |text: String| run(&["dedupe", "-q", "-"], &text).stdout();
    assert_eq!(kept(format!("{plain}{mended}")), plain);
    assert_eq!(kept(format!("{mended}{plain}")), mended);
    assert_eq!(kept(format!("{plain}{noted}")), noted);
    // Contents that only a dropped record has are named.
    let other = plain
        .replace("1. b3", "1. b3 {nice}")
        .replace("*", "(2. c2 {winning}) *");
    let reported = run(&["dedupe", "-"], &format!("{noted}{other}{other}")).stderr();
    assert!(reported.ends_with(
        "1 of these had different comments, glyphs or variations from the record that is kept\n"
    ));
    assert!(
        !run(&["dedupe", "-"], &format!("{noted}{plain}{noted}"))
            .stderr()
            .contains("of these")
    );
}

#[test]
fn duplicates_are_reported_without_writing() {
    let output = run(&["dedupe", "--check", "-"], &all());
    assert_eq!((output.stdout().as_str(), output.status()), ("", Some(1)));
    assert_eq!(
        output.stderr(),
        "-:11: dropped: the same game as -:3\n5 records: 1 duplicate\n"
    );
    let output = run(&["dedupe", "--check", "-"], ANN);
    assert_eq!(
        (output.stderr().as_str(), output.status()),
        ("1 record: 0 duplicates\n", Some(0))
    );
}

#[test]
fn dropped_records_are_listed_as_json() {
    let output = run(&["dedupe", "--format", "json", "-"], &all());
    let reported: serde_json::Value = serde_json::from_str(&output.stderr()).unwrap();
    let expected = serde_json::json!({
        "path": "-", "record": 2, "line": 11, "why": "same-game", "differs": [],
        "kept": {"path": "-", "record": 1, "line": 3},
    });
    assert_eq!(reported, expected);
    let folder = Folder::new("dedupe-dropped");
    let file = folder.path().join("dropped.jsonl").display().to_string();
    let output = run(
        &["dedupe", "-q", "--format", "json", "--dropped", &file, "-"],
        &all(),
    );
    assert_eq!((output.stderr().as_str(), output.status()), ("", Some(0)));
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 1);
}

/// After a result and a blank line, tags before `Game` belong to the next record; the blank line is
/// inserted if it is missing.
#[test]
fn records_in_pgn_style_are_not_lost() {
    let record = |event: &str, date: &str| {
        format!(
            "[Event \"{event}\"]\n[Game \"gipf\"]\n[Variant \"basic\"]\n[Date \"{date}\"]\n\n1. b3 *\n"
        )
    };
    let (one, two) = (record("E1", "2025"), record("E2", "2024"));
    let sorted = run(&["sort", "--by", "Date", "-"], &format!("{one}\n{two}"));
    assert_eq!(
        (sorted.status(), sorted.stdout()),
        (Some(0), format!("{two}\n{one}\n"))
    );
    let folder = Folder::new("as-pgn-has-them");
    let files = [
        folder.file("a.pips", &one),
        folder.file("b.pips", &format!("# About b.\n{two}")),
    ];
    let merged = run(&["merge", &files[0], &files[1]], "");
    assert_eq!(
        (merged.status(), merged.stdout()),
        (Some(0), format!("{one}\n# About b.\n{two}"))
    );
    let parts = format!("{}/parts", folder.name());
    Run::new(&["split", "--by", "game", "-o", &parts, "-"])
        .stdin(&format!("{one}\n{two}"))
        .done()
        .expect_status(0);
    let part = std::fs::read_to_string(format!("{parts}/gipf.pips")).unwrap();
    assert_eq!(part, format!("{one}\n{two}"));
    Run::new(&["check", "-q", "-"])
        .stdin(&part)
        .done()
        .expect_status(0);
}

#[test]
fn kept_records_are_not_replaced_by_dropped_ones() {
    let folder = Folder::new("dedupe-onto-itself");
    let file = format!("{}/out.pips", folder.name());
    let output = run(&["dedupe", "--dropped", &file, "-o", &file, "-"], &all());
    assert_eq!(output.status(), Some(2));
    assert!(
        output.stderr().contains("to different files"),
        "{}",
        output.stderr()
    );
}

#[test]
fn short_games_of_other_players_are_kept() {
    let game = |tags: &str, turns: &str| {
        format!("[Game \"gipf\"]\n[Variant \"basic\"]\n{tags}\n\n{turns} *\n\n")
    };
    let ann = game("[Player1 \"Ann\"]\n[Player2 \"Bob\"]", "1. b3 2. c2");
    let cy = game(
        "[Player1 \"Cy\"]\n[Player2 \"Di\"]\n[Date \"2026-01-02\"]",
        "1. b3 2. c2",
    );
    let bare = game("[Event \"x\"]", "1. b3 2. c2");
    let both = format!("{ann}{cy}");
    let kept = run(&["dedupe", "-"], &both).expect_status(0);
    assert_eq!(kept.stdout().matches("[Game").count(), 2);
    assert!(
        kept.stderr()
            .contains("1 kept although another has the same turns"),
        "{}",
        kept.stderr()
    );
    run(&["dedupe", "--check", "-"], &both).expect_status(0);
    let dropped = run(&["dedupe", "--by", "turns", "-"], &both);
    assert_eq!(dropped.stdout().matches("[Game").count(), 1);
    let reported = dropped.stderr();
    assert!(
        reported.contains("; other players\n")
            && reported.contains("1 of these had different players"),
        "{reported}"
    );
    let json = run(&["dedupe", "--by", "turns", "--format", "json", "-"], &both).stderr();
    assert!(json.contains("\"differs\":[\"players\"]"), "{json}");
    // Unknown values do not count as a difference.
    let reasons = run(
        &["dedupe", "--by", "prefix", "-"],
        &format!("{ann}{bare}{}", game("", "1. b3")),
    );
    assert_eq!(reasons.stdout(), ann);
    assert!(
        reasons
            .stderr()
            .contains("of these: 1 the beginning of another, 1 the same game as another"),
        "{}",
        reasons.stderr()
    );
}

#[test]
fn long_games_are_dropped_although_the_players_differ() {
    let game = |player: &str, date: &str| {
        let turns = "b3 c2 d2 f2 g2 h3 g6 f7 d7 c6 b5 b4";
        let tags = RecordText::gipf().tag("Date", date).tag("Player1", player);
        tags.with_moves(format!("{turns} *\n"))
    };
    let both = game("Ann", "2026-01-01") + &game("Bo", "2026-01-02");
    let dropped = run(&["dedupe", "-"], &both);
    assert_eq!(dropped.stdout().matches("[Game").count(), 1);
    assert!(
        dropped
            .stderr()
            .contains("; other players and another date\n"),
        "{}",
        dropped.stderr()
    );
}
