//! Output of `infer --format json`: one object per record.

use serde::Serialize;

use super::{Reading, Setting, Settings};

/// A record and the settings that make the most turns legal, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SettingsJson<'a> {
    /// The file; `-` for standard input.
    path: &'a str,
    /// The number of the record in its file, from 1.
    record: u64,
    /// The number of turns of the main line.
    turns: u32,
    /// The settings without redundant parts, a hundred at most.
    settings: &'a [Setting],
    /// The number of all settings, including those that are not listed.
    count: usize,
    /// True if the first setting makes all turns legal and the game ends as the record claims, and
    /// all other settings change more.
    sole: bool,
    /// True if everything was tried.
    exhaustive: bool,
    /// The conventions under which the whole record is legal, if no setting makes it legal as
    /// written. `mend` rewrites its turns.
    #[serde(skip_serializing_if = "<[Reading]>::is_empty")]
    conventions: &'a [Reading],
}

impl Settings {
    /// Returns the JSON object that `infer --format json` writes for record `record` (from 1) of
    /// the file `path`.
    pub fn json<'a>(&'a self, path: &'a str, record: u64) -> impl Serialize + use<'a> {
        SettingsJson {
            path,
            record,
            turns: self.turns,
            settings: &self.settings,
            count: self.count,
            sole: self.sole().is_some(),
            exhaustive: self.exhaustive,
            conventions: &self.conventions,
        }
    }
}
