//! Reports for other programs, parsed as those programs do: SARIF by its published schema, JUnit's
//! XML by an XML parser, GitHub's annotations by their own rules.

use std::process::Command;

use pipscribe::findings::{Finding, Hint, all_codes};
use pipscribe::reports::{Emitter, Sarif, write_github};
use pipscribe::text::SourceText;
use serde_json::Value;

use super::catalogue::findings_of;
use crate::support::{Folder, JsonSchema, Run, root};

/// The published schema of SARIF 2.1.0, from the package that carries it.
fn sarif_schema() -> Value {
    let manifest = root().join("tests/reports/sarif-schema/Cargo.toml");
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--locked",
            "--format-version",
            "1",
            "--manifest-path",
        ])
        .arg(manifest)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages
        .iter()
        .find(|package| package["name"] == "serde-sarif")
        .unwrap();
    let manifest = std::path::Path::new(package["manifest_path"].as_str().unwrap());
    serde_json::from_slice(
        &std::fs::read(manifest.with_file_name("src").join("schema.json")).unwrap(),
    )
    .unwrap()
}

fn assert_fits(schema: &JsonSchema, log: &str) {
    assert_eq!(schema.complaint(&serde_json::from_str(log).unwrap()), None);
}

/// The requirements of build servers for JUnit's XML: suites with correct counts, cases with names.
fn read_junit(xml: &str) -> Vec<(String, usize, usize)> {
    let document = roxmltree::Document::parse(xml).unwrap();
    let suites = document.root_element();
    assert_eq!(suites.tag_name().name(), "testsuites");
    let mut read = Vec::new();
    let timed = document
        .descendants()
        .filter(|node| ["testsuite", "testcase"].contains(&node.tag_name().name()));
    assert!(
        timed
            .clone()
            .all(|node| node.attribute("time") == Some("0")),
        "required by some, and no clock"
    );
    for suite in suites.children().filter(roxmltree::Node::is_element) {
        assert_eq!(suite.tag_name().name(), "testsuite");
        let mut failures = 0;
        let cases: Vec<_> = suite
            .children()
            .filter(roxmltree::Node::is_element)
            .collect();
        for case in &cases {
            assert_eq!(case.tag_name().name(), "testcase");
            assert!(
                !case.attribute("name").unwrap().is_empty()
                    && !case.attribute("classname").unwrap().is_empty()
            );
            for inside in case.children().filter(roxmltree::Node::is_element) {
                assert!(["failure", "system-out"].contains(&inside.tag_name().name()));
                if inside.has_tag_name("failure") {
                    assert!(!inside.attribute("message").unwrap().is_empty());
                    failures += 1;
                }
            }
        }
        let count = |name: &str| suite.attribute(name).unwrap().parse::<usize>().unwrap();
        assert_eq!(
            (count("tests"), count("failures"), count("errors")),
            (cases.len(), failures, 0)
        );
        read.push((
            suite.attribute("name").unwrap().to_owned(),
            cases.len(),
            failures,
        ));
    }
    read
}

const BROKEN: &str =
    "[Game \"gipf\"]\n[Variant \"<&>\u{1}]]>\"]\n[Event \"\u{FFFE}\"]\n\n1. a]]>2\u{7} {--> \n";

/// A line as GitHub parses it: the command, its properties, the message.
fn read_annotation(line: &str) -> (String, Vec<(String, String)>, String) {
    let (head, message) = line.strip_prefix("::").unwrap().split_once("::").unwrap();
    let (command, properties) = head.split_once(' ').unwrap();
    let unescaped = |text: &str| {
        let text = text
            .replace("%0D", "\r")
            .replace("%0A", "\n")
            .replace("%3A", ":")
            .replace("%2C", ",");
        text.replace("%25", "%")
    };
    let properties = properties
        .split(',')
        .map(|pair| pair.split_once('=').unwrap());
    let properties = properties
        .map(|(name, value)| (name.to_owned(), unescaped(value)))
        .collect();
    (command.to_owned(), properties, unescaped(message))
}

#[test]
fn annotations_are_one_line_each_and_read_as_they_were_written() {
    const PATH: &str = "a,b::c=100 %0A\r\n.pips";
    let value = |properties: &[(String, String)], name: &str| {
        properties
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.clone())
    };
    for code in all_codes() {
        for (source, finding) in findings_of(code, code.failing()) {
            let line = write_github(PATH, &source, &finding, Hint::neutral_text);
            assert_eq!(line.lines().count(), 1, "{line}");
            let (command, properties, message) = read_annotation(line.trim_end());
            assert_eq!(command, finding.severity.to_string());
            assert_eq!(value(&properties, "file").as_deref(), Some(PATH));
            assert_eq!(value(&properties, "title").as_deref(), Some(code.id));
            let place = source.place(finding.span.start);
            assert_eq!(value(&properties, "line"), Some(place.line.to_string()));
            assert!(message.contains(finding.message.as_str()), "{message}");
        }
    }
    let source = SourceText::new("x".to_owned(), 0, 1);
    let code = all_codes().next().unwrap();
    let mut finding = Finding::new(
        code,
        pipscribe::text::Span::new(0, 1),
        "50 % ::error::\r\n::debug::%0A",
    );
    finding.help = Some("So: %0D".into());
    let line = write_github("-", &source, &finding, Hint::neutral_text);
    assert_eq!(line.lines().count(), 1);
    let message = read_annotation(line.trim_end()).2;
    assert!(
        message.contains("50 % \\u{3a}:error::\\r\\n::debug::%0A"),
        "{message}"
    );
    assert!(message.ends_with("\nSo: %0D"), "{message}");
}

/// Tests that take seconds.
mod slow {
    use super::*;

    #[test]
    fn sarif_fits_the_published_schema() {
        let mut schema = sarif_schema();
        assert!(
            schema["title"]
                .as_str()
                .unwrap()
                .contains("SARIF) Version 2.1.0")
        );
        // As published, this pattern is not a valid regular expression: it has one bracket too
        // many. The reports do not state a language, so the pattern is not needed.
        for object in ["run", "toolComponent"] {
            schema["definitions"][object]["properties"]["language"]
                .as_object_mut()
                .unwrap()
                .remove("pattern");
        }
        let schema = JsonSchema::new(schema);
        let corpus = Run::new(&[
            "check",
            "--format",
            "sarif",
            "corpus/gipf/codes",
            "corpus/gipf/rules",
        ])
        .done()
        .stdout();
        assert!(corpus.matches("\"ruleId\"").count() > 70);
        assert_fits(&schema, &corpus);
        // No findings.
        assert_fits(
            &schema,
            &Run::new(&["check", "--format", "sarif", "corpus/gipf/real/game-a.pips"])
                .done()
                .stdout(),
        );
        // Every code, including the codes of decks and of other formats.
        let (mut sarif, mut results) = (Sarif::default(), Vec::new());
        for code in all_codes() {
            let found = findings_of(code, code.failing());
            results.extend(
                found.iter().map(|(source, finding)| {
                    sarif.result("a b/ü.pips", 1, source, finding).unwrap()
                }),
            );
        }
        assert_eq!(results.len(), all_codes().count());
        let mut log = Vec::new();
        sarif.head(&mut log).unwrap();
        log.extend(results.join(",\n").bytes());
        sarif.tail("", &mut log).unwrap();
        let log = String::from_utf8(log).unwrap();
        assert_fits(&schema, &log);
        let log: Value = serde_json::from_str(&log).unwrap();
        let driver = &log["runs"][0]["tool"]["driver"];
        // There is no repository to name yet.
        assert!(driver.get("informationUri").is_none());
        for (rule, code) in driver["rules"].as_array().unwrap().iter().zip(all_codes()) {
            assert_eq!(
                (rule["id"].as_str(), rule["help"]["markdown"].as_str()),
                (Some(code.id), Some(&*code.markdown()))
            );
            assert!(rule["help"]["text"].as_str().unwrap().ends_with('.'));
        }
        for result in log["runs"][0]["results"].as_array().unwrap() {
            let region = &result["locations"][0]["physicalLocation"]["region"];
            let place = |line: &str, column: &str| {
                (
                    region[line].as_u64().unwrap(),
                    region[column].as_u64().unwrap(),
                )
            };
            assert!(
                place("startLine", "startColumn") <= place("endLine", "endColumn"),
                "{result}"
            );
        }
        let wrong = corpus.replacen("\"startLine\":", "\"startline\":", 1);
        assert!(
            !schema.fits(&serde_json::from_str(&wrong).unwrap()),
            "a schema that allows anything holds nothing"
        );
    }

    #[test]
    fn junit_is_xml_with_counts_that_are_right() {
        let suites = read_junit(
            &Run::new(&["check", "--format", "junit", "corpus/gipf/rules"])
                .done()
                .stdout(),
        );
        assert!(suites.iter().map(|(_, cases, _)| cases).sum::<usize>() > 90);
        let suites = read_junit(
            &Run::new(&["test", "--format", "junit", "corpus/gipf/rules"])
                .done()
                .stdout(),
        );
        assert!(!suites.is_empty());
        // Names and texts with special characters of XML.
        let folder = Folder::new("junit");
        let path = folder.file("a\"<b>&\n\tc.pips", BROKEN);
        let suites = read_junit(
            &Run::new(&["check", "--format", "junit", &path])
                .done()
                .stdout(),
        );
        assert_eq!(suites, [(path, 1, 1)], "a name is read as it was");
    }
}
