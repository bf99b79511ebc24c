//! Dialects of other programs: pushes that name their first spot, removals that do not say whose the pieces
//! are.

use super::ForeignGame;
use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::codes;
use crate::formats::gipf_play::{GipfPlay, push_of, reached, turn as gipf_turn};
use crate::games::gipf::board::SpotSet;
use crate::games::gipf::{Action, Item, Position, Turn};
use crate::text::{SourceText, Span};

/// Converts the turns of a game to the notation, as far as they can be played: adds the last spot of a push if
/// the source `names_first`, and the marks of removed pieces if its removals have none.
pub(super) fn complete(source: &SourceText, game: &mut ForeignGame, play: &GipfPlay, names_first: bool) {
    let has_no_marks = has_no_marks(game);
    if !names_first && !has_no_marks {
        return;
    }
    let mut completed = None;
    let mut position = play.start();
    let mut fault = game.turns.len();
    for (at, foreign) in game.turns.iter_mut().enumerate() {
        let Some((mut turn, before)) = gipf_turn(&foreign.text).zip(position.as_ref()) else {
            fault = at;
            break;
        };
        if names_first {
            turn = reached(play, before, &turn);
        }
        let mut after = play.play(before, &turn).ok();
        if let Some(marked) = marked(play, before, &turn).filter(|_| has_no_marks && after.is_none()) {
            completed.get_or_insert(foreign.span);
            turn = marked;
            after = play.play(before, &turn).ok();
        }
        foreign.text = turn.to_string();
        if after.is_none() {
            fault = at;
            break;
        }
        position = after;
    }
    game.findings.extend(completed.map(assumed));
    if names_first || completed.is_some() {
        keep_rest(source, game, fault);
    }
}

/// Returns true if removals list pieces, and all of them without marks.
fn has_no_marks(game: &ForeignGame) -> bool {
    let turns = game.turns.iter().filter_map(|foreign| gipf_turn(&foreign.text));
    let mut has_items = false;
    for item in turns.flat_map(|turn| turn.actions).flat_map(|action| match action {
        Action::Push(_) => Vec::new(),
        Action::Remove(items) => items.into_vec(),
    }) {
        if item.gipf || item.other_seat {
            return false;
        }
        has_items = true;
    }
    has_items
}

/// Returns the turn with the marks that its pieces have on the board, or `None` if no legal turn removes these
/// pieces.
fn marked(play: &GipfPlay, before: &Position, turn: &Turn) -> Option<Turn> {
    let taken = taken(turn);
    let legal = play.legal_turns(before).into_iter();
    let fitting = legal.filter(|legal| push_of(legal) == push_of(turn) && self::taken(legal) == taken);
    let known: Vec<Item> = fitting.take(1).flat_map(|turn| items(&turn).collect::<Vec<_>>()).collect();
    let mark = |item: &Item| known.iter().find(|known| known.spot == item.spot).copied();
    let actions = turn.actions.iter().map(|action| {
        Some(match action {
            Action::Push(push) => Action::Push(*push),
            Action::Remove(items) => Action::Remove(items.iter().map(mark).collect::<Option<_>>()?),
        })
    });
    (!known.is_empty()).then(|| actions.collect::<Option<_>>().map(|actions| Turn { actions }))?
}

fn items(turn: &Turn) -> impl Iterator<Item = Item> + '_ {
    turn.actions
        .iter()
        .flat_map(|action| match action {
            Action::Push(_) => &[][..],
            Action::Remove(items) => items.as_slice(),
        })
        .copied()
}

/// Returns the pieces that a turn removes before and after its push.
fn taken(turn: &Turn) -> [SpotSet; 2] {
    let push = turn.actions.iter().position(|action| matches!(action, Action::Push(_))).unwrap_or(turn.actions.len());
    let (before, behind) = turn.actions.split_at(push);
    [before, behind].map(|actions| {
        let turn = Turn { actions: actions.to_vec() };
        let spots = items(&turn).filter_map(|item| item.spot.spot());
        spots.collect()
    })
}

fn assumed(first: Span) -> Finding {
    let message = "The removals do not say whose the pieces are and which are GIPF pieces; this is taken from the \
        board.";
    Finding::new(&codes::ASSUMED, first, message)
        .with_help("The notation writes `*` and `G` there, and so does the record.")
}

/// Moves everything after an error into a comment: as turns of the notation it would have another meaning.
fn keep_rest(source: &SourceText, game: &mut ForeignGame, fault: usize) {
    let rest = game.turns.get(fault + 1..).unwrap_or_default();
    let (Some(first), Some(last)) = (rest.first(), rest.last()) else { return };
    let span = Span { start: first.span.start, end: last.span.end };
    let text = format!("the source continues, in its own notation: {}", source.text_of(span));
    let message = "The text after the error is kept in a comment: in this dialect its meaning depends on the board.";
    let finding = Finding::new(&codes::LEFT_OUT, first.span, message);
    game.findings.keep(finding.with_help("Fix the source and convert it again."));
    game.turns.truncate(fault + 1);
    game.turns[fault].after.push(text);
}
