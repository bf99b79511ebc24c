//! Sets of pipes and of fields (V6.1 to V6.3), flooded from the cards that a play can have closed
//! them around.
//!
//! A set closes when its last open place is covered or lies against a pillar, and a card covers
//! places and makes pillars only beside itself. So a turn costs what its own sets cost, however
//! many cards lie elsewhere: a flood ends at the first open place that it comes to.

use std::collections::{BTreeSet, VecDeque};

use smallvec::SmallVec;

use super::board::Square;
use super::deck::Deck;
use super::layout::{Layout, RIM};
use super::position::Colour;
use super::search::Search;
use super::strips::{BITS_OF_ENDS, Contact, ENDS_OF_PIPES, Ends, Places, across, bit_of};
use super::table::{Entry, Table};
use super::tiles::Near;
use super::turn::{Id, Placement};
use super::window::Rim;

/// The most cards of a set that are looked at to tell what is open about it.
const MOST_TOLD: usize = 500;

/// A pipe or a field of a card on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SetPart {
    pub(super) card: Id,
    /// Which of the card's parts it is.
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

/// Such cards, mostly few.
pub(super) type ClosedCards = SmallVec<[Closed; 6]>;

impl SetPart {
    /// All parts of a card.
    pub(super) fn all(layout: &Layout, card: Id) -> impl Iterator<Item = Self> {
        (0..layout.parts()).map(move |at| Self { card, at })
    }

    pub(super) fn colour(self, layout: &Layout) -> Option<Colour> {
        layout.part_colour(self.at)
    }
}

/// Cards and how they lie.
#[derive(Clone, Copy)]
pub(super) struct Laid<'a> {
    pub(super) deck: &'a Deck,
    pub(super) table: &'a Table,
}

/// A part with its card as it lies.
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
    Open,
    /// A pillar, or another colour, which closes it there all the same.
    Closed,
}

impl<'a> Laid<'a> {
    /// A part of a card that lies on the table.
    fn lying(self, part: SetPart) -> Option<Lying<'a>> {
        Some(Lying { part, layout: self.deck.card(part.card)?, placement: self.table.placement(part.card)? })
    }

    /// What lies across from a contact of a part.
    fn across(self, near: &mut Near<'a>, lying: &Lying<'a>, (number, contact): (u8, Contact)) -> Option<Lying<'a>> {
        let (met, placement) = near.met(&lying.placement, number)?;
        let layout = self.deck.card(met.card)?;
        let part = SetPart { card: met.card, at: layout.part_at(met.number, contact.met()) };
        Some(Lying { part, layout, placement })
    }

    /// What a part meets at one of its contacts; `rim` is that of its card.
    fn meets(
        self,
        near: &mut Near<'a>,
        (lying, rim): (&Lying<'a>, Rim),
        (number, contact): (u8, Contact),
    ) -> Meets<'a> {
        let has = |entries: u8| Places::from(entries) & bit_of(number) > 0;
        if has(rim.open) {
            return Meets::Open;
        }
        let other = if has(rim.met) { self.across(near, lying, (number, contact)) } else { None };
        let colour = lying.part.colour(lying.layout);
        match other.filter(|other| other.part.colour(other.layout) == colour) {
            Some(other) => Meets::Own(other),
            None => Meets::Closed,
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
            whole.cards.insert(lying.part.card);
            whole.counts |= lying.layout.part_counts(lying.part.at);
            let rim = near.rim(&lying.placement);
            for (number, contact) in lying.layout.contacts(lying.part.at) {
                match self.meets(&mut near, (&lying, rim), (number, contact)) {
                    Meets::Own(other) => {
                        if seen.insert(other.part) {
                            next.push_back(other);
                        }
                    }
                    Meets::Open => {
                        let entry = Entry { card: lying.part.card, number };
                        let square = lying.placement.before(number);
                        whole.leaks.extend(square.map(|square| Leak { entry, contact, square }));
                    }
                    Meets::Closed => {}
                }
            }
        }
        whole
    }

    /// The closed sets of owned colours, a bit each by their index, with a part of one of the cards, card by card, some
    /// more than once.
    pub(super) fn closed(self, cards: impl IntoIterator<Item = Id>, owned: u8) -> ClosedCards {
        let mut search = Search::new(self, owned);
        search.all_of(cards);
        search.closed
    }

    /// The closed sets of owned colours that a card which was just placed can have closed ([`Around::may_close`]): its own,
    /// those that it lies against, and those that lie against a pillar which it made; and those of cards that hold closed sets
    /// since before.
    #[inline(never)]
    pub(super) fn closed_by(
        self,
        placement: &Placement,
        around: &Around<'a>,
        standing: &[Id],
        owned: u8,
    ) -> ClosedCards {
        let mut search = Search::new(self, owned);
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
    met: [Option<Met<'a>>; RIM as usize],
    /// Of the ends that lie against those of the card: which are white or dark.
    pub(super) tinted: Ends,
    /// Which of them are not as those of the card.
    pub(super) apart: Ends,
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
    /// What lies around a card, or would, where its rim is known.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn of(
        deck: &'a Deck,
        near: &mut Near<'_>,
        (layout, placement): (&'a Layout, &Placement),
        rim: Rim,
    ) -> Self {
        let mut around = Self { layout, rim, met: [None; RIM as usize], tinted: 0, apart: 0 };
        for own in bits(rim.met) {
            if let Some((entry, placement)) = near.met(placement, own as u8 + 1)
                && let Some(layout) = deck.card(entry.card)
            {
                around.met[own] = Some(Met { layout, placement, number: entry.number });
                let (tinted, first) = (across(layout.strips.tinted_ends(entry.number)), BITS_OF_ENDS * own as u32);
                around.tinted |= tinted << first;
                around.apart |= (tinted ^ around.layout.strips.tinted_ends(own as u8 + 1)) << first;
            }
        }
        around
    }

    /// What an entry of the card meets, from 0.
    pub(super) fn met_by(&self, own: usize) -> Option<&Met<'a>> {
        self.met.get(own)?.as_ref()
    }

    /// The entries of the card that meet others, and what they meet.
    pub(super) fn meetings(&self) -> impl Iterator<Item = (u8, &Met<'a>)> {
        bits(self.rim.met).filter_map(|own| Some((own as u8 + 1, self.met[own].as_ref()?)))
    }

    /// The first of the card's entries that meets one of another colour, and this one (V5.2).
    pub(super) fn clash(&self) -> Option<(u8, Entry)> {
        let pipes = self.apart & ENDS_OF_PIPES;
        if pipes == 0 {
            return None;
        }
        let own = (pipes.trailing_zeros() / BITS_OF_ENDS) as usize;
        let met = self.met_by(own)?;
        Some((own as u8 + 1, Entry { card: met.placement.card, number: met.number }))
    }
}

/// The bits of entries that are set.
#[inline]
pub(super) fn bits(entries: u8) -> impl Iterator<Item = usize> {
    let mut left = entries & ((1 << RIM) - 1);
    std::iter::from_fn(move || {
        let bit = left.trailing_zeros();
        (left > 0).then(|| {
            left &= left - 1;
            bit as usize
        })
    })
}
