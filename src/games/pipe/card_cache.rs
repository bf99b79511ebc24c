//! Drawings of a card that are computed once: its plan, its small drawing for notes, and the places
//! of its number.
//!
//! They are cached with the [`Layout`] of the card, because many diagrams show the same cards.

use std::sync::{Arc, OnceLock};

use super::card_art::Art;
use super::card_drawing::CardDrawing;
use super::turn::Id;
use crate::decks::Layout;
use crate::draw::{CARD_NUMBER_ROOMS, Element, Elements, Place, Scene, Shape, Size, UNIT};

/// The size of cards in notes, in per cent.
const SMALL: i32 = 55;

/// The first number that a card had, with its place.
type NumberCache = OnceLock<(String, Option<Place>)>;

/// The drawings of a card, which are cached with its layout.
pub(super) struct CardCache {
    pub(super) art: Arc<Art>,
    small: OnceLock<SmallCard>,
    /// Places of the first number that the card had, relative to the middle of the card: for each
    /// font size of [`CARD_NUMBER_ROOMS`], by quarter turns.
    numbers: [[NumberCache; 4]; CARD_NUMBER_ROOMS.len()],
}

impl CardCache {
    /// Returns the drawings of a card.
    pub(super) fn from_layout(layout: &Layout) -> Arc<Self> {
        layout.derived(|layout| Self {
            art: Arc::new(Art::from_layout(layout)),
            small: OnceLock::new(),
            numbers: Default::default(),
        })
    }

    /// Returns the place of a number on the card in one of its four positions, relative to the
    /// middle of the card. `level` is the index of the font size. The first number is cached, as it
    /// serves most diagrams; `find` computes the place of any other.
    pub(super) fn number_place(
        &self,
        number: &str,
        level: u8,
        quarters: u8,
        find: impl Fn() -> Option<Place>,
    ) -> Option<Place> {
        let Some(caches) = self.numbers.get(usize::from(level)) else {
            return find();
        };
        let cache = &caches[usize::from(quarters % 4)];
        let (first, place) = cache.get_or_init(|| (number.to_owned(), find()));
        if first == number { *place } else { find() }
    }

    /// Returns the drawing for a note.
    pub(super) fn small(&self, layout: &Layout) -> &SmallCard {
        self.small.get_or_init(|| SmallCard::from_layout(layout))
    }
}

/// A card for a note, with its upper left corner at the origin.
pub(super) struct SmallCard {
    pub(super) elements: Vec<Element>,
    pub(super) size: Place,
    /// Cache of the drawing with the number of the first card that had it.
    numbered: OnceLock<(Id, Elements)>,
}

impl SmallCard {
    pub(super) fn from_layout(layout: &Layout) -> Self {
        let mut scene = Scene::default();
        let centre = Place::default();
        CardDrawing {
            layout,
            art: Arc::clone(&CardCache::from_layout(layout).art),
            centre,
            quarters: 0,
            size: Size::Small,
        }
        .draw(&mut scene);
        let scaled = |place: Place| Place {
            x: (place.x + UNIT) * SMALL / 100,
            y: (place.y + UNIT / 2) * SMALL / 100,
        };
        let elements = Vec::from(scene.elements).into_iter().map(|element| {
            let shape = match element.shape.mapped(&scaled) {
                Shape::Disc { at: place, radius } => Shape::Disc {
                    at: place,
                    radius: radius * SMALL / 100,
                },
                other => other,
            };
            Element { shape, ..element }
        });
        let size = Place {
            x: UNIT * 2 * SMALL / 100,
            y: UNIT * SMALL / 100,
        };
        Self {
            elements: elements.collect(),
            size,
            numbered: OnceLock::new(),
        }
    }

    /// Returns the drawing with a number. The first one is cached, as it serves most diagrams.
    pub(super) fn with_number(&self, card: Id, draw: impl Fn() -> Vec<Element>) -> Elements {
        let (first, elements) = self
            .numbered
            .get_or_init(|| (card, Elements::from(draw()).shared()));
        if *first == card {
            elements.clone()
        } else {
            draw().into()
        }
    }
}
