//! Generated files of the book: figures and players. Each file is compared with the output of its
//! command.

use std::collections::BTreeSet;

use crate::support::{Run, assert_committed, root};

/// A file of the book, and the command that generates it.
const MADE: [(&str, &[&str]); 10] = [
    (
        "figures/turn.svg",
        &[
            "render",
            "corpus/gipf/real/game-a.pips",
            "--turn",
            "19",
            "--movement",
            "--format",
            "svg",
        ],
    ),
    (
        "figures/first-gipf.svg",
        &[
            "render",
            "docs/src/records/first-gipf.pips",
            "--caption",
            "After five turns",
            "--format",
            "svg",
        ],
    ),
    (
        "play/first-gipf.html",
        &[
            "render",
            "docs/src/records/first-gipf.pips",
            "--format",
            "html",
        ],
    ),
    (
        "play/first-pippinzip.html",
        &[
            "render",
            "docs/src/records/first-pippinzip.pips",
            "--format",
            "html",
        ],
    ),
    (
        "play/first-pippip.html",
        &[
            "render",
            "docs/src/records/first-pippip.pips",
            "--format",
            "html",
        ],
    ),
    (
        "play/first-pipe.html",
        &[
            "render",
            "docs/src/records/first-pipe.pips",
            "--format",
            "html",
        ],
    ),
    (
        "play/whole-gipf.html",
        &[
            "render",
            "docs/src/records/whole-gipf.pips",
            "--format",
            "html",
        ],
    ),
    (
        "play/whole-pippinzip.html",
        &[
            "render",
            "docs/src/records/whole-pippinzip.pips",
            "--format",
            "html",
        ],
    ),
    (
        "play/whole-pippip.html",
        &[
            "render",
            "docs/src/records/whole-pippip.pips",
            "--format",
            "html",
        ],
    ),
    (
        "play/whole-pipe.html",
        &[
            "render",
            "docs/src/records/whole-pipe.pips",
            "--format",
            "html",
        ],
    ),
];

#[test]
fn the_book_shows_the_output_of_commands() {
    for (file, arguments) in MADE {
        let output = Run::new(arguments).done();
        assert_eq!(
            (output.status(), &*output.stderr()),
            (Some(0), ""),
            "{file}"
        );
        assert_committed(&format!("docs/src/{file}"), &output.stdout());
    }
}

/// The page of a whole game shows the record that its player plays.
#[test]
fn pages_of_whole_games_show_their_records() {
    for game in ["gipf", "pippinzip", "pippip", "pipe"] {
        let read =
            |path: &str| std::fs::read_to_string(root().join("docs/src").join(path)).unwrap();
        let (page, record) = (
            read(&format!("games/{game}.md")),
            read(&format!("records/whole-{game}.pips")),
        );
        let shown = page
            .split_once("```pips,")
            .unwrap()
            .1
            .split_once('\n')
            .unwrap()
            .1
            .split_once("```")
            .unwrap()
            .0;
        assert_eq!(shown, record, "{game}");
    }
}

/// Every figure and every player in the book has a test and a link.
#[test]
fn every_generated_file_is_used() {
    let book = root().join("docs/src");
    let pages = walkdir::WalkDir::new(&book)
        .into_iter()
        .map(|entry| entry.unwrap().into_path());
    let pages = pages.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let pages = pages.chain([root().join("README.md")]);
    let text: String = pages
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect();
    let mut there = BTreeSet::new();
    for folder in ["figures", "play"] {
        for entry in walkdir::WalkDir::new(book.join(folder))
            .into_iter()
            .map(Result::unwrap)
        {
            if entry.file_type().is_file() {
                there.insert(format!("{folder}/{}", entry.file_name().to_str().unwrap()));
            }
        }
    }
    assert_eq!(
        there,
        MADE.iter().map(|(file, _)| (*file).to_owned()).collect()
    );
    for file in there {
        let is_shown = [
            format!("({file})"),
            format!("/{file})"),
            format!("/{file}\""),
        ]
        .iter()
        .any(|link| text.contains(link));
        assert!(is_shown, "no page leads to {file}");
    }
}
