//! `pipscribe.toml`: settings of a folder and the folders in it. All code that reads a file gets
//! its settings from this module.
//!
//! A settings file and the folders to which it applies are a *project*. The settings of a file are
//! those in the nearest `pipscribe.toml`, in the folder of the file or above it.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};

use super::Failure;
use super::exclusions::{Exclusions, real_folder};
use super::limited_files::{MAX_SETTINGS_BYTES, is_open_stream, read_limited_text};
use super::links::BookSetting;
use super::paths::path_name;
use super::render::theme;
use super::settings_text;
use super::verbosity::{detail, is_verbose};
use pipscribe::check::{Config, Selection};
use pipscribe::draw::Theme;
use pipscribe::findings::BookAddress;

/// Name of a settings file.
const FILE_NAME: &str = "pipscribe.toml";

/// Origin of the settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum SettingsSource {
    /// The settings file nearest to each file that is read.
    #[default]
    Nearest,
    /// One file for everything.
    File(PathBuf),
    /// No file.
    Nowhere,
}

/// Settings of a project.
#[derive(Clone, Debug, Default)]
pub(super) struct ProjectSettings {
    config: Config,
    /// The settings file; `None` for the defaults.
    file: Option<PathBuf>,
    theme: Option<Theme>,
    /// Files left out when a folder is read; `None` if there are none.
    exclusions: Option<Exclusions>,
}

/// Settings read so far.
#[derive(Default)]
struct SettingsCache {
    /// Settings files, by the folder of the file that is read.
    files: HashMap<PathBuf, Option<PathBuf>>,
    /// Settings, by their file.
    projects: HashMap<Option<PathBuf>, Arc<ProjectSettings>>,
    /// The names of the files whose settings were reported.
    reported: BTreeSet<String>,
}

static SOURCE: OnceLock<SettingsSource> = OnceLock::new();
static CACHE: LazyLock<Mutex<SettingsCache>> = LazyLock::new(Mutex::default);

/// Sets the origin of the settings. No file is read.
pub(super) fn set_source(source: SettingsSource) {
    // The arguments are parsed only once.
    let _ = SOURCE.set(source);
}

/// Returns true if an option names the settings file.
pub(super) fn are_given() -> bool {
    matches!(SOURCE.get(), Some(SettingsSource::File(_)))
}

/// Returns the settings file for a file: the nearest one in its folder or above it, unless an
/// option names another one. This function does not check that the settings file can be read, so
/// that a dangling link is reported later. A path of `None` means standard input or a command that
/// reads no file; they use the settings of the current folder.
pub(super) fn settings_file(path: Option<&Path>) -> Option<PathBuf> {
    match SOURCE.get() {
        Some(SettingsSource::Nowhere) => return None,
        Some(SettingsSource::File(file)) => return Some(file.clone()),
        Some(SettingsSource::Nearest) | None => {}
    }
    let folder = nearest_real_folder(folder_of(path))?;
    folder
        .ancestors()
        .map(|folder| folder.join(FILE_NAME))
        .find(|file| file.symlink_metadata().is_ok())
}

/// Returns the settings of a file. Each settings file is read once.
///
/// # Errors
/// Returns an error if the settings cannot be read, or if a setting is invalid.
pub(super) fn of_file(path: Option<&Path>) -> Result<Arc<ProjectSettings>, Failure> {
    let path = path.filter(|path| !is_open_stream(path));
    let mut cache = cache();
    let file = cache.file(path);
    cache.report(path, file.as_deref());
    cache.project(file)
}

/// Returns the settings of a file or folder on the command line. The settings of a folder apply to
/// the files in it.
///
/// # Errors
/// Returns the same errors as [`of_file`].
pub(super) fn of_argument(path: Option<&Path>) -> Result<Arc<ProjectSettings>, Failure> {
    let path = path.filter(|path| *path != Path::new("-") && !is_open_stream(path));
    let inside = path
        .filter(|path| path.is_dir())
        .map(|folder| folder.join(FILE_NAME));
    let mut cache = cache();
    let file = cache.file(inside.as_deref().or(path));
    cache.project(file)
}

/// Returns true for a file or folder that its settings exclude when a folder is read. Invalid
/// settings exclude nothing; they are reported when a file is read.
pub(super) fn excludes(path: &Path, is_folder: bool) -> bool {
    let mut cache = cache();
    let file = cache.file(Some(path));
    let project = cache.project(file);
    drop(cache);

    let Ok(project) = project else {
        return false;
    };
    match &project.exclusions {
        Some(exclusions) => exclusions.excludes(path, is_folder),
        None => false,
    }
}

/// Reads the settings of all files, so that a command with an invalid setting stops before it
/// starts to work.
///
/// # Errors
/// Returns the same errors as [`of_file`].
pub(super) fn check<'p>(paths: impl IntoIterator<Item = Option<&'p Path>>) -> Result<(), Failure> {
    paths
        .into_iter()
        .try_for_each(|path| of_file(path).map(drop))
}

fn cache() -> MutexGuard<'static, SettingsCache> {
    // The cache is valid even if a thread panicked while it held the lock.
    CACHE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SettingsCache {
    /// Returns the settings file for a file.
    fn file(&mut self, path: Option<&Path>) -> Option<PathBuf> {
        let folder = folder_of(path).to_owned();
        self.files
            .entry(folder)
            .or_insert_with(|| settings_file(path))
            .clone()
    }

    /// Returns the settings in a settings file.
    fn project(&mut self, file: Option<PathBuf>) -> Result<Arc<ProjectSettings>, Failure> {
        if let Some(project) = self.projects.get(&file) {
            return Ok(Arc::clone(project));
        }
        let mut project = match &file {
            Some(file) => ProjectSettings::read(file)?,
            None => ProjectSettings::default(),
        };
        project.load_theme()?;
        let project = Arc::new(project);
        self.projects.insert(file, Arc::clone(&project));
        Ok(project)
    }

    /// Reports once which settings apply to a file, if that is requested.
    fn report(&mut self, path: Option<&Path>, file: Option<&Path>) {
        if !is_verbose() {
            return;
        }
        let name = path.map_or_else(
            || "the current folder".to_owned(),
            |path| path.display().to_string(),
        );
        let file = file.map_or_else(|| "none".to_owned(), |file| file.display().to_string());
        if !self.reported.contains(&name) {
            detail!("pipscribe: settings of {name}: {file}");
            self.reported.insert(name);
        }
    }
}

/// Returns the folder of a file, as its path is written.
fn folder_of(path: Option<&Path>) -> &Path {
    let folder = path.and_then(Path::parent).unwrap_or(Path::new(""));
    if folder == Path::new("") {
        Path::new(".")
    } else {
        folder
    }
}

/// Returns the real path of a folder, or of the nearest parent folder that exists.
fn nearest_real_folder(folder: &Path) -> Option<PathBuf> {
    let folder = std::path::absolute(folder).ok()?;
    if cfg!(windows) {
        // On Windows, `..` is already resolved, and real paths have a prefix that users never see.
        return Some(folder);
    }
    folder
        .ancestors()
        .find_map(|folder| folder.canonicalize().ok())
}

impl ProjectSettings {
    /// Reads a settings file, but not the files that it names.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read without waiting, or if a setting is invalid.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let text = must_be_file(path)
            .and_then(|()| read_limited_text(path, MAX_SETTINGS_BYTES))
            .map_err(|error| Failure::reading(path_name(path), error))?;
        let config = settings_text::parse(&text).map_err(|message| Self::failure(path, message))?;
        let folder = real_folder(folder_of(Some(path)))
            .map_err(|error| Failure::reading(path_name(path), error))?;
        let exclusions = Exclusions::new(folder, &config.exclude)
            .map_err(|message| Self::failure(path, message))?;
        Ok(Self {
            config,
            file: Some(path.to_owned()),
            theme: None,
            exclusions: Some(exclusions),
        })
    }

    fn failure(path: &Path, message: String) -> Failure {
        Failure::Settings {
            file: path_name(path),
            message,
        }
    }

    /// Reads the theme that the settings name.
    ///
    /// # Errors
    /// Returns an error if there is no such theme, or its file is invalid.
    pub(super) fn load_theme(&mut self) -> Result<(), Failure> {
        let Some(name) = &self.config.theme else {
            self.theme = None;
            return Ok(());
        };
        let path_or_name = self.path_or_name(name);
        let loaded = theme(&path_or_name.to_string_lossy());
        let theme = loaded.map_err(|failure| match &self.file {
            Some(file) => Self::failure(file, format!("`theme`: {failure}")),
            None => failure,
        })?;
        self.theme = Some(theme);
        Ok(())
    }

    /// Returns the file of the settings; `None` for the defaults.
    pub(super) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Returns the findings that the project reports.
    pub(super) fn selection(&self) -> Selection {
        self.config.selection()
    }

    /// Returns the deck files of the project, and the names of bundled decks.
    pub(super) fn decks(&self) -> Vec<PathBuf> {
        self.config
            .decks
            .iter()
            .map(|deck| self.path_or_name(deck))
            .collect()
    }

    /// Returns the theme of the project, once it is loaded.
    pub(super) fn theme(&self) -> Option<&Theme> {
        self.theme.as_ref()
    }

    /// Returns the file of the theme; `None` for a built-in theme.
    #[cfg(feature = "lsp")]
    pub(super) fn theme_file(&self) -> Option<PathBuf> {
        let path = self.path_or_name(self.config.theme.as_ref()?);
        Theme::named(&path.to_string_lossy())
            .is_none()
            .then_some(path)
    }

    /// Returns the address of the book in the settings of the project.
    pub(super) fn book(&self) -> BookSetting {
        match self.config.book.url.as_deref() {
            None => BookSetting::Unset,
            Some("none") => BookSetting::NoLinks,
            Some(url) => BookAddress::new(leaked(url)).into(),
        }
    }

    /// Returns the path of a file that the settings name, or the name of a bundled deck or theme.
    fn path_or_name(&self, name: &str) -> PathBuf {
        let folder = self
            .file
            .as_deref()
            .and_then(Path::parent)
            .unwrap_or(Path::new(""));
        let is_file_name = name.contains(['.', '/']);
        if is_file_name {
            folder.join(name)
        } else {
            PathBuf::from(name)
        }
    }
}

/// Leaks a text, so that it is kept for the rest of the process. Code that writes links does not
/// have the settings, and there are only as many addresses as settings files.
fn leaked(text: &str) -> &'static str {
    static TEXTS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = texts.get(text) {
        return known;
    }
    let text: &'static str = Box::leak(text.into());
    texts.insert(text);
    text
}

/// Fails for a path that exists but has no text to read.
fn must_be_file(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Err(io::Error::other("it is a folder, not a file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound && path.is_symlink() => Err(
            io::Error::other("it is a link to a file that does not exist"),
        ),
        // Other errors are reported when the file is read.
        Ok(_) | Err(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_to_the_file() {
        let file = Some(PathBuf::from("/project/pipscribe.toml"));
        let mut config = Config::default();
        config.decks = vec!["twin-works".into(), "decks/a.yaml".into()];
        let project = ProjectSettings {
            config,
            file,
            theme: None,
            exclusions: None,
        };
        assert_eq!(
            project.decks(),
            [PathBuf::from("twin-works"), "/project/decks/a.yaml".into()]
        );
        assert_eq!(project.path_or_name("dark"), PathBuf::from("dark"));
        assert_eq!(
            project.path_or_name("own.yaml"),
            PathBuf::from("/project/own.yaml")
        );
    }

    #[test]
    fn a_file_is_in_its_folder() {
        assert_eq!(folder_of(None), Path::new("."));
        assert_eq!(folder_of(Some(Path::new("a.pips"))), Path::new("."));
        assert_eq!(folder_of(Some(Path::new("../b/a.pips"))), Path::new("../b"));
    }

    #[test]
    fn an_address_is_kept_once() {
        assert!(std::ptr::eq(
            leaked("https://example.org"),
            leaked("https://example.org")
        ));
    }
}
