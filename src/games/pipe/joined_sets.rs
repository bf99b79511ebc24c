//! All sets of a table, computed at once by joining strips in pairs (V6.2, V6.3), for the generator
//! in `moves.rs`. `sets_with_card.rs` finds what a further card closes.
//!
//! A *strip* is a pipe or a field of a card; connected strips of one colour form a *group*. A
//! *pillar* is an empty square with four covered neighbours. An entry of a card is an *open end* of
//! its strips if it faces an empty square that is not a pillar. A group without open ends is a
//! *closed set*, unless it consists of end caps only.
//!
//! The rules use [`super::sets`], a flood fill. The two share only the table and the layouts, so
//! that tests can compare the generated turns with the judged ones.

use rustc_hash::FxHashMap;

use super::board::{Heading, Square};
use super::table::{Before, Entry, Table};
use super::turn::{Id, Placement};
use crate::decks::layout::{Layout, RIM};
use crate::decks::{Colour, Deck};

/// A pipe or a field of a card.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strip {
    pub(super) card: Id,
    pub(super) colour: Colour,
    /// True for a field, and for a pipe that is not an end cap: end caps alone are not a set
    /// (V6.2).
    pub(super) makes_set: bool,
}

/// A group of connected strips.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Group {
    /// The number of open ends.
    pub(super) open: i64,
    /// True if one of its strips makes it a set.
    pub(super) is_set: bool,
}

impl Group {
    #[inline]
    pub(super) fn is_closed(self) -> bool {
        self.open == 0 && self.is_set
    }

    #[inline]
    pub(super) fn add(&mut self, other: Self) {
        self.open += other.open;
        self.is_set |= other.is_set;
    }
}

/// All sets on a table.
pub(super) struct JoinedSets<'a> {
    pub(super) deck: &'a Deck,
    pub(super) table: &'a Table,
    /// The colours that have an owner, by the colour's index.
    owned: [bool; Colour::ALL.len()],
    pub(super) strips: Vec<Strip>,
    /// The strips of each card.
    cards: FxHashMap<Id, CardStrips<'a>>,
    /// What a new card would meet on the sides of each empty square beside the cards. The other
    /// squares are open on all sides.
    pub(super) sides: FxHashMap<Square, [Ahead; 4]>,
    /// The group of each strip, given by the index of its representative.
    roots: Vec<usize>,
    /// The groups, by the index of their representatives.
    pub(super) groups: Vec<Group>,
    /// The groups that are already closed and whose colour has an owner, in ascending order.
    pub(super) settled: Vec<usize>,
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
    fn at_entry(self, entry: u8) -> AtEntry {
        at_entry(self.layout, entry).map(|strip| self.first + strip)
    }
}

/// What a new card that covers an empty square meets on one side of it.
#[derive(Clone, Copy)]
pub(super) enum Ahead {
    /// Nothing that closes an end.
    Open,
    /// An empty square that then becomes a pillar.
    Pillar(Square),
    /// An entry, with the groups of its strips. While strips are being joined, it has the strips
    /// instead; [`JoinedSets::complete_sides`] replaces them by their groups.
    Entry(AtEntry),
    /// A card that the deck does not have.
    UnknownCard,
}

/// The indices of the strips at an entry, or of their groups: the pipe, the field before the entry,
/// and the field after it.
pub(super) type AtEntry = [usize; 3];

/// The number of empty squares beside the cards of a usual table, for each card.
const USUAL_SIDES: usize = 4;

/// The sides of an empty square that is not beside a card.
pub(super) const OPEN: [Ahead; 4] = [Ahead::Open; 4];

/// Returns the strips of a card: its pipes, then its fields.
pub(super) fn strips_of(layout: &Layout, card: Id) -> impl Iterator<Item = Strip> {
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

/// Returns the strips of a card at one of its entries.
#[inline]
pub(super) fn at_entry(layout: &Layout, number: u8) -> AtEntry {
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
#[inline]
pub(super) fn seen_from_other_card([pipe, before, after]: AtEntry) -> AtEntry {
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
        joined_sets.add_strips(&placements);
        for placement in &placements {
            joined_sets.join_at(placement);
        }
        joined_sets.gather_groups();
        joined_sets.complete_sides();
        joined_sets.find_settled();
        joined_sets
    }

    /// Adds the strips of the cards on the table, each as a group of its own.
    fn add_strips(&mut self, placements: &[Placement]) {
        self.cards.reserve(placements.len());
        self.sides.reserve(placements.len() * USUAL_SIDES);
        for &Placement { card, .. } in placements {
            if let Some(layout) = self.deck.card(card) {
                let first = self.strips.len();
                self.cards.insert(card, CardStrips { layout, first });
                self.strips.extend(strips_of(layout, card));
            }
        }
        self.roots = (0..self.strips.len()).collect();
        self.groups = vec![Group::default(); self.strips.len()];
    }

    /// Finds the groups that are already closed and whose colour has an owner.
    fn find_settled(&mut self) {
        for (root, group) in self.groups.iter().enumerate() {
            if group.is_closed() && self.is_owned(self.strips[root].colour) {
                self.settled.push(root);
            }
        }
    }

    /// Returns true if a colour has an owner.
    #[inline]
    pub(super) fn is_owned(&self, colour: Colour) -> bool {
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
                    let Some((own, met)) = own.zip(self.strips_at(met)) else {
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
    fn strips_at(&self, entry: Entry) -> Option<AtEntry> {
        Some(self.cards.get(&entry.card)?.at_entry(entry.number))
    }

    /// Returns the cards of a group.
    pub(super) fn cards_of(&self, root: usize) -> impl Iterator<Item = Id> {
        let strips = self.strips.iter().zip(&self.roots);
        let of_group = strips.filter(move |(_, other)| **other == root);
        of_group.map(|(strip, _)| strip.card)
    }

    /// Joins the groups of two strips, if they have one colour.
    fn join(&mut self, left: usize, right: usize) {
        if self.strips[left].colour == self.strips[right].colour {
            let left = find_root(&mut self.roots, left);
            let right = find_root(&mut self.roots, right);
            self.roots[left] = right;
        }
    }
}
