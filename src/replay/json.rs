//! Output of `replay --format json`: one object per turn, then one per record; a stable contract.

use serde::Serialize;

use super::{Frame, Timeline};
use crate::notation::score_text;
use crate::text::SpanJson;

/// A turn, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TurnJson {
    /// The path of the file, if the turn was read from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The number of the record in its file, from 1.
    pub record: u64,
    /// The turn, from 1.
    pub turn: u32,
    /// In a variation: the turn that it replaces and its number among the variations, for each
    /// level.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variation: Vec<u32>,
    /// The address of the turn, as commands take it with `--line`: `7`, or `7.1/3` in a variation.
    pub address: String,
    /// The seat that played it, from 1.
    pub seat: u8,
    /// The turn in canonical form.
    pub text: String,
    /// The position after the turn.
    pub position: String,
}

/// The end of a record, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EndJson {
    /// The path of the file, if the record was read from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The number of the record in its file, from 1.
    pub record: u64,
    /// The result of each seat under the rules or after a resignation; null while the game is open.
    pub result: Option<String>,
    /// The points of each seat after the end of the game.
    pub score: Option<String>,
    /// True if no finding on the record is an error.
    pub valid: bool,
    /// The number of turns of the main line that were replayed.
    pub replayed: u32,
    /// The reason why the main line was not replayed to its end; null if it was.
    pub stopped: Option<StopJson>,
}

/// The place where the replay of a main line stopped, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct StopJson {
    /// The code of the error; null if the record expects it, so that there is no finding.
    pub code: Option<&'static str>,
    /// The turn, from 1; 0 if the tags do not determine the start.
    pub turn: u32,
    /// The message of the finding.
    pub message: Option<String>,
    /// The part of the text that is wrong.
    pub span: SpanJson,
}

impl TurnJson {
    /// Creates the object for a turn of record `record` (from 1) of its file; `None` for the start,
    /// which no turn led to.
    pub fn new(record: u64, frame: &Frame) -> Option<Self> {
        let seat = frame.seat()?;
        let text = frame.canonical_turn()?;
        Some(Self {
            path: None,
            record,
            turn: frame.number,
            variation: frame.path.clone(),
            address: frame.address().to_string(),
            seat,
            text,
            position: frame.position.text(),
        })
    }
}

impl EndJson {
    /// Creates the object for the end of record `record` (from 1) of its file.
    pub fn new(record: u64, timeline: &Timeline) -> Self {
        let report = &timeline.report;
        let source = timeline.record().source();
        let stopped = timeline.stopped().map(|stop| StopJson {
            code: stop.finding.map(|finding| finding.code.id),
            turn: stop.turn,
            message: stop.finding.map(|finding| finding.message.to_string()),
            span: SpanJson::new(source, stop.span),
        });
        Self {
            path: None,
            record,
            result: report.result.as_ref().map(ToString::to_string),
            score: report.score.as_deref().map(score_text),
            valid: report.is_valid(),
            replayed: report.turns,
            stopped,
        }
    }

    /// Replaces the result and the score with those after the last turn of another line.
    #[must_use]
    pub fn of_line(self, last: &Frame) -> Self {
        let resigned = || last.position.result();
        Self {
            result: resigned().map(ToString::to_string),
            score: last.position.score().as_deref().map(score_text),
            ..self
        }
    }
}
