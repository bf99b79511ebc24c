//! The page of each finding in the book: the text of `explain`, with the finding as people see it.

use pipscribe::findings::{CodeInfo, Severity, all_codes, rule_named};

use crate::support::{Run, assert_committed, root};

/// The page of a code: the text of `explain` with the rule as a link and with the output for its records.
fn page(code: &CodeInfo) -> String {
    let rule = rule_named(code.rule).map_or_else(
        || code.rule.to_owned(),
        |rule| format!("[{}](../../{}.md#{})", code.rule, rule.page, rule.anchor()),
    );
    let text = code.markdown().replacen(code.rule, &rule, 1);
    // Tags are not shown for a position, and a comment that is never closed may swallow them.
    let has_board = ["gipf/", "pippinzip/", "pippip/", "pipe/", "turn/", "record/"]
        .iter()
        .any(|family| code.id.starts_with(family));
    let at_fault = match code.id {
        // The book itself is tested, and must have no errors.
        "expect/unmet" => "~~~text",
        // A page is UTF-8.
        "syntax/encoding" => "~~~pips,figure=none",
        _ => "~~~pips,finding",
    };
    let mut fences = [at_fault, if has_board { "~~~pips,movement" } else { "~~~pips,figure=none" }].into_iter();
    let lines = text.lines().map(|line| match line {
        "~~~pips" => fences.next().unwrap(),
        _ => line,
    });
    let lines: Vec<&str> = lines.collect();
    let family = code.id.split('/').next().unwrap_or_default();
    format!("{}\n\n[All codes of the family](../{family}.md)\n", lines.join("\n"))
}

/// The families with what their codes are about.
const FAMILIES: [(&str, &str); 15] = [
    ("syntax", "The text of a record"),
    ("limit", "Limits"),
    ("tag", "Tags"),
    ("turn", "Turns in any game"),
    ("record", "Results and scores"),
    ("command", "Commands in comments"),
    ("expect", "Expectations"),
    ("irregular", "Irregular turns"),
    ("puzzle", "Puzzles"),
    ("gipf", "GIPF"),
    ("pippinzip", "Pippinzip"),
    ("pippip", "Pip•Pip"),
    ("pipe", "The Pipe Game"),
    ("deck", "Decks of the Pipe Game"),
    ("import", "Texts in other formats"),
];

/// The list of the codes of a family.
fn family_page(family: &str, about: &str) -> String {
    let mut page = format!(
        "# {about}\n\nThe codes of the family `{family}/…`. A code that can be waived becomes a warning with \
            `[%irregular CODE]` after the turn.\n\n\
         | code | what is wrong | rule | can be waived |\n|---|---|---|---|\n"
    );
    for code in all_codes().filter(|code| code.id.split('/').next() == Some(family)) {
        let rule = rule_named(code.rule).map_or_else(
            || code.rule.to_owned(),
            |rule| format!("[{}](../{}.md#{})", code.rule, rule.page, rule.anchor()),
        );
        let warning = if code.severity == Severity::Warning { " (a warning)" } else { "" };
        let stands = if code.can_stand { "yes" } else { "" };
        page.push_str(&format!(
            "| [`{}`]({}.md) | {}{warning} | {rule} | {stands} |\n",
            code.id, code.id, code.summary
        ));
    }
    page + "\n[All families](../findings.md)\n"
}

#[test]
fn every_finding_has_its_page() {
    let summary = std::fs::read_to_string(root().join("docs/src/SUMMARY.md")).unwrap();
    let list = std::fs::read_to_string(root().join("docs/src/findings.md")).unwrap();
    for code in all_codes() {
        assert_committed(&format!("docs/src/{}.md", code.book_page()), &page(code));
        assert!(FAMILIES.iter().any(|(family, _)| code.id.split('/').next() == Some(*family)), "{}", code.id);
        let in_summary = format!("    - [{}]({}.md)\n", code.id, code.book_page());
        assert!(summary.contains(&in_summary), "SUMMARY.md has no line {in_summary}");
    }
    for (family, about) in FAMILIES {
        assert_committed(&format!("docs/src/findings/{family}.md"), &family_page(family, about));
        assert!(
            summary.contains(&format!("  - [{about}](findings/{family}.md)\n")),
            "SUMMARY.md has no line for {family}"
        );
        assert!(
            list.contains(&format!("| [`{family}/…`](findings/{family}.md) | ")),
            "findings.md has no row for {family}"
        );
    }
    // Pages of codes that no longer exist are removed.
    let files = walkdir::WalkDir::new(root().join("docs/src/findings")).into_iter().map(Result::unwrap);
    let files = files.filter(|entry| entry.file_type().is_file()).count();
    assert_eq!(files, all_codes().count() + FAMILIES.len());
}

/// The page has the text of `explain`, except for links and fences.
#[test]
fn finding_pages_agree_with_explain() {
    for code in all_codes() {
        let explained = Run::new(&["explain", code.id, "--base-url", "none"]).done().stdout();
        let page = std::fs::read_to_string(root().join(format!("docs/src/{}.md", code.book_page()))).unwrap();
        let own: Vec<&str> = page.lines().filter(|line| !explained.lines().any(|other| other == *line)).collect();
        let is_known =
            |line: &&str| line.starts_with("~~~") || line.contains(" · ") || line.starts_with("[All codes of");
        assert!(own.iter().all(is_known) && own.len() <= 4, "{}: {own:?}", code.id);
        assert!(explained.lines().count() + 2 == page.lines().count(), "{}", code.id);
    }
}
