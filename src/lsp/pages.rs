//! Where the book says more on a rule or a code.

use std::str::FromStr;

use lsp_types::Uri;

use crate::findings::{BookAddress, Code, all_codes, rule_named};

/// The section of a rule.
pub(super) fn of_rule(book: Option<BookAddress<'_>>, number: &str) -> Option<Uri> {
    Uri::from_str(&book?.of_rule(number)?).ok()
}

/// The page of a code.
pub(super) fn of_code(book: Option<BookAddress<'_>>, code: Code) -> Option<Uri> {
    Uri::from_str(&book?.of_code(code)).ok()
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
    use crate::findings::all_rules;

    #[test]
    fn codes_and_rules_have_addresses() {
        let book = Some(BookAddress::PUBLISHED);
        assert!(all_codes().all(|code| of_code(book, code).is_some()));
        assert!(all_rules().all(|rule| of_rule(book, rule.number).is_some()));
        let page = of_rule(book, "g3.4").unwrap();
        assert!(page.as_str().ends_with("/rules/gipf.html#g34-a-full-line-cannot-be-pushed"), "{}", page.as_str());
    }
}
