//! Compares the board of a saved game with the turns of its log.

use super::saved_game::SavedBoard;
use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::gipf_turns::{line_of, parse_turn};
use crate::formats::{Draft, DraftTurn, codes};
use crate::games::gipf::board::Spot;
use crate::games::gipf::{Action, Colour, Gipf, Piece, PieceKind, Pieces, PositionText};
use crate::replay::Timeline;
use crate::text::Span;

/// Maximum number of spots that a finding names.
const NAMED_SPOTS: usize = 6;

/// Reports differences between a board and the position after the turns. Removes a last turn that
/// was saved before it was complete.
pub(super) fn compare_board(board: &SavedBoard, draft: &mut Draft) {
    let Some(timeline) = draft.timeline() else {
        return;
    };
    let Ok(last) = timeline.after(None) else {
        return;
    };
    let Some(mut after) = last
        .position
        .of_game::<Gipf>()
        .map(|reached| reached.state().text)
    else {
        return;
    };

    let legal_turns = timeline.report.turns as usize;
    let unplayed_turns = draft.line.turns.len().saturating_sub(legal_turns);
    let mut is_within_turn = board.pending.is_some();
    match unplayed_turns {
        0 => {}
        1 if is_unfinished(&timeline, is_within_turn) => {
            let Some(turn) = draft.line.turns.pop() else {
                return;
            };
            play_in_part(&mut after, &turn);
            is_within_turn = true;
            let message = format!(
                "The game was saved within this turn, `{}`; it is left out, because a record has only whole turns.",
                turn.text
            );
            draft
                .findings
                .keep(Finding::new(&codes::LEFT_OUT, turn.span, message));
        }
        // The checker reports the illegal turn; the position after it is unknown.
        _ => return,
    }

    let mut comparison = Comparison {
        board,
        after: &after,
        findings: &mut draft.findings,
    };
    comparison.compare_pieces(is_within_turn);
    if !is_within_turn {
        comparison.compare_counts();
        // After the end of the game, the seat to move does not matter.
        if timeline.report.result.is_none() {
            comparison.compare_seat_to_move();
        }
    }
}

/// Returns true if the last turn is illegal only because the game was saved before it was complete.
fn is_unfinished(timeline: &Timeline, is_removing: bool) -> bool {
    timeline
        .report
        .findings
        .iter()
        .any(|finding| match finding.code.id {
            "gipf/push-missing" => true,
            "gipf/row-not-removed" => is_removing,
            _ => false,
        })
}

/// Comparison of a saved board with the position after the log.
struct Comparison<'a> {
    board: &'a SavedBoard,
    after: &'a PositionText,
    findings: &'a mut Vec<Finding>,
}

/// Number of pieces of a seat that the saved board states.
struct SavedCount {
    kind: &'static str,
    /// Span of the number; `None` if the board does not state it.
    span: Option<Span>,
    saved: u32,
    replayed: u32,
}

impl Comparison<'_> {
    /// Reports a difference at a span of the board, or else at its start.
    fn report_difference(&mut self, span: Option<Span>, message: String) {
        let span = span.or(self.board.span).unwrap_or_default();
        let finding = Finding::new(&codes::DISAGREES, span, message);
        self.findings
            .keep(finding.with_help("The turns are used, and the board is ignored."));
    }

    /// Compares the pieces on the board.
    fn compare_pieces(&mut self, is_within_turn: bool) {
        let saved = &self.board.text.pieces;
        let replayed = &self.after.pieces;
        // A piece that is being removed may already be off the saved board.
        let is_removed = |spot: Spot| is_within_turn && saved.at(spot).is_none();
        let different: Vec<Spot> = Spot::all()
            .filter(|&spot| saved.at(spot) != replayed.at(spot) && !is_removed(spot))
            .collect();
        if different.is_empty() {
            return;
        }

        let first = self
            .board
            .pieces
            .iter()
            .find(|(spot, _)| different.contains(spot));
        let span = first.map(|(_, span)| *span);
        self.report_difference(span, difference_in_words(&different, saved, replayed));
    }

    /// Compares the pieces in reserve and the lost pieces.
    fn compare_counts(&mut self) {
        let board = self.board;
        let after = self.after;
        for colour in Colour::BOTH {
            let seat = colour.index();
            let name = colour.name();
            let counts = [
                SavedCount {
                    kind: "in reserve",
                    span: board.reserve[seat],
                    saved: board.text.reserve[seat],
                    replayed: after.reserve[seat],
                },
                SavedCount {
                    kind: "lost",
                    span: board.lost[seat],
                    saved: board.text.lost[seat],
                    replayed: after.lost[seat],
                },
            ];
            for count in counts {
                let SavedCount {
                    kind,
                    span,
                    saved,
                    replayed,
                } = count;
                if span.is_some() && saved != replayed {
                    let message = format!(
                        "{name} has {saved} {kind} on the saved board, but {replayed} according to the log."
                    );
                    self.report_difference(span, message);
                }
            }
        }
    }

    /// Compares the seat to move, if the board states it.
    fn compare_seat_to_move(&mut self) {
        let saved = self.board.text.to_move;
        let replayed = self.after.to_move;
        if self.board.to_move.is_some() && saved != replayed {
            let saved = saved.name();
            let replayed = replayed.name();
            let message = format!(
                "{saved} is to move on the saved board, but {replayed} according to the log."
            );
            self.report_difference(self.board.to_move, message);
        }
    }
}

/// Plays the actions of an unfinished turn.
fn play_in_part(position: &mut PositionText, turn: &DraftTurn) {
    let Some(turn) = parse_turn(&turn.text) else {
        return;
    };
    let mover = position.to_move;
    for action in turn.actions {
        match action {
            Action::Push(push) => {
                if let Some(line) = line_of(push) {
                    let introduced = Piece {
                        colour: mover,
                        kind: push.kind,
                    };
                    position.pieces.push_along(line, introduced);
                }
            }
            Action::Remove(items) => {
                for spot in items.iter().filter_map(|item| item.spot.spot()) {
                    position.pieces.set(spot, None);
                }
            }
        }
    }
}

/// Returns the message about spots on which the pieces differ.
fn difference_in_words(spots: &[Spot], saved: &Pieces, replayed: &Pieces) -> String {
    let mut named = Vec::new();
    for &spot in spots.iter().take(NAMED_SPOTS) {
        let on_board = name_of(saved.at(spot));
        let after_log = name_of(replayed.at(spot));
        named.push(format!(
            "{spot} ({on_board} on the board, {after_log} after the log)"
        ));
    }
    let named = named.join(", ");
    let more = match spots.len().saturating_sub(NAMED_SPOTS) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("The saved board and the log differ on {named}{more}.")
}

fn name_of(piece: Option<Piece>) -> &'static str {
    match piece {
        None => "nothing",
        Some(Piece {
            colour: Colour::White,
            kind: PieceKind::Single,
        }) => "a white piece",
        Some(Piece {
            colour: Colour::White,
            kind: PieceKind::Gipf,
        }) => "a white GIPF piece",
        Some(Piece {
            colour: Colour::Black,
            kind: PieceKind::Single,
        }) => "a black piece",
        Some(Piece {
            colour: Colour::Black,
            kind: PieceKind::Gipf,
        }) => "a black GIPF piece",
    }
}
