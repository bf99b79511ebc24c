//! Dialects of other programs: pushes that name their first spot, and removals that do not give the
//! owners of the pieces. What a turn leaves out follows from the position before it, so
//! [`complete_turns`] plays the game, and stops at the first illegal turn.

use super::{ForeignGame, webgipf};
use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::codes;
use crate::formats::gipf_rules::GipfRules;
use crate::formats::gipf_turns::{parse_turn, push_of, to_first_spot};
use crate::formats::rest_after_fault::rest_of;
use crate::games::gipf::board::SpotSet;
use crate::games::gipf::{Action, Item, Position, Push, Turn};
use crate::text::{SourceText, Span};

/// Spot with which the pushes of a source end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NamedSpot {
    /// The spot that the push reaches, as in the notation.
    Reached,
    /// The first spot that the push passes.
    First,
}

/// Differences between the turns of a source and the notation.
#[derive(Clone, Copy)]
pub(super) struct Dialect {
    pub(super) named_spot: NamedSpot,
    /// Removals do not give the owners of the pieces.
    pub(super) has_no_marks: bool,
}

/// Turn in the notation.
pub(super) struct Completed {
    pub(super) turn: Turn,
    /// True if marks were added.
    is_marked: bool,
    /// Position after the turn; `None` if the turn is illegal.
    pub(super) position: Option<Position>,
}

/// Adds the last spot of a push and the marks of removed pieces to a turn, if its dialect does not
/// write them.
pub(super) fn complete_turn(
    rules: &GipfRules,
    before: &Position,
    turn: Turn,
    dialect: Dialect,
) -> Completed {
    let turn = match dialect.named_spot {
        NamedSpot::First => rules.with_reached_spot(before, &turn),
        NamedSpot::Reached => turn,
    };
    let position = rules.play(before, &turn).ok();
    if position.is_none()
        && dialect.has_no_marks
        && let Some(turn) = with_marks(rules, before, &turn, dialect.named_spot)
    {
        let position = rules.play(before, &turn).ok();
        return Completed {
            turn,
            is_marked: true,
            position,
        };
    }
    Completed {
        turn,
        is_marked: false,
        position,
    }
}

/// Converts the turns of a game to the notation, as far as they can be played: joins actions that
/// are separate words, adds the last spot of a push if the source names the first one, and adds the
/// marks of removed pieces if the removals have none.
pub(super) fn complete_turns(
    source: &SourceText,
    game: &mut ForeignGame,
    rules: &GipfRules,
    named_spot: NamedSpot,
) {
    let has_colours = webgipf::has_colours(game);
    if has_colours {
        let first_out_of_turn = webgipf::join_actions(game, rules);
        if let Some(last_in_turn) = first_out_of_turn.and_then(|index| index.checked_sub(1)) {
            keep_rest(source, game, last_in_turn);
        }
    }

    let dialect = Dialect {
        named_spot: if has_colours {
            NamedSpot::First
        } else {
            named_spot
        },
        has_no_marks: has_no_marks(game),
    };
    let names_first = dialect.named_spot == NamedSpot::First;
    if !names_first && !dialect.has_no_marks {
        return;
    }

    let mut first_marked = None;
    let mut position = rules.start();
    let mut fault = game.turns.len();
    for (index, foreign) in game.turns.iter_mut().enumerate() {
        let Some((turn, before)) = parse_turn(&foreign.text).zip(position.as_ref()) else {
            fault = index;
            break;
        };
        let Completed {
            turn,
            is_marked,
            position: after,
        } = complete_turn(rules, before, turn, dialect);
        if is_marked {
            first_marked.get_or_insert(foreign.span);
        }
        foreign.text = turn.to_string();
        if after.is_none() {
            fault = index;
            break;
        }
        position = after;
    }

    game.findings.extend(first_marked.map(marks_assumed));
    if names_first || first_marked.is_some() {
        keep_rest(source, game, fault);
    }
}

/// Returns true if removals list pieces, and all of them without marks.
fn has_no_marks(game: &ForeignGame) -> bool {
    let turns = game
        .turns
        .iter()
        .filter_map(|foreign| parse_turn(&foreign.text));
    let mut has_items = false;
    for item in turns
        .flat_map(|turn| turn.actions)
        .flat_map(|action| match action {
            Action::Push(_) => Vec::new(),
            Action::Remove(items) => items.into_vec(),
        })
    {
        if item.kind.is_gipf() || item.other_seat {
            return false;
        }
        has_items = true;
    }
    has_items
}

/// Returns the turn with the marks that its pieces have on the board, or `None` if no legal turn
/// removes these pieces.
fn with_marks(
    rules: &GipfRules,
    before: &Position,
    turn: &Turn,
    named_spot: NamedSpot,
) -> Option<Turn> {
    let removed = removed_spots(turn);
    let is_push = |legal: &Turn| match (push_of(legal), push_of(turn)) {
        // A push without its dot ends on its first spot.
        (
            Some(Push {
                from: None,
                to,
                kind,
            }),
            Some(push),
        ) => {
            let ends_on_first = push.from.is_none() || to_first_spot(push) == Some(push);
            to == push.to && kind == push.kind && ends_on_first
        }
        (Some(legal), Some(push)) => {
            let is_same_line = named_spot == NamedSpot::First && to_first_spot(legal) == Some(push);
            legal == push || is_same_line
        }
        (legal, push) => legal == push,
    };
    let fitting = rules
        .legal_turns(before)
        .into_iter()
        .find(|legal| is_push(legal) && removed_spots(legal) == removed)?;
    let marked: Vec<Item> = removed_items(&fitting).collect();
    let mark = |item: &Item| {
        marked
            .iter()
            .find(|marked| marked.spot == item.spot)
            .copied()
    };
    let actions = turn.actions.iter().map(|action| {
        Some(match action {
            Action::Push(push) => Action::Push(push_of(&fitting).unwrap_or(*push)),
            Action::Remove(items) => Action::Remove(items.iter().map(mark).collect::<Option<_>>()?),
        })
    });
    if marked.is_empty() {
        return None;
    }

    Some(Turn {
        actions: actions.collect::<Option<_>>()?,
    })
}

/// Returns the items of all removals of a turn.
fn removed_items(turn: &Turn) -> impl Iterator<Item = Item> + '_ {
    turn.actions
        .iter()
        .flat_map(|action| match action {
            Action::Push(_) => &[][..],
            Action::Remove(items) => items.as_slice(),
        })
        .copied()
}

/// Returns the pieces that a turn removes before and after its push.
fn removed_spots(turn: &Turn) -> [SpotSet; 2] {
    let push = turn
        .actions
        .iter()
        .position(|action| matches!(action, Action::Push(_)))
        .unwrap_or(turn.actions.len());
    let (before, after) = turn.actions.split_at(push);
    [before, after].map(|actions| {
        let turn = Turn {
            actions: actions.to_vec(),
        };
        let spots = removed_items(&turn).filter_map(|item| item.spot.spot());
        spots.collect()
    })
}

/// Returns the finding that marks were added, at the first turn that has one.
fn marks_assumed(first: Span) -> Finding {
    let message = "The removals do not say whose the pieces are and which are GIPF pieces; this is taken from the \
        board.";
    Finding::new(&codes::ASSUMED, first, message)
        .with_help("The notation writes `*` and `G` there, and so does the record.")
}

/// Moves everything after an error into a comment, because it would have another meaning as turns
/// of the notation.
fn keep_rest(source: &SourceText, game: &mut ForeignGame, fault: usize) {
    let rest = game.turns.get(fault + 1..).unwrap_or_default();
    let (Some(first), Some(last)) = (rest.first(), rest.last()) else {
        return;
    };
    let (text, finding) = rest_of(source, first.span, last.span);
    let closing = last.after.clone();
    game.findings.keep(finding);
    game.turns.truncate(fault + 1);
    game.turns[fault].after.push(text);
    game.turns[fault].after.extend(closing);
}
