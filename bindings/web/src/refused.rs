//! What was asked for and cannot be done.

use serde::Serialize;
use wasm_bindgen::JsValue;

/// Why something cannot be done; JavaScript throws it as a `PipscribeError`.
#[derive(Debug, Serialize)]
pub(crate) struct Refused {
    message: String,
}

impl Refused {
    pub(crate) fn new(message: impl ToString) -> Self {
        Self { message: message.to_string() }
    }

    pub(crate) fn into_js(self) -> JsValue {
        JsValue::from_str(&serde_json::to_string(&self).unwrap_or_default())
    }
}
