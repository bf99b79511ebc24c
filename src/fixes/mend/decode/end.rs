//! Compares the end of a hypothesis with what the record claims, and finds the claims that may be
//! wrong instead.
//!
//! [`Decoder::endings_at`] returns one [`Ending`] if the claims agree with the end. Otherwise each
//! [`Proposal`] changes some claims, and those after which the end agrees are returned. The claims
//! are the tags `Result`, `Score` and `Termination`, and the result after the turns.

use super::start::Start;
use super::walk::Walk;
use super::{Decoder, cost};
use crate::fixes::mend::edit::Edit;
use crate::games::{Game, Sides};
use crate::notation::likeness::Likeness;
use crate::notation::{Outcome, Record, Standing, score_text};
use crate::replay::Trial;

/// A tag and the value that it gets.
type NewTag = (&'static str, String);

/// Tags that get other values, so that the claims may agree with the end.
struct Proposal {
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
    fn corrected(&self, claims: &Record) -> Record {
        let mut corrected = claims.clone();
        for (name, now) in &self.tags {
            corrected = with_tag(&corrected, name, Some(now));
        }
        corrected
    }

    /// Returns the end that the proposed tags claim.
    fn into_ending(self, record: &Record) -> Ending {
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

/// What an end is, as far as claims are about it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct EndKey {
    start: usize,
    result: Option<Standing>,
    resigned: bool,
    score: Option<Vec<u32>>,
    sides: Option<Sides>,
}

impl EndKey {
    /// Returns true for an end of a game with this start.
    pub(super) fn is_of(&self, start: usize) -> bool {
        self.start == start
    }
}

/// An end of the game that agrees with the claims, once those are corrected.
#[derive(Clone, Debug)]
pub(super) struct Ending {
    pub(super) edits: Vec<Edit>,
    /// The common reason for the edits, if there is one.
    pub(super) explanation: Option<&'static str>,
    pub(super) cost: u32,
}

impl Ending {
    /// Returns true if the record claims this end.
    pub(super) fn agrees(&self) -> bool {
        self.edits.is_empty()
    }
}

impl<G: Game> Decoder<'_, G> {
    /// Returns the ways in which the record may claim the end of a walk: as it is written, or with
    /// other claims. Few ends differ, so each is compared once.
    pub(super) fn endings_at(&mut self, start: usize, walk: &Walk<G>) -> Vec<Ending> {
        let progress = &walk.progress;
        let setup = self.starts[start].trial.setup();
        let is_over = progress.result.is_some();
        let key = EndKey {
            start,
            result: progress.result.clone(),
            resigned: progress.resigned,
            score: if is_over {
                G::score(setup, &progress.state)
            } else {
                None
            },
            sides: G::sides(setup, &progress.state),
        };
        if let Some(known) = self.endings.get(&key) {
            return known.clone();
        }

        let found = self.compare_with_claims(start, walk, key.score.as_deref());
        self.endings.insert(key, found.clone());
        found
    }

    /// Returns the ways in which the claims agree with the end of a walk, whose score is `score`.
    fn compare_with_claims(
        &mut self,
        start: usize,
        walk: &Walk<G>,
        score: Option<&[u32]>,
    ) -> Vec<Ending> {
        let Start {
            trial,
            claims,
            claims_end,
            ..
        } = &self.starts[start];
        if *claims_end && trial.agrees(&walk.progress) {
            return vec![Ending {
                edits: Vec::new(),
                explanation: None,
                cost: 0,
            }];
        }

        let claims = claims.clone();
        let result = walk.progress.result.clone();
        let proposals = Proposals {
            record: self.record,
            claims: &claims,
            result: result.map_or(Outcome::Open, Outcome::Decided).to_string(),
            score: score.map(score_text),
            breaks_off: self.breaks_off(),
        };
        let mut found = Vec::new();
        for proposal in proposals.all() {
            self.take_setup(&claims);
            if self.stopped {
                break;
            }
            let corrected = proposal.corrected(&claims);
            let trial = Trial::<G>::new(&corrected, self.context);
            if trial.is_some_and(|trial| trial.agrees(&walk.progress)) {
                found.push(proposal.into_ending(self.record));
            }
        }
        found
    }

    /// Returns true if the last token is refused as written, so that the record may break off in
    /// it.
    fn breaks_off(&self) -> bool {
        self.nodes.first().is_some_and(|as_written| {
            let reading = &self.readings[as_written.step.premises.reading];
            as_written.refused + 1 == reading.tokens.len()
        })
    }
}

/// The claims that a record may have meant at one end.
struct Proposals<'r> {
    record: &'r Record,
    claims: &'r Record,
    /// The result under the rules.
    result: String,
    /// The score under the rules, if the game is over and has one.
    score: Option<String>,
    /// True if the last token is refused as written, so that the record may break off in it.
    breaks_off: bool,
}

impl Proposals<'_> {
    /// Returns the proposals, those with a common reason first.
    fn all(&self) -> Vec<Proposal> {
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
        // If both places have the result, it stays as it is.
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

/// Returns the value that is replaced if a tag gets the value `now`. The result is written in two
/// places: if the tag is correct, the result after the turns is the one that changes.
pub(super) fn value_of(record: &Record, name: &str, now: Option<&str>) -> Option<String> {
    if name == "Result" {
        let mut written = written_results(record);
        let first = written.next();
        return if first.is_some() && first.as_deref() == now {
            written.next().or(first)
        } else {
            first
        };
    }
    record.tag_value(name).map(str::to_owned)
}

/// Returns the results that a record states: in its tag, then after the turns.
fn written_results(record: &Record) -> impl Iterator<Item = String> {
    let tag = record.tag_value("Result").map(str::to_owned);
    let after_turns = record
        .result
        .as_ref()
        .map(|(outcome, _)| outcome.to_string());
    tag.into_iter().chain(after_turns)
}

/// Returns the decided result that a record claims in one place, if the other place does not
/// contradict it.
fn claimed_result(record: &Record) -> Option<String> {
    let written = written_results(record).filter_map(|written| Outcome::parse(&written));
    let mut decided = written.filter(|claim| *claim != Outcome::Open);
    let claim = decided.next()?;
    decided
        .all(|other| other == claim)
        .then(|| claim.to_string())
}

/// Returns the record with another value of a tag.
pub(super) fn with_tag(record: &Record, name: &str, now: Option<&str>) -> Record {
    let mut other = record.clone();
    let index = other.tags.iter().position(|tag| tag.name == name);
    match (index, now) {
        (Some(index), Some(now)) => other.tags[index].value = now.into(),
        (Some(index), None) => {
            other.tags.remove(index);
        }
        (None, Some(now)) if name != "Result" || other.result.is_none() => {
            if let Some(mut tag) = other.tags.first().cloned() {
                (tag.name, tag.value) = (name.into(), now.into());
                other.tags.push(tag);
            }
        }
        (None, _) => {}
    }
    if let ("Result", Some((_, span)), Some(outcome)) =
        (name, &record.result, now.and_then(Outcome::parse))
    {
        other.result = Some((outcome, *span));
    }
    other
}

/// Returns the record without its claims about the end.
pub(super) fn without_ends(record: &Record) -> Record {
    let mut other = with_tag(&with_tag(record, "Result", None), "Score", None);
    other.result = None;
    other
}
