//! Elements that go below others. They are inserted all at once, so that inserting many of them
//! takes linear time.
//!
//! An *element* is a shape with its *role*, which says what it is in the figure. The elements of a
//! scene are in order, from the bottom up.

use std::collections::BTreeMap;

use super::elements::{Element, Elements};
use super::role::{Along, Role};

/// Place between the elements of a scene: below the first one that belongs above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Layer {
    /// Above the background.
    AboveGround,
    /// Above everything that is under the pieces and the gaps around them.
    UnderPieceMoats,
    /// Above the gaps around pieces, under the pieces.
    UnderPieces,
    /// Under the contours of closed sets, which run above the frames of cards.
    UnderContours,
}

impl Layer {
    /// Returns true if an element with this role belongs above the layer.
    fn is_below(self, role: Role) -> bool {
        match self {
            // Fields and earlier shades are part of the background, and what only the text forms
            // show covers nothing.
            Self::AboveGround => !matches!(
                role,
                Role::Ground | Role::Field(_) | Role::Shade | Role::TextOnly
            ),
            Self::UnderPieceMoats => matches!(role, Role::Piece(_) | Role::PieceMoat(_)),
            Self::UnderPieces => matches!(role, Role::Piece(_)),
            Self::UnderContours => {
                matches!(
                    role,
                    Role::SetBand(_, Along::OwnPipe) | Role::SetRim | Role::SetRimEdge
                )
            }
        }
    }
}

/// Elements to insert, each above a number of elements of the scene.
#[derive(Debug, Default)]
pub(super) struct Insertions {
    /// Number of elements below each layer, up to the point searched so far. In the meantime,
    /// elements are only added on top.
    below: BTreeMap<Layer, usize>,
    inserted: Vec<(usize, Element)>,
    /// Number of elements that were searched.
    #[cfg(test)]
    searched: usize,
}

impl Insertions {
    /// Adds an element, above those added to the same layer before.
    pub(super) fn add(&mut self, layer: Layer, element: Element, elements: &Elements) {
        let below = self.below.entry(layer).or_default();
        while elements
            .get(*below)
            .is_some_and(|other| !layer.is_below(other.role))
        {
            *below += 1;
            #[cfg(test)]
            {
                self.searched += 1;
            }
        }
        self.inserted.push((*below, element));
    }

    /// Inserts the elements into the scene.
    pub(super) fn apply(mut self, elements: &mut Elements) {
        if self.inserted.is_empty() {
            return;
        }
        self.inserted.sort_by_key(|(below, _)| *below);
        let all = elements.all_mut();
        let mut inserted = self.inserted.into_iter().peekable();
        let mut merged = Vec::with_capacity(all.len() + inserted.len());
        for (number, element) in std::mem::take(all).into_iter().enumerate() {
            while let Some((_, new)) = inserted.next_if(|(below, _)| *below <= number) {
                merged.push(new);
            }
            merged.push(element);
        }
        merged.extend(inserted.map(|(_, new)| new));
        *all = merged;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::role::Tone;
    use crate::draw::{Place, Shape};

    fn element(role: Role, radius: i32) -> Element {
        Element::bare(
            Shape::Disc {
                at: Place::default(),
                radius,
            },
            role,
        )
    }

    fn scene() -> Elements {
        let roles = [
            Role::Ground,
            Role::Spot,
            Role::PieceMoat(Tone::Light),
            Role::Piece(1),
            Role::Coordinate,
        ];
        Elements::from(roles.map(|role| element(role, 0)).to_vec())
    }

    #[test]
    fn elements_go_below_the_first_one_above_their_layer() {
        let mut elements = scene();
        let mut insertions = Insertions::default();
        for (layer, radius) in [
            (Layer::UnderPieceMoats, 3),
            (Layer::AboveGround, 1),
            (Layer::UnderPieceMoats, 4),
            (Layer::UnderContours, 5),
        ] {
            insertions.add(layer, element(Role::Halo, radius), &elements);
        }
        elements.push(element(Role::Arrow, 0));
        insertions.apply(&mut elements);
        let sizes: Vec<i32> = elements
            .iter()
            .map(|element| match element.shape {
                Shape::Disc { radius, .. } => radius,
                _ => -1,
            })
            .collect();
        assert_eq!(sizes, [0, 1, 0, 3, 4, 0, 0, 0, 5, 0]);
    }

    /// The search continues where it ended.
    #[test]
    fn many_elements_take_linear_time() {
        let work = |count: usize| {
            let mut elements = scene();
            let mut insertions = Insertions::default();
            for _ in 0..count {
                for layer in [Layer::UnderPieceMoats, Layer::UnderContours] {
                    insertions.add(layer, element(Role::Halo, 1), &elements);
                }
                elements.push(element(Role::Arrow, 0));
            }
            insertions.searched
        };
        assert!(
            work(2_000) <= 2 * work(1_000),
            "{} {}",
            work(1_000),
            work(2_000)
        );
    }
}
