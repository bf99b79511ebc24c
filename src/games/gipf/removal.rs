//! Removals (G4.3): which are possible, and in which order a list of pieces may have gone.

use std::collections::HashMap;

use super::board::{Spot, SpotSet};
use super::position::{Colour, Position};
use super::rules::{decided_by_removal, rows, take_off};
use super::setup::Setup;
use super::turn::{Action, Item};

/// How many positions the search for an order looks at. A list of three crossing rows with all
/// their GIPF pieces needs a few hundred.
const MOST_POSITIONS: usize = 1_000;

/// The answer of a search for an order of removals.
pub(super) enum Search {
    /// The removals, first to last.
    Found(Vec<SpotSet>),
    /// There is none, or none was found among the positions that are looked at.
    None { too_many: bool },
}

/// The pieces on `spots` as a removal's list, in the order of their line (G7.2).
pub(super) fn items(position: &Position, colour: Colour, spots: SpotSet) -> Vec<Item> {
    let item = |spot: Spot| {
        let piece = position.pieces.at(spot)?;
        Some(Item { gipf: piece.gipf, spot: spot.into(), other_seat: piece.colour != colour })
    };
    spots.in_line_order().into_iter().filter_map(item).collect()
}

/// Every set of pieces that one legal removal takes.
pub(super) fn possible(position: &Position, colour: Colour) -> Vec<SpotSet> {
    within(position, colour, position.pieces.all())
}

/// Those of them that take nothing but pieces on `limit`.
fn within(position: &Position, colour: Colour, limit: SpotSet) -> Vec<SpotSet> {
    let mut sets = Vec::new();
    for row in rows(position, colour) {
        let singles = row.singles(position);
        if singles.is_within(limit) {
            let taken = row.gipf(position).and(limit).subsets().map(|gipf| gipf.or(singles));
            sets.extend(taken.filter(|set| !set.is_empty()));
        }
    }
    sets.sort_unstable();
    sets.dedup();
    sets
}

/// In which order of legal removals exactly the pieces on `named` go (G7.3): the fewest removals,
/// then the first in byte order. A game that ends before the last removal does not count.
pub(super) fn order(setup: &Setup, position: &Position, colour: Colour, named: SpotSet) -> Search {
    let mut orders = Orders { setup, colour, looked_at: 0, fewest: HashMap::new() };
    let best = orders.best(position, named);
    match best {
        Some(best) => Search::Found(best.steps),
        None => Search::None { too_many: orders.looked_at > MOST_POSITIONS },
    }
}

#[derive(Clone)]
struct Order {
    steps: Vec<SpotSet>,
    text: String,
}

struct Orders<'a> {
    setup: &'a Setup,
    colour: Colour,
    looked_at: usize,
    /// The best order for what is left, which determines the board.
    fewest: HashMap<SpotSet, Option<Order>>,
}

impl Orders<'_> {
    fn best(&mut self, position: &Position, left: SpotSet) -> Option<Order> {
        if let Some(known) = self.fewest.get(&left) {
            return known.clone();
        }
        self.looked_at += 1;
        if self.looked_at > MOST_POSITIONS {
            return None;
        }
        let mut best: Option<Order> = None;
        for set in within(position, self.colour, left) {
            if let Some(order) = self.behind(position, left, set) {
                let better = best.as_ref().is_none_or(|best| {
                    (order.steps.len(), order.text.as_str()) < (best.steps.len(), best.text.as_str())
                });
                if better {
                    best = Some(order);
                }
            }
        }
        self.fewest.insert(left, best.clone());
        best
    }

    /// The best order that begins with the removal of `set`.
    fn behind(&mut self, position: &Position, left: SpotSet, set: SpotSet) -> Option<Order> {
        let text = Action::Remove(items(position, self.colour, set)).to_string();
        let rest = left.without(set);
        if rest.is_empty() {
            return Some(Order { steps: vec![set], text });
        }
        let mut after = *position;
        take_off(&mut after, self.colour, set);
        if decided_by_removal(self.setup, &after, self.colour).is_some() {
            return None;
        }
        let tail = self.best(&after, rest)?;
        let mut steps = vec![set];
        steps.extend(tail.steps);
        Some(Order { steps, text: format!("{text};{}", tail.text) })
    }
}
