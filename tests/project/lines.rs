//! Lines of Rust code have at most 120 columns.

use crate::support::root;

const MOST_COLUMNS: usize = 120;

/// Files with longer lines, and how many: regular expressions, JSON of contracts and records, which cannot be broken.
const UNBREAKABLE: [(&str, usize); 12] = [
    ("src/cli/mod.rs", 1),
    ("src/collection/index/mod.rs", 1),
    ("src/findings/codes/common.rs", 1),
    ("src/games/pipe/turn_text.rs", 1),
    ("src/replay/nearest.rs", 1),
    ("tests/cli/commands.rs", 6),
    ("tests/formats/linear/games.rs", 2),
    ("tests/games/decks/command.rs", 4),
    ("tests/games/pippinzip/ends.rs", 1),
    ("tests/library/fast_check.rs", 1),
    ("tests/lsp/frames.rs", 1),
    ("tests/mend/command.rs", 2),
];

#[test]
fn lines_fit_into_the_columns() {
    let mut files = 0;
    let mut wrong = Vec::new();
    for place in ["src", "command", "tests", "bindings", "benches", "editors"] {
        let is_source = |entry: &walkdir::DirEntry| {
            entry.file_name() != "target" && entry.file_name() != "node_modules"
        };
        let walk = walkdir::WalkDir::new(root().join(place))
            .sort_by_file_name()
            .into_iter()
            .filter_entry(is_source);
        for path in walk.map(|entry| entry.unwrap().into_path()) {
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            files += 1;
            let name = path
                .strip_prefix(root())
                .unwrap()
                .to_str()
                .unwrap()
                .replace('\\', "/");
            let text = std::fs::read_to_string(&path).unwrap();
            let long: Vec<usize> = (1..)
                .zip(text.lines())
                .filter(|(_, line)| line.chars().count() > MOST_COLUMNS)
                .map(|(at, _)| at)
                .collect();
            let allowed = UNBREAKABLE
                .iter()
                .find(|(file, _)| *file == name)
                .map_or(0, |(_, count)| *count);
            if long.len() != allowed {
                wrong.push(format!("{name}: lines {long:?}, allowed are {allowed}"));
            }
        }
    }
    assert!(files > 750, "{files}");
    assert!(
        wrong.is_empty(),
        "longer than {MOST_COLUMNS} columns: {wrong:#?}"
    );
}
