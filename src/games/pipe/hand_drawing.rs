//! Drawing of a hand: a grid of small cards, each with its number.

use super::card_drawing::{LabelledCard, Looks};
use super::turn::Id;
use crate::decks::Deck;
use crate::draw::{Anchor, Element, Elements, Place, Role, Run, Shape, UNIT};

/// Estimated width of a digit in a note.
const DIGIT: i32 = UNIT * 17 / 100;
/// Maximum number of cards of a hand that are drawn.
const MOST_HELD: usize = 12;

/// Draws the cards of a hand: each with its number, and a small picture beside it. All have the same width, so
/// that they line up in columns.
pub(super) fn hand_runs(deck: &Deck, hand: &[Id]) -> Vec<Run> {
    let mut runs = Vec::new();
    let longest = hand.iter().map(|card| card.to_string().len()).max().unwrap_or(1);
    let numbers = i32::try_from(longest).unwrap_or(1) * DIGIT;
    let beside = numbers + DIGIT / 2;
    for (at, &card) in hand.iter().enumerate() {
        let comma = if at > 0 { ", " } else { "" };
        let Some(layout) = deck.card(card).filter(|_| at < MOST_HELD) else {
            runs.push(Run::Words(format!("{comma}{card}")));
            continue;
        };
        let (number, looks) = (card.to_string(), Looks::of(layout));
        let small = looks.small(layout);
        let elements = small.held_as(LabelledCard { card, numbers }, || {
            let at = Place { x: numbers, y: small.size.y / 2 };
            let label = Shape::label(at, number.clone(), Anchor::End);
            let mut elements = vec![Element::bare(label, Role::Note)];
            elements.extend(small.elements.iter().map(|element| element.moved(Place { x: beside, y: 0 })));
            elements
        });
        // Only text output needs commas.
        runs.push(Run::Drawing { elements: Elements::default(), size: Place::default(), words: comma.to_owned() });
        let size = Place { x: beside + small.size.x + DIGIT * 3 / 2, y: small.size.y };
        runs.push(Run::Drawing { elements, size, words: number });
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decks::DeckFile;
    use crate::decks::ShippedDecks;

    #[test]
    fn a_hand_is_drawn_alike_whatever_was_held_before() {
        let text = ShippedDecks::text("twin-works").unwrap();
        let new_deck = || DeckFile::read(text.as_bytes()).deck.unwrap();
        let hands: [&[Id]; 3] = [&[1, 2, 10], &[2, 1], &[10]];
        let fresh = hands.map(|hand| hand_runs(&new_deck(), hand));
        let deck = new_deck();
        let again = [0, 1, 2, 1, 0].map(|at| hand_runs(&deck, hands[at]));
        assert_eq!(again, [0, 1, 2, 1, 0].map(|at| fresh[at].clone()));
        let [wide, narrow] = [&fresh[0][1], &fresh[1][3]].map(|run| match run {
            Run::Drawing { elements, words, .. } => (words.as_str(), elements.clone()),
            _ => panic!("{run:?}"),
        });
        assert_eq!((wide.0, narrow.0), ("1", "1"));
        assert_ne!(wide.1, narrow.1, "10 needs more room than 1 and 2");
    }
}
