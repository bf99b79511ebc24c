//! The program `pipscribe`: one file for each subcommand, bulk work on files, and functions that
//! only the program has, such as coverage and conformance.
//!
//! Programs that work with records use the library, the package `pipscribe`. [`run_with`] is for
//! packages that contain the program, such as the Python package.

mod cli;
mod collection;
pub mod conform;
pub mod coverage;
mod example;
mod record_files;
pub mod reports;
pub mod shrink;
mod snapshot;
#[cfg(test)]
mod testing;

pub use cli::{run, run_with};
