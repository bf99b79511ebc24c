//! Finds the files that arguments name: files, folders with everything in them, standard input. No file is read twice.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use super::output::stderr_line;
use super::paths::path_name;
use super::source::{Source, report_failure};
use super::{Failure, Status};
use crate::files::{NotWalked, RecordFiles};

/// Arguments for the files to read in folders.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct FolderOptions {
    /// Include hidden and git-ignored files in folders
    #[arg(long)]
    no_ignore: bool,
}

impl FolderOptions {
    /// Returns the places of the record files that a path names, links resolved.
    pub(super) fn files(self, path: &Path) -> impl Iterator<Item = PathBuf> {
        let files = RecordFiles::beneath(path).hidden(self.no_ignore);
        files.walk().filter_map(|file| file.ok()?.canonicalize().ok())
    }
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
        let files = RecordFiles::beneath(path).documents(self.pages).hidden(self.options.no_ignore);
        let mut sources = Vec::new();
        let mut is_empty = true;
        for file in files.walk() {
            match file {
                Ok(file) => {
                    is_empty = false;
                    sources.extend(self.new_source(file));
                }
                Err(NotWalked { path, error }) => {
                    report_failure(&Failure::reading(path_name(&path), error), status);
                }
            }
        }
        if is_empty {
            self.report_empty(path, &files);
        }
        sources
    }

    fn report_empty(&self, path: &Path, files: &RecordFiles) {
        let endings = if self.pages { "`.pips`, `.md`, `.tex` or `.typ`" } else { "`.pips`" };
        let passed_over = !self.options.no_ignore && files.clone().hidden(true).walk().any(|file| file.is_ok());
        let hint = if passed_over { " but hidden and ignored ones, which `--no-ignore` reads" } else { "" };
        stderr_line!("pipscribe: {} has no files that end in {endings}{hint}", path_name(path));
    }

    /// Returns `None` for a file that was found before, under this name or another.
    fn new_source(&mut self, path: PathBuf) -> Option<Source> {
        // A missing file is reported when it is opened.
        let place = fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        self.found.insert(place).then(|| Source::new(path_name(&path), Some(path)))
    }
}
