//! The search for closed sets (V6.2, V6.3): floods that end at the first open place that they come to.

use std::collections::BTreeMap;

use super::layout::{Layout, RIM};
use super::position::Colour;
use super::sets::{Around, Closed, Laid, Lying, Meets, Met};
use super::strips::{Contact, bit_of};
use super::table::Entry;
use super::tiles::{Near, Rim};
use super::turn::{Id, Placement};

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
pub(super) struct Search<'a> {
    laid: Laid<'a>,
    near: Near<'a>,
    /// By the index of the colour.
    owned: [bool; 4],
    marks: Marks,
    /// The parts of the set that is looked at, none of them open itself.
    flooded: Vec<(Lying<'a>, Rim)>,
    pub(super) closed: Vec<Closed>,
}

impl<'a> Search<'a> {
    pub(super) fn new(laid: Laid<'a>, is_owned: impl Fn(Colour) -> bool) -> Self {
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
    pub(super) fn all_of(&mut self, cards: impl IntoIterator<Item = Id>) {
        for card in cards {
            let (Some(layout), Some(placement)) = (self.laid.deck.card(card), self.laid.table.placement(card)) else {
                continue;
            };
            (0..layout.strips.len()).for_each(|at| self.look_at(Lying { at, layout, placement }));
        }
    }

    /// Looks at what a card that was just placed touches.
    pub(super) fn touched_by(&mut self, placement: &Placement, around: &Around<'a>) {
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
