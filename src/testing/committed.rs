//! Generated files of the repository: tests generate them again and compare.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::path::Path;

/// Holds a text against a file of the repository; with `UPDATE_COMMITTED=1` writes the file.
pub(crate) fn assert_committed(file: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("UPDATE_COMMITTED").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == text, "{file} is out of date: run the tests with UPDATE_COMMITTED=1 and look at the change");
}
