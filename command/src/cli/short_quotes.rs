//! Shortens the quotations in a message.

use std::borrow::Cow;

use pipscribe::text::shorten;

/// Maximum number of characters of a text in backquotes that is printed in full.
const MAX_QUOTED: usize = 400;

/// Shortens each text in backquotes in a message if it is very long.
pub(super) fn with_short_quotes(message: &str) -> Cow<'_, str> {
    if message.len() <= MAX_QUOTED {
        return Cow::Borrowed(message);
    }
    // Between backquotes, texts inside and outside of quotes alternate.
    let is_quoted = |number: usize| number % 2 == 1;
    let parts = message.split('`').enumerate().map(|(number, part)| {
        match part.char_indices().nth(MAX_QUOTED) {
            Some(_) if is_quoted(number) => Cow::Owned(shorten(part)),
            _ => Cow::Borrowed(part),
        }
    });
    Cow::Owned(parts.collect::<Vec<_>>().join("`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_quotes_are_shortened() {
        let long = "x".repeat(500);
        assert_eq!(
            with_short_quotes(&format!("{long} `{long}` `a` {long}")),
            format!("{long} `{}…` `a` {long}", "x".repeat(60))
        );
        assert_eq!(with_short_quotes("`a` b"), "`a` b");
    }
}
