//! Outlines of regions of cells: contours around shaded squares.

use std::collections::{BTreeMap, BTreeSet};

use super::annotation_shapes::square;
use super::geometry::{Place, UNIT};

/// Directions of the edges of a cell, clockwise from the upper one.
const WAYS: [Place; 4] = [
    Place { x: 1, y: 0 },
    Place { x: 0, y: 1 },
    Place { x: -1, y: 0 },
    Place { x: 0, y: -1 },
];

/// Returns the closed outlines of the regions that cells form, each `inset` within its edge. Cells
/// that touch only at a corner form two regions.
pub(super) fn outlines(cells: &BTreeSet<Place>, inset: i32) -> Vec<Vec<Place>> {
    // The edges of the regions, by their start; a region is at the right of its edges.
    let mut edges: BTreeMap<Place, Vec<usize>> = BTreeMap::new();
    for &cell in cells {
        for (way, from) in square(cell, UNIT / 2).into_iter().enumerate() {
            let beside = cell.plus(times(WAYS[(way + 3) % 4], UNIT));
            if !cells.contains(&beside) {
                edges.entry(from).or_default().push(way);
            }
        }
    }

    let mut outlines = Vec::new();
    while let Some((&start, _)) = edges.first_key_value() {
        let mut place = start;
        let mut ways: Vec<(Place, usize)> = Vec::new();
        while let Some(way) = take_edge(&mut edges, place, ways.last().map(|(_, way)| *way)) {
            ways.push((place, way));
            place = place.plus(times(WAYS[way], UNIT));
        }
        outlines.push(inset_corners(&ways, inset));
    }
    outlines
}

/// Removes an edge that starts at a place. If there are several, the edge that turns right from the
/// last one is removed, because it belongs to the same cell.
fn take_edge(
    edges: &mut BTreeMap<Place, Vec<usize>>,
    place: Place,
    last: Option<usize>,
) -> Option<usize> {
    let ways = edges.get_mut(&place)?;
    let turn = |way: usize| last.map_or(0, |last| (way + 3 - last) % 4);
    let index = (0..ways.len()).min_by_key(|&index| turn(ways[index]))?;
    let way = ways.swap_remove(index);
    if ways.is_empty() {
        edges.remove(&place);
    }
    Some(way)
}

/// Returns the corners of an outline within its edge.
fn inset_corners(ways: &[(Place, usize)], inset: i32) -> Vec<Place> {
    let before = ways.iter().cycle().skip(ways.len().saturating_sub(1));
    let corners = ways
        .iter()
        .zip(before)
        .filter_map(|(&(place, way), &(_, last))| {
            // The inside is at the right of each edge.
            let inside = [way, last].map(|way| times(WAYS[(way + 1) % 4], inset));
            (way != last).then(|| place.plus(inside[0]).plus(inside[1]))
        });
    corners.collect()
}

fn times(way: Place, length: i32) -> Place {
    Place {
        x: way.x * length,
        y: way.y * length,
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
        let hundredths = |place: Place| (place.x * 10 / UNIT, place.y * 10 / UNIT);
        outlines
            .into_iter()
            .map(|outline| outline.into_iter().map(hundredths).collect())
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
