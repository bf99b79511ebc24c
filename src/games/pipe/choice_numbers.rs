//! Numbers of choices: each choice of a turn has the same number in all positions of a set-up, for
//! programs that learn the game.

use super::board::{Heading, Square};
use super::card_places::placements_over;
use super::moves::free_colours;
use super::setup::Setup;
use super::turn::{Id, Placement};
use super::turn_builder::{HIDDEN, KEEP, NextChoice, SWAP, TurnBuilder, orientation_key};
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
            all: words + WORDS.len() as u32,
        }
    }

    /// Returns the number of the origin of an empty table.
    fn origin(self) -> u32 {
        self.orientations - 2
    }

    /// Returns the number of the square apart from all cards.
    fn apart(self) -> u32 {
        self.orientations - 1
    }
}

/// Returns the place of a card in the deck.
fn card_number(setup: &Setup, card: Id) -> Option<u32> {
    u32::try_from(setup.deck.index_of(card)?).ok()
}

/// The ten squares around a card, as steps ahead in its heading and to the left, in the order of
/// their numbers.
const STEPS_AROUND: [(i32, i32); AROUND as usize] = [
    (-1, 1),
    (0, 1),
    (1, 1),
    (2, 1),
    (-1, 0),
    (2, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
    (2, -1),
];

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
    let mut numbered = (0..).zip(STEPS_AROUND);
    let (number, _) = numbered.find(|(_, steps)| *steps == (ahead, left))?;
    Some(number)
}

/// Returns the square with a number around a card: the reverse of [`number_around`].
fn square_around(placement: &Placement, number: u32) -> Option<Square> {
    let &(ahead, left) = STEPS_AROUND.get(number as usize)?;
    let (east, north) = match placement.heading {
        Heading::East => (ahead, left),
        Heading::North => (-left, ahead),
        Heading::West => (-ahead, -left),
        Heading::South => (left, -ahead),
    };
    Some(Square {
        x: placement.square.x.checked_add(east)?,
        y: placement.square.y.checked_add(north)?,
    })
}

/// Returns the squares within one square of another.
fn squares_near(square: Square) -> impl Iterator<Item = Square> {
    let offsets = (-1..=1).flat_map(|east| (-1..=1).map(move |north| (east, north)));
    offsets.filter_map(move |(east, north)| {
        Some(Square {
            x: square.x.checked_add(east)?,
            y: square.y.checked_add(north)?,
        })
    })
}

/// The words, in the order of their numbers.
const WORDS: [&str; 3] = [KEEP, SWAP, HIDDEN];

impl TurnBuilder {
    /// Returns the numbers of the choices.
    pub(super) fn numbered_choices(&self) -> NumberedChoices {
        let numbers = Numbers::new(&self.setup);
        let of_card = |card: Id| card_number(&self.setup, card);
        let of_colour = |colour: Colour| numbers.colours + colour.index() as u32;
        let own = match &self.next {
            NextChoice::Draw(placed, _) => {
                let drawn = placed.draws().into_iter().flatten();
                return NumberedChoices {
                    own: Vec::new(),
                    chance: drawn.filter_map(of_card).collect(),
                };
            }
            NextChoice::Discard(chosen) => {
                let may_hide = chosen.is_empty() && !self.state.hands.are_known();
                let hidden = may_hide.then_some(numbers.words + 2);
                let cards = self.discardable(chosen).into_iter().filter_map(of_card);
                cards.chain(hidden).collect()
            }
            NextChoice::Card => self.cards().into_iter().filter_map(of_card).collect(),
            NextChoice::Claim(_) => free_colours(&self.setup, &self.state)
                .into_iter()
                .map(of_colour)
                .collect(),
            NextChoice::Square(card) => self
                .squares(*card)
                .into_iter()
                .map(|square| self.square_number(numbers, square))
                .collect(),
            NextChoice::Orientation(card, square) => {
                let of_placement = |placement: Placement| {
                    let half = if placement.square == *square { 0 } else { 4 };
                    numbers.orientations + half + placement.heading.index() as u32
                };
                let placements = self.placements_over(*card, *square).into_iter();
                placements.map(of_placement).collect()
            }
            NextChoice::Colours(placed, claimed) => {
                let words = [true, self.may_swap(placed)]
                    .into_iter()
                    .zip(numbers.words..);
                let words = words
                    .filter(|(is_open, _)| *is_open && claimed.is_empty())
                    .map(|(_, word)| word);
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

    /// Returns the key of the seat's choice with a number.
    pub(super) fn key_of_own(&self, number: u32) -> Option<String> {
        let numbers = Numbers::new(&self.setup);
        if let Some(word) = number.checked_sub(numbers.words) {
            return WORDS.get(word as usize).map(|&word| word.to_owned());
        }
        if let Some(colour) = number.checked_sub(numbers.colours) {
            return Some(Colour::ALL.get(colour as usize)?.name().to_owned());
        }
        if let Some(placement) = number.checked_sub(numbers.orientations) {
            let NextChoice::Orientation(card, square) = self.next else {
                return None;
            };
            let placements = placements_over(card, square);
            let placement = (*placements.get(placement as usize)?)?;
            return Some(orientation_key(&placement));
        }
        if let Some(square) = number.checked_sub(numbers.squares) {
            return Some(self.square_numbered(numbers, square)?.to_string());
        }
        Some(self.setup.deck.ids().nth(number as usize)?.to_string())
    }

    /// Returns the number of a square: the smallest one if it is near several cards.
    fn square_number(&self, numbers: Numbers, square: Square) -> u32 {
        let table = &self.state.table;
        // Later cards have greater numbers.
        let first_card = squares_near(square)
            .filter_map(|near| table.card_at(near))
            .min();
        let number_from = |card: Id| {
            let around = number_around(&table.placement(card)?, square)?;
            Some(numbers.squares + AROUND * card_number(&self.setup, card)? + around)
        };
        first_card
            .and_then(number_from)
            .unwrap_or(if table.is_empty() {
                numbers.origin()
            } else {
                numbers.apart()
            })
    }

    /// Returns the square with a number, which counts from the first number of a square.
    fn square_numbered(&self, numbers: Numbers, number: u32) -> Option<Square> {
        match numbers.squares + number {
            origin if origin == numbers.origin() => Some(Square::default()),
            apart if apart == numbers.apart() => self.square_apart(),
            _ => {
                let card = self.setup.deck.ids().nth((number / AROUND) as usize)?;
                square_around(&self.state.table.placement(card)?, number % AROUND)
            }
        }
    }
}
