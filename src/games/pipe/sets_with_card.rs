//! The sets that a further card on the table closes, for the generator in `moves.rs`, and who picks
//! up their cards. [`JoinedSets`] defines strips, groups and open ends.

use std::collections::{BTreeMap, BTreeSet};

use smallvec::SmallVec;

use super::board::Square;
use super::joined_sets::{
    Ahead, AtEntry, Group, JoinedSets, OPEN, Strip, at_entry, seen_from_other_card, strips_of,
};
use super::setup::Setup;
use super::state::State;
use super::turn::{Id, Placement};
use crate::decks::layout::{Layout, RIM};
use crate::decks::{Colour, Part};

/// The number of ends that a card usually closes at most.
const CLOSED_ENDS: usize = 12;

impl JoinedSets<'_> {
    /// Returns the cards of the closed sets of each colour that has an owner, after one more card
    /// is placed. Returns `None` if the card does not fit (V5.1, V5.2).
    pub(super) fn closed_with(
        &self,
        placement: &Placement,
    ) -> Option<BTreeMap<Colour, BTreeSet<Id>>> {
        let squares = placement.squares()?;
        if squares.into_iter().any(|square| self.table.covers(square)) {
            return None;
        }

        let layout = self.deck.card(placement.card)?;
        let ahead = self.sides_of_card(placement, squares)?;
        if self.has_clash(layout, &ahead) {
            return None;
        }
        if !self.may_close_set(layout, &ahead) {
            return Some(BTreeMap::new());
        }

        let mut with_card = WithCard::new(self, layout, placement.card);
        for (number, ahead) in (1..).zip(ahead) {
            with_card.add_entry(at_entry(layout, number), ahead);
        }
        Some(with_card.closed())
    }

    /// Returns true if an entry of a card meets one of another colour.
    fn has_clash(&self, layout: &Layout, ahead: &[Ahead; RIM as usize]) -> bool {
        (1..).zip(ahead).any(|(number, ahead)| match *ahead {
            Ahead::Entry([pipe, ..]) => {
                let own = layout.card().pipes.get(layout.pipe_of(number));
                own.is_none_or(|own| self.strips[pipe].colour != own.colour.into())
            }
            Ahead::UnknownCard => true,
            Ahead::Open | Ahead::Pillar(_) => false,
        })
    }

    /// Returns what each entry of a card meets if the card is placed on empty squares.
    fn sides_of_card(
        &self,
        placement: &Placement,
        squares: [Square; 2],
    ) -> Option<[Ahead; RIM as usize]> {
        let sides = squares.map(|square| self.sides.get(&square).unwrap_or(&OPEN));
        let mut ahead = [Ahead::Open; RIM as usize];
        for (number, ahead) in (1..).zip(&mut ahead) {
            let (half, side) = placement.half_and_side(number)?;
            *ahead = sides[half][side.index()];
        }
        Some(ahead)
    }

    /// Returns the groups of all strips at the entries that face an empty square.
    fn groups_around(&self, square: Square) -> impl Iterator<Item = usize> {
        let sides = self.sides.get(&square).into_iter().flatten();
        let entries = sides.filter_map(|ahead| match ahead {
            Ahead::Entry(groups) => Some(*groups),
            Ahead::Open | Ahead::Pillar(_) | Ahead::UnknownCard => None,
        });
        entries.flatten()
    }

    /// Returns false if a card closes no set of a colour that has an owner, because each set that
    /// it touches keeps an open end. A quick test, which decides most placements, and which may err
    /// on the side of true.
    fn may_close_set(&self, layout: &Layout, ahead: &[Ahead; RIM as usize]) -> bool {
        if !self.settled.is_empty() {
            return true;
        }
        // The ends that the card closes, each by its group.
        let mut closed_ends: SmallVec<[usize; CLOSED_ENDS]> = SmallVec::new();
        for ahead in ahead {
            match *ahead {
                Ahead::Entry(groups) => closed_ends.extend(groups),
                Ahead::Pillar(pillar) => closed_ends.extend(self.groups_around(pillar)),
                Ahead::Open | Ahead::UnknownCard => {}
            }
        }
        let loses_all_ends = |group: &usize| {
            let lost = closed_ends.iter().filter(|other| *other == group).count();
            self.is_owned(self.strips[*group].colour) && self.groups[*group].open <= lost as i64
        };
        if closed_ends.iter().any(loses_all_ends) {
            return true;
        }

        // No group that the card touches closes. A strip of the card is therefore in an open set if
        // it has an open end of its own or joins a group.
        let is_open = |strip: &Part| {
            strip
                .contacts
                .iter()
                .any(|&(number, contact)| match ahead[usize::from(number) - 1] {
                    Ahead::Open => true,
                    Ahead::Entry(groups) => {
                        self.strips[groups[contact.opposite() as usize]].colour == strip.colour
                    }
                    Ahead::Pillar(_) | Ahead::UnknownCard => false,
                })
        };
        let strips = layout.parts().all().iter();
        let mut owned = strips.filter(|strip| self.is_owned(strip.colour));
        owned.any(|strip| !is_open(strip))
    }
}

/// A group on the table, or a strip of the new card.
#[derive(Clone, Copy)]
struct Node {
    /// The representative of the group, or the strip.
    strip: Strip,
    /// The index of the representative among the strips of the table; `None` for the new card.
    root: Option<usize>,
    /// The index of another node of the same set, or its own.
    parent: usize,
    group: Group,
}

/// The sets that a new card touches, and those that are already settled.
struct WithCard<'s> {
    joined_sets: &'s JoinedSets<'s>,
    /// The strips of the new card in their order, then the groups. They are few.
    nodes: Vec<Node>,
}

/// The number of nodes for which memory is reserved in advance.
const USUAL_NODES: usize = 32;

impl<'s> WithCard<'s> {
    fn new(joined_sets: &'s JoinedSets<'s>, layout: &Layout, card: Id) -> Self {
        let own = strips_of(layout, card).enumerate();
        let own = own.map(|(parent, strip)| Node {
            strip,
            root: None,
            parent,
            group: Group {
                open: 0,
                is_set: strip.makes_set,
            },
        });
        let mut nodes = Vec::with_capacity(USUAL_NODES);
        nodes.extend(own);
        let mut with_card = Self { joined_sets, nodes };
        for &root in &joined_sets.settled {
            with_card.node_of(root);
        }
        with_card
    }

    /// Returns the node of a group.
    fn node_of(&mut self, root: usize) -> usize {
        if let Some(known) = self.nodes.iter().position(|node| node.root == Some(root)) {
            return known;
        }
        let parent = self.nodes.len();
        self.nodes.push(Node {
            strip: self.joined_sets.strips[root],
            root: Some(root),
            parent,
            group: self.joined_sets.groups[root],
        });
        parent
    }

    /// Returns the representative of a node.
    fn find(&self, node: usize) -> usize {
        let mut current = node;
        while self.nodes[current].parent != current {
            current = self.nodes[current].parent;
        }
        current
    }

    /// Adds what an entry of the new card meets. `own` are the strips of the card at the entry.
    fn add_entry(&mut self, own: AtEntry, ahead: Ahead) {
        match ahead {
            Ahead::Entry(groups) => {
                for (strip, group) in own.into_iter().zip(seen_from_other_card(groups)) {
                    let node = self.cover(group);
                    let colour = self.joined_sets.strips[group].colour;
                    if self.nodes[strip].strip.colour == colour {
                        self.join(strip, node);
                    }
                }
            }
            Ahead::Open => {
                for strip in own {
                    self.nodes[strip].group.open += 1;
                }
            }
            Ahead::Pillar(pillar) => {
                for group in self.joined_sets.groups_around(pillar) {
                    self.cover(group);
                }
            }
            Ahead::UnknownCard => {}
        }
    }

    /// Closes an open end of a group on the table. Returns its node.
    fn cover(&mut self, root: usize) -> usize {
        let node = self.node_of(root);
        self.nodes[node].group.open -= 1;
        node
    }

    /// Joins the sets of two nodes.
    fn join(&mut self, left: usize, right: usize) {
        let left = self.find(left);
        let right = self.find(right);
        self.nodes[left].parent = right;
    }

    /// Returns the cards of the closed sets of each colour.
    fn closed(mut self) -> BTreeMap<Colour, BTreeSet<Id>> {
        for node in 0..self.nodes.len() {
            let representative = self.find(node);
            if representative != node {
                let group = std::mem::take(&mut self.nodes[node].group);
                self.nodes[representative].group.add(group);
            }
        }
        let mut closed: BTreeMap<Colour, BTreeSet<Id>> = BTreeMap::new();
        for (index, node) in self.nodes.iter().enumerate() {
            let is_owned = self.joined_sets.is_owned(node.strip.colour);
            if !is_owned || !self.nodes[self.find(index)].group.is_closed() {
                continue;
            }
            let cards = closed.entry(node.strip.colour).or_default();
            match node.root {
                None => {
                    cards.insert(node.strip.card);
                }
                Some(root) => cards.extend(self.joined_sets.cards_of(root)),
            }
        }
        closed
    }
}

/// The cards that a seat picks up.
#[derive(Clone, Debug)]
pub(super) struct SeatPickUp {
    pub(super) seat: u8,
    pub(super) cards: Vec<Id>,
}

/// Returns what each seat picks up from closed sets, in order (V6.4, V6.5). The rules have their
/// own implementation in `pickup.rs`.
pub(super) fn picked_up_from(
    setup: &Setup,
    state: &State,
    closed: &BTreeMap<Colour, BTreeSet<Id>>,
) -> Vec<SeatPickUp> {
    // Most turns close nothing.
    if closed.is_empty() {
        return Vec::new();
    }
    let mut gone: BTreeSet<Id> = BTreeSet::new();
    let mut picked_up = Vec::new();
    let mut seat = state.to_move;
    for _ in 0..setup.seats {
        let cards = state.colour(seat).and_then(|colour| closed.get(&colour));
        let cards: Vec<Id> = cards
            .into_iter()
            .flatten()
            .copied()
            .filter(|card| !gone.contains(card))
            .collect();
        gone.extend(&cards);
        if !cards.is_empty() {
            picked_up.push(SeatPickUp { seat, cards });
        }
        seat = if seat == setup.seats { 1 } else { seat + 1 };
    }
    picked_up
}
