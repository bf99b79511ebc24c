//! Compares the fields derived from pipes and arcs with a drawing.

use std::collections::{BTreeMap, BTreeSet};

use pipscribe::decks::card::{Card, Pipe, PipeColour};
use pipscribe::decks::{Layout, LayoutField};

use super::drawing;

/// Every way to distribute six entries over pipes.
fn partitions() -> Vec<Vec<Pipe>> {
    let mut all: Vec<Vec<Pipe>> = vec![Vec::new()];
    for entry in 1..=6_u8 {
        let mut next = Vec::new();
        for pipes in all {
            for index in 0..=pipes.len() {
                let mut pipes = pipes.clone();
                match pipes.get_mut(index) {
                    Some(pipe) => pipe.entries.push(entry),
                    None => pipes.push(Pipe {
                        colour: PipeColour::Black,
                        entries: vec![entry],
                    }),
                }
                next.push(pipes);
            }
        }
        all = next;
    }
    all
}

/// Connected arcs from 1.
fn groups(layout: &Layout) -> BTreeSet<Vec<u8>> {
    layout
        .fields()
        .iter()
        .map(|LayoutField { arcs, .. }| arcs.clone())
        .collect()
}

fn drawn_groups(faces: &drawing::Faces, is_dark: impl Fn(usize) -> bool) -> BTreeSet<Vec<u8>> {
    let dark_face = |face: usize| (0..6).any(|arc| faces.of_arcs[arc] == face && is_dark(arc));
    let mut group: Vec<usize> = (0..faces.sizes.len()).collect();
    for _ in 0..faces.sizes.len() {
        for &(left, right) in &faces.neighbours {
            if dark_face(left) == dark_face(right) {
                let least = group[left].min(group[right]);
                group[left] = least;
                group[right] = least;
            }
        }
    }
    let mut found: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
    for (arc, face) in (1..).zip(faces.of_arcs) {
        found.entry(group[face]).or_default().push(arc);
    }
    found.into_values().collect()
}

/// Each of 203 cards is drawn, in 64 colourings.
mod slow {
    use super::*;

    #[test]
    fn fields_are_those_of_a_drawing() {
        let partitions = partitions();
        assert_eq!(partitions.len(), 203);
        let mut listed = 0;
        for pipes in partitions {
            let faces = drawing::faces(&pipes);
            let reached: BTreeSet<_> = faces.of_arcs.into_iter().collect();
            let has_inner_face = (0..faces.sizes.len())
                .any(|face| faces.sizes[face] > 10 && !reached.contains(&face));
            let name = Card {
                pipes: pipes.clone(),
                ..Card::default()
            }
            .to_string();
            let splitters = pipes.iter().filter(|pipe| pipe.entries.len() > 2).count();
            let all_light = Card {
                pipes: pipes.clone(),
                arcs: Card::parse("LLLLLL").unwrap().arcs,
                fields: Vec::new(),
            };
            let Ok(layout) = Layout::from_card(&all_light) else {
                listed += 1;
                // Two splitters that cross can be drawn without a face inside.
                assert!(has_inner_face || splitters == 2, "{name}");
                continue;
            };
            assert!(!has_inner_face, "{name}");
            assert_eq!(layout.fields().len(), 1, "{name}");
            for colours in 0..64_u32 {
                let is_dark = |arc: usize| colours & (1 << arc) != 0;
                let arcs: String = (0..6)
                    .map(|arc| if is_dark(arc) { 'D' } else { 'L' })
                    .collect();
                let card = Card {
                    arcs: Card::parse(&arcs).unwrap().arcs,
                    ..all_light.clone()
                };
                let two_colours = (0..6).any(|left| {
                    (0..6).any(|right| {
                        faces.of_arcs[left] == faces.of_arcs[right]
                            && is_dark(left) != is_dark(right)
                    })
                });
                match Layout::from_card(&card) {
                    Err(faults) => {
                        assert!(two_colours, "{name}{arcs}");
                        assert!(
                            faults
                                .iter()
                                .all(|fault| fault.code().id == "deck/face-colours")
                        );
                    }
                    Ok(layout) => {
                        assert!(!two_colours, "{name}{arcs}");
                        assert_eq!(
                            groups(&layout),
                            drawn_groups(&faces, is_dark),
                            "{name}{arcs}"
                        );
                    }
                }
            }
        }
        // Three sections that cross; two splitters, ten pairs of three less those side by side; a
        // section with a splitter of four around it.
        assert_eq!(listed, 1 + 7 + 3);
    }
}
