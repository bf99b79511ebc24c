//! Annotations between places: arrows, lines, movements of a turn, rows.

use super::annotation::Comparison;
use super::annotation_shapes::{HEAD, capsule, closed_line};
use super::annotator::{Annotator, CLEAR};
use super::elements::Element;
use super::geometry::{Place, Rect, UNIT};
use super::hatch::on_curve;
use super::role::Role;
use super::scene::Site;
use super::shape::{Anchor, PathStep, Shape};
use super::style::DECIDING_LETTERS;

/// Half the width of the outline around a row. It stays clear of the pieces of neighbouring rows.
const ROW: i32 = UNIT * 405 / 1000;

impl Annotator<'_> {
    /// Draws the outlines of rows, with a gap that is cut from the pieces beside them. Inside an
    /// outline, only the line of the row and the pieces on it remain.
    pub(super) fn rows(&mut self, rows: &[(String, String)]) {
        let ends = |(from, to): &(String, String)| Some((self.site(from)?, self.site(to)?));
        let rows: Vec<(Place, Place)> = rows
            .iter()
            .filter_map(ends)
            .map(|(from, to)| (from.at, to.at))
            .collect();
        let outline = |&(from, to): &(Place, Place)| capsule(from, to, ROW);
        for row in &rows {
            self.scene.draw(outline(row), Role::RowEdge);
        }
        for &(from, to) in &rows {
            let beyond = to.minus(from).at_length(ROW);
            let axis = Shape::Line {
                from: from.minus(beyond),
                to: to.plus(beyond),
            };
            self.scene.draw(axis, Role::BoardLine);
        }
        for row in &rows {
            self.scene.draw(closed_line(outline(row)), Role::Row);
        }
        self.lift_pieces(&rows);
    }

    /// Draws the pieces on rows again, above the outlines of the rows.
    fn lift_pieces(&mut self, rows: &[(Place, Place)]) {
        let is_on_row = |site: &Site| {
            let near = |&(from, to): &(Place, Place)| {
                let way = to.minus(from);
                let by = site.at.minus(from);
                by.length() + to.minus(site.at).length() <= way.length() + UNIT / 100
            };
            site.piece.is_some() && rows.iter().any(near)
        };
        let sites = self.scene.sites.iter().filter(|(_, site)| is_on_row(site));
        let lifted: Vec<(String, Site)> =
            sites.map(|(name, site)| (name.to_string(), site)).collect();
        for (name, site) in lifted {
            let is_own = |element: &&Element| {
                element.name == name && matches!(element.role, Role::Piece(_) | Role::PieceRing(_))
            };
            let bare = |element: &Element| Element {
                text: "".into(),
                unicode: None,
                ..element.clone()
            };
            let own: Vec<Element> = self
                .scene
                .elements
                .iter()
                .filter(is_own)
                .map(bare)
                .collect();
            let gap = Shape::Disc {
                at: site.at,
                radius: site.radius,
            };
            self.scene.draw(gap, Role::RowPieceEdge);
            for element in own {
                self.scene.elements.push(element);
            }
        }
    }

    /// Draws why a piece changed: the two numbers that faced each other, and a sign between them
    /// that points to the smaller one.
    pub(super) fn compared(&mut self, comparison: &Comparison) {
        let Comparison {
            larger, smaller, ..
        } = comparison;
        let (Some(from), Some(to)) = (self.site(&larger.0), self.site(&smaller.0)) else {
            return;
        };
        let middle = Rect::around([from.at, to.at]).unwrap_or_default().middle();
        for (name, value) in [(&larger.0, larger.1), (&smaller.0, smaller.1)] {
            self.deciding_number(name, value, middle);
        }
        let strip = self.strips_by();
        let along = to.at.minus(from.at).at_length(UNIT * 5 / 100);
        let across = Place {
            x: -along.y,
            y: along.x,
        };
        let tip = middle.plus(strip).plus(along);
        let back = middle.plus(strip).minus(along);
        let steps = vec![
            PathStep::Move(back.plus(across).plus(across)),
            PathStep::Line(tip),
            PathStep::Line(back.minus(across).minus(across)),
        ];
        let shape = Shape::Path { steps };
        self.scene.draw(shape.clone(), Role::ComparisonEdge);
        self.over.push((shape, Role::Comparison, String::new()));
    }

    /// Redraws the number on the side of a die that is nearest to a place, in reverse colours.
    fn deciding_number(&mut self, name: &str, value: u8, near: Place) {
        let distance = |element: &&mut Element| match (&element.shape, element.role) {
            (Shape::Label { at: place, .. }, Role::SideNumber(_)) => {
                place.minus(near).squared_length()
            }
            _ => i64::MAX,
        };
        let all = self.scene.elements.all_mut().iter_mut();
        let own = all.filter(|element| element.name == name);
        let Some(number) = own.min_by_key(distance) else {
            return;
        };
        let (Shape::Label { at: place, .. }, Role::SideNumber(seat)) = (&number.shape, number.role)
        else {
            return;
        };
        // The text forms show the number as before.
        let place = *place;
        number.role = Role::TextOnly;
        let radius = DECIDING_LETTERS * 62 / 100;
        self.put(
            Shape::Disc { at: place, radius },
            Role::DecidingDisc(seat),
            name,
        );
        self.put(
            Shape::label(place, value.to_string(), Anchor::Middle),
            Role::DecidingNumber(seat),
            name,
        );
    }

    pub(super) fn line(&mut self, from: &str, to: &str) {
        let (Some(from), Some(to)) = (self.site(from), self.site(to)) else {
            return;
        };
        let shape = Shape::Line {
            from: from.at,
            to: to.at,
        };
        self.scene.draw(shape.clone(), Role::Halo);
        self.over.push((shape, Role::Arrow, String::new()));
    }

    /// Draws an arrow. If another arrow leads back, both are drawn beside their common line.
    pub(super) fn arrow(&mut self, from: &str, to: &str, role: Role, is_opposed: bool) {
        let (Some(from), Some(to)) = (self.site(from), self.site(to)) else {
            return;
        };
        let way = to.at.minus(from.at);
        let short = |site: Site| way.at_length(clearance(site));
        if self.is_blocked(from.at, to.at) {
            self.bowed(from, to, role);
        } else {
            let aside = if is_opposed {
                to_the_right(way)
            } else {
                Place::default()
            };
            self.pointed(
                from.at.plus(short(from)).plus(aside),
                to.at.minus(short(to)).plus(aside),
                role,
            );
        }
    }

    /// Returns true if there are pieces between two places.
    fn is_blocked(&self, from: Place, to: Place) -> bool {
        let way = to.minus(from);
        let length = i64::from(way.length()).max(1);
        self.scene
            .sites
            .values()
            .filter(|site| site.piece.is_some())
            .any(|site| {
                let by = site.at.minus(from);
                let dot = i64::from(by.x) * i64::from(way.x) + i64::from(by.y) * i64::from(way.y);
                let off = (i64::from(by.x) * i64::from(way.y) - i64::from(by.y) * i64::from(way.x))
                    .abs()
                    / length;
                let along = dot / length;
                let clear = i64::from(UNIT) / 2;
                off < i64::from(site.radius) && along > clear && along < length - clear
            })
    }

    /// Returns the cost of a curve: the obstacles in its way, not counting its ends.
    fn pieces_on(&self, curve: [Place; 4]) -> usize {
        const PARTS: i64 = 24;
        let along: Vec<Place> = (1..PARTS)
            .map(|part| on_curve(curve, part, PARTS))
            .collect();
        let ends = [curve[0], curve[3]];
        // A small place has its name beside it, which must stay legible.
        let in_the_way = |site: &Site| {
            if site.piece.is_some() {
                4
            } else {
                usize::from(site.is_small())
            }
        };
        let sites = self
            .scene
            .sites
            .values()
            .filter(|site| in_the_way(site) > 0 && !ends.contains(&site.at));
        let near = |site: &Site| {
            if site.is_small() {
                UNIT / 2
            } else {
                site.radius
            }
        };
        sites
            .filter(|site| {
                along
                    .iter()
                    .any(|place| place.minus(site.at).length() < near(site))
            })
            .map(|site| in_the_way(&site))
            .sum()
    }

    /// Draws a curved arrow past the pieces between its ends.
    fn bowed(&mut self, from: Site, to: Site, role: Role) {
        let way = to.at.minus(from.at);
        let eighth = way.at_length(way.length() / 8);
        let bow = |aside: i32| {
            let aside = match aside {
                0.. => Place {
                    x: way.y,
                    y: -way.x,
                }
                .at_length(aside),
                _ => Place {
                    x: -way.y,
                    y: way.x,
                }
                .at_length(-aside),
            };
            [
                from.at.plus(eighth).plus(aside),
                to.at.minus(eighth).plus(aside),
            ]
        };
        // The flattest of the curves with the lowest cost.
        let tried = [52, -52, 66, -66, 90, -90, 118, -118, 150, -150, 190, -190]
            .map(|aside| bow(UNIT * aside / 100));
        let hits = |bow: &[Place; 2]| self.pieces_on([from.at, bow[0], bow[1], to.at]);
        let [first, second] = tried
            .into_iter()
            .min_by_key(hits)
            .unwrap_or([from.at, to.at]);
        let start = from
            .at
            .plus(first.minus(from.at).at_length(clearance(from)));
        let tip = to.at.plus(second.minus(to.at).at_length(clearance(to)));
        let last = tip.minus(second);
        let end = tip.minus(last.at_length(HEAD * 80 / 100));
        let line = Shape::Path {
            steps: vec![PathStep::Move(start), PathStep::Curve(first, second, end)],
        };
        self.line_with_head(line, [Role::HaloLine, role], head(tip, last));
    }

    /// Draws a short arrow across the gap between two neighbouring places.
    pub(super) fn moved(&mut self, from: &str, to: &str, is_opposed: bool) {
        let is_lifted = self.lifted.contains(from);
        let (Some(from), Some(to)) = (self.site(from), self.site(to)) else {
            return;
        };
        let way = to.at.minus(from.at);
        let reach = |site: Site| {
            way.at_length(if site.is_small() {
                site.radius + CLEAR
            } else {
                UNIT * 30 / 100
            })
        };
        let begin = if is_lifted {
            way.at_length(UNIT * 26 / 100)
        } else {
            reach(from)
        };
        let aside = if is_opposed {
            to_the_right(way)
        } else {
            Place::default()
        };
        self.pointed(
            from.at.plus(begin).plus(aside),
            to.at.minus(reach(to)).plus(aside),
            Role::Arrow,
        );
    }

    /// Draws a straight arrow.
    fn pointed(&mut self, start: Place, tip: Place, role: Role) {
        let way = tip.minus(start);
        if way.length() == 0 {
            return;
        }
        let line = Shape::Line {
            from: start,
            to: tip.minus(way.at_length(HEAD * 80 / 100)),
        };
        self.line_with_head(line, [Role::Halo, role], head(tip, way));
    }

    /// Draws the line of an arrow and its head, with their halos beneath.
    fn line_with_head(&mut self, line: Shape, [halo, role]: [Role; 2], head: Shape) {
        self.scene.draw(line.clone(), halo);
        self.scene.draw(head.clone(), Role::ArrowHeadHalo);
        self.over.extend([
            (line, role, String::new()),
            (head, Role::ArrowHead, String::new()),
        ]);
    }
}

/// Returns how far from the centre of a place an arrow ends: short of the piece on it, or just
/// short of the centre of an empty place.
fn clearance(site: Site) -> i32 {
    let is_bare = site.piece.is_none() && !site.is_small();
    if is_bare {
        CLEAR * 2
    } else {
        site.radius + CLEAR
    }
}

/// Returns the distance of one of two opposite arrows from the line between its ends.
fn to_the_right(way: Place) -> Place {
    Place {
        x: -way.y,
        y: way.x,
    }
    .at_length(UNIT * 105 / 1000)
}

/// Returns the head of an arrow with the given direction.
fn head(tip: Place, way: Place) -> Shape {
    let along = way.at_length(HEAD);
    let across = Place {
        x: -way.y,
        y: way.x,
    }
    .at_length(HEAD * 60 / 100);
    let back = tip.minus(along);
    Shape::Polygon {
        corners: vec![tip, back.plus(across), back.minus(across)],
    }
}
