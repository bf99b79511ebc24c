//! Drawing plan of a card: the curves of its pipes, and the colours of the areas between them.
//!
//! A plan is used only if it agrees with [`Layout`]: the connected fields in the drawing, by colour
//! and arcs, must be those of the card. If a card lists fields that no drawing of its pipes can
//! show, letters along the rim show them instead.

use super::card_faces::{Face, faces, fields};
use super::card_lines::{Course, crossings_of};
use super::card_plans::{Plan, plans};
use crate::decks::card::{FieldColour, Pipe, PipeColour};
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

/// Half the width of a pipe with its outline, and of what is within the outline.
const HALF_EDGE: i32 = UNIT * 896 / 10_000;
const HALF_BODY: i32 = UNIT * 583 / 10_000;
/// The gap beside a pipe that passes over another.
const GAP: i32 = UNIT * 35 / 1000;
/// How far a cut white pipe extends beyond its outline into the gap.
const OPEN_END: i32 = UNIT / 250;
/// The shortest piece of a cut pipe. Shorter ones would look like dirt.
const MIN_PIECE: i32 = UNIT * 6 / 100;

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
        for (entries, _) in &mut sorted {
            entries.sort_unstable();
        }

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

impl Pieces {
    /// Adds the areas of a pipe around `line` that the pipes `over` it leave visible. The ends of
    /// the areas are parallel to the pipe that passes over.
    fn add(&mut self, line: &[Place], over: &[Vec<Place>], open_end: i32) {
        let crossings = over.iter().flat_map(|other| crossings_of(line, other));
        let nearest = |crossing: &Place| {
            (0..line.len()).min_by_key(|&index| line[index].minus(*crossing).squared_length())
        };
        let mut cuts: Vec<usize> = crossings
            .filter_map(|(.., crossing)| nearest(&crossing))
            .collect();
        cuts.extend([0, line.len() - 1]);
        cuts.sort_unstable();
        cuts.dedup();
        for ends in cuts.windows(2) {
            let visible = |tracks: &[i32], gap: i32| {
                let cut = Cut { line, over, gap };
                cut.area(ends[0], ends[1], tracks)
            };
            let edge = visible(&TRACKS, HALF_EDGE + GAP);
            // The ends of a pipe are open: its outline does not show beyond them.
            let body = visible(&TRACKS[1..6], HALF_EDGE + GAP - open_end);
            if let (Some(edge), Some(body)) = (edge, body) {
                self.edges.push(edge);
                self.bodies.push(body);
            }
        }
    }
}

/// A pipe that others pass over, cut at a distance from their centre lines.
struct Cut<'a> {
    line: &'a [Place],
    /// The lines of the pipes that cross it.
    over: &'a [Vec<Place>],
    gap: i32,
}

/// Distances from the centre line of the lines along which a pipe is cut, so that its ends follow a
/// curve: the sides of the outline, those within it, and lines between them.
const TRACKS: [i32; 7] = [
    HALF_EDGE,
    HALF_BODY,
    HALF_BODY / 2,
    0,
    -HALF_BODY / 2,
    -HALF_BODY,
    -HALF_EDGE,
];
/// Halvings of a segment to find where it is cut.
const HALVINGS: usize = 10;

impl Cut<'_> {
    /// Returns the visible area between two places of the line, from the first to the last of some
    /// distances, or `None` if hardly anything is visible.
    fn area(&self, from: usize, to: usize, distances: &[i32]) -> Option<Vec<Place>> {
        let mut tracks = Vec::new();
        for aside in distances {
            tracks.push(self.seen_track(from, to, *aside)?);
        }

        let (left, others) = tracks.split_first()?;
        let (right, between) = others.split_last()?;
        let far_end: Vec<Place> = between
            .iter()
            .filter_map(|track| track.last())
            .copied()
            .collect();
        let near_end: Vec<Place> = between
            .iter()
            .rev()
            .filter_map(|track| track.first())
            .copied()
            .collect();

        let mut corners = left.clone();
        corners.extend(smooth_end(*left.last()?, far_end, *right.last()?));
        corners.extend(right.iter().rev());
        corners.extend(smooth_end(*right.first()?, near_end, *left.first()?));
        Some(corners)
    }

    /// Returns the longest visible part of a line that runs at a distance from the pipe's line.
    fn seen_track(&self, from: usize, to: usize, aside: i32) -> Option<Vec<Place>> {
        let places: Vec<Place> = (from..=to)
            .map(|index| beside_line(self.line, index, aside))
            .collect();
        // Beyond a slanting pipe, some places of a side would be seen again.
        let mut best = 0..0;
        let mut start = 0;
        for index in 0..=places.len() {
            if places.get(index).is_some_and(|at| self.is_seen(*at)) {
                continue;
            }
            if index - start > best.len() {
                best = start..index;
            }
            start = index + 1;
        }
        let mut seen = places.get(best.clone())?.to_vec();
        let (first, last) = (*seen.first()?, *seen.last()?);
        if let Some(hidden) = best
            .start
            .checked_sub(1)
            .and_then(|before| places.get(before))
        {
            seen.insert(0, self.limit(first, *hidden));
        }
        if let Some(hidden) = places.get(best.end) {
            seen.push(self.limit(last, *hidden));
        }
        let length: i32 = seen
            .windows(2)
            .map(|pair| pair[1].minus(pair[0]).length())
            .sum();
        (length >= MIN_PIECE).then_some(seen)
    }

    /// Returns the last visible place on the way from a visible place to a hidden one.
    fn limit(&self, mut seen: Place, mut hidden: Place) -> Place {
        for _ in 0..HALVINGS {
            let middle = Place {
                x: seen.x.midpoint(hidden.x),
                y: seen.y.midpoint(hidden.y),
            };
            if self.is_seen(middle) {
                seen = middle;
            } else {
                hidden = middle;
            }
        }
        seen
    }

    fn is_seen(&self, at: Place) -> bool {
        self.over.iter().all(|line| distance(at, line) >= self.gap)
    }
}

/// Returns the places of an end between its corners, if the end is curved and they lead from one
/// corner to the other. In the bend of a splitter, they can lead back; there the end is straight.
fn smooth_end(from: Place, between: Vec<Place>, to: Place) -> Vec<Place> {
    let way = to.minus(from);
    let whole = way.squared_length();
    let along = |at: Place| {
        let to = at.minus(from);
        i64::from(way.x) * i64::from(to.x) + i64::from(way.y) * i64::from(to.y)
    };
    let parts: Vec<i64> = between.iter().map(|at| along(*at)).collect();
    let leads_on = parts.is_sorted()
        && parts.first().is_none_or(|first| *first >= 0)
        && parts.last().is_none_or(|last| *last <= whole);
    let beside = between.iter().map(|at| distance(*at, &[from, to])).max();
    let is_curved = beside.is_some_and(|beside| beside >= UNSEEN);
    if leads_on && is_curved {
        between
    } else {
        Vec::new()
    }
}

/// Returns the place at a distance to the right of a line, beside one of its places.
pub(super) fn beside_line(line: &[Place], index: usize, aside: i32) -> Place {
    let next = line[(index + 1).min(line.len() - 1)];
    let way = next.minus(line[index.saturating_sub(1)]);
    let across = Place {
        x: -way.y,
        y: way.x,
    };
    line[index].plus(across.at_length(aside))
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
