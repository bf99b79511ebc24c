//! Properties of documents with figures: a second run changes nothing, and no record is lost.

use proptest::prelude::*;
use proptest::sample::select;

use super::generated_regions::Marks;
use super::illustrated::{BookOptions, Illustrated, illustrated};
use super::markdown_writer;
use crate::games::Context;
use crate::publish::documents::PageKind;

const RECORD: [&str; 5] = [
    "[Game \"gipf\"]",
    "[Variant \"basic\"]",
    "",
    "1. b3 *",
    "```",
];

fn block(margin: &str, open: &str, attributes: &str) -> String {
    let lines: String = RECORD
        .iter()
        .map(|line| format!("{}\n", format!("{margin}{line}").trim_end()))
        .collect();
    format!("{open}```pips{attributes}\n{lines}")
}

/// Returns a document with its figures, or `None` if there are errors.
fn drawn(page: &[u8], kind: PageKind, all: bool, prune: bool) -> Option<Illustrated> {
    let stem = "a b".to_owned();
    let folder = "images/".to_owned();
    let options = BookOptions {
        stem,
        folder,
        ending: "svg",
        all,
        prune,
    };
    let made = illustrated(page, kind, &options, &Context::default());
    if !made.faults.is_empty() {
        assert_eq!(
            (made.page.as_slice(), made.images.len()),
            (page, 0),
            "an invalid block stays"
        );
        return None;
    }
    assert!(!prune || made.orphans == 0);
    Some(made)
}

/// Returns the parts of which random documents with these marks consist.
fn parts(marks: Marks) -> Vec<String> {
    let with_margin = |margin: &str, lines: &[&str]| -> String {
        lines
            .iter()
            .map(|line| format!("{}\n", format!("{margin}{line}").trim_end()))
            .collect()
    };
    let made = |margin: &str| {
        with_margin(
            margin,
            &[marks.open, "", "![old](a%20b-pips-7.svg)", "", marks.close],
        )
    };
    let folded = |margin: &str| {
        let hide = with_margin(margin, &[marks.hide, &[""]].concat());
        hide + &block(margin, margin, "") + &with_margin(margin, &[&[""], marks.show].concat())
    };
    let listed = format!("- {}", folded("  ").trim_start());
    vec![
        block("", "", ""),
        block("", "", " {table #x}"),
        block("> ", "> ", ",caption=\"x\""),
        block("  ", "- ", " figure=none"),
        block("   > ", "1. > ", " ascii"),
        block("", "", " {hidden player}"),
        block("> ", "> ", " hidden,figure=none"),
        block("  ", "- ", " hidden"),
        block("", "", " hidden,width=5cm"),
        block("> ", "> ", " hidden=comment"),
        block("  ", "- ", " hidden=comment"),
        folded(""),
        folded("> "),
        listed,
        made(""),
        made("> "),
        made("  "),
        format!("{}\n", marks.open),
        format!("{}\n", marks.close),
        "text\n".to_owned(),
        "> quote\n".to_owned(),
        "- item\n".to_owned(),
        "  more\n".to_owned(),
        "\n".to_owned(),
        "```\ncode\n```\n".to_owned(),
        "    code\n".to_owned(),
        "![](pip:W)\n".to_owned(),
        "![`a` | b](pip:W) ![](pip:b)\n".to_owned(),
        "A ![](pip:W)\n".to_owned(),
        "- ![](pip:W)\n".to_owned(),
        "  ![](pip:W)  \n".to_owned(),
        "> ![](pip:W)\n".to_owned(),
        "---\n".to_owned(),
    ]
}

fn pages(marks: Marks) -> impl Strategy<Value = String> {
    let lines = proptest::collection::vec(select(parts(marks)), 0..9);
    let line_ends = select(vec!["\n", "\n", "\r\n", "\r"]);
    (lines, line_ends, any::<bool>()).prop_map(|(lines, line_end, is_cut)| {
        let whole = lines.concat();
        let page = if is_cut {
            whole.trim_end_matches('\n')
        } else {
            &whole
        };
        page.replace('\n', line_end)
    })
}

/// Checks that a second run finds what the first one wrote, and that the records are the same.
fn check_twice(page: &str, kind: PageKind, all: bool, prune: bool) {
    let Some(made) = drawn(page.as_bytes(), kind, all, prune) else {
        return;
    };
    let again = drawn(&made.page, kind, all, prune).unwrap();
    assert_eq!(
        String::from_utf8_lossy(&again.page),
        String::from_utf8_lossy(&made.page)
    );
    assert_eq!(again.images, made.images);
    let texts = |page: &[u8]| {
        kind.blocks(page)
            .into_iter()
            .map(|block| block.text.bytes)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        texts(&made.page),
        texts(page.as_bytes()),
        "records stay as they are"
    );
}

/// The text of a tight list has no separate paragraph.
#[test]
fn a_piece_after_a_block_in_a_tight_list_keeps_its_paragraph() {
    let page = "- ```\n  code\n  ```\n  ![](pip:W)\n```pips\n[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n```\n";

    check_twice(page, PageKind::Markdown, false, false);

    let made = drawn(page.as_bytes(), PageKind::Markdown, false, false).unwrap();
    assert!(String::from_utf8_lossy(&made.page).contains("><!-- -->\n```pips"));
}

proptest! {
    #[test]
    fn running_twice_changes_nothing(page in pages(markdown_writer::MARKS), all in any::<bool>(), prune in any::<bool>()) {
        check_twice(&page, PageKind::Markdown, all, prune);
    }

    #[test]
    fn running_twice_changes_nothing_in_mdx(
        page in pages(markdown_writer::MDX_MARKS),
        all in any::<bool>(),
        prune in any::<bool>(),
    ) {
        check_twice(&page, PageKind::Mdx, all, prune);
    }

    #[test]
    fn any_latex_ends(
        page in "(\\\\begin\\{pips\\}|\\[Game \"gipf\"\\]|\\[Variant \"basic\"\\]|1\\. b3|\\\\end\\{pips\\}|\
            % pips: hidden|% pipscribe: figures|% pipscribe: end|\\\\iffalse % pipscribe: hidden|\
            \\\\fi % pipscribe: shown|%```pips|%```|a|\n|\r\n|\r){0,20}",
        prune in any::<bool>(),
    ) {
        check_twice(&page, PageKind::Latex, true, prune);
    }
}
