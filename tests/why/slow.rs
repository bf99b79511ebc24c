//! Compares explanations of turns with the replay: over the corpus and over random games.

use std::collections::BTreeSet;

use pipscribe::findings::rule_named;
use pipscribe::games::Context;
use pipscribe::notation::Record;
use pipscribe::replay::{Timeline, Why};

use crate::support::{SETUPS, checked_file, corpus_files, random_game_of};

/// Explains every turn of a record's main line that can be explained, and compares the explanation
/// with the replay. Returns the numbers of legal and illegal turns, and records the rules.
fn hold(name: &str, record: &Record, cited: &mut BTreeSet<&'static str>) -> (u32, u32) {
    let Ok(timeline) = Timeline::new(record.clone(), &Context::default()) else {
        return (0, 0);
    };
    if timeline.start().is_none() {
        return (0, 0);
    }
    let (mut legal, mut refused) = (0, 0);
    let last = record.moves.turns.last().map_or(0, |node| node.number);
    for number in 1..=last {
        let Ok(why) = Why::explain(&timeline, Some(number)) else {
            break;
        };
        let after = timeline.main_line().rfind(|frame| frame.number == number);
        let rules = why.steps().iter().flat_map(|step| &step.rules);
        cited.extend(rules.chain(why.fault().iter().flat_map(|fault| &fault.kept)));
        match (after, why.fault()) {
            (Some(frame), None) => {
                legal += 1;
                assert_eq!(
                    why.canonical(),
                    frame.position.turn().as_deref(),
                    "{name} {number}"
                );
                assert_eq!(Some(why.seat), frame.position.mover(), "{name} {number}");
                let end = why
                    .steps()
                    .last()
                    .unwrap_or_else(|| panic!("{name} {number}: nothing is reported"));
                assert_eq!(
                    end.position.text(),
                    frame.position.text(),
                    "{name} {number}"
                );
            }
            (None, Some(fault)) => {
                refused += 1;
                let finding = timeline.report.findings.iter().find(|finding| {
                    finding.is_error() && finding.turn == number && finding.variation.is_empty()
                });
                // A turn with an expected error has no finding.
                if let Some(finding) =
                    finding.filter(|finding| !finding.code.id.starts_with("expect/"))
                {
                    assert_eq!(fault.finding.code.id, finding.code.id, "{name}");
                    // In a pasted log, one finding covers many turns.
                    if finding.code.id == "syntax/token" {
                        continue;
                    }
                    assert_eq!(fault.finding.rule, finding.rule, "{name}");
                    assert_eq!(
                        fault.finding.message.as_str(),
                        finding.message.as_str(),
                        "{name} {number}"
                    );
                }
                assert!(!fault.kept.contains(&fault.finding.rule), "{name} {number}");
            }
            // A turn that is legal although a comment expects another verdict.
            (None, None) => assert!(!timeline.report.is_valid(), "{name} {number}"),
            (Some(_), Some(fault)) => panic!("{name} {number}: {:?}", fault.finding),
        }
    }
    (legal, refused)
}

fn assert_known(cited: &BTreeSet<&'static str>) {
    for rule in cited {
        assert!(rule_named(rule).is_some(), "{rule} is no rule");
    }
}

/// The last step leads to the position after the turn; the error that stops a turn is the one of
/// `check`.
#[test]
fn turns_of_the_corpus() {
    let mut cited = BTreeSet::new();
    let (mut legal, mut refused) = (0, 0);
    for folder in ["gipf", "pippinzip", "pippip", "pipe", "notation", "slips"] {
        for file in corpus_files(folder) {
            for checked in checked_file(&file) {
                let found = hold(&file.display().to_string(), checked.record(), &mut cited);
                legal += found.0;
                refused += found.1;
            }
        }
    }
    assert!(legal > 3_000 && refused > 400, "{legal} {refused}");
    assert_known(&cited);
    for rule in [
        "G4.5", "G5.2", "G6.1", "G6.2", "G6.3", "Z3.3", "Z4.4", "Z4.6", "Z5.2", "P5.1", "P6.2",
        "V4.3",
    ] {
        assert!(cited.contains(rule), "{rule}: {cited:?}");
    }
    for rule in ["V5.4", "V6.3", "V6.5", "V7.2", "V8.2"] {
        assert!(cited.contains(rule), "{rule}: {cited:?}");
    }
}

#[test]
fn turns_of_random_games() {
    let mut cited = BTreeSet::new();
    for setup in 0..SETUPS.len() {
        for seed in 0..2 {
            let record = Record::parse_str(&random_game_of(setup, seed, 60));
            let (legal, refused) = hold(&format!("{setup} {seed}"), &record, &mut cited);
            assert!(legal > 1 && refused == 0, "{setup} {seed}");
        }
    }
    assert_known(&cited);
}
