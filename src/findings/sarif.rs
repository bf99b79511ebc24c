//! SARIF 2.1.0, as code scanning reads it. Its parts are written one after the other, so that a
//! log of any length needs no memory.

use serde::Serialize;
use serde_json::{Value, json};

use super::{Code, Finding, Severity, all_codes};
use crate::text::{SourceText, Span};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

fn rule(code: Code) -> Value {
    json!({
        "id": code.id,
        "shortDescription": { "text": code.summary },
        "fullDescription": { "text": code.page_text() },
        "defaultConfiguration": { "level": level(code.severity) },
        "properties": { "rule": code.rule },
    })
}

/// What stands before the results: the tool, and every code of the catalogue.
pub fn head() -> String {
    let rules: Vec<Value> = all_codes().map(rule).collect();
    let driver = json!({ "name": "pipscribe", "semanticVersion": env!("CARGO_PKG_VERSION"), "rules": rules });
    format!(
        "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{{\"driver\":{driver}}},\
         \"columnKind\":\"unicodeCodePoints\",\"results\":[\n"
    )
}

/// What stands behind the results.
pub const TAIL: &str = "\n]}]}\n";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u64,
    start_column: u64,
    end_line: u64,
    end_column: u64,
    byte_offset: u64,
    byte_length: u64,
}

fn region(source: &SourceText, span: Span) -> Region {
    let (from, to, bytes) = (source.place(span.start), source.place(span.end), source.in_file(span));
    Region {
        start_line: from.line,
        start_column: from.column,
        end_line: to.line,
        end_column: to.column,
        byte_offset: bytes.start,
        byte_length: bytes.end - bytes.start,
    }
}

/// The path of a file as a relative reference.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    // A colon in the first segment would make a scheme of it.
    let mut first = true;
    for byte in path.bytes() {
        match byte {
            b'/' => {
                first = false;
                out.push('/');
            }
            b':' if !first => out.push(':'),
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

fn location(path: &str, source: &SourceText, span: Span) -> Value {
    json!({ "artifactLocation": { "uri": uri(path) }, "region": region(source, span) })
}

/// One result, of record `number` (from 1) of the file `path`.
pub fn result(path: &str, number: u64, source: &SourceText, finding: &Finding) -> String {
    let index = all_codes().position(|code| code == finding.code);
    let help = finding.help.as_deref().map(|help| format!(" {help}")).unwrap_or_default();
    let related: Vec<Value> = (1_u32..)
        .zip(&finding.related)
        .map(|(id, related)| {
            json!({
                "id": id,
                "message": { "text": related.message },
                "physicalLocation": location(path, source, related.span),
            })
        })
        .collect();
    json!({
        "ruleId": finding.code.id,
        "ruleIndex": index,
        "level": level(finding.severity),
        "message": { "text": format!("{} ({}){help}", finding.message, finding.rule) },
        "locations": [{ "physicalLocation": location(path, source, finding.span) }],
        "relatedLocations": related,
        "properties": { "record": number, "turn": finding.turn, "variation": finding.variation },
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_references() {
        assert_eq!(uri("a b/ü:c.pips"), "a%20b/%C3%BC:c.pips");
        assert_eq!(uri("c:x"), "c%3Ax");
    }
}
