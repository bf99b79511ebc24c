//! All sets of a table, computed at once by joining strips in pairs (V6.2, V6.3).
//!
//! It shares only the table and the layouts with [`super::sets`], so that tests can compare one
//! with the other.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::setup::Setup;
use super::state::State;
use super::table::{Before, Entry, Table};
use super::turn::{Id, Placement};
use crate::decks::Colour;
use crate::decks::Deck;
use crate::decks::layout::{Layout, RIM};

/// A pipe or a field of a card.
#[derive(Clone, Copy, Debug)]
struct Strip {
    card: Id,
    colour: Colour,
    /// True for a field, and for a pipe that is not an end cap.
    counts: bool,
}

/// A group of connected strips.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    open: i64,
    counts: bool,
}

impl Group {
    fn is_closed(self) -> bool {
        self.open == 0 && self.counts
    }

    fn add(&mut self, other: Self) {
        self.open += other.open;
        self.counts |= other.counts;
    }
}

/// All sets on a table.
pub(super) struct AllSets<'a> {
    deck: &'a Deck,
    table: &'a Table,
    strips: Vec<Strip>,
    /// The index of the first strip of each card.
    first: FxHashMap<Id, usize>,
    /// The group of each strip, given by the index of its representative.
    roots: Vec<usize>,
    /// The groups, by the index of their representatives.
    groups: Vec<Group>,
    /// The groups that are already closed and whose colour has an owner, in ascending order.
    settled: Vec<usize>,
}

/// Returns the strips of a card: its pipes, then its fields.
fn strips_of(layout: &Layout, card: Id) -> impl Iterator<Item = Strip> {
    let pipes = layout.card().pipes.iter();
    let pipes = pipes.map(move |pipe| Strip {
        card,
        colour: pipe.colour.into(),
        counts: pipe.entries.len() >= 2,
    });
    let fields = layout.fields().iter().map(move |field| Strip {
        card,
        colour: field.colour.into(),
        counts: true,
    });
    pipes.chain(fields)
}

/// Returns the strips at an entry: the pipe, the field before it, the field after it.
fn at_entry(layout: &Layout, number: u8) -> [usize; 3] {
    let pipes = layout.card().pipes.len();
    let before = (number + RIM - 2) % RIM + 1;
    [
        layout.pipe_of(number),
        pipes + layout.field_of(before),
        pipes + layout.field_of(number),
    ]
}

fn root(roots: &mut [usize], strip: usize) -> usize {
    let mut at = strip;
    while roots[at] != at {
        roots[at] = roots[roots[at]];
        at = roots[at];
    }
    at
}

impl<'a> AllSets<'a> {
    /// Joins all strips that meet. `owned` are the colours that have an owner.
    pub(super) fn new(deck: &'a Deck, table: &'a Table, owned: &[Colour]) -> Self {
        let mut all_sets = Self {
            deck,
            table,
            strips: Vec::new(),
            first: FxHashMap::default(),
            roots: Vec::new(),
            groups: Vec::new(),
            settled: Vec::new(),
        };
        let placements = table.placements();
        for &Placement { card, .. } in &placements {
            if let Some(layout) = deck.card(card) {
                all_sets.first.insert(card, all_sets.strips.len());
                all_sets.strips.extend(strips_of(layout, card));
            }
        }
        all_sets.roots = (0..all_sets.strips.len()).collect();
        all_sets.groups = vec![Group::default(); all_sets.strips.len()];
        for placement in &placements {
            all_sets.join_at(placement);
        }
        all_sets.gather_groups();
        let closed = all_sets.groups.iter().enumerate();
        let closed = closed.filter(|(_, group)| group.is_closed());
        let settled = closed
            .map(|(root, _)| root)
            .filter(|&root| owned.contains(&all_sets.strips[root].colour));
        all_sets.settled = settled.collect();
        all_sets
    }

    /// Joins the strips of a card with those that they meet, and counts their open ends.
    fn join_at(&mut self, placement: &Placement) {
        for number in 1..=RIM {
            let entry = Entry {
                card: placement.card,
                number,
            };
            let own = self.at(entry);
            let before = self.table.before_placed(placement, number);
            let (Some(own), Some(before)) = (own, before) else {
                continue;
            };
            match before {
                Before::Card(met) => {
                    let Some([pipe, left, right]) = self.at(met) else {
                        continue;
                    };
                    for (mine, theirs) in own.into_iter().zip([pipe, right, left]) {
                        self.join(mine, theirs);
                    }
                }
                Before::Open(_) => {
                    for strip in own {
                        self.groups[strip].open += 1;
                    }
                }
                Before::Pillar(_) => {}
            }
        }
    }

    /// Adds the counts of all strips of a group to those of its representative, and makes it the
    /// direct representative of each.
    fn gather_groups(&mut self) {
        for strip in 0..self.strips.len() {
            let root = root(&mut self.roots, strip);
            self.roots[strip] = root;
            self.groups[strip].counts |= self.strips[strip].counts;
            if root != strip {
                let group = std::mem::take(&mut self.groups[strip]);
                self.groups[root].add(group);
            }
        }
    }

    /// Returns the strips at an entry of a card on the table.
    fn at(&self, entry: Entry) -> Option<[usize; 3]> {
        let first = self.first.get(&entry.card)?;
        let layout = self.deck.card(entry.card)?;
        Some(at_entry(layout, entry.number).map(|strip| first + strip))
    }

    /// Returns the cards of a group.
    fn cards_of(&self, root: usize) -> impl Iterator<Item = Id> {
        let strips = self.strips.iter().zip(&self.roots);
        let own = strips.filter(move |(_, other)| **other == root);
        own.map(|(strip, _)| strip.card)
    }

    fn join(&mut self, left: usize, right: usize) {
        if self.strips[left].colour == self.strips[right].colour {
            let left = root(&mut self.roots, left);
            let right = root(&mut self.roots, right);
            self.roots[left] = right;
        }
    }

    /// Returns the cards of the closed sets of each colour after one more card is placed. Returns
    /// `None` if the card does not fit (V5.1, V5.2).
    pub(super) fn closed_with(
        &self,
        placement: &Placement,
    ) -> Option<BTreeMap<Colour, BTreeSet<Id>>> {
        let squares = placement.squares()?;
        if squares
            .into_iter()
            .any(|square| self.table.card_at(square).is_some())
        {
            return None;
        }
        let layout = self.deck.card(placement.card)?;
        let mut joined = Joined::new(self, layout, placement.card);
        for number in 1..=RIM {
            let mine = at_entry(layout, number);
            match self.table.before_placed(placement, number)? {
                Before::Card(met) => {
                    let [pipe, left, right] = self.at(met)?;
                    for (index, (mine, theirs)) in
                        mine.into_iter().zip([pipe, right, left]).enumerate()
                    {
                        let is_same = joined.nodes[mine].strip.colour == self.strips[theirs].colour;
                        if index == 0 && !is_same {
                            return None;
                        }
                        let theirs = joined.cover(theirs);
                        if is_same {
                            joined.join(mine, theirs);
                        }
                    }
                }
                Before::Open(_) => {
                    for strip in mine {
                        joined.nodes[strip].group.open += 1;
                    }
                }
                Before::Pillar(square) => {
                    let others = self.table.around(square);
                    for strip in others.filter_map(|entry| self.at(entry)).flatten() {
                        joined.cover(strip);
                    }
                }
            }
        }
        Some(joined.closed())
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
struct Joined<'s> {
    all_sets: &'s AllSets<'s>,
    /// The strips of the new card in their order, then the groups. They are few.
    nodes: Vec<Node>,
}

/// The number of nodes for which memory is reserved in advance.
const USUAL_NODES: usize = 32;

impl<'s> Joined<'s> {
    fn new(all_sets: &'s AllSets<'s>, layout: &Layout, card: Id) -> Self {
        let own = strips_of(layout, card).enumerate();
        let own = own.map(|(parent, strip)| Node {
            strip,
            root: None,
            parent,
            group: Group {
                open: 0,
                counts: strip.counts,
            },
        });
        let mut nodes = Vec::with_capacity(USUAL_NODES);
        nodes.extend(own);
        let mut joined = Self { all_sets, nodes };
        for &root in &all_sets.settled {
            joined.node_of(root);
        }
        joined
    }

    /// Returns the node of a group.
    fn node_of(&mut self, root: usize) -> usize {
        if let Some(known) = self.nodes.iter().position(|node| node.root == Some(root)) {
            return known;
        }
        let parent = self.nodes.len();
        self.nodes.push(Node {
            strip: self.all_sets.strips[root],
            root: Some(root),
            parent,
            group: self.all_sets.groups[root],
        });
        parent
    }

    fn find(&self, node: usize) -> usize {
        let mut at = node;
        while self.nodes[at].parent != at {
            at = self.nodes[at].parent;
        }
        at
    }

    /// Closes an open end of a strip on the table. Returns the node of its group.
    fn cover(&mut self, strip: usize) -> usize {
        let node = self.node_of(self.all_sets.roots[strip]);
        self.nodes[node].group.open -= 1;
        node
    }

    fn join(&mut self, left: usize, right: usize) {
        let left = self.find(left);
        let right = self.find(right);
        self.nodes[left].parent = right;
    }

    fn closed(mut self) -> BTreeMap<Colour, BTreeSet<Id>> {
        for node in 0..self.nodes.len() {
            let whole = self.find(node);
            if whole != node {
                let group = std::mem::take(&mut self.nodes[node].group);
                self.nodes[whole].group.add(group);
            }
        }
        let mut closed: BTreeMap<Colour, BTreeSet<Id>> = BTreeMap::new();
        for (index, node) in self.nodes.iter().enumerate() {
            if !self.nodes[self.find(index)].group.is_closed() {
                continue;
            }
            let cards = closed.entry(node.strip.colour).or_default();
            match node.root {
                None => {
                    cards.insert(node.strip.card);
                }
                Some(root) => cards.extend(self.all_sets.cards_of(root)),
            }
        }
        closed
    }
}

/// Returns what each seat picks up from closed sets, in order (V6.4, V6.5).
pub(super) fn shares(
    setup: &Setup,
    state: &State,
    closed: &BTreeMap<Colour, BTreeSet<Id>>,
) -> Vec<(u8, Vec<Id>)> {
    // Most turns close nothing.
    if closed.is_empty() {
        return Vec::new();
    }
    let mut gone: BTreeSet<Id> = BTreeSet::new();
    let mut shares = Vec::new();
    let mut seat = state.to_move;
    for _ in 0..setup.seats {
        let cards = state.colour(seat).and_then(|colour| closed.get(&colour));
        let share: Vec<Id> = cards
            .into_iter()
            .flatten()
            .copied()
            .filter(|card| !gone.contains(card))
            .collect();
        gone.extend(&share);
        if !share.is_empty() {
            shares.push((seat, share));
        }
        seat = if seat == setup.seats { 1 } else { seat + 1 };
    }
    shares
}
