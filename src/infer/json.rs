//! Output of `infer --format json`: one object per record.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Reading, Setting, Settings};

/// A record and the settings that make the most turns legal, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SettingsJson<'a> {
    /// The file; `-` for standard input.
    path: &'a str,
    /// The number of the record in its file, from 1.
    record: u64,
    /// The number of turns of the main line.
    turns: u32,
    /// The settings without redundant parts, a hundred at most.
    settings: Vec<SettingJson<'a>>,
    /// The number of all settings, including those that are not listed.
    count: usize,
    /// True if the first setting makes all turns legal and the game ends as the record claims, and all other settings
    /// change more.
    sole: bool,
    /// True if everything was tried.
    exhaustive: bool,
    /// The conventions under which the whole record is legal, if no setting makes it legal as written. `mend` rewrites
    /// its turns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conventions: Vec<ReadingJson<'a>>,
}

/// A convention with the setting under which the record is then legal, in JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ReadingJson<'a> {
    /// The difference from the notation.
    explanation: &'static str,
    /// The setting that changes the least.
    setting: SettingJson<'a>,
}

/// A game with the values of its tags, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SettingJson<'a> {
    /// The game.
    game: &'static str,
    /// The other tags.
    tags: BTreeMap<&'static str, &'a str>,
    /// The number of turns of the main line that are legal.
    legal_turns: u32,
    /// True if all turns are legal.
    complete: bool,
    /// True if the game then ends as the record claims.
    result_agrees: bool,
    /// True if the record has this setting already.
    as_written: bool,
    /// The number of tags that differ from the record; each option counts as one.
    changes: usize,
}

impl<'a> SettingsJson<'a> {
    /// Creates the object for record `record` (from 1) of the file `path`.
    pub fn new(path: &'a str, record: u64, settings: &'a Settings) -> Self {
        let Settings { settings: all, turns, count, exhaustive, conventions, .. } = settings;
        Self {
            path,
            record,
            turns: *turns,
            settings: all.iter().map(SettingJson::new).collect(),
            count: *count,
            sole: settings.sole().is_some(),
            exhaustive: *exhaustive,
            conventions: conventions.iter().map(ReadingJson::new).collect(),
        }
    }
}

impl<'a> ReadingJson<'a> {
    fn new(reading: &'a Reading) -> Self {
        let Reading { explanation, setting } = reading;
        Self { explanation, setting: SettingJson::new(setting) }
    }
}

impl<'a> SettingJson<'a> {
    fn new(setting: &'a Setting) -> Self {
        let Setting { game, tags, legal_turns, complete, result_agrees, as_written, changes } = setting;
        Self {
            game: game.name(),
            tags: tags.iter().map(|(name, value)| (*name, value.as_str())).collect(),
            legal_turns: *legal_turns,
            complete: *complete,
            result_agrees: *result_agrees,
            as_written: *as_written,
            changes: *changes,
        }
    }
}
