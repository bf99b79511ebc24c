//! Places and cards that turns name or touch. A turn names the places in its text: `a2` and `c4` in
//! `a2-c4`. It may touch others, such as those of the pieces that a push moves on.
//!
//! A turn consists of *actions* with semicolons between them, and an action of parts. A [`Detail`]
//! says what a part is, such as the piece or its destination.

use pipscribe::games::{Detail, GameId};
use pipscribe::notation::{Record, TurnNode};
use pipscribe::replay::Timeline;
use pipscribe::text::Span;

/// Returns the part of a turn at a byte that names a place, or a card, with the bare name.
pub(super) fn place_at(record: &Record, node: &TurnNode, offset: u32) -> Option<(Span, String)> {
    names_in_turn(record, node)
        .into_iter()
        .find(|(span, _)| span.touches(offset))
}

/// Returns the places and cards that a turn names, with their spans.
pub(super) fn names_in_turn(record: &Record, node: &TurnNode) -> Vec<(Span, String)> {
    names_in_text(record, node.text)
}

/// Returns the places and cards named in the text of any turn, such as one in an expectation.
pub(super) fn names_in_text(record: &Record, turn: Span) -> Vec<(Span, String)> {
    let Some(game) = record.game() else {
        return Vec::new();
    };

    let text = record.text_of(turn);
    let mut named: Vec<(Span, String)> = Vec::new();
    for (part, range) in game.turn_parts(text) {
        let written = text.get(range.clone()).unwrap_or_default();
        if let Some((offset, name)) = name_in_part(game, part.detail, written) {
            let start = range.start + offset;
            let span = turn.within(&(start..start + name.len()));
            named.push((span, name.to_owned()));
        }
    }
    named.sort_by_key(|(span, _)| *span);
    named.dedup();
    named
}

/// Returns the place or card that a part of a turn names, with its offset in the part; `None` if
/// the part is something else, such as the value of a die.
fn name_in_part(game: GameId, detail: Detail, written: &str) -> Option<(usize, &str)> {
    let facts = game.facts();
    let may_be_name = match detail {
        Detail::Item(_) | Detail::From | Detail::To => true,
        // The value of a die is not a name, but the number of a card is.
        Detail::What => facts.has_cards(),
        // A place may be a whole action.
        Detail::Whole => {
            facts.turns.actions_are_places
                && written.ends_with(|letter: char| letter.is_ascii_digit())
        }
        Detail::Facing => false,
    };
    if !may_be_name {
        return None;
    }

    // `Gc4*` names c4.
    let without_prefix = written.trim_start_matches('G');
    let offset = written.len() - without_prefix.len();
    let name = without_prefix.trim_end_matches('*');
    if name.is_empty() {
        return None;
    }
    // In a game with cards, a square has a name such as `+2-1`. Other parts may be colours or, as
    // the destination of cards, seats: the 2 of `x2:7`. These are not names.
    let is_square = name.starts_with(['+', '-']);
    let is_card = name.bytes().all(|byte| byte.is_ascii_digit()) && detail != Detail::To;
    if facts.has_cards() && !is_square && !is_card {
        return None;
    }
    Some((offset, name))
}

/// Returns true for the name of a card.
pub(super) fn is_card(game: Option<GameId>, name: &str) -> bool {
    game.is_some_and(|game| game.facts().has_cards())
        && name.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the spans in which a turn names a place or a card. If the turn does not name the place
/// but places, moves, changes or removes something there, returns the span of the whole turn.
pub(super) fn touching_spans(
    record: &Record,
    timeline: Option<&Timeline>,
    node: &TurnNode,
    name: &str,
) -> Vec<Span> {
    let spans: Vec<Span> = names_in_turn(record, node)
        .into_iter()
        .filter(|(_, other)| other == name)
        .map(|(span, _)| span)
        .collect();
    if !spans.is_empty() || is_card(record.game(), name) {
        return spans;
    }

    let effects = timeline
        .and_then(|timeline| timeline.frame(node.id))
        .map(|frame| frame.position.effects());
    let is_touched = effects.is_some_and(|effects| {
        let mut removed = effects.gone_before.iter().chain(&effects.gone);
        let mut moved = effects.moved.iter();
        let mut placed_or_changed = effects.placed.iter().chain(&effects.changed);
        removed.any(|piece| piece.name == name)
            || moved.any(|(from, to)| from == name || to == name)
            || placed_or_changed.any(|place| place == name)
    });
    if is_touched {
        vec![node.text]
    } else {
        Vec::new()
    }
}
