//! Checks that an output does not overwrite files with records. A command calls them before it
//! writes: [`Overwrite`] for an output that has records itself, [`must_not_have_records`] for one
//! that has none, and [`must_not_be_read`] and [`must_not_be_found`] for an output that could be
//! among the files that are read. [`has_records`] decides which files are protected.

use std::path::{Path, PathBuf};

use clap::Args;

use super::Failure;
use super::file_finder::{FolderOptions, is_document_without_records};
use super::paths::path_name;
use crate::record_files::{is_document, is_record_file};

/// Arguments for an output that has records.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct Overwrite {
    /// Replace an output file that has records and is not read
    #[arg(long)]
    force: bool,
}

impl Overwrite {
    /// Fails if an output would replace records that are not read and may not exist anywhere else,
    /// or a document, because only its records are written again.
    pub(crate) fn check(self, output: Option<&Path>, paths: &[PathBuf]) -> Result<(), Failure> {
        if self.force {
            return Ok(());
        }
        let Some(output) = output.filter(|output| has_records(output)) else {
            return Ok(());
        };
        let place = output.canonicalize().ok();
        let is_read = place.is_some() && paths.iter().any(|path| path.canonicalize().ok() == place);
        if is_read && is_record_file(output) {
            return Ok(());
        }
        Err(Failure::Usage(format!(
            "{} contains records and would be overwritten: name another file, or use `--force`",
            path_name(output)
        )))
    }
}

/// Returns true for an existing file with records: a `.pips` file that is not empty, or a document
/// with a block of records. A document that cannot be read may have records.
pub(super) fn has_records(path: &Path) -> bool {
    let is_file_with_text = path
        .metadata()
        .is_ok_and(|file| file.is_file() && file.len() > 0);
    is_file_with_text
        && (is_record_file(path) || is_document(path) && !is_document_without_records(path))
}

/// Fails if an output would overwrite a file with records, although it does not contain those
/// records.
pub(crate) fn must_not_have_records(output: Option<&Path>) -> Result<(), Failure> {
    match output.filter(|output| has_records(output)) {
        Some(file) => {
            let message = format!(
                "{} contains records and would be overwritten: name another file",
                path_name(file)
            );
            Err(Failure::Usage(message))
        }
        None => Ok(()),
    }
}

/// Fails if an output is one of the files that are read. The output would replace the file with
/// only a part of its contents.
pub(crate) fn must_not_be_read(
    output: Option<&Path>,
    paths: &[PathBuf],
    folders: FolderOptions,
) -> Result<(), Failure> {
    let file = output
        .and_then(|output| output.canonicalize().ok())
        .filter(|file| file.is_file());
    let is_read = |path: &PathBuf| path.canonicalize().ok() == file;
    if file.is_some() && paths.iter().any(is_read) {
        return Err(Failure::Usage(
            "the output would replace a file that is read: name another file".into(),
        ));
    }
    must_not_be_found(output, paths, folders)
}

/// Fails if an output, a file or a folder, would itself be found among the files that are read. The
/// command would read its own output, and could replace a file that was not named.
pub(crate) fn must_not_be_found(
    output: Option<&Path>,
    paths: &[PathBuf],
    folders: FolderOptions,
) -> Result<(), Failure> {
    let Some(output) = output else {
        return Ok(());
    };
    // An output that does not exist yet cannot be found.
    let Ok(place) = output.canonicalize() else {
        return Ok(());
    };
    for path in paths {
        // An output may be in a folder that is read, if no file to read is the output or in it.
        let is_beneath = path
            .canonicalize()
            .is_ok_and(|folder| place != folder && place.starts_with(folder));
        if is_beneath && folders.files(path).any(|file| file.starts_with(&place)) {
            let output = path_name(output);
            let path = path_name(path);
            let message = format!(
                "the output {output} would be read too, because it is in {path}: write it elsewhere, or name the files \
                 to read"
            );
            return Err(Failure::Usage(message));
        }
    }
    Ok(())
}
