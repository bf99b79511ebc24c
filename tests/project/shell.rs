//! Runs every command of the book that is shown without its output, in a folder with the files that
//! its reader would have.
#![cfg(unix)]

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::{Folder, book_pages, root};

/// Commands that need more than a folder, each with the reason.
const NOT_RUN: [&str; 11] = [
    // Builds everything again.
    "cargo install --locked --path command",
    // Opens a browser.
    "pipscribe book --open",
    // Writes to the user data directory.
    "pipscribe man -o ~/.local/share/man/man1",
    // Finds the invalid records of the reader; `tests/cli/walk.rs` tests it.
    "pipscribe check",
    // The command is part of the npm package; `.ci/web` and `.ci/artefacts` test it.
    "npx pipscribe check games",
    "npx pipscribe check --format sarif -o findings.sarif games",
    "npx pipscribe fmt --check games",
    "npx pipscribe convert --to json game.sgf",
    // Need a daemon; `tests/project/container.rs` builds what the image would be built from.
    "docker build --tag pipscribe .",
    "docker run --rm --volume \"$PWD:/records\" pipscribe check",
    // Compares with the committed version.
    "git diff --exit-code figures",
];

/// Pages with commands of other programs, each with the CI script that builds what they install.
const LANES: [(&str, &str); 2] = [
    ("docs/src/editors.md", ".ci/editors"),
    ("docs/src/releasing.md", ".ci/placeholders"),
];

/// The output of a feature that is off by default; the recipes for collections have their own CI
/// script.
const OF_A_FEATURE: &str = "convert --to parquet";

/// Commands with exit status 1: they report findings, or do not find anything.
const FINDS: [&str; 3] = [
    // The record is invalid.
    "pipscribe render corpus/gipf/real/game-b-with-errors.pips --findings -o fault.svg",
    // None of the reader's games matches.
    "pipscribe grep --material \"white-lost>=1,black-gipf=1\" --at-end --result 0-1 games",
    "pipscribe conform --suite corpus/conformance.jsonl -- ./my-program --some-option",
];

/// The pages, with the README.
fn pages() -> Vec<PathBuf> {
    std::iter::once(root().join("README.md"))
        .chain(book_pages())
        .collect()
}

/// The lines of the blocks in that language, and the place where each begins.
fn lines_of(page: &str, language: &str) -> Vec<String> {
    let mut inside = None;
    let mut lines = Vec::new();
    for line in page.lines() {
        let text = line.trim_start();
        match (&inside, text.starts_with("```")) {
            (None, true) => inside = Some(text.trim_start_matches('`').to_owned()),
            (Some(_), true) => inside = None,
            (Some(one), false) if one == language => lines.push(text.to_owned()),
            _ => {}
        }
    }
    lines
}

/// The folder of a reader who follows the book: this project's corpus and pages, and records of
/// their own.
fn of_a_reader(name: &str) -> Folder {
    let folder = Folder::new(name);
    let path = folder.path();
    let records = root().join("docs/src/records");
    let copy = |from: &Path, to: &str| {
        let to = path.join(to);
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        std::fs::copy(from, to).unwrap();
    };
    symlink(root().join("corpus"), path.join("corpus")).unwrap();
    std::fs::create_dir_all(path.join("docs")).unwrap();
    symlink(root().join("docs/src"), path.join("docs/src")).unwrap();
    copy(
        &root().join("docs/src/recipes/rule-book-author.md"),
        "docs/rules.md",
    );
    for game in ["gipf", "pippinzip", "pippip", "pipe"] {
        let there = records.join(format!("first-{game}.pips"));
        for folder in ["games", "2025", "2026"] {
            copy(&there, &format!("{folder}/{game}.pips"));
        }
        let output = run(path, &format!("pipscribe fmt games/{game}.pips"));
        assert!(output.status.success());
    }
    for to in ["inbox/one.pips", "book.pips"] {
        copy(&records.join("figures.pips"), to);
    }
    for to in ["cases/edges.pips", "my-cases.pips", "my-cases/edges.pips"] {
        copy(&records.join("edge-cases.pips"), to);
    }
    let output = run(
        path,
        "pipscribe convert --to sgf games/pippinzip.pips -o games/a.sgf; pipscribe new pippinzip > /dev/null",
    );
    assert!(path.join("games/a.sgf").exists(), "{output:?}");
    let page = std::fs::read_to_string(root().join("docs/src/pages.md")).unwrap();
    let book = page
        .split_once("````markdown\n")
        .unwrap()
        .1
        .split_once("````")
        .unwrap()
        .0;
    std::fs::write(path.join("book.md"), book).unwrap();
    let latex = page
        .split_once("```latex\n")
        .unwrap()
        .1
        .split_once("```")
        .unwrap()
        .0;
    std::fs::write(path.join("book.tex"), latex).unwrap();
    let deck = std::fs::read_to_string(root().join("docs/src/rules/pipe.md")).unwrap();
    let deck = deck
        .split_once("```yaml\n")
        .unwrap()
        .1
        .split_once("```")
        .unwrap()
        .0;
    std::fs::write(path.join("my-deck.yaml"), deck).unwrap();
    std::fs::write(path.join("my-program"), "#!/bin/sh\ncat > /dev/null\n").unwrap();
    std::fs::set_permissions(path.join("my-program"), PermissionsExt::from_mode(0o755)).unwrap();
    folder
}

/// Runs a line as a shell does, with this program on its path.
fn run(folder: &Path, line: &str) -> Output {
    let own = Path::new(env!("CARGO_BIN_EXE_pipscribe"))
        .parent()
        .unwrap()
        .to_owned();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path =
        std::env::join_paths(std::iter::once(own).chain(std::env::split_paths(&others))).unwrap();
    Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", path)
        .output()
        .unwrap()
}

/// A block of plain text whose first line is a command is a session: its output must be the text of
/// the block.
#[test]
fn shell_sessions_print_the_shown_output() {
    let folder = of_a_reader("sessions");
    let mut count = 0;
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        for block in text
            .split("```text\n$ ")
            .skip(1)
            .map(|rest| rest.split_once("\n```").unwrap().0)
        {
            let (line, shown) = block.split_once('\n').unwrap();
            let output = run(folder.path(), line);
            let printed = [output.stdout, output.stderr].concat();
            assert_eq!(
                String::from_utf8_lossy(&printed).trim_end(),
                shown,
                "{}: {line}",
                page.display()
            );
            count += 1;
        }
    }
    assert!(count > 0);
}

/// The Python programs do what the text says.
#[test]
fn python_programs_run() {
    let folder = of_a_reader("python");
    let program = |page: &str, name: &str, more: &str| {
        let text = std::fs::read_to_string(root().join("docs/src").join(page)).unwrap();
        std::fs::write(
            folder.path().join(name),
            format!("{}\n{more}", lines_of_python(&text)),
        )
        .unwrap();
    };
    program("recipes/archivist.md", "doubles.py", "");
    let output = run(
        folder.path(),
        "python3 doubles.py corpus/notation/same-game-twice.pips games",
    );
    let reported = String::from_utf8_lossy(&output.stdout).into_owned();
    let file = "corpus/notation/same-game-twice.pips";
    assert_eq!(
        reported,
        format!("the same game: {file}:4, {file}:9\n"),
        "{output:?}"
    );
    program(
        "recipes/programmer.md",
        "findings.py",
        "print(findings(open('docs/src/records/slip.pips').read()))",
    );
    let output = run(folder.path(), "python3 findings.py");
    let reported = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        reported.starts_with("['1: gipf/not-in-line (G3.1): c3 is on no line"),
        "{output:?}"
    );
}

/// The text of a page between a line and the end of its block.
fn block(page: &str, begins: &str) -> String {
    let text = std::fs::read_to_string(root().join("docs/src").join(page)).unwrap();
    let rest = text
        .split_once(begins)
        .unwrap_or_else(|| panic!("{page} has no `{begins}`"))
        .1;
    format!("{begins}{}", rest.split_once("\n```").unwrap().0)
}

/// Samples of files, or of messages about records that the book does not show as files.
#[test]
fn samples_agree_with_the_output() {
    let folder = of_a_reader("samples");
    let printed = |line: &str| {
        let output = run(folder.path(), line);
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
    };
    printed("pipscribe convert --to csv-turns docs/src/records/first-gipf.pips -o turns.csv");
    let table = std::fs::read_to_string(folder.path().join("turns.csv"))
        .unwrap()
        .replace("\r\n", "\n");
    assert_eq!(
        table.trim_end(),
        block("recipes/archivist.md", "record,turn,seat,text,position")
    );
    // A failing test: the expected position differs from the actual one.
    let cases = std::fs::read_to_string(folder.path().join("my-cases.pips")).unwrap();
    let sample = block("recipes/designer.md", "test edge-cases.pips:2 ... FAILED");
    let wrong = "4/3ww/5w/6b/6/5/4 b 9,10 0,0 - -";
    assert!(sample.contains(wrong) && cases.contains("3w/3wb/5w/6b/6/5/4 b 9,10 0,0 - -"));
    let cases = cases.replace("3w/3wb/5w/6b/6/5/4 b 9,10 0,0 - -", wrong);
    std::fs::write(folder.path().join("edge-cases.pips"), cases).unwrap();
    let reported = printed("pipscribe test edge-cases.pips");
    let lines = |text: &str| {
        text.lines()
            .map(|line| line.trim_end().to_owned())
            .collect::<Vec<_>>()
            .join("\n")
    };
    assert!(lines(&reported).starts_with(&lines(&sample)), "{reported}");
}

/// The report on a program with a mistake is the actual output; the corpus grows, so numbers are
/// not compared.
#[test]
fn a_program_with_a_mistake_gets_the_message_of_the_book() {
    let folder = of_a_reader("mistake");
    let program = std::fs::read_to_string(root().join("examples/conform/gipf_pushes.py")).unwrap();
    let right = "(landing if gap == 0 else turn)";
    assert!(program.contains(right));
    std::fs::write(
        folder.path().join("program.py"),
        program.replace(right, "turn"),
    )
    .unwrap();
    let output = run(
        folder.path(),
        "pipscribe conform --suite corpus/conformance.jsonl -- python3 program.py",
    );
    let reported = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    let without_counts = |text: &str| {
        let line = |line: &str| match line.starts_with("  ") || line.contains(" unsupported; ") {
            true => line
                .split_whitespace()
                .filter(|word| !word.bytes().all(|byte| byte.is_ascii_digit()))
                .collect::<Vec<_>>()
                .join(" "),
            false => line.to_owned(),
        };
        text.trim_end()
            .lines()
            .map(line)
            .collect::<Vec<_>>()
            .join("\n")
    };
    assert_eq!(
        without_counts(&reported),
        without_counts(&block("conform.md", "rules with mistakes"))
    );
    // The records that the page names are in the suite.
    let page = std::fs::read_to_string(root().join("docs/src/conform.md")).unwrap();
    let suite = std::fs::read_to_string(root().join("corpus/conformance.jsonl")).unwrap();
    let named: Vec<&str> = page
        .split(['"', ' ', '\n', ':'])
        .filter(|word| word.ends_with(".pips"))
        .collect();
    assert!(named.len() > 3);
    for name in named {
        assert!(
            suite.contains(&format!("\"{name}\"")),
            "{name} is not in the suite"
        );
    }
}

/// The first program of a page, with its lines unchanged.
fn lines_of_python(page: &str) -> &str {
    page.split_once("```python\n")
        .unwrap()
        .1
        .split_once("```")
        .unwrap()
        .0
}

/// Turns of the cheat sheets are turns of their games.
#[test]
fn cheat_sheets_show_valid_turns() {
    let folder = of_a_reader("sheets");
    let tags = [
        ("gipf", "[Variant \"tournament\"]"),
        ("pippinzip", "[Variant \"zipline\"]\n[Size \"13\"]"),
        ("pippip", ""),
        ("pipe", "[Variant \"both\"]\n[Deck \"twin-works\"]"),
    ];
    for (game, tags) in tags {
        let page =
            std::fs::read_to_string(root().join(format!("docs/src/rules/{game}.md"))).unwrap();
        let sheet = page
            .split_once("| you write |")
            .unwrap()
            .1
            .split_once("\n\n")
            .unwrap()
            .0;
        let cells = sheet
            .lines()
            .skip(2)
            .map(|line| line.split(" | ").next().unwrap());
        let turns: Vec<&str> = cells
            .flat_map(|cell| cell.split('`').skip(1).step_by(2))
            .collect();
        assert!(turns.len() >= 6, "{turns:?}");
        for turn in turns {
            std::fs::write(
                folder.path().join("one.pips"),
                format!("[Game \"{game}\"]\n{tags}\n\n1. {turn} *\n"),
            )
            .unwrap();
            let output = run(
                folder.path(),
                "pipscribe check --quiet --format json one.pips",
            );
            let reported = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(
                reported.starts_with('{')
                    && !reported.contains("\"syntax/")
                    && !reported.contains("not-for-this-game"),
                "{turn}: {reported}"
            );
        }
    }
}

/// Tests that take seconds.
mod slow {
    use super::*;

    #[test]
    fn commands_without_output_run() {
        let folder = of_a_reader("commands-alone");
        let mut count = 0;
        for page in pages() {
            let text = std::fs::read_to_string(&page).unwrap();
            let mut lines = lines_of(&text, "sh");
            // Jobs of build servers.
            for line in lines_of(&text, "yaml") {
                let line = line.trim_start_matches("- ").trim_start_matches("run: ");
                if line.starts_with("pipscribe ") {
                    lines.push(line.to_owned());
                }
            }
            for line in lines
                .iter()
                .filter(|line| !line.is_empty() && !line.starts_with("#!"))
            {
                let is_own = line.starts_with("pipscribe ") || line.starts_with("exec pipscribe ");
                if let Some((page, lane)) = LANES
                    .iter()
                    .find(|(lane_page, _)| !is_own && page.ends_with(lane_page))
                {
                    assert!(root().join(lane).exists());
                    for word in line.split(' ').filter(|word| word.starts_with("editors/")) {
                        assert!(root().join(word).exists(), "{page}: there is no {word}");
                    }
                    continue;
                }
                assert!(
                    is_own || NOT_RUN.contains(&line.as_str()),
                    "{}: nothing tests `{line}`",
                    page.display()
                );
                if NOT_RUN.contains(&line.as_str()) || line.contains(OF_A_FEATURE) {
                    continue;
                }
                let output = run(folder.path(), line);
                let expected = i32::from(FINDS.contains(&line.as_str()));
                let reported = String::from_utf8_lossy(&output.stderr);
                assert_eq!(
                    output.status.code(),
                    Some(expected),
                    "{}: {line}\n{reported}",
                    page.display()
                );
                count += 1;
            }
        }
        assert!(count > 40, "{count}");
        let made = |name: &str| folder.path().join(name).exists();
        assert!(
            [
                "first.svg",
                "figures.pdf",
                "start.svg",
                "turns.csv",
                "findings.sarif"
            ]
            .into_iter()
            .all(made)
        );
    }
}
