//! A variation has one address in every command.

use serde_json::Value;

use crate::support::{JsonSchema, Run};

const RECORD: &str = r#"[Game "pippinzip"]
[Variant "pipeline"]
[Position "w1b1/1wbb/2bw/2ww 1 taker=1 -"]
[Size "4"]

1. b2 2. a1 (2. a2 {[%puzzle win 1]} 3. b1) 3. a2 1-0
"#;
/// The third turn of a variation has a variation with an illegal turn.
const NESTED: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n\
                      1. b3 2. c2 (2. d2 3. f2 4. h3 (4. g2 5. b9)) 3. h3 *\n";

fn run(arguments: &[&str], text: &str) -> String {
    let ran = Run::new(&[arguments, &["-"]].concat()).stdin(text).done();
    ran.stdout() + &ran.stderr()
}

#[test]
fn solve_names_the_address_and_takes_it() {
    let all = run(&["solve"], RECORD);
    assert!(
        all.starts_with("-:6: win 1 after turn 2.1/1: proved in 1 turn, 13 steps\n"),
        "{all}"
    );
    assert_eq!(run(&["solve", "--line", "2.1/1"], RECORD), all);
    assert_eq!(run(&["solve", "--line", "2 a2"], RECORD), all);
    assert!(run(&["solve", "--line", "1"], RECORD).starts_with("0 puzzles"));
    assert!(run(&["solve", "--line", "2.3/1"], RECORD).contains("turn `2` has no variation 3"));
    let goal = run(&["solve", "--goal", "win 1", "--line", "2.1/1"], RECORD);
    assert!(goal.contains("win 1 after turn 2.1/1: proved"), "{goal}");
    assert!(
        run(
            &["solve", "--goal", "win 1", "--line", "2", "--turn", "1"],
            RECORD
        )
        .contains("cannot be used with")
    );
}

#[test]
fn json_has_the_address_beside_the_path() {
    let solved: Value = serde_json::from_str(
        run(&["solve", "--format", "json"], RECORD)
            .lines()
            .next()
            .unwrap(),
    )
    .unwrap();
    assert_eq!(JsonSchema::shipped("solve").complaint(&solved), None);
    assert_eq!(
        (&solved["address"], solved["positions"].as_u64().is_some()),
        (&"2.1/1".into(), true)
    );
    let checked: Value = serde_json::from_str(
        run(&["check", "--format", "json"], NESTED)
            .lines()
            .next()
            .unwrap(),
    )
    .unwrap();
    assert_eq!(JsonSchema::shipped("check").complaint(&checked), None);
    let finding = &checked["findings"][0];
    assert_eq!(
        (&finding["address"], &finding["turn"]),
        (&"2.1/3.1/2".into(), &5.into())
    );
    let lines = run(&["replay", "--variations", "--format", "json"], NESTED);
    let addresses: Vec<Value> = lines
        .lines()
        .filter_map(|line| {
            serde_json::from_str::<Value>(line)
                .ok()?
                .get("address")
                .cloned()
        })
        .collect();
    assert_eq!(
        addresses,
        ["1", "2", "2.1/1", "2.1/2", "2.1/3", "2.1/3.1/1", "3"]
    );
    let mended = run(&["mend", "--format", "json"], NESTED);
    assert!(mended.contains("\"address\":\"2.1/3.1/2\""), "{mended}");
    let why = run(&["why", "--line", "2.1/3.1/2", "--format", "json"], NESTED);
    let why: Value = serde_json::from_str(why.lines().next().unwrap()).unwrap();
    assert_eq!(JsonSchema::shipped("why").complaint(&why), None);
    assert_eq!(why["address"], "2.1/3.1/2");
}

#[test]
fn every_report_for_people_has_the_address() {
    let place = "2.1/3.1/2";
    assert!(run(&["check"], NESTED).contains(&format!("turn {place}")));
    for format in ["short", "github", "sarif", "junit"] {
        let report = run(&["check", "--format", format], NESTED);
        assert!(report.contains(place), "{format}: {report}");
    }
    assert!(run(&["why", "--line", place], NESTED).starts_with(&format!("Turn {place}, ")));
    assert!(run(&["mend"], NESTED).contains(&format!(" turn {place}:")));
    let replayed = run(&["replay", "--variations"], NESTED);
    assert!(replayed.contains("\n2.1/3.1/1. "), "{replayed}");
    // `list` and `replay` give the same addresses.
    let listed = run(&["list", "--format", "json"], NESTED);
    assert!(listed.contains("2.1/3.1/1"), "{listed}");
}
