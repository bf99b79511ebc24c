//! Turn numbers: on pieces, in tags on cards, and beside dots.
//!
//! A *tag* is a plate with a number at a corner of a card. A *dot* is a point at the edge of a GIPF
//! board, at which turns enter it. A *shoulder* is a place beside the centre of a place, for
//! another text.

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
    let plate = plate_of_text(place, text, Anchor::Middle, Role::TagNumber, font_size, air);
    rounded(plate, air)
}

impl Annotator<'_> {
    /// Draws a turn number at a corner of its card, away from the art; if possible, at a corner
    /// that touches no other card.
    pub(super) fn draw_tag(&mut self, site: Site, name: &str, number: u32) {
        let place = self.corner_for_tag(name).unwrap_or(site.at);
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

    /// Returns the corner of a card that touches the fewest other cards; `None` for other places.
    fn corner_for_tag(&self, name: &str) -> Option<Place> {
        let rect_of = |corners: &Vec<Place>| Rect::around(corners.iter().copied());
        let card = self.scene.outlines.get(name).and_then(rect_of)?;
        let outlines = self.scene.outlines.values().filter_map(rect_of);
        let other_cards: Vec<Rect> = outlines.filter(|other| *other != card).collect();
        let touched_cards = |corner: &Place| {
            let touched = other_cards.iter().filter(|other| other.contains(*corner));
            touched.count()
        };
        let [upper_left, upper_right, lower_right, lower_left] = card.corners();
        [upper_left, upper_right, lower_left, lower_right]
            .into_iter()
            .min_by_key(touched_cards)
    }

    /// Adds the numbers of the turns that entered at a dot beside its name, or beneath it at the
    /// sides of the board.
    pub(super) fn draw_entry_numbers(&mut self, name: &str, numbers: &[u32]) {
        let Some(site) = self.find_site(name) else {
            return;
        };
        let name_place = self.place_of_name(name).unwrap_or(site.at);
        // The origin is in the middle of the board.
        let board = Rect::around(self.scene.sites.places()).unwrap_or_default();
        let is_at_side = site.at.x == board.from.x.min(0) || site.at.x == board.to.x.max(0);
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
            // At the sides, the line of the name has no numbers.
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
        match site.piece {
            Some(seat) => {
                let upon = Upon::Piece(seat);
                // Three digits have room only in a smaller font.
                let role = if number > 99 {
                    Role::SmallLabel(upon)
                } else {
                    Role::MarkLabel(upon)
                };
                self.put(Shape::label(site.at, text, Anchor::Middle), role, name);
            }
            None => {
                let badge = Shape::Disc {
                    at: site.at,
                    radius: BADGE,
                };
                self.put(badge, Role::BadgeGround, name);
                self.put(on_plate(site.at, text, Role::Badge), Role::Badge, name);
            }
        }
    }
}
