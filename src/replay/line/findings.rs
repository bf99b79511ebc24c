//! Findings of a line: illegal turns, turns after the end, wrong results.

use std::cell::OnceCell;
use std::sync::{Arc, LazyLock};

use super::Lines;
use crate::findings::{Exhibit, Finding, Related, Severity, code};
use crate::games::{Explanation, FaultObserver, Game, NoObserver, PastTurn, Refusal, Verdict};
use crate::notation::{Line, TurnNode};
use crate::replay::claimed_result::{WrongResult, wrong_results};
use crate::replay::full_replay::FindingDetail;
use crate::replay::illegal_turn::{end_in_words, explain_refusal, join_help, span_of_part};
use crate::replay::progress::{Move, PlayedMove, Progress, waived_codes};
use crate::replay::starting_position::Start;
use crate::replay::{CommonTags, Position};

impl<G: Game> Lines<'_, '_, G> {
    /// Returns the finding on a turn that the rules refuse.
    pub(super) fn refusal_finding(
        &mut self,
        node: &TurnNode,
        refusal: &Refusal<G>,
        detail: FindingDetail,
    ) -> Finding {
        let fault = &refusal.fault;
        let Some(start) = self.start else {
            return Finding::new(fault.code, node.text, fault.code.summary);
        };
        let span = match &node.normalized {
            // The parsed text differs from the written one, so the parts have no spans in it.
            Some(_) => node.text,
            None => span_of_part::<G>(self.record.turn_text(node), node.text, fault.part),
        };
        let (mut finding, explanation) =
            explain_refusal::<G>(&start.setup, refusal, span, self.record.text_of(span));
        let board = G::exhibit(&start.setup, refusal);
        finding.exhibit = Some(self.exhibit(board, explanation.marks.clone()));
        if detail == FindingDetail::AtLength {
            finding.related.extend(self.culprit(&explanation));
            let fits = self.reading_that_fits(node, &fault.kind);
            let words = fits.map(|option| {
                format!("Under the option `{option}` every turn of this record is legal.")
            });
            finding.help = join_help(finding.help, words);
        }
        finding
    }

    /// Returns the warning about a waived fault.
    pub(super) fn waived_finding(
        &mut self,
        line: &Line,
        node: &TurnNode,
        refusal: &Refusal<G>,
    ) -> Finding {
        let detail = self.next_detail();
        let mut finding = self.refusal_finding(node, refusal, detail);
        finding.severity = Severity::Warning;
        finding.help = Some(
            format!(
                "Waived by `[%irregular {}]`; the turn was played as written.",
                finding.code.id
            )
            .into(),
        );
        finding.at(node.number, &line.path)
    }

    /// Returns the finding on a turn after the end of the game. `end` is the progress after the
    /// turns before it.
    pub(super) fn after_end(&mut self, node: &TurnNode, end: Option<&Progress<G>>) -> Finding {
        let last = self.played.last().map(|turn| turn.node);
        let decided = self.start.zip(end).filter(|(_, end)| !end.resigned);
        let verdict = decided.and_then(|(start, end)| G::verdict(&start.setup, &end.state));
        let message = end_in_words(verdict.as_ref());
        let related = last.map(|node| Related {
            message: "the turn that ended it".into(),
            span: node.text,
            turn: node.number,
        });
        let mut finding = Finding::new(&code::AFTER_END, node.text, message)
            .with_help("Leave it out, or put it in a comment.")
            .with_related(related);
        finding.exhibit = end
            .zip(verdict)
            .and_then(|(end, verdict)| self.exhibit_of_end(&end.state, verdict));
        finding
    }

    /// Returns the board at the end of a game, with the places that decided it.
    pub(super) fn exhibit_of_end(&mut self, state: &G::State, verdict: Verdict) -> Option<Exhibit> {
        let board = G::position_text(&self.start?.setup, state);
        Some(self.exhibit(board, verdict.marks))
    }

    /// Registers a board to be shown with a finding, so that it need not be parsed again.
    pub(super) fn exhibit(&mut self, board: G::PositionText, marks: Vec<String>) -> Exhibit {
        let position = G::position_string(&board);
        if let Some(Start { setup, .. }) = self.start {
            let boards = &mut self.collector.boards;
            if !boards.contains_key(&position) {
                let setup = Arc::clone(setup);
                let to_look_at = move || Position::to_look_at::<G>(setup, &board);
                boards.insert(
                    position.clone(),
                    Arc::new(LazyLock::new(Box::new(to_look_at))),
                );
            }
        }
        Exhibit { position, marks }
    }

    /// Plays a turn of the record under a set-up that may differ from the record's; false if the
    /// turn is not legal there.
    fn plays_under(&self, setup: &G::Setup, progress: &mut Progress<G>, node: &TurnNode) -> bool {
        let Ok(turn) = Move::of_node(self.record, node) else {
            return false;
        };
        match waived_codes(node).as_slice() {
            [] => progress.play(setup, &turn, &mut NoObserver).is_ok(),
            waived => progress
                .play(setup, &turn, &mut FaultObserver::new(waived))
                .is_ok(),
        }
    }

    /// Returns the options under which all turns of the main line are legal, including the refused
    /// one.
    fn reading_that_fits(&self, refused: &TurnNode, fault: &G::Fault) -> Option<String> {
        let Start {
            setup,
            state: start,
        } = self.start?;
        let readings = G::other_readings(setup, fault);
        let nodes = &self.record.moves.turns;
        // Only the main line is tried, so the turn must be in it.
        if readings.is_empty() || !nodes.iter().any(|node| std::ptr::eq(node, refused)) {
            return None;
        }
        let fits = |setup: &G::Setup| {
            let mut progress = Progress::at(setup, Arc::clone(start));
            let mut turns = nodes.iter().filter(|node| !node.expects_refusal());
            turns.all(|node| self.plays_under(setup, &mut progress, node))
        };
        readings
            .into_iter()
            .find(|(_, setup)| fits(setup))
            .map(|(option, _)| option)
    }

    /// Returns the earlier turn that caused a fault.
    fn culprit(&self, explanation: &Explanation<G>) -> Option<Related> {
        // The game asks for the positions around a turn, and for its canonical form, only if it
        // needs them: both take a replay, so they are given as functions.
        let ask = explanation.culprit.as_ref()?;
        let start = self.start?;
        let positions = OnceCell::new();
        for (index, node) in self.played.iter().map(|turn| turn.node).enumerate().rev() {
            // A resignation cannot be the cause.
            let Ok(Move::Turn(written)) = Move::<G>::of_node(self.record, node) else {
                continue;
            };
            let around = || {
                // The first request is for the latest turn, so one list serves all requests.
                let all: &Vec<Progress<G>> =
                    positions.get_or_init(|| self.positions(start, index + 1));
                [index, index + 1].map(|index| all.get(index).or(all.last()))
            };

            let states =
                || around().map(|reached| reached.map_or(&*start.state, |reached| &*reached.state));

            let canonical = || {
                let [before, _] = around();
                let played = before.map(|before| {
                    before.after(
                        &start.setup,
                        &Move::Turn(written.clone()),
                        &waived_codes(node),
                    )
                });
                match played {
                    Some(Ok(PlayedMove {
                        canonical: Move::Turn(turn),
                        ..
                    })) => turn,
                    _ => written.clone(),
                }
            };

            if let Some(message) = ask(&PastTurn {
                written: &written,
                positions: &states,
                turn: &canonical,
            }) {
                return Some(Related {
                    message: message.into(),
                    span: node.text,
                    turn: node.number,
                });
            }
        }
        None
    }

    /// Returns the progress before the first turn and after each of the first `turns` turns.
    fn positions(&self, start: &Start<G>, turns: usize) -> Vec<Progress<G>> {
        let mut progress = Progress::start(start);
        let mut all = Vec::with_capacity(turns + 1);
        all.push(progress.clone());
        for node in self.played.iter().map(|turn| turn.node).take(turns) {
            if !self.plays_under(&start.setup, &mut progress, node) {
                break;
            }
            all.push(progress.clone());
        }
        all
    }

    /// Checks the claimed result and score against the end of the main line.
    pub(crate) fn check_claims(&mut self, tags: &CommonTags, end: &Progress<G>) {
        let Some(Start { setup, .. }) = self.start else {
            return;
        };
        for WrongResult {
            mut finding,
            verdict,
        } in wrong_results::<G>(self.record, setup, tags, end)
        {
            finding.exhibit = verdict.and_then(|verdict| self.exhibit_of_end(&end.state, verdict));
            self.collector.report_on_record(finding);
        }
    }
}
