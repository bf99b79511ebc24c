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

/// The most places where a strip can reach the rim: two at each of six arcs.
const MOST_CONTACTS: usize = 2 * RIM as usize;

/// A pipe or a field of a card, wherever the card lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Strip {
    colour: Colour,
    /// Whether a set needs no other part than this one to count (V6.2).
    counts: bool,
    /// Where it reaches the rim, by the numbers of entries; so many of them.
    contacts: [(u8, Contact); MOST_CONTACTS],
    len: usize,
    /// The entries that it has a contact at, a bit each.
    entries: u8,
}

impl Strip {
    fn new(colour: Colour, counts: bool, reaches: impl Iterator<Item = (u8, Contact)>) -> Self {
        let mut strip = Self { colour, counts, contacts: [(0, Contact::Entry); MOST_CONTACTS], len: 0, entries: 0 };
        for (slot, (number, contact)) in strip.contacts.iter_mut().zip(reaches) {
            *slot = (number, contact);
            strip.len += 1;
            strip.entries |= bit_of(number);
        }
        strip
    }

    fn contacts(&self) -> &[(u8, Contact)] {
        self.contacts.get(..self.len).unwrap_or_default()
    }
}

/// The bit of an entry.
fn bit_of(number: u8) -> u8 {
    1_u8.wrapping_shl(u32::from(number))
}

/// The strips of a card: its pipes, then its fields.
pub(super) fn strips(card: &Card, fields: &[LayoutField]) -> Vec<Strip> {
    let pipe = |pipe: &Pipe| {
        let entries = pipe.entries.iter().map(|&number| (number, Contact::Entry));
        Strip::new(pipe.colour.into(), pipe.entries.len() > 1, entries)
    };
    let ends = |&arc: &u8| [(arc, Contact::Behind), (arc % RIM + 1, Contact::Before)];
    let field = |field: &LayoutField| Strip::new(field.colour.into(), true, field.arcs.iter().flat_map(ends));
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
    /// Which of the card's strips it is.
    at: usize,
    layout: &'a Layout,
    placement: Placement,
}

impl<'a> Lying<'a> {
    fn strip(&self) -> Option<&'a Strip> {
        self.layout.strips.get(self.at)
    }

    fn part(&self) -> SetPart {
        SetPart { card: self.placement.card, at: self.at }
    }
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
    /// The part of a card on the table at a place of its rim.
    fn at(self, entry: Entry, contact: Contact, placement: Placement) -> Option<Lying<'a>> {
        let layout = self.deck.card(entry.card)?;
        Some(Lying { at: layout.reach_at(entry.number, contact)?, layout, placement })
    }

    /// A part of a card that lies on the table.
    fn lying(self, part: SetPart) -> Option<Lying<'a>> {
        Some(Lying { at: part.at, layout: self.deck.card(part.card)?, placement: self.table.placement(part.card)? })
    }

    /// What a part of a colour meets at one of its contacts; `rim` is that of its card.
    fn meets(
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
    layout: &'a Layout,
    rim: Rim,
    met: [Option<Met<'a>>; RIM as usize],
}

/// A card that an entry of another one meets.
#[derive(Clone, Copy)]
struct Met<'a> {
    layout: &'a Layout,
    placement: Placement,
    /// The entry that is met.
    number: u8,
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

impl Layout {
    /// What reaches the rim there, by its number.
    fn reach_at(&self, number: u8, contact: Contact) -> Option<usize> {
        let reach = self.reach.get(usize::from(number).checked_sub(1)?)?;
        Some(usize::from(reach[contact as usize]))
    }

    fn strip_at(&self, number: u8, contact: Contact) -> Option<&Strip> {
        self.strips.get(self.reach_at(number, contact)?)
    }
}

/// What was found out about a card; of its parts a bit each.
#[derive(Clone, Copy, Default)]
struct Mark {
    flooded: u16,
    /// Those among them whose set was found open.
    open: u16,
    /// What lies around the card, once somebody asked.
    rim: Option<Rim>,
}

/// How many cards are marked in a list; more of them are in a map.
const FEW: usize = 16;

/// Marks of cards.
#[derive(Default)]
struct Marks {
    few: [(Id, Mark); FEW],
    len: usize,
    more: BTreeMap<Id, Mark>,
}

impl Marks {
    fn of(&mut self, card: Id) -> &mut Mark {
        let marked = self.few.iter().take(self.len).position(|(other, _)| *other == card);
        let at = marked.unwrap_or(self.len);
        match self.few.get_mut(at) {
            None => self.more.entry(card).or_default(),
            Some(slot) => {
                if marked.is_none() {
                    *slot = (card, Mark::default());
                    self.len += 1;
                }
                &mut slot.1
            }
        }
    }
}

/// A search for closed sets.
struct Search<'a> {
    laid: Laid<'a>,
    near: Near<'a>,
    /// By the index of the colour.
    owned: [bool; 4],
    marks: Marks,
    /// The parts of the set that is looked at, none of them open itself.
    flooded: Vec<(Lying<'a>, Rim)>,
    closed: Vec<Closed>,
}

impl<'a> Search<'a> {
    fn new(laid: Laid<'a>, is_owned: impl Fn(Colour) -> bool) -> Self {
        Self {
            laid,
            near: laid.table.near(),
            owned: Colour::ALL.map(is_owned),
            marks: Marks::default(),
            flooded: Vec::new(),
            closed: Vec::new(),
        }
    }

    /// Looks at all parts of cards.
    fn all_of(&mut self, cards: impl IntoIterator<Item = Id>) {
        for card in cards {
            let (Some(layout), Some(placement)) = (self.laid.deck.card(card), self.laid.table.placement(card)) else {
                continue;
            };
            (0..layout.strips.len()).for_each(|at| self.look_at(Lying { at, layout, placement }));
        }
    }

    /// Looks at what a card that was just placed touches.
    fn touched_by(&mut self, placement: &Placement, around: &Around<'a>) {
        let Around { layout, rim, met } = around;
        for (at, strip) in layout.strips.iter().enumerate() {
            if strip.entries & rim.open == 0 && self.owned[strip.colour.index()] {
                self.flood(Lying { at, layout, placement: *placement }, strip.colour, Some(*rim));
            }
        }
        if rim.met > 0 {
            for (own, met) in (1..).zip(met).filter_map(|(own, met)| Some((own, met.as_ref()?))) {
                self.touched_across(layout, own, met);
            }
        }
        for number in (1..=RIM).filter(|&number| rim.pillars & bit_of(number) > 0) {
            let table = self.laid.table;
            if let Some(square) = placement.before(number) {
                table.around(square).for_each(|entry| self.look_at_entry(entry));
            }
        }
    }

    /// Looks at what an entry of a card meets that was just placed.
    fn touched_across(&mut self, layout: &Layout, own: u8, met: &Met<'a>) {
        for contact in [Contact::Entry, Contact::Before, Contact::Behind] {
            let own = layout.strip_at(own, contact).map(|strip| strip.colour);
            let Some(at) = met.layout.reach_at(met.number, contact.met()) else { continue };
            let other = met.layout.strips.get(at).map(|strip| strip.colour);
            // What is of one colour hangs together with a part of the card itself.
            if other != own {
                self.look_at(Lying { at, layout: met.layout, placement: met.placement });
            }
        }
    }

    /// Looks at the parts that reach the rim at an entry of a card on the table.
    fn look_at_entry(&mut self, entry: Entry) {
        let Some(placement) = self.laid.table.placement(entry.card) else { return };
        for contact in [Contact::Entry, Contact::Before, Contact::Behind] {
            if let Some(lying) = self.laid.at(entry, contact, placement) {
                self.look_at(lying);
            }
        }
    }

    /// Looks whether the set of a part is closed, if its colour has an owner.
    fn look_at(&mut self, start: Lying<'a>) {
        if let Some(strip) = start.strip().filter(|strip| self.owned[strip.colour.index()]) {
            self.flood(start, strip.colour, None);
        }
    }

    /// Floods the set of a part until it shows an open place; `rim` is that of its card, where it is known.
    fn flood(&mut self, start: Lying<'a>, colour: Colour, rim: Option<Rim>) {
        let Reached::New(rim) = self.reach(&start, rim) else { return };
        self.flooded.clear();
        self.flooded.reserve(FEW);
        self.flooded.push((start, rim));
        let (mut counts, mut at, mut open) = (false, 0, false);
        'set: while let Some(&(lying, rim)) = self.flooded.get(at) {
            at += 1;
            let Some(strip) = lying.strip() else { continue };
            counts |= strip.counts;
            for &contact in strip.contacts() {
                if let Meets::Own(other) = self.laid.meets(&mut self.near, (&lying, rim), colour, contact) {
                    match self.reach(&other, None) {
                        Reached::New(rim) => self.flooded.push((other, rim)),
                        Reached::Before => {}
                        Reached::Open => {
                            open = true;
                            break 'set;
                        }
                    }
                }
            }
        }
        if open {
            for (lying, _) in &self.flooded {
                self.marks.of(lying.placement.card).open |= bit_at(lying.at);
            }
        } else if counts {
            self.closed.extend(self.flooded.iter().map(|(lying, _)| Closed { colour, card: lying.placement.card }));
        }
    }

    /// Marks a part as flooded. What does not reach the rim has no marks.
    fn reach(&mut self, lying: &Lying<'a>, rim: Option<Rim>) -> Reached {
        let (mark, bit) = (self.marks.of(lying.placement.card), bit_at(lying.at));
        if mark.open & bit > 0 {
            return Reached::Open;
        }
        if mark.flooded & bit > 0 {
            return Reached::Before;
        }
        mark.flooded |= bit;
        let rim = *mark.rim.get_or_insert_with(|| rim.unwrap_or_else(|| self.near.rim(&lying.placement)));
        if lying.strip().is_some_and(|strip| strip.entries & rim.open > 0) {
            mark.open |= bit;
            return Reached::Open;
        }
        Reached::New(rim)
    }
}

/// What is known of a part that is reached.
enum Reached {
    /// Nothing so far; what lies around its card.
    New(Rim),
    /// It was flooded before.
    Before,
    /// It is open, or its set is.
    Open,
}

/// The bit of a part in the marks of its card; none where it does not reach the rim.
fn bit_at(at: usize) -> u16 {
    u32::try_from(at).ok().and_then(|at| 1_u16.checked_shl(at)).unwrap_or(0)
}
