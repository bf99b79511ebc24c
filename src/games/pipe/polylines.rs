//! Geometry of polylines, for the drawing of cards: distances, parallels, crossings, and fewer
//! corners.

use crate::draw::{Place, Rect, UNIT};

/// Deviation of a curve from its line that is not seen.
pub(super) const UNSEEN: i32 = UNIT / 500;
/// Deviation of the border of a field, which pipes cover.
pub(super) const COVERED: i32 = UNIT / 40;
/// Steps of a square to which corners are rounded: tenths of a pixel at the usual size.
const GRID: i64 = 480;

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

/// Returns true if `place` is to the right of the line from `one` to `other`, or on it. The y axis
/// of a figure points downwards.
fn is_right(one: Place, other: Place, place: Place) -> bool {
    let way = other.minus(one);
    let to = place.minus(one);
    i64::from(way.x) * i64::from(to.y) - i64::from(way.y) * i64::from(to.x) >= 0
}

/// A crossing of two polylines.
pub(super) struct Crossing {
    /// The index of the segment of the first line.
    pub(super) segment: usize,
    /// The index of the segment of the other line.
    pub(super) other_segment: usize,
    /// The place where the lines cross.
    pub(super) place: Place,
}

/// Returns the crossings of two lines.
pub(super) fn crossings_of(one: &[Place], other: &[Place]) -> Vec<Crossing> {
    let mut found = Vec::new();
    let around = Rect::around(other.iter().copied()).unwrap_or_default();
    for (segment, own) in one.windows(2).enumerate() {
        let [a, b] = [own[0], own[1]];
        // Segments with disjoint bounding boxes cannot cross.
        if !Rect::around([a, b]).is_some_and(|own| own.meets(around)) {
            continue;
        }
        // The end of a segment of the other line is the start of its next one.
        let mut is_start_right = None;
        for (other_segment, its) in other.windows(2).enumerate() {
            let [c, d] = [its[0], its[1]];
            let from_right = is_start_right.unwrap_or_else(|| is_right(a, b, c));
            let to_right = is_right(a, b, d);
            if from_right != to_right && is_right(c, d, a) != is_right(c, d, b) {
                found.push(Crossing {
                    segment,
                    other_segment,
                    place: intersection(a, b, c, d),
                });
            }
            is_start_right = Some(to_right);
        }
    }
    found
}

/// Returns the intersection of the lines through `a`, `b` and through `c`, `d`.
fn intersection(a: Place, b: Place, c: Place, d: Place) -> Place {
    let own = b.minus(a);
    let its = d.minus(c);
    let to = c.minus(a);
    let product = |one: Place, other: Place| {
        i64::from(one.x) * i64::from(other.y) - i64::from(one.y) * i64::from(other.x)
    };
    let whole = match product(own, its) {
        0 => return a,
        whole => whole,
    };
    let part = product(to, its);
    let moved =
        |from: i32, by: i32| from + i32::try_from(i64::from(by) * part / whole).unwrap_or(0);
    Place {
        x: moved(a.x, own.x),
        y: moved(a.y, own.y),
    }
}
