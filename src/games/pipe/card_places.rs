//! The places near the cards on a table, with the colours that a card must have there. They are
//! found once for a position, because most of the work does not depend on the card. Each card of a
//! hand is then compared with them.

use super::board::{Heading, Square};
use super::free_squares::empty_near;
use super::setup::Setup;
use super::table::Table;
use super::table_size::{Bounds, TableSize, bounds_with};
use super::turn::{Id, Placement};
use crate::decks::card::PipeColour;
use crate::decks::{Deck, RIM};

/// Half A and half B of a card.
const HALVES: usize = 2;

/// The number of placements that cover a square: a half of a card with each heading.
const PLACEMENTS: usize = HALVES * 4;

/// A set of colours for each entry of a card, as two bits for each entry, so that one comparison
/// tests all entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct EntryColours(u16);

impl EntryColours {
    /// Returns the colours of a card. A card that is not in the deck has none.
    pub(super) fn of_card(deck: &Deck, card: Id) -> Self {
        let mut colours = Self::default();
        for entry in 1..=RIM {
            if let Some(colour) = entry_colour(deck, card, entry) {
                colours.add(entry, colour_bit(colour));
            }
        }
        colours
    }

    /// Adds the bits of colours to those of an entry from 1 to 6.
    fn add(&mut self, entry: u8, bits: u16) {
        self.0 |= bits << (2 * entry.saturating_sub(1));
    }

    /// Returns true if a card with these colours has all colours of `needed`.
    fn has_all(self, needed: Self) -> bool {
        self.0 & needed.0 == needed.0
    }
}

/// The bits of both colours. No entry has both, so no card fits where one is needed.
const BOTH_COLOURS: u16 = 3;

fn colour_bit(colour: PipeColour) -> u16 {
    match colour {
        PipeColour::Black => 1,
        PipeColour::White => 2,
    }
}

fn entry_colour(deck: &Deck, card: Id, entry: u8) -> Option<PipeColour> {
    let layout = deck.card(card)?;
    let pipe = layout.card().pipes.get(layout.pipe_of(entry))?;
    Some(pipe.colour)
}

/// An empty square near the cards.
#[derive(Debug)]
struct NearSquare {
    square: Square,
    /// True for each side on which there is a card.
    covered: [bool; 4],
    /// The colours that half A and half B of a card need on the square, with each heading.
    needed: [[EntryColours; 4]; HALVES],
}

/// The empty squares near the cards on a table.
#[derive(Debug, Default)]
pub(super) struct CardPlaces {
    /// The size of a table with edges, and the bounds of its cards.
    limit: Option<(TableSize, Option<Bounds>)>,
    /// The squares in ascending order.
    squares: Vec<NearSquare>,
}

/// The entry on each side of each half of a card with each heading; `None` where the halves join.
type EntriesOnSides = [[[Option<u8>; 4]; HALVES]; 4];

fn entries_on_sides() -> EntriesOnSides {
    let mut entries = EntriesOnSides::default();
    for heading in Heading::ALL {
        let placement = Placement {
            card: 0,
            square: Square::default(),
            heading,
        };
        for entry in 1..=RIM {
            if let Some((half, side)) = placement.half_and_side(entry) {
                entries[heading.index()][half][side.index()] = Some(entry);
            }
        }
    }
    entries
}

impl NearSquare {
    fn new(deck: &Deck, table: &Table, entries: &EntriesOnSides, square: Square) -> Self {
        let mut covered = [false; 4];
        let mut needed = [[EntryColours::default(); 4]; HALVES];
        for side in Heading::ALL {
            let Some(bits) = bits_beside(deck, table, square, side) else {
                continue;
            };
            covered[side.index()] = true;
            for (heading, of_halves) in entries.iter().enumerate() {
                for (half, on_sides) in of_halves.iter().enumerate() {
                    if let Some(entry) = on_sides[side.index()] {
                        needed[half][heading].add(entry, bits);
                    }
                }
            }
        }
        Self {
            square,
            covered,
            needed,
        }
    }
}

/// Returns the bits of the colours that an entry needs on a side of an empty square; `None` if
/// there is no card on that side.
fn bits_beside(deck: &Deck, table: &Table, square: Square, side: Heading) -> Option<u16> {
    let (met, entry) = table.entry_on(square.beside(side)?, side.opposite())?;
    Some(entry_colour(deck, met.card, entry).map_or(BOTH_COLOURS, colour_bit))
}

impl CardPlaces {
    /// Finds the places on a table.
    pub(super) fn new(setup: &Setup, table: &Table) -> Self {
        let entries = entries_on_sides();
        let near = |square| NearSquare::new(&setup.deck, table, &entries, square);
        Self {
            // Without edges, the bounds are not needed. All cards are read for them.
            limit: setup.table_size.map(|size| (size, table.bounds())),
            squares: empty_near(table).into_iter().map(near).collect(),
        }
    }

    /// Returns true if a card with these colours fits near the cards on the table.
    pub(super) fn have_room_for(&self, colours: EntryColours) -> bool {
        self.squares
            .iter()
            .any(|near| self.fits_over(near, colours))
    }

    /// Returns the squares that a card with these colours can cover, in ascending order.
    pub(super) fn squares_for(&self, colours: EntryColours) -> Vec<Square> {
        let near = self.squares.iter();
        near.filter(|near| self.fits_over(near, colours))
            .map(|near| near.square)
            .collect()
    }

    /// Returns the placements of a card with these colours that cover a square; `None` if the
    /// square is not an empty one near the cards.
    pub(super) fn placements(
        &self,
        card: Id,
        colours: EntryColours,
        square: Square,
    ) -> Option<Vec<Placement>> {
        let near = self.squares.get(self.index_of(square)?)?;
        let placements = (0..).zip(placements_over(card, square));
        let fitting = placements
            .filter_map(|(index, placement)| placement.filter(|_| self.fits(near, index, colours)));
        Some(fitting.collect())
    }

    fn index_of(&self, square: Square) -> Option<usize> {
        let place = self
            .squares
            .binary_search_by_key(&square, |near| near.square);
        place.ok()
    }

    /// Returns true if a card with these colours can cover a square.
    fn fits_over(&self, near: &NearSquare, colours: EntryColours) -> bool {
        (0..PLACEMENTS).any(|index| self.fits(near, index, colours))
    }

    /// Returns true if a card with these colours fits with the placement over a square that has an
    /// index in [`placements_over`].
    fn fits(&self, near: &NearSquare, index: usize, colours: EntryColours) -> bool {
        let half = index / Heading::ALL.len();
        let heading = Heading::ALL[index % Heading::ALL.len()];
        // The other half is ahead of half A, and behind half B.
        let side = if half == 0 {
            heading
        } else {
            heading.opposite()
        };
        let own_needs = near.needed[half][heading.index()];
        if near.covered[side.index()] || !colours.has_all(own_needs) {
            return false;
        }

        let Some(other) = near.square.beside(side) else {
            return false;
        };
        // A square that is not near the cards is open on all sides.
        let fits_on_other = self.index_of(other).is_none_or(|other| {
            colours.has_all(self.squares[other].needed[1 - half][heading.index()])
        });
        let placement = Placement {
            card: 0,
            square: if half == 0 { near.square } else { other },
            heading,
        };
        fits_on_other && self.is_within_table(&placement)
    }

    /// Returns true if a placement is within the table and the range of coordinates.
    fn is_within_table(&self, placement: &Placement) -> bool {
        let is_within = |(size, bounds): (TableSize, Option<Bounds>)| {
            bounds_with(bounds, placement).is_some_and(|bounds| size.holds(bounds))
        };
        placement.squares().is_some() && self.limit.is_none_or(is_within)
    }
}

/// Returns the placements of a card that cover a square: half A with each heading, then half B.
pub(super) fn placements_over(card: Id, square: Square) -> [Option<Placement>; PLACEMENTS] {
    std::array::from_fn(|index| {
        let heading = Heading::ALL[index % Heading::ALL.len()];
        let half_a = if index < Heading::ALL.len() {
            square
        } else {
            square.beside(heading.opposite())?
        };
        Some(Placement {
            card,
            square: half_a,
            heading,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::free_squares::places_near_cards;
    use super::super::moves::fits;
    use super::super::recycle_rule::RecycleRule;
    use super::super::setup::Variant;
    use super::super::state::{State, start};
    use super::*;
    use crate::decks::{Decks, ShippedDecks};

    fn setup(table_size: Option<TableSize>) -> Setup {
        Setup {
            variant: Variant::Both,
            seats: 2,
            recycle: RecycleRule::No,
            table_size,
            teams: None,
            deck: ShippedDecks.deck("twin-works").unwrap(),
            deal: None,
        }
    }

    /// Puts a card on one of the places where it fits. Returns false without such a place.
    fn put(setup: &Setup, state: &mut State, card: Id) -> bool {
        let places = places_near_cards(&state.table);
        let first = card as usize * 37 % places.len();
        let from_first = places[first..].iter().chain(&places[..first]);
        let mut placements = from_first.map(|&(square, heading)| Placement {
            card,
            square,
            heading,
        });
        let fitting = placements.find(|placement| fits(setup, state, placement));
        if let Some(placement) = fitting {
            state.table.put(placement);
        }
        fitting.is_some()
    }

    fn assert_places_are_those_where_cards_fit(setup: &Setup, state: &State) {
        let places = CardPlaces::new(setup, &state.table);
        for card in 25..=48 {
            let colours = EntryColours::of_card(&setup.deck, card);
            let mut squares = Vec::new();
            for square in empty_near(&state.table) {
                let placements = placements_over(card, square).into_iter().flatten();
                let expected: Vec<Placement> = placements
                    .filter(|placement| fits(setup, state, placement))
                    .collect();
                if !expected.is_empty() {
                    squares.push(square);
                }
                assert_eq!(places.placements(card, colours, square), Some(expected));
            }
            assert_eq!(places.have_room_for(colours), !squares.is_empty());
            assert_eq!(places.squares_for(colours), squares);
        }
    }

    #[test]
    fn the_places_are_those_where_cards_fit() {
        let small = TableSize {
            width: 7,
            height: 6,
        };
        for setup in [None, Some(small)].map(setup) {
            let mut state = start(&setup);
            let mut put_cards = 0;
            for card in 1..=24 {
                put_cards += usize::from(put(&setup, &mut state, card));
                assert_places_are_those_where_cards_fit(&setup, &state);
            }
            assert!(put_cards > 4, "{put_cards}");
        }
    }

    #[test]
    fn far_places_are_like_near_ones() {
        let setup = setup(None);
        let mut state = start(&setup);
        let square = Square {
            x: 999_999_998,
            y: -999_999_999,
        };
        state.table.put(Placement {
            card: 1,
            square,
            heading: Heading::East,
        });
        assert_places_are_those_where_cards_fit(&setup, &state);
    }
}
