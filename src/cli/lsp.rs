//! `pipscribe lsp`

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use clap::Args;
use lsp_server::Connection;

use super::decks::{DeckArguments, KnownDecks};
use super::links::book;
use super::walk::{Finder, FolderOptions};
use super::{Failure, Status};
use crate::findings::BookAddress;
use crate::games::Context;
use crate::lsp::{Ended, Surroundings, serve};

/// Serves an editor over standard input and output, by the Language Server Protocol.
#[derive(Debug, Args)]
pub(crate) struct LspCommand {
    /// Talks over standard input and output; it always does
    #[arg(long)]
    stdio: bool,
    #[command(flatten)]
    decks: DeckArguments,
}

/// The files of the system.
struct System {
    arguments: DeckArguments,
    decks: Mutex<Arc<KnownDecks>>,
}

impl System {
    fn decks(&self) -> Arc<KnownDecks> {
        Arc::clone(&self.decks.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Surroundings for System {
    fn context(&self, path: Option<&Path>) -> Context {
        self.decks().of_file(path)
    }

    fn book(&self) -> Option<BookAddress<'static>> {
        book()
    }

    fn deck_file(&self, path: &Path, name: &str) -> Option<PathBuf> {
        let beside = path.parent()?.join(format!("{name}.yaml"));
        let given = self.arguments.files().iter().find(|file| file.file_stem().is_some_and(|stem| stem == name));
        given.cloned().or(Some(beside)).filter(|file| file.is_file()).and_then(|file| file.canonicalize().ok())
    }

    fn files(&self, folder: &Path) -> Vec<PathBuf> {
        // What cannot be read is passed over.
        let sources = Finder::new(FolderOptions::default(), true).find(folder, &mut Status::default());
        sources.into_iter().filter_map(|source| source.path).collect()
    }

    fn stamp(&self, path: &Path) -> Option<String> {
        let about = fs::metadata(path).ok()?;
        let changed = about.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(format!("{}-{}", changed.as_nanos(), about.len()))
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        fs::read(path)
    }

    fn forget(&self) {
        // A deck that was given and cannot be read any more stays as it was.
        if let Ok(decks) = self.arguments.load() {
            *self.decks.lock().unwrap_or_else(PoisonError::into_inner) = decks;
        }
    }
}

impl LspCommand {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let system = System { arguments: self.decks.clone(), decks: Mutex::new(self.decks.load()?) };
        let (connection, threads) = Connection::stdio();
        let ended = serve(&connection, Arc::new(system));
        drop(connection);
        match ended {
            Ended::Well => {
                threads.join().map_err(Failure::output)?;
                Ok(Status::Well)
            }
            // Whoever is gone reads nothing any more.
            Ended::Abruptly => Ok(Status::Findings),
        }
    }
}
