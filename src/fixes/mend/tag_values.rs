//! Generates alternative values of a record's tags.

use crate::games::Context;
use crate::notation::{GameId, Record, Tag, TagSpec, Values, parse_options, write_options};

/// The maximum number of values of one tag that are tried.
const MAX_VALUES: usize = 1_500;

/// The maximum length of a value that is varied, in bytes, and the maximum number of options.
const MAX_BYTES: usize = 2_000;
const MAX_OPTIONS: usize = 10;
/// The maximum number of items of a list that one of its other texts changes.
const MAX_ITEMS_CHANGED: usize = 2;

/// An alternative for a tag: its name and its value; `None` removes the tag.
pub(super) type OtherTag = (String, Option<String>);

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
    texts_of(game).any(|(long, _)| long == name)
}

/// Returns every alternative for the tags, the likelier ones first. `listed_twice` are the pieces
/// that are in several places, each by the tags that list it: other texts of a list that would
/// leave one of them there are left out.
pub(super) fn others(
    record: &Record,
    game: GameId,
    context: &Context,
    listed_twice: &[Vec<&str>],
) -> Vec<OtherTag> {
    let mut others: Vec<OtherTag> = Vec::new();
    let mut put = |name: &str, value: Option<String>| {
        if record.tag_value(name) != value.as_deref() {
            others.push((name.to_owned(), value));
        }
    };
    if game.variants().len() > 1 {
        for variant in game.variants() {
            put("Variant", Some((*variant).to_owned()));
        }
    }
    other_options(record, game, &mut put);
    for (name, values) in tag_values(game, context) {
        for value in values {
            put(name, Some(value));
        }
    }
    let mut long: Vec<(&Tag, &[u8])> = texts_of(game)
        .filter_map(|(name, signs)| Some((record.tag(&name)?, signs)))
        .collect();
    long.sort_by_key(|(tag, _)| tag.span.start);
    for (tag, alphabet) in long {
        if tag.value.len() <= MAX_BYTES && tag.value.is_ascii() && may_part(&tag.name, listed_twice)
        {
            for text in other_texts(&tag.value, alphabet).take(MAX_VALUES) {
                put(&tag.name, Some(text));
            }
        }
    }
    others
}

/// Returns the tags of a game that contain a whole position or a list, with the characters used in
/// them.
fn texts_of(game: GameId) -> impl Iterator<Item = (String, &'static [u8])> {
    let lists = game
        .tags()
        .iter()
        .filter(|spec| spec.values == Values::Cards)
        .flat_map(TagSpec::names);
    std::iter::once(("Position".to_owned(), game.facts().position_letters))
        .chain(lists.map(|name| (name, &b"0123456789,"[..])))
}

/// Returns true if another text of one list may leave each piece in one place. It can do nothing
/// about two other places, and it changes few items.
fn may_part(name: &str, listed_twice: &[Vec<&str>]) -> bool {
    let is_here = |piece: &Vec<&str>| piece.iter().filter(|tag| **tag != name).count() <= 1;
    listed_twice.len() <= MAX_ITEMS_CHANGED && listed_twice.iter().all(is_here)
}

/// Generates options with one of them changed, added or removed.
fn other_options(record: &Record, game: GameId, put: &mut impl FnMut(&str, Option<String>)) {
    let pairs = record
        .tag_value("Options")
        .and_then(parse_options)
        .unwrap_or_default();
    let pairs: Vec<(String, String)> = pairs
        .into_iter()
        .map(|pair| (pair.key, pair.value))
        .collect();
    if pairs.len() > MAX_OPTIONS {
        return;
    }
    // The options that stay keep their order.
    let kept = |pairs: Vec<(String, String)>| {
        let text: Vec<String> = pairs
            .into_iter()
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        Some(text.join(" ")).filter(|text| !text.is_empty())
    };
    for index in 0..pairs.len() {
        let mut left = pairs.clone();
        left.remove(index);
        put("Options", kept(left));
    }
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
                Some(pair) => pair.1 = value,
                None => changed.push((key.to_owned(), value)),
            }
            put("Options", Some(write_options(changed, game.options())));
        }
    }
}

/// Returns an ASCII text with two items of a list swapped, or with one character changed, swapped,
/// inserted or deleted.
fn other_texts(text: &str, alphabet: &[u8]) -> impl Iterator<Item = String> {
    let items: Vec<&str> = text.split(',').collect();
    let with_swapped_items = (1..items.len()).map(move |offset| {
        let mut swapped = items.clone();
        swapped.swap(offset - 1, offset);
        swapped.join(",")
    });
    let with_each_character = move |before: &str, after: &str| -> Vec<String> {
        alphabet
            .iter()
            .map(|&other| format!("{before}{}{after}", char::from(other)))
            .collect()
    };
    let with_changed = (0..text.len())
        .flat_map(move |offset| with_each_character(&text[..offset], &text[offset + 1..]));
    let with_others = (0..text.len()).flat_map(move |offset| {
        let before = &text[..offset];
        let character = &text[offset..=offset];
        let rest = &text[offset + 1..];
        let swapped = rest
            .get(..1)
            .map(|next| format!("{before}{next}{character}{}", &rest[1..]));
        let deleted = format!("{before}{rest}");
        std::iter::once(deleted)
            .chain(swapped)
            .chain(with_each_character(before, &text[offset..]))
    });
    with_swapped_items.chain(with_changed).chain(with_others)
}
