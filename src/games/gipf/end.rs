//! The end of a game (G6). The generator in `moves.rs` decides it independently.

use super::pieces::Colour;

use super::position::{Decision, Position};
use super::setup::{LossRule, Setup, Variant};

/// Returns the decision of the game after a removal by `colour` (G6.1).
pub(super) fn decided_by_removal(
    setup: &Setup,
    position: &Position,
    colour: Colour,
) -> Option<Decision> {
    if setup.variant == Variant::Basic {
        return None;
    }
    // A seat that still owes its first GIPF piece has not lost its last one.
    let has_lost_last = |colour: Colour| {
        !position.text.pieces.has_gipf(colour) && !position.text.owes_first[colour.index()]
    };
    let (winner, reason) = if has_lost_last(colour.other()) {
        (colour, "a removal took the other seat's last GIPF piece")
    } else if has_lost_last(colour) {
        (
            colour.other(),
            "a removal took the remover's own last GIPF piece",
        )
    } else {
        return None;
    };
    Some(Decision {
        winner,
        rule: "G6.1",
        reason,
    })
}

/// Returns the decision of the game when `position.to_move` is about to move (G6.2, G6.3).
#[inline]
pub(super) fn decided_between_turns(setup: &Setup, position: &Position) -> Option<Decision> {
    // Fast exit: in most positions, both seats have pieces in reserve.
    if position.text.reserve.contains(&0) {
        decided_by_empty_reserve(setup, position)
    } else {
        None
    }
}

/// Continues [`decided_between_turns`] if a reserve is empty.
fn decided_by_empty_reserve(setup: &Setup, position: &Position) -> Option<Decision> {
    let next = position.text.to_move;
    let moved = next.other();
    if setup.out == LossRule::AtTurnEnd && position.text.reserve[moved.index()] == 0 {
        let reason = "a seat had nothing in reserve at the end of its turn";
        return Some(Decision {
            winner: next,
            rule: "G6.3",
            reason,
        });
    }
    if position.text.reserve[next.index()] == 0 && !position.text.pieces.of_colour(next).has_fours()
    {
        let reason = "a seat had to move with nothing in reserve and no row";
        return Some(Decision {
            winner: moved,
            rule: "G6.2",
            reason,
        });
    }
    None
}
