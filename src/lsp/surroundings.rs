//! What a server asks of the system: nothing in this room opens a file.

use std::io;
use std::path::{Path, PathBuf};

use crate::findings::BookAddress;
use crate::games::Context;

/// The files around the documents. Whoever says nothing of them has none: documents stand for themselves then, with the decks
/// that ship.
pub trait Surroundings: Send + Sync {
    /// What the records of a file are judged with; `None` for a document that is no file.
    fn context(&self, _path: Option<&Path>) -> Context {
        Context::default()
    }

    /// The file of a deck that the records of a file name; `None` where it is none of the system's.
    fn deck_file(&self, _path: &Path, _name: &str) -> Option<PathBuf> {
        None
    }

    /// The files with records under a folder, pages too, in the order of their names.
    fn files(&self, _folder: &Path) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Whether there is such a file or folder.
    fn is_there(&self, path: &Path) -> bool {
        !self.files(path).is_empty()
    }

    /// What changes when a file does: its time and its length, say. `None` where that is unknown.
    fn stamp(&self, _path: &Path) -> Option<String> {
        None
    }

    /// The bytes of a file.
    ///
    /// # Errors
    /// Where it cannot be read.
    fn read(&self, _path: &Path) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::NotFound.into())
    }

    /// The book that findings and rules link to; `None` for no links.
    fn book(&self) -> Option<BookAddress<'static>> {
        Some(BookAddress::PUBLISHED)
    }

    /// A file with that page of the book as Markdown, for editors that open nothing but files; `name` is a code or the number of
    /// a rule. `None` where there can be none.
    fn page(&self, name: &str, markdown: &str) -> Option<PathBuf> {
        let _ = (name, markdown);
        None
    }

    /// Forgets the decks that were read: some may be others now.
    fn forget(&self) {}
}

/// No files at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Surroundings for NoFiles {}
