//! Output of `replay --format json`: one object per turn, then one per record; a stable contract.

use serde::Serialize;

use super::{Frame, Report};
use crate::notation::score_text;

/// A turn of the main line, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TurnJson {
    /// The number of the record in its file, from 1.
    pub record: u64,
    /// The turn, from 1.
    pub turn: u32,
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
pub struct EndJson {
    /// The number of the record in its file, from 1.
    pub record: u64,
    /// The result of each seat by the rules or a resignation; null while the game is open.
    pub result: Option<String>,
    /// The points of each seat after the end of the game.
    pub score: Option<String>,
}

impl TurnJson {
    /// Creates the object for a turn of record `record` (from 1) of its file; `None` for the start, which no turn led
    /// to.
    pub fn new(record: u64, frame: &Frame) -> Option<Self> {
        let (seat, text) = (frame.seat()?, frame.canonical_turn()?);
        Some(Self { record, turn: frame.number, seat, text, position: frame.position.text() })
    }
}

impl EndJson {
    /// Creates the object for the end of record `record` (from 1) of its file.
    pub fn new(record: u64, report: &Report) -> Self {
        let result = report.result.as_ref().map(ToString::to_string);
        Self { record, result, score: report.score.as_deref().map(score_text) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_schema;

    /// A line of the output is one or the other.
    #[derive(Serialize, schemars::JsonSchema)]
    #[serde(untagged)]
    #[allow(dead_code, reason = "only its schema is of interest")]
    enum Line {
        Turn(TurnJson),
        End(EndJson),
    }

    #[test]
    fn the_schema_is_committed() {
        assert_schema::<Line>("corpus/schema/replay.json");
    }
}
