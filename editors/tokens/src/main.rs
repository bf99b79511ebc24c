//! Prints the tokens of records, one line of JSON per file:
//! `{"file":"a.pips","tokens":[[0,1,"bracket"],…]}`. A token is `[start, end, kind]`, in bytes of
//! the file; inner tokens come after the outer ones.
//!
//! The text is split only by the grammars from which the library is built. Parts of a turn come
//! from the grammar of the record's game; a turn that it cannot parse has no parts.

mod grammars;
mod kinds;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use kinds::Token;

/// Beginning of the first line of a record, after an optional byte order mark.
const OPENING: &str = "[Game \"";

fn main() -> ExitCode {
    let mut files = Vec::new();
    for path in std::env::args_os().skip(1) {
        collect(Path::new(&path), &mut files);
    }
    if files.is_empty() {
        eprintln!("usage: pipscribe-tokens FILE-OR-FOLDER…");
        return ExitCode::from(2);
    }
    files.sort();
    let mut not_utf8 = 0;
    for file in &files {
        // The text in an editor is always valid UTF-8.
        match std::fs::read_to_string(file) {
            Ok(text) => println!("{}", line_of(file, &text)),
            Err(_) => not_utf8 += 1,
        }
    }
    eprintln!(
        "{} files, {not_utf8} of them left out: no UTF-8",
        files.len()
    );
    ExitCode::SUCCESS
}

/// Collects every `.pips` file at or under a path, except hidden files.
fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if !path.is_dir() {
        files.push(path.to_owned());
        return;
    }
    for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        if !is_hidden
            && (path.is_dir()
                || path
                    .extension()
                    .is_some_and(|extension| extension == "pips"))
        {
            collect(&path, files);
        }
    }
}

fn line_of(file: &Path, text: &str) -> String {
    let mut tokens = Vec::new();
    for (start, end) in records(text) {
        tokens.extend(
            kinds::tokens(&text[start..end])
                .into_iter()
                .map(|token| token.moved_by(start)),
        );
    }
    let tokens: Vec<String> = tokens
        .iter()
        .map(|Token { start, end, kind }| format!("[{start},{end},\"{kind}\"]"))
        .collect();
    let file = file
        .display()
        .to_string()
        .replace('\\', "\\\\")
        .replace('"', "\\\"");
    format!("{{\"file\":\"{file}\",\"tokens\":[{}]}}", tokens.join(","))
}

/// Returns the spans of the records in a text.
fn records(text: &str) -> Vec<(usize, usize)> {
    let mut starts = vec![0];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if at > 0
            && line
                .strip_prefix('\u{FEFF}')
                .unwrap_or(line)
                .starts_with(OPENING)
        {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().copied().zip(ends).collect()
}
