//! Settings of a project, as in `pipscribe.toml`: the findings to report, their severities, files
//! to leave out, decks, the theme and the address of the book. This module reads no files.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};

use crate::draw::Theme;
use crate::findings::{BookAddress, Finding, Hint, Hinted, Severity, all_codes};
use crate::text::did_you_mean;

/// Settings of a project.
///
/// ```
/// use pipscribe::Checked;
/// use pipscribe::check::Config;
/// use pipscribe::findings::Severity;
///
/// let config = r#"{"ignore": ["turn"], "severity": {"gipf": "warning"}}"#;
/// let config: Config = serde_json::from_str(config)?;
/// let selection = config.checked()?.selection();
///
/// let text = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n2. b3 3. a6 *\n";
/// let mut findings = Checked::from_text(text).report.findings.clone();
/// selection.apply(&mut findings);
/// assert!(findings.iter().all(|finding| finding.severity == Severity::Warning));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(description = "Settings of a project."))] // Without the example.
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Config {
    /// Codes or families to report, such as `gipf/line-full` or `gipf`. Empty for all.
    #[serde(deserialize_with = "texts")]
    pub select: Vec<String>,
    /// Codes or families to ignore, even if selected.
    #[serde(deserialize_with = "texts")]
    pub ignore: Vec<String>,
    /// Severities of codes or families, by name. The severity of a code overrides that of its
    /// family.
    #[serde(deserialize_with = "severities")]
    pub severity: BTreeMap<String, Severity>,
    /// Files and folders to leave out when a folder is read: patterns as in `.gitignore`, relative
    /// to the folder of `pipscribe.toml`.
    #[serde(deserialize_with = "texts")]
    pub exclude: Vec<String>,
    /// Decks of the Pipe Game: files in the folder of `pipscribe.toml` or below it, and names of
    /// bundled decks.
    #[serde(deserialize_with = "texts")]
    pub decks: Vec<String>,
    /// Theme of figures: print, screen, dark, high-contrast, or a YAML file in the folder of
    /// `pipscribe.toml` or below it.
    pub theme: Option<String>,
    /// Settings of the links to the book.
    #[serde(deserialize_with = "book_settings")]
    pub book: BookSettings,
}

/// Settings of the links to the book.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct BookSettings {
    /// Address of the book, or `none` for no links.
    pub url: Option<String>,
}

/// Reads a list. Its error shows how a list is written; that of `Vec` says "a sequence".
fn texts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    struct Texts;

    impl<'de> Visitor<'de> for Texts {
        type Value = Vec<String>;

        fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
            text.write_str("a list of texts, such as `[\"one\", \"two\"]`")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Self::Value, A::Error> {
            Vec::deserialize(SeqAccessDeserializer::new(items))
        }
    }

    deserializer.deserialize_seq(Texts)
}

/// Reads the table of severities. Its error shows how the table is written; that of a map says
/// "a map".
fn severities<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, Severity>, D::Error> {
    struct Severities;

    impl<'de> Visitor<'de> for Severities {
        type Value = BTreeMap<String, Severity>;

        fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
            text.write_str("a table: a line `[severity]`, then lines such as `gipf = \"warning\"`")
        }

        fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<Self::Value, A::Error> {
            BTreeMap::deserialize(MapAccessDeserializer::new(entries))
        }
    }

    deserializer.deserialize_map(Severities)
}

/// Reads the settings of the book. Its error shows how the table is written; a struct would also be
/// read from a list, and its error would be about the first item.
fn book_settings<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BookSettings, D::Error> {
    struct Settings;

    impl<'de> Visitor<'de> for Settings {
        type Value = BookSettings;

        fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
            text.write_str("a table: a line `[book]`, then `url = \"https://example.org/book\"`")
        }

        fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<Self::Value, A::Error> {
            BookSettings::deserialize(MapAccessDeserializer::new(entries))
        }
    }

    deserializer.deserialize_map(Settings)
}

/// The findings that are reported, and their severities.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Codes or families to report; empty to report all.
    pub select: Vec<String>,
    /// Codes or families to ignore, even if selected.
    pub ignore: Vec<String>,
    /// Severities of codes or families, by name.
    pub severity: BTreeMap<String, Severity>,
}

/// Reason why settings are invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// A name is neither a code nor a family of codes.
    #[error("unknown code `{name}` in `{key}`{}", did_you_mean(.name, code_names()))]
    UnknownCode {
        /// The name.
        name: String,
        /// The setting.
        key: &'static str,
    },
    /// The value of a setting is invalid.
    #[error("{0}")]
    Value(String),
}

impl Hinted for ConfigError {
    fn hint(&self) -> Option<Hint> {
        match self {
            Self::UnknownCode { .. } => Some(Hint::ListCodes),
            Self::Value(_) => None,
        }
    }
}

/// Returns the names of codes and of their families.
fn code_names() -> impl Iterator<Item = &'static str> {
    all_codes().flat_map(|code| [code.id, family(code.id)])
}

impl Config {
    /// Returns the findings that the project reports.
    pub fn selection(&self) -> Selection {
        Selection {
            select: self.select.clone(),
            ignore: self.ignore.clone(),
            severity: self.severity.clone(),
        }
    }

    /// Returns the settings if their values are valid.
    ///
    /// # Errors
    /// Returns an error that names the first invalid value.
    pub fn checked(self) -> Result<Self, ConfigError> {
        let selection = self.selection();
        if let Some(unknown_name) = selection.errors().next() {
            return Err(unknown_name);
        }
        // The file may come with other people's records, so it must not lead out of its folder or
        // put a script into a page.
        if let Some(deck) = self.decks.iter().find(|deck| !is_inside(deck)) {
            return Err(ConfigError::Value(format!(
                "`{deck}` in `decks` is not a path inside the folder of the settings file"
            )));
        }

        match &self.theme {
            Some(theme) if Theme::named(theme).is_none() && !is_yaml_inside(theme) => {
                let names: Vec<&str> = Theme::names().collect();
                return Err(ConfigError::Value(format!(
                    "unknown theme `{theme}` (one of {}, or a YAML file)",
                    names.join(", ")
                )));
            }
            _ => {}
        }

        match &self.book.url {
            Some(url) if !is_address(url) => Err(ConfigError::Value(
                "`url` in [book] must begin with https://, http:// or file://, or be the word none"
                    .to_owned(),
            )),
            Some(url) if url != "none" && BookAddress::new(url).is_none() => {
                Err(ConfigError::Value(
                    "`url` in [book] must not contain spaces, quotes or brackets".to_owned(),
                ))
            }
            _ => Ok(self),
        }
    }
}

impl Selection {
    /// Returns an error for each name that is neither a code nor a family of codes.
    pub fn unknown_names(&self) -> Vec<ConfigError> {
        self.errors().collect()
    }

    fn errors(&self) -> impl Iterator<Item = ConfigError> {
        let select = self.select.iter().map(|name| ("select", name));
        let ignore = self.ignore.iter().map(|name| ("ignore", name));
        let severity = self.severity.keys().map(|name| ("severity", name));
        let is_unknown = |name: &str| !all_codes().any(|code| matches_name(code.id, name));
        select
            .chain(ignore)
            .chain(severity)
            .filter(move |(_, name)| is_unknown(name))
            .map(|(key, name)| ConfigError::UnknownCode {
                name: name.clone(),
                key,
            })
    }

    /// Returns true if all findings are reported, with their own severities.
    fn is_all(&self) -> bool {
        self.select.is_empty() && self.ignore.is_empty() && self.severity.is_empty()
    }

    /// Returns true if a finding is reported.
    pub fn has(&self, finding: &Finding) -> bool {
        let is_named =
            |names: &[String]| names.iter().any(|name| matches_name(finding.code.id, name));
        (self.select.is_empty() || is_named(&self.select)) && !is_named(&self.ignore)
    }

    /// Removes the findings that are not reported, and sets the severities of the others.
    pub fn apply(&self, findings: &mut Vec<Finding>) {
        if self.is_all() {
            return;
        }
        findings.retain(|finding| self.has(finding));
        for finding in findings {
            // A finding whose severity was changed keeps it: a waived error stays a warning.
            let is_waived = finding.severity != finding.code.severity;
            if let Some(severity) = self.severity_of(finding.code.id)
                && !is_waived
            {
                finding.severity = severity;
            }
        }
    }

    /// Returns the severity that the settings give a code.
    fn severity_of(&self, code: &str) -> Option<Severity> {
        // The name of a family may end with its slash: `gipf/`.
        let of_family = || {
            self.severity
                .get(family(code))
                .or_else(|| self.severity.get(&format!("{}/", family(code))))
        };
        self.severity.get(code).or_else(of_family).copied()
    }
}

/// Returns the family of a code: the part before the slash.
pub fn family(code: &str) -> &str {
    code.split('/').next().unwrap_or(code)
}

/// Returns true if a code has the given name or belongs to the family of that name.
fn matches_name(code: &str, name: &str) -> bool {
    let name = name.strip_suffix('/').unwrap_or(name);
    code.strip_prefix(name)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns true if a relative path cannot lead out of its folder.
fn is_inside(path: &str) -> bool {
    // On Windows, `\` separates folders, and `:` follows the name of a drive.
    let is_plain = !path.is_empty() && !path.starts_with('/') && !path.contains(['\\', ':', '\0']);
    is_plain && path.split('/').all(|part| part != "..")
}

fn is_yaml_inside(path: &str) -> bool {
    is_inside(path) && (path.ends_with(".yaml") || path.ends_with(".yml"))
}

fn is_address(url: &str) -> bool {
    url == "none"
        || ["https://", "http://", "file://"]
            .iter()
            .any(|start| url.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::code_named;
    use crate::text::Span;

    fn finding(code: &str) -> Finding {
        Finding::new(code_named(code).unwrap(), Span::default(), "")
    }

    fn selection(select: &[&str], ignore: &[&str]) -> Selection {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Selection {
            select: owned(select),
            ignore: owned(ignore),
            ..Selection::default()
        }
    }

    #[test]
    fn families_are_named_whole() {
        let has = |selection: Selection, code| selection.has(&finding(code));
        assert!(has(selection(&[], &[]), "gipf/line-full"));
        assert!(has(selection(&["gipf"], &[]), "gipf/line-full"));
        assert!(has(selection(&["gipf/line-full"], &[]), "gipf/line-full"));
        assert!(!has(selection(&["gipf"], &[]), "turn/number"));
        assert!(
            !has(selection(&["pip"], &[]), "pippip/off-board"),
            "a family is no beginning of another"
        );
        assert!(!has(
            selection(&["gipf/line-full"], &["gipf"]),
            "gipf/line-full"
        ));
        assert!(has(selection(&[], &["gipf"]), "turn/number"));
    }

    #[test]
    fn the_severity_of_a_code_overrides_that_of_its_family() {
        let severity = [
            ("gipf", Severity::Warning),
            ("gipf/no-row", Severity::Error),
            ("turn/number", Severity::Error),
        ]
        .map(|(name, severity)| (name.to_owned(), severity))
        .into();
        let selection = Selection {
            severity,
            ..selection(&[], &["tag"])
        };
        let mut waived = finding("gipf/no-row");
        waived.severity = Severity::Warning;
        let names = [
            "gipf/line-full",
            "gipf/no-row",
            "turn/number",
            "tag/missing",
            "pipe/forced-pass",
        ];
        let mut findings: Vec<Finding> = names
            .iter()
            .filter_map(|name| code_named(name))
            .map(|code| finding(code.id))
            .collect();
        findings.push(waived);
        selection.apply(&mut findings);
        let left: Vec<_> = findings
            .iter()
            .map(|finding| (finding.code.id, finding.severity))
            .collect();
        assert_eq!(
            left[..3],
            [
                ("gipf/line-full", Severity::Warning),
                ("gipf/no-row", Severity::Error),
                ("turn/number", Severity::Error),
            ]
        );
        assert_eq!(
            left.last(),
            Some(&("gipf/no-row", Severity::Warning)),
            "waived"
        );
        assert!(!left.iter().any(|(code, _)| code.starts_with("tag/")));
    }

    #[test]
    fn settings_stay_inside_their_folder() {
        let settings_of = |decks: &[&str], theme: Option<&str>| {
            let decks = decks.iter().map(|deck| (*deck).to_owned()).collect();
            Config {
                decks,
                theme: theme.map(str::to_owned),
                ..Config::default()
            }
            .checked()
            .is_ok()
        };
        assert!(settings_of(
            &["twin-works", "decks/own.yaml", "./a.yaml"],
            Some("dark")
        ));
        assert!(settings_of(&[], Some("themes/own.yaml")));
        for path in [
            "/etc/a.yaml",
            "../a.yaml",
            "a/../../b.yaml",
            "C:/a.yaml",
            "\\\\host\\a.yaml",
            "",
        ] {
            assert!(!settings_of(&[path], None), "{path}");
            assert!(!settings_of(&[], Some(path)), "{path}");
        }
        assert!(!settings_of(&[], Some("darkk")));
    }
}
