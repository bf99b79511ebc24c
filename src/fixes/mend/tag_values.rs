//! Generates alternative values of a record's tags.
//!
//! The values of most tags can be listed: `Size` is a number, `Deck` the name of a deck. A *long*
//! tag holds a whole position or a list of cards (`Position`, `Hand1`, `Stock`). Its alternatives
//! are the texts that are one mistake away from the written one.

use crate::games::Context;
use crate::notation::{GameId, Record, Tag, TagSpec, Values, parse_options, write_options};

/// The maximum number of values of one tag that are tried.
const MAX_VALUES: usize = 1_500;

/// The maximum length of a value that is varied, in bytes, and the maximum number of options.
const MAX_BYTES: usize = 2_000;
const MAX_OPTIONS: usize = 10;
/// The maximum number of items of a list that one of its other texts changes.
const MAX_ITEMS_CHANGED: usize = 2;

/// An alternative for a tag.
pub(super) struct OtherTag {
    pub(super) name: String,
    /// The other value; `None` removes the tag.
    pub(super) value: Option<String>,
}

/// Returns every alternative for the tags, the likelier ones first. `listed_twice` are the pieces
/// that are in several places, each by the tags that list it, such as `Hand1` and `Stock`: other
/// texts of a list that would leave one of them there are left out.
pub(super) fn others(
    record: &Record,
    game: GameId,
    context: &Context,
    listed_twice: &[Vec<&str>],
) -> Vec<OtherTag> {
    let mut others: Vec<OtherTag> = Vec::new();
    let mut add = |name: &str, value: Option<String>| {
        others.push(OtherTag {
            name: name.to_owned(),
            value,
        });
    };
    if game.variants().len() > 1 {
        for variant in game.variants() {
            add("Variant", Some((*variant).to_owned()));
        }
    }
    for options in other_options(record, game) {
        add("Options", options);
    }
    for (name, values) in tag_values(game, context) {
        for value in values {
            add(name, Some(value));
        }
    }

    let mut long: Vec<(&Tag, &[u8])> = long_tags(game)
        .filter_map(|(name, alphabet)| Some((record.tag(&name)?, alphabet)))
        .collect();
    long.sort_by_key(|(tag, _)| tag.span.start);
    for (tag, alphabet) in long {
        let is_varied = tag.value.len() <= MAX_BYTES && tag.value.is_ascii();
        if is_varied && may_separate_pieces(&tag.name, listed_twice) {
            for text in other_texts(&tag.value, alphabet).take(MAX_VALUES) {
                add(&tag.name, Some(text));
            }
        }
    }

    others.retain(|other| record.tag_value(&other.name) != other.value.as_deref());
    others
}

/// Returns other values of the tag `Options`, with one option changed, added or removed.
fn other_options(record: &Record, game: GameId) -> Vec<Option<String>> {
    let written = record.tag_value("Options").and_then(parse_options);
    let pairs: Vec<(String, String)> = written
        .unwrap_or_default()
        .into_iter()
        .map(|pair| (pair.key, pair.value))
        .collect();
    if pairs.len() > MAX_OPTIONS {
        return Vec::new();
    }

    let mut others: Vec<Option<String>> = (0..pairs.len())
        .map(|index| without_option(&pairs, index))
        .collect();
    let tag = |name: &str| record.tag(name).map(|tag| tag.value.to_string());
    for spec in game.options() {
        let key = spec.key;
        for value in spec.values.list() {
            // Default values are not written.
            if game.facts().is_default_option(&tag, key, &value) {
                continue;
            }

            let mut changed = pairs.clone();
            match changed.iter_mut().find(|(known, _)| known == key) {
                Some((_, written)) => *written = value,
                None => changed.push((key.to_owned(), value)),
            }
            others.push(Some(write_options(changed, game.options())));
        }
    }
    others
}

/// Returns options without one of them, in their order; `None` if none is left.
fn without_option(pairs: &[(String, String)], index: usize) -> Option<String> {
    let mut left: Vec<String> = pairs
        .iter()
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    left.remove(index);
    (!left.is_empty()).then(|| left.join(" "))
}

/// Returns the tags of a game that affect play and whose values can be listed, other than `Variant`
/// and `Options`, with these values.
pub(crate) fn tag_values(game: GameId, context: &Context) -> Vec<(&'static str, Vec<String>)> {
    let values = |spec: &TagSpec| match spec.values {
        Values::Deck => context.decks().names(),
        values => values.list(),
    };
    game.tags()
        .iter()
        .filter(|spec| spec.sets_up)
        .map(|spec| (spec.name, values(spec)))
        .filter(|(_, values)| !values.is_empty())
        .collect()
}

/// Returns true for a tag that holds a whole position or a list of pieces, whose values cannot be
/// listed.
pub(super) fn is_long(name: &str, game: GameId) -> bool {
    long_tags(game).any(|(long, _)| long == name)
}

/// Returns the tags of a game that contain a whole position or a list, with the characters used in
/// them.
fn long_tags(game: GameId) -> impl Iterator<Item = (String, &'static [u8])> {
    let lists = game
        .tags()
        .iter()
        .filter(|spec| spec.values == Values::Cards)
        .flat_map(TagSpec::names);
    std::iter::once(("Position".to_owned(), game.facts().position_letters))
        .chain(lists.map(|name| (name, &b"0123456789,"[..])))
}

/// Returns true if another text of one list may leave each piece in one place. Such a text changes
/// few items of this list, and no other list.
fn may_separate_pieces(name: &str, listed_twice: &[Vec<&str>]) -> bool {
    let is_once_elsewhere = |tags: &Vec<&str>| {
        let elsewhere = tags.iter().filter(|tag| **tag != name);
        elsewhere.count() <= 1
    };
    listed_twice.len() <= MAX_ITEMS_CHANGED && listed_twice.iter().all(is_once_elsewhere)
}

/// Returns an ASCII text with two items of a list swapped, or with one character changed, swapped,
/// inserted or deleted.
fn other_texts(text: &str, alphabet: &[u8]) -> impl Iterator<Item = String> {
    let with_changed = (0..text.len()).flat_map(move |offset| {
        with_each_character(&text[..offset], alphabet, &text[offset + 1..])
    });
    let with_others = (0..text.len()).flat_map(move |offset| {
        let (before, rest) = text.split_at(offset);
        let (character, after) = rest.split_at(1);
        let mut texts = vec![format!("{before}{after}")];
        if !after.is_empty() {
            let (next, after_next) = after.split_at(1);
            texts.push(format!("{before}{next}{character}{after_next}"));
        }
        texts.extend(with_each_character(before, alphabet, rest));
        texts
    });
    with_swapped_items(text)
        .chain(with_changed)
        .chain(with_others)
}

/// Returns a list with each two neighbouring items swapped.
fn with_swapped_items(text: &str) -> impl Iterator<Item = String> {
    let items: Vec<&str> = text.split(',').collect();
    (1..items.len()).map(move |index| {
        let mut swapped = items.clone();
        swapped.swap(index - 1, index);
        swapped.join(",")
    })
}

/// Returns the texts with each character of an alphabet between two parts.
fn with_each_character(before: &str, alphabet: &[u8], after: &str) -> Vec<String> {
    alphabet
        .iter()
        .map(|&character| format!("{before}{}{after}", char::from(character)))
        .collect()
}
