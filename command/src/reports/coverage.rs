//! Coverage of the rules by records, for people: one table per game.

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
    let width = group
        .rules
        .iter()
        .map(|shown| shown.rule.number.len())
        .max()
        .unwrap_or(0)
        .max("rule".len());
    text.push_str(&format!(
        "  {:<width$}  {:>5}  {:>6}\n",
        "rule", "kept", "broken"
    ));
    for RuleShown { rule, kept, broken } in &group.rules {
        let kept = times(kept.as_ref());
        let broken = times(broken.as_ref());
        text.push_str(&format!(
            "  {:<width$}  {kept:>5}  {broken:>6}  {}\n",
            rule.number, rule.title
        ));
    }

    let width = group
        .codes
        .iter()
        .map(|shown| shown.code.id.len())
        .max()
        .unwrap_or(0)
        .max("code".len());
    text.push_str(&format!("\n  {:<width$}  {:>5}\n", "code", "met"));
    for shown in &group.codes {
        text.push_str(&format!(
            "  {:<width$}  {:>5}\n",
            shown.code.id,
            times(Some(&shown.met))
        ));
    }

    let missing = |what: &str, names: Vec<&str>| match names.as_slice() {
        [] => String::new(),
        names => format!("  {what}: {}\n", names.join(", ")),
    };
    let is_missing = |times: &Option<Times>| times.as_ref().is_some_and(|times| times.records == 0);
    let never = |part: fn(&RuleShown) -> &Option<Times>| {
        group
            .rules
            .iter()
            .filter(|shown| is_missing(part(shown)))
            .map(|shown| shown.rule.number)
            .collect::<Vec<_>>()
    };
    let codes = group
        .codes
        .iter()
        .filter(|shown| shown.met.records == 0)
        .map(|shown| shown.code.id)
        .collect();
    let lists = [
        missing("never kept", never(|shown| &shown.kept)),
        missing("never broken", never(|shown| &shown.broken)),
        missing("never met", codes),
    ]
    .concat();
    if !lists.is_empty() {
        text.push_str(&format!("\n{lists}"));
    }
    text
}

/// Returns a count as text; `.` if the case cannot occur.
fn times(times: Option<&Times>) -> String {
    times.map_or_else(|| ".".to_owned(), |times| times.records.to_string())
}
