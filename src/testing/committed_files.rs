//! Generated files of the repository, which tests generate again and compare.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::path::Path;

/// Compares a text with a file in the repository's folder; with `UPDATE_COMMITTED=1`, writes the
/// file.
pub(crate) fn assert_committed_in(root: &Path, file: &str, text: &str) {
    let path = root.join(file);
    if std::env::var_os("UPDATE_COMMITTED").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == text,
        "{file} is out of date: run the tests with UPDATE_COMMITTED=1 and look at the change"
    );
}
