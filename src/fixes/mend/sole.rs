//! Decides whether a fix is unambiguous, so that it may be written without asking.

use std::collections::BTreeSet;

use super::candidate::{Candidate, cost};
use super::edit::Edit;
use super::search::Search;
use crate::findings::Finding;
use crate::games::{Game, GameId, TurnView};
use crate::replay::RecordedMove;

/// The number of later turns that must support a deletion, an exchange of hands, or a typo in an
/// unreadable turn if two typos in it explain the record as well.
const LATER_TURNS: u32 = 3;
/// The same for a typo in a short text, if two typos in it explain the record as well.
const LATER_TURNS_OF_SHORT: u32 = 10;
/// The maximum length of such a text, in bytes: one character more or less says little of it.
const SHORT: usize = 3;

impl<G: Game> Search<'_, G> {
    /// True if the first of the sorted candidates is the only likely change that explains the
    /// record.
    pub(super) fn has_sole(&self, found: &[Candidate]) -> bool {
        let Some(first) = found
            .first()
            .filter(|first| first.explains() && !self.work.stopped)
        else {
            return false;
        };
        if first.total_cost() >= cost::FAR || (!self.has_tried_turns && self.needs_more(found)) {
            // A deletion needs a proof of its own.
            let is_deletion = matches!(first.edits[..], [Edit::Delete { .. }, ..]);
            if !is_deletion || !self.has_tried_turns {
                return false;
            }
        }
        match &first.edits[..] {
            [Edit::Delete { turn, .. }, ..]
                if !self.is_proved_deletion(*turn, first.legal, found) =>
            {
                return false;
            }
            [Edit::Replace { was, now, .. }, ..] if has_less(was, now) => return false,
            // A turn that was left out also makes the next seats play cards of the others.
            [Edit::Tag { name, .. }, ..]
                if name.starts_with("Hand") && !self.has_later_turns(first) =>
            {
                return false;
            }
            // The record does not say how the game ended, and a turn may be wrong instead.
            [Edit::Tag { name, .. }, ..] if name == "Termination" => return false,
            // The deck may be one that was not passed.
            [
                Edit::Tag {
                    name, was: Some(_), ..
                },
                ..,
            ] if name == "Deck" => return false,
            // No turn after the two supports the other order.
            [Edit::Swap { turn }, ..] if first.legal <= turn + 1 => return false,
            [Edit::Replace { .. }] if self.has_equal_evidence(first, found) => return false,
            [Edit::Replace { .. }] if !self.is_supported(first, found) => return false,
            // In these games not all turns are tried.
            [Edit::Insert { .. }, ..] if G::FACTS.has_dice || G::UNLISTED_TURNS.is_some() => {
                return false;
            }
            _ => {}
        }
        // A turn that was written twice is surplus, even if a typo explains it as well.
        let is_twice = |other: &Candidate| other.explains() && other.cost <= cost::ORDER;
        if found[1..]
            .iter()
            .any(|other| matches!(other.edits[..], [Edit::Delete { .. }, ..]) && is_twice(other))
        {
            return false;
        }
        let margin = self.margin();
        let as_likely = |other: &Candidate| {
            other.cost <= first.cost || other.total_cost() <= first.total_cost() + margin
        };
        !found[1..]
            .iter()
            .any(|other| other.explains() && as_likely(other))
    }

    /// True if what was written could be a turn, and another turn that differs in one item explains
    /// the record as well: people who write a wrong point down do not write one that is near the
    /// right one. If it could be no turn, two characters that are both far from the written ones
    /// are no typo.
    fn has_equal_evidence(&self, first: &Candidate, found: &[Candidate]) -> bool {
        let at = usize::try_from(first.turn().unwrap_or(0))
            .unwrap_or(0)
            .saturating_sub(1);
        if self
            .written
            .get(at)
            .is_some_and(RecordedMove::is_unreadable)
        {
            return first.cost > cost::TWO;
        }
        let is_rival = |other: &Candidate| match &other.edits[..] {
            [Edit::Replace { was, now, .. }] => {
                other.explains() && other.turn() == first.turn() && differs_in_one_item(was, now)
            }
            _ => false,
        };
        !self.is_impossible(at) && found[1..].iter().any(is_rival)
    }

    /// True if a turn names a place or a piece that the game does not have, so that only a typo can
    /// have made it.
    fn is_impossible(&self, at: usize) -> bool {
        let Some(trial) = &self.trial else {
            return false;
        };
        let Some(reached) = self.reached.get(at) else {
            return false;
        };
        let turn = self.written.get(at).and_then(RecordedMove::game_turn);
        let fault = turn.and_then(|turn| G::judge(trial.setup(), &reached.state, turn, &[]).err());
        fault.is_some_and(|refusal| {
            ["/off-board", "/unknown-card"]
                .iter()
                .any(|end| refusal.fault.code.id.ends_with(end))
        })
    }

    /// True if the change makes at least [`LATER_TURNS`] turns legal, the first illegal one
    /// included.
    fn has_later_turns(&self, first: &Candidate) -> bool {
        let before = u32::try_from(self.fault).unwrap_or(u32::MAX);
        first.legal.saturating_sub(before) >= LATER_TURNS
    }

    /// True if enough evidence supports a replaced turn: later turns, or the end of the game by the
    /// rules, or that no other turn fits. Two wrong characters in the same turn are as likely as a
    /// change of cost 2 or more, and as likely as a change that few later turns support.
    fn is_supported(&self, first: &Candidate, found: &[Candidate]) -> bool {
        let tag = |name: &str| self.claims.tag_value(name);
        let is_resigned = self
            .written
            .last()
            .is_some_and(RecordedMove::is_resignation);
        let is_decided = tag("Result").is_some_and(|result| result != "*")
            && tag("Termination").is_none()
            && !is_resigned;
        let later = first.legal.saturating_sub(first.turn().unwrap_or(0));
        let is_rival = |other: &Candidate| {
            other.explains() && other.edits.len() == 1 && other.turn() == first.turn()
        };
        let is_short =
            matches!(&first.edits[..], [Edit::Replace { was, .. }, ..] if was.len() <= SHORT);
        let at = usize::try_from(first.turn().unwrap_or(0))
            .unwrap_or(0)
            .saturating_sub(1);
        let is_unreadable = self
            .written
            .get(at)
            .is_some_and(RecordedMove::is_unreadable);
        let needed = match (is_short, is_unreadable) {
            (true, _) => LATER_TURNS_OF_SHORT,
            (false, true) => LATER_TURNS,
            (false, false) => 1,
        };
        let is_typo = first.cost <= cost::TYPO && (is_decided || later >= needed);
        is_typo || !found[1..].iter().any(is_rival)
    }

    /// True if a turn is proved to be surplus: the text contains no turn, at least [`LATER_TURNS`]
    /// later turns are legal without it that are not legal with it, and no other turn in its place
    /// leads as far. The last turn never is.
    fn is_proved_deletion(&self, turn: u32, legal: u32, found: &[Candidate]) -> bool {
        let Some(at) = usize::try_from(turn)
            .ok()
            .and_then(|turn| turn.checked_sub(1))
        else {
            return false;
        };
        let has_no_turn = self
            .written
            .get(at)
            .is_some_and(RecordedMove::is_unreadable);
        let later = legal.saturating_sub(turn - 1);
        let leads_as_far = |other: &Candidate| {
            matches!(other.edits[..], [Edit::Replace { turn: replaced, .. }, ..] if replaced == turn)
                && other.legal > legal
        };
        has_no_turn && later >= LATER_TURNS && !found.iter().any(leads_as_far)
    }
}

/// True if a pushed piece lands nearer to its start than written: the written place is right if a
/// turn was left out that filled the nearer one.
pub(super) fn lands_nearer(game: GameId, first: &Finding, candidate: &Candidate) -> bool {
    let [Edit::Replace { was, now, .. }, ..] = &candidate.edits[..] else {
        return false;
    };
    let push = |text: &str| TurnView::parse(game, text).ok();
    let (Some(was), Some(now)) = (push(was), push(now)) else {
        return false;
    };
    game.facts().turns.wrong_landing == Some(first.code)
        && was.from() == now.from()
        && distance(&was) > distance(&now)
}

/// Returns how far a push goes, in columns and rows; `None` if it omits its start. On one line, a
/// farther place has a larger value.
fn distance(push: &TurnView) -> Option<(u8, u8)> {
    match (push.from()?.as_bytes(), push.to().first()?.as_bytes()) {
        ([column, row], [end_column, end_row]) => {
            Some((column.abs_diff(*end_column), row.abs_diff(*end_row)))
        }
        _ => None,
    }
}

/// True if two turns have the same number of items, and differ in one of them: a point, a die, a
/// card, a heading.
fn differs_in_one_item(was: &str, now: &str) -> bool {
    let items = |text: &str| -> Vec<String> {
        text.split([',', ';', '@', '/', '-'])
            .map(str::to_owned)
            .collect()
    };
    let was = items(was);
    let now = items(now);
    was.len() == now.len() && was.iter().zip(&now).filter(|(was, now)| was != now).count() == 1
}

/// True if a turn has less content than the one it replaces: a stone, a list or a draw is gone,
/// with nothing in its place.
fn has_less(was: &str, now: &str) -> bool {
    let count = |text: &str| {
        let parts = text
            .split([',', ';', ' '])
            .map(|part| part.trim_matches(['x', '*', 'G']));
        parts
            .filter(|part| !part.is_empty())
            .collect::<BTreeSet<_>>()
            .len()
    };
    // What is left out of the text may be a turn of its own, as in `b34.c2`.
    let is_turn = |text: &str| {
        text.contains(|sign: char| sign.is_ascii_alphabetic())
            && text.contains(|sign: char| sign.is_ascii_digit())
    };
    let left_out = was
        .strip_prefix(now)
        .or_else(|| was.strip_suffix(now))
        .unwrap_or_default();
    count(now) < count(was) || is_turn(left_out)
}
