//! Where the book says more on a rule or a code.

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::LazyLock;

use lsp_types::Uri;

use crate::findings::{Code, all_codes, all_rules, rule_named};

/// The pages of the book, as the repository shows them.
const BOOK: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/src/");

static OF_RULES: LazyLock<HashMap<String, Uri>> = LazyLock::new(|| {
    let page = |number: &str, title: &str| {
        let page = match number.as_bytes().first()? {
            b'G' => "rules/gipf.md",
            b'Z' => "rules/pippinzip.md",
            b'P' => "rules/pippip.md",
            b'V' => "rules/pipe.md",
            _ => "notation.md",
        };
        Uri::from_str(&format!("{BOOK}{page}#{}", slug(&format!("{number} {title}")))).ok()
    };
    all_rules().filter_map(|rule| Some((rule.number.to_lowercase(), page(rule.number, rule.title)?))).collect()
});

/// The name of a heading, as pages refer to it.
fn slug(heading: &str) -> String {
    let kept = heading.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// The page of a rule.
pub(super) fn of_rule(number: &str) -> Option<Uri> {
    OF_RULES.get(&number.to_lowercase()).cloned()
}

/// The page of a code: that of its rule; where it has none, the list of codes.
pub(super) fn of_code(code: Code) -> Option<Uri> {
    of_rule(code.rule).or_else(|| Uri::from_str(&format!("{BOOK}findings.md")).ok())
}

/// A rule in words, with the codes that cite it.
pub(super) fn rule_page(number: &str) -> Option<String> {
    let rule = rule_named(number)?;
    let mut page = format!("## {} {}\n\n{}", rule.number, rule.title, rule.words);
    for code in all_codes().filter(|code| code.rule.eq_ignore_ascii_case(rule.number)) {
        page.push_str(&format!("\n- `{}`: {}", code.id, code.summary));
    }
    Some(page.trim_end().to_owned() + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_page_that_the_book_has() {
        for code in all_codes() {
            let page = of_code(code).unwrap();
            let (file, heading) =
                page.as_str().strip_prefix(BOOK).unwrap().split_once('#').unwrap_or(("findings.md", ""));
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src").join(file);
            let text = std::fs::read_to_string(&path).unwrap();
            let found = text
                .lines()
                .filter_map(|line| line.trim_start_matches('#').strip_prefix(' '))
                .any(|line| slug(line) == heading);
            assert!(found || heading.is_empty(), "{}: {}", code.id, page.as_str());
            assert!(!heading.is_empty() || code.rule.starts_with("the format"), "{}: {}", code.id, code.rule);
        }
    }
}
