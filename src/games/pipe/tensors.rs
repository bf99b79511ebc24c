//! Positions as tensors ([`Encode`]): values for each card of the deck, and for each seat.
//!
//! - `cards`, eight rows with a value for each card: in the seat's hand, on the table, on the table
//!   with each of the four headings, and its column and row, counted from the south-west corner.
//! - `seats`, a row for each of [`MAX_SEATS`] seats, own first: whether it is to move, the
//!   size of its hand, its score, and its colour as flags.
//! - `stock`: the number of cards in the stock.
//! - `seen`, which is the knowledge of a seat: the cards that were discarded, then the cards that
//!   each seat has picked up.

use super::Pipe;
use super::board::{Heading, Square};
use super::choice_numbers::Numbers;
use super::setup::{DEALT, MAX_SEATS, Setup};
use super::state::State;
use super::turn::Id;
use crate::decks::Colour;
use crate::games::{Encode, TensorPart, TurnAction, TurnView, push_flags, push_share, seats_from};

/// Number of squares that count as 1 in tensors.
const SQUARES_OF_ONE: f32 = 16.0;
/// Values of a card: own, placed, four headings, column, row.
const CARD_VALUES: usize = 8;
/// Values of a seat: to move, hand, score, and a flag for each colour.
const SEAT_VALUES: usize = 3 + Colour::ALL.len();

/// Returns the number of cards of the deck.
fn card_count(setup: &Setup) -> u32 {
    u32::try_from(setup.deck.len()).unwrap_or(u32::MAX)
}

/// The number of seats in tensors; those that are absent are zeros.
const SEATS: usize = MAX_SEATS as usize;

impl Encode for Pipe {
    const HIDES: bool = true;

    fn hand(state: &State, seat: u8) -> Option<Vec<u32>> {
        let hands = &state.hands;
        hands.are_known().then(|| hands.known_cards(seat))
    }

    fn choice_count(setup: &Setup) -> usize {
        Numbers::new(setup).all as usize
    }

    /// The cards, for draws from shuffled discards.
    fn outcome_count(setup: &Setup) -> usize {
        setup.deck.len()
    }

    /// Each seat discards four cards and claims a colour. A card is played once: card, square,
    /// orientation, and colours for all seats if the table is cleared.
    fn max_choices_per_game(setup: &Setup) -> usize {
        let seats = usize::from(setup.seats);
        5 * seats + (3 + seats) * setup.deck.len()
    }

    fn tensor_parts(setup: &Setup) -> Vec<TensorPart> {
        vec![
            TensorPart::new("cards", [CARD_VALUES, setup.deck.len()]),
            TensorPart::new("seats", [SEATS, SEAT_VALUES]),
            TensorPart::new("stock", [1]),
        ]
    }

    fn encode(setup: &Setup, state: &State, seat: u8, out: &mut Vec<f32>) {
        let hand = state.hands.known_cards(seat);
        push_flags(out, setup.deck.ids().map(|card| hand.contains(&card)));
        let placements = || setup.deck.ids().map(|card| state.table.placement(card));
        push_flags(out, placements().map(|placement| placement.is_some()));
        for heading in Heading::ALL {
            push_flags(
                out,
                placements().map(|placement| placement.is_some_and(|lies| lies.heading == heading)),
            );
        }
        // Squares count from the south-west corner of the table.
        let low = state
            .table
            .bounds()
            .map(|bounds| bounds.low)
            .unwrap_or_default();
        for side in [|square: Square| square.x, |square: Square| square.y] {
            let steps =
                |square: Square| side(square).saturating_sub(side(low)) as f32 / SQUARES_OF_ONE;
            out.extend(
                placements().map(|placement| placement.map_or(0.0, |lies| steps(lies.square))),
            );
        }
        for other in seats_from(seat, MAX_SEATS.min(setup.seats)) {
            push_flags(out, [other == state.to_move]);
            push_share(out, state.hands.held(other), DEALT);
            push_share(out, state.score(other), card_count(setup));
            push_flags(
                out,
                Colour::ALL.map(|colour| state.colour(other) == Some(colour)),
            );
        }
        let absent = SEATS.saturating_sub(setup.seats.into()) * SEAT_VALUES;
        out.extend(std::iter::repeat_n(0.0, absent));
        push_share(out, state.hands.in_stock(), card_count(setup));
    }

    fn known_tensor_parts(setup: &Setup) -> Vec<TensorPart> {
        vec![TensorPart::new("seen", [1 + SEATS, setup.deck.len()])]
    }

    /// Everybody sees the discards and what is picked up.
    fn encode_known(setup: &Setup, turns: &[(u8, TurnView)], seat: u8, out: &mut Vec<f32>) {
        let actions = || {
            turns
                .iter()
                .flat_map(|(mover, turn)| turn.actions.iter().map(move |action| (*mover, action)))
        };
        let discarded: Vec<Id> = actions()
            .filter_map(|(_, action)| match action {
                TurnAction::Discard { cards } => cards.clone(),
                _ => None,
            })
            .flatten()
            .collect();
        push_flags(out, setup.deck.ids().map(|card| discarded.contains(&card)));
        for other in seats_from(seat, MAX_SEATS.min(setup.seats)) {
            let picked: Vec<Id> = actions()
                .filter_map(|(mover, action)| match action {
                    TurnAction::PickUp { seat, cards } if seat.unwrap_or(mover) == other => {
                        Some(cards.clone())
                    }
                    _ => None,
                })
                .flatten()
                .collect();
            push_flags(out, setup.deck.ids().map(|card| picked.contains(&card)));
        }
        let absent = SEATS.saturating_sub(setup.seats.into()) * setup.deck.len();
        out.extend(std::iter::repeat_n(0.0, absent));
    }
}
