//! Rules as they are in the book, from which `rules.txt` and `rule_texts.txt` are generated.

use super::{all_rules, start_of_words};
use crate::game_list::GameId;
use crate::testing::assert_committed;
use crate::text::lines_with_starts;

/// Returns the pages of the book that contain rules: those of the games and the notation.
fn pages() -> impl Iterator<Item = (&'static str, &'static str)> {
    let own = GameId::ALL
        .into_iter()
        .map(|game| format!("rules/{}", game.name()));
    let paths = own.chain(["notation".to_owned()]);
    paths.map(|path| {
        let file = format!("{}/docs/src/{path}.md", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(file).unwrap();
        // Rules are static, like those that the program reads from `rules.txt`.
        let (path, text): (&str, &str) = (path.leak(), text.leak());
        (path, text)
    })
}

/// Starts of the examples and grammar diagrams of a rule. The text of the rule ends before them.
const EXAMPLES: [&str; 4] = ["Legal: ", "Illegal, ", "```pips", "<!-- diagrams -->"];

/// A rule with its text.
struct Section {
    number: &'static str,
    title: &'static str,
    words: &'static str,
    page: &'static str,
}

/// Returns the numbered sections of a page.
fn sections_of(page: &'static str, text: &'static str) -> Vec<Section> {
    let mut rules: Vec<Section> = Vec::new();
    // The start of the current text, which belongs to the last rule.
    let mut start = None;
    for (offset, line) in lines_with_starts(text) {
        let heading = heading(line);
        let ends = heading.is_some()
            || line.starts_with("## ")
            || EXAMPLES.iter().any(|first| line.starts_with(first));
        if ends && let (Some(start), Some(rule)) = (start.take(), rules.last_mut()) {
            rule.words = text.get(start..offset).unwrap_or_default().trim();
        }
        if let Some((number, title)) = heading {
            rules.push(Section {
                number,
                title,
                words: "",
                page,
            });
            start = Some(offset + line.len());
        }
    }
    if let (Some(start), Some(rule)) = (start, rules.last_mut()) {
        rule.words = text.get(start..).unwrap_or_default().trim();
    }
    rules
}

/// Returns the number and the title of a numbered heading.
fn heading(line: &'static str) -> Option<(&'static str, &'static str)> {
    let text = line
        .strip_prefix("### ")
        .or_else(|| line.strip_prefix("## "))?
        .trim_end();
    // The number is the first word, `G3.4`, or the first two, `Notation 4`.
    let first_space = text.find(' ')?;
    let end = match &text[..first_space] {
        "Notation" => first_space + 1 + text.get(first_space + 1..)?.find(' ')?,
        _ => first_space,
    };
    let (number, title) = text.split_at_checked(end)?;
    let digits = number
        .strip_prefix("Notation ")
        .or_else(|| number.strip_prefix(|letter: char| letter.is_ascii_uppercase()))?;
    let is_number = digits.starts_with(|first: char| first.is_ascii_digit())
        && digits
            .chars()
            .all(|digit| digit.is_ascii_digit() || digit == '.');
    is_number.then(|| (number, title.trim()))
}

/// Returns the first sentence of a text, on one line.
fn first_sentence(words: &str) -> String {
    let paragraph = words.split("\n\n").next().unwrap_or_default();
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
    if sentence.ends_with('.') {
        sentence
    } else {
        String::new()
    }
}

#[test]
fn rules_are_those_of_the_book() {
    let sections: Vec<Section> = pages()
        .flat_map(|(page, text)| sections_of(page, text))
        .collect();
    let line =
        |Section {
             number,
             title,
             words,
             page,
         }: &Section| { format!("{page}\t{number}\t{title}\t{}\n", first_sentence(words)) };
    assert_committed(
        "src/findings/rules.txt",
        &sections.iter().map(line).collect::<String>(),
    );
    let text =
        |Section { number, words, .. }: &Section| format!("{}{words}\n\n", start_of_words(number));
    let texts: String = sections.iter().map(text).collect();
    assert_committed(
        "src/findings/rule_texts.txt",
        &format!("{}\n", texts.trim_end()),
    );
    assert_eq!(all_rules().count(), sections.len());
    for (rule, section) in all_rules().zip(sections) {
        assert_eq!(
            (rule.number, rule.title, rule.page),
            (section.number, section.title, section.page)
        );
        assert_eq!(rule.words(), section.words, "{rule:?}");
    }
}
