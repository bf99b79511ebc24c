//! Places and cards that turns name or touch.

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

/// Returns true for the name of a card.
pub(super) fn is_card(game: Option<GameId>, name: &str) -> bool {
    game.is_some_and(|game| game.facts().has_cards())
        && name.bytes().all(|byte| byte.is_ascii_digit())
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
    let facts = game.facts();
    let parts = game
        .turn_parts(text)
        .into_iter()
        .filter_map(|(part, range)| {
            let is_name = match part.detail {
                Detail::Item(_) | Detail::From | Detail::To => true,
                // The value of a die is not a name, but the number of a card is.
                Detail::What => facts.has_cards(),
                // A place may be a whole action.
                Detail::Whole => {
                    facts.turns.actions_are_places
                        && text
                            .get(range.clone())?
                            .ends_with(|letter: char| letter.is_ascii_digit())
                }
                Detail::Facing => false,
            };
            if !is_name {
                return None;
            }

            let written = text.get(range.clone())?;
            // `Gc4*` names c4.
            let before = written.len() - written.trim_start_matches('G').len();
            let name = written.get(before..)?.trim_end_matches('*');
            // Seats and colours are neither cards nor places.
            let is_place = name.starts_with(['+', '-']);
            let is_card =
                name.bytes().all(|byte| byte.is_ascii_digit()) && part.detail != Detail::To;
            if facts.has_cards() && !is_place && !is_card {
                return None;
            }
            let start = range.start + (written.rfind(name)?);
            (!name.is_empty()).then(|| (turn.within(&(start..start + name.len())), name.to_owned()))
        });
    let mut named: Vec<(Span, String)> = parts.collect();
    named.sort_by_key(|(span, _)| *span);
    named.dedup();
    named
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
        let ghosts = effects
            .gone_before
            .iter()
            .chain(&effects.gone)
            .any(|ghost| ghost.name == name);
        let moved = effects
            .moved
            .iter()
            .any(|(from, to)| from == name || to == name);
        ghosts
            || moved
            || effects
                .placed
                .iter()
                .chain(&effects.changed)
                .any(|place| place == name)
    });
    if is_touched {
        vec![node.text]
    } else {
        Vec::new()
    }
}
