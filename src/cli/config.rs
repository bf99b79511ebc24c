//! `pipscribe.toml`: settings of a folder and the folders in it.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::Failure;
use super::limited::{MAX_THEME_BYTES, read_limited_text};
use super::paths::path_name;
use super::verbosity::detail;
use crate::config::Config;

/// The name of the file.
const NAME: &str = "pipscribe.toml";

/// Settings of a project, with the folder of their file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ProjectConfig {
    pub(super) config: Config,
    folder: PathBuf,
}

static PROJECT: OnceLock<ProjectConfig> = OnceLock::new();

/// True if files of settings are ignored.
static IS_OFF: OnceLock<bool> = OnceLock::new();

/// Sets the settings of this run: those of the file nearest to the current folder, or none.
pub(super) fn set(no_config: bool) -> Result<(), Failure> {
    let _ = IS_OFF.set(no_config);
    let nearest = std::env::current_dir().ok().and_then(|folder| find(&folder));
    if let Some(path) = &nearest {
        detail!("pipscribe: settings of {}", path_name(path));
    }
    let project = nearest.as_deref().map(ProjectConfig::read).transpose()?;
    // The arguments are parsed once.
    let _ = PROJECT.set(project.unwrap_or_default());
    Ok(())
}

/// Returns the settings of this run.
pub(super) fn project() -> &'static ProjectConfig {
    PROJECT.get_or_init(ProjectConfig::default)
}

impl ProjectConfig {
    /// Reads a file of settings.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let name = path_name(path);
        let text = read_limited_text(path, MAX_THEME_BYTES).map_err(|error| Failure::reading(&name, error))?;
        let config = parse(&text).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
        Ok(Self { config, folder: path.parent().unwrap_or(Path::new("")).to_owned() })
    }

    /// Returns the deck files of the project, and the names of bundled decks.
    pub(super) fn decks(&self) -> Vec<PathBuf> {
        let path = |deck: &String| if is_file_name(deck) { self.folder.join(deck) } else { PathBuf::from(deck) };
        self.config.decks.iter().map(path).collect()
    }

    /// Returns the theme of the project: a name or the path of a file.
    pub(super) fn theme(&self) -> Option<String> {
        let theme = self.config.theme.as_ref()?;
        let path = || self.folder.join(theme).to_string_lossy().into_owned();
        Some(if is_file_name(theme) { path() } else { theme.clone() })
    }
}

/// Returns true for the path of a file, false for the name of a bundled deck or theme.
fn is_file_name(name: &str) -> bool {
    name.contains(['.', '/'])
}

fn parse(text: &str) -> Result<Config, String> {
    let config: Config = toml::from_str(text).map_err(|error| error.to_string().trim_end().replace('\n', " "))?;
    config.checked()
}

/// Returns the nearest file in a folder or above it; `None` with `--no-config`.
pub(super) fn find(folder: &Path) -> Option<PathBuf> {
    if IS_OFF.get() == Some(&true) {
        return None;
    }
    folder.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Severity;

    #[test]
    fn the_address_is_read() {
        let url = |text: &str| parse(text).unwrap().book.url;
        assert_eq!(url(""), None);
        assert_eq!(url("[book]\nurl = \"https://example.org/book\"\n").as_deref(), Some("https://example.org/book"));
        assert_eq!(url("[book]\nurl = \"none\"\n").as_deref(), Some("none"));
    }

    #[test]
    fn all_settings_are_read() {
        let config = parse(
            "select = [\"gipf\"]\nignore = [\"tag\"]\ndecks = [\"own.yaml\"]\ntheme = \"dark\"\n[severity]\n\
             \"turn/number\" = \"error\"\n",
        );
        let config = config.unwrap();
        assert_eq!((config.select, config.ignore), (vec!["gipf".to_owned()], vec!["tag".to_owned()]));
        assert_eq!((config.decks, config.theme.as_deref()), (vec!["own.yaml".to_owned()], Some("dark")));
        assert_eq!(config.severity.get("turn/number"), Some(&Severity::Error));
    }

    #[test]
    fn invalid_settings_are_reported() {
        for text in [
            "[book]\nurl = \"javascript:alert(1)\"\n",
            "[book]\nurll = \"none\"\n",
            "[",
            "[book]\nurl = 1\n",
            "ignored = []\n",
            "ignore = [\"gipf/lin-full\"]\n",
            "[severity]\ngipf = \"loud\"\n",
            "[severity]\ngipff = \"error\"\n",
            "theme = \"darkk\"\n",
            "decks = [\"../own.yaml\"]\n",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
        let error = parse("ignore = [\"gipf/lin-full\"]\n").unwrap_err();
        assert!(error.contains("did you mean `gipf/line-full`?"), "{error}");
    }

    #[test]
    fn paths_are_relative_to_the_file() {
        let config = Config { decks: vec!["twin-works".into(), "decks/a.yaml".into()], ..Config::default() };
        let project = ProjectConfig { config, folder: "/project".into() };
        assert_eq!(project.decks(), [PathBuf::from("twin-works"), "/project/decks/a.yaml".into()]);
        let themed = |theme: &str| {
            let config = Config { theme: Some(theme.to_owned()), ..Config::default() };
            ProjectConfig { config, folder: "/project".into() }.theme().unwrap()
        };
        assert_eq!((themed("dark"), themed("own.yaml")), ("dark".to_owned(), "/project/own.yaml".to_owned()));
    }
}
