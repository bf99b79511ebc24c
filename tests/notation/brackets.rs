//! Square brackets that are not tags: each has one finding, which says what the brackets look like.

use pipscribe::Checked;

/// The findings of a record of GIPF: code, text and help.
fn findings(tags: &str, movetext: &str) -> Vec<(&'static str, String, String)> {
    let checked = Checked::from_text(&format!(
        "[Game \"gipf\"]\n[Variant \"basic\"]\n{tags}\n{movetext}\n"
    ));
    let record = checked.record();
    let findings = checked.report.findings.iter();
    let text = |finding: &pipscribe::findings::Finding| record.text_of(finding.span).to_owned();
    findings
        .map(|finding| {
            (
                finding.code.id,
                text(finding),
                finding
                    .help
                    .as_ref()
                    .map(ToString::to_string)
                    .unwrap_or_default(),
            )
        })
        .collect()
}

#[test]
fn a_bracket_in_the_movetext_has_one_finding() {
    for (movetext, written, help) in [
        ("1. b3 [12:30] 2. c2 *", "[12:30]", "{[%clock 0:12:30]}"),
        ("1. b3 [0:12:30] 2. c2 *", "[0:12:30]", "{[%clock 0:12:30]}"),
        ("1. b3 2. c2 [*]", "[*]", "`*` without brackets"),
        ("1. b3 2. [illegible] 3. d2 *", "[illegible]", "{illegible}"),
        (
            "1. b3 2. [illegible]\n3. d2 4. f2 *",
            "[illegible]",
            "{illegible}",
        ),
        (
            "1. b3 [Ann: good,\nreally] 2. c2 *",
            "[Ann: good,\nreally]",
            "{Ann: good, really}",
        ),
        (
            "1. b3 [see {note} x] 2. c2 *",
            "[see {note} x]",
            "{see \\{note\\} x}",
        ),
        ("1. b3 [[b]] 2. c2 *", "[[b]]", "Remove it."),
        (
            "1. b3 [%clock 0:12:30] 2. c2 *",
            "[%clock 0:12:30]",
            "{[%clock 0:12:30]}",
        ),
        ("1. b3 2. [c2] 3. d2 *", "[c2]", "`c2` without brackets"),
        ("1. b3 [] 2. c2 *", "[]", "Remove it."),
        ("1. b3 2. c2 * [1-0]", "[1-0]", "`1-0` without brackets"),
        ("1. b3 (1. c2 [x] 2. d2) 2. c2 *", "[x]", "{x}"),
    ] {
        let found = findings("", movetext);
        let [(code, text, advice)] = found.as_slice() else {
            panic!("{movetext}: {found:?}")
        };
        assert_eq!(
            (*code, text.as_str()),
            ("syntax/tag-out-of-place", written),
            "{movetext}"
        );
        assert!(advice.contains(help), "{movetext}: {advice}");
    }
}

#[test]
fn a_bracket_among_the_tags_has_one_finding() {
    for (tag, help) in [
        ("[12:30]", "{[%clock 0:12:30]}"),
        ("[1-0]", "`1-0` without brackets"),
        ("[b]", "Remove it."),
        ("[illegible]", "{illegible}"),
        ("[Event Club]", "A tag is a name and a string"),
    ] {
        let found = findings(&format!("{tag}\n"), "1. b3 2. c2 *");
        let [(code, text, advice)] = found.as_slice() else {
            panic!("{tag}: {found:?}")
        };
        assert_eq!((*code, text.as_str()), ("syntax/tag", tag), "{tag}");
        assert!(advice.contains(help), "{tag}: {advice}");
    }
}

#[test]
fn marks_around_a_turn_have_one_finding_each() {
    let found = findings("", "1. [b]b3[/b] 2. c2 *");
    let texts: Vec<&str> = found.iter().map(|(_, text, _)| text.as_str()).collect();
    assert_eq!(texts, ["[b]", "[/b]"]);
}

#[test]
fn a_result_in_brackets_is_not_reported_again_as_missing() {
    let found = findings("[Termination \"resignation\"]\n", "1. b3 2. resign [1-0]");
    assert_eq!(found.len(), 1, "{found:?}");
}

/// A real tag after the movetext has begun, and a bracket that is never closed.
#[test]
fn tags_keep_their_findings_and_turns_are_not_swallowed() {
    for (movetext, count) in [
        ("1. b3 [Event \"x\"] 2. c2 *", 1),
        ("1. b3 [Event Club] 2. c2 *", 1),
    ] {
        let found = findings("", movetext);
        assert_eq!(found.len(), count, "{found:?}");
        assert!(found[0].2.contains("before the movetext"), "{found:?}");
    }
    let checked = Checked::from_text(
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 [never closed\n2. c2 3. d2 *\n",
    );
    assert_eq!(
        (checked.report.findings.len(), checked.report.turns),
        (1, 3)
    );
}

#[test]
fn punctuation_after_a_tag_does_not_begin_the_movetext() {
    for sign in [";", ",", " ;", "."] {
        let text = format!("[Game \"gipf\"]{sign}\n[Variant \"basic\"]{sign}\n\n1. b3 2. c2 *\n");
        let checked = Checked::from_text(&text);
        let report = &checked.report;
        let is_of_sign = |code: &str| code == "syntax/token";
        let findings = &report.findings;
        assert!(!findings.is_empty(), "{text}");
        assert!(
            findings.iter().all(|finding| is_of_sign(finding.code.id)),
            "{text}: {findings:?}"
        );
        let tags = checked.record().tags.len();
        assert_eq!((tags, report.turns), (2, 2), "{text}");
    }
    // On its own line it is not part of a tag.
    let checked = Checked::from_text("[Game \"gipf\"]\n;\n[Variant \"basic\"]\n\n1. b3 *\n");
    assert_eq!(checked.record().tags.len(), 1);
}
