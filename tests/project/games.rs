//! A game is a folder: code that belongs to a single game is in `src/games/NAME`, and the rest of
//! the code does not know the games by name.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use pipscribe::games::GameId;

use crate::support::root;

/// The number of lines that a game may need outside its folder and its grammar.
const MAX_LINES: usize = 6;

/// The code outside `src/games` that names a game, a file or a folder each, with the reason.
const ALLOWED: [(&str, &str); 12] = [
    ("src/formats/abstractplay", "a format of Pippinzip"),
    ("src/formats/boardspace", "a format of GIPF"),
    ("src/formats/diagram/gipf.rs", "drawn boards of one game"),
    ("src/formats/diagram/pipe", "drawn boards of one game"),
    (
        "src/formats/diagram/pippinzip.rs",
        "drawn boards of one game",
    ),
    ("src/formats/diagram/pippip.rs", "drawn boards of one game"),
    ("src/formats/gdansk", "a format of GIPF"),
    ("src/formats/gf1", "a format of GIPF"),
    ("src/formats/gipf_com", "a format of GIPF"),
    ("src/formats/gipf_rules.rs", "formats of GIPF"),
    ("src/formats/gipf_turns.rs", "formats of GIPF"),
    ("src/formats/sgf/stones.rs", "Pippinzip as stones of Go"),
];

/// Returns the source files outside `src/games`, by their paths in the project.
fn sources() -> Vec<PathBuf> {
    let folders = [
        "src",
        "command",
        "server",
        "bindings/python/src",
        "bindings/typst/src",
        "bindings/web/src",
    ]
    .map(|folder| root().join(folder));
    let entries = folders
        .iter()
        .flat_map(|folder| walkdir::WalkDir::new(folder).sort_by_file_name());
    entries
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .map(|path| path.strip_prefix(root()).unwrap().to_owned())
        .filter(|path| !path.starts_with("src/games"))
        .collect()
}

/// Returns the lines of a file before its unit tests, without comments.
fn code(text: &str) -> String {
    let lines = text
        .lines()
        .take_while(|line| *line != "#[cfg(test)]" && !line.starts_with("#![cfg(test)]"))
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Returns the words of a text that consist of letters, digits and underscores.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
}

/// Returns the first place of the code that names a game: a variant of `GameId`, the module of a
/// game, or a string that is its name.
fn name_of_game(code: &str) -> Option<String> {
    GameId::ALL.into_iter().find_map(|game| {
        let name = game.name();
        let variant = format!("{game:?}");
        let is_variant = code.match_indices("GameId::").any(|(offset, found)| {
            words(&code[offset + found.len()..]).next() == Some(variant.as_str())
        });
        if is_variant {
            return Some(format!("GameId::{variant}"));
        }
        let is_module = code.match_indices("games::").any(|(offset, found)| {
            let rest = &code[offset + found.len()..];
            match rest.strip_prefix('{').and_then(|list| list.split_once(';')) {
                Some((list, _)) => words(list).any(|word| word == name),
                None => words(rest).next() == Some(name),
            }
        });
        if is_module {
            return Some(format!("games::{name}"));
        }
        // In `[Game "gipf"]`, the name is a part of a longer string.
        let literal = format!("\"{name}\"");
        code.match_indices(&literal)
            .any(|(offset, _)| !code[..offset].ends_with("Game "))
            .then_some(literal)
    })
}

fn is_allowed(path: &Path, place: &str) -> bool {
    path.starts_with(place)
}

#[test]
fn only_the_folders_of_games_name_games() {
    let mut found = Vec::new();
    let mut used = Vec::new();
    for path in sources() {
        let text = std::fs::read_to_string(root().join(&path)).unwrap();
        let Some(name) = name_of_game(&code(&text)) else {
            continue;
        };
        match ALLOWED.iter().find(|(place, _)| is_allowed(&path, place)) {
            Some((place, _)) => used.push(*place),
            None => found.push(format!("{}: {name}", path.display())),
        }
    }
    assert!(
        found.is_empty(),
        "state these facts in `src/games/NAME/facts.rs`:\n{}",
        found.join("\n")
    );
    let unused: Vec<_> = ALLOWED
        .iter()
        .filter(|(place, _)| !used.contains(place))
        .collect();
    assert!(
        unused.is_empty(),
        "these places no longer name a game: {unused:?}"
    );
}

#[test]
fn names_of_games_are_found() {
    for (code, name) in [
        ("if game == GameId::Pippip {", "GameId::Pippip"),
        ("use crate::games::pipe::Pipe;", "games::pipe"),
        (
            "use crate::games::{\n    Language, gipf::Gipf,\n};",
            "games::gipf",
        ),
        ("draft.assume(\"Game\", \"gipf\");", "\"gipf\""),
    ] {
        assert_eq!(name_of_game(code).as_deref(), Some(name), "{code}");
    }
    for code in [
        "GameId::ALL",
        "use crate::games::{Game, GameId};\nuse super::pipe;",
        "\"[Game \"gipf\"]\"",
        "codes::gipf::ALL",
    ] {
        assert_eq!(name_of_game(code), None, "{code}");
    }
}

/// The lines that the patch of a fifth game expects in a file, and those that it adds.
#[derive(Default)]
struct PatchedFile {
    path: String,
    /// The lines that must be there, in blocks of consecutive lines.
    blocks: Vec<Vec<String>>,
    added: usize,
}

/// Reads a unified diff that only adds lines.
fn patched_files(patch: &str) -> Vec<PatchedFile> {
    let mut files: Vec<PatchedFile> = Vec::new();
    for line in patch.lines() {
        if let Some(path) = line.strip_prefix("+++ b/") {
            files.push(PatchedFile {
                path: path.to_owned(),
                ..PatchedFile::default()
            });
            continue;
        }
        let Some(file) = files.last_mut() else {
            continue;
        };
        match line.split_at_checked(1) {
            Some(("@", _)) => file.blocks.push(Vec::new()),
            Some((" ", text)) => file.blocks.last_mut().unwrap().push(text.to_owned()),
            Some(("+", _)) => file.added += 1,
            _ => assert!(
                line.starts_with("--- a/"),
                "the patch removes a line: {line}"
            ),
        }
    }
    files
}

#[test]
fn a_fifth_game_needs_a_folder_a_grammar_and_a_few_lines() {
    let game = root().join("tests/fifth_game");
    let entries = walkdir::WalkDir::new(&game)
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.unwrap().into_path());
    for path in entries.filter(|path| path.is_file()) {
        let path = path.strip_prefix(&game).unwrap();
        let is_known = [
            "src/games/tictactoe",
            "grammar/tictactoe.pest",
            "records",
            "lines.patch",
            "README.md",
        ]
        .iter()
        .any(|place| path.starts_with(place));
        assert!(is_known, "{} does not belong to a game", path.display());
    }

    let patch = std::fs::read_to_string(game.join("lines.patch")).unwrap();
    let files = patched_files(&patch);
    let added: usize = files.iter().map(|file| file.added).sum();
    assert!((1..=MAX_LINES).contains(&added), "{added} lines");
    for file in &files {
        let text = std::fs::read_to_string(root().join(&file.path)).unwrap();
        for block in &file.blocks {
            let lines = block.join("\n");
            assert!(
                text.contains(&format!("\n{lines}\n")),
                "{} no longer has these lines, on which `lines.patch` depends:\n{lines}",
                file.path
            );
        }
    }
}

/// The game keeps up with the others: it has the files that every game has.
#[test]
fn the_fifth_game_is_organised_like_the_others() {
    let files = |folder: &str| -> BTreeSet<String> {
        let entries = std::fs::read_dir(root().join(folder)).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.ends_with(".rs")).collect()
    };
    let shared = GameId::ALL
        .into_iter()
        .map(|game| files(&format!("src/games/{game}")))
        .reduce(|shared, own| &shared & &own)
        .unwrap();
    let own = files("tests/fifth_game/src/games/tictactoe");
    let missing: Vec<_> = shared.difference(&own).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
