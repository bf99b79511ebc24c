//! `corpus/manifest.json`: the expected output for every record of the corpus, for tests of other
//! implementations. These tests generate it and compare it with the corpus.

use std::collections::BTreeSet;
use std::path::Path;

use pipscribe::Checked;
use pipscribe::findings::{Rule, all_codes, all_rules};
use pipscribe::games::GameId;
use serde_json::{Value, json};

use crate::support::{
    assert_committed, checked_file, checked_with_puzzles, claimed_rules, corpus_files, replayed,
    root,
};

/// Rules that no record can break, each with the reason.
const UNBREAKABLE: [&str; 1] = [
    // The table has no edge.
    "V5.3",
];

/// Every rule of the four sheets, one per line: its number, two spaces, its title.
fn sheets() -> BTreeSet<String> {
    let text = std::fs::read_to_string(root().join("corpus/rules.txt")).unwrap();
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .collect();
    let numbers: BTreeSet<String> = lines
        .iter()
        .map(|line| line.split_once("  ").unwrap().0.to_owned())
        .collect();
    assert_eq!(numbers.len(), lines.len(), "a rule is repeated");
    numbers
}

/// The list of rules comes from the book: rules with two numbers, and sections with their own
/// rules.
#[test]
fn the_rules_are_those_of_the_book() {
    let says_something = |rule: &Rule| {
        let chapter =
            std::fs::read_to_string(root().join(format!("docs/src/{}.md", rule.page))).unwrap();
        let section = chapter
            .split_once(&format!("\n## {} ", rule.number))
            .map_or("", |(_, rest)| rest);
        section
            .split("\n## ")
            .next()
            .unwrap()
            .split("\n### ")
            .next()
            .unwrap()
            .contains("\nLegal: ")
    };
    let mut rules: Vec<Rule> = all_rules()
        .filter(|rule| !rule.number.starts_with("Notation"))
        .collect();
    rules.retain(|rule| rule.number.contains('.') || says_something(rule));
    rules.sort_by_key(|rule| rule.number.chars().next());
    let mut text = String::from(
        "# Every rule of the four games, edition 1, by the number and the title that it has in the book \
            (docs/src/rules): findings cite\n\
         # these numbers, and for each of them records of this corpus keep it and break it. G is GIPF, P Pip•Pip, V \
         The Very Clever\n\
         # Pipe Game, Z Pippinzip. A test makes this list.\n",
    );
    let mut game = None;
    for rule in rules {
        if game.replace(&rule.number[..1]) != Some(&rule.number[..1]) {
            text.push('\n');
        }
        text.push_str(&format!("{}  {}\n", rule.number, rule.title));
    }
    assert_committed("corpus/rules.txt", &text);
}

fn entry(path: &str, head: &str, number: usize, checked: &Checked) -> Value {
    let replayed = checked.game.map(|_| replayed(checked.record()));
    let turns: Vec<Value> = replayed
        .iter()
        .flat_map(|replayed| &replayed.turns)
        .map(|turn| json!({ "turn": turn.turn, "seat": turn.seat, "text": turn.text, "position": turn.position }))
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
    let score = checked
        .report
        .score
        .as_ref()
        .map(|points| points.iter().map(ToString::to_string).collect::<Vec<_>>());
    json!({
        "path": path,
        "record": number,
        "game": checked.game.map(GameId::name),
        "keeps": claimed_rules(head, "kept"),
        "breaks": claimed_rules(head, "broken"),
        "valid": checked.report.is_valid(),
        "findings": findings,
        "start": replayed.and_then(|replayed| replayed.start),
        "turns": turns,
        "result": checked.report.result.as_ref().map(ToString::to_string),
        "score": score.map(|points| points.join("-")),
    })
}

fn head_of(path: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned()
}

#[test]
fn every_rule_is_kept_and_broken() {
    let (mut kept, mut broken, mut cited) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for path in corpus_files("") {
        let head = head_of(&path);
        kept.extend(claimed_rules(&head, "kept"));
        broken.extend(claimed_rules(&head, "broken"));
        for checked in checked_file(&path) {
            cited.extend(
                checked
                    .report
                    .findings
                    .iter()
                    .map(|finding| finding.rule.to_owned()),
            );
        }
    }
    cited.extend(all_codes().map(|code| code.rule.to_owned()));
    let sheets = sheets();
    assert_eq!(kept, sheets);
    broken.extend(UNBREAKABLE.map(str::to_owned));
    assert_eq!(broken, sheets);
    // The page of the notation has sections, and other formats have their own pages.
    let is_numbered = |rule: &&String| rule.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    // A turn that cannot be parsed breaks the section of its rule sheet on notation.
    let is_section = |rule: &str| {
        sheets.iter().any(|known| {
            known
                .strip_prefix(rule)
                .is_some_and(|rest| rest.starts_with('.'))
        })
    };
    let is_known = |rule: &&String| sheets.contains(*rule) || is_section(rule);
    let unknown: Vec<_> = cited
        .iter()
        .filter(is_numbered)
        .filter(|rule| !is_known(rule))
        .collect();
    assert_eq!(unknown, Vec::<&String>::new());
    // Each section of the notation except one is broken by some record. The exception is that text
    // which is not canonical is still valid.
    let sections = all_rules()
        .map(|rule| rule.number.to_lowercase())
        .filter(|number| number.starts_with("notation"));
    let never: Vec<_> = sections
        .filter(|section| !cited.contains(section))
        .collect();
    assert_eq!(never, ["notation 4"]);
}

/// Codes that no record of the corpus can have as its only finding, each with the reason; the
/// examples of the catalogue cover them.
const NOT_OF_RECORDS: [&str; 3] = [
    // Needs a record of more than 4 MiB.
    "limit/record-size",
    // Codes of deck files.
    "deck/yaml",
    "deck/duplicate-id",
];

/// Every code has a record whose only finding it is, and a near miss.
#[test]
fn every_code_is_broken_and_nearly_broken() {
    let (mut alone, mut near) = (BTreeSet::new(), BTreeSet::new());
    for path in corpus_files("") {
        let records = checked_with_puzzles(&std::fs::read(&path).unwrap());
        let findings: Vec<_> = records
            .iter()
            .flat_map(|checked| &checked.report.findings)
            .collect();
        if let [finding] = findings.as_slice() {
            alone.insert(finding.code.id.to_owned());
        }
        let head = head_of(&path);
        let near_misses = head
            .lines()
            .filter_map(|line| line.strip_prefix("# near-miss: "));
        let missed = near_misses.filter(|code| {
            findings
                .iter()
                .all(|finding| finding.code.id != code.trim())
        });
        near.extend(missed.map(|code| code.trim().to_owned()));
    }
    // Codes of texts in other formats do not occur in records either.
    let of_records = |id: &&str| !id.starts_with("import/");
    let codes: BTreeSet<String> = all_codes()
        .map(|code| code.id)
        .filter(of_records)
        .map(str::to_owned)
        .collect();
    alone.extend(NOT_OF_RECORDS.map(str::to_owned));
    near.extend(NOT_OF_RECORDS.map(str::to_owned));
    assert_eq!(alone, codes);
    assert_eq!(near, codes);
}

/// Tests that take seconds.
mod slow {
    use super::*;

    #[test]
    fn the_manifest_is_committed() {
        let mut lines = Vec::new();
        for path in corpus_files("") {
            let name = path
                .strip_prefix(root().join("corpus"))
                .unwrap()
                .display()
                .to_string();
            let head = head_of(&path);
            for (number, checked) in (1..).zip(checked_file(&path)) {
                lines.push(entry(&name, &head, number, &checked).to_string());
            }
        }
        // One record per line, so that diffs are readable.
        assert_committed(
            "corpus/manifest.json",
            &format!("[\n{}\n]\n", lines.join(",\n")),
        );
    }
}
