//! `pipscribe lsp`

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use clap::Args;
use etcetera::BaseStrategy;

use super::decks::{DeckArguments, KnownDecks};
use super::limited::read_file;
use super::links::book_here;
use super::output::tell;
use super::replace_file::Replacement;
use super::walk::{Finder, FolderOptions};
use super::{Failure, Status};
use crate::decks::is_deck_name;
use crate::findings::BookAddress;
use crate::games::Context;
use crate::lsp::{Ended, Surroundings, serve_frames};

/// Arguments of `pipscribe lsp`.
#[derive(Debug, Args)]
pub(crate) struct LspCommand {
    /// Use standard input and output; this is always so
    #[arg(long)]
    stdio: bool,
    #[command(flatten)]
    decks: DeckArguments,
}

/// The file system.
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
        book_here()
    }

    fn deck_file(&self, path: &Path, name: &str) -> Option<PathBuf> {
        // The name comes from a record: one of another form could lead out of the folder.
        let name = Some(name).filter(|name| is_deck_name(name))?;
        let beside = path.parent()?.join(format!("{name}.yaml"));
        let given = self.arguments.files().iter().find(|file| file.file_stem().is_some_and(|stem| stem == name));
        given.cloned().or(Some(beside)).filter(|file| file.is_file()).and_then(|file| file.canonicalize().ok())
    }

    fn files(&self, folder: &Path) -> Vec<PathBuf> {
        // Files that cannot be read are skipped.
        let sources = Finder::new(FolderOptions::default(), true).find(folder, &mut Status::default());
        sources.into_iter().filter_map(|source| source.path).collect()
    }

    fn is_there(&self, path: &Path) -> bool {
        path.exists()
    }

    fn stamp(&self, path: &Path) -> Option<String> {
        let about = fs::metadata(path).ok()?;
        let changed = about.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(format!("{}-{}", changed.as_nanos(), about.len()))
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        read_file(path)
    }

    fn page(&self, name: &str, markdown: &str) -> Option<PathBuf> {
        let folder = etcetera::choose_base_strategy().ok()?.cache_dir().join("pipscribe").join("pages");
        kept_page(&folder, name, markdown).ok()
    }

    fn forget(&self) {
        // If a given deck can no longer be read, the old one is kept.
        if let Ok(decks) = self.arguments.load() {
            *self.decks.lock().unwrap_or_else(PoisonError::into_inner) = decks;
        }
    }
}

/// Returns the file of a reference page in a folder. Writes it only if its text differs, so that an editor that shows
/// it does not reload.
fn kept_page(folder: &Path, name: &str, markdown: &str) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let file = folder.join(format!("{}.md", name.replace(['/', ' '], "-")));
    if read_file(&file).ok().as_deref() != Some(markdown.as_bytes()) {
        let mut page = Replacement::of(&file)?;
        page.file.write_all(markdown.as_bytes())?;
        page.replace()?;
    }
    Ok(file)
}

impl LspCommand {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let system = System { arguments: self.decks.clone(), decks: Mutex::new(self.decks.load()?) };
        match serve_frames(io::BufReader::new(io::stdin()), io::stdout(), Arc::new(system)) {
            Ok(Ended::Well) => Ok(Status::Well),
            // The client is gone; no one reads an answer.
            Ok(Ended::Abruptly) => Ok(Status::Findings),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                tell!("pipscribe: the client cannot be understood: {error}");
                Ok(Status::Findings)
            }
            Err(error) => Err(Failure::output(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_written_once_and_again_if_it_changes() {
        let folder = std::env::temp_dir().join(format!("pipscribe-pages-{}", std::process::id()));
        let below = folder.join("pipscribe/pages");
        let file = kept_page(&below, "gipf/line-full", "# one\n").unwrap();
        assert_eq!(file, below.join("gipf-line-full.md"));
        assert_eq!(kept_page(&below, "Notation 4", "").unwrap(), below.join("Notation-4.md"));
        let written = fs::metadata(&file).unwrap().modified().unwrap();
        kept_page(&below, "gipf/line-full", "# one\n").unwrap();
        assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), written);
        kept_page(&below, "gipf/line-full", "# two\n").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "# two\n");
        fs::remove_dir_all(folder).unwrap();
    }
}
