//! The records of the corpus that are chosen as examples of the rules.

use std::collections::{BTreeMap, BTreeSet};

use pipscribe::Checked;
use pipscribe_cli::coverage::{CanBeShown, RulesShown};
use serde_json::json;

use crate::support::{assert_committed, checked_file, claimed_rules, corpus_files, root};

/// A record of the corpus that may be an example, the best first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    /// The header does not name this rule.
    is_unnamed: bool,
    /// The header names this rule among others.
    others: usize,
    length: usize,
    text: String,
    why: String,
}

/// The text of a record without its header.
fn bare(checked: &Checked) -> String {
    let text = checked.record().text();
    let lines: Vec<&str> = text
        .lines()
        .skip_while(|line| line.starts_with('#') || line.is_empty())
        .collect();
    format!("{}\n", lines.join("\n").trim_end())
}

/// The best record for each rule, kept (`true`) and broken.
type Best = BTreeMap<(String, bool), Candidate>;

fn choose() -> Best {
    let mut best = Best::new();
    for folder in ["gipf", "pippinzip", "pippip", "pipe", "notation"] {
        for path in corpus_files(folder) {
            let head = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
            let records = checked_file(&path);
            // The header of a file with several records applies to all of them.
            let head = if records.len() == 1 {
                head.as_str()
            } else {
                ""
            };
            records
                .iter()
                .for_each(|checked| consider(checked, head, &mut best));
        }
    }
    best
}

/// Takes a record if it is better than the best one so far.
fn consider(checked: &Checked, head: &str, best: &mut Best) {
    let text = bare(checked);
    // A waived turn is not illegal, so the record would not show an error.
    if !text.starts_with("[Game") || text.contains("[%irregular") {
        return;
    }
    let why = head
        .lines()
        .find_map(|line| line.strip_prefix("# why: "))
        .unwrap_or_default();
    let shown = RulesShown::from_checked(checked);
    let is_sound = checked.report.findings.is_empty() && shown.broken.is_empty();
    for (how, is_kept, rules) in [
        ("kept", true, &shown.kept),
        ("broken", false, &shown.broken),
    ] {
        if (is_kept && !is_sound) || (!is_kept && shown.codes.len() > 1) {
            continue;
        }
        let claimed = claimed_rules(head, how);
        for rule in rules
            .iter()
            .copied()
            .chain(claimed.iter().map(String::as_str))
        {
            // Each rule that can be shown has an example.
            let can_be = CanBeShown::get().rule(rule);
            let can_be_shown = if is_kept { can_be.kept } else { can_be.broken };
            if can_be_shown && !rules.contains(rule) {
                continue;
            }
            let candidate = Candidate {
                is_unnamed: !claimed.iter().any(|one| one == rule),
                others: claimed.len().max(1) - 1,
                length: text.len(),
                text: text.clone(),
                why: why.to_owned(),
            };
            let place = (rule.to_owned(), is_kept);
            if best.get(&place).is_none_or(|known| candidate < *known) {
                best.insert(place, candidate);
            }
        }
    }
}

/// The chosen records are the smallest of the corpus that show a rule.
#[test]
fn the_chosen_records_are_committed() {
    let mut best = choose();
    let sheets = std::fs::read_to_string(root().join("corpus/rules.txt")).unwrap();
    let lines = sheets
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    let mut rules: Vec<String> = lines
        .filter_map(|line| line.split("  ").next())
        .map(str::to_owned)
        .collect();
    let of_sheets = rules.len();
    // A turn that cannot be parsed breaks the section of its rule sheet on notation.
    let others: BTreeSet<String> = best.keys().map(|(rule, _)| rule.clone()).collect();
    rules.extend(
        others
            .into_iter()
            .filter(|rule| !rule.starts_with("notation") && !sheets.contains(&format!("{rule}  "))),
    );
    let mut text = String::new();
    for (index, rule) in rules.iter().enumerate() {
        let mut record = |is_kept| {
            best.remove(&(rule.clone(), is_kept))
                .map(|candidate| json!({ "text": candidate.text, "why": candidate.why }))
        };
        let (kept, broken) = (record(true), record(false));
        assert!(kept.is_some() || index >= of_sheets, "{rule}");
        text.push_str(&format!(
            "{}\n",
            json!({ "rule": rule, "kept": kept, "broken": broken })
        ));
    }
    assert_committed("command/src/example/chosen.jsonl", &text);
}
