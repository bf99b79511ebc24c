//! Contours of closed fields (of the Pipe Game) along the rims of cards, above the frame of a card.
//! A scene has the rims themselves; a figure moves them into the fields, by a distance on paper. A
//! *closed set* is a group of fields or pipes that cannot grow any more.

use std::borrow::Cow;

use super::elements::{Element, Elements};
use super::geometry::Place;
use super::measure::Measure;
use super::paper::POINT;
use super::role::Role;
use super::shape::{PathStep, Shape, line_through};
use super::style::{CONTOUR_EDGE_MIDDLE, CONTOUR_MIDDLE};

/// Returns the elements with the contours moved into the fields.
pub(super) fn place_set_rims<'e>(
    elements: Cow<'e, Elements>,
    measure: Measure,
) -> Cow<'e, Elements> {
    let is_rim = |element: &Element| matches!(element.role, Role::SetRim | Role::SetRimEdge);
    if !elements.iter().any(is_rim) {
        return elements;
    }
    let by = |role: Role| {
        let hundredths = if role == Role::SetRim {
            CONTOUR_MIDDLE
        } else {
            CONTOUR_EDGE_MIDDLE
        };
        measure.units(i64::from(hundredths) * POINT / 100)
    };
    let placed = |element: &Element| match &element.shape {
        Shape::Path { steps } if is_rim(element) => Element {
            shape: Shape::Path {
                steps: moved_in(steps, by(element.role)),
            },
            ..element.clone()
        },
        _ => element.clone(),
    };
    Cow::Owned(elements.iter().map(placed).collect::<Vec<_>>().into())
}

/// Moves an open line to its right. Its segments are parallel to the axes.
fn moved_in(steps: &[PathStep], by: i32) -> Vec<PathStep> {
    let places: Vec<Place> = steps.iter().filter_map(PathStep::end).collect();
    let inward = |ends: &[Place]| {
        let way = ends[1].minus(ends[0]);
        Place {
            x: -way.y.signum() * by,
            y: way.x.signum() * by,
        }
    };
    // How far each segment moves. A place between two segments moves with both.
    let sides: Vec<Place> = places.windows(2).map(inward).collect();
    let moved = places.iter().enumerate().map(|(index, place)| {
        let before = index.checked_sub(1).and_then(|before| sides.get(before));
        match (before, sides.get(index)) {
            (Some(before), Some(after)) if before != after => place.plus(*before).plus(*after),
            (Some(side), _) | (None, Some(side)) => place.plus(*side),
            (None, None) => *place,
        }
    });
    line_through(moved)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_moves_to_its_right() {
        let place = |x: i32, y: i32| Place { x, y };
        let steps = [
            PathStep::Move(place(0, 0)),
            PathStep::Line(place(5, 0)),
            PathStep::Line(place(9, 0)),
            PathStep::Line(place(9, 7)),
        ];
        let moved = [
            PathStep::Move(place(0, 2)),
            PathStep::Line(place(5, 2)),
            PathStep::Line(place(7, 2)),
            PathStep::Line(place(7, 7)),
        ];
        assert_eq!(moved_in(&steps, 2), moved);
    }
}
