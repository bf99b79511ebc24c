//! `test --bless` and `test --snapshot`: the findings are written down, and nothing else changes.

use pipscribe::Checked;
use pipscribe::check::bless;
use pipscribe::findings::{Finding, code_named};
use pipscribe::games::Context;
use pipscribe::text::{RawRecord, Span};

use crate::support::{Folder, Run, file_names};

/// Tests a file, blesses it and tests it again. Returns the new file.
fn blessed(folder: &Folder, name: &str, before: &str) -> String {
    let path = folder.file(name, before);
    Run::new(&["test", &path]).done().expect_status(1);
    let output = Run::new(&["test", "--bless", &path])
        .done()
        .expect_status(0);
    assert!(
        output
            .stdout()
            .contains(&format!("--- {path}\n+++ {path}\n@@ -")),
        "{}",
        output.stdout()
    );
    Run::new(&["test", &path]).done().expect_status(0);
    std::fs::read_to_string(path).unwrap()
}

const HEAD: &str = r#"[Game "gipf"]
[Variant "basic"]

"#;
const AFTER_B3: &str = "bw1w/5/6/w5b/6/5/b2w b 11,12 0,0 - -";

#[test]
fn every_kind_of_expectation_is_blessed() {
    let folder = Folder::new("bless-kinds");
    let after_b3 = format!("1. b3 {{[%expect position \"{AFTER_B3}\"]}} *");
    let cases = [
        // Existing expectations are replaced.
        (
            "1. a6 {[%expect legal]} *",
            "1. a6 {[%expect gipf/off-board]} *",
        ),
        (
            "1. b3 {[%expect gipf/off-board]} *",
            "1. b3 {[%expect legal]} *",
        ),
        (
            "1. a6 {[%expect gipf/line-full]} *",
            "1. a6 {[%expect gipf/off-board]} *",
        ),
        (
            "1. b3 {[%expect result 1-0]} *",
            "1. b3 {[%expect result *]} *",
        ),
        (
            "{[%expect result *]} 1. b3 2. resign 1-0",
            "{[%expect result 1-0]} 1. b3 2. resign 1-0",
        ),
        ("1. b3 {[%expect position \"no\"]} *", after_b3.as_str()),
        (
            "{[%expect moves 7] x} 1. b3 *",
            "{[%expect moves 30] x} 1. b3 *",
        ),
        (
            "{[%expect moves 99]} 1. b3 *",
            "{[%expect moves 30]} 1. b3 *",
        ),
        (
            "{[%expect tag/missing]} 1. b3 *",
            "{[%expect legal]} 1. b3 *",
        ),
        (
            "1. b3 * {[%expect record/result]}",
            "1. b3 * {[%expect legal]}",
        ),
        (
            "1. b3 {[%expect to-move 1]} *",
            "1. b3 {[%expect to-move 2]} *",
        ),
        (
            "1. b3 {[%expect captured b3]} *",
            "1. b3 {[%expect captured none]} *",
        ),
        (
            "1. b3 {[%expect not-legal e5 gipf/off-board]} *",
            "1. b3 {[%expect not-legal e5 gipf/wrong-landing]} *",
        ),
        (
            "1. e1-e4 {[%expect gipf/wrong-landing] [%expect mends b3]} 1. b3 *",
            "1. e1-e4 {[%expect gipf/wrong-landing] [%expect mends e1-e3]} 1. b3 *",
        ),
        (
            "1. b3 2. resign {[%expect moves = c2]} 1-0",
            "1. b3 2. resign {[%expect moves =]} 1-0",
        ),
        // Unexpected findings are added as expectations, at their turn or for the record.
        (
            "{[%expect legal]} 1. a6 *",
            "{[%expect legal]} 1. a6 {[%expect gipf/off-board]} *",
        ),
        (
            "{[%expect legal]} 1. b3 1-0",
            "{[%expect record/undecided]} 1. b3 1-0",
        ),
        (
            "1. b3 {[%expect legal]} 1-0",
            "{[%expect record/undecided]} 1. b3 {[%expect legal]} 1-0",
        ),
        (
            "1. b3 1-0 {[%expect result *]}",
            "1. b3 1-0 {[%expect result *] [%expect record/undecided]}",
        ),
        (
            "{[%expect tag/missing]} 1. b3 1-0",
            "{[%expect record/undecided]} 1. b3 1-0",
        ),
        (
            "{[%expect legal]} 1. b3! $12 $1 (1. a6)",
            "{[%expect legal]} 1. b3! $12 $1 (1. a6 {[%expect gipf/off-board]})",
        ),
        (
            "{[%expect legal]}\n1. a6?{x}(1. b3) *",
            "{[%expect legal]}\n1. a6? {[%expect gipf/off-board]}{x}(1. b3) *",
        ),
        (
            "{[%expect legal]} 1. b3 $999 *",
            "{[%expect syntax/token]} 1. b3 $999 *",
        ),
        // Duplicate expectations are removed.
        (
            "1. a6 {a [%expect gipf/off-board] [%expect legal]  [%expect gipf/no-row] z} *",
            "1. a6 {a [%expect gipf/off-board] [%expect legal] z} *",
        ),
        (
            "1. a6 {[%expect gipf/off-board]} {[%expect gipf/no-row]} *",
            "1. a6 {[%expect gipf/off-board]} *",
        ),
        // The turns after an illegal one are judged again.
        (
            "1. b3 2. c2 {[%expect gipf/no-row]} 3. c2 {[%expect legal]} *",
            "1. b3 2. c2 {[%expect legal]} 3. c2 {[%expect gipf/wrong-landing]} *",
        ),
        (
            "{[%expect legal]} 1. b3 2. resign 3. c2 4. d1 1-0",
            "{[%expect legal]} 1. b3 2. resign 3. c2 {[%expect turn/after-end]} 4. d1 {[%expect turn/after-end]} 1-0",
        ),
    ];
    for (index, (before, after)) in cases.into_iter().enumerate() {
        let whole = blessed(
            &folder,
            &format!("{index}.pips"),
            &format!("{HEAD}{before}\n"),
        );
        assert_eq!(whole, format!("{HEAD}{after}\n"));
    }
}

#[test]
fn turns_and_points_are_blessed() {
    let folder = Folder::new("bless-turns");
    let head = "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Position \"wbw/b1w/wbw 2 taker=3 pair=a2\"]\n\
        [Size \"3\"]\n[Players \"3\"]\n\n";
    let turns = blessed(
        &folder,
        "turns.pips",
        &format!("{head}{{[%expect moves =]}} 1. pass {{[%expect moves = a1]}} *\n"),
    );
    assert_eq!(
        turns,
        format!("{head}{{[%expect moves = pass]}} 1. pass {{[%expect moves = b2]}} *\n")
    );
    let points = blessed(
        &folder,
        "points.pips",
        "[Game \"pippip\"]\n\n1. 5@b3/3 {[%expect score 1-1]} *\n",
    );
    assert_eq!(
        points,
        "[Game \"pippip\"]\n\n1. 5@b3/3 {[%expect score 5-0]} *\n"
    );
    // Too many findings to be written down, and a turn that is not illegal.
    for record in [
        "{[%expect moves = a1]} 1. b2,c3 *",
        "1. b2 {[%expect not-legal c3 pippinzip/occupied]} *",
    ] {
        let path = folder.file(
            "left.pips",
            &format!("[Game \"pippinzip\"]\n[Variant \"freestyle\"]\n[Size \"19\"]\n\n{record}\n"),
        );
        Run::new(&["test", "--bless", &path])
            .done()
            .expect_status(1)
            .expect_stdout("cannot be blessed: `expect/unmet`");
    }
}

#[test]
fn all_other_bytes_are_kept() {
    let folder = Folder::new("bless-bytes");
    let fine = "# untidy\r\n[Game \"gipf\"]\r\n[Variant \"basic\"]\r\nb3   c2{[%expect legal]}\r\n";
    let none = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. a6 \u{e9} *\n\n\n";
    let wrong = "[Game \"gipf\"]\r\n[Variant \"basic\"]\r\n b3{\u{e9} [%expect moves 1]}";
    let right = wrong.replace("moves 1", "moves 31");
    let file = |wrong: &str| format!("{fine}{none}{wrong}");
    assert_eq!(blessed(&folder, "file.pips", &file(wrong)), file(&right));
    let page = |record: &str| {
        // An illegal record in a document must be marked.
        let all = file(record).replace("a6 \u{e9}", "b3 {\u{e9}}");
        let text = "```text\n[Game \"gipf\"]\n\n1. b3 {[%expect moves 1]}\n```";
        format!("# Page\r\n{wrong}\n~~~pips x\n{all}\n~~~\n\n```pips\n{all}\n```\n{text}")
    };
    assert_eq!(blessed(&folder, "page.md", &page(wrong)), page(&right));
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        2,
        "nothing is left behind"
    );
    // This also holds for bytes that are not valid UTF-8.
    let path = folder.path().join("bytes.pips");
    let record = |moves: &[u8]| {
        let head = b"[Game \"gipf\"]\n[Variant \"basic\"]\n{[%expect syntax/encoding] \xFF\xFE [%expect moves ";
        [head, moves, b"]} b3 *"].concat()
    };
    std::fs::write(&path, record(b"7")).unwrap();
    let path = path.to_str().unwrap();
    Run::new(&["test", "--bless", path]).done().expect_status(0);
    assert_eq!(std::fs::read(path).unwrap(), record(b"30"));
}

#[test]
fn expectations_that_cannot_be_blessed_are_named_and_kept() {
    let folder = Folder::new("bless-cannot");
    let unreadable = folder.file(
        "a.pips",
        &format!("{HEAD}1. b3 {{[%expect frobnicate]}} 2. a6 *\n"),
    );
    let before = std::fs::read_to_string(&unreadable).unwrap();
    let output = Run::new(&["test", "--bless", &folder.name()])
        .done()
        .expect_status(1);
    let text = output.stdout();
    assert!(
        text.contains(
            "cannot be blessed: `expect/unmet` of turn 1: Unknown expectation `frobnicate`.\n"
        ),
        "{text}"
    );
    assert!(text.ends_with(&format!(
        "\nfailures:\n    {unreadable}:1\n\ntest result: FAILED. 0 passed; 1 failed; 0 without expectations; 0 \
            blessed\n"
    )));
    assert_eq!(std::fs::read_to_string(&unreadable).unwrap(), before);
    let output = Run::new(&["test", "--bless", "-"]).stdin(&before).done();
    assert_eq!((output.status(), output.stdout()), (Some(2), String::new()));
    assert!(
        output.stderr().contains("standard input"),
        "{}",
        output.stderr()
    );
}

const PUZZLE: &str = r#"[Game "pippinzip"]
[Variant "pipeline"]
[Size "5"]
[Position "5/2w2/1bw2/5/5 2 taker=2 -"]

"#;

/// An expectation about a puzzle is never met, so the edits must not go back and forth.
#[test]
fn puzzles_are_not_blessed() {
    let folder = Folder::new("bless-puzzles");
    for moves in [
        "{[%puzzle win 3] [%expect legal]} *",
        "{[%puzzle win 3] [%expect puzzle/unsolved]} *",
    ] {
        let before = format!("{PUZZLE}{moves}\n");
        let path = folder.file("puzzle.pips", &before);
        let output = Run::new(&["test", "--bless", &path])
            .done()
            .expect_status(1);
        output
            .expect_stdout("cannot be blessed: `puzzle/unsolved`")
            .expect_stdout("; 0 blessed");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), before);
    }
    let proved = "1. e5 {[%expect to-move 2] [%puzzle save 1]} *";
    let after = blessed(&folder, "proved.pips", &format!("{PUZZLE}{proved}\n"));
    assert_eq!(
        after,
        format!("{PUZZLE}{}\n", proved.replace("to-move 2", "to-move 1"))
    );
}

/// Edits that undo each other end with the first text that comes back.
#[test]
fn no_text_is_checked_twice() {
    let checks = |moves: &str, extra: Option<&str>| {
        let raw = RawRecord {
            bytes: format!("{PUZZLE}{moves}\n").into_bytes(),
            ..RawRecord::default()
        };
        let count = std::cell::Cell::new(0);
        let left = bless(&raw, |raw| {
            count.set(count.get() + 1);
            let mut checked = Checked::new(raw, &Context::default()).with_puzzles(1000);
            // A finding that no expectation can meet.
            let extra = extra
                .and_then(code_named)
                .map(|code| Finding::new(code, Span::default(), "x"));
            checked.report.findings.extend(extra);
            checked
        });
        let left: Vec<_> = left
            .unwrap_err()
            .iter()
            .map(|finding| finding.code.id)
            .collect();
        assert!(
            left.contains(&extra.unwrap_or("puzzle/unsolved")),
            "{left:?}"
        );
        count.get()
    };
    assert_eq!(checks("{[%puzzle win 1] [%expect legal]} *", None), 1);
    assert_eq!(
        checks("{[%puzzle win 1] [%expect puzzle/unsolved]} *", None),
        2
    );
    assert!(checks("{[%expect legal]} *", Some("tag/missing")) <= 4);
}

#[test]
fn only_selected_tests_are_blessed_and_each_file_once() {
    let folder = Folder::new("bless-chosen");
    let wrong = format!("{HEAD}1. b3 {{[%expect moves 1]}} *\n");
    let no_test = format!("{HEAD}1. a6 *\n");
    let (a, b) = (folder.file("a.pips", &wrong), folder.file("b.pips", &wrong));
    let c = folder.file("c.pips", &no_test);
    let output = Run::new(&[
        "test",
        "--bless",
        "--filter",
        "a.pips",
        &folder.name(),
        &a,
        &c,
    ])
    .done()
    .expect_status(0);
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    assert_eq!(
        (read(&a), read(&b), read(&c)),
        (wrong.replace("moves 1", "moves 31"), wrong.clone(), no_test)
    );
    assert!(
        output
            .stdout()
            .ends_with("0 passed; 0 failed; 1 without expectations; 1 filtered out; 1 blessed\n")
    );
}

#[test]
fn replays_are_pinned() {
    let folder = Folder::new("snapshot");
    let a = folder.file(
        "a.pips",
        &format!("{HEAD}1. b3 2. a2-c5 *\n{HEAD}1. b3 2. resign 1-0\n"),
    );
    let page = format!("# x\n```pips\n{HEAD}1. b3 {{[%expect moves 31]}} *\n```\n");
    folder.file("dir/a.pips.md", &page);
    let snaps = folder.path().join("snaps");
    let dir = snaps.to_str().unwrap().to_owned();
    let run = |more: &[&str]| {
        let name = folder.name();
        let output = Run::new(&[&["test", "--snapshot", &dir][..], more, &[&name]].concat()).done();
        let text = output.stdout();
        (
            output.status(),
            text.lines().last().unwrap_or_default().to_owned(),
            text,
        )
    };
    let files = || file_names(&snaps);
    let (code, last, text) = run(&[]);
    assert_eq!(code, Some(1));
    assert!(
        last.ends_with("0 passed; 3 failed; 0 without expectations; snapshots: 0 match, 3 new, 0 changed, 0 written")
    );
    assert!(
        text.contains("there is no snapshot yet") && text.contains("\n+2. 2 resign "),
        "{text}"
    );
    assert_eq!(files().len(), 3);
    assert!(
        files().iter().all(|name| name.ends_with(".snap.new")),
        "{:?}",
        files()
    );
    // `cargo insta accept` does the same.
    for name in files() {
        std::fs::rename(snaps.join(&name), snaps.join(name.trim_end_matches(".new"))).unwrap();
    }
    let (code, last, _) = run(&[]);
    assert_eq!(
        (
            code,
            last.ends_with("snapshots: 3 match, 0 new, 0 changed, 0 written")
        ),
        (Some(0), true),
        "{last}"
    );
    assert_eq!(files().len(), 3);
    for name in files() {
        let read = insta::Snapshot::from_file(&snaps.join(&name)).unwrap();
        assert!(
            read.as_text()
                .unwrap()
                .to_string()
                .starts_with("0. b2w/5/6/w5b/6/5/b2w w 12,12 0,0 - -\n1. 1 b3 ")
        );
        assert!(read.metadata().source().unwrap().contains("a.pips"));
    }

    // With another game, one line further down, one snapshot differs and is pending for review.
    folder.file(
        "a.pips",
        &format!("# moved\n{HEAD}1. b3 2. a2-c5 *\n{HEAD}1. c2 2. resign 1-0\n"),
    );
    let (code, last, text) = run(&[]);
    assert_eq!(
        (
            code,
            last.ends_with("snapshots: 2 match, 0 new, 1 changed, 0 written")
        ),
        (Some(1), true),
        "{last}"
    );
    assert!(
        text.contains("\n-1. 1 b3 ") && text.contains("\n+1. 1 c2 "),
        "{text}"
    );
    let pending: Vec<_> = files()
        .into_iter()
        .filter(|name| name.ends_with(".new"))
        .collect();
    assert_eq!(pending.len(), 1);
    let read = insta::Snapshot::from_file(&snaps.join(&pending[0])).unwrap();
    assert_eq!(
        (read.metadata().source(), read.metadata().assertion_line()),
        (Some(a.as_str()), Some(6))
    );
    assert_eq!(read.metadata().expression(), Some("record 2"));
    // A snapshot that is unchanged again, or was blessed, is no longer pending.
    folder.file(
        "a.pips",
        &format!("{HEAD}1. b3 2. a2-c5 *\n{HEAD}1. b3 2. resign 1-0\n"),
    );
    assert_eq!((run(&[]).0, files().len()), (Some(0), 3));
    folder.file(
        "a.pips",
        &format!("{HEAD}1. b3 2. a2-c5 *\n{HEAD}1. c2 2. resign 1-0\n"),
    );
    assert_eq!((run(&[]).0, files().len()), (Some(1), 4));
    let (code, last, _) = run(&["--bless"]);
    assert_eq!((code, files().len()), (Some(0), 3));
    assert!(
        last.ends_with(
            "2 passed; 0 failed; 0 without expectations; 1 blessed; snapshots: 2 match, 0 new, 0 changed, 1 written"
        ),
        "{last}"
    );
    assert_eq!(run(&[]).0, Some(0));
    // An unmet expectation fails, whatever the snapshot contains.
    folder.file("dir/a.pips.md", &page.replace("moves 31", "moves 28"));
    assert_eq!(run(&["--filter", "a.pips.md"]).0, Some(1));
    let xml = run(&["--format", "junit"]).2;
    assert!(xml.contains("tests=\"3\" failures=\"1\""), "{xml}");
}

#[test]
fn snapshots_of_different_files_never_collide() {
    let folder = Folder::new("snapshot-names");
    let names = [
        "a/b.pips", "a-b.pips", "a_b.pips", "a/B.pips", "A/b.pips", "con.pips", "x.pips", "X.pips",
        "-.pips",
    ];
    let long = format!("{}/{}.pips", "d".repeat(200), "e".repeat(200));
    for name in names.iter().copied().chain([long.as_str()]) {
        folder.file(name, &format!("{HEAD}1. b3 *\n"));
    }
    let snaps = folder.path().join("snaps");
    let dir = snaps.to_str().unwrap();
    Run::new(&["test", "--bless", "--snapshot", dir, &folder.name()])
        .done()
        .expect_status(0);
    let mut files: Vec<_> = file_names(&snaps)
        .iter()
        .map(|name| name.to_ascii_lowercase())
        .collect();
    files.sort();
    files.dedup();
    let count = |folder: &Folder| crate::support::count_files(folder.path(), "pips");
    assert_eq!(
        files.len(),
        count(&folder),
        "where case counts for nothing too: {files:?}"
    );
    for name in &files {
        assert!(
            name.len() < 120
                && name
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte)),
            "{name}"
        );
    }
    // Under other names and from another folder, the files are the same.
    let run = Run::new(&["test", "--snapshot", "../snaps", "./../a", "../con.pips"]);
    run.current_dir(folder.path().join("a"))
        .done()
        .expect_status(0);
}

/// Hundreds of blessed records.
mod slow {
    use super::*;

    /// The corpus has hundreds of records with one error each: turned into tests, all can be
    /// blessed.
    #[test]
    fn expectations_of_the_whole_corpus_can_be_blessed() {
        let folder = Folder::new("bless-corpus");
        for part in [
            "gipf/codes",
            "gipf/edges",
            "pippinzip/codes",
            "pippip/codes",
            "pipe/codes",
            "notation",
        ] {
            for path in crate::support::corpus_files(part) {
                let Ok(text) = std::fs::read_to_string(&path) else {
                    continue;
                };
                // Before the first turn, which follows the first empty line after the tags.
                let text = text.replace("\"]\n\n", "\"]\n\n{[%expect legal]} ");
                folder.file(
                    &format!("{part}/{}", path.file_name().unwrap().to_str().unwrap()),
                    &text,
                );
            }
        }
        let output = Run::new(&["test", "--bless", &folder.name()]).done();
        let left: Vec<_> = output
            .stdout()
            .lines()
            .filter(|line| line.starts_with("cannot"))
            .map(str::to_owned)
            .collect();
        assert_eq!(left, Vec::<String>::new());
        let again = Run::new(&["test", &folder.name()]).done();
        let count = |text: &str| {
            text.lines()
                .filter(|line| line.ends_with("... FAILED"))
                .count()
        };
        assert_eq!(count(&again.stdout()), count(&output.stdout()));
        assert!(
            output
                .stdout()
                .lines()
                .filter(|line| line.ends_with("... blessed"))
                .count()
                > 100
        );
    }
}
