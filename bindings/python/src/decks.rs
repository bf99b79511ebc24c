//! Decks of the Pipe Game that a program gives, before those that ship.

use std::collections::BTreeMap;
use std::sync::Arc;

use pipscribe::decks::GivenDecks;
use pipscribe::games::Context;
use pyo3::prelude::*;

use crate::errors::refused;

/// What records are judged with; `decks` are YAML by name.
pub(crate) fn context(decks: Option<BTreeMap<String, String>>) -> PyResult<Context> {
    let Some(files) = decks else { return Ok(Context::default()) };
    let given = GivenDecks::read(files);
    if let Some(fault) = given.faults().next() {
        return Err(refused(fault));
    }
    Ok(Context::with_decks(Arc::new(given)))
}
