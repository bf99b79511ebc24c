//! Texts in place of a turn that are not turns: words, scores, results and resignations.

use crate::notation::worded_result;
use crate::replay::game_of_turn;

/// Returns true if a text in place of a turn may describe how the game ended: a score, a result or
/// a resignation in words. The last text of a game may be in any language.
pub(super) fn may_be_end(text: &str, is_last: bool, seat_names: &[String]) -> bool {
    let is_other_word = is_last && game_of_turn(text).is_none();
    is_score(text) || is_other_word || worded_result(text, seat_names).is_some()
}

/// Returns true for words, and for numbers joined as in a score or a result. None of these is a
/// typo of a turn with places.
pub(super) fn is_words_or_score(text: &str) -> bool {
    /// Fewer letters may be a place whose digit looks like a letter.
    const MIN_LETTERS: usize = 3;
    let has_digit = text.contains(|sign: char| sign.is_ascii_digit());
    let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
    (letters >= MIN_LETTERS && !has_digit) || is_score(text)
}

/// Returns true for numbers that are joined as in a score: `14-12`, `(3:1)`.
fn is_score(text: &str) -> bool {
    let inner = text.trim_matches(['(', ')', '.']);
    let numbers: Vec<&str> = inner.split(['-', ':', '\u{2013}', '/']).collect();
    let is_number =
        |number: &&str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    numbers.len() > 1 && numbers.iter().all(is_number)
}
