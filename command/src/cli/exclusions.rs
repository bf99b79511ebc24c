//! The setting `exclude`: files and folders that are left out when a folder is read, as patterns in
//! the syntax of `.gitignore`, such as `/drafts` or `*-old.pips`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};

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
            builder
                .add_line(None, pattern)
                .map_err(|error| format!("invalid pattern `{pattern}` in `exclude`: {error}"))?;
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
