//! Helpers of the unit tests.
#![allow(clippy::unwrap_used, reason = "tests")]

mod committed;
pub(crate) mod counters;

/// Compares a text with a file of the repository; with `UPDATE_COMMITTED=1` writes the file.
pub(crate) fn assert_committed(file: &str, text: &str) {
    committed::assert_committed_in(std::path::Path::new(env!("CARGO_MANIFEST_DIR")), file, text);
}
