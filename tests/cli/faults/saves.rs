//! If another program saves a file while a command works on it, the saved version is kept. Files
//! that are written are whole.

use super::{UNMET, shell};
use crate::support::{Folder, UNTIDY, file_names, skipped};

/// Another program's version of the file.
const NEWER: &str = r#"# newer
[Game "gipf"]
[Variant "basic"]

1. c2 *
"#;
/// A record with a misspelt turn, and a record that lacks a tag.
const MENDABLE: &str = r#"[Game "gipf"]
[Variant "basic"]

1. b3 2. c2 3. g1--g2 4. d2 *
"#;
const NO_VARIANT: &str = r#"[Game "gipf"]

1. Gb3 2. Gc2 3. b2 *
"#;

/// Runs a command over `a.pips` and a pipe. The command has read `a.pips` when it opens the pipe;
/// only then does `save` run.
fn saved_meanwhile(command: &str, record: &str, save: &str) {
    let folder = Folder::new(&format!("saves-{}", command.split(' ').next().unwrap()));
    folder.file("a.pips", record);
    folder.file("newer.pips", NEWER);
    let line = format!(
        "mkfifo pipe.pips; timeout 60 $P {command} a.pips pipe.pips >out 2>err & exec 3>pipe.pips; \
         {save}; cp a.pips saved.pips; cat newer.pips >&3; exec 3>&-; wait $!; code=$?; cat err >&2; exit $code"
    );
    let output = shell(&folder, &line);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(
        read("a.pips"),
        read("saved.pips"),
        "{command}, {save}: {}",
        output.stderr()
    );
    let reasons = [
        "writing a.pips: the file has changed meanwhile",
        "a.pips: the file was changed while it was read",
    ];
    assert!(
        reasons
            .iter()
            .any(|reason| output.stderr().contains(reason)),
        "{command}: {}",
        output.stderr()
    );
    assert_eq!(output.status(), Some(2), "{command}, {save}");
    let left = std::fs::read_dir(folder.path()).unwrap().filter(|entry| {
        entry
            .as_ref()
            .unwrap()
            .file_name()
            .to_string_lossy()
            .ends_with(".tmp")
    });
    assert_eq!(left.count(), 0, "{command}, {save}");
}

#[test]
fn concurrent_saves_of_other_programs_are_kept() {
    let commands = [
        ("fmt", UNTIDY),
        ("test --bless", UNMET),
        ("mend --pick 1", MENDABLE),
        ("infer --write", NO_VARIANT),
    ];
    let saves = [
        "cp newer.pips x && mv x a.pips",
        "cat newer.pips >>a.pips",
        "cat newer.pips >a.pips",
    ];
    for (command, record) in commands {
        for save in saves {
            saved_meanwhile(command, record, save);
        }
    }
}

#[test]
fn a_collection_that_is_written_in_place_keeps_a_newer_version() {
    for command in [
        "merge -o a.pips",
        "sort --by Date -o a.pips",
        "dedupe -o a.pips",
    ] {
        for save in ["cp newer.pips x && mv x a.pips", "cat newer.pips >>a.pips"] {
            saved_meanwhile(command, UNTIDY, save);
        }
    }
}

#[test]
fn split_leaves_no_partial_file() {
    let folder = Folder::new("split");
    let records: String = (0..400).map(|_| format!("{NEWER}\n")).collect();
    folder.file("all.pips", &records);
    // No file may be longer than a few blocks, which is an error and not a signal.
    let limited = "trap '' XFSZ; ulimit -f 8; $P split --by 100 all.pips -o parts";
    let output = shell(&folder, limited);
    assert_eq!(output.status(), Some(2), "{}", output.stderr());
    assert!(output.stderr().contains("writing "), "{}", output.stderr());
    assert_eq!(
        file_names(folder.path()),
        ["all.pips"],
        "no empty folder, and no hidden one"
    );
    let output = shell(&folder, &limited.replace("parts", "a/b/parts"));
    assert_eq!(
        (output.status(), file_names(folder.path())),
        (Some(2), vec!["all.pips".to_owned()])
    );
    let parts = || file_names(folder.path().join("parts"));
    let output = shell(&folder, "$P split --by 100 all.pips -o parts");
    assert_eq!(
        (output.status(), parts().len()),
        (Some(0), 4),
        "{}",
        output.stderr()
    );
}

/// `script` gives the command a terminal. Not every system has this program.
#[test]
fn control_sequences_of_records_are_escaped() {
    let folder = Folder::new("terminal");
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Event \"\u{1b}[31mred\u{9b}2J\u{202e}\"]\n\n1. b3 *\n";
    folder.file("a.pips", record);
    if !shell(&folder, "script -qec true /dev/null")
        .status
        .success()
    {
        return skipped("there is no script (util-linux)", None);
    }
    for command in [
        "grep --game gipf a.pips",
        "merge a.pips",
        "sort --by Date a.pips",
        "sample -n 1 a.pips",
        "dedupe a.pips",
        "fmt --bare a.pips",
        "convert a.pips",
        "convert --to csv a.pips",
        "convert --to json a.pips",
    ] {
        let output = shell(&folder, &format!("script -qec \"$P {command}\" /dev/null"));
        let shown = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            !shown.contains(['\u{1b}', '\u{9b}', '\u{202e}']),
            "{command}: {shown}"
        );
        assert!(shown.contains("gipf"), "{command}: {shown}");
    }
    let piped = shell(&folder, "$P merge a.pips");
    assert_eq!(String::from_utf8_lossy(&piped.stdout), record);
}
