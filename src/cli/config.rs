//! `pipscribe.toml`: settings of a folder and the folders in it.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::Failure;

/// The name of the file.
const NAME: &str = "pipscribe.toml";

/// The settings of the nearest `pipscribe.toml`, in the current folder or above it.
#[derive(Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Config {
    #[serde(default)]
    pub(super) book: BookSettings,
}

/// Settings of the links to the book.
#[derive(Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BookSettings {
    /// Address of the book, or `none` for no links.
    pub(super) url: Option<String>,
}

impl Config {
    /// Reads the file nearest to the current folder. Without such a file, returns the default settings.
    pub(super) fn nearest() -> Result<Self, Failure> {
        match std::env::current_dir().ok().and_then(|folder| find(&folder)) {
            Some(path) => Self::read(&path),
            None => Ok(Self::default()),
        }
    }

    fn read(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let text = fs::read_to_string(path).map_err(|error| Failure::Read { name: name.clone(), error })?;
        Self::parse(&text).map_err(|error| Failure::Usage(format!("{name}: {error}")))
    }

    fn parse(text: &str) -> Result<Self, String> {
        let config: Self = toml::from_str(text).map_err(|error| error.to_string().trim_end().replace('\n', " "))?;
        // The file may come with records of others: it must not put a script into a page.
        let is_safe =
            |url: &str| url == "none" || ["https://", "http://", "file://"].iter().any(|one| url.starts_with(one));
        match &config.book.url {
            Some(url) if !is_safe(url) => {
                Err("`url` of [book] begins with https://, http:// or file://, or is the word none".to_owned())
            }
            _ => Ok(config),
        }
    }
}

/// Returns the nearest file in a folder or above it.
fn find(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_read() {
        let url = |text: &str| Config::parse(text).unwrap().book.url;
        assert_eq!(url(""), None);
        assert_eq!(url("[book]\nurl = \"https://example.org/book\"\n").as_deref(), Some("https://example.org/book"));
        assert_eq!(url("[book]\nurl = \"none\"\n").as_deref(), Some("none"));
    }

    #[test]
    fn invalid_settings_are_reported() {
        for text in ["[book]\nurl = \"javascript:alert(1)\"\n", "[book]\nurll = \"none\"\n", "[", "[book]\nurl = 1\n"] {
            assert!(Config::parse(text).is_err(), "{text}");
        }
    }
}
