//! Where the book says more on a rule or a code.

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::LazyLock;

use lsp_types::Uri;

use crate::findings::{BookAddress, Code, all_codes, all_rules, rule_named};

/// The book as this project publishes it.
const BOOK: BookAddress<'_> = BookAddress::PUBLISHED;

static OF_RULES: LazyLock<HashMap<String, Uri>> = LazyLock::new(|| {
    all_rules()
        .filter_map(|rule| Some((rule.number.to_lowercase(), Uri::from_str(&BOOK.section(&rule)).ok()?)))
        .collect()
});

/// The section of a rule.
pub(super) fn of_rule(number: &str) -> Option<Uri> {
    OF_RULES.get(&number.to_lowercase()).cloned()
}

/// The page of a code.
pub(super) fn of_code(code: Code) -> Option<Uri> {
    Uri::from_str(&BOOK.of_code(code)).ok()
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
    fn codes_and_rules_have_addresses() {
        assert!(all_codes().all(|code| of_code(code).is_some()));
        assert!(all_rules().all(|rule| of_rule(rule.number).is_some()));
        let page = of_rule("g3.4").unwrap();
        assert!(page.as_str().ends_with("/rules/gipf.html#g34-a-full-line-cannot-be-pushed"), "{}", page.as_str());
    }
}
