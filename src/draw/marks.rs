//! Annotations on a single place: marks, labels, numbers, and what a turn placed, changed or
//! removed.

use super::annotation::{Ghost, Mark};
use super::annotator::{Annotator, CLEAR};
use super::insertions::Layer;
use super::label_fitting::EntryPlace;
use super::metrics;
use super::outline::{
    bounds, circle, closed_line, cross, folded_corner, hexagon, mark_shape, polygon, square,
};
use super::place::{Place, Rect, UNIT};
use super::scene::{Anchor, BoardSymmetry, Element, Role, Shape, Site, Upon};
use super::style::{MARK_LETTERS, style};

/// Radius of a mark: on an empty place, on a place too small for a piece.
const OPEN_MARK: i32 = UNIT * 24 / 100;
const SMALL_MARK: i32 = UNIT * 17 / 100;
/// Radius of the badge of a number, and of the background of a label.
const BADGE: i32 = UNIT * 17 / 100;
const LETTER: i32 = UNIT * 26 / 100;
/// Number of turn numbers side by side at a dot.
const ENTRIES_IN_A_LINE: usize = 3;
/// The same at the sides of the board, where there is less space.
const ENTRIES_AT_A_SIDE: usize = 2;
/// Directions from the centre of a place to the further texts on it.
const SHOULDERS: [(i32, i32); 4] = [(1, -1), (-1, -1), (1, 1), (-1, 1)];

/// Returns half the width of a text on a plate.
fn half_plate(text: &str) -> i32 {
    (metrics::width(text, style(Role::PlateNumber).letters) / 2 + CLEAR).max(BADGE)
}

/// Creates a label for a plate or badge; its width is limited in every font, because other labels
/// are beside it.
pub(crate) fn on_plate(at: Place, text: String, role: Role) -> Shape {
    let room = metrics::width(&text, style(role).letters);
    let room = (text.chars().count() > 1).then_some(room);
    Shape::Label {
        at,
        text: text.into(),
        anchor: Anchor::Middle,
        room,
    }
}

impl Annotator<'_> {
    /// Adds a shape of a place on top of the others. The text forms do not show it.
    fn put(&mut self, shape: Shape, role: Role, name: &str) {
        self.scene.push(shape, role, name.to_owned(), "");
    }

    /// Notes the places with a number or label, so that marks leave their centres free.
    pub(super) fn expect(&mut self, numbers: &[(String, u32)], labels: &[(String, String)]) {
        let names = numbers
            .iter()
            .map(|(name, _)| name)
            .chain(labels.iter().map(|(name, _)| name));
        self.texts.extend(names.map(|name| (name.clone(), 0)));
    }

    /// Counts another text on a place. Returns its direction from the centre, or `None` for the
    /// first text, which goes to the centre itself.
    fn next_shoulder(&mut self, name: &str) -> Option<(i32, i32)> {
        let texts = self.texts.entry(name.to_owned()).or_default();
        *texts += 1;
        texts
            .checked_sub(2)
            .map(|beside| SHOULDERS[beside % SHOULDERS.len()])
    }

    /// Adds a text on a plate beside the centre of a place.
    fn beside(&mut self, site: Site, (x, y): (i32, i32), name: &str, text: &str) {
        let by = site.radius.max(UNIT * 30 / 100) * 80 / 100;
        self.plated(
            site.at.plus(Place {
                x: x * by,
                y: y * by,
            }),
            name,
            text,
        );
    }

    /// Adds a text on a plate that is as wide as the text needs.
    fn plated(&mut self, at: Place, name: &str, text: &str) {
        let half = half_plate(text);
        let corner = Place { x: half, y: BADGE };
        let plate = if half > BADGE {
            Shape::Polygon {
                corners: Rect {
                    from: at.minus(corner),
                    to: at.plus(corner),
                }
                .corners()
                .to_vec(),
            }
        } else {
            Shape::Disc { at, radius: BADGE }
        };
        self.put(plate, Role::Plate, name);
        self.put(
            on_plate(at, text.to_owned(), Role::PlateNumber),
            Role::PlateNumber,
            name,
        );
    }

    /// Adds the brackets around a place in the text forms.
    fn brackets(&mut self, at: Place, brackets: [&'static str; 2]) {
        let step = self.scene.text_grid.x;
        for (bracket, side) in brackets.into_iter().zip([-1, 1]) {
            let beside = Place {
                x: at.x + step * side,
                ..at
            };
            self.scene.write(beside, Anchor::Middle, bracket, bracket);
        }
    }

    pub(super) fn mark(&mut self, mark: Mark, name: &str) {
        let Some(site) = self.site(name) else { return };
        self.brackets(site.at, mark.brackets());
        if mark == Mark::Shade {
            self.shade(site, name);
            return;
        }
        let marks = self.marks.entry(name.to_owned()).or_default();
        let before = *marks;
        *marks += 1;
        let nested = UNIT * 8 / 100 * i32::try_from(before).unwrap_or(0);
        let has_text = self.texts.contains_key(name);
        match (site.piece, site.corners) {
            (Some(_), Some([at, _])) => self.mark_in_corner(mark, at, before, name),
            (Some(_), None) if mark == Mark::Circle => self.ring(site, nested, name),
            (Some(seat), None) => self.mark_on_piece(mark, site, seat, has_text, nested, name),
            (None, _) if site.is_small() => {
                self.over.push((
                    mark_shape(mark, site.at, SMALL_MARK),
                    Role::Mark(Upon::Board),
                    name.to_owned(),
                ));
            }
            (None, _) => self.mark_on_point(mark, site, has_text, nested, name),
        }
    }

    /// Shades the cell around a place, beneath everything else.
    fn shade(&mut self, site: Site, name: &str) {
        let corners = match self.scene.symmetry {
            BoardSymmetry::Quarters => square(site.at, UNIT / 2).to_vec(),
            BoardSymmetry::Sixths => hexagon(site.at).to_vec(),
        };
        // The colour of a cell has a meaning, and lines leave it visible.
        let role = if self.scene.cells {
            Role::ShadeLines
        } else {
            Role::Shade
        };
        self.insert(Shape::Polygon { corners }, role, name, Layer::AboveGround);
    }

    /// Draws a mark in a corner of a piece that is full of signs.
    fn mark_in_corner(&mut self, mark: Mark, at: Place, before: usize, name: &str) {
        if before == 0 {
            self.put(Shape::Disc { at, radius: BADGE }, Role::BadgeGround, name);
        }
        let size = UNIT * 10 / 100 + UNIT * 5 / 100 * i32::try_from(before).unwrap_or(0);
        self.over.push((
            mark_shape(mark, at, size),
            Role::Mark(Upon::Board),
            name.to_owned(),
        ));
    }

    /// Draws a ring around a piece: inside, it would look like the ring of another piece.
    fn ring(&mut self, site: Site, nested: i32, name: &str) {
        let shape = circle(site.at, UNIT / 2 + nested);
        self.insert(shape.clone(), Role::MarkMoat, name, Layer::UnderPieces);
        // A ring crosses the links of a chain, which lie above the pieces.
        if self.has_chains {
            self.put(shape.clone(), Role::HaloLine, name);
        }
        self.over.push((shape, Role::MarkRing, name.to_owned()));
    }

    /// Draws a solid mark on a piece; an outline if there is a text inside or a mark.
    fn mark_on_piece(
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
            let shape = mark_shape(
                mark,
                site.at,
                (UNIT * 31 / 100 + nested).min(UNIT * 46 / 100),
            );
            self.over.push((shape, Role::Mark(upon), name.to_owned()));
            return;
        }
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
        self.over
            .push((mark_shape(mark, site.at, size), role, name.to_owned()));
    }

    /// Draws a mark on an empty place, with the lines of the board erased inside.
    fn mark_on_point(&mut self, mark: Mark, site: Site, has_text: bool, nested: i32, name: &str) {
        let least = if has_text { UNIT * 31 / 100 } else { OPEN_MARK };
        let shape = mark_shape(mark, site.at, (least + nested).min(UNIT * 46 / 100));
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
                    radius: OPEN_MARK,
                },
                Role::Halo,
            ),
            (false, _) => (shape.clone(), Role::Halo),
        };
        self.put(halo, halo_role, name);
        self.over.push((shape, role, name.to_owned()));
    }

    pub(super) fn last_turn(&mut self, name: &str) {
        let Some(site) = self.scene.sites.get(name) else {
            return;
        };
        let Some(seat) = site.piece else {
            self.outline_of(name, Role::LastOutline);
            return;
        };
        // A label or number takes the centre, so the dot goes to the gap between the next places.
        if site.badge.is_none() && self.texts.contains_key(name) {
            let at = site.at.plus(match self.scene.symmetry {
                BoardSymmetry::Quarters => Place {
                    x: UNIT / 2,
                    y: -UNIT / 2,
                },
                BoardSymmetry::Sixths => Place {
                    x: UNIT * 289 / 1000,
                    y: -UNIT / 2,
                },
            });
            self.put(
                Shape::Disc {
                    at,
                    radius: UNIT * 6 / 100,
                },
                Role::LastDot,
                name,
            );
            self.brackets(site.at, ["(", ")"]);
            return;
        }
        // A dot on a die would be a pip, so a die has a second outline.
        if let Some(shape) = self.piece_shape(name).filter(|_| site.badge.is_some()) {
            for role in [Role::LastMoat, Role::LastRing] {
                let outline = closed_line(shape.clone());
                self.insert(outline, role, name, Layer::UnderPieceMoats);
            }
            self.brackets(site.at, ["(", ")"]);
            return;
        }
        let at = site.at;
        self.put(
            Shape::Disc {
                at,
                radius: UNIT * 11 / 100,
            },
            Role::LastTurn(seat),
            name,
        );
        self.brackets(site.at, ["(", ")"]);
    }

    /// Draws the outline of an object that is marked as a whole.
    fn outline_of(&mut self, name: &str, role: Role) {
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
    fn piece_shape(&self, name: &str) -> Option<Shape> {
        let is_its =
            |element: &&Element| element.name == name && matches!(element.role, Role::Piece(_));
        self.scene
            .elements
            .iter()
            .find(is_its)
            .map(|element| element.shape.clone())
    }

    /// Gives a corner of a piece the colour that it had before.
    pub(super) fn changed(&mut self, name: &str) {
        let Some(site) = self.site(name) else { return };
        let bounds = self.piece_shape(name).as_ref().and_then(bounds);
        if let (Some(rect), Some(seat)) = (bounds, site.piece) {
            let former = if seat == 1 { 2 } else { 1 };
            self.put(folded_corner(rect), Role::FormerColour(former), name);
        }
        self.brackets(site.at, ["<", ">"]);
    }

    /// Draws a removed piece; small and at the shoulder if another piece is, or was later, on its
    /// place.
    pub(super) fn gone(&mut self, ghost: &Ghost, again: bool) {
        let name = &ghost.name;
        let Some(site) = self.site(name) else { return };
        let taken = site.piece.is_some() || again;
        let (at, radius) = if taken {
            let shoulder = Place {
                x: site.radius * 72 / 100,
                y: -site.radius * 72 / 100,
            };
            (site.at.plus(shoulder), site.radius * 42 / 100)
        } else {
            // Within the outline of a row, with a gap.
            (site.at, site.radius.min(UNIT * 35 / 100))
        };
        if taken {
            self.put(
                Shape::Disc {
                    at,
                    radius: radius + CLEAR,
                },
                Role::BadgeGround,
                name,
            );
        }
        self.put(circle(at, radius), Role::Ghost(ghost.seat), name);
        self.put(circle(at, radius), Role::Gone, name);
        if ghost.ring {
            self.put(circle(at, radius * 72 / 100), Role::Gone, name);
        }
        let shape = cross(at, radius * 45 / 100);
        self.put(shape.clone(), Role::Halo, name);
        self.put(shape, Role::Mark(Upon::Board), name);
        self.brackets(site.at, Mark::Cross.brackets());
    }

    /// Draws a piece on the dot from which it was pushed, small because dots are close to each
    /// other.
    pub(super) fn pushed(&mut self, ghost: &Ghost) {
        let Some(site) = self.site(&ghost.name) else {
            return;
        };
        let at = site.at;
        let radius = UNIT * 24 / 100;
        let seat = ghost.seat;
        self.put(Shape::Disc { at, radius }, Role::Piece(seat), &ghost.name);
        if ghost.ring {
            self.scene.draw(
                Shape::Disc {
                    at,
                    radius: radius * 68 / 100,
                },
                Role::PieceRing(seat),
            );
        }
        self.lifted.insert(ghost.name.clone());
        self.make_room_for_name(&ghost.name, site, radius);
    }

    /// Draws a piece on the dot from which it is about to be pushed.
    pub(super) fn waiting(&mut self, ghost: &Ghost) {
        let is_dot = |element: &Element| element.role == Role::Dot && element.name == ghost.name;
        if !self.scene.elements.iter().any(is_dot) {
            self.done.unknown.push(ghost.name.clone());
        } else if !self.lifted.contains(&ghost.name) {
            self.pushed(ghost);
        }
    }

    /// Moves the name beside a dot away by the radius of what is drawn on the dot.
    fn make_room_for_name(&mut self, name: &str, site: Site, radius: i32) {
        let beside = self
            .scene
            .elements
            .all_mut()
            .iter_mut()
            .filter(|element| element.role == Role::Coordinate);
        for element in beside {
            if let Shape::Label { at, text, .. } = &mut element.shape
                && text == name
            {
                *at = at.plus(at.minus(site.at).at_length((radius - site.radius).max(0)));
            }
        }
    }

    /// Returns true if the piece there has the ring of a special piece.
    fn has_ring(&self, name: &str) -> bool {
        self.scene
            .elements
            .iter()
            .any(|element| element.name == name && matches!(element.role, Role::PieceRing(_)))
    }

    /// Adds the numbers of the turns that entered at a dot beside its name, or beneath it at the
    /// sides of the board.
    pub(super) fn entries(&mut self, name: &str, numbers: &[u32]) {
        let Some(site) = self.site(name) else { return };
        let elements = &self.scene.elements;
        let is_name = |element: &&Element| {
            element.role == Role::Coordinate
                && matches!(&element.shape, Shape::Label { text, .. } if text == name)
        };
        let beside = elements
            .iter()
            .find(is_name)
            .and_then(|element| match element.shape {
                Shape::Label { at, .. } => Some(at),
                _ => None,
            });
        let at = beside.unwrap_or(site.at);
        let ends = self.scene.sites.places().map(|at| at.x);
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
                name: at,
                dot: site.at,
                side: anchor,
                line,
                is_at_side,
            };
            let letters = [
                style(Role::Coordinate).letters,
                style(Role::EntryNumber).letters,
            ];
            let shape = Shape::label(place.at(name, letters), text, anchor);
            let mut element = Element::bare(shape, Role::EntryNumber);
            element.name = name.to_owned().into();
            self.scene.elements.push(element);
        }
    }

    pub(super) fn number(&mut self, name: &str, number: u32) {
        let Some(site) = self.site(name) else { return };
        let text = number.to_string();
        if let Some(shoulder) = self.next_shoulder(name) {
            self.beside(site, shoulder, name, &text);
            return;
        }
        let (at, plate, role) = match (site.badge, site.piece) {
            (Some(badge), _) => (badge, Some(Role::Plate), Role::PlateNumber),
            (None, None) => (site.at, Some(Role::BadgeGround), Role::Badge),
            (None, Some(seat)) if number > 99 => {
                (site.at, None, Role::SmallLabel(Upon::Piece(seat)))
            }
            (None, Some(seat)) => (site.at, None, Role::MarkLabel(Upon::Piece(seat))),
        };
        let shape = match plate {
            Some(plate) => {
                self.put(Shape::Disc { at, radius: BADGE }, plate, name);
                on_plate(at, text, role)
            }
            None => Shape::label(at, text, Anchor::Middle),
        };
        self.put(shape, role, name);
    }

    pub(super) fn label(&mut self, name: &str, text: &str) {
        let Some(site) = self.site(name) else { return };
        // The text forms show only one letter, because more would hide the neighbours.
        let letter: String = text.chars().take(1).collect();
        if let Some([_, corner]) = site.corners
            && site.piece.is_some()
        {
            self.label_at_corner(corner, site.at, name, text);
        } else if let Some(shoulder) = self.next_shoulder(name) {
            self.beside(site, shoulder, name, text);
        } else {
            self.label_at_centre(site, name, text, letter);
            return;
        }
        self.scene
            .write(site.at, Anchor::Middle, letter.clone(), letter);
    }

    /// Adds a label of a piece that is full of signs: at a corner, or if it is long, along a side.
    fn label_at_corner(&mut self, corner: Place, centre: Place, name: &str, text: &str) {
        let is_long = half_plate(text) > BADGE;
        let before = self.labelled.insert(name.to_owned(), is_long);
        let corner = corner.minus(centre);
        // After a long label, the next one goes to the opposite side.
        let (x, y) = match (is_long, before) {
            (false, None) => (1, 1),
            (false, Some(false)) => (-1, 1),
            (false, Some(true)) => (1, -1),
            (true, None) => (0, 1),
            (true, Some(_)) => (0, -1),
        };
        self.plated(
            centre.plus(Place {
                x: corner.x * x,
                y: corner.y * y,
            }),
            name,
            text,
        );
    }

    /// Adds a label at the centre of a place; `letter` represents it in the text forms.
    fn label_at_centre(&mut self, site: Site, name: &str, text: &str, letter: String) {
        let at = site.at;
        let mut upon = site.piece.map_or(Upon::Board, Upon::Piece);
        let half = |letters: i32| metrics::width(text, letters) / 2;
        // A long label has a smaller font, and then a plate.
        let kinds: [fn(Upon) -> Role; 3] = [Role::MarkLabel, Role::SmallLabel, Role::TinyLabel];
        let sizes = kinds.map(|kind| (style(kind(upon)).letters, kind));
        let room = match upon {
            Upon::Board => UNIT * 44 / 100,
            Upon::Piece(_) if self.has_ring(name) => LETTER * 95 / 100,
            Upon::Piece(_) => LETTER * 125 / 100,
        };
        let fits = sizes.iter().find(|(letters, _)| {
            half(*letters)
                <= if *letters == MARK_LETTERS {
                    LETTER
                } else {
                    room
                }
        });
        let (letters, role) = fits.copied().unwrap_or_else(|| {
            // A label wider than a piece needs a plate.
            let kind = if upon == Upon::Board { 2 } else { 1 };
            upon = Upon::Board;
            sizes[kind]
        });
        if upon == Upon::Board && half(letters) > LETTER {
            let by = Place {
                x: half(letters) + CLEAR,
                y: letters * 60 / 100,
            };
            let plate = Rect {
                from: at.minus(by),
                to: at.plus(by),
            };
            let is_over = |site: Site| {
                site.at != at
                    && site.piece.is_some()
                    && plate.widened(site.radius * 9 / 10).contains(site.at)
            };
            if self.scene.sites.values().any(is_over) {
                self.done.covering.push(text.to_owned());
            }
            let corners = plate.corners().to_vec();
            self.put(Shape::Polygon { corners }, Role::BadgeGround, name);
        } else if upon == Upon::Board {
            self.put(Shape::Disc { at, radius: LETTER }, Role::BadgeGround, name);
        }
        let shape = Shape::label(at, text.to_owned(), Anchor::Middle);
        self.scene.push(shape, role(upon), name.to_owned(), letter);
    }
}
