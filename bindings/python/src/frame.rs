//! Positions of a record with their turns.

use pipscribe::replay;
use pyo3::prelude::*;

use crate::arguments::argument;
use crate::pickling::{Arguments, keywords};
use crate::position::Position;
use crate::render::Image;

/// A position of a record, with the turn that led to it.
///
/// ``number`` is the number of the turn, 0 for the start. ``turn`` is its text in canonical form and ``seat`` the seat
/// that took it, from 1; both are ``None`` for the start. ``variation`` is the line, empty for the main line.
/// ``position`` is the position after the turn.
#[pyclass(frozen, get_all, eq, hash, weakref, module = "pipscribe")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Frame {
    /// The number of the turn; 0 for the start.
    number: u32,
    /// The seat that took the turn, from 1; ``None`` for the start.
    seat: Option<u8>,
    /// The name of that seat.
    seat_name: Option<String>,
    /// The turn in canonical form; ``None`` for the start.
    turn: Option<String>,
    /// The line, empty for the main line.
    variation: Vec<u32>,
    /// The position after the turn.
    position: Position,
}

impl Frame {
    /// Converts a frame whose position is `position`.
    pub(crate) fn new(frame: &replay::Frame, position: &Position) -> Self {
        Self {
            number: frame.number,
            seat: frame.position.mover(),
            seat_name: frame.seat_name(),
            turn: frame.position.turn(),
            variation: frame.path.clone(),
            position: position.clone(),
        }
    }
}

#[pymethods]
impl Frame {
    #[new]
    #[pyo3(signature = (*, number, seat=None, seat_name=None, turn=None, variation=Vec::new(), position))]
    fn from_fields(
        #[pyo3(from_py_with = argument)] number: u32,
        #[pyo3(from_py_with = argument)] seat: Option<u8>,
        #[pyo3(from_py_with = argument)] seat_name: Option<String>,
        #[pyo3(from_py_with = argument)] turn: Option<String>,
        #[pyo3(from_py_with = argument)] variation: Vec<u32>,
        #[pyo3(from_py_with = argument)] position: Position,
    ) -> Self {
        Self {
            number,
            seat,
            seat_name,
            turn,
            variation,
            position,
        }
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<Arguments<'py>> {
        keywords!(self, py; number, seat, seat_name, turn, variation, position)
    }

    /// The position in the form of the tag ``Position``.
    #[getter]
    fn text(&self) -> String {
        self.position.inner().text()
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Image> {
        self.position.svg(py)
    }

    fn __repr__(&self) -> String {
        let turn = self.turn.as_deref().unwrap_or("the start");
        format!(
            "Frame({}, {turn}, {:?})",
            self.number,
            self.position.inner().text()
        )
    }
}
