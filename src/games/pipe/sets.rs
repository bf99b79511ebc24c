//! Sets of pipes and of fields (V6.1 to V6.3), by flood fill from the cards around which a play can
//! have closed them. The rules use this; the generator of turns uses `joined_sets.rs` instead.
//!
//! A *part* is a pipe or a field of a card. A *contact* is a place where a part meets the neighbour
//! at an entry: the pipe has one there, the fields before and after the entry one each.
//!
//! A set closes when its last open end is covered or faces a pillar. A card covers open ends and
//! creates pillars only beside itself, and a flood stops at the first open end. The cost of a turn
//! therefore depends only on its own sets, not on the size of the table.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::board::{Heading, Square};
use super::table::{Entry, Table};
use super::turn::{Id, Placement};
use crate::decks::layout::{Layout, RIM};
use crate::decks::{Colour, Contact, Deck, EntrySet, Part};

/// Maximum number of cards of a set that are searched for open ends to report.
const MAX_SEARCHED: usize = 500;

/// A pipe or a field of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct SetPart {
    card: Id,
    /// The index among the card's parts.
    part_index: usize,
}

/// An open end of a set: the square before it is empty and not a pillar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpenEnd {
    pub(super) entry: Entry,
    pub(super) contact: Contact,
    pub(super) square: Square,
}

/// All connected parts of one colour, open or closed.
#[derive(Clone, Debug, Default)]
pub(super) struct ConnectedSet {
    pub(super) cards: BTreeSet<Id>,
    pub(super) is_open: bool,
    /// The open ends found by the search.
    pub(super) open_ends: Vec<OpenEnd>,
    /// False if it consists of end caps only, which are not a set (V6.2).
    pub(super) is_set: bool,
}

/// A card with a part of a closed set of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Closed {
    pub(super) colour: Colour,
    pub(super) card: Id,
}

/// A closed set, for drawings and descriptions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ClosedSet {
    pub(super) colour: Colour,
    /// The parts of each card, by their index among the card's parts.
    pub(super) parts: BTreeSet<(Id, usize)>,
    /// The pillars that close ends of it.
    pub(super) pillars: BTreeSet<Square>,
}

impl ClosedSet {
    /// Returns the cards of the set in ascending order.
    pub(super) fn cards(&self) -> BTreeSet<Id> {
        self.parts.iter().map(|(card, _)| *card).collect()
    }
}

/// The seat that owns each colour, indexed by [`Colour::index`].
pub(super) type Owners = [Option<u8>; Colour::ALL.len()];

/// A table together with the deck of its cards.
#[derive(Clone, Copy)]
pub(super) struct TableView<'a> {
    pub(super) deck: &'a Deck,
    pub(super) table: &'a Table,
}

/// A part of a card on the table.
#[derive(Clone, Copy)]
struct PlacedPart<'a> {
    content: &'a Part,
    placement: Placement,
    /// The index among the card's parts.
    part_index: usize,
}

impl<'a> PlacedPart<'a> {
    fn part(&self) -> SetPart {
        SetPart {
            card: self.placement.card,
            part_index: self.part_index,
        }
    }

    fn colour(&self) -> Colour {
        self.content.colour
    }

    /// Returns all parts of a card.
    fn all(layout: &'a Layout, placement: Placement) -> impl Iterator<Item = Self> {
        let parts = layout.parts().all().iter().enumerate();
        parts.map(move |(part_index, content)| Self {
            content,
            placement,
            part_index,
        })
    }
}

/// Neighbour in front of an entry: as [`Before`](super::table::Before), with the layout of the
/// card.
#[derive(Clone, Copy)]
pub(super) enum Beyond<'a> {
    /// The entry of another card.
    Card(MetEntry<'a>),
    /// A card that the deck does not have. This occurs only in positions that are drawn.
    UnknownCard,
    /// A pillar, created by this card or an earlier one.
    Pillar(Square),
    /// Nothing that closes the entry.
    Open,
}

/// An entry of another card that meets an entry.
#[derive(Clone, Copy)]
pub(super) struct MetEntry<'a> {
    layout: &'a Layout,
    pub(super) placement: Placement,
    number: u8,
}

impl<'a> MetEntry<'a> {
    /// Returns the colour of the part that a contact of the other card's entry meets.
    fn colour(self, contact: Contact) -> Colour {
        self.layout
            .parts()
            .at(self.number, contact.opposite())
            .colour
    }

    /// Returns the part that a contact of the other card's entry meets.
    #[inline]
    fn part(self, contact: Contact) -> PlacedPart<'a> {
        let parts = self.layout.parts();
        let part_index = parts.number_at(self.number, contact.opposite());
        PlacedPart {
            content: &parts.all()[part_index],
            placement: self.placement,
            part_index,
        }
    }
}

/// The surroundings of a card that is played or tried.
#[derive(Clone, Copy)]
pub(super) struct Neighbours<'a> {
    layout: &'a Layout,
    beyond: [Beyond<'a>; RIM as usize],
    /// The entries that are open.
    open: EntrySet,
}

impl<'a> Neighbours<'a> {
    /// Returns the surroundings of a card that is on the table or is tried there. Returns `None`
    /// beyond the range of coordinates.
    pub(super) fn new(
        deck: &'a Deck,
        table: &Table,
        layout: &'a Layout,
        placement: &Placement,
    ) -> Option<Self> {
        placement.squares()?;
        let mut neighbours = Self {
            layout,
            beyond: [Beyond::Open; RIM as usize],
            open: EntrySet::default(),
        };
        for (number, slot) in (1..).zip(&mut neighbours.beyond) {
            let (square, side) = placement.facing_square(number)?;
            if table.covers(square) {
                *slot = beyond(deck, table, placement, number)?;
            } else if is_pillar_before(table, square, side) {
                *slot = Beyond::Pillar(square);
            } else {
                neighbours.open.insert(number);
            }
        }
        Some(neighbours)
    }

    /// Returns each entry that meets another card, with what it meets.
    pub(super) fn met(&self) -> impl Iterator<Item = (u8, MetEntry<'a>)> {
        (1..)
            .zip(&self.beyond)
            .filter_map(|(number, beyond)| match beyond {
                Beyond::Card(met) => Some((number, *met)),
                Beyond::UnknownCard | Beyond::Pillar(_) | Beyond::Open => None,
            })
    }

    /// Returns what is in front of an entry.
    fn beyond(&self, number: u8) -> Option<Beyond<'a>> {
        self.beyond
            .get(usize::from(number).wrapping_sub(1))
            .copied()
    }

    /// Returns true if an end of a part of the card is open.
    fn is_open(&self, part: &Part) -> bool {
        self.open.meets(part.entries)
    }

    /// Returns the first entry that meets one of another colour, and that other entry (V5.2).
    pub(super) fn clash(&self) -> Option<(u8, Entry)> {
        let colour = |layout: &Layout, number| layout.parts().at(number, Contact::Entry).colour;
        let (number, met) = self
            .met()
            .find(|(number, met)| colour(self.layout, *number) != colour(met.layout, met.number))?;
        Some((
            number,
            Entry {
                card: met.placement.card,
                number: met.number,
            },
        ))
    }
}

/// Returns what is in front of an entry of a card that is on the table or is tried there. Returns
/// `None` beyond the range of coordinates.
fn beyond<'a>(
    deck: &'a Deck,
    table: &Table,
    placement: &Placement,
    number: u8,
) -> Option<Beyond<'a>> {
    let (square, side) = placement.facing_square(number)?;
    if let Some((placement, number)) = table.entry_on(square, side.opposite()) {
        let met_entry = |layout| {
            Beyond::Card(MetEntry {
                layout,
                placement,
                number,
            })
        };
        return Some(
            deck.card(placement.card)
                .map_or(Beyond::UnknownCard, met_entry),
        );
    }
    Some(if is_pillar_before(table, square, side) {
        Beyond::Pillar(square)
    } else {
        Beyond::Open
    })
}

/// Returns true if an empty square before an entry is a pillar. `side` is the side of the card that
/// the square is on.
#[inline]
fn is_pillar_before(table: &Table, square: Square, side: Heading) -> bool {
    // The card itself covers the fourth neighbour, and no card covers two neighbours of a square.
    table.is_walled_except(square, side.opposite())
}

/// Returns true if an entry of a card is open, as [`beyond`] does, without looking up the card that
/// it may meet.
fn is_open(table: &Table, placement: &Placement, number: u8) -> bool {
    // Only an entry of another card can be on the covered square before an entry.
    placement
        .facing_square(number)
        .is_some_and(|(square, side)| {
            !table.covers(square) && !is_pillar_before(table, square, side)
        })
}

impl<'a> TableView<'a> {
    /// Returns what is in front of an entry of a card on the table. Returns `None` beyond the range
    /// of coordinates.
    fn beyond(self, placement: &Placement, number: u8) -> Option<Beyond<'a>> {
        beyond(self.deck, self.table, placement, number)
    }

    /// Returns the parts of a card on the table.
    fn parts_of(self, card: Id) -> impl Iterator<Item = PlacedPart<'a>> {
        let placed = self.deck.card(card).zip(self.table.placement(card));
        placed
            .into_iter()
            .flat_map(|(layout, placement)| PlacedPart::all(layout, placement))
    }

    /// Returns each set of a colour that contains a part of a card. A very large set is incomplete.
    pub(super) fn sets_through(self, card: Id, colour: Colour) -> Vec<ConnectedSet> {
        let own = self.parts_of(card).filter(|part| part.colour() == colour);
        own.map(|part| Search::new(self, Owners::default()).set_of(part))
            .collect()
    }

    /// Returns the closed sets of owned colours that contain a part of one of the cards, card by
    /// card, possibly with repeats.
    pub(super) fn closed(self, cards: impl IntoIterator<Item = Id>, owners: Owners) -> Vec<Closed> {
        let mut search = Search::new(self, owners);
        for part in cards.into_iter().flat_map(|card| self.parts_of(card)) {
            search.add_if_closed(part);
        }
        search.closed
    }

    /// Returns the closed sets of owned colours among all cards of the table, with their parts.
    pub(super) fn closed_sets(self, owners: Owners) -> Vec<ClosedSet> {
        let mut search = Search::new(self, owners);
        let mut sets = Vec::new();
        let cards = self
            .table
            .placements()
            .into_iter()
            .map(|placement| placement.card);
        for part in cards.flat_map(|card| self.parts_of(card)) {
            if !search.flood_closed(part) {
                continue;
            }
            let parts = search
                .flooded_parts()
                .iter()
                .map(|part| (part.placement.card, part.part_index))
                .collect();
            let pillars = self.pillars_at(&parts);
            sets.push(ClosedSet {
                colour: part.colour(),
                parts,
                pillars,
            });
        }
        sets
    }

    /// Returns the pillars before ends of parts.
    fn pillars_at(self, parts: &BTreeSet<(Id, usize)>) -> BTreeSet<Square> {
        let placed = parts.iter().flat_map(|&(card, index)| {
            self.parts_of(card)
                .filter(move |part| part.part_index == index)
        });
        let ends = placed.flat_map(|part| {
            let ahead =
                move |&(number, _): &(u8, Contact)| match self.beyond(&part.placement, number)? {
                    Beyond::Pillar(square) => Some(square),
                    Beyond::Card(_) | Beyond::UnknownCard | Beyond::Open => None,
                };
            part.content
                .contacts
                .iter()
                .filter_map(ahead)
                .collect::<Vec<_>>()
        });
        ends.collect()
    }

    /// Returns the closed sets of owned colours that a newly placed card may have closed: its own
    /// sets, those that end at it, and those that face a pillar that it created. Also returns those
    /// of cards that were already in closed sets (`left_closed`).
    pub(super) fn closed_by(
        self,
        placement: Placement,
        neighbours: &'a Neighbours<'a>,
        left_closed: &[Id],
        owners: Owners,
    ) -> Vec<Closed> {
        let mut search = Search {
            played: Some((placement.card, neighbours)),
            ..Search::new(self, owners)
        };
        let parts = neighbours.layout.parts().all().iter().enumerate();
        for (part_index, content) in parts {
            if search.is_owned(content.colour) && !neighbours.is_open(content) {
                search.add_if_closed(PlacedPart {
                    content,
                    placement,
                    part_index,
                });
            }
        }
        for (number, met) in neighbours.met() {
            for contact in Contact::ALL {
                // A part that joins one of the new card was covered with it.
                let own = neighbours.layout.parts().at(number, contact);
                let colour = met.colour(contact);
                if own.colour != colour && search.is_owned(colour) {
                    search.add_if_closed(met.part(contact));
                }
            }
        }
        for beyond in &neighbours.beyond {
            let &Beyond::Pillar(square) = beyond else {
                continue;
            };
            for side in Heading::ALL {
                let Some((other, number)) = square
                    .beside(side)
                    .and_then(|beside| self.table.entry_on(beside, side.opposite()))
                else {
                    continue;
                };
                let Some(layout) = self
                    .deck
                    .card(other.card)
                    .filter(|_| other.card != placement.card)
                else {
                    continue;
                };
                let numbers = Contact::ALL.map(|contact| layout.parts().number_at(number, contact));
                for part_index in numbers {
                    search.add_if_closed(PlacedPart {
                        content: &layout.parts().all()[part_index],
                        placement: other,
                        part_index,
                    });
                }
            }
        }
        for part in left_closed.iter().flat_map(|&card| self.parts_of(card)) {
            search.add_if_closed(part);
        }
        search.closed
    }
}

/// Search for sets.
struct Search<'a> {
    view: TableView<'a>,
    owners: Owners,
    /// The card that was just played, with its surroundings.
    played: Option<(Id, &'a Neighbours<'a>)>,
    /// The parts that floods have reached, flood by flood, each in the order in which its flood
    /// follows them.
    reached: ReachedParts<'a>,
    /// The index of the first part of the current flood.
    flood: usize,
    closed: Vec<Closed>,
}

/// Parts that floods have reached. Most floods are short, and comparing a few parts is faster than
/// hashing one.
#[derive(Default)]
struct ReachedParts<'a> {
    parts: Vec<PlacedPart<'a>>,
    /// The indices of the parts, once there are more than [`FEW_PARTS`].
    indices: FxHashMap<SetPart, usize>,
}

/// The number of parts up to which they are compared one by one.
const FEW_PARTS: usize = 16;

impl<'a> ReachedParts<'a> {
    /// Returns the index of a part, if a flood has reached it.
    fn index_of(&self, wanted: SetPart) -> Option<usize> {
        if self.parts.len() > FEW_PARTS {
            return self.indices.get(&wanted).copied();
        }
        self.parts.iter().position(|part| part.part() == wanted)
    }

    fn push(&mut self, part: PlacedPart<'a>) {
        let index = self.parts.len();
        if index == 0 {
            self.parts.reserve(FEW_PARTS);
        }
        self.parts.push(part);
        match index {
            0..FEW_PARTS => {}
            FEW_PARTS => {
                let all = self.parts.iter().enumerate();
                self.indices = all.map(|(index, part)| (part.part(), index)).collect();
            }
            _ => {
                self.indices.insert(part.part(), index);
            }
        }
    }
}

impl<'a> Search<'a> {
    fn new(view: TableView<'a>, owners: Owners) -> Self {
        Self {
            view,
            owners,
            played: None,
            reached: ReachedParts::default(),
            flood: 0,
            closed: Vec::new(),
        }
    }

    /// Returns what is in front of an entry of a part's card. Returns `None` beyond the range of
    /// coordinates.
    fn beyond(&self, part: &PlacedPart<'a>, number: u8) -> Option<Beyond<'a>> {
        match self.played {
            Some((card, neighbours)) if card == part.placement.card => neighbours.beyond(number),
            _ => self.view.beyond(&part.placement, number),
        }
    }

    /// Returns the parts that the current flood has reached.
    fn flooded_parts(&self) -> &[PlacedPart<'a>] {
        &self.reached.parts[self.flood..]
    }

    /// Returns true if a colour has an owner.
    fn is_owned(&self, colour: Colour) -> bool {
        self.owners[colour.index()].is_some()
    }

    /// Adds the set of a part if it is closed, is more than end caps, and its colour has an owner.
    fn add_if_closed(&mut self, part: PlacedPart<'a>) {
        if self.flood_closed(part) {
            let colour = part.colour();
            let parts = &self.reached.parts[self.flood..];
            self.closed.extend(parts.iter().map(|part| Closed {
                colour,
                card: part.placement.card,
            }));
        }
    }

    /// Floods the set of a part that no flood has reached yet. Returns true if the set is closed,
    /// is more than end caps, and its colour has an owner. The current flood then has its parts.
    fn flood_closed(&mut self, part: PlacedPart<'a>) -> bool {
        let may_close = self.is_owned(part.colour())
            && !self.has_open_end(part)
            && self.reached.index_of(part.part()).is_none();
        may_close
            && self.flood_finds_no_open_end(part)
            && self.flooded_parts().iter().any(|part| part.content.counts)
    }

    /// Returns true if an end of a part is open. Most sets that a play touches are open there, and
    /// need no flood.
    fn has_open_end(&self, part: PlacedPart<'a>) -> bool {
        match self.played {
            Some((card, neighbours)) if card == part.placement.card => {
                neighbours.is_open(part.content)
            }
            _ => {
                let mut entries = part.content.entries.iter();
                entries.any(|number| is_open(self.view.table, &part.placement, number))
            }
        }
    }

    /// Floods the set of a part, breadth first, until an open end is reached. Returns true if the
    /// set has no open end.
    fn flood_finds_no_open_end(&mut self, start: PlacedPart<'a>) -> bool {
        self.start_at(start);
        let mut next = self.flood;
        while let Some(&part) = self.reached.parts.get(next) {
            next += 1;
            // The contacts of a field at one entry follow one another, so that one look-up serves
            // both.
            let mut last_number = 0;
            let mut ahead = None;
            for &(number, contact) in &part.content.contacts {
                if number != last_number {
                    last_number = number;
                    ahead = self.beyond(&part, number);
                }
                if !self.continues(part, ahead, contact) {
                    return false;
                }
            }
        }
        true
    }

    /// Floods the set of a part, breadth first, and collects its open ends. Stops after
    /// [`MAX_SEARCHED`] cards.
    fn set_of(&mut self, start: PlacedPart<'a>) -> ConnectedSet {
        self.start_at(start);
        let mut set = ConnectedSet::default();
        let mut next = self.flood;
        while let Some(&part) = self
            .reached
            .parts
            .get(next)
            .filter(|_| set.cards.len() < MAX_SEARCHED)
        {
            next += 1;
            set.is_set |= part.content.counts;
            set.cards.insert(part.placement.card);
            for &(number, contact) in &part.content.contacts {
                let ahead = self.beyond(&part, number);
                if !self.continues(part, ahead, contact) {
                    set.is_open = true;
                    let entry = Entry {
                        card: part.placement.card,
                        number,
                    };
                    let square = part.placement.before(number);
                    set.open_ends.extend(square.map(|square| OpenEnd {
                        entry,
                        contact,
                        square,
                    }));
                }
            }
        }
        set
    }

    /// Starts a new flood.
    fn start_at(&mut self, start: PlacedPart<'a>) {
        self.flood = self.reached.parts.len();
        self.reached.push(start);
    }

    /// Follows a set across a contact of a part to what is before it. Returns false at an open end.
    fn continues(
        &mut self,
        part: PlacedPart<'a>,
        ahead: Option<Beyond<'a>>,
        contact: Contact,
    ) -> bool {
        let met = match ahead {
            Some(Beyond::Card(met)) => met.part(contact),
            Some(Beyond::Open) => return false,
            Some(Beyond::UnknownCard | Beyond::Pillar(_)) | None => return true,
        };
        // A different colour closes the end.
        if met.colour() != part.colour() {
            return true;
        }
        match self.reached.index_of(met.part()) {
            None => self.reached.push(met),
            // An earlier flood stopped within this set, so the set is open.
            Some(index) if index < self.flood => return false,
            Some(_) => {}
        }
        true
    }
}
