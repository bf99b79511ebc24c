//! The CLI, which is also part of the wheel.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the command ``pipscribe`` with these arguments, the first of which is the name of the
/// program. Returns the exit status. Options for the whole process, such as ``--color``, keep the
/// values of the first call.
#[pyfunction]
pub(crate) fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| pipscribe_cli::run_with(arguments))
}
