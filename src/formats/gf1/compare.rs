//! Compares the board of a saved game with the turns of its log.

use super::save::SavedBoard;
use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::gipf_play::{line_of, turn as gipf_turn};
use crate::formats::{Draft, DraftTurn, codes};
use crate::games::gipf::board::Spot;
use crate::games::gipf::{Action, Colour, Gipf, Piece, Pieces, PositionText};
use crate::text::Span;

/// Maximum number of spots named in a finding.
const NAMED: usize = 6;

/// Reports differences between a board and the position after the turns. Removes a last turn that was saved
/// before it was complete.
pub(super) fn compare(board: &SavedBoard, draft: &mut Draft) {
    let Some(timeline) = draft.timeline() else { return };
    let played = timeline.report.turns as usize;
    let Ok(last) = timeline.after(None) else { return };
    let Some(mut after) = last.position.of_game::<Gipf>().map(|reached| reached.state().text) else { return };
    let mut is_within_turn = board.pending.is_some();
    if played + 1 == draft.line.turns.len() {
        let is_unfinished = timeline.report.findings.iter().any(|finding| match finding.code.id {
            "gipf/push-missing" => true,
            "gipf/row-not-removed" => is_within_turn,
            _ => false,
        });
        let Some(last) = draft.line.turns.pop_if(|_| is_unfinished) else { return };
        follow(&mut after, &last);
        is_within_turn = true;
        let message = format!(
            "The game was saved within this turn, `{}`; it is left out, because a record has only whole turns.",
            last.text
        );
        draft.findings.keep(Finding::new(&codes::LEFT_OUT, last.span, message));
    } else if played < draft.line.turns.len() {
        // The checker reports the illegal turn; the position after it is unknown.
        return;
    }
    let mut differs = |span: Option<Span>, message: String| {
        let span = span.or(board.span).unwrap_or_default();
        let finding = Finding::new(&codes::DISAGREES, span, message);
        draft.findings.keep(finding.with_help("The turns are taken, and the board is left out."));
    };
    let spots = Spot::all().filter(|spot| {
        let saved = board.text.pieces.at(*spot);
        // A piece that is being removed may already be off the saved board.
        saved != after.pieces.at(*spot) && !(is_within_turn && saved.is_none())
    });
    let spots: Vec<Spot> = spots.collect();
    if !spots.is_empty() {
        let span = board.pieces.iter().find(|(spot, _)| spots.contains(spot)).map(|(_, span)| *span);
        differs(span, pieces_differ(&spots, &board.text.pieces, &after.pieces));
    }
    if is_within_turn {
        return;
    }
    for colour in Colour::BOTH {
        let (at, name) = (colour.index(), colour.name());
        let counts = [
            ("in reserve", board.reserve[at], board.text.reserve[at], after.reserve[at]),
            ("lost", board.lost[at], board.text.lost[at], after.lost[at]),
        ];
        for (what, span, saved, replayed) in counts {
            if span.is_some() && saved != replayed {
                let message =
                    format!("{name} has {saved} {what} on the board that was saved, and {replayed} after the log.");
                differs(span, message);
            }
        }
    }
    // After the end of the game, the seat to move does not matter.
    let is_over = timeline.report.result.is_some();
    if board.to_move.is_some() && board.text.to_move != after.to_move && !is_over {
        let [saved, replayed] = [board.text.to_move, after.to_move].map(Colour::name);
        let message = format!("{saved} is to move on the board that was saved, and {replayed} after the log.");
        differs(board.to_move, message);
    }
}

/// Plays as much of a turn as is complete.
fn follow(position: &mut PositionText, turn: &DraftTurn) {
    let mover = position.to_move;
    for action in gipf_turn(&turn.text).into_iter().flat_map(|turn| turn.actions) {
        match action {
            Action::Push(push) => {
                if let Some(line) = line_of(push) {
                    position.pieces.push_along(line, Piece { colour: mover, gipf: push.gipf });
                }
            }
            Action::Remove(items) => {
                items.iter().filter_map(|item| item.spot.spot()).for_each(|spot| position.pieces.set(spot, None));
            }
        }
    }
}

fn pieces_differ(spots: &[Spot], saved: &Pieces, replayed: &Pieces) -> String {
    let named = spots.iter().take(NAMED).map(|spot| {
        let [saved, replayed] = [saved.at(*spot), replayed.at(*spot)].map(name_of);
        format!("{spot} ({saved} on the board, {replayed} after the log)")
    });
    let named = named.collect::<Vec<_>>().join(", ");
    let more = match spots.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("The board that was saved and the log differ on {named}{more}.")
}

fn name_of(piece: Option<Piece>) -> &'static str {
    match piece {
        None => "nothing",
        Some(Piece { colour: Colour::White, gipf: false }) => "a white piece",
        Some(Piece { colour: Colour::White, gipf: true }) => "a white GIPF piece",
        Some(Piece { colour: Colour::Black, gipf: false }) => "a black piece",
        Some(Piece { colour: Colour::Black, gipf: true }) => "a black GIPF piece",
    }
}
