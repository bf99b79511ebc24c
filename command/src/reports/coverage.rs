//! Coverage of the rules by records, for people: tables of the rules and codes of each game. A rule
//! is *kept* by a record with a legal turn that obeys it, and *broken* by a record with an illegal
//! one. A code is *met* by a record in which it occurs.

use crate::coverage::{GroupShown, RuleShown, ShownCounts, Times};
use pipscribe::text::{counted, lines};

/// Writes one table per game, then the totals.
pub(crate) fn write_coverage(groups: &[GroupShown]) -> String {
    let mut text = String::new();
    let mut all_shown = 0;
    let mut all_total = 0;
    for group in groups {
        let ShownCounts { shown, total } = group.shown_counts();
        all_shown += shown;
        all_total += total;
        text.push_str(&write_group(group));
        text.push('\n');
    }
    text.push_str(&format!("coverage: {}\n", share(all_shown, all_total)));
    lines(&text).into_owned()
}

/// Formats a share: `3 of 4 shown, 75 %`.
fn share(shown: usize, total: usize) -> String {
    format!("{shown} of {total} shown, {} %", percent(shown, total))
}

/// Returns a percentage, rounded down, so that 100 means complete.
pub(crate) fn percent(shown: usize, total: usize) -> usize {
    (shown * 100).checked_div(total).unwrap_or(100)
}

fn write_group(group: &GroupShown) -> String {
    let ShownCounts { shown, total } = group.shown_counts();
    let mut text = format!(
        "{}, {}: {}\n\n",
        group.title(),
        counted(group.records, "record"),
        share(shown, total)
    );
    text.push_str(&table_of_rules(group));
    text.push('\n');
    text.push_str(&table_of_codes(group));
    let lists = lists_of_missing(group);
    if !lists.is_empty() {
        text.push_str(&format!("\n{lists}"));
    }
    text
}

fn table_of_rules(group: &GroupShown) -> String {
    let names = group.rules.iter().map(|shown| shown.rule.number);
    let width = width_of_column("rule", names);
    let mut text = format!("  {:<width$}  {:>5}  {:>6}\n", "rule", "kept", "broken");
    for RuleShown { rule, kept, broken } in &group.rules {
        let kept = times(kept.as_ref());
        let broken = times(broken.as_ref());
        text.push_str(&format!(
            "  {:<width$}  {kept:>5}  {broken:>6}  {}\n",
            rule.number, rule.title
        ));
    }
    text
}

fn table_of_codes(group: &GroupShown) -> String {
    let names = group.codes.iter().map(|shown| shown.code.id);
    let width = width_of_column("code", names);
    let mut text = format!("  {:<width$}  {:>5}\n", "code", "met");
    for shown in &group.codes {
        text.push_str(&format!(
            "  {:<width$}  {:>5}\n",
            shown.code.id,
            times(Some(&shown.met))
        ));
    }
    text
}

/// Returns the width of a column with a heading.
fn width_of_column(heading: &str, names: impl Iterator<Item = &'static str>) -> usize {
    let longest = names.map(str::len).max().unwrap_or(0);
    longest.max(heading.len())
}

/// Returns the lists of rules and codes that no record shows although a record can show them.
fn lists_of_missing(group: &GroupShown) -> String {
    let is_missing = |times: &Option<Times>| times.as_ref().is_some_and(|times| times.records == 0);
    let mut never_kept = Vec::new();
    let mut never_broken = Vec::new();
    for RuleShown { rule, kept, broken } in &group.rules {
        if is_missing(kept) {
            never_kept.push(rule.number);
        }
        if is_missing(broken) {
            never_broken.push(rule.number);
        }
    }
    let never_met: Vec<&str> = group
        .codes
        .iter()
        .filter(|shown| shown.met.records == 0)
        .map(|shown| shown.code.id)
        .collect();

    let mut text = String::new();
    for (what, names) in [
        ("never kept", never_kept),
        ("never broken", never_broken),
        ("never met", never_met),
    ] {
        if !names.is_empty() {
            text.push_str(&format!("  {what}: {}\n", names.join(", ")));
        }
    }
    text
}

/// Returns a count as text; `.` if the case cannot occur.
fn times(times: Option<&Times>) -> String {
    times.map_or_else(|| ".".to_owned(), |times| times.records.to_string())
}
