//! Hatching: lines in place of dark fills where there is no grey. It needs no ids or patterns,
//! looks the same in every program, and continues from one polygon into the next.

use super::geometry::Place;

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
}
