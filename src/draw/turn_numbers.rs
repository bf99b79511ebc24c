//! Turn numbers: on pieces, in tags on cards, and beside dots.

use super::annotation_shapes::rounded;
use super::annotator::Annotator;
use super::elements::Element;
use super::entry_number_place::EntryPlace;
use super::geometry::{Place, Rect, UNIT};
use super::labels::{BADGE, on_plate};
use super::role::{Role, Upon};
use super::scene::Site;
use super::shape::{Anchor, Shape};
use super::strips_beside_pieces::plate_of_text;
use super::style::style;

/// Gap between the number and the edge of a tag.
const TAG_AIR: i32 = UNIT * 4 / 100;
/// Number of turn numbers side by side at a dot.
const ENTRIES_IN_A_LINE: usize = 3;
/// The same at the sides of the board, where there is less space.
const ENTRIES_AT_A_SIDE: usize = 2;

/// Returns the outline of a tag around a number.
pub(super) fn tag_of_text(place: Place, text: &str, font_size: i32, air: i32) -> Shape {
    let font = (Role::TagNumber, font_size);
    rounded(plate_of_text(place, text, Anchor::Middle, font, air), air)
}

impl Annotator<'_> {
    /// Draws a turn number at a corner of its card, away from the art; if possible, at a corner
    /// that touches no other card.
    pub(super) fn draw_tag(&mut self, site: Site, name: &str, number: u32) {
        let own = self
            .scene
            .outlines
            .get(name)
            .and_then(|corners| Rect::around(corners.iter().copied()));
        let place = own.map_or(site.at, |own| {
            let others: Vec<Rect> = self
                .scene
                .outlines
                .values()
                .filter_map(|corners| Rect::around(corners.iter().copied()))
                .filter(|other| *other != own)
                .collect();
            let [upper_left, upper_right, lower_right, lower_left] = own.corners();
            let tried = [upper_left, upper_right, lower_left, lower_right];
            let touched =
                |place: &Place| others.iter().filter(|other| other.contains(*place)).count();
            tried.into_iter().min_by_key(touched).unwrap_or(site.at)
        });
        let text = number.to_string();
        let font_size = style(Role::TagNumber).font_size;
        self.put(
            tag_of_text(place, &text, font_size, TAG_AIR),
            Role::Tag,
            name,
        );
        self.put(
            on_plate(place, text, Role::TagNumber),
            Role::TagNumber,
            name,
        );
    }

    /// Adds the numbers of the turns that entered at a dot beside its name, or beneath it at the
    /// sides of the board.
    pub(super) fn draw_entry_numbers(&mut self, name: &str, numbers: &[u32]) {
        let Some(site) = self.find_site(name) else {
            return;
        };
        let name_place = self.place_of_name(name).unwrap_or(site.at);
        let ends = self.scene.sites.places().map(|point| point.x);
        let (left, right) = ends.fold((0, 0), |(left, right), x| (left.min(x), right.max(x)));
        let is_at_side = site.at.x == left || site.at.x == right;
        let anchor = match site.at.x.signum() {
            -1 => Anchor::End,
            _ => Anchor::Start,
        };
        let count = if is_at_side {
            ENTRIES_AT_A_SIDE
        } else {
            ENTRIES_IN_A_LINE
        };
        for (line, numbers) in (0..).zip(numbers.chunks(count)) {
            let text = numbers
                .iter()
                .map(u32::to_string)
                .collect::<Vec<_>>()
                .join(" ");
            let line = if is_at_side { line + 1 } else { line };
            let place = EntryPlace {
                name: name_place,
                dot: site.at,
                side: anchor,
                line,
                is_at_side,
            };
            let font_size = [
                style(Role::Coordinate).font_size,
                style(Role::EntryNumber).font_size,
            ];
            let shape = Shape::label(place.numbers_place(name, font_size), text, anchor);
            let mut element = Element::bare(shape, Role::EntryNumber);
            element.name = name.to_owned().into();
            self.scene.elements.push(element);
        }
    }

    /// Returns the place of the name beside a dot.
    fn place_of_name(&self, name: &str) -> Option<Place> {
        self.scene
            .elements
            .iter()
            .filter(|element| element.role == Role::Coordinate)
            .find_map(|element| match &element.shape {
                Shape::Label {
                    at: place, text, ..
                } if text == name => Some(*place),
                _ => None,
            })
    }

    /// Writes a turn number on its piece or card, or at its place.
    pub(super) fn draw_number(&mut self, name: &str, number: u32) {
        let Some(site) = self.find_site(name) else {
            return;
        };
        let text = number.to_string();
        if site.has_art {
            self.draw_tag(site, name, number);
            return;
        }
        if self.scene.strip > 0 && site.piece.is_some() {
            self.write_on_strip(site, name, &text, Role::StripNumber);
            return;
        }
        if let Some(shoulder) = self.next_shoulder(name) {
            self.write_beside(site, shoulder, name, &text);
            return;
        }
        let (place, plate, role) = match site.piece {
            None => (site.at, Some(Role::BadgeGround), Role::Badge),
            Some(seat) if number > 99 => (site.at, None, Role::SmallLabel(Upon::Piece(seat))),
            Some(seat) => (site.at, None, Role::MarkLabel(Upon::Piece(seat))),
        };
        let shape = match plate {
            Some(plate) => {
                self.put(
                    Shape::Disc {
                        at: place,
                        radius: BADGE,
                    },
                    plate,
                    name,
                );
                on_plate(place, text, role)
            }
            None => Shape::label(place, text, Anchor::Middle),
        };
        self.put(shape, role, name);
    }
}
