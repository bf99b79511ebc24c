//! Helpers of the unit tests.
#![allow(clippy::unwrap_used, reason = "tests")]

mod committed;
pub(crate) mod counters;

/// Begin of the ids of the schemas: `urn:pipscribe:0.2.0:schema/check.json`. They are names, not addresses.
const SCHEMAS: &str = concat!("urn:pipscribe:", env!("CARGO_PKG_VERSION"), ":");

/// Compares a text with a file of the repository; with `UPDATE_COMMITTED=1` writes the file.
pub(crate) fn assert_committed(file: &str, text: &str) {
    committed::assert_committed_in(std::path::Path::new(env!("CARGO_MANIFEST_DIR")), file, text);
}

/// Compares a file of the repository with the JSON schema of the output of a type.
pub(crate) fn assert_schema<T: schemars::JsonSchema>(file: &str) {
    commit::<T>(file, schemars::generate::SchemaSettings::draft2020_12().for_serialize());
}

/// Compares a file of the repository with the JSON schema of the input of a type.
pub(crate) fn assert_input_schema<T: schemars::JsonSchema>(file: &str) {
    commit::<T>(file, schemars::generate::SchemaSettings::draft2020_12().for_deserialize());
}

fn commit<T: schemars::JsonSchema>(file: &str, settings: schemars::generate::SchemaSettings) {
    let generator = settings.into_generator();
    let mut schema = generator.into_root_schema_for::<T>();
    let name = file.trim_start_matches("corpus/");
    schema.insert("$id".to_owned(), format!("{SCHEMAS}{name}").into());
    assert_committed(file, &(serde_json::to_string_pretty(&schema).unwrap() + "\n"));
}
