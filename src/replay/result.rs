//! The result and the score that a record claims, against those that the rules give.

use super::line::Lines;
use super::{CommonTags, Start};
use crate::findings::{Code, Finding, Related, code};
use crate::games::Game;
use crate::notation::{Outcome, Standing, Termination, score_text};

/// Where the main line ended.
pub(super) struct Ended<'e, G: Game> {
    pub(super) state: &'e G::State,
    /// What the rules or a resignation gave.
    pub(super) result: Option<&'e Standing>,
    pub(super) resigned: bool,
    /// A turn at fault ended the replay.
    pub(super) at_fault: bool,
}

impl<G: Game> Lines<'_, '_, G> {
    /// Judges the claims, unless a turn at fault leaves the end unknown.
    pub(super) fn claims(&mut self, tags: &CommonTags, end: &Ended<'_, G>) {
        let Some(Start { setup, .. }) = self.start else { return };
        if let Some((Termination::Rules, span)) = tags.termination.filter(|_| end.resigned) {
            let finding =
                Finding::new(&code::INCONSISTENT, span, "This game ended with a resignation, not by the rules.")
                    .with_help("Write `[Termination \"resignation\"]`, or leave the tag out.")
                    .with_related(self.last_turn("the resignation"));
            self.collector.of_record(finding);
        }
        // What stands behind a comment that is never closed was swallowed by it.
        if end.at_fault || self.record.findings.iter().any(|finding| finding.code == &code::UNCLOSED_COMMENT) {
            return;
        }
        if let (Some((Termination::Unfinished, span)), Some(_)) = (tags.termination, end.result)
            && !end.resigned
        {
            let finding = Finding::new(&code::INCONSISTENT, span, "The rules have decided this game: it is finished.")
                .with_help("Write `[Termination \"rules\"]`, or leave the tag out.")
                .with_related(self.last_turn("the turn that ended it"));
            self.collector.of_record(finding);
        }
        if !tags.impossible_result && !self.record.result_unclear {
            self.result(tags, end, setup);
        }
        self.score(tags, end, setup);
    }

    fn last_turn(&self, message: &str) -> Option<Related> {
        let node = self.record.moves.turns.last()?;
        Some(Related { message: message.into(), span: node.text, turn: node.number })
    }

    fn result(&mut self, tags: &CommonTags, end: &Ended<'_, G>, setup: &G::Setup) {
        let claimed = match (&self.record.result, &tags.result) {
            (Some((outcome, _)), _) | (None, Some((outcome, _))) => outcome,
            // A `Result` tag that cannot be read claims nothing that could be judged.
            (None, None) if self.record.tag("Result").is_some() => return,
            (None, None) => &Outcome::Open,
        };
        let termination = tags.termination.map(|(termination, _)| termination);
        let Some(standing) = end.result else {
            // Nobody knows what a termination that cannot be read would have excused.
            if self.record.tag("Termination").is_some() && termination.is_none() {
                return;
            }
            if let Some((code, message)) = undecided(claimed, termination) {
                let finding = Finding::new(code, self.record.result_span(), message).with_help(
                    "If it ended outside the rules, say so: `[Termination \"resignation\"]`, `time`, `forfeit`, `agreement` or `adjudication`.",
                );
                self.collector.of_record(finding);
            }
            return;
        };
        if matches!(claimed, Outcome::Decided(claimed) if claimed == standing) {
            return;
        }
        let mut rule = "notation 5";
        let mut reason = "a resignation".to_owned();
        let verdict = G::verdict(setup, end.state).filter(|_| !end.resigned);
        if let Some(verdict) = &verdict {
            rule = verdict.rule;
            reason = format!("{}, {}", verdict.rule, verdict.reason);
        }
        let message = format!("The result is `{standing}`, not `{claimed}`: {reason}.");
        let mut finding = Finding::new(&code::RESULT, self.record.result_span(), message)
            .with_help(format!("Write `{standing}` behind the movetext and in the tag `Result`."))
            .with_related(self.last_turn("the game ended with this turn"));
        finding.rule = rule;
        finding.exhibit = verdict.and_then(|verdict| self.end_shown(end.state, verdict));
        self.collector.of_record(finding);
    }

    fn score(&mut self, tags: &CommonTags, end: &Ended<'_, G>, setup: &G::Setup) {
        let Some((claimed, span)) = &tags.score else { return };
        let due = end.result.and_then(|_| G::score(setup, end.state));
        let message = match due {
            Some(points) if points == *claimed => return,
            Some(points) => format!("The score is {}, not {}.", score_text(&points), score_text(claimed)),
            None => "The game is not over, so it has no score yet.".to_owned(),
        };
        self.collector.of_record(Finding::new(&code::SCORE, *span, message));
    }
}

/// What is wrong with a claim in a game that is not over.
fn undecided(claimed: &Outcome, termination: Option<Termination>) -> Option<(Code, String)> {
    let message = match (claimed, termination) {
        (Outcome::Open, Some(Termination::Rules)) => "The rules have not ended this game.".to_owned(),
        (Outcome::Open, _) => return None,
        (Outcome::Decided(_), None | Some(Termination::Rules)) => {
            format!("`{claimed}` is claimed, but the rules have not ended this game.")
        }
        (Outcome::Decided(_), Some(Termination::Unfinished)) => {
            format!("`{claimed}` is claimed for a game that is said to be unfinished.")
        }
        (Outcome::Decided(_), Some(_)) => return None,
    };
    Some((&code::UNDECIDED, message))
}
