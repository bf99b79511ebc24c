//! Changes of parts in brackets: removals, dice put aside, squares and places in numbers.

use super::turn_changes::Change;
use crate::games::GameId;

/// A part of a turn in brackets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Bracketed<'t> {
    /// The byte of the opening bracket.
    start: usize,
    /// The byte after the closing bracket.
    end: usize,
    /// The text between the brackets.
    inside: &'t str,
}

/// Returns the parts in brackets, in order.
fn bracketed_parts(part: &str) -> Vec<Bracketed<'_>> {
    let mut found = Vec::new();
    for (open, close) in [('[', ']'), ('<', '>'), ('(', ')')] {
        for (start, _) in part.match_indices(open) {
            let rest = &part[start + 1..];
            if let Some(length) = rest.find(close) {
                found.push(Bracketed {
                    start,
                    end: start + length + 2,
                    inside: &rest[..length],
                });
            }
        }
    }
    found.sort_unstable();
    found
}

/// Returns the groups of places in brackets, as removals before or after a push: `b3;xc4,d4` for
/// `b3 [c4 d4]`.
pub(super) fn removals_in_brackets(part: &str) -> Vec<Change> {
    let mut found = Vec::new();
    for Bracketed { start, end, inside } in bracketed_parts(part) {
        let places: Vec<&str> = inside
            .split([' ', ','])
            .map(|place| place.trim_start_matches(['-', 'x', '~', '+', '×', '−']))
            .filter(|place| !place.is_empty())
            .collect();
        let is_place = |place: &&str| {
            let core = place.trim_start_matches('G').trim_end_matches('*');
            let mut signs = core.chars();
            let letter = signs.next().is_some_and(|sign| sign.is_ascii_lowercase());
            letter && signs.clone().count() > 0 && signs.all(|sign| sign.is_ascii_digit())
        };
        if places.is_empty() || !places.iter().all(is_place) {
            continue;
        }
        let before = part[..start].trim_end_matches([' ', ';', ',']);
        let after = part[end..].trim_start_matches([' ', ';', ',']);
        let list = places.join(",");
        let now = match (before.is_empty(), after.is_empty()) {
            (true, true) => format!("x{list}"),
            (true, false) => format!("x{list};"),
            (false, _) => format!(";x{list}"),
        };
        let end = if before.is_empty() {
            part.len() - after.len()
        } else {
            end
        };
        found.push(Change::new(before.len(), end, now));
    }
    found
}

/// Returns the numbers in brackets, as dice that are put aside: `5s;6@b3` for `(5) 6@b3`.
pub(super) fn numbers_in_brackets(part: &str) -> Vec<Change> {
    let mut found = Vec::new();
    for Bracketed { start, end, inside } in bracketed_parts(part) {
        let number = inside.trim();
        if number.len() != 1 || !number.starts_with(|sign: char| sign.is_ascii_digit()) {
            continue;
        }
        let after = part[end..].trim_start_matches([' ', ',', ';']);
        let now = format!("{number}s;");
        found.push(Change::new(start, part.len() - after.len(), now));
    }
    found
}

/// Returns the pairs of numbers in brackets, as squares with signs: `7@+2-1/N` for `7 (2,-1) N`.
pub(super) fn squares_in_brackets(part: &str) -> Vec<Change> {
    let mut found = Vec::new();
    for Bracketed { start, end, inside } in bracketed_parts(part) {
        let numbers: Vec<Option<i32>> = inside
            .split([',', ' ', ';'])
            .filter(|number| !number.is_empty())
            .map(|number| number.replace('−', "-").parse().ok())
            .collect();
        let [Some(x), Some(y)] = numbers.as_slice() else {
            continue;
        };
        let before = part[..start].trim_end_matches([' ', '@']);
        let after = part[end..].trim_start_matches([' ', '/']);
        let now = format!("@{x:+}{y:+}/");
        found.push(Change::new(before.len(), part.len() - after.len(), now));
    }
    found
}

/// Returns the pairs of numbers in brackets, as places with a letter: `d6` for `(4,6)`. A pair
/// needs no brackets if the game does not have the sign between its numbers: `4-6`.
pub(super) fn places_in_numbers(part: &str, game: GameId) -> Vec<Change> {
    let mut found = Vec::new();
    for Bracketed { start, end, inside } in bracketed_parts(part) {
        let numbers: Vec<Option<u8>> = inside
            .split([',', ' ', ';', '|', '/', ':', '-', '.'])
            .filter(|number| !number.is_empty())
            .map(|number| number.parse().ok())
            .collect();
        let [Some(column @ 1..=26), Some(row)] = numbers.as_slice() else {
            continue;
        };
        let letter = char::from(b'a' + column - 1);
        found.push(Change::new(start, end, format!("{letter}{row}")));
    }
    if found.is_empty() {
        found = bare_pairs(part, game.facts().turns.letters);
    }
    found
}

/// Returns the pairs of numbers with a sign between them that no turn has, as places.
fn bare_pairs(part: &str, letters: &[u8]) -> Vec<Change> {
    let bytes = part.as_bytes();
    let digit = |offset: usize| bytes.get(offset).copied().filter(u8::is_ascii_digit);
    let mut found = Vec::new();
    for (offset, sign) in bytes.iter().enumerate().skip(1) {
        let is_sign = b"-/.:|_".contains(sign) && !letters.contains(sign);
        let is_alone = offset.checked_sub(2).and_then(digit).is_none();
        let after = bytes.get(offset + 1..).unwrap_or_default();
        let digits = after.iter().take_while(|byte| byte.is_ascii_digit());
        let row: String = digits.map(|byte| char::from(*byte)).collect();
        if let Some(column @ b'1'..=b'9') = digit(offset - 1)
            && is_sign
            && is_alone
            && !row.is_empty()
        {
            let letter = char::from(b'a' + column - b'1');
            let end = offset + 1 + row.len();
            found.push(Change::new(offset - 1, end, format!("{letter}{row}")));
        }
    }
    found
}
