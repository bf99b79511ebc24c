//! Finds the files with records in a folder and its subfolders: `.pips` files and, if requested,
//! documents (`.md`, `.tex`, `.typ`), which may have records in their code blocks.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ignore::{DirEntry, Walk, WalkBuilder};

use pipscribe::publish::documents::PageKind;

/// Files with records beneath a path, in the order of their names, folder by folder. For a path
/// that is not a folder, only the path itself is yielded, whatever its name. Files are not opened.
#[derive(Clone, Debug)]
pub(crate) struct RecordFiles {
    path: PathBuf,
    /// True if documents are selected too.
    documents: bool,
    /// True if hidden, ignored and excluded files are selected too.
    hidden: bool,
    is_excluded: IsExcluded,
}

/// Function that returns true for files and folders that settings exclude from walks.
type IsExcluded = fn(path: &Path, is_folder: bool) -> bool;

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

    /// Walks the folder. The iterator yields either the single path or the files in the folder.
    pub(crate) fn walk(&self) -> impl Iterator<Item = Result<PathBuf, NotWalked>> + use<> {
        let is_folder = self.path.is_dir();
        let single_path = if is_folder {
            None
        } else {
            Some(Ok(self.path.clone()))
        };
        let entries = if is_folder {
            Some(entries_in(&self.path, !self.hidden, self.is_excluded))
        } else {
            None
        };

        let selection = self.clone();
        let files = entries
            .into_iter()
            .flatten()
            .filter_map(move |entry| match entry {
                Ok(entry) => selection.selects(&entry).then(|| Ok(entry.into_path())),
                Err(error) => Some(Err(selection.not_walked(error))),
            });
        single_path.into_iter().chain(files)
    }

    fn selects(&self, entry: &DirEntry) -> bool {
        let path = entry.path();
        let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
        is_file && (is_record_file(path) || self.documents && is_document(path))
    }

    fn not_walked(&self, error: ignore::Error) -> NotWalked {
        let path = path_in_error(&error).unwrap_or(&self.path).to_owned();
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

/// Walks a folder, sorted by name. With `skips_ignored`, leaves out hidden files, files that
/// `.gitignore` lists, and excluded files. Ignore rules of a single user or clone do not apply, so
/// that the same files are read everywhere.
fn entries_in(folder: &Path, skips_ignored: bool, is_excluded: IsExcluded) -> Walk {
    WalkBuilder::new(folder)
        .standard_filters(false)
        .hidden(skips_ignored)
        .git_ignore(skips_ignored)
        .parents(skips_ignored)
        // In a repository, a `.gitignore` above the repository has no effect. Outside of one, every
        // `.gitignore` has an effect, although Git itself would not read it.
        .require_git(is_in_repository(folder))
        .sort_by_file_name(OsStr::cmp)
        .filter_entry(move |entry| {
            // The user named the folder itself.
            let is_walked_folder = entry.depth() == 0;
            if is_walked_folder || !skips_ignored {
                return true;
            }
            let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
            !is_excluded(entry.path(), is_folder)
        })
        .build()
}

fn is_in_repository(folder: &Path) -> bool {
    fs::canonicalize(folder)
        .is_ok_and(|folder| folder.ancestors().any(|above| above.join(".git").exists()))
}

/// Returns the file or folder that could not be read.
fn path_in_error(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            path_in_error(err)
        }
        ignore::Error::Loop { child, .. } => Some(child),
        _ => None,
    }
}
