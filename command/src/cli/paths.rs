//! Arguments that name files and folders with records. `file_finder.rs` searches the folders, and
//! `overwrite_protection.rs` compares an output with the files that are read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;

use super::deck_lookup::DeckArguments;
use super::file_finder::{Finder, FolderOptions};
use super::file_state::LinkedFile;
use super::overwrite_protection::{must_not_be_found, must_not_be_read};
use super::source::Source;
use super::{Failure, Status};
use pipscribe::text::file_uri;

/// The records to work on.
#[derive(Debug, Args)]
pub(crate) struct Paths {
    /// Files or folders, or `-` for standard input. In a folder: every .pips file and every
    /// document with records, except hidden, git-ignored and excluded ones; links are not
    /// followed. In a document (`.md`, `.tex`, `.typ`): the code blocks marked `pips`
    #[arg(value_name = "PATH", default_value = ".", help_heading = None)]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) folders: FolderOptions,
    #[command(flatten)]
    pub(crate) decks: DeckArguments,
}

impl Paths {
    /// Returns the first file or folder of the command line. The settings that apply to it give the
    /// address of the book for links.
    pub(crate) fn first(&self) -> Option<&Path> {
        self.paths.first().map(PathBuf::as_path)
    }

    /// Returns every file once, in the order of the arguments. The files of a folder are sorted by
    /// name. Folders that cannot be read are reported and skipped.
    pub(crate) fn sources(&self, status: &mut Status) -> Vec<Source> {
        let mut finder = Finder::new(self.folders);
        let mut sources: Vec<Source> = self
            .paths
            .iter()
            .flat_map(|path| finder.find(path, status))
            .collect();
        join_hard_links(&mut sources);
        sources
    }

    /// Fails if an output would be found among the records.
    pub(crate) fn must_not_find(&self, output: Option<&Path>) -> Result<(), Failure> {
        must_not_be_found(output, &self.paths, self.folders)
    }

    /// Fails if an output is one of the files that are read, named or found.
    pub(crate) fn must_not_read(&self, output: Option<&Path>) -> Result<(), Failure> {
        must_not_be_read(output, &self.paths, self.folders)
    }

    /// Returns the same arguments for only some of the files.
    pub(crate) fn only(&self, sources: &[Source]) -> Self {
        let path = |source: &Source| source.path.clone().unwrap_or_else(|| PathBuf::from("-"));
        Self {
            paths: sources.iter().map(path).collect(),
            folders: self.folders,
            decks: self.decks.clone(),
        }
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

/// Stores in each file the other names (hard links) under which it was found.
fn join_hard_links(sources: &mut [Source]) {
    // The index of the source with the first name of a file.
    let mut first_names: BTreeMap<LinkedFile, usize> = BTreeMap::new();
    for index in 0..sources.len() {
        let Some(path) = sources[index].path.clone() else {
            continue;
        };
        let Some(file) = LinkedFile::of_path(&path) else {
            continue;
        };

        let first = *first_names.entry(file).or_insert(index);
        if first != index {
            sources[index].is_other_name = true;
            sources[first]
                .other_names
                .push(path.canonicalize().unwrap_or(path));
        }
    }
}

/// Returns a path as a text from which the file can be opened again. A path that is not UTF-8
/// becomes a `file:` URI with percent-encoded bytes.
pub(crate) fn path_name(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    if let Some(text) = path.to_str() {
        return text.to_owned();
    }
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    file_uri(absolute.as_os_str().as_encoded_bytes())
}
