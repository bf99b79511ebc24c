//! Compares every record of the corpus with the verdict in its header.
//!
//! The header of a file lists in `#` lines what the checker must find:
//!
//! ```text
//! # expect: [record N] [warning] CODE turn N [variation A,B,…]
//! # turns: N
//! # result: 1-0
//! # score: 12-9
//! # position: …
//! ```

use std::path::Path;

use pipscribe::Checked;
use pipscribe::findings::Severity;

use crate::support::{checked_with_puzzles, corpus_files, replayed, root};

/// A verdict in the form of a header.
fn verdict_lines(records: &[Checked]) -> Vec<String> {
    let several = records.len() > 1;
    let mut lines = Vec::new();
    for (number, checked) in (1..).zip(records) {
        for finding in &checked.report.findings {
            let mut line = String::new();
            if several {
                line.push_str(&format!("record {number} "));
            }
            if finding.severity == Severity::Warning {
                line.push_str("warning ");
            }
            line.push_str(&format!("{} turn {}", finding.code.id, finding.turn));
            if !finding.variation.is_empty() {
                let path: Vec<_> = finding.variation.iter().map(ToString::to_string).collect();
                line.push_str(&format!(" variation {}", path.join(",")));
            }
            lines.push(line);
        }
    }
    lines
}

struct Head {
    expected: Vec<String>,
    fields: Vec<(String, String)>,
}

impl Head {
    fn read(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let mut head = Self {
            expected: Vec::new(),
            fields: Vec::new(),
        };
        let lines = text
            .trim_start_matches('\u{FEFF}')
            .lines()
            .map_while(|line| line.strip_prefix("# "));
        for (key, value) in lines.filter_map(|line| line.split_once(": ")) {
            match key {
                "expect" => head.expected.push(value.trim().to_owned()),
                _ => head.fields.push((key.to_owned(), value.trim().to_owned())),
            }
        }
        head
    }

    fn field(&self, key: &str) -> Option<&str> {
        self.fields
            .iter()
            .find(|(known, _)| known == key)
            .map(|(_, value)| value.as_str())
    }
}

/// The mistakes in a file of the corpus.
fn complaints(path: &Path) -> Vec<String> {
    let bytes = std::fs::read(path).unwrap();
    let head = Head::read(&bytes);
    let records = checked_with_puzzles(&bytes);
    let mut complaints = Vec::new();
    let mut compare = |what: &str, expected: &str, found: &str| {
        if expected != found {
            complaints.push(format!(
                "  {what}\n    expected: {expected}\n    found:    {found}"
            ));
        }
    };
    compare(
        "findings",
        &head.expected.join("; "),
        &verdict_lines(&records).join("; "),
    );
    let [record] = records.as_slice() else {
        return complaints;
    };
    let report = &record.report;
    if let Some(turns) = head.field("turns") {
        compare("turns", turns, &report.turns.to_string());
    }
    if let Some(result) = head.field("result") {
        let found = report
            .result
            .as_ref()
            .map_or("*".to_owned(), ToString::to_string);
        compare("result", result, &found);
    }
    if let Some(score) = head.field("score") {
        let points = report
            .score
            .as_ref()
            .map(|points| points.iter().map(ToString::to_string).collect::<Vec<_>>());
        compare(
            "score",
            score,
            &points.map_or("none".to_owned(), |points| points.join("-")),
        );
    }
    if let Some(position) = head.field("position") {
        compare(
            "position",
            position,
            replayed(record.record()).last().unwrap_or("none"),
        );
    }
    complaints
}

#[test]
fn every_record_gets_its_expected_verdict() {
    let mut failed = Vec::new();
    for path in corpus_files("") {
        let complaints = complaints(&path);
        if !complaints.is_empty() {
            let name = path.strip_prefix(root()).unwrap().display();
            failed.push(format!("{name}\n{}", complaints.join("\n")));
        }
    }
    assert!(
        failed.is_empty(),
        "{} files:\n{}",
        failed.len(),
        failed.join("\n")
    );
}
