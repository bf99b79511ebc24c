//! The rules that records show: the list of rules that can be shown, and `test --coverage`.

mod slow;

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::{Folder, JsonSchema, Run};

fn json(arguments: &[&str]) -> Value {
    let output =
        Run::new(&[&["test", "--coverage", "--format", "json"], arguments].concat()).done();
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", output.stderr()))
}

/// The rules of the first game with the numbers of records that keep and break them.
fn rules(json: &Value) -> BTreeMap<String, (Option<u64>, Option<u64>)> {
    let rules = json["games"][0]["rules"].as_array().unwrap().iter();
    let times = |value: &Value| value["records"].as_u64();
    rules
        .map(|rule| {
            (
                rule["id"].as_str().unwrap().to_owned(),
                (times(&rule["kept"]), times(&rule["broken"])),
            )
        })
        .collect()
}

const PAGE: &str = r#"# Pushing

```pips
[Game "gipf"]
[Variant "basic"]

1. e1-e3 {[%expect legal]} *
```

```pips
[Game "gipf"]
[Variant "basic"]

1. e1-e2 {[%expect gipf/wrong-landing]} *
```

```pips
[Game "gipf"]
[Variant "basic"]

1. b3 *
```
"#;

#[test]
fn coverage_of_a_rule_book_is_reported() {
    let folder = Folder::new("coverage-page");
    let page = folder.file("book.md", PAGE);
    let found = json(&[&page]);
    let schema = JsonSchema::shipped("coverage");
    assert_eq!(schema.complaint(&found), None);
    assert_eq!(found["tests"]["passed"], 2);
    assert_eq!(found["tests"]["without"], 1);
    let games: Vec<&Value> = found["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| &game["game"])
        .collect();
    assert_eq!(games, [&Value::from("gipf"), &Value::Null]);
    let rules = rules(&found);
    assert_eq!(rules["G3.2"], (Some(1), Some(1)));
    assert_eq!(rules["G3.3"].0, Some(2));
    assert_eq!(rules["G3.4"].1, Some(0));
    // No turn can show that it keeps this rule.
    assert_eq!(rules["G6.4"].0, None);
    let first = found["games"][0]["rules"]
        .as_array()
        .unwrap()
        .iter()
        .find(|rule| rule["id"] == "G3.2")
        .unwrap();
    assert_eq!(first["kept"]["first"], format!("{page}:4"));
    assert_eq!(first["broken"]["first"], format!("{page}:11"));
}

#[test]
fn people_get_tables() {
    let folder = Folder::new("coverage-table");
    let page = folder.file("book.md", PAGE);
    let output = Run::new(&["test", "--coverage", "--game", "gipf", &page]).done();
    let text = output.stdout();
    assert_eq!(output.status(), Some(0), "{text}");
    assert!(
        text.starts_with(
            "\ntest result: ok. 2 passed; 0 failed; 1 without expectations\n\nGIPF, 3 records: "
        ),
        "{text}"
    );
    assert!(
        text.lines()
            .any(|line| line.starts_with("  G3.2") && line.contains("    1       1  ")),
        "{text}"
    );
    assert!(
        text.contains("  never kept: ") && text.contains("  never met: gipf/"),
        "{text}"
    );
    assert!(!text.contains("All games"), "{text}");
}

#[test]
fn insufficient_coverage_fails() {
    let folder = Folder::new("coverage-least");
    let page = folder.file("book.md", PAGE);
    let at_least = |percent: &str| {
        Run::new(&[
            "test",
            "--coverage",
            "--game",
            "gipf",
            "--at-least",
            percent,
            &page,
        ])
        .status()
    };
    assert_eq!(at_least("5"), Some(0));
    assert_eq!(at_least("90"), Some(1));
    assert_eq!(at_least("101"), Some(2));
    // A failing test still fails, and is listed.
    let wrong = folder.file(
        "wrong.pips",
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {[%expect moves 1]} *\n",
    );
    Run::new(&["test", "--coverage", &wrong])
        .done()
        .expect_status(1)
        .expect_stdout("wrong.pips:1 ... FAILED");
    assert_eq!(
        json(&[&wrong])["tests"]["failures"],
        serde_json::json!([format!("{wrong}:1")])
    );
    // Options that need each other.
    Run::new(&["test", "--format", "json", &page])
        .done()
        .expect_status(2);
    Run::new(&["test", "--game", "gipf", &page])
        .done()
        .expect_status(2);
    Run::new(&["test", "--coverage", "--format", "junit", &page])
        .done()
        .expect_status(2);
}
