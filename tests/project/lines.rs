//! Comments in Rust code have at most 100 columns, like the code that `cargo fmt` writes. No text
//! has the markers of a merge conflict.

use crate::support::root;

const MAX_COLUMNS: usize = 100;

/// Comments here are docstrings: the stubs repeat them line by line, and each line of an example is
/// a statement.
const DOCSTRINGS: &str = "bindings/python/src";

#[test]
fn comments_fit_into_the_columns() {
    let mut files = 0;
    let mut wrong = Vec::new();

    for place in [
        "src", "command", "server", "tests", "bindings", "benches", "editors",
    ] {
        let is_source = |entry: &walkdir::DirEntry| {
            entry.file_name() != "target" && entry.file_name() != "node_modules"
        };
        let walk = walkdir::WalkDir::new(root().join(place))
            .sort_by_file_name()
            .into_iter()
            .filter_entry(is_source);

        for path in walk.map(|entry| entry.unwrap().into_path()) {
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            files += 1;

            let name = path.strip_prefix(root()).unwrap();
            if name.starts_with(DOCSTRINGS) {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for number in long_comments(&text) {
                wrong.push(format!("{}:{number}", name.display()));
            }
        }
    }

    assert!(files > 750, "{files}");
    assert!(
        wrong.is_empty(),
        "longer than {MAX_COLUMNS} columns: {wrong:#?}"
    );
}

/// A conflict that was committed shows both versions to every reader.
#[test]
fn no_text_has_conflict_markers() {
    let mut texts = 0;
    let mut wrong = Vec::new();

    for place in [
        ".", "src", "command", "server", "docs", "editors", "bindings",
    ] {
        let is_kept = |entry: &walkdir::DirEntry| {
            !["target", "node_modules", "build"].contains(&&*entry.file_name().to_string_lossy())
        };
        let depth = if place == "." { 1 } else { usize::MAX };
        let walk = walkdir::WalkDir::new(root().join(place))
            .max_depth(depth)
            .into_iter()
            .filter_entry(is_kept);

        for path in walk.map(|entry| entry.unwrap().into_path()) {
            let is_text = path
                .extension()
                .and_then(|extension| extension.to_str())
                .is_some_and(|extension| ["md", "rs", "ts", "toml", "py"].contains(&extension));
            if !is_text {
                continue;
            }
            texts += 1;

            let text = std::fs::read_to_string(&path).unwrap();
            if text.lines().any(|line| line.starts_with("<<<<<<< ")) {
                wrong.push(path.strip_prefix(root()).unwrap().to_owned());
            }
        }
    }

    assert!(texts > 1_000, "{texts}");
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Returns the numbers of the comment lines that are too long, counted from 1. Examples, tables and
/// single words that cannot be broken may be longer.
fn long_comments(text: &str) -> Vec<usize> {
    let mut in_example = false;
    let mut long = Vec::new();

    for (number, line) in (1..).zip(text.lines()) {
        let Some(comment) = line.trim_start().strip_prefix("//") else {
            in_example = false;
            continue;
        };
        let comment = comment.trim_start_matches(['/', '!']).trim_start();

        if comment.starts_with("```") {
            in_example = !in_example;
        }
        let may_be_longer = in_example || comment.starts_with('|') || !comment.contains(' ');
        if !may_be_longer && line.chars().count() > MAX_COLUMNS {
            long.push(number);
        }
    }
    long
}

#[test]
fn long_comments_are_found() {
    let long = format!("/// {}\n", "word ".repeat(30));

    assert_eq!(long_comments(&long), [1]);
    assert_eq!(
        long_comments(&format!("fn short() {{}}\n{long}{long}")),
        [2, 3]
    );
    assert_eq!(
        long_comments(&format!("/// ```\n{long}/// ```\n{long}")),
        [4]
    );
    assert!(long_comments(&long.replace("/// ", "/// | ")).is_empty());
    assert!(long_comments(&long.replace(' ', "_")).is_empty());
}
