//! The elements of a scene: those of the empty board, which scenes share, and its own above them.

use std::sync::Arc;

use super::scene::Element;

/// A list whose beginning is drawn once for all scenes of a board. What a scene adds comes behind it; whoever changes more
/// than that gets a list of its own.
#[derive(Clone, Debug, Default)]
pub struct Elements {
    board: Arc<[Element]>,
    own: Vec<Element>,
}

impl Elements {
    /// They, from the bottom up.
    pub fn iter(&self) -> impl Iterator<Item = &Element> {
        self.board.iter().chain(&self.own)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.board.len() + self.own.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds one on top.
    pub fn push(&mut self, element: Element) {
        self.own.push(element);
    }

    /// Makes room for so many more.
    pub fn reserve(&mut self, more: usize) {
        self.own.reserve(more);
    }

    /// Adds one with `below` others beneath it.
    pub fn insert(&mut self, below: usize, element: Element) {
        match below.checked_sub(self.board.len()) {
            Some(at) => self.own.insert(at, element),
            None => self.list().insert(below, element),
        }
    }

    /// Leaves out what `is_kept` does not hold of.
    pub fn retain(&mut self, is_kept: impl FnMut(&Element) -> bool) {
        self.list().retain(is_kept);
    }

    /// The same with all that there is in a list that scenes to come can share.
    #[must_use]
    pub(crate) fn shared(mut self) -> Self {
        let board = std::mem::take(self.list());
        Self { board: board.into(), own: Vec::new() }
    }

    /// All of them, to be changed.
    pub(super) fn list(&mut self) -> &mut Vec<Element> {
        if !self.board.is_empty() {
            let mut all = std::mem::take(&mut self.board).to_vec();
            all.append(&mut self.own);
            self.own = all;
        }
        &mut self.own
    }
}

/// How much of them is shared makes no difference.
impl PartialEq for Elements {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl Eq for Elements {}

impl From<Vec<Element>> for Elements {
    fn from(own: Vec<Element>) -> Self {
        Self { board: Arc::default(), own }
    }
}

impl From<Elements> for Vec<Element> {
    fn from(mut elements: Elements) -> Self {
        std::mem::take(elements.list())
    }
}

impl<'a> IntoIterator for &'a Elements {
    type Item = &'a Element;
    type IntoIter = std::iter::Chain<std::slice::Iter<'a, Element>, std::slice::Iter<'a, Element>>;

    fn into_iter(self) -> Self::IntoIter {
        self.board.iter().chain(&self.own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{Place, Role, Shape};

    fn numbered(radius: i32) -> Element {
        Element::bare(Shape::Disc { at: Place::default(), radius }, Role::Spot)
    }

    fn numbers(elements: &Elements) -> Vec<i32> {
        let radius = |element: &Element| match element.shape {
            Shape::Disc { radius, .. } => radius,
            _ => 0,
        };
        elements.iter().map(radius).collect()
    }

    #[test]
    fn a_scene_never_changes_the_board_of_others() {
        let board = Elements::from(vec![numbered(1), numbered(2)]).shared();
        let mut above = board.clone();
        above.push(numbered(4));
        above.insert(2, numbered(3));
        assert_eq!(numbers(&above), [1, 2, 3, 4]);
        above.insert(1, numbered(9));
        assert_eq!((above.len(), numbers(&above)), (5, vec![1, 9, 2, 3, 4]));
        let mut fewer = board.clone();
        fewer.retain(|element| *element == numbered(2));
        assert_eq!((numbers(&fewer), numbers(&board)), (vec![2], vec![1, 2]));
        assert_eq!(board, Elements::from(vec![numbered(1), numbered(2)]));
    }
}
