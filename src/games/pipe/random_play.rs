//! Random games: a shuffled deck, and turns that tend to close sets.

use super::board::{Heading, Square};
use super::facts::{HANDS, STOCK};
use super::free_squares::places_near_cards;
use super::joined_sets::JoinedSets;
use super::moves::{
    PlacedCard, free_colours, joined_sets, picked_up_with, play_discard, playable_cards,
};
use super::sets_with_card::SeatPickUp;
use super::setup::{DEALT, DISCARDED, Setup};
use super::state::State;
use super::table_size::{Bounds, TableSize};
use super::turn::{Discard, Id, Placement, Turn};
use super::{Pipe, SHIPPED_DECK};
use crate::games::{Chooser, Context, RandomPlay, SetupTags, pick};
use crate::notation::{Record, quoted};

/// The number of placements that a seat tries to find a set to close.
const PLACEMENTS_TRIED: usize = 120;
/// The number of cards that a seat considers if the hands are not known.
const CARDS_CONSIDERED: usize = 5;

/// Picks `count` of `items` in random order, all choices being equally likely.
fn sample<T: Clone>(mut items: Vec<T>, count: usize, choose: Chooser<'_>) -> Vec<T> {
    let count = count.min(items.len());
    for index in 0..count {
        let left = u64::try_from(items.len() - index).unwrap_or(1);
        let other = index + usize::try_from(choose(left)).unwrap_or(0);
        items.swap(index, other);
    }
    items.truncate(count);
    items
}

fn joined(cards: &[Id]) -> String {
    cards
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(",")
}

/// Returns the tags of a fair deal. The list is empty if there are too few cards.
fn deal(setup: &Setup, choose: Chooser<'_>) -> Vec<(String, String)> {
    let all: Vec<Id> = setup.deck.ids().collect();
    let number = all.len();
    let dealt = usize::from(setup.seats) * DEALT as usize;
    let cards = sample(all, number, choose);
    let Some((hands, stock)) = cards.split_at_checked(dealt) else {
        return Vec::new();
    };
    let hands = (1..).zip(hands.chunks(DEALT as usize));
    let mut tags: Vec<(String, String)> = hands
        .map(|(seat, hand)| (format!("{}{seat}", HANDS.name), joined(hand)))
        .collect();
    tags.push((STOCK.name.to_owned(), joined(stock)));
    tags
}

/// Ends a turn at random: a change of colours (V5.4), and a drawn card. If only one card can be
/// drawn, no random number is used for it.
fn finish_at_random(
    setup: &Setup,
    state: &State,
    placed: &PlacedCard,
    choose: Chooser<'_>,
) -> Option<Turn> {
    let colour_change = pick(&placed.changes(setup, state), choose)?;
    let draws = placed.draws();
    let draw = if draws.len() > 1 {
        pick(&draws, choose)?
    } else {
        draws.first().copied()?
    };
    Some(placed.finish(setup, colour_change, draw).0)
}

/// Places a card apart from the others if none fits near them.
fn place_far_off(
    setup: &Setup,
    state: &State,
    joined_sets: &JoinedSets<'_>,
    cards: &[Id],
    choose: Chooser<'_>,
) -> Option<Turn> {
    let placed = match setup.table_size {
        Some(size) => place_anywhere(setup, state, joined_sets, size, cards)?,
        None => {
            let east = state.table.covered().max()?;
            let square = Square {
                x: east.x.checked_add(2)?,
                y: east.y,
            };
            let placement = Placement {
                card: *cards.first()?,
                square,
                heading: Heading::East,
            };
            PlacedCard::new(setup, state, joined_sets, placement)?
        }
    };
    finish_at_random(setup, state, &placed, choose)
}

/// Returns the first placement on a table with edges, or `None` if no card fits anywhere (V5.3).
fn place_anywhere(
    setup: &Setup,
    state: &State,
    joined_sets: &JoinedSets<'_>,
    size: TableSize,
    cards: &[Id],
) -> Option<PlacedCard> {
    let Bounds { low, high } = state.table.bounds()?;
    let range = |low: i32, high: i32, length: u8| {
        let length = i32::from(length) - 1;
        high.saturating_sub(length)..=low.saturating_add(length)
    };
    let squares = range(low.x, high.x, size.width)
        .flat_map(|x| range(low.y, high.y, size.height).map(move |y| Square { x, y }));
    let mut free = squares.filter(|&square| !state.table.covers(square));
    free.find_map(|square| {
        let placements = Heading::ALL.into_iter().flat_map(|heading| {
            cards.iter().map(move |&card| Placement {
                card,
                square,
                heading,
            })
        });
        let is_free = |placement: &Placement| {
            placement
                .squares()
                .is_some_and(|[_, other]| !state.table.covers(other))
        };
        placements
            .filter(is_free)
            .find_map(|placement| PlacedCard::new(setup, state, joined_sets, placement))
    })
}

/// A placement that fits.
struct Fitting {
    placement: Placement,
    /// The seats that pick up cards, in order, with these cards.
    picked_up: Vec<SeatPickUp>,
}

impl Fitting {
    /// Returns the number of cards that are picked up.
    fn taken(&self) -> usize {
        self.picked_up
            .iter()
            .map(|pick_up| pick_up.cards.len())
            .sum()
    }
}

impl RandomPlay for Pipe {
    // The deck if none is named, and a fair deal if neither hands nor a position are given (V4.1).
    fn random_tags(
        record: &Record,
        context: &Context,
        choose: Chooser<'_>,
    ) -> Vec<(String, String)> {
        let mut more = Vec::new();
        let with_deck = if record.tag("Deck").is_none() {
            let tag = ("Deck".to_owned(), SHIPPED_DECK.to_owned());
            let text = format!("{}[{} {}]\n", record.text(), tag.0, quoted(&tag.1));
            more.push(tag);
            Some(Record::parse_str(&text))
        } else {
            None
        };
        let record = with_deck.as_ref().unwrap_or(record);
        let has_start = record
            .tags
            .iter()
            .any(|tag| tag.name == "Position" || tag.name == STOCK.name || HANDS.covers(&tag.name));
        if let Some(setup) =
            super::setup::read(&mut SetupTags::new::<Pipe>(record, context)).filter(|_| !has_start)
        {
            more.extend(deal(&setup, choose));
        }
        more
    }

    fn random_turn(setup: &Setup, state: &State, choose: Chooser<'_>) -> Option<Turn> {
        let cards = playable_cards(setup, state);
        if state.colour(state.to_move).is_none() {
            let colour = pick(&free_colours(setup, state), choose)?;
            let discard = if state.hands.are_known() {
                let mut cards = sample(cards, DISCARDED as usize, choose);
                cards.sort_unstable();
                Discard::Cards(cards)
            } else {
                Discard::Hidden
            };
            return Some(play_discard(setup, state, discard, colour).0);
        }
        if state.is_over() {
            return None;
        }
        let cards = if state.hands.are_known() {
            cards
        } else {
            sample(cards, CARDS_CONSIDERED, choose)
        };
        let joined_sets = joined_sets(setup, state);
        let places = places_near_cards(&state.table);
        // The placements are numbered card by card, so that those not tried need not be listed.
        let numbers = (0..cards.len() * places.len()).collect();
        let placement = |number: usize| {
            let (square, heading) = places[number % places.len()];
            Placement {
                card: cards[number / places.len()],
                square,
                heading,
            }
        };
        let tried = sample(numbers, PLACEMENTS_TRIED, choose)
            .into_iter()
            .map(placement);
        let mut fitting: Vec<Fitting> = tried
            .filter_map(|placement| {
                let picked_up = picked_up_with(setup, state, &joined_sets, &placement)?;
                Some(Fitting {
                    placement,
                    picked_up,
                })
            })
            .collect();
        // Occasionally a seat overlooks what it could pick up.
        let sees_pick_ups = choose(8) > 0;
        let worth = |fitting: &Fitting| {
            let taken = fitting.taken();
            // All cards on the table and the new one.
            let clears = taken == state.table.len() + 1;
            (clears, taken)
        };
        // The placements are in random order, so the first of equally good ones is a random one.
        let best = fitting
            .iter()
            .enumerate()
            .max_by_key(|(index, fitting)| (worth(fitting), usize::MAX - index));
        let best = best.filter(|(_, fitting)| sees_pick_ups && fitting.taken() > 0);
        // A seat that picks up nothing chooses at random, too.
        let chosen = best.map_or(0, |(index, _)| index);
        if fitting.is_empty() {
            return place_far_off(setup, state, &joined_sets, &cards, choose);
        }
        let Fitting {
            placement,
            picked_up,
        } = fitting.swap_remove(chosen);
        let placed = PlacedCard::with_picked_up(state, placement, picked_up);
        finish_at_random(setup, state, &placed, choose)
    }
}
