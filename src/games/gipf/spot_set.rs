//! Sets of spots as bitboards: each spot is a bit, numbered so that moving a piece along a line is
//! a rotation of the bits ([`Spot`]).

use std::fmt;

use super::board::{STRIDES, Spot};
use super::lines::{LINE_TABLE, LINES};

/// All spots.
pub(super) const BOARD: SpotSet = {
    let mut all = 0;
    let mut line = 0;
    while line < LINES {
        all |= LINE_TABLE[line].set.0;
        line += 1;
    }
    SpotSet(all)
};

/// The spots of the pieces that a push moves, and the rotation of the bits that moves each by one
/// step. No bit wraps around.
#[derive(Clone, Copy, Debug)]
pub(super) struct PushedRun {
    pub(super) run: SpotSet,
    pub(super) rotation: u32,
}

/// A set of spots.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SpotSet(pub(super) u64);

impl SpotSet {
    /// The empty set.
    pub(crate) const EMPTY: Self = Self(0);

    /// Returns true if the set contains the spot.
    #[inline]
    pub(crate) fn contains(self, spot: Spot) -> bool {
        self.0 & spot.bit() != 0
    }

    /// Adds a spot.
    #[inline]
    pub(crate) fn insert(&mut self, spot: Spot) {
        self.0 |= spot.bit();
    }

    /// Removes a spot.
    pub(crate) fn remove(&mut self, spot: Spot) {
        self.0 &= !spot.bit();
    }

    /// Returns the number of spots.
    #[inline]
    pub(crate) fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns true if the set is empty.
    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the intersection.
    #[must_use]
    #[inline]
    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the union.
    #[must_use]
    #[inline]
    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the difference.
    #[must_use]
    #[inline]
    pub(crate) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns true if the set is a subset of `other`.
    #[inline]
    pub(crate) fn is_within(self, other: Self) -> bool {
        self.without(other).is_empty()
    }

    /// Returns the spots, column by column.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = Spot> {
        let mut remaining = self.0;
        std::iter::from_fn(move || {
            if remaining == 0 {
                return None;
            }
            let lowest = remaining.trailing_zeros() as u8;
            // Clears the lowest bit.
            remaining &= remaining - 1;
            Some(Spot(lowest))
        })
    }

    /// Returns the set after a push.
    #[must_use]
    #[inline]
    pub(super) fn pushed(self, moved: PushedRun) -> Self {
        let PushedRun { run, rotation } = moved;
        let staying = self.0 & !run.0;
        let moving = self.0 & run.0;
        Self(staying | moving.rotate_left(rotation))
    }

    /// Returns, for each axis, the spots at which four consecutive spots of the set begin.
    #[inline]
    pub(super) fn fours(self) -> [Self; 3] {
        // Written out, as `map` over the array would not be unrolled.
        let [up, rise, fall] = STRIDES;
        [
            self.fours_along(up),
            self.fours_along(rise),
            self.fours_along(fall),
        ]
    }

    #[inline]
    fn fours_along(self, stride: u32) -> Self {
        // The spots that have a neighbour in the set; two of these at a distance of two are a four.
        let pairs = self.0 & self.0 >> stride;
        Self(pairs & pairs >> (2 * stride))
    }

    /// Returns true if the set has four consecutive spots along any axis.
    #[inline]
    pub(super) fn has_fours(self) -> bool {
        let [up, rise, fall] = self.fours();
        up.0 | rise.0 | fall.0 != 0
    }

    /// Returns all subsets, the empty one last.
    pub(crate) fn subsets(self) -> impl Iterator<Item = Self> {
        let mut next = Some(self.0);
        std::iter::from_fn(move || {
            let subset = next?;
            // Counting down within the bits of the set visits each subset once.
            next = subset.checked_sub(1).map(|below| below & self.0);
            Some(Self(subset))
        })
    }

    /// Returns the spots in the order of a line that contains them all (G7.2), or column by column
    /// if there is no such line.
    pub(crate) fn in_line_order(self) -> Vec<Spot> {
        match LINE_TABLE.iter().find(|line| self.is_within(line.set())) {
            Some(line) => line
                .spots()
                .iter()
                .copied()
                .filter(|&spot| self.contains(spot))
                .collect(),
            None => self.iter().collect(),
        }
    }
}

impl FromIterator<Spot> for SpotSet {
    fn from_iter<I: IntoIterator<Item = Spot>>(spots: I) -> Self {
        let mut set = Self::EMPTY;
        for spot in spots {
            set.insert(spot);
        }
        set
    }
}

impl fmt::Debug for SpotSet {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_set()
            .entries(self.iter().map(|spot| spot.to_string()))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_subsets_are_enumerated() {
        let set: SpotSet = Spot::all().take(3).collect();
        assert_eq!(set.subsets().count(), 8);
        assert_eq!(SpotSet::EMPTY.subsets().count(), 1);
    }
}
