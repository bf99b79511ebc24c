//! What surrounds the labels of a board: dots and their names, marks, rings and pieces.
//!
//! [`Surroundings`] finds each of them by the name of its place. `label_fitting.rs` places the
//! labels among them.

use std::collections::BTreeMap;

use super::annotation_shapes::bounds;
use super::elements::{Element, Elements};
use super::geometry::{Place, Rect};
use super::mark_room::Inside;
use super::measure::Measure;
use super::role::{Role, Upon};
use super::shape::Shape;

/// Surroundings of labels, by the names of their places.
#[derive(Default)]
pub(super) struct Surroundings {
    /// Dots with a name beside them.
    pub(super) dots: BTreeMap<String, Place>,
    /// Places at which the scene writes the names of dots.
    pub(super) names: BTreeMap<String, Place>,
    /// Room for a text inside the marks on an empty place.
    pub(super) insides: BTreeMap<String, Inside>,
    /// Radii of the smallest rings around pieces.
    pub(super) rings: BTreeMap<String, i32>,
    /// Bounding boxes of pieces.
    pub(super) pieces: BTreeMap<String, Rect>,
}

impl Surroundings {
    /// Finds the surroundings among the elements of a board.
    pub(super) fn new(elements: &Elements, measure: Measure) -> Self {
        let mut surroundings = Self::default();
        surroundings.find_dots(elements);
        surroundings.find_insides(elements, measure);
        surroundings.find_rings(elements);
        surroundings.find_pieces(elements);
        surroundings
    }

    /// Collects the dots and their names.
    fn find_dots(&mut self, elements: &Elements) {
        for element in elements {
            match (&element.shape, element.role) {
                (Shape::Disc { at: place, .. }, Role::Dot) => {
                    self.dots.insert(element.name.to_string(), *place);
                }
                (
                    Shape::Label {
                        at: place, text, ..
                    },
                    Role::Coordinate,
                ) => {
                    self.names.insert(text.to_string(), *place);
                }
                _ => {}
            }
        }
    }

    /// Finds the room inside the marks on empty places.
    fn find_insides(&mut self, elements: &Elements, measure: Measure) {
        let is_outline = |element: &&Element| {
            let role = element.role;
            matches!(role, Role::OpenMark | Role::Mark(Upon::Board)) && !element.name.is_empty()
        };
        for element in elements.iter().filter(is_outline) {
            let line = measure.line_width(element.role);
            let inside = Inside::of_outline(&element.shape).less(line);
            self.insides
                .entry(element.name.to_string())
                .and_modify(|known| *known = known.within(inside))
                .or_insert(inside);
        }
    }

    /// Finds the smallest ring around each piece.
    fn find_rings(&mut self, elements: &Elements) {
        for element in elements {
            if element.role == Role::MarkRing
                && let Some(rect) = bounds(&element.shape)
            {
                let radius = rect.size().x / 2;
                self.rings
                    .entry(element.name.to_string())
                    .and_modify(|known| *known = (*known).min(radius))
                    .or_insert(radius);
            }
        }
    }

    /// Finds the bounding box of each piece.
    fn find_pieces(&mut self, elements: &Elements) {
        for element in elements {
            if matches!(element.role, Role::Piece(_))
                && let Some(rect) = bounds(&element.shape)
            {
                self.pieces.insert(element.name.to_string(), rect);
            }
        }
    }
}
