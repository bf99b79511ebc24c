//! Arguments that name files and folders with records.

use std::path::{Path, PathBuf};

use clap::Args;

use super::decks::DeckArguments;
use super::source::Source;
use super::walk::{Finder, FolderOptions};
use super::{Failure, Status};
use crate::files::is_record_file;

/// The records to work on.
#[derive(Debug, Args)]
pub(crate) struct Paths {
    /// Files or folders, or `-` for standard input. In a folder: every .pips file and every document with records,
    /// except hidden and git-ignored ones; links are not followed. In a document (`.md`, `.tex`, `.typ`): the code
    /// blocks marked `pips`
    #[arg(value_name = "PATH", required = true, help_heading = None)]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) folders: FolderOptions,
    #[command(flatten)]
    pub(crate) decks: DeckArguments,
}

impl Paths {
    /// Returns every file once, in the order of the arguments; the files of a folder by name. Folders that cannot be
    /// read are reported and skipped.
    pub(crate) fn sources(&self, status: &mut Status) -> Vec<Source> {
        let mut finder = Finder::new(self.folders);
        self.paths.iter().flat_map(|path| finder.find(path, status)).collect()
    }

    /// Returns the same arguments for only some of the files.
    pub(crate) fn only(&self, sources: &[Source]) -> Self {
        let path = |source: &Source| source.path.clone().unwrap_or_else(|| PathBuf::from("-"));
        Self { paths: sources.iter().map(path).collect(), folders: self.folders, decks: self.decks.clone() }
    }

    /// Fails for standard input, which cannot be changed in place.
    pub(crate) fn must_be_files(&self, option: &str) -> Result<(), Failure> {
        if self.paths.iter().any(|path| path == Path::new("-")) {
            let message = format!("`{option}` cannot write to standard input: name files");
            return Err(Failure::Usage(message));
        }
        Ok(())
    }
}

/// Fails if an output that is not made of the records there would overwrite a file with records.
pub(crate) fn must_not_have_records(output: Option<&Path>) -> Result<(), Failure> {
    let is_record_file = |path: &&Path| path.is_file() && path.extension().is_some_and(|ending| ending == "pips");
    match output.filter(is_record_file) {
        Some(file) => {
            let message = format!("{} has records, and would be overwritten: name another file", file.display());
            Err(Failure::Usage(message))
        }
        None => Ok(()),
    }
}

/// Fails if an output is one of the files that are read. It would replace the file with less than it has.
pub(crate) fn must_not_be_read(output: Option<&Path>, paths: &[PathBuf]) -> Result<(), Failure> {
    let Some(file) = output.and_then(|output| output.canonicalize().ok()).filter(|file| file.is_file()) else {
        return Ok(());
    };
    let is_record = is_record_file(&file, true);
    let is_read = |path: PathBuf| file == path || (is_record && file.starts_with(&path));
    match paths.iter().filter_map(|path| path.canonicalize().ok()).any(is_read) {
        true => Err(Failure::Usage("the output is a file that is read, and would replace it: name another".into())),
        false => Ok(()),
    }
}
