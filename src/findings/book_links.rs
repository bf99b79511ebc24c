//! Links into a published copy of the book: to the pages of codes, and to the sections of rules.

use super::{Code, Rule, rule_named};

/// Address of a published copy of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookAddress<'a> {
    /// The address without a `/` at the end.
    base: &'a str,
}

impl BookAddress<'static> {
    /// Returns the address that `PIPSCRIBE_BOOK_URL` set when this crate was built; `None` if it
    /// was not set.
    pub fn of_build() -> Option<Self> {
        Self::new(option_env!("PIPSCRIBE_BOOK_URL")?)
    }
}

impl<'a> BookAddress<'a> {
    /// Creates the address of a copy of the book, such as `https://example.org/book`. Returns
    /// `None` if it is empty or not safe in a link: if it has a control character, white space, or
    /// a character that ends an attribute or a link.
    pub fn new(base: &'a str) -> Option<Self> {
        let base = base.trim_end_matches('/');
        let is_safe = |character: char| {
            !character.is_whitespace() && !character.is_control() && !"<>\"'`".contains(character)
        };
        let is_valid = !base.is_empty() && base.chars().all(is_safe);
        is_valid.then_some(Self { base })
    }

    /// Returns the address of the book.
    pub fn base(self) -> &'a str {
        self.base
    }

    /// Returns the link to the page of a code.
    pub fn of_code(self, code: Code) -> String {
        format!("{}/{}.html", self.base, code.book_page())
    }

    /// Returns the link to the section of a rule; `None` if there is no rule with this number.
    pub fn of_rule(self, number: &str) -> Option<String> {
        rule_named(number).map(|rule| self.section(&rule))
    }

    /// Returns the link to the section of a rule.
    fn section(self, rule: &Rule) -> String {
        format!("{}/{}.html#{}", self.base, rule.page, rule.anchor())
    }
}

/// Returns the anchor that mdBook gives a heading.
pub fn heading_anchor(heading: &str) -> String {
    let mut anchor = String::new();
    for character in heading.trim().chars() {
        if character.is_alphanumeric() || matches!(character, '_' | '-') {
            anchor.push(character.to_ascii_lowercase());
        } else if character.is_whitespace() {
            anchor.push('-');
        }
    }
    anchor
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::code_named;

    #[test]
    fn codes_and_rules_have_addresses() {
        let book = BookAddress::new("https://example.org/book/").unwrap();
        let code = code_named("gipf/line-full").unwrap();
        assert_eq!(
            book.of_code(code),
            "https://example.org/book/findings/gipf/line-full.html"
        );
        let rule = book.of_rule("G3.4").unwrap();
        assert_eq!(
            rule,
            "https://example.org/book/rules/gipf.html#g34-a-full-line-cannot-be-pushed"
        );
        let section = book.of_rule("notation 4").unwrap();
        assert_eq!(
            section,
            "https://example.org/book/notation.html#notation-4-canonical-form"
        );
        assert_eq!(book.of_rule("the page of the format"), None);
        for rule in crate::findings::all_rules() {
            assert!(
                book.of_rule(rule.number)
                    .is_some_and(|address| BookAddress::new(&address).is_some()),
                "{rule:?}"
            );
        }
    }

    #[test]
    fn an_address_cannot_close_its_link() {
        for base in ["", "/", "https://x/\u{1B}\\", "https://x y", "\">", "x\n"] {
            assert_eq!(BookAddress::new(base), None, "{base:?}");
        }
    }
}
