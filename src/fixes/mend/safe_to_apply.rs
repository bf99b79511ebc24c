//! Decides whether a fix is safe to apply without asking.

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
    let explains = found.complete && found.agrees && found.numbers_agree;
    let Some(game) = game.filter(|_| explains && found.weight >= CERTAIN) else {
        return false;
    };
    !lands_nearer(game, first, &found.edits)
        && found
            .edits
            .iter()
            .all(|edit| is_edit_safe(game, edit, record, found.legal))
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
        // No turn after the two supports the other order.
        Edit::Swap { turn } => legal > turn + 1,
        Edit::Tag { name, was, now } => {
            // The record does not state how the game ended, and a turn may be wrong instead.
            let is_end = name == "Termination";
            // No value may get lost, and no result that somebody wrote may become an open one.
            let is_open = |value: &Option<String>| {
                value.as_deref().and_then(Outcome::parse) == Some(Outcome::Open)
            };
            let is_result_lost = name == "Result" && was.is_some() && is_open(now) && !is_open(was);
            let is_lost = now.is_none() || is_result_lost;
            // The deck may exist, but not be known to this run.
            let is_unknown_deck = name == "Deck" && was.is_some();
            !is_end && !is_lost && !is_unknown_deck
        }
        Edit::Text { .. } => true,
    }
}

/// Returns true if a turn does not name the piece that was drawn, and nothing else in the record
/// does.
fn lacks_draw(game: GameId, record: &Record, turn: &str) -> bool {
    let drawn = game.facts().turns.drawn;
    drawn.is_some_and(|(action, known_by)| {
        record.tag(known_by).is_none()
            && !turn.contains(action)
            && record
                .moves
                .turns
                .iter()
                .any(|node| record.text_of(node.text).contains(action))
    })
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
    game.facts().turns.wrong_landing == Some(first.code)
        && was.from() == now.from()
        && distance(&was) > distance(&now)
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
    let count = |text: &str| {
        let parts = text
            .split(|sign: char| matches!(sign, ',' | ';') || sign.is_whitespace())
            .map(|part| part.trim_matches(['x', '*', 'G']));
        parts
            .filter(|part| !part.is_empty())
            .collect::<BTreeSet<_>>()
            .len()
    };
    // The omitted text may be a separate turn, as in `b34.c2`.
    let is_turn = |text: &str| {
        text.contains(|sign: char| sign.is_ascii_alphabetic())
            && text.contains(|sign: char| sign.is_ascii_digit())
    };
    let left_out = was
        .strip_prefix(now)
        .or_else(|| was.strip_suffix(now))
        .unwrap_or_default();
    count(now) < count(was) || is_turn(left_out)
}
