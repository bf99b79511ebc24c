//! Notes below a table: the seats, the stock, the cards that were picked up.

use std::collections::BTreeSet;

use pest::iterators::Pair;

use super::super::DrawnBoard;
use super::super::drawn_board::DrawnLine;
use super::super::grammar::Rule;
use crate::findings::Finding;
use crate::games::pipe::{Colour, Id, MAX_SEATS};

/// Colour of a seat according to the notes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum SeatColour {
    /// The notes do not say.
    #[default]
    Unknown,
    /// The seat has not claimed one yet.
    Unclaimed,
    Claimed(Colour),
}

impl SeatColour {
    pub(super) fn claimed(self) -> Option<Colour> {
        match self {
            Self::Claimed(colour) => Some(colour),
            Self::Unknown | Self::Unclaimed => None,
        }
    }
}

/// Seat according to the notes.
#[derive(Clone, Debug, Default)]
pub(super) struct Seat {
    pub(super) colour: SeatColour,
    pub(super) score: Option<u32>,
    /// Cards in hand, if listed.
    pub(super) held: Option<Vec<Id>>,
}

/// Note on the stock: `Stock: 12, the next is 17`.
#[derive(Clone, Copy, Debug)]
pub(super) struct StockNote<'t> {
    pub(super) line: DrawnLine<'t>,
    pub(super) next_card: Id,
}

/// Contents of the notes.
#[derive(Debug, Default)]
pub(super) struct Notes<'t> {
    /// The seats in order; at least two.
    pub(super) seats: Vec<Seat>,
    pub(super) to_move: Option<u8>,
    /// The note on the stock, if it has any cards.
    pub(super) stock: Option<StockNote<'t>>,
    /// Cards that are drawn although they were picked up.
    pub(super) picked_up: BTreeSet<Id>,
    /// The note that some cards are not drawn.
    pub(super) outside: Option<DrawnLine<'t>>,
    /// True if the notes state that the table is empty.
    pub(super) is_empty: bool,
}

/// Returns true if a note belongs to this game.
pub(in super::super) fn is_note(note: &Pair<'_, Rule>) -> bool {
    matches!(
        note.as_rule(),
        Rule::table_empty
            | Rule::table_ends
            | Rule::card_seat
            | Rule::stock
            | Rule::taken
            | Rule::closed
            | Rule::outside
    )
}

/// Returns true if a line states that the table is empty. The diagram of an empty table begins with
/// this line.
pub(in super::super) fn is_empty_table(line: DrawnLine<'_>) -> bool {
    line.text.trim() == "The table is empty"
}

impl<'t> Notes<'t> {
    /// Reads the notes below a table. Reports those that contradict others.
    pub(super) fn read(board: &DrawnBoard<'t>, findings: &mut Vec<Finding>) -> Self {
        let mut notes = Self {
            seats: vec![Seat::default(); 2],
            ..Self::default()
        };
        for (line, note) in board.readable_notes(findings) {
            match note.as_rule() {
                Rule::card_seat => {
                    let SeatNote {
                        number,
                        seat,
                        is_to_move,
                    } = read_seat(note);
                    if !notes.set_seat(number, seat) {
                        findings.push(
                            line.fault("This note contradicts the others.")
                                .with_help("It is left out."),
                        );
                    } else if is_to_move {
                        notes.to_move = Some(number);
                    }
                }
                // The first number counts the cards of the stock; the second is its next card.
                Rule::stock => {
                    notes.stock = numbers(note)
                        .nth(1)
                        .map(|next_card| StockNote { line, next_card });
                }
                Rule::taken => notes.picked_up.extend(numbers(note)),
                Rule::outside => notes.outside = Some(line),
                Rule::table_empty => notes.is_empty = true,
                Rule::closed | Rule::table_ends => {}
                _ => findings.push(
                    line.fault("This is not a note of this game.")
                        .with_help("It is left out."),
                ),
            }
        }
        notes
    }

    /// Sets a seat. Returns true if the seat exists and was not set before.
    fn set_seat(&mut self, number: u8, seat: Seat) -> bool {
        if number > MAX_SEATS {
            return false;
        }
        let Some(index) = usize::from(number).checked_sub(1) else {
            return false;
        };

        if self.seats.len() <= index {
            self.seats.resize(index + 1, Seat::default());
        }
        let is_unset = self.seats[index].colour == SeatColour::Unknown;
        if is_unset {
            self.seats[index] = seat;
        }
        is_unset
    }

    /// Returns the cards of each seat, if all are listed and the stock is empty.
    pub(super) fn hands(&self) -> Option<Vec<Vec<Id>>> {
        let are_listed = self.seats.iter().any(|seat| seat.held.is_some());
        if self.stock.is_some() || !are_listed {
            return None;
        }
        let hands = self
            .seats
            .iter()
            .map(|seat| seat.held.clone().unwrap_or_default());
        Some(hands.collect())
    }

    /// Returns the cards that are named but not drawn.
    pub(super) fn cards_elsewhere(&self) -> impl Iterator<Item = Id> {
        let held = self
            .seats
            .iter()
            .filter_map(|seat| seat.held.as_ref())
            .flatten()
            .copied();
        held.chain(self.stock.map(|stock| stock.next_card))
    }
}

/// Note on one seat.
struct SeatNote {
    number: u8,
    seat: Seat,
    is_to_move: bool,
}

/// Reads a note on a seat: `Seat 2: white, 3 cards picked up, to move`.
fn read_seat(note: Pair<'_, Rule>) -> SeatNote {
    let mut number = 0;
    let mut seat = Seat::default();
    let mut is_to_move = false;
    for part in note.into_inner() {
        match part.as_rule() {
            Rule::seat => number = part.as_str().parse().unwrap_or(0),
            Rule::claimed => {
                seat.colour =
                    Colour::named(part.as_str()).map_or(SeatColour::Unclaimed, SeatColour::Claimed);
            }
            Rule::unclaimed => seat.colour = SeatColour::Unclaimed,
            Rule::picked_up => seat.score = numbers(part).next(),
            Rule::holds => seat.held = Some(numbers(part).collect()),
            Rule::to_move => is_to_move = true,
            _ => {}
        }
    }
    SeatNote {
        number,
        seat,
        is_to_move,
    }
}

/// Returns the numbers in a part of a note.
fn numbers(note: Pair<'_, Rule>) -> impl Iterator<Item = Id> {
    let numbers = note
        .into_inner()
        .filter(|part| part.as_rule() == Rule::number);
    numbers.filter_map(|number| number.as_str().parse().ok())
}
