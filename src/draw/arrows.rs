//! Arrows and lines from place to place. An arrow ends short of the pieces at its ends, and bends
//! around pieces between them.

use super::annotation_shapes::HEAD;
use super::annotator::{Annotator, CLEAR};
use super::curves::on_curve;
use super::geometry::{Place, UNIT};
use super::role::Role;
use super::scene::Site;
use super::shape::{PathStep, Shape};

impl Annotator<'_> {
    /// Draws a line without a head.
    pub(super) fn draw_line(&mut self, from: &str, to: &str) {
        let (Some(from), Some(to)) = (self.find_site(from), self.find_site(to)) else {
            return;
        };
        let shape = Shape::Line {
            from: from.at,
            to: to.at,
        };
        self.scene.draw(shape.clone(), Role::Halo);
        self.put_above_halos(shape, Role::Arrow, "");
    }

    /// Draws an arrow. If another arrow leads back, both are drawn beside their common line.
    pub(super) fn draw_arrow(&mut self, from: &str, to: &str, role: Role, is_opposed: bool) {
        let (Some(from), Some(to)) = (self.find_site(from), self.find_site(to)) else {
            return;
        };
        let way = to.at.minus(from.at);
        let short = |site: Site| way.at_length(clearance(site));
        if self.is_blocked(from.at, to.at) {
            self.draw_curved_arrow(from, to, role);
        } else {
            let aside = if is_opposed {
                to_the_right(way)
            } else {
                Place::default()
            };
            self.draw_straight_arrow(
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
    fn curve_cost(&self, curve: [Place; 4]) -> usize {
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
    fn draw_curved_arrow(&mut self, from: Site, to: Site, role: Role) {
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
        let hits = |bow: &[Place; 2]| self.curve_cost([from.at, bow[0], bow[1], to.at]);
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
        self.draw_line_with_head(line, [Role::HaloLine, role], head(tip, last));
    }

    /// Draws a short arrow across the gap between two neighbouring places.
    pub(super) fn draw_move_arrow(&mut self, from: &str, to: &str, is_opposed: bool) {
        let starts_at_piece_on_dot = self.dots_with_pieces.contains(from);
        let (Some(from), Some(to)) = (self.find_site(from), self.find_site(to)) else {
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
        let begin = if starts_at_piece_on_dot {
            way.at_length(UNIT * 26 / 100)
        } else {
            reach(from)
        };
        let aside = if is_opposed {
            to_the_right(way)
        } else {
            Place::default()
        };
        self.draw_straight_arrow(
            from.at.plus(begin).plus(aside),
            to.at.minus(reach(to)).plus(aside),
            Role::Arrow,
        );
    }

    /// Draws a straight arrow.
    fn draw_straight_arrow(&mut self, start: Place, tip: Place, role: Role) {
        let way = tip.minus(start);
        if way.length() == 0 {
            return;
        }
        let line = Shape::Line {
            from: start,
            to: tip.minus(way.at_length(HEAD * 80 / 100)),
        };
        self.draw_line_with_head(line, [Role::Halo, role], head(tip, way));
    }

    /// Draws the line of an arrow and its head, with their halos beneath.
    fn draw_line_with_head(&mut self, line: Shape, [halo, role]: [Role; 2], head: Shape) {
        self.scene.draw(line.clone(), halo);
        self.scene.draw(head.clone(), Role::ArrowHeadHalo);
        self.put_above_halos(line, role, "");
        self.put_above_halos(head, Role::ArrowHead, "");
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
