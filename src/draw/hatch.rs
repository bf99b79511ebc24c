//! Hatching: lines in place of dark fills where there is no grey. It needs no ids or patterns,
//! looks the same in every program, and continues from one polygon into the next.

use super::geometry::Place;
use super::shape::PathStep;

/// Number of straight segments that replace a curve.
const PARTS: i64 = 8;

/// Returns the diagonal lines within a polygon by the even-odd rule; `step` is the distance between
/// them along either axis.
pub(super) fn hatch(corners: &[Place], step: i64) -> Vec<(Place, Place)> {
    let key = |place: &Place| i64::from(place.x) + i64::from(place.y);
    let step = step.max(1);
    // Each crossing of an edge with a line: the line's number (from x + y) and the x.
    let mut crossings: Vec<(i64, i32)> = Vec::with_capacity(corners.len() * 2);
    for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        let start = key(from);
        let end = key(to);
        let x = i64::from(from.x);
        let across = i64::from(to.x) - i64::from(from.x);
        // An edge includes its lower level and excludes its higher one, so that no corner is
        // counted twice.
        let low = start.min(end);
        let high = start.max(end);
        let mut level = (low + step - 1).div_euclid(step) * step;
        while level < high {
            let crossed = i32::try_from(x + across * (level - start) / (end - start));
            crossings.push((level, crossed.unwrap_or(from.x)));
            level += step;
        }
    }
    crossings.sort_unstable();
    // A line enters and leaves a closed outline equally often.
    let within = crossings
        .chunks_exact(2)
        .filter(|pair| pair[0].1 < pair[1].1);
    let place = |(level, x): (i64, i32)| Place {
        x,
        y: i32::try_from(level - i64::from(x)).unwrap_or(0),
    };
    within
        .map(|pair| (place(pair[0]), place(pair[1])))
        .collect()
}

/// Returns lines within a polygon along the other diagonal, which crosses the hatching of dark
/// fields.
pub(super) fn mirrored_hatch(corners: &[Place], step: i64) -> Vec<(Place, Place)> {
    let mirrored = |place: Place| Place {
        x: -place.x,
        ..place
    };
    let there: Vec<Place> = corners.iter().map(|place| mirrored(*place)).collect();
    hatch(&there, step)
        .into_iter()
        .map(|(from, to)| (mirrored(from), mirrored(to)))
        .collect()
}

/// Returns the corners of a closed path, with its curves replaced by straight segments.
pub(super) fn flattened(steps: &[PathStep]) -> Vec<Place> {
    let mut corners: Vec<Place> = Vec::new();
    for step in steps {
        match *step {
            PathStep::Move(to) | PathStep::Line(to) => corners.push(to),
            PathStep::Curve(first, second, to) => {
                let from = corners.last().copied().unwrap_or(to);
                corners.extend(
                    (1..=PARTS).map(|part| on_curve([from, first, second, to], part, PARTS)),
                );
            }
            PathStep::Close => {}
        }
    }
    corners
}

/// Returns the point of a cubic curve at parameter `part / parts`. `curve` holds the two ends with
/// the control points between them.
pub(super) fn on_curve(curve: [Place; 4], part: i64, parts: i64) -> Place {
    let rest = parts - part;
    let weights = [
        rest * rest * rest,
        3 * rest * rest * part,
        3 * rest * part * part,
        part * part * part,
    ];
    let mixed = |read: fn(Place) -> i32| {
        let sum: i64 = curve
            .into_iter()
            .zip(weights)
            .map(|(place, weight)| i64::from(read(place)) * weight)
            .sum();
        i32::try_from(sum / (parts * parts * parts)).unwrap_or(0)
    };
    Place {
        x: mixed(|point| point.x),
        y: mixed(|point| point.y),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::UNIT;

    #[test]
    fn a_square_is_hatched_within_its_edges() {
        let corners = [(0, 0), (UNIT, 0), (UNIT, UNIT), (0, UNIT)].map(|(x, y)| Place { x, y });
        let lines = hatch(&corners, i64::from(UNIT) * 12 / 100);
        assert_eq!(lines.len(), 16);
        for (from, to) in lines {
            assert_eq!(from.x + from.y, to.x + to.y);
            for end in [from, to] {
                assert!(
                    (0..=UNIT).contains(&end.x) && (0..=UNIT).contains(&end.y),
                    "{end:?}"
                );
            }
        }
    }

    #[test]
    fn curves_end_at_their_end_point() {
        let place = |x, y| Place { x, y };
        let steps = [
            PathStep::Move(place(0, 0)),
            PathStep::Curve(place(0, 80), place(80, 160), place(160, 160)),
            PathStep::Close,
        ];
        let corners = flattened(&steps);
        assert_eq!(corners.len(), 9);
        assert_eq!(corners.last(), Some(&place(160, 160)));
    }
}
