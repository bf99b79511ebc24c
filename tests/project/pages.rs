//! The README and the book: every command in them is run, and its output is compared with the text;
//! the expectations in the records of the book hold.

use std::path::Path;

use crate::support::{Folder, Run, book_pages, root};

/// A step that the reader of a page takes.
enum Step {
    /// Runs a command, which prints this.
    Command(String, String),
    /// Changes a file in an editor, until it has this text.
    Edit(String, String),
}

/// The steps of a page: the commands in its sessions, and the blocks of text after a line such as
/// "change it until `my-game.pips` reads:".
fn steps(page: &Path) -> Vec<Step> {
    let page = std::fs::read_to_string(page).unwrap();
    let mut steps: Vec<Step> = Vec::new();
    let mut block = None;
    let mut before = "";
    for line in page.lines() {
        match (line.strip_prefix("```"), block) {
            (Some("text"), None) if before.ends_with("` reads:") => {
                let name = before.rsplit('`').nth(1).unwrap().to_owned();
                steps.push(Step::Edit(name, String::new()));
                block = Some("edit");
            }
            (Some(language), None) => block = Some(language),
            (Some(_), Some(_)) => block = None,
            (None, Some("console")) => match (line.strip_prefix("$ "), steps.last_mut()) {
                (Some(command), _) => {
                    steps.push(Step::Command(command.to_owned(), String::new()));
                }
                (None, Some(Step::Command(_, output))) => output.push_str(&format!("{line}\n")),
                (None, _) => panic!("output without a command: {line}"),
            },
            (None, Some("edit")) => match steps.last_mut() {
                Some(Step::Edit(_, text)) => text.push_str(&format!("{line}\n")),
                _ => panic!("text without a file: {line}"),
            },
            (None, _) => {}
        }
        if !line.is_empty() {
            before = line;
        }
    }
    steps
}

/// Does the steps of a page in a folder; returns the number of its commands.
fn run_all(page: &Path, folder: &Path) -> usize {
    let mut count = 0;
    for step in steps(page) {
        let (command, expected) = match step {
            Step::Command(command, expected) => (command, expected),
            Step::Edit(name, text) => {
                assert!(folder.join(&name).exists(), "{name}");
                std::fs::write(folder.join(name), text).unwrap();
                continue;
            }
        };
        count += 1;
        let words: Vec<&str> = command.split(' ').collect();
        let found = match words.as_slice() {
            // The command that runs this test.
            ["cargo", "test"] => continue,
            ["cat", file] => std::fs::read_to_string(folder.join(file)).unwrap(),
            ["pipscribe", ..] | ["cargo", "run", "--", ..] => {
                let start = if words[0] == "cargo" { 3 } else { 1 };
                let output = Run::new(&arguments(&words[start..]))
                    .current_dir(folder)
                    .done();
                format!("{}{}", output.stdout(), output.stderr())
            }
            _ => panic!("the test knows no way to run `{command}`"),
        };
        assert_eq!(
            found.trim_end(),
            expected.trim_end(),
            "{}: {command}",
            page.display()
        );
    }
    count
}

/// Joins the words of an argument in quotes, as a shell does.
fn arguments(words: &[&str]) -> Vec<String> {
    let line = words.join(" ");
    let parts = line.split('"').enumerate();
    parts
        .flat_map(|(number, part)| match number % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

#[test]
fn the_readme_shows_the_output_of_its_commands() {
    assert!(run_all(&root().join("README.md"), root()) > 5);
}

/// One finding and one figure come before everything else; the figure is generated.
#[test]
fn the_readme_begins_with_a_figure_and_a_finding() {
    let page = std::fs::read_to_string(root().join("README.md")).unwrap();
    let (screen, _) = page.split_once("\n## ").unwrap();
    let figure = screen
        .split_once("src=\"")
        .unwrap()
        .1
        .split('"')
        .next()
        .unwrap();
    // `tests/book/made.rs` compares it with a new drawing.
    let name = figure.strip_prefix("docs/src/figures/").unwrap();
    assert!(
        root().join(figure).exists() && !name.contains('/'),
        "{figure}"
    );
    assert!(
        screen.contains("```console\n$ pipscribe check ") && screen.contains("(docs/src/tour.md)")
    );
    // The finding begins on the first screen.
    assert!(
        screen
            .lines()
            .position(|line| line.starts_with("```console"))
            .unwrap()
            < 32
    );
}

#[test]
fn the_book_shows_the_output_of_its_commands() {
    let pages = book_pages();
    let others = pages.iter().filter(|page| !page.ends_with(TOUR));
    let commands: usize = others.map(|page| run_all(page, root())).sum();
    assert!(commands > 30, "{commands}");
}

const TOUR: &str = "docs/src/tour.md";

/// The reader of the tour writes a record, makes a mistake, fixes it and draws it. Only files that
/// Git ignores are written.
#[cfg(unix)]
#[test]
fn the_tour_works_from_beginning_to_end() {
    let folder = Folder::new("tour");
    let path = folder.path();
    std::os::unix::fs::symlink(root().join("docs"), path.join("docs")).unwrap();
    std::fs::copy(root().join(".gitignore"), path.join(".gitignore")).unwrap();
    let page = root().join(TOUR);

    let edits = steps(&page);
    let edits = edits.iter().filter(|step| matches!(step, Step::Edit(..)));
    assert_eq!(edits.count(), 1);
    assert!(run_all(&page, path) > 15);

    let drawn = std::fs::read_to_string(path.join("my-game.svg")).unwrap();
    assert!(drawn.contains("After five turns"));
    assert!(path.join("my-game.html").exists());
    let ignored = std::fs::read_to_string(path.join(".gitignore")).unwrap();
    assert!(ignored.lines().any(|line| line == "/my-game.*"));
    let known = ["docs", ".gitignore"];
    for entry in std::fs::read_dir(path).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(
            known.contains(&name.as_str()) || name.starts_with("my-game."),
            "{name}"
        );
    }
}

#[test]
fn expectations_of_the_book_hold() {
    let output = Run::new(&["test", "docs/src"]).done();
    let reported = format!("{}{}", output.stdout(), output.stderr());
    assert!(output.status.success(), "{reported}");
    let passed = reported
        .split_once("test result: ok. ")
        .and_then(|(_, rest)| rest.split(' ').next())
        .unwrap();
    assert!(passed.parse::<u32>().unwrap() > 400, "{reported}");
}

/// Blocks of records, except examples of blocks: their attributes and their content.
fn blocks(page: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut fence: Option<(&str, &str, String)> = None;
    for line in page.lines() {
        let ticks = &line[..line.len() - line.trim_start_matches('`').len()];
        match &mut fence {
            None if ticks.len() >= 3 => fence = Some((ticks, &line[ticks.len()..], String::new())),
            Some((open, ..)) if line == *open => {
                let (_, head, body) = fence.take().unwrap();
                if head.starts_with("pips") {
                    blocks.push((head.to_owned(), body));
                }
            }
            Some((_, _, body)) => body.push_str(&format!("{line}\n")),
            None => {}
        }
    }
    blocks
}

/// A caption describes the figure; only an expectation detects that the record no longer fits it.
#[test]
fn figures_with_captions_have_expectations() {
    let mut captions = 0;
    for page in book_pages() {
        for (head, body) in blocks(&std::fs::read_to_string(&page).unwrap()) {
            if head.contains("caption=") || body.contains("[%diagram \"") {
                captions += 1;
                assert!(
                    body.contains("[%expect "),
                    "{}: a caption without an expectation:\n{body}",
                    page.display()
                );
            }
        }
    }
    assert!(captions > 8, "{captions}");
}

/// Every rule that a finding cites has a text in the book, under its number.
#[test]
fn every_cited_rule_is_in_the_book() {
    let book: String = book_pages()
        .iter()
        .map(|page| std::fs::read_to_string(page).unwrap())
        .collect();
    let headings: Vec<&str> = book
        .lines()
        .filter_map(|line| {
            line.strip_prefix("### ")
                .or_else(|| line.strip_prefix("## "))
        })
        .filter_map(|heading| heading.split(' ').next())
        .collect();
    let rules = std::fs::read_to_string(root().join("corpus/rules.txt")).unwrap();
    let cited = rules
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    let cited: Vec<&str> = cited
        .filter(|rule| rule.starts_with(['G', 'Z', 'P', 'V']))
        .collect();
    assert!(cited.len() > 60, "{}", cited.len());
    for rule in cited {
        assert!(headings.contains(&rule), "{rule} has no words in the book");
    }
}
