//! `solve`, `check --puzzles`, `test` and `moves --outcome`.

use serde_json::Value;

use crate::support::{JsonSchema, Run};

const SETUP: &str = r#"[Game "pippinzip"]
[Variant "pipeline"]
[Size "3"]
[Position "3/bb1/2w 2 taker=2 -"]

"#;

fn record(turns: &str) -> String {
    format!("{SETUP}{turns}\n")
}

#[test]
fn a_proved_puzzle_shows_its_solution() {
    let text = record("{[%puzzle win 1]} 1. c2 (1. {[%refuted]} c3 2. c2) 0-1");
    let output = Run::new(&["solve", "-"])
        .stdin(&text)
        .done()
        .expect_status(0);
    assert_eq!(
        output.stdout(),
        "-:6: win 1: proved in 1 turn, 17 steps\n  solutions: c2\n  line: c2\n"
    );
    assert_eq!(
        output.stderr(),
        "1 puzzle: 1 proved, 0 refuted, 0 undecided\n"
    );
}

#[test]
fn faults_of_puzzles_are_reported_by_every_command() {
    let cases = [
        ("{[%puzzle win 1]} 1. a3 *", "puzzle/unsolved"),
        ("{[%puzzle win 2]} 1. c2 0-1", "puzzle/shorter"),
        (
            "{[%puzzle win 1]} 1. c2 (1. {[%refuted]} c2) 0-1",
            "puzzle/refutation",
        ),
        (
            "{[%puzzle win 1]} 1. c2 (1. {[%solution]} a3) 0-1",
            "puzzle/unsolved",
        ),
        ("{[%puzzle save 1]} 1. c2 0-1", "puzzle/cooked"),
    ];
    for (turns, code) in cases {
        let text = record(turns);
        Run::new(&["solve", "-"])
            .stdin(&text)
            .done()
            .expect_status(1)
            .expect_stdout(code);
        Run::new(&["test", "-"])
            .stdin(&text)
            .done()
            .expect_status(1)
            .expect_stdout("FAILED");
        Run::new(&["check", "--puzzles", "-"])
            .stdin(&text)
            .done()
            .expect_status(1)
            .expect_stdout(code);
        Run::new(&["check", "-"])
            .stdin(&text)
            .done()
            .expect_status(0);
    }
    let small = record("{[%puzzle win 1]} 1. c2 0-1");
    Run::new(&["check", "--puzzles", "--budget", "3", "-"])
        .stdin(&small)
        .done()
        .expect_status(0)
        .expect_stdout("puzzle/undecided");
    Run::new(&["solve", "--budget", "3", "-"])
        .stdin(&small)
        .done()
        .expect_status(1)
        .expect_stdout("undecided");
}

#[test]
fn a_puzzle_of_a_variation_comes_after_the_turn_before_it() {
    let text = record("1. a3 2. b1 (2. {[%puzzle save 1]} c1) *");
    let output = Run::new(&["solve", "-"]).stdin(&text).done();
    assert!(
        output.stdout().starts_with("-:6: save 1 after turn 1: "),
        "{}",
        output.stdout()
    );
}

#[test]
fn a_goal_replaces_the_puzzles_of_the_record() {
    let text = record("1. a3 2. b1 *");
    let run = |arguments: &[&str]| {
        Run::new(&[&["solve"], arguments, &["-"]].concat())
            .stdin(&text)
            .done()
    };
    run(&["--goal", "win 1", "--turn", "0"])
        .expect_status(0)
        .expect_stdout("proved");
    run(&["--goal", "win 1"])
        .expect_status(0)
        .expect_stdout("solutions: a1 c2");
    run(&["--goal", "mate 3"]).expect_status(2);
    run(&["--goal", "win 1", "--turn", "9"]).expect_status(1);
    run(&["--turn", "1"]).expect_status(2);
}

#[test]
fn json_has_one_object_per_puzzle() {
    let schema = JsonSchema::shipped("solve");
    let dice = "[Game \"pippip\"]\n[Position \"L12D12L12D12/D12L12D12L12/L12D12L12D12/.L12D12. L 6 -\"]\n\n\
                {[%puzzle win 1]} *\n";
    let text = record("{[%puzzle win 1]} 1. a3 *") + "\n" + dice;
    let output = Run::new(&["solve", "--format", "json", "-"])
        .stdin(&text)
        .done()
        .expect_status(1)
        .stdout();
    let objects: Vec<Value> = output
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(objects.len(), 2);
    for object in &objects {
        assert_eq!(schema.complaint(object), None);
    }
    assert_eq!(objects[0]["findings"][0]["code"], "puzzle/unsolved");
    assert_eq!(objects[1]["probability"], "5/6");
}

#[test]
fn moves_tell_their_outcomes() {
    let text = record("*");
    let output = Run::new(&["moves", "--outcome", "1", "-"])
        .stdin(&text)
        .done()
        .expect_status(0)
        .stdout();
    assert_eq!(
        output,
        "a1 open\na3 open\nb1 open\nb3 open\nc2 wins\nc3 open\n"
    );
}

/// A game that is decided by dice is not a draw.
#[test]
fn moves_tell_the_probability_where_dice_decide() {
    let text = "[Game \"pippip\"]\n[Position \"L12D12L12D12/D12L12D12L12/L12D12L12D12/.L12D12. L 6 -\"]\n\n*\n";
    let output = Run::new(&["moves", "--outcome", "2", "-"])
        .stdin(text)
        .done()
        .expect_status(0)
        .stdout();
    let outcomes: Vec<&str> = output
        .lines()
        .filter_map(|line| line.rsplit_once(' '))
        .map(|(_, name)| name)
        .collect();
    assert!(output.contains("*6@d1/4;xc1 5/6\n"), "{output}");
    // Whatever the other seat rolls, both have the same number of points.
    assert_eq!(
        outcomes
            .iter()
            .filter(|outcome| **outcome == "draws")
            .count(),
        4,
        "{output}"
    );
}

/// A claim about very many turns is searched only as deep as its budget allows.
#[test]
fn long_claims_end_with_their_budget() {
    let text = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n\
                {[%puzzle save 100000] [%puzzle win 100000] [%puzzle only 100000]} *\n";
    let output = Run::new(&["solve", "--budget", "20000", "-"])
        .stdin(text)
        .done()
        .expect_status(1);
    assert!(
        output.stderr().contains("3 undecided"),
        "{}",
        output.stderr()
    );
    let run = |turns: &str| Run::new(&["solve", "-"]).stdin(&record(turns)).done();
    run("{[%puzzle win 1000000000]} 1. c2 0-1")
        .expect_stdout("proved in 1 turn")
        .expect_stdout("puzzle/shorter");
    let outcomes = [
        "moves",
        "--outcome",
        "4000000000",
        "--budget",
        "20000",
        "--game",
        "gipf",
        "--variant",
        "basic",
    ];
    Run::new(&outcomes)
        .done()
        .expect_status(0)
        .expect_stdout("undecided");
}
