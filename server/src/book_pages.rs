//! Texts and addresses of rules and codes in the book. A rule has a number (`G3.4`); a code names
//! the finding of a broken rule (`gipf/line-full`).

use std::str::FromStr;

use lsp_types::Uri;

use pipscribe::findings::{BookAddress, Code, CodeInfo, code_named, rule_named};

/// Returns the address of the section of a rule.
pub(super) fn of_rule(book: Option<BookAddress<'_>>, number: &str) -> Option<Uri> {
    Uri::from_str(&book?.of_rule(number)?).ok()
}

/// Returns the address of the page of a code.
pub(super) fn of_code(book: Option<BookAddress<'_>>, code: Code) -> Option<Uri> {
    Uri::from_str(&book?.of_code(code)).ok()
}

/// Returns the name of a code or the number of a rule in the spelling of the book.
pub(super) fn code_or_rule(name: &str) -> Option<&'static str> {
    let of_code = code_named(name).map(|code| code.id);
    of_code.or_else(|| rule_named(name).map(|rule| rule.number))
}

/// Returns the Markdown text of a code or rule, by its name or number.
pub(super) fn explanation(name: &str) -> Option<String> {
    let of_code = code_named(name).map(CodeInfo::markdown);
    of_code.or_else(|| rule_named(name).map(|rule| rule.markdown()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipscribe::findings::{all_codes, all_rules};

    #[test]
    fn codes_and_rules_have_addresses() {
        let book = BookAddress::new("https://example.org/book");
        assert!(all_codes().all(|code| of_code(book, code).is_some()));
        assert!(all_rules().all(|rule| of_rule(book, rule.number).is_some()));
        let page = of_rule(book, "g3.4").unwrap();
        assert!(
            page.as_str()
                .ends_with("/rules/gipf.html#g34-a-full-line-cannot-be-pushed"),
            "{}",
            page.as_str()
        );
    }
}
