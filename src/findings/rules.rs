//! Text of the rules from the book, under the numbers that findings and comments cite. The letter
//! of a number names the game: `G` for GIPF, `P` for Pippip, `V` for the Pipe Game, `Z` for
//! Pippinzip. The chapters with the rules are `docs/src/rules/*.md`.
//!
//! `rules.txt` has one line per rule: its page, its number, its title and its first sentence.
//! `rule_texts.txt` has the texts without the examples, which take up four fifths of the pages. A
//! program that shows no texts does not contain them. The test in `rules/from_book.rs` generates
//! both files.

use std::sync::LazyLock;

use super::codes::all_codes;

/// The rules in the order of the book.
const RULES: &str = include_str!("rules.txt");

/// The texts of the rules, each after a comment with its number.
const WORDS: &str = include_str!("rule_texts.txt");

/// A rule of a game, or a section of the notation's specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// The number: `G3.1`, `Notation 4`.
    pub number: &'static str,
    /// The title.
    pub title: &'static str,
    /// The first sentence.
    sentence: &'static str,
    /// The path of its page, relative to the first page of the book, without a file extension.
    pub page: &'static str,
}

impl Rule {
    /// Reads a line of `rules.txt`.
    fn parse(line: &'static str) -> Option<Self> {
        let mut fields = line.split('\t');
        let mut field = || fields.next();
        Some(Self {
            page: field()?,
            number: field()?,
            title: field()?,
            sentence: field()?,
        })
    }

    /// Returns the anchor of its heading on that page.
    pub(crate) fn anchor(&self) -> String {
        super::book_links::heading_anchor(&format!("{} {}", self.number, self.title))
    }

    /// Returns the text, as Markdown.
    pub fn words(&self) -> &'static str {
        let text = WORDS
            .split_once(&start_of_words(self.number))
            .map_or("", |(_, text)| text);
        text.split_once(START_OF_WORDS)
            .map_or(text, |(words, _)| words)
            .trim_end()
    }

    /// Returns the text with the codes that cite the rule, as Markdown: the output of `explain`.
    pub fn markdown(&self) -> String {
        let mut page = format!("# {} {}\n\n", self.number, self.title);
        let words = self.words();
        if !words.is_empty() {
            // HTML comments mark parts of the page for the book and are not part of the text.
            let lines = words.lines().filter(|line| !line.starts_with("<!--"));
            page.push_str(&format!("{}\n\n", lines.collect::<Vec<_>>().join("\n")));
        }
        for code in all_codes().filter(|code| code.rule.eq_ignore_ascii_case(self.number)) {
            page.push_str(&format!("- `{}`: {}\n", code.id, code.summary));
        }
        page.truncate(page.trim_end().len());
        page + "\n"
    }

    /// Returns the first sentence, on one line; empty if the text starts with a list or a table, or
    /// introduces one.
    pub(crate) fn sentence(&self) -> &'static str {
        self.sentence
    }
}

/// Start of the comment before the text of a rule.
const START_OF_WORDS: &str = "<!-- rule ";

/// Returns the comment before the text of a rule.
fn start_of_words(number: &str) -> String {
    format!("{START_OF_WORDS}{number} -->\n")
}

/// Returns every rule, page by page.
pub fn all_rules() -> impl Iterator<Item = Rule> {
    static ALL: LazyLock<Vec<Rule>> =
        LazyLock::new(|| RULES.lines().filter_map(Rule::parse).collect());
    ALL.iter().copied()
}

/// Returns the rule with this number. Case is ignored.
pub fn rule_named(number: &str) -> Option<Rule> {
    all_rules().find(|rule| rule.number.eq_ignore_ascii_case(number))
}

#[cfg(test)]
mod from_book;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::all_codes;

    #[test]
    fn every_rule_that_a_code_cites_has_text() {
        for code in all_codes().filter(|code| !code.id.starts_with("import/")) {
            let rule =
                rule_named(code.rule).unwrap_or_else(|| panic!("{} cites {}", code.id, code.rule));
            assert!(rule.title.len() > 2, "{rule:?}");
        }
    }

    #[test]
    fn a_rule_has_a_first_sentence() {
        let sentence = |number| rule_named(number).unwrap().sentence();
        assert_eq!(
            sentence("G3.4"),
            "If the line has no empty spot, the pieces have nowhere to go."
        );
        // The text introduces a list of three steps.
        assert_eq!(sentence("G3"), "");
        let first = "`17@+3-2/E` lays card 17 with its half A on the square `+3-2`.";
        assert_eq!(sentence("V1.2"), first);
        for rule in all_rules() {
            let sentence = rule.sentence();
            assert!(
                !sentence.contains(['\n', '|']) && sentence.len() < 400,
                "{rule:?}: {sentence}"
            );
        }
    }

    #[test]
    fn rules_are_found_by_number_and_have_words() {
        let rule = rule_named("g3.4").unwrap();
        assert_eq!(rule.number, "G3.4");
        assert!(all_rules().all(|rule| !rule.words().contains("```pips")));
        assert!(
            !rule.words().is_empty()
                && !rule.words().contains("Legal:")
                && !rule.words().contains("###"),
            "{rule:?}"
        );
        assert!(rule_named("Notation 4").unwrap().words().len() > 50);
        assert_eq!(rule_named("G99"), None);
        let numbers: Vec<_> = all_rules().map(|rule| rule.number).collect();
        let mut once = numbers.clone();
        once.sort_unstable();
        once.dedup();
        assert!(
            once.len() == numbers.len() && numbers.len() > 80,
            "{numbers:?}"
        );
    }
}
