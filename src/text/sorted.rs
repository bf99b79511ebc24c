//! Maps and sets that are small, or filled once: lists in order.
//!
//! What `BTreeMap` needs for each type of keys and values is 5 to 10 kB of what a browser downloads, and a tenth of that is
//! enough here. To insert in the middle costs as much as what stands behind, so that what may become large is collected, or is
//! a tree.

use std::borrow::Borrow;

use serde::{Serialize, Serializer};

use super::Order;

/// Values by their keys, in the order of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SortedMap<K, V> {
    entries: Vec<(K, V)>,
}

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K, V> SortedMap<K, V> {
    pub(crate) const fn new() -> Self {
        Self { entries: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (&K, &V)> {
        self.entries.iter().map(|(key, value)| (key, value))
    }

    pub(crate) fn keys(&self) -> impl ExactSizeIterator<Item = &K> {
        self.entries.iter().map(|(key, _)| key)
    }

    pub(crate) fn values(&self) -> impl ExactSizeIterator<Item = &V> {
        self.entries.iter().map(|(_, value)| value)
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    /// Of values that have the same key the last stays.
    fn put_in_order(&mut self) {
        self.entries.order_by(|(one, _), (other, _)| one.cmp(other));
        self.entries.dedup_by(|later, earlier| {
            let is_same = later.0 == earlier.0;
            if is_same {
                std::mem::swap(later, earlier);
            }
            is_same
        });
    }

    fn place<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.entries.binary_search_by(|(known, _)| known.borrow().cmp(key))
    }

    pub(crate) fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|at| &self.entries[at].1)
    }

    pub(crate) fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|at| &mut self.entries[at].1)
    }

    pub(crate) fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.place(key).is_ok()
    }

    /// The value that the key had before.
    pub(crate) fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.place(&key) {
            Ok(at) => Some(std::mem::replace(&mut self.entries[at].1, value)),
            Err(at) => {
                self.entries.insert(at, (key, value));
                None
            }
        }
    }

    /// The value of a key, which is `value` where it has none.
    pub(crate) fn get_or_insert(&mut self, key: K, value: V) -> &mut V {
        let at = self.place(&key).unwrap_or_else(|at| {
            self.entries.insert(at, (key, value));
            at
        });
        &mut self.entries[at].1
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self { entries: entries.into_iter().collect() };
        map.put_in_order();
        map
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for SortedMap<K, V> {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl<K: Ord, V> Extend<(K, V)> for SortedMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        self.entries.extend(entries);
        self.put_in_order();
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

impl<K: Serialize, V: Serialize> Serialize for SortedMap<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

/// Items in order, each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SortedSet<T> {
    items: Vec<T>,
}

impl<T> Default for SortedSet<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> SortedSet<T> {
    pub(crate) const fn new() -> Self {
        Self { items: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub(crate) fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }
}

impl<T: Ord> SortedSet<T> {
    fn put_in_order(&mut self) {
        self.items.order();
        self.items.dedup();
    }

    pub(crate) fn contains<Q: Ord + ?Sized>(&self, item: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.items.binary_search_by(|known| known.borrow().cmp(item)).is_ok()
    }

    /// Whether it was not there.
    pub(crate) fn insert(&mut self, item: T) -> bool {
        let place = self.items.binary_search(&item);
        if let Err(at) = place {
            self.items.insert(at, item);
        }
        place.is_err()
    }

    /// Whether it was there.
    pub(crate) fn remove(&mut self, item: &T) -> bool {
        let place = self.items.binary_search(item);
        if let Ok(at) = place {
            self.items.remove(at);
        }
        place.is_ok()
    }
}

impl<T: Ord> FromIterator<T> for SortedSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut set = Self { items: items.into_iter().collect() };
        set.put_in_order();
        set
    }
}

impl<T: Ord, const N: usize> From<[T; N]> for SortedSet<T> {
    fn from(items: [T; N]) -> Self {
        items.into_iter().collect()
    }
}

impl<T: Ord> Extend<T> for SortedSet<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        self.items.extend(items);
        self.put_in_order();
    }
}

impl<T> IntoIterator for SortedSet<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

impl<'s, T> IntoIterator for &'s SortedSet<T> {
    type Item = &'s T;
    type IntoIter = std::slice::Iter<'s, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// What is done one way and the other comes to the same: a step inserts, inserts where nothing is, or changes.
        #[test]
        fn maps_are_what_trees_are(first: Vec<(u8, u16)>, steps in prop::collection::vec((0_u8..3, any::<u8>(), any::<u16>()), 0..60)) {
            let mut tree: BTreeMap<u8, u16> = first.iter().copied().collect();
            let mut map: SortedMap<u8, u16> = first.into_iter().collect();
            for (step, key, value) in steps {
                match step {
                    0 => prop_assert_eq!(map.insert(key, value), tree.insert(key, value)),
                    1 => prop_assert_eq!(map.get_or_insert(key, value), tree.entry(key).or_insert(value)),
                    _ => prop_assert_eq!(map.get_mut(&key).map(|old| *old ^= value), tree.get_mut(&key).map(|old| *old ^= value)),
                }
                prop_assert_eq!(map.get(&key), tree.get(&key));
                prop_assert_eq!(map.contains_key(&key), tree.contains_key(&key));
                prop_assert_eq!(map.len(), tree.len());
            }
            prop_assert!(map.iter().eq(tree.iter()) && map.keys().eq(tree.keys()) && map.values().eq(tree.values()));
            prop_assert_eq!(serde_json::to_string(&map).unwrap(), serde_json::to_string(&tree).unwrap());
            map.extend([(7, 7), (3, 3), (7, 8)]);
            tree.extend([(7, 7), (3, 3), (7, 8)]);
            prop_assert!(map.into_iter().eq(tree));
        }

        #[test]
        fn sets_are_what_trees_are(first: Vec<u8>, steps in prop::collection::vec((0_u8..2, any::<u8>()), 0..60)) {
            let mut tree: BTreeSet<u8> = first.iter().copied().collect();
            let mut set: SortedSet<u8> = first.into_iter().collect();
            for (step, item) in steps {
                match step {
                    0 => prop_assert_eq!(set.insert(item), tree.insert(item)),
                    _ => prop_assert_eq!(set.remove(&item), tree.remove(&item)),
                }
                prop_assert_eq!(set.contains(&item), tree.contains(&item));
                prop_assert_eq!((set.len(), set.is_empty()), (tree.len(), tree.is_empty()));
            }
            prop_assert!((&set).into_iter().eq(&tree));
            set.extend([7, 3]);
            tree.extend([7, 3]);
            prop_assert!(set.into_iter().eq(tree));
        }
    }
}
