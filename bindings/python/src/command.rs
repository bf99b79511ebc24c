//! The command, which the wheel contains too.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the command ``pipscribe`` with these arguments, the first of which is the name of the program. Returns the exit
/// status. Options that hold for a process, such as ``--color``, are those of the first call.
#[pyfunction]
pub(crate) fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| pipscribe_cli::run_with(arguments))
}
