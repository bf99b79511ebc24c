//! SGF: import and export.

mod encodings;
mod foreign;
mod round_trip;
mod sgfmill;
mod turns;

use pipscribe::findings::Finding;
use pipscribe::formats::{Assumptions, Imported};

fn written(record: &str) -> String {
    super::written("sgf", record)
}

fn read_with(text: &str, assumptions: &Assumptions) -> Imported {
    super::game_of("sgf", text, assumptions)
}

fn read(text: &str) -> Imported {
    read_with(text, &Assumptions::default())
}

fn codes(findings: &[Finding]) -> Vec<&'static str> {
    findings.iter().map(|finding| finding.code.id).collect()
}

/// The record is the same after SGF, byte by byte.
fn assert_comes_back(record: &str, name: &str) {
    let foreign = written(record);
    let back = read(&foreign);
    assert_eq!(back.text, record, "{name}\n{foreign}");
    // An error belongs to the record, not to its conversion.
    let findings = codes(&back.findings);
    assert!(
        findings.iter().all(|code| !code.starts_with("import/")),
        "{name}: {findings:?}\n{foreign}"
    );
    readable_by_others(&foreign, name);
}

fn readable_by_others(foreign: &str, name: &str) {
    let games =
        sgf_parse::parse(foreign).unwrap_or_else(|error| panic!("{name}: {error}\n{foreign}"));
    assert_eq!(games.len(), 1, "{name}");
    match &games[0] {
        sgf_parse::GameTree::GoGame(root) => {
            root.validate()
                .unwrap_or_else(|error| panic!("{name}: {error:?}\n{foreign}"));
            for node in root.main_variation() {
                let mut all = node.properties();
                let invalid =
                    all.find(|property| matches!(property, sgf_parse::go::Prop::Invalid(..)));
                assert!(invalid.is_none(), "{name}: {invalid:?}\n{foreign}");
            }
        }
        sgf_parse::GameTree::Unknown(root) => {
            root.validate()
                .unwrap_or_else(|error| panic!("{name}: {error:?}\n{foreign}"));
        }
    }
}
