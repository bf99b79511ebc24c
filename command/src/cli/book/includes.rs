//! Includes in the chapters of the book: replaces each line `{{#include …}}` with the text of the
//! file that it names, as mdBook does. The files are part of this program ([`bundled_file`]). An
//! *anchor* after the name selects a part of the file, between two comments.

use super::files::bundled_file;

/// Returns a chapter in which the lines `{{#include FILE}}` and `{{#include FILE:ANCHOR}}` are
/// replaced with the included text. A figure that is not part of this program is left out.
pub(super) fn with_includes(path: &str, text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let include = line
            .trim()
            .strip_prefix("{{#include ")
            .and_then(|rest| rest.strip_suffix("}}"));
        let Some(include) = include else {
            out.push_str(line);
            continue;
        };
        let (name, anchor) = match include.split_once(':') {
            Some((name, anchor)) => (name, Some(anchor)),
            None => (include, None),
        };
        match (bundled_file(&resolved_path(path, name)), anchor) {
            (Some(text), None) => out.push_str(text),
            (Some(text), Some(anchor)) => out.push_str(anchored_part(text, anchor)),
            (None, _) => out.push_str("*(not in this copy of the book; the command draws it)*\n"),
        }
        if !out.ends_with('\n') {
            out.push('\n');
        }
    }
    out
}

/// Returns the part of a file between `ANCHOR: name` and `ANCHOR_END: name`.
fn anchored_part<'a>(text: &'a str, name: &str) -> &'a str {
    let begins = text
        .split_once(&format!("<!-- ANCHOR: {name} -->\n"))
        .map_or("", |(_, rest)| rest);
    begins
        .split_once(&format!("<!-- ANCHOR_END: {name} -->"))
        .map_or(begins, |(part, _)| part)
}

/// Returns the path of a file that another file names relative to itself.
pub(super) fn resolved_path(from: &str, name: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in name.split('/') {
        match part {
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn includes_are_expanded() {
        assert_eq!(
            resolved_path("docs/src/rules/sheets/gipf.md", "../gipf.md"),
            "docs/src/rules/gipf.md"
        );
        assert_eq!(
            resolved_path("docs/src/limits.md", "../limits.md"),
            "docs/limits.md"
        );
        let sheet = with_includes(
            "docs/src/rules/sheets/gipf.md",
            "a\n{{#include ../gipf.md:cheat}}\nb\n",
        );
        assert!(
            sheet.starts_with("a\n") && sheet.ends_with("b\n") && sheet.len() > 200,
            "{sheet}"
        );
    }
}
