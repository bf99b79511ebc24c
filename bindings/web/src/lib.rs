//! The library for JavaScript: functions that take a text, as bytes, and options, as JSON, and give JSON or text.
//!
//! The package's own JavaScript, in `js/`, gives them the names and types that its users see. `is_string` says that the bytes are
//! those of a string: then places are told in its UTF-16 code units, else in bytes.
//!
//! It is built twice, as two modules: with `core`, and with `formats` alone.

#[cfg(feature = "core")]
mod board;
#[cfg(feature = "core")]
mod check;
#[cfg(feature = "formats")]
mod convert;
mod decks;
#[cfg(feature = "core")]
mod elsewhere;
#[cfg(feature = "core")]
mod format;
#[cfg_attr(not(feature = "core"), allow(dead_code, reason = "records are taken one by one by what is not there"))]
mod given;
#[cfg(feature = "core")]
mod judged;
#[cfg(feature = "core")]
mod meant;
#[cfg_attr(not(feature = "core"), allow(dead_code, reason = "places are told by what is not there"))]
mod refused;
#[cfg(feature = "core")]
mod render;
#[cfg(feature = "core")]
mod replay;
#[cfg(feature = "server")]
mod server;
mod units;

#[cfg(feature = "formats")]
use pipscribe::text::encoding_like as like;
#[cfg(feature = "formats")]
use wasm_bindgen::prelude::*;

#[cfg(feature = "server")]
pub use crate::server::LanguageServer;

/// Converts a text: four bytes say how long the JSON is that follows, and behind it comes the new text.
#[cfg(feature = "formats")]
#[wasm_bindgen]
pub fn convert(text: &[u8], is_string: bool, options: &str) -> Result<Vec<u8>, JsValue> {
    let given = given::Given { text, is_string };
    given::options(options).and_then(|options| convert::convert(given, options)).map_err(refused::Refused::into_js)
}

/// The formats that are read and written, as JSON.
#[cfg(feature = "formats")]
#[wasm_bindgen]
pub fn formats() -> String {
    convert::formats()
}

/// The name of the encoding that bytes look like which are no UTF-8.
#[cfg(feature = "formats")]
#[wasm_bindgen(js_name = encodingLike)]
pub fn encoding_like(bytes: &[u8]) -> String {
    like(bytes).to_owned()
}
