//! Names of columns and rows, such as `+3`, which locate the squares of the drawing on the table.

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
    /// For each named place in the drawing, its coordinate, negated for rows so that it rises, and
    /// the span of the name.
    by_place: BTreeMap<usize, (i64, Span)>,
}

/// Returns a number of places as a difference of coordinates.
fn as_coordinate(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX / 4)
}

impl AxisNames {
    pub(super) fn new(axis: Axis) -> Self {
        Self {
            axis,
            by_place: BTreeMap::new(),
        }
    }

    /// Converts a coordinate to one that rises with the places, and back.
    fn flipped(&self, coordinate: i64) -> i64 {
        if self.axis == Axis::Rows {
            -coordinate
        } else {
            coordinate
        }
    }

    pub(super) fn add(
        &mut self,
        place: usize,
        coordinate: i64,
        span: Span,
    ) -> Result<(), Box<Finding>> {
        let rising = self.flipped(coordinate);
        match self.by_place.insert(place, (rising, span)) {
            Some((other, _)) if other != rising => {
                let what = if self.axis == Axis::Rows {
                    "row"
                } else {
                    "column"
                };
                Err(fault(
                    span,
                    format!(
                        "This {what} already has another name: {:+}.",
                        self.flipped(other)
                    ),
                ))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.by_place.is_empty()
    }

    /// Assigns coordinate 0 to a place.
    pub(super) fn set_zero(&mut self, place: usize) {
        self.by_place.insert(place, (0, Span::default()));
    }

    /// Reports an impossible name. From one name to the next, the coordinate must rise by at least
    /// one for each place; it may rise by more, because rows and columns can be left out.
    pub(super) fn check(&self) -> Result<(), Box<Finding>> {
        let after = self.by_place.iter().skip(1);
        for ((before, (lower, _)), (place, (higher, span))) in self.by_place.iter().zip(after) {
            if higher - lower < as_coordinate(place - before) {
                let name = self.flipped(*higher);
                let name_before = self.flipped(*lower);
                let message = format!(
                    "{name:+} cannot follow {name_before:+} at a distance of {} steps.",
                    place - before
                );
                return Err(fault(*span, message));
            }
        }
        Ok(())
    }

    /// Returns the coordinate of a place, from the name before it, or otherwise from the name after
    /// it.
    pub(super) fn coordinate(&self, place: usize) -> Option<i64> {
        let before = self
            .by_place
            .range(..=place)
            .next_back()
            .map(|(index, (value, _))| value + as_coordinate(place - index));
        let after = || {
            self.by_place
                .range(place..)
                .next()
                .map(|(index, (value, _))| value - as_coordinate(index - place))
        };
        Some(self.flipped(before.or_else(after)?))
    }
}
