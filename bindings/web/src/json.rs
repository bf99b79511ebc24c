//! JSON that is given back.

use serde::Serialize;
use serde_json::Value;

use crate::refused::Refused;

/// What `JSON.parse` reads, on one line.
pub(crate) fn line(value: &impl Serialize) -> Result<String, Refused> {
    pipscribe::text::json_line(value).map_err(|error| Refused::new("internal", error))
}

/// The same to be changed. It goes by way of its text: a second way from each type to JSON would be 18 kB of the module.
pub(crate) fn value(value: &impl Serialize) -> Result<Value, Refused> {
    serde_json::from_str(&line(value)?).map_err(|error| Refused::new("internal", error))
}
