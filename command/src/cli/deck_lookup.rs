//! Finds the decks that records name with the tag `Deck` (rule V2.8): given with `--deck`, named in
//! the settings of the project, in a file `NAME.yaml` next to the record, or bundled, in this
//! order. [`KnownDecks`] keeps the decks of a run, and [`DecksOfFile`] finds those for the records
//! of one file.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError};

use clap::Args;

use super::known_names::did_you_mean;
use super::limited_files::open_file;
use super::paths::path_name;
use super::verbosity::detail;
use super::{Failure, project_settings};
use pipscribe::decks::{
    Deck, DeckFile, Decks, MAX_DECK_BYTES, NoDeck, ShippedDecks, codes as deck_codes, is_deck_name,
};
use pipscribe::games::Context;

/// Maximum number of cached deck files next to records.
const MAX_REMEMBERED: usize = 1000;

/// Decks given on the command line.
#[derive(Clone, Debug, Args)]
pub(crate) struct DeckArguments {
    /// Add a deck of the Pipe Game, a file or a bundled deck; may be repeated
    #[arg(long = "deck", value_name = "FILE|NAME")]
    files: Vec<PathBuf>,
}

/// A deck, or the reason why it cannot be used.
type DeckFound = Result<Arc<Deck>, NoDeck>;

/// Decks by their names.
type DecksByName = BTreeMap<String, DeckFound>;

/// Decks of the given files, and decks found so far in projects and next to records.
#[derive(Debug, Default)]
pub(crate) struct KnownDecks {
    /// The decks of `--deck`.
    given: DecksByName,
    /// The decks of projects, by their settings file.
    of_projects: Mutex<HashMap<PathBuf, Arc<DecksByName>>>,
    /// Decks next to records, by their file; `None` if there is no such file.
    beside: Mutex<HashMap<PathBuf, Option<DeckFound>>>,
}

/// Decks for the records of one file.
#[derive(Debug)]
struct DecksOfFile {
    known: Arc<KnownDecks>,
    /// The decks that the settings of the project name.
    of_project: Arc<DecksByName>,
    /// The folder of the file; `None` for records that are not in a file.
    folder: Option<PathBuf>,
    /// The first deck that a record named, with its name; most files name only one.
    first: OnceLock<(String, DeckFound)>,
}

/// Returns the bytes of a deck file, at most one byte more than the limit.
fn read_deck(path: &Path) -> io::Result<Vec<u8>> {
    detail!("pipscribe: reading the deck {}", path_name(path));
    let mut bytes = Vec::new();
    open_file(path)?
        .take(MAX_DECK_BYTES as u64 + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the deck of a file or, if there is no such file, the bundled deck of that name.
pub(crate) fn deck_of(path: &Path) -> Result<DeckFile, Failure> {
    if let Some(shipped) = path.to_str().and_then(ShippedDecks::text)
        && !path.exists()
    {
        return Ok(DeckFile::read(shipped.as_bytes()));
    }
    read_deck(path)
        .map(|bytes| DeckFile::read(&bytes))
        .map_err(|error| read_failure(path, error))
}

/// Returns the error for a deck file that cannot be read; if the file is missing, with a
/// suggestion.
fn read_failure(path: &Path, error: io::Error) -> Failure {
    if error.kind() != io::ErrorKind::NotFound {
        return Failure::reading(path_name(path), error);
    }

    let folder = path
        .parent()
        .filter(|folder| *folder != Path::new(""))
        .unwrap_or(Path::new("."));
    let deck_files = deck_files_in(folder);
    let bundled: Vec<&str> = ShippedDecks::names().collect();
    let names = deck_files
        .iter()
        .map(String::as_str)
        .chain(bundled.iter().copied());
    let written = path
        .file_name()
        .map(|name| name.to_string_lossy())
        .unwrap_or_default();
    let suggestion = did_you_mean(&written, names);
    let failure = Failure::reading(path_name(path), error);
    Failure::Usage(format!(
        "{failure}{suggestion} (the bundled decks are {})",
        bundled.join(", ")
    ))
}

/// Returns the names of the deck files in a folder, sorted; empty if the folder cannot be read.
fn deck_files_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| name.ends_with(".yaml") || name.ends_with(".yml"))
        .collect();
    names.sort();
    names
}

impl DeckArguments {
    /// Returns the given files.
    #[cfg(feature = "lsp")]
    pub(crate) fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// Reads the given files. A file with errors is not a failure; records that name its deck get
    /// the finding.
    pub(crate) fn load(&self) -> Result<Arc<KnownDecks>, Failure> {
        self.load_with(&[])
    }

    /// Reads the given files and others. If both contain a deck with the same name, the given deck
    /// is used.
    pub(crate) fn load_with(&self, others: &[PathBuf]) -> Result<Arc<KnownDecks>, Failure> {
        let mut given = read_decks(others)?;
        given.extend(read_decks(&self.files)?);
        Ok(Arc::new(KnownDecks {
            given,
            ..KnownDecks::default()
        }))
    }
}

/// Reads deck files. Returns the decks by name.
fn read_decks(files: &[PathBuf]) -> Result<DecksByName, Failure> {
    let mut decks = DecksByName::new();
    for path in files {
        let file = deck_of(path)?;
        // A file with errors may not have a readable name.
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let name = file.name.clone().unwrap_or_else(|| stem.into_owned());
        let earlier = decks.insert(name.clone(), deck_or_error(path, file));
        if earlier.is_some() {
            return Err(Failure::Usage(format!("two decks have the name `{name}`")));
        }
    }
    Ok(decks)
}

impl KnownDecks {
    /// Returns the context for the records of a file, with the decks of its project; `None` for
    /// records that are not in a file. If a project has a deck with the same name as a given deck,
    /// the given deck is used.
    pub(crate) fn context_for(self: &Arc<Self>, path: Option<&Path>) -> Result<Context, Failure> {
        let of_project = self.decks_of_project(path)?;
        Ok(self.context(path, of_project))
    }

    /// Returns the context for a game that is set up on the command line. Invalid settings of the
    /// current folder are reported, and the game then has no decks of a project.
    ///
    /// # Errors
    /// Returns an error if an option names the settings.
    pub(crate) fn context_without_file(self: &Arc<Self>) -> Result<Context, Failure> {
        static REPORTED: Once = Once::new();

        match self.context_for(None) {
            Err(failure) if !project_settings::are_given() => {
                REPORTED.call_once(|| failure.report());
                Ok(self.context(None, Arc::default()))
            }
            context => context,
        }
    }

    /// Returns the context for the records of a file, without the decks of its project.
    #[cfg(feature = "lsp")]
    pub(crate) fn context_without_project(self: &Arc<Self>, path: Option<&Path>) -> Context {
        self.context(path, Arc::default())
    }

    fn context(self: &Arc<Self>, path: Option<&Path>, of_project: Arc<DecksByName>) -> Context {
        let folder = path.map(|path| path.parent().unwrap_or(Path::new("")).to_owned());
        let known = Arc::clone(self);
        Context::with_decks(Arc::new(DecksOfFile {
            known,
            of_project,
            folder,
            first: OnceLock::new(),
        }))
    }

    /// Returns the decks that the settings of a file name.
    fn decks_of_project(&self, path: Option<&Path>) -> Result<Arc<DecksByName>, Failure> {
        let project = project_settings::of_file(path)?;
        let files = project.decks();
        if files.is_empty() {
            return Ok(Arc::default());
        }
        let Some(settings) = project.file() else {
            return Ok(Arc::default());
        };

        let mut of_projects = self
            .of_projects
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = of_projects.get(settings) {
            return Ok(Arc::clone(known));
        }
        let decks = Arc::new(read_decks(&files)?);
        of_projects.insert(settings.to_owned(), Arc::clone(&decks));
        Ok(decks)
    }

    /// Returns the deck in a file next to a record.
    fn deck_beside(&self, folder: &Path, name: &str) -> Option<DeckFound> {
        let path = folder.join(format!("{name}.yaml"));
        // The map is valid even if a thread panicked while it held the lock.
        let mut beside = self.beside.lock().unwrap_or_else(PoisonError::into_inner);
        if beside.len() > MAX_REMEMBERED {
            // Decks are then read again.
            beside.clear();
        }
        beside
            .entry(path)
            .or_insert_with_key(|path| read_beside(path, name))
            .clone()
    }
}

/// Reads the deck in a file next to a record, if the file exists.
fn read_beside(path: &Path, name: &str) -> Option<DeckFound> {
    // Reading a pipe or another special file could block the command for ever.
    if !path.is_file() {
        return None;
    }
    let bytes = match read_deck(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            return Some(broken(format!(
                "{} cannot be read: {error}.",
                path_name(path)
            )));
        }
    };
    let file = DeckFile::read(&bytes);
    match &file.name {
        Some(holds) if holds != name => Some(Err(NoDeck::Other {
            file: path_name(path),
            holds: holds.clone(),
        })),
        _ => Some(deck_or_error(path, file)),
    }
}

fn broken(message: String) -> DeckFound {
    Err(NoDeck::Broken {
        code: &deck_codes::UNKNOWN,
        message,
    })
}

/// Returns the deck of a file, or its first error.
fn deck_or_error(path: &Path, file: DeckFile) -> DeckFound {
    file.usable(&format_args!("in {}", path_name(path)))
}

impl DecksOfFile {
    /// Searches for a deck: given, of the project, next to the record, bundled.
    fn find(&self, name: &str) -> DeckFound {
        if let Some(found) = self
            .known
            .given
            .get(name)
            .or_else(|| self.of_project.get(name))
        {
            return found.clone();
        }

        // A name in any other form could lead out of the folder.
        if let Some(folder) = &self.folder
            && is_deck_name(name)
            && let Some(found) = self.known.deck_beside(folder, name)
        {
            return found;
        }
        ShippedDecks.deck(name)
    }
}

impl Decks for DecksOfFile {
    fn deck(&self, name: &str) -> DeckFound {
        let (first, found) = self
            .first
            .get_or_init(|| (name.to_owned(), self.find(name)));
        if first == name {
            found.clone()
        } else {
            self.find(name)
        }
    }

    fn names(&self) -> Vec<String> {
        let named: BTreeSet<&String> = self
            .known
            .given
            .keys()
            .chain(self.of_project.keys())
            .collect();
        named
            .into_iter()
            .cloned()
            .chain(ShippedDecks.names())
            .collect()
    }
}
