//! Outlines of regions of cells: contours around shaded squares.

use std::collections::{BTreeMap, BTreeSet};

use super::annotation_shapes::square;
use super::geometry::{Place, UNIT};

/// Directions of the edges of a cell, clockwise from the upper one. A direction is given by its
/// index here: the next one turns right.
const DIRECTIONS: [Place; 4] = [
    Place { x: 1, y: 0 },
    Place { x: 0, y: 1 },
    Place { x: -1, y: 0 },
    Place { x: 0, y: -1 },
];

/// Edge of a region. The region is at its right.
#[derive(Clone, Copy)]
struct RegionEdge {
    start: Place,
    direction: usize,
}

/// Returns the closed outlines of the regions that cells form, each `inset` within its edge. Cells
/// that touch only at a corner form two regions.
pub(super) fn outlines(cells: &BTreeSet<Place>, inset: i32) -> Vec<Vec<Place>> {
    // The directions of the edges that start at a place.
    let mut edges: BTreeMap<Place, Vec<usize>> = BTreeMap::new();
    for &cell in cells {
        // The edges of a cell have the directions 0 to 3, and start at its corners in this order.
        for (direction, start) in square(cell, UNIT / 2).into_iter().enumerate() {
            let to_the_left = (direction + 3) % 4;
            let beside = cell.plus(times(DIRECTIONS[to_the_left], UNIT));
            if !cells.contains(&beside) {
                edges.entry(start).or_default().push(direction);
            }
        }
    }

    let mut outlines = Vec::new();
    while let Some((&first, _)) = edges.first_key_value() {
        let mut start = first;
        let mut outline: Vec<RegionEdge> = Vec::new();
        let mut last_direction = None;
        while let Some(direction) = take_edge(&mut edges, start, last_direction) {
            outline.push(RegionEdge { start, direction });
            start = start.plus(times(DIRECTIONS[direction], UNIT));
            last_direction = Some(direction);
        }
        outlines.push(inset_corners(&outline, inset));
    }
    outlines
}

/// Removes an edge that starts at a place, and returns its direction. If there are several, the
/// edge that turns right from the last one is removed, because it belongs to the same cell.
fn take_edge(
    edges: &mut BTreeMap<Place, Vec<usize>>,
    start: Place,
    last_direction: Option<usize>,
) -> Option<usize> {
    let directions = edges.get_mut(&start)?;
    // A right turn is 0, straight on is 3.
    let turn = |direction: usize| last_direction.map_or(0, |last| (direction + 3 - last) % 4);
    let index = (0..directions.len()).min_by_key(|&index| turn(directions[index]))?;
    let direction = directions.swap_remove(index);
    if directions.is_empty() {
        edges.remove(&start);
    }
    Some(direction)
}

/// Returns the corners of an outline within its edge.
fn inset_corners(outline: &[RegionEdge], inset: i32) -> Vec<Place> {
    let inward = |edge: &RegionEdge| times(DIRECTIONS[(edge.direction + 1) % 4], inset);
    let mut corners = Vec::new();
    let edges_before = outline.iter().cycle().skip(outline.len().saturating_sub(1));
    for (edge, before) in outline.iter().zip(edges_before) {
        if edge.direction != before.direction {
            corners.push(edge.start.plus(inward(edge)).plus(inward(before)));
        }
    }
    corners
}

fn times(direction: Place, length: i32) -> Place {
    Place {
        x: direction.x * length,
        y: direction.y * length,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(all: &[(i32, i32)]) -> BTreeSet<Place> {
        all.iter()
            .map(|&(x, y)| Place {
                x: x * UNIT,
                y: y * UNIT,
            })
            .collect()
    }

    fn corners(all: &[(i32, i32)]) -> Vec<BTreeSet<(i32, i32)>> {
        let outlines = outlines(&cells(all), UNIT / 10);
        let tenths = |place: Place| (place.x * 10 / UNIT, place.y * 10 / UNIT);
        outlines
            .into_iter()
            .map(|outline| outline.into_iter().map(tenths).collect())
            .collect()
    }

    #[test]
    fn a_region_has_one_outline_within_its_edge() {
        assert_eq!(
            corners(&[(0, 0), (1, 0)]),
            [BTreeSet::from([(-4, -4), (14, -4), (14, 4), (-4, 4)])]
        );
        // At an inner corner, the outline goes around the missing cell.
        assert_eq!(
            corners(&[(0, 0), (1, 0), (0, 1)]),
            [BTreeSet::from([
                (-4, -4),
                (14, -4),
                (14, 4),
                (4, 4),
                (4, 14),
                (-4, 14)
            ])]
        );
    }

    #[test]
    fn cells_that_touch_at_a_corner_are_two_regions() {
        assert_eq!(
            corners(&[(0, 0), (1, 1)]),
            [
                BTreeSet::from([(-4, -4), (4, -4), (4, 4), (-4, 4)]),
                BTreeSet::from([(6, 6), (14, 6), (14, 14), (6, 14)])
            ]
        );
        // A hole has an outline of its own, in the cells around it.
        let ring: Vec<(i32, i32)> = (0..3)
            .flat_map(|x| (0..3).map(move |y| (x, y)))
            .filter(|place| *place != (1, 1))
            .collect();
        assert_eq!(corners(&ring).len(), 2);
    }
}
