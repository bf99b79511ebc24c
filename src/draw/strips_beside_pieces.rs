//! Signs beside pieces that have no room for more signs: the pieces move to the lower right of
//! their cells, which leaves a strip for the signs along the upper and the left edge.

use super::annotation::Mark;
use super::annotation_shapes::{bounds, mark_shape};
use super::annotator::Annotator;
use super::elements::Element;
use super::geometry::{Place, Rect, UNIT};
use super::insertions::Layer;
use super::role::{Role, Tone, Upon};
use super::scene::Site;
use super::shape::{Anchor, Shape};
use super::style::style;
use super::text_width;

/// Font size for which texts on the strip beside a piece have room.
const STRIP_FONT_SIZE: i32 = UNIT * 25 / 100;
/// Gap beside a text on the strip beside a piece.
const STRIP_GAP: i32 = UNIT * 3 / 100;

/// Used lengths of the two strips beside a piece.
#[derive(Clone, Copy, Default)]
pub(super) struct StripUse {
    /// Of the strip above the piece, from the left.
    above: i32,
    /// Of the strip to the left of the piece, from the strip above it.
    beside: i32,
}

/// Returns the width of a text on a strip. In the smallest figures, a text needs more than the
/// usual width.
pub(super) fn width_on_strip(text: &str, role: Role) -> i32 {
    text_width::width_of(text, STRIP_FONT_SIZE, role) + STRIP_GAP
}

/// Returns the upper left corner of the cell of a place.
fn corner_of_cell(site: Site) -> Place {
    site.at.minus(Place {
        x: UNIT / 2,
        y: UNIT / 2,
    })
}

/// Returns the width of the strip beside a piece. `strip` is the distance by which pieces move.
fn strip_width(strip: i32, site: Site) -> i32 {
    UNIT / 2 - site.radius + strip
}

/// Returns the rectangle around a text of a role, with a gap on each side.
pub(super) fn plate_of_text(
    place: Place,
    text: &str,
    anchor: Anchor,
    role: Role,
    font_size: i32,
    gap: i32,
) -> Rect {
    let width = text_width::width_of(text, font_size, role);
    let before = match anchor {
        Anchor::Start => 0,
        Anchor::Middle => width / 2,
        Anchor::End => width,
    };
    let from = Place {
        x: place.x - before,
        y: place.y - text_width::half_letter_height(font_size),
    };
    let size = Place {
        x: width,
        y: text_width::letter_height(font_size),
    };
    Rect {
        from,
        to: from.plus(size),
    }
    .widened(gap)
}

impl Annotator<'_> {
    /// Moves all pieces, so that each of their cells has strips. Their text forms stay.
    pub(super) fn make_strips(&mut self) {
        let by = Place {
            x: self.scene.strip,
            y: self.scene.strip,
        };
        let is_of_piece = |element: &Element| {
            !element.name.is_empty()
                && matches!(
                    element.role,
                    Role::Piece(_)
                        | Role::PieceMoat(_)
                        | Role::PieceLine(_)
                        | Role::SideNumber(_)
                        | Role::Pip(_)
                )
        };
        let mut text_forms = Vec::new();
        for element in self.scene.elements.all_mut() {
            if is_of_piece(element) {
                let moved = element.moved(by);
                let unmoved = std::mem::replace(element, moved);
                element.text = "".into();
                // The text forms have no strips.
                text_forms.push(Element {
                    role: Role::TextOnly,
                    ..unmoved
                });
            }
        }

        self.clear_beside_moved_pieces();
        text_forms.retain(|element| !element.text.is_empty());
        for element in text_forms {
            self.scene.elements.push(element);
        }
    }

    /// Clears the rest of the dark cells to the right of moved pieces and below them, which is too
    /// narrow for hatching.
    fn clear_beside_moved_pieces(&mut self) {
        let strip = self.scene.strip;
        let dark = self
            .scene
            .elements
            .iter()
            .filter(|element| element.role == Role::PieceMoat(Tone::Dark))
            .filter_map(|element| Some((bounds(&element.shape)?, element.name.to_string())));
        for (piece, name) in dark.collect::<Vec<_>>() {
            let Some(site) = self.scene.sites.get(&name) else {
                continue;
            };
            let end = site.at.plus(Place {
                x: UNIT / 2,
                y: UNIT / 2,
            });
            // The corners of pieces are round, so what is cleared begins below them.
            let rest = [
                Place {
                    x: piece.to.x - strip,
                    y: piece.from.y + strip,
                },
                Place {
                    x: piece.from.x + strip,
                    y: piece.to.y - strip,
                },
            ];
            for from in rest {
                let corners = Rect { from, to: end }.corners().to_vec();
                let shape = Shape::Polygon { corners };
                self.insert(shape, Role::BadgeGround, "", Layer::UnderPieceMoats);
            }
        }
    }

    /// Reserves room of the given width on the strip above a piece, and returns its left end and
    /// its middle line.
    fn room_above(&mut self, site: Site, name: &str, width: i32) -> Place {
        let strip = strip_width(self.scene.strip, site);
        let used = self.strips.entry(name.to_owned()).or_default();
        let corner = corner_of_cell(site);
        let place = Place {
            x: corner.x + used.above,
            y: corner.y + strip / 2,
        };
        used.above += width;
        place
    }

    /// Reserves room for a mark on the strips of a place, and returns its left end and its middle
    /// line. A mark goes above the piece if that leaves enough room for the texts, otherwise to its
    /// left.
    fn room_for_mark(&mut self, site: Site, name: &str) -> Place {
        let strip = strip_width(self.scene.strip, site);
        let texts = self.text_widths.get(name).copied().unwrap_or_default();
        let used = self.strips.entry(name.to_owned()).or_default();
        let has_room_above = used.above + strip + texts <= UNIT;
        let has_room_beside = used.beside + 2 * strip <= UNIT;
        if has_room_above || !has_room_beside {
            return self.room_above(site, name, strip);
        }

        let corner = corner_of_cell(site);
        let place = Place {
            x: corner.x,
            y: corner.y + used.beside + strip * 3 / 2,
        };
        used.beside += strip;
        place
    }

    /// Draws a mark beside a piece that has no room for it.
    pub(super) fn draw_mark_on_strip(&mut self, mark: Mark, site: Site, name: &str) {
        let strip = strip_width(self.scene.strip, site);
        let from = self.room_for_mark(site, name);
        let place = from.plus(Place { x: strip / 2, y: 0 });
        let radius = strip * 55 / 100;
        self.put(Shape::Disc { at: place, radius }, Role::BadgeGround, name);
        // The ends of a cross stay within its background.
        let (role, size) = match mark {
            Mark::Cross => (Role::Mark(Upon::Board), 33),
            _ => (Role::MarkFill(Upon::Board), 42),
        };
        let shape = mark_shape(mark, place, strip * size / 100);
        self.put_above_halos(shape, role, name);
    }

    /// Writes a text beside a piece that has no room for it, on a plate of the background.
    pub(super) fn write_on_strip(&mut self, site: Site, name: &str, text: &str, role: Role) {
        let from = self.room_above(site, name, width_on_strip(text, role));
        let place = from.plus(Place { x: STRIP_GAP, y: 0 });
        let font_size = style(role).font_size;
        let plate = plate_of_text(place, text, Anchor::Start, role, font_size, STRIP_GAP / 2);
        let corners = plate.corners().to_vec();
        self.put(Shape::Polygon { corners }, Role::BadgeGround, name);
        self.put(
            Shape::label(place, text.to_owned(), Anchor::Start),
            role,
            name,
        );
    }
}
