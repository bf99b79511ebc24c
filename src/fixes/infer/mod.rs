//! Infers settings: finds the games, variants, options, sizes, decks and seats under which a whole
//! record is legal, or most of its turns.
//!
//! A *setting* is a game with the tags that affect play, such as `[Game "gipf"]` with
//! `[Variant "basic"]`. `candidates.rs` lists the settings to try, and `search.rs` plays the record
//! under each of them. If none explains the record, the turns may be written in another convention
//! (`conventions.rs`).

mod candidates;
mod conventions;
mod json;
mod search;
mod setting;
mod settings_of_run;

#[cfg(test)]
pub(crate) use json::SettingsJson;
pub use setting::Setting;
pub use settings_of_run::SettingsSearch;

use std::borrow::Cow;
use std::collections::BTreeSet;

use search::{SearchGoal, Work, best, try_all};
use serde::Serialize;
use setting::{edits, entries, tags_of};

use crate::games::{Context, with_game};
use crate::notation::split_text;
use crate::notation::{GameId, Record, TurnNode, damaged_game_line};
use crate::text::{Printable, RawRecord, edited};

/// Budget for one record: the number of turns judged for all its settings together.
pub const MAX_JUDGED: u64 = 2_000_000;
/// Smaller budget, for use while checking a record.
const MAX_JUDGED_QUICKLY: u64 = 20_000;
/// The maximum number of settings reported for a record.
const MAX_LISTED: usize = 100;

/// The settings under which most turns of a record are legal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// The settings without redundant tags, and the record's own setting, sorted by number of
    /// changes. At most a hundred.
    pub settings: Vec<Setting>,
    /// The number of turns of the main line that are played.
    pub turns: u32,
    /// The total number of settings, including those that are not listed.
    pub count: usize,
    /// True if all possible settings were tried.
    pub exhaustive: bool,
    /// The conventions under which the whole record is legal, if it is not legal under any setting
    /// as written.
    pub conventions: Vec<Reading>,
    /// The used part of the budget, including the number of settings tried.
    pub work: u64,
}

/// A record as a convention has it: rows counted from the other side, seats exchanged. One
/// explanation covers all turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ReadingJson"))]
#[non_exhaustive]
pub struct Reading {
    /// The difference from the notation.
    pub explanation: &'static str,
    /// The setting under which the record is legal then, with the fewest changes.
    pub setting: Setting,
}

impl Settings {
    /// Tries a record under all settings. `judged` limits the number of turns that are judged.
    pub fn search(record: &Record, context: &Context, judged: u64) -> Self {
        let mut work = Work {
            left: judged,
            settings: 0,
        };
        let mut settings = Self::with_goal(record, context, &mut work, SearchGoal::Furthest);
        if !settings.settings.iter().any(Setting::explains) {
            settings.conventions = conventions::conventional_readings(record, context, &mut work);
            settings.work = judged - work.left + work.settings;
            settings.exhaustive = work.left > 0;
        }
        settings
    }

    /// Returns the result for a record if the budget is used up.
    pub fn unsearched(record: &Record) -> Self {
        Self {
            turns: played_turns(record),
            ..Self::default()
        }
    }

    /// Returns the settings under which all turns of a record are legal, within a small budget.
    /// `left` is the budget of the whole run; the work for this record is deducted from it.
    pub(crate) fn of_whole(record: &Record, context: &Context, left: &mut u64) -> Self {
        // A record without turns fits every setting, so nothing is suggested.
        if record.moves.turns.iter().all(TurnNode::expects_refusal) {
            return Self {
                exhaustive: true,
                ..Self::default()
            };
        }

        let mut work = Work {
            left: MAX_JUDGED_QUICKLY.min(*left),
            settings: 0,
        };
        let settings = Self::with_goal(record, context, &mut work, SearchGoal::Whole);
        *left = left.saturating_sub(settings.work);
        settings
    }

    /// Tries a record under all settings, and keeps the best ones. Takes the judged turns from the
    /// budget of `work`.
    fn with_goal(record: &Record, context: &Context, work: &mut Work, goal: SearchGoal) -> Self {
        let budget = work.left;
        let mut tried: Vec<Setting> = Vec::new();
        // The game that the record names comes first, because the budget may not be enough for all.
        let named = record.game();
        let others = GameId::ALL.into_iter().filter(|game| Some(*game) != named);
        for game in named.into_iter().chain(others) {
            let Some(of_game) = record_of(record, game) else {
                continue;
            };
            // No setting of the game is left out.
            with_game!(game, G => try_all::<G>(&of_game, context, goal, &|_| true, work, &mut tried));
        }

        count_changes(record, &mut tried);
        let turns = played_turns(record);
        // A setting under which no turn is legal is not useful.
        tried.retain(|setting| setting.legal_turns > 0 || turns == 0);
        let mut settings = best(tried, named);
        let not_listed = settings.len().saturating_sub(MAX_LISTED);
        settings.truncate(MAX_LISTED);
        settings
            .retain(|setting| !setting.complete || setting.is_confirmed(record, turns, context));
        Self {
            count: settings.len() + not_listed,
            settings,
            turns,
            exhaustive: work.left > 0,
            work: budget - work.left + work.settings,
            ..Self::default()
        }
    }

    /// Returns the setting under which the whole record is legal and ends as claimed, if all other
    /// such settings change more tags.
    pub fn sole(&self) -> Option<&Setting> {
        match self.nearest() {
            [sole] if sole.explains() && self.exhaustive && self.turns > 0 => Some(sole),
            _ => None,
        }
    }

    /// Returns the settings with the fewest changes.
    fn nearest(&self) -> &[Setting] {
        let least = self.settings.first().map_or(0, |first| first.changes);
        let nearest = self
            .settings
            .iter()
            .take_while(|setting| setting.changes == least);
        &self.settings[..nearest.count()]
    }

    /// Describes the settings in a sentence, if a few of them explain a record that is not legal as
    /// written.
    pub(crate) fn in_words(&self, record: &Record) -> Option<Printable> {
        /// More settings than this would not help the user.
        const FEW: usize = 3;
        let nearest = self.nearest();
        let are_few = (1..=FEW).contains(&nearest.len());
        let is_better = |setting: &Setting| setting.explains() && !setting.as_written;
        let are_better = nearest.iter().all(is_better);
        if self.turns == 0 || !self.exhaustive || !are_few || !are_better {
            return None;
        }

        let mut names: Vec<String> = nearest
            .iter()
            .map(|setting| setting.difference_from(record))
            .collect();
        // Only the first setting starts the sentence, so the others begin with a small letter.
        for name in names.iter_mut().skip(1) {
            name.replace_range(..1, &name[..1].to_ascii_lowercase());
        }
        let turns = match self.turns {
            1 => "the turn is legal".to_owned(),
            turns => format!("all {turns} turns are legal"),
        };
        let names = match names.split_last()? {
            (last, []) => last.clone(),
            (last, rest) => format!("{} or {last}", rest.join(", ")),
        };
        Some(format!("{names} {turns}.").into())
    }
}

/// Counts the tags of each setting that differ from those of a record.
fn count_changes(record: &Record, tried: &mut [Setting]) {
    // A damaged `Game` tag also names the game, but repairing it counts as a change.
    let damaged = if record.game().is_none() {
        damaged_game_line(record.text())
    } else {
        None
    };
    let named = record.game().or(damaged.map(|line| line.game));
    let written = named
        .map(|game| entries(game, &tags_of(record)))
        .unwrap_or_default();
    for setting in tried {
        let entries = entries(setting.game, &setting.tags);
        let keys: BTreeSet<&String> = entries.keys().chain(written.keys()).collect();
        let changed = keys
            .into_iter()
            .filter(|key| entries.get(*key) != written.get(*key))
            .count();
        setting.changes = changed + usize::from(damaged.is_some());
        setting.as_written = setting.changes == 0;
    }
}

/// Returns the number of turns of the main line that are played.
fn played_turns(record: &Record) -> u32 {
    let turns = record
        .moves
        .turns
        .iter()
        .filter(|node| !node.expects_refusal())
        .count();
    u32::try_from(turns).unwrap_or(u32::MAX)
}

/// Returns the record with a game in its tag; `None` if the tag cannot be added.
fn record_of(record: &Record, game: GameId) -> Option<Cow<'_, Record>> {
    if record.game() == Some(game) {
        return Some(Cow::Borrowed(record));
    }
    let text = edited(record.text(), &edits(record, game, &[]))?;
    let other = one_record(text)?;
    // A tag that is added to damaged text may become part of a comment, or swallow turns.
    let has_game = other.game() == Some(game);
    let has_same_turns = other.moves.turns.len() == record.moves.turns.len();
    (has_game && has_same_turns).then_some(Cow::Owned(other))
}

/// Parses a text that is one record. Returns `None` if another record begins in it.
fn one_record(text: String) -> Option<Record> {
    let records = split_text(text.as_bytes())
        .into_iter()
        .filter(RawRecord::is_record);
    let is_one = records.count() == 1;
    is_one.then(|| {
        Record::parse(RawRecord {
            line: 1,
            bytes: text.into_bytes(),
            ..RawRecord::default()
        })
    })
}
