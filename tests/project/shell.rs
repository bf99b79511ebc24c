//! Every command of the book that is shown without what it prints is run, in a folder with what its reader would have.
#![cfg(unix)]

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::{Folder, root};

/// What needs more than a folder, each with the reason.
const NOT_RUN: [&str; 2] = [
    // Builds everything once more.
    "cargo install --path .",
    // Compares with what is committed.
    "git diff --exit-code figures",
];

/// Commands that are meant to find something.
const FINDS: [&str; 1] = ["pipscribe conform --suite corpus/conformance.jsonl -- ./my-program --some-option"];

/// The pages, with the README.
fn pages() -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new(root().join("docs/src")).sort_by_file_name().into_iter();
    let files = files.map(|entry| entry.unwrap().into_path());
    let pages = files.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    std::iter::once(root().join("README.md")).chain(pages).collect()
}

/// The lines of blocks of that language, and where each begins.
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

/// The folder of somebody who follows the book: this project's corpus and pages, and records of their own.
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
    copy(&root().join("docs/src/recipes/rule-book-author.md"), "docs/rules.md");
    for game in ["gipf", "pippinzip", "pippip", "pipe"] {
        let there = records.join(format!("first-{game}.pips"));
        copy(&there, &format!("games/{game}.pips"));
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
    let book = page.split_once("````markdown\n").unwrap().1.split_once("````").unwrap().0;
    std::fs::write(path.join("book.md"), book).unwrap();
    let latex = page.split_once("```latex\n").unwrap().1.split_once("```").unwrap().0;
    std::fs::write(path.join("book.tex"), latex).unwrap();
    let deck = std::fs::read_to_string(root().join("docs/src/rules/pipe.md")).unwrap();
    let deck = deck.split_once("```yaml\n").unwrap().1.split_once("```").unwrap().0;
    std::fs::write(path.join("my-deck.yaml"), deck).unwrap();
    std::fs::write(path.join("my-program"), "#!/bin/sh\ncat > /dev/null\n").unwrap();
    std::fs::set_permissions(path.join("my-program"), PermissionsExt::from_mode(0o755)).unwrap();
    folder
}

/// Runs a line as a shell does, with this command on its path.
fn run(folder: &Path, line: &str) -> Output {
    let own = Path::new(env!("CARGO_BIN_EXE_pipscribe")).parent().unwrap().to_owned();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(own).chain(std::env::split_paths(&others))).unwrap();
    Command::new("sh").args(["-c", line]).current_dir(folder).env("PATH", path).output().unwrap()
}

#[test]
fn commands_that_are_shown_alone_run() {
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
        for line in lines.iter().filter(|line| !line.is_empty() && !line.starts_with("#!")) {
            if NOT_RUN.contains(&line.as_str()) {
                continue;
            }
            let output = run(folder.path(), line);
            let expected = i32::from(FINDS.contains(&line.as_str()));
            let told = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(expected), "{}: {line}\n{told}", page.display());
            count += 1;
        }
    }
    assert!(count > 40, "{count}");
    let made = |name: &str| folder.path().join(name).exists();
    assert!(
        ["first.svg", "first.html", "figures.pdf", "start.svg", "turns.csv", "findings.sarif"].into_iter().all(made)
    );
}

/// A block of plain text whose first line is a command is a session: it prints what is shown.
#[test]
fn sessions_print_what_is_shown() {
    let folder = of_a_reader("sessions");
    let mut count = 0;
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        for block in text.split("```text\n$ ").skip(1).map(|rest| rest.split_once("\n```").unwrap().0) {
            let (line, shown) = block.split_once('\n').unwrap();
            let output = run(folder.path(), line);
            let printed = [output.stdout, output.stderr].concat();
            assert_eq!(String::from_utf8_lossy(&printed).trim_end(), shown, "{}: {line}", page.display());
            count += 1;
        }
    }
    assert!(count > 0);
}

/// The programs in Python do what is said of them.
#[test]
fn programs_in_python_run() {
    let folder = of_a_reader("python");
    if !run(folder.path(), "python3 --version").status.success() {
        println!("SKIPPED: the book's programs in Python: there is no python3");
        return;
    }
    let program = |page: &str, name: &str, more: &str| {
        let text = std::fs::read_to_string(root().join("docs/src").join(page)).unwrap();
        std::fs::write(folder.path().join(name), format!("{}\n{more}", lines_of_python(&text))).unwrap();
    };
    program("recipes/archivist.md", "doubles.py", "");
    let output = run(folder.path(), "python3 doubles.py corpus/notation/same-game-twice.pips games");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let file = "corpus/notation/same-game-twice.pips";
    assert_eq!(told, format!("the same game: {file}:4, {file}:9\n"), "{output:?}");
    program("recipes/programmer.md", "findings.py", "print(findings(open('docs/src/records/slip.pips').read()))");
    let output = run(folder.path(), "python3 findings.py");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(told.starts_with("['1: gipf/not-in-line (G3.1): c3 is on no line"), "{output:?}");
}

/// The first program of a page, its lines as they stand.
fn lines_of_python(page: &str) -> &str {
    page.split_once("```python\n").unwrap().1.split_once("```").unwrap().0
}

/// Turns of the cheat sheets are turns of their games.
#[test]
fn cheat_sheets_show_turns_that_are_turns() {
    let folder = of_a_reader("sheets");
    let tags = [
        ("gipf", "[Variant \"tournament\"]"),
        ("pippinzip", "[Variant \"zipline\"]\n[Size \"13\"]"),
        ("pippip", ""),
        ("pipe", "[Variant \"both\"]\n[Deck \"twin-works\"]"),
    ];
    for (game, tags) in tags {
        let page = std::fs::read_to_string(root().join(format!("docs/src/rules/{game}.md"))).unwrap();
        let sheet = page.split_once("| you write |").unwrap().1.split_once("\n\n").unwrap().0;
        let cells = sheet.lines().skip(2).map(|line| line.split(" | ").next().unwrap());
        let turns: Vec<&str> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
        assert!(turns.len() >= 6, "{turns:?}");
        for turn in turns {
            std::fs::write(folder.path().join("one.pips"), format!("[Game \"{game}\"]\n{tags}\n\n1. {turn} *\n"))
                .unwrap();
            let output = run(folder.path(), "pipscribe check --quiet --format json one.pips");
            let told = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(
                told.starts_with('{') && !told.contains("\"syntax/") && !told.contains("not-for-this-game"),
                "{turn}: {told}"
            );
        }
    }
}
