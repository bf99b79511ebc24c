//! Markdown is read by every command that reads records, and `fmt` writes into its blocks.

use crate::support::{Folder, pipscribe, status, stderr, stdout};

const UNTIDY: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\nb3 a2-c4";
const TIDY: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. a2-c4 *\n";
/// Its second turn is none.
const BROKEN: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n1. b3 2. a2-c5 *\n";
/// Its first tag is not closed.
const MALFORMED: &str = "[Game \"gipf\"]\n[Variant \"basic\"\n  b3\n";

/// A text after a margin, which blank lines have without its spaces.
fn after(margin: &str, text: &str, end: &str) -> String {
    let line = |line: &str| match line {
        "" => format!("{}{end}", margin.trim_end()),
        _ => format!("{margin}{line}{end}"),
    };
    text.lines().map(line).collect()
}

/// Pages with these records, a block each: plain, in a list, in a quote, in both; with CR and LF, and not closed.
fn pages(first: &str, second: &str) -> Vec<String> {
    let page = |margin: &str, open: &str, end: &str, close: &str| {
        let block = |record: &str| {
            format!(
                "{open}```pips wide{end}{}{margin}```{end}",
                after(margin, &format!("{}\n", record.trim_end_matches('\n')), end)
            )
        };
        let second = block(second);
        let second = if close.is_empty() { second.trim_end_matches(&format!("{margin}```{end}")) } else { &second };
        format!("# Page{end}{end}{}{end}  Text  é{end}{end}{second}{close}", block(first))
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
        let check = pipscribe(&["fmt", "--check", &path], b"");
        assert_eq!((check.status.code(), stdout(&check)), (Some(1), format!("{path}\n")), "{before}");
        let diff = pipscribe(&["fmt", "--diff", &path], b"");
        assert!(stdout(&diff).contains("1. b3 2. a2-c4 *"), "{}", stdout(&diff));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), before);
        assert_eq!(status(&["fmt", &path], ""), Some(0), "{before}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), expected, "{before}");
        let again = pipscribe(&["fmt", "--check", &path], b"");
        assert_eq!((again.status.code(), stdout(&again).as_str()), (Some(0), ""), "{expected}");
        assert_eq!(stdout(&pipscribe(&["fmt", "--diff", &path], b"")), "");
    }
}

#[test]
fn a_block_may_have_several_records_and_comments() {
    let folder = Folder::new("markdown-fmt-several");
    let block = format!("\n  # why  \n\n{UNTIDY}\n\n\n\n{UNTIDY}\n\n");
    let expected = format!("# why\n{TIDY}\n{TIDY}");
    let page = |text: &str| format!("> ```{{.pips}}\n{}> ```\n\n```pips\n\n# alone\n```\n", after("> ", text, "\n"));
    let path = folder.file("page.md", &page(&block));
    assert_eq!(status(&["fmt", &path], ""), Some(0));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), page(&expected), "a block with no record is left alone");
    assert_eq!(status(&["fmt", "--check", &path], ""), Some(0));
}

#[test]
fn a_record_at_fault_stays_and_is_told() {
    let folder = Folder::new("markdown-fmt-fault");
    for (before, expected) in pages(MALFORMED, UNTIDY).into_iter().zip(pages(MALFORMED, TIDY)) {
        let path = folder.file("page.md", &before);
        let output = pipscribe(&["fmt", &path], b"");
        assert_eq!(output.status.code(), Some(1), "{before}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), expected);
        let told = stderr(&output);
        assert!(told.contains("record 1: left as it is") && told.contains("1 record not formatted"), "{told}");
    }
    // In one block with another; the blank lines that it ends with are its own.
    let page =
        |second: &str| format!("> ```pips\n{}>\n{}> ```\n", after(">", MALFORMED, "\n"), after("> ", second, "\n"));
    let path = folder.file("page.md", &page(&format!("{UNTIDY}\n")));
    assert_eq!(status(&["fmt", "--quiet", &path], ""), Some(1));
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(written.starts_with(&format!("> ```pips\n{}>\n", after(">", MALFORMED, "\n"))), "{written}");
    assert!(written.ends_with("1. b3 2. a2-c4 *\n> ```\n"), "{written}");
}

#[test]
fn what_looks_like_a_fence_closes_nothing() {
    let folder = Folder::new("markdown-fmt-fence");
    // Four spaces are too many for a fence.
    let record = format!("{UNTIDY} {{a\n    ```\n b}}\n");
    let canonical = stdout(&pipscribe(&["fmt", "-"], record.as_bytes()));
    assert!(canonical.contains("\n    ```\n"), "{canonical}");
    for fence in ["```", "~~~~"] {
        let path = folder.file("page.md", &format!("{fence}pips\n{record}{fence}\n"));
        assert_eq!(status(&["fmt", &path], ""), Some(0));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{fence}pips\n{canonical}{fence}\n"));
    }
}

#[test]
fn the_bare_form_is_of_the_records_alone() {
    let folder = Folder::new("markdown-fmt-bare");
    let file = folder.file("records.pips", &format!("{UNTIDY}\n\n{UNTIDY}\n"));
    let expected = stdout(&pipscribe(&["fmt", "--bare", &file], b""));
    for page in pages(UNTIDY, UNTIDY) {
        let path = folder.file("page.md", &page);
        assert_eq!(stdout(&pipscribe(&["fmt", "--bare", &path], b"")), expected, "{page}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), page);
    }
}

#[test]
fn commands_of_one_record_count_those_of_the_page() {
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
                let of_file = pipscribe(&[arguments, &[&file]].concat(), b"");
                let of_page = pipscribe(&[arguments, &["--record", number, &path]].concat(), b"");
                assert_eq!(of_file.status.code(), Some(0), "{}", stderr(&of_file));
                assert_eq!(stdout(&of_page), stdout(&of_file), "{arguments:?} {page}");
            }
        }
        let output = pipscribe(&["moves", "--record", "3", &path], b"");
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("has no record 3; it has 2"), "{}", stderr(&output));
    }
}

#[test]
fn shrink_cuts_down_a_record_of_a_page() {
    let folder = Folder::new("markdown-shrink");
    let alone = stdout(&pipscribe(&["shrink", "-"], BROKEN.as_bytes()));
    assert!(alone.contains("a2-c5"), "{alone}");
    for page in pages(TIDY, BROKEN) {
        let path = folder.file("page.md", &page);
        assert_eq!(stdout(&pipscribe(&["shrink", "--record", "2", &path], b"")), alone, "{page}");
        assert_eq!(status(&["shrink", &path], ""), Some(2), "nothing is wrong with the first");
    }
}

#[test]
fn convert_reads_the_records_of_a_page() {
    let folder = Folder::new("markdown-convert");
    for page in pages(TIDY, UNTIDY) {
        let path = folder.file("page.md", &page);
        let output = pipscribe(&["convert", &path], b"");
        assert_eq!((output.status.code(), stdout(&output)), (Some(0), format!("{TIDY}\n{TIDY}")), "{page}");
        assert_eq!(stdout(&pipscribe(&["convert", "--from", "pips", &path], b"")), format!("{TIDY}\n{TIDY}"));
        assert_eq!(stdout(&pipscribe(&["convert", "--to", "csv", &path], b"")).lines().count(), 3);
    }
    let comments = folder.file("page.md", &format!("> ```pips\n> # why\n{}> ```\n", after("> ", TIDY, "\n")));
    assert_eq!(stdout(&pipscribe(&["convert", &comments], b"")), format!("# why\n{TIDY}"));
    let json = stdout(&pipscribe(&["convert", "--to", "json", &comments], b""));
    assert!(json.contains("why"), "{json}");
    // What is wrong stands where the page has it.
    let broken =
        folder.file("broken.md", &format!("# Page\n\n> ```pips\n> # why\n{}> ```\n", after("> ", BROKEN, "\n")));
    for to in ["pips", "json"] {
        let told = stderr(&pipscribe(&["convert", "--to", to, &broken], b""));
        assert!(told.contains("broken.md:7:15"), "{told}");
    }
    let empty = folder.file("empty.md", "# Page\n\n    [Game \"gipf\"]\n");
    let output = pipscribe(&["convert", &empty], b"");
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), ""));
    assert!(stderr(&output).contains("no code block marked `pips` with a record"), "{}", stderr(&output));
}

#[test]
fn faults_are_told_with_the_lines_of_the_page() {
    let folder = Folder::new("markdown-places");
    let path = folder.file("page.md", &format!("# Page\n\n- x\n\n  ```pips\n{}  ```\n", after("  ", BROKEN, "\n")));
    for command in ["check", "replay", "mend"] {
        let output = pipscribe(&[command, &path], b"");
        let told = stdout(&output) + &stderr(&output);
        assert!(told.contains("page.md:8:15"), "{command}: {told}");
    }
}

#[test]
fn help_says_that_markdown_is_read() {
    for command in
        ["check", "fmt", "mend", "infer", "replay", "render", "convert", "moves", "perft", "test", "shrink", "why"]
    {
        let help = stdout(&pipscribe(&[command, "--help"], b""));
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(help.contains("`.md`"), "{command}: {help}");
        let in_folders = help.contains("In folders, documents (`.md`, `.tex`, `.typ`) are read too");
        assert_eq!(in_folders, ["mend", "infer", "test"].contains(&command), "{command}: {help}");
    }
}
