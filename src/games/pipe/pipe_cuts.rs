//! Cuts of pipes that other pipes pass over: the pieces that stay visible, with a gap beside the
//! upper pipe.

use super::polylines::{UNSEEN, beside_line, crossings_of, distance};
use crate::draw::{Place, UNIT};

/// Half the width of a pipe with its outline: half of the 860 hundredths of a pixel in the style of
/// pipes, of which a step has 4,800.
pub(super) const HALF_EDGE: i32 = UNIT * 896 / 10_000;
/// Half the width of what is within the outline: half of 560 hundredths of a pixel.
pub(super) const HALF_BODY: i32 = UNIT * 583 / 10_000;
/// The gap beside a pipe that passes over another.
pub(super) const GAP: i32 = UNIT * 35 / 1000;
/// How far a cut white pipe extends beyond its outline into the gap.
pub(super) const OPEN_END: i32 = UNIT / 250;
/// The shortest piece of a cut pipe. Shorter ones would look like dirt.
pub(super) const MIN_PIECE: i32 = UNIT * 6 / 100;

/// Areas of a pipe that other pipes leave visible.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    /// The pieces with their outline.
    pub(super) edges: Vec<Vec<Place>>,
    /// The pieces within the outline.
    pub(super) bodies: Vec<Vec<Place>>,
}

impl Pieces {
    /// Adds the areas of a pipe around `line` that the pipes `over` it leave visible. The ends of
    /// the areas are parallel to the pipe that passes over.
    pub(super) fn add(&mut self, line: &[Place], over: &[Vec<Place>], open_end: i32) {
        let crossings = over.iter().flat_map(|other| crossings_of(line, other));
        let nearest = |place: Place| {
            (0..line.len()).min_by_key(|&index| line[index].minus(place).squared_length())
        };
        let mut cuts: Vec<usize> = crossings
            .filter_map(|crossing| nearest(crossing.place))
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
            // The outermost tracks are the sides of the outline.
            let [_, tracks_of_body @ .., _] = &TRACKS;
            // The ends of a pipe are open: its outline does not show beyond them.
            let body = visible(tracks_of_body, HALF_EDGE + GAP - open_end);
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
    /// The distance from these lines at which it is cut.
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
