//! Changes of characters that stand for digits: the signs of a keyboard row, and look-alikes.

use super::turn_changes::Change;
use super::written_signs::{KeyPlace, KeyTable};
use crate::games::GameId;
use crate::notation::{begins_number_of_letters, digit_like};

/// Returns the characters of a table in a part, with their digits: `c1,d6` for `c&,d-`.
pub(super) fn digits_of_keys(part: &str, table: &KeyTable) -> Vec<Change> {
    let signs: Vec<(usize, char)> = part.char_indices().collect();
    let letter_at = |index: Option<usize>| {
        let sign = index.and_then(|index| signs.get(index));
        sign.is_some_and(|(_, sign)| sign.is_ascii_alphabetic())
    };
    let mut found = Vec::new();
    for (index, (offset, sign)) in signs.iter().enumerate() {
        let follows_one_letter =
            letter_at(index.checked_sub(1)) && !letter_at(index.checked_sub(2));
        let is_last = !letter_at(Some(index + 1));
        let is_digit_of_place =
            follows_one_letter && (table.place == KeyPlace::AfterLetter || is_last);
        let key = table.keys.chars().position(|key| key == *sign);
        if let Some(key) = key
            && is_digit_of_place
        {
            // A row of keys begins with 1, and 0 comes after 9.
            let digit = (key + 1) % 10;
            found.push(Change::new(
                *offset,
                offset + sign.len_utf8(),
                digit.to_string(),
            ));
        }
    }
    found
}

/// Returns the letters of a part that look like digits, and are beside a digit or a sign or are a
/// number by themselves: `9@+0-1/S` for `9@+O-l/S`.
pub(super) fn digits_of_look_alikes(part: &str, game: GameId) -> Vec<Change> {
    let letters = game.facts().turns.letters;
    let signs: Vec<(usize, char)> = part.char_indices().collect();
    let is_of_number = |index: Option<usize>| {
        let sign = index.and_then(|index| signs.get(index));
        sign.is_some_and(|(_, sign)| sign.is_ascii_digit() || matches!(sign, '+' | '-'))
    };
    let is_place_letter = |sign: char| {
        // An `x` marks removals; it is not the letter of a place.
        let is_letter = u8::try_from(sign).is_ok_and(|letter| letters.contains(&letter));
        sign.is_ascii_lowercase() && sign != 'x' && is_letter
    };
    let is_x = |index: Option<usize>| {
        let sign = index.and_then(|index| signs.get(index));
        sign.is_some_and(|(_, sign)| *sign == 'x')
    };
    let look_alike = |index: Option<usize>| {
        let sign = index.and_then(|index| signs.get(index))?;
        let digit = digit_like(sign.1)?;
        u8::try_from(sign.1)
            .is_ok_and(|letter| !letters.contains(&letter))
            .then_some(digit)
    };
    let is_in_number_of_letters = |offset: usize| {
        let before = part[..offset].trim_end_matches(char::is_alphanumeric);
        let begins_at = |start: usize| begins_number_of_letters(&part[..start], &part[start..]);
        let start = before.len();
        // The seat after an `x` begins one letter later.
        let has_x = part[start..].starts_with('x') && start < offset;
        begins_at(start) || (has_x && begins_at(start + 1))
    };
    let mut found = Vec::new();
    for (index, (offset, sign)) in signs.iter().enumerate() {
        let before = index.checked_sub(1);
        // A digit also follows the letter of a place or a slash, and comes before `@`.
        let sign_at = |index: Option<usize>| index.and_then(|index| signs.get(index));
        let is_after_letter = sign_at(before).is_some_and(|(_, sign)| {
            let two = index.checked_sub(2);
            let is_alone = !sign_at(two).is_some_and(|(_, sign)| sign.is_ascii_alphanumeric());
            *sign == '/' || (is_place_letter(*sign) && (is_alone || is_x(two)))
        });
        let is_before_at = sign_at(Some(index + 1)).is_some_and(|(_, sign)| *sign == '@');
        let is_beside = is_of_number(before)
            || is_after_letter
            || is_before_at
            || is_of_number(Some(index + 1))
            || is_in_number_of_letters(*offset)
            || (look_alike(before).is_some()
                && is_of_number(before.and_then(|offset| offset.checked_sub(1))));
        if let Some(digit) = look_alike(Some(index))
            && is_beside
        {
            found.push(Change::new(
                *offset,
                offset + sign.len_utf8(),
                digit.to_string(),
            ));
        }
    }
    found
}
