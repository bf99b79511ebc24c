//! Tries changes of one turn: typos, and missing or wrong parts.

use std::ops::{ControlFlow, RangeInclusive};

use super::candidate::cost;
use super::parts::with_other_parts;
use super::search::{HORIZON, MAX_INSERTED, PARSING_COST, Search};
use crate::games::{Game, TurnText};
use crate::notation::likeness::{Likeness, MAX_LENGTH, Reach, Typo, TypoFilter, each_typo};
use crate::replay::fast_parse_turn;

impl<G: Game> Search<'_, G> {
    /// Tries typos in turns whose distance from the fault is in `distances`.
    pub(super) fn try_typos(
        &mut self,
        reach: Reach,
        distances: RangeInclusive<usize>,
    ) -> ControlFlow<()> {
        let cost = match reach {
            Reach::Near => cost::TYPO,
            Reach::Far => cost::FAR,
        };
        let fault = self.fault;
        // Its memory is reused.
        let mut turn = G::Turn::default();
        for at in self
            .turns_before_fault()
            .filter(|at| distances.contains(&(fault - at)))
        {
            each_typo(
                self.text(at),
                G::ID,
                reach,
                TypoFilter::MayBeTurns,
                &mut |Typo {
                          text: meant,
                          passed_over,
                      }| {
                    self.work.take(PARSING_COST * (passed_over as u64 + 1))?;
                    if G::Turn::fast_parse(meant, &mut turn).is_none() {
                        return ControlFlow::Continue(());
                    }
                    // A missing sign counts as a missing part of the turn.
                    let signs = |text: &[u8]| {
                        text.iter()
                            .filter(|sign| matches!(sign, b'G' | b'*'))
                            .count()
                    };
                    let cost = if signs(meant) > signs(self.text(at).as_bytes()) {
                        cost.max(cost::PART)
                    } else {
                        cost
                    };
                    self.try_replacement(at, turn.clone(), cost, 0, &|| {
                        String::from_utf8_lossy(meant).into_owned()
                    })
                },
            )?;
        }
        ControlFlow::Continue(())
    }

    pub(super) fn try_parts(&mut self) -> ControlFlow<()> {
        for index in self.turns_before_fault().take(HORIZON + 1) {
            // A long turn would have too many variants.
            if self.text(index).len() > MAX_LENGTH {
                continue;
            }
            if let Some(like) = self.written[index].game_turn().cloned() {
                self.try_completions(index, &like)?;
            }
            for text in with_other_parts(self.text(index), G::ID) {
                self.work.take(PARSING_COST)?;
                let shorter = text.len() < self.text(index).len();
                let cost = if shorter { cost::PART + 1 } else { cost::PART };
                let Some(turn) = fast_parse_turn::<G>(text.as_bytes()) else {
                    continue;
                };
                self.try_replacement(index, turn, cost, 1, &|| text.clone())?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Tries the turn with the parts that the rules determine filled in.
    pub(super) fn try_completions(&mut self, at: usize, like: &G::Turn) -> ControlFlow<()> {
        let Some(trial) = self.trial.clone() else {
            return ControlFlow::Continue(());
        };
        let mut turns = Vec::new();
        if self.reached[at].result.is_none() {
            let _ = G::completions(trial.setup(), &self.reached[at].state, like, &mut |turn| {
                turns.push(turn.clone());
                ControlFlow::Continue(())
            });
        }
        let mut likeness = Likeness::to(self.text(at));
        for turn in turns {
            self.work.take(PARSING_COST)?;
            let text = turn.to_string();
            let cost = cost::PART + list_cost(self.text(at), &text);
            let text_distance = likeness.distance(&text, u32::MAX).unwrap_or(u32::MAX);
            self.try_replacement(at, turn, cost, text_distance.min(1), &|| text.clone())?;
        }
        ControlFlow::Continue(())
    }

    /// Tries the turn with one more stone, anywhere.
    pub(super) fn try_one_more_stone(&mut self, at: usize) -> ControlFlow<()> {
        let Some(trial) = self.trial.clone() else {
            return ControlFlow::Continue(());
        };
        let Some(like) = self.written[at].game_turn() else {
            return ControlFlow::Continue(());
        };
        let written = format!("{like},");
        let mut turns = Vec::new();
        let work = &mut self.work;
        let mut count = 0;
        let _ = G::turns_like(
            trial.setup(),
            &self.reached[at].state,
            Some(like),
            &mut |turn: &G::Turn| {
                work.take(PARSING_COST)?;
                count += 1;
                if turn.to_string().starts_with(&written) {
                    turns.push(turn.clone());
                }
                if count < MAX_INSERTED {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            },
        );
        for turn in turns {
            let text = turn.to_string();
            self.try_replacement(at, turn, cost::TURN, 1, &|| text.clone())?;
        }
        ControlFlow::Continue(())
    }
}

/// Returns the extra cost of changing the lists of a turn. Adding forgotten lists, or changing one
/// item, costs nothing; each further item costs one more. Removing all lists is expensive, because
/// nobody writes a list when nothing leaves the board.
fn list_cost(was: &str, now: &str) -> u32 {
    let lists = |text: &str| -> Vec<String> {
        let actions = text.split(';').filter(|action| action.starts_with('x'));
        actions
            .flat_map(|list| list[1..].split(','))
            .map(str::to_owned)
            .collect()
    };
    let was = lists(was);
    let now = lists(now);
    if was.is_empty() || was == now {
        return 0;
    }
    if now.is_empty() {
        return cost::TURN - cost::PART;
    }
    let others = |left: &[String], right: &[String]| {
        left.iter().filter(|item| !right.contains(item)).count()
    };
    u32::try_from(others(&was, &now).max(others(&now, &was)))
        .unwrap_or(0)
        .saturating_sub(1)
        .min(cost::FAR)
}
