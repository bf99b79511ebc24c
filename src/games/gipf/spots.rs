//! Sets of spots as bits.

use std::fmt;

use super::board::{STRIDES, Spot};
use super::lines::{LINE_TABLE, LINES};

/// Every spot.
pub(super) const BOARD: SpotSet = {
    let mut all = 0;
    let mut line = 0;
    while line < LINES {
        all |= LINE_TABLE[line].set.0;
        line += 1;
    }
    SpotSet(all)
};

/// The spots whose pieces a push moves, each by the same step: by how far the bits turn. None of them goes round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved {
    pub(super) run: SpotSet,
    pub(super) turn: u32,
}

/// A set of spots.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SpotSet(pub(super) u64);

impl SpotSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Whether it holds the spot.
    pub fn contains(self, spot: Spot) -> bool {
        self.0 & spot.bit() != 0
    }

    /// Adds a spot.
    pub fn insert(&mut self, spot: Spot) {
        self.0 |= spot.bit();
    }

    /// Takes a spot out.
    pub fn remove(&mut self, spot: Spot) {
        self.0 &= !spot.bit();
    }

    /// How many spots it holds.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it holds four or more.
    pub(super) fn has_four(self) -> bool {
        // Each step takes the first of them out.
        (0..3).fold(self.0, |left, _| left & left.wrapping_sub(1)) != 0
    }

    /// Whether it holds none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// What both hold.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// What either holds.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What this one holds and the other does not.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether the other holds all of it.
    pub fn is_within(self, other: Self) -> bool {
        self.without(other).is_empty()
    }

    /// Its spots, column by column.
    pub fn iter(self) -> impl Iterator<Item = Spot> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let spot = (left != 0).then_some(Spot(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(spot)
        })
    }

    /// The same after a push.
    #[must_use]
    #[inline]
    pub(super) fn pushed(self, moved: Moved) -> Self {
        let Moved { run, turn } = moved;
        Self(self.0 & !run.0 | (self.0 & run.0).rotate_left(turn))
    }

    /// Where four of its spots in a row begin, for each axis.
    #[inline]
    pub(super) fn fours(self) -> [Self; 3] {
        // Mapping the array would not be unrolled.
        let [up, rise, fall] = STRIDES;
        [self.fours_along(up), self.fours_along(rise), self.fours_along(fall)]
    }

    #[inline]
    fn fours_along(self, stride: u32) -> Self {
        let pairs = self.0 & self.0 >> stride;
        Self(pairs & pairs >> (2 * stride))
    }

    /// Whether four of its spots stand in a row anywhere.
    #[inline]
    pub(super) fn has_fours(self) -> bool {
        let [up, rise, fall] = self.fours();
        up.0 | rise.0 | fall.0 != 0
    }

    /// All its subsets, the empty one last.
    pub fn subsets(self) -> impl Iterator<Item = Self> {
        let mut next = Some(self.0);
        std::iter::from_fn(move || {
            let subset = next?;
            next = subset.checked_sub(1).map(|below| below & self.0);
            Some(Self(subset))
        })
    }

    /// Its spots in the order of a line that holds them all (G7.2); column by column where none
    /// does.
    pub fn in_line_order(self) -> Vec<Spot> {
        match LINE_TABLE.iter().find(|line| self.is_within(line.set())) {
            Some(line) => line.spots().iter().copied().filter(|&spot| self.contains(spot)).collect(),
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
        out.debug_set().entries(self.iter().map(|spot| spot.to_string())).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_all_there() {
        let set: SpotSet = Spot::all().take(3).collect();
        assert_eq!(set.subsets().count(), 8);
        assert_eq!(SpotSet::EMPTY.subsets().count(), 1);
    }
}
