//! Removals (G4.3): which are possible, and in which order a list of pieces may have gone.

use std::collections::HashSet;

use super::board::{Spot, SpotSet};
use super::end::decided_by_removal;
use super::position::{Colour, Pieces, Position};
use super::rows::{Row, rows, take_off};
use super::setup::Setup;
use super::turn::{Action, Item, Items, Name};

/// How many positions the search for an order looks at (`limit/search`). A list of four crossing rows with
/// all their GIPF pieces needs a few hundred.
const MOST_POSITIONS: usize = 1_000;
/// How long a record may be so that each of its searches may look at as many: a longer one can hold thousands of such lists.
const MOST_BYTES_IN_FULL: usize = 64 << 10;
/// How many removals may be possible in one position, for each of the positions that are looked at.
const MOST_SETS: usize = 4;
/// How many it looks at for one guess among very many: two crossing rows need fewer.
pub(super) const FEW_POSITIONS: usize = 20;

/// How many positions each search looks at in a record of so many bytes.
pub(super) fn most_positions(bytes: usize) -> usize {
    let share = MOST_POSITIONS * MOST_BYTES_IN_FULL / bytes.max(MOST_BYTES_IN_FULL);
    share.max(FEW_POSITIONS)
}

/// The answer of a search for an order of removals.
pub(super) enum Search {
    /// The removals, first to last.
    Found(Vec<SpotSet>),
    /// There is none.
    None,
    /// None was found among the positions that are looked at.
    GivenUp,
}

/// What a list says stands on the board.
#[derive(Clone, Copy, Default)]
pub(super) struct Listed {
    spots: SpotSet,
    /// Those of the other seat.
    others: SpotSet,
    gipf: SpotSet,
    /// Spots that stand in it more than once.
    twice: SpotSet,
}

impl Listed {
    /// Where its pieces stand; the first item that is off the board, else.
    pub(super) fn of(items: &[Item]) -> Result<Self, (usize, Name)> {
        let mut listed = Self::default();
        for (index, item) in items.iter().enumerate() {
            let spot = item.spot.spot().ok_or((index, item.spot))?;
            let only = |holds: bool| SpotSet(u64::from(holds) << spot.0);
            listed.twice = listed.twice.or(listed.spots.and(only(true)));
            listed.spots = listed.spots.or(only(true));
            // What a list says of each piece, a processor could but guess.
            listed.others = listed.others.or(only(item.other_seat));
            listed.gipf = listed.gipf.or(only(item.gipf));
        }
        Ok(listed)
    }

    /// All of them.
    pub(super) fn spots(&self) -> SpotSet {
        self.spots
    }

    /// Whether just such pieces stand there, seen by the seat of that colour, and each is listed once.
    pub(super) fn is_there(&self, pieces: &Pieces, colour: Colour) -> bool {
        let are_others = self.others.is_within(pieces.of(colour.other()));
        let are_own = self.spots.without(self.others).is_within(pieces.of(colour));
        self.twice.is_empty() && are_others && are_own && self.gipf == self.spots.and(pieces.gipf())
    }
}

/// The pieces on `spots` as a removal's list, in the order of their line (G7.2).
pub(super) fn items(position: &Position, colour: Colour, spots: SpotSet) -> Items {
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

/// Returns the removal that the first of several bare `x` in a row stands for: the only one, or, where all that they
/// can take leaves the same position, the first in byte order (G7.3).
///
/// # Errors
/// Where the position differs: the number of removals to choose from.
pub(super) fn meant_by_bare(
    setup: &Setup,
    position: &Position,
    colour: Colour,
    in_a_row: usize,
) -> Result<SpotSet, usize> {
    let mut sets = possible(position, colour);
    if let [only] = sets.as_slice() {
        return Ok(*only);
    }
    let mut outcomes = Outcomes { setup, colour, seen: HashSet::new(), only: None };
    if in_a_row < 2 || !outcomes.are_the_same(position, in_a_row) {
        return Err(sets.len());
    }
    sets.sort_by_cached_key(|&set| Action::Remove(items(position, colour, set)).to_string());
    sets.first().copied().ok_or(0)
}

/// What becomes of a position by a number of bare `x`.
struct Outcomes<'a> {
    setup: &'a Setup,
    colour: Colour,
    /// The boards that were looked at, each with how many are left.
    seen: HashSet<(SpotSet, usize)>,
    /// The first outcome, and how many were left over in it.
    only: Option<(Position, usize)>,
}

impl Outcomes<'_> {
    /// Returns true if every order of removals leads to the same outcome.
    fn are_the_same(&mut self, position: &Position, left: usize) -> bool {
        // What is on the board says which pieces have left it.
        if !self.seen.insert((position.pieces.all(), left)) {
            return true;
        }
        if self.seen.len() > MOST_POSITIONS {
            return false;
        }
        let sets = if left == 0 || position.decided.is_some() { Vec::new() } else { possible(position, self.colour) };
        if sets.is_empty() {
            return *self.only.get_or_insert((*position, left)) == (*position, left);
        }
        sets.into_iter().all(|set| {
            let mut after = *position;
            take_off(&mut after, self.colour, set);
            after.decided = decided_by_removal(self.setup, &after, self.colour);
            self.are_the_same(&after, left - 1)
        })
    }
}

/// Whether one legal removal takes just the pieces on `named`, as most lists have them.
pub(super) fn is_one_row(position: &Position, colour: Colour, named: SpotSet) -> bool {
    let is_one = |row: Row| row.singles(position).is_within(named) && named.is_within(row.segment);
    !named.is_empty() && rows(position, colour).any(is_one)
}

/// In which order of several legal removals exactly the pieces on `named` go (G7.3): the fewest removals,
/// then the first in byte order. A game that ends before the last removal does not count. The search looks at `most`
/// positions.
pub(super) fn order(setup: &Setup, position: &Position, colour: Colour, named: SpotSet, most: usize) -> Search {
    let mut orders = Orders { setup, colour, most, looked_at: 0, in_vain: HashSet::new() };
    for removals in 1..=named.len() as usize {
        let mut steps = Vec::with_capacity(removals);
        if orders.find(position, named, removals, &mut steps) {
            return Search::Found(steps);
        }
        if orders.looked_at > most {
            return Search::GivenUp;
        }
    }
    Search::None
}

struct Orders<'a> {
    setup: &'a Setup,
    colour: Colour,
    most: usize,
    looked_at: usize,
    /// What is left, which determines the board, and how many removals do not clear it.
    in_vain: HashSet<(SpotSet, usize)>,
}

impl Orders<'_> {
    /// Looks for the first order, in byte order, of so many removals that takes just what is left.
    fn find(&mut self, position: &Position, left: SpotSet, removals: usize, steps: &mut Vec<SpotSet>) -> bool {
        if self.in_vain.contains(&(left, removals)) {
            return false;
        }
        self.looked_at += 1;
        if self.looked_at > self.most {
            return false;
        }
        if removals == 1 {
            // Most searches that are given up on end in very many of these.
            if is_one_row(position, self.colour, left) {
                steps.push(left);
                return true;
            }
        } else if self.finds_first(position, left, removals, steps) {
            return true;
        }
        self.in_vain.insert((left, removals));
        false
    }

    /// The same where more removals than one are left.
    fn finds_first(&mut self, position: &Position, left: SpotSet, removals: usize, steps: &mut Vec<SpotSet>) -> bool {
        // Removals make no new rows: what is in none now never goes.
        let in_rows = rows(position, self.colour).fold(SpotSet::EMPTY, |all, row| all.or(row.segment));
        if !left.is_within(in_rows) {
            return false;
        }
        let mut sets = within(position, self.colour, left);
        sets.retain(|&set| set != left);
        if sets.len() > MOST_SETS * self.most {
            self.looked_at = self.most + 1;
            return false;
        }
        // Another removal follows each, so that its text ends with a semicolon.
        sets.sort_by_cached_key(|&set| format!("{};", Action::Remove(items(position, self.colour, set))));
        for set in sets {
            steps.push(set);
            if self.goes_on(position, left, set, removals, steps) {
                return true;
            }
            steps.pop();
        }
        false
    }

    /// The same after the removal of `set`.
    fn goes_on(
        &mut self,
        position: &Position,
        left: SpotSet,
        set: SpotSet,
        removals: usize,
        steps: &mut Vec<SpotSet>,
    ) -> bool {
        let mut after = *position;
        take_off(&mut after, self.colour, set);
        decided_by_removal(self.setup, &after, self.colour).is_none()
            && self.find(&after, left.without(set), removals - 1, steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_record_has_less_for_each_search() {
        let most = [0, MOST_BYTES_IN_FULL, 2 * MOST_BYTES_IN_FULL, usize::MAX].map(most_positions);
        assert_eq!(most, [MOST_POSITIONS, MOST_POSITIONS, MOST_POSITIONS / 2, FEW_POSITIONS]);
    }
}
