//! The library for JavaScript. Its functions take a text as bytes and options as JSON, and return
//! JSON or text.
//!
//! The JavaScript of the package, in `js/`, gives them the names and types that users see.
//! `is_string` is true if the bytes come from a string. Places are then in UTF-16 code units,
//! otherwise in bytes.
//!
//! The crate is built as two modules: the main one with the feature `core`, and one with `formats`
//! only, which is loaded on demand. The web app has two of its own: the first with `server`, and
//! one that is loaded on demand, with `formats` and `figures`. The features `boards` and `figures`
//! are parts of `core`.
#![cfg_attr(
    not(feature = "core"),
    allow(
        dead_code,
        reason = "what the modules share is more than one of them needs"
    )
)]

#[cfg(feature = "boards")]
mod board;
#[cfg(feature = "core")]
mod check;
#[cfg(feature = "formats")]
mod convert;
mod decks;
#[cfg(any(feature = "boards", feature = "figures"))]
mod exports;
#[cfg(feature = "core")]
mod fixes;
#[cfg(feature = "core")]
mod format;
mod given;
mod hints;
mod json;
#[cfg(feature = "core")]
mod live;
#[cfg(feature = "core")]
mod markdown_plugins;
mod options;
#[cfg(any(feature = "boards", feature = "figures"))]
mod other_modules;
mod refused;
#[cfg(feature = "figures")]
mod render;
#[cfg(feature = "core")]
mod replay;
#[cfg(feature = "formats")]
mod report;
#[cfg(feature = "server")]
mod server;
#[cfg(feature = "formats")]
mod solve;
#[cfg(feature = "boards")]
mod tree;
mod utf16_units;

#[cfg(feature = "formats")]
use pipscribe::findings::{code_named, rule_named};
#[cfg(feature = "formats")]
use pipscribe::publish::documents::code_blocks_in;
#[cfg(feature = "formats")]
use wasm_bindgen::prelude::*;

#[cfg(any(feature = "boards", feature = "figures"))]
pub use crate::exports::*;
#[cfg(feature = "core")]
pub use crate::live::*;
#[cfg(feature = "server")]
pub use crate::server::LanguageServer;

/// Converts a text. The result is the length of a JSON text in four bytes, the JSON, and the new
/// text.
#[cfg(feature = "formats")]
#[wasm_bindgen]
pub fn convert(text: &[u8], is_string: bool, options: &str) -> Result<Vec<u8>, JsValue> {
    let given = given::Given { text, is_string };
    options::read(options)
        .and_then(|options| convert::convert(given, options))
        .map_err(refused::Refused::into_js)
}

/// Proves or refutes a puzzle of a position. Returns its answer as JSON. It is in the module
/// that is loaded on demand, because few pages need it.
#[cfg(feature = "formats")]
#[wasm_bindgen]
pub fn solve(text: &[u8], is_string: bool, options: &str) -> Result<String, JsValue> {
    let given = given::Given { text, is_string };
    options::read(options)
        .and_then(|options| solve::solve(given, options))
        .map_err(refused::Refused::into_js)
}

/// Returns the formats that can be read and written, as JSON.
#[cfg(feature = "formats")]
#[wasm_bindgen]
pub fn formats() -> String {
    convert::formats()
}

/// Report in one form on files that are added one by one.
#[cfg(feature = "formats")]
#[wasm_bindgen]
pub struct FileReport(report::FileReport);

#[cfg(feature = "formats")]
#[wasm_bindgen]
impl FileReport {
    /// Begins a report in a format.
    pub fn begin(format: &str) -> Result<FileReport, JsValue> {
        let report = report::FileReport::new(format);
        report.map(Self).map_err(refused::Refused::into_js)
    }

    /// Adds the records of a file.
    pub fn add(&mut self, text: &[u8], options: &str) -> Result<(), JsValue> {
        let given = given::Given {
            text,
            is_string: false,
        };
        options::read(options)
            .and_then(|options| self.0.add(given, &options))
            .map_err(refused::Refused::into_js)
    }

    /// Returns the report with its counts, as JSON.
    pub fn finish(self) -> Result<String, JsValue> {
        self.0.finish().map_err(refused::Refused::into_js)
    }
}

/// Returns the page of a code or a rule, as Markdown. It is in the module that is loaded on demand,
/// because the pages are large.
#[cfg(feature = "formats")]
#[wasm_bindgen]
pub fn explain(name: &str) -> Result<String, JsValue> {
    let rule = rule_named(name).map(|rule| rule.markdown());
    let page = rule.or_else(|| code_named(name).map(|code| code.markdown()));
    page.ok_or_else(|| {
        refused::Refused::options(format!("there is no code or rule `{name}`")).into_js()
    })
}

/// Returns the name of the most likely encoding of bytes that are not UTF-8.
#[cfg(feature = "formats")]
#[wasm_bindgen(js_name = encodingLike)]
pub fn encoding_like(bytes: &[u8]) -> String {
    pipscribe::text::encoding_like(bytes).to_owned()
}

/// Returns the code blocks of a CommonMark text in the form that the main module expects: for each
/// its start, its end, 1 if it holds records, its number of pieces, and the start and end of each
/// piece.
#[cfg(feature = "formats")]
#[wasm_bindgen(js_name = codeBlocks)]
pub fn code_blocks(text: &str) -> Vec<u32> {
    let number = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
    let mut numbers = Vec::new();
    for block in code_blocks_in(text) {
        numbers.push(number(block.range.start));
        numbers.push(number(block.range.end));
        numbers.push(block.is_pips.into());
        numbers.push(number(block.pieces.len()));
        for piece in block.pieces {
            numbers.push(number(piece.start));
            numbers.push(number(piece.end));
        }
    }
    numbers
}
