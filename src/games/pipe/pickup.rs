//! Who picks up what (V6.4, V6.5), and the lists that say so (V8.1).

use std::collections::BTreeSet;

use super::fault::Kind;
use super::sets::Closed;
use super::setup::Setup;
use super::state::State;
use super::turn::{Id, PickUp};
use crate::games::{Detail, Part};

/// What is picked up in a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Taken {
    /// Each seat that picks up with its cards, rising, in the order in which they do.
    pub(super) by_seat: Vec<(u8, Vec<Id>)>,
    /// The cards with a part of a closed set that has an owner.
    pub(super) closed: BTreeSet<Id>,
}

impl Taken {
    /// What the rules say, the closed sets being known.
    pub(super) fn due(setup: &Setup, state: &State, closed: Vec<Closed>) -> Self {
        let mut taken = Self::default();
        for seat in setup.round(state.to_move) {
            let own = closed.iter().filter(|set| Some(set.colour) == state.colour(seat));
            let cards: BTreeSet<Id> = own.flat_map(|set| set.cards.iter().copied()).collect();
            // A card is taken once, by the first of its owners.
            let first: Vec<Id> = cards.into_iter().filter(|&card| taken.closed.insert(card)).collect();
            if !first.is_empty() {
                taken.by_seat.push((seat, first));
            }
        }
        taken
    }

    /// What lists say that are let stand. Cards in the list of a seat that is not there stay.
    pub(super) fn replaced_by(self, setup: &Setup, mover: u8, listed: &[PickUp]) -> Self {
        let mut by_seat: Vec<(u8, Vec<Id>)> =
            listed.iter().map(|list| (list.seat.unwrap_or(mover), list.cards.clone())).collect();
        by_seat.iter_mut().for_each(|(_, cards)| cards.sort_unstable());
        let place = |seat| setup.round(mover).position(|other| other == seat).unwrap_or(usize::from(seat));
        // Two lists of one seat stay two: made one they could be right.
        by_seat.sort_by_key(|(seat, _)| place(*seat));
        Self { by_seat, ..self }
    }

    /// The lists in canonical form (V8.1).
    pub(super) fn pick_ups(&self, mover: u8) -> Vec<PickUp> {
        let list = |(seat, cards): &(u8, Vec<Id>)| PickUp {
            seat: Some(*seat).filter(|&seat| seat != mover),
            cards: cards.clone(),
        };
        self.by_seat.iter().map(list).collect()
    }

    /// The seat that picks up a card.
    fn taker(&self, card: Id) -> Option<u8> {
        let takes = |(_, cards): &&(u8, Vec<Id>)| cards.binary_search(&card).is_ok();
        self.by_seat.iter().find(takes).map(|(seat, _)| *seat)
    }
}

/// Whether lists that are wrong mean something on the table all the same: each card lies there, and none is
/// named twice.
pub(super) fn can_stand(state: &State, listed: &[PickUp]) -> bool {
    let mut seen = BTreeSet::new();
    let mut cards = listed.iter().flat_map(|list| &list.cards);
    cards.all(|&card| state.table.placement(card).is_some() && seen.insert(card))
}

/// What is wrong with lists, if there are any: lists of nobody or of one seat twice first, then the
/// first card that is wrong, then the first that is left out.
pub(super) fn wrong(
    setup: &Setup,
    state: &State,
    listed: &[PickUp],
    due: &Taken,
) -> Option<(Part, &'static str, Kind)> {
    let mover = state.to_move;
    let nobody = listed.iter().enumerate().find_map(|(at, list)| {
        let seat = list.seat.filter(|&seat| seat > setup.seats)?;
        Some((Part { action: 1 + at, detail: Detail::To }, "V8.1", Kind::ListOfNobody { seat }))
    });
    if nobody.is_some() {
        return nobody;
    }
    let right = || due.pick_ups(mover);
    for (at, list) in listed.iter().enumerate() {
        let seat = list.seat.unwrap_or(mover);
        if listed.iter().take(at).any(|before| before.seat.unwrap_or(mover) == seat) {
            return Some((Part::whole(1 + at), "V8.1", Kind::TwoListsOfOne { seat, right: right() }));
        }
    }
    let mut seen = BTreeSet::new();
    for (at, list) in listed.iter().enumerate() {
        let seat = list.seat.unwrap_or(mover);
        for (item, &card) in list.cards.iter().enumerate() {
            let part = Part { action: 1 + at, detail: Detail::Item(item) };
            if state.table.placement(card).is_none() {
                return Some((part, "V6.4", Kind::ListedNotOnTable { card, right: right() }));
            }
            if !seen.insert(card) {
                return Some((part, "V6.5", Kind::ListedTwice { card, right: right() }));
            }
            match due.taker(card) {
                Some(taker) if taker == seat => {}
                Some(taker) => return Some((part, "V6.5", Kind::ListedForOther { card, seat, taker, right: right() })),
                None => return Some((part, "V6.4", Kind::ListedWrongly { card, seat, right: right() })),
            }
        }
    }
    let last = listed.len().checked_sub(1)?;
    let mut due_cards = due.by_seat.iter().flat_map(|(seat, cards)| cards.iter().map(|&card| (*seat, card)));
    let (seat, card) = due_cards.find(|(_, card)| !seen.contains(card))?;
    let own = listed.iter().position(|list| list.seat.unwrap_or(mover) == seat);
    let part = Part::whole(1 + own.unwrap_or(last));
    Some((part, "V8.1", Kind::LeftOut { card, seat, right: right() }))
}
