//! Report of the results of another program on a conformance suite, for people.

use crate::conform::{Agreement, Case, Conformance, Counts};
use pipscribe::findings::rule_named;
use pipscribe::text::{lines, one_line};

/// Maximum number of failed cases that are listed.
const MAX_LISTED: usize = 20;
/// Maximum length of a printed value, in characters.
const MAX_LENGTH: usize = 160;

/// Writes a table of the rules that the program gets wrong, the first failed cases, and a summary.
pub(crate) fn write_conformance(conformance: &Conformance<'_>) -> String {
    let mut text = write_rules(conformance);
    let failures: Vec<_> = conformance
        .outcomes
        .iter()
        .filter_map(|(case, outcome)| failure(case, outcome))
        .collect();
    for failure in failures.iter().take(MAX_LISTED) {
        text.push_str(failure);
        text.push('\n');
    }

    let more_failures = failures.len().saturating_sub(MAX_LISTED);
    if more_failures > 0 {
        text.push_str(&format!("and {more_failures} more\n\n"));
    }

    for noise in &conformance.noise {
        text.push_str(&format!("output that answers nothing: {noise}\n"));
    }
    let listed_noise = conformance.noise.len() as u64;
    let more_noise = conformance.noise_lines.saturating_sub(listed_noise);
    if more_noise > 0 {
        text.push_str(&format!("and {more_noise} more lines\n"));
    }

    let Counts {
        right,
        wrong,
        unsupported,
        unanswered,
    } = conformance.counts();
    text.push_str(&format!(
        "{right} right; {wrong} wrong; {unsupported} unsupported; {unanswered} without an answer"
    ));
    if conformance.restarts > 0 {
        text.push_str(&format!("; started again {} times", conformance.restarts));
    }
    text.push('\n');
    lines(&text).into_owned()
}

/// Writes a table of the rules that the program gets wrong, and a list of the others. Rules whose
/// cases are all unsupported are left out.
fn write_rules(conformance: &Conformance<'_>) -> String {
    let is_supported = |counts: &Counts| counts.right + counts.wrong + counts.unanswered > 0;
    let (right, wrong): (Vec<_>, Vec<_>) = conformance
        .by_rule()
        .into_iter()
        .filter(|(_, counts)| is_supported(counts))
        .partition(|(_, counts)| counts.conforms());
    let mut text = String::new();
    if !wrong.is_empty() {
        text.push_str("rules with mistakes  right  wrong  unanswered\n");
        for (number, counts) in &wrong {
            let title = rule_named(number).map_or("", |rule| rule.title);
            let Counts {
                right,
                wrong,
                unanswered,
                ..
            } = counts;
            text.push_str(&format!(
                "  {number:<17}  {right:>5}  {wrong:>5}  {unanswered:>10}  {title}\n"
            ));
        }
        text.push('\n');
    }

    if !right.is_empty() {
        let numbers: Vec<&str> = right.iter().map(|(number, _)| *number).collect();
        text.push_str(&format!(
            "rules without mistakes: {}\n\n",
            numbers.join(", ")
        ));
    }

    text
}

/// Describes the failure of a case.
fn failure(case: &Case, outcome: &Agreement) -> Option<String> {
    let name = one_line(&case.id);
    match outcome {
        Agreement::Right | Agreement::Unsupported => None,
        Agreement::Unanswered(why) => Some(format!("{name}: no answer: {why}\n")),
        Agreement::Wrong(wrong) => {
            let mut text = format!("{name}: wrong\n");
            for difference in wrong {
                let expected = short(&difference.expected);
                let found = short(&difference.found);
                text.push_str(&format!(
                    "  {}: {found}\n    it is {expected}\n",
                    difference.field
                ));
            }
            Some(text)
        }
    }
}

/// Returns a value as text, cut to the maximum length.
fn short(value: &serde_json::Value) -> String {
    let text = value.to_string();
    let short: String = text.chars().take(MAX_LENGTH).collect();
    if short.len() < text.len() {
        format!("{short}…")
    } else {
        short
    }
}
