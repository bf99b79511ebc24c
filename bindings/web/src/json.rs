//! JSON output.

use serde::Serialize;
use serde_json::Value;

use crate::refused::Refused;

/// Writes a value as JSON on one line.
pub(crate) fn line(value: &impl Serialize) -> Result<String, Refused> {
    pipscribe::text::json_line(value).map_err(|error| Refused::new("internal", error))
}

/// Writes values that are already JSON as an array.
pub(crate) fn array(values: &[String]) -> String {
    format!("[{}]", values.join(",\n"))
}

/// Returns a value as JSON that can still be changed.
pub(crate) fn value(value: &impl Serialize) -> Result<Value, Refused> {
    serde_json::to_value(value).map_err(|error| Refused::new("internal", error))
}
