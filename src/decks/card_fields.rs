//! Fields of a card: those that the card lists (V2.6), or those that follow from its pipes and arcs
//! (V2.4, V2.5).
//!
//! A pipe with two or more entries divides the card into sectors. The derivation needs only the
//! sectors of each arc, one per pipe: arcs with the same sectors lie on one face (V2.4), and faces
//! separated by a single piece of pipe are one field if their colours agree (V2.5).

use super::card::{Card, CardPart, Field, FieldColour, Pipe, RIM};
use super::card_fault::{CardFault, CardFaultKind, FieldsNeeded, MAX_FAULTS};
use super::card_parts::LayoutField;
use super::layout::slot;

/// Returns the fields that a card lists, and checks that every arc is in a field of its own colour
/// (V2.6). V2.4 does not apply to them.
pub(super) fn listed_fields(
    card: &Card,
    colours: [FieldColour; RIM as usize],
    faults: &mut Vec<CardFault>,
) -> Vec<LayoutField> {
    let mut by_arc: [Option<CardPart>; RIM as usize] = [None; RIM as usize];
    for (index, field) in card.fields.iter().enumerate() {
        for (arc_index, &arc) in field.arcs.iter().enumerate() {
            if faults.len() >= MAX_FAULTS {
                return Vec::new();
            }
            let part = CardPart::FieldArc {
                field: index,
                at: arc_index,
            };
            let Some(slot) = slot(&mut by_arc, arc) else {
                faults.push(CardFault::new(part, CardFaultKind::NoSuchArc(arc)));
                continue;
            };
            if let Some(first) = slot {
                faults.push(CardFault::new(part, CardFaultKind::ArcTwice(arc)).with_other(*first));
                continue;
            }
            *slot = Some(part);
            if colours[usize::from(arc) - 1] != field.colour {
                let kind = CardFaultKind::FieldOfOtherColour {
                    arc,
                    field: field.colour,
                };
                faults.push(
                    CardFault::new(part, kind).with_other(CardPart::Arc(usize::from(arc) - 1)),
                );
            }
        }
    }

    let missing: Vec<u8> = (1..=RIM)
        .zip(&by_arc)
        .filter(|(_, field)| field.is_none())
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
    colours: [FieldColour; RIM as usize],
    faults: &mut Vec<CardFault>,
) -> Vec<LayoutField> {
    if let Some(reason) = why_fields_are_needed(card) {
        faults.push(CardFault::new(
            CardPart::Card,
            CardFaultKind::FieldsMissing(reason),
        ));
        return Vec::new();
    }

    let faces = faces_of_arcs(card);
    check_face_colours(&faces, colours, faults);
    let joined = |left: usize, right: usize| {
        colours[left] == colours[right]
            && (faces[left] == faces[right] || are_neighbours(&faces[left], &faces[right]))
    };
    group_arcs(joined)
        .into_iter()
        .map(|arcs| LayoutField {
            colour: arcs
                .first()
                .map_or(FieldColour::Light, |&arc| colours[usize::from(arc) - 1]),
            arcs,
        })
        .collect()
}

/// Checks that the arcs of each face have one colour (V2.4).
fn check_face_colours(
    faces: &[Vec<Sector>; RIM as usize],
    colours: [FieldColour; RIM as usize],
    faults: &mut Vec<CardFault>,
) {
    let arc = |index: usize| u8::try_from(index + 1).unwrap_or(RIM);
    for (index, face) in faces.iter().enumerate() {
        let Some(first) = faces[..index].iter().position(|earlier| earlier == face) else {
            continue;
        };
        if colours[first] != colours[index] {
            let kind = CardFaultKind::FaceOfTwoColours {
                arcs: [arc(first), arc(index)],
            };
            let fault = CardFault::new(CardPart::Arc(index), kind);
            faults.push(fault.with_other(CardPart::Arc(first)));
        }
    }
}

/// The index of a sector of a pipe, and the number of sectors of the pipe.
type Sector = (usize, usize);

/// Returns the sectors of each arc, one per pipe that divides the card (V2.4).
fn faces_of_arcs(card: &Card) -> [Vec<Sector>; RIM as usize] {
    let mut faces: [Vec<Sector>; RIM as usize] = Default::default();
    for (arc, face) in (1..=RIM).zip(&mut faces) {
        let cutting = card.pipes.iter().filter(|pipe| pipe.entries.len() > 1);
        // Arc 1 starts at entry 1 and lies after it.
        face.extend(cutting.map(|pipe| (sector_after(pipe, arc), pipe.entries.len())));
    }
    faces
}

/// Returns the sector of a pipe that contains the arc after `entry`.
fn sector_after(pipe: &Pipe, entry: u8) -> usize {
    pipe.entries.iter().filter(|&&own| own <= entry).count() % pipe.entries.len().max(1)
}

/// Returns true if two faces differ in the sector of only one pipe, and these two sectors are
/// adjacent (V2.5).
fn are_neighbours(left: &[Sector], right: &[Sector]) -> bool {
    let mut different = left.iter().zip(right).filter(|(left, right)| left != right);
    let side_by_side = |(&(left, count), &(right, _)): (&Sector, &Sector)| {
        (left + 1) % count == right || (right + 1) % count == left
    };
    different.next().is_some_and(side_by_side) && different.next().is_none()
}

/// Returns the connected groups of arcs, numbered from 1, ordered by their lowest arc.
fn group_arcs(joined: impl Fn(usize, usize) -> bool) -> Vec<Vec<u8>> {
    let mut groups: Vec<Vec<u8>> = Vec::new();
    let mut left: Vec<u8> = (1..=RIM).collect();
    while !left.is_empty() {
        let mut group = vec![left.remove(0)];
        let mut next = 0;
        while let Some(&arc) = group.get(next) {
            let (reached, rest) = left
                .into_iter()
                .partition(|&other: &u8| joined(usize::from(arc) - 1, usize::from(other) - 1));
            left = rest;
            group.extend::<Vec<u8>>(reached);
            next += 1;
        }
        group.sort_unstable();
        groups.push(group);
    }
    groups
}

/// Returns true if the entries of two pipes interleave on the rim, so that the pipes cross.
pub(super) fn are_crossing(left: &Pipe, right: &Pipe) -> bool {
    let sides = entries_by_sector(left, right);
    sides.iter().filter(|&&entries| entries > 0).count() > 1
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

/// Returns the reason why a card must list its fields, if there is one: its drawing has faces
/// without arcs (V2.6).
fn why_fields_are_needed(card: &Card) -> Option<FieldsNeeded> {
    let pipes = &card.pipes;
    for (index, first) in pipes.iter().enumerate() {
        for (later, second) in pipes
            .iter()
            .enumerate()
            .skip(index + 1)
            .filter(|(_, second)| are_crossing(first, second))
        {
            let is_section = |pipe: &Pipe| pipe.entries.len() == 2;
            let (section, splitter) = match (is_section(first), is_section(second)) {
                (false, false) => return Some(FieldsNeeded::SplittersCross([index, later])),
                (true, false) => (Some(first), second),
                (false, true) => (Some(second), first),
                (true, true) => (None, second),
            };
            let sectors = section.map(|section| entries_by_sector(section, splitter));
            if sectors.is_some_and(|sectors| sectors.iter().all(|&entries| entries >= 2)) {
                return Some(FieldsNeeded::SectionBehindHub([index, later]));
            }
            let third = (later + 1..pipes.len()).find(|&third| {
                are_crossing(first, &pipes[third]) && are_crossing(second, &pipes[third])
            });
            if let Some(third) = third {
                return Some(FieldsNeeded::ThreeCross([index, later, third]));
            }
        }
    }
    None
}
