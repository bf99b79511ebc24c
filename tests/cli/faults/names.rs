//! Files with several names, with long names, and with names like those of the command's own files.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use super::{UNMET, shell};
use crate::support::{Folder, Run, UNTIDY, VALID, file_names};

/// A record with one misspelt turn, whose fix is certain, and a record that lacks a tag.
const MENDABLE: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. c2 3. g1--g2 4. d2 *\n";
const NO_VARIANT: &str = "[Game \"gipf\"]\n\n1. Gb3 2. Gc2 3. b2 *\n";

#[test]
fn hard_links_in_a_folder_are_rewritten_once_and_stay_linked() {
    let commands = [
        ("fmt", UNTIDY),
        ("check --fix", MENDABLE),
        ("mend --write", MENDABLE),
        ("infer --write", NO_VARIANT),
        ("test --bless", UNMET),
    ];
    for (command, record) in commands {
        let folder = Folder::new("linked");
        let file = |name: &str| folder.path().join("in").join(name);
        folder.file("in/a.pips", record);
        fs::create_dir(file("inner")).unwrap();
        fs::hard_link(file("a.pips"), file("b.pips")).unwrap();
        fs::hard_link(file("a.pips"), file("inner/c.pips")).unwrap();
        fs::hard_link(file("a.pips"), folder.path().join("outside.pips")).unwrap();
        let output = shell(&folder, &format!("$P {command} in"));
        assert!(
            matches!(output.status(), Some(0 | 1)),
            "{command}: {}",
            output.stderr()
        );
        let inode = |path: &Path| fs::metadata(path).unwrap().ino();
        assert_ne!(
            fs::read_to_string(file("a.pips")).unwrap(),
            record,
            "{command}: {}",
            output.stderr()
        );
        for other in ["b.pips", "inner/c.pips"] {
            assert_eq!(
                inode(&file(other)),
                inode(&file("a.pips")),
                "{command} {other}"
            );
        }
        assert_eq!(
            fs::read_to_string(folder.path().join("outside.pips")).unwrap(),
            record
        );
        assert_eq!(
            file_names(folder.path().join("in")),
            ["a.pips", "b.pips", "inner"],
            "{command}"
        );
    }
}

#[test]
fn figures_reject_two_names_of_a_document() {
    let folder = Folder::new("linked-pages");
    let page = "# A\n\n```pips\n[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n```\n";
    folder.file("a.md", page);
    fs::hard_link(folder.path().join("a.md"), folder.path().join("b.md")).unwrap();
    let output = shell(&folder, "$P figures a.md b.md");
    assert_eq!(output.status(), Some(2));
    assert!(
        output.stderr().contains("b.md is a hard link to a.md"),
        "{}",
        output.stderr()
    );
    assert_eq!(
        fs::read_to_string(folder.path().join("a.md")).unwrap(),
        page
    );
    assert_eq!(file_names(folder.path()), ["a.md", "b.md"]);
}

#[test]
fn a_user_file_that_is_named_like_a_leftover_one_stays() {
    let folder = Folder::new("users");
    folder.file("a.pips", UNTIDY);
    let names = [
        "a.pips.pipscribe.tmp",
        ".pipscribe-1-0.tmp",
        ".pipscribe-ffff-0.tmp",
        ".pipscribe-.tmp",
    ];
    for name in names {
        folder.file(name, "mine");
    }
    Run::new(&["fmt", &folder.name()]).done().expect_status(0);
    assert_eq!(
        fs::read_to_string(folder.path().join("a.pips")).unwrap(),
        VALID
    );
    for name in names {
        assert_eq!(
            fs::read_to_string(folder.path().join(name)).unwrap(),
            "mine",
            "{name}"
        );
    }
    assert_eq!(file_names(folder.path()).len(), 1 + names.len());
}

#[test]
fn a_file_with_the_longest_name_is_replaced() {
    let folder = Folder::new("long");
    for length in [242, 250, 255] {
        let name = format!("{}.pips", "x".repeat(length - 5));
        let path = folder.file(&name, UNTIDY);
        Run::new(&["fmt", &path]).done().expect_status(0);
        assert_eq!(fs::read_to_string(&path).unwrap(), VALID, "{length}");
        Run::new(&["merge", "-o", &path, &path])
            .done()
            .expect_status(0);
        let parts = folder.path().join("x".repeat(length)).display().to_string();
        Run::new(&["split", "--by", "1", "-o", &parts, &path])
            .done()
            .expect_status(0);
        Run::new(&["split", "--by", "game", "-o", &parts, &path])
            .done()
            .expect_status(0);
    }
    assert_eq!(file_names(folder.path()).len(), 6);
}
