//! Tries other values of tags: claims about the end, and the settings of the game.

use std::ops::ControlFlow;

use super::edit::Edit;
use super::found::{Found, cost};
use super::search::{READ, Search, played};
use super::tags;
use crate::games::Game;
use crate::notation::likeness::Likeness;
use crate::notation::{Outcome, Record, score_text};
use crate::replay::Trial;

impl<G: Game> Search<'_, G> {
    /// Tries other results and scores if all turns are legal.
    pub(super) fn claims(&mut self) -> ControlFlow<()> {
        let open = without_ends(&self.claims);
        let Some(trial) = Trial::<G>::of(&open, self.context) else { return ControlFlow::Continue(()) };
        let mut reached = trial.start();
        for turn in &self.written {
            self.work.take(played::<G>())?;
            if !trial.play(&mut reached, turn) {
                return ControlFlow::Continue(());
            }
        }
        let result = reached.result.clone().map_or(Outcome::Open, Outcome::Decided).to_string();
        let score = reached.result.as_ref().and_then(|_| G::score(trial.setup(), &reached.state));
        if let Some(score) = score.as_deref().filter(|_| self.record.tag("Score").is_some() && result != "*") {
            let both = [("Result", result.clone()), ("Score", score_text(score))];
            let are_wrong =
                both.iter().all(|(name, now)| self.record.tag(name).is_some_and(|tag| tag.value != now.as_str()));
            let is_exchanged = self.record.tag("Score").is_some_and(|tag| {
                let written: Vec<&str> = tag.value.split('-').collect();
                score_text(score).split('-').eq(written.iter().rev().copied())
            });
            // Otherwise one wrong character in a turn is likelier than two wrong tags.
            if are_wrong && is_exchanged {
                self.tags_together(&both, cost::SLIP, "result and score are those of other seats")?;
            }
        }
        if result == "*" {
            self.ended_outside_the_rules()?;
        }
        for (name, value) in [("Result", Some(result)), ("Score", score.as_deref().map(score_text))] {
            let is_claimed = self.record.tag(name).is_some() || (name == "Result" && self.record.result.is_some());
            // A game that has ended has a result, even if the record says nothing of it.
            let is_left_out = name == "Result" && value.as_ref().is_some_and(|result| result != "*");
            if (is_claimed || is_left_out) && (value.is_some() || name == "Score") {
                let value = value.unwrap_or_default();
                let cost = match name {
                    // It is unlikely that somebody recorded a result for an unfinished game by mistake.
                    "Result" if value == "*" => cost::FAR,
                    "Result" => cost::SLIP,
                    _ if self.record.tag(name).is_some_and(|tag| is_slip(&tag.value, &value)) => cost::SLIP,
                    _ => cost::TURN,
                };
                self.tag(name, Some(value).filter(|value| !value.is_empty()), cost)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Tries to keep the claimed result of a game that the rules have not ended, with a tag that says how it ended.
    fn ended_outside_the_rules(&mut self) -> ControlFlow<()> {
        let Some(claimed) = claimed_result(self.record).filter(|_| self.record.tag("Termination").is_none()) else {
            return ControlFlow::Continue(());
        };
        let (how, explanation) = match claimed.contains("1/2") {
            true => ("agreement", "the result is a draw by agreement"),
            false => ("resignation", "the result stands because a player resigned"),
        };
        let tags = [("Termination", how.to_owned()), ("Result", claimed)];
        // If both places have the result, it stays as it is.
        let is_written = written_result(self.record, &tags[1].1);
        self.tags_together(if is_written { &tags[..1] } else { &tags }, cost::FAR, explanation)
    }

    pub(super) fn tags(&mut self) -> ControlFlow<()> {
        self.exchanged_hands()?;
        for (name, value) in tags::others(self.record, G::ID, self.context) {
            let is_long = name == "Position" || name == "Stock" || name.starts_with("Hand");
            self.tag(&name, value, if is_long { cost::TURN } else { cost::TAG })?;
        }
        ControlFlow::Continue(())
    }

    pub(super) fn tag(&mut self, name: &str, now: Option<String>, cost: u32) -> ControlFlow<()> {
        self.work.take(40 * READ + self.claims.work_of_tags())?;
        let record = with_tag(&self.claims, name, now.as_deref());
        let Some(trial) = Trial::<G>::of(&record, self.context) else { return ControlFlow::Continue(()) };
        let mut reached = trial.start();
        let mut at = 0;
        while at < self.written.len() {
            self.work.take(played::<G>())?;
            if !trial.play(&mut reached, &self.written[at]) {
                break;
            }
            at += 1;
        }
        let complete = at == self.written.len();
        let agrees = complete && trial.agrees(&reached);
        let fault = if self.trial.is_some() { self.fault } else { 0 };
        let passes = if complete { agrees || fault < at } else { self.trial.is_some() && at > fault };
        if !passes || (fault >= self.written.len() && !agrees) {
            return ControlFlow::Continue(());
        }
        let was = value_of(self.record, name, now.as_deref());
        let distance = |was: &String| Likeness::to(was).distance(now.as_deref().unwrap_or_default(), 9).unwrap_or(9);
        // A corrected claim counts as close to the fault and to what was written.
        let is_claim = cost == cost::SLIP;
        let unlike = was.as_ref().filter(|_| now.is_some() && !is_claim).map_or(0, distance);
        let distance = if is_claim { 0 } else { self.fault };
        let passed = self.written.iter().take(at).filter(|turn| turn.is_not_played()).count();
        let edit = Edit::Tag { name: name.to_owned(), was, now };
        let (legal, order) = (u32::try_from(at - passed).unwrap_or(u32::MAX), self.found.len());
        let (more, explanation) = (Vec::new(), None);
        self.found.push(Found { edit, more, explanation, cost, legal, complete, agrees, distance, unlike, order });
        ControlFlow::Continue(())
    }

    /// Tries tags that were exchanged with each other, or that are all wrong for one reason.
    fn tags_together(&mut self, tags: &[(&str, String)], cost: u32, explanation: &'static str) -> ControlFlow<()> {
        self.work.take(40 * READ + self.claims.work_of_tags())?;
        let record = tags.iter().fold(self.claims.clone(), |record, (name, now)| with_tag(&record, name, Some(now)));
        let Some(trial) = Trial::<G>::of(&record, self.context) else { return ControlFlow::Continue(()) };
        let mut reached = trial.start();
        for turn in &self.written {
            self.work.take(played::<G>())?;
            if !trial.play(&mut reached, turn) {
                return ControlFlow::Continue(());
            }
        }
        if !trial.agrees(&reached) {
            return ControlFlow::Continue(());
        }
        let mut edits = tags.iter().map(|(name, now)| Edit::Tag {
            name: (*name).to_owned(),
            was: value_of(self.record, name, Some(now)),
            now: Some(now.clone()),
        });
        let Some(edit) = edits.next() else { return ControlFlow::Continue(()) };
        let more = edits.collect();
        let played = self.written.iter().filter(|turn| !turn.is_not_played()).count();
        let (legal, order) = (u32::try_from(played).unwrap_or(u32::MAX), self.found.len());
        self.found.push(Found {
            edit,
            more,
            explanation: Some(explanation),
            cost,
            legal,
            complete: true,
            agrees: true,
            distance: 0,
            unlike: 0,
            order,
        });
        ControlFlow::Continue(())
    }

    /// Tries exchanging the hands of two seats.
    fn exchanged_hands(&mut self) -> ControlFlow<()> {
        let names = ["Hand1", "Hand2", "Hand3", "Hand4"];
        let hands: Vec<(&str, String)> =
            names.iter().filter_map(|name| Some((*name, self.record.tag(name)?.value.to_string()))).collect();
        for (at, (name, hand)) in hands.iter().enumerate() {
            for (other, other_hand) in &hands[at + 1..] {
                let exchanged = [(*name, other_hand.clone()), (*other, hand.clone())];
                self.tags_together(&exchanged, cost::TAG, "the hands of two seats are exchanged")?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Returns the value that is replaced if a tag gets the value `now`. The result is written in two places: if the tag is
/// correct, the result after the turns is the one that changes.
fn value_of(record: &Record, name: &str, now: Option<&str>) -> Option<String> {
    let tag = record.tag(name).map(|tag| tag.value.to_string());
    let after_turns = record.result.as_ref().filter(|_| name == "Result").map(|(outcome, _)| outcome.to_string());
    if tag.is_some() && tag.as_deref() == now { after_turns.or(tag) } else { tag.or(after_turns) }
}

/// Returns the decided result that a record claims in one place, if the other place does not contradict it.
fn claimed_result(record: &Record) -> Option<String> {
    let tag = record.tag("Result").and_then(|tag| Outcome::parse(&tag.value));
    let after_turns = record.result.as_ref().map(|(outcome, _)| outcome.clone());
    let mut claims = [tag, after_turns].into_iter().flatten().filter(|claim| *claim != Outcome::Open);
    let claim = claims.next()?;
    claims.all(|other| other == claim).then(|| claim.to_string())
}

/// True if no place of a record has another result.
fn written_result(record: &Record, result: &str) -> bool {
    let tag = record.tag("Result").map(|tag| tag.value.to_string());
    let after_turns = record.result.as_ref().map(|(outcome, _)| outcome.to_string());
    [tag, after_turns].into_iter().flatten().all(|written| written == result)
}

/// True if two scores differ by one typo: a wrong digit, or the seats in reverse order.
fn is_slip(was: &str, now: &str) -> bool {
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
    if let ("Result", Some((_, span)), Some(outcome)) = (name, &record.result, now.and_then(Outcome::parse)) {
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
