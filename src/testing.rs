//! What unit tests share.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::path::Path;

/// The JSON schema of what a type is written as.
pub(crate) fn schema_of<T: schemars::JsonSchema>() -> String {
    let generator = schemars::generate::SchemaSettings::draft2020_12().for_serialize().into_generator();
    let schema = generator.into_root_schema_for::<T>();
    serde_json::to_string_pretty(&schema).unwrap() + "\n"
}

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
