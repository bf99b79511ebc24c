//! Starts of hypotheses: the tags of the record as written, and other values of them.
//!
//! [`Decoder::begin`] plays the tokens under the tags as written, in each reading. Later stages
//! play them under other tags ([`Decoder::try_tags`]). A start is kept if it leads farther than the
//! tags as written.

use super::claimed_end::Ending;
use super::claims::{value_of, with_tag, without_ends};
use super::expand::cost_of_choice;
use super::hypothesis::{Premises, Reached, Step};
use super::queue::{Outlook, Stage};
use super::reading::Evidence;
use super::walk::{Counts, Walk};
use super::{Decoder, cost};
use crate::fixes::mend::edit::Edit;
use crate::fixes::mend::tag_values::{self, OtherTag};
use crate::games::Game;
use crate::notation::Record;
use crate::notation::likeness::Likeness;
use crate::replay::Trial;

/// Tags under which the turns are played.
pub(super) struct Start<'a, G: Game> {
    pub(super) trial: Trial<'a, G>,
    /// The tags and the result of the record, with the changes.
    pub(super) claims: Record,
    /// True if the trial has the claims of the record about its end.
    pub(super) claims_end: bool,
    /// The changes of tags.
    pub(super) edits: Vec<Edit>,
    /// The common reason for them, if there is one.
    pub(super) explanation: Option<&'static str>,
}

/// The index of the tags as written among the starts, and of the tokens as written among the
/// readings.
const AS_WRITTEN: usize = 0;

/// The number of bytes of tags that are read in the time for judging a turn.
const BYTES_A_TURN: u64 = 64;
/// About the number of turns that are judged in the time for a set-up.
const SETUP: u64 = 10;

/// How many turns farther than the record as written a reading must lead. A few turns happen to be
/// legal in any convention.
const MIN_MORE: usize = 3;
/// What a value costs in addition that is more than one mistake away from the written one.
const ANOTHER_MISTAKE: u32 = 2_000;

impl<'a, G: Game> Decoder<'a, G> {
    /// Begins the search: with the tags as written, in every reading of the tokens.
    pub(super) fn begin(&mut self) {
        let claims = self.record.without_moves();
        let trial = Trial::<G>::new(&claims, self.context).map(Trial::into_owned);
        let claims_end = trial.is_some();
        // A claim that cannot be read does not keep the turns from being played.
        let trial = trial.or_else(|| {
            Trial::<G>::new(&without_ends(&claims), self.context).map(Trial::into_owned)
        });
        let Some(trial) = trial else {
            self.queue_tags();
            return;
        };
        self.starts.push(Start {
            trial,
            claims,
            claims_end,
            edits: Vec::new(),
            explanation: None,
        });
        if !self.is_right_as_written() {
            self.begin_readings();
            self.queue_tags();
        }
    }

    /// Returns true if the main line and its end are right, so that the error is elsewhere. The
    /// numbers do not count here.
    fn is_right_as_written(&mut self) -> bool {
        let mut walk = Walk {
            progress: self.starts[AS_WRITTEN].trial.start(),
            counts: Counts::default(),
        };
        let premises = Premises {
            start: AS_WRITTEN,
            reading: AS_WRITTEN,
        };
        for token in 0..self.readings[AS_WRITTEN].tokens.len() {
            if self.advance(premises, &[], &mut walk, token).is_none() {
                return false;
            }
        }
        let endings = self.endings_at(AS_WRITTEN, &walk);
        endings.iter().any(Ending::agrees)
    }

    /// Plays the tokens under the tags as written, in each reading. A reading other than the first
    /// is kept if it makes more tokens readable, or leads farther.
    fn begin_readings(&mut self) {
        let cost_as_written = self.readings[AS_WRITTEN].cost;
        self.begin_with(AS_WRITTEN, AS_WRITTEN, cost_as_written, None);
        let Some(as_written) = self.nodes.first() else {
            return;
        };
        let min_turn = self.turn_index(AS_WRITTEN, as_written.refused) + MIN_MORE;
        for reading in 1..self.readings.len() {
            let farther_than = match self.readings[reading].evidence {
                Evidence::ReadableTokens => None,
                Evidence::Missing => Some(min_turn),
            };
            let cost = self.readings[reading].cost;
            self.begin_with(AS_WRITTEN, reading, cost, farther_than);
        }
    }

    /// Plays the tokens of a reading from a start, and keeps the hypothesis if it leads farther
    /// than a turn of the record.
    fn begin_with(&mut self, start: usize, reading: usize, cost: u32, farther_than: Option<usize>) {
        let walk = Walk {
            progress: self.starts[start].trial.start(),
            counts: Counts {
                moves: 0,
                added: 0,
                ahead: self.readings[reading].first_ahead(),
                cost,
            },
        };
        let step = Step::first(Premises { start, reading });
        self.read_and_keep(step, Reached::first(walk), farther_than);
    }

    /// Puts the stages in which other tags are tried into the queue.
    fn queue_tags(&mut self) {
        /// These stages expand no hypothesis, so the number of their node is not used.
        const NO_NODE: usize = 0;

        let refused = self.nodes.first().map_or(0, |node| node.refused);
        let outlook = Outlook {
            unread: self.readings[AS_WRITTEN].tokens.len() - refused,
            window: refused + 1,
            is_before_change: false,
        };
        self.queue(NO_NODE, Stage::Tags, cost::FORGOTTEN_TAG, outlook);
        self.queue(NO_NODE, Stage::LongTags, cost::LONG_TAG, outlook);
    }

    /// Tries other values of the short tags, or of the long ones.
    pub(super) fn try_tags(&mut self, stage: Stage) {
        if stage == Stage::Tags {
            self.try_exchanged_hands();
        }
        let record = self.record;
        // Only if the tags as written allow no game may a piece in two places be the reason.
        let listed_twice = if self.starts.is_empty() {
            G::listed_twice(record)
        } else {
            Vec::new()
        };
        let mut others = tag_values::others(record, G::ID, self.context, &listed_twice);
        others.retain(|other| {
            let is_long = tag_values::is_long(&other.name, G::ID);
            is_long == (stage == Stage::LongTags)
        });
        for other in &others {
            if self.stopped {
                return;
            }
            let OtherTag { name, value: now } = other;
            let was = value_of(record, name, now.as_deref());
            let choices = others.iter().filter(|other| other.name == *name).count();
            let cost = cost_of_tag(stage, was.as_deref(), now.as_deref(), choices);
            let changed = with_tag(&record.without_moves(), name, now.as_deref());
            let edit = Edit::Tag {
                name: name.clone(),
                was,
                now: now.clone(),
            };
            self.try_start(changed, vec![edit], None, cost);
        }
    }

    /// Tries exchanging the hands of two seats.
    fn try_exchanged_hands(&mut self) {
        let names = ["Hand1", "Hand2", "Hand3", "Hand4"];
        let record = self.record;
        let hands: Vec<(&str, String)> = names
            .iter()
            .filter_map(|name| Some((*name, record.tag(name)?.value.to_string())))
            .collect();
        for (index, (name, hand)) in hands.iter().enumerate() {
            for (other, other_hand) in &hands[index + 1..] {
                let exchanged = [(*name, hand, other_hand), (*other, other_hand, hand)];
                let mut changed = record.without_moves();
                let mut edits = Vec::new();
                for (name, was, now) in exchanged {
                    changed = with_tag(&changed, name, Some(now));
                    edits.push(Edit::Tag {
                        name: name.to_owned(),
                        was: Some(was.clone()),
                        now: Some(now.clone()),
                    });
                }
                let explanation = "the hands of two seats are exchanged";
                self.try_start(changed, edits, Some(explanation), cost::TAG);
            }
        }
    }

    /// Takes the set-up of a game with these tags from the budget.
    pub(super) fn take_setup(&mut self, record: &Record) {
        let bytes: usize = record.tags.iter().map(|tag| tag.value.len()).sum();
        self.spend(SETUP + (bytes as u64 + record.work_of_tags()) / BYTES_A_TURN);
    }

    /// Plays the turns under other tags, and keeps the start if it leads farther.
    fn try_start(
        &mut self,
        changed: Record,
        edits: Vec<Edit>,
        explanation: Option<&'static str>,
        cost: u32,
    ) {
        if cost > self.highest_cost() {
            return;
        }
        // Where a piece is listed twice, there is no start. That is cheaper to find than to set
        // up the game.
        if !G::listed_twice(&changed).is_empty() {
            self.spend(1);
            return;
        }
        self.take_setup(&changed);
        let trial = Trial::<G>::new(&changed, self.context).map(Trial::into_owned);
        let Some(trial) = trial else {
            return;
        };

        let start = self.starts.len();
        // If the tags as written allow no game, any start leads farther.
        let farther_than = if start > 0 {
            self.nodes
                .first()
                .map(|node| self.turn_index(AS_WRITTEN, node.refused))
        } else {
            None
        };
        self.starts.push(Start {
            trial,
            claims: changed,
            claims_end: true,
            edits,
            explanation,
        });
        let kept_before = self.nodes.len() + self.complete.len();
        self.begin_with(start, AS_WRITTEN, cost, farther_than);
        let is_kept = self.nodes.len() + self.complete.len() > kept_before;
        if !is_kept {
            self.starts.truncate(start);
            self.endings.retain(|key, _| !key.is_of(start));
        }
    }
}

/// Returns the cost of another value of a tag, one of `choices` that are tried in a stage.
fn cost_of_tag(stage: Stage, was: Option<&str>, now: Option<&str>, choices: usize) -> u32 {
    let is_typo = match (was, now) {
        (Some(was), Some(now)) => Likeness::to(was).distance(now, 1).is_some(),
        _ => false,
    };
    match (stage, is_typo) {
        (Stage::LongTags, true) => cost::LONG_TAG,
        (Stage::LongTags, false) => cost::LONG_TAG + ANOTHER_MISTAKE,
        (_, true) => cost::TAG,
        (_, false) if was.is_none() => cost::FORGOTTEN_TAG + cost_of_choice(choices),
        (_, false) => cost::TAG + cost_of_choice(choices),
    }
}
