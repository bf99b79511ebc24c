//! An input of a command: a file or standard input, which is read as records.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::OnceLock;

use super::file_state::FileState;
use super::output::stderr_line;
use super::verbosity::detail;
use super::{Failure, Status};
use pipscribe::notation::RecordSplitter;
use pipscribe::publish::documents::PageKind;
use pipscribe::text::RawRecord;

/// Iterator over the records of a file.
pub(super) type Records = Box<dyn Iterator<Item = io::Result<RawRecord>>>;

/// A file to read.
pub(crate) struct Source {
    /// The name in findings; `-` for standard input.
    pub(crate) name: String,
    /// The path; `None` for standard input.
    pub(crate) path: Option<PathBuf>,
    /// The state of the file when it was first opened.
    state: OnceLock<FileState>,
    /// Other names of the same file (hard links) among the files of the run. A command that
    /// replaces the file gives these names to the new file.
    pub(super) other_names: Vec<PathBuf>,
    /// True if the file is among the files of the run under an earlier name.
    pub(super) is_other_name: bool,
    /// The number of blocks of a document that are not read, once they were reported.
    unread_blocks: OnceLock<u64>,
}

impl Source {
    pub(crate) fn new(name: String, path: Option<PathBuf>) -> Self {
        Self {
            name,
            path,
            state: OnceLock::new(),
            other_names: Vec::new(),
            is_other_name: false,
            unread_blocks: OnceLock::new(),
        }
    }

    /// Returns the state that the file had when it was first opened: a replacement must not
    /// overwrite a newer version.
    pub(super) fn state(&self) -> Option<&FileState> {
        self.state.get()
    }

    /// Opens the file.
    pub(crate) fn open(&self) -> Result<Box<dyn Read>, Failure> {
        detail!("pipscribe: reading {}", self.name);
        match &self.path {
            None => Ok(Box::new(io::stdin().lock())),
            Some(path) => {
                let file = File::open(path).map_err(|error| self.failure(error))?;
                if self.state.get().is_none() {
                    let state = FileState::of_open(&file).map_err(|error| self.failure(error))?;
                    let _ = self.state.set(state);
                }
                Ok(Box::new(file))
            }
        }
    }

    /// Returns the format of the document, if the records are in its code blocks.
    pub(crate) fn page_kind(&self) -> Option<PageKind> {
        self.path
            .as_ref()?
            .extension()?
            .to_str()
            .and_then(PageKind::of_ending)
    }

    /// Returns the records one by one: those in the code blocks of a document, or all records of
    /// the file, with the comments before the first.
    pub(super) fn records(&self) -> Result<Records, Failure> {
        let mut input = self.open()?;
        let Some(kind) = self.page_kind() else {
            return Ok(Box::new(RecordSplitter::new(input)));
        };
        let mut page = Vec::new();
        if let Err(error) = input.read_to_end(&mut page) {
            return Ok(Box::new(std::iter::once(Err(error))));
        }
        self.report_unread_blocks(kind, &page);
        Ok(Box::new(kind.records(&page).into_iter().map(Ok)))
    }

    /// Reports the places of a document that look like blocks of records and are not read, once for
    /// each file.
    pub(super) fn report_unread_blocks(&self, kind: PageKind, page: &[u8]) {
        self.unread_blocks.get_or_init(|| {
            let unread_blocks = kind.unread_blocks(page);
            for unread in &unread_blocks {
                stderr_line!(
                    "pipscribe: {}:{}: {}",
                    self.name,
                    unread.line,
                    unread.message
                );
            }
            unread_blocks.len() as u64
        });
    }

    /// Returns the number of blocks that were reported because they are not read.
    pub(super) fn unread_blocks(&self) -> u64 {
        self.unread_blocks.get().copied().unwrap_or(0)
    }

    /// Returns the records of another input, read as if it were this file.
    pub(super) fn records_of(&self, mut input: impl Read + 'static) -> io::Result<Records> {
        let Some(kind) = self.page_kind() else {
            return Ok(Box::new(RecordSplitter::new(input)));
        };
        let mut page = Vec::new();
        input.read_to_end(&mut page)?;
        Ok(Box::new(kind.records(&page).into_iter().map(Ok)))
    }

    /// Returns the place of a record of this file for messages: `games.pips:12`.
    pub(super) fn place_of(&self, raw: &RawRecord) -> String {
        format!("{}:{}", self.name, raw.line)
    }

    pub(super) fn failure(&self, error: io::Error) -> Failure {
        Failure::reading(&self.name, error)
    }
}

/// Reports a failure and continues.
pub(crate) fn report_failure(failure: &Failure, status: &mut Status) {
    failure.report();
    *status = Status::Failed;
}
