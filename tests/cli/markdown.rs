//! Every command that reads records reads Markdown, and `fmt` writes into its blocks.

use crate::support::{Folder, Run};

const UNTIDY: &str = r#"[Game "gipf"]
[Variant "basic"]
b3 a2-c4"#;
const TIDY: &str = r#"[Game "gipf"]
[Variant "basic"]

1. b3 2. a2-c4 *
"#;
/// A record whose second turn cannot be parsed.
const BROKEN: &str = r#"[Game "gipf"]
[Variant "basic"]
1. b3 2. a2-c5 *
"#;
/// A record whose first tag is not closed.
const MALFORMED: &str = r#"[Game "gipf"]
[Variant "basic"
  b3
"#;

/// A text with a margin; blank lines lack its spaces.
fn after(margin: &str, text: &str, end: &str) -> String {
    let line = |line: &str| match line {
        "" => format!("{}{end}", margin.trim_end()),
        _ => format!("{margin}{line}{end}"),
    };
    text.lines().map(line).collect()
}

/// Documents with one block per record: plain, in a list, in a quote, in both; with CR and LF, and
/// not closed.
fn pages(first: &str, second: &str) -> Vec<String> {
    let page = |margin: &str, open: &str, end: &str, close: &str| {
        let block = |record: &str| {
            format!(
                "{open}```pips wide{end}{}{margin}```{end}",
                after(margin, &format!("{}\n", record.trim_end_matches('\n')), end)
            )
        };
        let second = block(second);
        let second = if close.is_empty() {
            second.trim_end_matches(&format!("{margin}```{end}"))
        } else {
            &second
        };
        format!(
            "# Page{end}{end}{}{end}  Text  é{end}{end}{second}{close}",
            block(first)
        )
    };
    vec![
        page("", "", "\n", "\nend"),
        page("  ", "- ", "\n", "\n<!--\n```pips\nb3\n```\n-->\n"),
        page("> ", "> ", "\n", "\n    ```pips\n    b3\n"),
        page("   > ", "1. > ", "\n", "\nend\n"),
        page(">", ">", "\r\n", "\r\nend\r\n"),
        page("  ", "* ", "\r\n", ""),
        page("", "", "\n", ""),
        format!("\u{FEFF}{}", page("\t", "-\t", "\n", "\n")),
    ]
}

#[test]
fn fmt_writes_into_the_blocks_and_nowhere_else() {
    let folder = Folder::new("markdown-fmt");
    for (before, expected) in pages(UNTIDY, UNTIDY).into_iter().zip(pages(TIDY, TIDY)) {
        let path = folder.file("page.md", &before);
        let check = Run::new(&["fmt", "--check", &path]).done();
        assert_eq!(
            (check.status(), check.stdout()),
            (Some(1), format!("{path}\n")),
            "{before}"
        );
        Run::new(&["fmt", "--diff", &path])
            .done()
            .expect_stdout("1. b3 2. a2-c4 *");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), before);
        Run::new(&["fmt", &path]).done().expect_status(0);
        assert_eq!(
            std::fs::read_to_string(&path).unwrap(),
            expected,
            "{before}"
        );
        let again = Run::new(&["fmt", "--check", &path]).done();
        assert_eq!(
            (again.status(), again.stdout().as_str()),
            (Some(0), ""),
            "{expected}"
        );
        assert_eq!(Run::new(&["fmt", "--diff", &path]).done().stdout(), "");
    }
}

#[test]
fn a_block_may_have_several_records_and_comments() {
    let folder = Folder::new("markdown-fmt-several");
    let block = format!("\n  # why  \n\n{UNTIDY}\n\n\n\n{UNTIDY}\n\n");
    let expected = format!("# why\n{TIDY}\n{TIDY}");
    let page = |text: &str| {
        format!(
            "> ```{{.pips}}\n{}> ```\n\n```pips\n\n# alone\n```\n",
            after("> ", text, "\n")
        )
    };
    let path = folder.file("page.md", &page(&block));
    Run::new(&["fmt", &path]).done().expect_status(0);
    assert_eq!(
        std::fs::read_to_string(&path).unwrap(),
        page(&expected),
        "a block with no record is left alone"
    );
    Run::new(&["fmt", "--check", &path]).done().expect_status(0);
}

#[test]
fn an_invalid_record_is_kept_and_reported() {
    let folder = Folder::new("markdown-fmt-fault");
    for (before, expected) in pages(MALFORMED, UNTIDY)
        .into_iter()
        .zip(pages(MALFORMED, TIDY))
    {
        let path = folder.file("page.md", &before);
        let output = Run::new(&["fmt", &path]).done().expect_status(0);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), expected);
        let reported = output.stderr();
        assert!(
            reported.contains("record 1: left as it is")
                && reported.contains("1 record not formatted"),
            "{reported}"
        );
    }
    // The record shares a block with another one; the final blank lines of the block are kept.
    let page = |second: &str| {
        format!(
            "> ```pips\n{}>\n{}> ```\n",
            after(">", MALFORMED, "\n"),
            after("> ", second, "\n")
        )
    };
    let path = folder.file("page.md", &page(&format!("{UNTIDY}\n")));
    Run::new(&["fmt", "--quiet", &path]).done().expect_status(0);
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(
        written.starts_with(&format!("> ```pips\n{}>\n", after(">", MALFORMED, "\n"))),
        "{written}"
    );
    assert!(written.ends_with("1. b3 2. a2-c4 *\n> ```\n"), "{written}");
}

#[test]
fn text_like_a_fence_does_not_close_the_block() {
    let folder = Folder::new("markdown-fmt-fence");
    // Four spaces are too many for a fence.
    let record = format!("{UNTIDY} {{a\n    ```\n b}}\n");
    let canonical = Run::new(&["fmt", "-"]).stdin(&record).done().stdout();
    assert!(canonical.contains("\n    ```\n"), "{canonical}");
    for fence in ["```", "~~~~"] {
        let path = folder.file("page.md", &format!("{fence}pips\n{record}{fence}\n"));
        Run::new(&["fmt", &path]).done().expect_status(0);
        assert_eq!(
            std::fs::read_to_string(&path).unwrap(),
            format!("{fence}pips\n{canonical}{fence}\n")
        );
    }
}

#[test]
fn the_bare_form_contains_only_the_records() {
    let folder = Folder::new("markdown-fmt-bare");
    let file = folder.file("records.pips", &format!("{UNTIDY}\n\n{UNTIDY}\n"));
    let expected = Run::new(&["fmt", "--bare", &file]).done().stdout();
    for page in pages(UNTIDY, UNTIDY) {
        let path = folder.file("page.md", &page);
        assert_eq!(
            Run::new(&["fmt", "--bare", &path]).done().stdout(),
            expected,
            "{page}"
        );
        assert_eq!(std::fs::read_to_string(&path).unwrap(), page);
    }
}

#[test]
fn record_numbers_count_through_the_document() {
    let folder = Folder::new("markdown-one");
    let second = TIDY.replace("2. a2-c4 ", "");
    for page in pages(TIDY, &second) {
        let path = folder.file("page.md", &page);
        for (number, record) in [("1", TIDY), ("2", second.as_str())] {
            let file = folder.file("record.pips", record);
            for arguments in [
                &["render"][..],
                &["render", "--format", "html"],
                &["moves"],
                &["moves", "--count"],
                &["perft", "--depth", "1"],
                &["why"],
            ] {
                let of_file = Run::new(&[arguments, &[&file]].concat()).done();
                let of_page = Run::new(&[arguments, &["--record", number, &path]].concat()).done();
                assert_eq!(of_file.status(), Some(0), "{}", of_file.stderr());
                assert_eq!(of_page.stdout(), of_file.stdout(), "{arguments:?} {page}");
            }
        }
        Run::new(&["moves", "--record", "3", &path])
            .done()
            .expect_status(2)
            .expect_stderr("has no record 3; it has 2");
    }
}

#[test]
fn shrink_reduces_a_record_of_a_document() {
    let folder = Folder::new("markdown-shrink");
    let alone = Run::new(&["shrink", "-"]).stdin(BROKEN).done().stdout();
    assert!(alone.contains("a2-c5"), "{alone}");
    for page in pages(TIDY, BROKEN) {
        let path = folder.file("page.md", &page);
        assert_eq!(
            Run::new(&["shrink", "--record", "2", &path])
                .done()
                .stdout(),
            alone,
            "{page}"
        );
        Run::new(&["shrink", &path]).done().expect_status(2);
    }
}

#[test]
fn convert_reads_the_records_of_a_document() {
    let folder = Folder::new("markdown-convert");
    for page in pages(TIDY, UNTIDY) {
        let path = folder.file("page.md", &page);
        let output = Run::new(&["convert", &path]).done();
        assert_eq!(
            (output.status(), output.stdout()),
            (Some(0), format!("{TIDY}\n{TIDY}")),
            "{page}"
        );
        assert_eq!(
            Run::new(&["convert", "--from", "pips", &path])
                .done()
                .stdout(),
            format!("{TIDY}\n{TIDY}")
        );
        assert_eq!(
            Run::new(&["convert", "--to", "csv", &path])
                .done()
                .stdout()
                .lines()
                .count(),
            3
        );
    }
    let comments = folder.file(
        "page.md",
        &format!("> ```pips\n> # why\n{}> ```\n", after("> ", TIDY, "\n")),
    );
    assert_eq!(
        Run::new(&["convert", &comments]).done().stdout(),
        format!("# why\n{TIDY}")
    );
    let json = Run::new(&["convert", "--to", "json", &comments])
        .done()
        .stdout();
    assert!(json.contains("why"), "{json}");
    // Findings point into the document.
    let broken = folder.file(
        "broken.md",
        &format!(
            "# Page\n\n> ```pips\n> # why\n{}> ```\n",
            after("> ", BROKEN, "\n")
        ),
    );
    for to in ["pips", "json"] {
        let reported = Run::new(&["convert", "--to", to, &broken]).done().stderr();
        assert!(reported.contains("broken.md:7:15"), "{reported}");
    }
    let empty = folder.file("empty.md", "# Page\n\n    [Game \"gipf\"]\n");
    let output = Run::new(&["convert", &empty]).done();
    assert_eq!((output.status(), output.stdout().as_str()), (Some(1), ""));
    assert!(
        output
            .stderr()
            .contains("no code block marked `pips` with a record"),
        "{}",
        output.stderr()
    );
}

#[test]
fn findings_have_the_lines_of_the_document() {
    let folder = Folder::new("markdown-places");
    let path = folder.file(
        "page.md",
        &format!(
            "# Page\n\n- x\n\n  ```pips\n{}  ```\n",
            after("  ", BROKEN, "\n")
        ),
    );
    for command in ["check", "replay", "mend"] {
        let output = Run::new(&[command, &path]).done();
        let reported = output.stdout() + &output.stderr();
        assert!(reported.contains("page.md:8:15"), "{command}: {reported}");
    }
}

#[test]
fn help_mentions_markdown() {
    for command in [
        "check", "fmt", "mend", "infer", "replay", "render", "convert", "moves", "perft", "test",
        "shrink", "why",
    ] {
        let help = Run::new(&[command, "--help"]).done().stdout();
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(help.contains("`.md`"), "{command}: {help}");
        let in_folders =
            help.contains("In a folder: every .pips file and every document with records");
        let takes_one_record = ["render", "moves", "perft", "shrink", "why"].contains(&command);
        assert_eq!(in_folders, !takes_one_record, "{command}: {help}");
    }
}
