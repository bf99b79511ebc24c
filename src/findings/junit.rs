//! JUnit's XML, as build servers read it: a record is a test case, a file a suite.

use std::fmt::Write;

use super::{Finding, write_short};
use crate::text::SourceText;
use crate::text::xml::escaped;

/// A test case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Its element, a line or several.
    pub xml: String,
    /// Whether it failed.
    pub failed: bool,
}

/// What stands before the first suite.
pub const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"pipscribe\">\n";
/// What stands behind the last.
pub const TAIL: &str = "</testsuites>\n";

/// The test case of a record, number `number` (from 1) of the file `path`.
///
/// It fails unless the record is valid, listed or not.
pub fn case(path: &str, number: u64, source: &SourceText, findings: &[Finding], valid: bool) -> Case {
    case_with(path, number, source, findings, valid, "")
}

/// The same with something more to say behind the findings.
pub fn case_with(path: &str, number: u64, source: &SourceText, findings: &[Finding], valid: bool, notes: &str) -> Case {
    let mut xml = format!(
        "    <testcase name=\"record {number}, line {}\" classname=\"{}\"",
        source.first_line(),
        attribute(path)
    );
    let first = findings.iter().find(|finding| finding.is_error());
    let mut lines: String = findings.iter().map(|finding| write_short(path, source, finding)).collect();
    lines.push_str(notes);
    // Writing to a string cannot fail.
    let _ = match first {
        Some(first) if !valid => writeln!(
            xml,
            ">\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>",
            attribute(first.code.id),
            attribute(&first.message),
            escaped(lines.trim_end())
        ),
        None if !valid && notes.is_empty() => {
            writeln!(xml, ">\n      <failure message=\"its findings are not listed\"/>\n    </testcase>")
        }
        None if !valid => writeln!(
            xml,
            ">\n      <failure message=\"{}\">{}</failure>\n    </testcase>",
            escaped(notes.lines().next().unwrap_or_default()),
            escaped(lines.trim_end())
        ),
        _ if lines.is_empty() => writeln!(xml, "/>"),
        _ => writeln!(xml, ">\n      <system-out>{}</system-out>\n    </testcase>", escaped(lines.trim_end())),
    };
    Case { xml, failed: !valid }
}

/// The suite of some cases.
pub fn suite(name: &str, cases: &[Case]) -> String {
    let failures = cases.iter().filter(|case| case.failed).count();
    let mut xml = format!(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{failures}\" errors=\"0\" skipped=\"0\">\n",
        attribute(name),
        cases.len()
    );
    cases.iter().for_each(|case| xml.push_str(&case.xml));
    xml.push_str("  </testsuite>\n");
    xml
}

/// The same in an attribute, where a bare line end would be read as a space.
fn attribute(text: &str) -> String {
    escaped(text).replace('\n', "&#10;").replace('\t', "&#9;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_count_their_cases() {
        let case = |failed| Case { xml: String::new(), failed };
        let xml = suite("a", &[case(true), case(false), case(true)]);
        assert!(xml.contains("tests=\"3\" failures=\"2\""), "{xml}");
    }
}
