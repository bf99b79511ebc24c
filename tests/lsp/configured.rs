//! User settings and project settings.

use std::path::Path;
use std::sync::{Arc, Mutex};

use pipscribe::check::{Config, Selection};
use pipscribe::draw::Theme;
use pipscribe_lsp::{Environment, NoFiles, Project};
use serde_json::{Value, json};

use super::{Editor, GIPF, URI, capabilities};

/// A file system in which every file belongs to one project.
#[derive(Debug, Default)]
struct InProject(Mutex<Project>);

impl InProject {
    fn set(&self, selection: &str, problem: Option<&str>) {
        let config: Config = serde_json::from_str(selection).unwrap();
        let problem = problem.map(str::to_owned);
        *self.0.lock().unwrap() = Project {
            selection: config.selection(),
            theme: Theme::named("dark"),
            problem,
        };
    }
}

impl Environment for InProject {
    fn project(&self, _path: Option<&Path>) -> Project {
        self.0.lock().unwrap().clone()
    }
}

/// An error and a warning.
fn faulty() -> String {
    format!("{GIPF}2. b3 3. a6 *\n")
}

/// Returns the codes and severities of diagnostics.
fn codes_with_severities(diagnostics: &[Value]) -> Vec<(&str, u64)> {
    let with_codes = diagnostics.iter().filter(|one| one["code"].is_string());
    with_codes
        .map(|one| {
            (
                one["code"].as_str().unwrap(),
                one["severity"].as_u64().unwrap(),
            )
        })
        .collect()
}

/// Unknown settings are reported once.
#[test]
fn unknown_settings_of_the_editor_are_reported() {
    let mut editor = Editor::with(
        capabilities(),
        json!({ "selekt": ["gipf"], "delay": 0 }),
        Arc::new(NoFiles),
    );
    editor.open(URI, &faulty());
    assert_eq!(editor.diagnostics(URI, 1).len(), 2);
    let shown = editor
        .heard
        .iter()
        .filter(|said| said.method == "window/showMessage");
    let shown: Vec<_> = shown
        .map(|said| said.params["message"].as_str().unwrap())
        .collect();
    assert_eq!(
        shown,
        ["pipscribe: unknown setting `selekt`: did you mean `select`?"]
    );
    editor.close();
}

/// Returns the messages that were shown to the user.
fn shown(editor: &Editor) -> Vec<&str> {
    let shown = editor
        .heard
        .iter()
        .filter(|said| said.method == "window/showMessage");
    shown
        .map(|said| said.params["message"].as_str().unwrap())
        .collect()
}

/// The message precedes the answer to a later request.
#[test]
fn all_wrong_settings_are_reported_before_a_document_is_open() {
    let options = json!({ "selec": [], "ignore": ["gipf/of-board", "gip"], "delay": "long" });
    let mut editor = Editor::with(capabilities(), options, Arc::new(NoFiles));
    editor.ask("workspace/symbol", json!({ "query": "" }));
    let message = shown(&editor).join("\n");
    for part in [
        "unknown setting `selec`: did you mean `select`?",
        "the setting `delay` has a value of the wrong type",
        "did you mean `gipf/off-board`?",
        "unknown code `gip` in `ignore`",
    ] {
        assert!(message.contains(part), "{part}: {message}");
    }
    assert_eq!(shown(&editor).len(), 1, "{message}");

    // A document shows nothing again, a change shows what is new.
    editor.open(URI, &faulty());
    editor.diagnostics(URI, 1);
    assert_eq!(shown(&editor).len(), 1);
    let settings = json!({ "settings": { "pipscribe": { "delay": "long", "theme": "dak" } } });
    editor.tell("workspace/didChangeConfiguration", settings);
    editor.ask("workspace/symbol", json!({ "query": "" }));
    assert_eq!(
        shown(&editor)[1..],
        ["pipscribe: unknown theme `dak`: did you mean `dark`?"]
    );
    editor.close();
}

#[test]
fn one_misspelt_setting_alone_is_reported() {
    let options = json!({ "selec": [] });
    let mut editor = Editor::with(capabilities(), options, Arc::new(NoFiles));
    editor.ask("workspace/symbol", json!({ "query": "" }));
    assert_eq!(
        shown(&editor),
        ["pipscribe: unknown setting `selec`: did you mean `select`?"]
    );
    editor.close();
}

#[test]
fn the_settings_of_the_project_apply_and_those_of_the_user_override_them() {
    let files = Arc::new(InProject::default());
    files.set(
        r#"{"ignore": ["turn"], "severity": {"gipf": "warning"}}"#,
        None,
    );
    let mut editor = Editor::with(
        capabilities(),
        json!(null),
        Arc::clone(&files) as Arc<dyn Environment>,
    );
    editor.open(URI, &faulty());
    assert_eq!(
        codes_with_severities(&editor.diagnostics(URI, 1)),
        [("gipf/off-board", 2)]
    );
    // After a change of a theme or of the settings file, the settings are read again, and open
    // documents are checked again.
    for (file, settings, expected) in [
        (
            "themes/own.yml",
            r#"{"select": ["gipf"]}"#,
            ("gipf/off-board", 1),
        ),
        (
            "pipscribe.toml",
            r#"{"select": ["turn/number"]}"#,
            ("turn/number", 2),
        ),
    ] {
        files.set(settings, None);
        let uri = format!("file:///games/{file}");
        let changes = json!({ "changes": [{ "uri": uri, "type": 2 }] });
        editor.tell("workspace/didChangeWatchedFiles", changes);
        assert_eq!(
            codes_with_severities(&editor.diagnostics(URI, 1)),
            [expected],
            "{file}"
        );
    }
    let configure = |editor: &Editor, settings: Value| {
        editor.tell(
            "workspace/didChangeConfiguration",
            json!({ "settings": { "pipscribe": settings } }),
        );
    };
    configure(
        &editor,
        json!({ "select": [], "severity": { "turn/number": "error" } }),
    );
    assert_eq!(
        codes_with_severities(&editor.diagnostics(URI, 1)),
        [("turn/number", 1), ("gipf/off-board", 1)]
    );
    configure(
        &editor,
        json!({ "select": ["gipf"], "ignore": ["gipf/off-board"] }),
    );
    assert_eq!(codes_with_severities(&editor.diagnostics(URI, 1)), []);
    editor.close();
}

#[test]
fn what_is_wrong_with_settings_is_shown_once() {
    let files = Arc::new(InProject::default());
    files.set("{}", Some("pipscribe.toml: nonsense"));
    let mut editor = Editor::with(
        capabilities(),
        json!(null),
        Arc::clone(&files) as Arc<dyn Environment>,
    );
    for uri in [URI, "file:///games/b.pips"] {
        editor.open(uri, &faulty());
        assert_eq!(codes_with_severities(&editor.diagnostics(uri, 1)).len(), 2);
    }
    let shown = |editor: &Editor| -> Vec<String> {
        let shown = editor
            .heard
            .iter()
            .filter(|said| said.method == "window/showMessage");
        shown
            .map(|said| said.params["message"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(shown(&editor), ["pipscribe: pipscribe.toml: nonsense"]);
    files.set("{}", None);
    let settings = json!({ "settings": { "pipscribe": { "ignore": ["gipf/of-board"] } } });
    editor.tell("workspace/didChangeConfiguration", settings);
    editor.diagnostics(URI, 1);
    assert!(
        shown(&editor)[1].contains("did you mean `gipf/off-board`?"),
        "{:?}",
        shown(&editor)
    );
    editor.close();
}

#[test]
fn the_theme_of_the_project_is_that_of_boards() {
    let files = Arc::new(InProject::default());
    let board = |options: Value, files: Arc<dyn Environment>| {
        let mut editor = Editor::with(capabilities(), options, files);
        let board = editor.ask_at("pipscribe/board", &format!("{GIPF}1. b3^ *\n"))["svg"].clone();
        editor.close();
        board
    };
    let plain = board(json!(null), Arc::new(NoFiles));
    let dark = board(json!({ "theme": "dark" }), Arc::new(NoFiles));
    assert_ne!(plain, dark);
    files.set("{}", None);
    assert_eq!(
        board(json!(null), Arc::clone(&files) as Arc<dyn Environment>),
        dark
    );
    assert_eq!(board(json!({ "theme": "screen" }), files), plain);
}

#[test]
fn a_selection_of_unknown_codes_is_an_error() {
    let of = |name: &str| Selection {
        ignore: vec![name.to_owned()],
        ..Selection::default()
    };
    for name in ["gipf", "gipf/off-board", "gipf/"] {
        assert!(of(name).unknown_names().is_empty(), "{name}");
    }
    for name in ["gip", ""] {
        assert_eq!(of(name).unknown_names().len(), 1, "{name}");
    }
}
