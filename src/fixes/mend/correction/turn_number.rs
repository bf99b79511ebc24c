//! Turn numbers in any form: `17.`, `17)`, `17...`, `17:`.

use crate::text::Span;

/// Signs after a turn number, also those of wide scripts.
const SIGNS_OF_NUMBER: &str = ".:)\\\u{FF0E}\u{FF1A}\u{3002}\u{2026}\u{FF09}\u{B0}\u{BA}";
/// The maximum number of digits of a turn number.
const DIGITS_OF_NUMBER: usize = 4;

/// A turn number in any form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) span: Span,
    pub(super) value: u32,
    /// True for `17.`
    pub(super) is_plain: bool,
    /// True for `17...`: the second turn of a round, as in PGN.
    pub(super) is_second: bool,
}

impl Number {
    /// Creates a number that is not in the form of the notation.
    pub(super) fn foreign(span: Span, value: u32) -> Self {
        Self {
            span,
            value,
            is_plain: false,
            is_second: false,
        }
    }
}

/// Returns the number of digits at the start of a text, and their value if there are any.
pub(super) fn leading_number(text: &str) -> (usize, Option<u32>) {
    let digits = text
        .find(|sign: char| !sign.is_ascii_digit())
        .unwrap_or(text.len());
    (digits, text[..digits].parse().ok())
}

/// Returns the length and the value of the turn number at the start of a word.
pub(super) fn number_in_front(word: &str) -> Option<(usize, u32)> {
    let digits: String = word.chars().map_while(decimal_digit).collect();
    if digits.is_empty() || digits.len() > DIGITS_OF_NUMBER {
        return None;
    }
    let value = digits.parse().ok()?;

    let is_digit = |sign: char| decimal_digit(sign).is_some();
    let rest = word.trim_start_matches(is_digit);
    let is_sign = |sign: char| SIGNS_OF_NUMBER.contains(sign);
    let turn = rest.trim_start_matches(is_sign);
    // A backslash before a sign of the turn, as in `6\@b3/2`, ends no number.
    let signs = &rest[..rest.len() - turn.len()];
    let turn = if signs.ends_with('\\') { rest } else { turn };

    let has_signs = turn.len() < rest.len();
    // A dash or a comma belongs to the number only if nothing follows: `17-`, but not `1-0`.
    let is_last_sign = matches!(rest, "-" | "," | "–");
    if is_last_sign || turn.is_empty() {
        return Some((word.len(), value));
    }
    // `1:0` is a result, `1.5` a number.
    let begins_with_digit = turn.starts_with(|sign: char| sign.is_ascii_digit());
    let has_letter = turn.contains(char::is_alphabetic);
    let is_other_number = begins_with_digit && !has_letter;
    if !has_signs || is_other_number {
        return None;
    }
    Some((word.len() - turn.len(), value))
}

/// Returns the ASCII digit for a digit, which may be a full-width one.
fn decimal_digit(sign: char) -> Option<char> {
    match sign {
        '0'..='9' => Some(sign),
        '\u{FF10}'..='\u{FF19}' => char::from_digit(u32::from(sign) - 0xFF10, 10),
        _ => None,
    }
}
