//! What stands behind a fence, as words: `key`, `key=value`, `#label`, `.class`.

use std::ops::Range;

use super::attributes::AttributeError;

/// A word of the text behind a fence.
pub(super) struct Word {
    pub(super) key: String,
    pub(super) key_place: Range<usize>,
    pub(super) value: Option<String>,
    /// Of the value, or of the key where there is none.
    pub(super) place: Range<usize>,
}

/// The words of the text behind a fence, without the language.
pub(super) fn words(info: &str) -> (Vec<Word>, Vec<AttributeError>) {
    let mut words = Vec::new();
    let mut errors = Vec::new();
    let mut at = usize::from(info.starts_with("pips")) * "pips".len();
    let parts = |letter: char| letter.is_whitespace() || ",{};:".contains(letter);
    while let Some(step) = info[at..].find(|letter| !parts(letter)) {
        at += step;
        let rest = &info[at..];
        let length = rest.find(|letter| parts(letter) || letter == '=').unwrap_or(rest.len());
        let key_place = at..at + length;
        let key = &info[key_place.clone()];
        at += length;
        let mut word = Word { key: key.to_owned(), place: key_place.clone(), key_place, value: None };
        if let Some(rest) = info[at..].strip_prefix('=') {
            at += 1;
            match value(rest) {
                Ok((value, length)) => {
                    word.place = at..at + length;
                    word.value = Some(value);
                    at += length;
                }
                Err(message) => {
                    errors.push(AttributeError { place: at..info.len(), message });
                    break;
                }
            }
        }
        match word.key.strip_prefix('#') {
            Some(label) => {
                word.value = Some(label.to_owned());
                words.push(Word { key: "label".to_owned(), ..word });
            }
            // A class is for others.
            None if word.key.starts_with('.') => {}
            None => words.push(word),
        }
    }
    (words, errors)
}

/// A value and how long it is written: in quotes, in braces, or up to the next space, comma or brace.
fn value(text: &str) -> Result<(String, usize), String> {
    if let Some(rest) = text.strip_prefix('"') {
        let mut value = String::new();
        let mut letters = rest.char_indices();
        while let Some((at, letter)) = letters.next() {
            match letter {
                '"' => return Ok((value, at + 2)),
                '\\' => match letters.next() {
                    Some((_, next @ ('"' | '\\'))) => value.push(next),
                    Some((_, next)) => value.extend(['\\', next]),
                    None => value.push('\\'),
                },
                letter => value.push(letter),
            }
        }
        return Err("this quote is not closed".to_owned());
    }
    let end = text.find(|letter: char| letter.is_whitespace() || ",{}".contains(letter)).unwrap_or(text.len());
    Ok((text[..end].to_owned(), end))
}
