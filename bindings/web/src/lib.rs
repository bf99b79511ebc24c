//! The library for JavaScript: functions that take bytes of records and options as JSON, and give JSON or text.
//!
//! The package's own JavaScript, in `js/`, gives them the names and types that its users see.

mod check;
mod refused;
#[cfg(feature = "server")]
mod server;

use wasm_bindgen::prelude::*;

use crate::refused::Refused;
#[cfg(feature = "server")]
pub use crate::server::LanguageServer;

/// Judges every record of a text: the objects of `check --format json`, as one array.
#[wasm_bindgen]
pub fn check(text: &[u8], options: &str) -> Result<String, JsValue> {
    check::check(text, options).map_err(Refused::into_js)
}
