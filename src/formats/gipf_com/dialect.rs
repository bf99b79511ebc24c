//! Dialects of other programs: pushes that name their first spot, and removals without marks. The
//! marks of a piece are `G` for a GIPF piece and `*` for a piece of the other seat: `xGb4*,c4`.
//! What a turn leaves out follows from the position before it, so [`complete_turns`] plays the
//! game, and stops at the first illegal turn.

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
    /// True if removals have no marks.
    pub(super) has_no_marks: bool,
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
    let mut named_spot = named_spot;
    if webgipf::has_colours(game) {
        // The form of webgipf always names the first spot.
        named_spot = NamedSpot::First;
        let first_out_of_turn = webgipf::join_actions(game, rules);
        if let Some(last_in_turn) = first_out_of_turn.and_then(|index| index.checked_sub(1)) {
            keep_rest(source, game, last_in_turn);
        }
    }

    let dialect = Dialect {
        named_spot,
        has_no_marks: has_no_marks(game),
    };
    let names_first = dialect.named_spot == NamedSpot::First;
    if !names_first && !dialect.has_no_marks {
        return;
    }

    let mut first_marked = None;
    let mut position = rules.start();
    let mut first_illegal = game.turns.len();
    for (index, foreign) in game.turns.iter_mut().enumerate() {
        let (Some(turn), Some(before)) = (parse_turn(&foreign.text), &position) else {
            first_illegal = index;
            break;
        };
        let completed = complete_turn(rules, before, turn, dialect);
        if completed.is_marked && first_marked.is_none() {
            first_marked = Some(foreign.span);
        }
        foreign.text = completed.turn.to_string();
        if completed.position.is_none() {
            first_illegal = index;
            break;
        }
        position = completed.position;
    }

    game.findings.extend(first_marked.map(marks_assumed));
    if names_first || first_marked.is_some() {
        keep_rest(source, game, first_illegal);
    }
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
        && let Some(marked) = with_marks(rules, before, &turn, dialect.named_spot)
    {
        return Completed {
            position: rules.play(before, &marked).ok(),
            turn: marked,
            is_marked: true,
        };
    }
    Completed {
        turn,
        is_marked: false,
        position,
    }
}

/// Returns true if removals list pieces, and all of them without marks.
fn has_no_marks(game: &ForeignGame) -> bool {
    let mut has_items = false;
    for foreign in &game.turns {
        let Some(turn) = parse_turn(&foreign.text) else {
            continue;
        };
        for item in removed_items(&turn) {
            if item.kind.is_gipf() || item.other_seat {
                return false;
            }
            has_items = true;
        }
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
    let fitting = rules.legal_turns(before).into_iter().find(|legal| {
        let has_same_push = match (push_of(legal), push_of(turn)) {
            (Some(legal), Some(push)) => is_same_push(legal, push, named_spot),
            (legal, push) => legal == push,
        };
        has_same_push && removed_spots(legal) == removed
    })?;

    let marked_items: Vec<Item> = removed_items(&fitting).collect();
    if marked_items.is_empty() {
        return None;
    }
    let with_mark = |item: &Item| {
        marked_items
            .iter()
            .find(|marked| marked.spot == item.spot)
            .copied()
    };
    let mut marked = turn.clone();
    for action in &mut marked.actions {
        match action {
            Action::Push(push) => *push = push_of(&fitting).unwrap_or(*push),
            Action::Remove(items) => *items = items.iter().map(with_mark).collect::<Option<_>>()?,
        }
    }
    Some(marked)
}

/// Returns true if a legal push is the one that a source writes.
fn is_same_push(legal: Push, written: Push, named_spot: NamedSpot) -> bool {
    // A push without its dot ends on its first spot.
    if legal.from.is_none() {
        let ends_on_first = written.from.is_none() || to_first_spot(written) == Some(written);
        return legal.to == written.to && legal.kind == written.kind && ends_on_first;
    }
    let is_on_same_line = named_spot == NamedSpot::First && to_first_spot(legal) == Some(written);
    legal == written || is_on_same_line
}

/// Returns the items of all removals of a turn.
fn removed_items(turn: &Turn) -> impl Iterator<Item = Item> {
    items_of(&turn.actions)
}

/// Returns the items of the removals among some actions.
fn items_of(actions: &[Action]) -> impl Iterator<Item = Item> {
    actions
        .iter()
        .flat_map(|action| match action {
            Action::Push(_) => &[][..],
            Action::Remove(items) => items.as_slice(),
        })
        .copied()
}

/// Returns the pieces that a turn removes before and after its push.
fn removed_spots(turn: &Turn) -> [SpotSet; 2] {
    let push_index = turn
        .actions
        .iter()
        .position(|action| matches!(action, Action::Push(_)))
        .unwrap_or(turn.actions.len());
    let (before, after) = turn.actions.split_at(push_index);
    [before, after].map(|actions| {
        items_of(actions)
            .filter_map(|item| item.spot.spot())
            .collect()
    })
}

/// Returns the finding that marks were added, at the first turn that has one.
fn marks_assumed(first: Span) -> Finding {
    let message = "The removals do not say whose the pieces are and which are GIPF pieces; this is taken from the \
        board.";
    Finding::new(&codes::ASSUMED, first, message)
        .with_help("The notation writes `*` and `G` there, and so does the record.")
}

/// Moves everything after the turn with the index `last_kept` into a comment, because it would have
/// another meaning as turns of the notation.
fn keep_rest(source: &SourceText, game: &mut ForeignGame, last_kept: usize) {
    let rest = game.turns.get(last_kept + 1..).unwrap_or_default();
    let (Some(first), Some(last)) = (rest.first(), rest.last()) else {
        return;
    };
    let (text, finding) = rest_of(source, first.span, last.span);
    let text_after_game = last.after.clone();
    game.findings.keep(finding);
    game.turns.truncate(last_kept + 1);
    let comments = &mut game.turns[last_kept].after;
    comments.push(text);
    comments.extend(text_after_game);
}
