//! Hatching: lines in place of dark fills where there is no grey. It needs no ids or patterns,
//! looks the same in every program, and continues from one polygon into the next.

use super::geometry::Place;

/// Crossing of an edge of a polygon with a hatching line. Crossings are sorted by line, then from
/// left to right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Crossing {
    /// The sum of x and y, which is the same on all of a hatching line.
    level: i64,
    x: i32,
}

impl Crossing {
    fn place(self) -> Place {
        Place {
            x: self.x,
            y: i32::try_from(self.level - i64::from(self.x)).unwrap_or(0),
        }
    }
}

/// Returns the diagonal lines within a polygon by the even-odd rule; `step` is the distance between
/// them along either axis.
pub(super) fn hatch(corners: &[Place], step: i64) -> Vec<(Place, Place)> {
    let level_of = |place: &Place| i64::from(place.x) + i64::from(place.y);
    let step = step.max(1);
    let mut crossings: Vec<Crossing> = Vec::with_capacity(corners.len() * 2);
    for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        let start = level_of(from);
        let end = level_of(to);
        let x = i64::from(from.x);
        let across = i64::from(to.x) - i64::from(from.x);
        // An edge includes its lower level and excludes its higher one, so that no corner is
        // counted twice.
        let low = start.min(end);
        let high = start.max(end);
        // Hatching lines are at the multiples of `step`.
        let mut level = (low + step - 1).div_euclid(step) * step;
        while level < high {
            let crossed = i32::try_from(x + across * (level - start) / (end - start));
            crossings.push(Crossing {
                level,
                x: crossed.unwrap_or(from.x),
            });
            level += step;
        }
    }
    crossings.sort_unstable();

    // A line enters and leaves a closed outline equally often.
    let mut lines = Vec::new();
    for pair in crossings.chunks_exact(2) {
        if pair[0].x < pair[1].x {
            lines.push((pair[0].place(), pair[1].place()));
        }
    }
    lines
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
