//! Output of `replay --format json`: one object per turn, then one per record; a stable contract.

use serde::Serialize;

use super::{Frame, Timeline};
use crate::notation::score_text;
use crate::text::SpanJson;

/// A turn, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct TurnJson {
    /// The path of the file, if the turn was read from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    /// The number of the record in its file, from 1.
    record: u64,
    /// The turn, from 1.
    turn: u32,
    /// In a variation: the turn that it replaces and its number among the variations, for each
    /// level.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variation: Vec<u32>,
    /// The address of the turn, as commands take it with `--line`: `7`, or `7.1/3` in a variation.
    address: String,
    /// The seat that played it, from 1.
    seat: u8,
    /// The turn in canonical form.
    text: String,
    /// The position after the turn.
    position: String,
}

/// The end of a record, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct EndJson {
    /// The path of the file, if the record was read from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    /// The number of the record in its file, from 1.
    record: u64,
    /// The result of each seat under the rules or after a resignation; null while the game is open.
    result: Option<String>,
    /// The points of each seat after the end of the game.
    score: Option<String>,
    /// True if no finding on the record is an error.
    valid: bool,
    /// The number of turns of the main line that were replayed.
    replayed: u32,
    /// The reason why the main line was not replayed to its end; null if it was.
    stopped: Option<StopJson>,
}

/// The place where the replay of a main line stopped, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct StopJson {
    /// The code of the error; null if the record expects it, so that there is no finding.
    code: Option<&'static str>,
    /// The turn, from 1; 0 if the tags do not determine the start.
    turn: u32,
    /// The message of the finding.
    message: Option<String>,
    /// The part of the text that is wrong.
    span: SpanJson,
}

impl Frame {
    /// Returns the turn as the JSON object that `replay --format json` writes; `None` for the
    /// start, which no turn led to. `record` is the number of the record in the file `path`, from
    /// 1.
    pub fn json(&self, path: Option<&str>, record: u64) -> Option<impl Serialize + use<>> {
        TurnJson::new(path, record, self)
    }
}

impl Timeline {
    /// Returns the end of the record as the JSON object that `replay --format json` writes.
    /// `record` is the number of the record in the file `path`, from 1. If `last` is the last turn
    /// of another line than the main line, the result and the score are those after it.
    pub fn end_json(
        &self,
        path: Option<&str>,
        record: u64,
        last: Option<&Frame>,
    ) -> impl Serialize + use<> {
        EndJson::new(path, record, self, last)
    }
}

impl TurnJson {
    fn new(path: Option<&str>, record: u64, frame: &Frame) -> Option<Self> {
        let seat = frame.seat()?;
        let text = frame.canonical_turn()?;
        Some(Self {
            path: path.map(str::to_owned),
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
    fn new(path: Option<&str>, record: u64, timeline: &Timeline, last: Option<&Frame>) -> Self {
        let report = &timeline.report;
        let source = timeline.record().source();
        let stopped = timeline.stopped().map(|stop| StopJson {
            code: stop.finding.map(|finding| finding.code.id),
            turn: stop.turn,
            message: stop.finding.map(|finding| finding.message.to_string()),
            span: SpanJson::new(source, stop.span),
        });
        let (result, score) = match last {
            Some(last) => (
                last.position.result().map(ToString::to_string),
                last.position.score().as_deref().map(score_text),
            ),
            None => (
                report.result.as_ref().map(ToString::to_string),
                report.score.as_deref().map(score_text),
            ),
        };
        Self {
            path: path.map(str::to_owned),
            record,
            result,
            score,
            valid: report.is_valid(),
            replayed: report.turns,
            stopped,
        }
    }
}
