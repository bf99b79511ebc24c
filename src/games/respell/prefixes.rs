//! Prefixes of a turn: the turn number and the seat that moves.

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
    let between = &after[..after.len() - turn.len()];
    // A dash without white space belongs to a result (`1-0`), or to a push without its column
    // letter (`3-g5`).
    let is_dash = between.contains('-') && !between.contains(char::is_whitespace);
    // A digit directly before other characters belongs to the turn: `5s`, `17@+0+0/N`. A turn
    // begins with a letter, a digit or markup, and has a letter.
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
    let without_brackets = text
        .strip_prefix(['(', '['])
        .and_then(|text| text.split_once([')', ']']))
        .map(|(seat, turn)| format!("{seat} {turn}"));
    let plain = without_brackets.as_deref().unwrap_or(text);
    let end_of_word = plain
        .find(|character: char| !character.is_ascii_alphabetic())
        .unwrap_or(plain.len());
    let (seat, rest) = plain.split_at(end_of_word);
    let rest = match seat.to_ascii_lowercase().as_str() {
        "p" | "player" | "seat" => rest
            .trim_start_matches(' ')
            .trim_start_matches(|digit: char| digit.is_ascii_digit()),
        _ => rest,
    };
    let turn = rest.trim_start_matches([':', ' ', '.', '\t', '=', '>']);
    // Seat 1 may be called `A`. A small `a` is a seat only in `a:`; elsewhere it is an English word
    // or the column of a place.
    let is_first_seat = seat == "A" || (seat == "a" && rest.starts_with(':'));
    let is_seat = is_first_seat || SEATS.iter().any(|known| seat.eq_ignore_ascii_case(known));
    if is_seat && turn.len() < rest.len() && !turn.is_empty() {
        turn.to_owned()
    } else {
        text.to_owned()
    }
}
