//! Plays a record under many settings, and selects the best ones.

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

    // The tags of the record that are not tried, with those of one setting after them.
    let mut claims = record.without_moves();
    claims
        .tags
        .retain(|tag| !SETTING_TAGS.contains(&tag.name.as_str()) && !is_only_for_people(tag));
    let own_tags = claims.tags.len();
    let Some(read) = TagsRead::<G>::from_record(&claims) else {
        return;
    };
    // Hands, decks and positions are checked again with each setting.
    let reading = claims.work_of_tags();
    for tags in candidates::tags_to_try(record, G::ID, context)
        .into_iter()
        .filter(fits)
    {
        work.settings += 1;
        if work.take(reading).is_break() {
            return;
        }
        claims.tags.truncate(own_tags);
        if let Some(like) = record.tags.first() {
            claims.tags.extend(new_tags(like, &tags));
        }
        let Some(trial) = read.trial(&claims, context) else {
            continue;
        };
        let ControlFlow::Continue(played) = play(&trial, &turns, work) else {
            return;
        };
        if goal == SearchGoal::Furthest || played.complete {
            let Played {
                legal_turns,
                complete,
                result_agrees,
            } = played;
            tried.push(Setting {
                game: G::ID,
                tags,
                legal_turns,
                complete,
                result_agrees,
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

/// Creates the tags of a setting for a record.
fn new_tags<'t>(
    like: &'t Tag,
    tags: &'t [(&'static str, String)],
) -> impl Iterator<Item = Tag> + 't {
    let Tag {
        span,
        name_span,
        value_span,
        ..
    } = *like;
    tags.iter().map(move |(name, value)| Tag {
        name: (*name).into(),
        value: value.as_str().into(),
        span,
        name_span,
        value_span,
        hashes: Vec::new(),
    })
}

/// Returns the best settings: of those with the most legal turns, the ones without redundant tags,
/// and the record's own.
pub(super) fn best(tried: Vec<Setting>, own: Option<GameId>) -> Vec<Setting> {
    /// Tags and options of a setting, with their values.
    type Entries = BTreeMap<String, String>;
    // Some turns are legal in other games by coincidence, so the record's own setting is preferred.
    let is_own = |setting: &Setting| Some(setting.game) == own && setting.legal_turns > 0;
    let rank = |setting: &Setting| {
        (
            setting.explains(),
            setting.complete,
            is_own(setting),
            setting.legal_turns,
        )
    };
    let Some(most) = tried.iter().map(rank).max() else {
        return Vec::new();
    };

    let mut furthest: Vec<(Entries, Setting)> = tried
        .into_iter()
        .filter(|setting| rank(setting) == most)
        .map(|setting| (entries(setting.game, &setting.tags), setting))
        .collect();
    let is_within = |less: &Entries, more: &Entries| {
        less.iter().all(|(key, value)| more.get(key) == Some(value))
    };
    // The record's own setting replaces shorter and longer ones that agree with it.
    if let Some(written) = furthest
        .iter()
        .find(|(_, setting)| setting.as_written)
        .map(|(entries, _)| entries.clone())
    {
        furthest.retain(|(entries, setting)| {
            setting.as_written || !(is_within(entries, &written) || is_within(&written, entries))
        });
    }

    furthest.sort_by_key(|(entries, setting)| (setting.changes, entries.len()));
    // Settings are sorted by size, so a setting that makes another one redundant is kept before it.
    let mut kept: Vec<(Entries, Setting)> = Vec::new();
    for (entries, setting) in furthest {
        let is_redundant = kept
            .iter()
            .any(|(less, _)| *less != entries && is_within(less, &entries));
        if setting.as_written || !is_redundant {
            kept.push((entries, setting));
        }
    }

    kept.into_iter().map(|(_, setting)| setting).collect()
}
