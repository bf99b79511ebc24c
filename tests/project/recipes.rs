//! The recipes that CONTRIBUTING lists exist.

use std::collections::BTreeSet;

use crate::support::root;

fn read(file: &str) -> String {
    std::fs::read_to_string(root().join(file)).unwrap()
}

/// The names of the recipes, without helpers: `name *ARGUMENTS:` at the beginning of a line.
fn recipes() -> BTreeSet<String> {
    let is_name = |name: &&str| {
        name.starts_with(|first: char| first.is_ascii_lowercase())
            && name
                .chars()
                .all(|letter| letter.is_ascii_lowercase() || letter == '-')
    };
    let justfile = read("justfile");
    let heads = justfile
        .lines()
        .filter(|line| !line.contains(":="))
        .filter_map(|line| line.split_once(':'));
    heads
        .filter_map(|(head, _)| head.split(' ').next())
        .filter(is_name)
        .map(str::to_owned)
        .collect()
}

/// The words after `` `just `` on a page.
fn named(page: &str) -> BTreeSet<String> {
    let pieces = page.split("`just ").skip(1);
    pieces
        .map(|rest| rest.split([' ', '`']).next().unwrap().to_owned())
        .collect()
}

#[test]
fn the_listed_recipes_are_the_existing_ones() {
    let contributing = read("CONTRIBUTING.md");
    assert_eq!(named(&contributing), recipes());
    let others = ["README.md", "ARCHITECTURE.md", "docs/limits.md"].map(read);
    for name in others.iter().flat_map(|page| named(page)) {
        assert!(recipes().contains(&name), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn every_listed_script_exists_and_runs() {
    use std::os::unix::fs::PermissionsExt;
    let contributing = read("CONTRIBUTING.md");
    let releasing = read("docs/src/releasing.md");
    let scripts: Vec<&str> = [&contributing, &releasing]
        .into_iter()
        .flat_map(|page| page.split('`'))
        .filter(|word| word.starts_with(".ci/"))
        .collect();
    assert!(scripts.contains(&".ci/run"));
    for script in scripts {
        let mode = std::fs::metadata(root().join(script))
            .unwrap()
            .permissions()
            .mode();
        assert!(mode & 0o111 != 0, "{script} cannot be run");
    }
}

/// `.ci/run` names what is missing and ends before it installs or builds anything.
#[cfg(unix)]
#[test]
fn the_run_names_missing_programs_first() {
    use crate::support::Folder;
    use std::os::unix::fs::symlink;
    use std::process::Command;

    let bash = which("bash");
    let folder = Folder::new("run-without-programs");
    // Neither Cargo nor `id` is on this path, so the run does not count as one by root.
    let programs = std::path::PathBuf::from(folder.name());
    symlink(which("dirname"), programs.join("dirname")).unwrap();
    let output = Command::new(bash)
        .arg(root().join(".ci/run"))
        .env("PATH", &programs)
        .output()
        .unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    for name in ["cargo", "python3", "chromium", "valgrind"] {
        assert!(errors.contains(name), "{name}: {errors}");
    }
    assert!(output.stdout.is_empty(), "{:?}", output.stdout);
}

/// Returns the path of a program.
#[cfg(unix)]
fn which(program: &str) -> std::path::PathBuf {
    let path = std::env::var_os("PATH").unwrap();
    let mut places = std::env::split_paths(&path).map(|folder| folder.join(program));
    places.find(|place| place.is_file()).unwrap()
}

/// The fast tests skip modules of this name, and there are some.
#[test]
fn slow_tests_are_in_modules_named_slow() {
    assert!(read("justfile").contains("--skip ::slow::"));
    let files = walkdir::WalkDir::new(root().join("tests"))
        .into_iter()
        .map(|entry| entry.unwrap().into_path());
    let sources = files.filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    let texts = sources.map(|path| std::fs::read_to_string(path).unwrap());
    let modules: usize = texts
        .map(|text| {
            text.lines()
                .filter(|line| line.starts_with("mod slow"))
                .count()
        })
        .sum();
    assert!(modules > 5, "{modules}");
}
