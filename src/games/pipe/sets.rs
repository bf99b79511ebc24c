//! Sets of pipes and of fields (V6.1 to V6.3), flooded from the cards that a play can have closed
//! them around.
//!
//! A set closes when its last open place is covered or lies against a pillar, and a card covers
//! places and makes pillars only beside itself. So a turn costs what its own sets cost, however
//! many cards lie elsewhere: a flood ends at the first open place that it comes to.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::board::Square;
use super::card::{Card, Pipe};
use super::deck::Deck;
use super::layout::{Layout, LayoutField, RIM};
use super::position::Colour;
use super::table::{Before, Entry, Table};
use super::turn::{Id, Placement};

/// The most cards of a set that are looked at to tell what is open about it.
const MOST_TOLD: usize = 500;

/// A pipe or a field of a card on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SetPart {
    pub(super) card: Id,
    /// Which of the card's strips it is.
    at: usize,
}

/// A pipe or a field of a card, wherever the card lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Strip {
    colour: Colour,
    /// Whether a set needs no other part than this one to count (V6.2).
    counts: bool,
    /// Where it reaches the rim, by the numbers of entries.
    contacts: Vec<(u8, Contact)>,
}

/// The strips of a card: its pipes, then its fields.
pub(super) fn strips(card: &Card, fields: &[LayoutField]) -> Vec<Strip> {
    let pipe = |pipe: &Pipe| Strip {
        colour: pipe.colour.into(),
        counts: pipe.entries.len() > 1,
        contacts: pipe.entries.iter().map(|&number| (number, Contact::Entry)).collect(),
    };
    let ends = |&arc: &u8| [(arc, Contact::Behind), (arc % RIM + 1, Contact::Before)];
    let field = |field: &LayoutField| Strip {
        colour: field.colour.into(),
        counts: true,
        contacts: field.arcs.iter().flat_map(ends).collect(),
    };
    card.pipes.iter().map(pipe).chain(fields.iter().map(field)).collect()
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

impl SetPart {
    /// The part of a card at a place of its rim.
    fn at(layout: &Layout, entry: Entry, contact: Contact) -> Self {
        let fields = layout.card().pipes.len();
        let at = match contact {
            Contact::Entry => layout.pipe_of(entry.number),
            Contact::Before => fields + layout.field_of(arc_before(entry.number)),
            Contact::Behind => fields + layout.field_of(arc_behind(entry.number)),
        };
        Self { card: entry.card, at }
    }

    /// All parts of a card.
    pub(super) fn all(layout: &Layout, card: Id) -> impl Iterator<Item = Self> {
        (0..layout.strips.len()).map(move |at| Self { card, at })
    }

    fn strip(self, layout: &Layout) -> Option<&Strip> {
        layout.strips.get(self.at)
    }

    pub(super) fn colour(self, layout: &Layout) -> Option<Colour> {
        self.strip(layout).map(|strip| strip.colour)
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

/// A part with its card as it lies.
#[derive(Clone, Copy)]
struct Lying<'a> {
    part: SetPart,
    layout: &'a Layout,
    placement: Placement,
}

/// What a part meets at one of its contacts.
enum Meets<'a> {
    /// A part of the same colour, which it hangs together with.
    Own(Lying<'a>),
    /// Nothing.
    Open(Leak),
    /// A pillar, or another colour, which closes it there all the same.
    Closed,
}

/// What a flood found out about the set of a part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FoundSet {
    Open,
    Closed,
}

impl<'a> Laid<'a> {
    /// A part of a card that lies on the table.
    fn lying(&self, part: SetPart) -> Option<Lying<'a>> {
        Some(Lying { part, layout: self.deck.card(part.card)?, placement: self.table.placement(part.card)? })
    }

    /// What a part meets, in the order of its contacts.
    fn meets(self, lying: Lying<'a>) -> impl Iterator<Item = Meets<'a>> {
        let Lying { part, layout, placement } = lying;
        let strip = part.strip(layout);
        let colour = strip.map(|strip| strip.colour);
        let contacts = strip.map_or(&[][..], |strip| &strip.contacts);
        contacts.iter().map(move |&(number, contact)| match self.table.facing(&placement, number) {
            Some((Before::Card(met), placement)) => {
                let Some(layout) = self.deck.card(met.card) else { return Meets::Closed };
                let part = SetPart::at(layout, met, contact.met());
                match part.colour(layout) == colour {
                    true => Meets::Own(Lying { part, layout, placement }),
                    false => Meets::Closed,
                }
            }
            Some((Before::Open(square), _)) => {
                Meets::Open(Leak { entry: Entry { card: part.card, number }, contact, square })
            }
            Some((Before::Pillar(_), _)) | None => Meets::Closed,
        })
    }

    /// All that hangs together with a part, and every open place of it; of a very large set not
    /// everything.
    pub(super) fn whole(&self, part: SetPart) -> Whole {
        let mut whole = Whole::default();
        let mut seen = BTreeSet::from([part]);
        let mut next = VecDeque::from_iter(self.lying(part));
        while let Some(lying) = next.pop_front().filter(|_| whole.cards.len() < MOST_TOLD) {
            whole.cards.insert(lying.part.card);
            whole.counts |= lying.part.strip(lying.layout).is_some_and(|strip| strip.counts);
            for met in self.meets(lying) {
                match met {
                    Meets::Own(other) => {
                        if seen.insert(other.part) {
                            next.push_back(other);
                        }
                    }
                    Meets::Open(leak) => whole.leaks.push(leak),
                    Meets::Closed => {}
                }
            }
        }
        whole
    }

    /// Floods the set of a part until it shows an open place; `flooded` is where it keeps its parts.
    fn flood(
        &self,
        start: Lying<'a>,
        known: &mut BTreeMap<SetPart, FoundSet>,
        flooded: &mut Vec<Lying<'a>>,
    ) -> Option<Closed> {
        let colour = start.part.colour(start.layout)?;
        if known.contains_key(&start.part) {
            return None;
        }
        // Whatever is not found to be open when the flood has ended is closed.
        known.insert(start.part, FoundSet::Closed);
        flooded.clear();
        flooded.push(start);
        let (mut counts, mut at, mut open) = (false, 0, false);
        while let Some(&lying) = flooded.get(at).filter(|_| !open) {
            at += 1;
            counts |= lying.part.strip(lying.layout).is_some_and(|strip| strip.counts);
            for met in self.meets(lying) {
                match met {
                    Meets::Own(other) => match known.get(&other.part) {
                        Some(FoundSet::Open) => open = true,
                        Some(FoundSet::Closed) => {}
                        None => {
                            known.insert(other.part, FoundSet::Closed);
                            flooded.push(other);
                        }
                    },
                    Meets::Open(_) => open = true,
                    Meets::Closed => {}
                }
                if open {
                    break;
                }
            }
        }
        if open {
            known.extend(flooded.iter().map(|lying| (lying.part, FoundSet::Open)));
            return None;
        }
        counts.then(|| Closed { colour, cards: flooded.iter().map(|lying| lying.part.card).collect() })
    }

    /// The closed sets of owned colours that one of the parts belongs to.
    pub(super) fn closed(
        &self,
        parts: impl IntoIterator<Item = SetPart>,
        is_owned: impl Fn(Colour) -> bool,
    ) -> Vec<Closed> {
        let (mut known, mut flooded) = (BTreeMap::new(), Vec::new());
        let mut last: Option<Lying<'a>> = None;
        let mut closed = Vec::new();
        for part in parts {
            // Parts of one card stand beside each other.
            let lying = match last.filter(|last| last.part.card == part.card) {
                Some(last) => Some(Lying { part, ..last }),
                None => self.lying(part),
            };
            last = lying.or(last);
            if let Some(lying) = lying.filter(|lying| part.colour(lying.layout).is_some_and(&is_owned)) {
                closed.extend(self.flood(lying, &mut known, &mut flooded));
            }
        }
        closed
    }

    /// All parts of cards.
    pub(super) fn parts_of(&self, cards: impl IntoIterator<Item = Id>) -> Vec<SetPart> {
        let layouts = cards.into_iter().filter_map(|card| Some((self.deck.card(card)?, card)));
        layouts.flat_map(|(layout, card)| SetPart::all(layout, card)).collect()
    }

    /// What of a card lies at one of its entries.
    fn parts_at(&self, entry: Entry) -> impl Iterator<Item = SetPart> {
        let layout = self.deck.card(entry.card);
        let contacts = [Contact::Entry, Contact::Before, Contact::Behind];
        contacts.into_iter().filter_map(move |contact| Some(SetPart::at(layout?, entry, contact)))
    }

    /// The parts whose sets a card that was just placed can have closed: its own, those that it
    /// lies against, and those that lie against a pillar which it made.
    pub(super) fn touched_by(&self, placement: &Placement) -> Vec<SetPart> {
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
