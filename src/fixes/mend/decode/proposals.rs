//! Proposals for other claims of a record: its result and its score may be wrong, or exchanged, or
//! the game ended in a way that the rules do not know, such as a resignation.

use super::claimed_end::Ending;
use super::claims::{claimed_result, value_of, with_tag, written_results};
use super::cost;
use crate::fixes::mend::edit::Edit;
use crate::notation::Record;
use crate::notation::likeness::Likeness;

/// The facts about an end of the game, and the claims of the record about it.
pub(super) struct Proposals<'r> {
    /// The record as written.
    pub(super) record: &'r Record,
    /// Its tags and result, after the tag edits of the hypothesis.
    pub(super) claims: &'r Record,
    /// The result under the rules; `*` if they have not ended the game.
    pub(super) result: String,
    /// The score under the rules, if the game is over and has one.
    pub(super) score: Option<String>,
    /// True if the last token is refused as written, so that the record may break off in it.
    pub(super) breaks_off: bool,
}

impl Proposals<'_> {
    /// Returns the proposals, those with a common reason first.
    pub(super) fn all(&self) -> Vec<Proposal> {
        let all = [
            self.of_other_seats(),
            self.outside_the_rules(),
            self.right_result(),
            self.right_score(),
        ];
        all.into_iter().flatten().collect()
    }

    /// Returns the value of a tag of the record.
    fn written(&self, name: &str) -> Option<&str> {
        self.record.tag_value(name)
    }

    /// Returns result and score, if both are written for the seats in reverse order.
    fn of_other_seats(&self) -> Option<Proposal> {
        let score = self.score.clone()?;
        let written = self.written("Score")?;
        let is_wrong = written != score && self.written("Result")? != self.result;
        let is_decided = self.result != "*";
        (is_decided && is_reversed(written, &score) && is_wrong).then(|| Proposal {
            tags: vec![("Result", self.result.clone()), ("Score", score)],
            cost: cost::CLAIM,
            explanation: Some("result and score are given for the wrong seats"),
        })
    }

    /// Returns the result under the rules.
    fn right_result(&self) -> Option<Proposal> {
        let is_decided = self.result != "*";
        let is_written = self.written("Result").is_some() || self.record.result.is_some();
        // It is unlikely that somebody claims a result of an unfinished game by mistake.
        let cost = match (is_written, is_decided) {
            (false, false) => return None,
            (false, true) => cost::UNSTATED,
            (true, true) => cost::CLAIM,
            (true, false) => cost::MADE_UP,
        };
        Some(Proposal::of_tag("Result", self.result.clone(), cost))
    }

    /// Returns the score under the rules, if the record claims another one. A score is not removed
    /// because the game is not over: the record may lack its end.
    fn right_score(&self) -> Option<Proposal> {
        let score = self.score.clone()?;
        let written = self.written("Score")?;
        let is_typo = Likeness::to(written).distance(&score, 1).is_some();
        let cost = if is_reversed(written, &score) || is_typo {
            cost::CLAIM
        } else {
            cost::OTHER_SCORE
        };
        Some(Proposal::of_tag("Score", score, cost))
    }

    /// Returns the tags that keep the claimed result of a game which the rules have not ended, and
    /// that state how it ended.
    fn outside_the_rules(&self) -> Option<Proposal> {
        let is_ended_by_rules = self.result != "*";
        let is_end_stated = self.record.tag("Termination").is_some();
        // A game that breaks off may have ended in any way.
        let breaks_off = self.breaks_off || self.record.last_word_before_break().is_some();
        // Nobody resigns before the first turn.
        let has_turns = !self.record.moves.turns.is_empty();
        if is_ended_by_rules || is_end_stated || breaks_off || !has_turns {
            return None;
        }

        let claimed = claimed_result(self.claims)?;
        let (how, explanation) = if claimed.contains("1/2") {
            ("agreement", "the result is a draw by agreement")
        } else {
            ("resignation", "the result stands because a player resigned")
        };
        let mut tags = vec![("Termination", how.to_owned())];
        // A place that states `*` gets the claimed result.
        if !written_results(self.record).all(|written| written == claimed) {
            tags.push(("Result", claimed));
        }
        Some(Proposal {
            tags,
            cost: cost::UNDECIDED,
            explanation: Some(explanation),
        })
    }
}

/// Returns true if a score has the points of another one in reverse order.
fn is_reversed(written: &str, score: &str) -> bool {
    written.split('-').rev().eq(score.split('-'))
}

/// A tag and the value that it gets.
type NewTag = (&'static str, String);

/// Tags that get other values, so that the claims may agree with the end.
pub(super) struct Proposal {
    tags: Vec<NewTag>,
    cost: u32,
    explanation: Option<&'static str>,
}

impl Proposal {
    /// Creates the proposal that one tag gets another value.
    fn of_tag(name: &'static str, value: String, cost: u32) -> Self {
        Self {
            tags: vec![(name, value)],
            cost,
            explanation: None,
        }
    }

    /// Returns the claims with the proposed tags.
    pub(super) fn corrected(&self, claims: &Record) -> Record {
        let mut corrected = claims.clone();
        for (name, now) in &self.tags {
            corrected = with_tag(&corrected, name, Some(now));
        }
        corrected
    }

    /// Returns the end that the proposed tags claim.
    pub(super) fn into_ending(self, record: &Record) -> Ending {
        let edits = self.tags.into_iter().map(|(name, now)| Edit::Tag {
            name: name.to_owned(),
            was: value_of(record, name, Some(&now)),
            now: Some(now),
        });
        Ending {
            edits: edits.collect(),
            explanation: self.explanation,
            cost: self.cost,
        }
    }
}
