//! Geometry of scenes in exact coordinates: places (points and vectors), rectangles and rotations.

/// Distance between neighbouring points, in the integer units of a scene.
pub const UNIT: i32 = 10_000;

/// Place in a scene: x to the right, y downwards, in units; [`UNIT`] of them make a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Place {
    /// Distance to the right of the origin.
    pub x: i32,
    /// Distance below the origin.
    pub y: i32,
}

impl Place {
    /// Returns the place moved by `by`.
    #[must_use]
    pub(crate) fn plus(self, by: Self) -> Self {
        Self {
            x: self.x.saturating_add(by.x),
            y: self.y.saturating_add(by.y),
        }
    }

    /// Returns the difference of two places.
    #[must_use]
    pub fn minus(self, from: Self) -> Self {
        Self {
            x: self.x.saturating_sub(from.x),
            y: self.y.saturating_sub(from.y),
        }
    }

    /// Returns the distance from the origin, rounded down.
    pub fn length(self) -> i32 {
        i32::try_from(self.squared_length().isqrt()).unwrap_or(i32::MAX)
    }

    /// Returns the square of the distance from the origin, enough for comparisons.
    pub(crate) fn squared_length(self) -> i64 {
        let x = i64::from(self.x);
        let y = i64::from(self.y);
        x * x + y * y
    }

    /// Returns the vector rotated by a quarter turn clockwise, to the right of its direction.
    #[must_use]
    pub(crate) fn turned_right(self) -> Self {
        Self {
            x: -self.y,
            y: self.x,
        }
    }

    /// Returns the vector in the same direction with another length; 0 stays 0.
    #[must_use]
    pub(crate) fn at_length(self, length: i32) -> Self {
        let own = i64::from(self.length()).max(1);
        let scaled =
            |value: i32| i32::try_from(i64::from(value) * i64::from(length) / own).unwrap_or(0);
        Self {
            x: scaled(self.x),
            y: scaled(self.y),
        }
    }
}

/// Axis-aligned rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Rect {
    /// Upper left corner.
    pub from: Place,
    /// Lower right corner.
    pub to: Place,
}

impl Rect {
    /// Returns the empty rectangle at a place, to be widened.
    pub(crate) fn at(place: Place) -> Self {
        Self {
            from: place,
            to: place,
        }
    }

    /// Returns the bounding box of places, or `None` if there are none.
    pub(crate) fn around(places: impl IntoIterator<Item = Place>) -> Option<Self> {
        let mut places = places.into_iter();
        let first = places.next()?;
        let mut around = Self {
            from: first,
            to: first,
        };
        for place in places {
            around.from.x = around.from.x.min(place.x);
            around.from.y = around.from.y.min(place.y);
            around.to.x = around.to.x.max(place.x);
            around.to.y = around.to.y.max(place.y);
        }
        Some(around)
    }

    /// Returns the rectangle enlarged by `margin` on each side.
    #[must_use]
    pub(crate) fn widened(self, margin: i32) -> Self {
        let by = Place {
            x: margin,
            y: margin,
        };
        Self {
            from: self.from.minus(by),
            to: self.to.plus(by),
        }
    }

    /// Returns the smallest rectangle that contains both.
    #[must_use]
    pub(crate) fn around_both(self, other: Self) -> Self {
        let from = Place {
            x: self.from.x.min(other.from.x),
            y: self.from.y.min(other.from.y),
        };
        let to = Place {
            x: self.to.x.max(other.to.x),
            y: self.to.y.max(other.to.y),
        };
        Self { from, to }
    }

    /// Returns the intersection of two rectangles.
    #[must_use]
    pub(crate) fn cut_to(self, other: Self) -> Self {
        let from = Place {
            x: self.from.x.max(other.from.x),
            y: self.from.y.max(other.from.y),
        };
        let to = Place {
            x: self.to.x.min(other.to.x).max(from.x),
            y: self.to.y.min(other.to.y).max(from.y),
        };
        Self { from, to }
    }

    /// Returns the width and height.
    pub(crate) fn size(self) -> Place {
        self.to.minus(self.from)
    }

    /// Returns the centre.
    #[must_use]
    pub(crate) fn middle(self) -> Place {
        let size = self.size();
        self.from.plus(Place {
            x: size.x / 2,
            y: size.y / 2,
        })
    }

    /// Returns true if a place is inside or on the edge.
    pub(crate) fn contains(self, place: Place) -> bool {
        (self.from.x..=self.to.x).contains(&place.x) && (self.from.y..=self.to.y).contains(&place.y)
    }

    /// Returns true if the rectangles share any place, edges included.
    pub(crate) fn meets(self, other: Self) -> bool {
        let Self { from, to } = self;
        from.x <= other.to.x && other.from.x <= to.x && from.y <= other.to.y && other.from.y <= to.y
    }

    /// Returns the corners, clockwise from the upper left.
    pub(crate) fn corners(self) -> [Place; 4] {
        let Self { from, to } = self;
        [
            from,
            Place { x: to.x, y: from.y },
            to,
            Place { x: from.x, y: to.y },
        ]
    }
}

/// Rotation of a figure, clockwise. [`Figure::new`](crate::draw::Figure::new) rejects angles that
/// its board does not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Rotation {
    /// The degrees, from 0 to 359.
    degrees: i32,
}

/// Cosine of each twelfth of a full rotation, in ten-thousandths.
const COSINES: [i64; 12] = [
    10_000, 8_660, 5_000, 0, -5_000, -8_660, -10_000, -8_660, -5_000, 0, 5_000, 8_660,
];

impl Rotation {
    /// Creates a rotation from degrees. Returns `None` if they are not a multiple of 30, which no
    /// board allows.
    pub fn of_degrees(degrees: i32) -> Option<Self> {
        (degrees % 30 == 0).then(|| Self::from_degrees(degrees))
    }

    /// Creates a rotation from degrees, possible or not.
    pub(crate) fn from_degrees(degrees: i32) -> Self {
        Self {
            degrees: degrees.rem_euclid(360),
        }
    }

    /// Returns the degrees, below 360.
    pub fn degrees(self) -> i32 {
        self.degrees
    }

    /// Rotates a place around the origin, by a multiple of 30 degrees. Boards allow no other
    /// angles; the next smaller multiple replaces them.
    pub(crate) fn applied(self, place: Place) -> Place {
        let twelfths = usize::try_from(self.degrees / 30).unwrap_or_default();
        let cosine = COSINES[twelfths % 12];
        let sine = COSINES[(twelfths + 9) % 12];
        let x = i64::from(place.x);
        let y = i64::from(place.y);
        let scaled = |value: i64| {
            let rounded = (value.abs() + 5_000) / 10_000 * value.signum();
            i32::try_from(rounded).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX })
        };
        Place {
            x: scaled(x * cosine - y * sine),
            y: scaled(x * sine + y * cosine),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_go_clockwise() {
        let east = Place { x: UNIT, y: 0 };
        for (degrees, x, y) in [
            (0, UNIT, 0),
            (90, 0, UNIT),
            (180, -UNIT, 0),
            (-90, 0, -UNIT),
            (60, 5_000, 8_660),
            (30, 8_660, 5_000),
            (300, 5_000, -8_660),
            (420, 5_000, 8_660),
        ] {
            let rotation = Rotation::of_degrees(degrees).unwrap();
            assert_eq!(rotation.applied(east), Place { x, y }, "{degrees}");
        }
        assert_eq!(Rotation::of_degrees(45), None);
    }
}
