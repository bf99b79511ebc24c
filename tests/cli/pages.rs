//! Every command reads LaTeX and Typst in the same way as Markdown, and the attributes of a fence
//! apply to all its records.

use crate::support::{BROKEN, Folder, Run};

const UNTIDY: &str = r#"[Game "gipf"]
[Variant "basic"]
b3 a2-c4
"#;
const TIDY: &str = r#"[Game "gipf"]
[Variant "basic"]

1. b3 2. a2-c4 *
"#;
fn after(margin: &str, text: &str) -> String {
    let line = |line: &str| format!("{}\n", format!("{margin}{line}").trim_end());
    text.lines().map(line).collect()
}

/// Documents with a record in a block of each form, and the column and line at which the record
/// begins.
fn pages(attributes: &str, record: &str) -> Vec<(&'static str, String, u64, u64)> {
    vec![
        (
            "page.md",
            format!("# Page\n\n```pips {attributes}\n{record}```\n"),
            0,
            3,
        ),
        (
            "page.markdown",
            format!("- ```pips {attributes}\n{}  ```\n", after("  ", record)),
            2,
            1,
        ),
        (
            "page.tex",
            format!("é\n% pips: {attributes}\n\\begin{{pips}}\n{record}\\end{{pips}}\nText\n"),
            0,
            3,
        ),
        (
            "page.latex",
            format!("  %```pips {attributes}\n{}  %```\n", after("  % ", record)),
            4,
            1,
        ),
        (
            "page.typ",
            format!("= Page\n#import \"x\"\n```pips {attributes}\n{record}```\n"),
            0,
            3,
        ),
        (
            "page.TYP",
            format!(
                "- é\n  ````pips {attributes}\n{}  ````\n",
                after("  ", record)
            ),
            2,
            2,
        ),
    ]
}

#[test]
fn findings_point_into_the_document() {
    let folder = Folder::new("pages-places");
    for (name, page, margin, before) in pages("", BROKEN) {
        let path = folder.file(name, &page);
        let place = format!("{path}:{}:{}", before + 4, margin + 13);
        for command in ["check", "test", "mend", "replay", "convert"] {
            let output = Run::new(&[command, &path]).done();
            let reported = output.stdout() + &output.stderr();
            assert!(reported.contains(&place), "{command}, {place}: {reported}");
        }
        Run::new(&["check", &path]).done().expect_status(1);
    }
}

#[test]
fn records_are_written_into_the_document() {
    let folder = Folder::new("pages-written");
    for ((name, page, ..), (_, expected, ..)) in pages("turn=1", UNTIDY)
        .into_iter()
        .zip(pages("turn=1", TIDY))
    {
        let path = folder.file(name, &page);
        Run::new(&["fmt", "--check", &path]).done().expect_status(1);
        Run::new(&["fmt", &path]).done().expect_status(0);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), expected);
        Run::new(&["fmt", "--check", &path]).done().expect_status(0);
        assert_eq!(Run::new(&["convert", &path]).done().stdout(), TIDY);
        assert_eq!(
            Run::new(&["fmt", "--bare", &path])
                .done()
                .stdout()
                .lines()
                .count(),
            4,
            "{page}"
        );
    }
    for (name, page, ..) in pages("", &BROKEN.replace("c5", "c5 {[%expect legal]} 3. h1-h3")) {
        let path = folder.file(name, &page);
        Run::new(&["test", "--bless", &path])
            .done()
            .expect_status(0);
        let blessed = std::fs::read_to_string(&path).unwrap();
        assert!(
            blessed.contains("c5 {[%expect gipf/not-in-line]}"),
            "{blessed}"
        );
        Run::new(&["test", &path]).done().expect_status(0);
    }
}

#[test]
fn folders_are_searched_for_documents_of_each_kind() {
    let folder = Folder::new("pages-folder");
    let all: Vec<_> = pages("", TIDY)
        .into_iter()
        .filter(|(name, ..)| *name != "page.TYP")
        .collect();
    all.iter()
        .for_each(|(name, page, ..)| drop(folder.file(name, page)));
    let path = folder.path().display().to_string();
    let output = Run::new(&["mend", &path]).done();
    assert!(
        output.stderr().starts_with("5 records checked: 0 invalid"),
        "{}",
        output.stderr()
    );
    let empty = Folder::new("pages-none");
    empty.file("readme.md", "# No records\n");
    let name = empty.path().display().to_string();
    Run::new(&["test", &name])
        .done()
        .expect_stderr("has no files that end in `.pips`, and no documents");
}

/// A block at a place where it is not read is reported, by every command that reads documents.
#[test]
fn blocks_that_are_not_read_are_reported() {
    let folder = Folder::new("pages-unread");
    let latex = format!("\\begin{{pips}}\n{TIDY}\\end{{pips}}\n");
    for (name, page, expected) in [
        (
            "unclosed.tex",
            format!("a\n\\begin{{pips}}\n{TIDY}"),
            ":2: nothing closes this block",
        ),
        (
            "text.tex",
            format!("text {latex}"),
            ":1: this block is not read: ",
        ),
        (
            "after.tex",
            latex.replace("\\end{pips}", "\\end{pips} more"),
            ":1: this block is not read: ",
        ),
        (
            "attributes.tex",
            format!("% pips turn=0\n{latex}"),
            ":1: these attributes are not read: ",
        ),
        (
            "blank.tex",
            format!("% pips: turn=0\n\n{latex}"),
            ":1: no block has these attributes: ",
        ),
        (
            "unclosed.typ",
            format!("= a\n\n```pips\n{TIDY}"),
            ":3: nothing closes this block",
        ),
        (
            "case.typ",
            format!("```Pips\n{TIDY}```\n"),
            ":1: this block is not read: write `pips` instead of `Pips`",
        ),
        (
            "case.md",
            format!("a\n\n```PIPS\n{TIDY}```\n"),
            ":3: this block is not read: write `pips` instead of `PIPS`",
        ),
    ] {
        let path = folder.file(name, &page);
        for arguments in [
            &["check", "--format", "short"][..],
            &["test"],
            &["grep", "-c"],
            &["convert", "--to", "json"],
        ] {
            let output = Run::new(&[arguments, &[&path]].concat()).done();
            let reported = output.stderr();
            assert_eq!(
                reported.matches(&format!("{name}{expected}")).count(),
                1,
                "{arguments:?}: {reported}"
            );
            assert!(!reported.contains("no record was found"), "{reported}");
            if arguments[0] != "convert" && arguments[0] != "grep" {
                assert_eq!(output.status(), Some(1), "{arguments:?}: {reported}");
            }
        }
        if !name.ends_with("typ") {
            let output = Run::new(&["figures", &path]).done().expect_status(1);
            let message = expected.rsplit_once(": ").map_or(expected, |(_, end)| end);
            assert!(output.stderr().contains(message), "{}", output.stderr());
            assert_eq!(std::fs::read_to_string(&path).unwrap(), page);
        }
        // In a folder, it is not skipped as a document without records.
        let parent = Folder::new("pages-unread-folder");
        parent.file(name, &page);
        Run::new(&["check", &parent.name()])
            .done()
            .expect_status(1)
            .expect_stderr(expected);
    }
}

/// The content of admonitions and tabs of MkDocs and of footnotes is indented by four spaces.
#[test]
fn blocks_in_admonitions_tabs_and_footnotes_are_read() {
    let folder = Folder::new("pages-containers");
    let block = after("    ", &format!("```pips turn=1\n{TIDY}```"));
    for (index, header) in ["!!! note", "=== \"Tab\"", "[^1]: Text"].iter().enumerate() {
        let page = format!("# Page\n\n{header}\n\n{block}\nText\n");
        let path = folder.file(&format!("{index}.md"), &page);
        Run::new(&["check", &path])
            .done()
            .expect_status(0)
            .expect_stderr("1 record checked: 1 valid");
        Run::new(&["figures", &path]).done().expect_status(0);
        let drawn = std::fs::read_to_string(&path).unwrap();
        assert!(
            drawn.contains(&format!(
                "{block}\n    <!-- pipscribe: figures -->\n\n    !["
            )),
            "{drawn}"
        );
        Run::new(&["figures", "--check", &path])
            .done()
            .expect_status(0);
        Run::new(&["fmt", "--check", &path]).done().expect_status(0);
    }
}

/// One rule for every command: documents in folders are read.
#[test]
fn every_command_reads_documents_in_folders() {
    let folder = Folder::new("pages-every-command");
    let record = TIDY.replace("1. b3", "{[%puzzle win 2]} 1. b3");
    for (name, page, ..) in pages("", &record) {
        folder.file(&format!("sub/{name}"), &page);
    }
    folder.file("sub/readme.md", "# No records\n");
    let path = folder.path().display().to_string();
    let position = ["moves", "perft"].map(|command| vec![command, path.as_str()]);
    for arguments in [
        &["check"][..],
        &["check", "--fix"],
        &["test"],
        &["solve"],
        &["list"],
        &["replay"],
        &["stats"],
        &["grep", "--turn", "b3"],
        &["convert"],
        &["convert", "--to", "csv"],
        &["render"],
        &["infer"],
        &["mend"],
        &["fmt", "--check"],
        &["dedupe"],
        &["sort", "--by", "Date"],
        &["merge"],
        &["sample", "--count", "1"],
        &["why"],
    ]
    .map(|arguments| [arguments, &[path.as_str()]].concat())
    .into_iter()
    .chain(position)
    {
        let output = Run::new(&arguments).done();
        let said = output.stdout() + &output.stderr();
        assert!(
            output.status() != Some(2) && !said.is_empty(),
            "{arguments:?}: {said}"
        );
        assert!(
            !said.contains("no files that end in") && !said.contains("has no record"),
            "{arguments:?}: {said}"
        );
    }
    // A document without records is not counted.
    Run::new(&["fmt", "--check", &path])
        .done()
        .expect_status(0)
        .expect_stderr("6 files");
}

#[test]
fn a_claim_that_holds_is_a_test() {
    let folder = Folder::new("pages-tests");
    let page =
        format!("```pips illegal\n{BROKEN}```\n\n```pips\n{TIDY}```\n\n```pips\n{BROKEN}```\n");
    let reported = Run::new(&["test", &folder.file("page.md", &page)])
        .done()
        .stdout();
    for part in [
        "page.md:2 ... ok\n",
        "page.md:16 ... FAILED\n",
        "gipf/not-in-line",
        "page.md:19:13",
    ] {
        assert!(reported.contains(part), "{part}: {reported}");
    }
    assert!(
        reported.contains("1 passed; 1 failed; 1 without expectations"),
        "{reported}"
    );
    // Records that are marked as illegal are shown.
    let page = folder.file(
        "page.md",
        "```pips illegal\n[Game \"gipf\"]\n[Variant \"bascic\"]\n\n1. b3 *\n```\n",
    );
    let shown = Run::new(&["test", "--coverage", "--format", "json", &page])
        .done()
        .stdout();
    assert!(
        shown.contains("\"id\":\"tag/unknown-value\",\"met\":{\"records\":1,"),
        "{shown}"
    );
}

/// Tests that take seconds.
mod slow {
    use super::*;

    #[test]
    fn illegal_records_are_marked() {
        let folder = Folder::new("pages-illegal");
        for (claim, record, expected) in [
            ("", TIDY, None),
            ("", BROKEN, Some("not-in-line")),
            ("illegal", BROKEN, None),
            ("illegal=gipf/not-in-line", BROKEN, None),
            ("illegal=no", BROKEN, Some("not-in-line")),
            ("finding", BROKEN, None),
            (
                "illegal",
                TIDY,
                Some("marked `illegal`, but the record is legal"),
            ),
            ("illegal=gipf/no-row", BROKEN, Some("not-in-line")),
            (
                "illegal=gipf/no-row",
                TIDY,
                Some("but the record has no `gipf/no-row`"),
            ),
        ] {
            for (name, page, ..) in pages(claim, record) {
                let path = folder.file(name, &page);
                for arguments in [
                    &["check"][..],
                    &["test"],
                    &["check", "--format", "json"],
                    &["figures"],
                ] {
                    // Typst figures are drawn by the Typst package.
                    if arguments == ["figures"] && name.to_lowercase().ends_with("typ") {
                        continue;
                    }
                    let output = Run::new(&[arguments, &[&path]].concat()).done();
                    let reported = output.stdout() + &output.stderr();
                    let status = if expected.is_some() { 1 } else { 0 };
                    assert_eq!(
                        output.status(),
                        Some(status),
                        "{arguments:?} {claim}: {page}\n{reported}"
                    );
                    assert!(
                        reported.contains(expected.unwrap_or_default()),
                        "{arguments:?} {claim}: {reported}"
                    );
                }
            }
        }
        // A record outside documents is unchanged: without expectations it is not a test.
        let path = folder.file("records.pips", BROKEN);
        Run::new(&["test", &path]).done().expect_status(0);
    }
}

/// A record that is marked as illegal must break a rule: an unmet expectation is not enough.
#[test]
fn an_unmet_expectation_is_not_a_broken_rule() {
    let folder = Folder::new("illegal-unmet");
    let block = |word: &str, turns: &str| {
        folder.file(
            "a.md",
            &format!("```pips {word}\n[Game \"gipf\"]\n[Variant \"basic\"]\n\n{turns} *\n```\n"),
        )
    };
    for turns in [
        "1. b3 {[%expect position \"x\"]}",
        "{[%expect moves 7]} 1. b3",
        "1. b3 {[%expect gipf/line-full]}",
    ] {
        let file = block("illegal", turns);
        assert_eq!(
            (
                Run::new(&["check", "-q", &file]).status(),
                Run::new(&["test", &file]).status()
            ),
            (Some(1), Some(1)),
            "{turns}"
        );
    }
    // A failed test also fails under `--bless` if there is nothing to bless.
    for (word, turns) in [
        ("", "1. b3 2. a9"),
        ("illegal=gipf/line-full", "1. b3 2. a9"),
    ] {
        let file = block(word, turns);
        assert_eq!(
            (
                Run::new(&["test", &file]).status(),
                Run::new(&["test", "--bless", &file]).status()
            ),
            (Some(1), Some(1)),
            "{turns}"
        );
    }
}
