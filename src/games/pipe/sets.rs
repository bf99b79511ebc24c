//! Sets of pipes and of fields (V6.1 to V6.3), flooded from the cards that a play can have closed
//! them around.
//!
//! A set closes when its last open place is covered or lies against a pillar, and a card covers
//! places and makes pillars only beside itself. So a turn costs what its own sets cost, however
//! many cards lie elsewhere: a flood ends at the first open place that it comes to.

use std::collections::{BTreeSet, HashMap, VecDeque};

use super::board::Square;
use super::deck::Deck;
use super::layout::{Layout, RIM};
use super::position::Colour;
use super::table::{Before, Entry, Table};
use super::turn::{Id, Placement};

/// The most cards of a set that are looked at to tell what is open about it.
const MOST_TOLD: usize = 500;

/// A pipe or a field of a card on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Part {
    pub(super) card: Id,
    kind: PartKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum PartKind {
    /// By its index in the card's pipes.
    Pipe(usize),
    /// By its index in the layout's fields.
    Field(usize),
}

/// Where a part reaches the rim of its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Contact {
    /// An entry.
    Entry,
    /// The half side before an entry, clockwise.
    Before,
    /// The half side behind it.
    Behind,
}

/// An open place of a set: nothing lies before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Leak {
    pub(super) entry: Entry,
    pub(super) contact: Contact,
    /// The empty square.
    pub(super) square: Square,
}

/// All that hangs together with a part.
#[derive(Clone, Debug, Default)]
pub(super) struct Whole {
    pub(super) cards: BTreeSet<Id>,
    pub(super) leaks: Vec<Leak>,
    /// Whether one of its pipes has two entries or more, or it is of fields (V6.2).
    pub(super) counts: bool,
}

/// A closed set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Closed {
    pub(super) colour: Colour,
    pub(super) cards: BTreeSet<Id>,
}

/// The arc behind an entry, and the one before it (V2.3).
fn arc_behind(entry: u8) -> u8 {
    entry
}

fn arc_before(entry: u8) -> u8 {
    if entry == 1 { RIM } else { entry - 1 }
}

impl Part {
    fn pipe(layout: &Layout, entry: Entry) -> Self {
        Self { card: entry.card, kind: PartKind::Pipe(layout.pipe_of(entry.number)) }
    }

    fn field(layout: &Layout, card: Id, arc: u8) -> Self {
        Self { card, kind: PartKind::Field(layout.field_of(arc)) }
    }

    /// The part of a card at a place of its rim.
    fn at(layout: &Layout, entry: Entry, contact: Contact) -> Self {
        match contact {
            Contact::Entry => Self::pipe(layout, entry),
            Contact::Before => Self::field(layout, entry.card, arc_before(entry.number)),
            Contact::Behind => Self::field(layout, entry.card, arc_behind(entry.number)),
        }
    }

    /// All parts of a card.
    pub(super) fn all(layout: &Layout, card: Id) -> impl Iterator<Item = Self> {
        let pipes = (0..layout.card().pipes.len()).map(PartKind::Pipe);
        let fields = (0..layout.fields().len()).map(PartKind::Field);
        pipes.chain(fields).map(move |kind| Self { card, kind })
    }

    pub(super) fn colour(self, layout: &Layout) -> Option<Colour> {
        Some(match self.kind {
            PartKind::Pipe(at) => layout.card().pipes.get(at)?.colour.into(),
            PartKind::Field(at) => layout.fields().get(at)?.colour.into(),
        })
    }

    /// Whether a set needs no other part than this one to count (V6.2).
    fn counts(self, layout: &Layout) -> bool {
        match self.kind {
            PartKind::Pipe(at) => layout.card().pipes.get(at).is_some_and(|pipe| pipe.entries.len() > 1),
            PartKind::Field(_) => true,
        }
    }

    /// Where it reaches the rim.
    fn contacts(self, layout: &Layout) -> Vec<(Entry, Contact)> {
        let entry = |number| Entry { card: self.card, number };
        match self.kind {
            PartKind::Pipe(at) => {
                let entries = layout.card().pipes.get(at).map_or(&[][..], |pipe| &pipe.entries);
                entries.iter().map(|&number| (entry(number), Contact::Entry)).collect()
            }
            PartKind::Field(at) => {
                let arcs = layout.fields().get(at).map_or(&[][..], |field| &field.arcs);
                let ends = |&arc: &u8| [(entry(arc), Contact::Behind), (entry(arc % RIM + 1), Contact::Before)];
                arcs.iter().flat_map(ends).collect()
            }
        }
    }
}

impl Contact {
    /// What it meets on the other card: the half side before an entry the one behind the other's.
    fn met(self) -> Self {
        match self {
            Self::Entry => Self::Entry,
            Self::Before => Self::Behind,
            Self::Behind => Self::Before,
        }
    }
}

/// Cards and how they lie.
#[derive(Clone, Copy)]
pub(super) struct Laid<'a> {
    pub(super) deck: &'a Deck,
    pub(super) table: &'a Table,
}

/// What lies before the entries of cards, looked up once a card.
struct Sides<'a> {
    table: &'a Table,
    known: HashMap<Id, [Option<Before>; RIM as usize]>,
}

impl<'a> Sides<'a> {
    fn new(table: &'a Table) -> Self {
        Self { table, known: HashMap::new() }
    }

    fn before(&mut self, entry: Entry) -> Option<Before> {
        let sides = self.known.entry(entry.card).or_insert_with(|| self.table.all_before(entry.card));
        sides.get(usize::from(entry.number).checked_sub(1)?).copied().flatten()
    }
}

/// What a flood found out about the set of a part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    Open,
    Closed,
}

impl Laid<'_> {
    /// The parts that join a part, and what is open about it, in the order of its contacts.
    fn step(
        &self,
        sides: &mut Sides<'_>,
        part: Part,
        layout: &Layout,
        colour: Colour,
        mut joins: impl FnMut(Part),
    ) -> Vec<Leak> {
        let mut leaks = Vec::new();
        for (entry, contact) in part.contacts(layout) {
            match sides.before(entry) {
                Some(Before::Card(met)) => {
                    let Some(other) = self.deck.card(met.card) else { continue };
                    let part = Part::at(other, met, contact.met());
                    // What meets another colour is closed there all the same.
                    if part.colour(other) == Some(colour) {
                        joins(part);
                    }
                }
                Some(Before::Pillar(_)) | None => {}
                Some(Before::Open(square)) => leaks.push(Leak { entry, contact, square }),
            }
        }
        leaks
    }

    /// All that hangs together with a part, and every open place of it; of a very large set not
    /// everything.
    pub(super) fn whole(&self, part: Part) -> Whole {
        let mut whole = Whole::default();
        let mut sides = Sides::new(self.table);
        let mut seen = BTreeSet::from([part]);
        let mut next = VecDeque::from([part]);
        while let Some(part) = next.pop_front().filter(|_| whole.cards.len() < MOST_TOLD) {
            let Some(layout) = self.deck.card(part.card) else { continue };
            let Some(colour) = part.colour(layout) else { continue };
            whole.cards.insert(part.card);
            whole.counts |= part.counts(layout);
            whole.leaks.extend(self.step(&mut sides, part, layout, colour, |other| {
                if seen.insert(other) {
                    next.push_back(other);
                }
            }));
        }
        whole
    }

    /// Floods the set of a part until it shows an open place.
    fn flood(&self, start: Part, known: &mut HashMap<Part, Found>, sides: &mut Sides<'_>) -> Option<Closed> {
        let layout = self.deck.card(start.card)?;
        let colour = start.colour(layout)?;
        if known.contains_key(&start) {
            return None;
        }
        // Whatever is not found to be open when the flood has ended is closed.
        known.insert(start, Found::Closed);
        let mut flooded = vec![start];
        let mut closed = Closed { colour, cards: BTreeSet::new() };
        let (mut counts, mut at, mut open) = (false, 0, false);
        while let Some(&part) = flooded.get(at).filter(|_| !open) {
            at += 1;
            let Some(layout) = self.deck.card(part.card) else { continue };
            closed.cards.insert(part.card);
            counts |= part.counts(layout);
            let leaks = self.step(sides, part, layout, colour, |other| match known.get(&other) {
                Some(Found::Open) => open = true,
                Some(Found::Closed) => {}
                None => {
                    known.insert(other, Found::Closed);
                    flooded.push(other);
                }
            });
            open |= !leaks.is_empty();
        }
        if open {
            known.extend(flooded.into_iter().map(|part| (part, Found::Open)));
        }
        (!open && counts).then_some(closed)
    }

    /// The closed sets of owned colours that one of the parts belongs to.
    pub(super) fn closed(
        &self,
        parts: impl IntoIterator<Item = Part>,
        is_owned: impl Fn(Colour) -> bool,
    ) -> Vec<Closed> {
        let (mut known, mut sides) = (HashMap::new(), Sides::new(self.table));
        let owned = parts.into_iter().filter(|part| {
            let layout = self.deck.card(part.card).filter(|_| self.table.placement(part.card).is_some());
            layout.and_then(|layout| part.colour(layout)).is_some_and(&is_owned)
        });
        owned.filter_map(|part| self.flood(part, &mut known, &mut sides)).collect()
    }

    /// All parts of cards.
    pub(super) fn parts_of(&self, cards: impl IntoIterator<Item = Id>) -> Vec<Part> {
        let layouts = cards.into_iter().filter_map(|card| Some((self.deck.card(card)?, card)));
        layouts.flat_map(|(layout, card)| Part::all(layout, card)).collect()
    }

    /// What of a card lies at one of its entries.
    fn parts_at(&self, entry: Entry) -> impl Iterator<Item = Part> {
        let layout = self.deck.card(entry.card);
        let contacts = [Contact::Entry, Contact::Before, Contact::Behind];
        contacts.into_iter().filter_map(move |contact| Some(Part::at(layout?, entry, contact)))
    }

    /// The parts whose sets a card that was just placed can have closed: its own, those that it
    /// lies against, and those that lie against a pillar which it made.
    pub(super) fn touched_by(&self, placement: &Placement) -> Vec<Part> {
        let mut parts = self.parts_of([placement.card]);
        for before in self.table.all_before(placement.card) {
            match before {
                Some(Before::Card(met)) => parts.extend(self.parts_at(met)),
                Some(Before::Pillar(square)) => {
                    parts.extend(self.table.around(square).flat_map(|around| self.parts_at(around)));
                }
                Some(Before::Open(_)) | None => {}
            }
        }
        parts
    }
}
