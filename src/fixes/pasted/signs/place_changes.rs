//! Changes of places whose parts are in another order, or whose signs are left out.

use super::turn_changes::Change;
use crate::games::GameId;

/// Returns the places in a part whose number comes first, rewritten in the order of the notation:
/// `c3` for `3c`.
pub(super) fn places_with_number_first(part: &str, game: GameId) -> Vec<Change> {
    // A die that is put aside has a letter after its number too: `1s;`.
    let aside = game
        .facts()
        .turns
        .aside
        .map(|end| end.trim_end_matches(';'));
    let bytes = part.as_bytes();
    let mut found = Vec::new();
    let mut offset = 0;
    while offset < bytes.len() {
        let digits = bytes[offset..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit());
        let end = offset + digits.count();
        let letter = bytes.get(end).copied().filter(u8::is_ascii_alphabetic);
        let after = bytes.get(end + 1).copied();
        let is_aside = aside.is_some_and(|aside| part.get(end..end + 1) == Some(aside));
        let is_place =
            end > offset && !is_aside && !after.is_some_and(|byte| byte.is_ascii_alphanumeric());
        match letter {
            Some(letter) if is_place => {
                let place = format!("{}{}", char::from(letter), &part[offset..end]);
                found.push(Change::new(offset, end + 1, place));
                offset = end + 1;
            }
            _ => offset = end.max(offset + 1),
        }
    }
    found
}

/// Returns squares with the two numbers of a die after them, in the order of the notation: `5@c3/2`
/// for `c3:52`.
pub(super) fn places_before_dice(part: &str) -> Vec<Change> {
    let bytes = part.as_bytes();
    let digit = |offset: usize| bytes.get(offset).copied().filter(u8::is_ascii_digit);
    let skip = |offset: usize, signs: &[u8]| {
        let is_sign = bytes.get(offset).is_some_and(|byte| signs.contains(byte));
        offset + usize::from(is_sign)
    };
    let mut found = Vec::new();
    for offset in 0..bytes.len() {
        let is_start = offset == 0 || !bytes[offset - 1].is_ascii_alphanumeric();
        let is_square = bytes[offset].is_ascii_lowercase() && digit(offset + 1).is_some();
        if !is_start || !is_square {
            continue;
        }
        let first = skip(offset + 2, b":=@ /-");
        let second = skip(first + 1, b":,./-");
        if let (Some(die), Some(north)) = (digit(first), digit(second))
            && digit(second + 1).is_none()
        {
            let square = &part[offset..offset + 2];
            let now = format!("{}@{square}/{}", char::from(die), char::from(north));
            found.push(Change::new(offset, second + 1, now));
        }
    }
    found
}

/// Returns the squares whose numbers have no plus or have a sign between them, with signs: `+0-1`
/// for the square of `45@0,-1/E`.
pub(super) fn squares_without_plus(part: &str) -> Vec<Change> {
    let mut found = Vec::new();
    for (sign_at, _) in part.match_indices('@') {
        let start = sign_at + 1;
        let Some((x, after_x)) = leading_number(&part[start..]) else {
            continue;
        };
        let rest = after_x.trim_start_matches([' ', ',', ';', '|', ':']);
        let is_apart = rest.len() < after_x.len() || rest.starts_with(['+', '-', '−']);
        if let Some((y, after_y)) = leading_number(rest)
            && is_apart
        {
            let end = part.len() - after_y.len();
            found.push(Change::new(start, end, format!("{x:+}{y:+}")));
        }
    }
    found
}

/// Splits a text into the number at its start, with or without a sign, and the rest.
fn leading_number(text: &str) -> Option<(i32, &str)> {
    let unsigned = text.trim_start_matches(['+', '-', '−']);
    let rest = unsigned.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let (number, rest) = text.split_at(text.len() - rest.len());
    Some((number.replace('−', "-").parse().ok()?, rest))
}
