//! Search for sets by flood fill: the parts that are connected with a given part.
//!
//! A set closes when its last open end is covered or faces a pillar. A card covers open ends and
//! creates pillars only beside itself, and a flood stops at the first open end. The cost of a turn
//! therefore depends only on its own sets, not on the size of the table.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::board::{Heading, Square};
use super::neighbours::{Beyond, MetEntry, Neighbours, is_open};
use super::placed_part::{PlacedPart, SetPart};
use super::sets::{ClosedCard, ClosedCards, ConnectedSet, OpenEnd, Owners, TableView};
use super::table::Entry;
use super::turn::{Id, Placement};
use crate::decks::{Colour, Contact};

/// Maximum number of cards of a set that are searched for open ends to report.
const MAX_SEARCHED: usize = 500;

/// Search for the sets through given parts. It floods each set once.
pub(super) struct SetSearch<'a> {
    view: TableView<'a>,
    owners: Owners,
    /// The card that was just played.
    played: Option<PlayedCard<'a>>,
    /// The parts that floods have reached, flood by flood, each in the order in which its flood
    /// follows them.
    reached: ReachedParts<'a>,
    /// The index of the first part of the current flood.
    flood: usize,
    closed: ClosedCards,
}

/// A card that was just played, with its surroundings.
#[derive(Clone, Copy)]
struct PlayedCard<'a> {
    placement: Placement,
    neighbours: &'a Neighbours<'a>,
}

/// Parts that floods have reached. Most floods are short: a few parts need no allocation, and
/// comparing them is faster than hashing one.
#[derive(Default)]
struct ReachedParts<'a> {
    parts: SmallVec<[PlacedPart<'a>; FEW_PARTS]>,
    /// The indices of the parts, once there are more than [`FEW_PARTS`].
    indices: FxHashMap<SetPart, usize>,
}

/// The number of parts up to which they are compared one by one.
const FEW_PARTS: usize = 16;

impl<'a> ReachedParts<'a> {
    /// Returns the index of a part, if a flood has reached it.
    #[inline]
    fn index_of(&self, wanted: SetPart) -> Option<usize> {
        if self.parts.len() > FEW_PARTS {
            return self.indices.get(&wanted).copied();
        }
        self.parts.iter().position(|part| part.part() == wanted)
    }

    fn push(&mut self, part: PlacedPart<'a>) {
        let index = self.parts.len();
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

impl<'a> SetSearch<'a> {
    #[inline]
    pub(super) fn new(view: TableView<'a>, owners: Owners) -> Self {
        Self {
            view,
            owners,
            played: None,
            reached: ReachedParts::default(),
            flood: 0,
            closed: ClosedCards::new(),
        }
    }

    /// Returns the cards of the closed sets that were added.
    pub(super) fn into_closed(self) -> ClosedCards {
        self.closed
    }

    /// Adds the closed sets that a card may have closed that was just played: its own sets, those
    /// that end at it, and those that face a pillar that it created.
    pub(super) fn add_closed_by_play(
        &mut self,
        placement: Placement,
        neighbours: &'a Neighbours<'a>,
    ) {
        let played = PlayedCard {
            placement,
            neighbours,
        };
        self.played = Some(played);
        for part in PlacedPart::all(neighbours.layout, placement) {
            if !neighbours.is_open(part.content) {
                self.add_if_closed(part);
            }
        }
        for (number, beyond) in (1..).zip(neighbours.all_beyond()) {
            match beyond {
                Beyond::Card(met) => self.add_sets_ending_at_card(played, number, *met),
                Beyond::Pillar(square) => {
                    self.add_sets_around_pillar(*square, placement.card);
                }
                Beyond::UnknownCard | Beyond::Open => {}
            }
        }
    }

    /// Adds the closed sets of another card that end at an entry of the played card.
    fn add_sets_ending_at_card(&mut self, played: PlayedCard<'a>, number: u8, met: MetEntry<'a>) {
        for contact in Contact::ALL {
            let own = played.neighbours.layout.parts().at(number, contact);
            let part = met.part(contact);
            // A part that joins one of the played card is in a set of that card.
            if part.colour() != own.colour {
                self.add_if_closed(part);
            }
        }
    }

    /// Adds the closed sets of cards other than `played` that face a pillar.
    fn add_sets_around_pillar(&mut self, pillar: Square, played: Id) {
        for side in Heading::ALL {
            let Some(beside) = pillar.beside(side) else {
                continue;
            };
            let Some((placement, number)) = self.view.table.entry_on(beside, side.opposite())
            else {
                continue;
            };
            if placement.card == played {
                continue;
            }
            let Some(layout) = self.view.deck.card(placement.card) else {
                continue;
            };

            let parts = layout.parts();
            for part_index in Contact::ALL.map(|contact| parts.part_index_at(number, contact)) {
                self.add_if_closed(PlacedPart {
                    content: &parts.all()[part_index],
                    placement,
                    part_index,
                });
            }
        }
    }

    /// Returns what is in front of an entry of a part's card. Returns `None` beyond the range of
    /// coordinates.
    fn beyond(&self, part: &PlacedPart<'a>, number: u8) -> Option<Beyond<'a>> {
        match self.played {
            Some(played) if played.placement.card == part.placement.card => {
                played.neighbours.beyond(number)
            }
            _ => self.view.beyond(&part.placement, number),
        }
    }

    /// Returns the parts that the current flood has reached.
    pub(super) fn flooded_parts(&self) -> &[PlacedPart<'a>] {
        &self.reached.parts[self.flood..]
    }

    /// Returns true if a colour has an owner.
    #[inline]
    fn is_owned(&self, colour: Colour) -> bool {
        self.owners[colour.index()].is_some()
    }

    /// Adds the set of a part if it is closed, is more than end caps, and its colour has an owner.
    #[inline]
    pub(super) fn add_if_closed(&mut self, part: PlacedPart<'a>) {
        if self.flood_closed(part) {
            let colour = part.colour();
            let parts = &self.reached.parts[self.flood..];
            self.closed.extend(parts.iter().map(|part| ClosedCard {
                colour,
                card: part.placement.card,
            }));
        }
    }

    /// Floods the set of a part that no flood has reached yet. Returns true if the set is closed,
    /// is more than end caps, and its colour has an owner. The current flood then has its parts.
    #[inline]
    pub(super) fn flood_closed(&mut self, part: PlacedPart<'a>) -> bool {
        // A fast exit: with two seats, half of the colours of the variant `both` have no owner.
        self.is_owned(part.colour()) && self.flood_finds_closed_set(part)
    }

    /// Floods the set of a part that no flood has reached yet. Returns true if the set is closed,
    /// and is more than end caps.
    fn flood_finds_closed_set(&mut self, part: PlacedPart<'a>) -> bool {
        let may_close = !self.has_open_end(&part) && self.reached.index_of(part.part()).is_none();
        may_close
            && self.flood_finds_no_open_end(part)
            && self.flooded_parts().iter().any(|part| part.content.counts)
    }

    /// Returns true if an end of a part is open. Most sets that a play touches are open there, and
    /// need no flood.
    #[inline]
    fn has_open_end(&self, part: &PlacedPart<'a>) -> bool {
        match self.played {
            Some(played) if played.placement.card == part.placement.card => {
                played.neighbours.is_open(part.content)
            }
            _ => {
                // The contacts of a field at one entry follow one another; one look-up serves both.
                let mut last_number = 0;
                part.content.contacts.iter().any(|&(number, _)| {
                    let is_new = number != last_number;
                    last_number = number;
                    is_new && is_open(self.view.table, &part.placement, number)
                })
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
    pub(super) fn set_of(&mut self, start: PlacedPart<'a>) -> ConnectedSet {
        self.start_at(start);
        let mut set = ConnectedSet::default();
        let mut next = self.flood;
        while set.cards.len() < MAX_SEARCHED
            && let Some(&part) = self.reached.parts.get(next)
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
