//! Records in Markdown: findings point into the document, and changes are written there.

use pipscribe::games::Context;
use pipscribe::publish::documents::PageKind;
use pipscribe::reports::Sarif;
use pipscribe::{Checked, findings};

use crate::support::{Folder, RecordText, Run};

/// A record with a fault at turn 2 and one in its last line.
const RECORD: &str =
    "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {é [%expect legal]}\n2. a2-z9 3. c2\n\t$999 *\n";

/// The record in a block whose lines have a margin.
fn block(margin: &str, end: &str) -> String {
    let lines = RECORD.lines().map(|line| format!("{margin}{line}{end}"));
    let blank = margin.trim_end();
    let lines: String = lines
        .collect::<String>()
        .replace(&format!("{margin}{end}"), &format!("{blank}{end}"));
    format!("{margin}```pips{end}{lines}{margin}```{end}")
}

/// Each finding: its code, its start and end in the document, its line and column.
fn found(page: &str) -> Vec<(String, String, u64, u64)> {
    let folder = Folder::new("markdown-places");
    let path = folder.file("page.md", page);
    let output = Run::new(&["check", "--format", "json", &path]).done();
    let record: serde_json::Value = serde_json::from_str(&output.stdout()).unwrap();
    let findings = record["findings"].as_array().unwrap().iter();
    let found = findings.map(|finding| {
        let number = |key: &str| finding["span"][key].as_u64().unwrap();
        let range =
            usize::try_from(number("start")).unwrap()..usize::try_from(number("end")).unwrap();
        (
            finding["code"].as_str().unwrap().to_owned(),
            page[range].to_owned(),
            number("line"),
            number("column"),
        )
    });
    found.collect()
}

#[test]
fn findings_point_into_the_document() {
    for (page, margin, line) in [
        (block("", "\n"), 0, 1),
        (format!("# Page\r\n\r\n{}", block("", "\r\n")), 0, 3),
        (format!("- item\n\n{}", block("  ", "\n")), 2, 3),
        (format!("1. item\n   - é\n\n{}", block("     ", "\n")), 5, 4),
        (format!("> é\n{}", block("> ", "\n")), 2, 2),
        (block(">", "\r\n"), 1, 1),
        (format!("> - x\n{}", block(">   > ", "\n")), 6, 2),
        (format!("-\tx\n\n{}", block("\t", "\n")), 1, 3),
        (format!("* > x\r\n{}", block("  >\t", "\r\n")), 4, 2),
        (format!("\u{FEFF}{}", block("> ", "\n")), 2, 1),
    ] {
        let expected = [
            (
                "gipf/off-board".to_owned(),
                "z9".to_owned(),
                line + 5,
                margin + 7,
            ),
            (
                "syntax/token".to_owned(),
                "$999".to_owned(),
                line + 6,
                margin + 2,
            ),
        ];
        assert_eq!(found(&page), expected, "{page}");
    }
}

/// The record in a quote whose tag `Event` has two lines.
fn quoted_record() -> (&'static str, Checked) {
    let page = "> ```pips\n> [Game \"gipf\"]\n> [Event\n> \"x\"]\n>\n> 1. b3 *\n";
    let raw = PageKind::Markdown.records(page.as_bytes()).remove(0);
    (page, Checked::new(raw, &Context::default()))
}

#[test]
fn a_span_of_several_lines_includes_their_margins() {
    let (page, checked) = quoted_record();
    let tag = checked.record().tag("Event").unwrap().span;
    let bytes = checked.source().in_file(tag);
    assert_eq!(
        &page[bytes.start as usize..bytes.end as usize],
        "[Event\n> \"x\"]"
    );
}

#[test]
fn the_region_of_sarif_is_the_same_span() {
    let (_, checked) = quoted_record();
    let tag = checked.record().tag("Event").unwrap().span;
    let code = findings::code_named("tag/duplicate").unwrap();
    let finding = findings::Finding::new(code, tag, "twice");
    let result = Sarif::default().result("page.md", 1, checked.source(), &finding);
    let result: serde_json::Value = serde_json::from_str(&result.unwrap()).unwrap();

    let region = &result["locations"][0]["physicalLocation"]["region"];
    let start = checked.source().in_file(tag).start;
    for (name, expected) in [
        ("byteOffset", start),
        ("byteLength", 13),
        ("startColumn", 3),
        ("endColumn", 7),
        ("startLine", 3),
        ("endLine", 4),
    ] {
        assert_eq!(region[name].as_u64(), Some(expected), "{name}");
    }
}

/// Fenced blocks are tested, also in a quote and in a list. Blocks in a comment and indented text
/// are not.
#[test]
fn all_blocks_of_a_document_are_tested() {
    let folder = Folder::new("markdown-blocks");
    let record = |moves: u32, margin: &str| -> String {
        let tags = RecordText::gipf();
        let text = tags.with_moves(format!("1. b3 {{[%expect moves {moves}]}} *"));
        text.lines()
            .map(|line| format!("{margin}{line}\n"))
            .collect()
    };
    let page = [
        format!("~~~ {{.pips #one}}\n{}~~~\n\n", record(31, "")),
        format!("> ```{{.pips}}\n{}> ```\n\n", record(31, "> ")),
        format!("1. ```pips wide\n{}   ```\n\n", record(9, "   ")),
        format!("<!--\n```pips\n{}```\n-->\n\n", record(9, "")),
        record(9, "    "),
    ];
    let path = folder.file("page.md", &page.concat());
    let text = Run::new(&["test", &path]).done().stdout();
    assert!(
        text.contains("2 passed; 1 failed; 0 without expectations\n"),
        "{text}"
    );
    for line in [
        "page.md:2 ... ok\n",
        "page.md:9 ... ok\n",
        "page.md:16 ... FAILED\n",
        "page.md:19:11",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

#[test]
fn expectations_are_written_into_lists_and_quotes() {
    let folder = Folder::new("markdown-bless");
    let head = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n";
    let cases = [
        (
            "1. b3 {[%expect moves 1]} *",
            "1. b3 {[%expect moves 31]} *",
        ),
        (
            "{[%expect legal]}\n1. a6 {é}\n*",
            "{[%expect legal]}\n1. a6 {[%expect gipf/off-board]} {é}\n*",
        ),
        // Joined lines lose their margin, and nothing else.
        (
            "1. a6 {[%expect gipf/off-board]}\n{\n [%expect gipf/no-row]\n} *\n\n",
            "1. a6 {[%expect gipf/off-board]}\n*\n\n",
        ),
        (
            "1. b3 {[%expect\nmoves 1] x\n y} *",
            "1. b3 {[%expect moves 31] x\n y} *",
        ),
        (
            "{[%expect legal]}\n1. b3 2. resign\n3. c2\n4. d1 1-0",
            "{[%expect legal]}\n1. b3 2. resign\n3. c2 {[%expect turn/after-end]}\n4. d1 {[%expect turn/after-end]} \
                1-0",
        ),
    ];
    for end in ["\n", "\r\n"] {
        for margin in ["> ", "  ", ">", "> > - "] {
            // A list begins with its marker, and a blank line may lack the white space of its
            // margin.
            let later = margin.replace('-', " ");
            let page = |moves: &dyn Fn(usize) -> String| {
                let mut page = format!("# Page{end}{end}");
                for at in 0..cases.len() {
                    let text = format!("```pips\n{head}{}\n```\n", moves(at));
                    for (number, line) in text.lines().enumerate() {
                        let margin = match (number, margin) {
                            (0, "  ") => "- ",
                            (0, first) => first,
                            _ if line.is_empty() => later.trim_end(),
                            _ => later.as_str(),
                        };
                        page.push_str(&format!("{margin}{line}{end}"));
                    }
                    page.push_str(end);
                }
                page
            };
            let before = page(&|at| cases[at].0.to_owned());
            let path = folder.file("page.md", &before);
            let output = Run::new(&["test", "--bless", &path])
                .done()
                .expect_status(0);
            let after = std::fs::read_to_string(&path).unwrap();
            assert_eq!(
                after,
                page(&|at| cases[at].1.to_owned()),
                "{margin:?} {end:?}"
            );
            Run::new(&["test", &path]).done().expect_status(0);
            assert!(
                output
                    .stdout()
                    .contains(&format!("\n-{later}1. b3 {{[%expect moves 1]}} *")),
                "{}",
                output.stdout()
            );
        }
    }
}
