//! An unmet expectation is one finding, without others that only repeat it.

use pipscribe::Checked;
use pipscribe::games::Context;
use pipscribe::notation::Record;

use crate::support::report;

const TAGS: &str = r#"[Game "gipf"]
[Variant "basic"]

"#;

fn findings(movetext: &str) -> Vec<(&'static str, u32)> {
    let report = report(&Record::parse_str(&format!("{TAGS}{movetext}\n")));
    report
        .findings
        .iter()
        .map(|finding| (finding.code.id, finding.turn))
        .collect()
}

#[test]
fn a_number_that_counts_the_turn_is_not_reported_again() {
    let unmet = |turn| vec![("expect/unmet", turn)];
    assert_eq!(
        findings("1. b3 {[%expect gipf/no-row]} 2. c2 3. d2 *"),
        unmet(1)
    );
    assert_eq!(
        findings("1. b3 {[%expect gipf/no-row]} 2. a2-c4 *"),
        unmet(1),
        "c4 can only be reached after turn 1"
    );
    assert_eq!(findings("1. b3 {[%expect gipf/norow]} 2. c2 *"), unmet(1));
    assert_eq!(
        findings("1. b3 2. a2-d4 {[%expect gipf/no-row]} 3. c2 *"),
        unmet(2)
    );
    assert_eq!(
        findings("1. b3 (1. c2 {[%expect gipf/no-row]} 2. d2) 2. c2 *"),
        unmet(1)
    );
    assert_eq!(
        findings("1. b3 2. c2 {[%expect gipf/no-row]} 3. h2 1-0"),
        unmet(2),
        "the end is not known"
    );
}

#[test]
fn an_illegal_turn_that_should_be_legal_is_one_finding() {
    assert_eq!(
        findings("1. b3 2. a2-d4 {[%expect legal]} 3. c2 *"),
        [("gipf/not-in-line", 2)]
    );
    let record = Record::parse_str(&format!("{TAGS}1. b3 2. a2-d4 {{[%expect legal]}} *\n"));
    let related = &report(&record).findings[0].related;
    assert_eq!(record.text_of(related[0].span), "[%expect legal]");
}

#[test]
fn independent_findings_stay() {
    // The number does not count the turn, so the line continues without it.
    let text = "1. b3 {[%expect gipf/no-row]} 1. c2 2. a2-d4 *";
    assert_eq!(
        findings(text),
        [("expect/unmet", 1), ("gipf/not-in-line", 2)]
    );
    let text = "1. b3 {[%expect gipf/no-row]} 4. c2 *";
    assert_eq!(findings(text), [("expect/unmet", 1), ("turn/number", 1)]);
    let text = "1. b3 2. c2 {[%expect gipf/no-row]} 1-0";
    assert_eq!(
        findings(text),
        [("expect/unmet", 2), ("record/undecided", 0)]
    );
    // Other lines are replayed.
    let text = "1. b3 (1. c2 {[%expect gipf/no-row]} 2. d2) 2. a2-d4 *";
    assert_eq!(
        findings(text),
        [("expect/unmet", 1), ("gipf/not-in-line", 2)]
    );
    // An expectation that holds hides nothing.
    let text = "1. b3 2. a2-d4 {[%expect gipf/not-in-line]} 3. c2 *";
    assert_eq!(findings(text), [("turn/number", 2)]);
}

#[test]
fn a_code_before_the_first_turn_of_a_variation_is_never_met() {
    for movetext in [
        "1. b3 ({[%expect gipf/line-full]} 1. c2) *",
        "1. b3 ({[%expect tag/missing]} 1. c2) *",
        "1. b3 (1. {[%expect gipf/line-full]} c2) *",
        "1. b3 (1. c2 ({[%expect gipf/line-full]} 1. d2)) *",
    ] {
        assert_eq!(findings(movetext), [("expect/unmet", 1)], "{movetext}");
    }
    // It may come after the point where the main line stops, or where no turn is replayed.
    assert_eq!(
        findings("1. a2-d4 2. c2 ({[%expect gipf/line-full]} 2. d2) *"),
        [("gipf/not-in-line", 1), ("expect/unmet", 2)]
    );
    // Other expectations there are about the position.
    let met = findings("1. b3 ({[%expect moves 30] [%expect legal]} 1. c2) *");
    assert!(met.is_empty(), "{met:?}");
}

#[test]
fn an_expectation_that_is_not_reached_fails() {
    let codes = |text: &str| {
        let checked = Checked::from_record(Record::parse_str(text), &Context::default());
        let findings = checked.report.findings.iter();
        findings
            .map(|finding| (finding.code.id, finding.turn))
            .collect::<Vec<_>>()
    };
    // The error of the tags is expected, so that nothing else makes these records fail.
    for (tags, opening) in [
        ("[Variant \"basic\"]", "tag/missing"),
        ("[Game \"gipf\"]\n[Variant \"basick\"]", "tag/unknown-value"),
        ("[Game \"chess\"]", "tag/unknown-value"),
    ] {
        let opening = format!("{tags}\n\n{{[%expect {opening}]}}");
        let met = codes(&format!("{opening} 1. b3 *\n"));
        assert!(met.is_empty(), "{met:?}");
        assert_eq!(
            codes(&format!("{opening} 1. b3 {{[%expect moves 3]}} *\n")),
            [("expect/unmet", 1)]
        );
        assert_eq!(
            codes(&format!("{opening} {{[%expect to-move 1]}} 1. b3 *\n")),
            [("expect/unmet", 0)]
        );
        assert_eq!(
            codes(&format!(
                "{opening} 1. b3 (1. c2 {{[%expect gipf/no-row]}}) *\n"
            )),
            [("expect/unmet", 1)]
        );
    }
}
