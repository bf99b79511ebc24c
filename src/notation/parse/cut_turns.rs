//! Recognises turns that a space cuts into several words: `a2- b3`, `x c3 ; b3`, `1 Gb3`.

use crate::notation::GameId;
use crate::notation::visitor::{TurnEvent, TurnForm};
use crate::text::Span;

/// The characters that join the parts of a turn.
const SEPARATORS: [char; 2] = [',', ';'];

/// Returns true if a turn and the next word, separated only by spaces, are one turn: one of them
/// ends or starts with a separator, or the first cannot be a whole turn.
#[inline]
pub(super) fn is_cut_by_blank(text: &str, last: &TurnEvent, next: Span) -> bool {
    let turn = last.turn;
    if turn.suffix.is_some() {
        return false;
    }
    let written = turn.text.slice(text);
    let next = next.slice(text);
    if turn.form != TurnForm::Malformed && is_surely_whole(written) && is_surely_whole(next) {
        return false;
    }

    // Only the last piece is examined, so that the cost does not grow with the number of pieces.
    let piece = written
        .rsplit(char::is_whitespace)
        .next()
        .unwrap_or(written);
    let is_only_piece = piece.len() == written.len();
    piece.ends_with(SEPARATORS)
        || next.starts_with(SEPARATORS)
        || is_dash(piece)
        || is_dash(next)
        || is_number_cut_off(piece, next, last, written)
        || (is_only_piece && is_seat(piece))
        // A single part may be a turn whose rest was forgotten. If turns are numbered, the next
        // turn then has a number.
        || (last.number_span.is_some() && is_part_of_turn(piece.as_bytes()))
}

/// Returns true for a point, or a turn that ends with one. Most unnumbered turns are like that.
/// Lists of removed items begin with `x`.
fn is_surely_whole(word: &str) -> bool {
    match word.as_bytes() {
        [first, .., last] => first.is_ascii_alphabetic() && *first != b'x' && last.is_ascii_digit(),
        _ => false,
    }
}

/// Returns true if a piece is a turn number without its full stop, or with a space before it, and a
/// turn follows: `1 Gb3`, `1 . Gb3`. `written` is everything that was read as the last turn.
fn is_number_cut_off(piece: &str, next: &str, last: &TurnEvent, written: &str) -> bool {
    let digits = written.trim_end_matches(|sign: char| !sign.is_ascii_digit());
    let is_number_of_turn = digits.parse() == Ok(last.number);
    if !is_number_of_turn || last.number_span.is_some() {
        return false;
    }

    let is_bare_number = piece == written && written.len() <= digits.len() + 1;
    let has_letters = next.contains(|sign: char| sign.is_ascii_alphabetic());
    (is_bare_number && (has_letters || next == ".")) || (piece == "." && has_letters)
}

/// Returns true for a dash or an arrow, which joins parts that are separated by spaces.
fn is_dash(word: &str) -> bool {
    matches!(
        word,
        "-" | "--" | "->" | "\u{2013}" | "\u{2014}" | "\u{2212}" | "\u{2192}"
    )
}

/// Returns true for a word that names the seat that moves, in any game: `White`, `w:`.
fn is_seat(word: &str) -> bool {
    let name = word.strip_suffix([':', '.']).unwrap_or(word);
    let is_name_of = |seat: &str| {
        let initial = seat.get(..1).unwrap_or_default();
        seat.eq_ignore_ascii_case(name) || initial.eq_ignore_ascii_case(name)
    };
    GameId::ALL
        .into_iter()
        .any(|game| game.facts().seats.colours().any(is_name_of))
}

/// Returns true for a list of removed items, or for dice put aside: in every turn that starts with
/// them, something follows.
fn is_part_of_turn(word: &[u8]) -> bool {
    // `x17` is a point of a large board of Pippinzip.
    let is_list =
        matches!(word, [b'x', second, ..] if second.is_ascii_alphabetic() || word.contains(&b':'));
    if is_list && !word.contains(&b';') {
        return true;
    }
    let mut actions = word.split(|&byte| byte == b';');
    actions.all(|action| matches!(action, [b'1'..=b'6', b's']))
}
