//! Legal turns at the place of a token: those that may be meant by its text, and all of a list.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::rc::Rc;

use super::expand::cost_of_choice;
use super::reading::{IntendedTurns, distance_from_centre};
use super::walk::Walk;
use super::{Decoder, Premises, cost};
use crate::games::{Game, Language, TurnFilter};
use crate::notation::likeness::{Channel, MAX_LENGTH};

/// The maximum number of legal turns listed at a position.
pub(super) const MAX_LISTED: u64 = 3_000;
/// Of a longer list, only turns like the written text count.
const MAX_UNLIKE: u64 = 500;

impl<G: Game> Decoder<'_, G> {
    /// Returns legal turns in place of a refused token that are more than one mistake away, the
    /// cheapest first.
    pub(super) fn listed(
        &mut self,
        node: usize,
        walk: &Walk<G>,
        token: usize,
        intended: &[(u32, G::Turn)],
    ) -> IntendedTurns<G> {
        /// The maximum number of hypotheses whose lists are kept for the next stage.
        const MAX_LISTS: usize = 64;
        if let Some(listed) = self.listed.get(&node) {
            return Rc::clone(listed);
        }
        let Premises { start, reading } = self.nodes[node].step.premises;
        let token = &self.readings[reading].tokens[token];
        let comparison = Comparison::<G> {
            setup: self.starts[start].trial.setup(),
            state: &walk.progress.state,
            channel: self.channel,
            written: &token.text,
            like: token.recorded.game_turn(),
        };
        let mut found: Vec<(u32, G::Turn)> = comparison.completions();
        let completed = found.len() as u64;
        let count = if G::UNLISTED_TURNS.is_none() {
            comparison.all_turns(&mut found)
        } else if token.text.len() <= MAX_LENGTH {
            comparison.similar_turns(self.reach, &mut found)
        } else {
            0
        };
        self.spend(completed + count);

        found.sort_by_key(|(cost, _)| *cost);
        // A turn that is listed twice is still one game.
        let mut distinct: Vec<(u32, G::Turn)> = Vec::with_capacity(found.len());
        let mut known: HashSet<String> =
            intended.iter().map(|(_, turn)| turn.to_string()).collect();
        for (cost, turn) in found {
            if known.insert(turn.to_string()) {
                distinct.push((cost, turn));
            }
        }
        let listed: IntendedTurns<G> = distinct.into();
        if self.listed.len() == MAX_LISTS {
            self.listed.clear();
        }
        self.listed.insert(node, Rc::clone(&listed));
        listed
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

/// Turns with their costs.
type Costed<G> = Vec<(u32, <G as Language>::Turn)>;

impl<G: Game> Comparison<'_, G> {
    /// Returns the turns that complete the written one.
    fn completions(&self) -> Costed<G> {
        let mut found = Vec::new();
        let mut text = String::new();
        if let Some(like) = self.like {
            let _ = G::completions(self.setup, self.state, like, &mut |turn| {
                text.clear();
                G::write_turn(turn, &mut text);
                found.push((self.channel.cost(&text, self.written), turn.clone()));
                ControlFlow::Continue(())
            });
        }
        found
    }

    /// Adds all turns up to a limit; of a long list, those that are like the text. Returns the
    /// number of turns that were compared.
    fn all_turns(&self, found: &mut Costed<G>) -> u64 {
        let before = found.len();
        let mut count = 0;
        let mut text = String::new();
        let _ = G::legal_turns(self.setup, self.state, &mut |turn, _| {
            count += 1;
            text.clear();
            G::write_turn(turn, &mut text);
            let cost = self.channel.cost(&text, self.written);
            if count <= MAX_UNLIKE || cost < cost::UNREADABLE + 2_000 {
                found.push((cost, turn.clone()));
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
        let any = unlike + cost_of_choice(usize::try_from(count).unwrap_or(usize::MAX));
        for (cost, _) in &mut found[before..] {
            *cost = (*cost).min(any);
        }
        count
    }

    /// Adds turns like the text, where a position has too many turns to list them. Returns the
    /// number of turns that were compared.
    fn similar_turns(&self, reach: u64, found: &mut Costed<G>) -> u64 {
        let mut near = Near::<G> {
            channel: self.channel,
            written: self.written,
            now: String::new(),
            shown: 0,
            reach,
            found: Vec::new(),
        };
        let begun = G::beginnings(self.written).into_iter().map(Some);
        for like in begun.chain([self.like.cloned()]) {
            let _ = G::turns_like(self.setup, self.state, like.as_ref(), &mut near);
        }
        found.append(&mut near.found);
        near.shown
    }
}

/// Collects legal turns like a text, where a position has too many turns to list them.
struct Near<'w, G: Game> {
    channel: Channel,
    written: &'w str,
    /// The turn being compared; its memory is reused.
    now: String,
    shown: u64,
    reach: u64,
    found: Vec<(u32, G::Turn)>,
}

impl<G: Game> Near<'_, G> {
    fn next(&self) -> ControlFlow<()> {
        if self.shown < MAX_LISTED {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}

impl<G: Game> TurnFilter<G> for Near<'_, G> {
    fn show(&mut self, turn: &G::Turn) -> ControlFlow<()> {
        self.shown += 1;
        self.now.clear();
        G::write_turn(turn, &mut self.now);
        let cost = self.channel.cost(&self.now, self.written);
        let is_far = distance_from_centre(&self.now) > self.reach.saturating_add(1);
        let cost = cost + if is_far { cost::FAR } else { 0 };
        if cost < cost::UNREADABLE + 4_000 {
            self.found.push((cost, turn.clone()));
        }
        self.next()
    }

    fn accepts_prefix(&mut self, begun: &G::Turn) -> ControlFlow<(), bool> {
        /// The maximum number of characters of a beginning that the text does not have.
        const MAX_OTHER: usize = 3;
        self.shown += 1;
        self.now.clear();
        G::write_turn(begun, &mut self.now);
        self.next()?;
        let mut left: Vec<u8> = self.written.bytes().collect();
        let mut others = 0;
        for byte in self.now.bytes() {
            match left.iter().position(|&other| other == byte) {
                Some(index) => {
                    left.swap_remove(index);
                }
                None => others += 1,
            }
        }
        ControlFlow::Continue(others <= MAX_OTHER)
    }
}
