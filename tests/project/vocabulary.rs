//! Words that the project's texts no longer use. The numbers in `vocabulary.txt` may only fall.

use crate::support::root;

/// Folders and files whose texts are searched.
const PLACES: [&str; 14] = [
    "src",
    "command",
    "server",
    "tests",
    "benches",
    "examples",
    "corpus",
    "docs/src",
    "docs/limits.md",
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
];

/// The texts that are searched: sources, help, messages, comments, records and pages, but not this
/// file.
fn texts() -> impl Iterator<Item = String> {
    let walked = PLACES
        .into_iter()
        .flat_map(|place| walkdir::WalkDir::new(root().join(place)));
    let paths = walked.map(|entry| entry.unwrap().into_path());
    let is_text =
        |extension: &std::ffi::OsStr| extension == "rs" || extension == "md" || extension == "pips";
    let paths =
        paths.filter(move |path| path.extension().is_some_and(is_text) && !path.ends_with(file!()));
    // Lines may break anywhere in a phrase, also in a comment.
    paths.map(|path| {
        let bytes = std::fs::read(path).unwrap();
        let text = String::from_utf8_lossy(&bytes).to_lowercase();
        let words = text
            .split_whitespace()
            .filter(|word| !["//", "///", "//!", "#"].contains(word));
        words.collect::<Vec<_>>().join(" ")
    })
}

fn count(text: &str, phrase: &str) -> usize {
    let is_letter = |character: Option<char>| character.is_some_and(char::is_alphanumeric);
    let matches = text.match_indices(phrase);
    let whole = matches.filter(|(offset, _)| {
        !is_letter(text[..*offset].chars().next_back())
            && !is_letter(text[offset + phrase.len()..].chars().next())
    });
    whole.count()
}

#[test]
fn words_that_were_replaced_do_not_come_back() {
    let texts: Vec<String> = texts().collect();
    assert!(texts.len() > 2_000, "{}", texts.len());
    let list = std::fs::read_to_string(root().join("tests/project/vocabulary.txt")).unwrap();
    let mut wrong = Vec::new();
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let (most, phrase) = line.split_once(' ').unwrap();
        let found: usize = texts.iter().map(|text| count(text, phrase)).sum();
        if found > most.parse().unwrap() {
            wrong.push(format!(
                "`{phrase}` is used {found} times, and may be used {most} times"
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn phrases_are_counted_as_words() {
    assert_eq!(
        count(
            "it is reported, is toldx, this reported is reported",
            "is reported"
        ),
        2
    );
}
