//! Distribution of the cards picked up (V6.4, V6.5), and the lists that record it (V8.1). The cards
//! come from the closed sets that `sets.rs` finds.

use std::collections::BTreeSet;

use super::fault::Kind;
use super::sets::Closed;
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
    pub(super) fn add_due(&mut self, setup: &Setup, state: &State, closed: &[Closed]) {
        // Most turns close nothing.
        if closed.is_empty() {
            return;
        }
        let owners = state.owners();
        self.cards
            .extend(closed.iter().filter_map(|&Closed { colour, card }| {
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
    let mover = state.to_move;
    let nobody = listed.iter().enumerate().find_map(|(index, list)| {
        let seat = list.seat.filter(|&seat| seat > setup.seats)?;
        Some(ListFault {
            part: Part {
                action: 1 + index,
                detail: Detail::To,
            },
            rule: "V8.1",
            kind: Kind::ListOfNobody { seat },
        })
    });
    if nobody.is_some() {
        return nobody;
    }
    let right = || due.pick_ups(mover);
    for (index, list) in listed.iter().enumerate() {
        let seat = list.seat.unwrap_or(mover);
        if listed
            .iter()
            .take(index)
            .any(|before| before.seat.unwrap_or(mover) == seat)
        {
            return Some(ListFault {
                part: Part::whole(1 + index),
                rule: "V8.1",
                kind: Kind::TwoListsOfOne {
                    seat,
                    right: right(),
                },
            });
        }
    }
    let mut seen = BTreeSet::new();
    for (index, list) in listed.iter().enumerate() {
        let seat = list.seat.unwrap_or(mover);
        for (item, &card) in list.cards.iter().enumerate() {
            let part = Part {
                action: 1 + index,
                detail: Detail::Item(item),
            };
            if state.table.placement(card).is_none() {
                return Some(ListFault {
                    part,
                    rule: "V6.4",
                    kind: Kind::ListedNotOnTable {
                        card,
                        right: right(),
                    },
                });
            }
            if !seen.insert(card) {
                return Some(ListFault {
                    part,
                    rule: "V6.5",
                    kind: Kind::ListedTwice {
                        card,
                        right: right(),
                    },
                });
            }
            match due.taker(card) {
                Some(taker) if taker == seat => {}
                Some(taker) => {
                    return Some(ListFault {
                        part,
                        rule: "V6.5",
                        kind: Kind::ListedForOther {
                            card,
                            seat,
                            taker,
                            right: right(),
                        },
                    });
                }
                None => {
                    return Some(ListFault {
                        part,
                        rule: "V6.4",
                        kind: Kind::ListedWrongly {
                            card,
                            seat,
                            right: right(),
                        },
                    });
                }
            }
        }
    }
    let last = listed.len().checked_sub(1)?;
    let &TakenCard { seat, card, .. } =
        due.cards.iter().find(|taken| !seen.contains(&taken.card))?;
    let list_of_seat = listed
        .iter()
        .position(|list| list.seat.unwrap_or(mover) == seat);
    let part = Part::whole(1 + list_of_seat.unwrap_or(last));
    Some(ListFault {
        part,
        rule: "V8.1",
        kind: Kind::LeftOut {
            card,
            seat,
            right: right(),
        },
    })
}
