//! Words that the project's texts do not use any more. The numbers in `vocabulary.txt` may only fall.

use crate::support::root;

/// The texts that are searched: sources, help, messages, comments and pages, but not this list.
fn texts() -> impl Iterator<Item = String> {
    let places = ["src", "docs/src", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"];
    let walked = places.into_iter().flat_map(|place| walkdir::WalkDir::new(root().join(place)));
    let paths = walked.map(|entry| entry.unwrap().into_path());
    let is_text = |extension: &std::ffi::OsStr| extension == "rs" || extension == "md";
    let paths = paths.filter(move |path| path.extension().is_some_and(is_text));
    // Lines may break anywhere in a phrase, also in a comment.
    paths.map(|path| {
        let text = std::fs::read_to_string(path).unwrap().to_lowercase();
        let words = text.split_whitespace().filter(|word| !["//", "///", "//!"].contains(word));
        words.collect::<Vec<_>>().join(" ")
    })
}

fn count(text: &str, phrase: &str) -> usize {
    let is_letter = |character: Option<char>| character.is_some_and(char::is_alphanumeric);
    let matches = text.match_indices(phrase);
    let whole = matches.filter(|(at, _)| {
        !is_letter(text[..*at].chars().next_back()) && !is_letter(text[at + phrase.len()..].chars().next())
    });
    whole.count()
}

#[test]
fn words_that_were_replaced_do_not_come_back() {
    let texts: Vec<String> = texts().collect();
    assert!(texts.len() > 600, "{}", texts.len());
    let list = std::fs::read_to_string(root().join("tests/project/vocabulary.txt")).unwrap();
    let mut wrong = Vec::new();
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let (most, phrase) = line.split_once(' ').unwrap();
        let found: usize = texts.iter().map(|text| count(text, phrase)).sum();
        if found > most.parse().unwrap() {
            wrong.push(format!("`{phrase}` is used {found} times, and may be used {most} times"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn phrases_are_counted_as_words() {
    assert_eq!(count("it is told, is toldx, this told is told", "is told"), 2);
}
