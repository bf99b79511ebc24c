//! All sets of a table, computed at once by joining strips in pairs (V6.2, V6.3), for the generator
//! in `moves.rs`.
//!
//! A *strip* is a pipe or a field of a card; connected strips of one colour form a *group*. A
//! *pillar* is an empty square with four covered neighbours. An entry of a card is an *open end* of
//! its strips if it faces an empty square that is not a pillar. A group without open ends is a
//! *closed set*, unless it consists of end caps only.
//!
//! The rules use [`super::sets`], a flood fill. The two share only the table and the layouts, so
//! that tests can compare the generated turns with the judged ones.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::board::{Heading, Square};
use super::setup::Setup;
use super::state::State;
use super::table::{Before, Entry, Table};
use super::turn::{Id, Placement};
use crate::decks::layout::{Layout, RIM};
use crate::decks::{Colour, Deck, Part};

/// A pipe or a field of a card.
#[derive(Clone, Copy, Debug)]
struct Strip {
    card: Id,
    colour: Colour,
    /// True for a field, and for a pipe that is not an end cap: end caps alone are not a set
    /// (V6.2).
    makes_set: bool,
}

/// A group of connected strips.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    /// The number of open ends.
    open: i64,
    /// True if one of its strips makes it a set.
    is_set: bool,
}

impl Group {
    fn is_closed(self) -> bool {
        self.open == 0 && self.is_set
    }

    fn add(&mut self, other: Self) {
        self.open += other.open;
        self.is_set |= other.is_set;
    }
}

/// All sets on a table.
pub(super) struct JoinedSets<'a> {
    deck: &'a Deck,
    table: &'a Table,
    /// The colours that have an owner, by the colour's index.
    owned: [bool; Colour::ALL.len()],
    strips: Vec<Strip>,
    /// The strips of each card.
    cards: FxHashMap<Id, CardStrips<'a>>,
    /// What a new card would meet on the sides of each empty square beside the cards. The other
    /// squares are open on all sides.
    sides: FxHashMap<Square, [Ahead; 4]>,
    /// The group of each strip, given by the index of its representative.
    roots: Vec<usize>,
    /// The groups, by the index of their representatives.
    groups: Vec<Group>,
    /// The groups that are already closed and whose colour has an owner, in ascending order.
    settled: Vec<usize>,
}

/// The strips of a card on the table.
#[derive(Clone, Copy)]
struct CardStrips<'a> {
    layout: &'a Layout,
    /// The index of the first strip.
    first: usize,
}

impl CardStrips<'_> {
    /// Returns the strips at an entry, by their indices among all strips.
    fn at_entry(self, entry: u8) -> [usize; 3] {
        at_entry(self.layout, entry).map(|strip| self.first + strip)
    }
}

/// What a new card that covers an empty square meets on one side of it.
#[derive(Clone, Copy)]
enum Ahead {
    /// Nothing that closes an end.
    Open,
    /// An empty square that then becomes a pillar.
    Pillar(Square),
    /// An entry, with the groups of its strips: the pipe, the field before it, the field after it.
    /// While strips are being joined, it has the strips instead; [`JoinedSets::complete_sides`]
    /// replaces them by their groups.
    Entry([usize; 3]),
    /// A card that the deck does not have.
    UnknownCard,
}

/// The number of empty squares beside the cards of a usual table, for each card.
const USUAL_SIDES: usize = 4;

/// The sides of an empty square that is not beside a card.
const OPEN: [Ahead; 4] = [Ahead::Open; 4];

/// Returns the strips of a card: its pipes, then its fields.
fn strips_of(layout: &Layout, card: Id) -> impl Iterator<Item = Strip> {
    let pipes = layout.card().pipes.iter();
    let pipes = pipes.map(move |pipe| Strip {
        card,
        colour: pipe.colour.into(),
        makes_set: pipe.entries.len() >= 2,
    });
    let fields = layout.fields().iter().map(move |field| Strip {
        card,
        colour: field.colour.into(),
        makes_set: true,
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

/// Returns the strips at an entry in the order in which the strips of the opposite entry meet them.
/// Seen from the other card, the fields before and after the entry are exchanged.
fn seen_from_other_card([pipe, before, after]: [usize; 3]) -> [usize; 3] {
    [pipe, after, before]
}

/// Returns the representative of a strip's group in the disjoint-set forest `roots` (union-find).
/// Halves the path to it.
fn find_root(roots: &mut [usize], strip: usize) -> usize {
    let mut node = strip;
    while roots[node] != node {
        roots[node] = roots[roots[node]];
        node = roots[node];
    }
    node
}

impl<'a> JoinedSets<'a> {
    /// Joins all strips that meet. `owned` are the colours that have an owner.
    pub(super) fn new(deck: &'a Deck, table: &'a Table, owned: &[Colour]) -> Self {
        let mut joined_sets = Self {
            deck,
            table,
            owned: [false; Colour::ALL.len()],
            strips: Vec::new(),
            cards: FxHashMap::default(),
            sides: FxHashMap::default(),
            roots: Vec::new(),
            groups: Vec::new(),
            settled: Vec::new(),
        };
        for colour in owned {
            joined_sets.owned[colour.index()] = true;
        }
        let placements = table.placements();
        joined_sets.cards.reserve(placements.len());
        joined_sets.sides.reserve(placements.len() * USUAL_SIDES);
        for &Placement { card, .. } in &placements {
            if let Some(layout) = deck.card(card) {
                let first = joined_sets.strips.len();
                joined_sets.cards.insert(card, CardStrips { layout, first });
                joined_sets.strips.extend(strips_of(layout, card));
            }
        }
        joined_sets.roots = (0..joined_sets.strips.len()).collect();
        joined_sets.groups = vec![Group::default(); joined_sets.strips.len()];
        for placement in &placements {
            joined_sets.join_at(placement);
        }
        joined_sets.gather_groups();
        joined_sets.complete_sides();
        let closed = joined_sets.groups.iter().enumerate();
        let closed = closed.filter(|(_, group)| group.is_closed());
        let settled = closed
            .map(|(root, _)| root)
            .filter(|&root| joined_sets.is_owned(joined_sets.strips[root].colour));
        joined_sets.settled = settled.collect();
        joined_sets
    }

    /// Returns true if a colour has an owner.
    fn is_owned(&self, colour: Colour) -> bool {
        self.owned[colour.index()]
    }

    /// Joins the strips of a card with those that they meet, and counts their open ends.
    fn join_at(&mut self, placement: &Placement) {
        let own_strips = self.cards.get(&placement.card).copied();
        for number in 1..=RIM {
            let Some((square, side)) = placement.facing_square(number) else {
                continue;
            };
            let own = own_strips.map(|strips| strips.at_entry(number));
            match self.table.before_placed(placement, number) {
                // Of two cards that meet, the one with the higher number joins the strips.
                Some(Before::Card(met)) if met.card < placement.card => {
                    let Some((own, met)) = own.zip(self.at(met)) else {
                        continue;
                    };
                    for (mine, theirs) in own.into_iter().zip(seen_from_other_card(met)) {
                        self.join(mine, theirs);
                    }
                }
                Some(Before::Open(_)) => {
                    for strip in own.into_iter().flatten() {
                        self.groups[strip].open += 1;
                    }
                    let sides = self.sides.entry(square).or_insert(OPEN);
                    sides[side.opposite().index()] = own.map_or(Ahead::UnknownCard, Ahead::Entry);
                }
                Some(Before::Card(_) | Before::Pillar(_)) | None => {}
            }
        }
    }

    /// Replaces the strips at the sides of empty squares by their groups, and finds the squares
    /// that become pillars if their last empty neighbour is covered.
    fn complete_sides(&mut self) {
        let mut pillars = Vec::new();
        for (&square, sides) in &mut self.sides {
            let mut last_open = None;
            let mut number_open = 0;
            for (side, ahead) in Heading::ALL.into_iter().zip(sides.iter_mut()) {
                match ahead {
                    Ahead::Entry(strips) => *strips = strips.map(|strip| self.roots[strip]),
                    Ahead::Open => {
                        last_open = Some(side);
                        number_open += 1;
                    }
                    Ahead::Pillar(_) | Ahead::UnknownCard => {}
                }
            }
            if number_open == 1 {
                pillars.extend(last_open.map(|side| (square, side)));
            }
        }
        for (pillar, side) in pillars {
            if let Some(last) = pillar.beside(side) {
                let sides = self.sides.entry(last).or_insert(OPEN);
                sides[side.opposite().index()] = Ahead::Pillar(pillar);
            }
        }
    }

    /// Adds the counts of all strips of a group to those of its representative, and makes it the
    /// direct representative of each.
    fn gather_groups(&mut self) {
        for strip in 0..self.strips.len() {
            let root = find_root(&mut self.roots, strip);
            self.roots[strip] = root;
            self.groups[strip].is_set |= self.strips[strip].makes_set;
            if root != strip {
                let group = std::mem::take(&mut self.groups[strip]);
                self.groups[root].add(group);
            }
        }
    }

    /// Returns the strips at an entry of a card on the table.
    fn at(&self, entry: Entry) -> Option<[usize; 3]> {
        Some(self.cards.get(&entry.card)?.at_entry(entry.number))
    }

    /// Returns the cards of a group.
    fn cards_of(&self, root: usize) -> impl Iterator<Item = Id> {
        let strips = self.strips.iter().zip(&self.roots);
        let own = strips.filter(move |(_, other)| **other == root);
        own.map(|(strip, _)| strip.card)
    }

    /// Joins the groups of two strips, if they have one colour.
    fn join(&mut self, left: usize, right: usize) {
        if self.strips[left].colour == self.strips[right].colour {
            let left = find_root(&mut self.roots, left);
            let right = find_root(&mut self.roots, right);
            self.roots[left] = right;
        }
    }

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
        let clashes = |(number, ahead): (u8, Ahead)| match ahead {
            Ahead::Entry([pipe, ..]) => {
                let own = layout.card().pipes.get(layout.pipe_of(number));
                own.is_none_or(|own| self.strips[pipe].colour != own.colour.into())
            }
            Ahead::UnknownCard => true,
            Ahead::Open | Ahead::Pillar(_) => false,
        };
        if (1..).zip(ahead).any(clashes) {
            return None;
        }
        if !self.may_close_set(layout, &ahead) {
            return Some(BTreeMap::new());
        }
        let mut with_card = WithCard::new(self, layout, placement.card);
        for (number, ahead) in (1..).zip(ahead) {
            let mine = at_entry(layout, number);
            match ahead {
                Ahead::Entry(theirs) => {
                    for (mine, theirs) in mine.into_iter().zip(seen_from_other_card(theirs)) {
                        let node = with_card.cover(theirs);
                        if with_card.nodes[mine].strip.colour == self.strips[theirs].colour {
                            with_card.join(mine, node);
                        }
                    }
                }
                Ahead::Open => {
                    for strip in mine {
                        with_card.nodes[strip].group.open += 1;
                    }
                }
                Ahead::Pillar(pillar) => {
                    for group in self.groups_around(pillar) {
                        with_card.cover(group);
                    }
                }
                Ahead::UnknownCard => {}
            }
        }
        Some(with_card.closed())
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

/// The number of ends that a card usually closes at most.
const CLOSED_ENDS: usize = 12;

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

/// Returns what each seat picks up from closed sets, in order (V6.4, V6.5). The rules have their
/// own implementation in `pickup.rs`.
pub(super) fn picked_up_from(
    setup: &Setup,
    state: &State,
    closed: &BTreeMap<Colour, BTreeSet<Id>>,
) -> Vec<(u8, Vec<Id>)> {
    // Most turns close nothing.
    if closed.is_empty() {
        return Vec::new();
    }
    let mut gone: BTreeSet<Id> = BTreeSet::new();
    let mut picked_up = Vec::new();
    let mut seat = state.to_move;
    for _ in 0..setup.seats {
        let cards = state.colour(seat).and_then(|colour| closed.get(&colour));
        let taken: Vec<Id> = cards
            .into_iter()
            .flatten()
            .copied()
            .filter(|card| !gone.contains(card))
            .collect();
        gone.extend(&taken);
        if !taken.is_empty() {
            picked_up.push((seat, taken));
        }
        seat = if seat == setup.seats { 1 } else { seat + 1 };
    }
    picked_up
}
