//! Errors about the tags of a new game, in terms of the arguments that gave them. The library
//! checks the tags as a text, but nobody wrote that text, so a place in it means nothing.

use pipscribe::findings::Finding as Found;
use pipscribe::games::GameId;
use pipscribe::notation::{Record as Notated, Tag, Values};
use pyo3::prelude::*;

use crate::errors::not_legal_because;
use crate::finding::Finding;
use crate::hint_text::hint_text;

/// Code of the finding about a tag that the game needs.
const MISSING: &str = "tag/missing";
/// Code of the finding about a value that the tag cannot have.
const UNKNOWN_VALUE: &str = "tag/unknown-value";
const VARIANT: &str = "Variant";

/// Returns the exception for tags with which no game can start. `text` are the tags as checked.
pub(crate) fn invalid_tags(game: GameId, found: &Found, text: &str) -> PyErr {
    let words = in_words(game, found, text);
    let message = format!("{} ({})", words.trim_end_matches('.'), found.code.id);
    not_legal_because(&message, Finding::of_turn(found, text))
}

/// Converts the name of a tag to a keyword: `HalfSize` to `half_size`.
pub(crate) fn keyword(tag: &str) -> String {
    let letters = tag.char_indices().map(|(offset, letter)| {
        if letter.is_ascii_uppercase() && offset > 0 {
            format!("_{}", letter.to_ascii_lowercase())
        } else {
            letter.to_ascii_lowercase().to_string()
        }
    });
    letters.collect()
}

fn in_words(game: GameId, found: &Found, text: &str) -> String {
    let message = found.message.to_string();
    if found.code.id == MISSING {
        return match missing_tag(&message) {
            Some(name) => missing_in_words(game, name, found),
            None => message,
        };
    }

    let record = Notated::parse_str(text);
    let place = found.span.start;
    let is_here = |tag: &&Tag| tag.span.start <= place && place < tag.span.end;
    let Some(tag) = record.tags.iter().find(is_here) else {
        return message;
    };
    let argument = keyword(tag.name.as_str());
    match allowed(game, tag.name.as_str()) {
        Some(values) if found.code.id == UNKNOWN_VALUE => {
            format!("`{argument}` is {values}, not {}", tag.value.as_str())
        }
        _ => match found.advice(hint_text) {
            Some(advice) => format!("`{argument}`: {message} {advice}"),
            None => format!("`{argument}`: {message}"),
        },
    }
}

/// Returns the name of the tag that a message names as missing. The names are not searched in the
/// message, because a family such as `Card1`, `Card2`, … has too many.
fn missing_tag(message: &str) -> Option<&str> {
    message.split('`').nth(1)
}

fn missing_in_words(game: GameId, name: &str, found: &Found) -> String {
    if name == VARIANT {
        return format!("{game} needs a variant: {}", game.variants().join(", "));
    }
    let argument = keyword(name);
    if let Some(values) = allowed(game, name) {
        return format!("{game} needs `{argument}`: {values}");
    }
    match found.advice(hint_text) {
        Some(advice) => format!("{game} needs `{argument}`: {advice}"),
        None => format!("{game} needs `{argument}`"),
    }
}

/// Returns the values of a tag of a game in words, if they are numbers or a few words.
fn allowed(game: GameId, name: &str) -> Option<String> {
    match game.facts().tag(name)?.values {
        Values::Numbers(first, last) => Some(format!("{first} to {last}")),
        Values::Words(words) => Some(words.join(" or ")),
        _ => None,
    }
}
