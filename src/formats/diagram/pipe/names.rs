//! The names of columns and rows: which square of the grid is drawn where.

use std::collections::BTreeMap;

use super::super::fault;
use crate::findings::Finding;
use crate::text::Span;

/// What is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    /// The numbers rise to the right.
    Columns,
    /// They fall downward.
    Rows,
}

/// The names of columns or of rows, by their places in the drawing.
pub(super) struct Names {
    axis: Axis,
    /// The coordinate, negative for rows so that it rises, and where it stands.
    at: BTreeMap<usize, (i64, Span)>,
}

fn steps(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX / 4)
}

impl Names {
    pub(super) fn new(axis: Axis) -> Self {
        Self { axis, at: BTreeMap::new() }
    }

    /// From a coordinate to one that rises with the places, and back.
    fn turned(&self, coordinate: i64) -> i64 {
        if self.axis == Axis::Rows { -coordinate } else { coordinate }
    }

    pub(super) fn add(&mut self, place: usize, coordinate: i64, span: Span) -> Result<(), Box<Finding>> {
        let rising = self.turned(coordinate);
        match self.at.insert(place, (rising, span)) {
            Some((other, _)) if other != rising => {
                let what = if self.axis == Axis::Rows { "row" } else { "column" };
                Err(fault(span, format!("This {what} has another name already: {:+}.", self.turned(other))))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.at.is_empty()
    }

    /// Gives a place the coordinate 0.
    pub(super) fn begin(&mut self, place: usize) {
        self.at.insert(place, (0, Span::default()));
    }

    /// Says which name cannot be: there is a place at least for each step between two names that has
    /// not been left out.
    pub(super) fn check(&self) -> Result<(), Box<Finding>> {
        let behind = self.at.iter().skip(1);
        for ((before, (lower, _)), (place, (higher, span))) in self.at.iter().zip(behind) {
            if higher - lower < steps(place - before) {
                let (is, was) = (self.turned(*higher), self.turned(*lower));
                let message = format!("{is:+} cannot be so far behind {was:+}: {} steps.", place - before);
                return Err(fault(*span, message));
            }
        }
        Ok(())
    }

    /// The coordinate of a place: by the name before it, or else by the one after it.
    pub(super) fn coordinate(&self, place: usize) -> Option<i64> {
        let before = self.at.range(..=place).next_back().map(|(at, (value, _))| value + steps(place - at));
        let behind = || self.at.range(place..).next().map(|(at, (value, _))| value - steps(at - place));
        Some(self.turned(before.or_else(behind)?))
    }
}
