//! Places of the numbers of cards. A drawn card has its number at several places, each with more or
//! less room around it. Which of them is used depends on the size of the figure, so it is chosen
//! here and not in the scene.

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
        None => CARD_NUMBER_ROOMS[2],
    };
    let room = |level: u8| CARD_NUMBER_ROOMS.get(usize::from(level)).copied();
    // The chosen room on each card, and the largest room on it.
    let mut chosen: BTreeMap<&str, Option<i32>> = BTreeMap::new();
    let mut largest: BTreeMap<&str, i32> = BTreeMap::new();
    for element in elements {
        let Role::CardNumberAt(level) = element.role else {
            continue;
        };
        let best = chosen.entry(element.name.as_ref()).or_default();
        let largest_room = largest.entry(element.name.as_ref()).or_default();
        if let Some(room) = room(level) {
            *largest_room = (*largest_room).max(room);
            // Without a set width, a number may also go where there is less room than it needs.
            if room >= needed {
                *best = Some(best.map_or(room, |known| known.min(room)));
            } else if measure.width().is_none() {
                *best = Some(best.map_or(room, |known| known.max(room)));
            }
        }
    }

    let has_all = chosen.values().all(Option::is_some);
    let is_chosen = |element: &Element, level: u8| {
        has_all && room(level) == chosen.get(element.name.as_ref()).copied().flatten()
    };
    let mut kept = Vec::with_capacity(elements.len());
    let all: Vec<&Element> = elements.iter().collect();
    for (index, element) in all.iter().enumerate() {
        // The background of a number precedes it, and is kept with it.
        let number = match element.role {
            Role::CardNumberGround => all.get(index + 1).copied(),
            _ => Some(*element),
        };
        let is_kept = match number.map(|number| (number, number.role)) {
            Some((number, Role::CardNumberAt(level))) => is_chosen(number, level),
            _ => true,
        };
        if is_kept {
            kept.push((*element).clone());
        }
    }

    let misfit = (!has_all).then(|| {
        let smallest_room = largest.values().copied().min().unwrap_or(0);
        let smallest = i64::from(smallest_room.max(UNIT / 50));
        // Rounded up.
        let needed = (i64::from(needed) * 100 + smallest - 1) / smallest;
        Misfit {
            what: "numbers of cards",
            needed,
            is_left_out: true,
        }
    });
    (kept.into(), misfit)
}
