//! Drawing plan of a card: the curves of its pipes, and the colours of the areas between them.
//!
//! A plan is used only if it agrees with [`Layout`]: the connected fields in the drawing, by colour
//! and arcs, must be those of the card. If a card lists fields that no drawing of its pipes can
//! show, letters along the rim show them instead.

use super::card_faces::{Face, faces, fields};
use super::card_lines::{Course, crossings_of};
use super::card_plans::{Plan, plans};
use crate::decks::card::{FieldColour, Pipe};
use crate::decks::layout::{Layout, RIM};
use crate::draw::{Place, UNIT};

/// Deviation of a curve from its line that is not seen.
pub(super) const UNSEEN: i32 = UNIT / 500;
/// Deviation of the border of a field, which pipes cover.
pub(super) const COVERED: i32 = UNIT / 40;
/// Steps of a square to which corners are rounded: tenths of a pixel at the usual size.
const GRID: i64 = 480;
/// Plans with more faces inside the card are not considered.
pub(super) const MAX_INSIDE: u32 = 5;

/// Half the width that a pipe covers.
const HALF_PIPE: i64 = 900;

/// The distance from a crossing within which the lower pipe may be cut.
const NEAR: i32 = UNIT * 60 / 100;
/// Half the width of a pipe with its outline, and of what is within the outline.
const HALF_EDGE: i32 = UNIT * 896 / 10_000;
const HALF_BODY: i32 = UNIT * 583 / 10_000;
/// The gap beside a pipe that passes over another.
const GAP: i32 = UNIT * 35 / 1000;

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

/// Areas of a pipe that other pipes leave visible.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    /// The pieces with their outline.
    pub(super) edges: Vec<Vec<Place>>,
    /// The pieces within the outline.
    pub(super) bodies: Vec<Vec<Place>>,
}

impl Art {
    /// Returns the best plan for a card.
    pub(super) fn from_layout(layout: &Layout) -> Self {
        let pipes = &layout.card().pipes;
        let mut sorted: Vec<(Vec<u8>, usize)> = pipes
            .iter()
            .map(|pipe| pipe.entries.clone())
            .zip(0..)
            .collect();
        sorted
            .iter_mut()
            .for_each(|(entries, _)| entries.sort_unstable());
        sorted.sort_unstable();
        let plans = plans(
            &sorted
                .iter()
                .map(|(entries, _)| entries.clone())
                .collect::<Vec<_>>(),
        );
        let mut drawn: Option<(&Plan, PaintedFaces)> = None;
        for plan in &plans {
            if drawn
                .as_ref()
                .is_some_and(|(best, _)| plan.crossings > best.crossings)
            {
                break;
            }
            let Some(faces) = painted(layout, &plan.courses) else {
                continue;
            };
            // Faces inside the card must remain visible between the pipes.
            let seen = |faces: &PaintedFaces| least_seen(faces.iter().map(|(face, _)| face));
            if drawn
                .as_ref()
                .is_none_or(|(_, best)| seen(&faces) > seen(best))
            {
                drawn = Some((plan, faces));
            }
        }
        let plan = drawn.as_ref().map(|(plan, _)| *plan).or(plans.first());
        let mut courses = vec![Course::default(); pipes.len()];
        for (&(_, index), course) in sorted
            .iter()
            .zip(plan.map(|plan| &plan.courses).into_iter().flatten())
        {
            courses[index] = course.clone();
        }
        Self {
            layers: layers(pipes, courses),
            faces: drawn.map(|(_, faces)| faces),
        }
    }
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
        let over: Vec<Vec<Place>> = layers[index + 1..]
            .iter()
            .flat_map(|layer| layer.course.lines())
            .collect();
        let crossings = |line: &[Place]| -> Vec<Place> {
            over.iter()
                .flat_map(|other| crossings_of(line, other))
                .map(|(.., crossing)| crossing)
                .collect()
        };
        if own.iter().any(|line| !crossings(line).is_empty()) {
            let areas = |half: i32| {
                own.iter()
                    .flat_map(|line| visible(line, &crossings(line), &over, half))
                    .collect()
            };
            layers[index].pieces = Some(Pieces {
                edges: areas(HALF_EDGE),
                bodies: areas(HALF_BODY),
            });
        }
    }
    layers
}

/// Returns the areas of a pipe around `line` that other pipes leave visible; `half` is half its
/// width. The ends of the areas are parallel to the pipe that passes over.
fn visible(line: &[Place], crossings: &[Place], over: &[Vec<Place>], half: i32) -> Vec<Vec<Place>> {
    let nearest = |crossing: &Place| {
        (0..line.len()).min_by_key(|&index| line[index].minus(*crossing).squared_length())
    };
    let mut cuts: Vec<usize> = crossings.iter().filter_map(nearest).collect();
    cuts.extend([0, line.len() - 1]);
    cuts.sort_unstable();
    cuts.dedup();
    let edge = |index: usize, side: i32| {
        let way = line[(index + 1).min(line.len() - 1)].minus(line[index.saturating_sub(1)]);
        line[index].plus(
            Place {
                x: -way.y,
                y: way.x,
            }
            .at_length(half * side),
        )
    };
    let is_seen = |at: &Place| {
        crossings
            .iter()
            .all(|crossing| at.minus(*crossing).length() > NEAR)
            || over
                .iter()
                .all(|line| distance(*at, line) >= HALF_EDGE + GAP)
    };
    let area = |ends: &[usize]| {
        // Beyond a slanting pipe, some places of a side would be seen again.
        let side = |side: i32| -> Vec<Place> {
            let places: Vec<Place> = (ends[0]..=ends[1]).map(|index| edge(index, side)).collect();
            let stretches = places.split(|at| !is_seen(at));
            stretches
                .max_by_key(|stretch| stretch.len())
                .unwrap_or_default()
                .to_vec()
        };
        let (left, right) = (side(1), side(-1));
        let is_area = left.len() > 1 && right.len() > 1;
        is_area.then(|| left.into_iter().chain(right.into_iter().rev()).collect())
    };
    cuts.windows(2).filter_map(area).collect()
}

/// Returns the distance of a place from a polyline.
pub(super) fn distance(at: Place, line: &[Place]) -> i32 {
    let from_segment = |ends: &[Place]| {
        let way = ends[1].minus(ends[0]);
        let to = at.minus(ends[0]);
        let whole = way.squared_length().max(1);
        let part = (i64::from(way.x) * i64::from(to.x) + i64::from(way.y) * i64::from(to.y))
            .clamp(0, whole);
        let scaled = |length: i32| i32::try_from(i64::from(length) * part / whole).unwrap_or(0);
        to.minus(Place {
            x: scaled(way.x),
            y: scaled(way.y),
        })
        .length()
    };
    line.windows(2).map(from_segment).min().unwrap_or(i32::MAX)
}

/// Returns a polygon without corners that lie within `deviation` of the line between their
/// neighbours. The others are rounded to [`GRID`], so that figures stay small.
pub(super) fn simplified(corners: Vec<Place>, deviation: i32) -> Vec<Place> {
    let mut kept: Vec<Place> = Vec::with_capacity(corners.len());
    // The corners since the last one that was kept.
    let mut since: Vec<Place> = Vec::new();
    for corner in corners {
        let Some(&last) = kept.last() else {
            kept.push(corner);
            continue;
        };
        if since
            .iter()
            .any(|&at| distance(at, &[last, corner]) > deviation)
        {
            kept.extend(since.last().copied());
            since.clear();
        }
        since.push(corner);
    }
    kept.extend(since.last().copied());
    kept.into_iter().map(on_grid).collect()
}

/// Rounds a place to [`GRID`].
pub(super) fn on_grid(at: Place) -> Place {
    let divided = |number: i64, by: i64| (number + number.signum() * by / 2) / by;
    let rounded = |length: i32| {
        let steps = divided(i64::from(length) * GRID, i64::from(UNIT));
        i32::try_from(divided(steps * i64::from(UNIT), GRID)).unwrap_or(length)
    };
    Place {
        x: rounded(at.x),
        y: rounded(at.y),
    }
}

/// Estimates the visible area of the least visible face inside the card. Returns the maximum value
/// if there is no face inside.
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
        twice.abs() / 2 - around * HALF_PIPE
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
    let mut wanted: Vec<(bool, &[u8])> = layout
        .fields()
        .iter()
        .map(|field| (field.colour == FieldColour::Dark, field.arcs.as_slice()))
        .collect();
    wanted.sort_unstable();
    (0..1_u32 << inside).find_map(|choice| {
        let colours = colours_of_faces(&faces, &layout.card().arcs, choice)?;
        let shown = fields(&faces, &colours);
        let mut shown: Vec<(bool, &[u8])> = shown
            .iter()
            .map(|(colour, arcs)| (*colour == FieldColour::Dark, arcs.as_slice()))
            .collect();
        shown.sort_unstable();
        (shown == wanted).then(|| faces.iter().cloned().zip(colours).collect())
    })
}

/// Returns the colour of each face: the colour of its arcs or, without arcs, the next bit of
/// `inside`. Returns `None` if the arcs of a face differ.
fn colours_of_faces(
    faces: &[Face],
    arcs: &[FieldColour],
    mut inside: u32,
) -> Option<Vec<FieldColour>> {
    let colour = |arc: u8| arcs.get(usize::from(arc.clamp(1, RIM)) - 1).copied();
    let colour_of_face = |face: &Face| {
        if let Some(&first) = face.arcs.first() {
            return colour(first)
                .filter(|own| face.arcs.iter().all(|&arc| colour(arc) == Some(*own)));
        }
        let is_dark = inside & 1 == 1;
        inside >>= 1;
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
    use super::*;
    use crate::decks::card::{Card, Pipe, PipeColour};

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
