//! Expectations, puzzles and marks that test nothing: `test`, `check --puzzles` and `solve` fail
//! and say why.

use crate::support::{Folder, Ran, Run};

const GIPF: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n";

fn run(command: &[&str], text: &str) -> Ran {
    Run::new(&[command, &["-"]].concat()).stdin(text).done()
}

/// Expects the commands that run tests to fail with a reason, and a plain check to pass.
fn expect_failure(movetext: &str, reason: &str) {
    let text = format!("{GIPF}{movetext}\n");
    run(&["check", "--format", "short"], &text).expect_status(0);
    run(&["check", "--puzzles", "--format", "short"], &text)
        .expect_status(1)
        .expect_stdout(reason);
    run(&["test"], &text)
        .expect_status(1)
        .expect_stdout(reason)
        .expect_stdout("test result: FAILED. ");
    let solved = run(&["solve"], &text).expect_status(1);
    let output = solved.stdout() + &solved.stderr();
    assert!(output.contains(reason), "{movetext}: {output}");
}

#[test]
fn misspelt_expectations_fail() {
    for movetext in [
        "1. b3 {[%expct gipf/line-full]} *",
        "1. b3 {[%Expect legal]} *",
        "1. b3 {[% expect legal]} *",
        "1. b3 {[expect legal]} *",
        "1. b3 {%expect legal} *",
        "1. b3 {[%expected legal]} *",
        "1. b3 {a word [%expct legal] another} *",
        "1. b3 (1. c2 {[%EXPECT legal]}) *",
        "1. b3 * {[%expekt legal]}",
        "1. b3 {[%except gipf/line-full]} *",
        "1. b3 {[%illegal gipf/line-full]} *",
        "1. b3 {[%assert legal]} *",
        "1. b3 {(%expect gipf/line-full)} *",
        "1. b3 {[#expect gipf/line-full]} *",
        "1. b3 {[％expect gipf/line-full]} *",
    ] {
        expect_failure(movetext, "is not a command.");
    }
}

#[test]
fn misspelt_and_malformed_puzzles_fail() {
    for command in [
        "[%puzle win 1]",
        "[%Puzzle win 1]",
        "[% puzzle win 1]",
        "[puzzle win 1]",
        "[%puzzles win 1]",
        "[%problem win 1]",
        "(%puzzle win 1)",
    ] {
        expect_failure(&format!("{{{command}}} 1. b3 *"), "is not a command.");
    }
    for command in [
        "[%puzzle mate 2]",
        "[%puzzle win 0]",
        "[%puzzle Win 1]",
        "[%puzzle: win 1]",
        "[%puzzle]",
    ] {
        expect_failure(&format!("{{{command}}} 1. b3 *"), "`[%puzzle");
    }
}

#[test]
fn a_puzzle_after_the_end_of_the_game_fails() {
    for movetext in [
        "1. b3 2. resign {[%puzzle win 1]} 1-0",
        "1. b3 2. resign 1-0 {[%puzzle win 1]}",
    ] {
        expect_failure(movetext, "begins after the end of the game");
    }
}

#[test]
fn marks_without_a_puzzle_fail() {
    for movetext in [
        "1. b3 (1. c2 {[%solution]}) *",
        "1. b3 (1. {[%refuted]} c2) *",
        "1. b3 {[%solution]} *",
        "1. b3 * {[%refuted]}",
        "1. b3 {[%puzzle save 1]} (1. c2 {[%solution]}) 2. c2 *",
    ] {
        let text = format!("{GIPF}{movetext}\n");
        let warned = run(&["check", "--format", "short"], &text).expect_status(0);
        warned
            .expect_stdout("warning[puzzle/out-of-place]")
            .expect_stdout("No puzzle begins before this");
        expect_failure(movetext, "No puzzle begins before this");
    }
    expect_failure(
        "{[%puzzle save 1]} 1. b3 (1. c2 2. b3 {[%refuted]}) *",
        "marks nothing here",
    );
    let text = format!(
        "{GIPF}{{[%puzzle save 1]}} 1. b3 (1. c2 {{[%puzzle save 1]}} 2. b3 {{[%solution]}}) *\n"
    );
    let checked = run(&["check", "--format", "short"], &text).expect_status(0);
    assert!(
        !checked.stdout().contains("out-of-place"),
        "{}",
        checked.stdout()
    );
}

#[test]
fn tests_in_text_that_is_refused_fail() {
    let good = format!("{GIPF}1. b3 {{[%expect legal]}} *\n\n");
    for movetext in [
        "1. b3 [%expect gipf/line-full] *",
        "1. b3 (%expect gipf/line-full) *",
        "({[%expect moves 3]} 1. b3) *",
        "{[%puzzle win 2} 1. b2 *",
    ] {
        let refused = format!("{GIPF}{movetext}\n");
        run(&["check"], &refused).expect_status(1);
        run(&["test"], &refused)
            .expect_status(1)
            .expect_stdout("test result: FAILED. 0 passed; 1 failed");
        run(&["test"], &format!("{good}{refused}"))
            .expect_status(1)
            .expect_stdout("test result: FAILED. 1 passed; 1 failed");
    }
    // An invalid record without a test is not a test.
    run(&["test"], &format!("{GIPF}1. b3 ) [%clock] (100 %) *\n")).expect_status(0);
}

#[test]
fn other_comments_are_no_tests() {
    for comment in [
        "[%eval 0.3]",
        "[expect trouble]",
        "[%cirlce b3]",
        "[solution of the editor]",
        "[%clok 0:10]",
    ] {
        let text = format!("{GIPF}1. b3 {{{comment}}} *\n");
        run(&["test"], &text)
            .expect_status(0)
            .expect_stdout("test result: nothing was tested. 0 passed");
        run(&["check", "--puzzles"], &text).expect_status(0);
        run(&["solve"], &text).expect_status(0);
    }
}

#[test]
fn a_path_that_cannot_be_read_is_never_ok() {
    let folder = Folder::new("test-unreadable");
    let good = folder.file("good.pips", &format!("{GIPF}1. b3 {{[%expect legal]}} *\n"));
    let missing = folder
        .path()
        .join("missing.pips")
        .to_string_lossy()
        .into_owned();
    for paths in [
        vec![missing.as_str()],
        vec![good.as_str(), missing.as_str()],
        vec![missing.as_str(), good.as_str()],
    ] {
        let ran = Run::new(&[vec!["test"], paths].concat())
            .done()
            .expect_status(2);
        assert!(!ran.stdout().contains("result: ok"), "{}", ran.stdout());
        ran.expect_stdout("test result: FAILED, because not everything could be tested. ");
    }
}

#[test]
fn a_puzzle_after_an_announced_illegal_turn_fails() {
    let setup = "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"3\"]\n[Position \"3/bb1/2w 2 taker=2 -\"]";
    let folder = Folder::new("test-announced");
    let page = format!(
        "```pips illegal=pippinzip/occupied\n{setup}\n\n1. b2 {{[%puzzle win 1]}} *\n```\n"
    );
    let page = folder.file("page.md", &page);
    Run::new(&["test", &page])
        .done()
        .expect_status(1)
        .expect_stdout("was not searched: a turn before it is illegal");
}
