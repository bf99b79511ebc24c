//! `check --format json`: one object a record, a stable contract.

use serde::Serialize;

use super::{Finding, Severity};
use crate::games::GameId;
use crate::notation::Record;
use crate::replay::Report;
use crate::text::{SourceText, Span};

/// What checking one record gave, as JSON has it.
#[derive(Debug, Serialize)]
pub struct RecordJson<'a> {
    path: &'a str,
    record: u64,
    line: u64,
    game: Option<&'static str>,
    variant: Option<String>,
    valid: bool,
    turns: u32,
    result: Option<String>,
    score: Option<String>,
    findings: Vec<FindingJson<'a>>,
}

/// A finding, as JSON has it.
#[derive(Debug, Serialize)]
pub(crate) struct FindingJson<'a> {
    code: &'static str,
    severity: Severity,
    rule: &'static str,
    turn: u32,
    #[serde(skip_serializing_if = "<[u32]>::is_empty")]
    variation: &'a [u32],
    message: &'a str,
    help: Option<&'a str>,
    span: SpanJson,
    related: Vec<RelatedJson<'a>>,
}

#[derive(Debug, Serialize)]
struct RelatedJson<'a> {
    turn: u32,
    message: &'a str,
    span: SpanJson,
}

/// Bytes from the start of the file; line and column from 1, the column in characters.
#[derive(Debug, Serialize)]
struct SpanJson {
    start: u64,
    end: u64,
    line: u64,
    column: u64,
}

fn span_json(source: &SourceText, span: Span) -> SpanJson {
    let place = source.place(span.start);
    SpanJson {
        start: source.offset() + u64::from(span.start),
        end: source.offset() + u64::from(span.end),
        line: place.line,
        column: place.column,
    }
}

/// Points as the `Score` tag has them.
pub(crate) fn score_text(points: &[u32]) -> String {
    points.iter().map(ToString::to_string).collect::<Vec<_>>().join("-")
}

impl<'a> RecordJson<'a> {
    /// The object for a record, number `number` (from 1) of the file `path`.
    pub fn new(path: &'a str, number: u64, record: &'a Record, game: Option<GameId>, report: &'a Report) -> Self {
        let default = game.filter(|game| game.variants().len() == 1).map(|game| game.variants()[0].to_owned());
        Self {
            path,
            record: number,
            line: record.source().first_line(),
            game: game.map(GameId::name),
            variant: record.tag("Variant").map(|tag| tag.value.clone()).or(default),
            valid: report.is_valid(),
            turns: report.turns,
            result: report.result.as_ref().map(ToString::to_string),
            score: report.score.as_deref().map(score_text),
            findings: report.findings.iter().map(|finding| finding_json(record.source(), finding)).collect(),
        }
    }
}

/// A finding in `source`.
pub(crate) fn finding_json<'a>(source: &SourceText, finding: &'a Finding) -> FindingJson<'a> {
    let related = finding.related.iter().map(|related| RelatedJson {
        turn: related.turn,
        message: &related.message,
        span: span_json(source, related.span),
    });
    FindingJson {
        code: finding.code.id,
        severity: finding.severity,
        rule: finding.rule,
        turn: finding.turn,
        variation: &finding.variation,
        message: &finding.message,
        help: finding.help.as_deref(),
        span: span_json(source, finding.span),
        related: related.collect(),
    }
}
