//! The README and the book: every command in them is run, and its output is compared with the text;
//! the expectations in the records of the book hold.

use std::path::Path;

use crate::support::{Run, book_pages, root};

/// Commands with the output that a page shows below each.
fn shown(page: &Path) -> Vec<(String, String)> {
    let page = std::fs::read_to_string(page).unwrap();
    let mut commands: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        match line {
            "```console" => inside = true,
            _ if line.starts_with("```") => inside = false,
            _ if !inside => {}
            _ => match (line.strip_prefix("$ "), commands.last_mut()) {
                (Some(command), _) => commands.push((command.to_owned(), String::new())),
                (None, Some((_, output))) => output.push_str(&format!("{line}\n")),
                (None, None) => panic!("output without a command: {line}"),
            },
        }
    }
    commands
}

/// Runs the commands of a page; returns their number.
fn run_all(page: &Path) -> usize {
    let commands = shown(page);
    for (command, expected) in &commands {
        let words: Vec<&str> = command.split(' ').collect();
        let found = match words.as_slice() {
            // The command that runs this test.
            ["cargo", "test"] => continue,
            ["cat", file] => std::fs::read_to_string(root().join(file)).unwrap(),
            ["pipscribe", arguments @ ..] | ["cargo", "run", "--quiet", "--", arguments @ ..] => {
                let output = Run::new(arguments).done();
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
    commands.len()
}

#[test]
fn the_readme_shows_the_output_of_its_commands() {
    assert!(run_all(&root().join("README.md")) > 5);
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
    let commands: usize = book_pages().iter().map(|page| run_all(page)).sum();
    assert!(commands > 30, "{commands}");
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

/// Blocks of records that are not examples of a block: their attributes, and their content.
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
