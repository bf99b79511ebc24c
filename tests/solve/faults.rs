//! Puzzles that are not proved, and false claims about their solutions: no command ignores them.

use crate::support::{Folder, Ran, Run};

const SETUP: &str = r#"[Game "pippinzip"]
[Variant "pipeline"]
[Size "3"]
[Position "b2/bb1/2w 2 taker=2 -"]

"#;
const DICE: &str = r#"[Game "pippip"]
[Position "L12D12L12D12/D12L12D12L12/L12D12L12D12/.L12D12. L 6 -"]

"#;
const OTHERS: &str = "(1. {[%solution]} a1) (1. {[%solution]} b1)";

fn record(turns: &str) -> String {
    format!("{SETUP}{turns}\n")
}

fn solved(text: &str) -> Ran {
    Run::new(&["solve", "-"]).stdin(text).done()
}

/// Expects every command that proves puzzles to report a code, or none.
fn expect_code(turns: &str, code: Option<&str>) {
    let text = record(turns);
    let status = i32::from(code.is_some());
    let run = |arguments: &[&str]| {
        Run::new(arguments)
            .stdin(&text)
            .done()
            .expect_status(status)
    };
    run(&["solve", "-"]).expect_stdout(code.unwrap_or("proved"));
    run(&["check", "--puzzles", "-"]).expect_stdout(code.unwrap_or_default());
    run(&["test", "-"]).expect_stdout(if code.is_some() {
        "1 failed"
    } else {
        "1 passed"
    });
}

#[test]
fn a_puzzle_after_a_fault_is_named() {
    let cases = [
        (
            "1. b3 2. b2 {[%puzzle win 1]} 3. c2 *",
            "-:6: `[%puzzle win 1]` after turn 2 was not searched: a turn",
        ),
        (
            "1. b3 2. b2 3. c2 {[%puzzle win 1]} *",
            "`[%puzzle win 1]` after turn 3 was not searched",
        ),
        (
            "1. b3 (1. b2 2. c2 {[%puzzle win 1]}) *",
            "`[%puzzle win 1]` after turn 1.1/2 was not searched",
        ),
        (
            "1. b2 * {[%puzzle win 1]}",
            "`[%puzzle win 1]` after turn 1 was not searched",
        ),
    ];
    for (turns, note) in cases {
        let output = solved(&record(turns))
            .expect_status(1)
            .expect_stderr(note)
            .expect_stderr("invalid record: ");
        assert!(
            output
                .stderr()
                .ends_with(" 0 proved, 0 refuted, 0 undecided, 1 not searched\n"),
            "{}",
            output.stderr()
        );
    }
    let without_game = "{[%puzzle win 1]} *\n";
    solved(without_game)
        .expect_status(1)
        .expect_stderr("was not searched: the record does not name its game");
    let without_start = "[Game \"gipf\"]\n[Variant \"none\"]\n\n{[%puzzle win 1]} *\n";
    solved(without_start)
        .expect_status(1)
        .expect_stderr("was not searched: the tags do not determine the start");
}

#[test]
fn records_without_puzzles_are_not_judged() {
    for text in [record("1. b2 *"), "1. c2 *\n".to_owned()] {
        let output = solved(&text).expect_status(0);
        assert_eq!(
            output.stderr(),
            "0 puzzles: 0 proved, 0 refuted, 0 undecided\n"
        );
    }
}

#[test]
fn an_invalid_record_is_reported_with_its_puzzles() {
    let text = record(
        "{[%puzzle win 1]} 1. b2 (1. {[%solution]} a1) (1. {[%solution]} b1) (1. {[%solution]} c2) *",
    );
    let reason = "pipscribe: -:6: turn 1: invalid record: b2 is already occupied by a black stone. (pippinzip/occupied)";
    solved(&text)
        .expect_status(1)
        .expect_stdout("proved")
        .expect_stderr(reason);
    let run = |text: &str| {
        Run::new(&["solve", "--goal", "win 1", "--turn", "0", "-"])
            .stdin(text)
            .done()
    };
    run(&text)
        .expect_status(1)
        .expect_stdout("proved")
        .expect_stderr(reason);
    run(&record("1. c2 0-1")).expect_status(0);
    // A record that breaks the rule that its block announces is correct.
    let folder = Folder::new("solve-announced");
    let page = format!(
        "```pips illegal=pippinzip/occupied\n{}```\n",
        record("{[%puzzle win 1]} 1. b2 *")
    );
    Run::new(&["solve", &folder.file("page.md", &page)])
        .done()
        .expect_status(0)
        .expect_stdout("proved");
}

#[test]
fn malformed_puzzles_are_not_passed_over() {
    for command in ["[%puzzle win 0]", "[%puzzle wim 1]", "[%puzzle]"] {
        for turns in [
            format!("{{{command}}} *"),
            format!("1. b3 {{{command}}} *"),
            format!("1. b3 * {{{command}}}"),
        ] {
            let text = record(&turns);
            let output = solved(&text)
                .expect_status(1)
                .expect_stderr(&format!("`{command}`"));
            assert!(
                output
                    .stderr()
                    .contains("is not a valid puzzle: a puzzle is `win`"),
                "{}",
                output.stderr()
            );
            let checked = Run::new(&["check", "--puzzles", "-"]).stdin(&text).done();
            checked.expect_status(1).expect_stdout("command/malformed");
        }
    }
}

#[test]
fn misspelt_puzzles_are_not_passed_over() {
    for (command, meant) in [
        ("[%Puzzle win 1]", "`[%puzzle win 1]`"),
        ("[%pzzle win 1]", "`[%puzzle win 1]`"),
        ("[puzzle win 1]", "`[%puzzle win 1]`"),
    ] {
        let output = solved(&record(&format!("{{{command}}} 1. c2 0-1"))).expect_status(1);
        output
            .expect_stderr(&format!("Did you mean {meant}?"))
            .expect_stderr("1 not searched");
        let text = record(&format!("{{{command}}} 1. c2 0-1"));
        let checked = Run::new(&["check", "--puzzles", "-"]).stdin(&text).done();
        checked
            .expect_stdout("command/misspelt")
            .expect_stdout(&format!("Did you mean {meant}?"));
    }
    let other = record("{[%Puzzle win 1] [%clok 0:10]} 1. c2 0-1");
    Run::new(&["solve", "--goal", "win 1", "--turn", "0", "-"])
        .stdin(&other)
        .done()
        .expect_status(0);
}

#[test]
fn a_turn_that_is_expected_to_be_illegal_leaves_the_puzzle_where_it_is() {
    let refused = "1. b2 {[%expect pippinzip/occupied]}";
    expect_code(
        &format!("{refused} {{[%puzzle win 1]}} 1. c2 {OTHERS} 0-1"),
        None,
    );
    expect_code(
        &format!("{refused} {{[%puzzle win 1]}} 1. c2 0-1"),
        Some("puzzle/cooked"),
    );
    expect_code(
        &format!("{refused} {{[%puzzle win 1]}} 1. b3 *"),
        Some("puzzle/unsolved"),
    );
    // The same turn within the solution.
    let puzzle = "{[%puzzle win 1]}";
    expect_code(&format!("{puzzle} {refused} 1. c2 {OTHERS} 0-1"), None);
    expect_code(
        &format!("{puzzle} {refused} 1. c2 0-1"),
        Some("puzzle/cooked"),
    );
    expect_code(
        &format!("{puzzle} {refused} 1. b3 *"),
        Some("puzzle/unsolved"),
    );
    expect_code(
        &format!("{puzzle} {refused} (1. {{[%solution]}} a1) 1. c2 (1. {{[%solution]}} b1) 0-1"),
        None,
    );
    let tried = "(1. {[%solution]} b2 {[%expect pippinzip/occupied]} 1. a1)";
    expect_code(
        &format!("{puzzle} 1. c2 {tried} (1. {{[%solution]}} b1) 0-1"),
        None,
    );
    expect_code(
        &format!("{puzzle} 1. c2 {OTHERS} {} 0-1", tried.replace("a1", "b3")),
        Some("puzzle/unsolved"),
    );
    let output = solved(&record(
        "1. b3 2. b2 {[%expect pippinzip/occupied] [%puzzle save 1]} *",
    ));
    assert!(
        output.stdout().starts_with("-:6: save 1 after turn 1: "),
        "{}",
        output.stdout()
    );
}

#[test]
fn a_puzzle_after_the_result_is_about_the_last_position() {
    solved(&record("* {[%puzzle win 1]}"))
        .expect_status(0)
        .expect_stdout("-:6: win 1: proved");
    let output = solved(&record("1. b3 * {[%puzzle win 1]}")).expect_status(1);
    output
        .expect_stdout("win 1 after turn 1: refuted")
        .expect_stdout("puzzle/unsolved");
    solved(&record("1. c2 0-1 {[%puzzle win 1]}"))
        .expect_status(1)
        .expect_stdout("the game is over");
    Run::new(&["test", "-"])
        .stdin(&record("1. b3 * {[%puzzle win 1]}"))
        .done()
        .expect_status(1);
}

#[test]
fn a_resignation_is_no_solution() {
    let others = "(1. {[%solution]} b1) (1. {[%solution]} a1)";
    expect_code("{[%puzzle win 1]} 1. resign 1-0", Some("puzzle/unsolved"));
    expect_code(
        &format!("{{[%puzzle win 1]}} 1. c2 (1. {{[%solution]}} resign) {others} 0-1"),
        Some("puzzle/unsolved"),
    );
    expect_code(
        &format!("{{[%puzzle win 1]}} 1. c2 (1. {{[%refuted]}} resign) {others} 0-1"),
        None,
    );
    expect_code("{[%puzzle save 1]} 1. resign 1-0", Some("puzzle/unsolved"));
    expect_code("{[%puzzle draw 1]} 1. resign 1-0", Some("puzzle/unsolved"));
    // It is not a defence either.
    let resigns =
        format!("{{[%puzzle win 1]}} 1. c2 (1. {{[%refuted]}} b3 2. resign) {others} 0-1");
    expect_code(&resigns, Some("puzzle/refutation"));
    let score = format!("{DICE}{{[%puzzle score 0 1]}} 1. resign 0-1\n");
    solved(&score)
        .expect_status(1)
        .expect_stdout("proved")
        .expect_stdout("puzzle/unsolved");
}

#[test]
fn one_of_two_marks_is_false() {
    for marks in [
        "{[%solution] [%refuted]}",
        "{[%refuted] [%solution]}",
        "{[%solution]} {[%refuted]}",
    ] {
        let claim =
            |turn: &str| format!("{{[%puzzle win 1]}} 1. c2 {OTHERS} (1. {marks} {turn}) 0-1");
        expect_code(&claim("a1"), Some("puzzle/refutation"));
        expect_code(&claim("b3 2. a1"), Some("puzzle/unsolved"));
    }
    let both =
        "{[%puzzle win 1]} 1. c2 (1. {[%solution]} a1 {[%refuted]}) (1. {[%solution]} b1) 0-1";
    expect_code(both, Some("puzzle/refutation"));
    expect_code(
        &format!("{{[%puzzle win 1]}} 1. c2 {OTHERS} (1. {{[%solution] [%solution]}} a1) 0-1"),
        None,
    );
}

#[test]
fn several_good_turns_are_no_defence() {
    let output = solved(&record("{[%puzzle only 1]} *")).expect_status(1);
    let message =
        "This puzzle has no single solution: `only 1` is wrong, because 3 turns are equally good.";
    let expected = format!(
        "-:6: only 1: refuted, 5 steps\n  best turns: a1 b1 c2\n  puzzle/unsolved: {message}\n"
    );
    assert_eq!(output.stdout(), expected);
    let lost = "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"3\"]\n[Position \"b2/bb1/2w 1 taker=2 -\"]\n";
    let output = solved(&format!("{lost}\n{{[%puzzle only 2]}} *\n")).expect_status(1);
    output.expect_stdout("`only 2` is wrong, because every turn loses.");
    let checked = Run::new(&["check", "--puzzles", "-"])
        .stdin(&record("{[%puzzle only 1]} *"))
        .done();
    assert!(!checked.expect_stdout(message).stdout().contains("defence"));
}

/// The probability costs nothing if it is certain, and never more than the budget that the verdict
/// leaves.
#[test]
fn a_probability_stays_within_the_budget() {
    let start = "[Game \"pippip\"]\n\n{[%puzzle win 1]} *\n";
    let steps = |budget: &str, text: &str| {
        let run = Run::new(&["solve", "--format", "json", "--budget", budget, "-"])
            .stdin(text)
            .done();
        let answer: serde_json::Value = serde_json::from_str(&run.stdout()).unwrap();
        (
            answer["steps"].as_u64().unwrap(),
            answer["probability"].clone(),
            answer["verdict"].clone(),
        )
    };
    assert_eq!(
        steps("20000000", start),
        (744, "0".into(), "refuted".into())
    );
    assert_eq!(steps("1000", start), (744, "0".into(), "refuted".into()));
    assert_eq!(steps("500", start).0, 500);
    let dice = &format!("{DICE}{{[%puzzle win 1]}} *\n");
    let (whole, probability, _) = steps("20000000", dice);
    assert_eq!(probability, "5/6");
    for budget in 1..whole {
        assert!(steps(&budget.to_string(), dice).0 <= budget, "{budget}");
    }
}

/// `[%refuted]` marks variations: on a turn of the solution it contradicts the proof.
#[test]
fn a_turn_of_the_solution_is_not_marked_as_refuted() {
    let puzzle = "{[%puzzle win 1]}";
    for (turns, code) in [
        (
            format!("{puzzle} 1. c2 {{[%refuted]}} {OTHERS} 0-1"),
            Some("puzzle/refutation"),
        ),
        (
            format!("{puzzle} {{[%refuted]}} 1. c2 {OTHERS} 0-1"),
            Some("puzzle/refutation"),
        ),
        (format!("{puzzle} 1. c2 {{[%solution]}} {OTHERS} 0-1"), None),
        (
            format!("{puzzle} 1. c2 {OTHERS} (1. b3 {{[%refuted]}} 2. c2) 0-1"),
            None,
        ),
    ] {
        expect_code(&turns, code);
    }
}
