//! Tries turns that are missing, written twice, or in the wrong order.

use std::ops::ControlFlow;

use super::candidate::cost;
use super::edit::Edit;
use super::search::{
    HORIZON, MAX_INSERTED, Search, TriedChange, is_score, judging_cost, turn_number,
};
use crate::games::Game;
use crate::notation::worded_result;
use crate::replay::game_of_turn;

impl<G: Game> Search<'_, G> {
    pub(super) fn try_order(&mut self) -> ControlFlow<()> {
        for index in self.turns_before_fault().take(HORIZON + 1) {
            let Some(trial) = self.trial.clone() else {
                break;
            };
            // Of two equal turns, the second is removed.
            let turns_to_fault = self.fault - index;
            if index > 0 && self.text(index) == self.text(index - 1) {
                self.try_deletion(index, cost::ORDER)?;
            }
            let Some(next) = self.written.get(index + 1) else {
                continue;
            };
            let mut reached = self.reached[index].clone();
            self.work.take(2 * judging_cost::<G>())?;
            if trial.play(&mut reached, next) && trial.play(&mut reached, &self.written[index]) {
                let edit = || Edit::Swap {
                    turn: turn_number(index),
                };
                // Mostly such an exchange shows at once, and later turns support it.
                let is_last = index + 2 >= self.written.len();
                let cost = if turns_to_fault <= 1 && !is_last {
                    cost::ORDER - 1
                } else {
                    cost::ORDER
                };
                self.consider(
                    reached,
                    index + 2,
                    0,
                    TriedChange {
                        cost,
                        turns_to_fault,
                        text_distance: 0,
                        edit: &edit,
                    },
                )?;
            }
        }
        ControlFlow::Continue(())
    }

    fn try_deletion(&mut self, at: usize, cost: u32) -> ControlFlow<()> {
        let node = &self.record.moves.turns[at];
        // Its variations and glyphs would be lost.
        if node.variations().next().is_some() || !node.glyphs.is_empty() || self.may_be_end(at) {
            return ControlFlow::Continue(());
        }
        let was = self.text(at);
        let edit = || Edit::Delete {
            turn: turn_number(at),
            was: was.to_owned(),
        };
        let change = TriedChange {
            cost,
            turns_to_fault: self.fault - at,
            text_distance: 0,
            edit: &edit,
        };
        self.consider(self.reached[at].clone(), at + 1, -1, change)
    }

    /// True if a text in place of a turn may say how the game ended: a score, a result or a
    /// resignation in words. The last text of a game may say so in any language.
    fn may_be_end(&self, at: usize) -> bool {
        if !self.written[at].is_unreadable() {
            return self.written[at].is_resignation();
        }
        let text = self.text(at);
        let names = G::ID.seat_names(Some(self.record));
        let is_last = at + 1 == self.written.len() && game_of_turn(text).is_none();
        is_score(text) || is_last || worded_result(text, &names).is_some()
    }

    pub(super) fn try_turns(&mut self) -> ControlFlow<()> {
        for index in self.turns_before_fault() {
            self.try_deletion(index, cost::DELETED)?;
        }
        if G::FACTS.most_turns_are_legal && !self.reached.is_empty() && !self.only_end_is_wrong() {
            self.try_one_more_stone(self.fault)?;
        }
        self.try_insertions(false)
    }

    /// Tries inserting a turn at each place where a number is skipped, or at all other places.
    pub(super) fn try_insertions(&mut self, where_skipped: bool) -> ControlFlow<()> {
        for index in (0..self.reached.len()).rev() {
            if self.numbers_skip(index) == where_skipped {
                self.try_insertion(index)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// True if a number is skipped before the turn at index `at`.
    fn numbers_skip(&self, at: usize) -> bool {
        let written = |at: usize| {
            let node = self.record.moves.turns.get(at)?;
            let text = self.record.text_of(node.number_span?);
            let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
            digits.parse::<u32>().ok()?.checked_sub(node.number)
        };
        written(at) == Some(1) && (at == 0 || written(at - 1) == Some(0))
    }

    fn try_insertion(&mut self, at: usize) -> ControlFlow<()> {
        if self.reached[at].result.is_some() {
            return ControlFlow::Continue(());
        }
        let Some(trial) = self.trial.clone() else {
            return ControlFlow::Continue(());
        };
        let mut tried = Vec::new();
        let mut count = 0;
        let next = if self.only_end_is_wrong() {
            None
        } else {
            self.written[at..].iter().find(|turn| !turn.is_not_played())
        };
        // Generating a turn costs as much as judging one.
        let work = &mut self.work;
        let walked = G::legal_turns(
            trial.setup(),
            &self.reached[at].state,
            &mut |turn, after| {
                work.take(2 * judging_cost::<G>())?;
                count += 1;
                let reached = trial.at(after.clone());
                // Most candidates fail at the very next turn.
                let goes_on = next.is_none_or(|next| trial.play(&mut reached.clone(), next));
                if goes_on {
                    tried.push((turn.clone(), reached));
                }
                if count < MAX_INSERTED {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            },
        );
        self.hit_limit |= walked.is_break();
        let cost = if self.numbers_skip(at) {
            cost::NUMBERED
        } else {
            cost::TURN
        };
        for (turn, reached) in tried {
            let edit = || Edit::Insert {
                turn: turn_number(at),
                now: turn.to_string(),
            };
            let change = TriedChange {
                cost,
                turns_to_fault: self.fault - at,
                text_distance: 0,
                edit: &edit,
            };
            self.consider(reached, at, 1, change)?;
        }
        ControlFlow::Continue(())
    }
}
