//! The release workflow and the scripts for releases: names, pre-releases, and files for other
//! registries and editors.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::process::Command;

use serde_yaml::Value;

use crate::support::{Folder, root};

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

/// Returns the workflow that makes a release.
fn workflow() -> Value {
    let text = std::fs::read_to_string(root().join(".github/workflows/release.yml")).unwrap();
    serde_yaml::from_str(&text).unwrap()
}

/// Returns the names in the workflow after a command that publishes or that looks for a version.
fn published_names(registry: &str) -> BTreeSet<String> {
    let workflow = workflow();
    let jobs = workflow["jobs"].as_mapping().unwrap();
    let lines: Vec<String> = jobs.values().flat_map(commands).collect();
    let after = |line: &String, words: &str| {
        let (_, rest) = line.split_once(words)?;
        Some(rest.split([';', '"', '|']).next()?.trim().to_owned())
    };
    let found = format!(".ci/published {registry} ");
    let mut names: BTreeSet<String> = lines
        .iter()
        .filter_map(|line| after(line, &found))
        .collect();
    // The names of crates are in a loop, so the argument of the script is a variable.
    if names.remove("") {
        let loops = lines
            .iter()
            .filter_map(|line| after(line, "for package in "));
        let split = |list: String| list.split(' ').map(str::to_owned).collect::<Vec<_>>();
        names.extend(loops.flat_map(split));
    }
    names
}

/// A registry refuses a version that it has. The first release would fail at the versions that
/// reserve the names, and a job that failed halfway could never be finished.
#[test]
fn publishing_skips_versions_that_exist() {
    let workflow = workflow();
    let mut published = BTreeSet::new();
    for job in workflow["jobs"].as_mapping().unwrap().values() {
        let lines = commands(job);
        for line in &lines {
            let (publishes, skips) = if line.contains("npm publish") {
                ("npm", line.contains(".ci/published npm "))
            } else if line.contains("cargo publish") {
                let asks = |line: &String| line.contains(".ci/published crates.io ");
                (
                    "cargo",
                    lines.iter().any(asks) && !line.contains("--workspace"),
                )
            } else if line.contains("uv==") {
                (
                    "PyPI",
                    line.contains(" --check-url https://pypi.org/simple/"),
                )
            } else if line.contains("vsce publish") || line.contains("ovsx@") {
                ("VS Code", line.contains(" --skip-duplicate "))
            } else {
                continue;
            };
            published.insert(publishes);
            assert!(skips, "{line}");
        }
        if lines.iter().any(|line| line.contains(".ci/")) {
            let has_checkout = serde_yaml::to_string(job).unwrap();
            assert!(has_checkout.contains("actions/checkout@"), "{lines:?}");
        }
    }
    assert_eq!(
        published,
        BTreeSet::from(["PyPI", "VS Code", "cargo", "npm"])
    );
}

#[test]
fn a_version_is_published_if_the_registry_has_it() {
    let folder = Folder::new("registry");
    std::fs::create_dir(folder.path().join("pipscribe")).unwrap();
    std::fs::write(folder.path().join("pipscribe/0.1.0"), "{}").unwrap();
    let registry = format!("file://{}", folder.path().display());
    // Nothing listens on port 1.
    let silent = "http://127.0.0.1:1";
    for (address, arguments, status) in [
        (registry.as_str(), ["npm", "pipscribe", "0.1.0"], 0),
        (registry.as_str(), ["npm", "pipscribe", "0.2.0"], 1),
        (
            registry.as_str(),
            ["crates.io", "pipscribe-lsp", "0.1.0"],
            1,
        ),
        (silent, ["crates.io", "pipscribe", "0.1.0"], 2),
        (silent, ["maven", "pipscribe", "0.1.0"], 2),
    ] {
        let output = Command::new(root().join(".ci/published"))
            .args(arguments)
            .env("PIPSCRIBE_REGISTRY", address)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(status), "{output:?}");
    }
}

/// The page for maintainers uploads each placeholder, and the version of a placeholder is lower
/// than that of any release.
#[test]
fn placeholders_reserve_every_published_name() {
    let folder = Folder::new("placeholders");
    run("placeholders", &[&folder.name()]);
    let page = std::fs::read_to_string(root().join("docs/src/releasing.md")).unwrap();
    for (registry, manifest, end, count) in [
        ("crates.io", "Cargo.toml", "/Cargo.toml\n", 3),
        ("npm", "package.json", "\n", 2),
    ] {
        let names = published_names(registry);
        assert_eq!(names.len(), count, "{names:?}");
        for name in &names {
            let package = folder.path().join(registry).join(name);
            let text = std::fs::read_to_string(package.join(manifest)).unwrap();
            assert!(text.contains("\"0.0.0\"") && text.contains(&format!("\"{name}\"")));
            let path = format!("target/placeholders/{registry}/{name}{end}");
            assert!(page.contains(&path), "{path}");
        }
    }
}

/// npm refuses a pre-release without a tag, the shops for VS Code refuse it altogether, and GitHub
/// would show it as the newest release.
#[test]
fn the_workflow_publishes_a_pre_release_as_one() {
    let workflow = workflow();
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

/// Readers of a release have packages. Only a section whose heading says so is about building.
#[test]
fn only_sections_on_building_send_readers_to_a_clone() {
    let folder = Folder::new("clone");
    let import = "```typst\n#import \"@local/pipscribe:1.0.0\": pipscribe\n```\n";
    let command = "Run `build.sh` in a\nclone.\n";
    for (text, is_right) in [
        (command.to_owned(), false),
        (import.to_owned(), false),
        (format!("# Install\n\n{import}"), false),
        (
            format!("## Build it\n\n{command}\n### More\n\n{import}"),
            true,
        ),
        (format!("## Building from source\n\n{command}"), true),
        (format!("## Build it\n\n## Use it\n\n{command}"), false),
        // A comment in a block is not a heading.
        (format!("```sh\n# Build it\n```\n\n{command}"), false),
        (
            format!(
                "<!-- until the first release -->\n{command}<!-- from the first release on\n-->\n"
            ),
            true,
        ),
    ] {
        let page = folder.file("page.md", &text);
        let output = Command::new(root().join(".ci/versions"))
            .args(["pages", "check", &page])
            .output()
            .unwrap();
        assert_eq!(output.status.success(), is_right, "{text}\n{output:?}");
    }
}

/// Makes an archive that contains one file, with the `zipfile` or the `tarfile` of Python.
fn make_archive(folder: &Folder, archive: &str, program: &str) {
    folder.file(program, archive);
    let module = if archive.ends_with(".zip") {
        "zipfile"
    } else {
        "tarfile"
    };
    let output = Command::new("python3")
        .args(["-m", module, "-c", archive, program])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
}

/// The manifests name the files of the release, their hashes, and the program inside. The systems
/// are those for which `dist-workspace.toml` makes the program.
#[test]
fn other_registries_get_manifests_with_hashes() {
    let folder = Folder::new("manifests");
    let list = std::fs::read_to_string(root().join("dist-workspace.toml")).unwrap();
    let targets: Vec<&str> = list
        .lines()
        .filter_map(|line| line.strip_prefix("    \"")?.strip_suffix("\","))
        .collect();
    assert_eq!(targets.len(), 6, "{targets:?}");
    for target in &targets {
        let name = format!("pipscribe-cli-{target}");
        if target.contains("windows") {
            make_archive(&folder, &format!("{name}.zip"), "pipscribe.exe");
        } else {
            let program = format!("{name}/pipscribe");
            make_archive(&folder, &format!("{name}.tar.xz"), &program);
        }
    }
    let repository = "https://example.org/owner/name";
    run("manifests", &[&folder.name(), repository]);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let parse = |name: &str| -> Value { serde_yaml::from_str(&read(name)).unwrap() };
    let version = env!("CARGO_PKG_VERSION");
    let file = "pipscribe-cli-x86_64-pc-windows-msvc.zip";
    let address = format!("{repository}/releases/download/v{version}/{file}");
    let program = "import hashlib, sys\n\
        print(hashlib.sha256(open(sys.argv[1], 'rb').read()).hexdigest())";
    let sum = Command::new("python3")
        .args(["-c", program])
        .arg(folder.path().join(file))
        .output()
        .unwrap();
    let sum = String::from_utf8(sum.stdout).unwrap().trim().to_owned();
    assert_eq!(sum.len(), 64);

    // JSON is also YAML.
    let scoop = parse("pipscribe.json");
    let archive = &scoop["architecture"]["64bit"];
    assert_eq!(scoop["version"].as_str(), Some(version));
    assert_eq!(archive["url"].as_str(), Some(address.as_str()));
    assert_eq!(archive["hash"].as_str(), Some(sum.as_str()));
    assert_eq!(scoop["bin"].as_str(), Some("pipscribe.exe"));

    let kinds = [
        ("", "version"),
        (".installer", "installer"),
        (".locale.en-US", "defaultLocale"),
    ];
    for (part, kind) in kinds {
        let manifest = parse(&format!("Pipscribe.Pipscribe{part}.yaml"));
        assert_eq!(manifest["PackageVersion"].as_str(), Some(version));
        assert_eq!(manifest["ManifestType"].as_str(), Some(kind));
    }
    let installer = parse("Pipscribe.Pipscribe.installer.yaml");
    let archive = &installer["Installers"][0];
    assert_eq!(archive["InstallerUrl"].as_str(), Some(address.as_str()));
    let upper = sum.to_uppercase();
    assert_eq!(archive["InstallerSha256"].as_str(), Some(upper.as_str()));

    let mason = parse("mason-package.yaml");
    let id = format!("pkg:github/owner/name@v{version}");
    assert_eq!(mason["source"]["id"].as_str(), Some(id.as_str()));
    let assets = mason["source"]["asset"].as_sequence().unwrap();
    assert_eq!(assets.len(), targets.len());
    for asset in assets {
        let file = asset["file"].as_str().unwrap();
        let stem = file.trim_end_matches(".tar.xz").trim_end_matches(".zip");
        let program = if file.ends_with(".zip") {
            "pipscribe.exe".to_owned()
        } else {
            format!("{stem}/pipscribe")
        };
        assert_eq!(asset["bin"].as_str(), Some(program.as_str()));
        assert!(folder.path().join(file).is_file(), "{file}");
    }
}

/// Every registry that the page for maintainers names has a line that says what to do there.
#[test]
fn registries_without_a_job_have_instructions() {
    let page = std::fs::read_to_string(root().join("docs/src/releasing.md")).unwrap();
    for registry in [
        "Typst Universe",
        "Homebrew",
        "Scoop",
        "winget",
        "mason",
        "Zed",
        "Helix",
        "nvim-lspconfig",
        "tree-sitter",
    ] {
        assert!(page.contains(&format!("\n| {registry} | ")), "{registry}");
    }
    let address = std::fs::read_to_string(root().join(".ci/address")).unwrap();
    assert!(address.contains("/homebrew-pipscribe") && page.contains("`homebrew-pipscribe`"));
}

/// The library is compared with the last release, not with a pre-release or the tag made last.
#[test]
fn the_api_is_compared_with_the_last_release() {
    let folder = Folder::new("semver");
    std::fs::create_dir(folder.path().join(".ci")).unwrap();
    let script = folder.path().join(".ci/semver");
    std::fs::copy(root().join(".ci/semver"), &script).unwrap();
    let done = |program: &str, arguments: &[&str]| {
        let output = Command::new(program)
            .args(arguments)
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let identity = ["-c", "user.name=test", "-c", "user.email=test@example.org"];
    let git = |arguments: &[&str]| done("git", &[&identity[..], arguments].concat());
    let script = script.display().to_string();
    git(&["init", "--quiet"]);
    git(&["commit", "--quiet", "--allow-empty", "--message", "Begin"]);
    assert!(done(&script, &[]).contains("nothing is released"));

    for tag in ["v0.10.0", "v0.2.0", "v0.11.0-rc.1", "draft"] {
        git(&["tag", tag]);
    }
    assert_eq!(done(&script, &["--baseline"]), "v0.10.0\n");
}

/// Returns the names of the files in an archive.
fn archived(archive: &std::path::Path) -> BTreeSet<String> {
    let output = Command::new("tar").arg("-tzf").arg(archive).output();
    let output = output.unwrap();
    assert!(output.status.success(), "{output:?}");
    let names = String::from_utf8(output.stdout).unwrap();
    names.lines().map(str::to_owned).collect()
}

/// A plugin is complete in its archive: no symbolic link or path leads out of it.
#[test]
fn each_editor_without_a_shop_has_an_archive() {
    let folder = Folder::new("plugins");
    run("plugins", &[&folder.name()]);
    let version = env!("CARGO_PKG_VERSION");
    for (editor, expected) in [
        (
            "nvim",
            [
                "lua/pipscribe.lua",
                "queries/pips/highlights.scm",
                "grammar/src/parser.c",
            ],
        ),
        (
            "emacs",
            ["pips-mode.el", "highlights.scm", "LICENSE-APACHE"],
        ),
        (
            "helix",
            [
                "languages.toml",
                "runtime/queries/pips/highlights.scm",
                "README.md",
            ],
        ),
        (
            "zed",
            [
                "extension.toml",
                "src/lib.rs",
                "languages/pips/highlights.scm",
            ],
        ),
    ] {
        let file = format!("pipscribe-{editor}-{version}.tar.gz");
        let names = archived(&folder.path().join(&file));
        for name in expected {
            let name = format!("pipscribe-{editor}/{name}");
            assert!(names.contains(&name), "{file} has no {name}");
        }
        assert!(!names.iter().any(|name| name.contains("/test/")), "{file}");

        // Readers find the archive on both pages.
        for page in [
            "docs/src/editors.md",
            &format!("editors/{editor}/README.md"),
        ] {
            let page = std::fs::read_to_string(root().join(page)).unwrap();
            assert!(page.contains(&format!("`{file}`")), "{file}");
        }
    }
}

/// Sentences about the time before the first release are between marks, which a release removes.
#[test]
fn no_page_of_a_release_says_that_nothing_is_released() {
    assert_eq!(run("versions", &["pages", "check"]).trim(), "");
}
