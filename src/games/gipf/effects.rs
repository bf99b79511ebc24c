//! Effects of a turn on the board, for diagrams: the pieces that a push moves, and the pieces that
//! removals take. Removed pieces are drawn as ghosts ([`Ghost`]) on the spots where they were.

use super::board::{PushLine, Spot, SpotSet};
use super::name::Name;
use super::pieces::Piece;
use super::position::Position;
use super::rows::{rows, take_off};
use super::turn::{Action, Item, Push, Turn};
use crate::draw::{Fate, Ghost};
use crate::games::Effects;

/// Returns the effects of a legal turn in canonical form.
pub(super) fn effects(before: &Position, turn: &Turn) -> Effects {
    let mut effects = Effects::default();
    let mut position = *before;
    let mut has_pushed = false;
    for action in &turn.actions {
        match action {
            Action::Push(push) => {
                has_pushed = true;
                follow_push(&mut position, push, &mut effects);
            }
            Action::Remove(items) => {
                let spots = spots_of(items);
                effects.rows.extend(rows_of(&position, spots));
                effects.row_owner = effects.rows.first().map(|_| position.text.to_move.seat());
                let gone = take_as_ghosts(&mut position, spots);
                if has_pushed {
                    effects.gone.extend(gone);
                } else {
                    effects.gone_before.extend(gone);
                }
            }
        }
    }
    effects
}

/// Removes pieces from the position. Returns them as ghosts, which diagrams draw where a piece was.
fn take_as_ghosts(position: &mut Position, spots: SpotSet) -> Vec<Ghost> {
    let ghosts = spots.iter().filter_map(|spot| {
        let piece = position.text.pieces.at(spot)?;
        // Pieces of the mover go back to the reserve, the others are lost.
        let fate = if piece.colour == position.text.to_move {
            Fate::Reserve
        } else {
            Fate::Lost
        };
        Some(Ghost {
            name: spot.to_string(),
            seat: piece.colour.seat(),
            ring: piece.kind.is_gipf(),
            fate,
        })
    });
    let ghosts = ghosts.collect();
    take_off(position, position.text.to_move, spots);
    ghosts
}

fn spots_of(items: &[Item]) -> SpotSet {
    items.iter().filter_map(|item| item.spot.spot()).collect()
}

/// Returns the ends of the rows that explain a removal, including the pieces that continue them
/// (G4.2).
fn rows_of(position: &Position, removed: SpotSet) -> Vec<(String, String)> {
    let explaining =
        rows(position, position.text.to_move).filter(|row| removed.is_within(row.segment));
    explaining.filter_map(|row| ends(row.segment)).collect()
}

/// Returns the ends of a segment.
pub(super) fn ends(segment: SpotSet) -> Option<(String, String)> {
    let spots: Vec<Spot> = segment.in_line_order();
    let (first, last) = (spots.first()?, spots.last()?);
    Some((first.to_string(), last.to_string()))
}

/// Plays a push, and adds its effects to `effects`.
fn follow_push(position: &mut Position, push: &Push, effects: &mut Effects) {
    let Some(to) = push.to.spot() else { return };
    let piece = Piece {
        colour: position.text.to_move,
        kind: push.kind,
    };
    let dot = push.from.and_then(Name::point);
    let all = position.text.pieces.all();
    let leads = |line: &PushLine| line.first_gap(all) == Some(to);
    let line = dot.and_then(|dot| PushLine::from_dot(dot).find(leads));
    let Some(line) = line else {
        // The piece enters an empty spot beside a dot, so the dot does not matter.
        position.text.pieces.set(to, Some(piece));
        effects.placed.push(to.to_string());
        return;
    };
    // Each piece moves from the point before a spot to that spot, up to the landing spot.
    let mut before = line.dot.to_string();
    effects.pushed = Some(Ghost {
        name: before.clone(),
        seat: piece.colour.seat(),
        ring: piece.kind.is_gipf(),
        fate: Fate::Unknown,
    });
    for (index, spot) in line.path().enumerate() {
        effects.moved.push((before, spot.to_string()));
        if index == 0 {
            effects.placed.push(spot.to_string());
        }
        before = spot.to_string();
        if spot == to {
            break;
        }
    }
    position.text.pieces.push_along(line, piece);
}
