//! The setting `exclude`: files and folders that are left out when a folder is read, as patterns in
//! the syntax of `.gitignore`, such as `/drafts` or `*-old.pips`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use pipscribe::text::shorten;

/// The patterns of a settings file, relative to the folder of that file.
#[derive(Clone, Debug)]
pub(super) struct Exclusions {
    folder: PathBuf,
    patterns: Gitignore,
}

impl Exclusions {
    /// Compiles the patterns. `folder` is a path without links ([`real_folder`]).
    ///
    /// # Errors
    /// Returns the first invalid pattern, with the reason.
    pub(super) fn new(folder: PathBuf, patterns: &[String]) -> Result<Self, String> {
        let mut builder = GitignoreBuilder::new(&folder);
        for pattern in patterns {
            add_pattern(&mut builder, pattern)?;
        }

        let patterns = builder.build().map_err(|error| error.to_string())?;
        Ok(Self { folder, patterns })
    }

    /// Returns true for a file or folder that a pattern matches. Paths outside the folder match no
    /// pattern.
    pub(super) fn excludes(&self, path: &Path, is_folder: bool) -> bool {
        if self.patterns.is_empty() {
            return false;
        }
        let Some(real_path) = with_real_folder(path) else {
            return false;
        };

        real_path
            .strip_prefix(&self.folder)
            .is_ok_and(|relative| self.patterns.matched(relative, is_folder).is_ignore())
    }
}

/// Returns an error for a pattern that is invalid, or that no file can match.
///
/// # Errors
/// Returns the pattern with the reason.
pub(super) fn check_pattern(pattern: &str) -> Result<(), String> {
    add_pattern(&mut GitignoreBuilder::new(""), pattern)
}

/// Adds a pattern. The syntax of `.gitignore` gives every line a meaning; a pattern that excludes
/// nothing is an error here.
fn add_pattern(builder: &mut GitignoreBuilder, pattern: &str) -> Result<(), String> {
    let invalid = |reason: &str| {
        format!(
            "invalid pattern `{}` in `exclude`: {reason}",
            shorten(pattern)
        )
    };
    if pattern.starts_with('#') {
        return Err(invalid(
            "a comment excludes nothing; for a name, write `\\#`",
        ));
    }
    let line = from_settings_folder(pattern);
    let names = line.trim_start_matches(['!', '/']).trim();
    if names.is_empty() || names == "." {
        return Err(invalid("it names no file or folder"));
    }
    if names.split('/').any(|name| name == "..") {
        return Err(invalid("it leads out of the folder of the settings file"));
    }

    match builder.allow_unclosed_class(false).add_line(None, &line) {
        Ok(_) => Ok(()),
        Err(error) => Err(invalid(&error.to_string())),
    }
}

/// Returns a pattern in the form of `.gitignore`, in which `./drafts` is `/drafts`.
fn from_settings_folder(pattern: &str) -> String {
    let (sign, mut path) = match pattern.strip_prefix('!') {
        Some(path) => ("!", path),
        None => ("", pattern),
    };
    let mut root = "";
    while let Some(rest) = path.strip_prefix("./") {
        path = rest.trim_start_matches('/');
        root = "/";
    }
    format!("{sign}{root}{path}")
}

/// Returns a path whose folder is given without links. The last part stays as it is, because a
/// pattern matches the name of a link, not that of its target.
fn with_real_folder(path: &Path) -> Option<PathBuf> {
    let folder = real_folder(path.parent()?).ok()?;
    Some(folder.join(path.file_name()?))
}

/// Returns the path of a folder without links. The parent of a plain name is the empty path, which
/// means the current folder.
pub(super) fn real_folder(folder: &Path) -> io::Result<PathBuf> {
    let is_current = folder.as_os_str().is_empty();
    fs::canonicalize(if is_current { Path::new(".") } else { folder })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_that_exclude_nothing_are_invalid() {
        for pattern in [
            "[", "a/[b", "", " ", "/", "./", ".", "!", "# a", "../a", "a/../b", "./../a",
        ] {
            let error = check_pattern(pattern).unwrap_err();
            assert!(
                error.starts_with(&format!("invalid pattern `{pattern}` in `exclude`: ")),
                "{error}"
            );
        }
        for pattern in [
            "a", "/a", "./a", "!./a/", "a/b", "*.pips", "[ab]", "\\#a", ".a", "..a",
        ] {
            assert_eq!(check_pattern(pattern), Ok(()), "{pattern}");
        }
    }

    #[test]
    fn a_dot_is_the_folder_of_the_settings() {
        for (pattern, expected) in [
            ("./sub", "/sub"),
            ("././/sub/", "/sub/"),
            ("!./sub", "!/sub"),
            ("sub", "sub"),
            (".sub", ".sub"),
        ] {
            assert_eq!(from_settings_folder(pattern), expected);
        }
    }
}
