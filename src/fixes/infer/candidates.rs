//! Enumerates the candidate settings: every combination of a game's variants, options, sizes, decks
//! and seats.

use super::setting::tags_of;
use crate::fixes::mend::tag_values;
use crate::games::Context;
use crate::notation::{GameId, Record};

/// Tags of a setting.
pub(super) type Tags = Vec<(&'static str, String)>;

/// Returns every combination, including the settings of the record itself.
pub(super) fn tags_to_try(record: &Record, game: GameId, context: &Context) -> Vec<Tags> {
    let variants = game
        .variants()
        .iter()
        .map(|variant| (*variant).to_owned())
        .collect();
    let mut all = vec![Vec::new()];
    for (name, values) in std::iter::once(("Variant", variants)).chain(tag_values(game, context)) {
        all = each_with(all, name, &values);
    }
    let all: Vec<Tags> = all
        .into_iter()
        .flat_map(|tags| with_options(game, tags))
        .collect();
    let written = tags_of(record);
    let is_new = !all.contains(&written);
    is_new.then_some(written).into_iter().chain(all).collect()
}

/// Extends each list of tags in all possible ways: without a tag, and with the tag for each of its
/// values.
fn each_with(all: Vec<Tags>, name: &'static str, values: &[String]) -> Vec<Tags> {
    let mut combined = Vec::new();
    for tags in all {
        combined.push(tags.clone());
        combined.extend(
            values
                .iter()
                .map(|value| [&tags[..], &[(name, value.clone())]].concat()),
        );
    }
    combined
}

/// Combines tags with every set of options that differ from their defaults.
fn with_options(game: GameId, tags: Tags) -> Vec<Tags> {
    let value_of = |name: &str| {
        tags.iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value.clone())
    };
    let mut texts = vec![String::new()];
    for spec in game.options() {
        let key = spec.key;
        let usual = |value: &String| game.facts().is_default_option(&value_of, key, value);
        let values: Vec<String> = spec
            .values
            .list()
            .into_iter()
            .filter(|value| !usual(value))
            .collect();
        let mut combined = Vec::new();
        for text in texts {
            let gap = if text.is_empty() { "" } else { " " };
            combined.push(text.clone());
            combined.extend(
                values
                    .iter()
                    .map(|value| format!("{text}{gap}{key}={value}")),
            );
        }
        texts = combined;
    }

    let in_order = |text: String| {
        let mut tags = tags.clone();
        if !text.is_empty() {
            let index = tags
                .iter()
                .take_while(|(name, _)| *name == "Variant")
                .count();
            tags.insert(index, ("Options", text));
        }
        tags
    };
    texts.into_iter().map(in_order).collect()
}
