//! Stores: the dice that a seat has put aside and may pull later (P3.2).

use std::fmt;

use crate::games::{WriteNotation, impl_display};

/// The dice in a store (P3.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Store {
    /// The number of dice of each value, from 1.
    counts: [u32; 6],
    /// The total number of dice.
    dice: u32,
}

impl Store {
    /// Returns the number of dice with this value.
    #[inline]
    pub(crate) fn count(&self, value: u8) -> u32 {
        let index = usize::from(value).checked_sub(1);
        index
            .and_then(|index| self.counts.get(index))
            .copied()
            .unwrap_or(0)
    }

    /// Returns the number of dice.
    #[inline]
    pub(crate) fn len(&self) -> u32 {
        self.dice
    }

    /// Returns true if the store is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.dice == 0
    }

    /// Adds a die. Ignores a value that no die has.
    #[inline]
    pub fn put(&mut self, value: u8) {
        let Some(dice) = self.dice.checked_add(1) else {
            return;
        };
        if let Some(count) = self.count_mut(value) {
            *count += 1;
            self.dice = dice;
        }
    }

    /// Removes a die. Returns false if the store has none of this value.
    #[inline]
    pub(crate) fn take(&mut self, value: u8) -> bool {
        match self.count_mut(value) {
            Some(count) if *count > 0 => {
                *count -= 1;
                self.dice -= 1;
                true
            }
            _ => false,
        }
    }

    /// Returns the number of dice with this value, or `None` if no die has it.
    #[inline]
    fn count_mut(&mut self, value: u8) -> Option<&mut u32> {
        let index = usize::from(value).checked_sub(1)?;
        self.counts.get_mut(index)
    }

    /// Returns the values of the dice, in ascending order.
    pub(crate) fn values(&self) -> impl Iterator<Item = u8> {
        (1..=6)
            .zip(self.counts)
            .flat_map(|(value, count)| (0..count).map(move |_| value))
    }
}

impl_display!(Store);

/// Writes the values of the dice, `335`, or `-`.
impl WriteNotation for Store {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        if self.is_empty() {
            return out.write_str("-");
        }
        self.values().try_for_each(|value| value.write_to(out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_yield_their_dice() {
        let mut store = Store::default();
        store.put(5);
        store.put(3);
        store.put(7);
        store.put(0);
        assert_eq!(store.values().collect::<Vec<_>>(), [3, 5]);
        assert!(store.take(5));
        assert!(!store.take(5));
        assert!(!store.take(9));
        assert_eq!(store.len(), 1);
    }
}
