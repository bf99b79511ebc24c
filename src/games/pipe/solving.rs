//! Solving puzzles: positions whose hands and stock are known.

use std::mem::{size_of, size_of_val};

use super::Pipe;
use super::facts::{HANDS, STOCK};
use super::recycle_rule::RecycleRule;
use super::setup::{DISCARDED, Setup};
use super::state::State;
use super::turn::{ColourChange, Id, Turn};
use crate::games::{SearchKey, Solving};

impl Solving for Pipe {
    fn search_key(setup: &Setup, state: &State) -> SearchKey {
        let mut key = SearchKey::new();
        for placement in state.table.placements() {
            let x = placement.square.x as u32;
            let y = placement.square.y as u32;
            key.push(u64::from(placement.card) << 3 | placement.heading as u64);
            key.push(u64::from(x) << 32 | u64::from(y));
        }
        key.push(u64::MAX);
        for seat in 1..=setup.seats {
            let colour = state
                .colour(seat)
                .map_or(0, |colour| 1 + colour.index() as u64);
            key.push(colour << 32 | u64::from(state.score(seat)));
        }
        key.push(u64::from(state.to_move));
        key.push(state.left_closed.len() as u64);
        key.extend(state.left_closed.iter().map(|&card| u64::from(card)));
        state.hands.push_key(&mut key);
        key
    }

    /// A turn copies the table and the hands, and the end of the game is counted turn by turn.
    fn step_cost(setup: &Setup, state: &State) -> u64 {
        let held: u32 = (1..=setup.seats).map(|seat| state.hands.held(seat)).sum();
        let cards = state.table.placements().len() as u64
            + u64::from(held)
            + u64::from(state.hands.in_stock());
        6 + cards / 32
    }

    fn heap_bytes(turn: &Turn) -> usize {
        let Turn::Play(play) = turn else {
            return size_of::<[Id; DISCARDED as usize]>();
        };
        let pick_ups = play
            .pick_ups
            .iter()
            .map(|pick_up| size_of_val(pick_up.cards.as_slice()));
        let colours = match &play.colours {
            Some(ColourChange::Claim(words)) => size_of_val(words.as_slice()),
            Some(ColourChange::Keep | ColourChange::Swap) | None => 0,
        };
        size_of_val(play.pick_ups.as_slice()) + pick_ups.sum::<usize>() + colours
    }

    fn unknown(setup: &Setup, state: &State) -> Option<&'static str> {
        let claims = || (1..=setup.seats).any(|seat| state.colour(seat).is_none());
        if !state.hands.are_known() {
            return Some(
                "the hands and the stock are not known: the record needs the tags `Hand1` … and `Stock`",
            );
        }
        let is_shuffled = !state.hands.shuffled().is_empty()
            || setup.recycle == RecycleRule::Shuffled && claims();
        is_shuffled.then_some("the order of the shuffled discards in the stock is not known")
    }

    /// Counts the turns seat by seat, because a seat that holds more cards than another may have
    /// several in a row.
    fn turns_to_end(setup: &Setup, state: &State, seat: u8) -> Option<u32> {
        if !state.hands.are_known() {
            return None;
        }
        let place = |seat: u8| usize::from(seat.saturating_sub(1));
        let mut held: Vec<u32> = (1..=setup.seats)
            .map(|seat| state.hands.held(seat))
            .collect();
        let mut has_colour: Vec<bool> = (1..=setup.seats)
            .map(|seat| state.colour(seat).is_some())
            .collect();
        let mut stock = state.hands.in_stock();
        let mut to_move = state.to_move;
        let mut turns = 0;
        loop {
            let own = held.get_mut(place(to_move))?;
            let is_claimed = has_colour.get_mut(place(to_move))?;
            turns += u32::from(to_move == seat);
            if *is_claimed {
                let drawn = stock.min(1);
                *own = own.saturating_sub(1) + drawn;
                stock -= drawn;
            } else {
                *own = own.saturating_sub(DISCARDED);
                stock += if setup.recycle.is_on() { DISCARDED } else { 0 };
                *is_claimed = true;
            }
            let can_play = |&seat: &u8| {
                held.get(place(seat)).is_some_and(|&held| held > 0)
                    || has_colour.get(place(seat)) == Some(&false)
            };
            match setup.round(setup.seat_after(to_move)).find(can_play) {
                Some(next) => to_move = next,
                None => return Some(turns),
            }
        }
    }

    fn tags_of_position(setup: &Setup, state: &State) -> Vec<(String, String)> {
        let numbers = |cards: Vec<Id>| {
            cards
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(",")
        };
        let hand = |seat: u8| {
            (
                format!("{}{seat}", HANDS.name),
                numbers(state.hands.known_cards(seat)),
            )
        };
        let stock = (STOCK.name.to_owned(), numbers(state.hands.stock_cards()));
        if state.hands.are_known() {
            (1..=setup.seats).map(hand).chain([stock]).collect()
        } else {
            Vec::new()
        }
    }
}
