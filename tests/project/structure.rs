//! The floors of the house: text, findings, notation, draw, games, replay, and above them the rooms that read a
//! replay, then the command. Nothing knows a floor above its own.

use std::collections::BTreeSet;
use std::path::Path;

use crate::support::root;

/// The rooms, from the ground up; those of one floor may know each other.
const FLOORS: [&[&str]; 14] = [
    &["text"],
    &["findings", "documents"],
    &["notation"],
    &["decks"],
    &["draw"],
    &["games"],
    &["replay"],
    &["mend"],
    &["infer"],
    &["checked"],
    &["collection"],
    &["reports", "figures", "formats", "bless", "shrink", "snapshot", "coverage", "example", "conform"],
    &["book", "choices", "lsp"],
    &["cli"],
];

/// What anybody may know: the tests' own helpers.
const OUTSIDE: [&str; 1] = ["testing"];

fn floor_of(room: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&room))
}

/// The rooms that a line of code names: `crate::replay::…`, `use crate::{draw, games};`.
fn rooms_named(line: &str) -> Vec<String> {
    let mut rooms = Vec::new();
    for (at, _) in line.match_indices("crate::") {
        if line[..at].ends_with(|before: char| before.is_alphanumeric() || "_$".contains(before)) {
            continue;
        }
        let rest = &line[at + "crate::".len()..];
        let names: Vec<&str> = match rest.strip_prefix('{') {
            Some(list) => list.split('}').next().unwrap_or_default().split(',').collect(),
            None => vec![rest],
        };
        rooms.extend(names.iter().map(|name| {
            name.trim().chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect::<String>()
        }));
    }
    rooms
}

fn arrows_up(path: &Path, room: &str) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let own = floor_of(room).unwrap_or_else(|| panic!("`{room}` stands on no floor: {}", path.display()));
    let code = (1..).zip(text.lines()).filter(|(_, line)| !line.trim_start().starts_with("//"));
    let mut arrows = Vec::new();
    for (number, line) in code {
        for named in rooms_named(line) {
            if floor_of(&named).is_some_and(|floor| floor > own) && !OUTSIDE.contains(&named.as_str()) {
                arrows.push(format!("{}:{number}: {room} knows {named}", path.display()));
            }
        }
    }
    arrows
}

#[test]
fn no_room_knows_one_above() {
    let source = root().join("src");
    let mut arrows = Vec::new();
    let mut rooms = BTreeSet::new();
    let files = walkdir::WalkDir::new(&source).sort_by_file_name().into_iter().map(|entry| entry.unwrap().into_path());
    for path in files.filter(|path| path.extension().is_some_and(|ending| ending == "rs")) {
        let inside = path.strip_prefix(&source).unwrap();
        let room = inside.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs").to_owned();
        if ["lib", "main"].contains(&room.as_str()) || OUTSIDE.contains(&room.as_str()) {
            continue;
        }
        arrows.extend(arrows_up(&path, &room));
        rooms.insert(room);
    }
    assert!(arrows.is_empty(), "arrows that run back up:\n{}", arrows.join("\n"));
    assert_eq!(rooms.len(), FLOORS.iter().map(|floor| floor.len()).sum::<usize>(), "a floor for a room that is gone");
}

#[test]
fn an_arrow_is_seen() {
    assert_eq!(rooms_named("use crate::replay::Report;"), ["replay"]);
    assert_eq!(rooms_named("use crate::{draw::Scene, games};"), ["draw", "games"]);
    assert_eq!(rooms_named("    x(crate::text::Span::default())"), ["text"]);
    assert_eq!(rooms_named("    $crate::games::Part; pub(crate) use a;"), [""; 0]);
}
