//! JSON schemas of types.
#![allow(clippy::unwrap_used, reason = "tests")]

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;

/// Prefix of the ids of the schemas: `urn:pipscribe:0.2.0:schema/check.json`. They are names, not
/// addresses.
const ID: &str = concat!("urn:pipscribe:", env!("CARGO_PKG_VERSION"), ":schema/");

/// Direction in which a program uses a type: writing or reading. Optional fields differ between the
/// two.
#[allow(
    dead_code,
    reason = "no input has a type in the package of the program"
)]
pub(crate) enum Direction {
    Input,
    Output,
}

/// Returns the text of the schema of a type, under this name.
pub(crate) fn schema_text<T: JsonSchema>(name: &str, direction: Direction) -> String {
    let settings = SchemaSettings::draft2020_12();
    let settings = match direction {
        Direction::Input => settings.for_deserialize(),
        Direction::Output => settings.for_serialize(),
    };
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("$id".to_owned(), format!("{ID}{name}.json").into());
    serde_json::to_string_pretty(&schema).unwrap() + "\n"
}
