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
    let variants: Vec<String> = game
        .variants()
        .iter()
        .map(|variant| (*variant).to_owned())
        .collect();
    let mut combined = with_and_without(vec![Vec::new()], "Variant", &variants);
    for (name, values) in tag_values(game, context) {
        combined = with_and_without(combined, name, &values);
    }

    let mut all: Vec<Tags> = Vec::new();
    for tags in combined {
        for options in options_to_try(game, &tags) {
            all.push(with_options(&tags, options));
        }
    }
    let written = tags_of(record);
    if !all.contains(&written) {
        all.insert(0, written);
    }
    all
}

/// Extends each list of tags in all possible ways: without a tag, and with the tag for each of its
/// values.
fn with_and_without(all: Vec<Tags>, name: &'static str, values: &[String]) -> Vec<Tags> {
    let mut combined = Vec::new();
    for tags in all {
        let with_tag = values
            .iter()
            .map(|value| [&tags[..], &[(name, value.clone())]].concat());
        combined.push(tags.clone());
        combined.extend(with_tag);
    }
    combined
}

/// Returns every set of options that differ from their defaults under the other tags, as the value
/// of the tag `Options`: the empty text, `a=1`, `b=2`, `a=1 b=2`.
fn options_to_try(game: GameId, tags: &[(&'static str, String)]) -> Vec<String> {
    let value_of = |name: &str| {
        tags.iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value.clone())
    };
    let mut sets = vec![String::new()];
    for spec in game.options() {
        let key = spec.key;
        let mut values = spec.values.list();
        values.retain(|value| !game.facts().is_default_option(&value_of, key, value));

        let mut longer_sets = Vec::new();
        for set in sets {
            let gap = if set.is_empty() { "" } else { " " };
            let with_option: Vec<String> = values
                .iter()
                .map(|value| format!("{set}{gap}{key}={value}"))
                .collect();
            longer_sets.push(set);
            longer_sets.extend(with_option);
        }
        sets = longer_sets;
    }
    sets
}

/// Adds the tag `Options` in its place after `Variant`, unless its value is empty.
fn with_options(tags: &[(&'static str, String)], options: String) -> Tags {
    let mut tags = tags.to_vec();
    if !options.is_empty() {
        let index = tags
            .iter()
            .take_while(|(name, _)| *name == "Variant")
            .count();
        tags.insert(index, ("Options", options));
    }
    tags
}
