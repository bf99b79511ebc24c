//! Start hypotheses: the tags of the record as written, and other values of them.

use std::rc::Rc;

use super::end::{Ending, value_of, with_tag, without_ends};
use super::queue::{Outlook, Stage};
use super::walk::{Counts, Walk};
use super::{Decoder, Premises, Reached, Step, cost};
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

/// The number of bytes of tags that are read in the time for judging a turn.
const BYTES_A_TURN: u64 = 64;
/// About the number of turns that are judged in the time for a set-up.
const SETUP: u64 = 10;

impl<G: Game> Reached<G> {
    /// Returns a hypothesis before its first token.
    fn first(walk: Walk<G>) -> Self {
        Self {
            paid: walk.counts.cost,
            walk,
            token: 0,
            later: Rc::new([]),
            changes: Rc::new([]),
        }
    }
}

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
            self.queue_tags(0);
            return;
        };
        self.starts.push(Start {
            trial,
            claims,
            claims_end,
            edits: Vec::new(),
            explanation: None,
        });
        if self.is_right_as_written() {
            return;
        }
        self.begin_readings();
        self.queue_tags(0);
    }

    /// Returns true if the main line and its end are right, so that the error is elsewhere. The
    /// numbers do not count here.
    fn is_right_as_written(&mut self) -> bool {
        let mut walk = Walk {
            progress: self.starts[0].trial.start(),
            counts: Counts::default(),
        };
        let as_written = Premises {
            start: 0,
            reading: 0,
        };
        for token in 0..self.readings[0].tokens.len() {
            if self.advance(as_written, &[], &mut walk, token).is_none() {
                return false;
            }
        }
        self.endings_at(0, &walk).iter().any(Ending::agrees)
    }

    fn begin_readings(&mut self) {
        let mut farther_than = None;
        for reading in 0..self.readings.len() {
            let walk = Walk {
                progress: self.starts[0].trial.start(),
                counts: Counts {
                    moves: 0,
                    added: 0,
                    ahead: self.readings[reading].first_ahead(),
                    cost: self.readings[reading].cost,
                },
            };
            let step = Step {
                parent: None,
                premises: Premises { start: 0, reading },
                change: None,
            };
            let than = farther_than.filter(|_| !self.readings[reading].is_readable);
            self.reach(step, Reached::first(walk), than);
            if reading == 0 {
                /// How many turns farther a reading must lead. A few turns happen to be legal
                /// in any convention.
                const MIN_MORE: usize = 3;
                let Some(node) = self.nodes.first() else {
                    return;
                };
                farther_than = Some(self.place(0, node.refused) + MIN_MORE);
            }
        }
    }

    fn queue_tags(&mut self, node: usize) {
        let refused = self.nodes.first().map_or(0, |node| node.refused);
        let outlook = Outlook {
            left: self.readings[0].tokens.len() - refused,
            window: refused + 1,
            is_back: false,
        };
        self.queue(node, Stage::Tags, cost::FORGOTTEN_TAG, outlook);
        self.queue(node, Stage::LongTags, cost::LONG_TAG, outlook);
    }

    /// Tries other values of the tags.
    pub(super) fn try_tags(&mut self, stage: Stage) {
        if stage == Stage::Tags {
            self.try_exchanged_hands();
        }
        let record = self.record;
        let listed_twice = if self.starts.is_empty() {
            G::listed_twice(record)
        } else {
            Vec::new()
        };
        let others = tag_values::others(record, G::ID, self.context, &listed_twice);
        let is_long = |name: &str| tag_values::is_long(name, G::ID);
        let count = |tag: &str| others.iter().filter(|other| other.name == tag).count();
        for OtherTag { name, value: now } in &others {
            if self.stopped {
                return;
            }
            if is_long(name) != (stage == Stage::LongTags) {
                continue;
            }
            let now = now.as_deref();
            let was = value_of(record, name, now);
            let is_slip = match (&was, now) {
                (Some(was), Some(now)) => Likeness::to(was).distance(now, 1).is_some(),
                _ => false,
            };
            let cost = match (is_long(name), is_slip) {
                (true, true) => cost::LONG_TAG,
                (true, false) => cost::LONG_TAG + 2_000,
                (false, true) => cost::TAG,
                (false, false) => {
                    let least = if was.is_none() {
                        cost::FORGOTTEN_TAG
                    } else {
                        cost::TAG
                    };
                    least + super::expand::cost_of_choice(count(name))
                }
            };
            let edit = Edit::Tag {
                name: name.clone(),
                was,
                now: now.map(str::to_owned),
            };
            let changed = with_tag(&self.record.without_moves(), name, now);
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
        if cost > self.highest() {
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
        let farther_than = if start == 0 || self.nodes.is_empty() {
            None
        } else {
            Some(self.place(0, self.nodes[0].refused))
        };
        let walk = Walk {
            progress: trial.start(),
            counts: Counts {
                moves: 0,
                added: 0,
                ahead: self.readings[0].first_ahead(),
                cost,
            },
        };
        self.starts.push(Start {
            trial,
            claims: changed,
            claims_end: true,
            edits,
            explanation,
        });
        let kept = self.nodes.len() + self.complete.len();
        let step = Step {
            parent: None,
            premises: Premises { start, reading: 0 },
            change: None,
        };
        self.reach(step, Reached::first(walk), farther_than);
        if self.nodes.len() + self.complete.len() == kept {
            self.starts.truncate(start);
            self.endings.retain(|key, _| !key.is_of(start));
        }
    }
}
