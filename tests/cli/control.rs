//! Tests that no command prints control characters of a record, which could be commands for a
//! terminal.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{Folder, Run, command_names};

/// Control characters as text: commands for a terminal, C1, the bell, and changes of the direction
/// of writing.
const CONTROLS: &str = "\u{1b}c\u{1b}]0;t\u{7}\u{9b}2J\u{85}\u{202e}\u{2066}\u{8}";

/// Records with control characters in tags, comments, turns and variations, and between records;
/// each is in its own folder.
fn records() -> Vec<String> {
    let gipf = "[Game \"gipf\"]\n[Variant \"basic\"]\n";
    vec![
        format!(
            "{gipf}[Event \"{CONTROLS}\"]\n[Player1 \"a{CONTROLS}\"]\n\n1. b3 {{{CONTROLS}}} 2. c2 *\n"
        ),
        format!("{gipf}\n1. b3 2. c2{CONTROLS} *\n"),
        format!(
            "{gipf}\n1. b3 (1. {CONTROLS} 2. c2) 2. c2 {{[%label b3 \"{CONTROLS}\"] [%caption \"{CONTROLS}\"]}} *\n"
        ),
        format!(
            "# {CONTROLS}\n{gipf}[{CONTROLS} \"x\"]\n[Result \"{CONTROLS}\"]\n\n1. b3 *\n{CONTROLS}\n"
        ),
        format!("{gipf}[Site \"{CONTROLS}\"]\n\n1. b3 {{[%puzzle win 1]}} 2. {CONTROLS} *\n"),
        format!("[Game \"{CONTROLS}\"]\n[Variant \"{CONTROLS}\"]\n\n1. {CONTROLS} *\n"),
        format!(
            "[Game \"pipe\"]\n[Variant \"both\"]\n[Deck \"{CONTROLS}\"]\n[Hand1 \"{CONTROLS}\"]\n\n1. {CONTROLS} *\n"
        ),
        format!("{gipf}\n1. b3 {{[%expect {CONTROLS}]}} 2. c2 {{[%{CONTROLS}]}} *\n"),
    ]
}

/// The arguments of each command that reads records or other text from users, with `FILE` for a
/// file; empty for a command that reads no such text.
fn arguments() -> BTreeMap<&'static str, &'static [&'static str]> {
    BTreeMap::from([
        (
            "check",
            &[
                "FILE",
                "--format short FILE",
                "--format json FILE",
                "--format json --with bare,positions,table,turn_rows FILE",
                "--format sarif FILE",
                "--format github FILE",
                "--format junit FILE",
                "--statistics FILE",
                "--puzzles FILE",
            ][..],
        ),
        ("fmt", &["--diff FILE", "--check FILE"]),
        ("mend", &["FILE", "--format json FILE"]),
        ("infer", &["FILE", "--format json FILE"]),
        ("new", &["gipf", "gipf --tag Event=CONTROLS", "CONTROLS"]),
        ("shrink", &[]),
        (
            "replay",
            &[
                "FILE",
                "--variations FILE",
                "--format json FILE",
                "--format yaml FILE",
                "--tree FILE",
                "--tree --format json FILE",
            ],
        ),
        (
            "render",
            &[
                "FILE",
                "--format unicode FILE",
                "--format words FILE",
                "--format svg FILE",
                "--format html FILE",
                "--format typst FILE",
                "--format tikz FILE",
                "--findings FILE",
            ],
        ),
        ("figures", &["--check PAGE"]),
        ("mdbook", &["supports CONTROLS"]),
        (
            "convert",
            &[
                "--to sgf FILE -o OUT.sgf",
                "--about CONTROLS",
                "--from CONTROLS FILE",
            ],
        ),
        ("moves", &["FILE", "--depth 1 FILE", "--line CONTROLS FILE"]),
        ("random", &["--game gipf --variant CONTROLS"]),
        (
            "test",
            &[
                "FILE",
                "--format junit FILE",
                "--coverage FILE",
                "--snapshot SNAPS FILE",
            ],
        ),
        (
            "solve",
            &["FILE", "--format json FILE", "--goal CONTROLS FILE"],
        ),
        ("conform", &["--suite FILE true", "CONTROLS"]),
        (
            "deck",
            &[
                "check FILE",
                "check --format json FILE",
                "show FILE",
                "show CONTROLS",
            ],
        ),
        ("why", &["FILE", "--turn 2 FILE", "--format json FILE"]),
        ("lsp", &[]),
        ("explain", &["CONTROLS", "CONTROLS --examples"]),
        ("book", &[]),
        (
            "stats",
            &[
                "FILE",
                "--format json FILE",
                "--format html FILE",
                "--coverage FILE",
            ],
        ),
        (
            "grep",
            &[
                "--places --game gipf FILE",
                "--files --game gipf FILE",
                "--tag CONTROLS FILE",
            ],
        ),
        (
            "dedupe",
            &[
                "--check FILE FILE",
                "--format json --check FILE",
                "FILE -o OUT.pips",
            ],
        ),
        (
            "sort",
            &["--by CONTROLS FILE", "--by Date FILE -o OUT.pips"],
        ),
        ("merge", &["FILE -o OUT.pips"]),
        (
            "split",
            &[
                "--by game FILE -o OUT",
                "--by Event FILE -o OUT2",
                "--by CONTROLS FILE -o OUT3",
            ],
        ),
        ("sample", &["-n 1 FILE -o OUT.pips"]),
        ("schema", &["CONTROLS"]),
        ("completions", &["CONTROLS"]),
        ("man", &["CONTROLS"]),
    ])
}

/// Commands whose standard output is data, byte for byte, unless it is a terminal.
const DATA: [(&str, &str); 10] = [
    ("fmt --bare", "the records themselves"),
    ("convert", "the records in another format"),
    ("grep", "the records themselves"),
    ("dedupe", "the records themselves"),
    ("sort", "the records themselves"),
    ("merge", "the records themselves"),
    ("sample", "the records themselves"),
    (
        "shrink",
        "a record that must have the same error, for which the character may be needed",
    ),
    ("lsp", "messages for an editor, in JSON"),
    ("mdbook", "the chapters of a book, in JSON for mdBook"),
];

/// Removes the colours and links that the command itself writes.
fn without_styles(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        out.push_str(before);
        let style = after.strip_prefix('[').and_then(|codes| {
            codes
                .trim_start_matches(|digit: char| digit.is_ascii_digit() || digit == ';')
                .strip_prefix('m')
        });
        rest = style.unwrap_or_else(|| {
            out.push('\u{1b}');
            after
        });
    }
    out + rest
}

fn has_effect(character: char) -> bool {
    let changes_direction = matches!(character, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    character != '\n' && character != '\t' && (character.is_control() || changes_direction)
}

#[test]
fn every_command_is_in_the_list() {
    let listed: BTreeSet<String> = arguments().keys().map(|&name| name.to_owned()).collect();
    let known: BTreeSet<String> = command_names().into_iter().collect();
    assert_eq!(
        listed, known,
        "a new command needs arguments with which it prints parts of records"
    );
    let untried: Vec<_> = arguments()
        .iter()
        .filter(|(_, runs)| runs.is_empty())
        .map(|(name, _)| *name)
        .collect();
    let data: Vec<_> = DATA.iter().map(|(command, _)| *command).collect();
    for command in untried {
        assert!(
            command == "book" || data.contains(&command),
            "{command}: why is it not tried?"
        );
    }
}

/// Hundreds of runs.
mod slow {
    use super::*;

    #[test]
    fn no_command_prints_control_characters_of_records() {
        let folder = Folder::new("controls");
        for (number, record) in records().iter().enumerate() {
            // The file names contain control characters, too.
            let file = folder.file(&format!("{number}/a\u{1b}c\u{9b}\u{202e}.pips"), record);
            let page = folder.file(
                &format!("{number}/p\u{1b}c.md"),
                &format!("# {CONTROLS}\n\n```pips\n{record}```\n"),
            );
            for (command, runs) in arguments() {
                for run in runs {
                    tried(&folder, number, command, run, [&file, &page]);
                }
            }
        }
    }

    fn tried(folder: &Folder, number: usize, command: &str, run: &str, [file, page]: [&String; 2]) {
        let words = run.split(' ').map(|word| match word {
            "FILE" => file.clone(),
            "PAGE" => page.clone(),
            _ => word.replace("CONTROLS", CONTROLS),
        });
        let arguments: Vec<String> = std::iter::once(command.to_owned()).chain(words).collect();
        for colours in ["never", "always"] {
            let place = folder.path().join(number.to_string());
            let all = [
                &["--color".to_owned(), colours.to_owned()],
                arguments.as_slice(),
            ]
            .concat();
            let ran = Run::new(&all).current_dir(place).done();
            for (stream, bytes) in [("output", &ran.stdout), ("error", &ran.stderr)] {
                let text = String::from_utf8_lossy(bytes);
                let plain = if colours == "always" {
                    without_styles(&text)
                } else {
                    text.into_owned()
                };
                let found: String = plain
                    .chars()
                    .filter(|&character| has_effect(character))
                    .collect();
                assert!(
                    found.is_empty(),
                    "{command} {run}, record {number}, standard {stream}: {found:?}\n{plain:?}"
                );
            }
        }
    }
}
