//! Room for a text inside the marks on a place. A text on an empty place goes inside a ring, square
//! or triangle.

use super::annotation_shapes::bounds;
use super::geometry::Place;
use super::measure::scaled;
use super::shape::{PathStep, Shape};

/// Room inside the marks on a place.
#[derive(Clone, Copy)]
pub(super) struct Inside {
    /// Radius of the circle inside.
    pub(super) round: i32,
    /// Half the width of the square inside.
    pub(super) square: i32,
}

impl Inside {
    pub(super) const UNLIMITED: Self = Self {
        round: i32::MAX,
        square: i32::MAX,
    };

    /// Returns the room that an outline leaves inside.
    pub(super) fn of_outline(outline: &Shape) -> Self {
        match outline {
            Shape::Disc { radius, .. } => Self {
                round: *radius,
                ..Self::UNLIMITED
            },
            Shape::Path { steps } => {
                let corners = steps.iter().filter_map(PathStep::end).count();
                let width = bounds(outline).map_or(0, |rect| rect.size().x);
                if corners == 3 {
                    // The circle in a triangle with equal sides. Its radius is 0.289 of a side.
                    Self {
                        round: scaled(width, 289, 1000),
                        ..Self::UNLIMITED
                    }
                } else {
                    Self {
                        square: width / 2,
                        ..Self::UNLIMITED
                    }
                }
            }
            _ => Self::UNLIMITED,
        }
    }

    /// Returns the room that is left by outlines of a width.
    pub(super) fn less(self, line: i32) -> Self {
        let less = |room: i32| room.saturating_sub(line / 2);
        Self {
            round: less(self.round),
            square: less(self.square),
        }
    }

    /// Returns the room that two outlines leave together.
    pub(super) fn within(self, other: Self) -> Self {
        Self {
            round: self.round.min(other.round),
            square: self.square.min(other.square),
        }
    }

    /// Returns the size that a text needs, in per cent of the room. `half` is half its width and
    /// half its height, the distance of its corner from the centre.
    pub(super) fn needed(self, half: Place) -> i64 {
        let share = |length: i32, room: i32| i64::from(length) * 100 / i64::from(room.max(1));
        let of_circle = share(half.length(), self.round);
        let of_width = share(half.x, self.square);
        let of_height = share(half.y, self.square);
        of_circle.max(of_width).max(of_height)
    }
}
