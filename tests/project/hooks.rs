//! The hooks for pre-commit are the same as on the CI page, and `pipscribe` accepts their
//! arguments.

use std::collections::BTreeSet;

use serde_yaml::Value;

use crate::support::{BROKEN, Folder, Run, UNTIDY, VALID, root};

fn read(file: &str) -> String {
    std::fs::read_to_string(root().join(file)).unwrap()
}

fn hooks() -> Vec<Value> {
    serde_yaml::from_str::<Vec<Value>>(&read(".pre-commit-hooks.yaml")).unwrap()
}

fn text<'a>(hook: &'a Value, key: &str) -> &'a str {
    hook[key]
        .as_str()
        .unwrap_or_else(|| panic!("{hook:?} has no {key}"))
}

/// Runs a hook as pre-commit does, with the names of files after its arguments.
fn run(hook: &Value, file: &str) -> Option<i32> {
    let words: Vec<&str> = text(hook, "entry").split(' ').collect();
    assert_eq!(words[0], "pipscribe", "what the wheel installs");
    let output = Run::new(&[&words[1..], &[file]].concat()).done();
    assert!(!output.stderr().contains("Usage"), "{}", output.stderr());
    output.status()
}

#[test]
fn hooks_are_understood_and_do_their_work() {
    let folder = Folder::new("hooks");
    let ids: Vec<_> = hooks()
        .iter()
        .map(|hook| text(hook, "id").to_owned())
        .collect();
    assert_eq!(ids, ["pipscribe-check", "pipscribe-fmt", "pipscribe-mend"]);
    for (hook, broken) in hooks().iter().zip([1, 0, 1]) {
        let id = text(hook, "id");
        assert_eq!(
            (text(hook, "language"), text(hook, "files")),
            ("python", "(?i)\\.pips$"),
            "{id}"
        );
        assert!(!text(hook, "name").is_empty() && !text(hook, "description").is_empty());
        assert_eq!(
            run(hook, &folder.file("valid.pips", VALID)),
            Some(0),
            "{id}"
        );
        assert_eq!(
            run(hook, &folder.file("broken.pips", BROKEN)),
            Some(broken),
            "{id}"
        );
        // A hook that changes a file fails because of that.
        let untidy = folder.file("untidy.pips", UNTIDY);
        assert_eq!(run(hook, &untidy), Some(0), "{id}");
        assert_eq!(
            std::fs::read_to_string(untidy).unwrap() == VALID,
            id == "pipscribe-fmt",
            "{id}"
        );
    }
}

/// pre-commit installs the folder of the hooks, which brings the wheel of this version.
#[test]
fn hooks_install_the_wheel_of_this_version() {
    let version = env!("CARGO_PKG_VERSION");
    let project = read("pyproject.toml");
    assert!(
        project.contains(&format!("version = \"{version}\"")),
        "{project}"
    );
    assert!(
        project.contains(&format!("dependencies = [\"pipscribe=={version}\"]")),
        "{project}"
    );
}

/// The blocks of YAML on a page.
fn blocks(page: &str) -> Vec<Value> {
    let blocks = page
        .split("```yaml\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap());
    blocks
        .map(|block| serde_yaml::from_str(block).unwrap())
        .collect()
}

#[test]
fn the_page_shows_hooks_that_are_there() {
    let page = read("docs/src/recipes/ci.md");
    let blocks = blocks(&page);
    let config = blocks
        .iter()
        .find(|block| !block["repos"].is_null())
        .expect("a .pre-commit-config.yaml");
    let repository = &config["repos"][0];
    assert!(
        text(repository, "repo").starts_with("https://git.example.org/"),
        "a name that nobody can register"
    );
    assert!(!text(repository, "rev").is_empty());
    let known: BTreeSet<String> = hooks()
        .iter()
        .map(|hook| text(hook, "id").to_owned())
        .collect();
    let shown: BTreeSet<String> = repository["hooks"]
        .as_sequence()
        .unwrap()
        .iter()
        .map(|hook| text(hook, "id").to_owned())
        .collect();
    assert!(!shown.is_empty() && shown.is_subset(&known), "{shown:?}");
    for id in known {
        assert!(
            page.contains(&format!("`{id}`")),
            "the page does not tell of {id}"
        );
    }
    let workflow = blocks
        .iter()
        .find(|block| !block["jobs"].is_null())
        .expect("a workflow");
    let steps = workflow["jobs"]["records"]["steps"].as_sequence().unwrap();
    let runs: Vec<&str> = steps
        .iter()
        .filter_map(|step| step["run"].as_str())
        .collect();
    assert!(
        runs.contains(&"pipscribe check --format github games"),
        "{runs:?}"
    );
}
