//! `pipscribe.toml`: the settings of a project that all commands share.

use serde_json::{Value, json};

use crate::support::{Folder, JsonSchema, Ran, Run, root};

/// A record with an error, one with a warning, and one without findings.
const RECORDS: &str = r#"[Game "gipf"]
[Variant "basic"]

1. a6 *
[Game "gipf"]
[Variant "basic"]

2. b3 *
[Game "gipf"]
[Variant "basic"]

1. b3 *
"#;

/// A folder with these settings, and with records in a folder below.
fn project(name: &str, settings: &str) -> Folder {
    let folder = Folder::new(name);
    folder.file("pipscribe.toml", settings);
    folder.file("games/all.pips", RECORDS);
    folder
}

/// Runs a command in the folder with the records.
fn run(folder: &Folder, arguments: &[&str]) -> Ran {
    Run::new(arguments).current_dir(folder.path().join("games")).done()
}

/// The severities and codes that `check` lists, after its exit status.
fn listed(folder: &Folder, arguments: &[&str]) -> (Option<i32>, Vec<String>) {
    let output = run(folder, &[&["check", "--format", "short", "all.pips"], arguments].concat());
    let finding = |line: &str| line.split(' ').find(|word| word.ends_with(']')).unwrap().to_owned();
    (output.status(), output.stdout().lines().map(finding).collect())
}

#[test]
fn findings_are_selected_and_get_their_severity() {
    let error = "error[gipf/off-board]".to_owned();
    let warning = "warning[turn/number]".to_owned();
    let folder = project("config-select", "ignore = [\"turn/number\"]\n");
    assert_eq!(listed(&folder, &[]), (Some(1), vec![error.clone()]));
    // An option replaces the setting of the same name.
    assert_eq!(listed(&folder, &["--ignore", "gipf"]), (Some(0), vec![warning.clone()]));
    assert_eq!(listed(&folder, &["--select", "turn"]), (Some(0), vec![]));
    assert_eq!(listed(&folder, &["--no-config"]), (Some(1), vec![error.clone(), warning.clone()]));

    folder.file("pipscribe.toml", "select = [\"turn\"]\n");
    assert_eq!(listed(&folder, &[]), (Some(0), vec![warning.clone()]));
    folder.file("pipscribe.toml", "[severity]\ngipf = \"warning\"\n\"turn/number\" = \"error\"\n");
    let swapped = ["warning[gipf/off-board]".to_owned(), "error[turn/number]".to_owned()];
    assert_eq!(listed(&folder, &[]), (Some(1), swapped.to_vec()));
    let json = run(&folder, &["check", "--format", "json", "all.pips"]).stdout();
    let records: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records[0]["findings"][0]["severity"], "warning");
    let valid: Vec<&Value> = records.iter().map(|record| &record["valid"]).collect();
    assert_eq!(valid, [false, true, true], "the verdict is that of the rules");
}

#[test]
fn decks_are_those_of_the_project() {
    let deck = std::fs::read_to_string(root().join("src/decks/twin-works.yaml")).unwrap();
    let own = deck.replace("name: twin-works", "name: own");
    assert_ne!(own, deck);
    let folder = project("config-decks", "decks = [\"decks/mine.yaml\"]\n");
    folder.file("decks/mine.yaml", &own);
    folder.file("games/pipe.pips", "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"own\"]\n\n*\n");
    let found = run(&folder, &["check", "--format", "short", "pipe.pips"]);
    assert!(!found.stdout().contains("deck/"), "{}", found.stdout());
    let without = run(&folder, &["check", "--format", "short", "--no-config", "pipe.pips"]);
    assert!(without.stdout().contains("error[deck/unknown]"), "{}", without.stdout());
    folder.file("pipscribe.toml", "decks = [\"decks/gone.yaml\"]\n");
    run(&folder, &["check", "pipe.pips"]).expect_status(2).expect_stderr("gone.yaml");
}

#[test]
fn the_theme_is_that_of_the_project() {
    let render = ["render", "--format", "svg", "--record", "3", "all.pips"];
    let folder = project("config-theme", "theme = \"dark\"\n");
    let plain = run(&folder, &[&render[..], &["--no-config"]].concat()).stdout();
    let dark = run(&folder, &[&render[..], &["--no-config", "--theme", "dark"]].concat()).stdout();
    assert!(dark.starts_with("<svg") && dark != plain);
    assert!(run(&folder, &render).stdout() == dark);
    assert!(run(&folder, &[&render[..], &["--theme", "print"]].concat()).stdout() == plain);
    // A file is relative to the file of settings.
    folder.file("pipscribe.toml", "theme = \"themes/own.yaml\"\n");
    folder.file("themes/own.yaml", "name: own\nextends: dark\n");
    assert!(run(&folder, &render).stdout().replace("pips-own", "pips-dark") == dark);

    folder.file("pipscribe.toml", "theme = \"dark\"\n");
    let content = "```pips turn=1\n[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n```\n";
    let chapter = json!({ "Chapter": { "name": "a", "content": content, "sub_items": [], "path": "a.md" } });
    let context = json!({ "root": "/book", "config": { "preprocessor": { "pipscribe": {} } } });
    let book = json!([context, { "items": [chapter] }]).to_string();
    let drawn = |arguments: &[&str]| {
        let run = Run::new(arguments).current_dir(folder.path().join("games")).stdin(&book);
        run.done().expect_status(0).stdout()
    };
    assert_ne!(drawn(&["mdbook"]), drawn(&["mdbook", "--no-config"]));
}

#[test]
fn invalid_settings_are_reported_with_their_file() {
    let folder = project("config-invalid", "ignore = [\"gipf/of-board\"]\n");
    let output = run(&folder, &["check", "all.pips"]).expect_status(2);
    let message = "pipscribe.toml: unknown code `gipf/of-board` in `ignore`: did you mean `gipf/off-board`?";
    assert!(output.stderr().contains(message), "{}", output.stderr());
    run(&folder, &["check", "--no-config", "all.pips"]).expect_status(1);
    for settings in
        ["theme = \"../../own.yaml\"\n", "decks = [\"/etc/hosts\"]\n", "colour = 1\n", "[severity]\ngipf = 1\n"]
    {
        folder.file("pipscribe.toml", settings);
        run(&folder, &["check", "all.pips"]).expect_status(2).expect_stderr("pipscribe.toml: ");
    }
}

#[test]
fn the_schema_describes_the_file() {
    let schema = JsonSchema::shipped("config");
    let full = json!({
        "select": ["gipf"], "ignore": ["turn/number"], "severity": { "gipf": "warning" }, "decks": ["own.yaml"],
        "theme": "dark", "book": { "url": "none" },
    });
    assert_eq!(schema.complaint(&full), None);
    for wrong in [json!({ "selects": [] }), json!({ "ignore": "gipf" }), json!({ "severity": { "gipf": "off" } })] {
        assert!(!schema.fits(&wrong), "{wrong}");
    }
}
