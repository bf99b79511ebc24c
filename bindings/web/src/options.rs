//! Options, which JavaScript passes as JSON.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::refused::Refused;

/// Parses options. An error names the option and the values allowed.
pub(crate) fn read<T: DeserializeOwned>(json: &str) -> Result<T, Refused> {
    let value: Value = serde_json::from_str(json).map_err(|error| {
        // `JSON.stringify` writes lone surrogates, which are invalid here. Users do not see the JSON, so leave out the
        // place in it.
        let message = error.to_string();
        Refused::new("options", message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message))
    })?;
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        let message = in_words(&error.inner().to_string());
        Refused::new("options", if path == "." { message } else { format!("`{path}`: {message}") })
    })
}

/// Rewords an error of serde for people who do not know the types of Rust.
fn in_words(message: &str) -> String {
    let Some((problem, expected)) = message.rsplit_once(", expected ") else { return message.to_owned() };
    let expected = match expected {
        "i32" => "a whole number from -2147483648 to 2147483647",
        // `usize` has 32 bits in WebAssembly.
        "u32" | "usize" => "a whole number from 0 to 4294967295",
        "u64" => "a whole number from 0",
        "a boolean" => "`true` or `false`",
        "a sequence" => "an array",
        "a map" => "an object",
        "string or map" => "a string",
        _ if expected.starts_with("struct ") => "an object",
        _ => expected,
    };
    format!("{problem}, expected {expected}")
}
