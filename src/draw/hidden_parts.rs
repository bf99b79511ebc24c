//! Removal of the parts of a scene that its figure does not show: elements outside of the visible
//! part, and the names of columns and rows that have no visible place.
//!
//! The *core* of a table is its middle, around which everything is empty. A picture can show only
//! the core; the text forms, which are figures of characters, show all of the table.

use std::borrow::Cow;

use super::axis_names::AxisName;
use super::elements::Element;
use super::geometry::{Place, Rect, UNIT};
use super::role::Role;
use super::scene::{BoardSymmetry, Scene, Site};
use super::shape::{PathStep, Shape};
use super::sites::Sites;
use super::style::style;
use super::text_width;
use super::view::View;
use super::visible_part::VisiblePart;

/// Removes from a scene the parts that its figure does not show.
pub(super) fn retain_visible(scene: &mut Scene, part: &VisiblePart, view: &View) {
    let &VisiblePart { visible, cut, .. } = part;
    if !view.coordinates.any() {
        scene
            .elements
            .retain(|element| element.role != Role::Coordinate);
    }
    if cut.any() {
        scene
            .elements
            .retain(|element| is_shown(&element.shape, visible) && is_whole(element, visible));
    }
    let named = part.named;
    let is_in_columns = |name: &AxisName| (named.from.x..=named.to.x).contains(&name.at);
    let is_in_rows = |name: &AxisName| (named.from.y..=named.to.y).contains(&name.at);
    scene.columns.retain(is_in_columns);
    scene.rows.retain(is_in_rows);
    if cut.any() && scene.symmetry == BoardSymmetry::Sixths {
        scene.columns = ends_of_columns(&scene.sites, visible);
    }
    if part.is_core {
        leave_out_beyond(scene, visible);
    }
}

/// Returns the full name of the lowest visible place of each column; the other places are counted
/// from it.
fn ends_of_columns(sites: &Sites, visible: Rect) -> Vec<AxisName> {
    let mut ends: Vec<(Site, &Cow<'static, str>)> = Vec::new();
    for (name, site) in sites.iter().filter(|(_, site)| visible.contains(site.at)) {
        // Rotation rounds, so the places of a column may differ by a unit or two.
        match ends
            .iter_mut()
            .find(|(end, _)| (end.at.x - site.at.x).abs() < UNIT / 10)
        {
            Some(end) if end.0.at.y < site.at.y => *end = (site, name),
            Some(_) => {}
            None => ends.push((site, name)),
        }
    }
    // Places too small for a piece show their own names.
    ends.retain(|(end, _)| !end.is_small());
    ends.sort_by_key(|(end, _)| end.at.x);
    ends.into_iter()
        .map(|(end, name)| AxisName::new(end.at.x, name.clone()))
        .collect()
}

/// Removes from pictures the empty places and line names outside a rectangle.
fn leave_out_beyond(scene: &mut Scene, visible: Rect) {
    for element in scene.elements.all_mut() {
        let Shape::Disc { at: place, .. } = element.shape else {
            continue;
        };
        if matches!(element.role, Role::Spot | Role::Pillar) && !visible.contains(place) {
            element.role = Role::TextOnly;
        }
    }
    for column in &mut scene.columns {
        column.in_picture &= (visible.from.x..=visible.to.x).contains(&column.at);
    }
    for row in &mut scene.rows {
        row.in_picture &= (visible.from.y..=visible.to.y).contains(&row.at);
    }
}

/// Returns true if a name on the board is entirely visible; a truncated name is useless.
fn is_whole(element: &Element, visible: Rect) -> bool {
    let (
        Shape::Label {
            at: place, text, ..
        },
        Role::Coordinate,
    ) = (&element.shape, element.role)
    else {
        return true;
    };
    let font_size = style(element.role).font_size;
    let by = Place {
        x: text_width::width(text, font_size) / 2,
        y: font_size / 2,
    };
    visible.contains(place.minus(by)) && visible.contains(place.plus(by))
}

/// Returns true if any part of a shape is visible; labels and pieces count only if their centre is.
fn is_shown(shape: &Shape, visible: Rect) -> bool {
    let touches = |places: &[Place]| {
        Rect::around(places.iter().copied()).is_some_and(|rect| rect.meets(visible))
    };
    match shape {
        Shape::Line { from, to } => touches(&[*from, *to]),
        Shape::Disc { at: place, .. } | Shape::Label { at: place, .. } => visible.contains(*place),
        Shape::Polygon { corners } => touches(corners),
        Shape::Path { steps } => {
            let ends: Vec<Place> = steps.iter().filter_map(PathStep::end).collect();
            touches(&ends)
        }
    }
}
