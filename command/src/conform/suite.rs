//! Cases of a suite: a record, the rules that it tests, and its known results.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::coverage::RulesShown;
use crate::example::all_chosen;
use pipscribe::check::Checked;
use pipscribe::findings::Finding;
use pipscribe::games::GameId;
use pipscribe::notation::score_text;
use pipscribe::replay::Timeline;

/// A record and its expected outcome: a line of a suite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Case {
    /// The name of the case, unique in its suite.
    pub id: String,
    /// The game; null if the record does not name it.
    pub game: Option<String>,
    /// The rules that the record keeps: those that its legal turns keep, or that it was written to
    /// keep.
    pub keeps: Vec<String>,
    /// The rules that some part of the record breaks.
    pub breaks: Vec<String>,
    /// The record.
    pub record: String,
    /// True if the record has no errors.
    pub valid: bool,
    /// The code of the first error; null if the record is valid.
    pub code: Option<String>,
    /// The turn of the first error, from 1; 0 if it belongs to no turn, null if the record is
    /// valid.
    pub turn: Option<u32>,
    /// The turns of the main line that can be played, in canonical form.
    pub turns: Vec<String>,
    /// The position before the first turn and that after each; empty if the tags do not determine
    /// the start.
    pub positions: Vec<String>,
    /// The result of each seat under the rules or after a resignation; null while the game is open.
    pub result: Option<String>,
    /// The points of each seat once the game is over; null before, and in games without points.
    pub score: Option<String>,
}

/// Reason why a text is not a valid suite.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SuiteError {
    /// A line is not a valid case.
    #[error("line {line} is not a case of a suite: {}", reason(error))]
    Line {
        /// Line number, from 1.
        line: usize,
        /// Error in the line.
        error: serde_json::Error,
    },
    /// Two cases have the same name.
    #[error("line {line}: the case `{id}` occurs twice")]
    Twice {
        /// Line number of the second case, from 1.
        line: usize,
        /// The name.
        id: String,
    },
    /// The suite has no cases.
    #[error("it has no cases")]
    Empty,
}

/// Returns what is wrong with a line of a suite, without the words of the JSON parser.
fn reason(error: &serde_json::Error) -> String {
    if !error.is_data() {
        return "it is not JSON".to_owned();
    }
    let text = error.to_string();
    let end = text.rfind(" at line ").unwrap_or(text.len());
    text[..end].to_owned()
}

impl Case {
    /// Creates a case from a record, which must be UTF-8. `keeps` and `breaks` are rules that the
    /// record obeys and breaks, in addition to those that its turns show.
    pub fn new(id: &str, record: &str, keeps: &[String], breaks: &[String]) -> Self {
        let checked = Checked::from_text(record);
        let shown = RulesShown::from_checked(&checked);
        let report = &checked.report;
        let first = report.first_error();
        let frames = checked.timeline().into_iter().flat_map(Timeline::main_line);
        let turns = frames.filter_map(|frame| frame.position.turn()).collect();
        Self {
            id: id.to_owned(),
            game: checked.game.map(|game| game.name().to_owned()),
            keeps: sorted_union(&shown.kept, keeps),
            breaks: sorted_union(&shown.broken, breaks),
            record: record.to_owned(),
            valid: report.is_valid(),
            code: first.map(|finding: &Finding| finding.code.id.to_owned()),
            turn: first.map(|finding| finding.turn),
            turns,
            positions: checked.positions().unwrap_or_default(),
            result: report.result.as_ref().map(ToString::to_string),
            score: report.score.as_deref().map(score_text),
        }
    }

    /// Returns the rules that the case obeys or breaks, without duplicates.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        let breaks = self.breaks.iter().filter(|rule| !self.keeps.contains(rule));
        self.keeps.iter().chain(breaks).map(String::as_str)
    }

    /// Returns true if the case belongs to this game.
    pub fn is_of(&self, game: GameId) -> bool {
        self.game.as_deref() == Some(game.name())
    }

    /// Returns the case as a JSON object.
    pub(super) fn fields(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(fields)) => fields,
            _ => Map::new(),
        }
    }
}

/// Returns the rules of both lists, sorted and without duplicates.
fn sorted_union(rules: &BTreeSet<&'static str>, more: &[String]) -> Vec<String> {
    let mut all: BTreeSet<String> = rules.iter().map(|rule| (*rule).to_owned()).collect();
    all.extend(more.iter().cloned());
    all.into_iter().collect()
}

/// Parses a suite: one case per line.
///
/// # Errors
/// Returns an error if the text is not a valid suite.
pub fn read_suite(text: &str) -> Result<Vec<Case>, SuiteError> {
    let mut cases: Vec<Case> = Vec::new();
    let mut seen = BTreeSet::new();
    for (line, text) in (1..).zip(text.lines()) {
        if text.trim().is_empty() {
            continue;
        }
        let case: Case =
            serde_json::from_str(text).map_err(|error| SuiteError::Line { line, error })?;
        if !seen.insert(case.id.clone()) {
            return Err(SuiteError::Twice { line, id: case.id });
        }
        cases.push(case);
    }
    if cases.is_empty() {
        Err(SuiteError::Empty)
    } else {
        Ok(cases)
    }
}

/// Returns the embedded suite: the chosen examples of every rule.
pub fn embedded_suite() -> Vec<Case> {
    all_chosen()
        .map(|(name, text)| Case::new(&name, &text, &[], &[]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_is_read_as_it_was_written() {
        let cases = embedded_suite();
        assert!(
            cases.len() > 100
                && cases.iter().any(|case| case.valid)
                && cases.iter().any(|case| !case.valid)
        );
        let lines: Vec<String> = cases
            .iter()
            .map(|case| serde_json::to_string(case).unwrap())
            .collect();
        assert_eq!(read_suite(&lines.join("\n")).unwrap(), cases);
        let error = |text: &str| read_suite(text).unwrap_err().to_string();
        assert!(
            error("{}").starts_with("line 1 is not a case of a suite: missing field `id`"),
            "{}",
            error("{}")
        );
        assert_eq!(
            error(&format!("{}\n\n{}", lines[0], lines[0])),
            format!("line 3: the case `{}` occurs twice", cases[0].id)
        );
        assert_eq!(error("\n"), "it has no cases");
    }
}
