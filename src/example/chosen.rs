//! The records that `tests/example` has chosen from the corpus: for each rule the smallest that keeps it and the smallest
//! that breaks it, a rule a line.

use serde::Deserialize;

use super::{Origin, Shows};

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

impl From<Record> for Shows {
    fn from(record: Record) -> Self {
        Self { text: record.text, why: record.why, origin: Origin::Chosen }
    }
}

/// What keeps a rule, and what breaks it.
pub(super) fn of_rule(number: &str) -> (Option<Shows>, Option<Shows>) {
    let lines = CHOSEN.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok());
    let line = lines.into_iter().find(|line| line.rule == number);
    line.map_or((None, None), |line| (line.kept.map(Shows::from), line.broken.map(Shows::from)))
}

/// Every record there is.
pub(crate) fn all() -> impl Iterator<Item = (String, String)> {
    let lines = CHOSEN.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok());
    lines.flat_map(|line| {
        let named =
            |how: &str, record: Option<Record>| record.map(|record| (format!("{} {how}", line.rule), record.text));
        [named("kept", line.kept), named("broken", line.broken)].into_iter().flatten().collect::<Vec<_>>()
    })
}
