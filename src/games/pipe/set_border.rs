//! Borders around the cards of a set, each as one continuous line.

use std::collections::{BTreeMap, BTreeSet};

use crate::draw::{PathStep, Place, UNIT};

const HALF: i32 = UNIT / 2;
/// The inset of the border within the cards.
const INSET: i32 = UNIT * 4 / 100;

/// Returns the borders around squares, given by their middles. Each line runs clockwise around what it
/// encloses.
pub(super) fn borders(squares: &BTreeSet<Place>) -> Vec<Vec<PathStep>> {
    let mut sides: BTreeMap<Place, Vec<Place>> = BTreeMap::new();
    for &at in squares {
        let corner = |x: i32, y: i32| at.plus(Place { x: x * HALF, y: y * HALF });
        let [upper_left, upper_right, lower_right, lower_left] =
            [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
        for (way, from, to) in [
            (Place { x: 0, y: -UNIT }, upper_left, upper_right),
            (Place { x: UNIT, y: 0 }, upper_right, lower_right),
            (Place { x: 0, y: UNIT }, lower_right, lower_left),
            (Place { x: -UNIT, y: 0 }, lower_left, upper_left),
        ] {
            if !squares.contains(&at.plus(way)) {
                sides.entry(from).or_default().push(to);
            }
        }
    }
    let mut borders = Vec::new();
    let starts: Vec<Place> = sides.keys().copied().collect();
    for start in starts {
        // Two borders may meet at a corner.
        while let Some(corners) = line_from(&mut sides, start) {
            borders.push(within(&corners));
        }
    }
    borders
}

/// Removes the sides that lead from a corner back to it. Returns `None` if no side starts there.
fn line_from(sides: &mut BTreeMap<Place, Vec<Place>>, start: Place) -> Option<Vec<Place>> {
    let mut corners = vec![start];
    let (mut at, mut way) = (start, Place::default());
    while let Some(next) = take(sides, at, way) {
        (at, way) = (next, next.minus(at));
        corners.push(at);
        if at == start {
            break;
        }
    }
    (corners.len() > 1).then_some(corners)
}

/// Removes the side that continues from a corner. Where squares touch only at the corner, it takes the side
/// that turns right.
fn take(sides: &mut BTreeMap<Place, Vec<Place>>, at: Place, way: Place) -> Option<Place> {
    let ways = sides.get_mut(&at).filter(|ways| !ways.is_empty())?;
    let right = at.plus(Place { x: -way.y, y: way.x });
    let chosen = ways.iter().position(|to| *to == right).unwrap_or(0);
    Some(ways.swap_remove(chosen))
}

/// Returns a closed line slightly inside the squares, reduced to its corners.
fn within(corners: &[Place]) -> Vec<PathStep> {
    let count = corners.len().saturating_sub(1);
    let mut steps = Vec::new();
    for at in 0..count {
        let before = corners[(at + count - 1) % count];
        let (here, next) = (corners[at], corners[at + 1]);
        let (came, goes) = (here.minus(before), next.minus(here));
        if came == goes {
            continue;
        }
        // The squares are to the right of the line.
        let inward = |way: Place| Place { x: -way.y.signum() * INSET, y: way.x.signum() * INSET };
        let to = here.plus(inward(came)).plus(inward(goes));
        steps.push(if steps.is_empty() { PathStep::Move(to) } else { PathStep::Line(to) });
    }
    if !steps.is_empty() {
        steps.push(PathStep::Close);
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners(squares: &[(i32, i32)]) -> Vec<usize> {
        let squares = squares.iter().map(|&(x, y)| Place { x: x * UNIT, y: y * UNIT }).collect();
        // The last step closes the line.
        let mut counts: Vec<usize> = borders(&squares).iter().map(|steps| steps.len() - 1).collect();
        counts.sort_unstable();
        counts
    }

    #[test]
    fn a_border_has_the_corners_of_what_it_encloses() {
        assert!(corners(&[]).is_empty());
        assert_eq!(corners(&[(0, 0), (1, 0)]), [4]);
        assert_eq!(corners(&[(0, 0), (1, 0), (1, 1), (1, 2)]), [6]);
        assert_eq!(corners(&[(0, 0), (5, 5)]), [4, 4]);
        assert_eq!(corners(&[(0, 0), (1, 1)]), [4, 4], "what meets in a corner is two");
        let ring: Vec<(i32, i32)> = (0..9).filter(|&at| at != 4).map(|at| (at % 3, at / 3)).collect();
        assert_eq!(corners(&ring), [4, 4], "around, and around the hole");
    }
}
