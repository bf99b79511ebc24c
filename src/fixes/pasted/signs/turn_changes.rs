//! What a rule changes in one turn: a function for each rule, from the text of a turn to places
//! with new texts.

use super::rules::Rule;
use super::written_signs::{KEY_TABLES, KeyPlace, KeyTable};
use crate::games::GameId;
use crate::notation::digit_like;

/// The replacement of a part of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// The place in the turn, in bytes.
    pub(super) start: usize,
    pub(super) end: usize,
    /// The new text.
    pub(super) now: String,
}

impl Change {
    fn new(start: usize, end: usize, now: impl Into<String>) -> Self {
        Self {
            start,
            end,
            now: now.into(),
        }
    }
}

/// Applies a rule to a part.
pub(super) fn apply_rule(part: &str, rule: &Rule, game: GameId) -> String {
    let mut now = String::with_capacity(part.len());
    let mut copied_end = 0;
    for change in changes_by_rule(part, rule, game) {
        if change.start >= copied_end {
            now.push_str(&part[copied_end..change.start]);
            now.push_str(&change.now);
            copied_end = change.end;
        }
    }
    now.push_str(&part[copied_end..]);
    now
}

/// Returns the places of a part that a rule changes, with their new texts.
pub(super) fn changes_by_rule(part: &str, rule: &Rule, game: GameId) -> Vec<Change> {
    let kind_at = |offset: usize| part[offset..].chars().next();
    let before = |offset: usize| part[..offset].chars().next_back();
    match rule {
        Rule::Replace(from, to) => {
            let is_word = from.contains(char::is_alphabetic);
            let is_inside = |start: usize, end: usize| {
                let is_apart = |sign: Option<char>| sign.is_none_or(|sign| !sign.is_alphabetic());
                let ends_in_letter = from.ends_with(char::is_alphabetic);
                let ends_well = !ends_in_letter || is_apart(kind_at(end));
                !is_word || (is_apart(before(start)) && ends_well)
            };
            let places = part
                .match_indices(from.as_str())
                .filter(|(start, _)| is_inside(*start, start + from.len()));
            places
                .map(|(start, _)| with_blanks(part, start, start + from.len(), to, game))
                .collect()
        }
        Rule::AfterDigit(sign) | Rule::BeforeDigit(sign) => {
            let after_digit = matches!(rule, Rule::AfterDigit(_));
            let fits = |offset: &usize| {
                let pair = (before(*offset), kind_at(*offset));
                matches!(pair, (Some(one), Some(two)) if if after_digit {
                    one.is_ascii_digit() && two.is_ascii_alphabetic() && two != 's'
                } else {
                    one.is_ascii_alphabetic() && two.is_ascii_digit()
                })
            };
            let places = part.char_indices().map(|(offset, _)| offset).filter(fits);
            places
                .map(|offset| Change::new(offset, offset, *sign))
                .collect()
        }
        Rule::NoZeros => {
            let fits = |offset: &usize| {
                part[*offset..].starts_with('0')
                    && !before(*offset).is_some_and(|sign| sign.is_ascii_digit())
                    && kind_at(offset + 1).is_some_and(|sign| sign.is_ascii_digit())
            };
            let places = part.char_indices().map(|(offset, _)| offset).filter(fits);
            places
                .map(|offset| Change::new(offset, offset + 1, ""))
                .collect()
        }
        Rule::LetterFirst => places_with_number_first(part, game),
        Rule::Keys(table) => KEY_TABLES
            .get(*table)
            .map_or_else(Vec::new, |table| digits_of_keys(part, table)),
        Rule::LookAlikes => digits_of_look_alikes(part, game),
        Rule::Removals => removals_in_brackets(part),
        Rule::Aside => numbers_in_brackets(part),
        Rule::FirstWordLast => first_word_last(part),
        Rule::SquareInBrackets => squares_in_brackets(part),
        Rule::SquareWithoutPlus => squares_without_plus(part),
        Rule::PlaceInNumbers => places_in_numbers(part, game),
        Rule::SmallLetters => small_letters(part),
        Rule::MarkAfterDie => marks_after_dice(part),
        Rule::FirstAndLast => points_between(part),
        Rule::PlaceFirst => places_before_dice(part),
        Rule::Spoken => spoken_letters(part),
        Rule::Words => word_changes(part, game),
    }
}

/// Returns the characters of a table in a part, with their digits.
fn digits_of_keys(part: &str, table: &KeyTable) -> Vec<Change> {
    let signs: Vec<(usize, char)> = part.char_indices().collect();
    let letter_at = |index: Option<usize>| {
        let sign = index.and_then(|index| signs.get(index));
        sign.is_some_and(|(_, sign)| sign.is_ascii_alphabetic())
    };
    let mut found = Vec::new();
    for (index, (offset, sign)) in signs.iter().enumerate() {
        let before = index.checked_sub(1);
        let is_pair = !letter_at(index.checked_sub(2)) && !letter_at(Some(index + 1));
        let is_here = letter_at(before)
            && (table.place == KeyPlace::AfterLetter || is_pair)
            && index.checked_sub(2).is_none_or(|two| !letter_at(Some(two)));
        let key = table.keys.chars().position(|key| key == *sign);
        if let Some(key) = key
            && is_here
        {
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

/// Returns the letters of a part that look like digits and are beside a digit or a sign.
fn digits_of_look_alikes(part: &str, game: GameId) -> Vec<Change> {
    let letters = game.facts().turns.letters;
    let signs: Vec<(usize, char)> = part.char_indices().collect();
    let is_of_number = |index: Option<usize>| {
        let sign = index.and_then(|index| signs.get(index));
        sign.is_some_and(|(_, sign)| sign.is_ascii_digit() || matches!(sign, '+' | '-'))
    };
    let is_place_letter = |sign: char| {
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

/// Returns the brackets of a part, each with its start, its end and the text in it.
fn bracketed_parts(part: &str) -> Vec<(usize, usize, &str)> {
    let mut found = Vec::new();
    for (open, close) in [('[', ']'), ('<', '>'), ('(', ')')] {
        for (start, _) in part.match_indices(open) {
            let inside = &part[start + 1..];
            if let Some(length) = inside.find(close) {
                found.push((start, start + length + 2, &inside[..length]));
            }
        }
    }
    found.sort_unstable();
    found
}

/// Returns the groups of places in brackets, as removals before or after a push.
fn removals_in_brackets(part: &str) -> Vec<Change> {
    let mut found = Vec::new();
    for (start, end, inside) in bracketed_parts(part) {
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

/// Returns the numbers in brackets, as dice that are put aside.
fn numbers_in_brackets(part: &str) -> Vec<Change> {
    let groups = bracketed_parts(part).into_iter().filter(|(_, _, inside)| {
        let core = inside.trim();
        core.len() == 1 && core.bytes().all(|byte| byte.is_ascii_digit())
    });
    let made = groups.map(|(start, end, inside)| {
        let after = part[end..].trim_start_matches([' ', ',', ';']);
        Change::new(
            start,
            part.len() - after.len(),
            format!("{}s;", inside.trim()),
        )
    });
    made.collect()
}

/// Returns a part with its first word after the place, which ends at the first `;`.
fn first_word_last(part: &str) -> Vec<Change> {
    let Some((word, rest)) = part.split_once([' ', '/']) else {
        return Vec::new();
    };
    let is_word = !word.is_empty() && word.chars().all(|sign| !sign.is_ascii_digit());
    let end = rest.find([';', ',']).unwrap_or(rest.len());
    let place = rest[..end].trim();
    if !is_word || word.contains([':', '@', ';']) || place.is_empty() {
        return Vec::new();
    }
    let length = part.len() - rest.len() + end;
    let word = if word.len() == 1 {
        word.to_uppercase()
    } else {
        word.to_owned()
    };
    vec![Change::new(0, length, format!("{place}/{word}"))]
}

/// Returns the pairs of numbers in brackets, as squares with signs.
fn squares_in_brackets(part: &str) -> Vec<Change> {
    let mut found = Vec::new();
    for (start, end, inside) in bracketed_parts(part) {
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

/// Returns the squares whose numbers have no plus or have a sign between them, with signs.
fn squares_without_plus(part: &str) -> Vec<Change> {
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

/// Returns the capitals of a part, as small letters.
fn small_letters(part: &str) -> Vec<Change> {
    let capitals = part
        .char_indices()
        .filter(|(_, sign)| sign.is_ascii_uppercase());
    capitals
        .map(|(offset, sign)| Change::new(offset, offset + 1, sign.to_ascii_lowercase()))
        .collect()
}

/// Returns the pairs of numbers in brackets, as places with a letter; without brackets, if the game
/// does not have the sign between the numbers: `4-6`.
fn places_in_numbers(part: &str, game: GameId) -> Vec<Change> {
    let mut found = Vec::new();
    for (start, end, inside) in bracketed_parts(part) {
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

/// Returns the marks after the number of a die, with the mark before it.
fn marks_after_dice(part: &str) -> Vec<Change> {
    let marks = part.match_indices('*').filter_map(|(mark, _)| {
        let die = part[..mark].chars().next_back()?;
        let start = mark - die.len_utf8();
        let is_alone = !part[..start].ends_with(|sign: char| sign.is_ascii_alphanumeric());
        (die.is_ascii_digit() && is_alone).then(|| Change::new(start, mark + 1, format!("*{die}")))
    });
    marks.collect()
}

/// Returns squares with the two numbers of a die after them, in the order of the notation.
fn places_before_dice(part: &str) -> Vec<Change> {
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

/// Returns spoken letters before a digit, and the words between two places.
fn spoken_letters(part: &str) -> Vec<Change> {
    const SPOKEN: [(&str, &str); 14] = [
        ("a", "a"),
        ("ay", "a"),
        ("be", "b"),
        ("bee", "b"),
        ("see", "c"),
        ("sea", "c"),
        ("dee", "d"),
        ("e", "e"),
        ("ef", "f"),
        ("eff", "f"),
        ("gee", "g"),
        ("aitch", "h"),
        ("eye", "i"),
        ("jay", "j"),
    ];
    let mut found = Vec::new();
    let mut offset = 0;
    for word in part.split(' ') {
        let end = offset + word.len();
        let letter = SPOKEN.iter().find(|(spoken, _)| *spoken == word);
        let next = part.get(end + 1..).unwrap_or_default();
        let is_before_digit = next.starts_with(|sign: char| sign.is_ascii_digit());
        if let Some((_, letter)) = letter
            && is_before_digit
        {
            found.push(Change::new(offset, end + 1, *letter));
        } else if word == "and" && offset > 0 && end < part.len() {
            found.push(Change::new(offset - 1, end + 1, ","));
        }
        offset = end + 1;
    }
    found
}

/// Returns the points between the first and the last of a push.
fn points_between(part: &str) -> Vec<Change> {
    let mut found = Vec::new();
    let mut from = 0;
    for action in part.split(';') {
        let points: Vec<&str> = action.split('-').collect();
        if points.len() > 2 {
            let first = points.first().map_or(0, |point| point.len());
            let last = points.last().map_or(0, |point| point.len());
            found.push(Change::new(
                from + first + 1,
                from + action.len() - last,
                "",
            ));
        }
        from += action.len() + 1;
    }
    found
}

/// Returns the places in a part whose number comes first, rewritten in the order of the notation.
fn places_with_number_first(part: &str, game: GameId) -> Vec<Change> {
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

/// Returns the words of a part that have a meaning in a turn, with their meanings.
pub(super) fn word_changes(part: &str, game: GameId) -> Vec<Change> {
    let facts = game.facts().words;
    let mut found = Vec::new();
    let mut offset = 0;
    while let Some(start) = part[offset..]
        .find(char::is_alphabetic)
        .map(|next| offset + next)
    {
        let length = part[start..].find(|sign: char| !sign.is_alphabetic());
        let mut end = length.map_or(part.len(), |length| start + length);
        let word = part[start..end].to_lowercase();
        let several = facts.iter().find_map(|fact| {
            let written = fact.written.iter().filter(|text| text.contains(' '));
            let longest = written.max_by_key(|text| match part.get(start..start + text.len()) {
                Some(here) if here.to_lowercase() == **text => text.len(),
                _ => 0,
            })?;
            let here = part.get(start..start + longest.len())?;
            (here.to_lowercase() == *longest).then_some((fact.meaning, longest.len()))
        });
        if let Some((meaning, length)) = several {
            end = start + length;
            found.push(with_blanks(part, start, end, meaning, game));
            offset = end;
            continue;
        }
        let mut intended = facts.iter().filter(|fact| {
            fact.written.contains(&word.as_str())
                || (fact.meaning.trim_matches([';', ':']) == word && word.len() > 1)
        });
        // A word with two meanings is left to other rules.
        if let (Some(fact), None) = (intended.next(), intended.next()) {
            found.push(with_blanks(part, start, end, fact.meaning, game));
        }
        offset = end;
    }
    found
}

/// Returns a place with the spaces around it, and with a `:` after it if the new text has one.
fn with_blanks(part: &str, start: usize, end: usize, to: &str, game: GameId) -> Change {
    let is_aside = game.facts().turns.aside == Some(to);
    let before = part[..start].trim_end_matches(' ');
    let mut after = part[end..].trim_start_matches(' ');
    if to.ends_with([':', 'x', '@']) {
        after = after.trim_start_matches([':', '=']).trim_start_matches(' ');
    }
    let is_before_die = !before.ends_with(|sign: char| sign.is_ascii_digit())
        && after.starts_with(|sign: char| sign.is_ascii_digit());
    if is_aside && is_before_die {
        let (die, rest) = after.split_at(1);
        // A die from the store is placed: `store 1@a1/5`.
        if rest.starts_with('@') {
            return Change::new(start, part.len() - after.len(), "*");
        }
        let rest = rest.trim_start_matches([',', ';', ' ']);
        return Change::new(start, part.len() - rest.len(), format!("{die}{to}"));
    }
    if is_aside {
        let before = before.trim_end_matches([',', ' ']);
        let after = after.trim_start_matches([',', ';', ' ']);
        return Change::new(before.len(), part.len() - after.len(), to);
    }
    let is_first = before.is_empty() || before.ends_with(';');
    let now = if is_first {
        to.trim_start_matches(';')
    } else {
        to
    };
    Change::new(before.len(), part.len() - after.len(), now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_rewrite_signs() {
        for (game, rule, part, expected) in [
            (GameId::Pippinzip, Rule::Keys(0), "c&,d-", "c1,d6"),
            (GameId::Pippinzip, Rule::Keys(2), "fi,gr", "f8,g4"),
            (GameId::Pippinzip, Rule::Keys(3), "ca,be", "c1,b5"),
            (GameId::Pippinzip, Rule::Keys(3), "take", "take"),
            (GameId::Pippinzip, Rule::Spoken, "be 1 and see 4", "b1,c4"),
            (
                GameId::Pipe,
                Rule::LookAlikes,
                "9@+O-l/S;draw:l2",
                "9@+0-1/S;draw:12",
            ),
            (
                GameId::Pipe,
                Rule::SquareInBrackets,
                "45(0,-1)E",
                "45@+0-1/E",
            ),
            (
                GameId::Pipe,
                Rule::SquareWithoutPlus,
                "45@0 -1/E",
                "45@+0-1/E",
            ),
            (
                GameId::Pipe,
                Rule::SquareWithoutPlus,
                "4@1,+2/E",
                "4@+1+2/E",
            ),
            (
                GameId::Pippinzip,
                Rule::PlaceInNumbers,
                "(1|5),(3|3)",
                "a5,c3",
            ),
            (
                GameId::Pippip,
                Rule::PlaceInNumbers,
                "5s;4@(4,3)/1;x(4,2)",
                "5s;4@d3/1;xd2",
            ),
            (
                GameId::Pippip,
                Rule::MarkAfterDie,
                "1s;1*@d1/3",
                "1s;*1@d1/3",
            ),
            (
                GameId::Pippip,
                Rule::LetterFirst,
                "5s;4@3c/2;x3c",
                "5s;4@c3/2;xc3",
            ),
            (
                GameId::Pipe,
                Rule::FirstWordLast,
                "north 39@+0+0;draw:2",
                "39@+0+0/north;draw:2",
            ),
            (
                GameId::Pippip,
                Rule::Aside,
                "(3) (1) *3@d2/6",
                "3s;1s;*3@d2/6",
            ),
            (
                GameId::Pippip,
                Rule::PlaceFirst,
                "*c3:52;xb3",
                "*5@c3/2;xb3",
            ),
            (
                GameId::Gipf,
                Rule::Removals,
                "d7 [-b5 -Gc6*] <a1>",
                "d7;xb5,Gc6*;xa1",
            ),
            (GameId::Gipf, Rule::Removals, "[b5 c6] d7", "xb5,c6;d7"),
            (
                GameId::Gipf,
                Rule::FirstAndLast,
                "b6-b5-b4;xb4,b5",
                "b6-b4;xb4,b5",
            ),
        ] {
            assert_eq!(apply_rule(part, &rule, game), expected, "{part}");
        }
    }

    #[test]
    fn words_and_numbers_of_dice_are_read() {
        let read = |part: &str| {
            let mut text = part.to_owned();
            let mut changes = word_changes(part, GameId::Pippip);
            changes.reverse();
            for change in changes {
                text.replace_range(change.start..change.end, &change.now);
            }
            text
        };
        assert_eq!(read("odkłada 1; 4@c1/5"), "1s;4@c1/5");
        assert_eq!(read("z zapasu 1@a3/2; odwraca b3"), "*1@a3/2;xb3");
    }
}
