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
    Run::new(arguments)
        .current_dir(folder.path().join("games"))
        .done()
}

/// The severities and codes that `check` lists, after its exit status.
fn listed(folder: &Folder, arguments: &[&str]) -> (Option<i32>, Vec<String>) {
    let output = run(
        folder,
        &[&["check", "--format", "short", "all.pips"], arguments].concat(),
    );
    let finding = |line: &str| {
        line.split(' ')
            .find(|word| word.ends_with(']'))
            .unwrap()
            .to_owned()
    };
    (
        output.status(),
        output.stdout().lines().map(finding).collect(),
    )
}

#[test]
fn findings_are_selected_and_get_their_severity() {
    let error = "error[gipf/off-board]".to_owned();
    let warning = "warning[turn/number]".to_owned();
    let folder = project("config-select", "ignore = [\"turn/number\"]\n");
    assert_eq!(listed(&folder, &[]), (Some(1), vec![error.clone()]));
    // An option replaces the setting of the same name.
    assert_eq!(
        listed(&folder, &["--ignore", "gipf"]),
        (Some(0), vec![warning.clone()])
    );
    assert_eq!(listed(&folder, &["--select", "turn"]), (Some(0), vec![]));
    assert_eq!(
        listed(&folder, &["--no-config"]),
        (Some(1), vec![error.clone(), warning.clone()])
    );

    folder.file("pipscribe.toml", "select = [\"turn\"]\n");
    assert_eq!(listed(&folder, &[]), (Some(0), vec![warning.clone()]));
    folder.file(
        "pipscribe.toml",
        "[severity]\ngipf = \"warning\"\n\"turn/number\" = \"error\"\n",
    );
    let swapped = [
        "warning[gipf/off-board]".to_owned(),
        "error[turn/number]".to_owned(),
    ];
    assert_eq!(listed(&folder, &[]), (Some(1), swapped.to_vec()));
    let json = run(&folder, &["check", "--format", "json", "all.pips"]).stdout();
    let records: Vec<Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(records[0]["findings"][0]["severity"], "warning");
    let valid: Vec<&Value> = records.iter().map(|record| &record["valid"]).collect();
    assert_eq!(
        valid,
        [false, true, true],
        "the verdict is that of the rules"
    );
}

#[test]
fn decks_are_those_of_the_project() {
    let deck = std::fs::read_to_string(root().join("src/decks/twin-works.yaml")).unwrap();
    let own = deck.replace("name: twin-works", "name: own");
    assert_ne!(own, deck);
    let folder = project("config-decks", "decks = [\"decks/mine.yaml\"]\n");
    folder.file("decks/mine.yaml", &own);
    folder.file(
        "games/pipe.pips",
        "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"own\"]\n\n*\n",
    );
    let found = run(&folder, &["check", "--format", "short", "pipe.pips"]);
    assert!(!found.stdout().contains("deck/"), "{}", found.stdout());
    let without = run(
        &folder,
        &["check", "--format", "short", "--no-config", "pipe.pips"],
    );
    assert!(
        without.stdout().contains("error[deck/unknown]"),
        "{}",
        without.stdout()
    );
    folder.file("pipscribe.toml", "decks = [\"decks/gone.yaml\"]\n");
    run(&folder, &["check", "pipe.pips"])
        .expect_status(2)
        .expect_stderr("gone.yaml");
}

#[test]
fn the_theme_is_that_of_the_project() {
    let render = ["render", "--format", "svg", "--record", "3", "all.pips"];
    let folder = project("config-theme", "theme = \"dark\"\n");
    let plain = run(&folder, &[&render[..], &["--no-config"]].concat()).stdout();
    let dark = run(
        &folder,
        &[&render[..], &["--no-config", "--theme", "dark"]].concat(),
    )
    .stdout();
    assert!(dark.starts_with("<svg") && dark != plain);
    assert!(run(&folder, &render).stdout() == dark);
    assert!(run(&folder, &[&render[..], &["--theme", "print"]].concat()).stdout() == plain);
    // File names are relative to the settings file.
    folder.file("pipscribe.toml", "theme = \"themes/own.yaml\"\n");
    folder.file("themes/own.yaml", "name: own\nextends: dark\n");
    assert!(
        run(&folder, &render)
            .stdout()
            .replace("pips-own", "pips-dark")
            == dark
    );

    folder.file("pipscribe.toml", "theme = \"dark\"\n");
    let content = "```pips turn=1\n[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n```\n";
    let chapter =
        json!({ "Chapter": { "name": "a", "content": content, "sub_items": [], "path": "a.md" } });
    // A book that is not on this machine counts as a book in the current folder.
    let context = json!({ "root": "/book", "config": { "preprocessor": { "pipscribe": {} } } });
    let book = json!([context, { "items": [chapter] }]).to_string();
    let drawn = |arguments: &[&str]| {
        let run = Run::new(arguments)
            .current_dir(folder.path().join("games"))
            .stdin(&book);
        run.done().expect_status(0).stdout()
    };
    assert_ne!(drawn(&["mdbook"]), drawn(&["mdbook", "--no-config"]));
}

#[test]
fn invalid_settings_are_reported_with_their_file() {
    let folder = project("config-invalid", "ignore = [\"gipf/of-board\"]\n");
    let output = run(&folder, &["check", "all.pips"]).expect_status(2);
    let message =
        "pipscribe.toml: unknown code `gipf/of-board` in `ignore`: did you mean `gipf/off-board`?";
    assert!(output.stderr().contains(message), "{}", output.stderr());
    run(&folder, &["check", "--no-config", "all.pips"]).expect_status(1);
    for settings in [
        "theme = \"../../own.yaml\"\n",
        "decks = [\"/etc/hosts\"]\n",
        "colour = 1\n",
        "[severity]\ngipf = 1\n",
    ] {
        folder.file("pipscribe.toml", settings);
        run(&folder, &["check", "all.pips"])
            .expect_status(2)
            .expect_stderr("pipscribe.toml: ");
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
    for wrong in [
        json!({ "selects": [] }),
        json!({ "ignore": "gipf" }),
        json!({ "severity": { "gipf": "off" } }),
    ] {
        assert!(!schema.fits(&wrong), "{wrong}");
    }
}

/// Runs a command in a folder.
fn run_in(folder: &Folder, arguments: &[&str]) -> Ran {
    Run::new(arguments).current_dir(folder.path()).done()
}

/// A record with a misspelt tag and a missing turn number.
const TWO_WARNINGS: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Evnt \"x\"]\n\n1. b3 3. c2 *\n";

#[test]
fn each_file_has_the_settings_nearest_to_it() {
    let folder = Folder::new("config-nearest");
    folder.file(
        "club/pipscribe.toml",
        "ignore = [\"turn/number\", \"tag/misspelt\"]\n",
    );
    folder.file("club/a.pips", TWO_WARNINGS);
    folder.file("club/juniors/b.pips", TWO_WARNINGS);
    folder.file(
        "club/strict/pipscribe.toml",
        "[severity]\n\"turn/number\" = \"error\"\n",
    );
    folder.file("club/strict/c.pips", TWO_WARNINGS);
    folder.file("d.pips", TWO_WARNINGS);
    let short = |arguments: &[&str]| {
        let output = run_in(
            &folder,
            &[&["check", "--format", "short"], arguments].concat(),
        );
        let lines: Vec<String> = output
            .stdout()
            .lines()
            .map(|line| line.split(": ").next().unwrap().to_owned())
            .collect();
        (output.status(), lines.join("\n"))
    };
    assert_eq!(short(&["club/a.pips"]), (Some(0), String::new()));
    assert_eq!(
        short(&["./club/../club/juniors/b.pips"]),
        (Some(0), String::new())
    );
    let (status, lines) = short(&["."]);
    assert_eq!(status, Some(1));
    let of = |file: &str| lines.lines().filter(|line| line.contains(file)).count();
    assert_eq!(
        (of("a.pips"), of("b.pips"), of("c.pips"), of("d.pips")),
        (0, 0, 2, 2),
        "{lines}"
    );
    assert_eq!(
        short(&["--config", "club/strict/pipscribe.toml", "club/a.pips"]).0,
        Some(1)
    );
    assert_eq!(short(&["--no-config", "club/a.pips"]).1.lines().count(), 2);
    run_in(&folder, &["check", "--config", "gone.toml", "club/a.pips"])
        .expect_status(2)
        .expect_stderr("gone.toml");
    run_in(
        &folder,
        &["check", "--config", "a.toml", "--no-config", "d.pips"],
    )
    .expect_status(2);

    // Standard input counts as a file in the current folder.
    let piped = |place: &str| {
        let run =
            Run::new(&["check", "--format", "short", "-"]).current_dir(folder.path().join(place));
        run.stdin(TWO_WARNINGS).done().stdout().lines().count()
    };
    assert_eq!((piped("."), piped("club/juniors")), (2, 0));

    let stderr = run_in(&folder, &["check", "-v", "club/a.pips", "d.pips"]).stderr();
    let settings: Vec<&str> = stderr
        .lines()
        .filter(|line| line.contains("settings of"))
        .collect();
    assert!(
        settings[0].starts_with("pipscribe: settings of club/a.pips: /")
            && settings[0].ends_with("pipscribe.toml")
    );
    assert_eq!(settings[1..], ["pipscribe: settings of d.pips: none"]);
}

#[test]
fn themes_and_decks_are_those_of_each_file() {
    let folder = Folder::new("config-each");
    let deck = std::fs::read_to_string(root().join("src/decks/twin-works.yaml")).unwrap();
    folder.file(
        "club/pipscribe.toml",
        "decks = [\"own.yaml\"]\ntheme = \"dark\"\n",
    );
    folder.file(
        "club/own.yaml",
        &deck.replace("name: twin-works", "name: own"),
    );
    let pipe = "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"own\"]\n\n*\n";
    folder.file("club/games/pipe.pips", pipe);
    folder.file("pipe.pips", pipe);
    let page = format!("```pips turn=0\n{pipe}```\n");
    folder.file("club/book/page.md", &page);
    let known = |arguments: &[&str]| run_in(&folder, arguments);
    for command in [
        ["check"],
        ["list"],
        ["stats"],
        ["replay"],
        ["render"],
        ["fmt"],
        ["mend"],
        ["test"],
    ] {
        let output = known(&[&command[..], &["club/games/pipe.pips"]].concat());
        assert_eq!(output.status(), Some(0), "{command:?} {}", output.stderr());
    }
    known(&["check", "pipe.pips"]).expect_status(1);
    known(&["convert", "--to", "csv", "club/games/pipe.pips"]).expect_status(0);

    let svg = |arguments: &[&str]| {
        known(
            &[
                &["render", "--format", "svg", "club/games/pipe.pips"],
                arguments,
            ]
            .concat(),
        )
    };
    let plain = svg(&["--theme", "print"]).stdout();
    assert!(
        svg(&[]).expect_status(0).stdout() == svg(&["--theme", "dark"]).stdout()
            && svg(&[]).stdout() != plain
    );
    known(&["figures", "club/book/page.md"]).expect_status(0);
    let image =
        |name: &str| std::fs::read_to_string(folder.path().join("club/book").join(name)).unwrap();
    let images = std::fs::read_dir(folder.path().join("club/book"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    let images: Vec<String> = images
        .filter_map(|name| name.into_string().ok())
        .filter(|name| name.ends_with("svg"))
        .collect();
    assert!(
        images.iter().any(|name| image(name).contains("pips-dark")),
        "{images:?}"
    );

    let chapter =
        json!({ "Chapter": { "name": "a", "content": page, "sub_items": [], "path": "page.md" } });
    let book = |root: &std::path::Path| {
        let config = json!({ "book": { "src": "book" }, "preprocessor": { "pipscribe": {} } });
        let input = json!([{ "root": root, "config": config }, { "items": [chapter] }]).to_string();
        Run::new(&["mdbook"]).stdin(&input).done()
    };
    assert!(
        book(&folder.path().join("club"))
            .expect_status(0)
            .stdout()
            .contains("pips-dark")
    );
    folder.file("club/book/pipscribe.toml", "theme = \"gone.yaml\"\n");
    book(&folder.path().join("club"))
        .expect_status(2)
        .expect_stderr("gone.yaml");
}

#[cfg(unix)]
#[test]
fn settings_that_are_no_file_are_reported() {
    let folder = Folder::new("config-kinds");
    folder.file("games/a.pips", TWO_WARNINGS);
    let path = folder.path().join("games/pipscribe.toml");
    let assert_reported = |message: &str| {
        for command in ["check", "fmt", "render", "list", "mend", "test"] {
            let output = run_in(&folder, &[command, "games/a.pips"]).expect_status(2);
            assert!(
                output.stderr().contains("games/pipscribe.toml: ")
                    && output.stderr().contains(message),
                "{command}"
            );
        }
    };
    std::os::unix::fs::symlink("gone.toml", &path).unwrap();
    assert_reported("it is a link to a file that does not exist");
    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir(&path).unwrap();
    assert_reported("it is a folder, not a file");
    std::fs::remove_dir(&path).unwrap();
    let made = std::process::Command::new("mkfifo")
        .arg(&path)
        .status()
        .unwrap();
    assert!(made.success());
    assert_reported("it is a pipe or a device, not a file");
}

#[test]
fn commands_without_settings_do_not_read_them() {
    let folder = Folder::new("config-unread");
    folder.file("pipscribe.toml", "book = \"none\"\n");
    for arguments in [
        &["completions", "bash"][..],
        &["schema"],
        &["man"],
        &["--licences"],
        &["deck", "list"],
        &["deck", "check", "twin-works"],
        &["convert", "--list"],
        &["example", "gipf/no-row"],
        &["explain"],
    ] {
        let output = run_in(&folder, arguments).expect_status(0);
        assert_eq!(
            output.stderr().matches("pipscribe.toml").count(),
            0,
            "{arguments:?}"
        );
    }
    // Only the links are missing.
    run_in(&folder, &["explain", "gipf/no-row"])
        .expect_status(0)
        .expect_stderr("pipscribe.toml: line 1, column 8: ");
}

#[test]
fn every_command_reports_a_theme_that_does_not_exist() {
    let folder = Folder::new("config-theme-gone");
    folder.file("pipscribe.toml", "theme = \"nope.yaml\"\n");
    folder.file("a.pips", TWO_WARNINGS);
    for command in [
        "check", "fmt", "mend", "test", "list", "replay", "stats", "render", "solve", "infer",
        "moves",
    ] {
        let output = run_in(&folder, &[command, "a.pips"]).expect_status(2);
        assert!(
            output.stderr().contains("pipscribe.toml: `theme`: "),
            "{command}: {}",
            output.stderr()
        );
    }
}

#[test]
fn errors_quote_the_line_of_the_setting() {
    let folder = Folder::new("config-quote");
    folder.file("a.pips", TWO_WARNINGS);
    folder.file("pipscribe.toml", "# Settings\nbook = \"none\"\n");
    let stderr = run_in(&folder, &["check", "a.pips"])
        .expect_status(2)
        .stderr();
    let lines: Vec<&str> = stderr.lines().collect();
    assert!(
        lines[0].contains("line 2, column 8: expected a table: a line `[book]`, then `url = "),
        "{stderr}"
    );
    assert_eq!(
        lines[1..],
        ["  |", "2 | book = \"none\"", "  |        ^^^^^^"]
    );
}

/// A command that writes no records checks the files of the other projects.
#[test]
fn invalid_settings_stop_only_their_project() {
    let folder = Folder::new("config-other-project");
    folder.file("s1/pipscribe.toml", "theme = \"nope.yaml\"\n");
    folder.file("s1/a.pips", TWO_WARNINGS);
    folder.file("s1/b.pips", TWO_WARNINGS);
    folder.file("s2/a.pips", TWO_WARNINGS);
    for command in [
        &["check", "--format", "short"][..],
        &["replay"],
        &["test"],
        &["infer"],
    ] {
        let output = run_in(
            &folder,
            &[command, &["s1/a.pips", "s1/b.pips", "s2/a.pips"]].concat(),
        )
        .expect_status(2);
        let stderr = output.stderr();
        assert_eq!(
            stderr.matches("pipscribe.toml: `theme`: ").count(),
            1,
            "{command:?}: {stderr}"
        );
    }
    for paths in [&["s1/a.pips", "s2/a.pips"][..], &["s2", "s1"], &["."]] {
        let checked = run_in(&folder, &[&["check", "--format", "short"], paths].concat())
            .expect_status(2)
            .stdout();
        assert_eq!(checked.lines().count(), 2, "{paths:?}: {checked}");
        assert!(
            checked.lines().all(|line| line.contains("s2")),
            "{paths:?}: {checked}"
        );
    }
    // Records are written either completely or not at all.
    let sorted = run_in(&folder, &["sort", "--by", "Date", "s1", "s2"]).expect_status(2);
    assert_eq!(sorted.stdout(), "");
    let fixed = ["check", "--fix", "s2/a.pips", "s1/a.pips"];
    assert_eq!(run_in(&folder, &fixed).expect_status(2).stdout(), "");
    for name in ["s1/a.pips", "s2/a.pips"] {
        let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(text, TWO_WARNINGS);
    }
}

/// A game on the command line does not come from the project in the current folder.
#[test]
fn games_without_a_file_need_no_settings() {
    let folder = Folder::new("config-no-file");
    folder.file("pipscribe.toml", "book = \"none\"\n");
    for arguments in [
        &["random", "--game", "gipf", "--variant", "basic"][..],
        &["moves", "--game", "gipf", "--variant", "basic"],
        &["new", "gipf"],
    ] {
        let output = run_in(&folder, arguments).expect_status(0);
        assert!(!output.stdout().is_empty(), "{arguments:?}");
        output.expect_stderr("pipscribe.toml: line 1, column 8: ");
    }
    let given = ["random", "--game", "gipf", "--variant", "basic", "--config"];
    run_in(&folder, &[&given[..], &["gone.toml"]].concat())
        .expect_status(2)
        .expect_stderr("gone.toml");
}
