//! The search for closed sets (V6.2, V6.3): floods that end at the first open place that they come to.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::board::{Heading, Square};
use super::position::Colour;
use super::sets::{Around, Closed, ClosedCards, Laid, Met, bits};
use super::strips::{BITS_OF_ENDS, Contact, Ends, Places, Strips, Tints, across, counts, places_at};
use super::tiles::Near;
use super::turn::{Id, Placement};
use super::window::Rim;

/// A card that the search has come to.
#[derive(Clone, Copy)]
struct Seen<'a> {
    placement: Placement,
    strips: &'a Strips,
    /// What lies around it, once somebody asked.
    rim: Option<Rim>,
    /// Those of its places that were flooded.
    flooded: Places,
    /// Those among them whose set was found open.
    open: Places,
}

/// How many cards are looked for in a list; more of them are in a map.
const FEW: usize = 8;

/// The cards that the search has come to, by their places in a list.
#[derive(Default)]
struct AllSeen<'a> {
    cards: SmallVec<[Seen<'a>; FEW]>,
    /// Where those behind the first few are.
    places: BTreeMap<Id, usize>,
}

impl<'a> AllSeen<'a> {
    /// The place of a card that lies so.
    #[inline]
    fn place_of(&mut self, placement: Placement, strips: &'a Strips, rim: Option<Rim>) -> usize {
        let few = self.cards.iter().take(FEW).position(|seen| seen.placement.card == placement.card);
        if let Some(at) = few.or_else(|| self.places.get(&placement.card).copied()) {
            return at;
        }
        let at = self.cards.len();
        if at >= FEW {
            self.places.insert(placement.card, at);
        }
        self.cards.push(Seen { placement, strips, rim, flooded: 0, open: 0 });
        at
    }
}

/// The parts of a card that have some colours and show no open place themselves, by a place of each.
#[inline]
fn not_open(strips: &Strips, colours: Tints, rim: Rim) -> impl Iterator<Item = usize> {
    let open = places_at(rim.open);
    let mut left = strips.of_colours(colours) & !open;
    std::iter::from_fn(move || {
        while left > 0 {
            let place = left.trailing_zeros() as usize;
            let strip = strips.at(place);
            left &= !(strip | 1 << place);
            if strip & open == 0 {
                return Some(place);
            }
        }
        None
    })
}

impl Around<'_> {
    /// The ends of some colours that lie against others of the card: they are closed there.
    #[inline]
    fn closed_ends(&self, colours: Tints) -> Ends {
        self.apart & colours.ends(self.tinted)
    }

    /// Whether the card can have closed a set of some colours, a bit each by their index. Most cannot, which takes no
    /// search: all of their parts show an open place, nothing that they lie against is closed by them, and they make no pillar.
    #[inline]
    pub(super) fn may_close(&self, owned: u8) -> bool {
        let (strips, colours) = (&self.layout.strips, Tints::of(owned));
        self.rim.pillars > 0
            || strips.inside & owned > 0
            || self.closed_ends(colours) > 0
            || not_open(strips, colours, self.rim).next().is_some()
    }
}

/// A search for closed sets.
pub(super) struct Search<'a> {
    laid: Laid<'a>,
    near: Near<'a>,
    /// The colours that have an owner.
    owned: Tints,
    /// The same, a bit each by their index.
    owned_bits: u8,
    seen: AllSeen<'a>,
    /// The parts of the set that is looked at, none of them open itself: cards by their places, and strips of theirs.
    flooded: SmallVec<[(usize, Places); FEW]>,
    pub(super) closed: ClosedCards,
}

impl<'a> Search<'a> {
    /// A search for those of some colours, a bit each by their index.
    #[inline]
    pub(super) fn new(laid: Laid<'a>, owned: u8) -> Self {
        Self {
            laid,
            near: laid.table.near(),
            owned: Tints::of(owned),
            owned_bits: owned,
            seen: AllSeen::default(),
            flooded: SmallVec::new(),
            closed: ClosedCards::new(),
        }
    }

    /// Looks at all parts of cards.
    pub(super) fn all_of(&mut self, cards: impl IntoIterator<Item = Id>) {
        for card in cards {
            if let (Some(layout), Some(placement)) = (self.laid.deck.card(card), self.laid.table.placement(card)) {
                let rim = self.near.rim(&placement);
                self.look_at_all(placement, &layout.strips, rim);
            }
        }
    }

    /// Looks at what a card that was just placed touches.
    pub(super) fn touched_by(&mut self, placement: &Placement, around: &Around<'a>) {
        let Around { layout, rim, .. } = around;
        self.look_at_all(*placement, &layout.strips, *rim);
        let closed = around.closed_ends(self.owned);
        if closed > 0 {
            for (number, met) in around.meetings() {
                self.touched_across(closed >> (BITS_OF_ENDS * u32::from(number - 1)), met);
            }
        }
        for number in bits(rim.pillars).map(|at| at as u8 + 1) {
            if let Some(square) = placement.before(number) {
                self.touched_by_pillar(square);
            }
        }
    }

    /// Looks at all parts of a card.
    #[inline]
    fn look_at_all(&mut self, placement: Placement, strips: &'a Strips, rim: Rim) {
        let inside = strips.inside & self.owned_bits;
        if inside > 0 {
            let closed = Colour::ALL.into_iter().filter(|colour| inside >> colour.index() & 1 > 0);
            self.closed.extend(closed.map(|colour| Closed { colour, card: placement.card }));
        }
        for place in not_open(strips, self.owned, rim) {
            let at = self.seen.place_of(placement, strips, Some(rim));
            self.flood(at, place);
        }
    }

    /// Looks at those ends of a card that another closes which was just placed: of its entry that is met.
    #[inline]
    fn touched_across(&mut self, closed: Ends, met: &Met<'a>) {
        let contacts = Contact::ALL.into_iter().filter(|&contact| closed >> contact as u32 & 1 > 0);
        self.look_at(met.placement, &met.layout.strips, contacts.map(|contact| contact.met().place(met.number)));
    }

    /// Looks at what lies against a pillar that was just made.
    fn touched_by_pillar(&mut self, square: Square) {
        for side in Heading::ALL {
            let Some((entry, placement)) = self.near.against(square, side) else { continue };
            let Some(layout) = self.laid.deck.card(entry.card) else { continue };
            let owned = layout.strips.of_colours(self.owned);
            let places = Contact::ALL.map(|contact| contact.place(entry.number));
            self.look_at(placement, &layout.strips, places.into_iter().filter(|place| owned >> place & 1 > 0));
        }
    }

    /// Looks whether the sets of parts of a card are closed whose colours have owners.
    #[inline]
    fn look_at(&mut self, placement: Placement, strips: &'a Strips, places: impl Iterator<Item = usize>) {
        let mut known = None;
        for place in places {
            let at = *known.get_or_insert_with(|| self.seen.place_of(placement, strips, None));
            self.flood(at, place);
        }
    }

    /// Floods the set of a part until it shows an open place.
    #[inline]
    fn flood(&mut self, card: usize, place: usize) {
        if let Reached::New(strip) = self.reach(card, place) {
            self.flood_on(card, strip, place);
        }
    }

    fn flood_on(&mut self, start: usize, strip: Places, place: usize) {
        self.flooded.clear();
        self.flooded.push((start, strip));
        let (mut does_count, mut at) = (false, 0);
        while let Some(&(card, strip)) = self.flooded.get(at) {
            does_count |= counts(strip);
            at += 1;
            if self.spread(card, strip).is_none() {
                return self.found_open();
            }
        }
        let Some(start) = self.seen.cards.get(start).filter(|_| does_count) else { return };
        let colour = start.strips.colour_at(place);
        let cards = self.flooded.iter().filter_map(|&(card, _)| self.seen.cards.get(card));
        self.closed.reserve(self.flooded.len());
        self.closed.extend(cards.map(|seen| Closed { colour, card: seen.placement.card }));
    }

    /// What was flooded belongs to an open set.
    fn found_open(&mut self) {
        for &(card, strip) in &self.flooded {
            if let Some(seen) = self.seen.cards.get_mut(card) {
                seen.open |= strip;
            }
        }
    }

    /// Floods what a part hangs together with; `None` where that is open.
    fn spread(&mut self, card: usize, strip: Places) -> Option<()> {
        let &Seen { placement, strips, rim, .. } = self.seen.cards.get(card)?;
        let met = rim.map_or(0, |rim| rim.met);
        let [entries, before, behind] = Contact::ALL.map(|contact| contact.entries(strip) & met);
        for own in bits(entries | before | behind) {
            let number = own as u8 + 1;
            let Some((entry, placement)) = self.near.met(&placement, number) else { continue };
            let Some(layout) = self.laid.deck.card(entry.card) else { continue };
            let reached = |entries: u8| Ends::from(entries >> own & 1);
            let reached = reached(entries) | reached(before) << 1 | reached(behind) << 2;
            // Another colour closes it there.
            let mut ends = reached & !(strips.tinted_ends(number) ^ across(layout.strips.tinted_ends(entry.number)));
            if ends == 0 {
                continue;
            }
            let other = self.seen.place_of(placement, &layout.strips, None);
            while ends > 0 {
                let contact = Contact::ALL[ends.trailing_zeros() as usize % Contact::ALL.len()];
                ends &= ends - 1;
                match self.reach(other, contact.met().place(entry.number)) {
                    Reached::New(strip) => self.flooded.push((other, strip)),
                    Reached::Before => {}
                    Reached::Open => return None,
                }
            }
        }
        Some(())
    }

    /// Marks what lies at a place of a card as flooded.
    #[inline]
    fn reach(&mut self, card: usize, place: usize) -> Reached {
        let Some(seen) = self.seen.cards.get_mut(card) else { return Reached::Before };
        let strip = seen.strips.at(place);
        if seen.open & strip > 0 {
            return Reached::Open;
        }
        if seen.flooded & strip > 0 {
            return Reached::Before;
        }
        seen.flooded |= strip;
        let rim = *seen.rim.get_or_insert_with(|| self.near.rim(&seen.placement));
        if strip & places_at(rim.open) > 0 {
            seen.open |= strip;
            return Reached::Open;
        }
        Reached::New(strip)
    }
}

/// What is known of a part that is reached.
enum Reached {
    /// Nothing so far; all its places.
    New(Places),
    /// It was flooded before.
    Before,
    /// It is open, or its set is.
    Open,
}
