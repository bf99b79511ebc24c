//! Shortens text that a message repeats.

#[cfg(feature = "cli")]
use std::borrow::Cow;

/// Maximum number of characters that a message repeats.
const MAX_CHARACTERS: usize = 60;

/// Shortens a text for a message. What people write may be as long as a record, and an argument
/// even longer.
pub(crate) fn shorten(text: &str) -> String {
    match text.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Maximum number of characters of a text in backquotes that the last step before the output leaves
/// whole.
#[cfg(feature = "cli")]
const MAX_QUOTED: usize = 400;

/// Shortens each text in backquotes in a message if it is very long.
#[cfg(feature = "cli")]
pub(crate) fn with_short_quotes(message: &str) -> Cow<'_, str> {
    if message.len() <= MAX_QUOTED {
        return Cow::Borrowed(message);
    }
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
    fn long_texts_are_shortened() {
        assert_eq!(shorten("b3"), "b3");
        assert_eq!(shorten(&"é".repeat(60)), "é".repeat(60));
        assert_eq!(shorten(&"é".repeat(20_000)), format!("{}…", "é".repeat(60)));
    }

    #[test]
    #[cfg(feature = "cli")]
    fn only_long_quotes_are_shortened() {
        let long = "x".repeat(500);
        assert_eq!(
            with_short_quotes(&format!("{long} `{long}` `a` {long}")),
            format!("{long} `{}…` `a` {long}", "x".repeat(60))
        );
        assert_eq!(with_short_quotes("`a` b"), "`a` b");
    }
}
