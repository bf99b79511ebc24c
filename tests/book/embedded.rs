//! The book in the program has the same files as the published book.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use crate::support::{assert_committed, root};

/// Returns a path without `..`.
fn resolved(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path.components() {
        if part == Component::ParentDir {
            parts.pop()
        } else {
            parts.push(part);
            true
        };
    }
    parts
}

/// Returns the files that a page includes, without the figures of the gallery, which are not part
/// of the package.
fn includes(page: &Path) -> Vec<PathBuf> {
    let text = std::fs::read_to_string(root().join(page)).unwrap();
    let named = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("{{#include ")?.strip_suffix("}}"));
    let files = named.map(|name| name.split(':').next().unwrap());
    let paths = files.map(|name| resolved(&page.parent().unwrap().join(name)));
    paths.filter(|path| !path.starts_with("corpus")).collect()
}

#[test]
fn the_program_has_every_file_of_the_book() {
    let mut files: BTreeSet<String> = ["docs/theme/pipscribe.css", "docs/theme/pipscribe.js"]
        .map(str::to_owned)
        .into();
    for entry in walkdir::WalkDir::new(root().join("docs/src")) {
        let path = entry.unwrap().into_path();
        let path = path.strip_prefix(root()).unwrap().to_owned();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let is_played = path.starts_with("docs/src/records")
            && (name.starts_with("first-") || name.starts_with("whole-"));
        let is_figure = path.starts_with("docs/src/figures") && name.ends_with(".svg");
        // The program writes the pages of the codes itself.
        if path.starts_with("docs/src/findings") {
            continue;
        }
        if name.ends_with(".md") {
            files.extend(
                includes(&path)
                    .into_iter()
                    .map(|path| path.to_str().unwrap().to_owned()),
            );
        } else if !is_played && !is_figure {
            continue;
        }
        files.insert(path.to_str().unwrap().to_owned());
    }
    let mut list = String::from(
        "//! The files from which the book is made, apart from the pages of codes. A test generates this\n//! list.\n\n\
         macro_rules! files {\n    \
         ($($path:literal)*) => {\n        &[$(($path, include_str!(concat!(\"../../../\", $path))),)*]\n    };\n}\n\n\
         /// Each file by its path in the repository, in order.\n#[rustfmt::skip]\n\
         pub const BOOK_FILES: &[(&str, &str)] = files! {\n",
    );
    list.extend(files.iter().map(|file| format!("    \"{file}\"\n")));
    list.push_str("};\n");
    assert_committed("src/publish/bundled/book.rs", &list);
}
