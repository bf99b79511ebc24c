//! Plays a record under many settings ([`try_all`]), and selects the best ones ([`best`]).

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::candidates;
use super::setting::{SETTING_TAGS, Setting, entries};
use crate::games::{Context, Game};
use crate::notation::{GameId, Record, Tag, Termination, is_player_of_pgn};
use crate::replay::{RecordedMove, TagsRead, Trial};

/// Budget and work of a search.
pub(super) struct Work {
    /// The number of turns that may still be judged. Parsing counts as well.
    pub(super) left: u64,
    /// The number of settings tried.
    pub(super) settings: u64,
}

impl Work {
    /// Charges the cost of a step. Breaks if the cost exceeds the remaining budget.
    fn take(&mut self, cost: u64) -> ControlFlow<()> {
        match self.left.checked_sub(cost) {
            Some(left) => {
                self.left = left;
                ControlFlow::Continue(())
            }
            None => {
                self.left = 0;
                ControlFlow::Break(())
            }
        }
    }
}

/// The settings that a search keeps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SearchGoal {
    /// Settings under which the most turns are legal.
    Furthest,
    /// Settings under which all turns are legal.
    Whole,
}

/// Tries a record under every setting of a game that `fits`, and adds to `tried` the settings that
/// the goal asks for. Stops when the budget of `work` is used up.
pub(super) fn try_all<G: Game>(
    record: &Record,
    context: &Context,
    goal: SearchGoal,
    fits: &dyn Fn(&candidates::Tags) -> bool,
    work: &mut Work,
    tried: &mut Vec<Setting>,
) {
    let turns = RecordedMove::<G>::all(record);
    if is_hopeless(&turns, goal) {
        return;
    }

    // The record without its turns: the tags that no setting changes, and after them the tags of
    // the setting that is tried.
    let mut tagged = record.without_moves();
    tagged
        .tags
        .retain(|tag| !SETTING_TAGS.contains(&tag.name.as_str()) && !is_only_for_people(tag));
    let unchanged_tags = tagged.tags.len();
    let Some(read) = TagsRead::<G>::from_record(&tagged) else {
        return;
    };
    // Hands, decks and positions are checked again with each setting.
    let work_of_tags = tagged.work_of_tags();
    let all = candidates::tags_to_try(record, G::ID, context);
    for tags in all.into_iter().filter(fits) {
        work.settings += 1;
        if work.take(work_of_tags).is_break() {
            return;
        }
        tagged.tags.truncate(unchanged_tags);
        if let Some(written) = record.tags.first() {
            tagged.tags.extend(tags_of_setting(&tags, written));
        }
        let Some(trial) = read.trial(&tagged, context) else {
            continue;
        };
        let ControlFlow::Continue(played) = play(&trial, &turns, work) else {
            return;
        };
        if goal == SearchGoal::Furthest || played.complete {
            tried.push(Setting {
                game: G::ID,
                tags,
                legal_turns: played.legal_turns,
                complete: played.complete,
                result_agrees: played.result_agrees,
                // The caller compares the settings with the tags of the record.
                as_written: false,
                changes: 0,
            });
        }
    }
}

/// Returns true if no tags can lead to the goal, because turns cannot be parsed.
fn is_hopeless<G: Game>(turns: &[RecordedMove<G>], goal: SearchGoal) -> bool {
    match goal {
        SearchGoal::Furthest => !turns.is_empty() && turns.iter().all(RecordedMove::is_unreadable),
        SearchGoal::Whole => turns.iter().any(RecordedMove::is_unreadable),
    }
}

/// Returns true for a tag that does not affect play and that may be written as in PGN:
/// `[White "Ann"]`, `[Date "2026.01.02"]`.
fn is_only_for_people(tag: &Tag) -> bool {
    match tag.name.as_str() {
        "Date" => true,
        "Termination" => Termination::named(&tag.value).is_none(),
        name => is_player_of_pgn(name),
    }
}

/// Result of playing turns.
struct Played {
    legal_turns: u32,
    /// True if all turns are legal.
    complete: bool,
    /// True if the game then ends as the record claims.
    result_agrees: bool,
}

/// Plays turns until one is illegal. Breaks if the budget is used up.
fn play<G: Game>(
    trial: &Trial<'_, G>,
    turns: &[RecordedMove<G>],
    work: &mut Work,
) -> ControlFlow<(), Played> {
    let mut reached = trial.start();
    let mut legal_turns = 0;
    for turn in turns {
        work.take(1)?;
        if !trial.play(&mut reached, turn) {
            return ControlFlow::Continue(Played {
                legal_turns,
                complete: false,
                result_agrees: false,
            });
        }
        legal_turns += u32::from(!turn.is_not_played());
    }
    ControlFlow::Continue(Played {
        legal_turns,
        complete: true,
        result_agrees: trial.agrees(&reached),
    })
}

/// Creates the tags of a setting. They have no place in the text, so they get that of a `written`
/// tag.
fn tags_of_setting(tags: &[(&'static str, String)], written: &Tag) -> impl Iterator<Item = Tag> {
    tags.iter().map(|(name, value)| Tag {
        name: (*name).into(),
        value: value.as_str().into(),
        span: written.span,
        name_span: written.name_span,
        value_span: written.value_span,
        hashes: Vec::new(),
    })
}

/// Tags and options of a setting, with their values.
type Entries = BTreeMap<String, String>;

/// A setting with the content of its tags.
struct Candidate {
    entries: Entries,
    setting: Setting,
}

/// Returns the best settings: of those with the most legal turns, the ones without redundant tags,
/// and the record's own. `named` is the game that the record names.
pub(super) fn best(tried: Vec<Setting>, named: Option<GameId>) -> Vec<Setting> {
    let mut best = of_highest_rank(tried, named);
    drop_variants_of_written(&mut best);
    best.sort_by_key(|candidate| (candidate.setting.changes, candidate.entries.len()));

    // Settings are sorted by size, so a setting that makes another one redundant is kept before it.
    let mut kept: Vec<Candidate> = Vec::new();
    for candidate in best {
        let is_redundant = kept
            .iter()
            .map(|less| &less.entries)
            .any(|less| *less != candidate.entries && is_part_of(less, &candidate.entries));
        if candidate.setting.as_written || !is_redundant {
            kept.push(candidate);
        }
    }
    kept.into_iter()
        .map(|candidate| candidate.setting)
        .collect()
}

/// Returns the settings that explain most of the record.
fn of_highest_rank(tried: Vec<Setting>, named: Option<GameId>) -> Vec<Candidate> {
    // Some turns are legal in other games by coincidence, so the game of the record is preferred.
    let is_of_named = |setting: &Setting| Some(setting.game) == named && setting.legal_turns > 0;
    let rank = |setting: &Setting| {
        (
            setting.explains(),
            setting.complete,
            is_of_named(setting),
            setting.legal_turns,
        )
    };
    let Some(highest) = tried.iter().map(rank).max() else {
        return Vec::new();
    };
    tried
        .into_iter()
        .filter(|setting| rank(setting) == highest)
        .map(|setting| Candidate {
            entries: entries(setting.game, &setting.tags),
            setting,
        })
        .collect()
}

/// Drops the settings that only add tags to the record's own setting, or leave some of its tags
/// out.
fn drop_variants_of_written(candidates: &mut Vec<Candidate>) {
    let written = candidates
        .iter()
        .find(|candidate| candidate.setting.as_written);
    let Some(written) = written.map(|written| written.entries.clone()) else {
        return;
    };
    candidates.retain(|Candidate { entries, setting }| {
        let agrees = is_part_of(entries, &written) || is_part_of(&written, entries);
        setting.as_written || !agrees
    });
}

/// Returns true if `more` has all tags and options of `less`, with the same values.
fn is_part_of(less: &Entries, more: &Entries) -> bool {
    less.iter().all(|(key, value)| more.get(key) == Some(value))
}
