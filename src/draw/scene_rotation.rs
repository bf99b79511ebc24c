//! Rotation of a scene: its shapes, places, outlines, and the names of its columns and rows.

use std::sync::Arc;

use super::geometry::{Place, Rect, Rotation};
use super::scene::Scene;
use super::shape::Shape;

/// Rotates everything in a scene; text stays upright.
pub(super) fn rotate(scene: &mut Scene, rotation: Rotation) {
    if rotation == Rotation::default() {
        return;
    }

    let rotated = |place: Place| rotation.applied(place);
    for element in scene.elements.all_mut() {
        // `mapped` takes the shape by value, so another one is in its place for a moment.
        let no_shape = Shape::Polygon {
            corners: Vec::new(),
        };
        let shape = std::mem::replace(&mut element.shape, no_shape);
        element.shape = shape.mapped(&rotated);
    }

    scene.sites.map_positions(rotated);
    scene.core = scene
        .core
        .and_then(|core| Rect::around(core.corners().map(rotated)));
    for outline in Arc::make_mut(&mut scene.outlines).values_mut() {
        for place in outline {
            *place = rotated(*place);
        }
    }
    // After an odd number of quarter turns, columns and rows are swapped.
    let is_swapped = rotation.degrees() % 180 == 90;
    for column in &mut scene.columns {
        let place = rotated(Place { x: column.at, y: 0 });
        column.at = if is_swapped { place.y } else { place.x };
    }

    for row in &mut scene.rows {
        let place = rotated(Place { x: 0, y: row.at });
        row.at = if is_swapped { place.x } else { place.y };
    }

    if is_swapped {
        std::mem::swap(&mut scene.columns, &mut scene.rows);
    }
}
