//! Finds the files that arguments name: files, folders with everything in them, standard input. No file is read twice.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use ignore::{DirEntry, WalkBuilder};

use super::output::tell;
use super::source::{Source, report_failure};
use super::{Failure, Status};
use crate::documents::PageKind;

/// Arguments for the files to read in folders.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct FolderOptions {
    /// Include hidden and git-ignored files in folders
    #[arg(long)]
    no_ignore: bool,
}

/// Finds files, each once.
pub(crate) struct Finder {
    options: FolderOptions,
    /// True to include documents in folders. A document that is named itself is always read.
    pages: bool,
    /// Paths of the files found so far, links resolved.
    found: BTreeSet<PathBuf>,
}

impl Finder {
    /// Returns a finder that has found nothing yet.
    pub(crate) fn new(options: FolderOptions, pages: bool) -> Self {
        Self { options, pages, found: BTreeSet::new() }
    }

    /// Returns the files that a path names, without those found before; the files of a folder by name. Folders that
    /// cannot be read are reported and skipped.
    pub(crate) fn find(&mut self, path: &Path, status: &mut Status) -> Vec<Source> {
        if path == Path::new("-") {
            let is_new = self.found.insert(path.to_owned());
            return if is_new { vec![Source::new("-".into(), None)] } else { Vec::new() };
        }
        if !path.is_dir() {
            return self.new_source(path.to_owned()).into_iter().collect();
        }
        let mut sources = Vec::new();
        let mut is_empty = true;
        for entry in walk(path, self.options.no_ignore) {
            match entry {
                Ok(entry) if self.is_wanted(&entry) => {
                    is_empty = false;
                    sources.extend(self.new_source(entry.into_path()));
                }
                Ok(_) => {}
                Err(error) => {
                    let what = format!("reading {}", place_of(&error).unwrap_or(path).display());
                    let error = error.into_io_error().unwrap_or_else(|| io::ErrorKind::Other.into());
                    report_failure(&Failure::Io { what, error }, status);
                }
            }
        }
        if is_empty {
            self.tell_empty(path);
        }
        sources
    }

    fn tell_empty(&self, path: &Path) {
        let endings = if self.pages { "`.pips`, `.md`, `.tex` or `.typ`" } else { "`.pips`" };
        let passed_over = !self.options.no_ignore && walk(path, true).flatten().any(|entry| self.is_wanted(&entry));
        let hint = if passed_over { " but hidden and ignored ones, which `--no-ignore` reads" } else { "" };
        tell!("pipscribe: {} has no files that end in {endings}{hint}", path.display());
    }

    fn is_wanted(&self, entry: &DirEntry) -> bool {
        let is_record = |ending: &OsStr| {
            let is_page = || ending.to_str().is_some_and(|ending| PageKind::of_ending(ending).is_some());
            ending.eq_ignore_ascii_case("pips") || (self.pages && is_page())
        };
        entry.file_type().is_some_and(|kind| kind.is_file()) && entry.path().extension().is_some_and(is_record)
    }

    /// Returns `None` for a file that was found before, under this name or another.
    fn new_source(&mut self, path: PathBuf) -> Option<Source> {
        // A missing file is reported when it is opened.
        let place = fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        self.found.insert(place).then(|| Source::new(path.display().to_string(), Some(path)))
    }
}

/// Walks a folder by name. Git's ignore rules of a single user or clone do not apply, so that the same files are read
/// everywhere.
fn walk(folder: &Path, no_ignore: bool) -> ignore::Walk {
    let heeds = !no_ignore;
    WalkBuilder::new(folder)
        .standard_filters(false)
        .hidden(heeds)
        .git_ignore(heeds)
        .parents(heeds)
        // In a repository, files above it have no effect; elsewhere `.gitignore` works without Git.
        .require_git(is_in_repository(folder))
        .sort_by_file_name(OsStr::cmp)
        .build()
}

fn is_in_repository(folder: &Path) -> bool {
    fs::canonicalize(folder).is_ok_and(|folder| folder.ancestors().any(|above| above.join(".git").exists()))
}

/// Returns the place of an error.
fn place_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => place_of(err),
        ignore::Error::Loop { child, .. } => Some(child),
        _ => None,
    }
}
