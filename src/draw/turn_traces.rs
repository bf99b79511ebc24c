//! Traces of turns: annotations that show what a turn placed, changed, pushed or removed.
//!
//! A *ghost* is a piece that has left its place: it was removed, or pushed from a *dot*, a point at
//! the edge of a GIPF board. A *strip* is the space beside a die, whose face is full of numbers.
//! The *text forms* are figures of characters, with brackets for marks.

use super::annotation::{Fate, Ghost};
use super::annotation_shapes::{bounds, circle, closed_line, cross, folded_corner, polygon};
use super::annotator::{Annotator, CLEAR};
use super::elements::Element;
use super::geometry::{Place, UNIT};
use super::insertions::Layer;
use super::role::{Role, Upon};
use super::scene::{BoardSymmetry, Site};
use super::shape::{Anchor, Shape};

impl Annotator<'_> {
    /// Marks what the last turn placed: a die with a second outline, a card with its outline,
    /// another piece with a dot.
    pub(super) fn draw_last_turn(&mut self, name: &str) {
        let Some(site) = self.scene.sites.get(name) else {
            return;
        };
        let Some(seat) = site.piece else {
            self.draw_outline(name, Role::LastOutline);
            return;
        };
        if self.scene.strip > 0
            && let Some(shape) = self.piece_shape(name)
        {
            self.draw_second_outline(name, &shape);
        } else if self.scene.strip == 0 && self.texts.contains_key(name) {
            self.draw_dot_beside(name, site);
        } else {
            let dot = Shape::Disc {
                at: site.at,
                radius: UNIT * 125 / 1000,
            };
            self.put(dot, Role::LastTurn(seat), name);
        }
        self.write_brackets(site.at, ["(", ")"]);
    }

    /// Draws a second outline around a die, on which a dot would be a pip.
    fn draw_second_outline(&mut self, name: &str, die: &Shape) {
        for role in [Role::LastMoat, Role::LastRing] {
            let outline = closed_line(die.clone());
            self.insert(outline, role, name, Layer::UnderPieceMoats);
        }
    }

    /// Draws a dot in the gap between a place and the next ones, because a label or number takes
    /// the centre of the place.
    fn draw_dot_beside(&mut self, name: &str, site: Site) {
        let to_the_right = match self.scene.symmetry {
            BoardSymmetry::Quarters => UNIT / 2,
            // The point that has the same distance from three neighbouring places: half a step,
            // divided by the square root of three.
            BoardSymmetry::Sixths => UNIT * 289 / 1000,
        };
        let dot = Shape::Disc {
            at: site.at.plus(Place {
                x: to_the_right,
                y: -UNIT / 2,
            }),
            radius: UNIT * 8 / 100,
        };
        self.put(dot, Role::LastDot, name);
    }

    /// Draws the outline of an object that is marked as a whole.
    pub(super) fn draw_outline(&mut self, name: &str, role: Role) {
        let Some(corners) = self.scene.outlines.get(name) else {
            return;
        };
        let shape = polygon(corners);
        self.insert(
            shape.clone(),
            Role::LastOutlineEdge,
            name,
            Layer::UnderContours,
        );
        self.insert(shape, role, name, Layer::UnderContours);
    }

    /// Returns the shape of the piece on a place.
    pub(super) fn piece_shape(&self, name: &str) -> Option<Shape> {
        let is_its =
            |element: &&Element| element.name == name && matches!(element.role, Role::Piece(_));
        self.scene
            .elements
            .iter()
            .find(is_its)
            .map(|element| element.shape.clone())
    }

    /// Gives a corner of a piece the colour that it had before.
    pub(super) fn draw_change(&mut self, name: &str) {
        let Some(site) = self.find_site(name) else {
            return;
        };
        let bounds = self.piece_shape(name).as_ref().and_then(bounds);
        if let (Some(rect), Some(seat)) = (bounds, site.piece) {
            // Only dice change, and they have one of two colours.
            let former = if seat == 1 { 2 } else { 1 };
            self.put(folded_corner(rect), Role::FormerColour(former), name);
        }
        self.write_brackets(site.at, ["<", ">"]);
    }

    /// Draws a removed piece; small and at the shoulder if its place has another piece, or had one
    /// that the same turn removed later (`is_cleared_again`).
    pub(super) fn draw_gone_piece(&mut self, ghost: &Ghost, is_cleared_again: bool) {
        let name = &ghost.name;
        let Some(site) = self.find_site(name) else {
            return;
        };
        let is_taken = site.piece.is_some() || is_cleared_again;
        let (place, radius) = if is_taken {
            // About the cosine of 45 degrees: the shoulder is on the edge of the piece.
            let shoulder = Place {
                x: site.radius * 72 / 100,
                y: -site.radius * 72 / 100,
            };
            (site.at.plus(shoulder), site.radius * 42 / 100)
        } else {
            // The piece fits within the outline of a row, with a gap.
            (site.at, site.radius.min(UNIT * 335 / 1000))
        };
        if is_taken {
            self.put(
                Shape::Disc {
                    at: place,
                    radius: radius + CLEAR,
                },
                Role::BadgeGround,
                name,
            );
        }

        self.put(circle(place, radius), Role::Ghost(ghost.seat), name);
        self.put(circle(place, radius), Role::Gone, name);
        if ghost.ring {
            self.put(circle(place, radius * 72 / 100), Role::Gone, name);
        }
        for (shape, role) in fate_shapes(ghost.fate, place, radius) {
            self.put(shape, role, name);
        }
        self.write_brackets(site.at, ghost.fate.brackets());
        if !is_taken {
            let [text, unicode] = ghost.letters();
            self.scene.write(site.at, Anchor::Middle, text, unicode);
        }
    }

    /// Draws a piece on the dot from which it was pushed, small because dots are close to each
    /// other.
    pub(super) fn draw_pushed_piece(&mut self, ghost: &Ghost) {
        let Some(site) = self.find_site(&ghost.name) else {
            return;
        };
        let place = site.at;
        let radius = UNIT * 24 / 100;
        let seat = ghost.seat;
        self.put(
            Shape::Disc { at: place, radius },
            Role::Piece(seat),
            &ghost.name,
        );
        if ghost.ring {
            self.scene.draw(
                Shape::Disc {
                    at: place,
                    radius: radius * 68 / 100,
                },
                Role::PieceRing(seat),
            );
        }
        let before = Place {
            x: place.x - self.scene.text_grid.x,
            ..place
        };
        self.scene.write(before, Anchor::Middle, ">", ">");
        self.dots_with_pieces.insert(ghost.name.clone());
        self.make_room_for_name(&ghost.name, site, radius);
    }

    /// Draws a piece on the dot from which it is about to be pushed.
    pub(super) fn draw_waiting_piece(&mut self, ghost: &Ghost) {
        let is_dot = |element: &Element| element.role == Role::Dot && element.name == ghost.name;
        if !self.scene.elements.iter().any(is_dot) {
            self.annotated.unknown.push(ghost.name.clone());
        } else if !self.dots_with_pieces.contains(&ghost.name) {
            self.draw_pushed_piece(ghost);
        }
    }

    /// Moves the name beside a dot away by the radius of what is drawn on or around the dot.
    pub(super) fn make_room_for_name(&mut self, name: &str, site: Site, radius: i32) {
        let beside = self
            .scene
            .elements
            .all_mut()
            .iter_mut()
            .filter(|element| element.role == Role::Coordinate);
        for element in beside {
            if let Shape::Label {
                at: place, text, ..
            } = &mut element.shape
                && text == name
            {
                *place = place.plus(
                    place
                        .minus(site.at)
                        .at_length((radius - site.radius).max(0)),
                );
            }
        }
    }
}

/// Returns the sign for the fate of a removed piece, with its gap below it.
fn fate_shapes(fate: Fate, place: Place, radius: i32) -> Vec<(Shape, Role)> {
    if fate != Fate::Reserve {
        let shape = cross(place, radius * 45 / 100);
        return vec![
            (shape.clone(), Role::Halo),
            (shape, Role::Mark(Upon::Board)),
        ];
    }
    // An arrow downwards. Its points are in per cent of the radius from the centre of the piece.
    let point = |x: i32, y: i32| {
        place.plus(Place {
            x: radius * x / 100,
            y: radius * y / 100,
        })
    };
    let shaft = Shape::Line {
        from: point(0, -52),
        to: point(0, 10),
    };
    let head = Shape::Polygon {
        corners: vec![point(0, 58), point(30, 3), point(-30, 3)],
    };
    vec![
        (shaft.clone(), Role::Halo),
        (head.clone(), Role::Halo),
        (shaft, Role::Mark(Upon::Board)),
        (head, Role::MarkFill(Upon::Board)),
    ]
}
