//! Infers settings: finds the games, variants, options, sizes, decks and seats under which a whole record is legal,
//! or most of its turns.

mod candidates;
mod conventions;
mod json;
#[cfg(feature = "cli")]
mod run;

pub use json::SettingsJson;
#[cfg(feature = "cli")]
pub(crate) use run::SettingsSearch;

use std::collections::{BTreeMap, BTreeSet};

use crate::games::{Context, Game, with_game};
use crate::mend::{Edit, trace_before_turns};
use crate::notation::{GameId, Record, Tag, TurnNode, parse_options, quoted};
use crate::replay::{RecordedMove, TagsRead};
use crate::text::{Printable, Span, TextEdit, edited, sort_edits};

/// Budget for one record: the number of turns judged for all its settings together.
pub const MOST_JUDGED: u64 = 2_000_000;
/// Smaller budget, for use while checking a record.
const MOST_JUDGED_QUICKLY: u64 = 20_000;
/// The maximum number of settings reported for a record.
const MOST_LISTED: usize = 100;
/// The tags of a setting other than `Game`.
const NAMES: [&str; 6] = ["Variant", "Options", "Size", "Deck", "Players", "Colors"];

/// A setting: a game and tags, with the result of playing a record under them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Setting {
    /// The game.
    pub game: GameId,
    /// The tags other than `Game`, in the order of a record.
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

/// The settings under which most turns of a record are legal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// The settings without redundant tags, and the record's own setting; the fewest changes first. At most a
    /// hundred.
    pub settings: Vec<Setting>,
    /// The number of turns of the main line that are played.
    pub turns: u32,
    /// The total number of settings, including those that are not listed.
    pub count: usize,
    /// True if all possible settings were tried.
    pub exhaustive: bool,
    /// The conventions under which the whole record is legal, if it is under no setting as it is written.
    pub conventions: Vec<Reading>,
    /// The part of the budget that was used, and the number of settings tried.
    pub(crate) work: u64,
}

/// A record as a convention has it: rows counted from the other side, seats exchanged. One explanation covers all
/// turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The difference from the notation.
    pub explanation: &'static str,
    /// The setting under which the record is legal then, with the fewest changes.
    pub setting: Setting,
}

/// Budget and work of a search.
struct Work {
    /// The number of turns that may still be judged. Parsing is charged too.
    left: u64,
    /// The number of settings tried.
    settings: u64,
}

/// The settings that a search keeps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// Those under which most turns are legal.
    Furthest,
    /// Those under which all turns are legal.
    Whole,
}

impl Settings {
    /// Tries a record under all settings. `judged` limits the number of turns that are judged.
    pub fn of(record: &Record, context: &Context, judged: u64) -> Self {
        let mut work = Work { left: judged, settings: 0 };
        let mut settings = Self::wanted(record, context, &mut work, Wanted::Furthest);
        if !settings.settings.iter().any(Setting::explains) {
            settings.conventions = conventions::of(record, context, &mut work);
            settings.work = judged - work.left + work.settings;
            settings.exhaustive = work.left > 0;
        }
        settings
    }

    /// Returns the result for a record for which no budget is left.
    #[cfg(feature = "cli")]
    pub(crate) fn unsearched(record: &Record) -> Self {
        Self { turns: played_turns(record), ..Self::default() }
    }

    /// Returns the settings under which all turns of a record are legal, within a small budget. `left` is the budget
    /// of the whole run; the work for this record is deducted from it.
    pub(crate) fn of_whole(record: &Record, context: &Context, left: &mut u64) -> Self {
        let most = MOST_JUDGED_QUICKLY.min(*left);
        let mut work = Work { left: most, settings: 0 };
        // A record without turns fits every setting, so nothing is suggested.
        if record.moves.turns.iter().all(TurnNode::expects_refusal) {
            return Self { exhaustive: true, ..Self::default() };
        }
        let settings = Self::wanted(record, context, &mut work, Wanted::Whole);
        *left = left.saturating_sub(settings.work);
        settings
    }

    fn wanted(record: &Record, context: &Context, work: &mut Work, wanted: Wanted) -> Self {
        let mut tried: Vec<Setting> = Vec::new();
        let most = work.left;
        let own = record.game();
        let games = own.into_iter().chain(GameId::ALL.into_iter().filter(|game| Some(*game) != own));
        for game in games {
            let of_game = record_of(record, game);
            let of_game = of_game.as_ref().unwrap_or(record);
            with_game!(game, G => try_all::<G>(of_game, context, wanted, &|_| true, work, &mut tried));
        }
        count_changes(record, &mut tried);
        let settings = best(tried, own);
        let count = settings.len();
        let settings = settings.into_iter().take(MOST_LISTED).collect();
        let used = most - work.left + work.settings;
        let (turns, exhaustive) = (played_turns(record), work.left > 0);
        Self { settings, turns, count, exhaustive, conventions: Vec::new(), work: used }
    }

    /// Returns the setting under which the whole record is legal and ends as claimed, if all others change more of
    /// its tags.
    pub fn sole(&self) -> Option<&Setting> {
        match self.nearest() {
            [sole] if sole.explains() && self.exhaustive && self.turns > 0 => Some(sole),
            _ => None,
        }
    }

    /// Returns the settings with the fewest changes.
    fn nearest(&self) -> &[Setting] {
        let least = self.settings.first().map_or(0, |first| first.changes);
        &self.settings[..self.settings.iter().take_while(|setting| setting.changes == least).count()]
    }

    /// Describes the settings in a sentence, if a few of them explain a record that is not legal as written.
    pub(crate) fn in_words(&self, record: &Record) -> Option<Printable> {
        /// More settings than this would be no help.
        const FEW: usize = 3;
        let nearest = self.nearest();
        let explain = |setting: &Setting| setting.explains() && !setting.as_written;
        let says_something = self.turns > 0 && self.exhaustive && (1..=FEW).contains(&nearest.len());
        if !says_something || !nearest.iter().all(explain) {
            return None;
        }
        let mut names: Vec<String> = nearest.iter().map(|setting| setting.beside(record)).collect();
        // Only the first one starts the sentence.
        names.iter_mut().skip(1).for_each(|name| name.replace_range(..1, &name[..1].to_ascii_lowercase()));
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

impl Setting {
    /// Returns true if the whole record is legal under this setting, and ends as claimed.
    pub fn explains(&self) -> bool {
        self.complete && self.result_agrees
    }

    /// Returns its tags on one line, as written in a record.
    pub fn in_tags(&self) -> String {
        let game = format!("[Game {}]", quoted(self.game.name()));
        let tags = self.tags.iter().map(|(name, value)| format!(" [{name} {}]", quoted(value)));
        std::iter::once(game).chain(tags).collect()
    }

    /// Describes how the setting differs from a record, as the start of a sentence.
    fn beside(&self, record: &Record) -> String {
        let written = |name: &str| record.tag(name).map(|tag| tag.value.as_str());
        let game = ("Game", self.game.name().to_owned());
        let all: Vec<(&str, String)> = std::iter::once(game).chain(self.tags.iter().cloned()).collect();
        let other = all.iter().filter(|(name, value)| written(name) != Some(value));
        let other: Vec<String> = other.map(|(name, value)| format!("[{name} {}]", quoted(value))).collect();
        let gone = NAMES.iter().filter(|name| written(name).is_some() && !all.iter().any(|(known, _)| known == *name));
        let gone: Vec<String> = gone.map(|name| format!("`{name}`")).collect();
        match (other.is_empty(), gone.is_empty()) {
            (_, true) => format!("Under `{}`", other.join(" ")),
            (true, false) => format!("Without {}", gone.join(" and ")),
            (false, false) => format!("Under `{}` without {}", other.join(" "), gone.join(" and ")),
        }
    }

    /// Returns the edits that give a record this setting, in the order of its text.
    pub fn edits(&self, record: &Record) -> Vec<TextEdit> {
        edits(record, self.game, &self.tags)
    }

    /// Returns the same edits, and a comment for each tag that they replace or remove, with the original tag.
    pub fn edits_with_traces(&self, record: &Record) -> Vec<TextEdit> {
        let mut edits = self.edits(record);
        let is_edited =
            |tag: &&Tag| edits.iter().any(|(span, _)| span.start <= tag.span.start && tag.span.start < span.end);
        let replaced: Vec<&Tag> = record.tags.iter().filter(is_edited).collect();
        let text = |tag: &Tag| format!("[{} {}]", tag.name, quoted(&tag.value));
        edits.extend(replaced.into_iter().map(|tag| trace_before_turns(record, &text(tag))));
        sort_edits(&mut edits);
        edits
    }
}

/// Counts the tags of each setting that differ from those of a record.
fn count_changes(record: &Record, tried: &mut [Setting]) {
    let written = record.game().map(|game| entries(game, &tags_of(record))).unwrap_or_default();
    for setting in tried {
        let entries = entries(setting.game, &setting.tags);
        let keys: BTreeSet<&String> = entries.keys().chain(written.keys()).collect();
        setting.changes = keys.into_iter().filter(|key| entries.get(*key) != written.get(*key)).count();
        setting.as_written = setting.changes == 0;
    }
}

/// Returns the number of turns of the main line that are played.
fn played_turns(record: &Record) -> u32 {
    let turns = record.moves.turns.iter().filter(|node| !node.expects_refusal()).count();
    u32::try_from(turns).unwrap_or(u32::MAX)
}

/// Returns the edits that give a record a game and tags, in the order of its text.
fn edits(record: &Record, game: GameId, tags: &[(&'static str, String)]) -> Vec<TextEdit> {
    let game = ("Game", game.name().to_owned());
    let wanted: Vec<&(&str, String)> = std::iter::once(&game).chain(tags).collect();
    let mut edits = Vec::new();
    for name in std::iter::once("Game").chain(NAMES) {
        let Some(tag) = record.tag(name) else { continue };
        let now = wanted.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone());
        if now.as_deref() != Some(tag.value.as_str()) {
            let edit = Edit::Tag { name: name.to_owned(), was: Some(tag.value.to_string()), now };
            edits.extend(edit.in_text(record, false).unwrap_or_default());
        }
    }
    let new = wanted.iter().filter(|(name, _)| record.tag(name).is_none());
    // `Game` must be the first tag of a record.
    let (first, behind): (Vec<_>, Vec<_>) =
        new.partition(|(name, _)| *name == "Game" || record.tag("Variant").is_none());
    let line_end = record.line_end();
    let written = |new: &[&&(&str, String)]| {
        new.iter().map(|(name, value)| format!("[{name} {}]", quoted(value))).collect::<Vec<_>>().join(line_end)
    };
    let mut insert = |at: u32, text: String| edits.push((Span { start: at, end: at }, text));
    match (first.as_slice(), record.tag("Game"), record.tags.first()) {
        ([], _, _) => {}
        (new, Some(game), _) => insert(game.span.end, format!("{line_end}{}", written(new))),
        (new, None, Some(tag)) => insert(tag.span.start, format!("{}{line_end}", written(new))),
        (new, None, None) => insert(first_line(record.text()), format!("{}{line_end}{line_end}", written(new))),
    }
    if let (Some(variant), false) = (record.tag("Variant"), behind.is_empty()) {
        insert(variant.span.end, format!("{line_end}{}", written(&behind)));
    }
    sort_edits(&mut edits);
    edits
}

/// Returns the start of the first line that is not blank. In a block of a document the lines before it have no
/// margin.
fn first_line(text: &str) -> u32 {
    let blank = text.len() - text.trim_start().len();
    let start = text.get(..blank).and_then(|blank| blank.rfind('\n')).map_or(0, |end| end + 1);
    u32::try_from(start).unwrap_or(u32::MAX)
}

/// Returns the content of tags as pairs of key and value; each option is a pair of its own.
fn entries(game: GameId, tags: &[(&'static str, String)]) -> BTreeMap<String, String> {
    let mut entries = BTreeMap::from([("Game".to_owned(), game.name().to_owned())]);
    for (name, value) in tags {
        let options = if *name == "Options" { parse_options(value) } else { None };
        match options {
            Some(pairs) => entries.extend(pairs.into_iter().map(|pair| (format!("Options {}", pair.key), pair.value))),
            None => drop(entries.insert((*name).to_owned(), value.clone())),
        }
    }
    entries
}

/// Returns the tags of a record that belong to its setting.
fn tags_of(record: &Record) -> Vec<(&'static str, String)> {
    NAMES.iter().filter_map(|name| Some((*name, record.tag(name)?.value.to_string()))).collect()
}

/// Returns the record with another game; `None` if it has that game already.
fn record_of(record: &Record, game: GameId) -> Option<Record> {
    if record.game() == Some(game) {
        return None;
    }
    Some(Record::parse_str(&edited(record.text(), &edits(record, game, &[]))?))
}

/// Tries a record under every setting of a game that `fits`.
fn try_all<G: Game>(
    record: &Record,
    context: &Context,
    wanted: Wanted,
    fits: &dyn Fn(&candidates::Tags) -> bool,
    work: &mut Work,
    tried: &mut Vec<Setting>,
) {
    let turns = RecordedMove::<G>::all(record);
    let mut unreadable = turns.iter().map(RecordedMove::is_unreadable);
    // If turns cannot be parsed, no tag makes a difference.
    let in_vain = match wanted {
        Wanted::Furthest => !turns.is_empty() && unreadable.all(|is_unreadable| is_unreadable),
        Wanted::Whole => unreadable.any(|is_unreadable| is_unreadable),
    };
    if in_vain {
        return;
    }
    let mut claims = record.without_moves();
    claims.tags.retain(|tag| !NAMES.contains(&tag.name.as_str()));
    let own_tags = claims.tags.len();
    let Some(read) = TagsRead::<G>::of(&claims) else { return };
    // Hands, decks and positions are checked again with each setting.
    let reading = claims.work_of_tags();
    for tags in candidates::of(record, G::ID, context).into_iter().filter(fits) {
        work.settings += 1;
        let Some(rest) = work.left.checked_sub(reading) else {
            work.left = 0;
            return;
        };
        work.left = rest;
        claims.tags.truncate(own_tags);
        claims.tags.extend(record.tags.first().into_iter().flat_map(|like| new_tags(like, &tags)));
        let Some(trial) = read.trial(&claims, context) else { continue };
        let mut reached = trial.start();
        let mut legal_turns = 0;
        let mut complete = true;
        for turn in &turns {
            match work.left.checked_sub(1) {
                Some(rest) => work.left = rest,
                None => return,
            }
            complete = trial.play(&mut reached, turn);
            if !complete {
                break;
            }
            legal_turns += u32::from(!turn.is_not_played());
        }
        if wanted == Wanted::Whole && !complete {
            continue;
        }
        let result_agrees = complete && trial.agrees(&reached);
        tried.push(Setting { game: G::ID, tags, legal_turns, complete, result_agrees, as_written: false, changes: 0 });
    }
}

/// Creates the tags of a setting for a record.
fn new_tags<'t>(like: &'t Tag, tags: &'t [(&'static str, String)]) -> impl Iterator<Item = Tag> + 't {
    let Tag { span, name_span, value_span, .. } = *like;
    tags.iter().map(move |(name, value)| Tag {
        name: (*name).into(),
        value: value.as_str().into(),
        span,
        name_span,
        value_span,
        hashes: Vec::new(),
    })
}

/// Returns the best settings: of those with the most legal turns, the ones without redundant tags, and the record's
/// own.
fn best(tried: Vec<Setting>, own: Option<GameId>) -> Vec<Setting> {
    type Says = BTreeMap<String, String>;
    // Some turns are legal in other games by coincidence.
    let is_own = |setting: &Setting| Some(setting.game) == own && setting.legal_turns > 0;
    let rank = |setting: &Setting| (setting.explains(), setting.complete, is_own(setting), setting.legal_turns);
    let Some(most) = tried.iter().map(rank).max() else { return Vec::new() };
    let furthest = tried.into_iter().filter(|setting| rank(setting) == most);
    let mut furthest: Vec<(Says, Setting)> =
        furthest.map(|setting| (entries(setting.game, &setting.tags), setting)).collect();
    let is_within = |less: &Says, more: &Says| less.iter().all(|(key, value)| more.get(key) == Some(value));
    // The record's own setting replaces shorter and longer ones that agree with it.
    if let Some(written) = furthest.iter().find(|(_, setting)| setting.as_written).map(|(entries, _)| entries.clone()) {
        furthest.retain(|(entries, setting)| {
            setting.as_written || !(is_within(entries, &written) || is_within(&written, entries))
        });
    }
    furthest.sort_by_key(|(entries, setting)| (setting.changes, entries.len()));
    // Settings are sorted by size, so a setting that makes another one redundant is kept before it.
    let mut kept: Vec<(Says, Setting)> = Vec::new();
    for (entries, setting) in furthest {
        let has_needless_entries = kept.iter().any(|(less, _)| *less != entries && is_within(less, &entries));
        if setting.as_written || !has_needless_entries {
            kept.push((entries, setting));
        }
    }
    kept.into_iter().map(|(_, setting)| setting).collect()
}
