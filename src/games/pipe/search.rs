//! The search for closed sets (V6.2, V6.3): floods that end at the first open place that they come to.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::board::{Heading, Square};
use super::position::Colour;
use super::sets::{Around, Closed, ClosedCards, Laid, Met, bits};
use super::strips::{
    BITS_OF_ENDS, Contact, ENDS_OF_ONE, Ends, Places, Strips, Tints, across, as_ends_at, bit_of, counts, ends_at,
    places_at,
};
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

/// A part of a set.
#[derive(Clone, Copy)]
struct Flooded {
    /// The place of its card.
    card: usize,
    strip: Places,
    /// Its ends beyond which others lie that are still to be looked at.
    left: Ends,
}

/// So many cards are kept without more memory.
const FEW: usize = 8;
/// So many cards that stand beside each other in the deck have a slot each.
const SLOTS: usize = 64;

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
    /// The cards that it has come to.
    seen: SmallVec<[Seen<'a>; FEW]>,
    /// The place of a card among them by its slot, from 1; 0 where no card of that slot was seen.
    slots: [u8; SLOTS],
    /// The places of those whose slot another one has, or which stand too far behind for it.
    other_places: Option<BTreeMap<Id, usize>>,
    /// The parts of the set that is looked at, none of them open itself.
    flooded: SmallVec<[Flooded; FEW]>,
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
            seen: SmallVec::new(),
            slots: [0; SLOTS],
            other_places: None,
            flooded: SmallVec::new(),
            closed: ClosedCards::new(),
        }
    }

    /// The place of a card that lies so among those that the search has come to.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn place_of(&mut self, placement: Placement, strips: &'a Strips, rim: Option<Rim>) -> usize {
        let slot = usize::from(self.slots[placement.card as usize % SLOTS]);
        match slot.checked_sub(1).and_then(|at| self.seen.get(at)) {
            Some(seen) if seen.placement.card == placement.card => slot - 1,
            _ => self.other_place_of(placement, strips, rim),
        }
    }

    /// The same of one that does not have its slot.
    #[cfg_attr(not(target_family = "wasm"), inline(never))]
    fn other_place_of(&mut self, placement: Placement, strips: &'a Strips, rim: Option<Rim>) -> usize {
        let slot = &mut self.slots[placement.card as usize % SLOTS];
        let at = self.seen.len();
        if *slot == 0 && at < usize::from(u8::MAX) {
            *slot = at as u8 + 1;
        } else {
            let others = self.other_places.get_or_insert_default();
            if let Some(&at) = others.get(&placement.card) {
                return at;
            }
            others.insert(placement.card, at);
        }
        self.seen.push(Seen { placement, strips, rim, flooded: 0, open: 0 });
        at
    }

    /// Looks at all parts of cards.
    pub(super) fn all_of(&mut self, cards: impl IntoIterator<Item = Id>) {
        for card in cards {
            if let (Some(layout), Some(placement)) = (self.laid.deck.card(card), self.laid.table.placement(card)) {
                let rim = self.near.rim(&placement);
                self.look_at_all(placement, &layout.strips, rim, 0);
            }
        }
    }

    /// Looks at what a card that was just placed touches.
    pub(super) fn touched_by(&mut self, placement: &Placement, around: &Around<'a>) {
        let Around { layout, rim, .. } = around;
        self.look_at_all(*placement, &layout.strips, *rim, around.apart);
        let mut closed = around.closed_ends(self.owned);
        while closed > 0 {
            let own = closed.trailing_zeros() / BITS_OF_ENDS;
            let at_entry = closed >> (BITS_OF_ENDS * own) & ENDS_OF_ONE;
            closed ^= at_entry << (BITS_OF_ENDS * own);
            if let Some(met) = around.met_by(own as usize) {
                self.touched_across(at_entry, met);
            }
        }
        for number in bits(rim.pillars).map(|at| at as u8 + 1) {
            if let Some(square) = placement.before(number) {
                self.touched_by_pillar(square, placement.card);
            }
        }
    }

    /// Looks at all parts of a card; some of its ends are known to be closed.
    #[inline]
    fn look_at_all(&mut self, placement: Placement, strips: &'a Strips, rim: Rim, closed_ends: Ends) {
        let inside = strips.inside & self.owned_bits;
        if inside > 0 {
            let closed = Colour::ALL.into_iter().filter(|colour| inside >> colour.index() & 1 > 0);
            self.closed.extend(closed.map(|colour| Closed { colour, card: placement.card }));
        }
        for place in not_open(strips, self.owned, rim) {
            let at = self.place_of(placement, strips, Some(rim));
            self.flood(at, place, closed_ends);
        }
    }

    /// Looks at those ends of a card that another closes which was just placed: of its entry that is met.
    #[inline]
    fn touched_across(&mut self, closed: Ends, met: &Met<'a>) {
        let closed = across(closed);
        let mut places: Places = 0;
        for contact in Contact::ALL {
            places |= Places::from(closed >> contact as u32 & 1 > 0) << contact.place(met.number);
        }
        self.look_at(met.placement, &met.layout.strips, places, as_ends_at(closed, met.number));
    }

    /// Looks at what lies against a pillar that a card just made, of which all is looked at already.
    fn touched_by_pillar(&mut self, square: Square, made_by: Id) {
        for side in Heading::ALL {
            let Some((entry, placement)) = self.near.against(square, side) else { continue };
            if entry.card == made_by {
                continue;
            }
            let Some(layout) = self.laid.deck.card(entry.card) else { continue };
            let places = layout.strips.of_colours(self.owned) & places_at(bit_of(entry.number) as u8);
            self.look_at(placement, &layout.strips, places, 0);
        }
    }

    /// Looks whether the sets at some places of a card are closed; some of its ends are known to be.
    #[inline]
    fn look_at(&mut self, placement: Placement, strips: &'a Strips, mut places: Places, closed_ends: Ends) {
        if places == 0 {
            return;
        }
        let at = self.place_of(placement, strips, None);
        while places > 0 {
            self.flood(at, places.trailing_zeros() as usize, closed_ends);
            places &= places - 1;
        }
    }

    /// Floods the set of a part until it shows an open place; some ends of its card are known to be closed.
    #[inline]
    fn flood(&mut self, card: usize, place: usize, closed_ends: Ends) {
        let Reached::New { strip, ends } = self.reach(card, place) else { return };
        let left = ends & !closed_ends;
        if left > 0 {
            return self.flood_on(Flooded { card, strip, left }, place);
        }
        // Many are alone.
        if let Some(seen) = self.seen.get(card).filter(|_| counts(strip)) {
            self.closed.push(Closed { colour: seen.strips.colour_at(place), card: seen.placement.card });
        }
    }

    fn flood_on(&mut self, start: Flooded, place: usize) {
        self.flooded.clear();
        self.flooded.push(start);
        let (mut does_count, mut at) = (false, 0);
        while let Some(&flooded) = self.flooded.get(at) {
            does_count |= counts(flooded.strip);
            at += 1;
            if self.spread(flooded).is_none() {
                return self.found_open();
            }
        }
        let Some(start) = self.seen.get(start.card).filter(|_| does_count) else { return };
        let colour = start.strips.colour_at(place);
        let cards = self.flooded.iter().filter_map(|flooded| self.seen.get(flooded.card));
        self.closed.reserve(self.flooded.len());
        self.closed.extend(cards.map(|seen| Closed { colour, card: seen.placement.card }));
    }

    /// What was flooded belongs to an open set.
    fn found_open(&mut self) {
        for flooded in &self.flooded {
            if let Some(seen) = self.seen.get_mut(flooded.card) {
                seen.open |= flooded.strip;
            }
        }
    }

    /// Floods what a part hangs together with; `None` where that is open.
    fn spread(&mut self, Flooded { card, mut left, .. }: Flooded) -> Option<()> {
        if left == 0 {
            return Some(());
        }
        let &Seen { placement, strips, .. } = self.seen.get(card)?;
        while left > 0 {
            let own = left.trailing_zeros() / BITS_OF_ENDS;
            let reached = left >> (BITS_OF_ENDS * own) & ENDS_OF_ONE;
            left &= !(ENDS_OF_ONE << (BITS_OF_ENDS * own));
            let number = own as u8 + 1;
            let Some((entry, placement)) = self.near.met(&placement, number) else { continue };
            let Some(layout) = self.laid.deck.card(entry.card) else { continue };
            // Another colour closes it there.
            let mut ends = reached & !(strips.tinted_ends(number) ^ across(layout.strips.tinted_ends(entry.number)));
            if ends == 0 {
                continue;
            }
            let other = self.place_of(placement, &layout.strips, None);
            while ends > 0 {
                let contact = Contact::ALL[ends.trailing_zeros() as usize % Contact::ALL.len()].met();
                ends &= ends - 1;
                match self.reach(other, contact.place(entry.number)) {
                    Reached::New { strip, ends } => {
                        let left = ends & !contact.end(entry.number);
                        self.flooded.push(Flooded { card: other, strip, left });
                    }
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
        let Some(seen) = self.seen.get_mut(card) else { return Reached::Before };
        let strip = seen.strips.at(place);
        if seen.open & strip > 0 {
            return Reached::Open;
        }
        if seen.flooded & strip > 0 {
            return Reached::Before;
        }
        seen.flooded |= strip;
        let rim = *seen.rim.get_or_insert_with(|| self.near.rim_apart(&seen.placement));
        if strip & places_at(rim.open) > 0 {
            seen.open |= strip;
            return Reached::Open;
        }
        Reached::New { strip, ends: ends_at(strip, rim.met) }
    }
}

/// What is known of a part that is reached.
enum Reached {
    /// Nothing so far; all its places, and its ends that meet others.
    New { strip: Places, ends: Ends },
    /// It was flooded before.
    Before,
    /// It is open, or its set is.
    Open,
}

#[cfg(test)]
mod tests {
    use super::super::card::Card;
    use super::super::deck::Deck;
    use super::super::layout::Layout;
    use super::super::table::Table;
    use super::*;

    /// A black pipe that runs to the east through so many cards and ends within the first and the last, or at the last card's
    /// eastern side, which is open; `number` says the numbers of the cards.
    fn pipe(cards: Id, is_closed: bool, number: impl Fn(Id) -> Id) -> (Deck, Table) {
        let layout = |text: &str| Layout::of(&Card::parse(text).unwrap()).unwrap();
        let (mut deck, mut table) = (Deck::default(), Table::default());
        for at in 0..cards {
            let has_end = at == 0 || at + 1 == cards && is_closed;
            let text = if has_end { "B3 B6 W1 W2 W4 W5 LLLLLL" } else { "B36 W1 W2 W4 W5 LLDDDL" };
            deck.insert(number(at), layout(text));
            let square = Square { x: 2 * at.cast_signed() - 100, y: 0 };
            table.put(Placement { card: number(at), square, heading: Heading::East });
        }
        (deck, table)
    }

    #[test]
    fn long_sets_are_followed_to_their_ends_whatever_the_numbers_of_their_cards() {
        let numbers: [fn(Id) -> Id; 4] = [|at| at, |at| at * SLOTS as Id, |at| 7 * at + at % 3, |at| Id::MAX - at];
        for (number, cards) in numbers.into_iter().flat_map(|number| [3, 20, 700].map(|cards| (number, cards))) {
            for is_closed in [true, false] {
                let (deck, table) = pipe(cards, is_closed, number);
                let expected: Vec<Id> = if is_closed { (0..cards).map(number).collect() } else { Vec::new() };
                for from in [0, 1, cards / 2, cards - 1] {
                    let closed = Laid { deck: &deck, table: &table }.closed([number(from)], 1 << Colour::Black.index());
                    let mut closed: Vec<Id> = closed.iter().map(|closed| closed.card).collect();
                    closed.sort_by_key(|&card| table.placement(card).map(|placement| placement.square));
                    assert_eq!(closed, expected, "{cards} {is_closed} {from}");
                }
            }
        }
    }
}
