//! Records chosen from the corpus by `tests/example`: for each rule, the smallest legal and the
//! smallest illegal example, one rule per line.

use serde::Deserialize;

use super::{ExampleRecord, Origin};

const CHOSEN: &str = include_str!("chosen.jsonl");

/// A line of the file.
#[derive(Deserialize)]
struct Line {
    /// The number of the rule.
    rule: String,
    kept: Option<Record>,
    broken: Option<Record>,
}

#[derive(Deserialize)]
struct Record {
    text: String,
    /// Description of the example; may be empty.
    why: String,
}

impl From<Record> for ExampleRecord {
    fn from(record: Record) -> Self {
        Self {
            text: record.text,
            why: record.why,
            origin: Origin::Chosen,
        }
    }
}

/// The legal and the illegal example of a rule.
#[derive(Default)]
pub(super) struct ChosenExamples {
    pub(super) kept: Option<ExampleRecord>,
    pub(super) broken: Option<ExampleRecord>,
}

/// Returns the examples of a rule.
pub(super) fn of_rule(number: &str) -> ChosenExamples {
    match lines().find(|line| line.rule == number) {
        Some(line) => ChosenExamples {
            kept: line.kept.map(ExampleRecord::from),
            broken: line.broken.map(ExampleRecord::from),
        },
        None => ChosenExamples::default(),
    }
}

/// Returns the names and the texts of all records. A name is `G3.2 kept` or `G3.2 broken`.
pub(crate) fn all() -> impl Iterator<Item = (String, String)> {
    lines().flat_map(|line| {
        let rule = line.rule;
        let kept = line
            .kept
            .map(|record| (format!("{rule} kept"), record.text));
        let broken = line
            .broken
            .map(|record| (format!("{rule} broken"), record.text));
        [kept, broken].into_iter().flatten()
    })
}

fn lines() -> impl Iterator<Item = Line> {
    CHOSEN
        .lines()
        .filter_map(|line| serde_json::from_str::<Line>(line).ok())
}
