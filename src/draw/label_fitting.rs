//! Fits labels on a board when text does not shrink with it, and with them what depends on their
//! size: the heads of arrows, ringed pieces and the faces of dice. Labels move clear of their
//! surroundings; those without room are left out and reported.
//!
//! [`fit_labels`] first places the signs of cards, then collects what surrounds each label
//! ([`Surroundings`]), and fits one element after the other (`Fitting::fit_element`). A *misfit* is
//! a label without room; `label_needs.rs` finds them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::annotation_shapes::{HEAD, bounds};
use super::card_signs::place_card_signs;
use super::elements::{Element, Elements};
use super::entry_number_place::{EntryPlace, SIDE_GAP};
use super::geometry::{Place, Rect};
use super::label_needs::is_letter_on_board;
use super::label_surroundings::Surroundings;
use super::measure::{Measure, scaled};
use super::paper::POINT;
use super::resizing::{scaled_from, without_sides};
use super::role::Role;
use super::set_rims::place_set_rims;
use super::shape::{Anchor, Shape};
use super::sign_room::Misfit;
use super::strips_beside_pieces::plate_of_text;
use super::style::style;
use super::turn_numbers::tag_of_text;

/// Gap on paper between a piece and a ring around it.
const RING_GAP: i64 = 8 * POINT / 10;
/// Gap on paper around a text beside a die.
const STRIP_GAP: i64 = 6 * POINT / 10;
/// Gap on paper in a tag, the plate of a turn number on a card: between the number and the edge,
/// and around the edge.
pub(super) const TAG_AIR: i64 = 17 * POINT / 10;
/// Minimum length of an arrow head on paper.
const SMALLEST_HEAD: i64 = 3 * POINT;

/// Fits the labels of a board to a size. Also returns the kinds that did not fit.
pub(super) fn fit_labels(
    elements: &Elements,
    measure: Measure,
) -> (Cow<'_, Elements>, Vec<Misfit>) {
    let (elements, misfits) = place_card_signs(elements, measure);
    let elements = place_set_rims(elements, measure);
    let is_fitted =
        |role: Role| style(role).font_size > 0 || matches!(role, Role::ArrowHead | Role::MarkRing);
    if measure.width().is_none() || !elements.iter().any(|element| is_fitted(element.role)) {
        return (elements, misfits);
    }

    let elements = &*elements;
    let mut fitting = Fitting {
        measure,
        middle: Place::default(),
        surroundings: Surroundings::new(elements, measure),
        ringed_radii: BTreeMap::new(),
        misfits,
    };
    let all: Vec<&Element> = elements.iter().collect();
    let mut fitted = Vec::with_capacity(all.len());
    for (index, element) in all.iter().enumerate() {
        // A plate or button precedes the label on it.
        let next = all.get(index + 1).copied();
        let next_label = next.filter(|next| {
            matches!(next.shape, Shape::Label { .. }) && next.role != Role::TextOnly
        });
        fitted.extend(fitting.fit_element(element, next_label));
    }

    (Cow::Owned(fitted.into()), fitting.misfits)
}

/// Font sizes of a role.
pub(super) struct FontSizes {
    /// Size in this figure.
    pub(super) fitted: i32,
    /// Size in the scene, and in a figure without a set width.
    pub(super) usual: i32,
}

/// State while the elements of a board are fitted one after the other.
pub(super) struct Fitting {
    pub(super) measure: Measure,
    /// Centre of the piece that was fitted last, to which the next elements belong.
    middle: Place,
    pub(super) surroundings: Surroundings,
    /// Radii in the scene of the pieces within rings, by the name of the place.
    ringed_radii: BTreeMap<String, i32>,
    pub(super) misfits: Vec<Misfit>,
}

impl Fitting {
    /// Returns an element resized and moved as its role requires, or `None` if there is no room for
    /// it. `next` is the label after it, if there is one.
    fn fit_element(&mut self, element: &Element, next: Option<&Element>) -> Option<Element> {
        let role = element.role;
        match (&element.shape, role) {
            (Shape::Disc { .. }, Role::Piece(_) | Role::PieceRing(_))
                if self.surroundings.rings.contains_key(element.name.as_ref()) =>
            {
                self.fit_into_ring(element)
            }
            // Where the numbers of dice have no room, the sign between the dice explains the turn.
            (_, Role::DecidingDisc(seat) | Role::DecidingNumber(seat))
                if self.lacks_sides(seat) =>
            {
                None
            }
            // A letter that is left out has no button.
            (_, Role::CardMarkButton) if self.lacks_room(next, Role::CardLabel) => None,
            (shape, Role::Piece(_)) => {
                self.middle = bounds(shape).map_or(self.middle, Rect::middle);
                Some(element.clone())
            }
            // Without numbers, the top face takes all of the die.
            (_, Role::PieceLine(seat) | Role::Pip(seat)) if self.lacks_sides(seat) => {
                without_sides(element, self.middle)
            }
            (Shape::Polygon { corners }, Role::ArrowHead | Role::ArrowHeadHalo) => Some(Element {
                shape: self.fit_arrow_head(corners),
                ..element.clone()
            }),
            (
                _,
                Role::CardNumberGround
                | Role::CardPlate
                | Role::Plate
                | Role::BadgeGround
                | Role::Tag,
            ) => self.fit_plate(element, next),
            (Shape::Label { .. }, _) => self.fit_label(element),
            _ => Some(element.clone()),
        }
    }

    /// Returns a label in its font size, moved with what is beside it, or `None` if it has no room.
    fn fit_label(&mut self, element: &Element) -> Option<Element> {
        let Shape::Label {
            at: place,
            text,
            anchor,
            room,
        } = &element.shape
        else {
            return Some(element.clone());
        };
        let role = element.role;
        if let Some(misfit) = self.find_misfit(role, text, &element.name, *place) {
            self.add_misfit(misfit);
            return None;
        }

        let place = match role {
            // Names at the edge do not belong to a place, so they are found by their text.
            Role::Coordinate => self.name_place(*place, text),
            Role::EntryNumber => self.entry_place(*place, *anchor, &element.name),
            _ => *place,
        };
        let FontSizes { fitted, usual } = self.font_sizes(role);
        let room = room.map(|room| scaled(room, fitted, usual));
        Some(Element {
            shape: Shape::Label {
                at: place,
                text: text.clone(),
                anchor: *anchor,
                room,
            },
            ..element.clone()
        })
    }

    /// Returns a disc of a piece, which shrinks until there is a gap between it and a ring around
    /// it.
    fn fit_into_ring(&mut self, element: &Element) -> Option<Element> {
        let ring = *self.surroundings.rings.get(element.name.as_ref())?;
        let Shape::Disc { at: place, radius } = element.shape else {
            return None;
        };
        let line = self.measure.line_width(Role::MarkRing) / 2;
        // The outlines of the pieces of all seats are equally wide.
        let outline = self.measure.line_width(Role::Piece(1)) / 2;
        let max_radius = ring - line - self.measure.units(RING_GAP) - outline;
        let piece = match element.role {
            Role::Piece(_) => {
                self.ringed_radii.insert(element.name.to_string(), radius);
                radius
            }
            _ => *self.ringed_radii.get(element.name.as_ref())?,
        };
        let radius = if max_radius < piece {
            scaled(radius, max_radius, piece)
        } else {
            radius
        };
        Some(Element {
            shape: Shape::Disc { at: place, radius },
            ..element.clone()
        })
    }

    /// Returns the position of the name of a dot, which moves outwards by nearly half of its
    /// growth, because it grows around its middle.
    fn name_place(&self, place: Place, name: &str) -> Place {
        let FontSizes { fitted, usual } = self.font_sizes(Role::Coordinate);
        let beyond = self
            .surroundings
            .dots
            .get(name)
            .map(|&dot| place.minus(dot).at_length((fitted - usual) * 45 / 100));
        place.plus(beyond.unwrap_or_default())
    }

    /// Returns the position of the turn numbers beside the name of a dot, which move with the name.
    fn entry_place(&self, point: Place, side: Anchor, name: &str) -> Place {
        let Some(&usual_name) = self.surroundings.names.get(name) else {
            return point;
        };
        let name_sizes = self.font_sizes(Role::Coordinate);
        let number_sizes = self.font_sizes(Role::EntryNumber);
        // The line of the number, counted from the name, follows from the usual distance: a line is
        // 105 % of the font size. The division rounds to the nearest line.
        let usual_line_height = number_sizes.usual * 105 / 100;
        let hundredths_of_lines = scaled(point.y - usual_name.y, 100, usual_line_height);
        let line = (hundredths_of_lines + 50).div_euclid(100);
        let dot = self
            .surroundings
            .dots
            .get(name)
            .copied()
            .unwrap_or(usual_name);
        let name_at = self.name_place(usual_name, name);
        let is_at_side = (point.x - dot.x).abs() == SIDE_GAP;
        let place = EntryPlace {
            name: name_at,
            dot,
            side,
            line,
            is_at_side,
        };
        place.numbers_place(name, [name_sizes.fitted, number_sizes.fitted])
    }

    /// Returns an arrow head, tip first, that is large enough for its line, whose width is limited
    /// on paper.
    fn fit_arrow_head(&self, corners: &[Place]) -> Shape {
        let length = self.measure.units(SMALLEST_HEAD).max(HEAD);
        let tip = corners.first().copied().unwrap_or_default();
        Shape::Polygon {
            corners: corners
                .iter()
                .map(|corner| scaled_from(tip, *corner, length, HEAD))
                .collect(),
        }
    }

    /// Returns a plate resized and moved with its label.
    fn fit_plate(&mut self, element: &Element, label: Option<&Element>) -> Option<Element> {
        let Some(label) = label else {
            return Some(element.clone());
        };
        let Shape::Label {
            text,
            at: text_at,
            anchor,
            ..
        } = &label.shape
        else {
            return Some(element.clone());
        };
        let role = label.role;
        let misfit = self.find_misfit(role, text, &element.name, *text_at);
        if misfit.is_some() {
            return None;
        }

        let font_size = self.font_sizes(role).fitted;
        let shape = match role {
            Role::StripNumber | Role::StripLabel => {
                let gap = self.measure.units(STRIP_GAP);
                let plate = plate_of_text(*text_at, text, *anchor, role, font_size, gap);
                Shape::Polygon {
                    corners: plate.corners().to_vec(),
                }
            }
            Role::TagNumber => {
                let air = self.measure.units(TAG_AIR);
                tag_of_text(*text_at, text, font_size, air)
            }
            _ => self.grow_plate(element, role),
        };
        Some(Element {
            shape,
            ..element.clone()
        })
    }

    /// Returns the shape of a plate, grown with the text of a role on it.
    fn grow_plate(&mut self, plate: &Element, role: Role) -> Shape {
        let FontSizes {
            fitted: font_size,
            usual: usual_size,
        } = self.font_sizes(role);
        match &plate.shape {
            Shape::Disc { at: place, radius } => {
                let grown = scaled(*radius, font_size, usual_size);
                let max_radius = match self.surroundings.insides.get(plate.name.as_ref()) {
                    Some(inside) if is_letter_on_board(role) => inside.round.min(inside.square),
                    _ => i32::MAX,
                };
                Shape::Disc {
                    at: *place,
                    radius: grown.min(max_radius),
                }
            }
            shape => {
                let usual_rect = bounds(shape).unwrap_or_default();
                let middle = usual_rect.middle();
                let grown = shape
                    .clone()
                    .mapped(&|place| scaled_from(middle, place, font_size, usual_size));
                if is_letter_on_board(role)
                    && let Some(grown_rect) = bounds(&grown)
                {
                    self.note_covered(role, &plate.name, grown_rect, usual_rect);
                }
                grown
            }
        }
    }

    /// Returns the font sizes of a role.
    pub(super) fn font_sizes(&self, role: Role) -> FontSizes {
        FontSizes {
            fitted: self.measure.style(role).font_size,
            usual: style(role).font_size,
        }
    }
}
