//! Options, which JavaScript passes as JSON.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::refused::Refused;

/// Parses options. An error names the option and the values allowed.
pub(crate) fn read<T: DeserializeOwned>(json: &str) -> Result<T, Refused> {
    let value: Value = serde_json::from_str(json).map_err(|error| {
        // `JSON.stringify` writes lone surrogates, which are invalid here. Users do not see the
        // JSON, so the message leaves out the place in it.
        let message = error.to_string();
        Refused::options(
            message
                .rsplit_once(" at line ")
                .map_or(message.as_str(), |(message, _)| message),
        )
    })?;
    T::deserialize(&value).map_err(|error| {
        let error = error.to_string();
        let path = path_to(&error, &value, &|value| {
            T::deserialize(value).err().map(|error| error.to_string())
        });
        let message = in_words(&error);
        Refused::options(if path.is_empty() {
            message
        } else {
            format!("`{path}`: {message}")
        })
    })
}

/// Returns the path of the option to which an error belongs: it fails in the same way without the
/// other options. No option is required, so that each can be read alone.
fn path_to(error: &str, value: &Value, error_of: &dyn Fn(&Value) -> Option<String>) -> String {
    let inner = |name: &str, inner: &Value, alone: &dyn Fn(Value) -> Value| {
        let error_of = |value: &Value| error_of(&alone(value.clone()));
        // An error that does not depend on the value belongs to the whole map, unless it is about
        // the name.
        let other = if inner.is_null() {
            Value::Bool(true)
        } else {
            Value::Null
        };
        let is_own = error_of(&other).as_deref() != Some(error)
            || error.starts_with(&format!("unknown field `{name}`"));
        let is_here = is_own && error_of(inner).as_deref() == Some(error);
        is_here.then(|| {
            let rest = path_to(error, inner, &error_of);
            let dot = if rest.is_empty() || rest.starts_with('[') {
                ""
            } else {
                "."
            };
            format!("{name}{dot}{rest}")
        })
    };
    let found = match value {
        Value::Object(options) => options.iter().find_map(|(key, value)| {
            inner(key, value, &|value| {
                Value::Object([(key.clone(), value)].into_iter().collect())
            })
        }),
        Value::Array(values) => values.iter().enumerate().find_map(|(index, value)| {
            inner(&format!("[{index}]"), value, &|value| {
                Value::Array(vec![value])
            })
        }),
        _ => None,
    };
    found.unwrap_or_default()
}

/// Rewords a serde error for people who do not know Rust types.
fn in_words(message: &str) -> String {
    let Some((problem, expected)) = message.rsplit_once(", expected ") else {
        return message.to_owned();
    };
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
