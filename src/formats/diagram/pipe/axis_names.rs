//! Names of columns and rows, such as `+3`, which locate the squares of the drawing on the table. A
//! name is the coordinate of its column or row. A place is the number of a column or row in the
//! drawing, from the left or from the top.

use std::collections::BTreeMap;

use super::super::fault;
use crate::findings::Finding;
use crate::text::Span;

/// Direction of the named lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    /// Numbers rise to the right.
    Columns,
    /// Numbers fall downwards.
    Rows,
}

/// Names of the columns or of the rows.
pub(super) struct AxisNames {
    axis: Axis,
    by_place: BTreeMap<usize, Name>,
}

/// Name of a place.
struct Name {
    /// Coordinate, negated for rows so that it rises with the places.
    rising: i64,
    span: Span,
}

impl AxisNames {
    pub(super) fn new(axis: Axis) -> Self {
        Self {
            axis,
            by_place: BTreeMap::new(),
        }
    }

    /// Adds the name of a place, unless it already has another one.
    pub(super) fn add(
        &mut self,
        place: usize,
        coordinate: i64,
        span: Span,
    ) -> Result<(), Box<Finding>> {
        let rising = self.flipped(coordinate);
        match self.by_place.insert(place, Name { rising, span }) {
            Some(other) if other.rising != rising => {
                let what = match self.axis {
                    Axis::Rows => "row",
                    Axis::Columns => "column",
                };
                let other_name = self.flipped(other.rising);
                let message = format!("This {what} already has another name: {other_name:+}.");
                Err(fault(span, message))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.by_place.is_empty()
    }

    /// Assigns coordinate 0 to a place.
    pub(super) fn set_zero(&mut self, place: usize) {
        let zero = Name {
            rising: 0,
            span: Span::default(),
        };
        self.by_place.insert(place, zero);
    }

    /// Reports an impossible name. From one name to the next, the coordinate must rise by at least
    /// one for each place; it may rise by more, because rows and columns can be left out.
    pub(super) fn check(&self) -> Result<(), Box<Finding>> {
        let next_names = self.by_place.iter().skip(1);
        for ((place, previous), (next_place, next)) in self.by_place.iter().zip(next_names) {
            let steps = next_place - place;
            if next.rising - previous.rising < as_coordinate(steps) {
                let name = self.flipped(next.rising);
                let name_before = self.flipped(previous.rising);
                let message = format!(
                    "{name:+} cannot follow {name_before:+} at a distance of {steps} steps."
                );
                return Err(fault(next.span, message));
            }
        }
        Ok(())
    }

    /// Returns the coordinate of a place, from the name before it, or otherwise from the name after
    /// it.
    pub(super) fn coordinate(&self, place: usize) -> Option<i64> {
        let rising = if let Some((named, name)) = self.by_place.range(..=place).next_back() {
            name.rising + as_coordinate(place - named)
        } else {
            let (named, name) = self.by_place.range(place..).next()?;
            name.rising - as_coordinate(named - place)
        };
        Some(self.flipped(rising))
    }

    /// Converts a coordinate to one that rises with the places, and back.
    fn flipped(&self, coordinate: i64) -> i64 {
        match self.axis {
            Axis::Rows => -coordinate,
            Axis::Columns => coordinate,
        }
    }
}

/// Returns a number of places as a difference of coordinates.
fn as_coordinate(count: usize) -> i64 {
    // A quarter of the range, so that sums of coordinates do not overflow.
    i64::try_from(count).unwrap_or(i64::MAX / 4)
}
