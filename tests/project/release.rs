//! The release workflow and the scripts for releases: what a pre-release is for each registry.
#![cfg(unix)]

use std::process::Command;

use serde_yaml::Value;

use crate::support::root;

/// The condition and the value of the workflow that tell a pre-release from a release.
const CHANNEL: &str = "needs.version.outputs.channel";

/// Returns what a script in `.ci` prints.
fn run(script: &str, arguments: &[&str]) -> String {
    let output = Command::new(root().join(".ci").join(script))
        .args(arguments)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{script} {arguments:?}: {output:?}"
    );
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_version_with_a_suffix_is_a_pre_release() {
    for (version, channel) in [
        ("0.2.0", "latest"),
        ("10.0.12", "latest"),
        ("0.2.0-rc.1", "next"),
        ("9.10.0-alpha.2", "next"),
        ("1.0.0-beta.10", "next"),
    ] {
        let found = run("release", &["--channel", version]);
        assert_eq!(found.trim_end(), channel, "{version}");
    }
}

/// Returns the commands of a job, each with the lines that continue it.
fn commands(job: &Value) -> Vec<String> {
    let steps = job["steps"].as_sequence().into_iter().flatten();
    let runs = steps.filter_map(|step| step["run"].as_str());
    runs.flat_map(|run| {
        let joined = run.replace("\\\n", " ");
        joined.lines().map(str::to_owned).collect::<Vec<_>>()
    })
    .collect()
}

/// npm refuses a pre-release without a tag, the shops for VS Code refuse it altogether, and GitHub
/// would show it as the newest release.
#[test]
fn the_workflow_publishes_a_pre_release_as_one() {
    let text = std::fs::read_to_string(root().join(".github/workflows/release.yml")).unwrap();
    let workflow: Value = serde_yaml::from_str(&text).unwrap();
    let jobs = workflow["jobs"].as_mapping().unwrap();
    let mut published = [0; 3];
    for (name, job) in jobs {
        let name = name.as_str().unwrap();
        for command in commands(job) {
            if command.contains("npm publish") {
                published[0] += 1;
                assert!(command.contains(" --tag \"$CHANNEL\" "), "{command}");
            }
            if command.contains("gh release create") {
                published[1] += 1;
                assert!(
                    command.contains(" --prerelease=\"$prerelease\" "),
                    "{command}"
                );
            }
            if command.contains("vsce publish") || command.contains("ovsx@") {
                published[2] += 1;
                let condition = format!("{CHANNEL} == 'latest'");
                assert_eq!(job["if"].as_str(), Some(condition.as_str()), "{name}");
            }
        }
        // A job knows the channel only if it needs the job that finds it.
        let job_text = serde_yaml::to_string(job).unwrap();
        if job_text.contains("$CHANNEL") {
            assert!(
                job_text.contains(&format!("${{{{ {CHANNEL} }}}}")),
                "{name}"
            );
        }
        if job_text.contains(CHANNEL) {
            let needs = job["needs"].as_sequence().unwrap();
            assert!(
                needs
                    .iter()
                    .any(|needed| needed.as_str() == Some("version")),
                "{name}"
            );
        }
    }
    assert_eq!(published, [2, 1, 2]);

    let version = &workflow["jobs"]["version"];
    assert!(version["outputs"]["channel"].is_string());
    assert!(
        commands(version)
            .iter()
            .any(|command| command.contains(".ci/release --channel"))
    );
}

/// Sentences about the time before the first release are between marks, which a release removes.
#[test]
fn no_page_of_a_release_says_that_nothing_is_released() {
    assert_eq!(run("versions", &["pages", "check"]).trim(), "");
}
