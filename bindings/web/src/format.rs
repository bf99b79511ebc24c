//! Formatting of records in canonical form.

use pipscribe::formats::pips::{bare_page, format_page, format_with};
use serde::Deserialize;

use crate::decks::{DeckTexts, context};
use crate::given::Page;
use crate::refused::Refused;

/// The options of `format`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    bare: bool,
    page: Option<Page>,
    decks: Option<DeckTexts>,
}

/// Returns the records of a text or of a document in canonical form, or in bare form, which has
/// only what identifies the game.
pub(crate) fn format(text: &[u8], options: &Options) -> Result<Vec<u8>, Refused> {
    let context = context(&options.decks)?;
    Ok(match (options.page.and_then(Page::kind), options.bare) {
        (Some(kind), true) => bare_page(text, kind, &context).bytes,
        (Some(kind), false) => format_page(text, kind, &context).bytes,
        (None, bare) => format_with(text, bare, &context).bytes,
    })
}
