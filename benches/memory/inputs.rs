//! The inputs: the largest files of the corpus, and generated records.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The number of corpus files that are measured, the largest first.
const FROM_CORPUS: usize = 2;

/// Writes the generated inputs into a folder. Returns all inputs with their names.
pub(crate) fn all(folder: &Path) -> Vec<(String, PathBuf)> {
    let mut inputs = largest(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus")));
    for (name, text) in generated() {
        let path = folder.join(format!("{name}.pips"));
        std::fs::write(&path, text).unwrap();
        inputs.push((name.to_owned(), path));
    }
    inputs
}

/// Returns the largest record files beneath a folder.
fn largest(corpus: &Path) -> Vec<(String, PathBuf)> {
    let mut files = Vec::new();
    let mut folders = vec![corpus.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| extension == "pips")
            {
                files.push((entry.metadata().unwrap().len(), path));
            }
        }
    }
    files.sort();
    let named = files.into_iter().rev().take(FROM_CORPUS).enumerate();
    named
        .map(|(index, (_, path))| (format!("corpus {}", index + 1), path))
        .collect()
}

/// Returns records that are hard to search or to hold.
fn generated() -> Vec<(&'static str, String)> {
    let gipf = "[Game \"gipf\"]\n[Variant \"basic\"]\n";
    // Most points are occupied, so that many pushes complete rows.
    let dense = "[Position \"wwww/wwwww/w4b/wbwbwbw/wwwwww/wwwww/wwww w 8,8 0,0 - -\"]\n";
    let board = |variant: &str, goal: &str| {
        format!(
            "[Game \"pippinzip\"]\n[Variant \"{variant}\"]\n[Size \"26\"]\n\n{{[%puzzle {goal}]}} *\n"
        )
    };
    let hand = |first: u32, last: u32| {
        (first..=last)
            .map(|card| card.to_string())
            .collect::<Vec<_>>()
            .join(",")
    };
    let pipe = format!(
        "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Position \"48@+0+0/N 1 black,white 0,0\"]\n[Deck \"twin-works\"]\n\
         [Hand1 \"{}\"]\n[Hand2 \"{}\"]\n[Stock \"\"]\n\n{{[%puzzle win]}} *\n",
        hand(1, 24),
        hand(25, 47)
    );
    vec![
        ("gipf start", format!("{gipf}\n{{[%puzzle win]}} *\n")),
        (
            "gipf dense",
            format!("{gipf}{dense}\n{{[%puzzle win 3]}} *\n"),
        ),
        ("auction", board("pipeline", "win 3")),
        ("zipline", board("zipline", "only")),
        (
            "dice",
            "[Game \"pippip\"]\n\n{[%puzzle win]} *\n".to_owned(),
        ),
        ("long hands", pipe),
        (
            "variations",
            format!("{gipf}\n1. b3 {}*\n", "(1. c2 2. d2) ".repeat(100_000)),
        ),
        (
            "comments",
            format!("{gipf}\n1. b3 {}*\n", "{a comment} ".repeat(100_000)),
        ),
        ("records", records(50_000)),
    ]
}

/// Returns many records that all differ.
fn records(count: u32) -> String {
    let mut text = String::new();
    for number in 0..count {
        let _ = write!(
            text,
            "[Game \"gipf\"]\n[Variant \"basic\"]\n[Event \"{number}\"]\n\n1. b3 2. c2 *\n\n"
        );
    }
    text
}
