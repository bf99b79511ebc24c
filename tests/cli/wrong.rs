//! Wrong command lines: what they report, and their exit status.

use crate::support::{Folder, Run};

const GAME: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. c2 *\n";
const CHESS: &str = "[Event \"Club\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n";

/// Command lines, as a person types them, in a folder with `game.pips` and `chess.pgn`. A word in
/// quotes is one argument.
const LINES: [&str; 90] = [
    // Subcommands that have a different name in `pipscribe`, or are misspelt.
    "validate game.pips",
    "lint",
    "verify",
    "format game.pips",
    "draw game.pips",
    "diagram game.pips",
    "svg game.pips",
    "board game.pips",
    "export game.pips",
    "import chess.pgn",
    "search Ann",
    "find Ann",
    "filter Ann",
    "repair game.pips",
    "watch game.pips",
    "play game.pips",
    "chek game.pips",
    "help chek",
    "man chek",
    "deck chek",
    "frobnicate",
    "game.pips",
    "chess.pgn",
    "version",
    "app",
    "tree game.pips",
    "analyse game.pips",
    "deck draw twin-works",
    "-q",
    // Options that are misspelt, or belong to other subcommands.
    "--games",
    "check --formt json",
    "check game.pips --turn 3",
    "check -x game.pips",
    "-version",
    "explain G3.4 --only kept",
    "test game.pips --at-least 50",
    // Values.
    "check --format xml game.pips",
    "check --max-findings lots game.pips",
    "check --color sometimes game.pips",
    "convert game.pips --to",
    "convert game.pips --to sfg",
    "convert game.pips --to png",
    "convert game.pips --to pgn",
    "convert game.pips -o board.svg",
    "sort --by date game.pips",
    "mend --pick first game.pips",
    "mend --pick 0 game.pips",
    "mend --answer 3 game.pips",
    "why game.pips --turn abc",
    "why game.pips --turn 0",
    "why game.pips --turn 99",
    "render game.pips --turn -1",
    "render game.pips --dpi 5",
    "render game.pips --width wide",
    "render game.pips --rotate 45",
    "perft game.pips --depth 0",
    "moves game.pips --limit 99999999999999999999999",
    "random --game gipf --variant basic --puzzle mate",
    "split --by foo game.pips -o out",
    "schema foo",
    // Arguments that are missing or too many.
    "new",
    "new chess",
    "random gipf",
    "check game.pips json",
    "moves gipf",
    "grep gipf",
    "new gipf --variant zipline",
    "new gipf --tag Size",
    "random",
    "moves --game gipf",
    "moves --variant zipline",
    "render --position x",
    "sort game.pips",
    "split game.pips",
    "figures",
    "why game.pips 3",
    "render game.pips game.pips",
    "grep --valid --invalid game.pips",
    // Files.
    "check nothing.pips",
    "grep Ann game.pips",
    "grep --tag \"Player 1\" game.pips",
    "convert chess.pgn",
    "convert game.pips -o out.doc",
    "render game.pips -o out.doc",
    "new gipf -o game.pips",
    "--config nothing.toml check game.pips",
    "deck show nothing",
    "render chess.pgn",
    "mdbook",
    "conform --suite game.pips cat",
];

/// Words that only programmers and the libraries of `pipscribe` use.
const FOREIGN: [&str; 12] = [
    "error:",
    "os error",
    "invalid digit",
    "expected struct",
    "4294967295",
    "unrecognized",
    "tip:",
    "Usage:",
    "requires a subcommand",
    "EOF while",
    "expected value",
    "the page of the format",
];

/// Splits a command line at spaces outside quotes.
fn words(line: &str) -> Vec<&str> {
    let parts = line.split('"').enumerate();
    parts
        .flat_map(|(number, part)| match number % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        })
        .collect()
}

#[test]
fn wrong_command_lines_say_what_to_write() {
    let folder = Folder::new("wrong-lines");
    folder.file("game.pips", GAME);
    folder.file("chess.pgn", CHESS);
    let mut all = String::new();
    for line in LINES {
        let ran = Run::new(&words(line)).current_dir(folder.path()).done();
        let (reported, status) = (ran.stderr(), ran.status().unwrap());

        assert_ne!(status, 0, "{line}");
        assert!(reported.starts_with("pipscribe: "), "{line}: {reported}");
        for word in FOREIGN {
            assert!(!reported.contains(word), "{line}: {word}: {reported}");
        }
        all.push_str(&format!("$ pipscribe {line}\n{reported}[{status}]\n\n"));
    }
    assert_eq!(
        std::fs::read_to_string(folder.path().join("game.pips")).unwrap(),
        GAME
    );
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!("wrong", all) });
}

/// Every command that reads records takes the current folder if no path is given.
#[test]
fn commands_read_the_current_folder_by_default() {
    let folder = Folder::new("default-folder");
    folder.file("game.pips", GAME);
    for line in [
        "check",
        "fmt --check",
        "mend",
        "infer",
        "stats",
        "grep",
        "dedupe",
        "sort --by game",
        "merge",
        "sample -n 1",
        "test",
        "solve",
        "replay",
        "list",
        "convert --to sgf",
        "render",
        "moves",
        "perft --depth 1",
        "why",
    ] {
        let here = |words: &[&str]| Run::new(words).current_dir(folder.path()).done();
        let arguments = words(line);
        let by_default = here(&arguments).expect_status(0);
        let named = here(&[&arguments[..], &["."]].concat());
        assert_eq!(by_default.stdout(), named.stdout(), "{line}");
        assert!(
            !by_default.stdout().is_empty() || !by_default.stderr().is_empty(),
            "{line}"
        );
    }
}

/// `-h` is for beginners, so it fits on a screen.
#[test]
fn the_short_help_shows_the_most_used_commands() {
    let short = Run::new(&["-h"]).done().expect_status(0).stdout();
    assert!(short.lines().count() <= 30, "{short}");
    let rows = short
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| line.starts_with("  "));
    assert_eq!(rows.count(), 10, "{short}");
    assert!(short.contains("`pipscribe --help` lists all "), "{short}");

    // Without a command, it goes to standard error. The long help and the help of commands stay.
    let none = Run::new::<&str>(&[]).done().expect_status(2);
    assert_eq!(
        (none.stdout(), none.stderr()),
        (String::new(), short.clone())
    );
    let long = Run::new(&["--help"]).done().stdout();
    assert!(long.contains("Global options:"), "{long}");
    assert_eq!(Run::new(&["help"]).done().stdout(), long);
    let check = Run::new(&["check", "-h"]).done().stdout();
    assert!(check.contains("--fail-fast"), "{check}");
}

/// Reports for people are called `text` by every command; the old name still works.
#[test]
fn reports_for_people_have_one_name() {
    for command in ["check", "mend", "infer", "stats", "test", "why", "solve"] {
        let help = Run::new(&[command, "--help"]).done().stdout();
        assert!(!help.contains("human"), "{command}: {help}");
        let report = |format: &str| {
            let ran = Run::new(&[command, "--format", format, "-"])
                .stdin(GAME)
                .done();
            (ran.stdout(), ran.stderr())
        };
        assert_eq!(report("text"), report("human"), "{command}");
    }
}

/// Findings on foreign text are headed by their code only, because the formats have no numbered
/// rules.
#[test]
fn findings_on_foreign_text_cite_no_rule() {
    let ran = Run::new(&["convert", "--from", "json", "-"])
        .stdin("{\"tags\": 3}")
        .done();
    assert!(ran.stderr().contains("import/"), "{}", ran.stderr());
    assert!(
        !ran.stderr().contains("page of the format"),
        "{}",
        ran.stderr()
    );
}

/// A picture with the extension of a record is not text, so no fix makes comments of its bytes.
#[test]
fn a_picture_gets_no_fix() {
    const PICTURE: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01";
    let folder = Folder::new("picture");
    let file = folder.path().join("photo.pips");
    std::fs::write(&file, PICTURE).unwrap();
    for line in ["check photo.pips", "mend --write photo.pips"] {
        let ran = Run::new(&words(line)).current_dir(folder.path()).done();
        let report = ran.stdout();
        assert!(report.contains("This is not text."), "{line}: {report}");
        assert!(!report.contains("remarks"), "{line}: {report}");
    }
    assert_eq!(std::fs::read(&file).unwrap(), PICTURE);
}

/// `mend --pick N` says so if the list has no N-th fix.
#[test]
fn a_fix_that_is_not_in_the_list_is_reported() {
    let folder = Folder::new("no-such-fix");
    let record = GAME.replace("2. c2", "2. a2-d4 3. c2");
    folder.file("game.pips", &record);
    let ran = Run::new(&["mend", "--pick", "99", "game.pips"])
        .current_dir(folder.path())
        .done()
        .expect_status(1);
    assert!(
        ran.stdout()
            .contains("(there is no fix 99; the list ends with "),
        "{}",
        ran.stdout()
    );
    let file = folder.path().join("game.pips");
    assert_eq!(std::fs::read_to_string(file).unwrap(), record);
}
