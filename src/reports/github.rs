//! Workflow commands of GitHub Actions: each finding becomes an annotation of its line.

use std::io::{self, Write};

use super::{Emitter, Entry, each_finding, plain_path};
use crate::findings::{Finding, HintText};
use crate::notation::LineAddress;
use crate::text::{SourceText, spelled_out};

/// Emitter of annotations for a workflow run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Github;

impl Emitter for Github {
    fn record(&mut self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        let source = entry.checked.source();
        let write = |finding: &Finding| write_github(entry.path, source, finding, entry.hint_text);
        each_finding(entry, write, out)
    }
}

/// Writes `::error file=…,line=…,col=…,title=…::message`.
pub fn write_github(
    path: &str,
    source: &SourceText,
    finding: &Finding,
    hint_text: HintText,
) -> String {
    let from = source.place(finding.span.start);
    let to = source.place(finding.span.end);
    // GitHub accepts columns only within one line.
    let end_column = if from.line == to.line {
        format!(",endColumn={}", to.column)
    } else {
        String::new()
    };
    let is_line_end = |character: char| matches!(character, '\r' | '\n');
    let file = spelled_out(plain_path(path), is_line_end);
    let turn = LineAddress::of_finding(finding)
        .map_or_else(String::new, |address| format!("turn {address}: "));
    let help = finding
        .advice(hint_text)
        .map(|help| format!("\n{help}"))
        .unwrap_or_default();
    let rule = finding
        .rule_number()
        .map(|rule| format!(" ({rule})"))
        .unwrap_or_default();
    let message = format!("{turn}{}{rule}{help}", finding.message);
    format!(
        "::{} file={},line={},col={},endLine={}{end_column},title={}::{}\n",
        finding.severity,
        escaped_property(&file),
        from.line,
        from.column,
        to.line,
        escaped_property(finding.code.id),
        escaped_message(&message),
    )
}

/// Escapes the message of a command.
fn escaped_message(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// Escapes the value of a property of a command.
fn escaped_property(text: &str) -> String {
    escaped_message(text)
        .replace(':', "%3A")
        .replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workflow_commands_are_escaped() {
        assert_eq!(escaped_message("50 %\r\nb"), "50 %25%0D%0Ab");
        assert_eq!(escaped_property("c:a,b"), "c%3Aa%2Cb");
    }
}
