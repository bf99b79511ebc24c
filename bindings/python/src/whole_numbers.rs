//! Conversion of numbers from Python.

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::errors::refused;

/// Parses a whole number. A number that is out of range gives the same kind of error as any other invalid value.
pub(crate) fn whole<T>(given: &Bound<'_, PyAny>) -> PyResult<T>
where
    T: for<'a, 'py> FromPyObject<'a, 'py, Error = PyErr>,
{
    given.extract().map_err(|error: PyErr| {
        if !error.is_instance_of::<PyOverflowError>(given.py()) {
            return error;
        }
        let is_negative = given.lt(0).unwrap_or(false);
        let size = if is_negative { "small" } else { "large" };
        refused(format!("the number {given} is too {size}"))
    })
}
