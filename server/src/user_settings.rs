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
use pipscribe::text::{did_you_mean, shorten};

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
    /// The problems in the settings, in words.
    pub(super) problems: Vec<String>,
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
/// Names of the inlay hints in the setting `inlayHints`.
const HINT_NAMES: [&str; 4] = ["reserve", "score", "seat", "unwritten"];
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
            problems: Vec::new(),
        }
    }
}

/// Who else may read the settings that a client sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Readers {
    /// Only this server: each name that it does not know is a mistake.
    ThisServer,
    /// All servers of the client: names that are not like those of this server belong to others.
    AllServers,
}

impl UserSettings {
    /// Reads the changed settings that a client sends, with or without the section `pipscribe`. A
    /// setting of the wrong type keeps its default. Such settings and unknown settings are reported
    /// in `problems`.
    pub(super) fn parse(value: &Value) -> Option<Self> {
        Self::read(value, Readers::AllServers)
    }

    /// Reads the settings in `initializationOptions` in the same way. Only this server gets them.
    pub(super) fn parse_options(value: &Value) -> Option<Self> {
        Self::read(value, Readers::ThisServer)
    }

    fn read(value: &Value, readers: Readers) -> Option<Self> {
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
        let mut wrong_hints = Vec::new();
        let hints = given.get("inlayHints");
        if let Some(hints) = hints.and_then(Value::as_object) {
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
                read_setting(hints, name, hint, &mut wrong_hints);
            }
            settings.problems = unknown_hints(hints);
        } else if hints.is_some_and(|hints| !hints.is_null()) {
            wrong.push("inlayHints");
        }

        let hint_paths = wrong_hints
            .into_iter()
            .map(|name| format!("inlayHints.{name}"));
        let wrong_types = wrong
            .into_iter()
            .map(str::to_owned)
            .chain(hint_paths)
            .map(|name| format!("the setting `{name}` has a value of the wrong type"));
        let wrong_theme = settings
            .theme
            .take_if(|name| Theme::named(name).is_none())
            .map(|name| unknown_theme(&name));
        let readers = if section.is_some() {
            Readers::ThisServer
        } else {
            readers
        };
        let mut problems = unknown_settings(given, readers);
        problems.append(&mut settings.problems);
        problems.extend(wrong_types);
        problems.extend(wrong_theme);
        settings.problems = problems;
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

/// Returns a sentence about each unknown setting. A client may send the settings of all its
/// servers; settings of other servers do not count as unknown.
fn unknown_settings(given: &Map<String, Value>, readers: Readers) -> Vec<String> {
    let is_known = |name: &str| SETTING_NAMES.contains(&name) || EDITOR_SETTINGS.contains(&name);
    // If one setting is known, they are those of this server.
    let are_ours =
        readers == Readers::ThisServer || given.keys().any(|name| is_known(name.as_str()));
    let unknown = given.keys().filter(|name| !is_known(name.as_str()));
    let complaints = unknown.filter_map(|name| {
        let near = did_you_mean(name, SETTING_NAMES);
        (are_ours || !near.is_empty()).then(|| unknown_name(name, &near))
    });
    complaints.collect()
}

/// Returns a sentence about each unknown name in the setting `inlayHints`.
fn unknown_hints(hints: &Map<String, Value>) -> Vec<String> {
    let unknown = hints
        .keys()
        .filter(|name| !HINT_NAMES.contains(&name.as_str()));
    unknown
        .map(|name| {
            unknown_name(
                &format!("inlayHints.{name}"),
                &did_you_mean(name, HINT_NAMES),
            )
        })
        .collect()
}

/// Returns a sentence about a setting that does not exist; `near` asks for the one that is like it.
fn unknown_name(name: &str, near: &str) -> String {
    format!("unknown setting `{}`{near}", shorten(name).escape_debug())
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
            quiet.problems,
            ["unknown setting `thema`: did you mean `theme`?"]
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
        let problems = ["images", "delay", "inlayHints.seat"]
            .map(|name| format!("the setting `{name}` has a value of the wrong type"));
        let others = UserSettings {
            theme: Some("dark".into()),
            inlay_hints,
            problems: problems.to_vec(),
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
            assert_eq!(settings.problems, [problem]);
            assert_eq!((settings.theme, settings.unicode), (None, true));
        }
    }

    #[test]
    fn settings_of_other_servers_and_of_extensions_are_not_unknown() {
        let problem = |value: Value| {
            let settings = UserSettings::parse(&value)?;
            settings.problems.into_iter().next()
        };
        assert_eq!(problem(json!({"other": {"x": 1}})), None);
        assert_eq!(
            problem(json!({"pipscribe": {"path": "", "trace": {}, "theme": null, "delay": null}})),
            None
        );
        assert!(problem(json!({"pipscribe": {"other": 1}})).is_some());
    }

    #[test]
    fn every_problem_is_named() {
        let value = json!({"selec": [], "decs": [], "theme": "dak", "inlayHints": {"seats": true}});
        let expected = [
            "unknown setting `decs`: did you mean `decks`?",
            "unknown setting `selec`: did you mean `select`?",
            "unknown setting `inlayHints.seats`: did you mean `seat`?",
            "unknown theme `dak`: did you mean `dark`?",
        ];
        assert_eq!(UserSettings::parse(&value).unwrap().problems, expected);

        let value = json!({"inlayHints": true});
        let problems = UserSettings::parse(&value).unwrap().problems;
        assert_eq!(
            problems,
            ["the setting `inlayHints` has a value of the wrong type"]
        );
    }

    /// A client that sends only a misspelt setting means this server.
    #[test]
    fn a_misspelt_setting_alone_is_reported() {
        let misspelt = json!({"selec": []});
        let expected = ["unknown setting `selec`: did you mean `select`?"];
        for settings in [
            UserSettings::parse(&misspelt),
            UserSettings::parse_options(&misspelt),
        ] {
            assert_eq!(settings.unwrap().problems, expected);
        }
        let other = UserSettings::parse_options(&json!({"other": 1})).unwrap();
        assert_eq!(other.problems, ["unknown setting `other`"]);
    }
}
