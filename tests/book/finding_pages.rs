//! The page of each finding in the book: what `explain` says, with the finding as people see it.

use pipscribe::findings::{CodeInfo, all_codes, rule_named};

use crate::support::{assert_committed, pipscribe, root, stdout};

/// The page of a code: the text of `explain` with the rule as a link, and with what its records are to become.
fn page(code: &CodeInfo) -> String {
    let rule = rule_named(code.rule).map_or_else(
        || code.rule.to_owned(),
        |rule| format!("[{}](../../{}.md#{})", code.rule, rule.page, rule.anchor()),
    );
    let text = code.markdown().replacen(&format!("Rule: {}.", code.rule), &format!("Rule: {rule}."), 1);
    // A position says nothing of a tag, and a comment that is never closed may swallow it.
    let has_board = ["gipf/", "pippinzip/", "pippip/", "pipe/", "turn/", "record/"]
        .iter()
        .any(|family| code.id.starts_with(family));
    let at_fault = match code.id {
        // The book itself is tested, and holds.
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
    format!("{}\n\n[All codes](../../findings.md)\n", lines.join("\n"))
}

#[test]
fn every_finding_has_its_page() {
    let summary = std::fs::read_to_string(root().join("docs/src/SUMMARY.md")).unwrap();
    let list = std::fs::read_to_string(root().join("docs/src/findings.md")).unwrap();
    for code in all_codes() {
        assert_committed(&format!("docs/src/{}.md", code.book_page()), &page(code));
        let in_summary = format!("- [{}]({}.md)\n", code.id, code.book_page());
        assert!(summary.contains(&in_summary), "SUMMARY.md has no line {in_summary}");
        let rows =
            list.lines().filter(|line| line.starts_with(&format!("| [`{}`]({}.md) | ", code.id, code.book_page())));
        let rule = rule_named(code.rule).map(|rule| format!("[{}]({}.md#{})", code.rule, rule.page, rule.anchor()));
        let rows: Vec<&str> = rows.filter(|row| rule.as_ref().is_none_or(|rule| row.contains(rule))).collect();
        assert_eq!(rows.len(), 1, "findings.md has no row for {} with its rule {rule:?}", code.id);
        assert_eq!(rows[0].ends_with("| yes |"), code.can_stand, "{}", rows[0]);
    }
    // No page of a code that there is not.
    let files = walkdir::WalkDir::new(root().join("docs/src/findings")).min_depth(2).into_iter();
    assert_eq!(files.count(), all_codes().count());
    assert_eq!(list.matches("| [`").count(), all_codes().count());
}

/// What stands on the page is what `explain` says, but for links and fences.
#[test]
fn a_page_says_what_explain_says() {
    for code in all_codes() {
        let explained = stdout(&pipscribe(&["explain", code.id, "--base-url", "none"], b""));
        let page = std::fs::read_to_string(root().join(format!("docs/src/{}.md", code.book_page()))).unwrap();
        let own: Vec<&str> = page.lines().filter(|line| !explained.lines().any(|other| other == *line)).collect();
        let is_known =
            |line: &&str| line.starts_with("~~~") || line.contains(" Rule: [") || line.starts_with("[All codes]");
        assert!(own.iter().all(is_known) && own.len() <= 4, "{}: {own:?}", code.id);
        assert!(explained.lines().count() + 2 == page.lines().count(), "{}", code.id);
    }
}
