//! Examples of rules and codes: `example`, and the records of the corpus chosen for it.

mod slow;

use serde_json::{Value, json};

use crate::support::{Folder, JsonSchema, Run};

fn example(arguments: &[&str]) -> String {
    let output = Run::new(&[&["example"], arguments].concat())
        .done()
        .expect_status(0);
    output.stdout()
}

#[test]
fn a_rule_has_a_legal_and_an_illegal_example() {
    insta::assert_snapshot!(example(&["G3.4"]));
}

#[test]
fn a_code_is_shown() {
    insta::assert_snapshot!(example(&["pippip/store-full"]));
}

#[test]
fn json_output_keeps_its_contract() {
    let schema = JsonSchema::shipped("example");
    for name in [
        "G3.4",
        "notation 3",
        "V5.3",
        "gipf/line-full",
        "import/token",
        "deck/yaml",
        "tag/missing",
    ] {
        let value: Value = serde_json::from_str(&example(&[name, "--format", "json"])).unwrap();
        assert_eq!(schema.complaint(&value), None, "{value}");
    }
    let value: Value = serde_json::from_str(&example(&["g3.4", "--format", "json"])).unwrap();
    assert_eq!(
        (&value["id"], &value["broken"]["fault"]["rule"]),
        (&json!("G3.4"), &json!("G3.4"))
    );
    assert_eq!(value["kept"]["fault"], Value::Null);
    // The table has an edge only with the option `table`.
    let value: Value = serde_json::from_str(&example(&["V5.3", "--format", "json"])).unwrap();
    assert_eq!(value["broken"]["fault"]["code"], "pipe/off-table");
}

#[test]
fn figures_and_records_are_written() {
    let folder = Folder::new("example");
    let path = folder.path().join("figure.svg").display().to_string();
    assert_eq!(example(&["G3.4", "--format", "svg", "-o", &path]), "");
    let svg = std::fs::read_to_string(&path).unwrap();
    assert!(
        svg.starts_with("<svg") && svg.contains("G3.4, legal") && svg.contains("G3.4, illegal"),
        "{svg}"
    );
    let records = example(&["G3.4", "--format", "pips"]);
    assert_eq!(pipscribe::check_str(&records).len(), 2, "{records}");
    let one = example(&["G3.4", "--format", "pips", "--only", "kept"]);
    let valid: Vec<bool> = pipscribe::check_str(&one)
        .iter()
        .map(|checked| checked.report.is_valid())
        .collect();
    assert_eq!(valid, [true], "{one}");
}

#[test]
fn missing_examples_are_searched_for() {
    let found = |seed: &str| example(&["Z4.3", "--seed", seed, "--format", "json"]);
    let value: Value = serde_json::from_str(&found("1")).unwrap();
    assert_eq!(
        (&value["kept"]["origin"], &value["broken"]["origin"]),
        (&json!("found"), &json!("found")),
        "{value}"
    );
    assert_eq!(value["broken"]["fault"]["rule"], "Z4.3");
    assert_eq!(found("1"), found("1"));
}

#[test]
fn missing_examples_are_reported() {
    Run::new(&["example", "G99"]).done().expect_status(2);
    let reported = Run::new(&["example", "G3.44"]).done().stderr();
    assert!(
        reported.contains("unknown code or rule `G3.44`"),
        "{reported}"
    );
    Run::new(&["example", "deck/yaml", "--format", "svg"])
        .done()
        .expect_status(2);
}
