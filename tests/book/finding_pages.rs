//! The page of each finding in the book: the text of `explain`, with the finding in the form for
//! people.

use pipscribe::findings::{all_codes, families, finding_pages};

use crate::support::{Run, assert_committed, root};

#[test]
fn every_finding_has_its_page() {
    let summary = std::fs::read_to_string(root().join("docs/src/SUMMARY.md")).unwrap();
    let list = std::fs::read_to_string(root().join("docs/src/findings.md")).unwrap();
    for (path, page) in finding_pages() {
        assert_committed(&format!("docs/src/{path}"), &page);
    }
    for code in all_codes() {
        assert!(
            families().any(|(family, _)| code.id.split('/').next() == Some(family)),
            "{}",
            code.id
        );
        let in_summary = format!("    - [{0}](findings/{0}.md)\n", code.id);
        assert!(
            summary.contains(&in_summary),
            "SUMMARY.md has no line {in_summary}"
        );
    }
    for (family, about) in families() {
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
    let files = walkdir::WalkDir::new(root().join("docs/src/findings"))
        .into_iter()
        .map(Result::unwrap);
    let files = files.filter(|entry| entry.file_type().is_file()).count();
    assert_eq!(files, all_codes().count() + families().count());
}

/// The page has the text of `explain`, except for links and fences.
#[test]
fn finding_pages_agree_with_explain() {
    for code in all_codes() {
        let explained = Run::new(&["explain", code.id, "--base-url", "none"])
            .done()
            .stdout();
        let page =
            std::fs::read_to_string(root().join(format!("docs/src/findings/{}.md", code.id)))
                .unwrap();
        let own: Vec<&str> = page
            .lines()
            .filter(|line| !explained.lines().any(|other| other == *line))
            .collect();
        let is_known = |line: &&str| {
            line.starts_with("~~~") || line.contains(" · ") || line.starts_with("[All codes of")
        };
        assert!(
            own.iter().all(is_known) && own.len() <= 4,
            "{}: {own:?}",
            code.id
        );
        assert!(
            explained.lines().count() + 2 == page.lines().count(),
            "{}",
            code.id
        );
    }
}
