//! Legal turns at the place of a token that are more than one mistake away from its text.
//!
//! [`Decoder::turns_in_place_of`] compares the text with the legal turns of the position. In a game
//! whose positions have too many turns to list them, it compares only turns that begin like the
//! text.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::rc::Rc;

use super::expand::cost_of_choice;
use super::hypothesis::Premises;
use super::intended_turns::{IntendedTurn, IntendedTurns, distance_from_centre};
use super::walk::Walk;
use super::{Decoder, cost};
use crate::games::{Game, TurnFilter};
use crate::notation::likeness::{Channel, MAX_LENGTH};

/// The maximum number of legal turns listed at a position.
pub(super) const MAX_LISTED: u64 = 3_000;
/// Of a longer list, only turns like the written text count.
const MAX_UNLIKE: u64 = 500;

/// The maximum number of hypotheses whose lists are kept for the next stage.
const MAX_LISTS: usize = 64;
/// A legal turn that the text resembles is kept up to this much above the cost of an arbitrary one
/// ([`cost::UNREADABLE`]).
const MARGIN_OF_LISTED: u32 = 2_000;
/// The same where only similar turns are compared.
const MARGIN_OF_SIMILAR: u32 = 4_000;

impl<G: Game> Decoder<'_, G> {
    /// Returns legal turns in place of a refused token other than those of `intended`, the cheapest
    /// first.
    pub(super) fn turns_in_place_of(
        &mut self,
        node: usize,
        walk: &Walk<G>,
        token: usize,
        intended: &[IntendedTurn<G>],
    ) -> IntendedTurns<G> {
        if let Some(listed) = self.listed_turns.get(&node) {
            return Rc::clone(listed);
        }

        let mut found = self.compare_legal_turns(node, walk, token);
        found.sort_by_key(|listed| listed.cost);
        // A turn that is listed twice is still one game.
        let mut known: HashSet<String> = intended
            .iter()
            .map(|intended| intended.turn.to_string())
            .collect();
        found.retain(|listed| known.insert(listed.turn.to_string()));

        let listed: IntendedTurns<G> = found.into();
        if self.listed_turns.len() == MAX_LISTS {
            self.listed_turns.clear();
        }
        self.listed_turns.insert(node, Rc::clone(&listed));
        listed
    }

    /// Compares the text of a token with the legal turns of a position, and returns the turns that
    /// it may mean.
    fn compare_legal_turns(
        &mut self,
        node: usize,
        walk: &Walk<G>,
        token: usize,
    ) -> Vec<IntendedTurn<G>> {
        let Premises { start, reading } = self.nodes[node].step.premises;
        let read = &self.readings[reading].tokens[token];
        let comparison = Comparison::<G> {
            setup: self.starts[start].trial.setup(),
            state: &walk.progress.state,
            channel: self.channel,
            written: &read.text,
            like: read.recorded.game_turn(),
        };
        let mut found = comparison.completions();
        let completed = found.len() as u64;
        let compared = if G::UNLISTED_TURNS.is_none() {
            comparison.all_turns(&mut found)
        } else if read.text.len() <= MAX_LENGTH {
            let max_distance = self.usual_distance.saturating_add(1);
            comparison.similar_turns(max_distance, &mut found)
        } else {
            0
        };
        self.spend(completed + compared);
        found
    }

    /// Returns the legal turns at a position, up to a limit.
    pub(super) fn legal_turns(
        &mut self,
        node: usize,
        walk: &Walk<G>,
        limit: usize,
    ) -> Vec<G::Turn> {
        let start = self.nodes[node].step.premises.start;
        let setup = self.starts[start].trial.setup();
        let mut turns = Vec::new();
        let _ = G::legal_turns(setup, &walk.progress.state, &mut |turn, _| {
            turns.push(turn.clone());
            if turns.len() < limit {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        // A search that finds no turn also takes time.
        self.spend(turns.len().max(1) as u64);
        turns
    }
}

/// The legal turns of a position, compared with a text in place of one of them.
struct Comparison<'a, G: Game> {
    setup: &'a G::Setup,
    state: &'a G::State,
    channel: Channel,
    written: &'a str,
    /// The text as a turn, if it is one.
    like: Option<&'a G::Turn>,
}

impl<G: Game> Comparison<'_, G> {
    /// Returns the turns that complete the written one.
    fn completions(&self) -> Vec<IntendedTurn<G>> {
        let mut found = Vec::new();
        let mut text = String::new();
        if let Some(like) = self.like {
            let _ = G::completions(self.setup, self.state, like, &mut |turn| {
                text.clear();
                G::write_turn(turn, &mut text);
                found.push(IntendedTurn {
                    cost: self.channel.cost(&text, self.written),
                    turn: turn.clone(),
                });
                ControlFlow::Continue(())
            });
        }
        found
    }

    /// Adds all turns up to a limit; of a long list, those that are like the text. Returns the
    /// number of turns that were compared.
    fn all_turns(&self, found: &mut Vec<IntendedTurn<G>>) -> u64 {
        let before = found.len();
        let mut count = 0;
        let mut text = String::new();
        let _ = G::legal_turns(self.setup, self.state, &mut |turn, _| {
            count += 1;
            text.clear();
            G::write_turn(turn, &mut text);
            let cost = self.channel.cost(&text, self.written);
            let is_similar = cost < cost::UNREADABLE + MARGIN_OF_LISTED;
            if count <= MAX_UNLIKE || is_similar {
                found.push(IntendedTurn {
                    cost,
                    turn: turn.clone(),
                });
            }
            if count < MAX_LISTED {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });

        // Somebody who writes a turn of the game rarely means one that does not resemble it.
        let unlike = if self.like.is_some() {
            cost::UNLIKE
        } else {
            cost::UNREADABLE
        };
        let max_cost = unlike + cost_of_choice(usize::try_from(count).unwrap_or(usize::MAX));
        for listed in &mut found[before..] {
            listed.cost = listed.cost.min(max_cost);
        }
        count
    }

    /// Adds turns like the text, where a position has too many turns to list them. A card farther
    /// from the centre than `max_distance` is less likely. Returns the number of turns that were
    /// compared.
    fn similar_turns(&self, max_distance: u64, found: &mut Vec<IntendedTurn<G>>) -> u64 {
        let mut similar = SimilarTurns::<G> {
            channel: self.channel,
            written: self.written,
            text: String::new(),
            shown: 0,
            max_distance,
            found: Vec::new(),
        };
        // The text itself comes last; `None` if it is not a turn.
        let beginnings = G::beginnings(self.written).into_iter().map(Some);
        for like in beginnings.chain([self.like.cloned()]) {
            let _ = G::turns_like(self.setup, self.state, like.as_ref(), &mut similar);
        }
        found.append(&mut similar.found);
        similar.shown
    }
}

/// Collects legal turns like a text, where a position has too many turns to list them.
struct SimilarTurns<'w, G: Game> {
    channel: Channel,
    written: &'w str,
    /// The text of the turn being compared; its memory is reused.
    text: String,
    /// The number of turns and beginnings of turns that were shown.
    shown: u64,
    max_distance: u64,
    found: Vec<IntendedTurn<G>>,
}

impl<G: Game> SimilarTurns<'_, G> {
    /// Writes a turn, or the beginning of one, into `text`.
    fn write(&mut self, turn: &G::Turn) {
        self.shown += 1;
        self.text.clear();
        G::write_turn(turn, &mut self.text);
    }

    /// Continues unless enough turns were shown.
    fn next(&self) -> ControlFlow<()> {
        if self.shown < MAX_LISTED {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}

impl<G: Game> TurnFilter<G> for SimilarTurns<'_, G> {
    fn show(&mut self, turn: &G::Turn) -> ControlFlow<()> {
        self.write(turn);
        let is_far = distance_from_centre(&self.text) > self.max_distance;
        let cost_of_distance = if is_far { cost::FAR } else { 0 };
        let cost = self.channel.cost(&self.text, self.written) + cost_of_distance;
        if cost < cost::UNREADABLE + MARGIN_OF_SIMILAR {
            self.found.push(IntendedTurn {
                cost,
                turn: turn.clone(),
            });
        }
        self.next()
    }

    /// Accepts a beginning if the text has nearly all of its characters, in any order.
    fn accepts_prefix(&mut self, begun: &G::Turn) -> ControlFlow<(), bool> {
        /// The maximum number of characters of a beginning that the text does not have.
        const MAX_OTHER: usize = 3;

        self.write(begun);
        self.next()?;
        let mut unused: Vec<u8> = self.written.bytes().collect();
        let mut others = 0;
        for byte in self.text.bytes() {
            match unused.iter().position(|&other| other == byte) {
                Some(index) => {
                    unused.swap_remove(index);
                }
                None => others += 1,
            }
        }
        ControlFlow::Continue(others <= MAX_OTHER)
    }
}
