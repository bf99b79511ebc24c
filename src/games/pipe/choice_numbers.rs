//! Numbers of choices: each choice of a turn has the same number in all positions of a set-up, for
//! programs that learn the game.

use super::board::{Heading, Square};
use super::moves::free_colours;
use super::setup::Setup;
use super::turn::{Id, Placement};
use super::turn_builder::{DRAW, HIDDEN, KEEP, NextChoice, SWAP, TurnBuilder, orientation_key};
use crate::decks::Colour;
use crate::games::NumberedChoices;

/// The number of squares within one square of a card.
const AROUND: u32 = 10;

/// The first number of each kind of choice, and their limit. Cards count by their place in the
/// deck. A square counts from a card on the table that it is near, so that the table has no edge
/// here either.
#[derive(Clone, Copy)]
pub(super) struct Numbers {
    /// Ten squares for each card, then the origin of an empty table, and a square apart from all
    /// cards.
    squares: u32,
    /// Which half covers the square, and four headings.
    orientations: u32,
    colours: u32,
    words: u32,
    /// The limit.
    pub(super) all: u32,
}

impl Numbers {
    pub(super) fn new(setup: &Setup) -> Self {
        let squares = u32::try_from(setup.deck.len()).unwrap_or(u32::MAX / 100);
        let orientations = squares + AROUND * squares + 2;
        let colours = orientations + 8;
        let words = orientations + 12;
        Self {
            squares,
            orientations,
            colours,
            words,
            all: words + 3,
        }
    }
}

/// Returns the place of a card in the deck.
fn card_number(setup: &Setup, card: Id) -> Option<u32> {
    (0..)
        .zip(setup.deck.ids())
        .find(|(_, id)| *id == card)
        .map(|(number, _)| number)
}

/// Returns which of the ten squares around a card a square is, seen in the heading of the card.
fn number_around(placement: &Placement, square: Square) -> Option<u32> {
    let east = square.x.checked_sub(placement.square.x)?;
    let north = square.y.checked_sub(placement.square.y)?;
    let (ahead, left) = match placement.heading {
        Heading::East => (east, north),
        Heading::North => (north, east.checked_neg()?),
        Heading::West => (east.checked_neg()?, north.checked_neg()?),
        Heading::South => (north.checked_neg()?, east),
    };
    match (ahead, left) {
        (-1..=2, 1) => u32::try_from(ahead + 1).ok(),
        (-1 | 2, 0) => Some(if ahead < 0 { 4 } else { 5 }),
        (-1..=2, -1) => u32::try_from(ahead + 7).ok(),
        _ => None,
    }
}

impl TurnBuilder<'_> {
    /// Returns the choices with their numbers.
    pub(super) fn numbered_choices(&self) -> NumberedChoices {
        let numbers = Numbers::new(self.setup);
        let of_card = |card: Id| Some((card_number(self.setup, card)?, card.to_string()));
        let of_colour = |colour: Colour| {
            (
                numbers.colours + colour.index() as u32,
                colour.name().to_owned(),
            )
        };
        let of_word = |(number, word): (u32, &str)| (numbers.words + number, word.to_owned());
        let own = match &self.next {
            NextChoice::Draw(placed, _) => {
                let drawn =
                    |card: Id| Some((card_number(self.setup, card)?, format!("{DRAW}{card}")));
                let chance = placed
                    .draws()
                    .into_iter()
                    .flatten()
                    .filter_map(drawn)
                    .collect();
                return NumberedChoices {
                    own: Vec::new(),
                    chance,
                };
            }
            NextChoice::Discard(chosen) => {
                let may_hide = chosen.is_empty() && !self.state.hands.are_known();
                let hidden = may_hide.then(|| of_word((2, HIDDEN)));
                self.discardable(chosen)
                    .into_iter()
                    .filter_map(of_card)
                    .chain(hidden)
                    .collect()
            }
            NextChoice::Card => self.cards().into_iter().filter_map(of_card).collect(),
            NextChoice::Claim(_) => free_colours(self.setup, self.state)
                .into_iter()
                .map(of_colour)
                .collect(),
            NextChoice::Square(card) => {
                let squares = self.square_numbers(&numbers, self.squares(*card));
                let of_square = |(number, square): (u32, Square)| (number, square.to_string());
                squares.into_iter().map(of_square).collect()
            }
            NextChoice::Orientation(card, square) => {
                let of_placement = |placement: Placement| {
                    let half = if placement.square == *square { 0 } else { 4 };
                    (
                        numbers.orientations + half + placement.heading.index() as u32,
                        orientation_key(&placement),
                    )
                };
                self.placements_over(*card, *square)
                    .map(of_placement)
                    .collect()
            }
            NextChoice::Colours(placed, claimed) => {
                let words = [(true, (0, KEEP)), (self.may_swap(placed), (1, SWAP))].into_iter();
                let words = words
                    .filter(|(is_open, _)| *is_open && claimed.is_empty())
                    .map(|(_, word)| of_word(word));
                words
                    .chain(self.claimable(placed, claimed).map(of_colour))
                    .collect()
            }
            NextChoice::Complete(_) => Vec::new(),
        };
        NumberedChoices {
            own,
            chance: Vec::new(),
        }
    }

    /// Returns the numbers of squares: the smallest one for a square that is near several cards.
    fn square_numbers(&self, numbers: &Numbers, squares: Vec<Square>) -> Vec<(u32, Square)> {
        let of_card = |placement: Placement| {
            let number = card_number(self.setup, placement.card)?;
            Some((numbers.squares + AROUND * number, placement))
        };
        let placements = self.state.table.placements();
        let cards: Vec<(u32, Placement)> = placements.into_iter().filter_map(of_card).collect();
        let apart = numbers.orientations - if cards.is_empty() { 2 } else { 1 };
        let numbered = squares.into_iter().map(|square| {
            let near = cards
                .iter()
                .filter_map(|(first, card)| Some(first + number_around(card, square)?));
            (near.min().unwrap_or(apart), square)
        });
        numbered.collect()
    }
}
