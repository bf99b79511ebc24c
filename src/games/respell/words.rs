//! Words and numbers around and inside a turn: its number, its seat, and misspelt keywords.

use crate::games::GameId;
use crate::notation::{digit_like, foreign_words};

/// Removes a turn number before the turn, in any of its forms: `17)`, `17:`, `(17)`, `17 .`, `1\.`.
pub(super) fn without_turn_number(text: &str) -> String {
    let rest = text.trim_start_matches(['(', '#', ' ', '*', '`', '"', '\'', '\u{2116}']);
    let after = rest.trim_start_matches(|character: char| character.is_ascii_digit());
    if after.len() == rest.len() {
        return text.to_owned();
    }
    let ends = [
        ' ', '.', ':', ')', '\\', '-', '\u{2013}', '\u{2014}', '|', '\t', '\u{2026}',
    ];
    let turn = after.trim_start_matches(ends);
    // A digit directly before other characters belongs to the turn: `5s`, `17@+0+0/N`. A dash
    // belongs to a result.
    let between = &after[..after.len() - turn.len()];
    // `3-g5` is a push without its column letter.
    let is_dash = between.contains('-') && !between.contains(char::is_whitespace);
    let has_turn = turn.len() < after.len()
        && !is_dash
        && turn
            .starts_with(|first: char| !first.is_ascii_punctuation() || "*`\"'_".contains(first))
        && turn.contains(|letter: char| letter.is_alphabetic());
    if has_turn {
        turn.to_owned()
    } else {
        text.to_owned()
    }
}

/// Returns the turn number at the start of a text, if a turn follows.
pub(super) fn turn_number(text: &str) -> Option<u32> {
    let digits = text.trim_start_matches(|character: char| !character.is_ascii_digit());
    let end = digits
        .find(|character: char| !character.is_ascii_digit())
        .unwrap_or(digits.len());
    if without_turn_number(text) == text {
        None
    } else {
        digits.get(..end)?.parse().ok()
    }
}

/// Removes the name of a seat before the turn: `White: `, `B `, `w:`, `(w) `.
pub(super) fn without_seat(text: &str) -> String {
    const SEATS: [&str; 11] = [
        "white", "black", "light", "dark", "w", "b", "l", "d", "p", "player", "seat",
    ];
    let written = text;
    let bracketed = text
        .strip_prefix(['(', '['])
        .and_then(|text| text.split_once([')', ']']));
    let bracketed = bracketed.map(|(seat, turn)| format!("{seat} {turn}"));
    let text = bracketed.as_deref().unwrap_or(text);
    let word = text
        .find(|character: char| !character.is_ascii_alphabetic())
        .unwrap_or(text.len());
    let (seat, rest) = text.split_at(word);
    let rest = match seat.to_ascii_lowercase().as_str() {
        "p" | "player" | "seat" => rest
            .trim_start_matches(' ')
            .trim_start_matches(|digit: char| digit.is_ascii_digit()),
        _ => rest,
    };
    let turn = rest.trim_start_matches([':', ' ', '.', '\t', '=', '>']);
    let is_seat = SEATS.iter().any(|known| seat.eq_ignore_ascii_case(known));
    if is_seat && turn.len() < rest.len() && !turn.is_empty() {
        turn.to_owned()
    } else {
        written.to_owned()
    }
}

/// Replaces misspelt words with the nearest keywords.
pub(super) fn with_known_words(text: &str, game: GameId) -> String {
    with_words(text, &|word| known_word(word, game))
}

/// Replaces the names of colours in other languages with the English ones, in a game whose turns
/// name colours.
pub(super) fn with_colours(text: &str, game: GameId) -> String {
    if game.facts().turns.keywords.contains(&"white") {
        with_words(text, &likely_colour)
    } else {
        text.to_owned()
    }
}

/// Replaces the words of a text for which there is a replacement.
fn with_words(text: &str, replacement: &dyn Fn(&str) -> Option<&'static str>) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest
            .find(|character: char| !character.is_alphabetic())
            .unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        plain.push_str(replacement(word).unwrap_or(word));
        let other = after
            .find(|character: char| character.is_alphabetic())
            .unwrap_or(after.len());
        plain.push_str(&after[..other]);
        rest = &after[other..];
    }
    plain
}

/// Returns the English name of a colour in another language.
pub(crate) fn likely_colour(word: &str) -> Option<&'static str> {
    let small = word.to_lowercase();
    foreign_words::COLOURS
        .iter()
        .find(|(_, words)| words.contains(&small.as_str()))
        .map(|(colour, _)| *colour)
}

/// Replaces letters that look like digits, where a digit belongs: after the letter of a point, or
/// after a digit. Returns `None` without any.
pub(super) fn with_digits(text: &str) -> Option<String> {
    // A word in small letters has no digits.
    if text.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    let mut before = ' ';
    let mut is_point = false;
    for character in text.chars() {
        let digit = digit_like(character).unwrap_or(character);
        let is_in_place = is_point || before.is_ascii_digit();
        let now = if is_in_place { digit } else { character };
        // A point has one letter; in GIPF, `x` or `G` may come before it.
        is_point =
            now.is_ascii_lowercase() && (!before.is_alphanumeric() || matches!(before, 'x' | 'G'));
        plain.push(now);
        before = now;
    }
    (plain != text).then_some(plain)
}

/// Returns the keyword nearest to a misspelt word, or `None` if none is near enough or several are
/// equally near.
fn known_word(word: &str, game: GameId) -> Option<&'static str> {
    const FORMS: &[(&str, &str)] = &[
        ("resigns", "resign"),
        ("resigned", "resign"),
        ("resignation", "resign"),
        ("resigning", "resign"),
        ("takes", "take"),
        ("took", "take"),
        ("taken", "take"),
        ("passes", "pass"),
        ("passed", "pass"),
        ("swaps", "swap"),
        ("swapped", "swap"),
        ("keeps", "keep"),
        ("kept", "keep"),
        ("draws", "draw"),
        ("drew", "draw"),
        ("drawn", "draw"),
        ("discards", "discard"),
        ("discarded", "discard"),
        ("claims", "claim"),
        ("claimed", "claim"),
    ];
    if word.len() < 3 || word.len() > 12 {
        return None;
    }
    let small = word.to_ascii_lowercase();
    let known = game.facts().turns.keywords;
    if let Some(&(_, word)) = FORMS
        .iter()
        .find(|(form, word)| *form == small && known.contains(word))
    {
        return Some(word);
    }
    let most = if small.len() <= 4 { 1 } else { 2 };
    let distance = |known: &str| strsim::damerau_levenshtein(known, &small);
    let nearest = known.iter().map(|known| (distance(known), *known)).min()?;
    let is_only = known
        .iter()
        .filter(|known| distance(known) == nearest.0)
        .count()
        == 1;
    (is_only && nearest.0 <= most).then_some(nearest.1)
}
