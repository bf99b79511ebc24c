//! `pipscribe lsp`

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use clap::Args;
use etcetera::BaseStrategy;

use super::config::{self, ProjectConfig};
use super::decks::{DeckArguments, KnownDecks};
use super::limited::read_file;
use super::links::book_here;
use super::output::stderr_line;
use super::render::theme;
use super::replace_file::Replacement;
use super::walk::{Finder, FolderOptions};
use super::{Failure, Status};
use crate::decks::is_deck_name;
use crate::findings::BookAddress;
use crate::games::Context;
use crate::lsp::{Ended, Project, Surroundings, serve_frames};

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
    /// Decks of the arguments, as read at the start.
    given: Arc<KnownDecks>,
    /// Decks in the settings of the user.
    added: Mutex<Vec<PathBuf>>,
    /// Projects by their `pipscribe.toml`; `None` for files outside a project.
    projects: Mutex<HashMap<Option<PathBuf>, Arc<LoadedProject>>>,
}

/// Project whose files are read.
struct LoadedProject {
    settings: Project,
    decks: Arc<KnownDecks>,
    deck_files: Vec<PathBuf>,
}

impl System {
    /// Returns the project of a file.
    fn loaded(&self, path: Option<&Path>) -> Arc<LoadedProject> {
        let file = path.and_then(Path::parent).and_then(config::find);
        let mut projects = self.projects.lock().unwrap_or_else(PoisonError::into_inner);
        let loaded = projects.entry(file).or_insert_with_key(|file| Arc::new(self.load(file.as_deref())));
        Arc::clone(loaded)
    }

    /// Reads a project. What cannot be read is left out, and reported.
    fn load(&self, file: Option<&Path>) -> LoadedProject {
        let mut failures: Vec<String> = Vec::new();
        let project = file.map(ProjectConfig::read).transpose().unwrap_or_else(|failure| {
            failures.push(failure.to_string());
            None
        });
        let project = project.unwrap_or_default();
        let mut deck_files = project.decks();
        deck_files.extend(self.added.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned());
        let decks = self.arguments.load_with(&deck_files).unwrap_or_else(|failure| {
            failures.push(failure.to_string());
            Arc::clone(&self.given)
        });
        let theme = project.theme().as_deref().map(theme).transpose().unwrap_or_else(|failure| {
            failures.push(failure.to_string());
            None
        });
        let problem = (!failures.is_empty()).then(|| failures.join("; "));
        let settings = Project { selection: project.config.selection(), theme, problem };
        LoadedProject { settings, decks, deck_files }
    }
}

impl Surroundings for System {
    fn context(&self, path: Option<&Path>) -> Context {
        self.loaded(path).decks.of_file(path)
    }

    fn book(&self) -> Option<BookAddress<'static>> {
        book_here()
    }

    fn deck_file(&self, path: &Path, name: &str) -> Option<PathBuf> {
        // The name comes from a record: one of another form could lead out of the folder.
        let name = Some(name).filter(|name| is_deck_name(name))?;
        let beside = path.parent()?.join(format!("{name}.yaml"));
        let loaded = self.loaded(Some(path));
        let mut given = self.arguments.files().iter().chain(&loaded.deck_files);
        let given = given.find(|file| file.file_stem().is_some_and(|stem| stem == name));
        given.cloned().or(Some(beside)).filter(|file| file.is_file()).and_then(|file| file.canonicalize().ok())
    }

    fn files(&self, folder: &Path) -> Vec<PathBuf> {
        // Files that cannot be read are skipped.
        let sources = Finder::new(FolderOptions::default()).find(folder, &mut Status::default());
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

    fn project(&self, path: Option<&Path>) -> Project {
        self.loaded(path).settings.clone()
    }

    fn add_decks(&self, decks: Vec<PathBuf>) {
        *self.added.lock().unwrap_or_else(PoisonError::into_inner) = decks;
        self.forget();
    }

    fn forget(&self) {
        self.projects.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// Returns the file of a reference page in a folder. Writes it only if its text differs, so that an editor that shows
/// it does not reload.
fn kept_page(folder: &Path, name: &str, markdown: &str) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let file = folder.join(format!("{}.md", name.replace(['/', ' '], "-")));
    if read_file(&file).ok().as_deref() != Some(markdown.as_bytes()) {
        Replacement::write(&file, markdown.as_bytes())?;
    }
    Ok(file)
}

impl LspCommand {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let given = self.decks.load_with(&[])?;
        let (added, projects) = (Mutex::default(), Mutex::default());
        let system = System { arguments: self.decks.clone(), given, added, projects };
        match serve_frames(io::BufReader::new(io::stdin()), io::stdout(), Arc::new(system)) {
            Ok(Ended::Well) => Ok(Status::Well),
            // The client is gone; no one reads an answer.
            Ok(Ended::Abruptly) => Ok(Status::Findings),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                stderr_line!("pipscribe: the client cannot be understood: {error}");
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
