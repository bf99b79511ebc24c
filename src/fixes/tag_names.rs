//! Names of tags in the languages of players, such as `Spiel` for `Game`, and in other spellings.

use crate::games::GameId;
use crate::notation::{foreign_words, is_common_tag};

/// Returns the name of the tag that a word means: a known name with any capitals, such as
/// `PLAYERS`, or a name in another language.
pub(super) fn tag_named(word: &str) -> Option<String> {
    let name = capitalised(word);
    let is_of_a_game = GameId::ALL
        .into_iter()
        .any(|game| game.facts().tag(&name).is_some());
    if is_common_tag(&name) || is_of_a_game {
        return Some(name);
    }
    foreign_name(word).map(str::to_owned)
}

/// Returns the name of the tag that a name in another language means.
pub(super) fn foreign_name(name: &str) -> Option<&'static str> {
    let in_small_letters = name.to_lowercase();
    foreign_words::TAG_NAMES
        .iter()
        .find(|(_, names)| names.contains(&in_small_letters.as_str()))
        .map(|(known, _)| *known)
}

/// Returns a word with its first letter as a capital, and small letters after it.
fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters.flat_map(char::to_lowercase)).collect()
}
