//! Marks and letters on cards. Each is moved to the nearest place where it covers nothing of the
//! *art*, which is the drawing of the pipes of a card. A sign without such a place stays on the
//! art, on a *button*, a disc of the background. The room for a sign depends on the size of the
//! figure, so the places are chosen here and not in the scene. A *misfit* is a kind of sign for
//! which the figure has no room.

use super::curves::flattened;
use super::elements::{Element, Elements};
use super::geometry::{Place, UNIT};
use super::measure::{Measure, scaled};
use super::paper::POINT;
use super::resizing::scaled_from;
use super::role::Role;
use super::shape::{PathStep, Shape};
use super::sign_room::Misfit;
use super::text_width;
use super::turn_numbers::tag_of_text;

/// Diameter of a mark on paper: on small and on large cards.
const MARK_SIZES: [i64; 2] = [66 * POINT / 10, 8 * POINT];
/// Smallest step of large cards.
const LARGE: i64 = 30 * POINT;
/// Distance of a sign from the art.
const CLEAR: i64 = 7 * POINT / 10;
/// Distance between the places that are tried.
const STEP: i32 = UNIT * 3 / 100;
/// Maximum distance of a place that is tried from the centre of its square.
const FARTHEST: i32 = UNIT * 45 / 100;
/// Share of the desired size, in per cent, at which a place is tried to find the necessary width.
const SHARES: [i32; 8] = [90, 80, 70, 60, 50, 40, 30, 20];
/// Radius of the button under a mark on art, in per cent of the diameter of the mark.
const BUTTON_RADIUS: i32 = 78;
/// Distance of a letter from the edge of the button under it.
const BUTTON_AIR: i32 = UNIT * 5 / 100;
/// Size of a mark on a button, in per cent of its usual size.
const MARK_ON_BUTTON: i32 = 70;

/// Returns true for the roles of marks and letters beside art.
pub(super) fn is_beside_art(role: Role) -> bool {
    matches!(
        role,
        Role::CardMarkHalo | Role::CardMarkLineHalo | Role::CardLabel
    )
}

/// Something that a sign must not cover: a line with the distance to its edge. The line of a disc
/// has both of its ends at the centre.
struct Obstacle {
    line: Vec<Place>,
    reach: i32,
}

/// Moves marks and letters to the free places nearest to the centres of their squares.
pub(super) fn with_marks(elements: &Elements, measure: Measure) -> (Elements, Option<Misfit>) {
    let middles: Vec<Place> = elements
        .iter()
        .filter(|element| is_beside_art(element.role))
        .filter_map(|element| middle(&element.shape))
        .collect();
    let mut art = Art {
        obstacles: obstacles_near(elements, &middles, measure),
        clear: measure.units(CLEAR),
    };
    let mut shown = Vec::with_capacity(elements.len());
    let mut needed = 0;
    let mut all = elements.iter();
    while let Some(element) = all.next() {
        let sign_middle = if is_beside_art(element.role) {
            middle(&element.shape)
        } else {
            None
        };
        let Some(from) = sign_middle else {
            shown.push(element.clone());
            continue;
        };

        let placed = art.place_sign(element, from, measure);
        if let Some(needed_by_sign) = placed.needed {
            needed = needed.max(needed_by_sign);
            let button = button_under(element, from, placed.radius, measure);
            shown.push(Element::bare(button, Role::CardMarkButton));
        }
        if element.role == Role::CardLabel {
            shown.push(placed.moved(element));
            continue;
        }
        // The halo of a mark precedes it. A button replaces the halo.
        if placed.needed.is_none() {
            shown.push(placed.moved(element));
        }
        shown.extend(all.next().map(|mark| placed.moved(mark)));
    }

    let misfit = (needed > 0).then_some(Misfit {
        what: "marks on cards",
        needed,
        is_left_out: false,
    });
    (shown.into(), misfit)
}

/// Returns the button under a sign that has no free place and stays on the art at `point`.
fn button_under(sign: &Element, point: Place, radius: i32, measure: Measure) -> Shape {
    match &sign.shape {
        Shape::Label { text, .. } => {
            let font_size = measure.style(sign.role).font_size;
            tag_of_text(point, text, font_size, BUTTON_AIR)
        }
        _ => Shape::Disc {
            at: point,
            radius: scaled(radius * 2, BUTTON_RADIUS, 100),
        },
    }
}

/// Returns the radius of a sign in the scene.
fn radius_of(element: &Element, measure: Measure) -> i32 {
    match &element.shape {
        Shape::Disc { radius, .. } => *radius,
        Shape::Label { text, .. } => {
            let font_size = measure.style(element.role).font_size;
            (text_width::width_of(text, font_size, element.role) / 2)
                .max(text_width::half_letter_height(font_size))
        }
        shape => {
            super::annotation_shapes::bounds(shape).map_or(UNIT / 10, |rect| rect.size().x / 2)
        }
    }
}

/// Returns the radius that a sign should have on paper. Letters have their size already.
fn desired_radius(element: &Element, measure: Measure, usual: i32) -> i32 {
    if measure.width().is_none() || element.role == Role::CardLabel {
        return usual;
    }
    let [small, large] = MARK_SIZES;
    let size = if measure.step() < LARGE { small } else { large };
    measure.units(size / 2)
}

/// Returns the middle of a sign.
fn middle(shape: &Shape) -> Option<Place> {
    match shape {
        Shape::Disc { at: place, .. } | Shape::Label { at: place, .. } => Some(*place),
        // The middle of a triangle is not the middle of its bounding box.
        Shape::Path { steps } => {
            let corners: Vec<Place> = steps.iter().filter_map(PathStep::end).collect();
            let count = i32::try_from(corners.len())
                .ok()
                .filter(|count| *count > 0)?;
            let mean = |coordinate: fn(&Place) -> i32| {
                let coordinates = corners.iter().map(|corner| i64::from(coordinate(corner)));
                let sum: i64 = coordinates.sum();
                i32::try_from(sum / i64::from(count)).unwrap_or(0)
            };
            Some(Place {
                x: mean(|place| place.x),
                y: mean(|place| place.y),
            })
        }
        _ => None,
    }
}

/// A sign that was moved to its place.
struct PlacedSign {
    /// Middle of the sign in the scene.
    from: Place,
    /// Middle of the sign in the figure.
    to: Place,
    /// Radius of the sign in the scene.
    usual_radius: i32,
    /// Radius of the sign in the figure.
    radius: i32,
    /// Width that the figure needs for a free place, in per cent of its present width; `None` if
    /// the sign has one.
    needed: Option<i64>,
}

impl PlacedSign {
    /// Returns an element of the sign, moved and scaled with it.
    fn moved(&self, element: &Element) -> Element {
        let at_place = |corner: Place| {
            let scaled_corner = scaled_from(self.from, corner, self.radius, self.usual_radius);
            self.to.plus(scaled_corner.minus(self.from))
        };
        let shape = match element.shape.clone().mapped(&at_place) {
            Shape::Disc { at: place, .. } => Shape::Disc {
                at: place,
                radius: self.radius,
            },
            other => other,
        };
        Element {
            shape,
            ..element.clone()
        }
    }
}

/// The art around signs.
struct Art {
    obstacles: Vec<Obstacle>,
    /// Distance that signs keep from the obstacles.
    clear: i32,
}

impl Art {
    /// Chooses the place of a sign, which is then an obstacle for the next signs. A sign without a
    /// free place stays on the art.
    fn place_sign(&mut self, sign: &Element, from: Place, measure: Measure) -> PlacedSign {
        let usual_radius = radius_of(sign, measure);
        let mut radius = desired_radius(sign, measure, usual_radius);
        let free_place = self.free_place(from, radius);
        let mut needed = None;
        if free_place.is_none() {
            needed = Some(self.needed_width(from, radius));
            if sign.role != Role::CardLabel {
                radius = scaled(radius, MARK_ON_BUTTON, 100);
            }
        }

        let to = free_place.unwrap_or(from);
        self.obstacles.push(Obstacle {
            line: vec![to, to],
            reach: radius,
        });
        PlacedSign {
            from,
            to,
            usual_radius,
            radius,
            needed,
        }
    }

    /// Returns the free place for a sign that is nearest to the centre of its square.
    fn free_place(&self, middle: Place, radius: i32) -> Option<Place> {
        let reach = FARTHEST - radius;
        let steps = reach / STEP;
        let mut offsets = Vec::new();
        for x in -steps..=steps {
            for y in -steps..=steps {
                offsets.push(Place {
                    x: x * STEP,
                    y: y * STEP,
                });
            }
        }
        offsets.sort_by_key(|offset| offset.squared_length());

        let is_free = |point: &Place| {
            self.obstacles.iter().all(|obstacle| {
                distance(*point, &obstacle.line) >= obstacle.reach + radius + self.clear
            })
        };
        offsets
            .into_iter()
            .map(|offset| middle.plus(offset))
            .find(is_free)
    }

    /// Returns the width that a figure needs for a sign without a free place, in per cent of its
    /// present width. It follows from the largest share of the sign's size that has a free place.
    fn needed_width(&self, middle: Place, radius: i32) -> i64 {
        let is_fitting = |share: &i32| {
            let smaller_radius = scaled(radius, *share, 100);
            self.free_place(middle, smaller_radius).is_some()
        };
        let [.., smallest_share] = SHARES;
        let share = SHARES.into_iter().find(is_fitting);
        100 * 100 / i64::from(share.unwrap_or(smallest_share))
    }
}

/// Returns the obstacles near some places: pipes, caps, couplings, rims and numbers.
fn obstacles_near(elements: &Elements, near: &[Place], measure: Measure) -> Vec<Obstacle> {
    let mut obstacles = Vec::new();
    for element in elements {
        // The art, and the numbers and contours that are on cards already. Fields may be covered.
        let is_obstacle = matches!(
            element.role,
            Role::PipeEdge(_)
                | Role::PipeCap(..)
                | Role::CutPipeEdge
                | Role::PipeCoupling(_)
                | Role::SetBand(..)
                | Role::CellEdge
                | Role::LastOutline
                | Role::Tag
                | Role::CardNumberAt(_)
                | Role::CardLetter
        );
        if !is_obstacle {
            continue;
        }
        let line_reach = measure.line_width(element.role) / 2;
        let (lines, reach) = match &element.shape {
            Shape::Disc { at: place, radius } => (vec![vec![*place, *place]], radius + line_reach),
            Shape::Label {
                at: place, text, ..
            } => {
                let font_size = measure.style(element.role).font_size;
                let half = text_width::width_of(text, font_size, element.role) / 2;
                let by = Place { x: half, y: 0 };
                (
                    vec![vec![place.minus(by), place.plus(by)]],
                    text_width::half_letter_height(font_size),
                )
            }
            shape => (polylines(shape), line_reach),
        };
        // A sign stays within its square, so it cannot touch lines that are farther away.
        let is_near = |line: &Vec<Place>| {
            near.iter()
                .any(|place| distance(*place, line) < UNIT + reach)
        };
        obstacles.extend(
            lines
                .into_iter()
                .filter(is_near)
                .map(|line| Obstacle { line, reach }),
        );
    }

    obstacles
}

/// Returns the lines of a shape, with curves replaced by straight segments.
fn polylines(shape: &Shape) -> Vec<Vec<Place>> {
    match shape {
        Shape::Line { from, to } => vec![vec![*from, *to]],
        Shape::Polygon { corners } => {
            let mut line = corners.clone();
            line.extend(corners.first().copied());
            vec![line]
        }
        Shape::Path { steps } => {
            let mut lines: Vec<Vec<PathStep>> = Vec::new();
            for step in steps {
                match (step, lines.last_mut()) {
                    (PathStep::Move(_), _) | (_, None) => lines.push(vec![*step]),
                    (_, Some(line)) => line.push(*step),
                }
            }
            let flat = |line: Vec<PathStep>| {
                let mut corners = flattened(&line);
                if line.contains(&PathStep::Close) {
                    corners.extend(corners.first().copied());
                }
                corners
            };
            lines.into_iter().map(flat).collect()
        }
        Shape::Disc { .. } | Shape::Label { .. } => Vec::new(),
    }
}

/// Returns the distance of a place from a line.
fn distance(place: Place, line: &[Place]) -> i32 {
    let distances = line
        .windows(2)
        .map(|ends| distance_from_segment(place, ends[0], ends[1]));
    distances.min().unwrap_or(i32::MAX)
}

/// Returns the distance of a place from a line segment.
fn distance_from_segment(place: Place, start: Place, end: Place) -> i32 {
    let way = end.minus(start);
    let to_place = place.minus(start);
    // The projection on the segment, as a part of its length.
    let whole = way.squared_length().max(1);
    let scalar_product =
        i64::from(way.x) * i64::from(to_place.x) + i64::from(way.y) * i64::from(to_place.y);
    let part = scalar_product.clamp(0, whole);
    let share = |length: i32| i32::try_from(i64::from(length) * part / whole).unwrap_or(0);
    let nearest = Place {
        x: share(way.x),
        y: share(way.y),
    };
    to_place.minus(nearest).length()
}
