//! Finds the files that arguments name: files, folders with their contents, standard input. No file
//! is read twice.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use super::limited_files::read_file;
use super::output::stderr_line;
use super::paths::path_name;
use super::source::{Source, report_failure};
use super::{Failure, Status, project_settings};
use crate::record_files::{NotWalked, RecordFiles};
use pipscribe::publish::documents::PageKind;

/// Arguments for the files to read in folders.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct FolderOptions {
    /// Include hidden, git-ignored and excluded files in folders
    #[arg(long)]
    no_ignore: bool,
}

impl FolderOptions {
    /// Returns the places of the record files that a path names, with links resolved.
    pub(super) fn files(self, path: &Path) -> impl Iterator<Item = PathBuf> {
        let files = RecordFiles::beneath(path)
            .without(project_settings::excludes)
            .hidden(self.no_ignore);
        files
            .walk()
            .filter_map(|file| file.ok()?.canonicalize().ok())
    }
}

/// Finder that returns each file once.
pub(crate) struct Finder {
    options: FolderOptions,
    /// Paths of the files found so far, with links resolved.
    found: BTreeSet<PathBuf>,
}

impl Finder {
    /// Returns a finder that has found nothing yet.
    pub(crate) fn new(options: FolderOptions) -> Self {
        Self {
            options,
            found: BTreeSet::new(),
        }
    }

    /// Returns the files that a path names, without those found before. For a folder, these are the
    /// files with records and the documents with blocks of records, sorted by name. Folders that
    /// cannot be read are reported and skipped.
    pub(crate) fn find(&mut self, path: &Path, status: &mut Status) -> Vec<Source> {
        if path == Path::new("-") {
            let is_new = self.found.insert(path.to_owned());
            return if is_new {
                vec![Source::new("-".into(), None)]
            } else {
                Vec::new()
            };
        }

        if !path.is_dir() {
            return self.new_source(path.to_owned()).into_iter().collect();
        }

        let files = RecordFiles::beneath(path)
            .documents(true)
            .without(project_settings::excludes)
            .hidden(self.options.no_ignore);
        let mut sources = Vec::new();
        let mut is_empty = true;
        for file in files.walk() {
            match file {
                Ok(file) if is_document_without_records(&file) => {}
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

    /// Reports a folder without records, and whether there are records among the files that were
    /// left out.
    fn report_empty(&self, path: &Path, files: &RecordFiles) {
        let has_records = |file: Result<PathBuf, NotWalked>| {
            file.is_ok_and(|file| !is_document_without_records(&file))
        };
        let has_ignored_records =
            !self.options.no_ignore && files.clone().hidden(true).walk().any(has_records);
        let hint = if has_ignored_records {
            "; `--no-ignore` reads hidden, ignored and excluded ones"
        } else {
            ""
        };
        let what =
            "files that end in `.pips`, and no documents (`.md`, `.tex`, `.typ`) with records";
        stderr_line!("pipscribe: {} has no {what}{hint}", path_name(path));
    }

    /// Returns `None` for a file that was found before, under this name or another.
    fn new_source(&mut self, path: PathBuf) -> Option<Source> {
        // A missing file is reported when it is opened.
        let place = fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        self.found
            .insert(place)
            .then(|| Source::new(path_name(&path), Some(path)))
    }
}

/// Returns true for a document without a block of records. A document that cannot be read, or that
/// has blocks which are not read, is reported when it is opened.
pub(super) fn is_document_without_records(file: &Path) -> bool {
    let extension = file.extension().and_then(|extension| extension.to_str());
    let Some(kind) = extension.and_then(PageKind::of_ending) else {
        return false;
    };
    read_file(file)
        .is_ok_and(|page| kind.blocks(&page).is_empty() && kind.unread_blocks(&page).is_empty())
}
