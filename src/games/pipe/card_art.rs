//! Drawing plan of a card: the curves of its pipes, and the colours of the areas between them.
//!
//! A plan is used only if it agrees with [`Layout`]: the connected fields in the drawing, by colour and arcs,
//! must be those of the card. If a card lists fields that no drawing of its pipes can show, letters along the
//! rim show them instead.

use super::card_faces::{Face, faces, fields};
use super::card_lines::{Course, Strand, crossings_of};
use super::card_plans::{Plan, plans};
use crate::decks::card::{FieldColour, Pipe};
use crate::decks::layout::{Layout, RIM};
use crate::draw::{Place, UNIT};

/// Plans with more faces inside the card are not considered.
pub(super) const MOST_INSIDE: u32 = 5;

/// Half the width that a pipe covers.
const HALF_PIPE: i64 = 900;

/// The length of the gap at a crossing, on each side of the pipe that passes over.
const OVER: i32 = UNIT * 45 / 100;

/// Faces with their colours.
type PaintedFaces = Vec<(Face, FieldColour)>;

/// The drawing plan of a card with heading E, relative to the middle of the card.
#[derive(Clone, Debug)]
pub(super) struct Art {
    /// The faces between the pipes with their colours, or `None` if no plan shows the fields.
    pub(super) faces: Option<PaintedFaces>,
    /// The pipes, from bottom to top.
    pub(super) layers: Vec<Layer>,
}

/// A pipe of the plan.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// The index of the pipe in the card.
    pub(super) pipe: usize,
    /// The curve of the pipe.
    pub(super) course: Course,
    /// The parts of the pipe that pass over others and need a gap.
    pub(super) gaps: Vec<Vec<Place>>,
}

impl Art {
    /// Returns the best plan for a card.
    pub(super) fn of(layout: &Layout) -> Self {
        let pipes = &layout.card().pipes;
        let mut sorted: Vec<(Vec<u8>, usize)> = pipes.iter().map(|pipe| pipe.entries.clone()).zip(0..).collect();
        sorted.iter_mut().for_each(|(entries, _)| entries.sort_unstable());
        sorted.sort_unstable();
        let plans = plans(&sorted.iter().map(|(entries, _)| entries.clone()).collect::<Vec<_>>());
        let mut drawn: Option<(&Plan, PaintedFaces)> = None;
        for plan in &plans {
            if drawn.as_ref().is_some_and(|(best, _)| plan.crossings > best.crossings) {
                break;
            }
            let Some(faces) = painted(layout, &plan.courses) else { continue };
            // Faces inside the card must remain visible between the pipes.
            let seen = |faces: &PaintedFaces| least_seen(faces.iter().map(|(face, _)| face));
            if drawn.as_ref().is_none_or(|(_, best)| seen(&faces) > seen(best)) {
                drawn = Some((plan, faces));
            }
        }
        let plan = drawn.as_ref().map(|(plan, _)| *plan).or(plans.first());
        let mut courses = vec![Course::default(); pipes.len()];
        for (&(_, at), course) in sorted.iter().zip(plan.map(|plan| &plan.courses).into_iter().flatten()) {
            courses[at] = course.clone();
        }
        Self { layers: layers(pipes, courses), faces: drawn.map(|(_, faces)| faces) }
    }
}

/// Orders the pipes from bottom to top: of two that cross, the one with the lower entry passes over.
fn layers(pipes: &[Pipe], courses: Vec<Course>) -> Vec<Layer> {
    let mut layers: Vec<Layer> =
        courses.into_iter().enumerate().map(|(pipe, course)| Layer { pipe, course, gaps: Vec::new() }).collect();
    let first_entry = |at: usize| pipes.get(at).and_then(|pipe| pipe.entries.iter().min());
    layers.sort_by_key(|layer| std::cmp::Reverse(first_entry(layer.pipe)));
    for at in 0..layers.len() {
        let lines = |layer: &Layer| layer.course.strands.iter().map(Strand::flattened).collect::<Vec<_>>();
        let under: Vec<Vec<Place>> = layers[..at].iter().flat_map(lines).collect();
        let mut gaps = Vec::new();
        for line in lines(&layers[at]) {
            for (.., met) in under.iter().flat_map(|other| crossings_of(&line, other)) {
                gaps.push(line.iter().copied().filter(|place| place.minus(met).length() < OVER).collect());
            }
        }
        layers[at].gaps = gaps;
    }
    layers
}

/// Estimates the visible area of the least visible face inside the card. Returns the maximum value if there is
/// no face inside.
pub(super) fn least_seen<'f>(faces: impl IntoIterator<Item = &'f Face>) -> i64 {
    let inside = faces.into_iter().filter(|face| face.arcs.is_empty());
    let seen = inside.map(|face| {
        let next = face.corners.iter().cycle().skip(1);
        let sides = || face.corners.iter().zip(next.clone());
        let twice: i64 =
            sides().map(|(at, to)| i64::from(at.x) * i64::from(to.y) - i64::from(at.y) * i64::from(to.x)).sum();
        let around: i64 = sides().map(|(at, to)| i64::from(to.minus(*at).length())).sum();
        twice.abs() / 2 - around * HALF_PIPE
    });
    seen.min().unwrap_or(i64::MAX)
}

/// Returns the faces with the colours of their arcs, if they show the fields of the card. Faces without arcs
/// get the colours for which they do.
fn painted(layout: &Layout, courses: &[Course]) -> Option<PaintedFaces> {
    let faces = faces(courses);
    let arcs = &layout.card().arcs;
    let colour = |arc: u8| arcs.get(usize::from(arc.clamp(1, RIM)) - 1).copied();
    let inside = u32::try_from(faces.iter().filter(|face| face.arcs.is_empty()).count()).ok()?;
    if inside > MOST_INSIDE {
        return None;
    }
    let mut wanted: Vec<(bool, &[u8])> =
        layout.fields().iter().map(|field| (field.colour == FieldColour::Dark, field.arcs.as_slice())).collect();
    wanted.sort_unstable();
    (0..1_u32 << inside).find_map(|choice| {
        let mut seen = 0;
        let mut colours = Vec::with_capacity(faces.len());
        for face in &faces {
            colours.push(match face.arcs.first() {
                Some(&first) => colour(first).filter(|own| face.arcs.iter().all(|&arc| colour(arc) == Some(*own)))?,
                None => {
                    seen += 1;
                    if choice >> (seen - 1) & 1 == 0 { FieldColour::Light } else { FieldColour::Dark }
                }
            });
        }
        let shown = fields(&faces, &colours);
        let mut shown: Vec<(bool, &[u8])> =
            shown.iter().map(|(colour, arcs)| (*colour == FieldColour::Dark, arcs.as_slice())).collect();
        shown.sort_unstable();
        (shown == wanted).then(|| faces.iter().cloned().zip(colours).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decks::card::{Card, Pipe, PipeColour};

    /// All partitions of the six entries into pipes.
    fn shares() -> Vec<Vec<Vec<u8>>> {
        (1..=RIM).fold(vec![Vec::new()], |shares: Vec<Vec<Vec<u8>>>, entry| {
            let grown = |share: Vec<Vec<u8>>| {
                let mut next: Vec<Vec<Vec<u8>>> = Vec::new();
                for at in 0..share.len() {
                    let mut joined = share.clone();
                    joined[at].push(entry);
                    next.push(joined);
                }
                next.push([share, vec![vec![entry]]].concat());
                next
            };
            shares.into_iter().flat_map(grown).collect()
        })
    }

    #[test]
    fn a_card_whose_fields_no_drawing_shows_has_no_faces() {
        let art = |text: &str| Art::of(&Layout::of(&Card::parse(text).unwrap()).unwrap());
        assert!(art("B12 W34 B56 LLLLLL D D L L6543 L12").faces.is_none());
        assert!(art("B14 W25 B36 LDLDLD L1 D2 L3 D4 L5 D6 D").faces.is_some());
        assert!(art("B14 W25 B36 LDLDLD L1 D2 L3 D4 L5 D6 L").faces.is_some());
        assert!(art("B135 W246 LLDLLD L12 D3 L45 D6 D").faces.is_some());
        assert!(art("B1245 W36 DDLDLD D126 L3 D4 L5 L").faces.is_some());
    }

    mod slow {
        use super::*;

        /// Every card whose fields follow from pipes and arcs is drawn as V2.4 and V2.5 require, and its pipes
        /// cross no more often than necessary.
        #[test]
        fn every_card_that_lists_no_fields_is_drawn_with_its_fields() {
            let (mut drawn, mut exotic) = (0, 0);
            for share in shares() {
                let pipes: Vec<Pipe> =
                    share.into_iter().map(|entries| Pipe { colour: PipeColour::Black, entries }).collect();
                for bits in 0..64_u32 {
                    let arcs = (0..6)
                        .map(|arc| if bits >> arc & 1 == 0 { FieldColour::Light } else { FieldColour::Dark })
                        .collect();
                    let card = Card { pipes: pipes.clone(), arcs, fields: Vec::new() };
                    match Layout::of(&card) {
                        Ok(layout) => {
                            let art = Art::of(&layout);
                            assert!(art.faces.is_some(), "{card}");
                            drawn += 1;
                        }
                        Err(_) => exotic += 1,
                    }
                }
            }
            assert!(drawn > 3_000 && exotic > 0, "{drawn} {exotic}");
        }
    }
}
