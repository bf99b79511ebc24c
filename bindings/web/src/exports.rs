//! Functions that take a text and options.

#[cfg(feature = "core")]
use pipscribe::findings::{Code, all_codes};
#[cfg(feature = "core")]
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::given::Given;
use crate::options;
use crate::refused::Refused;

/// Defines an exported function that takes a text and options and returns JSON.
macro_rules! exported {
    ($(#[$about:meta] $name:ident => $module:ident :: $function:ident;)*) => {$(
        #[$about]
        #[wasm_bindgen(js_name = $name)]
        pub fn $function(text: &[u8], is_string: bool, options: &str) -> Result<String, JsValue> {
            let given = Given { text, is_string };
            let answer = options::read(options).and_then(|options| crate::$module::$function(given, options));
            answer.map_err(Refused::into_js)
        }
    )*};
}

#[cfg(feature = "figures")]
exported! {
    #[doc = "Draws positions: an object with figures and warnings."]
    render => render::render;
}

#[cfg(feature = "boards")]
exported! {
    #[doc = "The board at a place of the text, with the places to click."]
    board => board::board;
    #[doc = "What can be chosen in a position, once some choices are made."]
    choices => board::choices;
    #[doc = "The choices that make a turn: an array of strings."]
    choicesOf => board::choices_of;
    #[doc = "A turn written into the text: the edits, and where the turn is afterwards."]
    play => board::play;
    #[doc = "The tree of the turns of a record, with the places of its parts in the text."]
    turnTree => tree::turns;
}

#[cfg(feature = "core")]
exported! {
    #[doc = "Judges records: an array of the objects of `check --format json`."]
    check => check::check;
    #[doc = "Replays records: an array of the lines of `replay --format json`."]
    replay => replay::replay;
    #[doc = "The legal turns of a position: an array of strings."]
    legalTurns => replay::legal_turns;
    #[doc = "Suggested fixes: an array of the objects of `mend --format json`."]
    mend => fixes::mend;
    #[doc = "The changes to the text for a fix: an array of edits."]
    mendEdits => fixes::mend_edits;
    #[doc = "The explanation of a turn: the object of `why --format json`."]
    why => fixes::why;
    #[doc = "The settings under which records are legal: an array of the objects of `infer --format json`."]
    infer => fixes::infer;
    #[doc = "The changes to the text for a setting: an array of edits."]
    inferEdits => fixes::infer_edits;
    #[doc = "The puzzles of a record with their solutions, for a table."]
    solutions => markdown_plugins::solutions;
    #[doc = "The piece whose name is the text, for a line of text."]
    piece => markdown_plugins::piece;
}

/// Writes records in canonical form.
#[cfg(feature = "core")]
#[wasm_bindgen]
pub fn format(text: &[u8], options: &str) -> Result<Vec<u8>, JsValue> {
    options::read(options)
        .and_then(|options| crate::format::format(text, &options))
        .map_err(Refused::into_js)
}

/// Returns the codes of findings, as a JSON array.
#[cfg(feature = "core")]
#[wasm_bindgen]
pub fn codes() -> String {
    let entry = |code: Code| {
        json!({
            "code": code.id, "severity": code.severity, "rule": code.rule, "summary": code.summary,
            "waivable": code.can_stand,
        })
    };
    Value::Array(all_codes().map(entry).collect()).to_string()
}

/// Initialises the module: functions of other modules are called through JavaScript.
#[cfg(feature = "boards")]
#[wasm_bindgen(start)]
pub fn begin() {
    crate::other_modules::register();
}
