//! Texts of the library do not mention the command line, because programs in Python and JavaScript
//! also show them. Findings and errors carry `Hint` values instead, which each front end words.

use crate::support::root;

/// Places whose texts may look like a command line, and the reason.
const ALLOWED: [(&str, &str, &str); 5] = [
    (
        "src/draw/style_sheet.rs",
        "--pips-",
        "custom properties of CSS",
    ),
    ("src/draw/style_sheet.rs", "--a:0", "custom property of CSS"),
    (
        "src/figures/player/colour_sheet.rs",
        "--pips-",
        "custom properties of CSS",
    ),
    (
        "src/formats/pips.rs",
        "`pipscribe check`",
        "page of the book",
    ),
    (
        "server/src/notifications.rs",
        "pipscribe.toml",
        "name of a watched file",
    ),
];

/// Folders with the code of the library and of the language server.
const FOLDERS: [&str; 2] = ["src", "server/src"];

/// Returns the string literals of Rust code. Line breaks that literals escape are joined.
fn literals(code: &str) -> Vec<String> {
    let mut literals = Vec::new();
    let mut rest = code;
    while let Some(index) = rest.find(['"', '\'', '/', 'r']) {
        let from = &rest[index..];
        let is_word = rest[..index].ends_with(|before: char| before.is_alphanumeric());
        let hashes = from[1..].len() - from[1..].trim_start_matches('#').len();
        if from.starts_with("//") {
            rest = from.split_once('\n').map_or("", |(_, after)| after);
        } else if let Some(string) = from.strip_prefix('"') {
            let end = end_of_string(string);
            literals.push(joined(&string[..end]));
            rest = string.get(end + 1..).unwrap_or_default();
        } else if from.starts_with('r') && !is_word && from[1 + hashes..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            let (text, after) = from[2 + hashes..].split_once(&end).unwrap();
            literals.push(text.to_owned());
            rest = after;
        } else if let Some(character) = character_literal(from) {
            rest = &from[character..];
        } else {
            rest = &from[1..];
        }
    }
    literals
}

/// Returns the length of a string up to the quote that ends it.
fn end_of_string(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.char_indices().find(|(_, character)| {
        let ends = *character == '"' && !is_escaped;
        is_escaped = *character == '\\' && !is_escaped;
        ends
    });
    end.unwrap().0
}

/// Returns the length of a character literal such as `'"'`; `None` for a lifetime.
fn character_literal(from: &str) -> Option<usize> {
    let inside = from.strip_prefix('\'')?;
    if let Some(escape) = inside.strip_prefix('\\') {
        let first = escape.chars().next()?.len_utf8();
        return Some(2 + first + escape[first..].find('\'')? + 1);
    }
    let first = inside.chars().next()?.len_utf8();
    inside[first..].starts_with('\'').then_some(first + 2)
}

/// Joins lines whose ends are escaped.
fn joined(literal: &str) -> String {
    let mut lines = literal.split("\\\n");
    let first = lines.next().unwrap_or_default().to_owned();
    lines.fold(first, |text, line| text + line.trim_start())
}

/// Returns the parts of a text that belong to a command line.
fn command_words(text: &str) -> Vec<&str> {
    let is_letter = |from: &str| from.starts_with(|first: char| first.is_ascii_lowercase());
    let options = text.match_indices("--").filter(|(index, _)| {
        let before = text[..*index].chars().next_back();
        let is_start = before.is_none_or(|before| " `(,;:\"'".contains(before));
        is_start && is_letter(&text[index + 2..])
    });
    let commands = text
        .match_indices("pipscribe ")
        .filter(|(index, word)| is_letter(&text[index + word.len()..]));
    let files = text.match_indices("pipscribe.toml");
    let places = options.chain(commands).chain(files);
    places.map(|(index, _)| &text[index..]).collect()
}

#[test]
fn texts_of_the_library_name_no_options_and_commands() {
    let mut wrong = Vec::new();
    let mut texts = 0;
    let files = FOLDERS.into_iter().flat_map(|folder| {
        walkdir::WalkDir::new(root().join(folder))
            .sort_by_file_name()
            .into_iter()
            .map(|entry| entry.unwrap().into_path())
    });
    for path in files.filter(|path| path.extension().is_some_and(|ending| ending == "rs")) {
        let inside = path.strip_prefix(root()).unwrap();
        let code = std::fs::read_to_string(&path).unwrap();
        let code = code.split("#[cfg(test)]\nmod ").next().unwrap();
        for text in literals(code) {
            texts += 1;
            let is_allowed = ALLOWED
                .iter()
                .any(|(file, part, _)| inside == std::path::Path::new(file) && text.contains(part));
            if !is_allowed && !command_words(&text).is_empty() {
                wrong.push(format!("{}: {text}", inside.display()));
            }
        }
    }
    assert!(texts > 5_000, "{texts}");
    assert!(
        wrong.is_empty(),
        "carry a `Hint` instead, or list the place with a reason:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn literals_and_command_words_are_found() {
    let code = "let a = 'b'; // \"no\"\nf(\"one \\\"two\\\" \\\n    three\", '\"', r#\"a\"b\"#, '\\'', \"\")";
    assert_eq!(
        literals(code),
        ["one \\\"two\\\" three", "a\"b", ""],
        "{code}"
    );
    for text in [
        "Set it with `--variant`.",
        "use --turn",
        "run `pipscribe check`",
        "in pipscribe.toml",
    ] {
        assert_eq!(command_words(text).len(), 1, "{text}");
    }
    for text in ["a--b", "g1--g4", "pipscribe 0.2", "a pipscribe: b", "---"] {
        assert_eq!(command_words(text), [""; 0], "{text}");
    }
}
