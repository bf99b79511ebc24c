//! Explanations of turns: the effects of a turn, part by part, with the rules. For an illegal turn,
//! the rules that it follows before the rule that it breaks.
//!
//! A [`Why`] is made for a turn of a record or for a text ([`Why::new`]). `explain_turn` parses the
//! turn and plays it with an observer, which gives a [`Narration`]: the parts of the turn with
//! their effects and rules, in the words of the game's `narration.rs`. `explain_narration` turns it
//! into the steps of the explanation, each with its position.

mod every_turn;
mod json;

use std::sync::Arc;

use super::game_position::GamePosition;
use super::illegal_turn::{
    end_in_words, explain_refusal, span_of_part, unreadable_finding, with_suggestions,
};
use super::progress::{Move, waived_codes};
use super::starting_position::missing_finding;
use super::{Frame, Position, Timeline};
use crate::findings::{Code, Exhibit, Finding, Hint, Hinted, code};
use crate::games::{Game, NarratedPart, Narration, Played, Refusal, narrate};
use crate::notation::{LineAddress, NoSuchTurn, Record, TurnNode, score_text};
use crate::text::{Printable, Span};

#[cfg(test)]
pub(crate) use json::WhyJson;

/// The section of the notation that defines `resign`.
const RESIGNATION: &str = "notation 3";

/// Explanation of a turn.
///
/// ```
/// use pipscribe::prelude::*;
/// use pipscribe::replay::Why;
///
/// let record = Record::parse_str("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. a2-d4 *\n");
/// let why = Why::explain(&Timeline::new(record, &Context::default())?, Some(2))?;
/// assert_eq!(why.fault().map(|fault| fault.finding.rule), Some("G3.1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Why {
    /// The number of the turn, from 1.
    pub turn: u32,
    /// The address of the turn.
    pub address: LineAddress,
    /// The seat that took it, from 1.
    pub seat: u8,
    /// The name of the seat for people.
    pub seat_name: String,
    /// The turn as written.
    pub text: String,
    /// The position before it.
    pub before: Position,
    explanation: TurnExplanation,
}

/// The content of an explanation, without the turn itself.
#[derive(Clone, Debug, Default)]
pub(super) struct TurnExplanation {
    canonical: Option<String>,
    steps: Vec<WhyStep>,
    fault: Option<WhyFault>,
}

/// The effect of a part of a turn.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WhyStep {
    /// The effect, in words.
    pub did: String,
    /// The meaning that the turn as written leaves implicit.
    pub unsaid: Option<String>,
    /// The numbers of the rules that allowed it, in the order in which they were tested.
    pub rules: Vec<&'static str>,
    /// The faults that the record waives in it.
    pub irregular: Vec<WaivedFault>,
    /// The position after it.
    pub position: Position,
}

/// A waived fault.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WaivedFault {
    /// The code.
    pub code: Code,
    /// The number of the broken rule.
    pub rule: &'static str,
    /// The message, one sentence.
    pub message: Printable,
}

/// The fault that makes a turn illegal.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WhyFault {
    /// The finding. Its span counts from the start of the turn.
    pub finding: Finding,
    /// The numbers of the rules that this part of the turn follows.
    pub kept: Vec<&'static str>,
    /// The board at that point; `None` if the turn was not tested against the rules.
    pub position: Option<Position>,
}

/// Why there is nothing to explain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoWhy {
    /// The set-up is invalid.
    #[error("the tags of the record are invalid")]
    NoStart,
    /// The record has no turn.
    #[error("the record has no turn")]
    NoTurn,
    /// The record has no such turn.
    #[error("there is no turn {asked}: the last is {last}")]
    NoSuchTurn {
        /// The requested turn.
        asked: u32,
        /// The last turn.
        last: u32,
    },
    /// The record has no turn with this address.
    #[error(transparent)]
    NoSuchAddress(#[from] NoSuchTurn),
    /// A turn that leads to the one with this address is illegal.
    #[error("turn `{}` comes after an illegal turn, so the position before it is unknown", .0.in_short())]
    Unknown(LineAddress),
    /// The turn comes after an illegal turn.
    #[error(
        "turn {asked} comes after turn {fault}, which is illegal, so the position before it is unknown"
    )]
    BehindFault {
        /// The requested turn.
        asked: u32,
        /// The illegal turn.
        fault: u32,
    },
}

impl Hinted for NoWhy {
    fn hint(&self) -> Option<Hint> {
        match self {
            Self::NoStart => Some(Hint::CheckRecord),
            Self::NoSuchAddress(error) => error.hint(),
            Self::NoTurn
            | Self::NoSuchTurn { .. }
            | Self::Unknown(_)
            | Self::BehindFault { .. } => None,
        }
    }
}

/// A turn to be explained.
pub(super) struct AskedTurn<'a> {
    text: &'a str,
    /// True if it is not a token of the notation.
    malformed: bool,
    /// The codes that the record waives for it.
    waived: Vec<Code>,
}

impl Why {
    /// Explains a turn of the main line: the turn with the given number; otherwise the illegal
    /// turn, or the last turn, which may be one that a comment expects to be illegal.
    ///
    /// # Errors
    /// If there is no such turn, or the position before it is unknown.
    pub fn explain(timeline: &Timeline, turn: Option<u32>) -> Result<Self, NoWhy> {
        let (before, node) = requested_turn(timeline, turn)?;
        let address = LineAddress::of_main_line(node.number);
        Ok(Self::of_node(
            timeline.record(),
            node,
            address,
            &before.position,
        ))
    }

    /// Explains the turn with an address.
    ///
    /// # Errors
    /// If there is no such turn, or the position before it is unknown.
    pub fn at(timeline: &Timeline, address: &LineAddress) -> Result<Self, NoWhy> {
        timeline.start().ok_or(NoWhy::NoStart)?;
        let record = timeline.record();
        let turns = record.turns_to(address)?;
        let node = turns
            .last()
            .ok_or_else(|| match record.moves.turns.last() {
                Some(last) => NoWhy::NoSuchTurn {
                    asked: 0,
                    last: last.number,
                },
                None => NoWhy::NoTurn,
            })?;
        let before = timeline
            .before(node.id)
            .ok_or_else(|| NoWhy::Unknown(address.clone()))?;
        Ok(Self::of_node(
            record,
            node,
            record.address_of(address)?,
            before,
        ))
    }

    /// Explains a turn of any line; `None` if the position before it is unknown.
    pub fn of_turn(timeline: &Timeline, node: &TurnNode) -> Option<Self> {
        let before = timeline.before(node.id)?;
        let record = timeline.record();
        let (line, _) = record.turns().find(|(_, other)| other.id == node.id)?;
        Some(Self::of_node(
            record,
            node,
            LineAddress::of_turn(&line.path, node.number),
            before,
        ))
    }

    /// Explains a turn of a record in the position before it.
    fn of_node(record: &Record, node: &TurnNode, address: LineAddress, before: &Position) -> Self {
        let text = record.turn_text(node);
        let asked = AskedTurn {
            text,
            malformed: node.malformed,
            waived: waived_codes(node),
        };
        Self::new(before, node.number, address, &asked)
    }

    fn new(before: &Position, turn: u32, address: LineAddress, asked: &AskedTurn<'_>) -> Self {
        let seat = before.to_move();
        Self {
            turn,
            address,
            seat,
            seat_name: before.seat_name(seat),
            text: asked.text.to_owned(),
            before: before.clone(),
            explanation: before.explain_turn(asked),
        }
    }

    /// Returns the turn in canonical form; `None` if it is illegal.
    pub fn canonical(&self) -> Option<&str> {
        self.explanation.canonical.as_deref()
    }

    /// Returns the effects of the turn, part by part, up to the first fault.
    pub fn steps(&self) -> &[WhyStep] {
        &self.explanation.steps
    }

    /// Returns the fault; `None` if the turn is legal.
    pub fn fault(&self) -> Option<&WhyFault> {
        self.explanation.fault.as_ref()
    }

    /// Returns true if the turn is legal, or its faults are waived.
    pub fn is_legal(&self) -> bool {
        self.explanation.fault.is_none()
    }
}

impl Position {
    /// Explains a turn that is not part of a record.
    pub fn why(&self, turn: &str) -> Why {
        let asked = AskedTurn {
            text: turn,
            malformed: false,
            waived: Vec::new(),
        };
        // The turn is treated as the first turn of a record that begins at this position.
        Why::new(self, 1, LineAddress::of_main_line(1), &asked)
    }
}

/// Returns the requested turn, and the frame before it.
fn requested_turn(timeline: &Timeline, asked: Option<u32>) -> Result<(&Frame, &TurnNode), NoWhy> {
    let mut before = timeline.start().ok_or(NoWhy::NoStart)?;
    let turns = &timeline.record().moves.turns;
    let last = turns.last().map_or(0, |last| last.number);
    let mut found: Option<(&Frame, &TurnNode)> = None;
    for node in turns {
        if asked.is_none_or(|asked| asked == node.number) {
            found = Some((before, node));
        }
        match timeline.frame(node.id) {
            Some(after) => before = after,
            // The turn is not played, so the next one is taken in the same position.
            None if node.expects_refusal() => {}
            // The positions after an illegal turn are unknown.
            None => {
                let fault = node.number;
                return match asked {
                    Some(asked) if asked > fault && asked <= last => {
                        Err(NoWhy::BehindFault { asked, fault })
                    }
                    Some(asked) if asked > fault => Err(NoWhy::NoSuchTurn { asked, last }),
                    _ => found.ok_or(NoWhy::NoSuchTurn {
                        asked: asked.unwrap_or(0),
                        last,
                    }),
                };
            }
        }
    }
    found.ok_or(match asked {
        Some(asked) if last > 0 => NoWhy::NoSuchTurn { asked, last },
        _ => NoWhy::NoTurn,
    })
}

impl TurnExplanation {
    /// Creates the explanation of a text that is not a turn of the game from byte `offset` on.
    fn unreadable<G: Game>(text: &str, offset: usize) -> Self {
        Self::stopped(with_suggestions::<G>(
            unreadable_finding::<G>(
                text,
                Span::new(0, text.len()),
                offset,
                &G::ID.seat_names(None),
            ),
            None,
        ))
    }

    /// Creates the explanation of a turn that was not tested against the rules.
    fn stopped(finding: Finding) -> Self {
        let fault = WhyFault {
            finding,
            kept: Vec::new(),
            position: None,
        };
        Self {
            canonical: None,
            steps: Vec::new(),
            fault: Some(fault),
        }
    }
}

/// Explains a turn in a position.
pub(super) fn explain_turn<G: Game>(
    reached: &GamePosition<G>,
    asked: &AskedTurn<'_>,
) -> TurnExplanation {
    let text = asked.text;
    let whole = Span::new(0, text.len());
    let turn = match Move::<G>::parse(text) {
        _ if asked.malformed => return TurnExplanation::unreadable::<G>(text, text.len()),
        Ok(turn) => turn,
        Err(error) => return TurnExplanation::unreadable::<G>(text, error.at),
    };
    if reached.progress.result.is_some() {
        let verdict = G::verdict(&reached.setup, reached.state());
        return TurnExplanation::stopped(Finding::new(
            &code::AFTER_END,
            whole,
            end_in_words(verdict.as_ref()),
        ));
    }
    if let Some(missing) = G::missing(reached.state()) {
        return TurnExplanation::stopped(missing_finding(missing, whole));
    }
    match turn {
        Move::Turn(turn) => explain_narration(
            reached,
            text,
            narrate::<G>(&reached.setup, reached.state(), &turn, &asked.waived),
        ),
        Move::Resign => explain_resignation(reached, text),
    }
}

/// Returns a position for the drawing of a step.
fn drawn_position<G: Game>(reached: &GamePosition<G>, state: G::State) -> Position {
    Position::shown::<G>(Arc::clone(&reached.setup), Arc::new(state))
}

/// Explains a resignation, which is legal unless the game is over.
fn explain_resignation<G: Game>(reached: &GamePosition<G>, text: &str) -> TurnExplanation {
    let state = G::State::clone(reached.state());
    match G::resignation(&reached.setup, &state) {
        Ok(standing) => {
            let name = G::seat_name(&reached.setup, G::to_move(&reached.setup, &state));
            let step = WhyStep {
                did: format!("{name} resigns. The game is over: {standing}."),
                unsaid: None,
                rules: vec![RESIGNATION],
                irregular: Vec::new(),
                position: drawn_position(reached, state),
            };
            TurnExplanation {
                canonical: Some(text.to_owned()),
                steps: vec![step],
                fault: None,
            }
        }
        Err(fault) => {
            let refusal = Refusal {
                fault,
                at: state,
                waived: Vec::new(),
            };
            let fault = Some(stopped_by(reached, text, refusal, Vec::new()));
            TurnExplanation {
                fault,
                ..TurnExplanation::default()
            }
        }
    }
}

/// Turns the narration of a turn into steps and, for an illegal turn, the fault.
fn explain_narration<G: Game>(
    reached: &GamePosition<G>,
    text: &str,
    narration: Narration<G>,
) -> TurnExplanation {
    let Narration {
        parts,
        rules,
        waived,
        end,
    } = narration;
    let irregular = |refusals: Vec<Refusal<G>>| -> Vec<WaivedFault> {
        refusals
            .iter()
            .map(|refusal| waived_fault_of(reached, text, refusal))
            .collect()
    };
    let step = |part: NarratedPart<G>| WhyStep {
        did: part.text.effect,
        unsaid: part.text.implicit,
        rules: part.rules,
        irregular: irregular(part.waived),
        position: drawn_position(reached, part.state),
    };
    let mut steps: Vec<WhyStep> = parts.into_iter().map(step).collect();
    match end {
        Ok(Played { turn, state, .. }) => {
            steps.push(WhyStep {
                irregular: irregular(waived),
                ..end_of_turn(reached, state, rules)
            });
            TurnExplanation {
                canonical: Some(turn.to_string()),
                steps,
                fault: None,
            }
        }
        Err(refusal) => {
            let fault = Some(stopped_by(reached, text, *refusal, rules));
            TurnExplanation {
                canonical: None,
                steps,
                fault,
            }
        }
    }
}

/// Returns the consequence of a legal turn: who moves next, or how the game ended.
fn end_of_turn<G: Game>(
    reached: &GamePosition<G>,
    state: G::State,
    mut rules: Vec<&'static str>,
) -> WhyStep {
    let setup = &reached.setup;
    let did = match G::verdict(setup, &state) {
        None => format!(
            "{} is next.",
            G::seat_name(setup, G::to_move(setup, &state))
        ),
        Some(verdict) => {
            rules.retain(|&rule| rule != verdict.rule);
            rules.push(verdict.rule);
            let score =
                G::score(setup, &state).map(|points| format!(", score {}", score_text(&points)));
            let reason = verdict.reason;
            let standing = verdict.standing;
            format!(
                "The game is over: {reason}. Result {standing}{}.",
                score.unwrap_or_default()
            )
        }
    };
    WhyStep {
        did,
        unsaid: None,
        rules,
        irregular: Vec::new(),
        position: drawn_position(reached, state),
    }
}

/// Returns a refusal as a finding, with the illegal places.
fn refusal_finding<G: Game>(
    reached: &GamePosition<G>,
    text: &str,
    refusal: &Refusal<G>,
) -> (Finding, Vec<String>) {
    let span = span_of_part::<G>(text, Span::new(0, text.len()), refusal.fault.part);
    let (finding, explanation) =
        explain_refusal::<G>(&reached.setup, refusal, span, span.slice(text));
    (finding, explanation.marks)
}

/// Returns a fault of the turn that the record waives.
fn waived_fault_of<G: Game>(
    reached: &GamePosition<G>,
    text: &str,
    refusal: &Refusal<G>,
) -> WaivedFault {
    let (finding, _) = refusal_finding(reached, text, refusal);
    WaivedFault {
        code: finding.code,
        rule: finding.rule,
        message: finding.message,
    }
}

/// Returns the fault of an illegal turn. `kept` are the rules that the turn followed before it.
fn stopped_by<G: Game>(
    reached: &GamePosition<G>,
    text: &str,
    refusal: Refusal<G>,
    mut kept: Vec<&'static str>,
) -> WhyFault {
    let (mut finding, marks) = refusal_finding(reached, text, &refusal);
    let board = G::exhibit(&reached.setup, &refusal);
    finding.exhibit = Some(Exhibit {
        position: board.to_string(),
        marks,
    });
    // Other parts of the broken rule were followed, but the rule as a whole was not.
    kept.retain(|&rule| rule != finding.rule);
    WhyFault {
        finding,
        kept,
        position: Some(Position::to_look_at::<G>(
            Arc::clone(&reached.setup),
            &board,
        )),
    }
}
