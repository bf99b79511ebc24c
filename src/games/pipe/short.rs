//! Lists that are mostly short: the first of their things take no memory of their own.

/// A list whose first `N` things are kept in place.
#[derive(Clone, Debug)]
pub(super) struct Short<T, const N: usize> {
    few: [Option<T>; N],
    len: usize,
    /// Those behind the first few.
    more: Vec<T>,
}

impl<T: Copy, const N: usize> Default for Short<T, N> {
    fn default() -> Self {
        Self { few: [None; N], len: 0, more: Vec::new() }
    }
}

impl<T: Copy, const N: usize> Short<T, N> {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn push(&mut self, thing: T) {
        match self.few.get_mut(self.len) {
            Some(slot) => *slot = Some(thing),
            None => self.more.push(thing),
        }
        self.len += 1;
    }

    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.more.clear();
    }

    #[inline]
    pub(super) fn get(&self, at: usize) -> Option<&T> {
        match self.few.get(at) {
            Some(slot) => slot.as_ref().filter(|_| at < self.len),
            None => self.more.get(at - N),
        }
    }

    #[inline]
    pub(super) fn get_mut(&mut self, at: usize) -> Option<&mut T> {
        match self.few.get_mut(at) {
            Some(slot) => slot.as_mut().filter(|_| at < self.len),
            None => self.more.get_mut(at - N),
        }
    }

    /// Those that are kept in place.
    #[inline]
    pub(super) fn few(&self) -> impl Iterator<Item = &T> {
        self.few.iter().take(self.len).flatten()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.few().chain(&self.more)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_list_grows_into_a_long_one() {
        let mut list = Short::<u32, 3>::default();
        for round in 0..2 {
            list.clear();
            for count in 0..8 {
                assert_eq!((list.len(), list.few().count()), (count, count.min(3)));
                assert!(list.iter().copied().eq((0..).map(|number| number + round).take(count)));
                assert_eq!(list.get(count), None);
                assert_eq!(list.get_mut(count), None);
                list.push(count as u32 + round);
                assert_eq!(list.get(count).copied(), Some(count as u32 + round));
            }
        }
        *list.get_mut(1).unwrap() = 70;
        *list.get_mut(6).unwrap() = 80;
        assert_eq!(list.iter().copied().collect::<Vec<_>>(), [1, 70, 3, 4, 5, 6, 80, 8]);
    }
}
