//! What unit tests share.
#![allow(clippy::unwrap_used, reason = "tests")]

mod committed;

pub(crate) use committed::assert_committed;

/// The JSON schema of what a type is written as.
pub(crate) fn schema_of<T: schemars::JsonSchema>() -> String {
    let generator = schemars::generate::SchemaSettings::draft2020_12().for_serialize().into_generator();
    let schema = generator.into_root_schema_for::<T>();
    serde_json::to_string_pretty(&schema).unwrap() + "\n"
}
