//! Runs the examples that `--help` shows.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{Folder, Ran, Run, command_names, root};

/// Examples that need another program.
const SKIPPED: [&str; 1] = ["conform"];

/// The command lines in the left column of the examples.
fn examples(command: &str) -> Vec<String> {
    let help = Run::new(&[command, "--help"]).done().stdout();
    let (_, examples) = help
        .split_once("\nEXAMPLES\n")
        .unwrap_or_else(|| panic!("{command} has no examples"));
    let rows = examples.lines().take_while(|line| line.starts_with("  "));
    rows.map(|line| line.trim_start().split("  ").next().unwrap().to_owned())
        .collect()
}

/// Writes the files that the examples name.
fn write_files(folder: &Folder) {
    let text = |path: &str| fs::read_to_string(root().join(path)).unwrap();
    let (wrong, other) = (
        text("corpus/gipf/real/game-b-with-errors.pips"),
        text("corpus/gipf/real/game-a.pips"),
    );
    folder.file("game.pips", &format!("{wrong}\n{wrong}"));
    folder.file("all.pips", &format!("{wrong}\n{other}"));
    folder.file("book.pips", &text("docs/src/records/figures.pips"));
    folder.file(
        "book.md",
        &format!(
            "# Book\n\n```pips\n{}```\n",
            text("docs/src/records/first-gipf.pips")
        ),
    );
    folder.file("game.sgf", "(;GM[39]PIPTAG[Variant:basic];W[b3])\n");
    let rules = text("docs/src/rules/pipe.md");
    folder.file(
        "deck.yaml",
        rules
            .split_once("```yaml\n")
            .unwrap()
            .1
            .split_once("```")
            .unwrap()
            .0,
    );
    for name in ["games", "old-games", "2025", "2026", "cases"] {
        folder.file(
            &format!("{name}/first.pips"),
            &text("docs/src/records/first-gipf.pips"),
        );
    }
}

/// Removes the records that an example writes, which it would not overwrite.
fn remove_output(example: &str, folder: &Path) {
    let words: Vec<&str> = example.split(' ').collect();
    let outputs = words.windows(2).filter(|pair| pair[0] == "-o");
    for output in outputs.map(|pair| folder.join(pair[1])) {
        if output.is_file() {
            fs::remove_file(output).unwrap();
        }
    }
}

/// Returns the exit status of a line in a shell, and what it wrote to standard error.
fn run(line: &str, folder: &Path) -> (Option<i32>, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_pipscribe")).parent().unwrap();
    let openers = folder.join("openers");
    let path = [
        &*openers.to_string_lossy(),
        &*program.to_string_lossy(),
        &std::env::var("PATH").unwrap_or_default(),
    ]
    .join(":");
    let mut shell = Command::new("sh");
    shell
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", path)
        .stdin(Stdio::null());
    shell.env("XDG_DATA_HOME", folder.join("data"));
    let output = Ran::from(shell.output().unwrap());
    (output.status(), output.stderr())
}

#[test]
fn examples_run() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("examples");
    // No test opens a browser.
    for opener in ["open", "xdg-open"] {
        let file = folder.file(&format!("openers/{opener}"), "#!/bin/sh\ntest -f \"$1\"\n");
        fs::set_permissions(file, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let mut count = 0;
    for command in command_names()
        .iter()
        .filter(|command| !SKIPPED.contains(&command.as_str()))
    {
        for example in examples(command) {
            // Some examples change these files.
            write_files(&folder);
            remove_output(&example, folder.path());
            let (status, errors) = run(&example, folder.path());
            assert!(
                matches!(status, Some(0 | 1)),
                "{example}: {status:?}: {errors}"
            );
            count += 1;
        }
    }
    assert!(count > 60, "{count}");
}
