//! The visible part of a board, extended so that it cuts none of the names and other texts on it.
//! The *padding* is the margin around a figure, into which a text may extend.

use std::borrow::Cow;

use super::annotation_shapes::bounds;
use super::elements::{Element, Elements};
use super::figure::Figure;
use super::geometry::{Place, Rect};
use super::label_fitting::TAG_AIR;
use super::layout::in_wide_font;
use super::measure::{Measure, scaled};
use super::role::Role;
use super::shape::{Anchor, Shape};
use super::text_width;

/// The width that the tag around a turn number adds to it, in tenths of [`TAG_AIR`], which is 1.7
/// points: this gap on both sides of the number, and an outline of 1.2 points, half of it on each
/// side.
const TAG_TENTHS: i32 = 27;

/// Returns the visible part of a board, extended by the names on it, which grow as the figure
/// shrinks. Names that a crop would cut are left out.
pub(super) fn with_uncut_names<'a>(
    mut elements: Cow<'a, Elements>,
    figure: &Figure,
    measure: Measure,
    padding: i32,
) -> (Cow<'a, Elements>, Rect) {
    let Figure {
        cut, mut visible, ..
    } = *figure;
    if measure.width().is_none() {
        return (elements, visible);
    }
    // A table shows whole squares, occupied or not.
    let mut lines = figure.columns.iter().chain(&figure.rows);
    let is_table = lines.any(|line| line.name.starts_with(['+', '-']));
    if !cut.any() && !is_table {
        visible = bounds_of_drawing(&elements, figure, measure)
            .map_or(visible, |bounds| bounds.cut_to(visible));
    }

    let label_space = |element: &Element| space_of_label(element, measure, padding);
    for Rect { from, to } in elements.iter().filter_map(label_space) {
        // A cut edge stays where it is.
        if !cut.left {
            visible.from.x = visible.from.x.min(from.x + padding);
        }
        if !cut.top {
            visible.from.y = visible.from.y.min(from.y + padding);
        }
        if !cut.right {
            visible.to.x = visible.to.x.max(to.x - padding);
        }
        if !cut.bottom {
            visible.to.y = visible.to.y.max(to.y - padding);
        }
    }

    if cut.any() {
        let is_whole = |element: &Element| {
            let inside = |space: Rect| visible.contains(space.from) && visible.contains(space.to);
            element.role != Role::Coordinate || label_space(element).is_none_or(inside)
        };
        if !elements.iter().all(is_whole) {
            elements.to_mut().retain(is_whole);
        }
    }

    (elements, visible)
}

/// Returns the space that a text on the board needs, with the padding around the figure; `None` for
/// other elements.
fn space_of_label(element: &Element, measure: Measure, padding: i32) -> Option<Rect> {
    let Shape::Label {
        at: place,
        text,
        anchor,
        ..
    } = &element.shape
    else {
        return None;
    };
    if element.role == Role::TextOnly || text.is_empty() {
        return None;
    }

    let font_size = measure.style(element.role).font_size;
    let tag = if element.role == Role::TagNumber {
        scaled(measure.units(TAG_AIR), TAG_TENTHS, 10)
    } else {
        0
    };
    // The margin around the figure is left free in the embedded font, and filled in a wide one.
    let exact_width = text_width::width_of(text, font_size, element.role);
    let width = (exact_width + padding * 2).max(in_wide_font(exact_width)) + tag;
    let before = match anchor {
        Anchor::Start => padding,
        Anchor::Middle => width / 2,
        Anchor::End => width - padding,
    };
    let height = (text_width::letter_height(font_size) + padding * 2).max(font_size) + tag;
    let from = Place {
        x: place.x - before,
        y: place.y - height / 2,
    };
    let size = Place {
        x: width,
        y: height,
    };
    Some(Rect {
        from,
        to: from.plus(size),
    })
}

/// Returns the bounding box of the drawing of a board, without names and other texts. Every place
/// counts as if it had a piece, so that the board has the same size in all positions of a game.
fn bounds_of_drawing(elements: &Elements, figure: &Figure, measure: Measure) -> Option<Rect> {
    let outline = measure.line_width(Role::Piece(1));
    let places = figure.sites.values().map(|site| {
        Rect::around([site.at])
            .unwrap_or_default()
            .widened(site.radius + outline / 2)
    });
    let shapes = elements.iter().filter_map(|element| {
        let reach = match (&element.shape, element.role) {
            (_, Role::TextOnly) => return None,
            (Shape::Disc { radius, .. }, _) => *radius,
            _ => 0,
        };
        let bounds = match &element.shape {
            Shape::Line { from, to } => Rect::around([*from, *to]),
            shape => bounds(shape),
        };
        Some(bounds?.widened(reach + measure.line_width(element.role) / 2))
    });
    places.chain(shapes).reduce(Rect::around_both)
}
