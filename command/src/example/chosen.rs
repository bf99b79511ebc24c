//! Records chosen from the corpus by `tests/example`: for each rule, the smallest legal and the
//! smallest illegal example, one rule per line.

use serde::Deserialize;

use super::{ExampleRecord, Origin};

const CHOSEN: &str = include_str!("chosen.jsonl");

#[derive(Deserialize)]
struct Line {
    rule: String,
    kept: Option<Record>,
    broken: Option<Record>,
}

#[derive(Deserialize)]
struct Record {
    text: String,
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

/// Returns the legal and the illegal example of a rule.
pub(super) fn of_rule(number: &str) -> (Option<ExampleRecord>, Option<ExampleRecord>) {
    let lines = CHOSEN
        .lines()
        .filter_map(|line| serde_json::from_str::<Line>(line).ok());
    let line = lines.into_iter().find(|line| line.rule == number);
    line.map_or((None, None), |line| {
        (
            line.kept.map(ExampleRecord::from),
            line.broken.map(ExampleRecord::from),
        )
    })
}

/// Iterates over all records.
pub(crate) fn all() -> impl Iterator<Item = (String, String)> {
    let lines = CHOSEN
        .lines()
        .filter_map(|line| serde_json::from_str::<Line>(line).ok());
    lines.flat_map(|line| {
        let named = |how: &str, record: Option<Record>| {
            record.map(|record| (format!("{} {how}", line.rule), record.text))
        };
        [named("kept", line.kept), named("broken", line.broken)]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
    })
}
