//! Tries other values of tags: claims about the end, and the settings of the game.

use std::ops::ControlFlow;

use super::candidate::{Candidate, cost};
use super::edit::Edit;
use super::search::{PARSING_COST, Search};
use super::tags;
use crate::games::Game;
use crate::notation::likeness::Likeness;
use crate::notation::{Outcome, Record, score_text};
use crate::replay::Trial;

/// The value of a tag that follows from the turns: none if the game has no score yet.
type Claim = (&'static str, Option<String>);

/// The number of bytes of tags that are read in the time for parsing the text of a turn.
const BYTES_A_TEXT: u64 = 16;

impl<G: Game> Search<'_, G> {
    /// Plays the turns under other tags. Returns the index of the first illegal turn, and whether
    /// all turns are legal and the game ends as claimed; `None` if the tags are invalid.
    fn play_under(&mut self, tags: &Record) -> ControlFlow<(), Option<(usize, bool)>> {
        // Where a piece is listed twice, there is no start. That is cheaper to find than to set up
        // the game.
        if !G::listed_twice(tags).is_empty() {
            self.work.take(20 * PARSING_COST)?;
            return ControlFlow::Continue(None);
        }
        let bytes: usize = tags.tags.iter().map(|tag| tag.value.len()).sum();
        let reading = bytes as u64 / BYTES_A_TEXT;
        self.work
            .take((40 + reading) * PARSING_COST + self.claims.work_of_tags())?;
        let Some(trial) = Trial::<G>::new(tags, self.context) else {
            return ControlFlow::Continue(None);
        };
        let mut reached = trial.start();
        let at = self.play_on(&trial, &mut reached, 0)?;
        ControlFlow::Continue(Some((
            at,
            at == self.written.len() && trial.agrees(&reached),
        )))
    }

    /// Tries other results and scores if all turns are legal.
    pub(super) fn try_claims(&mut self) -> ControlFlow<()> {
        let open = without_ends(&self.claims);
        let Some(trial) = Trial::<G>::new(&open, self.context) else {
            return ControlFlow::Continue(());
        };
        let mut reached = trial.start();
        if self.play_on(&trial, &mut reached, 0)? < self.written.len() {
            return ControlFlow::Continue(());
        }
        let result = reached
            .result
            .clone()
            .map_or(Outcome::Open, Outcome::Decided)
            .to_string();
        let score = reached
            .result
            .as_ref()
            .and_then(|_| G::score(trial.setup(), &reached.state));
        let score = score.as_deref().map(score_text);
        if let Some(score) = score.clone()
            && result != "*"
        {
            self.try_exchanged_claims([("Result", result.clone()), ("Score", score)])?;
        }
        if result == "*" {
            self.try_end_outside_the_rules()?;
        }
        for claim in [("Result", Some(result)), ("Score", score)] {
            self.try_claim(claim)?;
        }
        ControlFlow::Continue(())
    }

    /// Tries to correct result and score together, if both are those of other seats. Otherwise, one
    /// wrong character in a turn is likelier than two wrong tags.
    fn try_exchanged_claims(&mut self, claims: [(&'static str, String); 2]) -> ControlFlow<()> {
        let written = |name: &str| self.record.tag_value(name);
        let are_wrong = claims
            .iter()
            .all(|(name, now)| written(name).is_some_and(|was| was != now));
        let is_exchanged =
            written("Score").is_some_and(|was| was.split('-').rev().eq(claims[1].1.split('-')));
        if !are_wrong || !is_exchanged {
            return ControlFlow::Continue(());
        }
        self.try_tags_together(
            &claims,
            cost::TYPO,
            "result and score are those of other seats",
        )
    }

    /// Tries to correct a result or a score, or to add the result of a game that has ended.
    fn try_claim(&mut self, (name, now): Claim) -> ControlFlow<()> {
        let was = self.record.tag_value(name);
        let is_decided = now.as_ref().is_some_and(|now| now != "*");
        let cost = match (name, &now) {
            ("Result", _) if was.is_none() && self.record.result.is_none() && !is_decided => {
                return ControlFlow::Continue(());
            }
            ("Result", _) if is_decided => cost::TYPO,
            // It is unlikely that somebody recorded a result for an unfinished game by mistake.
            ("Result", _) => cost::FAR,
            // A score is not removed because the game is not over: the record may lack its end.
            _ if was.is_none() || now.is_none() => return ControlFlow::Continue(()),
            (_, Some(now)) if was.is_some_and(|was| is_typo(was, now)) => cost::TYPO,
            _ => cost::TURN,
        };
        self.try_tag(name, now, cost)
    }

    /// Tries to keep the claimed result of a game that the rules have not ended, with a tag that
    /// says how it ended.
    fn try_end_outside_the_rules(&mut self) -> ControlFlow<()> {
        // A game that breaks off may have had any end, and nobody resigns before the first turn.
        let is_unexplained = self.record.tag("Termination").is_none()
            && !self.written.is_empty()
            && self.record.last_word_before_break().is_none();
        let Some(claimed) = claimed_result(self.record).filter(|_| is_unexplained) else {
            return ControlFlow::Continue(());
        };
        let (how, explanation) = if claimed.contains("1/2") {
            ("agreement", "the result is a draw by agreement")
        } else {
            ("resignation", "the result stands because a player resigned")
        };
        let tags = [("Termination", how.to_owned()), ("Result", claimed)];
        // If both places have the result, it stays as it is.
        let is_written = written_results(self.record).all(|written| written == tags[1].1);
        self.try_tags_together(
            if is_written { &tags[..1] } else { &tags },
            cost::FAR,
            explanation,
        )
    }

    pub(super) fn try_tags(&mut self) -> ControlFlow<()> {
        self.try_exchanged_hands()?;
        let record = self.record;
        let listed_twice = if self.trial.is_none() {
            G::listed_twice(record)
        } else {
            Vec::new()
        };
        for (name, value) in tags::others(record, G::ID, self.context, &listed_twice) {
            let is_long = name == "Position" || name == "Stock" || name.starts_with("Hand");
            self.try_tag(&name, value, if is_long { cost::TURN } else { cost::TAG })?;
        }
        ControlFlow::Continue(())
    }

    pub(super) fn try_tag(
        &mut self,
        name: &str,
        now: Option<String>,
        cost: u32,
    ) -> ControlFlow<()> {
        let record = with_tag(&self.claims, name, now.as_deref());
        let Some((at, agrees)) = self.play_under(&record)? else {
            return ControlFlow::Continue(());
        };
        let complete = at == self.written.len();
        let fault = if self.trial.is_some() { self.fault } else { 0 };
        let passes = if complete {
            agrees || fault < at
        } else {
            self.trial.is_some() && at > fault
        };
        if !passes || (fault >= self.written.len() && !agrees) {
            return ControlFlow::Continue(());
        }
        let was = value_of(self.record, name, now.as_deref());
        let distance = |was: &String| {
            Likeness::to(was)
                .distance(now.as_deref().unwrap_or_default(), 9)
                .unwrap_or(9)
        };
        // A corrected claim counts as close to the fault and to what was written.
        let is_claim = cost == cost::TYPO;
        let text_distance = was
            .as_ref()
            .filter(|_| now.is_some() && !is_claim)
            .map_or(0, distance);
        let turns_to_fault = if is_claim { 0 } else { self.fault };
        let edits = vec![Edit::Tag {
            name: name.to_owned(),
            was,
            now,
        }];
        let legal = self.played_before(at);
        self.found.push(Candidate {
            edits,
            explanation: None,
            cost,
            legal,
            complete,
            agrees,
            turns_to_fault,
            text_distance,
        });
        ControlFlow::Continue(())
    }

    /// Tries tags that were exchanged with each other, or that are all wrong for one reason.
    fn try_tags_together(
        &mut self,
        tags: &[(&str, String)],
        cost: u32,
        explanation: &'static str,
    ) -> ControlFlow<()> {
        let record = tags
            .iter()
            .fold(self.claims.clone(), |record, (name, now)| {
                with_tag(&record, name, Some(now))
            });
        let Some((_, true)) = self.play_under(&record)? else {
            return ControlFlow::Continue(());
        };
        let edits = tags.iter().map(|(name, now)| Edit::Tag {
            name: (*name).to_owned(),
            was: value_of(self.record, name, Some(now)),
            now: Some(now.clone()),
        });
        self.keep_all(edits.collect(), cost, explanation, self.written.len(), true);
        ControlFlow::Continue(())
    }

    /// Tries exchanging the hands of two seats.
    fn try_exchanged_hands(&mut self) -> ControlFlow<()> {
        let names = ["Hand1", "Hand2", "Hand3", "Hand4"];
        let hands: Vec<(&str, String)> = names
            .iter()
            .filter_map(|name| Some((*name, self.record.tag(name)?.value.to_string())))
            .collect();
        for (index, (name, hand)) in hands.iter().enumerate() {
            for (other, other_hand) in &hands[index + 1..] {
                let exchanged = [(*name, other_hand.clone()), (*other, hand.clone())];
                self.try_tags_together(
                    &exchanged,
                    cost::TAG,
                    "the hands of two seats are exchanged",
                )?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Returns the value that is replaced if a tag gets the value `now`. The result is written in two
/// places: if the tag is correct, the result after the turns is the one that changes.
fn value_of(record: &Record, name: &str, now: Option<&str>) -> Option<String> {
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

/// True if two scores differ by one typo: a wrong digit, or the seats in reverse order.
fn is_typo(was: &str, now: &str) -> bool {
    let swapped = was.split('-').rev().eq(now.split('-'));
    swapped || Likeness::to(was).distance(now, 1).is_some()
}

/// Returns the record with another value of a tag.
fn with_tag(record: &Record, name: &str, now: Option<&str>) -> Record {
    let mut other = record.clone();
    let at = other.tags.iter().position(|tag| tag.name == name);
    match (at, now) {
        (Some(at), Some(now)) => other.tags[at].value = now.into(),
        (Some(at), None) => {
            other.tags.remove(at);
        }
        (None, Some(now)) if name != "Result" || other.result.is_none() => {
            let mut tag = other.tags[0].clone();
            (tag.name, tag.value) = (name.into(), now.into());
            other.tags.push(tag);
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
fn without_ends(record: &Record) -> Record {
    let mut other = with_tag(&with_tag(record, "Result", None), "Score", None);
    other.result = None;
    other
}
