//! Characters that a reader does not see, and names of characters for messages.

use std::borrow::Cow;

/// Names of the invisible characters that programs leave in copied text.
const NAMES: [(char, &str); 25] = [
    ('\u{AD}', "SOFT HYPHEN"),
    ('\u{34F}', "COMBINING GRAPHEME JOINER"),
    ('\u{61C}', "ARABIC LETTER MARK"),
    ('\u{180E}', "MONGOLIAN VOWEL SEPARATOR"),
    ('\u{200B}', "ZERO WIDTH SPACE"),
    ('\u{200C}', "ZERO WIDTH NON-JOINER"),
    ('\u{200D}', "ZERO WIDTH JOINER"),
    ('\u{200E}', "LEFT-TO-RIGHT MARK"),
    ('\u{200F}', "RIGHT-TO-LEFT MARK"),
    ('\u{202A}', "LEFT-TO-RIGHT EMBEDDING"),
    ('\u{202B}', "RIGHT-TO-LEFT EMBEDDING"),
    ('\u{202C}', "POP DIRECTIONAL FORMATTING"),
    ('\u{202D}', "LEFT-TO-RIGHT OVERRIDE"),
    ('\u{202E}', "RIGHT-TO-LEFT OVERRIDE"),
    ('\u{2060}', "WORD JOINER"),
    ('\u{2061}', "FUNCTION APPLICATION"),
    ('\u{2062}', "INVISIBLE TIMES"),
    ('\u{2063}', "INVISIBLE SEPARATOR"),
    ('\u{2064}', "INVISIBLE PLUS"),
    ('\u{2066}', "LEFT-TO-RIGHT ISOLATE"),
    ('\u{2067}', "RIGHT-TO-LEFT ISOLATE"),
    ('\u{2068}', "FIRST STRONG ISOLATE"),
    ('\u{2069}', "POP DIRECTIONAL ISOLATE"),
    ('\u{FE0F}', "VARIATION SELECTOR-16"),
    ('\u{FEFF}', "ZERO WIDTH NO-BREAK SPACE"),
];

/// Returns true for a character that takes no space and leaves no mark: zero-width spaces and
/// joiners, the soft hyphen, marks for the direction of writing, variation selectors and the byte
/// order mark.
pub(crate) fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{AD}'
            | '\u{34F}'
            | '\u{61C}'
            | '\u{180B}'..='\u{180E}'
            | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{2064}'
            | '\u{2066}'..='\u{206F}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}'
            | '\u{E0000}'..='\u{E007F}'
            | '\u{E0100}'..='\u{E01EF}'
    )
}

/// Returns the first invisible character of a text, and its place.
pub(crate) fn first_invisible(text: &str) -> Option<(usize, char)> {
    // Fast path: no invisible character is ASCII.
    if text.is_ascii() {
        return None;
    }
    text.char_indices()
        .find(|(_, character)| is_invisible(*character))
}

/// Returns a text without its invisible characters.
pub(crate) fn without_invisible(text: &str) -> Cow<'_, str> {
    match first_invisible(text) {
        None => Cow::Borrowed(text),
        Some(_) => Cow::Owned(
            text.chars()
                .filter(|character| !is_invisible(*character))
                .collect(),
        ),
    }
}

/// Names a character in a message by its number, and an invisible one by its Unicode name as well:
/// `U+200B ZERO WIDTH SPACE`.
pub(crate) fn character_name(character: char) -> String {
    let number = format!("U+{:04X}", u32::from(character));
    match NAMES.iter().find(|(known, _)| *known == character) {
        Some((_, name)) => format!("{number} {name}"),
        None => number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_found_and_named() {
        assert!(NAMES.iter().all(|(character, _)| is_invisible(*character)));
        assert_eq!(first_invisible("a\u{200B}b"), Some((1, '\u{200B}')));
        assert_eq!(first_invisible("Zoë\u{A0}日本"), None);
        assert_eq!(without_invisible("g\u{AD}i\u{202E}pf\u{FEFF}"), "gipf");
        assert_eq!(character_name('\u{200B}'), "U+200B ZERO WIDTH SPACE");
        assert_eq!(character_name('\u{A0}'), "U+00A0");
    }
}
