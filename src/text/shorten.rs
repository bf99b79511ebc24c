//! Shortens text that a message repeats.

/// Maximum number of characters that a message repeats.
const MAX_CHARACTERS: usize = 60;

/// Shortens a text for a message. A text from a user may be as long as a record, and an argument
/// even longer.
pub fn shorten(text: &str) -> String {
    match text.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
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
}
