//! Environment of the language server: files, projects, decks and reference pages.
//!
//! A project is read when its first document needs it, and is then kept. To notice changes, the
//! environment stores a *stamp* of each file of the project: its modification time and its length.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::UNIX_EPOCH;

use etcetera::BaseStrategy;

use super::atomic_replacement::Replacement;
use super::deck_lookup::{DeckArguments, KnownDecks};
use super::editor_process;
use super::file_finder::{Finder, FolderOptions};
use super::limited_files::read_file;
use super::links::{BookSetting, book_of_project};
use super::project_settings::{self, ProjectSettings};
use super::{Failure, Status};
use pipscribe::decks::is_deck_name;
use pipscribe::findings::BookAddress;
use pipscribe::games::Context;
use pipscribe_lsp::{Environment, Project};

/// Files with their stamps; `None` for a file that does not exist.
type FileStamps = Vec<(PathBuf, Option<String>)>;

/// The environment of the server: files, projects and decks, cached by project.
pub(super) struct FileEnvironment {
    arguments: DeckArguments,
    /// Decks named by arguments, as read at the start.
    argument_decks: Arc<KnownDecks>,
    /// Decks in the user settings.
    user_decks: Mutex<Vec<PathBuf>>,
    /// Projects by their `pipscribe.toml`; `None` for files outside a project.
    projects: Mutex<HashMap<Option<PathBuf>, Arc<LoadedProject>>>,
    /// The files of the project of each folder with a document, and their stamps when they were
    /// read.
    stamps: Mutex<HashMap<PathBuf, FileStamps>>,
}

/// Project whose files have been read.
struct LoadedProject {
    settings: Project,
    decks: Arc<KnownDecks>,
    deck_files: Vec<PathBuf>,
    book: BookSetting,
    /// The file of the theme, if it is not built in.
    theme_file: Option<PathBuf>,
}

impl FileEnvironment {
    /// Loads the decks that arguments name.
    pub(super) fn new(arguments: &DeckArguments) -> Result<Self, Failure> {
        let argument_decks = arguments.load()?;
        Ok(Self {
            arguments: arguments.clone(),
            argument_decks,
            user_decks: Mutex::default(),
            projects: Mutex::default(),
            stamps: Mutex::default(),
        })
    }

    /// Returns the project of a file.
    fn loaded(&self, path: Option<&Path>) -> Arc<LoadedProject> {
        let settings_file = settings_file_of(path);
        let loaded = locked(&self.projects)
            .entry(settings_file)
            .or_insert_with_key(|file| Arc::new(self.load(file.as_deref())))
            .clone();

        if let Some(folder) = path.and_then(Path::parent) {
            let mut stamps = locked(&self.stamps);
            stamps
                .entry(folder.to_owned())
                .or_insert_with(|| self.stamps_of(path, &loaded));
        }
        loaded
    }

    /// Returns the files of the project of a file, with their stamps.
    fn stamps_of(&self, path: Option<&Path>, loaded: &LoadedProject) -> FileStamps {
        let files = settings_file_of(path)
            .into_iter()
            .chain(loaded.deck_files.iter().cloned())
            .chain(loaded.theme_file.clone());
        files
            .map(|file| (file.clone(), self.stamp(&file)))
            .collect()
    }

    /// Reads a project; `file` is its settings file. Files that cannot be read are left out and
    /// reported.
    fn load(&self, file: Option<&Path>) -> LoadedProject {
        let mut failures: Vec<String> = Vec::new();
        let mut project = ProjectSettings::default();
        if let Some(file) = file {
            match ProjectSettings::read(file) {
                Ok(settings) => project = settings,
                Err(failure) => failures.push(failure.to_string()),
            }
        }

        let mut deck_files = project.decks();
        deck_files.extend(locked(&self.user_decks).iter().cloned());
        let decks = self
            .arguments
            .load_with(&deck_files)
            .unwrap_or_else(|failure| {
                failures.push(failure.to_string());
                Arc::clone(&self.argument_decks)
            });
        if let Err(failure) = project.load_theme() {
            failures.push(failure.to_string());
        }

        let problem = if failures.is_empty() {
            None
        } else {
            Some(failures.join("; "))
        };
        let settings = Project {
            selection: project.selection(),
            theme: project.theme().cloned(),
            problem,
        };
        LoadedProject {
            settings,
            decks,
            deck_files,
            book: project.book(),
            theme_file: project.theme_file(),
        }
    }
}

impl Environment for FileEnvironment {
    fn context(&self, path: Option<&Path>) -> Context {
        self.loaded(path).decks.context_without_project(path)
    }

    fn book(&self) -> Option<BookAddress<'static>> {
        self.book_of(None)
    }

    fn book_of(&self, path: Option<&Path>) -> Option<BookAddress<'static>> {
        book_of_project(self.loaded(path).book)
    }

    fn deck_file(&self, path: &Path, name: &str) -> Option<PathBuf> {
        // The name comes from a record. A name in any other form could lead out of the folder.
        if !is_deck_name(name) {
            return None;
        }
        let deck_next_to_file = path.parent()?.join(format!("{name}.yaml"));
        let loaded = self.loaded(Some(path));
        let given_file = self
            .arguments
            .files()
            .iter()
            .chain(&loaded.deck_files)
            .find(|file| file.file_stem().is_some_and(|stem| stem == name));
        let file = given_file.unwrap_or(&deck_next_to_file);
        if file.is_file() {
            file.canonicalize().ok()
        } else {
            None
        }
    }

    fn files(&self, folder: &Path) -> Vec<PathBuf> {
        // Files that cannot be read are skipped.
        let sources = Finder::new(FolderOptions::default()).find(folder, &mut Status::default());
        sources
            .into_iter()
            .filter_map(|source| source.path)
            .collect()
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
        let folder = etcetera::choose_base_strategy()
            .ok()?
            .cache_dir()
            .join("pipscribe")
            .join("pages");
        page_file(&folder, name, markdown).ok()
    }

    fn project(&self, path: Option<&Path>) -> Project {
        self.loaded(path).settings.clone()
    }

    fn add_decks(&self, decks: Vec<PathBuf>) {
        *locked(&self.user_decks) = decks;
        self.forget();
    }

    fn forget(&self) {
        locked(&self.projects).clear();
        locked(&self.stamps).clear();
    }

    fn has_changed(&self, path: Option<&Path>) -> bool {
        let Some(folder) = path.and_then(Path::parent) else {
            return false;
        };
        let Some(known) = locked(&self.stamps).get(folder).cloned() else {
            return false;
        };
        // A new or deleted settings file changes the project of the document.
        known != self.stamps_of(path, &self.loaded(path))
    }

    fn is_running(&self, process: u32) -> bool {
        editor_process::is_running(process)
    }
}

/// Returns the settings file for a document. A document without a file is not in any project.
fn settings_file_of(path: Option<&Path>) -> Option<PathBuf> {
    path.and_then(|path| project_settings::settings_file(Some(path)))
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // The values are valid even if a thread panicked while it held a lock.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the file of a reference page in a folder. The file is written only if its text differs,
/// so that an editor that shows it does not reload it.
fn page_file(folder: &Path, name: &str, markdown: &str) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let file = folder.join(format!("{}.md", name.replace(['/', ' '], "-")));
    if read_file(&file).ok().as_deref() != Some(markdown.as_bytes()) {
        Replacement::write(&file, markdown.as_bytes())?;
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_written_once_and_again_if_it_changes() {
        let folder = std::env::temp_dir().join(format!("pipscribe-pages-{}", std::process::id()));
        let below = folder.join("pipscribe/pages");
        let file = page_file(&below, "gipf/line-full", "# one\n").unwrap();
        assert_eq!(file, below.join("gipf-line-full.md"));
        assert_eq!(
            page_file(&below, "Notation 4", "").unwrap(),
            below.join("Notation-4.md")
        );
        let written = fs::metadata(&file).unwrap().modified().unwrap();
        page_file(&below, "gipf/line-full", "# one\n").unwrap();
        assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), written);
        page_file(&below, "gipf/line-full", "# two\n").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "# two\n");
        fs::remove_dir_all(folder).unwrap();
    }
}
