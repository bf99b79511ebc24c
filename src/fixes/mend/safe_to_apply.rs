//! Decides whether a fix is safe to apply without asking.
//!
//! A likely fix is not enough. Each of its edits must keep everything that the text says, and other
//! parts of the record must support it: a turn is inserted only where a turn number is skipped, and
//! two turns are swapped only if the turn after them is legal then.

use std::collections::BTreeSet;

use super::decode::Explanation;
use super::edit::Edit;
use super::tag_values;
use crate::findings::Finding;
use crate::games::{GameId, TurnView};
use crate::notation::{Outcome, Record};

/// The weight from which a game is certain enough. It is calibrated on random games with separate
/// seeds, so that at most 0.2 % of the records that are written become a wrong game.
const CERTAIN: f64 = 0.95;

/// Returns true if a fix is safe to apply without asking: it explains the record, is nearly
/// certain, loses nothing, and other parts of the record support its change.
pub(super) fn is_safe_to_apply(
    game: Option<GameId>,
    record: &Record,
    first: &Finding,
    found: &Explanation,
) -> bool {
    let Some(game) = game else {
        return false;
    };
    let explains = found.complete && found.agrees && found.numbers_agree;
    if !explains || found.weight < CERTAIN {
        return false;
    }

    let is_supported = |edit: &Edit| is_edit_safe(game, edit, record, found.legal);
    found.edits.iter().all(is_supported)
        && !lands_nearer(game, first, &found.edits)
        && !changes_unsupported_pieces(game, first, found)
}

/// Returns true if other pieces at the start explain the turn that was refused, but hardly any turn
/// after it: then a turn may be missing instead.
fn changes_unsupported_pieces(game: GameId, first: &Finding, found: &Explanation) -> bool {
    let is_of_pieces =
        |edit: &Edit| matches!(edit, Edit::Tag { name, .. } if tag_values::is_long(name, game));
    found.edits.iter().any(is_of_pieces) && found.legal <= first.turn + 1
}

/// Returns true if an edit loses nothing, and other parts of the record support it.
fn is_edit_safe(game: GameId, edit: &Edit, record: &Record, legal: u32) -> bool {
    match edit {
        // Text that is written nowhere else would be lost.
        Edit::Delete { .. } => false,
        // Only a skipped number indicates that a turn is missing.
        Edit::Insert { turn, now } => {
            is_number_skipped(record, *turn) && !lacks_draw(game, record, now)
        }
        // Comments, glyphs and variations between two tokens would go with them.
        Edit::Replace { was, now, .. } => {
            let holds_more = was.contains(['{', '}', '(', '#', '$', '!', '?']);
            !holds_more && !has_less(was, now)
        }
        // Without a legal turn after the two, nothing supports the other order.
        Edit::Swap { turn } => legal > turn + 1,
        Edit::Tag { name, was, now } => is_tag_edit_safe(name, was.as_deref(), now.as_deref()),
        Edit::Text { .. } => true,
    }
}

/// Returns true if a tag may get the value `now` in place of `was` without asking.
fn is_tag_edit_safe(name: &str, was: Option<&str>, now: Option<&str>) -> bool {
    let is_open = |value: &str| Outcome::parse(value) == Some(Outcome::Open);
    match (name, was, now) {
        // The value would get lost.
        (_, _, None) => false,
        // The record does not state how the game ended, and a turn may be wrong instead.
        ("Termination", _, _) => false,
        // The deck may exist, but not be known to this run.
        ("Deck", Some(_), _) => false,
        // A result that somebody wrote may not become an open one.
        ("Result", Some(was), Some(now)) => is_open(was) || !is_open(now),
        _ => true,
    }
}

/// Returns true if a turn does not name the piece that was drawn, and nothing else in the record
/// does.
fn lacks_draw(game: GameId, record: &Record, turn: &str) -> bool {
    let Some((action, known_by)) = game.facts().turns.drawn else {
        return false;
    };
    let mut turns = record.moves.turns.iter();
    let are_draws_written = turns.any(|node| record.text_of(node.text).contains(action));
    let is_known_by_tag = record.tag(known_by).is_some();
    are_draws_written && !is_known_by_tag && !turn.contains(action)
}

/// Returns true if a number is skipped before a turn, counted from 1.
fn is_number_skipped(record: &Record, turn: u32) -> bool {
    let index = usize::try_from(turn)
        .ok()
        .and_then(|turn| turn.checked_sub(1));
    let node = index.and_then(|index| record.moves.turns.get(index));
    node.and_then(|node| record.number_ahead(node)) == Some(1)
}

/// Returns true if a pushed piece lands nearer to its start than written: the written place is
/// right if a turn was left out that filled the nearer one.
fn lands_nearer(game: GameId, first: &Finding, edits: &[Edit]) -> bool {
    let [Edit::Replace { was, now, .. }, ..] = edits else {
        return false;
    };
    let push = |text: &str| TurnView::parse(game, text).ok();
    let (Some(was), Some(now)) = (push(was), push(now)) else {
        return false;
    };
    let is_refused_for_landing = game.facts().turns.wrong_landing == Some(first.code);
    let has_same_start = was.from() == now.from();
    is_refused_for_landing && has_same_start && distance(&was) > distance(&now)
}

/// Returns how far a push goes, in columns and rows; `None` if it omits its start. On one line, a
/// farther place has a larger value.
fn distance(push: &TurnView) -> Option<(u8, u8)> {
    match (push.from()?.as_bytes(), push.to().first()?.as_bytes()) {
        ([column, row], [end_column, end_row]) => {
            Some((column.abs_diff(*end_column), row.abs_diff(*end_row)))
        }
        _ => None,
    }
}

/// Returns true if a turn has less content than the one it replaces: a stone, a list or a draw is
/// gone, with nothing in its place.
fn has_less(was: &str, now: &str) -> bool {
    // The omitted text may be a separate turn, as in `b34.c2`.
    let left_out = was
        .strip_prefix(now)
        .or_else(|| was.strip_suffix(now))
        .unwrap_or_default();
    let has_letter = left_out.contains(|sign: char| sign.is_ascii_alphabetic());
    let has_digit = left_out.contains(|sign: char| sign.is_ascii_digit());
    let is_turn_left_out = has_letter && has_digit;
    is_turn_left_out || count_of_items(now) < count_of_items(was)
}

/// Returns the number of different items of a turn, without the signs that mark them: 3 in
/// `xGd4*,e5;a1`.
fn count_of_items(turn: &str) -> usize {
    let is_between_items = |sign: char| matches!(sign, ',' | ';') || sign.is_whitespace();
    let items: BTreeSet<&str> = turn
        .split(is_between_items)
        .map(|item| item.trim_matches(['x', '*', 'G']))
        .filter(|item| !item.is_empty())
        .collect();
    items.len()
}
