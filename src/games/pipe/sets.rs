//! Sets of pipes and of fields (V6.1 to V6.3), flooded from the cards that a play can have closed
//! them around.
//!
//! A set closes when its last open place is covered or lies against a pillar, and a card covers
//! places and makes pillars only beside itself. So a turn costs what its own sets cost, however
//! many cards lie elsewhere: a flood ends at the first open place that it comes to.

use std::collections::{BTreeSet, VecDeque};

use super::board::Square;
use super::deck::Deck;
use super::layout::{Layout, RIM};
use super::position::Colour;
use super::search::Search;
use super::strips::{Contact, Strip, bit_of};
use super::table::{Entry, Table};
use super::tiles::{Near, Rim};
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

/// A card that holds a part of a closed set of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Closed {
    pub(super) colour: Colour,
    pub(super) card: Id,
}

impl SetPart {
    /// All parts of a card.
    pub(super) fn all(layout: &Layout, card: Id) -> impl Iterator<Item = Self> {
        (0..layout.strips.len()).map(move |at| Self { card, at })
    }

    pub(super) fn colour(self, layout: &Layout) -> Option<Colour> {
        layout.strips.get(self.at).map(|strip| strip.colour)
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
pub(super) struct Lying<'a> {
    /// Which of the card's strips it is.
    pub(super) at: usize,
    pub(super) layout: &'a Layout,
    pub(super) placement: Placement,
}

impl<'a> Lying<'a> {
    pub(super) fn strip(&self) -> Option<&'a Strip> {
        self.layout.strips.get(self.at)
    }

    fn part(&self) -> SetPart {
        SetPart { card: self.placement.card, at: self.at }
    }
}

/// What a part meets at one of its contacts.
pub(super) enum Meets<'a> {
    /// A part of the same colour, which it hangs together with.
    Own(Lying<'a>),
    /// Nothing.
    Open,
    /// A pillar, or another colour, which closes it there all the same.
    Closed,
}

impl<'a> Laid<'a> {
    /// The part of a card on the table at a place of its rim.
    pub(super) fn at(self, entry: Entry, contact: Contact, placement: Placement) -> Option<Lying<'a>> {
        let layout = self.deck.card(entry.card)?;
        Some(Lying { at: layout.reach_at(entry.number, contact)?, layout, placement })
    }

    /// A part of a card that lies on the table.
    fn lying(self, part: SetPart) -> Option<Lying<'a>> {
        Some(Lying { at: part.at, layout: self.deck.card(part.card)?, placement: self.table.placement(part.card)? })
    }

    /// What a part of a colour meets at one of its contacts; `rim` is that of its card.
    pub(super) fn meets(
        self,
        near: &mut Near<'a>,
        (lying, rim): (&Lying<'a>, Rim),
        colour: Colour,
        (number, contact): (u8, Contact),
    ) -> Meets<'a> {
        if rim.open & bit_of(number) > 0 {
            return Meets::Open;
        }
        if rim.pillars & bit_of(number) > 0 {
            return Meets::Closed;
        }
        let other = near.met(&lying.placement, number);
        match other.and_then(|(met, placement)| self.at(met, contact.met(), placement)) {
            Some(other) if other.strip().is_some_and(|strip| strip.colour == colour) => Meets::Own(other),
            _ => Meets::Closed,
        }
    }

    /// All that hangs together with a part, and every open place of it; of a very large set not
    /// everything.
    pub(super) fn whole(&self, part: SetPart) -> Whole {
        let mut whole = Whole::default();
        let mut near = self.table.near();
        let mut seen = BTreeSet::from([part]);
        let mut next = VecDeque::from_iter(self.lying(part));
        while let Some(lying) = next.pop_front().filter(|_| whole.cards.len() < MOST_TOLD) {
            whole.cards.insert(lying.placement.card);
            let Some(strip) = lying.strip() else { continue };
            whole.counts |= strip.counts;
            let rim = near.rim(&lying.placement);
            for &(number, contact) in strip.contacts() {
                match self.meets(&mut near, (&lying, rim), strip.colour, (number, contact)) {
                    Meets::Own(other) => {
                        if seen.insert(other.part()) {
                            next.push_back(other);
                        }
                    }
                    Meets::Open => {
                        let entry = Entry { card: lying.placement.card, number };
                        let square = lying.placement.before(number);
                        whole.leaks.extend(square.map(|square| Leak { entry, contact, square }));
                    }
                    Meets::Closed => {}
                }
            }
        }
        whole
    }

    /// The closed sets of owned colours with a part of one of the cards, card by card, some more than once.
    pub(super) fn closed(self, cards: impl IntoIterator<Item = Id>, is_owned: impl Fn(Colour) -> bool) -> Vec<Closed> {
        let mut search = Search::new(self, is_owned);
        search.all_of(cards);
        search.closed
    }

    /// The closed sets of owned colours that a card which was just placed can have closed: its own, those
    /// that it lies against, and those that lie against a pillar which it made; and those of cards that hold
    /// closed sets since before.
    pub(super) fn closed_by(
        self,
        placement: &Placement,
        around: &Around<'a>,
        standing: &[Id],
        is_owned: impl Fn(Colour) -> bool,
    ) -> Vec<Closed> {
        let mut search = Search::new(self, is_owned);
        search.touched_by(placement, around);
        search.all_of(standing.iter().copied());
        search.closed
    }
}

/// What lies around a card that is played, or would, and the cards that its entries meet.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    pub(super) layout: &'a Layout,
    pub(super) rim: Rim,
    pub(super) met: [Option<Met<'a>>; RIM as usize],
}

/// A card that an entry of another one meets.
#[derive(Clone, Copy)]
pub(super) struct Met<'a> {
    pub(super) layout: &'a Layout,
    pub(super) placement: Placement,
    /// The entry that is met.
    pub(super) number: u8,
}

impl<'a> Around<'a> {
    /// What lies around a card, or would; `None` where one of its squares is covered.
    pub(super) fn of(deck: &'a Deck, table: &Table, (layout, placement): (&'a Layout, &Placement)) -> Option<Self> {
        let mut near = table.near();
        let rim = near.rim(placement);
        let mut met = [None; RIM as usize];
        if rim.met > 0 {
            for (number, slot) in (1..).zip(&mut met).filter(|(number, _)| rim.met & bit_of(*number) > 0) {
                let other = near.met(placement, number);
                *slot = other.and_then(|(entry, placement)| {
                    Some(Met { layout: deck.card(entry.card)?, placement, number: entry.number })
                });
            }
        }
        (!rim.is_covered).then_some(Self { layout, rim, met })
    }

    /// The first of the card's entries that meets one of another colour, and this one (V5.2).
    pub(super) fn clash(&self) -> Option<(u8, Entry)> {
        if self.rim.met == 0 {
            return None;
        }
        let mut met = (1..).zip(&self.met).filter_map(|(number, met)| Some((number, met.as_ref()?)));
        let colour = |layout: &Layout, number| layout.strip_at(number, Contact::Entry).map(|strip| strip.colour);
        let (number, met) = met.find(|(number, met)| colour(self.layout, *number) != colour(met.layout, met.number))?;
        Some((number, Entry { card: met.placement.card, number: met.number }))
    }
}
