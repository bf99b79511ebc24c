//! The rules and codes that can be shown at all, from the records of the corpus.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use pipscribe_cli::coverage::RulesShown;

use crate::support::{assert_committed, checked_file, corpus_files};

/// The corpus shows exactly the rules and codes that can be shown.
#[test]
fn what_can_be_shown_is_committed() {
    let mut rules: BTreeMap<&str, [bool; 2]> = BTreeMap::new();
    let mut codes: BTreeSet<&str> = BTreeSet::new();
    // These records cover everything that the others show.
    let is_small = |path: &&PathBuf| {
        ["rules", "codes", "edges", "notation"]
            .iter()
            .any(|folder| path.iter().any(|part| part == *folder))
    };
    for path in corpus_files("").iter().filter(is_small) {
        for checked in checked_file(path) {
            let shown = RulesShown::from_checked(&checked);
            shown
                .kept
                .iter()
                .for_each(|rule| rules.entry(rule).or_default()[0] = true);
            shown
                .broken
                .iter()
                .for_each(|rule| rules.entry(rule).or_default()[1] = true);
            codes.extend(&shown.codes);
        }
    }
    let mut text =
        "# What records of the corpus show: rules that turns keep or break, codes. Written by tests/coverage.\n"
            .to_owned();
    for (rule, [kept, broken]) in rules {
        let how: Vec<&str> = [("kept", kept), ("broken", broken)]
            .iter()
            .filter(|way| way.1)
            .map(|way| way.0)
            .collect();
        text.push_str(&format!("{rule}: {}\n", how.join(" ")));
    }
    codes
        .iter()
        .for_each(|code| text.push_str(&format!("{code}\n")));
    assert_committed("command/src/coverage/can_be_shown.txt", &text);
}
