//! Distribution of the cards picked up (V6.4, V6.5), and the lists that record it (V8.1). The cards
//! come from the closed sets that `sets.rs` finds.

use std::collections::BTreeSet;

use super::fault::Kind;
use super::sets::ClosedCard;
use super::setup::Setup;
use super::state::State;
use super::turn::{Id, PickUp};
use crate::games::{Detail, Part};

/// The cards picked up in a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Taken {
    /// The cards, list by list in the order in which the seats pick up, and ascending within a
    /// list.
    pub(super) cards: Vec<TakenCard>,
    /// If wrong lists were waived: the cards with a part of a closed set that has an owner, in
    /// ascending order. The lists may leave some of them on the table.
    pub(super) closed: Vec<Id>,
}

/// A card that is picked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TakenCard {
    /// The number of its list. Numbers ascend.
    list: usize,
    pub(super) seat: u8,
    pub(super) card: Id,
}

impl Taken {
    /// Fills empty lists with the cards due by the rules.
    pub(super) fn add_due(&mut self, setup: &Setup, state: &State, closed: &[ClosedCard]) {
        // Most turns close nothing.
        if closed.is_empty() {
            return;
        }
        let owners = state.owners();
        self.cards
            .extend(closed.iter().filter_map(|&ClosedCard { colour, card }| {
                let seat = owners[colour.index()]?;
                Some(TakenCard {
                    list: setup.steps_to(seat, state.to_move).into(),
                    seat,
                    card,
                })
            }));
        // Each card is taken once, by the first of its owners.
        self.cards.sort_by_key(|taken| (taken.card, taken.list));
        self.cards.dedup_by_key(|taken| taken.card);
        self.cards.sort_unstable();
    }

    /// Returns the waived wrong lists of a turn instead. Cards in the list of a seat that does not
    /// exist stay on the table.
    pub(super) fn replaced_by(self, setup: &Setup, mover: u8, listed: &[PickUp]) -> Self {
        let mut closed: Vec<Id> = self.cards.iter().map(|taken| taken.card).collect();
        closed.sort_unstable();
        let place = |seat| {
            setup
                .round(mover)
                .position(|other| other == seat)
                .unwrap_or(usize::from(seat))
        };
        let mut lists: Vec<(u8, &PickUp)> = listed
            .iter()
            .map(|list| (list.seat.unwrap_or(mover), list))
            .collect();
        // Two lists of one seat are not merged, as the merged list could be correct.
        lists.sort_by_key(|(seat, _)| place(*seat));
        let cards = lists.into_iter().enumerate();
        let cards = cards.flat_map(|(list, (seat, pick_up))| {
            pick_up
                .cards
                .iter()
                .map(move |&card| TakenCard { list, seat, card })
        });
        let mut cards: Vec<TakenCard> = cards.collect();
        cards.sort_unstable();
        Self { cards, closed }
    }

    /// Returns the lists in canonical form (V8.1).
    pub(super) fn pick_ups(&self, mover: u8) -> Vec<PickUp> {
        let lists = self.cards.chunk_by(|one, other| one.list == other.list);
        let list = |list: &[TakenCard]| PickUp {
            seat: list
                .first()
                .map(|taken| taken.seat)
                .filter(|&seat| seat != mover),
            cards: list.iter().map(|taken| taken.card).collect(),
        };
        lists.map(list).collect()
    }

    /// Returns true if the lists of a turn are exactly these, in this order.
    pub(super) fn is_stated_by(&self, listed: &[PickUp], mover: u8) -> bool {
        let mut remaining = self.cards.as_slice();
        for list in listed {
            let seat = list.seat.unwrap_or(mover);
            let Some((determined, rest)) = remaining.split_at_checked(list.cards.len()) else {
                return false;
            };
            let is_equal = determined
                .iter()
                .zip(&list.cards)
                .all(|(taken, card)| (taken.seat, taken.card) == (seat, *card));
            // The list must be complete, and it must be the only one of its seat.
            if !is_equal || rest.first().is_some_and(|next| next.seat == seat) {
                return false;
            }
            remaining = rest;
        }
        remaining.is_empty()
    }

    /// Returns the seat that picks up a card.
    fn taker(&self, card: Id) -> Option<u8> {
        self.cards
            .iter()
            .find(|taken| taken.card == card)
            .map(|taken| taken.seat)
    }
}

/// Returns true if wrong lists can be waived: each card is on the table, and none is named twice.
pub(super) fn can_be_waived(state: &State, listed: &[PickUp]) -> bool {
    let mut seen = BTreeSet::new();
    let mut cards = listed.iter().flat_map(|list| &list.cards);
    cards.all(|&card| state.table.placement(card).is_some() && seen.insert(card))
}

/// A fault of a list.
pub(super) struct ListFault {
    pub(super) part: Part,
    pub(super) rule: &'static str,
    pub(super) kind: Kind,
}

/// Returns the first fault of lists that differ from those due. Lists of a seat that does not
/// exist, or two of one seat, come first, then the first wrong card, then the first missing one.
pub(super) fn list_fault(
    setup: &Setup,
    state: &State,
    listed: &[PickUp],
    due: &Taken,
) -> Option<ListFault> {
    let search = FaultSearch {
        setup,
        state,
        listed,
        due,
    };
    search
        .list_of_nobody()
        .or_else(|| search.second_list_of_seat())
        .or_else(|| search.wrong_card())
        .or_else(|| search.missing_card())
}

/// Search for the first fault of the lists of a turn.
struct FaultSearch<'a> {
    setup: &'a Setup,
    state: &'a State,
    listed: &'a [PickUp],
    /// What the seats pick up under the rules.
    due: &'a Taken,
}

impl FaultSearch<'_> {
    /// Returns the seat that a list belongs to.
    fn seat_of(&self, list: &PickUp) -> u8 {
        list.seat.unwrap_or(self.state.to_move)
    }

    fn correct_lists(&self) -> Vec<PickUp> {
        self.due.pick_ups(self.state.to_move)
    }

    /// Finds a list of a seat that does not exist.
    fn list_of_nobody(&self) -> Option<ListFault> {
        self.listed.iter().enumerate().find_map(|(index, list)| {
            let seat = list.seat.filter(|&seat| seat > self.setup.seats)?;
            Some(ListFault {
                part: Part {
                    action: 1 + index,
                    detail: Detail::To,
                },
                rule: "V8.1",
                kind: Kind::ListOfNobody { seat },
            })
        })
    }

    /// Finds a second list of one seat.
    fn second_list_of_seat(&self) -> Option<ListFault> {
        self.listed.iter().enumerate().find_map(|(index, list)| {
            let seat = self.seat_of(list);
            let is_second = self
                .listed
                .iter()
                .take(index)
                .any(|before| self.seat_of(before) == seat);
            is_second.then(|| ListFault {
                part: Part::whole(1 + index),
                rule: "V8.1",
                kind: Kind::TwoListsOfOne {
                    seat,
                    correct_lists: self.correct_lists(),
                },
            })
        })
    }

    /// Finds a listed card that this seat does not pick up.
    fn wrong_card(&self) -> Option<ListFault> {
        let mut seen = BTreeSet::new();
        for (index, list) in self.listed.iter().enumerate() {
            for (item, &card) in list.cards.iter().enumerate() {
                let is_first = seen.insert(card);
                let Some((rule, kind)) = self.fault_of_card(self.seat_of(list), card, is_first)
                else {
                    continue;
                };
                return Some(ListFault {
                    part: Part {
                        action: 1 + index,
                        detail: Detail::Item(item),
                    },
                    rule,
                    kind,
                });
            }
        }
        None
    }

    /// Returns the broken rule and the fault of a card in the list of a seat. `is_first` is true if
    /// the card was not listed before.
    fn fault_of_card(&self, seat: u8, card: Id, is_first: bool) -> Option<(&'static str, Kind)> {
        if self.state.table.placement(card).is_none() {
            let kind = Kind::ListedNotOnTable {
                card,
                correct_lists: self.correct_lists(),
            };
            return Some(("V6.4", kind));
        }
        if !is_first {
            let kind = Kind::ListedTwice {
                card,
                correct_lists: self.correct_lists(),
            };
            return Some(("V6.5", kind));
        }
        match self.due.taker(card) {
            Some(taker) if taker == seat => None,
            Some(taker) => {
                let kind = Kind::ListedForOther {
                    card,
                    seat,
                    taker,
                    correct_lists: self.correct_lists(),
                };
                Some(("V6.5", kind))
            }
            None => {
                let kind = Kind::ListedWrongly {
                    card,
                    seat,
                    correct_lists: self.correct_lists(),
                };
                Some(("V6.4", kind))
            }
        }
    }

    /// Finds a card that is picked up but not listed. The fault is at the list of its seat, or at
    /// the last list. Without any list, nothing is wrong, as the lists may be left out.
    fn missing_card(&self) -> Option<ListFault> {
        let last = self.listed.len().checked_sub(1)?;
        let listed_cards: BTreeSet<Id> = self
            .listed
            .iter()
            .flat_map(|list| &list.cards)
            .copied()
            .collect();
        let &TakenCard { seat, card, .. } = self
            .due
            .cards
            .iter()
            .find(|taken| !listed_cards.contains(&taken.card))?;
        let list_of_seat = self
            .listed
            .iter()
            .position(|list| self.seat_of(list) == seat);
        Some(ListFault {
            part: Part::whole(1 + list_of_seat.unwrap_or(last)),
            rule: "V8.1",
            kind: Kind::LeftOut {
                card,
                seat,
                correct_lists: self.correct_lists(),
            },
        })
    }
}
