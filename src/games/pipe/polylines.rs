//! Geometry of polylines, for the drawing of cards: distances, parallels, and fewer corners.

use crate::draw::{Place, UNIT};

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
