//! Labels on places: texts at the centre of a place, on a plate beside it, or on a strip beside its
//! piece. Further texts on one place go to its *shoulders*, the four diagonal directions from its
//! centre. A *strip* is the space beside a die, whose face is full of numbers. A *badge* is a disc
//! under a text, and a *plate* a disc or rectangle.

use super::annotation::Mark;
use super::annotator::{Annotator, CLEAR};
use super::geometry::{Place, Rect, UNIT};
use super::role::{Role, Upon};
use super::scene::Site;
use super::shape::{Anchor, Shape};
use super::strips_beside_pieces::width_on_strip;
use super::style::{MARK_FONT_SIZE, style};
use super::text_width;

/// Radius of the badge of a number, and of the background of a label.
pub(super) const BADGE: i32 = UNIT * 17 / 100;
/// Half the width of a label without a plate.
const LETTER: i32 = UNIT * 26 / 100;
/// Directions from the centre of a place to the further texts on it.
const SHOULDERS: [(i32, i32); 4] = [(1, -1), (-1, -1), (1, 1), (-1, 1)];

/// Returns half the width of a text on a plate.
fn half_plate(text: &str) -> i32 {
    (text_width::width_of(text, style(Role::PlateNumber).font_size, Role::PlateNumber) / 2 + CLEAR)
        .max(BADGE)
}

/// Creates a label for a plate or badge; its width is limited in every font, because other labels
/// are beside it.
pub(crate) fn on_plate(place: Place, text: String, role: Role) -> Shape {
    let width = text_width::width_of(&text, style(role).font_size, role);
    let is_long = text.chars().count() > 1;
    Shape::Label {
        at: place,
        text: text.into(),
        anchor: Anchor::Middle,
        room: is_long.then_some(width),
    }
}

impl Annotator<'_> {
    /// Notes the places with a number or label, so that marks leave their centres free.
    pub(super) fn note_texts(&mut self, numbers: &[(String, u32)], labels: &[(String, String)]) {
        let names = numbers
            .iter()
            .map(|(name, _)| name)
            .chain(labels.iter().map(|(name, _)| name));
        // None of the texts has been drawn yet.
        self.texts.extend(names.map(|name| (name.clone(), 0)));

        let numbers = numbers.iter().map(|(name, number)| {
            let width = width_on_strip(&number.to_string(), Role::StripNumber);
            (name, width)
        });
        let labels = labels
            .iter()
            .map(|(name, text)| (name, width_on_strip(text, Role::StripLabel)));
        for (name, width) in numbers.chain(labels) {
            *self.text_widths.entry(name.clone()).or_default() += width;
        }
    }

    /// Counts another text on a place. Returns its direction from the centre, or `None` for the
    /// first text, which goes to the centre itself.
    pub(super) fn next_shoulder(&mut self, name: &str) -> Option<(i32, i32)> {
        let texts = self.texts.entry(name.to_owned()).or_default();
        *texts += 1;
        texts
            .checked_sub(2)
            .map(|beside| SHOULDERS[beside % SHOULDERS.len()])
    }

    /// Adds a text on a plate beside the centre of a place.
    pub(super) fn write_beside(&mut self, site: Site, (x, y): (i32, i32), name: &str, text: &str) {
        // On the diagonal, 0.8 of a radius along each axis is just outside the piece. A small place
        // counts as a larger one, so that the plate does not cover it.
        let by = site.radius.max(UNIT * 30 / 100) * 80 / 100;
        self.write_on_plate(
            site.at.plus(Place {
                x: x * by,
                y: y * by,
            }),
            name,
            text,
        );
    }

    /// Adds a text on a plate that is as wide as the text needs.
    pub(super) fn write_on_plate(&mut self, place: Place, name: &str, text: &str) {
        let half = half_plate(text);
        let corner = Place { x: half, y: BADGE };
        let plate = if half > BADGE {
            Shape::Polygon {
                corners: Rect {
                    from: place.minus(corner),
                    to: place.plus(corner),
                }
                .corners()
                .to_vec(),
            }
        } else {
            Shape::Disc {
                at: place,
                radius: BADGE,
            }
        };
        self.put(plate, Role::Plate, name);
        self.put(
            on_plate(place, text.to_owned(), Role::PlateNumber),
            Role::PlateNumber,
            name,
        );
    }

    /// Writes a label at the centre of its place, or beside it if a piece, a mark or another text
    /// is there.
    pub(super) fn draw_label(&mut self, name: &str, text: &str) {
        let Some(site) = self.find_site(name) else {
            return;
        };
        // The text forms show only one letter, because more would hide the neighbours.
        let letter: String = text.chars().take(1).collect();
        if self.scene.strip > 0 && site.piece.is_some() {
            self.write_on_strip(site, name, text, Role::StripLabel);
        } else if site.has_art {
            self.put(
                Shape::label(site.at, text.to_owned(), Anchor::Middle),
                Role::CardLabel,
                name,
            );
        } else if let Some(shoulder) = self.next_shoulder(name) {
            self.write_beside(site, shoulder, name, text);
        } else if self.would_hide_mark(site, name, text) {
            let shoulder = self.next_shoulder(name).unwrap_or(SHOULDERS[0]);
            self.write_beside(site, shoulder, name, text);
        } else {
            self.draw_label_at_centre(site, name, text, letter);
            return;
        }
        self.scene
            .write(site.at, Anchor::Middle, letter.clone(), letter);
    }

    /// Returns true if a label at the centre of an empty place would hide a mark there.
    pub(super) fn would_hide_mark(&self, site: Site, name: &str, text: &str) -> bool {
        if site.piece.is_some() {
            return false;
        }
        let Some(marks) = self.marks.get(name) else {
            return false;
        };
        let role = Role::MarkLabel(Upon::Board);
        let is_long = text_width::width_of(text, MARK_FONT_SIZE, role) / 2 > LETTER;
        is_long || marks.contains(&Mark::Cross)
    }

    /// Adds a label at the centre of a place; `letter` represents it in the text forms.
    pub(super) fn draw_label_at_centre(
        &mut self,
        site: Site,
        name: &str,
        text: &str,
        letter: String,
    ) {
        let label = CentredLabel::new(site, text, self.has_ring(name));
        if label.upon == Upon::Board {
            self.draw_background_of_label(site.at, name, text, &label);
        }
        let shape = Shape::label(site.at, text.to_owned(), Anchor::Middle);
        self.scene.push(shape, label.role, name.to_owned(), letter);
    }

    /// Draws a disc under a short label, or a plate under a long one. Notes a label whose plate
    /// hides a piece beside the place.
    fn draw_background_of_label(
        &mut self,
        place: Place,
        name: &str,
        text: &str,
        label: &CentredLabel,
    ) {
        if label.half_width <= LETTER {
            let disc = Shape::Disc {
                at: place,
                radius: LETTER,
            };
            self.put(disc, Role::BadgeGround, name);
            return;
        }

        let by = Place {
            x: label.half_width + CLEAR,
            y: label.font_size * 60 / 100,
        };
        let plate = Rect {
            from: place.minus(by),
            to: place.plus(by),
        };
        let shift = self.strip_shift();
        let is_hidden = |site: Site| {
            let piece = site.at.plus(shift);
            site.at != place
                && site.piece.is_some()
                && plate.widened(site.radius * 9 / 10).contains(piece)
        };
        if self.scene.sites.values().any(is_hidden) {
            self.annotated.covering.push(text.to_owned());
        }
        let corners = plate.corners().to_vec();
        self.put(Shape::Polygon { corners }, Role::BadgeGround, name);
    }
}

/// Look of a label at the centre of its place.
struct CentredLabel {
    /// What the label is drawn on; the board if a plate covers the piece.
    upon: Upon,
    role: Role,
    font_size: i32,
    half_width: i32,
}

impl CentredLabel {
    /// Chooses the largest font in which a text has room. `has_ring` is true for a piece with the
    /// ring of a special piece, inside which there is less room.
    fn new(site: Site, text: &str, has_ring: bool) -> Self {
        let upon = site.piece.map_or(Upon::Board, Upon::Piece);
        let look = |kind: fn(Upon) -> Role| {
            let font_size = style(kind(upon)).font_size;
            Self {
                upon,
                role: kind(upon),
                font_size,
                half_width: text_width::width_of(text, font_size, kind(upon)) / 2,
            }
        };
        let max_half_width = match upon {
            Upon::Board => UNIT * 44 / 100,
            Upon::Piece(_) if has_ring => LETTER * 95 / 100,
            Upon::Piece(_) => LETTER * 125 / 100,
        };
        let kinds: [fn(Upon) -> Role; 3] = [Role::MarkLabel, Role::SmallLabel, Role::TinyLabel];
        for kind in kinds {
            let label = look(kind);
            let max = if label.font_size == MARK_FONT_SIZE {
                LETTER
            } else {
                max_half_width
            };
            if label.half_width <= max {
                return label;
            }
        }

        // A label wider than a piece needs a plate.
        let kind: fn(Upon) -> Role = if upon == Upon::Board {
            Role::TinyLabel
        } else {
            Role::SmallLabel
        };
        Self {
            upon: Upon::Board,
            role: kind(Upon::Board),
            ..look(kind)
        }
    }
}
