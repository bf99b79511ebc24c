//! Solving puzzles: keys of positions, and bounds on how soon a game can be won.

use std::mem::size_of_val;
use std::ops::ControlFlow;

use smallvec::smallvec;

use super::Gipf;
use super::board::BoardLine;
use super::moves::turns_within;
use super::pieces::Colour;
use super::position::Position;
use super::setup::{Setup, Variant};
use super::turn::{Action, Turn};
use crate::games::{SearchKey, Solving, VisitTurns};

impl Solving for Gipf {
    /// Symmetric images have different keys: merging them saves steps only from the symmetric
    /// set-ups of the start, and saved none in 352 positions of random games.
    fn search_key(_setup: &Setup, state: &Position) -> SearchKey {
        // One bit for the seat to move and for each right or duty.
        let mut flags = state.text.to_move as u64;
        for flag in [state.text.may_introduce, state.text.owes_first].as_flattened() {
            flags = flags << 1 | u64::from(*flag);
        }
        // 24 bits for each reserve. Captured pieces never return, so they have no effect.
        let [white_reserve, black_reserve] =
            state.text.reserve.map(|count| u64::from(count & 0xff_ffff));
        let [white, black] = Colour::BOTH.map(|colour| state.text.pieces.of_colour(colour).0);
        smallvec![
            white,
            black,
            state.text.pieces.gipf().0,
            flags << 48 | white_reserve << 24 | black_reserve
        ]
    }

    fn may_win(setup: &Setup, state: &Position, seat: u8, turns: u32) -> bool {
        let winner = if seat == 1 {
            Colour::White
        } else {
            Colour::Black
        };
        let loser = winner.other();
        // The seats take turns, beginning with the seat to move.
        let (turns_of_winner, turns_of_loser) = if state.text.to_move == winner {
            (turns.div_ceil(2), turns / 2)
        } else {
            (turns / 2, turns.div_ceil(2))
        };
        // Each turn of the loser takes one piece from its reserve, or the two of a GIPF piece.
        let pieces_per_turn = if state.text.may_introduce[loser.index()] {
            2
        } else {
            1
        };
        let max_pieces = turns_of_loser.saturating_mul(pieces_per_turn);
        if state.text.reserve[loser.index()] <= max_pieces {
            return true;
        }
        // Otherwise, a removal must take the loser's last GIPF piece (G6.1).
        setup.variant != Variant::Basic
            && turns_of_winner > 0
            && may_have_row(state, winner, turns_of_winner)
    }

    fn may_end(setup: &Setup, state: &Position, turns: u32) -> bool {
        [1, 2]
            .into_iter()
            .any(|seat| Self::may_win(setup, state, seat, turns))
    }

    fn heap_bytes(turn: &Turn) -> usize {
        let spilled = turn.actions.iter().map(|action| match action {
            Action::Remove(items) if items.spilled() => size_of_val(items.as_slice()),
            Action::Remove(_) | Action::Push(_) => 0,
        });
        size_of_val(turn.actions.as_slice()) + spilled.sum::<usize>()
    }

    fn search_turns(
        setup: &Setup,
        state: &Position,
        tries: &mut u64,
        visit: VisitTurns<'_, Self>,
    ) -> ControlFlow<()> {
        turns_within(setup, state, tries, visit)
    }

    fn urgency(before: &Position, after: &Position) -> u32 {
        let me = before.text.to_move;
        let other = me.other();
        let gipf_pieces = |position: &Position| {
            let pieces = &position.text.pieces;
            pieces.of_colour(other).and(pieces.gipf()).len()
        };
        let captured_gipf = gipf_pieces(before).saturating_sub(gipf_pieces(after));
        let captured =
            after.text.lost[other.index()].saturating_sub(before.text.lost[other.index()]);
        let grows = after.text.reserve[me.index()] > before.text.reserve[me.index()];
        // A captured GIPF piece counts more than other captures, and these more than own pieces
        // that return.
        16 * captured_gipf + 4 * captured + u32::from(grows)
    }
}

/// Returns false if a colour cannot have a row of four after this number of its turns.
fn may_have_row(state: &Position, colour: Colour, turns: u32) -> bool {
    let own = state.text.pieces.of_colour(colour);
    if own.len() + turns < 4 {
        return false;
    }
    // A push adds at most one piece to a line: the pushed one, or one that it moves there.
    turns > 1
        || BoardLine::all()
            .iter()
            .any(|line| line.set().and(own).len() >= 3)
}
