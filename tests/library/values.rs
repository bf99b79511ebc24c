//! Tests that types of the library behave like types of other crates: errors, names, map keys,
//! JSON.

use std::collections::{BTreeMap, HashSet};
use std::error::Error;

use pipscribe::findings::{Code, Hint, all_codes};
use pipscribe::formats::{FORMATS, Format};
use pipscribe::prelude::*;
use pipscribe::reports::{finding_json, write_short};
use serde_json::Value;

use crate::support::{checked_file, corpus_files};

fn refused(tags: &str, turn: &str) -> Result<String, Box<dyn Error>> {
    Ok(LiveGame::start(tags)?.play(turn)?.to_string())
}

#[test]
fn a_finding_is_an_error() {
    let error = refused("[Game \"gipf\"]\n[Variant \"basic\"]\n", "a2-d4").unwrap_err();
    let finding = error.downcast_ref::<Box<Finding>>().unwrap();
    assert_eq!(finding.code.to_string(), "gipf/not-in-line");
    assert!(
        error
            .to_string()
            .starts_with("error[gipf/not-in-line] turn 1: "),
        "{error}"
    );
    let unnamed = refused("[Game \"chess\"]\n", "e4").unwrap_err().to_string();
    assert!(unnamed.starts_with("error[tag/missing]: "), "{unnamed}");
}

/// The keys of `smaller` are in `larger`, with the same values; spans have only bytes.
fn assert_within(smaller: &Value, larger: &Value) {
    match (smaller, larger) {
        (Value::Object(own), Value::Object(other)) => {
            for (key, value) in own
                .iter()
                .filter(|(key, _)| !["exhibit", "holds"].contains(&key.as_str()))
            {
                assert_within(
                    value,
                    other
                        .get(key)
                        .unwrap_or_else(|| panic!("{key} is missing in {larger}")),
                );
            }
        }
        (Value::Array(own), Value::Array(other)) => {
            assert_eq!(own.len(), other.len(), "{smaller} {larger}");
            own.iter()
                .zip(other)
                .for_each(|(own, other)| assert_within(own, other));
        }
        // Bytes count from the start of the record.
        (Value::Number(_), Value::Number(_)) => {}
        (own, other) => assert_eq!(own, other),
    }
}

#[test]
fn findings_are_written_as_everywhere() {
    let mut findings = 0;
    for path in corpus_files("gipf") {
        for checked in checked_file(&path) {
            for finding in &checked.report.findings {
                findings += 1;
                let line = write_short("-", checked.source(), finding);
                assert!(line.ends_with(&format!(": {finding}\n")), "{line}");
                let mut own = serde_json::to_value(finding).unwrap();
                let reported = finding_json(checked.source(), finding, Hint::neutral_text);
                let reported = serde_json::to_value(reported).unwrap();
                // In reports, the help contains the hints in words.
                if !finding.hints.is_empty() {
                    own["help"] = reported["help"].clone();
                }
                assert_within(&own, &reported);
                assert_eq!(own["turn"], reported["turn"]);
            }
            let again = Checked::from_text(checked.record().text());
            assert_eq!(
                again.report.findings,
                checked.report.findings,
                "{}",
                path.display()
            );
        }
    }
    assert!(findings > 50, "{findings}");
}

#[test]
fn codes_are_keys() {
    let ordered: BTreeMap<Code, usize> = all_codes().zip(0..).collect();
    assert_eq!(ordered.len(), all_codes().count());
    assert_eq!(all_codes().collect::<HashSet<Code>>().len(), ordered.len());
    let names: Vec<String> = ordered.keys().map(ToString::to_string).collect();
    assert!(names.is_sorted());
    assert_eq!(
        serde_json::to_string(&ordered)
            .unwrap()
            .matches("\"gipf/line-full\":")
            .count(),
        1
    );
    for code in all_codes() {
        assert_eq!(code.to_string().parse::<Code>().unwrap(), code);
    }
}

#[test]
fn unknown_names_list_the_known_ones() {
    let message = |error: &dyn Error| error.to_string();
    let game = "gpif".parse::<GameId>().unwrap_err();
    assert_eq!(
        message(&game),
        "unknown game `gpif`: did you mean `gipf`? (the games are gipf, pippinzip, pippip, pipe)"
    );
    let code = "pippip/ocupied".parse::<Code>().unwrap_err();
    assert!(
        code.known.iter().all(|known| known.starts_with("pippip/")),
        "{code}"
    );
    assert!(
        message(&code).contains("did you mean `pippip/occupied`? (the codes are pippip/"),
        "{code}"
    );
    assert_eq!(
        serde_json::to_string(&GameId::ALL).unwrap(),
        r#"["gipf","pippinzip","pippip","pipe"]"#
    );
    assert_eq!(
        "chess/check".parse::<Code>().unwrap_err().known.len(),
        all_codes().count()
    );
    let format = "pgn".parse::<&dyn Format>().err().unwrap();
    assert!(
        message(&format).contains("(the formats are boardspace, sgf, "),
        "{format}"
    );
    for format in FORMATS {
        assert_eq!(
            format.name().parse::<&dyn Format>().unwrap().name(),
            format.name()
        );
    }
    let theme = "drak".parse::<Theme>().unwrap_err().to_string();
    assert!(
        theme.contains("print, screen, dark, high-contrast"),
        "{theme}"
    );
    // Names are user input, so they must not control a terminal.
    assert!(!message(&"\u{1b}[2J".parse::<GameId>().unwrap_err()).contains('\u{1b}'));
}
