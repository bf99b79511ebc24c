//! Text of the rules: those of the book, under the numbers that findings cite.

use std::sync::LazyLock;

use super::codes::all_codes;

/// The pages of the book that contain rules: the four games and the notation.
const PAGES: [(&str, &str); 5] = [
    ("rules/gipf", include_str!("../../docs/src/rules/gipf.md")),
    ("rules/pippinzip", include_str!("../../docs/src/rules/pippinzip.md")),
    ("rules/pippip", include_str!("../../docs/src/rules/pippip.md")),
    ("rules/pipe", include_str!("../../docs/src/rules/pipe.md")),
    ("notation", include_str!("../../docs/src/notation.md")),
];

/// Starts of the examples and grammar diagrams of a rule. The text of the rule ends before them.
const EXAMPLES: [&str; 4] = ["Legal: ", "Illegal, ", "```pips", "<!-- diagrams -->"];

/// A rule of a game, or a section of the notation's specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// The number: `G3.1`, `Notation 4`.
    pub number: &'static str,
    /// The title.
    pub title: &'static str,
    /// The text without the examples, as Markdown.
    words: &'static str,
    /// The path of its page, relative to the first page of the book, without a file extension.
    pub page: &'static str,
}

impl Rule {
    /// Returns the anchor of its heading on that page.
    pub fn anchor(&self) -> String {
        super::book::heading_anchor(&format!("{} {}", self.number, self.title))
    }

    /// Returns the text, as Markdown.
    pub fn words(&self) -> &'static str {
        self.words
    }

    /// Returns the text with the codes that cite the rule, as Markdown: the output of `explain`.
    pub fn markdown(&self) -> String {
        let mut page = format!("# {} {}\n\n", self.number, self.title);
        let words = self.words();
        if !words.is_empty() {
            // HTML comments mark parts for the book and are not part of the text.
            let lines = words.lines().filter(|line| !line.starts_with("<!--"));
            page.push_str(&format!("{}\n\n", lines.collect::<Vec<_>>().join("\n")));
        }
        for code in all_codes().filter(|code| code.rule.eq_ignore_ascii_case(self.number)) {
            page.push_str(&format!("- `{}`: {}\n", code.id, code.summary));
        }
        page.truncate(page.trim_end().len());
        page + "\n"
    }

    /// Returns the first sentence, on one line; empty if the text starts with a list or a table, or introduces one.
    pub fn sentence(&self) -> String {
        let paragraph = self.words.split("\n\n").next().unwrap_or_default();
        if paragraph.starts_with(['|', '-', '#']) || paragraph.starts_with("```") {
            return String::new();
        }
        let mut sentence = String::new();
        let mut in_code = false;
        for word in paragraph.split_whitespace() {
            if !sentence.is_empty() {
                sentence.push(' ');
            }
            sentence.push_str(word);
            in_code ^= word.matches('`').count() % 2 == 1;
            if !in_code && word.ends_with('.') {
                break;
            }
        }
        if sentence.ends_with('.') { sentence } else { String::new() }
    }
}

/// Returns every rule, page by page.
pub fn all_rules() -> impl Iterator<Item = Rule> {
    static RULES: LazyLock<Vec<Rule>> =
        LazyLock::new(|| PAGES.into_iter().flat_map(|(page, text)| rules_of(page, text)).collect());
    RULES.iter().copied()
}

/// Returns the rule with this number. Case is ignored.
pub fn rule_named(number: &str) -> Option<Rule> {
    all_rules().find(|rule| rule.number.eq_ignore_ascii_case(number))
}

/// Returns the numbered sections of a page.
fn rules_of(page: &'static str, text: &'static str) -> Vec<Rule> {
    let mut rules: Vec<Rule> = Vec::new();
    // The start of the current text, which belongs to the last rule.
    let mut start = None;
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let at = end;
        end += line.len();
        let heading = heading(line);
        let ends = heading.is_some() || line.starts_with("## ") || EXAMPLES.iter().any(|first| line.starts_with(first));
        if ends && let (Some(start), Some(rule)) = (start.take(), rules.last_mut()) {
            rule.words = text.get(start..at).unwrap_or_default().trim();
        }
        if let Some((number, title)) = heading {
            rules.push(Rule { number, title, words: "", page });
            start = Some(end);
        }
    }
    if let (Some(start), Some(rule)) = (start, rules.last_mut()) {
        rule.words = text.get(start..).unwrap_or_default().trim();
    }
    rules
}

/// Returns the number and the title of a numbered heading.
fn heading(line: &'static str) -> Option<(&'static str, &'static str)> {
    let text = line.strip_prefix("### ").or_else(|| line.strip_prefix("## "))?.trim_end();
    let first = text.find(' ')?;
    let end = match &text[..first] {
        "Notation" => first + 1 + text.get(first + 1..)?.find(' ')?,
        _ => first,
    };
    let (number, title) = text.split_at_checked(end)?;
    let digits = number.strip_prefix("Notation ").or_else(|| number.strip_prefix(['G', 'Z', 'P', 'V']))?;
    let is_number = digits.starts_with(|first: char| first.is_ascii_digit())
        && digits.chars().all(|digit| digit.is_ascii_digit() || digit == '.');
    is_number.then(|| (number, title.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::all_codes;

    #[test]
    fn every_rule_that_a_code_cites_has_text() {
        for code in all_codes().filter(|code| !code.id.starts_with("import/")) {
            let rule = rule_named(code.rule).unwrap_or_else(|| panic!("{} cites {}", code.id, code.rule));
            assert!(rule.title.len() > 2, "{rule:?}");
        }
    }

    #[test]
    fn a_rule_has_a_first_sentence() {
        let sentence = |number| rule_named(number).unwrap().sentence();
        assert_eq!(sentence("G3.4"), "Without an empty spot on the line there is nowhere to go.");
        // Three steps follow.
        assert_eq!(sentence("G3"), "");
        let first = "`17@+3-2/E` lays card 17 with its half A on the square `+3-2`.";
        assert_eq!(sentence("V1.2"), first);
        for rule in all_rules() {
            let sentence = rule.sentence();
            assert!(!sentence.contains(['\n', '|']) && sentence.len() < 400, "{rule:?}: {sentence}");
        }
    }

    #[test]
    fn rules_are_distinguished() {
        let rule = rule_named("g3.4").unwrap();
        assert_eq!(rule.number, "G3.4");
        assert!(all_rules().all(|rule| !rule.words().contains("```pips")));
        assert!(
            !rule.words().is_empty() && !rule.words().contains("Legal:") && !rule.words().contains("###"),
            "{rule:?}"
        );
        assert!(rule_named("Notation 4").unwrap().words().len() > 50);
        assert_eq!(rule_named("G99"), None);
        let numbers: Vec<_> = all_rules().map(|rule| rule.number).collect();
        let mut once = numbers.clone();
        once.sort_unstable();
        once.dedup();
        assert!(once.len() == numbers.len() && numbers.len() > 80, "{numbers:?}");
    }
}
