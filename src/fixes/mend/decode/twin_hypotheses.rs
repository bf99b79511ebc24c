//! Twins: hypotheses that have come to the same position before the same token, and are merged.
//!
//! Different changes may lead to one position: of two turns in place of one, either may be the
//! missing one, and two turns may have the same effect. What may follow is the same for all of
//! them, so it is searched for once, from the cheapest. The others are its *twins*. When the search
//! is over, each explanation that was found is also given with the changes of the twins: if `A` and
//! its twin `B` lead to one position, and the change `c` from there explains the record, then there
//! are two *ways* to the explanation, `A c` and `B c` ([`Decoder::ways`]).

use super::Decoder;
use super::expand::key_of;
use super::hypothesis::{Change, Complete, Node, Step};
use super::walk::Walk;
use crate::games::Game;

/// The maximum number of ways to one explanation.
const MAX_WAYS: usize = 64;

/// Another way to the place of a hypothesis.
pub(super) struct Twin<G: Game> {
    step: Step<G>,
    /// The cost in addition to that of the hypothesis.
    extra_cost: u32,
}

/// Changes that lead to an explanation, in the order in which they were made.
pub(super) struct Way<'d, G: Game> {
    pub(super) changes: Vec<&'d Change<G>>,
    /// The cost in addition to that of the explanation.
    pub(super) extra_cost: u32,
}

impl<G: Game> Decoder<'_, G> {
    /// Makes a hypothesis a twin of an earlier one, if that is at the same place and costs no more.
    /// Returns the hypothesis otherwise.
    pub(super) fn merge(&mut self, node: Node<G>) -> Option<Node<G>> {
        #[cfg(test)]
        if tests::MERGES_NOTHING.get() {
            return Some(node);
        }
        let place = self.place_key(&node);
        if let Some(&first) = self.places.get(&place) {
            let first = &mut self.nodes[first];
            let extra_cost = node.walk.counts.cost.checked_sub(first.walk.counts.cost);
            if let Some(extra_cost) = extra_cost
                && is_same_place(first, &node)
            {
                first.twins.push(Twin {
                    step: node.step,
                    extra_cost,
                });
                #[cfg(test)]
                crate::testing::counters::count(|counts| counts.merged_hypotheses += 1);
                return None;
            }
        }
        self.places.insert(place, self.nodes.len());
        Some(node)
    }

    /// Returns a text that hypotheses at one place share. Others may share it as well.
    fn place_key(&self, node: &Node<G>) -> String {
        let premises = node.step.premises;
        let setup = self.starts[premises.start].trial.setup();
        let position = G::position_text(setup, &node.walk.progress.state);
        let later = key_of(premises, &node.later);
        format!("{} {later}\n{position}", node.window.start)
    }

    /// Returns the ways to an explanation, the cheapest first. `highest` is the highest cost that
    /// matters.
    pub(super) fn ways<'d>(&'d self, complete: &'d Complete<G>, highest: u32) -> Vec<Way<'d, G>> {
        let max_extra_cost = highest.saturating_sub(complete.cost);
        // No change comes after the last step, so none affects a token.
        let earliest = usize::MAX;
        let mut ways = self.ways_to(&complete.step, earliest, max_extra_cost);
        ways.sort_by_key(|way| way.extra_cost);
        ways
    }

    /// Returns the ways to a step, that of the search itself first: the ways to its parent, each
    /// with the change of the step. `earliest` is the first token that changes after the step
    /// affect.
    fn ways_to<'d>(
        &'d self,
        step: &'d Step<G>,
        earliest: usize,
        max_extra_cost: u32,
    ) -> Vec<Way<'d, G>> {
        let change = step.change.as_deref();
        let earliest = change.map_or(earliest, |change| earliest.min(change.token));
        let mut ways = match step.parent {
            Some(parent) => self.ways_to_node(&self.nodes[parent], earliest, max_extra_cost),
            None => vec![Way {
                changes: Vec::new(),
                extra_cost: 0,
            }],
        };
        for way in &mut ways {
            way.changes.extend(change);
        }
        ways
    }

    /// Returns the ways to a node: those of its own step, and those of its twins.
    fn ways_to_node<'d>(
        &'d self,
        node: &'d Node<G>,
        earliest: usize,
        max_extra_cost: u32,
    ) -> Vec<Way<'d, G>> {
        let mut ways = self.ways_to(&node.step, earliest, max_extra_cost);
        // A change before this place was tried only with the changes of this hypothesis, so the
        // ways of its twins do not apply.
        if node.is_before_change || earliest < node.window.start {
            return ways;
        }

        for twin in &node.twins {
            let room = MAX_WAYS.saturating_sub(ways.len());
            if room == 0 {
                break;
            }
            let Some(max_extra_cost) = max_extra_cost.checked_sub(twin.extra_cost) else {
                continue;
            };
            let others = self.ways_to(&twin.step, earliest, max_extra_cost);
            let others = others.into_iter().map(|way| Way {
                extra_cost: way.extra_cost + twin.extra_cost,
                ..way
            });
            ways.extend(others.take(room));
        }
        ways
    }
}

/// Returns true if the same turns may follow after two hypotheses, at the same cost.
fn is_same_place<G: Game>(first: &Node<G>, second: &Node<G>) -> bool {
    let Walk { progress, counts } = &first.walk;
    let Walk {
        progress: second_progress,
        counts: second_counts,
    } = &second.walk;
    first.is_gap == second.is_gap
        && counts.moves == second_counts.moves
        && counts.added == second_counts.added
        && counts.ahead == second_counts.ahead
        && progress.state == second_progress.state
        && progress.result == second_progress.result
        && progress.resigned == second_progress.resigned
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::super::decode;
    use crate::games::{Context, with_game};
    use crate::notation::Record;
    use crate::testing::corpus_texts;
    use crate::testing::counters::counted;

    thread_local! {
        /// True while the search is compared with one that merges nothing.
        pub(super) static MERGES_NOTHING: Cell<bool> = const { Cell::new(false) };
    }

    /// Returns costs and weights of the games that a record may mean, if everything was searched.
    fn found(text: &str) -> Option<Vec<(u32, f64)>> {
        const BUDGET: u64 = 6_000;
        let record = Record::parse_str(text);
        let context = Context::default();
        let decoding =
            with_game!(record.game()?, G => decode::<G>(&record, &context, BUDGET, &[], None));
        // Fixes of a part of the record are chosen from the merged hypotheses only.
        let games = decoding.found.iter().filter(|game| game.agrees);
        let mut found: Vec<_> = games.map(|game| (game.cost, game.weight)).collect();
        found.sort_by(|left, right| left.0.cmp(&right.0).then(left.1.total_cmp(&right.1)));
        decoding.exhaustive.then_some(found)
    }

    #[test]
    fn merging_loses_no_game() {
        let mut compared = 0;
        let mut merged_in_all = 0;
        for text in corpus_texts().iter().filter(|text| text.len() < 1_000) {
            MERGES_NOTHING.set(true);
            let all = found(text);
            MERGES_NOTHING.set(false);
            // Without merging, the budget may be too small.
            let Some(all) = all else { continue };
            let mut merged = None;
            let counts = counted(|| merged = found(text));
            assert_eq!(merged, Some(all.clone()), "{text}");
            compared += usize::from(all.len() > 1);
            merged_in_all += counts.merged_hypotheses;
        }
        assert!(compared >= 10, "{compared} records with several games");
        assert!(merged_in_all >= 10, "{merged_in_all} merged hypotheses");
    }
}
