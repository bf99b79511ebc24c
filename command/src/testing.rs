//! Helpers for unit tests, shared with the library.

#[path = "../../src/testing/committed_files.rs"]
mod committed_files;
#[path = "../../src/testing/schema.rs"]
pub(crate) mod schema;

use std::path::Path;

/// Compares a text with a file of the repository; with `UPDATE_COMMITTED=1`, writes it.
pub(crate) fn assert_committed(file: &str, text: &str) {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    committed_files::assert_committed_in(root, file, text);
}
