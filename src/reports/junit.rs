//! JUnit XML, as build servers read it: each record is a test case.

use std::io::{self, Write};

use super::{Emitter, Entry, write_short};
use crate::text::{spelled_out, xml};

/// Maximum number of test cases in a suite, so that memory stays bounded.
const MAX_CASES: usize = 1_000;

/// Duration of suites and cases. Parsers that follow Ant's schema require it. It is always 0, so
/// that the same records give the same bytes.
const TIME: &str = "time=\"0\"";

/// Text before the first suite.
const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"pipscribe\">\n";
/// Text after the last suite.
const TAIL: &str = "</testsuites>\n";

/// Emitter of test suites: one per file, or one for all files.
#[derive(Clone, Debug)]
pub struct Junit {
    /// Name of the suite for all files; `None` for one suite per file.
    name_of_all: Option<&'static str>,
    /// Name of the suite that has not been written yet.
    name: String,
    /// Its cases so far.
    cases: Vec<Case>,
}

impl Junit {
    /// Creates an emitter with one suite per file.
    pub fn by_file() -> Self {
        Self {
            name_of_all: None,
            name: String::new(),
            cases: Vec::new(),
        }
    }

    /// Creates an emitter with one suite for all files. The suite is written even if there are no
    /// records.
    pub fn in_one_suite(name: &'static str) -> Self {
        Self {
            name_of_all: Some(name),
            name: name.to_owned(),
            cases: Vec::new(),
        }
    }

    /// Writes the suite of the cases so far.
    fn write_suite(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let cases = std::mem::take(&mut self.cases);
        out.write_all(suite_xml(&self.name, &cases).as_bytes())
    }
}

impl Emitter for Junit {
    fn head(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(HEAD.as_bytes())
    }

    fn record(&mut self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        let name = self.name_of_all.unwrap_or(entry.path);
        if self.cases.len() >= MAX_CASES || (self.name != name && !self.cases.is_empty()) {
            self.write_suite(out)?;
        }
        name.clone_into(&mut self.name);
        self.cases.push(Case::from_entry(entry));
        Ok(())
    }

    fn tail(&mut self, _summary: &str, out: &mut dyn Write) -> io::Result<()> {
        if !self.cases.is_empty() || self.name_of_all.is_some() {
            self.write_suite(out)?;
        }
        out.write_all(TAIL.as_bytes())
    }
}

/// Test case.
#[derive(Clone, Debug)]
struct Case {
    /// XML element, on one or several lines.
    xml: String,
    has_failed: bool,
}

impl Case {
    /// Creates the test case of a record: its findings as lines, then the notes.
    fn from_entry(entry: &Entry<'_>) -> Self {
        let Entry {
            path,
            number,
            checked,
            notes,
            ..
        } = *entry;
        let source = checked.source();
        let report = &checked.report;
        let mut xml = format!(
            "    <testcase name=\"record {number}, line {}\" classname=\"{}\" {TIME}",
            source.first_line(),
            escaped_attribute(path)
        );
        let has_failed = entry.has_failed();
        let mut lines: String = report
            .findings
            .iter()
            .map(|finding| write_short(path, source, finding))
            .collect();
        lines.push_str(notes);

        let text = escaped_content(lines.trim_end());
        let outcome = match report.first_error() {
            Some(first) if has_failed => Some(format!(
                "<failure type=\"{}\" message=\"{}\">{text}</failure>",
                escaped_attribute(first.code.id),
                escaped_attribute(&first.message),
            )),
            None if has_failed && notes.is_empty() => {
                Some("<failure message=\"its findings are not listed\"/>".to_owned())
            }
            None if has_failed => Some(format!(
                "<failure message=\"{}\">{text}</failure>",
                escaped_attribute(notes.lines().next().unwrap_or_default()),
            )),
            _ if lines.is_empty() => None,
            _ => Some(format!("<system-out>{text}</system-out>")),
        };
        match outcome {
            Some(outcome) => {
                xml.push_str(&format!(">\n      {outcome}\n    </testcase>\n"));
            }
            None => xml.push_str("/>\n"),
        }
        Self { xml, has_failed }
    }
}

/// Returns a suite with its cases as XML.
fn suite_xml(name: &str, cases: &[Case]) -> String {
    let failures = cases.iter().filter(|case| case.has_failed).count();
    let mut xml = format!(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{failures}\" errors=\"0\" skipped=\"0\" {TIME}>\n",
        escaped_attribute(name),
        cases.len()
    );
    for case in cases {
        xml.push_str(&case.xml);
    }
    xml.push_str("  </testsuite>\n");
    xml
}

/// Escapes a text as XML content. Control characters and other invisible characters become
/// references, so nothing is lost. Characters that XML forbids are spelled out.
fn escaped_content(text: &str) -> String {
    let is_known = |character| character >= ' ' || matches!(character, '\n' | '\r' | '\t');
    xml::escaped(&spelled_out(text, is_known))
}

/// Escapes a text as an attribute value, where a bare line end would be read as a space.
fn escaped_attribute(text: &str) -> String {
    escaped_content(text)
        .replace('\n', "&#10;")
        .replace('\t', "&#9;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Checked;

    #[test]
    fn only_characters_that_xml_forbids_are_replaced() {
        let text = "<\u{1b}>\r\n\t\u{85}\u{202e}\u{FFFE}";
        assert_eq!(
            escaped_content(text),
            "&lt;\\u{1b}&gt;&#13;\n\t&#133;&#8238;\u{FFFD}"
        );
        assert_eq!(escaped_attribute("a\n\tb"), "a&#10;&#9;b");
    }

    #[test]
    fn suites_count_their_cases() {
        let case = |has_failed| Case {
            xml: String::new(),
            has_failed,
        };
        let xml = suite_xml("a", &[case(true), case(false), case(true)]);
        assert!(xml.contains("tests=\"3\" failures=\"2\""), "{xml}");
    }

    #[test]
    fn suites_are_split_by_file_and_length() {
        let checked = Checked::from_text("[Game \"pippip\"]\n\n*\n");
        let suites = |mut junit: Junit, paths: &[&str]| {
            let mut xml = Vec::new();
            for path in paths {
                junit
                    .record(&Entry::new(path, 1, &checked), &mut xml)
                    .unwrap_or_default();
            }
            junit.tail("", &mut xml).unwrap_or_default();
            let xml = String::from_utf8(xml).unwrap_or_default();
            let counts = xml
                .split("tests=\"")
                .skip(1)
                .map(|rest| rest.split('"').next().unwrap_or_default().to_owned());
            counts.collect::<Vec<_>>()
        };
        assert_eq!(suites(Junit::by_file(), &["a", "a", "b"]), ["2", "1"]);
        assert_eq!(
            suites(Junit::by_file(), &["a"; MAX_CASES + 1]),
            ["1000", "1"]
        );
        assert_eq!(suites(Junit::by_file(), &[]), [""; 0]);
        assert_eq!(suites(Junit::in_one_suite("all"), &["a", "a", "b"]), ["3"]);
        assert_eq!(
            suites(Junit::in_one_suite("all"), &["a"; MAX_CASES]),
            ["1000"]
        );
        assert_eq!(suites(Junit::in_one_suite("all"), &[]), ["0"]);
    }
}
