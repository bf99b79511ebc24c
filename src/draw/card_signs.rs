//! Signs on cards: their numbers (`card_number_places.rs`), and marks and letters beside their art
//! (`card_marks.rs`). The *art* of a card is the drawing of its pipes. A *misfit* is a kind of sign
//! for which the figure has no room.

use std::borrow::Cow;

use super::card_marks::{is_beside_art, with_marks};
use super::card_number_places::with_numbers;
use super::elements::Elements;
use super::measure::Measure;
use super::role::Role;
use super::sign_room::Misfit;

/// Returns the elements with the signs for which cards have room, and the kinds of signs that do
/// not fit.
pub(super) fn place_card_signs(
    elements: &Elements,
    measure: Measure,
) -> (Cow<'_, Elements>, Vec<Misfit>) {
    let mut misfits = Vec::new();
    let has = |is_sign: fn(Role) -> bool| elements.iter().any(|element| is_sign(element.role));
    let mut elements = Cow::Borrowed(elements);
    if has(|role| matches!(role, Role::CardNumberAt(_))) {
        let (numbered, misfit) = with_numbers(&elements, measure);
        elements = Cow::Owned(numbered);
        misfits.extend(misfit);
    }
    if has(is_beside_art) {
        let (marked, misfit) = with_marks(&elements, measure);
        elements = Cow::Owned(marked);
        misfits.extend(misfit);
    }
    (elements, misfits)
}
