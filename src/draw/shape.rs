//! Shape: a line, disc, polygon, path or text, in exact coordinates.

use std::borrow::Cow;

use super::geometry::Place;

/// Text that is the same in most scenes, so that it need not be copied.
pub(super) type Words = Cow<'static, str>;

/// Part of a label that is aligned with its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Beginning.
    Start,
    /// Middle.
    Middle,
    /// End.
    End,
}

/// Step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathStep {
    /// Moves to a place without drawing.
    Move(Place),
    /// Straight line to a place.
    Line(Place),
    /// Cubic Bézier curve to the last place, with two control points.
    Curve(Place, Place, Place),
    /// Closes the path.
    Close,
}

/// Shape, in units; [`super::UNIT`] of them make a step.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// Straight line.
    Line {
        /// One end.
        from: Place,
        /// The other end.
        to: Place,
    },
    /// Filled circle.
    Disc {
        /// Centre.
        at: Place,
        /// Radius.
        radius: i32,
    },
    /// Filled polygon.
    Polygon {
        /// Corners.
        corners: Vec<Place>,
    },
    /// Path of lines and curves.
    Path {
        /// Steps in order.
        steps: Vec<PathStep>,
    },
    /// Text.
    Label {
        /// Position.
        at: Place,
        /// Content.
        text: Words,
        /// Alignment at the position.
        anchor: Anchor,
        /// Maximum width in any font, if another element follows; `None` if unlimited.
        room: Option<i32>,
    },
}

impl PathStep {
    /// Returns the end of the step.
    pub fn end(&self) -> Option<Place> {
        match *self {
            Self::Move(to) | Self::Line(to) | Self::Curve(_, _, to) => Some(to),
            Self::Close => None,
        }
    }
}

/// Returns the steps of an open line through places.
pub(crate) fn line_through(places: impl IntoIterator<Item = Place>) -> Vec<PathStep> {
    let mut places = places.into_iter();
    let start = places.next().map(PathStep::Move);
    let lines = places.map(PathStep::Line);
    start.into_iter().chain(lines).collect()
}

/// Returns the steps of a closed line through places.
pub(crate) fn outline_through(places: impl IntoIterator<Item = Place>) -> Vec<PathStep> {
    let mut steps = line_through(places);
    steps.push(PathStep::Close);
    steps
}

/// Returns true if a path is an open line without a filled area.
pub(super) fn is_open(steps: &[PathStep]) -> bool {
    !steps.contains(&PathStep::Close)
}

impl Shape {
    /// Creates a label of unlimited width.
    pub(crate) fn label(place: Place, text: impl Into<Words>, anchor: Anchor) -> Self {
        Self::Label {
            at: place,
            text: text.into(),
            anchor,
            room: None,
        }
    }

    /// Returns the shape with `map` applied to each of its places; lengths are unchanged.
    #[must_use]
    pub(crate) fn mapped(self, map: &impl Fn(Place) -> Place) -> Self {
        match self {
            Self::Line { from, to } => Self::Line {
                from: map(from),
                to: map(to),
            },
            Self::Disc { at: place, radius } => Self::Disc {
                at: map(place),
                radius,
            },
            Self::Polygon { corners } => Self::Polygon {
                corners: corners.into_iter().map(map).collect(),
            },
            Self::Path { steps } => Self::Path {
                steps: steps
                    .into_iter()
                    .map(|step| match step {
                        PathStep::Move(to) => PathStep::Move(map(to)),
                        PathStep::Line(to) => PathStep::Line(map(to)),
                        PathStep::Curve(one, two, to) => {
                            PathStep::Curve(map(one), map(two), map(to))
                        }
                        PathStep::Close => PathStep::Close,
                    })
                    .collect(),
            },
            Self::Label {
                at: place,
                text,
                anchor,
                room,
            } => Self::Label {
                at: map(place),
                text,
                anchor,
                room,
            },
        }
    }
}
