//! Functions that plugins for Markdown parsers need in addition to figures: the puzzles of a record
//! with their solutions, and pieces in a line of text.

use std::sync::Arc;

use pipscribe::draw::{Lang, Theme};
use pipscribe::figures::puzzles;
use pipscribe::notation::Record;
use pipscribe::publish::book::typst_piece;
use pipscribe::replay::Timeline;
use serde::Deserialize;
use serde_json::json;

use crate::decks::{DeckTexts, context};
use crate::given::Given;
use crate::json::line;
use crate::refused::Refused;

/// The options of `solutions`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct SolutionsOptions {
    record: Option<u64>,
    lang: Option<String>,
    decks: Option<DeckTexts>,
}

/// Returns the puzzles of a record with their tasks in words and their solutions, and the words of
/// a table of them. Without the option `record`, returns only the words.
pub(crate) fn solutions(given: Given<'_>, options: SolutionsOptions) -> Result<String, Refused> {
    let code = options.lang.as_deref().unwrap_or(Lang::En.code());
    let lang = Lang::ALL
        .into_iter()
        .find(|lang| lang.code() == code)
        .ok_or_else(|| Refused::options(format!("`lang`: there is no language `{code}`")))?;
    let context = context(&options.decks)?;

    let mut found = Vec::new();
    if let Some(record) = options.record {
        let record = Record::parse(given.record(None, record)?);
        // A record without a valid set-up has no positions, and therefore no puzzles.
        if let Ok(timeline) = Timeline::new(Arc::new(record), &context) {
            for puzzle in puzzles(&timeline) {
                found.push(
                    json!({ "task": puzzle.task(lang), "solutions": puzzle.solutions(&timeline) }),
                );
            }
        }
    }
    let head = ["puzzle", "task", "solution"].map(|word| lang.say(word));
    line(&json!({ "head": head, "or": lang.say("or"), "puzzles": found }))
}

/// The options of `piece`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct PieceOptions {
    theme: Option<String>,
    decks: Option<DeckTexts>,
}

/// Returns the piece, die or card whose name is the text, drawn for a line of text.
pub(crate) fn piece(given: Given<'_>, options: PieceOptions) -> Result<String, Refused> {
    let theme = match &options.theme {
        Some(theme) => theme
            .parse::<Theme>()
            .map_err(|error| Refused::options(format!("`theme`: {error}")))?,
        None => Theme::default(),
    };
    let name = String::from_utf8_lossy(given.text);
    let piece = typst_piece(&name, &theme, &context(&options.decks)?);
    line(&piece.map_err(|error| Refused::new("figure", error))?)
}
