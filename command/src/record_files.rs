//! Finds the files with records in a folder and its subfolders.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use ignore::{DirEntry, Walk, WalkBuilder};

use pipscribe::publish::documents::PageKind;

/// Files with records beneath a path, in the order of their names, folder by folder. For a path
/// that is not a folder, only the path itself is yielded, whatever its name. Files are not opened.
#[derive(Clone, Debug)]
pub(crate) struct RecordFiles {
    path: PathBuf,
    documents: bool,
    hidden: bool,
    is_excluded: IsExcluded,
}

/// Function that returns true for paths that settings exclude from walks. The flag is true for
/// folders.
type IsExcluded = fn(&Path, bool) -> bool;

/// A folder that cannot be read. The walk continues with the next one.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", path.display())]
#[non_exhaustive]
pub(crate) struct NotWalked {
    /// Path of the folder.
    pub path: PathBuf,
    /// Reason why it cannot be read.
    pub error: io::Error,
}

impl RecordFiles {
    /// Selects the files that end in `.pips`, except hidden files and those that `.gitignore`
    /// lists.
    pub(crate) fn beneath(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            documents: false,
            hidden: false,
            is_excluded: |_, _| false,
        }
    }

    /// Also selects documents, with or without records: `.md`, `.tex`, `.typ`.
    #[must_use]
    pub(crate) fn documents(self, documents: bool) -> Self {
        Self { documents, ..self }
    }

    /// Also selects hidden and ignored files.
    #[must_use]
    pub(crate) fn hidden(self, hidden: bool) -> Self {
        Self { hidden, ..self }
    }

    /// Leaves out the files that settings exclude, unless hidden files are selected, too. A path
    /// that the user names is still read.
    #[must_use]
    pub(crate) fn without(self, is_excluded: IsExcluded) -> Self {
        Self {
            is_excluded,
            ..self
        }
    }

    /// Walks the folder.
    pub(crate) fn walk(&self) -> impl Iterator<Item = Result<PathBuf, NotWalked>> + use<> {
        let own = self.clone();
        let is_folder = self.path.is_dir();
        let single = (!is_folder).then(|| Ok(self.path.clone()));
        let entries = is_folder
            .then(|| walk(&self.path, !self.hidden, self.is_excluded))
            .into_iter()
            .flatten();
        let files = entries.filter_map(move |entry| match entry {
            Ok(entry) => own.has(&entry).then(|| Ok(entry.into_path())),
            Err(error) => Some(Err(own.failed(error))),
        });
        single.into_iter().chain(files)
    }

    fn has(&self, entry: &DirEntry) -> bool {
        let path = entry.path();
        let is_named = is_record_file(path) || self.documents && is_document(path);
        entry.file_type().is_some_and(|kind| kind.is_file()) && is_named
    }

    fn failed(&self, error: ignore::Error) -> NotWalked {
        let path = place_of(&error).unwrap_or(&self.path).to_owned();
        NotWalked {
            path,
            error: error
                .into_io_error()
                .unwrap_or_else(|| io::ErrorKind::Other.into()),
        }
    }
}

/// Returns true for the name of a `.pips` file.
pub(crate) fn is_record_file(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("pips"))
}

/// Returns true for the name of a document, which may have records in its code blocks.
pub(crate) fn is_document(path: &Path) -> bool {
    path.extension()
        .and_then(OsStr::to_str)
        .is_some_and(|extension| PageKind::of_ending(extension).is_some())
}

/// Walks a folder by name. Ignore rules of a single user or clone do not apply, so that the same
/// files are read everywhere.
fn walk(folder: &Path, ignores: bool, is_excluded: IsExcluded) -> Walk {
    WalkBuilder::new(folder)
        .standard_filters(false)
        .hidden(ignores)
        .git_ignore(ignores)
        .parents(ignores)
        // In a repository, `.gitignore` files above it have no effect; elsewhere, `.gitignore`
        // works without Git.
        .require_git(is_in_repository(folder))
        .sort_by_file_name(OsStr::cmp)
        .filter_entry(move |entry| {
            let is_named = entry.depth() == 0;
            let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
            is_named || !ignores || !is_excluded(entry.path(), is_folder)
        })
        .build()
}

/// Patterns of files and folders to leave out, as in `.gitignore`, relative to a folder.
#[derive(Clone, Debug)]
pub(crate) struct Exclusions {
    folder: PathBuf,
    patterns: Gitignore,
}

impl Exclusions {
    /// Compiles the patterns.
    ///
    /// # Errors
    /// Returns the first invalid pattern, with the reason.
    pub(crate) fn new(folder: PathBuf, patterns: &[String]) -> Result<Self, String> {
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
    pub(crate) fn has(&self, path: &Path, is_folder: bool) -> bool {
        if self.patterns.is_empty() {
            return false;
        }
        let folder = path.parent().and_then(|folder| real_folder(folder).ok());
        let place = folder
            .zip(path.file_name())
            .map(|(folder, name)| folder.join(name));
        place
            .as_deref()
            .and_then(|place| place.strip_prefix(&self.folder).ok())
            .is_some_and(|path| self.patterns.matched(path, is_folder).is_ignore())
    }
}

/// Returns the path of a folder without links. The parent of a plain name is the empty path.
pub(crate) fn real_folder(folder: &Path) -> io::Result<PathBuf> {
    let is_current = folder.as_os_str().is_empty();
    fs::canonicalize(if is_current { Path::new(".") } else { folder })
}

fn is_in_repository(folder: &Path) -> bool {
    fs::canonicalize(folder)
        .is_ok_and(|folder| folder.ancestors().any(|above| above.join(".git").exists()))
}

/// Returns the place of an error.
fn place_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            place_of(err)
        }
        ignore::Error::Loop { child, .. } => Some(child),
        _ => None,
    }
}
