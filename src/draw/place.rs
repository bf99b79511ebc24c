//! Places and rectangles in exact coordinates.

/// One step between neighbouring points, in the whole-number units of a scene.
pub const UNIT: i32 = 10_000;

/// A place in a scene: x to the right, y downward, in [`UNIT`]s of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Place {
    /// To the right.
    pub x: i32,
    /// Downward.
    pub y: i32,
}

impl Place {
    /// This place, moved by another one.
    #[must_use]
    pub fn plus(self, by: Self) -> Self {
        Self { x: self.x.saturating_add(by.x), y: self.y.saturating_add(by.y) }
    }

    /// How far this place is from another one, in both directions.
    #[must_use]
    pub fn minus(self, from: Self) -> Self {
        Self { x: self.x.saturating_sub(from.x), y: self.y.saturating_sub(from.y) }
    }

    /// Its distance from 0, to the whole unit below.
    pub fn length(self) -> i32 {
        i32::try_from(self.squared_length().isqrt()).unwrap_or(i32::MAX)
    }

    /// The square of its distance from 0, which tells as well which of two is longer.
    pub(crate) fn squared_length(self) -> i64 {
        let (x, y) = (i64::from(self.x), i64::from(self.y));
        x * x + y * y
    }

    /// The same direction at another length; 0 stays 0.
    #[must_use]
    pub fn at_length(self, length: i32) -> Self {
        let own = i64::from(self.length()).max(1);
        let scaled = |value: i32| i32::try_from(i64::from(value) * i64::from(length) / own).unwrap_or(0);
        Self { x: scaled(self.x), y: scaled(self.y) }
    }
}

/// A rectangle that lies straight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Rect {
    /// The upper left corner.
    pub from: Place,
    /// The lower right corner.
    pub to: Place,
}

impl Rect {
    /// The smallest one with these places in it; `None` where there are none.
    pub fn around(places: impl IntoIterator<Item = Place>) -> Option<Self> {
        places.into_iter().fold(None, |found: Option<Self>, at| {
            let Self { from, to } = found.unwrap_or(Self { from: at, to: at });
            Some(Self {
                from: Place { x: from.x.min(at.x), y: from.y.min(at.y) },
                to: Place { x: to.x.max(at.x), y: to.y.max(at.y) },
            })
        })
    }

    /// It and `margin` on each side.
    #[must_use]
    pub fn widened(self, margin: i32) -> Self {
        let by = Place { x: margin, y: margin };
        Self { from: self.from.minus(by), to: self.to.plus(by) }
    }

    /// What both have.
    #[must_use]
    pub fn cut_to(self, other: Self) -> Self {
        let from = Place { x: self.from.x.max(other.from.x), y: self.from.y.max(other.from.y) };
        let to = Place { x: self.to.x.min(other.to.x).max(from.x), y: self.to.y.min(other.to.y).max(from.y) };
        Self { from, to }
    }

    /// Width and height.
    pub fn size(self) -> Place {
        self.to.minus(self.from)
    }

    /// Whether a place is in it or on its edge.
    pub fn contains(self, at: Place) -> bool {
        (self.from.x..=self.to.x).contains(&at.x) && (self.from.y..=self.to.y).contains(&at.y)
    }

    /// Whether any place is in both, or on their edges.
    pub fn meets(self, other: Self) -> bool {
        let Self { from, to } = self;
        from.x <= other.to.x && other.from.x <= to.x && from.y <= other.to.y && other.from.y <= to.y
    }

    /// Its corners, clockwise from the upper left.
    pub fn corners(self) -> [Place; 4] {
        let Self { from, to } = self;
        [from, Place { x: to.x, y: from.y }, to, Place { x: from.x, y: to.y }]
    }
}

/// How a figure is turned, clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Rotation {
    /// Twelfths of a whole turn.
    twelfths: u8,
}

/// The cosine of each twelfth of a turn, in ten thousandths.
const COSINES: [i64; 12] = [10_000, 8_660, 5_000, 0, -5_000, -8_660, -10_000, -8_660, -5_000, 0, 5_000, 8_660];

impl Rotation {
    /// A rotation by so many degrees; `None` where they are no multiple of 30.
    pub fn of_degrees(degrees: i32) -> Option<Self> {
        let twelfths = u8::try_from(degrees.rem_euclid(360) / 30).ok()?;
        (degrees % 30 == 0).then_some(Self { twelfths })
    }

    /// Its degrees, below 360.
    pub fn degrees(self) -> i32 {
        i32::from(self.twelfths) * 30
    }

    /// Where it takes a place, around 0.
    pub fn applied(self, at: Place) -> Place {
        let cosine = COSINES[usize::from(self.twelfths) % 12];
        let sine = COSINES[(usize::from(self.twelfths) + 9) % 12];
        let (x, y) = (i64::from(at.x), i64::from(at.y));
        let scaled = |value: i64| {
            let rounded = (value.abs() + 5_000) / 10_000 * value.signum();
            i32::try_from(rounded).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX })
        };
        Place { x: scaled(x * cosine - y * sine), y: scaled(x * sine + y * cosine) }
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
