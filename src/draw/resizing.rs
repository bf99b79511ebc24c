//! Elements in other sizes: in notes and legends, and on dice without side numbers. An *element* is
//! a shape with its role in the figure.

use super::elements::Element;
use super::geometry::Place;
use super::measure::scaled;
use super::role::Role;
use super::shape::Shape;

/// Distance of a pip from the middle of a die without side numbers, in per cent of that on a die
/// with side numbers.
const PIP_DISTANCE: i32 = 123;
/// Radius of a pip on a die without side numbers, in per cent of that on a die with side numbers.
const PIP_RADIUS: i32 = 141;

/// Returns an element of a die without side numbers, whose top face takes all of it. `middle` is
/// the middle of the die.
pub(super) fn without_sides(element: &Element, middle: Place) -> Option<Element> {
    match (&element.shape, element.role) {
        (_, Role::PieceLine(_) | Role::SideNumber(_)) => None,
        (Shape::Disc { at: place, radius }, Role::Pip(_)) => {
            let place = scaled_from(middle, *place, PIP_DISTANCE, 100);
            Some(Element {
                shape: Shape::Disc {
                    at: place,
                    radius: scaled(*radius, PIP_RADIUS, 100),
                },
                ..element.clone()
            })
        }
        _ => Some(element.clone()),
    }
}

/// Scales the distance of a place from `middle` by `to / from`.
pub(super) fn scaled_from(middle: Place, place: Place, to: i32, from: i32) -> Place {
    let apart = place.minus(middle);
    middle.plus(Place {
        x: scaled(apart.x, to, from),
        y: scaled(apart.y, to, from),
    })
}

/// Scales an element by `to / from` around the origin.
pub(super) fn resized(element: &Element, to: i32, from: i32) -> Element {
    let shape = match element
        .shape
        .clone()
        .mapped(&|place| scaled_from(Place::default(), place, to, from))
    {
        Shape::Disc { at: place, radius } => Shape::Disc {
            at: place,
            radius: scaled(radius, to, from),
        },
        Shape::Label {
            at: place,
            text,
            anchor,
            room,
        } => Shape::Label {
            at: place,
            text,
            anchor,
            room: room.map(|room| scaled(room, to, from)),
        },
        other => other,
    };
    Element {
        shape,
        ..element.clone()
    }
}
