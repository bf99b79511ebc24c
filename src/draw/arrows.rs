//! Arrows and lines from place to place. An arrow ends short of the pieces at its ends, and bends
//! around pieces between them.
//!
//! A *site* is a named place of the board; a *small* one has no room for a piece, like a dot beside
//! a GIPF board. A *halo* is a wide line in the colour of the background below an arrow. A *way* is
//! the vector from place to place.

use super::annotation_shapes::HEAD;
use super::annotator::{Annotator, CLEAR};
use super::curves::on_curve;
use super::geometry::{Place, UNIT};
use super::role::Role;
use super::scene::Site;
use super::shape::{PathStep, Shape};

/// Distance from the tip of an arrow at which its line ends: within the head, which covers the end
/// of the line.
const LINE_END: i32 = HEAD * 80 / 100;
/// Distance of the ends of a short arrow from the centres of its places: within the pieces on them,
/// because the gap between two pieces is narrow.
const MOVE_REACH: i32 = UNIT * 30 / 100;
/// Distance of the start of a short arrow from a dot with a piece on it: just outside the piece.
const MOVE_REACH_ON_DOT: i32 = UNIT * 26 / 100;
/// Distance of one of two opposite arrows from the line between its ends.
const BESIDE_OPPOSITE: i32 = UNIT * 105 / 1000;

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
        // A line does not belong to one place, so it has no name.
        self.put_above_halos(shape, Role::Arrow, "");
    }

    /// Draws an arrow. If another arrow leads back, both are drawn beside their common line.
    pub(super) fn draw_arrow(&mut self, from: &str, to: &str, role: Role, is_opposed: bool) {
        let (Some(from), Some(to)) = (self.find_site(from), self.find_site(to)) else {
            return;
        };
        if self.is_blocked(from.at, to.at) {
            self.draw_curved_arrow(from, to, role);
            return;
        }
        let way = to.at.minus(from.at);
        let aside = if is_opposed {
            to_the_right(way)
        } else {
            Place::default()
        };
        let start = from.at.plus(way.at_length(clearance(from)));
        let tip = to.at.minus(way.at_length(clearance(to)));
        self.draw_straight_arrow(start.plus(aside), tip.plus(aside), role);
    }

    /// Returns true if there are pieces between two places.
    fn is_blocked(&self, from: Place, to: Place) -> bool {
        let way = to.minus(from);
        let length = i64::from(way.length()).max(1);
        let is_between = |site: Site| {
            let apart = site.at.minus(from);
            let distance_along = scalar_product(apart, way) / length;
            let distance_aside = scalar_product(apart, way.turned_right()).abs() / length;
            let half_step = i64::from(UNIT) / 2;
            distance_aside < i64::from(site.radius)
                && distance_along > half_step
                && distance_along < length - half_step
        };
        let mut sites = self.scene.sites.values();
        sites.any(|site| site.piece.is_some() && is_between(site))
    }

    /// Returns the cost of a curve: the obstacles in its way, not counting its ends.
    fn curve_cost(&self, curve: [Place; 4]) -> usize {
        /// Number of parts of a curve, between which the points are tested.
        const PARTS: i64 = 24;
        let points: Vec<Place> = (1..PARTS)
            .map(|part| on_curve(curve, part, PARTS))
            .collect();
        let [start, _, _, end] = curve;
        let mut cost = 0;
        for site in self.scene.sites.values() {
            if site.at == start || site.at == end {
                continue;
            }
            let distance = if site.is_small() {
                UNIT / 2
            } else {
                site.radius
            };
            let is_near = |point: &Place| point.minus(site.at).length() < distance;
            if points.iter().any(is_near) {
                cost += cost_of_obstacle(site);
            }
        }
        cost
    }

    /// Draws a curved arrow past the pieces between its ends.
    fn draw_curved_arrow(&mut self, from: Site, to: Site, role: Role) {
        let way = to.at.minus(from.at);
        let eighth = way.at_length(way.length() / 8);
        // The control points of a curve that bends to the left, or to the right if negative.
        let control_points = |to_the_left: i32| {
            let aside = way.turned_right().at_length(-to_the_left);
            [
                from.at.plus(eighth).plus(aside),
                to.at.minus(eighth).plus(aside),
            ]
        };
        // The flattest of the curves with the lowest cost.
        let candidates = [52, -52, 66, -66, 90, -90, 118, -118, 150, -150, 190, -190]
            .map(|hundredths| control_points(UNIT * hundredths / 100));
        let [first, second] = candidates
            .into_iter()
            .min_by_key(|&[first, second]| self.curve_cost([from.at, first, second, to.at]))
            .unwrap_or([from.at, to.at]);

        let start = from
            .at
            .plus(first.minus(from.at).at_length(clearance(from)));
        let tip = to.at.plus(second.minus(to.at).at_length(clearance(to)));
        let last_way = tip.minus(second);
        let end = tip.minus(last_way.at_length(LINE_END));
        let line = Shape::Path {
            steps: vec![PathStep::Move(start), PathStep::Curve(first, second, end)],
        };
        self.draw_line_with_head(line, [Role::HaloLine, role], head(tip, last_way));
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
                MOVE_REACH
            })
        };
        let begin = if starts_at_piece_on_dot {
            way.at_length(MOVE_REACH_ON_DOT)
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
            to: tip.minus(way.at_length(LINE_END)),
        };
        self.draw_line_with_head(line, [Role::Halo, role], head(tip, way));
    }

    /// Draws the line of an arrow and its head, with their halos beneath.
    fn draw_line_with_head(&mut self, line: Shape, [halo, role]: [Role; 2], head: Shape) {
        self.scene.draw(line.clone(), halo);
        self.scene.draw(head.clone(), Role::ArrowHeadHalo);
        // An arrow does not belong to one place, so it has no name.
        self.put_above_halos(line, role, "");
        self.put_above_halos(head, Role::ArrowHead, "");
    }
}

/// Returns the scalar product of two vectors.
fn scalar_product(one: Place, other: Place) -> i64 {
    i64::from(one.x) * i64::from(other.x) + i64::from(one.y) * i64::from(other.y)
}

/// Returns the cost of a curve that comes near a place.
fn cost_of_obstacle(site: Site) -> usize {
    if site.piece.is_some() {
        // A hidden piece is worse than the names of a few small places.
        4
    } else if site.is_small() {
        // A small place has its name beside it, which must stay legible.
        1
    } else {
        0
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

/// Returns how far one of two opposite arrows is moved to the right of its direction.
fn to_the_right(way: Place) -> Place {
    way.turned_right().at_length(BESIDE_OPPOSITE)
}

/// Returns the head of an arrow with the given direction.
fn head(tip: Place, way: Place) -> Shape {
    let along = way.at_length(HEAD);
    let across = way.turned_right().at_length(HEAD * 60 / 100);
    let back = tip.minus(along);
    Shape::Polygon {
        corners: vec![tip, back.plus(across), back.minus(across)],
    }
}
