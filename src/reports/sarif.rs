//! SARIF 2.1.0, as code scanning reads it. The log is streamed, so its length does not affect
//! memory: each finding is written as a result at once ([`Sarif::result`]); the descriptions of the
//! codes that occurred follow after the last one.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Value, json};

use super::{Emitter, Entry, plain_path};
use crate::findings::{BookAddress, Code, Finding, Fix, Hint, HintText, capitalized};
use crate::notation::LineAddress;
use crate::text::{Key, SourceText, Span, SpanJson, is_file_uri, json_line, path_in_uri};

/// Log of one run, with the rules of the codes that occur.
#[derive(Clone, Debug)]
pub struct Sarif<'a> {
    /// Book that codes link to.
    book: Option<BookAddress<'a>>,
    /// Function that words hints. The pages of codes need it after the last record.
    hint_text: HintText,
    /// Codes in the order of their first results.
    rules: Vec<Code>,
    /// True once a result has been written, so that the next one needs a comma.
    has_results: bool,
    /// True if a part of the input could not be read.
    is_incomplete: bool,
}

/// Creates a log without links, with neutral words for hints.
impl Default for Sarif<'_> {
    fn default() -> Self {
        Self::new(None, Hint::neutral_text)
    }
}

impl<'a> Sarif<'a> {
    /// Creates a log whose codes link to their pages in `book`, with the wording of a front end for
    /// hints.
    pub fn new(book: Option<BookAddress<'a>>, hint_text: HintText) -> Self {
        Self {
            book,
            hint_text,
            rules: Vec::new(),
            has_results: false,
            is_incomplete: false,
        }
    }

    /// Returns the index of the rule of a code. The rule is added to the log.
    fn rule_index(&mut self, code: Code) -> usize {
        self.rules
            .iter()
            .position(|known| *known == code)
            .unwrap_or_else(|| {
                self.rules.push(code);
                self.rules.len() - 1
            })
    }

    /// Returns the text after the results.
    fn text_after_results(&self) -> String {
        let rules: Vec<Value> = self
            .rules
            .iter()
            .map(|code| rule_json(code, self.book, self.hint_text))
            .collect();
        let mut driver = json!({
            "name": "pipscribe",
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "rules": rules,
        });
        let repository = Some(REPOSITORY).filter(|address| !address.is_empty());
        let information = repository.or(self.book.map(BookAddress::base));
        if let (Some(information), Some(driver)) = (information, driver.as_object_mut()) {
            driver.insert("informationUri".to_owned(), information.into());
        }
        let invocation = json!({ "executionSuccessful": !self.is_incomplete });
        format!("\n],\"tool\":{{\"driver\":{driver}}},\"invocations\":[{invocation}]}}]}}\n")
    }
}

impl Sarif<'_> {
    /// Returns one result, for record `number` (from 1) of the file `path`. Its rule is added to
    /// the log.
    ///
    /// # Errors
    /// Returns an error if the result cannot be written as JSON.
    #[doc(hidden)]
    pub fn result(
        &mut self,
        path: &str,
        number: u64,
        source: &SourceText,
        finding: &Finding,
    ) -> serde_json::Result<String> {
        let help = finding
            .advice(self.hint_text)
            .map(|help| format!(" {help}"))
            .unwrap_or_default();
        let mut result = json!({
            "ruleId": finding.code.id,
            "ruleIndex": self.rule_index(finding.code),
            "level": finding.severity.to_string(),
            "message": { "text": format!("{} ({}){help}", finding.message, finding.rule) },
            "locations": [{ "physicalLocation": location_json(path, source, finding.span) }],
            "relatedLocations": related_locations(path, source, finding),
            "partialFingerprints": { "pipscribe/v1": fingerprint(source, finding) },
            "properties": { "record": number, "turn": finding.turn, "variation": finding.variation },
        });
        if let Some(address) = LineAddress::of_finding(finding) {
            result["properties"]["address"] = json!(address.to_string());
        }
        if let (Some(fix), Some(result)) = (&finding.fix, result.as_object_mut()) {
            result.insert("fixes".to_owned(), json!([fix_json(path, source, fix)]));
        }
        json_line(&result)
    }
}

impl Emitter for Sarif<'_> {
    fn head(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(HEAD.as_bytes())
    }

    fn record(&mut self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        let source = entry.checked.source();
        for finding in &entry.checked.report.findings {
            let separator = if self.has_results { ",\n" } else { "" };
            let result = self.result(entry.path, entry.number, source, finding)?;
            self.has_results = true;
            write!(out, "{separator}{result}")?;
        }
        Ok(())
    }

    fn incomplete(&mut self) {
        self.is_incomplete = true;
    }

    fn tail(&mut self, _summary: &str, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.text_after_results().as_bytes())
    }
}

/// Text before the results. The tool comes after the results, because only then are the rules
/// known.
const HEAD: &str = concat!(
    "{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json\",",
    "\"version\":\"2.1.0\",\"runs\":[{\"columnKind\":\"unicodeCodePoints\",\"results\":[\n"
);

/// Address of the repository in `Cargo.toml`; empty until there is one.
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

/// Returns the description of a code, which SARIF calls a rule.
fn rule_json(code: Code, book: Option<BookAddress<'_>>, hint_text: HintText) -> Value {
    let explained = hint_text(&Hint::ExplainCode { code: code.id });
    let mut rule = json!({
        "id": code.id,
        "shortDescription": { "text": code.summary },
        "fullDescription": { "text": code.page_text() },
        "help": {
            "text": format!(
                "{}\n\nRule: {}. {}.",
                code.page_text().trim(),
                code.rule,
                capitalized(&explained)
            ),
            "markdown": code.markdown(),
        },
        "defaultConfiguration": { "level": code.severity.to_string() },
        "properties": { "rule": code.rule },
    });
    if let (Some(book), Some(rule)) = (book, rule.as_object_mut()) {
        rule.insert("helpUri".to_owned(), book.of_code(code).into());
    }
    rule
}

/// Maximum length of the parts of a text that a fingerprint covers, in characters.
const MAX_FINGERPRINT_LENGTH: usize = 4_096;

/// Returns the fingerprint by which code scanning recognises a finding after a change of the file.
/// It stays the same if other records or other turns change: the key of the code, the turn with its
/// variation, the text of the span, and the tags of the record.
fn fingerprint(source: &SourceText, finding: &Finding) -> String {
    let start_of = |text: &str| -> String { text.chars().take(MAX_FINGERPRINT_LENGTH).collect() };
    let text = start_of(source.text());
    let tags: Vec<&str> = text
        .lines()
        .take_while(|line| !line.trim().is_empty())
        .collect();
    let part = start_of(source.text_of(finding.span));
    let variation = &finding.variation;
    Key::from_text(&format!(
        "{}\n{} {variation:?}\n{part}\n{}",
        finding.code,
        finding.turn,
        tags.join("\n")
    ))
    .to_string()
}

/// Part of a file, as SARIF describes it.
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

/// Returns the region of a span in the source.
fn region_of(source: &SourceText, span: Span) -> Region {
    let SpanJson {
        start,
        end,
        line,
        column,
        end_line,
        end_column,
    } = SpanJson::new(source, span);
    Region {
        start_line: line,
        start_column: column,
        end_line,
        end_column,
        byte_offset: start,
        byte_length: end - start,
    }
}

/// Returns the path of a file as a URI: a relative reference for a relative path, a `file:` URI for
/// an absolute one. A path that is not UTF-8 is given as a URI already. Windows paths are
/// recognised by their form, so the URI is the same on every system; `\` always becomes `/`.
pub fn path_uri(path: &str) -> String {
    if is_file_uri(path) {
        return path.to_owned();
    }
    let with_slashes = path.replace('\\', "/");
    let address = plain_path(&with_slashes);
    // Verbatim Windows paths begin with `//?/`.
    if let Some(share) = address.strip_prefix("//?/UNC/") {
        return format!("file://{}", path_in_uri(share));
    }
    let address = address.strip_prefix("//?/").unwrap_or(address);
    match address.as_bytes() {
        [drive, b':', b'/', ..] if drive.is_ascii_alphabetic() => {
            let (drive, rest) = address.split_at(2);
            format!("file:///{drive}{}", path_in_uri(rest))
        }
        // A Windows network share. On other systems, several leading `/` are equivalent to one.
        [b'/', b'/', ..] if path.starts_with('\\') => format!("file:{}", path_in_uri(address)),
        [b'/', ..] => format!("file:///{}", path_in_uri(address.trim_start_matches('/'))),
        _ => {
            // A colon in the first segment would be read as a scheme.
            let (first, rest) = address.split_at(address.find('/').unwrap_or(address.len()));
            path_in_uri(first).replace(':', "%3A") + &path_in_uri(rest)
        }
    }
}

/// Returns a place in a file as SARIF describes it.
fn location_json(path: &str, source: &SourceText, span: Span) -> Value {
    json!({ "artifactLocation": { "uri": path_uri(path) }, "region": region_of(source, span) })
}

/// Returns the places that a finding refers to.
fn related_locations(path: &str, source: &SourceText, finding: &Finding) -> Vec<Value> {
    let related = (1_u32..).zip(&finding.related).map(|(id, related)| {
        json!({
            "id": id,
            "message": { "text": related.message },
            "physicalLocation": location_json(path, source, related.span),
        })
    });
    related.collect()
}

/// Returns a fix of a record as SARIF describes it.
fn fix_json(path: &str, source: &SourceText, fix: &Fix) -> Value {
    let replacement = |(span, text): &(Span, String)| {
        let content = json!({ "text": text });
        json!({ "deletedRegion": region_of(source, *span), "insertedContent": content })
    };
    let change = json!({
        "artifactLocation": { "uri": path_uri(path) },
        "replacements": fix.edits.iter().map(replacement).collect::<Vec<_>>(),
    });
    json!({ "description": { "text": fix.message }, "artifactChanges": [change] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        for (path, address) in [
            ("a b/ü:c.pips", "a%20b/%C3%BC:c.pips"),
            ("./a/../b.pips", "a/../b.pips"),
            (r".\a.pips", "a.pips"),
            (".//./c:x", "c%3Ax"),
            ("./", "./"),
            ("../a.pips", "../a.pips"),
            ("c:x", "c%3Ax"),
            ("-", "-"),
            (r"a\b#1.pips", "a/b%231.pips"),
            ("/home/ann/50 %.pips", "file:///home/ann/50%20%25.pips"),
            ("/", "file:///"),
            ("//games/a.pips", "file:///games/a.pips"),
            (r"C:\Users\Ann B\a.pips", "file:///C:/Users/Ann%20B/a.pips"),
            ("d:/a:b", "file:///d:/a:b"),
            (r"\\server\share\a.pips", "file://server/share/a.pips"),
            (r"\\?\C:\a.pips", "file:///C:/a.pips"),
            (r"\\?\UNC\server\share\a.pips", "file://server/share/a.pips"),
        ] {
            assert_eq!(path_uri(path), address, "{path}");
            assert!(!path_uri(path).contains("%5C"));
        }
    }
}
