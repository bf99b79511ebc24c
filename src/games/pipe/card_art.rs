//! Drawing plan of a card: the curves of its pipes, and the colours of the areas between them.
//!
//! A plan is used only if it agrees with [`Layout`]: the connected fields in the drawing, by colour
//! and arcs, must be those of the card. If a card lists fields that no drawing of its pipes can
//! show, letters along the rim show them instead. `card_plans.rs` has the possible curves,
//! `card_faces.rs` finds the areas, and `pipe_cuts.rs` cuts pipes where they cross.

use super::card_faces::{Face, faces, fields};
use super::card_plans::{Plan, plans};
use super::pipe_centre_lines::Course;
use super::pipe_cuts::{OPEN_END, Pieces};
use super::polylines::crossings_of;
use crate::decks::card::{FieldColour, Pipe, PipeColour};
use crate::decks::layout::{Layout, RIM};
use crate::draw::{Place, UNIT};

/// Plans with more faces inside the card are not considered.
pub(super) const MAX_INSIDE: u32 = 5;

/// Half the width that a pipe covers.
const HALF_PIPE: i32 = UNIT * 9 / 100;

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
    /// The visible pieces if other pipes pass over this one.
    pub(super) pieces: Option<Pieces>,
}

impl Art {
    /// Returns the best plan for a card.
    pub(super) fn from_layout(layout: &Layout) -> Self {
        let pipes = &layout.card().pipes;
        let sorted = sorted_pipes(pipes);
        let entries: Vec<Vec<u8>> = sorted.iter().map(|pipe| pipe.entries.clone()).collect();
        let plans = plans(&entries);
        let best = best_plan(layout, &plans);

        // If no plan shows the fields, the first one still shows the pipes.
        let plan = best.as_ref().map(|(plan, _)| *plan).or(plans.first());
        let mut courses = vec![Course::default(); pipes.len()];
        if let Some(plan) = plan {
            for (pipe, course) in sorted.iter().zip(&plan.courses) {
                courses[pipe.index] = course.clone();
            }
        }
        Self {
            layers: layers(pipes, courses),
            faces: best.map(|(_, faces)| faces),
        }
    }
}

/// A pipe as plans list it, with its entries in ascending order.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct SortedPipe {
    entries: Vec<u8>,
    /// The index of the pipe in the card.
    index: usize,
}

/// Returns the pipes of a card in the order of their entries, as plans list them.
fn sorted_pipes(pipes: &[Pipe]) -> Vec<SortedPipe> {
    let mut sorted = Vec::with_capacity(pipes.len());
    for (index, pipe) in pipes.iter().enumerate() {
        let mut entries = pipe.entries.clone();
        entries.sort_unstable();
        sorted.push(SortedPipe { entries, index });
    }
    sorted.sort_unstable();
    sorted
}

/// Returns the plan that shows the fields of a card with the fewest crossings, and its faces. Of
/// several such plans, it is the one whose faces inside the card are most visible between the
/// pipes.
fn best_plan<'p>(layout: &Layout, plans: &'p [Plan]) -> Option<(&'p Plan, PaintedFaces)> {
    let seen = |faces: &PaintedFaces| least_seen(faces.iter().map(|(face, _)| face));
    let mut best: Option<(&Plan, PaintedFaces)> = None;
    for plan in plans {
        // The plans are in the order of their crossings.
        if let Some((best_so_far, _)) = &best
            && plan.crossings > best_so_far.crossings
        {
            break;
        }
        let Some(faces) = painted(layout, &plan.courses) else {
            continue;
        };
        let is_better = best
            .as_ref()
            .is_none_or(|(_, best_faces)| seen(&faces) > seen(best_faces));
        if is_better {
            best = Some((plan, faces));
        }
    }
    best
}

/// Orders the pipes from bottom to top: of two that cross, the one with the lower entry passes
/// over. The lower one is cut, so that the gap shows whatever is under both.
fn layers(pipes: &[Pipe], courses: Vec<Course>) -> Vec<Layer> {
    let mut layers: Vec<Layer> = courses
        .into_iter()
        .enumerate()
        .map(|(pipe, course)| Layer {
            pipe,
            course,
            pieces: None,
        })
        .collect();
    let first_entry = |index: usize| pipes.get(index).and_then(|pipe| pipe.entries.iter().min());
    layers.sort_by_key(|layer| std::cmp::Reverse(first_entry(layer.pipe)));
    for index in 0..layers.len() {
        let own = layers[index].course.lines();
        let over = lines_across(&own, &layers[index + 1..]);
        if !over.is_empty() {
            let mut pieces = Pieces::default();
            // A black pipe is as dark as its outline, so that both end together.
            let is_black = pipes
                .get(layers[index].pipe)
                .is_some_and(|pipe| pipe.colour == PipeColour::Black);
            let open_end = if is_black { 0 } else { OPEN_END };
            for line in &own {
                pieces.add(line, &over, open_end);
            }
            layers[index].pieces = Some(pieces);
        }
    }
    layers
}

/// Returns the lines of the pipes that cross any of the lines `own`.
fn lines_across(own: &[Vec<Place>], above: &[Layer]) -> Vec<Vec<Place>> {
    let crosses = |lines: &Vec<Vec<Place>>| {
        let mut pairs = own
            .iter()
            .flat_map(|line| lines.iter().map(move |other| (line, other)));
        pairs.any(|(line, other)| !crossings_of(line, other).is_empty())
    };
    above
        .iter()
        .map(|layer| layer.course.lines())
        .filter(crosses)
        .flatten()
        .collect()
}

/// Estimates the visible area of the least visible face inside the card: its area, without what the
/// pipes along its outline cover. Returns the maximum value if there is no face inside.
pub(super) fn least_seen<'f>(faces: impl IntoIterator<Item = &'f Face>) -> i64 {
    let inside = faces.into_iter().filter(|face| face.arcs.is_empty());
    let seen = inside.map(|face| {
        let next = face.corners.iter().cycle().skip(1);
        let sides = || face.corners.iter().zip(next.clone());
        let twice: i64 = sides()
            .map(|(at, to)| i64::from(at.x) * i64::from(to.y) - i64::from(at.y) * i64::from(to.x))
            .sum();
        let around: i64 = sides()
            .map(|(at, to)| i64::from(to.minus(*at).length()))
            .sum();
        twice.abs() / 2 - around * i64::from(HALF_PIPE)
    });
    seen.min().unwrap_or(i64::MAX)
}

/// Returns the faces with the colours of their arcs, if they show the fields of the card. Faces
/// without arcs get the colours for which they do.
fn painted(layout: &Layout, courses: &[Course]) -> Option<PaintedFaces> {
    let faces = faces(courses);
    let inside = u32::try_from(faces.iter().filter(|face| face.arcs.is_empty()).count()).ok()?;
    if inside > MAX_INSIDE {
        return None;
    }
    // Fields as whether they are dark, and their arcs.
    let mut fields_of_card: Vec<(bool, &[u8])> = layout
        .fields()
        .iter()
        .map(|field| (field.colour == FieldColour::Dark, field.arcs.as_slice()))
        .collect();
    fields_of_card.sort_unstable();
    // Each bit of a choice is the colour of one face without arcs.
    (0..1_u32 << inside).find_map(|choice| {
        let colours = colours_of_faces(&faces, &layout.card().arcs, choice)?;
        let shown = fields(&faces, &colours);
        let mut shown: Vec<(bool, &[u8])> = shown
            .iter()
            .map(|(colour, arcs)| (*colour == FieldColour::Dark, arcs.as_slice()))
            .collect();
        shown.sort_unstable();
        (shown == fields_of_card).then(|| faces.iter().cloned().zip(colours).collect())
    })
}

/// Returns the colour of each face: the colour of its arcs or, without arcs, the next bit of
/// `choice`, which is set for dark. Returns `None` if the arcs of a face differ.
fn colours_of_faces(
    faces: &[Face],
    arcs: &[FieldColour],
    mut choice: u32,
) -> Option<Vec<FieldColour>> {
    let colour = |arc: u8| arcs.get(usize::from(arc.clamp(1, RIM)) - 1).copied();
    let colour_of_face = |face: &Face| {
        if let Some(&first) = face.arcs.first() {
            return colour(first)
                .filter(|own| face.arcs.iter().all(|&arc| colour(arc) == Some(*own)));
        }
        let is_dark = choice & 1 == 1;
        choice >>= 1;
        Some(if is_dark {
            FieldColour::Dark
        } else {
            FieldColour::Light
        })
    };
    faces.iter().map(colour_of_face).collect()
}

#[cfg(test)]
mod tests {
    use super::super::pipe_cuts::{GAP, HALF_BODY, HALF_EDGE, MIN_PIECE};
    use super::super::polylines::{UNSEEN, distance, simplified};
    use super::*;
    use crate::decks::card::Card;

    /// All partitions of the six entries into pipes.
    fn shares() -> Vec<Vec<Vec<u8>>> {
        (1..=RIM).fold(vec![Vec::new()], |shares: Vec<Vec<Vec<u8>>>, entry| {
            let grown = |share: Vec<Vec<u8>>| {
                let mut next: Vec<Vec<Vec<u8>>> = Vec::new();
                for index in 0..share.len() {
                    let mut joined = share.clone();
                    joined[index].push(entry);
                    next.push(joined);
                }
                next.push([share, vec![vec![entry]]].concat());
                next
            };
            shares.into_iter().flat_map(grown).collect()
        })
    }

    /// Returns twice the area within a closed outline, negative if the outline runs the other way.
    fn twice_the_area(corners: &[Place]) -> i64 {
        let next = corners.iter().cycle().skip(1);
        let product = |(at, to): (&Place, &Place)| {
            i64::from(at.x) * i64::from(to.y) - i64::from(at.y) * i64::from(to.x)
        };
        corners.iter().zip(next).map(product).sum()
    }

    /// Returns the sharpest notch among the corners of an outline for which `counts` is true, in
    /// degrees: the largest turn against the direction of the outline.
    fn sharpest_notch(corners: &[Place], counts: impl Fn(Place) -> bool) -> f64 {
        let sign = twice_the_area(corners).signum() as f64;
        let count = corners.len();
        let counted = (0..count).filter(|index| counts(corners[*index]));
        let turns = counted.map(|index| {
            let [before, at, after] =
                [index + count - 1, index, index + 1].map(|index| corners[index % count]);
            let (one, other) = (at.minus(before), after.minus(at));
            let angle = |way: Place| f64::from(way.y).atan2(f64::from(way.x)).to_degrees();
            let turn = (angle(other) - angle(one)) * sign;
            (turn + 540.0).rem_euclid(360.0) - 180.0
        });
        -turns.fold(0.0, f64::min)
    }

    /// Returns true if a place is within an outline, which may overlap itself, or at most `by`
    /// beyond it.
    fn is_within(corners: &[Place], at: Place, by: i32) -> bool {
        let closed: Vec<Place> = corners.iter().chain(corners.first()).copied().collect();
        let turns = closed.windows(2).map(|ends| {
            let [from, to] = [ends[0], ends[1]];
            let side = i64::from(at.y - from.y) * i64::from(to.x - from.x)
                - i64::from(at.x - from.x) * i64::from(to.y - from.y);
            match (from.y > at.y, to.y > at.y) {
                (false, true) if side < 0 => 1,
                (true, false) if side > 0 => -1,
                _ => 0,
            }
        });
        turns.sum::<i32>() != 0 || distance(at, &closed) <= by
    }

    /// Asserts that nothing small is left where pipes cross: the faces meet without gaps, and the
    /// pieces of a cut pipe have smooth ends at the same distance from the pipe that passes over.
    fn assert_no_crumbs(layout: &Layout) {
        let art = Art::from_layout(layout);
        let card = layout.card();
        if let Some(faces) = &art.faces {
            let areas = faces
                .iter()
                .map(|(face, _)| twice_the_area(&face.drawn_outline()));
            let whole = 4 * i64::from(UNIT) * i64::from(UNIT);
            assert_eq!(areas.sum::<i64>(), whole, "gaps between faces of {card}");
        }

        for (index, layer) in art.layers.iter().enumerate() {
            let Some(pieces) = &layer.pieces else {
                continue;
            };
            let over = lines_across(&layer.course.lines(), &art.layers[index + 1..]);
            assert_eq!(pieces.edges.len(), pieces.bodies.len(), "{card}");
            for (edge, body) in pieces.edges.iter().zip(&pieces.bodies) {
                let [edge, body] = [edge, body].map(|area| simplified(area.clone(), UNSEEN));
                let nearest = |at: &Place| over.iter().map(|line| distance(*at, line)).min();
                // The arms of a splitter meet in a corner that is no notch.
                let is_at_end =
                    |at: Place| nearest(&at).is_some_and(|gap| gap < HALF_EDGE + GAP + UNSEEN * 2);
                for area in [&edge, &body] {
                    let notch = sharpest_notch(area, is_at_end);
                    assert!(
                        notch < 40.0,
                        "a notch of {notch} degrees in {card}: {area:?}"
                    );
                    let least = i64::from(MIN_PIECE) * i64::from(HALF_BODY);
                    assert!(twice_the_area(area).abs() / 2 > least, "a crumb in {card}");
                }
                for at in &body {
                    let is_covered = is_within(&edge, *at, GAP);
                    assert!(is_covered, "{at:?} of {card} is beyond the outline");
                }
                let ends = edge.iter().filter_map(nearest);
                let gap = ends.min().unwrap_or(i32::MAX);
                assert!(
                    (HALF_EDGE + GAP - UNSEEN * 2..).contains(&gap),
                    "{card}: a gap of {gap}"
                );
            }
        }
    }

    #[test]
    fn nothing_small_is_left_where_pipes_cross() {
        let colours = [PipeColour::White, PipeColour::Black];
        for (share, colour) in shares().into_iter().zip(colours.into_iter().cycle()) {
            let pipes = share.into_iter().map(|entries| Pipe { colour, entries });
            let card = Card {
                pipes: pipes.collect(),
                arcs: vec![FieldColour::Light; usize::from(RIM)],
                fields: Vec::new(),
            };
            if let Ok(layout) = Layout::from_card(&card) {
                assert_no_crumbs(&layout);
            }
        }
    }

    #[test]
    fn a_card_with_undrawable_fields_has_no_faces() {
        let art =
            |text: &str| Art::from_layout(&Layout::from_card(&Card::parse(text).unwrap()).unwrap());
        assert!(art("B12 W34 B56 LLLLLL D D L L6543 L12").faces.is_none());
        assert!(
            art("B14 W25 B36 LDLDLD L1 D2 L3 D4 L5 D6 D")
                .faces
                .is_some()
        );
        assert!(
            art("B14 W25 B36 LDLDLD L1 D2 L3 D4 L5 D6 L")
                .faces
                .is_some()
        );
        assert!(art("B135 W246 LLDLLD L12 D3 L45 D6 D").faces.is_some());
        assert!(art("B1245 W36 DDLDLD D126 L3 D4 L5 L").faces.is_some());
    }

    mod slow {
        use super::*;

        /// Every card whose fields follow from pipes and arcs is drawn as V2.4 and V2.5 require,
        /// and its pipes cross no more often than necessary.
        #[test]
        fn every_card_without_a_field_list_is_drawn_with_its_fields() {
            let mut drawn = 0;
            let mut exotic = 0;
            for share in shares() {
                let pipes: Vec<Pipe> = share
                    .into_iter()
                    .map(|entries| Pipe {
                        colour: PipeColour::Black,
                        entries,
                    })
                    .collect();
                for bits in 0..64_u32 {
                    let arcs = (0..6)
                        .map(|arc| {
                            if bits >> arc & 1 == 0 {
                                FieldColour::Light
                            } else {
                                FieldColour::Dark
                            }
                        })
                        .collect();
                    let card = Card {
                        pipes: pipes.clone(),
                        arcs,
                        fields: Vec::new(),
                    };
                    match Layout::from_card(&card) {
                        Ok(layout) => {
                            let art = Art::from_layout(&layout);
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
