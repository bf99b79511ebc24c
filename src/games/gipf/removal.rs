//! Removals (G4.3): the possible ones, the one that a bare `x` means, and the order in which the
//! pieces of a merged list may have been removed. A merged list names the pieces of several rows,
//! so it stands for several removals one after the other (G7.3).

use std::collections::HashSet;

use super::board::{Spot, SpotSet};
use super::end::decided_by_removal;
use super::position::{Colour, Pieces, Position};
use super::rows::{Row, rows, take_off};
use super::setup::Setup;
use super::turn::{Action, Item, Items, Name};

/// The number of positions that the search for an order examines (`limit/search`). A list of four
/// crossing rows with all their GIPF pieces needs a few hundred.
const MAX_POSITIONS: usize = 1_000;
/// The length of a record up to which each search has its full budget. A longer record can contain
/// thousands of such lists.
const MAX_BYTES_IN_FULL: usize = 64 << 10;
/// A search stops at a position with more possible removals than this number times the positions
/// that the budget allows.
const MAX_SETS: usize = 4;
/// The budget of positions while many guessed turns are tried. Two crossing rows need fewer.
pub(super) const FEW_POSITIONS: usize = 20;

/// Returns the budget of positions of each search in a record of `bytes` bytes.
pub(super) fn position_budget(bytes: usize) -> usize {
    let share = MAX_POSITIONS * MAX_BYTES_IN_FULL / bytes.max(MAX_BYTES_IN_FULL);
    share.max(FEW_POSITIONS)
}

/// Result of a search for an order of removals.
pub(super) enum FoundOrder {
    /// The removals, first to last.
    Found(Vec<SpotSet>),
    /// No order of the rows removes exactly the listed pieces.
    None,
    /// The budget was used up before an order was found.
    GivenUp,
}

/// The pieces that a list names.
#[derive(Clone, Copy, Default)]
pub(super) struct Listed {
    spots: SpotSet,
    /// The pieces of the other seat.
    others: SpotSet,
    /// The pieces that are listed as GIPF pieces.
    gipf: SpotSet,
    /// The spots that are listed more than once.
    twice: SpotSet,
}

/// An item of a list whose name is not a spot.
pub(super) struct UnknownSpot {
    /// The index in the list.
    pub(super) index: usize,
    pub(super) name: Name,
}

impl Listed {
    /// Reads a list. The error is the first item that is not on the board.
    pub(super) fn from_items(items: &[Item]) -> Result<Self, UnknownSpot> {
        let mut listed = Self::default();
        for (index, item) in items.iter().enumerate() {
            let spot = item.spot.spot().ok_or(UnknownSpot {
                index,
                name: item.spot,
            })?;
            if listed.spots.contains(spot) {
                listed.twice.insert(spot);
            }
            listed.spots.insert(spot);
            if item.other_seat {
                listed.others.insert(spot);
            }
            if item.kind.is_gipf() {
                listed.gipf.insert(spot);
            }
        }
        Ok(listed)
    }

    /// Returns the spots of all listed pieces.
    pub(super) fn spots(&self) -> SpotSet {
        self.spots
    }

    /// Returns true if exactly these pieces are on the board, as seen by the seat of that colour,
    /// and none is listed twice.
    pub(super) fn matches_board(&self, pieces: &Pieces, colour: Colour) -> bool {
        let are_others = self.others.is_within(pieces.of_colour(colour.other()));
        let are_own = self
            .spots
            .without(self.others)
            .is_within(pieces.of_colour(colour));
        self.twice.is_empty() && are_others && are_own && self.gipf == self.spots.and(pieces.gipf())
    }
}

/// Returns the items of a removal of the pieces on `spots`, in the order of their line (G7.2).
pub(super) fn items(position: &Position, colour: Colour, spots: SpotSet) -> Items {
    let item = |spot: Spot| {
        let piece = position.text.pieces.at(spot)?;
        Some(Item {
            kind: piece.kind,
            spot: spot.into(),
            other_seat: piece.colour != colour,
        })
    };
    spots.in_line_order().into_iter().filter_map(item).collect()
}

/// Returns every set of pieces that one legal removal can take.
pub(super) fn possible(position: &Position, colour: Colour) -> Vec<SpotSet> {
    possible_within(position, colour, position.text.pieces.all())
}

/// Returns the possible removals that take only pieces on `limit`.
fn possible_within(position: &Position, colour: Colour, limit: SpotSet) -> Vec<SpotSet> {
    let mut sets = Vec::new();
    for row in rows(position, colour) {
        let singles = row.singles(position);
        if singles.is_within(limit) {
            let taken = row
                .gipf(position)
                .and(limit)
                .subsets()
                .map(|gipf| gipf.or(singles));
            sets.extend(taken.filter(|set| !set.is_empty()));
        }
    }
    sets.sort_unstable();
    sets.dedup();
    sets
}

/// Returns the removal that the first of several consecutive bare `x` means. If several removals
/// are possible and all lead to the same position, it is the first in byte order (G7.3).
///
/// # Errors
/// If the positions differ: the number of removals to choose from.
pub(super) fn bare_removal(
    setup: &Setup,
    position: &Position,
    colour: Colour,
    consecutive: usize,
) -> Result<SpotSet, usize> {
    let mut sets = possible(position, colour);
    if let [only] = sets.as_slice() {
        return Ok(*only);
    }
    let mut outcomes = Outcomes {
        setup,
        colour,
        seen: HashSet::new(),
        only: None,
    };
    if consecutive < 2 || !outcomes.are_the_same(position, consecutive) {
        return Err(sets.len());
    }
    sort_by_text(&mut sets, position, colour, "");
    sets.first().copied().ok_or(0)
}

/// Sorts removals by their texts, each followed by `end`.
fn sort_by_text(sets: &mut [SpotSet], position: &Position, colour: Colour, end: &str) {
    sets.sort_by_cached_key(|&set| {
        format!("{}{end}", Action::Remove(items(position, colour, set)))
    });
}

/// Search for the outcomes of a number of bare `x`.
struct Outcomes<'a> {
    setup: &'a Setup,
    colour: Colour,
    /// The boards examined so far, each with the number of `x` that remain.
    seen: HashSet<(SpotSet, usize)>,
    /// The first outcome, with the number of unused `x`.
    only: Option<(Position, usize)>,
}

impl Outcomes<'_> {
    /// Returns true if every order of removals leads to the same outcome.
    fn are_the_same(&mut self, position: &Position, remaining: usize) -> bool {
        // The pieces on the board determine which pieces have been removed.
        if !self.seen.insert((position.text.pieces.all(), remaining)) {
            return true;
        }
        if self.seen.len() > MAX_POSITIONS {
            return false;
        }
        let sets = if remaining == 0 || position.decided.is_some() {
            Vec::new()
        } else {
            possible(position, self.colour)
        };
        if sets.is_empty() {
            return *self.only.get_or_insert((*position, remaining)) == (*position, remaining);
        }
        sets.into_iter().all(|set| {
            let mut after = *position;
            take_off(&mut after, self.colour, set);
            after.decided = decided_by_removal(self.setup, &after, self.colour);
            self.are_the_same(&after, remaining - 1)
        })
    }
}

/// Fast path for most lists: returns true if one legal removal takes exactly the pieces on `named`.
pub(super) fn is_one_row(position: &Position, colour: Colour, named: SpotSet) -> bool {
    let is_one = |row: Row| row.singles(position).is_within(named) && named.is_within(row.segment);
    !named.is_empty() && rows(position, colour).any(is_one)
}

/// Searches for a sequence of legal removals that takes exactly the pieces on `named` (G7.3).
///
/// Returns the sequence with the fewest removals, and of these the first in byte order. A sequence
/// does not count if the game ends before its last removal. The search examines at most `budget`
/// positions.
pub(super) fn find_order(
    setup: &Setup,
    position: &Position,
    colour: Colour,
    named: SpotSet,
    budget: usize,
) -> FoundOrder {
    let mut search = OrderSearch {
        setup,
        colour,
        budget,
        examined: 0,
        failed: HashSet::new(),
    };
    for removals in 1..=named.len() as usize {
        let mut steps = Vec::with_capacity(removals);
        if search.find(position, named, removals, &mut steps) {
            return FoundOrder::Found(steps);
        }
        if search.examined > budget {
            return FoundOrder::GivenUp;
        }
    }
    FoundOrder::None
}

/// Search for an order of removals.
struct OrderSearch<'a> {
    setup: &'a Setup,
    colour: Colour,
    /// The number of positions that may be examined.
    budget: usize,
    examined: usize,
    /// Failed searches: the pieces left, which determine the board, and the number of removals.
    failed: HashSet<(SpotSet, usize)>,
}

impl OrderSearch<'_> {
    /// Searches for the first sequence, in byte order, of `removals` removals that takes exactly
    /// the pieces in `remaining`.
    fn find(
        &mut self,
        position: &Position,
        remaining: SpotSet,
        removals: usize,
        steps: &mut Vec<SpotSet>,
    ) -> bool {
        if self.failed.contains(&(remaining, removals)) {
            return false;
        }
        self.examined += 1;
        if self.examined > self.budget {
            return false;
        }
        if removals == 1 {
            // Most searches that hit the limit end in very many of these.
            if is_one_row(position, self.colour, remaining) {
                steps.push(remaining);
                return true;
            }
        } else if self.find_first(position, remaining, removals, steps) {
            return true;
        }
        self.failed.insert((remaining, removals));
        false
    }

    /// Continues the search if more than one removal is left: tries each possible first one.
    fn find_first(
        &mut self,
        position: &Position,
        remaining: SpotSet,
        removals: usize,
        steps: &mut Vec<SpotSet>,
    ) -> bool {
        // A removal creates no new row, so a piece that is in no row now can never be removed.
        let in_rows =
            rows(position, self.colour).fold(SpotSet::EMPTY, |all, row| all.or(row.segment));
        if !remaining.is_within(in_rows) {
            return false;
        }
        let mut sets = possible_within(position, self.colour, remaining);
        sets.retain(|&set| set != remaining);
        if sets.len() > MAX_SETS * self.budget {
            // More sets than the search could ever examine: give up now.
            self.examined = self.budget + 1;
            return false;
        }
        // Another removal follows each of these, so that its text ends with a semicolon.
        sort_by_text(&mut sets, position, self.colour, ";");
        for set in sets {
            steps.push(set);
            if self.find_after(position, remaining, set, removals, steps) {
                return true;
            }
            steps.pop();
        }
        false
    }

    /// Continues the search after the removal of `set`.
    fn find_after(
        &mut self,
        position: &Position,
        remaining: SpotSet,
        set: SpotSet,
        removals: usize,
        steps: &mut Vec<SpotSet>,
    ) -> bool {
        let mut after = *position;
        take_off(&mut after, self.colour, set);
        decided_by_removal(self.setup, &after, self.colour).is_none()
            && self.find(&after, remaining.without(set), removals - 1, steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_record_has_a_smaller_budget_per_search() {
        let most = [0, MAX_BYTES_IN_FULL, 2 * MAX_BYTES_IN_FULL, usize::MAX].map(position_budget);
        assert_eq!(
            most,
            [
                MAX_POSITIONS,
                MAX_POSITIONS,
                MAX_POSITIONS / 2,
                FEW_POSITIONS
            ]
        );
    }
}
