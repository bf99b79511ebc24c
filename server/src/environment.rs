//! Environment of the server: files, projects and the book. The server itself opens no files.

use std::io;
use std::path::{Path, PathBuf};

use super::book_pages::explanation;
use pipscribe::check::Selection;
use pipscribe::draw::Theme;
use pipscribe::findings::BookAddress;
use pipscribe::games::Context;

/// Settings of the project to which a file belongs.
#[derive(Clone, Debug, Default)]
pub struct Project {
    /// The findings that are reported, and their severities.
    pub selection: Selection,
    /// The theme of boards, if the project sets one.
    pub theme: Option<Theme>,
    /// Errors in the settings, to be shown to the user. The other settings apply.
    pub problem: Option<String>,
}

/// Environment of the documents: their files, projects and the book.
///
/// All methods have defaults for an environment without files, in which each document is
/// independent and uses the bundled decks.
pub trait Environment: Send + Sync {
    /// Returns the context for judging the records of a file; `path` is `None` for a document that
    /// is not a file.
    fn context(&self, _path: Option<&Path>) -> Context {
        Context::default()
    }

    /// Returns the file of a deck that is named in a file, or `None` if there is no such file.
    fn deck_file(&self, _path: &Path, _name: &str) -> Option<PathBuf> {
        None
    }

    /// Returns the files with records in a folder, including documents with code blocks, sorted by
    /// name.
    fn files(&self, _folder: &Path) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Returns true if the file or folder exists.
    fn is_there(&self, path: &Path) -> bool {
        !self.files(path).is_empty()
    }

    /// Returns a text that changes when the file changes, such as its time and length; `None` if it
    /// is unknown.
    fn stamp(&self, _path: &Path) -> Option<String> {
        None
    }

    /// Returns the bytes of a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    fn read(&self, _path: &Path) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::NotFound.into())
    }

    /// Returns the book to which findings and rules link; `None` for no links.
    fn book(&self) -> Option<BookAddress<'static>> {
        BookAddress::of_build()
    }

    /// Returns the book to which the findings of a file link; `path` is `None` for a document that
    /// is not a file.
    fn book_of(&self, path: Option<&Path>) -> Option<BookAddress<'static>> {
        let _ = path;
        self.book()
    }

    /// Returns the text of a code or a rule as Markdown, by its name or number; `None` for another
    /// name.
    fn explanation(&self, name: &str) -> Option<String> {
        explanation(name)
    }

    /// Returns a file with a page of the book as Markdown, for editors that can open only files.
    /// `name` is a code or the number of a rule. Returns `None` if the file cannot be created.
    fn page(&self, name: &str, markdown: &str) -> Option<PathBuf> {
        let _ = (name, markdown);
        None
    }

    /// Returns the settings of the project to which a file belongs; `path` is `None` for a document
    /// that is not a file.
    fn project(&self, _path: Option<&Path>) -> Project {
        Project::default()
    }

    /// Adds decks that the user's settings name to the context of all files. They replace the decks
    /// of the previous call.
    fn add_decks(&self, _decks: Vec<PathBuf>) {}

    /// Drops cached decks and project settings, because their files may have changed.
    fn forget(&self) {}

    /// Returns true if the settings of the project to which a file belongs have changed since they
    /// were read. Called at each edit if the client does not watch files.
    fn has_changed(&self, _path: Option<&Path>) -> bool {
        false
    }

    /// Returns false if a process of this machine is known to have ended.
    fn is_running(&self, _process: u32) -> bool {
        true
    }
}

/// Environment without files.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Environment for NoFiles {}
