//! Marks on places: rings, squares, crosses, triangles and shades, on pieces, on cards and on empty
//! places.
//!
//! A *site* is a named place of the board. A *halo* is a wide line in the colour of the background
//! below a mark. A *strip* is the space beside a die, and the *art* of a card the drawing of its
//! pipes; marks keep clear of both. The *text forms* are figures of characters.

use super::annotation::Mark;
use super::annotation_shapes::{brackets, circle, hexagon, mark_shape, polygon, square};
use super::annotator::Annotator;
use super::geometry::{Place, UNIT};
use super::insertions::Layer;
use super::region_outlines::outlines;
use super::role::{Role, Upon};
use super::scene::{BoardSymmetry, Shading, Site};
use super::shape::{Anchor, Shape};

/// Radius of a mark on an empty place.
const OPEN_MARK: i32 = UNIT * 26 / 100;
/// Radius of a cross on an empty place.
const OPEN_CROSS: i32 = UNIT * 33 / 100;
/// Radius of a mark on half of a card.
const CARD_MARK: i32 = UNIT * 11 / 100;
/// Radius of a mark on a place too small for a piece.
const SMALL_MARK: i32 = UNIT * 17 / 100;
/// Radius of a mark with a text inside it.
const MARK_AROUND_TEXT: i32 = UNIT * 31 / 100;
/// Largest radius of a mark within its place.
const LARGEST_MARK: i32 = UNIT * 46 / 100;
/// Distance of a contour from the edges of the shaded cells.
const SHADE_INSET: i32 = UNIT * 3 / 100;

impl Annotator<'_> {
    /// Adds a shape of a place on top of the others. The text forms do not show it.
    pub(super) fn put(&mut self, shape: Shape, role: Role, name: &str) {
        self.scene.push(shape, role, name.to_owned(), "");
    }

    /// Adds the brackets around a place in the text forms.
    pub(super) fn write_brackets(&mut self, place: Place, brackets: [&'static str; 2]) {
        let step = self.scene.text_grid.x;
        for (bracket, side) in brackets.into_iter().zip([-1, 1]) {
            let beside = Place {
                x: place.x + step * side,
                ..place
            };
            self.scene.write(beside, Anchor::Middle, bracket, bracket);
        }
    }

    /// Draws a mark where its place has room for it: on a strip beside the piece, on the piece, on
    /// the card or on the empty place.
    pub(super) fn draw_mark(&mut self, mark: Mark, name: &str) {
        let Some(site) = self.find_site(name) else {
            return;
        };
        // The text forms show the name of a small place, which brackets would cover. A finding
        // names the place of a fault anyway; a mark that the author set is shown only by its
        // brackets.
        if mark != Mark::Fault || !site.is_small() {
            self.write_brackets(site.at, mark.brackets());
        }
        let mark = mark.form(self.scene.shading);
        if mark == Mark::Shade {
            self.shade_cell(site, name);
            return;
        }
        let marks = self.marks.entry(name.to_owned()).or_default();
        let earlier_marks = marks.len();
        marks.push(mark);
        // Further marks on the same place are larger, around the earlier ones.
        let nested = UNIT * 8 / 100 * i32::try_from(earlier_marks).unwrap_or(0);
        let has_text = self.texts.contains_key(name);
        match site.piece {
            Some(_) if self.scene.strip > 0 => self.draw_mark_on_strip(mark, site, name),
            Some(_) if mark == Mark::Circle => self.draw_ring(site, nested, name),
            Some(seat) => self.draw_mark_on_piece(mark, site, seat, has_text, nested, name),
            None if site.has_art => self.draw_mark_on_card(mark, site, name),
            None if site.is_small() => {
                if earlier_marks == 0 && !self.dots_with_pieces.contains(name) {
                    self.make_room_for_name(name, site, SMALL_MARK);
                }
                let shape = mark_shape(mark, site.at, SMALL_MARK);
                self.put_above_halos(shape, Role::Mark(Upon::Board), name);
            }
            None => self.draw_mark_on_point(mark, site, has_text, nested, name),
        }
    }

    /// Shades the cell around a place.
    pub(super) fn shade_cell(&mut self, site: Site, name: &str) {
        match self.scene.shading {
            Shading::Tint => {
                let corners = match self.scene.symmetry {
                    BoardSymmetry::Quarters => square(site.at, UNIT / 2).to_vec(),
                    BoardSymmetry::Sixths => hexagon(site.at).to_vec(),
                };
                let shape = Shape::Polygon { corners };
                self.insert(shape, Role::Shade, name, Layer::AboveGround);
            }
            // The colour of a cell has a meaning, so the contour of the region leaves it visible.
            Shading::Contour => {
                self.shaded.insert(site.at);
            }
            Shading::Brackets => {
                for steps in brackets(site.at, UNIT * 435 / 1000, UNIT / 4) {
                    self.draw_contour(Shape::Path { steps });
                }
            }
        }
    }

    /// Draws the contours of the shaded regions above the gaps around pieces, under the pieces.
    pub(super) fn draw_shaded_contours(&mut self) {
        let shaded = std::mem::take(&mut self.shaded);
        if shaded.is_empty() {
            return;
        }
        self.scene.elements.sink_moats();
        let contours: Vec<Shape> = outlines(&shaded, SHADE_INSET)
            .iter()
            .map(|corners| polygon(corners))
            .collect();
        for role in [Role::ShadeContourEdge, Role::ShadeContour] {
            for contour in &contours {
                self.insert(contour.clone(), role, "", Layer::UnderPieces);
            }
        }
    }

    /// Draws the contour of a shaded cell above everything drawn so far.
    pub(super) fn draw_contour(&mut self, shape: Shape) {
        self.put(shape.clone(), Role::ShadeContourEdge, "");
        self.put_above_halos(shape, Role::ShadeContour, "");
    }

    /// Draws a mark on half of a card. A figure moves it beside the art.
    pub(super) fn draw_mark_on_card(&mut self, mark: Mark, site: Site, name: &str) {
        let shape = mark_shape(mark, site.at, CARD_MARK);
        let [halo, role] = match mark {
            Mark::Cross => [Role::CardMarkLineHalo, Role::CardMarkLine],
            _ => [Role::CardMarkHalo, Role::CardMarkFill],
        };
        self.put(shape.clone(), halo, name);
        self.put(shape, role, name);
    }

    /// Draws a ring around a piece. Inside the piece, it would look like the ring of a special
    /// piece.
    pub(super) fn draw_ring(&mut self, site: Site, nested: i32, name: &str) {
        // Rings of neighbours on a square grid must not touch.
        let radius = match self.scene.symmetry {
            BoardSymmetry::Quarters => UNIT * 475 / 1000,
            BoardSymmetry::Sixths => UNIT / 2,
        };
        let shape = circle(site.at, radius + nested);
        // The gap is cut from the neighbours, and from the links of a chain.
        self.put(shape.clone(), Role::MarkMoat, name);
        self.put_above_halos(shape, Role::MarkRing, name);
    }

    /// Draws a solid mark on a piece, or an outline if a text or another mark is inside it.
    pub(super) fn draw_mark_on_piece(
        &mut self,
        mark: Mark,
        site: Site,
        seat: u8,
        has_text: bool,
        nested: i32,
        name: &str,
    ) {
        let upon = Upon::Piece(seat);
        if has_text || nested > 0 {
            let shape = mark_shape(mark, site.at, (MARK_AROUND_TEXT + nested).min(LARGEST_MARK));
            self.put_above_halos(shape, Role::Mark(upon), name);
            return;
        }
        // There is less room inside the ring of a special piece.
        let size = if self.has_ring(name) {
            site.radius * 38 / 100
        } else {
            site.radius * 46 / 100
        };
        let role = if mark == Mark::Cross {
            Role::Mark(upon)
        } else {
            Role::MarkFill(upon)
        };
        self.put_above_halos(mark_shape(mark, site.at, size), role, name);
    }

    /// Draws a mark on an empty place, with the lines of the board erased inside.
    pub(super) fn draw_mark_on_point(
        &mut self,
        mark: Mark,
        site: Site,
        has_text: bool,
        nested: i32,
        name: &str,
    ) {
        // A text needs room inside the mark, and a triangle has the least.
        let size = match (has_text, mark) {
            (false, Mark::Cross) => OPEN_CROSS,
            (false, _) => OPEN_MARK,
            (true, Mark::Triangle) => LARGEST_MARK,
            (true, _) => MARK_AROUND_TEXT,
        };
        let shape = mark_shape(mark, site.at, (size + nested).min(LARGEST_MARK));
        let keeps_inside = site.keeps_inside || nested > 0;
        let role = if keeps_inside || mark == Mark::Cross {
            Role::Mark(Upon::Board)
        } else {
            Role::OpenMark
        };
        let (halo, halo_role) = match (keeps_inside, mark) {
            (true, _) => (shape.clone(), Role::HaloLine),
            (false, Mark::Cross) => (
                Shape::Disc {
                    at: site.at,
                    radius: OPEN_CROSS,
                },
                Role::Halo,
            ),
            (false, _) => (shape.clone(), Role::Halo),
        };
        self.put(halo, halo_role, name);
        self.put_above_halos(shape, role, name);
    }

    /// Returns true if the piece there has the ring of a special piece.
    pub(super) fn has_ring(&self, name: &str) -> bool {
        self.scene
            .elements
            .iter()
            .any(|element| element.name == name && matches!(element.role, Role::PieceRing(_)))
    }
}
