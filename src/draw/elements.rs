//! Elements of a scene, which are shapes with their roles: a shared prefix for the empty board, and
//! the scene's own elements above it.
//!
//! A *moat* is the gap around a piece: a wider shape below it, in the colour of the background.

use std::borrow::Cow;
use std::sync::Arc;

use super::geometry::Place;
use super::role::Role;
use super::shape::{Shape, Words};

/// Shape with its role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// Shape, without colours and line widths.
    pub shape: Shape,
    /// Role of the shape, which a theme maps to a style.
    pub role: Role,
    /// Name of the place in records; empty if the shape does not belong to a place.
    pub name: Words,
    /// Representation in the ASCII form; empty if there is none.
    pub text: Words,
    /// Representation in the Unicode form, if different.
    pub unicode: Option<Words>,
    /// True if its ink is mixed with the background, because it is not the subject of the figure.
    pub faded: bool,
}

impl Element {
    /// Creates a shape that belongs to no place and that the text forms do not show.
    pub(crate) fn bare(shape: Shape, role: Role) -> Self {
        Self {
            shape,
            role,
            name: Cow::Borrowed(""),
            text: Cow::Borrowed(""),
            unicode: None,
            faded: false,
        }
    }

    /// Returns the element moved by `by`.
    #[must_use]
    pub(crate) fn moved(&self, by: Place) -> Self {
        let shape = self.shape.clone().mapped(&|place: Place| place.plus(by));
        Self {
            shape,
            ..self.clone()
        }
    }
}

/// List of elements with a copy-on-write prefix, shared by all scenes of a board. New elements are
/// appended; any other change copies the prefix first.
#[derive(Clone, Debug, Default)]
pub struct Elements {
    board: Arc<[Element]>,
    own: Vec<Element>,
}

impl Elements {
    /// Iterates over the elements from the bottom up.
    pub fn iter(&self) -> impl Iterator<Item = &Element> {
        self.board.iter().chain(&self.own)
    }

    /// Returns the element above `below` others.
    pub(super) fn get(&self, below: usize) -> Option<&Element> {
        match below.checked_sub(self.board.len()) {
            Some(number) => self.own.get(number),
            None => self.board.get(below),
        }
    }

    /// Returns the number of elements.
    pub(crate) fn len(&self) -> usize {
        self.board.len() + self.own.len()
    }

    /// Returns true if there are no elements.
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds an element on top.
    pub(crate) fn push(&mut self, element: Element) {
        self.own.push(element);
    }

    /// Fades all elements above `below` others.
    pub(crate) fn fade_above(&mut self, below: usize) {
        for element in self.all_mut().iter_mut().skip(below) {
            element.faded = true;
        }
    }

    /// Moves the gaps around pieces under all pieces, so that something can be between them.
    pub(super) fn sink_moats(&mut self) {
        let all = self.all_mut();
        let is_piece =
            |element: &Element| matches!(element.role, Role::PieceMoat(_) | Role::Piece(_));
        let Some(first) = all.iter().position(is_piece) else {
            return;
        };
        // False precedes true, so moats precede everything else. The sort is stable.
        all[first..].sort_by_key(|element| !matches!(element.role, Role::PieceMoat(_)));
    }

    /// Reserves capacity for `more` elements.
    pub(crate) fn reserve(&mut self, more: usize) {
        self.own.reserve(more);
    }

    /// Keeps only the elements for which `is_kept` returns true.
    pub fn retain(&mut self, is_kept: impl FnMut(&Element) -> bool) {
        self.all_mut().retain(is_kept);
    }

    /// Returns the same list with all its elements in the shared prefix.
    #[must_use]
    pub(crate) fn shared(mut self) -> Self {
        let board = std::mem::take(self.all_mut());
        Self {
            board: board.into(),
            own: Vec::new(),
        }
    }

    /// Returns all elements as one mutable list, copying the prefix if needed.
    pub(super) fn all_mut(&mut self) -> &mut Vec<Element> {
        if !self.board.is_empty() {
            let mut all = std::mem::take(&mut self.board).to_vec();
            all.append(&mut self.own);
            self.own = all;
        }
        &mut self.own
    }
}

/// Equality ignores how many elements are shared.
impl PartialEq for Elements {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl Eq for Elements {}

impl From<Vec<Element>> for Elements {
    fn from(own: Vec<Element>) -> Self {
        Self {
            board: Arc::default(),
            own,
        }
    }
}

impl From<Elements> for Vec<Element> {
    fn from(mut elements: Elements) -> Self {
        std::mem::take(elements.all_mut())
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
        Element::bare(
            Shape::Disc {
                at: Place::default(),
                radius,
            },
            Role::Spot,
        )
    }

    fn numbers(elements: &Elements) -> Vec<i32> {
        let radius = |element: &Element| match element.shape {
            Shape::Disc { radius, .. } => radius,
            _ => 0,
        };
        elements.iter().map(radius).collect()
    }

    #[test]
    fn a_scene_does_not_change_the_board_of_others() {
        let board = Elements::from(vec![numbered(1), numbered(2)]).shared();
        let mut above = board.clone();
        above.push(numbered(3));
        above.push(numbered(4));
        assert_eq!((above.len(), numbers(&above)), (4, vec![1, 2, 3, 4]));
        let mut fewer = board.clone();
        fewer.retain(|element| *element == numbered(2));
        assert_eq!((numbers(&fewer), numbers(&board)), (vec![2], vec![1, 2]));
        assert_eq!(board, Elements::from(vec![numbered(1), numbered(2)]));
    }
}
