//! The container image and the action for GitHub.

use serde_yaml::Value;

use crate::support::{Run, root};

fn read(file: &str) -> String {
    std::fs::read_to_string(root().join(file)).unwrap()
}

/// Returns the files and folders that the build of the image gets.
fn context() -> Vec<String> {
    let ignored = read(".dockerignore");
    assert!(ignored.lines().any(|line| line == "*"));
    let kept = ignored.lines().filter_map(|line| line.strip_prefix('!'));
    kept.map(str::to_owned).collect()
}

/// Cargo finds all packages and their files in the context of the image, with the versions of the
/// lock file. Building an image needs a daemon, which is rarely there.
#[cfg(unix)]
#[test]
fn the_image_is_built_from_a_complete_context() {
    let folder = crate::support::Folder::new("container");
    let context = context();
    for name in &context {
        std::os::unix::fs::symlink(root().join(name), folder.path().join(name)).unwrap();
    }

    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let metadata = std::process::Command::new(cargo)
        .args(["metadata", "--locked", "--offline", "--no-deps"])
        .args(["--format-version", "1"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(metadata.status.success(), "{metadata:?}");
    let metadata: Value = serde_yaml::from_slice(&metadata.stdout).unwrap();
    assert_eq!(metadata["packages"].as_sequence().unwrap().len(), 3);
    for package in metadata["packages"].as_sequence().unwrap() {
        for target in package["targets"].as_sequence().unwrap() {
            let path = target["src_path"].as_str().unwrap();
            assert!(std::path::Path::new(path).is_file(), "{path}");
        }
    }

    // The oldest supported Rust builds the image, and the copied files are in the context.
    let dockerfile = read("Dockerfile");
    let oldest = metadata["packages"][0]["rust_version"].as_str().unwrap();
    assert!(dockerfile.contains(&format!("FROM rust:{oldest}-alpine")));
    let copied = dockerfile
        .lines()
        .filter_map(|line| line.strip_prefix("COPY "));
    for name in copied.flat_map(str::split_whitespace) {
        let is_own = name == "." || name.starts_with('/') || name.starts_with("--from=");
        assert!(is_own || context.iter().any(|kept| kept == name), "{name}");
    }
}

#[test]
fn the_action_runs_commands_that_exist() {
    let action: Value = serde_yaml::from_str(&read("action.yml")).unwrap();
    let steps = action["runs"]["steps"].as_sequence().unwrap();
    let check = steps.last().unwrap();
    // Every input is passed in the environment, so that none is run as a command.
    for step in steps {
        assert!(!step["run"].as_str().unwrap().contains("${{"), "{step:?}");
    }
    let command = check["run"]
        .as_str()
        .unwrap()
        .lines()
        .find(|line| line.starts_with("pipscribe "))
        .unwrap();
    let line = command
        .replace("$ARGUMENTS", "")
        .replace("$PATHS", "docs/src/records/slip.pips");
    let words: Vec<&str> = line.split_whitespace().skip(1).collect();
    let output = Run::new(&words).done();
    assert_eq!(output.status(), Some(1));
    assert!(
        output
            .stdout()
            .starts_with("::error file=docs/src/records/slip.pips")
    );
    let installers = read("dist-workspace.toml");
    assert!(installers.contains("installers = [\"shell\""));
}
