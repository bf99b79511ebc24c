//! One line a finding.

use super::{Finding, Severity};
use crate::text::{SourceText, one_line};

/// Writes `path:line:column: error[code] turn 5: message (rule)`.
pub fn write_short(path: &str, source: &SourceText, finding: &Finding) -> String {
    let place = source.place(finding.span.start);
    let turn = match finding.turn {
        0 => String::new(),
        turn => format!(" turn {turn}"),
    };
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    format!(
        "{}:{}:{}: {severity}[{}]{turn}: {} ({})\n",
        one_line(path),
        place.line,
        place.column,
        finding.code.id,
        finding.message,
        finding.rule
    )
}
