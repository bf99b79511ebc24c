//! Options, as JSON. What is derived by serde for each of their structs would be 80 kB of the module; this is an eighth of it.

use serde_json::{Map, Value};

use crate::decks::DeckTexts;
use crate::refused::Refused;

/// Options that are JSON.
pub(crate) fn read<T: FromJson>(json: &str) -> Result<T, Refused> {
    // `JSON.stringify` writes halves of characters too, which are no text here. Where in the JSON nobody has seen.
    let value = serde_json::from_str(json).map_err(|error| {
        let told = error.to_string();
        Refused::new("options", told.rsplit_once(" at line ").map_or(told.as_str(), |(message, _)| message))
    })?;
    T::from_json(value).map_err(|wrong| Refused::new("options", wrong))
}

/// What can stand as a value of options; an error says what should stand there.
pub(crate) trait FromJson: Sized {
    fn from_json(value: Value) -> Result<Self, String>;
}

/// An object, of which one value after the other is taken.
pub(crate) struct Object(Map<String, Value>);

impl Object {
    pub(crate) fn of(value: Value) -> Result<Self, String> {
        match value {
            Value::Object(map) => Ok(Self(map)),
            _ => Err("an object should stand here".to_owned()),
        }
    }

    /// The value of a key, or what stands for it where it is not given.
    pub(crate) fn take<T: FromJson + Default>(&mut self, key: &str) -> Result<T, String> {
        match self.0.remove(key) {
            Some(value) => T::from_json(value).map_err(|wrong| format!("`{key}`: {wrong}")),
            None => Ok(T::default()),
        }
    }

    /// Once all of them are taken there is no other.
    pub(crate) fn end(self, keys: &[&str]) -> Result<(), String> {
        match self.0.keys().next() {
            Some(key) => Err(format!("`{key}` means nothing here; the keys are {}", keys.join(", "))),
            None => Ok(()),
        }
    }
}

/// A struct that is read from an object: a key for each field, which may be left out.
macro_rules! options {
    ($(#[$about:meta])* pub(crate) struct $name:ident {
        $($(#[$about_field:meta])* $visible:vis $field:ident: $type:ty,)*
    }) => {
        $(#[$about])*
        #[derive(Debug, Default)]
        pub(crate) struct $name {
            $($(#[$about_field])* $visible $field: $type,)*
        }

        impl $crate::options::FromJson for $name {
            fn from_json(value: serde_json::Value) -> Result<Self, String> {
                let mut object = $crate::options::Object::of(value)?;
                let read = Self { $($field: object.take(stringify!($field))?,)* };
                object.end(&[$(stringify!($field)),*])?;
                Ok(read)
            }
        }
    };
}
pub(crate) use options;

/// An enum that is read from a word, in lower case.
macro_rules! words {
    ($(#[$about:meta])* $visible:vis enum $name:ident {
        $($(#[$about_variant:meta])* $variant:ident = $word:literal,)*
    }) => {
        $(#[$about])*
        $visible enum $name {
            $($(#[$about_variant])* $variant,)*
        }

        impl $crate::options::FromJson for $name {
            fn from_json(value: serde_json::Value) -> Result<Self, String> {
                match value.as_str() {
                    $(Some($word) => Ok(Self::$variant),)*
                    _ => Err(format!("one of {} should stand here", [$($word),*].join(", "))),
                }
            }
        }
    };
}
pub(crate) use words;

impl<T: FromJson> FromJson for Option<T> {
    fn from_json(value: Value) -> Result<Self, String> {
        if value.is_null() { Ok(None) } else { T::from_json(value).map(Some) }
    }
}

impl FromJson for bool {
    fn from_json(value: Value) -> Result<Self, String> {
        value.as_bool().ok_or_else(|| "`true` or `false` should stand here".to_owned())
    }
}

impl FromJson for String {
    fn from_json(value: Value) -> Result<Self, String> {
        match value {
            Value::String(text) => Ok(text),
            _ => Err("a string should stand here".to_owned()),
        }
    }
}

impl FromJson for Vec<String> {
    fn from_json(value: Value) -> Result<Self, String> {
        let items = if let Value::Array(items) = value { Some(items) } else { None };
        let strings = items.and_then(|items| items.into_iter().map(|item| String::from_json(item).ok()).collect());
        strings.ok_or_else(|| "an array of strings should stand here".to_owned())
    }
}

impl FromJson for DeckTexts {
    fn from_json(value: Value) -> Result<Self, String> {
        let Object(texts) = Object::of(value)?;
        let read = |(name, text)| {
            String::from_json(text).map_err(|wrong| format!("`{name}`: {wrong}")).map(|text| (name, text))
        };
        texts.into_iter().map(read).collect()
    }
}

macro_rules! numbers {
    ($($type:ty: $what:literal,)*) => {$(
        impl FromJson for $type {
            fn from_json(value: Value) -> Result<Self, String> {
                let number = value.as_i64().and_then(|number| Self::try_from(number).ok());
                number.ok_or_else(|| concat!($what, " should stand here").to_owned())
            }
        }
    )*};
}
numbers! {
    i32: "a whole number from -2147483648 to 2147483647",
    u32: "a whole number from 0 to 4294967295",
    u64: "a whole number from 0",
    // Which has 32 bits here.
    usize: "a whole number from 0 to 4294967295",
}
