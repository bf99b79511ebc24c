//! Outputs in a folder that is read: no command reads its own output.

use crate::support::{Folder, Run, VALID, command_names, file_names};

/// The arguments with which a command reads the folder `.` and writes to `all.pips` or to the
/// folder `out`.
const WRITERS: [(&str, &[&str]); 8] = [
    ("merge", &[".", "-o", "all.pips"]),
    ("sort", &["--by", "Date", ".", "-o", "all.pips"]),
    ("dedupe", &[".", "-o", "all.pips"]),
    ("sample", &["-n", "9", ".", "-o", "all.pips"]),
    ("grep", &["--game", "gipf", ".", "-o", "all.pips"]),
    ("convert", &[".", "-o", "out", "--to", "pips"]),
    ("split", &["--by", "game", ".", "-o", "out"]),
    ("check", &[".", "-o", "all.pips"]),
];

/// Commands whose output is never read, because it is not records or because only one named file is
/// read.
const OTHERS: [&str; 10] = [
    "render", "stats", "new", "shrink", "example", "book", "man", "deck", "explain", "figures",
];

#[test]
fn an_output_in_a_folder_that_is_read_is_refused_the_second_time() {
    for (command, arguments) in WRITERS {
        let folder = Folder::new(&format!("own-{command}"));
        folder.file("a.pips", VALID);
        folder.file("in/b.pips", &VALID.replace(" 2. c2", ""));
        let arguments = [&[command, "-q"], arguments].concat();
        let run = || Run::new(&arguments).current_dir(folder.path()).done();
        let first = run();
        assert_eq!(first.status(), Some(0), "{command}: {}", first.stderr());
        let names = file_names(folder.path());
        let second = run();
        assert_eq!(second.status(), Some(2), "{command}: {}", second.stderr());
        assert_eq!(file_names(folder.path()), names, "{command}");
        // A file that is named is read, and written in place by the commands that keep its records.
        if ["merge", "sort", "dedupe"].contains(&command) {
            let mut named = arguments.clone();
            named[arguments.len() - 3] = "all.pips";
            Run::new(&named)
                .current_dir(folder.path())
                .done()
                .expect_status(0);
        }
    }
}

#[test]
fn every_command_with_an_output_is_known() {
    for command in command_names() {
        let help = Run::new(&[command.as_str(), "--help"]).done().stdout();
        let is_known =
            WRITERS.iter().any(|(name, _)| *name == command) || OTHERS.contains(&command.as_str());
        assert!(
            is_known || !help.contains("-o, --output"),
            "{command}: does it read its own output?"
        );
    }
}
