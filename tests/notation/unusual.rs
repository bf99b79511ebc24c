//! Unusual spellings that are read as intended, and others that are not.

use pipscribe::Checked;
use pipscribe::findings::Hint;
use pipscribe::formats::format_named;

use crate::support::{SETUPS, checked_file, corpus_files, random_game_of, root};

fn codes(text: &str) -> Vec<(&'static str, u32)> {
    let report = Checked::from_text(text).report;
    report
        .findings
        .iter()
        .map(|finding| (finding.code.id, finding.turn))
        .collect()
}

#[test]
fn surface_mistakes_are_read_as_the_original_record() {
    let mut read = 0;
    for path in corpus_files("slips/surface") {
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        let key = text.lines().find_map(|line| line.strip_prefix("# key: "));
        let records = checked_file(&path);
        let [checked] = records.as_slice() else {
            panic!("{}: {} records", path.display(), records.len())
        };
        if !checked.report.is_valid() {
            continue;
        }
        read += 1;
        assert_eq!(checked.key().as_deref(), key, "{}", path.display());
        // The output follows the notation and is the same game.
        let written = checked.timeline().unwrap().canonical().unwrap();
        let left = codes(&written)
            .into_iter()
            .find(|(code, _)| ["syntax/unusual", "turn/number"].contains(code));
        assert_eq!(left, None, "{written}");
        assert_eq!(
            Checked::from_text(&written).key().as_deref(),
            key,
            "{written}"
        );
    }
    assert_eq!(read, 12);
}

#[test]
fn movetext_of_a_word_processor_is_the_same_game() {
    let changes: [(&str, &[(&str, &str)]); 3] = [
        ("blanks", &[(" ", "\u{A0}")]),
        ("dashes", &[("-", "\u{2212}")]),
        (
            "all",
            &[(". ", ")\u{2003}"), ("-", "\u{2013}"), (" ", "\u{202F}")],
        ),
    ];
    for seed in 0..3 {
        for setup in 0..SETUPS.len() {
            let text = random_game_of(setup, seed, 30);
            let (tags, movetext) = text.split_once("\n\n").unwrap();
            for (name, changes) in changes {
                let changed = changes
                    .iter()
                    .fold(movetext.to_owned(), |text, (from, to)| {
                        text.replace(from, to)
                    });
                let changed = format!("{tags}\n\n{changed}");
                let (right, read) = (Checked::from_text(&text), Checked::from_text(&changed));
                assert_eq!(read.key(), right.key(), "{name}: {changed}");
                assert!(read.key().is_some(), "{name}: {changed}");
                let others = read
                    .report
                    .findings
                    .iter()
                    .find(|finding| finding.code.id != "syntax/unusual");
                assert!(others.is_none(), "{name}: {others:?}");
            }
        }
    }
}

#[test]
fn ambiguous_text_is_not_guessed() {
    const UNUSUAL: &str = "syntax/unusual";
    const TOKEN: &str = "syntax/token";
    let gipf = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n";
    let cases: &[(&str, &[(&str, u32)])] = &[
        ("1. b3 2. White resigns 1-0", &[(TOKEN, 2)]),
        ("1. b3 2. Black resigns. 1-0", &[(UNUSUAL, 2)]),
        ("1. b3 2. RESIGN 1-0", &[(UNUSUAL, 2)]),
        ("1. b3 2. resigned 1-0", &[(TOKEN, 2)]),
        // A parenthesis that closes a variation is not part of a number.
        ("1. b3 (1. c2 2) 2. c2 *", &[(TOKEN, 2)]),
        ("(16) 1. b3 *", &[("syntax/variation-out-of-place", 0)]),
        ("1. b3 (11) 2. c2 (11) *", &[(UNUSUAL, 1)]),
        // A part that cannot be a turn by itself is joined with the next part; a part that can be a
        // turn is not.
        ("1. b3 2. xb3 c2 3. d2 *", &[(TOKEN, 2)]),
        ("1. b3 2. c2 d2 *", &[]),
        ("1. b3 2. c2 ;xb3 3. d2 *", &[(TOKEN, 2)]),
        ("1. b3 2. xb3 {a note} c2 *", &[("gipf/no-row", 2)]),
        ("b3 xb3 c2 d2 *", &[("gipf/no-row", 2)]),
        // Numbers.
        ("1. b3 3. c2 4. d2 *", &[("turn/number", 2)]),
        ("1. b3 1. c2 2. d2 *", &[("turn/number", 2)]),
        ("1. b3 7. c2 3. d2 *", &[("turn/number", 2)]),
        ("1. b3 c2 2. d2 h3 3. f7 *", &[("turn/number", 3)]),
        ("1. b3 3. c2 (3. d2 4. h3) 4. d2 *", &[("turn/number", 2)]),
    ];
    for (movetext, expected) in cases {
        assert_eq!(
            codes(&format!("{gipf}{movetext}\n")),
            *expected,
            "{movetext}"
        );
    }
    // Names of points of a large board are not lists of removals.
    let points =
        "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"26\"]\n\n1. x17 2. x3,x4 3. take *\n";
    assert_eq!(codes(points), []);
    let other = "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"7\"]\n\n1. c3 2. d4,e5 3. take 4. White resigns *\n";
    assert_eq!(codes(other)[0], (TOKEN, 4));
}

/// A game in another format gets one finding, which names the format, whether or not the game has
/// tags.
#[test]
fn a_game_of_another_format_is_reported_once() {
    let written = format_named("sgf")
        .unwrap()
        .write(&Checked::from_text(&random_game_of(0, 1, 30)))
        .unwrap()
        .text;
    let of_corpus = |folder: &str, ending: &str| {
        let files =
            walkdir::WalkDir::new(root().join("corpus/formats").join(folder)).sort_by_file_name();
        let mut paths = files.into_iter().map(|entry| entry.unwrap().into_path());
        let path = paths
            .find(|path| path.extension().is_some_and(|found| found == ending))
            .unwrap();
        String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned()
    };
    let cases = [
        ("sgf", written),
        ("boardspace", of_corpus("boardspace", "sgf")),
        ("gf1", of_corpus("gf1", "xml")),
    ];
    for (format, text) in cases {
        let under = format!("[Game \"gipf\"]\n[Variant \"basic\"]\n\n{text}");
        for (text, lacks) in [(under, &[][..]), (text, &["tag/missing"])] {
            let report = Checked::from_text(&text).report;
            let (reported, others): (Vec<_>, Vec<_>) = report
                .findings
                .iter()
                .partition(|finding| finding.code.id == "syntax/token");
            let others: Vec<_> = others.iter().map(|finding| finding.code.id).collect();
            assert_eq!(others, lacks, "{format}: {text}");
            let [reported] = reported.as_slice() else {
                panic!("{format}: {} findings of\n{text}", reported.len())
            };
            let expected = Hint::ConvertFrom { format };
            assert_eq!(reported.hints, [expected], "{text}");
        }
    }
}
