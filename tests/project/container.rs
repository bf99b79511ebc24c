//! The container image and the action for GitHub.

use serde_yaml::Value;

#[cfg(unix)]
use super::package::forced_by_dependencies;
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

    // The Rust that its features require builds the image.
    let dockerfile = read("Dockerfile");
    let is_program = |package: &&Value| package["name"].as_str() == Some("pipscribe-cli");
    let packages = metadata["packages"].as_sequence().unwrap();
    let program = packages.iter().find(is_program).unwrap();
    let (required, by) = forced_by_dependencies("pipscribe-cli", &features(&dockerfile, program));
    let oldest = format!("{}.{}", required[0], required[1]);
    assert!(
        dockerfile.contains(&format!("FROM rust:{oldest}-alpine")),
        "{by:?} require {oldest}"
    );

    // The copied files are in the context.
    for name in copied(&dockerfile) {
        let is_in_context = |kept: &String| std::path::Path::new(name).starts_with(kept);
        assert!(name == "." || context.iter().any(is_in_context), "{name}");
    }
}

/// Returns the features with which the image builds the program: the default features of the
/// package, or those on the command line.
#[cfg(unix)]
fn features(dockerfile: &str, program: &Value) -> String {
    let build = dockerfile
        .lines()
        .find(|line| line.starts_with("RUN cargo build"))
        .unwrap();
    let words: Vec<&str> = build.split_whitespace().collect();
    assert!(
        words.contains(&"--locked") && words.contains(&"pipscribe-cli"),
        "{build}"
    );
    let named = words
        .iter()
        .position(|word| *word == "--features")
        .map(|place| words[place + 1]);
    let default = if words.contains(&"--no-default-features") {
        None
    } else {
        program["features"]["default"].as_sequence()
    };
    let default = default.into_iter().flatten().filter_map(Value::as_str);
    default.chain(named).collect::<Vec<_>>().join(",")
}

/// Returns the files and folders that the image takes from the context.
#[cfg(unix)]
fn copied(dockerfile: &str) -> impl Iterator<Item = &str> {
    let lines = dockerfile
        .lines()
        .filter_map(|line| line.strip_prefix("COPY "))
        .filter(|line| !line.starts_with("--from="));
    lines.flat_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        // The last word is the place in the image.
        words[..words.len() - 1].to_vec()
    })
}

/// The image contains the licences that the package of the program contains.
#[cfg(unix)]
#[test]
fn the_image_contains_every_licence_of_the_program() {
    let dockerfile = read("Dockerfile");
    let copied: Vec<std::path::PathBuf> = copied(&dockerfile)
        .filter(|name| *name != ".")
        .map(|name| root().join(name).canonicalize().unwrap())
        .collect();
    let mut licences = 0;
    for name in crate::support::file_names(root().join("command")) {
        if name.contains("LICENSE") {
            let licence = root().join("command").join(&name).canonicalize().unwrap();
            assert!(copied.contains(&licence), "{name} is not in the image");
            licences += 1;
        }
    }
    assert_eq!(licences, 4);
}

/// Runs the step of the action that finds the release, for an action of a repository and a folder.
/// A `curl` that takes the place of the real one finds only version 7.0.0. Returns the address, or
/// the message.
#[cfg(unix)]
fn find_release(repository: &str, folder: &str, version: &str) -> Result<String, String> {
    use std::os::unix::fs::PermissionsExt;

    let action: Value = serde_yaml::from_str(&read("action.yml")).unwrap();
    let script = action["runs"]["steps"][0]["run"].as_str().unwrap();
    let programs = crate::support::Folder::new("action");
    let curl = "#!/bin/sh\ncase $* in */v7.0.0/*) ;; *) exit 22 ;; esac\n";
    let curl = programs.file("curl", curl);
    std::fs::set_permissions(curl, PermissionsExt::from_mode(0o755)).unwrap();
    let output_file = programs.file("output", "");
    let path = std::env::var("PATH").unwrap();
    let output = std::process::Command::new("bash")
        .args(["-e", "-o", "pipefail", "-c", script])
        .env("PATH", format!("{}:{path}", programs.name()))
        .env("SERVER", "https://example.org")
        .env("REPOSITORY", repository)
        .env("FOLDER", folder)
        .env("VERSION", version)
        .env("GITHUB_OUTPUT", &output_file)
        .output()
        .unwrap();
    if output.status.success() {
        let written = std::fs::read_to_string(output_file).unwrap();
        let address = written.trim_end().strip_prefix("address=").unwrap();
        Ok(address.to_owned())
    } else {
        Err(String::from_utf8(output.stdout).unwrap())
    }
}

/// The version of the action comes from its file, so a commit, a branch or `@v1` also works.
#[cfg(unix)]
#[test]
fn the_action_finds_its_release() {
    let expected = "https://example.org/owner/pipscribe/releases/download/v7.0.0";
    let folder = "/home/runner/work/_actions/owner/pipscribe/main";
    let windows = r"D:\a\_actions\owner\pipscribe\main";
    for (repository, folder, version) in [
        ("owner/pipscribe", folder, "v7.0.0"),
        ("owner/pipscribe", folder, "7.0.0"),
        ("", folder, "v7.0.0"),
        ("", windows, "v7.0.0"),
    ] {
        let found = find_release(repository, folder, version);
        assert_eq!(found.as_deref(), Ok(expected), "{repository} {folder}");
    }

    let missing = find_release("owner/pipscribe", folder, "v7.0.1").unwrap_err();
    assert!(missing.starts_with("::error::there is no release v7.0.1 of pipscribe"));
    let local = find_release("", "/home/runner/work/game", "v7.0.0").unwrap_err();
    assert!(local.starts_with("::error::cannot find the repository"));

    let action: Value = serde_yaml::from_str(&read("action.yml")).unwrap();
    let default = action["inputs"]["version"]["default"].as_str();
    let version = concat!("v", env!("CARGO_PKG_VERSION"));
    assert_eq!(default, Some(version));
}

/// Each system has exactly one step that installs the program, with an installer of the release.
#[test]
fn the_action_installs_on_every_system() {
    let action: Value = serde_yaml::from_str(&read("action.yml")).unwrap();
    let steps = action["runs"]["steps"].as_sequence().unwrap();
    let installers = read("dist-workspace.toml");
    for (condition, shell, extension, installer) in [
        ("runner.os != 'Windows'", "bash", ".sh", "\"shell\""),
        ("runner.os == 'Windows'", "pwsh", ".ps1", "\"powershell\""),
    ] {
        let mut matching = steps
            .iter()
            .filter(|step| step["if"].as_str() == Some(condition));
        let step = matching.next().unwrap();
        assert!(matching.next().is_none(), "{condition}");
        assert_eq!(step["shell"].as_str(), Some(shell));
        let file = format!("pipscribe-cli-installer{extension}\"");
        assert!(step["run"].as_str().unwrap().contains(&file), "{step:?}");
        assert!(installers.contains(installer));
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
