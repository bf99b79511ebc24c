//! `corpus/manifest.json`: what every record of the corpus must give, for other implementations to
//! be held against. It is made here and held against the corpus here.

use std::collections::BTreeSet;

use pipscribe::Checked;
use pipscribe::games::GameId;
use serde_json::{Value, json};

use crate::support::{assert_committed, checked_file, corpus_files, root};

/// Rules that no record can break, each with the reason.
const UNBREAKABLE: &[&str] = &[
    // The table has no edge.
    "V5.3",
];

/// The rules that the head of a file names: `# rule: G3.4 broken`.
fn rules(text: &str, how: &str) -> Vec<String> {
    let named = text.lines().filter_map(|line| line.strip_prefix("# rule: ")?.strip_suffix(how));
    named.map(|rule| rule.trim().to_owned()).collect()
}

fn entry(path: &str, head: &str, number: usize, checked: &Checked) -> Value {
    let replayed = checked.rules().map(|rules| rules.replay(&checked.record));
    let turns: Vec<Value> = replayed
        .iter()
        .flat_map(|replayed| &replayed.turns)
        .map(|turn| json!({ "turn": turn.number, "seat": turn.seat, "text": turn.text, "position": turn.position }))
        .collect();
    let findings: Vec<Value> = checked
        .report
        .findings
        .iter()
        .map(|finding| {
            json!({
                "code": finding.code.id,
                "severity": finding.severity.to_string(),
                "rule": finding.rule,
                "turn": finding.turn,
                "variation": finding.variation,
            })
        })
        .collect();
    let score = checked.report.score.as_ref().map(|points| points.iter().map(ToString::to_string).collect::<Vec<_>>());
    json!({
        "path": path,
        "record": number,
        "game": checked.game.map(GameId::name),
        "keeps": rules(head, "kept"),
        "breaks": rules(head, "broken"),
        "valid": checked.report.is_valid(),
        "findings": findings,
        "start": replayed.and_then(|replayed| replayed.start),
        "turns": turns,
        "result": checked.report.result.as_ref().map(ToString::to_string),
        "score": score.map(|points| points.join("-")),
    })
}

#[test]
fn the_manifest_is_committed() {
    let mut lines = Vec::new();
    for path in corpus_files("") {
        let name = path.strip_prefix(root().join("corpus")).unwrap().display().to_string();
        let head = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        for (number, checked) in (1..).zip(checked_file(&path)) {
            lines.push(entry(&name, &head, number, &checked).to_string());
        }
    }
    // One record a line, so that a change can be read.
    assert_committed("corpus/manifest.json", &format!("[\n{}\n]\n", lines.join(",\n")));
}

/// Every rule that is numbered in a finding or a record has a record that keeps it and one that breaks it.
#[test]
fn every_rule_is_kept_and_broken() {
    let (mut kept, mut broken, mut cited) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for path in corpus_files("") {
        let head = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        kept.extend(rules(&head, "kept"));
        broken.extend(rules(&head, "broken"));
        for checked in checked_file(&path) {
            cited.extend(checked.report.findings.iter().map(|finding| finding.rule.to_owned()));
        }
    }
    let all: BTreeSet<&String> = kept.iter().chain(&broken).collect();
    assert!(all.len() > 100, "{}", all.len());
    let missing = |from: &BTreeSet<String>| -> Vec<&String> {
        all.iter().copied().filter(|rule| !from.contains(*rule) && !UNBREAKABLE.contains(&rule.as_str())).collect()
    };
    assert_eq!((missing(&kept), missing(&broken)), (Vec::new(), Vec::new()));
    let uncovered: Vec<_> = cited.iter().filter(|rule| !rule.starts_with("notation") && !all.contains(rule)).collect();
    assert_eq!(uncovered, Vec::<&String>::new());
}
