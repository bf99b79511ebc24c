//! Lines below the board of a step: the caption, one line for each seat, and the other notes.
//!
//! The figure of a position has notes below its board. The player removes them from the figure, and
//! writes them as HTML, so that their text is legible at any size of the board.

use std::collections::{BTreeMap, BTreeSet};

use super::seat_lines::{Players, name_of_piece};
use crate::draw::{DrawnRole, Figure, Note, Theme};
use crate::replay::Position;

/// Lines below a figure.
pub(super) struct LinesBelow {
    pub(super) html: String,
    /// Roles of their drawings.
    pub(super) roles: BTreeSet<DrawnRole>,
    /// Piece of the seat of the turn, by its name in the style sheet.
    pub(super) piece: Option<String>,
}

/// Removes the lines below the figure of a position: the caption, one line for each seat in the
/// order of the seats, and the other notes. `turn_seat` is the name of the seat of the turn.
pub(super) fn take_lines_below(
    figure: &mut Figure,
    position: &Position,
    turn_seat: &str,
    theme: &Theme,
    players: &Players,
) -> LinesBelow {
    let caption = figure.caption.take().map(Note::of_words);
    let notes = std::mem::take(&mut figure.notes);
    let mut roles = BTreeSet::new();
    let mut piece = None;
    let turn_seat = players.seat_of(turn_seat);
    let mut seat_lines: BTreeMap<u8, String> = BTreeMap::new();
    let mut other_lines = String::new();
    for note in &notes {
        if let Some(seat) = players.seat_of(&note.words()) {
            let html = players.seat_html(seat, note, position, theme, &mut roles);
            seat_lines.entry(seat).or_default().push_str(&html);
            if turn_seat == Some(seat) {
                piece = note.piece.and_then(name_of_piece);
            }
        } else if note.is_about_mover() && note.piece.is_none() {
            // A note that says only which seat is to move becomes the line of that seat.
            let seat = position.to_move();
            let html = players.mover_html(seat, note, theme, &mut roles);
            seat_lines.entry(seat).or_default().push_str(&html);
        } else {
            other_lines.push_str(&players.note_html(note, theme, &mut roles));
        }
    }

    if !notes.is_empty() {
        for seat in players.seats() {
            seat_lines
                .entry(seat)
                .or_insert_with(|| players.line_without_note(seat, position));
        }
    }

    let mut html = String::new();
    if let Some(caption) = caption {
        html.push_str(&players.note_html(&caption, theme, &mut roles));
    }
    html.extend(seat_lines.into_values());
    html.push_str(&other_lines);
    LinesBelow { html, roles, piece }
}
