//! Hints of findings are correct: following them removes the finding.

use pipscribe::findings::Hint;
use pipscribe::prelude::*;

/// Returns the names and values of the tags that the hints of a finding set.
fn tags_of(finding: &Finding) -> Vec<(&str, &str)> {
    let tags = finding.hints.iter().filter_map(|hint| match hint {
        Hint::SetTag { name, value } => Some((name.as_str(), value.as_str())),
        _ => None,
    });
    tags.collect()
}

/// Returns the tags that the hints of the first finding set, as `Name=value`.
fn hinted(text: &str) -> Vec<String> {
    let checked = Checked::from_text(text);
    let finding = checked.report.findings.first();
    let tags = finding.map(tags_of).unwrap_or_default();
    tags.iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect()
}

#[test]
fn tags_are_hinted_with_their_values() {
    let gipf = "[Game \"gipf\"]\n[Variant \"basic\"]\n";
    let pippinzip = "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n";
    let cases = [
        (
            "[Variant \"basic\"]\n\n1. b3 *\n".to_owned(),
            "Game=gipf Game=pippinzip Game=pippip Game=pipe",
        ),
        ("[Game \"gipff\"]\n\n1. b3 *\n".to_owned(), "Game=gipf"),
        (
            "[Game \"gipf\"]\n\n1. b3 *\n".to_owned(),
            "Variant=basic Variant=standard Variant=tournament",
        ),
        (
            "[Game \"gipf\"]\n[Variant \"bsic\"]\n\n1. b3 *\n".to_owned(),
            "Variant=basic",
        ),
        (
            format!("{gipf}[Options \"reserve=13,12 out=emty\"]\n\n1. b3 *\n"),
            "Options=reserve=13,12 out=empty",
        ),
        (
            format!("{gipf}[Options \"out=empty speed=9\"]\n\n1. b3 *\n"),
            "Options=out=empty",
        ),
        // Without the option, nothing would be left of the tag.
        (format!("{gipf}[Options \"speed=9\"]\n\n1. b3 *\n"), ""),
        (
            format!("{pippinzip}[Size \"5\"]\n[Players \"3\"]\n\n*\n"),
            "Players=2",
        ),
        (
            format!("{gipf}[Result \"1-0\"]\n\n1. resign 0-1\n"),
            "Result=0-1 Result=1-0",
        ),
        (format!("{gipf}\n1. resign 1-0\n"), "Result=0-1"),
        (
            format!("{gipf}[Termination \"rules\"]\n\n1. resign 0-1\n"),
            "Termination=resignation",
        ),
        (
            format!("{gipf}\n1. b3 1-0\n"),
            "Termination=resignation Termination=time Termination=forfeit \
             Termination=agreement Termination=adjudication",
        ),
        (format!("{gipf}[Rules \"7\"]\n\n1. b3 *\n"), "Rules=1"),
    ];
    for (text, expected) in cases {
        assert_eq!(hinted(&text).join(" "), expected, "{text}");
    }
}

/// If there is help, which names the values, hints on tags are only for programs.
#[test]
fn values_are_said_once() {
    let checked = Checked::from_text("[Game \"gipf\"]\n\n1. b3 *\n");
    let advice = checked.report.findings[0].advice(Hint::neutral_text);
    assert_eq!(
        advice.as_deref(),
        Some("The variants of GIPF are `basic`, `standard` and `tournament`.")
    );
}

mod slow {
    use pipscribe::text::edited;

    use super::*;
    use crate::support::corpus_files;

    #[test]
    fn a_finding_is_gone_once_its_tag_is_set() {
        let mut followed = 0;
        for path in corpus_files("") {
            for checked in check_bytes(&std::fs::read(&path).unwrap()) {
                let record = checked.record();
                for finding in &checked.report.findings {
                    for (name, value) in tags_of(finding) {
                        let text = edited(record.text(), &record.tag_edits(name, value)).unwrap();
                        let after = Checked::from_text(&text);
                        let remains = |other: &Finding| {
                            (other.code, &other.message) == (finding.code, &finding.message)
                        };
                        let count = |findings: &[Finding]| {
                            findings.iter().filter(|other| remains(other)).count()
                        };
                        assert!(
                            count(&after.report.findings) < count(&checked.report.findings),
                            "{}: [{name} \"{value}\"] leaves {finding}",
                            path.display()
                        );
                        followed += 1;
                    }
                }
            }
        }
        assert!(followed > 50, "{followed}");
    }
}
