//! Every code of the catalogue: its page, its failing example, its near miss.

use pipscribe::decks::DeckFile;
use pipscribe::findings::{Code, Finding, all_codes};
use pipscribe::formats::{Assumptions, FORMATS};
use pipscribe::text::{MAX_RECORD_BYTES, SourceText};

use crate::support::checked_with_puzzles;

/// The findings of an example, each with the text of its span.
pub(crate) fn findings_of(code: Code, example: &str) -> Vec<(SourceText, Finding)> {
    let on = |source: &SourceText, findings: &[Finding]| -> Vec<_> {
        findings
            .iter()
            .map(|finding| (source.clone(), finding.clone()))
            .collect()
    };
    if code.id.starts_with("import/") {
        let source = SourceText::new(example.to_owned(), 0, 1);
        let format = FORMATS
            .iter()
            .find(|format| format.info().reads && format.recognises(example))
            .unwrap();
        let games = format.read(&source, &Assumptions::default());
        return games
            .iter()
            .flat_map(|game| on(&source, &game.findings))
            .collect();
    }
    if code.id.starts_with("deck/") && !example.starts_with("[Game") {
        let file = DeckFile::read(example.as_bytes());
        return on(&file.source, &file.findings);
    }
    let mut bytes = example.as_bytes().to_vec();
    match code.id {
        // The catalogue is text: `~` represents an invalid byte.
        "syntax/encoding" => bytes
            .iter_mut()
            .filter(|byte| **byte == b'~')
            .for_each(|byte| *byte = 0xE9),
        // The catalogue is small: oversized examples are generated from it.
        "limit/record-size" if example.ends_with('~') => bytes.resize(MAX_RECORD_BYTES + 1, b'~'),
        _ => {}
    }
    checked_with_puzzles(&bytes)
        .iter()
        .flat_map(|checked| on(checked.source(), &checked.report.findings))
        .collect()
}

/// The codes of an example.
fn found(code: Code, example: &str) -> Vec<&'static str> {
    findings_of(code, example)
        .iter()
        .map(|(_, finding)| finding.code.id)
        .collect()
}

#[test]
fn failing_examples_yield_exactly_their_code() {
    for code in all_codes() {
        assert_eq!(found(code, code.failing()), [code.id]);
    }
}

#[test]
fn near_misses_have_no_findings() {
    for code in all_codes() {
        assert_eq!(found(code, code.near_miss()), [""; 0], "{}", code.id);
    }
}

#[test]
fn every_code_has_a_page_and_is_listed_once() {
    let mut seen = std::collections::BTreeSet::new();
    for code in all_codes() {
        assert!(code.page_text().trim().ends_with('.'), "{}", code.id);
        assert!(!code.summary.ends_with('.'), "{}", code.id);
        assert!(seen.insert(code.id), "{} is repeated", code.id);
    }
}

/// A page repeats nothing, and has the same parts as the others in the same order.
#[test]
fn pages_have_one_form_and_repeat_no_sentence() {
    for code in all_codes() {
        let page = code.markdown();
        let mut lines = page.lines();
        assert_eq!(lines.next(), Some(&*format!("# {}", code.id)));
        let facts = lines.nth(1).unwrap();
        assert!(
            facts.starts_with("Error · ") || facts.starts_with("Warning · "),
            "{facts}"
        );
        let headings: Vec<&str> = page
            .lines()
            .filter(|line| line.starts_with("## "))
            .collect();
        assert_eq!(
            headings,
            ["## Triggers", "## Does not trigger"],
            "{}",
            code.id
        );
        let text = code
            .page_text()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        let mut seen = std::collections::BTreeSet::new();
        let sentences = text
            .split(". ")
            .map(|sentence| sentence.trim_end_matches('.').to_lowercase());
        assert!(
            sentences.into_iter().all(|sentence| seen.insert(sentence)),
            "{}: {text}",
            code.id
        );
    }
}
