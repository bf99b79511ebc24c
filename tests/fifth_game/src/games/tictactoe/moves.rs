//! Legal turns: the empty squares of an undecided position.

use std::ops::ControlFlow;

use super::board::Square;
use super::position::Position;
use super::turn::Turn;
use super::{Setup, Tictactoe};
use crate::games::{RandomPlay, Suggest, TurnFilter, VisitTurns};

/// Returns the squares that the seat to move may mark.
pub(super) fn open_squares(position: &Position) -> Vec<Square> {
    if position.full_line().is_some() {
        return Vec::new();
    }
    position.empty_squares().collect()
}

/// Visits every legal turn, with the position after it.
pub(super) fn legal_turns(
    position: &Position,
    visit: VisitTurns<'_, Tictactoe>,
) -> ControlFlow<()> {
    open_squares(position).into_iter().try_for_each(|square| {
        let mut after = *position;
        after.play(square);
        visit(&Turn::from(square), &after)
    })
}

impl Suggest for Tictactoe {
    fn turns_like(
        _setup: &Setup,
        position: &Position,
        like: Option<&Turn>,
        filter: &mut dyn TurnFilter<Self>,
    ) -> ControlFlow<()> {
        let mut squares = open_squares(position);
        if let Some(turn) = like {
            squares.sort_by_key(|&square| turn.steps_to(square));
        }
        squares
            .into_iter()
            .try_for_each(|square| filter.show(&Turn::from(square)))
    }
}

impl RandomPlay for Tictactoe {}
