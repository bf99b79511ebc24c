//! The layers of the library and of the program. A module uses only modules of its own layer and of
//! the layers below. That the library uses neither the program nor the language server, and the
//! language server not the program, follows from the dependencies of the packages.

use std::collections::BTreeSet;
use std::path::Path;

use crate::support::{SOURCES, root};

/// Modules from the lowest layer to the highest. Modules of one layer may use each other.
type Layers = &'static [&'static [&'static str]];

/// The layers of the library.
const LIBRARY: Layers = &[
    &["text"],
    &["findings"],
    &["notation"],
    &["decks"],
    &["draw"],
    &["games"],
    &["replay"],
    &["solve"],
    &["fixes"],
    &["check"],
    &["collection"],
    &["figures", "reports"],
    &["publish"],
    &["formats"],
];

/// The layers of the program.
const PROGRAM: Layers = &[
    &[
        "collection",
        "coverage",
        "record_files",
        "shrink",
        "snapshot",
    ],
    &["example"],
    &["conform"],
    &["reports"],
    &["cli"],
];

/// The files of the language server are one layer.
const SERVER: Layers = &[];

/// Modules that any module may use: the list of the games, through which lower layers know the
/// games as data, and helpers of the tests.
const OUTSIDE: [&str; 2] = ["game_list", "testing"];

fn layer_of(layers: Layers, module: &str) -> Option<usize> {
    layers.iter().position(|layer| layer.contains(&module))
}

/// Returns the modules that a line of code names: `crate::replay::…`, `use crate::{draw, games};`.
fn modules_named(line: &str) -> Vec<String> {
    let mut modules = Vec::new();
    for (offset, _) in line.match_indices("crate::") {
        if line[..offset]
            .ends_with(|before: char| before.is_alphanumeric() || "_$".contains(before))
        {
            continue;
        }
        let rest = &line[offset + "crate::".len()..];
        let names: Vec<&str> = match rest.strip_prefix('{') {
            Some(list) => list
                .split('}')
                .next()
                .unwrap_or_default()
                .split(',')
                .collect(),
            None => vec![rest],
        };
        modules.extend(names.iter().map(|name| {
            name.trim()
                .chars()
                .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
                .collect::<String>()
        }));
    }
    modules
}

fn upward_uses(layers: Layers, path: &Path, module: &str) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let own = layer_of(layers, module)
        .unwrap_or_else(|| panic!("`{module}` is in no layer: {}", path.display()));
    let code = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim_start().starts_with("//"));
    let mut uses = Vec::new();
    for (number, line) in code {
        for named in modules_named(line) {
            if layer_of(layers, &named).is_some_and(|layer| layer > own)
                && !OUTSIDE.contains(&named.as_str())
            {
                uses.push(format!(
                    "{}:{number}: {module} uses {named}",
                    path.display()
                ));
            }
        }
    }
    uses
}

#[test]
fn no_module_uses_a_higher_layer() {
    for (folder, layers) in SOURCES.into_iter().zip([LIBRARY, PROGRAM, SERVER]) {
        if layers.is_empty() {
            continue;
        }
        let uses = upward_uses_in(&root().join(folder), layers);
        assert!(
            uses.is_empty(),
            "uses of higher layers:\n{}",
            uses.join("\n")
        );
    }
}

/// Returns the upward uses in the sources of a package, each of whose layers must exist.
fn upward_uses_in(source: &Path, layers: Layers) -> Vec<String> {
    let mut uses = Vec::new();
    let mut modules = BTreeSet::new();
    let files = walkdir::WalkDir::new(source)
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.unwrap().into_path());
    for path in files.filter(|path| path.extension().is_some_and(|ending| ending == "rs")) {
        let inside = path.strip_prefix(source).unwrap();
        let module = inside
            .iter()
            .next()
            .unwrap()
            .to_str()
            .unwrap()
            .trim_end_matches(".rs")
            .to_owned();
        if ["lib", "main"].contains(&module.as_str()) || OUTSIDE.contains(&module.as_str()) {
            continue;
        }
        uses.extend(upward_uses(layers, &path, &module));
        modules.insert(module);
    }
    assert_eq!(
        modules.len(),
        layers.iter().map(|layer| layer.len()).sum::<usize>(),
        "a layer names a module that is gone"
    );
    uses
}

#[test]
fn uses_are_found() {
    assert_eq!(modules_named("use crate::replay::Report;"), ["replay"]);
    assert_eq!(
        modules_named("use crate::{draw::Scene, games};"),
        ["draw", "games"]
    );
    assert_eq!(
        modules_named("    x(crate::text::Span::default())"),
        ["text"]
    );
    assert_eq!(
        modules_named("    $crate::games::Part; pub(crate) use a;"),
        [""; 0]
    );
}
