//! Replays lines: the main line, and each variation from the position where it departs.
//!
//! [`Lines`] walks the tree of turns. For each turn (`replay_turn`), `judge_turn` plays it in the
//! position before it. Then the outcome is recorded or reported (`finish_turn`), or compared with a
//! comment that expects the turn to be illegal (`check_expected_refusal`). Other expectations are
//! checked in the position after the turn. `findings.rs` makes the findings; `expectations.rs` and
//! `expected_turns.rs` check the expectations, and `untested_expectations.rs` finds those that
//! nothing checked.

mod expectations;
mod expected_turns;
mod findings;
mod untested_expectations;

pub(crate) use expectations::take_expected_findings;
pub(crate) use expected_turns::taken;
pub(crate) use untested_expectations::untested_without_game;

use std::sync::Arc;

use super::finding_collector::Collector;
use super::full_replay::FindingDetail;
use super::illegal_turn::{TurnError, unreadable_finding, with_suggestions};
use super::nearest::nearest_turns;
use super::progress::{Move, NotPlayed, PlayedMove, Progress};
use super::starting_position::Start;
use crate::findings::{Code, Finding, Related, code, code_named};
use crate::games::Game;
use crate::notation::{
    Expectation, Line, Record, TurnNode, comments_of, expectations, irregular_codes, shorten,
};
use crate::text::{Claim, Span};
use expectations::with_known_codes;
use untested_expectations::Judged;

/// Callback for every turn of a replay.
pub(crate) type Follow<'f, G> = &'f mut dyn FnMut(&Step<'_, G>);

/// One replayed turn, as passed to the observer of a replay.
pub(crate) struct Step<'a, G: Game> {
    pub(crate) setup: &'a Arc<G::Setup>,
    /// The turn in the parse tree of the record.
    pub(crate) node: &'a TurnNode,
    /// The move in canonical form.
    pub(crate) played: &'a Move<G>,
    /// The position before the turn.
    pub(crate) before: &'a Arc<G::State>,
    /// The progress of the line after the turn.
    pub(crate) after: &'a Progress<G>,
    /// The path of its line, as in [`crate::notation::Line::path`]; empty for the main line.
    pub(crate) path: &'a [u32],
}

/// The maximum number of findings explained in detail. Searching for legal turns and for the cause
/// among earlier turns costs more than judging.
const MAX_EXPLAINED: usize = 50;
/// For each time that this many turns come before it, an explained finding counts once more.
const TURNS_PER_EXPLANATION: usize = 500;
/// Budget of all `[%expect moves …]` of a record: the number of legal turns visited.
const MAX_COUNTED: u64 = 2_000_000;
/// The maximum number of `[%expect mends …]` per record. Each search for the nearest turn takes as
/// long as judging very many turns.
const MAX_MENDED: u32 = 200;
/// Initial capacity for the turns of a line.
const USUAL_TURNS: usize = 500;

/// State of a replay.
pub(super) struct Lines<'a, 'f, G: Game> {
    pub(super) record: &'a Record,
    pub(super) start: Option<&'a Start<G>>,
    pub(super) collector: Collector,
    follow: Option<Follow<'f, G>>,
    /// The number of turns of the main line that were played.
    pub(super) turns: u32,
    /// The start of the first illegal turn of the main line.
    pub(super) main_fault: Option<u32>,
    /// The turns played so far on this line. Positions are not kept: code that needs them replays
    /// the turns.
    played: Vec<PlayedTurn<'a, G>>,
    /// The state before the last turn. Its memory is reused unless something else keeps it.
    spare: Option<Arc<G::State>>,
    /// The number of findings explained in detail, as far as they count for [`MAX_EXPLAINED`].
    explained: usize,
    /// The remaining budget of `[%expect moves …]`, in turns.
    steps_left: u64,
    /// The remaining number of `[%expect mends …]`.
    mends_left: u32,
    /// The expectations that were judged so far.
    judged: Judged,
}

/// A turn that was played.
struct PlayedTurn<'a, G: Game> {
    node: &'a TurnNode,
    /// The move in canonical form.
    canonical: Move<G>,
}

/// Outcome of a turn.
enum TurnOutcome<G: Game> {
    /// The turn was played: its canonical form, and the progress after it.
    Played(Move<G>, Progress<G>),
    /// The turn is illegal.
    IllegalTurn(TurnError<G>),
    /// The turn was parsed, but its line is no longer replayed.
    Unknown,
}

impl<'a, 'f, G: Game> Lines<'a, 'f, G> {
    pub(super) fn new(
        record: &'a Record,
        start: Option<&'a Start<G>>,
        collector: Collector,
        follow: Option<Follow<'f, G>>,
    ) -> Self {
        Self {
            record,
            start,
            collector,
            follow,
            turns: 0,
            main_fault: None,
            played: Vec::new(),
            spare: None,
            explained: 0,
            steps_left: MAX_COUNTED,
            mends_left: MAX_MENDED,
            judged: Judged::default(),
        }
    }

    /// Turns off explanations of findings in detail.
    pub(super) fn in_brief(self) -> Self {
        // The budget for explanations is used up from the start.
        Self {
            explained: MAX_EXPLAINED,
            ..self
        }
    }

    /// Replays the main line and its variations.
    pub(super) fn replay_main_line(&mut self) -> Option<Progress<G>> {
        self.replay_line(&self.record.moves, self.progress_at_start())
    }

    /// Returns the progress before the first turn; `None` if the start is not known.
    fn progress_at_start(&self) -> Option<Progress<G>> {
        self.start.map(Progress::start)
    }

    /// Replays a line and its variations from a position. Returns the progress at its end; `None`
    /// if the start of the record is not known.
    fn replay_line(
        &mut self,
        line: &'a Line,
        mut progress: Option<Progress<G>>,
    ) -> Option<Progress<G>> {
        let played_before = self.played.len();
        self.played.reserve(line.turns.len().min(USUAL_TURNS));
        if !line.path.is_empty() {
            for (expectation, span) in expectations(comments_of(&line.opening)) {
                match expectation {
                    Expectation::Code(id) => {
                        self.report_expectation_without_turn(id, span, &line.path);
                    }
                    _ => {
                        let position = progress.as_ref();
                        self.check_expectation(expectation, span, position, None, &line.path);
                    }
                }
            }
            self.report_waivers_without_turn(
                irregular_codes(comments_of(&line.opening)),
                &line.path,
            );
        }
        for (index, node) in line.turns.iter().enumerate() {
            let next = line.turns.get(index + 1);
            if node.variations().next().is_none() {
                self.replay_turn(line, node, next, &mut progress);
                continue;
            }
            let before = progress.clone();
            let played = self.played.len();
            self.replay_turn(line, node, next, &mut progress);
            // Variations replace the turn, so they are replayed without it.
            let replaced = self.played.drain(played..).next();
            for variation in node.variations() {
                self.replay_line(&variation.line, before.clone());
            }
            self.played.extend(replaced);
        }
        self.played.truncate(played_before);
        progress
    }

    /// Replays a turn, and checks the expectations in the comments after it. `next` is the turn
    /// after it.
    fn replay_turn(
        &mut self,
        line: &'a Line,
        node: &'a TurnNode,
        next: Option<&TurnNode>,
        progress: &mut Option<Progress<G>>,
    ) {
        // Most turns have no comments.
        let (expected, irregular) = if node.after.is_empty() {
            (Vec::new(), Vec::new())
        } else {
            (
                expectations(node.comments()),
                irregular_codes(node.comments()),
            )
        };
        let refusals: Vec<_> = expected
            .iter()
            .filter_map(|(expectation, span)| Some((expectation.refusal()?, *span)))
            .collect();
        let outcome = self.judge_turn(
            line,
            node,
            progress.as_ref(),
            &irregular,
            refusals.is_empty(),
        );
        if refusals.is_empty() {
            self.finish_turn(line, node, progress, outcome, &irregular, &expected);
        } else {
            let is_met =
                self.check_expected_refusal(line, node, progress.as_ref(), &outcome, &refusals);
            if !is_met && let Some(next) = next.filter(|next| self.is_counted_by(next, node)) {
                self.stop_before(line, next, progress);
            }
        }
        if progress.as_ref().is_some_and(|progress| !progress.at_fault) {
            for (expectation, span) in &expected {
                self.check_expectation(
                    expectation,
                    *span,
                    progress.as_ref(),
                    Some(node),
                    &line.path,
                );
            }
        }
    }

    /// Returns true if the written number of the turn `next` counts the turn `node` before it,
    /// although a comment expects that one to be illegal.
    fn is_counted_by(&self, next: &TurnNode, node: &TurnNode) -> bool {
        let written = next.number_span.map(|span| self.record.text_of(span));
        let value = written.and_then(|written| written.trim_end_matches('.').parse().ok());
        value == Some(u64::from(node.number) + 1)
    }

    /// Stops the replay of a line before the turn `next`. The turn before it has an unmet
    /// expectation, and the number of `next` counts it as played: further findings would only
    /// repeat that the two contradict each other.
    fn stop_before(&mut self, line: &Line, next: &TurnNode, progress: &mut Option<Progress<G>>) {
        self.mark_fault(line, next, progress);
        if let Some(number) = next.number_span {
            self.collector.forget_number(number);
        }
    }

    /// Notes that a line stops at a turn.
    fn mark_fault(&mut self, line: &Line, node: &TurnNode, progress: &mut Option<Progress<G>>) {
        if line.path.is_empty() {
            self.main_fault.get_or_insert(node.start());
        }
        if let Some(progress) = progress {
            progress.at_fault = true;
        }
    }

    /// Judges a turn. Reports waived faults and unneeded waivers. The observer of the replay sees a
    /// legal turn if `is_observed`.
    fn judge_turn(
        &mut self,
        line: &'a Line,
        node: &'a TurnNode,
        progress: Option<&Progress<G>>,
        irregular: &[(&str, Span)],
        is_observed: bool,
    ) -> TurnOutcome<G> {
        let turn = match Move::of_node(self.record, node) {
            Ok(turn) => turn,
            Err(error) => return TurnOutcome::IllegalTurn(TurnError::Unreadable(error.at)),
        };
        let (Some(Start { setup, .. }), Some(before)) = (self.start, progress) else {
            return TurnOutcome::Unknown;
        };
        let waived: Vec<Code> = irregular
            .iter()
            .filter_map(|(id, _)| code_named(id))
            .collect();
        let after = before.copy_to(self.spare.take());
        let PlayedMove {
            canonical,
            after,
            waived,
        } = match after.into_after(setup, &turn, &waived) {
            Ok(played) => played,
            Err(NotPlayed::AfterFault) => return TurnOutcome::Unknown,
            Err(NotPlayed::AfterEnd) => return TurnOutcome::IllegalTurn(TurnError::AfterEnd),
            Err(NotPlayed::Illegal(refusal)) => {
                return TurnOutcome::IllegalTurn(TurnError::Illegal(refusal));
            }
        };
        for refusal in &waived {
            let finding = self.waived_finding(line, node, refusal);
            self.collector.report_on_turn(finding);
        }
        let needed: Vec<_> = waived.iter().map(|refusal| refusal.fault.code).collect();
        self.report_unneeded_waivers(line, node, irregular, &needed);
        if is_observed && let Some(follow) = &mut self.follow {
            follow(&Step {
                setup,
                node,
                played: &canonical,
                before: &before.state,
                after: &after,
                path: &line.path,
            });
        }
        TurnOutcome::Played(canonical, after)
    }

    /// Reports the waivers of a turn that are not needed.
    fn report_unneeded_waivers(
        &mut self,
        line: &Line,
        node: &TurnNode,
        irregular: &[(&str, Span)],
        needed: &[Code],
    ) {
        for &(id, span) in irregular
            .iter()
            .filter(|(id, _)| needed.iter().all(|code| code.id != *id))
        {
            self.collector
                .report_on_turn(unneeded_waiver(id, span).at(node.number, &line.path));
        }
    }

    /// Handles a turn that no comment expects to be illegal.
    fn finish_turn(
        &mut self,
        line: &'a Line,
        node: &'a TurnNode,
        progress: &mut Option<Progress<G>>,
        outcome: TurnOutcome<G>,
        irregular: &[(&str, Span)],
        expected: &[(&Expectation, Span)],
    ) {
        match outcome {
            TurnOutcome::Unknown => {}
            TurnOutcome::Played(canonical, next) => {
                self.played.push(PlayedTurn { node, canonical });
                self.turns += u32::from(line.path.is_empty());
                self.spare = progress.replace(next).map(|before| before.state);
            }
            TurnOutcome::IllegalTurn(error) => {
                self.keep_announced_refusal(line, node, progress.as_ref(), &error);
                self.mark_fault(line, node, progress);
                self.report_illegal_turn(
                    line,
                    node,
                    progress.as_ref(),
                    &error,
                    irregular,
                    expected,
                );
            }
        }
    }

    /// Reports a turn that no comment expects to be illegal, and its unneeded waivers.
    fn report_illegal_turn(
        &mut self,
        line: &'a Line,
        node: &'a TurnNode,
        progress: Option<&Progress<G>>,
        error: &TurnError<G>,
        irregular: &[(&str, Span)],
        expected: &[(&Expectation, Span)],
    ) {
        if self.collector.is_full() {
            self.collector.dropped += 1;
            return;
        }

        let mut finding = self.explained_finding(line, node, error, progress);
        if irregular.iter().any(|&(id, _)| id == finding.code.id) {
            let note = "This cannot be waived with `[%irregular]`.";
            finding.help = Some(
                finding
                    .help
                    .map_or(note.into(), |help| format!("{note} {help}").into()),
            );
        }

        // The finding on the fault also says that the expectation `legal` is unmet.
        let legal = expected
            .iter()
            .filter(|(expectation, _)| **expectation == Expectation::Legal);
        let expects = |span| Related {
            message: "this expects the turn to be legal".into(),
            span,
            // The place is a comment, not a turn.
            turn: 0,
        };
        finding
            .related
            .extend(legal.map(|&(_, span)| expects(span)));

        let mut needed = error.waived().to_vec();
        needed.push(finding.code);
        self.collector.report_on_turn(finding);
        self.report_unneeded_waivers(line, node, irregular, &needed);
    }

    /// Keeps the finding on an illegal turn for a figure if the block announces it, as a comment
    /// could do.
    fn keep_announced_refusal(
        &mut self,
        line: &Line,
        node: &'a TurnNode,
        before: Option<&Progress<G>>,
        error: &TurnError<G>,
    ) {
        let Some(Claim::Illegal(id)) = self.record.source().claim() else {
            return;
        };
        let code = error.code(self.record.turn_text(node));
        let is_announced = id.as_ref().is_none_or(|id| code.id == id);
        if is_announced && self.follow.is_some() && before.is_some_and(|before| !before.at_fault) {
            let finding = self
                .turn_finding(node, error, before, FindingDetail::InBrief)
                .at(node.number, &line.path);
            self.collector.expected.push((node.id, finding));
        }
    }

    /// Returns true if one more finding may be explained in detail. Late in a very long line a
    /// finding uses up the budget of several, because all turns before it are examined.
    pub(super) fn may_explain(&mut self) -> bool {
        let has_room = self.explained < MAX_EXPLAINED;
        self.explained += 1 + self.played.len() / TURNS_PER_EXPLANATION;
        has_room
    }

    fn next_detail(&mut self) -> FindingDetail {
        if self.may_explain() {
            FindingDetail::AtLength
        } else {
            FindingDetail::InBrief
        }
    }

    fn explained_finding(
        &mut self,
        line: &'a Line,
        node: &'a TurnNode,
        error: &TurnError<G>,
        progress: Option<&Progress<G>>,
    ) -> Finding {
        let detail = self.next_detail();
        let finding = self.turn_finding(node, error, progress, detail);
        // Skips suggestions if the rules themselves were too expensive to judge (`limit/search`).
        let is_searched = detail == FindingDetail::AtLength
            && !matches!(error, TurnError::AfterEnd)
            && finding.code != &code::SEARCH;
        let searched_position = if is_searched {
            self.start.zip(progress)
        } else {
            None
        };
        let nearest = searched_position.and_then(|(start, progress)| {
            nearest_turns::<G>(&start.setup, &progress.state, self.record.turn_text(node))
        });
        with_suggestions::<G>(finding, nearest).at(node.number, &line.path)
    }

    /// Returns the finding on an illegal turn, without suggestions.
    fn turn_finding(
        &mut self,
        node: &'a TurnNode,
        error: &TurnError<G>,
        progress: Option<&Progress<G>>,
        detail: FindingDetail,
    ) -> Finding {
        match error {
            TurnError::Unreadable(error_offset) => {
                let names = G::ID.seat_names(Some(self.record));
                let mut finding = unreadable_finding::<G>(
                    self.record.turn_text(node),
                    node.text,
                    *error_offset,
                    &names,
                );
                if node.normalized.is_some() {
                    finding.span = node.text;
                }
                finding
            }
            TurnError::AfterEnd => self.after_end(node, progress),
            TurnError::Illegal(refusal) => self.refusal_finding(node, refusal, detail),
        }
    }
}

/// Returns the finding on a waiver that is not needed.
fn unneeded_waiver(id: &str, span: Span) -> Finding {
    let message = match id {
        "" => "`[%irregular]` needs a code.".to_owned(),
        _ if code_named(id).is_none() => {
            format!("Unknown code `{}` in `[%irregular]`.", shorten(id))
        }
        _ => format!(
            "`[%irregular {}]` is not needed: the turn does not break that rule.",
            shorten(id)
        ),
    };
    let finding = Finding::new(&code::UNNEEDED, span, message);
    match code_named(id) {
        None if id.is_empty() => {
            finding.with_help("Write a code, such as `[%irregular gipf/no-row]`.")
        }
        None => with_known_codes(finding, id),
        Some(known) if !known.can_stand => finding.with_help("This code can never be waived."),
        Some(_) => finding,
    }
}
