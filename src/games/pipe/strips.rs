//! Pipes and fields of a card alike, and where they reach its rim (V2.1 to V2.3).

use super::card::{Card, FieldColour, PipeColour};
use super::layout::{Layout, LayoutField, RIM};
use super::position::Colour;

/// Places of a card's rim, a bit each: its six entries, then its six arcs. What reaches the rim, a pipe or a field, is
/// the set of its places.
pub(super) type Places = u16;

const ENTRIES: usize = RIM as usize;
const PLACES: usize = 2 * ENTRIES;
const ALL_ENTRIES: Places = (1 << ENTRIES) - 1;

/// What reaches the sides that entries are on: four bits for each entry, of which the first three are by [`Contact`].
pub(super) type Ends = u32;

/// The bits of an entry among those of all.
pub(super) const BITS_OF_ENDS: u32 = 4;
/// The ends of one entry.
pub(super) const ENDS_OF_ONE: Ends = (1 << BITS_OF_ENDS) - 1;
/// What is the same at all entries, times that at one.
const AT_ALL: Ends = 0x11_1111;
/// The ends that are entries.
pub(super) const ENDS_OF_PIPES: Ends = AT_ALL;

/// Entries, a bit each, as the first of the ends at each of them.
const FIRST_ENDS: [Ends; 1 << ENTRIES] = {
    let mut all = [0; 1 << ENTRIES];
    let mut entries = 0;
    while entries < all.len() {
        let mut at = 0;
        while at < ENTRIES {
            all[entries] |= (entries as Ends >> at & 1) << (BITS_OF_ENDS * at as u32);
            at += 1;
        }
        entries += 1;
    }
    all
};

/// The ends of what has these places, at some entries.
#[inline]
pub(super) fn ends_at(places: Places, entries: u8) -> Ends {
    let first = |entries: Places| FIRST_ENDS[usize::from(entries & ALL_ENTRIES)];
    let arcs = places >> ENTRIES;
    // Entry 1 lies behind arc 6.
    let before = arcs << 1 | arcs >> (ENTRIES - 1);
    let all = first(places) | first(before) << Contact::Before as u32 | first(arcs) << Contact::Behind as u32;
    all & (first(entries.into()) * ENDS_OF_ONE)
}

/// The same as they lie across from those of other cards.
#[inline]
pub(super) fn across(ends: Ends) -> Ends {
    ends & AT_ALL | ends << 1 & (4 * AT_ALL) | ends >> 1 & (2 * AT_ALL)
}

/// Ends of one entry, as if it were the first, as those of an entry from 1 on.
#[inline]
pub(super) fn as_ends_at(ends: Ends, number: u8) -> Ends {
    ends.wrapping_shl(BITS_OF_ENDS * u32::from(number.wrapping_sub(1)))
}

/// Where a card's pipes and fields reach its rim, worked out once for the card: what the search for closed sets looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Strips {
    /// By place, all places of the pipe or field there.
    at: [Places; PLACES],
    /// The places of what is white or dark, the rest being black or light.
    tinted: Places,
    /// Which of its ends are white or dark.
    pub(super) ends: Ends,
    /// The colours of fields that lie wholly inside the card, a bit each by their index.
    pub(super) inside: u8,
}

impl Strips {
    pub(super) fn of(card: &Card, fields: &[LayoutField]) -> Self {
        let mut strips = Self { at: [0; PLACES], tinted: 0, ends: 0, inside: 0 };
        let places = |numbers: &[u8], first: usize| -> Places {
            numbers.iter().fold(0, |places, &number| places | bit_of(number) << first)
        };
        for pipe in &card.pipes {
            strips.add(places(&pipe.entries, 0), pipe.colour == PipeColour::White);
        }
        for field in fields {
            match places(&field.arcs, ENTRIES) {
                0 => strips.inside |= 1 << Colour::from(field.colour).index(),
                arcs => strips.add(arcs, field.colour == FieldColour::Dark),
            }
        }
        for (number, contact) in (1..=RIM).flat_map(|number| Contact::ALL.map(|contact| (number, contact))) {
            strips.ends |= if strips.is_tinted(contact.place(number)) { contact.end(number) } else { 0 };
        }
        strips
    }

    fn add(&mut self, places: Places, is_tinted: bool) {
        for (place, at) in self.at.iter_mut().enumerate().filter(|(place, _)| places >> place & 1 > 0) {
            *at = places;
            self.tinted |= Places::from(is_tinted) << place;
        }
    }

    /// What reaches the rim at a place.
    #[inline]
    pub(super) fn at(&self, place: usize) -> Places {
        self.at.get(place).copied().unwrap_or(0)
    }

    /// Which of the ends at an entry from 1 on are white or dark, as if it were the first.
    #[inline]
    pub(super) fn tinted_ends(&self, number: u8) -> Ends {
        self.ends.wrapping_shr(BITS_OF_ENDS * u32::from(number.wrapping_sub(1))) & ENDS_OF_ONE
    }

    #[inline]
    pub(super) fn is_tinted(&self, place: usize) -> bool {
        self.tinted >> (place % Places::BITS as usize) & 1 > 0
    }

    /// The places of what has one of some colours.
    #[inline]
    pub(super) fn of_colours(&self, Tints { plain, tinted, .. }: Tints) -> Places {
        self.tinted & tinted | !self.tinted & plain
    }

    pub(super) fn colour_at(&self, place: usize) -> Colour {
        match (place < ENTRIES, self.is_tinted(place)) {
            (true, false) => Colour::Black,
            (true, true) => Colour::White,
            (false, false) => Colour::Light,
            (false, true) => Colour::Dark,
        }
    }
}

/// Colours by the places and by the ends that they can have: those of pipes are entries, those of fields are arcs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tints {
    /// Black and light.
    plain: Places,
    /// White and dark.
    tinted: Places,
    plain_ends: Ends,
    tinted_ends: Ends,
}

/// By colours, a bit each by their index.
const TINTS: [Tints; 1 << Colour::ALL.len()] = {
    const fn places(pipes: bool, fields: bool) -> Places {
        (pipes as Places * ALL_ENTRIES) | (fields as Places * (ALL_ENTRIES << ENTRIES))
    }
    // An entry, and an arc on either side of it.
    const fn ends(pipes: bool, fields: bool) -> Ends {
        (pipes as Ends * ENDS_OF_PIPES) | (fields as Ends * (6 * AT_ALL))
    }
    let mut all = [Tints { plain: 0, tinted: 0, plain_ends: 0, tinted_ends: 0 }; 1 << Colour::ALL.len()];
    let mut colours = 0;
    while colours < all.len() {
        let black = colours >> Colour::Black as usize & 1 > 0;
        let white = colours >> Colour::White as usize & 1 > 0;
        let light = colours >> Colour::Light as usize & 1 > 0;
        let dark = colours >> Colour::Dark as usize & 1 > 0;
        all[colours] = Tints {
            plain: places(black, light),
            tinted: places(white, dark),
            plain_ends: ends(black, light),
            tinted_ends: ends(white, dark),
        };
        colours += 1;
    }
    all
};

impl Tints {
    /// The places of colours, a bit each by their index.
    #[inline]
    pub(super) fn of(colours: u8) -> Self {
        TINTS[usize::from(colours) % TINTS.len()]
    }

    /// Which of the ends have one of these colours, where the white and dark ones among them are known.
    #[inline]
    pub(super) fn ends(self, of_tinted: Ends) -> Ends {
        of_tinted & self.tinted_ends | !of_tinted & self.plain_ends
    }
}

/// Whether what has these places needs nothing else to count: a field does, a pipe with one entry does not (V6.2).
#[inline]
pub(super) fn counts(strip: Places) -> bool {
    strip & strip.wrapping_sub(1) > 0 || strip > ALL_ENTRIES
}

/// The places that lie at some entries: the entries, and the arcs on either side.
#[inline]
pub(super) fn places_at(entries: u8) -> Places {
    let entries = Places::from(entries);
    // Entry 1 lies behind arc 6.
    let arcs_before = entries >> 1 | entries << (ENTRIES - 1) & ALL_ENTRIES;
    entries | (entries | arcs_before) << ENTRIES
}

/// The bit of an entry or arc from 1 on.
pub(super) fn bit_of(number: u8) -> Places {
    1_u16.wrapping_shl(u32::from(number).wrapping_sub(1))
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

impl Contact {
    pub(super) const ALL: [Self; 3] = [Self::Entry, Self::Before, Self::Behind];

    /// What it meets on the other card: the half side before an entry the one behind the other's.
    pub(super) fn met(self) -> Self {
        match self {
            Self::Entry => Self::Entry,
            Self::Before => Self::Behind,
            Self::Behind => Self::Before,
        }
    }

    /// The end that it is at an entry from 1 on.
    #[inline]
    pub(super) fn end(self, number: u8) -> Ends {
        as_ends_at(1 << self as u32, number)
    }

    /// The place of the rim that it belongs to at an entry from 1 on.
    #[inline]
    pub(super) fn place(self, number: u8) -> usize {
        const PLACES_AT: [[u8; 3]; ENTRIES + 1] =
            [[0; 3], [0, 11, 6], [1, 6, 7], [2, 7, 8], [3, 8, 9], [4, 9, 10], [5, 10, 11]];
        usize::from(PLACES_AT.get(usize::from(number)).map_or(0, |places| places[self as usize]))
    }
}

/// A pipe or a field of a card as the card lists them, its pipes first.
impl Layout {
    /// How many pipes and fields it has.
    pub(super) fn parts(&self) -> usize {
        self.card().pipes.len() + self.fields().len()
    }

    fn field(&self, at: usize) -> Option<&LayoutField> {
        self.fields().get(at.checked_sub(self.card().pipes.len())?)
    }

    pub(super) fn part_colour(&self, at: usize) -> Option<Colour> {
        let pipe = self.card().pipes.get(at).map(|pipe| pipe.colour.into());
        pipe.or_else(|| self.field(at).map(|field| field.colour.into()))
    }

    /// Whether a set needs no other part than this one to count (V6.2).
    pub(super) fn part_counts(&self, at: usize) -> bool {
        self.card().pipes.get(at).is_none_or(|pipe| pipe.entries.len() > 1)
    }

    /// Where it reaches the rim, by the numbers of entries.
    pub(super) fn contacts(&self, at: usize) -> Vec<(u8, Contact)> {
        let ends = |&arc: &u8| [(arc, Contact::Behind), (arc % RIM + 1, Contact::Before)];
        match (self.card().pipes.get(at), self.field(at)) {
            (Some(pipe), _) => pipe.entries.iter().map(|&number| (number, Contact::Entry)).collect(),
            (None, Some(field)) => field.arcs.iter().flat_map(ends).collect(),
            (None, None) => Vec::new(),
        }
    }

    /// The pipe or field there.
    pub(super) fn part_at(&self, number: u8, contact: Contact) -> usize {
        let pipes = self.card().pipes.len();
        match contact {
            Contact::Entry => self.pipe_of(number),
            Contact::Before => pipes + self.field_of((number + RIM - 2) % RIM + 1),
            Contact::Behind => pipes + self.field_of(number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARDS: [&str; 7] = [
        "B13 W26 B4 W5 LLDDDD",
        "B14 W25 B36 LDLDLD L1 D2 L3 D4 L5 D6 D",
        "B123456 LLLLLL",
        "W1 B2 W3 B4 W5 B6 DDDDDD",
        "B36 W14 W2 W5 LLDLLD",
        "B12 B45 B3 B6 DLLDLL",
        "B36 B1 B2 B4 B5 LLDDDL",
    ];

    #[test]
    fn strips_are_the_parts_that_the_card_lists() {
        for text in CARDS {
            let layout = Layout::of(&Card::parse(text).unwrap()).unwrap();
            let strips = &layout.strips;
            for (number, contact) in (1..=RIM).flat_map(|number| Contact::ALL.map(|contact| (number, contact))) {
                let (part, place) = (layout.part_at(number, contact), contact.place(number));
                assert_eq!(Some(strips.colour_at(place)), layout.part_colour(part), "{text} {number} {contact:?}");
                assert_eq!(counts(strips.at(place)), layout.part_counts(part), "{text} {number} {contact:?}");
                let mut contacts = layout.contacts(part);
                contacts.sort_unstable();
                let known = (1..=RIM).flat_map(|number| Contact::ALL.map(|contact| (number, contact)));
                let reached = known.filter(|(number, contact)| {
                    let at = |entries| ends_at(strips.at(place), entries) & contact.end(*number) > 0;
                    assert_eq!(at(u8::MAX), at(bit_of(*number) as u8), "{text} {number} {contact:?}");
                    at(u8::MAX)
                });
                assert_eq!(reached.collect::<Vec<_>>(), contacts, "{text} {number} {contact:?}");
            }
            let inside = layout.fields().iter().filter(|field| field.arcs.is_empty());
            let inside = inside.fold(0, |inside, field| inside | 1 << Colour::from(field.colour).index());
            assert_eq!(strips.inside, inside, "{text}");
        }
    }

    #[test]
    fn ends_are_the_places_at_an_entry() {
        for (text, number) in CARDS.into_iter().flat_map(|text| (1..=RIM).map(move |number| (text, number))) {
            let strips = Layout::of(&Card::parse(text).unwrap()).unwrap().strips;
            let ends = strips.tinted_ends(number);
            for (at, contact) in Contact::ALL.into_iter().enumerate() {
                assert_eq!(contact as usize, at);
                assert_eq!(ends >> at & 1 > 0, strips.is_tinted(contact.place(number)), "{text} {number}");
                assert_eq!(
                    across(ends) >> at & 1 > 0,
                    strips.is_tinted(contact.met().place(number)),
                    "{text} {number}"
                );
                for colours in 0..16 {
                    let tints = Tints::of(colours);
                    let is_of = strips.of_colours(tints) >> contact.place(number) & 1 > 0;
                    assert_eq!(tints.ends(ends) >> at & 1 > 0, is_of, "{text} {number} {colours:b}");
                }
            }
        }
    }

    #[test]
    fn places_at_entries_are_those_that_reach_the_rim_there() {
        for entries in 0..1 << ENTRIES {
            for place in 0..PLACES {
                let is_there = ends_at(1 << place, entries) > 0;
                assert_eq!(places_at(entries) >> place & 1 > 0, is_there, "{entries:b} {place}");
            }
        }
    }

    #[test]
    fn places_are_chosen_by_colour() {
        for text in CARDS {
            let strips = Layout::of(&Card::parse(text).unwrap()).unwrap().strips;
            for colour in Colour::ALL {
                let chosen = strips.of_colours(Tints::of(1 << colour.index()));
                let is_chosen = |place: usize| strips.colour_at(place) == colour;
                assert!((0..PLACES).all(|place| (chosen >> place & 1 > 0) == is_chosen(place)), "{text} {colour:?}");
            }
        }
    }
}
