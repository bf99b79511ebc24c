//! Removals (G4.3): the pieces that a list such as `xb3,Gc4*` names, the possible removals of a
//! position, and the one that a bare `x` means, which lists no pieces.

use std::collections::HashSet;

use super::board::{Spot, SpotSet};
use super::end::decided_by_removal;
use super::pieces::{Colour, Pieces};
use super::position::Position;
use super::removal_order::MAX_POSITIONS;
use super::rows::{Row, rows, take_off};
use super::setup::Setup;
use super::turn::{Action, Item, Items, Name};

/// The pieces that a list names.
#[derive(Clone, Copy, Default)]
pub(super) struct Listed {
    spots: SpotSet,
    /// The pieces that are listed as pieces of the other seat.
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
pub(super) fn possible_within(position: &Position, colour: Colour, limit: SpotSet) -> Vec<SpotSet> {
    let mut sets = Vec::new();
    for row in rows(position, colour) {
        // Every single piece of the segment goes, and any of its GIPF pieces.
        let singles = row.singles(position);
        if singles.is_within(limit) {
            let gipf_sets = row.gipf(position).and(limit).subsets();
            let taken = gipf_sets.map(|gipf| gipf.or(singles));
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
pub(super) fn sort_by_text(sets: &mut [SpotSet], position: &Position, colour: Colour, end: &str) {
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
            let outcome = (*position, remaining);
            let first_outcome = *self.only.get_or_insert(outcome);
            return outcome == first_outcome;
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
