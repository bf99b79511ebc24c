//! Fields of a card: those that the card lists (V2.6), or those that follow from its pipes and arcs
//! (V2.4, V2.5).
//!
//! A pipe with one entry is an *end cap*, with two entries a *section*, and with three or more a
//! *splitter*, whose branches meet in its *hub*. A pipe with two or more entries divides the card
//! into *sectors*, one between each pair of neighbouring entries. A *face* is an area that no pipe
//! divides.
//!
//! The derivation needs only the sectors of each arc, one per pipe: arcs with the same sectors lie
//! on one face (V2.4), and faces separated by a single piece of pipe are one field if their colours
//! agree (V2.5).

use super::card::{Card, CardPart, Field, FieldColour, Pipe, RIM};
use super::card_fault::{CardFault, CardFaultKind, FieldsNeeded, MAX_FAULTS};
use super::card_parts::LayoutField;
use super::layout::rim_value_mut;

/// Returns the fields that a card lists, and checks that every arc is in a field of its own colour
/// (V2.6). V2.4 does not apply to them.
pub(super) fn listed_fields(
    card: &Card,
    arc_colours: [FieldColour; RIM as usize],
    faults: &mut Vec<CardFault>,
) -> Vec<LayoutField> {
    let mut place_by_arc: [Option<CardPart>; RIM as usize] = [None; RIM as usize];
    for (field_index, field) in card.fields.iter().enumerate() {
        for (arc_index, &arc) in field.arcs.iter().enumerate() {
            if faults.len() >= MAX_FAULTS {
                return Vec::new();
            }
            let place = CardPart::FieldArc {
                field: field_index,
                at: arc_index,
            };
            faults.extend(
                record_place_of_arc(&mut place_by_arc, arc, place)
                    .or_else(|| fault_of_arc_colour(arc_colours, arc, field.colour, place)),
            );
        }
    }

    let missing: Vec<u8> = (1..=RIM)
        .zip(&place_by_arc)
        .filter(|(_, place)| place.is_none())
        .map(|(arc, _)| arc)
        .collect();
    if !missing.is_empty() {
        faults.push(CardFault::new(
            CardPart::Fields,
            CardFaultKind::ArcsInNoField(missing),
        ));
    }

    fields_in_order(card)
}

/// Records the place at which a field lists an arc. Returns a fault if there is no such arc, or a
/// field lists it already.
fn record_place_of_arc(
    place_by_arc: &mut [Option<CardPart>; RIM as usize],
    arc: u8,
    place: CardPart,
) -> Option<CardFault> {
    let Some(known_place) = rim_value_mut(place_by_arc, arc) else {
        return Some(CardFault::new(place, CardFaultKind::NoSuchArc(arc)));
    };
    match known_place {
        Some(first) => Some(CardFault::new(place, CardFaultKind::ArcTwice(arc)).with_other(*first)),
        None => {
            *known_place = Some(place);
            None
        }
    }
}

/// Returns a fault if an existing arc differs in colour from the field that lists it at `place`.
fn fault_of_arc_colour(
    arc_colours: [FieldColour; RIM as usize],
    arc: u8,
    field: FieldColour,
    place: CardPart,
) -> Option<CardFault> {
    let arc_index = usize::from(arc) - 1;
    if arc_colours[arc_index] == field {
        return None;
    }
    let kind = CardFaultKind::FieldOfOtherColour { arc, field };
    Some(CardFault::new(place, kind).with_other(CardPart::Arc(arc_index)))
}

/// Returns the fields that a card lists, by their first arc. Fields without arcs come last, light
/// before dark.
fn fields_in_order(card: &Card) -> Vec<LayoutField> {
    let mut fields: Vec<LayoutField> = card
        .fields
        .iter()
        .map(LayoutField::from_listed_field)
        .collect();
    fields.sort_by_key(|field| {
        (
            field.arcs.first().copied().unwrap_or(u8::MAX),
            field.colour == FieldColour::Dark,
        )
    });
    fields
}

impl LayoutField {
    /// Returns a field as the card lists it, with its arcs in ascending order.
    fn from_listed_field(field: &Field) -> Self {
        let mut arcs = field.arcs.clone();
        arcs.sort_unstable();
        Self {
            colour: field.colour,
            arcs,
        }
    }
}

/// Derives the fields from pipes and arcs (V2.4, V2.5).
pub(super) fn derived_fields(
    card: &Card,
    arc_colours: [FieldColour; RIM as usize],
    faults: &mut Vec<CardFault>,
) -> Vec<LayoutField> {
    if let Some(reason) = why_fields_are_needed(card) {
        faults.push(CardFault::new(
            CardPart::Card,
            CardFaultKind::FieldsMissing(reason),
        ));
        return Vec::new();
    }

    let faces = face_by_arc(card);
    check_face_colours(&faces, arc_colours, faults);

    let are_in_one_field = |left: usize, right: usize| {
        arc_colours[left] == arc_colours[right]
            && (faces[left] == faces[right] || are_neighbours(&faces[left], &faces[right]))
    };
    let mut fields = Vec::new();
    for arcs in group_arcs(are_in_one_field) {
        let colour = arc_colours[usize::from(arcs[0]) - 1];
        fields.push(LayoutField { colour, arcs });
    }
    fields
}

/// Returns the reason why a card must list its fields, if there is one: its drawing has faces
/// without arcs (V2.6).
fn why_fields_are_needed(card: &Card) -> Option<FieldsNeeded> {
    let pipes = &card.pipes;
    for (first_index, first) in pipes.iter().enumerate() {
        for (second_index, second) in pipes.iter().enumerate().skip(first_index + 1) {
            if !are_crossing(first, second) {
                continue;
            }

            let pair = [first_index, second_index];
            let is_section = |pipe: &Pipe| pipe.entries.len() == 2;
            let is_behind_hub = match (is_section(first), is_section(second)) {
                (false, false) => return Some(FieldsNeeded::SplittersCross(pair)),
                (true, false) => is_section_behind_hub(first, second),
                (false, true) => is_section_behind_hub(second, first),
                (true, true) => false,
            };
            if is_behind_hub {
                return Some(FieldsNeeded::SectionBehindHub(pair));
            }

            let third_index = (second_index + 1..pipes.len()).find(|&third| {
                are_crossing(first, &pipes[third]) && are_crossing(second, &pipes[third])
            });
            if let Some(third_index) = third_index {
                let all = [first_index, second_index, third_index];
                return Some(FieldsNeeded::ThreeCross(all));
            }
        }
    }
    None
}

/// Returns true if the splitter has two or more entries on either side of the section. The section
/// then passes the hub of the splitter, where its pipe divides, and closes off a face there.
fn is_section_behind_hub(section: &Pipe, splitter: &Pipe) -> bool {
    entries_by_sector(section, splitter)
        .into_iter()
        .all(|entries| entries >= 2)
}

/// Returns true if the entries of two pipes interleave on the rim, so that the pipes cross.
pub(super) fn are_crossing(left: &Pipe, right: &Pipe) -> bool {
    let entries_by_sector = entries_by_sector(left, right);
    let occupied_sectors = entries_by_sector.into_iter().filter(|&entries| entries > 0);
    occupied_sectors.count() > 1
}

/// Returns the number of entries of `other` in each sector of `pipe`.
fn entries_by_sector(pipe: &Pipe, other: &Pipe) -> Vec<usize> {
    let mut counts = vec![0; pipe.entries.len()];
    for &entry in &other.entries {
        if let Some(count) = counts.get_mut(sector_after(pipe, entry)) {
            *count += 1;
        }
    }
    counts
}

/// Returns the index of the sector of a pipe that contains the rim after `entry`: the number of
/// entries of the pipe up to there. The rim after the last entry and the rim before the first are
/// one sector, with the index 0.
fn sector_after(pipe: &Pipe, entry: u8) -> usize {
    let sectors = pipe.entries.len().max(1);
    let entries_before = pipe.entries.iter().filter(|&&own| own <= entry).count();
    entries_before % sectors
}

/// Sector of a pipe.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Sector {
    index: usize,
    /// The number of sectors of the pipe.
    count: usize,
}

impl Sector {
    /// Returns true if only one entry separates this sector from another sector of its pipe.
    fn is_next_to(self, other: Self) -> bool {
        (self.index + 1) % self.count == other.index || (other.index + 1) % self.count == self.index
    }
}

/// Face of a card, as its sector of each pipe that divides the card (V2.4).
type Face = Vec<Sector>;

/// Returns the face of each arc.
fn face_by_arc(card: &Card) -> [Face; RIM as usize] {
    let mut faces: [Face; RIM as usize] = Default::default();
    // Arc 1 starts at entry 1 and lies after it.
    for (entry, face) in (1..=RIM).zip(&mut faces) {
        for pipe in &card.pipes {
            // An end cap does not divide the card.
            if pipe.entries.len() > 1 {
                face.push(Sector {
                    index: sector_after(pipe, entry),
                    count: pipe.entries.len(),
                });
            }
        }
    }
    faces
}

/// Checks that the arcs of each face have one colour (V2.4).
fn check_face_colours(
    faces: &[Face; RIM as usize],
    arc_colours: [FieldColour; RIM as usize],
    faults: &mut Vec<CardFault>,
) {
    let arc = |index: usize| u8::try_from(index + 1).unwrap_or(RIM);
    for (index, face) in faces.iter().enumerate() {
        let Some(first) = faces[..index].iter().position(|earlier| earlier == face) else {
            continue;
        };
        if arc_colours[first] != arc_colours[index] {
            let kind = CardFaultKind::FaceOfTwoColours {
                arcs: [arc(first), arc(index)],
            };
            let fault = CardFault::new(CardPart::Arc(index), kind);
            faults.push(fault.with_other(CardPart::Arc(first)));
        }
    }
}

/// Returns true if two faces differ in the sector of only one pipe, and these two sectors are
/// adjacent (V2.5).
fn are_neighbours(left: &[Sector], right: &[Sector]) -> bool {
    let mut different_sectors = left.iter().zip(right).filter(|(left, right)| left != right);
    let Some((left, right)) = different_sectors.next() else {
        return false;
    };
    left.is_next_to(*right) && different_sectors.next().is_none()
}

/// Returns the connected groups of arcs, numbered from 1, ordered by their lowest arc. `are_joined`
/// takes the indices of two arcs, from 0.
fn group_arcs(are_joined: impl Fn(usize, usize) -> bool) -> Vec<Vec<u8>> {
    let mut groups: Vec<Vec<u8>> = Vec::new();
    let mut remaining: Vec<u8> = (1..=RIM).collect();
    while !remaining.is_empty() {
        let mut group = vec![remaining.remove(0)];
        // The group grows while its arcs are visited, until it has all arcs that can be reached.
        let mut visited = 0;
        while let Some(&arc) = group.get(visited) {
            let (reached, others): (Vec<u8>, Vec<u8>) = remaining
                .into_iter()
                .partition(|&other| are_joined(usize::from(arc) - 1, usize::from(other) - 1));
            group.extend(reached);
            remaining = others;
            visited += 1;
        }
        group.sort_unstable();
        groups.push(group);
    }
    groups
}
