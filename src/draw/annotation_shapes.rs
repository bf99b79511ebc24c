//! Geometry of annotations: outlines of marks, and the basic shapes of which annotations consist,
//! such as capsules, hexagons and rectangles with round corners.

use super::annotation::Mark;
use super::geometry::{Place, Rect, UNIT};
use super::shape::{PathStep, Shape, outline_through};

/// Length of an arrow head.
pub(super) const HEAD: i32 = UNIT * 16 / 100;
/// Distance of the control points of a quarter circle from its ends, in ten-thousandths of the
/// radius.
const QUARTER: i32 = 5_523;
/// Distance of the control points of a round corner from the corner itself, in per cent of its
/// radius: what [`QUARTER`] leaves, rounded.
const BEND: i32 = 45;
/// Distance of the corners of a hexagon from its centre, if its sides are half a step from the
/// centre: half a step divided by the cosine of 30 degrees.
const CORNER: i32 = UNIT * 5_774 / 10_000;

/// Returns how far the control point of a quarter circle is from its end, given the radius to the
/// other end.
fn to_control_point(radius: Place) -> Place {
    let share =
        |value: i32| i32::try_from(i64::from(value) * i64::from(QUARTER) / 10_000).unwrap_or(0);
    Place {
        x: share(radius.x),
        y: share(radius.y),
    }
}

/// Returns the corners of an axis-aligned square.
pub(super) fn square(place: Place, half: i32) -> [Place; 4] {
    [(-half, -half), (half, -half), (half, half), (-half, half)]
        .map(|(x, y)| place.plus(Place { x, y }))
}

/// Returns the corners of the cell of a point with six neighbours a step away, one of them above
/// it.
pub(super) fn hexagon(place: Place) -> [Place; 6] {
    let x = CORNER / 2;
    let y = UNIT / 2;
    [
        (-x, -y),
        (x, -y),
        (CORNER, 0),
        (x, y),
        (-x, y),
        (-CORNER, 0),
    ]
    .map(|(x, y)| place.plus(Place { x, y }))
}

/// Returns the outline of a polygon.
pub(super) fn polygon(corners: &[Place]) -> Shape {
    Shape::Path {
        steps: outline_through(corners.iter().copied()),
    }
}

/// Returns the bounding box of a shape; for a circle, only its centre, and `None` for lines and
/// labels.
pub(super) fn bounds(shape: &Shape) -> Option<Rect> {
    match shape {
        Shape::Disc { at: place, .. } => Rect::around([*place]),
        Shape::Polygon { corners } => Rect::around(corners.iter().copied()),
        Shape::Path { steps } => Rect::around(steps.iter().filter_map(PathStep::end)),
        Shape::Line { .. } | Shape::Label { .. } => None,
    }
}

/// Returns the upper right corner of a square piece with round corners, as large as a quarter of
/// its side. The corners are as round as those of dice, about a tenth of the side.
pub(super) fn folded_corner(piece: Rect) -> Shape {
    let width = piece.size().x;
    let corner = Place {
        x: piece.to.x,
        y: piece.from.y,
    };
    let on = |left: i32, down: i32| corner.plus(Place { x: -left, y: down });
    let side = width / 4;
    let cut = width / 10;
    let bend = cut * BEND / 100;
    let steps = vec![
        PathStep::Move(on(side, 0)),
        PathStep::Line(on(cut, 0)),
        PathStep::Curve(on(bend, 0), on(0, bend), on(0, cut)),
        PathStep::Line(on(0, side)),
        PathStep::Close,
    ];
    Shape::Path { steps }
}

/// Returns the outline of a shape, as a path.
pub(super) fn closed_line(shape: Shape) -> Shape {
    match shape {
        Shape::Disc { at: place, radius } => circle(place, radius),
        Shape::Polygon { corners } => polygon(&corners),
        other => other,
    }
}

/// Returns a rectangle with round corners.
pub(super) fn rounded(rect: Rect, cut: i32) -> Shape {
    let [upper_left, upper_right, lower_right, lower_left] = rect.corners();
    let by = |place: Place, x: i32, y: i32| place.plus(Place { x, y });
    let bend = cut * BEND / 100;
    let steps = vec![
        PathStep::Move(by(upper_left, cut, 0)),
        PathStep::Line(by(upper_right, -cut, 0)),
        PathStep::Curve(
            by(upper_right, -bend, 0),
            by(upper_right, 0, bend),
            by(upper_right, 0, cut),
        ),
        PathStep::Line(by(lower_right, 0, -cut)),
        PathStep::Curve(
            by(lower_right, 0, -bend),
            by(lower_right, -bend, 0),
            by(lower_right, -cut, 0),
        ),
        PathStep::Line(by(lower_left, cut, 0)),
        PathStep::Curve(
            by(lower_left, bend, 0),
            by(lower_left, 0, -bend),
            by(lower_left, 0, -cut),
        ),
        PathStep::Line(by(upper_left, 0, cut)),
        PathStep::Curve(
            by(upper_left, 0, bend),
            by(upper_left, bend, 0),
            by(upper_left, cut, 0),
        ),
        PathStep::Close,
    ];
    Shape::Path { steps }
}

/// Returns a bracket for each corner of a square.
pub(super) fn brackets(place: Place, half: i32, arm: i32) -> [Vec<PathStep>; 4] {
    [(-1, -1), (1, -1), (1, 1), (-1, 1)].map(|(x, y)| {
        let corner = place.plus(Place {
            x: x * half,
            y: y * half,
        });
        let along = corner.minus(Place { x: x * arm, y: 0 });
        let down = corner.minus(Place { x: 0, y: y * arm });
        vec![
            PathStep::Move(along),
            PathStep::Line(corner),
            PathStep::Line(down),
        ]
    })
}

/// Returns two crossing lines.
pub(super) fn cross(place: Place, reach: i32) -> Shape {
    let corner = |x: i32, y: i32| {
        place.plus(Place {
            x: reach * x,
            y: reach * y,
        })
    };
    let steps = vec![
        PathStep::Move(corner(-1, -1)),
        PathStep::Line(corner(1, 1)),
        PathStep::Move(corner(1, -1)),
        PathStep::Line(corner(-1, 1)),
    ];
    Shape::Path { steps }
}

/// Returns a quarter circle around `place`, between two radii.
fn quarter(place: Place, from: Place, to: Place) -> PathStep {
    PathStep::Curve(
        place.plus(from).plus(to_control_point(to)),
        place.plus(to).plus(to_control_point(from)),
        place.plus(to),
    )
}

/// Returns a circle as a path, which can be hatched and dashed.
pub(super) fn circle(place: Place, radius: i32) -> Shape {
    capsule(place, place, radius)
}

/// Returns the outline of all points within `radius` of a line segment.
pub(super) fn capsule(from: Place, to: Place, radius: i32) -> Shape {
    let way = to.minus(from);
    let forward = if way.length() == 0 {
        Place { x: radius, y: 0 }
    } else {
        way.at_length(radius)
    };
    let right = forward.turned_right();
    let back = right.turned_right();
    let left = back.turned_right();
    let mut steps = vec![PathStep::Move(from.plus(right))];
    if from != to {
        steps.push(PathStep::Line(to.plus(right)));
    }
    steps.extend([quarter(to, right, forward), quarter(to, forward, left)]);
    if from != to {
        steps.push(PathStep::Line(from.plus(left)));
    }
    steps.extend([
        quarter(from, left, back),
        quarter(from, back, right),
        PathStep::Close,
    ]);
    Shape::Path { steps }
}

/// Returns the outline of a mark; for a shade, the square that represents it in a legend.
pub(super) fn mark_shape(mark: Mark, place: Place, size: i32) -> Shape {
    let corner = |x: i32, y: i32| Place {
        x: place.x + size * x / 100,
        y: place.y + size * y / 100,
    };
    match mark {
        Mark::Circle | Mark::Fault => Shape::Disc {
            at: place,
            radius: size,
        },
        Mark::Square => polygon(&square(place, size * 90 / 100)),
        // A triangle with equal sides, around its middle.
        Mark::Triangle => polygon(&[corner(0, -115), corner(100, 58), corner(-100, 58)]),
        Mark::Cross => cross(place, size * 85 / 100),
        Mark::Shade => Shape::Polygon {
            corners: square(place, size).to_vec(),
        },
    }
}
