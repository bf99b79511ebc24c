//! Statements of the package about itself: the Rust version it needs, its files, their line
//! endings.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support::root;

/// Runs a tool of the toolchain in the project's folder and returns its output.
fn tool(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(root())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{program} {arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

fn cargo(arguments: &[&str]) -> String {
    tool(&std::env::var("CARGO").unwrap(), arguments)
}

/// The platform of the toolchain, such as `x86_64-unknown-linux-gnu`.
fn host() -> String {
    let about = tool(
        &std::env::var("RUSTC").unwrap_or("rustc".to_owned()),
        &["-vV"],
    );
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    host.unwrap().to_owned()
}

/// The parts of a Rust version number.
pub(super) type RustVersion = Vec<u32>;

fn rust_version(text: &str) -> RustVersion {
    let mut parts: RustVersion = text.split('.').map(|part| part.parse().unwrap()).collect();
    parts.resize(3, 0);
    parts
}

/// The newest Rust version that a dependency of a package requires with these features, and the
/// dependencies that require it. Dependencies of the tests may be newer.
pub(super) fn forced_by_dependencies(package: &str, features: &str) -> (RustVersion, Vec<String>) {
    let offline = ["--locked", "--offline"];
    let of_package = [
        "--package",
        package,
        "--no-default-features",
        "--features",
        features,
    ];
    let needed = [
        "tree",
        "--edges=normal,build",
        "--prefix=none",
        "--format={p}",
    ];
    let tree = cargo(&[&needed[..], &of_package, &offline].concat());
    // `name v1.2.3 (path)`
    let name_and_version = |line: &str| {
        let mut words = line.split(' ');
        Some((
            words.next()?.to_owned(),
            words.next()?.trim_start_matches('v').to_owned(),
        ))
    };
    let needed: BTreeSet<(String, String)> = tree.lines().filter_map(name_and_version).collect();
    assert!(needed.len() > 20);
    // The packages of other platforms may not have been downloaded.
    let platform = format!("--filter-platform={}", host());
    let metadata: Value = serde_json::from_str(&cargo(
        &[&["metadata", "--format-version=1", &platform][..], &offline].concat(),
    ))
    .unwrap();
    let text = |package: &Value, key: &str| package[key].as_str().map(str::to_owned);
    let mut by_version: BTreeMap<RustVersion, Vec<String>> = BTreeMap::new();
    for package in metadata["packages"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|package| !package["source"].is_null())
    {
        let (name, version) = (
            text(package, "name").unwrap(),
            text(package, "version").unwrap(),
        );
        if let Some(required) = text(package, "rust_version")
            && needed.contains(&(name.clone(), version))
        {
            by_version
                .entry(rust_version(&required))
                .or_default()
                .push(name);
        }
    }
    by_version.pop_last().unwrap()
}

#[test]
fn the_stated_rust_version_is_required_by_dependencies() {
    let stated = rust_version(env!("CARGO_PKG_RUST_VERSION"));
    for (package, features) in [
        ("pipscribe", ""),
        ("pipscribe", "png"),
        ("pipscribe-cli", ""),
        ("pipscribe-cli", "lsp,png"),
        ("pipscribe-lsp", ""),
    ] {
        let (forced, by) = forced_by_dependencies(package, features);
        assert_eq!(
            forced, stated,
            "{by:?} for {package} with the features `{features}`"
        );
    }
    // With PDF, it is the version in the README.
    let (forced, by) = forced_by_dependencies("pipscribe-cli", "pdf");
    let number = format!("{}.{}", forced[0], forced[1]);
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    assert!(
        readme.contains(&format!("[Rust](https://rustup.rs) {number} or newer")),
        "{by:?} force {number}"
    );
    assert!(readme.contains(&format!("{}.{} without PDF", stated[0], stated[1])));
}

/// Programs that depend on the library do not build what only its own program needs.
#[test]
fn the_library_has_few_dependencies() {
    let tree = cargo(&[
        "tree",
        "--edges=normal",
        "--prefix=none",
        "--package=pipscribe",
        "--locked",
        "--offline",
    ]);
    let packages: BTreeSet<&str> = tree
        .lines()
        .map(|line| line.trim_end_matches(" (*)"))
        .collect();
    assert!(
        packages.len() > 20 && packages.len() < 60,
        "{} packages: {packages:?}",
        packages.len()
    );
    let foreign = [
        "clap",
        "indicatif",
        "ignore",
        "lsp-types",
        "rayon ",
        "toml ",
    ];
    let found = packages
        .iter()
        .find(|package| foreign.iter().any(|name| package.starts_with(name)));
    assert_eq!(found, None);
}

/// The part of a version that compatible versions share: `1` of `1.2.3`, `0.2` of `0.2.3`.
fn compatible(version: &str) -> String {
    let zeros = version.split('.').take_while(|part| *part == "0").count();
    version
        .split('.')
        .take(zeros + 1)
        .collect::<Vec<_>>()
        .join(".")
}

/// The version of each package in a lock file, by its name and compatible version.
fn locked(file: &str) -> BTreeMap<(String, String), String> {
    let text = std::fs::read_to_string(root().join(file)).unwrap();
    let value = |package: &str, key: &str| {
        let line = package
            .lines()
            .find_map(|line| line.strip_prefix(key))
            .unwrap();
        line.trim_matches('"').to_owned()
    };
    let packages = text.split("[[package]]").skip(1).map(|package| {
        let version = value(package, "version = ");
        ((value(package, "name = "), compatible(&version)), version)
    });
    packages.collect()
}

/// The packages for other languages contain the versions that are tested here, so that a build of
/// both compiles each version once.
#[test]
fn the_bindings_have_the_versions_that_the_library_is_tested_with() {
    let (ours, theirs) = (locked("Cargo.lock"), locked("bindings/Cargo.lock"));
    assert!(theirs.keys().filter(|key| ours.contains_key(key)).count() > 100);
    let wrong = theirs.iter().filter_map(|(key, theirs)| {
        Some((
            &key.0,
            theirs,
            ours.get(key).filter(|ours| *ours != theirs)?,
        ))
    });
    let cures: Vec<_> = wrong
        .map(|(name, theirs, ours)| format!("cargo update -p {name}@{theirs} --precise {ours}"))
        .collect();
    assert!(cures.is_empty(), "in bindings/:\n{}", cures.join("\n"));
}

#[test]
fn the_package_has_only_the_files_it_needs() {
    let list = |package| {
        cargo(&[
            "package",
            "--list",
            "--locked",
            "--offline",
            "--allow-dirty",
            "--package",
            package,
        ])
    };
    let library = list("pipscribe");
    let shipped: BTreeSet<&str> = library.lines().collect();
    // The files from which the sources are built, however they are included.
    for folder in ["src", "grammar", "examples"] {
        for entry in walkdir::WalkDir::new(root().join(folder)) {
            let path = entry.unwrap().into_path();
            let name = path.strip_prefix(root()).unwrap().to_str().unwrap();
            assert!(
                path.is_dir() || shipped.contains(name),
                "{name} is not shipped"
            );
        }
    }
    for file in [
        "README.md",
        "CHANGELOG.md",
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "Cargo.lock",
        "docs/limits.md",
    ] {
        assert!(shipped.contains(file), "{file} is not shipped");
    }
    for (folder, shipped) in [
        ("command", list("pipscribe-cli")),
        ("server", list("pipscribe-lsp")),
    ] {
        let shipped: BTreeSet<&str> = shipped.lines().collect();
        let files = walkdir::WalkDir::new(root().join(folder)).into_iter();
        let names: BTreeSet<String> = files
            .map(|entry| entry.unwrap().into_path())
            .filter(|path| path.is_file())
            .map(|path| path.strip_prefix(root().join(folder)).unwrap().to_owned())
            .map(|path| path.to_str().unwrap().to_owned())
            .collect();
        // Cargo adds these.
        let added = ["Cargo.lock", "Cargo.toml.orig", ".cargo_vcs_info.json"];
        let of_folder: BTreeSet<&str> = names.iter().map(String::as_str).chain(added).collect();
        assert_eq!(shipped, of_folder, "{folder}");
        for file in [
            "README.md",
            "LICENSE-APACHE",
            "LICENSE-MIT",
            "THIRD-PARTY-LICENSES",
        ] {
            assert!(shipped.contains(file), "{folder}: {file} is not shipped");
        }
    }
    // The files that the README's commands read are in the package.
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    for word in readme
        .split([' ', '\n', '(', ')'])
        .filter(|word| word.starts_with("corpus/"))
    {
        let path = root().join(word);
        let is_shipped = |file: &str| {
            shipped.contains(file)
                || (path.is_dir() && shipped.iter().any(|name| name.starts_with(file)))
        };
        assert!(
            !path.exists() || is_shipped(word),
            "{word} is in the README and not shipped"
        );
    }
    // Each schema is part of the program.
    let corpus = shipped
        .iter()
        .filter(|name| name.starts_with("corpus/") && !name.starts_with("corpus/schema/"))
        .count();
    let tests = shipped
        .iter()
        .filter(|name| name.starts_with("tests/") || name.starts_with("benches/"))
        .count();
    assert!(
        corpus < 6 && tests == 0,
        "{corpus} files of the corpus, {tests} of the tests"
    );
}

#[test]
fn line_endings_are_as_configured() {
    // These lines set line endings.
    let on_purpose = ["corpus/notation/crlf.pips"];
    let mut seen = 0;
    for folder in [
        "corpus", "src", "command", "server", "grammar", "tests", "benches", "examples", "docs",
    ] {
        for entry in walkdir::WalkDir::new(root().join(folder)) {
            let path = entry.unwrap().into_path();
            let name = path.strip_prefix(root()).unwrap();
            let is_binary = path
                .extension()
                .is_some_and(|ending| ending == "ttf" || ending == "png");
            if !path.is_file()
                || is_binary
                || name.components().any(|part| part.as_os_str() == "target")
            {
                continue;
            }
            let has_returns = std::fs::read(&path).unwrap().contains(&b'\r');
            let is_meant = on_purpose.iter().any(|meant| Path::new(meant) == name);
            assert_eq!(has_returns, is_meant, "{}", name.display());
            seen += 1;
        }
    }
    assert!(seen > 1_000);
    // Git leaves the corpus unchanged on every machine.
    let attributes = std::fs::read_to_string(root().join(".gitattributes")).unwrap();
    assert!(attributes.lines().any(|line| line == "/corpus/** -text"));
    for binary in ["*.ttf binary", "*.png binary"] {
        assert!(attributes.lines().any(|line| line == binary));
    }
}

/// Source distributions and packages leave out benchmarks and tests. Without a path, Cargo searches
/// for a target as soon as it reads the manifest, and fails.
#[test]
fn targets_that_are_left_out_have_a_path() {
    for manifest in ["Cargo.toml", "command/Cargo.toml", "server/Cargo.toml"] {
        let text = std::fs::read_to_string(root().join(manifest)).unwrap();
        for section in text.split("\n[").skip(1) {
            let (header, fields) = section.split_once('\n').unwrap_or((section, ""));
            if ["[bench]]", "[test]]", "[example]]", "[bin]]"].contains(&header) {
                let has_path = fields.lines().any(|line| line.starts_with("path = "));
                assert!(has_path, "{manifest}: [{header} without a path:\n{fields}");
            }
        }
    }
}

/// The root of a source distribution for Python has the README of the workspace, and the page on
/// PyPI shows the file that the manifest of the package names.
#[test]
fn the_readme_for_python_is_not_taken_for_that_of_the_workspace() {
    let folder = root().join("bindings/python");
    let manifest = std::fs::read_to_string(folder.join("pyproject.toml")).unwrap();
    let name = manifest
        .lines()
        .find_map(|line| line.strip_prefix("readme = "))
        .unwrap()
        .trim_matches('"');
    assert!(folder.join(name).is_file(), "{name}");
    assert!(!root().join(name).exists(), "{name} is also in the root");
}
