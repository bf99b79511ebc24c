//! Which files of a folder are read.

use std::os::unix::fs::symlink;
use std::path::Path;

use serde_json::Value;

use crate::support::{Folder, Run, UNTIDY, VALID};

/// The files that `check` reads, by their names in the output.
fn read(arguments: &[&str]) -> Vec<String> {
    let output = Run::new(&[&["check", "--format", "json"], arguments].concat()).done();
    let lines = output.stdout();
    let path = |line: &str| {
        serde_json::from_str::<Value>(line).unwrap()["path"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    lines.lines().map(path).collect()
}

/// The same, run in a folder.
fn read_in(folder: &Path, arguments: &[&str]) -> Vec<String> {
    let prefix = format!("{}/", folder.display());
    read(arguments)
        .iter()
        .map(|name| name.strip_prefix(&prefix).unwrap().to_owned())
        .collect()
}

#[test]
fn hidden_and_ignored_files_are_skipped_in_folders() {
    let folder = Folder::new("ignored");
    for file in [
        "a.pips",
        ".hidden.pips",
        ".git-like/b.pips",
        "build/c.pips",
        "draft-d.pips",
        "draft-keep.pips",
    ] {
        folder.file(file, VALID);
    }
    folder.file("sub/e.pips", VALID);
    folder.file("sub/f.pips", VALID);
    folder.file(".gitignore", "build/\ndraft-*\n!draft-keep.pips\n");
    folder.file("sub/.gitignore", "/f.pips\n");
    let name = folder.name();
    assert_eq!(
        read_in(folder.path(), &[&name]),
        ["a.pips", "draft-keep.pips", "sub/e.pips"]
    );
    let all = [
        ".git-like/b.pips",
        ".hidden.pips",
        "a.pips",
        "build/c.pips",
        "draft-d.pips",
        "draft-keep.pips",
        "sub/e.pips",
        "sub/f.pips",
    ];
    assert_eq!(read_in(folder.path(), &["--no-ignore", &name]), all);
    // A file or folder that is named is always read.
    for file in [".hidden.pips", "build/c.pips", "draft-d.pips", "sub/f.pips"] {
        assert_eq!(read_in(folder.path(), &[&format!("{name}/{file}")]), [file]);
    }
    for (inner, file) in [
        (".git-like", ".git-like/b.pips"),
        ("build", "build/c.pips"),
        ("sub", "sub/e.pips"),
    ] {
        assert_eq!(
            read_in(folder.path(), &[&format!("{name}/{inner}")]),
            [file]
        );
    }
    // Every command that walks folders does so: a draft is not changed unless it is named.
    let draft = folder.file("draft-d.pips", UNTIDY);
    Run::new(&["fmt", "--check", &name]).done().expect_status(0);
    Run::new(&["fmt", "--check", "--no-ignore", &name])
        .done()
        .expect_status(1);
    assert_eq!(std::fs::read_to_string(draft).unwrap(), UNTIDY);
    assert!(!Run::new(&["test", &name]).done().stdout().contains("draft"));
    let converted = |arguments: &[&str]| {
        Run::new(&[&["convert", "--to", "csv", &name], arguments].concat())
            .done()
            .stdout()
            .lines()
            .count()
    };
    assert_eq!(
        (converted(&[]), converted(&["--no-ignore"])),
        (1 + 3, 1 + 8)
    );
}

#[test]
fn a_folder_of_ignored_files_is_reported() {
    let folder = Folder::new("all-ignored");
    folder.file(".gitignore", "*.pips\n");
    folder.file("a.pips", VALID);
    let reported = Run::new(&["check", &folder.name()]).done().stderr();
    assert!(
        reported.contains("has no files that end in `.pips`") && reported.contains("`--no-ignore`"),
        "{reported}"
    );
    assert_eq!(read(&["--no-ignore", &folder.name()]).len(), 1);
}

/// A repository's own rules apply to it and to what it contains; those above it do not.
#[test]
fn ignore_rules_come_from_the_repository() {
    let folder = Folder::new("repository");
    folder.file(".gitignore", "*.pips\n");
    folder.file("repository/.git/HEAD", "");
    folder.file("repository/.git/info/exclude", "excluded.pips\n");
    folder.file("repository/.gitignore", "/games/out/\n");
    folder.file("repository/.ignore", "a.pips\n");
    for file in [
        "games/a.pips",
        "games/excluded.pips",
        "games/out/b.pips",
        "c.pips",
    ] {
        folder.file(&format!("repository/{file}"), VALID);
    }
    let repository = folder.path().join("repository");
    let games = repository.join("games").display().to_string();
    assert_eq!(
        read_in(&repository, &[&games]),
        ["games/a.pips", "games/excluded.pips"]
    );
    let whole = repository.display().to_string();
    assert_eq!(
        read_in(&repository, &[&whole]),
        ["c.pips", "games/a.pips", "games/excluded.pips"]
    );
}

#[test]
fn each_file_is_read_once() {
    let folder = Folder::new("read-twice");
    let (a, b) = (
        folder.file("a.pips", VALID),
        folder.file("sub/b.pips", VALID),
    );
    let link = folder.path().join("link.pips").display().to_string();
    symlink("a.pips", &link).unwrap();
    let linked_folder = folder.path().join("linked").display().to_string();
    symlink("sub", &linked_folder).unwrap();
    let name = folder.name();
    assert_eq!(read(&[&a, &a]), [a.as_str()]);
    assert_eq!(
        read(&[&b, &name]),
        [b.as_str(), &a],
        "the first mention says where it stands"
    );
    assert_eq!(read(&[&name, &a]), [a.as_str(), &b]);
    assert_eq!(read(&[&link, &name]), [link.as_str(), &b]);
    assert_eq!(read(&[&format!("{name}/sub/../a.pips"), &a]).len(), 1);
    assert_eq!(
        read(&[&linked_folder, &name]),
        [format!("{linked_folder}/b.pips"), a.clone()]
    );
    let twice = Run::new(&["check", "--format", "json", "-", "-"])
        .stdin(VALID)
        .done();
    assert_eq!(twice.stdout().lines().count(), 1);
    let rows = Run::new(&["convert", "--to", "csv", &a, &name])
        .done()
        .stdout();
    assert_eq!(rows.lines().count(), 1 + 2);
    let missing = Run::new(&["check", "no/such.pips", "no/such.pips"])
        .done()
        .expect_status(2)
        .stderr();
    assert_eq!(missing.matches("no/such.pips").count(), 1, "{missing}");
}

/// `exclude` in `pipscribe.toml` keeps files out of folders, but not a path that a user names.
#[test]
fn excluded_files_are_skipped_in_folders() {
    let folder = Folder::new("excluded");
    for file in [
        "a.pips",
        "cases/b.pips",
        "cases/deep/c.pips",
        "games/draft-d.pips",
        "games/e.pips",
        "own/f.pips",
        "own/cases/g.pips",
    ] {
        folder.file(file, VALID);
    }
    folder.file(
        "pipscribe.toml",
        "exclude = [\"/cases/\", \"draft-*\", \"f.pips\"]\n",
    );
    folder.file("own/pipscribe.toml", "exclude = [\"/cases/g.pips\"]\n");

    let name = folder.name();
    let kept = ["a.pips", "games/e.pips", "own/f.pips"];
    assert_eq!(read_in(folder.path(), &[&name]), kept);
    let all = read(&["--no-ignore", &name]);
    assert_eq!(all.len(), 7, "{all:?}");
    assert_eq!(read(&["--no-config", &name]).len(), 7);

    // Paths that a user names are read, and so are the files in them.
    let inside = |inner: &str| read_in(folder.path(), &[&format!("{name}/{inner}")]);
    assert_eq!(inside("cases"), ["cases/b.pips", "cases/deep/c.pips"]);
    assert_eq!(inside("cases/deep"), ["cases/deep/c.pips"]);
    assert_eq!(inside("games/draft-d.pips"), ["games/draft-d.pips"]);

    // Patterns are relative to the settings file, wherever the command runs.
    let here = Run::new(&["check", "--format", "json"])
        .current_dir(folder.path())
        .done()
        .stdout();
    assert_eq!(here.lines().count(), kept.len(), "{here}");
    let in_games = Run::new(&["check", "--format", "json"])
        .current_dir(folder.path().join("games"))
        .done()
        .stdout();
    assert_eq!(in_games.lines().count(), 1, "{in_games}");

    // Other commands skip these files, too.
    let output = Run::new(&["test", &name]).done();
    assert!(!output.stdout().contains("cases"), "{}", output.stdout());

    folder.file("pipscribe.toml", "exclude = [\"./cases\", \"./games/\"]\n");
    assert_eq!(read_in(folder.path(), &[&name]), ["a.pips", "own/f.pips"]);
}

#[test]
fn an_invalid_pattern_of_excluded_files_is_reported() {
    let folder = Folder::new("excluded-invalid");
    folder.file("a.pips", VALID);
    folder.file("pipscribe.toml", "exclude = [\"{a\"]\n");
    Run::new(&["check", &folder.name()])
        .done()
        .expect_status(2)
        .expect_stderr("invalid pattern `{a` in `exclude`");
    for pattern in ["[", "", "# drafts", "../drafts"] {
        folder.file(
            "pipscribe.toml",
            &format!("# a\nexclude = [\"{pattern}\"]\n"),
        );
        Run::new(&["check", &folder.name()])
            .done()
            .expect_status(2)
            .expect_stderr(&format!(
                "line 2, column 12: invalid pattern `{pattern}` in `exclude`: "
            ));
    }
}

/// The records in the repository that are wrong on purpose must not be the first thing that a
/// newcomer sees.
#[test]
fn a_check_of_the_clone_finds_no_error() {
    let output = Run::new(&["check"]).done().expect_status(0);
    assert!(output.stdout().is_empty(), "{}", output.stdout());
    // Their folders are checked when they are named.
    assert!(read(&["corpus/gipf/real"]).len() >= 3);
}
