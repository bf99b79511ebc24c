//! The end of a game (T2.2, T2.3).

use super::board::Mark;
use super::position::Position;
use crate::games::Verdict;
use crate::notation::{Points, Standing};

/// Returns how the rules ended the game.
pub(super) fn verdict(position: &Position) -> Option<Verdict> {
    if let Some((line, mark)) = position.full_line() {
        return Some(Verdict {
            standing: Standing::win_for(mark.seat(), 2),
            rule: "T2.2",
            reason: match mark {
                Mark::Cross => "three crosses are in a line",
                Mark::Nought => "three noughts are in a line",
            },
            marks: line.iter().map(ToString::to_string).collect(),
        });
    }
    if position.empty_squares().next().is_some() {
        return None;
    }
    Some(Verdict {
        standing: Standing([Points::Half; 2].into_iter().collect()),
        rule: "T2.3",
        reason: "the board is full",
        marks: Vec::new(),
    })
}
