//! The bare form: only what affects play, and the verdict that belongs to it (notation 4).

use pipscribe::Checked;
use pipscribe::findings::{Finding, Severity};

use crate::support::{Run, checked_file, corpus_files};

/// The verdict of a record on the game: illegal turns, and the result.
fn verdict(checked: &Checked, expected: &str) -> Vec<(&'static str, Severity, u32)> {
    // Variations, expectations, numbers, spelling and a score are not in the bare form; an error
    // that `expected` expects is not an error there.
    let of_the_game = |finding: &&Finding| {
        let left_out = [
            "turn/number",
            "syntax/unusual",
            "tag/misspelt",
            "expect/unmet",
            "record/score",
        ]
        .contains(&finding.code.id);
        let in_comments =
            finding.code.id.starts_with("command/") || finding.code.id == "syntax/brace-in-comment";
        finding.variation.is_empty()
            && !left_out
            && !in_comments
            && !expected.contains(&format!("[%expect {}", finding.code.id))
    };
    let findings = checked.report.findings.iter().filter(of_the_game);
    // A waiver without a turn waives nothing.
    let on_turns =
        findings.filter(|finding| finding.code.id != "irregular/unneeded" || finding.turn > 0);
    on_turns
        .map(|finding| (finding.code.id, finding.severity, finding.turn))
        .collect()
}

fn bare(text: &str) -> String {
    Checked::from_text(text).bare().unwrap()
}

#[test]
fn the_bare_form_keeps_what_affects_the_verdict() {
    let text = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Event \"Club\"]\n[Result \"1-0\"]\n[Termination \"time\"]\n\n\
                1. b3;xb5 {taken back [%irregular gipf/no-row] in haste} 1-0\n";
    let kept = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Result \"1-0\"]\n[Termination \"time\"]\n\n\
                1. b3;xb5 {[%irregular gipf/no-row]} 1-0\n";
    assert_eq!(bare(text), kept);
    let resigned = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Termination \"resignation\"]\n\n1. b3 2. resign 1-0\n";
    assert!(!bare(resigned).contains("Termination"));
}

#[test]
fn reserves_have_no_effect_with_a_position() {
    let text = |options: &str, reserve: &str| {
        let tags = "[Game \"gipf\"]\n[Variant \"basic\"]\n";
        format!(
            "{tags}[Options \"{options}\"]\n[Position \"b2w/5/6/w5b/6/5/b2w w {reserve} 0,0 - -\"]\n\n1. b3 *\n"
        )
    };
    assert_eq!(
        bare(&text("reserve=13,13", "12,12")),
        bare("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n")
    );
    assert_eq!(
        bare(&text("reserve=13,13", "13,13")),
        bare(&text("reserve=15,14", "13,13"))
    );
    assert!(bare(&text("reserve=13,13", "13,13")).contains("Position"));
    assert!(bare(&text("reserve=13,13 out=empty", "13,13")).contains("[Options \"out=empty\"]"));
}

#[test]
fn one_object_has_all_requested_fields() {
    let one = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Event \"Club\"]\n\n1. a2-b3 {good} *\n";
    let other = "[Game \"gipf\"]\n[Variant \"basic\"]\n\nb3\n";
    let broken = "[Game \"gipf\"]\n[Variant \"none\"]\n\nb3\n";
    let input = format!("{one}\n{other}\n{broken}");
    let objects = |arguments: &[&str]| -> Vec<serde_json::Value> {
        let output = Run::new(&[&["check", "--format", "json"], arguments, &["-"]].concat())
            .stdin(&input)
            .done();
        output
            .stdout()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    let asked = objects(&["--with", "bare,key,positions"]);
    assert_eq!(
        asked[0]["bare"],
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n"
    );
    assert_eq!(
        (&asked[0]["bare"], &asked[0]["key"]),
        (&asked[1]["bare"], &asked[1]["key"])
    );
    assert_eq!(asked[0]["key"].as_str().map(str::len), Some(64));
    assert_eq!(asked[0]["positions"].as_array().map(Vec::len), Some(2));
    assert_eq!(
        asked[0]["positions"][1],
        "bw1w/5/6/w5b/6/5/b2w b 11,12 0,0 - -"
    );
    assert_eq!(
        (&asked[2]["bare"], &asked[2]["positions"]),
        (&serde_json::Value::Null, &serde_json::Value::Null)
    );
    assert!(asked[2].as_object().unwrap().contains_key("key"));
    let plain = objects(&[]);
    assert!(
        plain
            .iter()
            .all(|object| !object.as_object().unwrap().contains_key("key"))
    );
    assert_eq!(objects(&["--with", "key"])[0].get("bare"), None);
    Run::new(&["check", "--with", "key", "-"])
        .done()
        .expect_status(2);
}

/// Every record of the corpus.
mod slow {
    use super::*;

    #[test]
    fn a_bare_record_keeps_the_verdict_and_is_its_own_bare_form() {
        let mut compared = 0;
        for path in corpus_files("") {
            for record in checked_file(&path) {
                let Some(bare) = record.bare() else { continue };
                let again = Checked::from_text(&bare);
                let text = record.record().text();
                assert_eq!(
                    verdict(&again, text),
                    verdict(&record, text),
                    "{}\n{bare}",
                    path.display()
                );
                assert_eq!(
                    again.report.result,
                    record.report.result,
                    "{}\n{bare}",
                    path.display()
                );
                let twice = again.bare();
                assert_eq!(twice.as_deref(), Some(bare.as_str()), "{}", path.display());
                compared += 1;
            }
        }
        assert!(compared > 900, "{compared}");
    }
}
