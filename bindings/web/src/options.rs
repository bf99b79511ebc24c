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
        match message.rsplit_once(" at line ") {
            Some((problem, _place)) => Refused::options(problem),
            None => Refused::options(message),
        }
    })?;
    T::deserialize(&value).map_err(|error| {
        let error = error.to_string();
        let message = in_words(&error);
        let path = path_to(&error, &value, &|value| {
            T::deserialize(value).err().map(|error| error.to_string())
        });
        if path.is_empty() {
            Refused::options(message)
        } else {
            Refused::options(format!("`{path}`: {message}"))
        }
    })
}

/// Returns the path of the option to which an error belongs, such as `look.rotate`; empty for an
/// error about all of them. `error_of` parses a value and returns its error.
///
/// No option is required, so that each can be parsed alone: the error belongs to an option that
/// fails in the same way without the others.
fn path_to(error: &str, value: &Value, error_of: &dyn Fn(&Value) -> Option<String>) -> String {
    let path = match value {
        Value::Object(options) => options.iter().find_map(|(key, option)| {
            let alone =
                |option: Value| Value::Object([(key.clone(), option)].into_iter().collect());
            path_through(error, key, option, &|option| error_of(&alone(option)))
        }),
        Value::Array(values) => values.iter().enumerate().find_map(|(index, value)| {
            let name = format!("[{index}]");
            let alone = |value: Value| Value::Array(vec![value]);
            path_through(error, &name, value, &|value| error_of(&alone(value)))
        }),
        _ => None,
    };
    path.unwrap_or_default()
}

/// Returns the path of the option to which an error belongs, if that is an entry of a map or a
/// list, or a part of the entry. `error_with` parses the map or the list with only this entry.
fn path_through(
    error: &str,
    name: &str,
    entry: &Value,
    error_with: &dyn Fn(Value) -> Option<String>,
) -> Option<String> {
    if error_with(entry.clone()).as_deref() != Some(error) {
        return None;
    }

    // An error that does not depend on the value belongs to the whole map, unless it is about the
    // name.
    let other_value = if entry.is_null() {
        Value::Bool(true)
    } else {
        Value::Null
    };
    let depends_on_value = error_with(other_value).as_deref() != Some(error);
    let is_about_name = error.starts_with(&format!("unknown field `{name}`"));
    if !depends_on_value && !is_about_name {
        return None;
    }

    let rest = path_to(error, entry, &|inner| error_with(inner.clone()));
    let dot = if rest.is_empty() || rest.starts_with('[') {
        ""
    } else {
        "."
    };
    Some(format!("{name}{dot}{rest}"))
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
