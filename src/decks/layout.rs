//! Layouts: valid cards with the pipe of each entry and the field of each arc (V2.2 to V2.6).
//!
//! The *entries* 1 to 6 are the places on the rim of a card that pipes reach: the pipe `B13` joins
//! the entries 1 and 3. Arc 1 is the part of the rim from entry 1 to entry 2, and so on. A *field*
//! is an area of one colour, written with the arcs that it reaches: `L16`.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

pub(crate) use super::card::RIM;
use super::card::{Card, CardPart, FieldColour};
use super::card_fault::{CardFault, CardFaultKind, MAX_FAULTS};
use super::card_fields::{are_crossing, derived_fields, listed_fields};
use super::card_parts::CardParts;
pub use super::card_parts::LayoutField;

/// A valid card (V2.2 to V2.6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    card: Card,
    /// The index in `card.pipes` of the pipe at each entry.
    pipe_by_entry: [usize; RIM as usize],
    /// The index in `fields` of the field at each arc.
    field_by_arc: [usize; RIM as usize],
    fields: Vec<LayoutField>,
    parts: CardParts,
    derived: Derived,
}

impl Layout {
    /// Returns a value derived from this card. The value is derived on the first call and cached. A
    /// card caches one value; a value of another type is derived on each call.
    pub(crate) fn derived<T: Send + Sync + 'static>(&self, derive: impl Fn(&Self) -> T) -> Arc<T> {
        let value = self.derived.0.get_or_init(|| Arc::new(derive(self)));
        Arc::clone(value)
            .downcast()
            .unwrap_or_else(|_| Arc::new(derive(self)))
    }

    /// Derives the layout of a card.
    ///
    /// # Errors
    /// Returns the faults of the card, up to a limit, if it is invalid (V2.2 to V2.6).
    #[doc(hidden)]
    pub fn from_card(card: &Card) -> Result<Self, Vec<CardFault>> {
        let mut faults = Vec::new();
        let pipe_by_entry = pipe_by_entry(card, &mut faults);
        let colours = arc_colours(card, &mut faults);
        let fields = match (pipe_by_entry, colours) {
            // Listed fields do not follow from the pipes, so these may be invalid.
            (_, Some(colours)) if !card.fields.is_empty() => {
                listed_fields(card, colours, &mut faults)
            }
            (Some(_), Some(colours)) => derived_fields(card, colours, &mut faults),
            // Fields cannot be determined while the pipes or the arcs are invalid.
            _ => Vec::new(),
        };
        match pipe_by_entry {
            Some(pipe_by_entry) if faults.is_empty() => Ok(Self {
                card: card.clone(),
                pipe_by_entry,
                field_by_arc: field_by_arc(&fields),
                parts: CardParts::new(card, &fields),
                fields,
                derived: Derived::default(),
            }),
            _ => {
                faults.truncate(MAX_FAULTS);
                Err(faults)
            }
        }
    }

    /// Returns the pipes and fields.
    pub(crate) fn parts(&self) -> &CardParts {
        &self.parts
    }

    /// Returns the card as it was written.
    #[doc(hidden)]
    pub fn card(&self) -> &Card {
        &self.card
    }

    /// Returns the pipe of an entry from 1 to 6, by its index in the card (V2.2).
    #[doc(hidden)]
    pub fn pipe_of(&self, entry: u8) -> usize {
        rim_value(&self.pipe_by_entry, entry)
    }

    /// Returns the field of an arc from 1 to 6, by its index in [`Self::fields`] (V2.5).
    #[doc(hidden)]
    pub fn field_of(&self, arc: u8) -> usize {
        rim_value(&self.field_by_arc, arc)
    }

    /// Returns the fields: those with arcs by their first arc, then those without arcs, light
    /// before dark.
    #[doc(hidden)]
    pub fn fields(&self) -> &[LayoutField] {
        &self.fields
    }

    /// Returns the number of pairs of crossing pipes (V2.2).
    #[doc(hidden)]
    pub fn crossings(&self) -> usize {
        let pairs = self.card.pipes.iter().enumerate();
        pairs
            .map(|(index, pipe)| {
                self.card.pipes[index + 1..]
                    .iter()
                    .filter(|other| are_crossing(pipe, other))
                    .count()
            })
            .sum()
    }
}

/// A value that a caller derives from a card once, such as its drawing. The value follows from the
/// card, so comparisons of cards can ignore it.
#[derive(Clone, Default)]
struct Derived(OnceLock<Arc<dyn Any + Send + Sync>>);

impl fmt::Debug for Derived {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Derived")
    }
}

impl PartialEq for Derived {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Eq for Derived {}

/// Returns the value of an entry or arc. A number out of range is clamped.
fn rim_value(values: &[usize; RIM as usize], number: u8) -> usize {
    values[usize::from(number.clamp(1, RIM)) - 1]
}

/// Checks that every entry belongs to one pipe, and returns these pipes (V2.2).
fn pipe_by_entry(card: &Card, faults: &mut Vec<CardFault>) -> Option<[usize; RIM as usize]> {
    let faults_before = faults.len();
    // The pipe of each entry, and the place at which the card lists the entry.
    let mut by_entry: [Option<(usize, CardPart)>; RIM as usize] = [None; RIM as usize];
    for (index, pipe) in card.pipes.iter().enumerate() {
        for (entry_index, &entry) in pipe.entries.iter().enumerate() {
            if faults.len() >= MAX_FAULTS {
                return None;
            }
            let part = CardPart::Entry {
                pipe: index,
                at: entry_index,
            };
            match rim_value_mut(&mut by_entry, entry) {
                None => faults.push(CardFault::new(part, CardFaultKind::NoSuchEntry(entry))),
                Some(Some((_, first))) => {
                    let fault = CardFault::new(part, CardFaultKind::EntryTwice(entry));
                    faults.push(fault.with_other(*first));
                }
                Some(pipe) => *pipe = Some((index, part)),
            }
        }
    }

    let missing: Vec<u8> = (1..=RIM)
        .zip(&by_entry)
        .filter(|(_, pipe)| pipe.is_none())
        .map(|(entry, _)| entry)
        .collect();
    if !missing.is_empty() {
        faults.push(CardFault::new(
            CardPart::Pipes,
            CardFaultKind::EntriesMissing(missing),
        ));
    }

    if faults.len() > faults_before {
        return None;
    }
    Some(by_entry.map(|pipe| pipe.map_or(0, |(index, _)| index)))
}

/// Returns the value of entry or arc `number` in a list that starts with 1; `None` if there is no
/// such entry or arc.
pub(super) fn rim_value_mut<T>(values: &mut [T; RIM as usize], number: u8) -> Option<&mut T> {
    values.get_mut(usize::from(number).checked_sub(1)?)
}

/// Checks that there are six arcs, and returns their colours (V2.3).
fn arc_colours(card: &Card, faults: &mut Vec<CardFault>) -> Option<[FieldColour; RIM as usize]> {
    let colours = card.arcs.as_slice().try_into().ok();
    if colours.is_none() {
        faults.push(CardFault::new(
            CardPart::Arcs,
            CardFaultKind::ArcsNotSix(card.arcs.len()),
        ));
    }
    colours
}

/// Returns the index of the field of each arc.
fn field_by_arc(fields: &[LayoutField]) -> [usize; RIM as usize] {
    let mut arcs = [0; RIM as usize];
    for (index, field) in fields.iter().enumerate() {
        for &arc in &field.arcs {
            if let Some(field_of_arc) = rim_value_mut(&mut arcs, arc) {
                *field_of_arc = index;
            }
        }
    }
    arcs
}

/// Writes the pipes and arcs of the card, then all of its fields, including those that follow from
/// pipes and arcs.
impl fmt::Display for Layout {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for pipe in &self.card.pipes {
            write!(out, "{pipe} ")?;
        }
        for colour in &self.card.arcs {
            write!(out, "{}", colour.letter())?;
        }

        out.write_str(" =")?;
        self.fields
            .iter()
            .try_for_each(|field| write!(out, " {field}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(text: &str) -> Layout {
        Layout::from_card(&Card::parse(text).unwrap()).unwrap()
    }

    /// The fields in the notation.
    fn fields(text: &str) -> String {
        layout(text)
            .fields()
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Code, part and message of every fault.
    fn faults(text: &str) -> Vec<(&'static str, CardPart, String)> {
        let card = Card::parse(text).unwrap();
        let faults = Layout::from_card(&card).unwrap_err();
        faults
            .into_iter()
            .map(|fault| (fault.code().id, fault.part, fault.message(&card)))
            .collect()
    }

    #[test]
    fn fields_run_on_behind_one_pipe_and_not_through_crossings() {
        // The example of the rule sheet: two sections that cross, two end caps.
        assert_eq!(fields("B13 W26 B4 W5 LLDDDD"), "L12 D3456");
        // Arcs 1 and 3 meet only at the crossing of the two pipes.
        assert_eq!(fields("B13 W26 B4 W5 LDLLLD"), "L1 D2 L345 D6");
        assert_eq!(fields("B1 W2 B3 W4 B5 W6 DDDDDD"), "D123456");
        assert_eq!(fields("B123456 LDLDLD"), "L1 D2 L3 D4 L5 D6");
        assert_eq!(fields("B123456 LLDDLL"), "L1256 D34");
        assert_eq!(
            fields("B14 W25 B36 LDLDLD L1 D2 L3 D4 L5 D6 D"),
            "L1 D2 L3 D4 L5 D6 D"
        );
        assert_eq!(
            fields("B12 W34 B56 LLLLLL D D L L6543 L12"),
            "L12 L3456 L D D"
        );
    }

    #[test]
    fn entries_and_arcs_lead_to_pipes_and_fields() {
        let layout = layout("W26 B31 B4 W5 LLDDDD");
        assert_eq!(
            [1, 2, 3, 4, 5, 6].map(|entry| layout.pipe_of(entry)),
            [1, 0, 1, 2, 3, 0]
        );
        assert_eq!(
            [1, 2, 3, 4, 5, 6].map(|arc| layout.field_of(arc)),
            [0, 0, 1, 1, 1, 1]
        );
        assert_eq!(layout.crossings(), 1);
        // Entries and arcs out of range must not panic.
        assert_eq!([layout.pipe_of(0), layout.field_of(u8::MAX)], [1, 1]);
    }

    #[test]
    fn errors_name_their_part() {
        use CardPart::{Arc, Arcs, Card, Entry, FieldArc, Fields, Pipes};
        let cases = [
            (
                "B13 W26 B4 LLDDDD",
                "deck/entry",
                Pipes,
                "Entry 5 belongs to no pipe.",
            ),
            (
                "B13 LLDDDD",
                "deck/entry",
                Pipes,
                "Entries 2, 4, 5 and 6 belong to no pipe.",
            ),
            (
                "B13 W263 B4 W5 LLDDDD",
                "deck/entry",
                Entry { pipe: 1, at: 2 },
                "Entry 3 is listed twice; it belongs to one pipe.",
            ),
            (
                "B13 W267 B4 W5 LLDDDD",
                "deck/entry",
                Entry { pipe: 1, at: 2 },
                "There is no entry 7; a card has entries 1 to 6.",
            ),
            (
                "B13 W26 B4 W50 LLDDDD",
                "deck/entry",
                Entry { pipe: 3, at: 1 },
                "There is no entry 0; a card has entries 1 to 6.",
            ),
            (
                "B13 W26 B4 W5 LLDDDDL",
                "deck/arcs",
                Arcs,
                "There are six arcs, not 7.",
            ),
            (
                "B13 W26 B4 W5 L",
                "deck/arcs",
                Arcs,
                "A card has six arcs, not one.",
            ),
            (
                "B13 W26 B4 W5 LLDDLD",
                "deck/face-colours",
                Arc(4),
                "No pipe runs between arc 3 and arc 5, but one is dark and the other light.",
            ),
            (
                "B14 W25 B36 LDLDLD",
                "deck/fields",
                Card,
                "The fields of this card must be listed: `B14`, `W25` and `B36` cross one another.",
            ),
            (
                "B135 W246 LDLDLD",
                "deck/fields",
                Card,
                "The fields of this card must be listed: the splitters `B135` and `W246` cross.",
            ),
            (
                "B124 W356 LDLDLD",
                "deck/fields",
                Card,
                "The fields of this card must be listed: the splitters `B124` and `W356` cross.",
            ),
            (
                "B14 W2356 LDLDLD",
                "deck/fields",
                Card,
                "The fields of this card must be listed: `B14` and `W2356` cross with two entries of the splitter on \
                    either side.",
            ),
            (
                "B123456 LLLLLL L12345",
                "deck/fields",
                Fields,
                "Arc 6 is in no field.",
            ),
            (
                "B123456 LLLLLL L123456 L6",
                "deck/fields",
                FieldArc { field: 1, at: 0 },
                "Arc 6 is listed twice; it is part of one field.",
            ),
            (
                "B123456 LLLLLL L1234567",
                "deck/fields",
                FieldArc { field: 0, at: 6 },
                "There is no arc 7; a card has arcs 1 to 6.",
            ),
            (
                "B123456 LLLLLL L12345 D6",
                "deck/fields",
                FieldArc { field: 1, at: 0 },
                "Arc 6 is listed in a dark field, but is light.",
            ),
        ];
        for (text, code, part, message) in cases {
            assert_eq!(faults(text), [(code, part, message.to_owned())], "{text}");
        }
    }

    #[test]
    fn several_errors_are_reported_up_to_a_limit() {
        let codes: Vec<_> = faults("B1 W1 LLD D9")
            .into_iter()
            .map(|(code, ..)| code)
            .collect();
        assert_eq!(codes, ["deck/entry", "deck/entry", "deck/arcs"]);
        let codes: Vec<_> = faults("B12 LLDDDD L9")
            .into_iter()
            .map(|(code, ..)| code)
            .collect();
        assert_eq!(codes, ["deck/entry", "deck/fields", "deck/fields"]);
        assert_eq!(
            faults(&format!("{}LLDDDD", "B111111111 ".repeat(1000))).len(),
            MAX_FAULTS
        );
        assert_eq!(
            faults(&format!("B123456 LLLLLL{}", " L111111111".repeat(1000))).len(),
            MAX_FAULTS
        );
    }
}
