//! All sets of a table, computed at once by joining strips in pairs (V6.2, V6.3).
//!
//! It shares only the table and the layouts with [`super::sets`], so that tests can compare one
//! with the other.

use std::collections::{BTreeMap, BTreeSet, HashMap};

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
#[derive(Clone, Debug, Default)]
struct Group {
    cards: BTreeSet<Id>,
    open: i64,
    counts: bool,
}

/// All sets on a table.
pub(super) struct AllSets<'a> {
    deck: &'a Deck,
    table: &'a Table,
    strips: Vec<Strip>,
    /// The index of the first strip of each card.
    first: HashMap<Id, usize>,
    /// The group of each strip, given by the index of its representative.
    roots: Vec<usize>,
    groups: BTreeMap<usize, Group>,
    /// The groups that are already closed and whose colour has an owner.
    settled: Vec<usize>,
}

/// Returns the strips of a card: its pipes, then its fields.
fn strips_of(layout: &Layout, card: Id) -> Vec<Strip> {
    let pipes = layout.card().pipes.iter();
    let pipes = pipes.map(|pipe| Strip {
        card,
        colour: pipe.colour.into(),
        counts: pipe.entries.len() >= 2,
    });
    let fields = layout.fields().iter().map(|field| Strip {
        card,
        colour: field.colour.into(),
        counts: true,
    });
    pipes.chain(fields).collect()
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
            first: HashMap::new(),
            roots: Vec::new(),
            groups: BTreeMap::new(),
            settled: Vec::new(),
        };
        let cards: Vec<Id> = table
            .placements()
            .iter()
            .map(|placement| placement.card)
            .collect();
        for &card in &cards {
            if let Some(layout) = deck.card(card) {
                all_sets.first.insert(card, all_sets.strips.len());
                all_sets.strips.extend(strips_of(layout, card));
            }
        }
        all_sets.roots = (0..all_sets.strips.len()).collect();
        let mut open = vec![0; all_sets.strips.len()];
        for entry in cards
            .iter()
            .flat_map(|&card| (1..=RIM).map(move |number| Entry { card, number }))
        {
            let (Some(own), Some(before)) = (all_sets.at(entry), table.before(entry)) else {
                continue;
            };
            match before {
                Before::Card(met) => {
                    let Some([pipe, left, right]) = all_sets.at(met) else {
                        continue;
                    };
                    for (mine, theirs) in own.into_iter().zip([pipe, right, left]) {
                        all_sets.join(mine, theirs);
                    }
                }
                Before::Open(_) => own.into_iter().for_each(|strip| open[strip] += 1),
                Before::Pillar(_) => {}
            }
        }
        for (strip, open) in open.into_iter().enumerate() {
            let root = root(&mut all_sets.roots, strip);
            let Strip { card, counts, .. } = all_sets.strips[strip];
            let group = all_sets.groups.entry(root).or_default();
            group.cards.insert(card);
            group.open += open;
            group.counts |= counts;
        }
        let closed = all_sets
            .groups
            .iter()
            .filter(|(_, group)| group.open == 0 && group.counts);
        let settled = closed
            .map(|(&root, _)| root)
            .filter(|&root| owned.contains(&all_sets.strips[root].colour));
        all_sets.settled = settled.collect();
        all_sets
    }

    /// Returns the strips at an entry of a card on the table.
    fn at(&self, entry: Entry) -> Option<[usize; 3]> {
        let first = self.first.get(&entry.card)?;
        let layout = self.deck.card(entry.card)?;
        Some(at_entry(layout, entry.number).map(|strip| first + strip))
    }

    fn join(&mut self, left: usize, right: usize) {
        if self.strips[left].colour == self.strips[right].colour {
            let left = root(&mut self.roots, left);
            let right = root(&mut self.roots, right);
            self.roots[left] = right;
        }
    }

    /// Returns the cards of the closed sets of each colour after one more card is placed; `after`
    /// is the table with it. Returns `None` if the card does not fit (V5.1, V5.2).
    pub(super) fn closed_with(
        &self,
        placement: &Placement,
        after: &Table,
    ) -> Option<BTreeMap<Colour, BTreeSet<Id>>> {
        let squares = placement.squares()?;
        if squares
            .into_iter()
            .any(|square| self.table.card_at(square).is_some())
        {
            return None;
        }
        let layout = self.deck.card(placement.card)?;
        let own = strips_of(layout, placement.card);
        let mut joined = Joined {
            of: self,
            own: &own,
            parents: BTreeMap::new(),
            open: BTreeMap::new(),
            touched: BTreeSet::new(),
        };
        for number in 1..=RIM {
            let mine = at_entry(layout, number).map(|strip| self.strips.len() + strip);
            match after.before(Entry {
                card: placement.card,
                number,
            })? {
                Before::Card(met) => {
                    let [pipe, left, right] = self.at(met)?;
                    let theirs = [pipe, right, left];
                    if joined.strip(mine[0]).colour != joined.strip(theirs[0]).colour {
                        return None;
                    }
                    for (mine, theirs) in mine.into_iter().zip(theirs) {
                        joined.cover(theirs);
                        joined.join(mine, theirs);
                    }
                }
                Before::Open(_) => mine
                    .into_iter()
                    .for_each(|strip| *joined.open.entry(strip).or_default() += 1),
                Before::Pillar(square) => {
                    let others = after
                        .around(square)
                        .filter(|entry| entry.card != placement.card);
                    for strip in others.filter_map(|entry| self.at(entry)).flatten() {
                        joined.cover(strip);
                    }
                }
            }
        }
        Some(joined.closed())
    }
}

/// The sets that a new card touches. Each of these sets, and each strip of the new card, is one
/// node.
struct Joined<'s> {
    of: &'s AllSets<'s>,
    own: &'s [Strip],
    parents: BTreeMap<usize, usize>,
    /// Changes in the number of open ends.
    open: BTreeMap<usize, i64>,
    /// The groups that the new card changes.
    touched: BTreeSet<usize>,
}

impl Joined<'_> {
    fn strip(&self, strip: usize) -> Strip {
        match strip.checked_sub(self.of.strips.len()) {
            Some(own) => self.own[own],
            None => self.of.strips[strip],
        }
    }

    /// Returns the group of a strip on the table, without the new card.
    fn group(&self, strip: usize) -> usize {
        let mut at = strip;
        while at < self.of.roots.len() && self.of.roots[at] != at {
            at = self.of.roots[at];
        }
        at
    }

    fn find(&self, strip: usize) -> usize {
        let mut at = self.group(strip);
        while let Some(&parent) = self.parents.get(&at) {
            at = parent;
        }
        at
    }

    /// Closes an open end of a strip on the table.
    fn cover(&mut self, strip: usize) {
        *self.open.entry(strip).or_default() -= 1;
        self.touched.insert(self.group(strip));
    }

    fn join(&mut self, left: usize, right: usize) {
        if self.strip(left).colour == self.strip(right).colour {
            let left = self.find(left);
            let right = self.find(right);
            if left != right {
                self.parents.insert(left, right);
            }
        }
    }

    fn closed(&self) -> BTreeMap<Colour, BTreeSet<Id>> {
        let known = self.of.strips.len();
        let old: BTreeSet<usize> = self
            .touched
            .iter()
            .chain(&self.of.settled)
            .copied()
            .collect();
        let mut wholes: BTreeMap<usize, (i64, bool)> = BTreeMap::new();
        for (root, group) in old
            .iter()
            .filter_map(|root| Some((root, self.of.groups.get(root)?)))
        {
            let (open, counts) = wholes.entry(self.find(*root)).or_default();
            *open += group.open;
            *counts |= group.counts;
        }
        for (index, strip) in self.own.iter().enumerate() {
            wholes.entry(self.find(known + index)).or_default().1 |= strip.counts;
        }
        for (&strip, &open) in &self.open {
            wholes.entry(self.find(strip)).or_default().0 += open;
        }
        let is_closed = |strip| wholes.get(&self.find(strip)) == Some(&(0, true));
        let mut closed: BTreeMap<Colour, BTreeSet<Id>> = BTreeMap::new();
        for root in old.into_iter().filter(|&root| is_closed(root)) {
            if let Some(group) = self.of.groups.get(&root) {
                closed
                    .entry(self.strip(root).colour)
                    .or_default()
                    .extend(&group.cards);
            }
        }
        for (index, strip) in self.own.iter().enumerate() {
            if is_closed(known + index) {
                closed.entry(strip.colour).or_default().insert(strip.card);
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
