//! Names of tags in the languages of players, and in other spellings.

use crate::games::GameId;
use crate::notation::{foreign_words, is_common_tag};

/// Returns the tag that a name in another language means.
pub(super) fn foreign_name(name: &str) -> Option<&'static str> {
    let small = name.to_lowercase();
    foreign_words::TAG_NAMES
        .iter()
        .find(|(_, names)| names.contains(&small.as_str()))
        .map(|(known, _)| *known)
}

/// Returns the name of the tag that a word means: a known name in any letters, or a name in another
/// language.
pub(super) fn tag_named(word: &str) -> Option<String> {
    let mut letters = word.chars();
    let first = letters.next()?;
    let capital: String = first
        .to_uppercase()
        .chain(letters.flat_map(char::to_lowercase))
        .collect();
    let is_of_a_game = GameId::ALL
        .into_iter()
        .any(|game| game.facts().tag(&capital).is_some());
    if is_common_tag(&capital) || is_of_a_game {
        return Some(capital);
    }
    foreign_name(word).map(str::to_owned)
}
