//! Decks of the Pipe Game given by a program; they take precedence over the built-in ones.

use std::collections::BTreeMap;
use std::sync::Arc;

use pipscribe::decks::GivenDecks;
use pipscribe::games::Context;
use pyo3::prelude::*;

use crate::errors::refused;

/// Returns the context for judging records; `decks` are YAML texts by name.
pub(crate) fn context(decks: Option<BTreeMap<String, String>>) -> PyResult<Context> {
    let Some(files) = decks else { return Ok(Context::default()) };
    let given = GivenDecks::read(files);
    if let Some(fault) = given.faults().next() {
        return Err(refused(fault));
    }
    Ok(Context::with_decks(Arc::new(given)))
}
