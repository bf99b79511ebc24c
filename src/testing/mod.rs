//! What unit tests share.
#![allow(clippy::unwrap_used, reason = "tests")]

mod committed;
pub(crate) mod counters;

pub(crate) use committed::assert_committed;

/// Where the schemas are found: the files of the repository as they are.
const SCHEMAS: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/raw/main/");

/// Holds a file of the repository against the JSON schema of what a type is written as.
pub(crate) fn assert_schema<T: schemars::JsonSchema>(file: &str) {
    let generator = schemars::generate::SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<T>();
    schema.insert("$id".to_owned(), format!("{SCHEMAS}{file}").into());
    assert_committed(file, &(serde_json::to_string_pretty(&schema).unwrap() + "\n"));
}
