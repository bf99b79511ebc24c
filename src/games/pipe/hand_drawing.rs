//! Drawing of a hand: rows of small cards, each with its number.

use super::card_cache::CardCache;
use super::turn::Id;
use crate::decks::Deck;
use crate::draw::{Element, Place, Role, Run, UNIT, Wording, on_plate};

/// Height of the number above a card.
const NUMBER: i32 = UNIT * 26 / 100;
/// Gap between cards.
const GAP: i32 = UNIT * 12 / 100;
/// Maximum number of cards of a hand that are drawn.
const MAX_HELD: usize = 12;

/// Draws the cards of a hand: small pictures, each with its number above it. Five of them fit into
/// a column of 60 mm.
pub(super) fn hand_runs(deck: &Deck, hand: &[Id]) -> Vec<Run> {
    let mut runs = Vec::new();
    for (index, &card) in hand.iter().enumerate() {
        let comma = if index > 0 { ", " } else { "" };
        let Some(layout) = deck.card(card).filter(|_| index < MAX_HELD) else {
            runs.push(Run::Words(format!("{comma}{card}")));
            continue;
        };
        let number = card.to_string();
        let cache = CardCache::from_layout(layout);
        let small = cache.small(layout);
        let elements = small.with_number(card, || {
            let place = Place {
                x: small.size.x / 2,
                y: NUMBER / 2,
            };
            let mut elements = vec![Element::bare(
                on_plate(place, number.clone(), Role::CardNumber),
                Role::CardNumber,
            )];
            elements.extend(
                small
                    .elements
                    .iter()
                    .map(|element| element.moved(Place { x: 0, y: NUMBER })),
            );
            elements
        });
        // Only text output needs commas.
        runs.push(Run::only_text(comma.to_owned()));
        let size = Place {
            x: small.size.x + GAP,
            y: small.size.y + NUMBER,
        };
        runs.push(Run::Drawing {
            elements,
            size,
            words: number,
        });
    }
    runs
}

/// Draws the next card of the stock, with its number after it.
pub(super) fn next_runs(deck: &Deck, card: Id) -> Vec<Run> {
    let number = card.to_string();
    let Some(layout) = deck.card(card) else {
        return vec![Run::Words(number)];
    };
    let cache = CardCache::from_layout(layout);
    let small = cache.small(layout);
    let drawing = Run::Drawing {
        elements: small
            .elements
            .iter()
            .map(|element| element.moved(Place { x: GAP, y: 0 }))
            .collect::<Vec<_>>()
            .into(),
        size: Place {
            x: small.size.x + 2 * GAP,
            y: small.size.y,
        },
        words: String::new(),
    };
    let wording = Wording::new(number.clone(), number);
    vec![drawing, Run::Worded(wording)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decks::DeckFile;
    use crate::decks::ShippedDecks;

    #[test]
    fn a_hand_is_drawn_independently_of_earlier_hands() {
        let text = ShippedDecks::text("twin-works").unwrap();
        let new_deck = || DeckFile::read(text.as_bytes()).deck.unwrap();
        let hands: [&[Id]; 3] = [&[1, 2, 10], &[2, 1], &[10]];
        let fresh = hands.map(|hand| hand_runs(&new_deck(), hand));
        let deck = new_deck();
        let again = [0, 1, 2, 1, 0].map(|index| hand_runs(&deck, hands[index]));
        assert_eq!(again, [0, 1, 2, 1, 0].map(|index| fresh[index].clone()));
    }
}
