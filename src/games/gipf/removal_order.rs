//! The order in which the pieces of a merged list may have been removed (G7.3).
//!
//! A merged list names the pieces of several rows, so it means several removals one after the
//! other. Where rows cross, the first removal may leave fewer than four pieces of another row. So
//! the search tries the possible removals in all orders.

use std::collections::HashSet;

use super::board::SpotSet;
use super::end::decided_by_removal;
use super::pieces::Colour;
use super::position::Position;
use super::removal::{is_one_row, possible_within, sort_by_text};
use super::rows::{rows, take_off};
use super::setup::Setup;

/// The number of positions that the search for an order examines (`limit/search`). A list of four
/// crossing rows with all their GIPF pieces needs a few hundred.
pub(super) const MAX_POSITIONS: usize = 1_000;
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
        // Another removal follows each of these, so its text continues with a semicolon.
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
        // No removal follows the end of the game.
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
