//! Positions of a record in which the solver of a puzzle is to move, and what the record says about
//! its turns there: the main line and variations with `[%solution]` solve the puzzle, variations
//! with `[%refuted]` are wrong tries.

use std::collections::HashMap;

use serde::Serialize;

use crate::figures::puzzle::{PuzzleOf, puzzles};
use crate::notation::{Line, TurnId, VariationMark};
use crate::replay::Timeline;

/// Maximum number of positions of one puzzle that can be played.
const MAX_POSITIONS: u32 = 16;

/// What the record says about a turn in a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum TryKind {
    /// The turn reaches the goal.
    Solution,
    /// The turns that follow refute the turn.
    Refuted,
    /// The record does not say.
    Open,
}

impl TryKind {
    /// Returns the name of a variation that begins with such a turn. The line itself is the
    /// solution.
    pub(super) fn english(self) -> &'static str {
        match self {
            Self::Solution => "Another solution",
            Self::Refuted => "Wrong try",
            Self::Open => "Not judged",
        }
    }
}

/// Positions of the puzzles of a record at which the solver is to move.
#[derive(Debug, Default)]
pub(super) struct SolverPositions {
    /// Turn before each position; `None` for the start.
    turns_before: Vec<Option<TurnId>>,
    /// What the record says about its turns in these positions.
    pub(super) kinds: HashMap<TurnId, TryKind>,
}

impl SolverPositions {
    /// Finds the positions of all puzzles of the main line.
    pub(super) fn from_timeline(timeline: &Timeline) -> Self {
        let mut all = Self::default();
        let main = &timeline.record().moves;
        for PuzzleOf { frame, puzzle } in puzzles(timeline) {
            let turn_before = frame.turn;
            let index = turn_before.and_then(|id| main.turns.iter().position(|node| node.id == id));
            let next = index.map_or(0, |index| index + 1);
            let turns_left = match puzzle.turns {
                None | Some(0) => MAX_POSITIONS,
                Some(turns) => turns.min(MAX_POSITIONS),
            };
            all.add(main, next, turn_before, turns_left);
        }
        all
    }

    /// Returns true if the solver is to move after a turn; `None` for the start.
    pub(super) fn contains(&self, turn_before: Option<TurnId>) -> bool {
        self.turns_before.contains(&turn_before)
    }

    /// Adds the position before the turn `next` of a line, and those after each solution and the
    /// answer to it. `turns_left` is the number of turns that the solver still has.
    fn add(&mut self, line: &Line, next: usize, turn_before: Option<TurnId>, turns_left: u32) {
        if turns_left == 0 {
            return;
        }
        let Some(node) = line.turns.get(next) else {
            return;
        };

        if !self.contains(turn_before) {
            self.turns_before.push(turn_before);
        }

        // Solutions, each as its line and its index there.
        let mut solutions = vec![(line, next)];
        self.kinds.insert(node.id, TryKind::Solution);
        for variation in node.variations() {
            let Some(first) = variation.line.turns.first() else {
                continue;
            };
            let kind = match variation.mark() {
                Some(VariationMark::Solution) => TryKind::Solution,
                Some(VariationMark::Refuted) => TryKind::Refuted,
                None => TryKind::Open,
            };
            self.kinds.insert(first.id, kind);
            if kind == TryKind::Solution {
                solutions.push((&variation.line, 0));
            }
        }

        for (line, index) in solutions {
            if let Some(answer) = line.turns.get(index + 1) {
                self.add(line, index + 2, Some(answer.id), turns_left - 1);
            }
        }
    }
}
