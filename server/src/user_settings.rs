//! User settings that a client sends. [`UserSettings::parse`] reads them one by one, so that one
//! invalid setting does not discard the others; [`UserSettings::applied_to`] puts them in the place
//! of the settings of a project.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::environment::Project;
use pipscribe::check::Selection;
use pipscribe::draw::Theme;
use pipscribe::findings::Severity;
use pipscribe::text::did_you_mean;

/// User settings, from `initializationOptions` or the section `pipscribe` of the configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UserSettings {
    /// True if boards are also shown as images; by default, they are if the client shows images.
    pub(super) images: Option<bool>,
    /// Theme of images: print, screen, dark or high-contrast; by default the theme of the project,
    /// or otherwise screen.
    pub(super) theme: Option<String>,
    /// True if boards in text use Unicode characters.
    pub(super) unicode: bool,
    /// Inlay hints to show.
    pub(super) inlay_hints: InlaySettings,
    /// Pause in typing before a document is checked, in milliseconds.
    pub(super) delay: u64,
    /// Codes or families to report; by default those in the project settings.
    pub(super) select: Option<Vec<String>>,
    /// Codes or families to ignore; by default those in the project settings.
    pub(super) ignore: Option<Vec<String>>,
    /// Severities of codes or families; by default those in the project settings.
    pub(super) severity: Option<BTreeMap<String, Severity>>,
    /// Decks of the Pipe Game, in addition to those of the project.
    pub(super) decks: Vec<String>,
    /// The first problem in the settings, in words.
    pub(super) problem: Option<String>,
}

/// Names of the settings.
const SETTING_NAMES: [&str; 9] = [
    "decks",
    "delay",
    "ignore",
    "images",
    "inlayHints",
    "select",
    "severity",
    "theme",
    "unicode",
];
/// Names of settings that editor extensions use themselves.
const EDITOR_SETTINGS: [&str; 2] = ["path", "trace"];

/// Default pause before a check, in milliseconds.
const DEFAULT_DELAY: u64 = 12;

impl Default for UserSettings {
    fn default() -> Self {
        Self {
            images: None,
            theme: None,
            unicode: false,
            inlay_hints: InlaySettings::default(),
            delay: DEFAULT_DELAY,
            select: None,
            ignore: None,
            severity: None,
            decks: Vec::new(),
            problem: None,
        }
    }
}

impl UserSettings {
    /// Reads the settings that a client sends, with or without the section `pipscribe`. A setting
    /// of the wrong type keeps its default. Such settings and unknown settings are reported in
    /// `problem`.
    pub(super) fn parse(value: &Value) -> Option<Self> {
        let section = value.get("pipscribe");
        let given = section
            .unwrap_or(value)
            .as_object()
            .filter(|given| !given.is_empty())?;
        let mut settings = Self::default();
        let mut wrong = Vec::new();
        read_setting(given, "images", &mut settings.images, &mut wrong);
        read_setting(given, "theme", &mut settings.theme, &mut wrong);
        read_setting(given, "unicode", &mut settings.unicode, &mut wrong);
        read_setting(given, "delay", &mut settings.delay, &mut wrong);
        read_setting(given, "select", &mut settings.select, &mut wrong);
        read_setting(given, "ignore", &mut settings.ignore, &mut wrong);
        read_setting(given, "severity", &mut settings.severity, &mut wrong);
        read_setting(given, "decks", &mut settings.decks, &mut wrong);
        if let Some(hints) = given.get("inlayHints").and_then(Value::as_object) {
            let InlaySettings {
                seat,
                reserve,
                score,
                unwritten,
            } = &mut settings.inlay_hints;
            let named = [
                ("seat", seat),
                ("reserve", reserve),
                ("score", score),
                ("unwritten", unwritten),
            ];
            for (name, hint) in named {
                read_setting(hints, name, hint, &mut wrong);
            }
        }

        let wrong_type = || {
            wrong
                .first()
                .map(|name| format!("the setting `{name}` has a value of the wrong type"))
        };
        let wrong_theme = settings
            .theme
            .take_if(|name| Theme::named(name).is_none())
            .map(|name| unknown_theme(&name));
        settings.problem = unknown_setting(given, section.is_some())
            .or_else(wrong_type)
            .or(wrong_theme);
        Some(settings)
    }

    /// Returns the settings of a project, in which the user's settings replace those of the same
    /// name.
    pub(super) fn applied_to(&self, mut project: Project) -> Project {
        let Selection {
            select,
            ignore,
            severity,
        } = &mut project.selection;
        replace(select, self.select.as_ref());
        replace(ignore, self.ignore.as_ref());
        replace(severity, self.severity.as_ref());
        let theme = self.theme.as_deref().and_then(Theme::named);
        project.theme = theme.or(project.theme);
        project
    }
}

/// Inlay hints to show between the turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is chosen by itself")]
pub(super) struct InlaySettings {
    /// Seat that takes the turn.
    pub(super) seat: bool,
    /// Reserve left.
    pub(super) reserve: bool,
    /// Score, if the turn changes it.
    pub(super) score: bool,
    /// The part of a turn that its notation leaves implicit.
    pub(super) unwritten: bool,
}

impl Default for InlaySettings {
    fn default() -> Self {
        Self {
            seat: true,
            reserve: true,
            score: true,
            unwritten: true,
        }
    }
}

/// Stores a setting if it has the right type; otherwise adds its name to the list of invalid
/// settings.
fn read_setting<T: DeserializeOwned>(
    given: &Map<String, Value>,
    name: &'static str,
    into: &mut T,
    wrong: &mut Vec<&'static str>,
) {
    let Some(value) = given.get(name) else {
        return;
    };
    match serde_json::from_value(value.clone()) {
        Ok(setting) => *into = setting,
        // Clients send null for a setting without a value.
        Err(_) if value.is_null() => {}
        Err(_) => wrong.push(name),
    }
}

/// Returns a sentence about the first unknown setting. A client may send the settings of all its
/// servers; settings of other servers do not count as unknown.
fn unknown_setting(given: &Map<String, Value>, is_section: bool) -> Option<String> {
    let is_known = |name: &str| SETTING_NAMES.contains(&name) || EDITOR_SETTINGS.contains(&name);
    // Without the section `pipscribe`, settings of which none is known belong to another server.
    if !is_section && !given.keys().any(|name| is_known(name)) {
        return None;
    }
    let name = given.keys().find(|name| !is_known(name))?;
    Some(format!(
        "unknown setting `{name}`{}",
        did_you_mean(name, SETTING_NAMES)
    ))
}

/// Returns a sentence about a theme that does not exist.
pub(super) fn unknown_theme(name: &str) -> String {
    let names = Theme::names().collect::<Vec<_>>().join(", ");
    let near = did_you_mean(name, Theme::names());
    let name = name.escape_debug();
    match near.as_str() {
        "" => format!("unknown theme `{name}`; the themes are {names}"),
        near => format!("unknown theme `{name}`{near}"),
    }
}

/// Replaces a value if there is another one.
fn replace<T: Clone>(value: &mut T, by: Option<&T>) {
    if let Some(other) = by {
        value.clone_from(other);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn settings_are_read_with_or_without_the_server_name() {
        let dark = UserSettings {
            theme: Some("dark".into()),
            images: Some(false),
            ..UserSettings::default()
        };
        for value in [
            json!({"theme": "dark", "images": false}),
            json!({"pipscribe": {"theme": "dark", "images": false}}),
        ] {
            assert_eq!(UserSettings::parse(&value).as_ref(), Some(&dark));
        }

        let quiet =
            UserSettings::parse(&json!({"inlayHints": {"seat": false}, "thema": 1})).unwrap();
        assert_eq!(
            quiet.problem.as_deref(),
            Some("unknown setting `thema`: did you mean `theme`?")
        );
        assert_eq!(
            quiet.inlay_hints,
            InlaySettings {
                seat: false,
                ..InlaySettings::default()
            }
        );
        assert_eq!(
            [json!(null), json!({})].map(|value| UserSettings::parse(&value)),
            [None, None]
        );
        let wrong = json!({"images": "no", "theme": "dark", "delay": "long", "inlayHints": {"seat": 1, "score": false}});
        let inlay_hints = InlaySettings {
            score: false,
            ..InlaySettings::default()
        };
        let problem = Some("the setting `images` has a value of the wrong type".to_owned());
        let others = UserSettings {
            theme: Some("dark".into()),
            inlay_hints,
            problem,
            ..UserSettings::default()
        };
        assert_eq!(UserSettings::parse(&wrong), Some(others), "each by itself");
    }

    #[test]
    fn a_wrong_theme_is_the_problem_and_not_used() {
        for (theme, problem) in [
            ("dak", "unknown theme `dak`: did you mean `dark`?"),
            (
                "puce",
                "unknown theme `puce`; the themes are print, screen, dark, high-contrast",
            ),
        ] {
            let settings = UserSettings::parse(&json!({"theme": theme, "unicode": true})).unwrap();
            assert_eq!(settings.problem.as_deref(), Some(problem));
            assert_eq!((settings.theme, settings.unicode), (None, true));
        }
    }

    #[test]
    fn settings_of_other_servers_and_of_extensions_are_not_unknown() {
        let problem =
            |value: Value| UserSettings::parse(&value).and_then(|settings| settings.problem);
        assert_eq!(problem(json!({"other": {"x": 1}})), None);
        assert_eq!(
            problem(json!({"pipscribe": {"path": "", "trace": {}, "theme": null, "delay": null}})),
            None
        );
        assert!(problem(json!({"pipscribe": {"other": 1}})).is_some());
    }
}
