//! Settings of a record: a game and its tags.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::one_record;
use crate::fixes::mend::{Edit, trace_before_turns};
use crate::games::Context;
use crate::notation::{GameId, Record, Tag, damaged_game_line, parse_options, quoted};
use crate::text::{Span, TextEdit, edited, sort_edits};

/// The tags of a setting other than `Game`, in the order of a record. A test compares the tags of
/// the games among them with the facts.
pub(super) const SETTING_TAGS: [&str; 6] =
    ["Variant", "Options", "Size", "Deck", "Players", "Colors"];

/// A setting: a game and tags, with the result of playing a record under them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "SettingJson"))]
#[non_exhaustive]
pub struct Setting {
    /// The game.
    #[cfg_attr(test, schemars(with = "&str"))]
    pub game: GameId,
    /// The tags other than `Game`, in the order of a record; in JSON, sorted by name.
    #[serde(serialize_with = "sorted_by_name")]
    #[cfg_attr(test, schemars(with = "BTreeMap<&str, &str>"))]
    pub tags: Vec<(&'static str, String)>,
    /// The number of turns of the main line that are legal.
    pub legal_turns: u32,
    /// True if all turns are legal.
    pub complete: bool,
    /// True if the game then ends as the record claims.
    pub result_agrees: bool,
    /// True if the record has this setting itself.
    pub as_written: bool,
    /// The number of tags that differ from the record. Each option counts as a tag.
    pub changes: usize,
}

fn sorted_by_name<S: Serializer>(
    tags: &[(&'static str, String)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    tags.iter()
        .map(|(name, value)| (name, value))
        .collect::<BTreeMap<_, _>>()
        .serialize(serializer)
}

impl Setting {
    /// Returns true if the whole record is legal under this setting, and ends as claimed.
    pub(super) fn explains(&self) -> bool {
        self.complete && self.result_agrees
    }

    /// Returns true if the record with the tags of this setting, exactly as they would be written,
    /// has this number of legal turns.
    pub(super) fn is_confirmed(&self, record: &Record, turns: u32, context: &Context) -> bool {
        let proposed = edited(record.text(), &self.edits(record)).and_then(one_record);
        proposed.is_some_and(|proposed| {
            proposed.game() == Some(self.game) && self.game.legal_turns(&proposed, context) == turns
        })
    }

    /// Returns the tags of the setting on one line, as written in a record.
    pub fn in_tags(&self) -> String {
        let game = format!("[Game {}]", quoted(self.game.name()));
        let tags = self
            .tags
            .iter()
            .map(|(name, value)| format!(" [{name} {}]", quoted(value)));
        std::iter::once(game).chain(tags).collect()
    }

    /// Describes how the setting differs from a record, as the start of a sentence.
    pub(super) fn difference_from(&self, record: &Record) -> String {
        let written = |name: &str| record.tag_value(name);
        let mut all = vec![("Game", self.game.name().to_owned())];
        all.extend(self.tags.iter().cloned());
        let other: Vec<String> = all
            .iter()
            .filter(|(name, value)| written(name) != Some(value))
            .map(|(name, value)| format!("[{name} {}]", quoted(value)))
            .collect();
        let gone: Vec<String> = SETTING_TAGS
            .iter()
            .filter(|name| written(name).is_some() && !all.iter().any(|(known, _)| known == *name))
            .map(|name| format!("`{name}`"))
            .collect();
        match (other.is_empty(), gone.is_empty()) {
            (_, true) => format!("Under `{}`", other.join(" ")),
            (true, false) => format!("Without {}", gone.join(" and ")),
            (false, false) => format!("Under `{}` without {}", other.join(" "), gone.join(" and ")),
        }
    }

    /// Returns the edits that give a record this setting, in the order of the text.
    pub fn edits(&self, record: &Record) -> Vec<TextEdit> {
        edits(record, self.game, &self.tags)
    }

    /// Returns the edits of [`Setting::edits`], and for each tag that they replace or remove, a
    /// comment with the original tag.
    pub fn edits_with_traces(&self, record: &Record) -> Vec<TextEdit> {
        let mut edits = self.edits(record);
        let is_edited = |tag: &&Tag| edits.iter().any(|(span, _)| span.contains(tag.span));
        let replaced: Vec<&Tag> = record.tags.iter().filter(is_edited).collect();
        for tag in replaced {
            let original = format!("[{} {}]", tag.name, quoted(&tag.value));
            edits.push(trace_before_turns(record, &original));
        }
        sort_edits(&mut edits);
        edits
    }
}

/// Returns the edits that give a record a game and tags, in the order of its text.
pub(super) fn edits(
    record: &Record,
    game: GameId,
    tags: &[(&'static str, String)],
) -> Vec<TextEdit> {
    let mut wanted = vec![("Game", game.name().to_owned())];
    wanted.extend(tags.iter().cloned());
    let mut edits = edits_of_existing_tags(record, &wanted);
    edits.extend(new_tags(record, &wanted));
    sort_edits(&mut edits);
    edits
}

/// Returns the edits that change the values of tags that a record has, and remove those that are
/// not wanted.
fn edits_of_existing_tags(record: &Record, wanted: &[(&str, String)]) -> Vec<TextEdit> {
    let mut edits = Vec::new();
    for name in std::iter::once("Game").chain(SETTING_TAGS) {
        let Some(tag) = record.tag(name) else {
            continue;
        };
        let now = wanted
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value.clone());
        if now.as_deref() != Some(tag.value.as_str()) {
            let edit = Edit::Tag {
                name: name.to_owned(),
                was: Some(tag.value.to_string()),
                now,
            };
            // `Setting::edits_with_traces` adds the comments that preserve the original tags.
            let trace = false;
            edits.extend(edit.in_text(record, trace).unwrap_or_default());
        }
    }
    edits
}

/// Returns the edits that insert the tags that a record lacks: after its tags `Game` and `Variant`,
/// or before its first tag.
fn new_tags(record: &Record, wanted: &[(&str, String)]) -> Vec<TextEdit> {
    let new = wanted.iter().filter(|(name, _)| record.tag(name).is_none());
    // `Game` must be the first tag of a record.
    let variant = record.tag("Variant");
    let (at_start, after_variant): (Vec<_>, Vec<_>) =
        new.partition(|(name, _)| *name == "Game" || variant.is_none());

    let line_end = record.line_end();
    let lines = |tags: Vec<&(&str, String)>| {
        let each = tags
            .into_iter()
            .map(|(name, value)| format!("[{name} {}]", quoted(value)));
        each.collect::<Vec<_>>().join(line_end)
    };
    let mut edits = Vec::new();
    if !at_start.is_empty() {
        edits.push(insertion_at_start(record, lines(at_start)));
    }
    if let Some(variant) = variant
        && !after_variant.is_empty()
    {
        let text = format!("{line_end}{}", lines(after_variant));
        edits.push((empty_span(variant.span.end), text));
    }
    edits
}

/// Returns the edit that inserts the lines of tags at the start of a record: after its tag `Game`,
/// in place of a damaged one, or before its first line.
fn insertion_at_start(record: &Record, lines: String) -> TextEdit {
    let line_end = record.line_end();
    if let Some(game) = record.tag("Game") {
        return (empty_span(game.span.end), format!("{line_end}{lines}"));
    }
    if let Some(damaged) = damaged_game_line(record.text()) {
        return (damaged.span, lines);
    }
    if let Some(first) = record.tags.first() {
        return (empty_span(first.span.start), format!("{lines}{line_end}"));
    }
    let start = first_line(record.text());
    (empty_span(start), format!("{lines}{line_end}{line_end}"))
}

/// Returns the span of a place between two bytes.
fn empty_span(offset: u32) -> Span {
    Span {
        start: offset,
        end: offset,
    }
}

/// Returns the start of the first line that is not blank. In a block of a document, the lines
/// before it have no margin.
fn first_line(text: &str) -> u32 {
    let blank = text.len() - text.trim_start().len();
    let start = text
        .get(..blank)
        .and_then(|blank| blank.rfind('\n'))
        .map_or(0, |end| end + 1);
    u32::try_from(start).unwrap_or(u32::MAX)
}

/// Returns the content of tags as pairs of key and value; each option is a separate pair with a key
/// such as `Options a`.
pub(super) fn entries(game: GameId, tags: &[(&'static str, String)]) -> BTreeMap<String, String> {
    let mut entries = BTreeMap::from([("Game".to_owned(), game.name().to_owned())]);
    for (name, value) in tags {
        if *name == "Options"
            && let Some(pairs) = parse_options(value)
        {
            let each = pairs
                .into_iter()
                .map(|pair| (format!("Options {}", pair.key), pair.value));
            entries.extend(each);
        } else {
            entries.insert((*name).to_owned(), value.clone());
        }
    }
    entries
}

/// Returns the tags of a record that belong to its setting.
pub(super) fn tags_of(record: &Record) -> Vec<(&'static str, String)> {
    SETTING_TAGS
        .iter()
        .filter_map(|name| Some((*name, record.tag(name)?.value.to_string())))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixes::mend::tag_values;

    #[test]
    fn every_tag_whose_values_are_tried_belongs_to_a_setting() {
        for game in GameId::ALL {
            for (name, _) in tag_values(game, &Context::default()) {
                assert!(SETTING_TAGS.contains(&name), "{game}: {name}");
            }
        }
    }
}
