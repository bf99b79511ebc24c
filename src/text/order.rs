//! Sorting, which is written out for every type and every key.

use std::cmp::Ordering;

/// Whether code is downloaded before it runs, so that it has to be small: then one sort serves all types.
const IS_DOWNLOADED: bool = cfg!(target_family = "wasm");

/// Slices in order: what the library sorts with, in the place of the methods of slices, whose code is 4 kB for each use.
pub(crate) trait Order<T> {
    /// From the least to the greatest. What is equal is alike.
    fn order(&mut self)
    where
        T: Ord;

    /// By a key; what has the same one stays in its order.
    fn order_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);

    /// By a key that is made once for each item.
    fn order_by_cached_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);

    /// By a comparison; what is equal stays in its order.
    fn order_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);
}

impl<T> Order<T> for [T] {
    fn order(&mut self)
    where
        T: Ord,
    {
        if IS_DOWNLOADED { arrange(self, T::cmp) } else { self.sort_unstable() }
    }

    fn order_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        if IS_DOWNLOADED {
            arrange(self, |one, other| key(one).cmp(&key(other)));
        } else {
            self.sort_by_key(key);
        }
    }

    fn order_by_cached_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K) {
        if IS_DOWNLOADED {
            let keys: Vec<K> = self.iter().map(key).collect();
            swap_all(self, &swaps(keys.len(), &mut |one, other| keys[one].cmp(&keys[other])));
        } else {
            self.sort_by_cached_key(key);
        }
    }

    fn order_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering) {
        if IS_DOWNLOADED { arrange(self, compare) } else { self.sort_by(compare) }
    }
}

fn arrange<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    if items.len() > 1 {
        let swaps = swaps(items.len(), &mut |one, other| compare(&items[one], &items[other]));
        swap_all(items, &swaps);
    }
}

/// With which item behind it, or itself, the first one has to be swapped, then the second, and so on, to be in order.
#[inline(never)]
fn swaps(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|&one, &other| compare(one, other));
    for at in 0..count {
        let mut from = places[at];
        // What was before this place has gone to where the place says.
        while from < at {
            from = places[from];
        }
        places[at] = from;
    }
    places
}

/// What is left for every type.
fn swap_all<T>(items: &mut [T], swaps: &[usize]) {
    swaps.iter().enumerate().for_each(|(at, &from)| items.swap(at, from));
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn both_ways_give_the_same(items: Vec<(u8, u16)>) {
            let [mut wanted, mut found] = [items.clone(), items];
            wanted.sort_by_key(|(key, _)| *key);
            arrange(&mut found, |(one, _), (other, _)| one.cmp(other));
            prop_assert_eq!(found, wanted);
        }
    }
}
