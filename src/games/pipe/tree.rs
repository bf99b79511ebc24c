//! Things by their numbers, in a tree whose forks have sixteen branches each.
//!
//! A fork goes by the digits of a number alone, so that nobody can choose numbers that are slow to find; how
//! deep the tree is depends on the largest number, not on how many there are. Copies share what they have in
//! common: what lies on the way to a thing is copied when the first of them changes it.

use triomphe::Arc;

/// The branches of a fork.
const BRANCHES: usize = 16;

/// What things are found by.
pub(super) trait Key: Copy {
    /// Whether it is the first of all.
    fn is_first(self) -> bool;

    /// Whether no more than so many forks lead to it.
    fn is_within(self, forks: u32) -> bool;

    /// The branch at a fork above so many others.
    fn branch(self, above: u32) -> usize;
}

/// A number goes digit by digit, four bits each.
impl Key for u32 {
    #[inline]
    fn is_first(self) -> bool {
        self == 0
    }

    #[inline]
    fn is_within(self, forks: u32) -> bool {
        u64::from(self).wrapping_shr(4 * forks) == 0
    }

    #[inline]
    fn branch(self, above: u32) -> usize {
        self.wrapping_shr(4 * above) as usize % BRANCHES
    }
}

/// A pair of numbers goes by two bits of each; whichever way they are from 0, near ones come first.
impl Key for (i32, i32) {
    #[inline]
    fn is_first(self) -> bool {
        self == (0, 0)
    }

    #[inline]
    fn is_within(self, forks: u32) -> bool {
        u64::from(folded(self.0) | folded(self.1)).wrapping_shr(2 * forks) == 0
    }

    #[inline]
    fn branch(self, above: u32) -> usize {
        let bits = |number: i32| folded(number).wrapping_shr(2 * above) as usize % 4;
        bits(self.0) * 4 + bits(self.1)
    }
}

/// 0, -1, 1, -2 … by counting.
#[inline]
fn folded(number: i32) -> u32 {
    ((number << 1) ^ (number >> (i32::BITS - 1))).cast_unsigned()
}

#[cold]
#[cfg_attr(not(target_family = "wasm"), inline(never))]
fn make_own<T: Clone>(shared: &mut Arc<T>) {
    *shared = Arc::new(T::clone(shared));
}

/// What several may share, to be changed by one of them; `None` never.
#[inline]
pub(super) fn own<T: Clone>(shared: &mut Arc<T>) -> Option<&mut T> {
    // Mostly nobody shares it.
    if !shared.is_unique() {
        make_own(shared);
    }
    Arc::get_mut(shared)
}

type Branch<L> = Option<Arc<Node<L>>>;

#[derive(Clone, Debug)]
enum Node<L> {
    Fork([Branch<L>; BRANCHES]),
    Leaf(L),
}

#[derive(Clone, Debug)]
pub(super) struct Tree<L> {
    /// The thing of the first number, often the only one.
    first: Option<Arc<L>>,
    /// What leads to all others.
    others: Branch<L>,
    /// How many forks lead to each of these.
    height: u32,
}

impl<L> Default for Tree<L> {
    fn default() -> Self {
        Self { first: None, others: None, height: 1 }
    }
}

/// A thing that was not there.
#[cold]
#[cfg_attr(not(target_family = "wasm"), inline(never))]
fn made<L>(make: impl FnOnce() -> L) -> Arc<L> {
    Arc::new(make())
}

impl<L: Clone> Tree<L> {
    #[inline]
    pub(super) fn get<K: Key>(&self, key: K) -> Option<&L> {
        if key.is_first() { self.first.as_deref() } else { self.other(key) }
    }

    /// A thing of another number than the first.
    #[cfg_attr(not(target_family = "wasm"), inline(never))]
    fn other<K: Key>(&self, key: K) -> Option<&L> {
        if !key.is_within(self.height) {
            return None;
        }
        let mut node = self.others.as_deref()?;
        for above in (0..self.height).rev() {
            let Node::Fork(branches) = node else { return None };
            node = branches[key.branch(above) % BRANCHES].as_deref()?;
        }
        match node {
            Node::Leaf(leaf) => Some(leaf),
            Node::Fork(_) => None,
        }
    }

    /// The thing of that number to be changed, made where there was none; `None` never.
    #[inline]
    pub(super) fn get_mut<K: Key>(&mut self, key: K, make: impl FnOnce() -> L) -> Option<&mut L> {
        if !key.is_first() {
            return self.other_mut(key, make);
        }
        if self.first.is_none() {
            self.first = Some(made(make));
        }
        own(self.first.as_mut()?)
    }

    /// The same of another number than the first.
    #[cfg_attr(not(target_family = "wasm"), inline(never))]
    fn other_mut<K: Key>(&mut self, key: K, make: impl FnOnce() -> L) -> Option<&mut L> {
        while !key.is_within(self.height) {
            self.grow();
        }
        let mut branch = &mut self.others;
        for above in (0..self.height).rev() {
            let node = branch.get_or_insert_with(|| made(|| Node::Fork([const { None }; BRANCHES])));
            let Node::Fork(branches) = own(node)? else { return None };
            branch = &mut branches[key.branch(above) % BRANCHES];
        }
        match own(branch.get_or_insert_with(|| made(|| Node::Leaf(make()))))? {
            Node::Leaf(leaf) => Some(leaf),
            Node::Fork(_) => None,
        }
    }

    /// Puts a fork before the first one. All smaller numbers begin with a zero then.
    #[cold]
    fn grow(&mut self) {
        if let Some(others) = self.others.take() {
            let mut branches = [const { None }; BRANCHES];
            branches[0] = Some(others);
            self.others = Some(Arc::new(Node::Fork(branches)));
        }
        self.height += 1;
    }

    /// Shows all things, their numbers rising.
    pub(super) fn each<'t>(&'t self, mut show: impl FnMut(&'t L)) {
        self.first.as_deref().into_iter().for_each(&mut show);
        let mut next: Vec<&Node<L>> = self.others.as_deref().into_iter().collect();
        while let Some(node) = next.pop() {
            match node {
                Node::Fork(branches) => next.extend(branches.iter().rev().filter_map(Option::as_deref)),
                Node::Leaf(leaf) => show(leaf),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_tree_keeps_what_a_map_keeps_and_so_do_its_copies(
            changes in proptest::collection::vec((0..34_u32, any::<u32>(), any::<u16>()), 0..60)
        ) {
            let (mut tree, mut map) = (Tree::default(), BTreeMap::new());
            let mut copies = Vec::new();
            for (bits, number, thing) in changes {
                // Small numbers and large ones.
                let key = number.checked_shr(bits).unwrap_or(0);
                copies.push((tree.clone(), map.clone()));
                *tree.get_mut(key, u16::default).unwrap() = thing;
                map.insert(key, thing);
            }
            copies.push((tree, map));
            for (tree, map) in copies {
                let mut all = Vec::new();
                tree.each(|thing| all.push(*thing));
                prop_assert!(all.iter().eq(map.values()));
                for (&key, thing) in &map {
                    prop_assert_eq!(tree.get(key), Some(thing));
                    for other in [key ^ 1, key ^ 16, key ^ (1 << 31), key >> 4] {
                        prop_assert_eq!(tree.get(other), map.get(&other));
                    }
                }
            }
        }

        #[test]
        fn pairs_do_not_get_in_each_others_way(
            changes in proptest::collection::vec(((0..34_u32, any::<i32>()), (0..34_u32, any::<i32>())), 0..60)
        ) {
            let number = |(bits, number): (u32, i32)| number.checked_shr(bits).unwrap_or(0);
            let (mut tree, mut map) = (Tree::default(), BTreeMap::new());
            for (at, (first, second)) in changes.into_iter().enumerate() {
                let key = (number(first), number(second));
                *tree.get_mut(key, usize::default).unwrap() = at;
                map.insert(key, at);
            }
            for (&(first, second), at) in &map {
                prop_assert_eq!(tree.get((first, second)), Some(at));
                for other in [(second, first), (first ^ 1, second), (first, second ^ 4)] {
                    prop_assert_eq!(tree.get(other), map.get(&other));
                }
            }
        }
    }
}
