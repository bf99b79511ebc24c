//! Bézier curves: points on a curve, and paths with their curves replaced by straight segments.

use super::geometry::Place;
use super::shape::PathStep;

/// Number of straight segments that replace a curve.
const PARTS: i64 = 8;

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
pub(crate) fn on_curve(curve: [Place; 4], part: i64, parts: i64) -> Place {
    let rest = parts - part;
    // The weight of each point in a cubic Bézier curve, multiplied by `parts` to the third power.
    let weights = [
        rest * rest * rest,
        3 * rest * rest * part,
        3 * rest * part * part,
        part * part * part,
    ];
    let mixed = |coordinate: fn(Place) -> i32| {
        let weighted = curve
            .into_iter()
            .zip(weights)
            .map(|(place, weight)| i64::from(coordinate(place)) * weight);
        let sum: i64 = weighted.sum();
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
