//! What comments expect of turns, positions and the record, held against what they are.

use super::{Cursor, Fate, Lines, MOST_COUNTED};
use crate::findings::{Finding, code};
use crate::games::Game;
use crate::notation::{
    Expectation, Line, Outcome, Record, TurnNode, comments_of, expectations, irregular_codes, quoted, shorten,
};
use crate::replay::Start;
use crate::text::Span;

/// Takes out of `findings` those that comments before the first turn, or after the result, expect;
/// gives back what is expected in vain.
pub(crate) fn expected_codes(record: &Record, findings: &mut Vec<Finding>) -> Vec<Finding> {
    let comments = comments_of(&record.moves.opening).chain(comments_of(&record.closing));
    let mut unmet = Vec::new();
    let mut met: Vec<&str> = Vec::new();
    for (expectation, span) in expectations(comments) {
        let Expectation::Code(id) = expectation else { continue };
        let before = findings.len();
        findings.retain(|finding| finding.code.id != id);
        if findings.len() == before && !met.contains(&id.as_str()) {
            let mut finding = Finding::new(&code::UNMET, span, format!("Nothing in this record is `{id}`."));
            finding.holds = Some("legal".to_owned());
            unmet.push(finding);
        }
        met.push(id);
    }
    unmet
}

/// An expectation that did not hold.
pub(super) struct Unmet {
    message: String,
    /// The arguments with which it would hold, where that is known.
    holds: Option<String>,
}

impl Unmet {
    pub(super) fn instead(message: impl Into<String>, holds: impl Into<String>) -> Self {
        Self { message: message.into(), holds: Some(holds.into()) }
    }

    fn unknown(message: impl Into<String>) -> Self {
        Self { message: message.into(), holds: None }
    }
}

impl<G: Game> Lines<'_, '_, G> {
    /// A turn that comments expect to be refused; it is not played.
    pub(super) fn expected_refusal(&mut self, line: &Line, node: &TurnNode, fate: &Fate<G>, refusals: &[(&str, Span)]) {
        let found = match fate {
            Fate::Unknown => return,
            Fate::Played(..) => None,
            Fate::Refused(refused) => Some(refused.code(self.record.turn_text(node))),
        };
        for &(id, span) in refusals {
            let unmet = match found {
                Some(code) if code.id == id => continue,
                Some(code) => {
                    Unmet::instead(format!("This turn was expected to be `{id}`; it is `{}`.", code.id), code.id)
                }
                None => Unmet::instead(format!("This turn was expected to be `{id}`; it is legal."), "legal"),
            };
            self.unmet(span, unmet, node.number, &line.path);
        }
    }

    pub(super) fn unmet(&mut self, span: Span, unmet: Unmet, turn: u32, path: &[u32]) {
        let mut finding = Finding::new(&code::UNMET, span, unmet.message).at(turn, path);
        finding.holds = unmet.holds;
        self.collector.of_turn(finding);
    }

    /// What is expected of the position that the cursor stands at.
    pub(super) fn expected_after(
        &mut self,
        expectation: &Expectation,
        span: Span,
        cursor: Option<&Cursor<G>>,
        number: u32,
        path: &[u32],
    ) {
        let (Some(Start { setup, .. }), Some(cursor)) = (self.start, cursor) else { return };
        let unmet = match expectation {
            Expectation::Code(_) | Expectation::Legal => return,
            Expectation::Unreadable => Unmet::unknown("This expectation means nothing."),
            Expectation::Result(expected) => {
                let found = cursor.result.clone().map_or(Outcome::Open, Outcome::Decided);
                if found == *expected {
                    return;
                }
                Unmet::instead(format!("The result is `{found}`, not `{expected}`."), format!("result {found}"))
            }
            Expectation::Position(expected) => {
                let found = G::position_text(setup, &cursor.state).to_string();
                if found == *expected {
                    return;
                }
                Unmet::instead(format!("The position is `{found}`."), format!("position {}", quoted(&found)))
            }
            Expectation::Moves(expected) => match self.count_moves(setup, cursor, *expected) {
                Ok(()) => return,
                Err(unmet) => unmet,
            },
        };
        self.unmet(span, unmet, number, path);
    }

    fn count_moves(&mut self, setup: &G::Setup, cursor: &Cursor<G>, expected: u64) -> Result<(), Unmet> {
        if let Some(left_out) = G::FAR_TURNS {
            return Err(Unmet::unknown(format!("The legal turns of {} cannot be counted: {left_out}.", G::TITLE)));
        }
        // One that says too few is told the number, if that is no more work than a record may make.
        let count = match &cursor.result {
            Some(_) => Some(0),
            None => G::count_turns(setup, &cursor.state, &mut self.steps_left),
        };
        match count {
            Some(count) if count == expected => Ok(()),
            Some(count) => {
                let message = format!("There are {count} legal turns, not {expected}.");
                Err(Unmet::instead(message, format!("moves {count}")))
            }
            None => Err(Unmet::unknown(format!("More than {MOST_COUNTED} turns in one record are not counted."))),
        }
    }

    /// What comments before the first turn and after the result expect.
    pub(in crate::replay) fn expected_of_record(&mut self, end: &Option<Cursor<G>>) {
        let start = self.at_start();
        let opening = expectations(comments_of(&self.record.moves.opening));
        let closing = expectations(comments_of(&self.record.closing));
        let last = self.record.moves.turns.last().map_or(0, |node| node.number);
        for (expectation, span) in &opening {
            // Before the first turn a result is the record's, not that of the start, which has none.
            let cursor = match expectation {
                Expectation::Result(_) => end.as_ref().filter(|end| !end.at_fault),
                _ => start.as_ref(),
            };
            self.expected_after(expectation, *span, cursor, 0, &[]);
        }
        for (expectation, span) in &closing {
            self.expected_after(expectation, *span, end.as_ref().filter(|end| !end.at_fault), last, &[]);
        }
        let comments = || comments_of(&self.record.moves.opening).chain(comments_of(&self.record.closing));
        for (id, span) in irregular_codes(comments()) {
            let message = format!("`{}` is let stand where no turn is.", shorten(id));
            self.collector.of_turn(Finding::new(&code::UNNEEDED, span, message));
        }
        let unmet = expected_codes(self.record, &mut self.collector.of_record);
        unmet.into_iter().for_each(|finding| self.collector.of_turn(finding));
    }
}
