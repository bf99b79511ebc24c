//! Fits labels on a board when text does not shrink with it, and with them what depends on their
//! size: the heads of arrows, ringed pieces and the faces of dice. Labels move clear of their
//! surroundings; those without room are left out and reported.
//!
//! [`fit_labels`] first places the signs of cards, then collects what surrounds each label (the
//! `find_…` methods of `Fitting`), and fits one element after the other (`Fitting::fit_element`).

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::annotation_shapes::{HEAD, bounds};
use super::card_signs::place_card_signs;
use super::elements::{Element, Elements};
use super::entry_number_place::{EntryPlace, SIDE_GAP};
use super::geometry::{Place, Rect, UNIT};
use super::mark_room::Inside;
use super::measure::{Measure, scaled};
use super::paper::POINT;
use super::resizing::{scaled_from, without_sides};
use super::role::{Role, Upon};
use super::set_rims::place_set_rims;
use super::shape::{Anchor, Shape};
use super::sign_room::{Misfit, Room, room};
use super::strips_beside_pieces::plate_of_text;
use super::style::style;
use super::text_width;
use super::turn_numbers::tag_of_text;

/// Half the height of a capital, in thousandths of the font size.
const HALF_OF_CAPITAL: i32 = 357;

/// Gap on paper between a piece and a ring around it.
const RING_GAP: i64 = 8 * POINT / 10;
/// Gap on paper around a text beside a die. For a tag: between the number and the edge, and around
/// the edge.
const STRIP_GAP: i64 = 6 * POINT / 10;
pub(super) const TAG_AIR: i64 = 17 * POINT / 10;
/// How far a text above a die may extend beyond it.
const STRIP_OVERHANG: i32 = UNIT * 4 / 100;
/// Part of the edge of a piece that a label may cover.
const COVERED_EDGE: i32 = UNIT * 5 / 100;
/// Largest factor, in hundredths, by which a figure should be wider for a label to fit.
const LARGEST_NEED: i64 = 1_000;
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
        dots: BTreeMap::new(),
        names: BTreeMap::new(),
        insides: BTreeMap::new(),
        rings: BTreeMap::new(),
        ringed_radii: BTreeMap::new(),
        pieces: BTreeMap::new(),
        misfits,
    };
    fitting.find_dots(elements);
    fitting.find_insides(elements);
    fitting.find_rings(elements);
    fitting.find_pieces(elements);
    let all: Vec<&Element> = elements.iter().collect();
    let mut fitted = Vec::with_capacity(all.len());
    for (index, element) in all.iter().enumerate() {
        let is_label = |next: &&&Element| {
            matches!(next.shape, Shape::Label { .. }) && next.role != Role::TextOnly
        };
        let label = all.get(index + 1).filter(is_label);
        fitted.extend(fitting.fit_element(element, label.copied()));
    }

    (Cow::Owned(fitted.into()), fitting.misfits)
}

/// Font sizes of a role.
struct FontSizes {
    /// Size in this figure.
    fitted: i32,
    /// Size in a figure without a set width.
    usual: i32,
}

/// State while the elements of a board are fitted one after the other.
struct Fitting {
    measure: Measure,
    /// Centre of the current piece or card.
    middle: Place,
    /// Dots with a name beside them.
    dots: BTreeMap<String, Place>,
    /// Usual places of these names.
    names: BTreeMap<String, Place>,
    /// Room for a text inside the marks on an empty place, by the name of the place.
    insides: BTreeMap<String, Inside>,
    /// Radii of the smallest rings around pieces.
    rings: BTreeMap<String, i32>,
    /// Usual radii of the pieces within rings.
    ringed_radii: BTreeMap<String, i32>,
    /// Bounding boxes of pieces.
    pieces: BTreeMap<String, Rect>,
    misfits: Vec<Misfit>,
}

impl Fitting {
    /// Collects the dots and their names.
    fn find_dots(&mut self, elements: &Elements) {
        for element in elements {
            match (&element.shape, element.role) {
                (Shape::Disc { at: place, .. }, Role::Dot) => {
                    self.dots.insert(element.name.to_string(), *place);
                }
                (
                    Shape::Label {
                        at: place, text, ..
                    },
                    Role::Coordinate,
                ) => {
                    self.names.insert(text.to_string(), *place);
                }
                _ => {}
            }
        }
    }

    /// Finds the room inside the marks on empty places.
    fn find_insides(&mut self, elements: &Elements) {
        let is_outline = |element: &&Element| {
            let role = element.role;
            matches!(role, Role::OpenMark | Role::Mark(Upon::Board)) && !element.name.is_empty()
        };
        for element in elements.iter().filter(is_outline) {
            let line = self.measure.line_width(element.role);
            let inside = Inside::of_outline(&element.shape).less(line);
            self.insides
                .entry(element.name.to_string())
                .and_modify(|known| *known = known.within(inside))
                .or_insert(inside);
        }
    }

    /// Finds the smallest ring around each piece.
    fn find_rings(&mut self, elements: &Elements) {
        for element in elements {
            let rect = match element.role {
                Role::MarkRing => bounds(&element.shape),
                _ => None,
            };
            if let Some(rect) = rect {
                let radius = rect.size().x / 2;
                self.rings
                    .entry(element.name.to_string())
                    .and_modify(|known| *known = (*known).min(radius))
                    .or_insert(radius);
            }
        }
    }

    /// Finds the bounding box of each piece.
    fn find_pieces(&mut self, elements: &Elements) {
        for element in elements {
            if matches!(element.role, Role::Piece(_))
                && let Some(rect) = bounds(&element.shape)
            {
                self.pieces.insert(element.name.to_string(), rect);
            }
        }
    }

    /// Returns a disc of a piece, which shrinks until there is a gap between it and a ring around
    /// it.
    fn fit_into_ring(&mut self, element: &Element) -> Option<Element> {
        let ring = *self.rings.get(element.name.as_ref())?;
        let Shape::Disc { at: place, radius } = element.shape else {
            return None;
        };
        let line = self.measure.line_width(Role::MarkRing) / 2;
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

    /// Returns the position of the name of a dot, which moves outwards as it grows.
    fn name_place(&self, place: Place, name: &str) -> Place {
        let FontSizes { fitted, usual } = self.font_sizes(Role::Coordinate);
        let beyond = self
            .dots
            .get(name)
            .map(|&dot| place.minus(dot).at_length((fitted - usual) * 45 / 100));
        place.plus(beyond.unwrap_or_default())
    }

    /// Returns the position of the turn numbers beside the name of a dot, which move with the name.
    fn entry_place(&self, point: Place, side: Anchor, name: &str) -> Place {
        let Some(&usual_name) = self.names.get(name) else {
            return point;
        };
        let name_sizes = self.font_sizes(Role::Coordinate);
        let number_sizes = self.font_sizes(Role::EntryNumber);
        // The line of the number, counted from the name, follows from the usual distance: a line is
        // 105 % of the font size.
        let line = scaled(point.y - usual_name.y, 100, number_sizes.usual * 105 / 100);
        let dot = self.dots.get(name).copied().unwrap_or(usual_name);
        let name_at = self.name_place(usual_name, name);
        let line = (line + 50).div_euclid(100);
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

    /// Returns the font sizes of a role.
    fn font_sizes(&self, role: Role) -> FontSizes {
        FontSizes {
            fitted: self.measure.style(role).font_size,
            usual: style(role).font_size,
        }
    }

    /// Returns a number or label as a misfit if the board has no room for it at `place`. `name` is
    /// the name of that place in records.
    fn find_misfit(&self, role: Role, text: &str, name: &str, place: Place) -> Option<Misfit> {
        let Room {
            font_size: max_font_size,
            width: max_width,
            what,
        } = room(role)?;
        let min_size = match role {
            Role::Coordinate | Role::EntryNumber => self.font_sizes(role).fitted,
            _ => self.measure.min_font_size(role),
        };
        // In hundredths of the present width of the board: 100 fits.
        let mut needed = (i64::from(min_size) * 100 / i64::from(max_font_size)).max(
            i64::from(text_width::width_of(text, min_size, role)) * 100 / i64::from(max_width),
        );
        if is_letter_on_board(role)
            && let Some(inside) = self.insides.get(name)
        {
            let font_size = self.font_sizes(role).fitted;
            let half = Place {
                x: text_width::width_of(text, font_size, role) / 2,
                y: scaled(font_size, HALF_OF_CAPITAL, 1000),
            };
            needed = needed.max(inside.needed(half));
        }
        if matches!(role, Role::StripNumber | Role::StripLabel)
            && let Some(piece) = self.pieces.get(name)
        {
            // A text above a piece ends where the piece ends.
            let room = (piece.to.x + STRIP_OVERHANG - place.x).max(1);
            let width = text_width::width_of(text, self.font_sizes(role).fitted, role);
            needed = needed.max(i64::from(width) * 100 / i64::from(room));
        }
        (needed > 100).then_some(Misfit {
            what,
            needed,
            is_left_out: true,
        })
    }

    /// Adds a misfit, or the larger need of one of its kind.
    fn add_misfit(&mut self, misfit: Misfit) {
        let known = self
            .misfits
            .iter_mut()
            .find(|known| known.what == misfit.what && known.is_left_out == misfit.is_left_out);
        match known {
            Some(known) => known.needed = known.needed.max(misfit.needed),
            None => self.misfits.push(misfit),
        }
    }

    /// Notes that the plate of a label hides a neighbouring piece only because the text did not
    /// shrink with the board. `plate` and `usual` are the plate in this figure and its usual size.
    fn note_covered(&mut self, role: Role, name: &str, plate: Rect, usual: Rect) {
        let Some(Room { what, .. }) = room(role) else {
            return;
        };
        let middle = plate.middle();
        let needed = |(other, piece): (&String, &Rect)| {
            let piece = piece.widened(-COVERED_EDGE);
            let is_hidden = other != name && piece.meets(plate) && !piece.meets(usual);
            let distance = (piece.from.x - middle.x).max(middle.x - piece.to.x).max(1);
            is_hidden.then(|| i64::from(plate.size().x / 2) * 100 / i64::from(distance))
        };
        if let Some(needed) = self.pieces.iter().filter_map(needed).max() {
            self.add_misfit(Misfit {
                what,
                needed: needed.clamp(101, LARGEST_NEED),
                is_left_out: false,
            });
        }
    }

    /// Returns an element resized and moved as its role requires, or `None` if there is no room for
    /// it. `next` is the label after it, if there is one.
    fn fit_element(&mut self, element: &Element, next: Option<&Element>) -> Option<Element> {
        let role = element.role;
        match (&element.shape, role) {
            (Shape::Disc { .. }, Role::Piece(_) | Role::PieceRing(_))
                if self.rings.contains_key(element.name.as_ref()) =>
            {
                self.fit_into_ring(element)
            }
            // Where the numbers of dice have no room, the sign between the dice explains the turn.
            (_, Role::DecidingDisc(seat) | Role::DecidingNumber(seat))
                if self.lacks_sides(seat) =>
            {
                None
            }
            (_, Role::DecidingDisc(_)) => Some(element.clone()),
            // A letter that is left out has no button.
            (_, Role::CardMarkButton) if self.lacks_room(next, Role::CardLabel) => None,
            (shape, Role::Piece(_) | Role::BoardLine) => {
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
            (
                Shape::Label {
                    at: place,
                    text,
                    anchor,
                    room,
                },
                _,
            ) => {
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
            _ => Some(element.clone()),
        }
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

    /// Returns true if there is not enough space for the side numbers of dice.
    fn lacks_sides(&self, seat: u8) -> bool {
        self.find_misfit(Role::SideNumber(seat), "6", "", Place::default())
            .is_some()
    }

    /// Returns true if the next element is a label of this role without room.
    fn lacks_room(&self, next: Option<&Element>, role: Role) -> bool {
        let label = next.filter(|next| next.role == role);
        label.is_some_and(|label| match &label.shape {
            Shape::Label {
                at: place, text, ..
            } => self.find_misfit(role, text, &label.name, *place).is_some(),
            _ => false,
        })
    }

    /// Returns a plate resized and moved with its label.
    fn fit_plate(&mut self, element: &Element, label: Option<&Element>) -> Option<Element> {
        let Some((
            role,
            Shape::Label {
                text,
                at: text_at,
                anchor,
                ..
            },
        )) = label.map(|label| (label.role, &label.shape))
        else {
            return Some(element.clone());
        };
        if self
            .find_misfit(role, text, &element.name, *text_at)
            .is_some()
        {
            return None;
        }

        let font_size = self.font_sizes(role).fitted;
        let shape = match role {
            Role::StripNumber | Role::StripLabel => {
                let gap = self.measure.units(STRIP_GAP);
                let plate = plate_of_text(*text_at, text, *anchor, (role, font_size), gap);
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
                let max_radius = match self.insides.get(plate.name.as_ref()) {
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
}

/// Returns true for a letter at the centre of an empty place.
fn is_letter_on_board(role: Role) -> bool {
    matches!(
        role,
        Role::MarkLabel(Upon::Board) | Role::SmallLabel(Upon::Board) | Role::TinyLabel(Upon::Board)
    )
}
