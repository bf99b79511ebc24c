//! Places of the numbers of cards. A drawn card has its number at several places, each with more or
//! less room around it. Which of them is used depends on the size of the figure, so it is chosen
//! here and not in the scene. A *misfit* is a kind of sign for which the figure has no room.

use std::collections::BTreeMap;

use super::elements::{Element, Elements};
use super::geometry::UNIT;
use super::measure::Measure;
use super::role::{CARD_NUMBER_ROOMS, Role};
use super::sign_room::Misfit;

/// Chooses one place for the number of each card: the smallest that has enough room. Either all
/// cards have their numbers or none has.
pub(super) fn with_numbers(elements: &Elements, measure: Measure) -> (Elements, Option<Misfit>) {
    let needed = match measure.width() {
        Some(_) => measure.min_font_size(Role::CardNumberAt(0)),
        // The smallest room for the usual font size, which is 20 hundredths of a step.
        None => CARD_NUMBER_ROOMS[2],
    };
    let cards = rooms_of_cards(elements, needed, measure);
    let has_all = cards.values().all(|card| card.chosen.is_some());
    let is_chosen = |element: &Element, level: u8| {
        let card = cards.get(element.name.as_ref());
        has_all && room(level) == card.and_then(|card| card.chosen)
    };

    let mut kept = Vec::with_capacity(elements.len());
    let all: Vec<&Element> = elements.iter().collect();
    for (index, element) in all.iter().enumerate() {
        // The background of a number precedes it, and is kept with it.
        let number = match element.role {
            Role::CardNumberGround => all.get(index + 1).copied(),
            _ => Some(*element),
        };
        let is_kept = number.is_none_or(|number| match number.role {
            Role::CardNumberAt(level) => is_chosen(number, level),
            _ => true,
        });
        if is_kept {
            kept.push((*element).clone());
        }
    }

    let misfit = if has_all {
        None
    } else {
        Some(misfit_of_numbers(&cards, needed))
    };
    (kept.into(), misfit)
}

/// Places for the number of a card, by the font sizes for which they have room.
#[derive(Default)]
struct CardRooms {
    /// The room of the chosen place, if there is one.
    chosen: Option<i32>,
    /// The largest room of all places.
    largest: i32,
}

/// Returns the places of the numbers of all cards, by the names of the cards. A number has the font
/// size `needed`.
fn rooms_of_cards(elements: &Elements, needed: i32, measure: Measure) -> BTreeMap<&str, CardRooms> {
    let mut cards: BTreeMap<&str, CardRooms> = BTreeMap::new();
    for element in elements {
        let Role::CardNumberAt(level) = element.role else {
            continue;
        };
        let card = cards.entry(element.name.as_ref()).or_default();
        let Some(room) = room(level) else { continue };
        card.largest = card.largest.max(room);
        if room >= needed {
            card.chosen = Some(card.chosen.map_or(room, |chosen| chosen.min(room)));
        } else if measure.width().is_none() {
            // Without a set width, a number may also go where there is less room than it needs.
            card.chosen = Some(card.chosen.map_or(room, |chosen| chosen.max(room)));
        }
    }
    cards
}

/// Returns the font size for which the places of a level have room. A level is an index of
/// [`CARD_NUMBER_ROOMS`].
fn room(level: u8) -> Option<i32> {
    CARD_NUMBER_ROOMS.get(usize::from(level)).copied()
}

/// Returns how much larger a figure must be to have room for the numbers of its cards.
fn misfit_of_numbers(cards: &BTreeMap<&str, CardRooms>, needed: i32) -> Misfit {
    let smallest_room = cards.values().map(|card| card.largest).min().unwrap_or(0);
    let smallest = i64::from(smallest_room.max(UNIT / 50));
    // In hundredths, rounded up.
    let needed = (i64::from(needed) * 100 + smallest - 1) / smallest;
    Misfit {
        what: "numbers of cards",
        needed,
        is_left_out: true,
    }
}
