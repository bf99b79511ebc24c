//! Records cut down to what has the same first finding.

use pipscribe::formats::pips;
use pipscribe::games::Context;
use pipscribe::notation::Record;
use pipscribe::shrink::shrink;
use pipscribe::{Checked, check_bytes};

use crate::support::{Folder, Run, checked_file, corpus_files, root};

/// The code and the rule of the first error, else of the first warning.
fn first(checked: &Checked) -> Option<(&'static str, &'static str)> {
    let findings = &checked.report.findings;
    let first = findings.iter().find(|finding| finding.is_error()).or_else(|| findings.first())?;
    Some((first.code.id, first.rule))
}

fn first_of(text: &str) -> Option<(&'static str, &'static str)> {
    let all = check_bytes(text.as_bytes());
    assert_eq!(all.len(), 1, "{text}");
    first(&all[0])
}

/// It has the finding, and has it no more where a word of it is left out.
fn assert_smallest(text: &str, wanted: (&str, &str), what: &str) {
    assert_eq!(first_of(text), Some(wanted), "{what}:\n{text}");
    let words: Vec<&str> = text.split_inclusive(char::is_whitespace).collect();
    for at in 0..words.len() {
        let less = [&words[..at], &words[at + 1..]].concat().concat();
        // The canonical form puts some words in.
        let is_put_in = words[at].trim().is_empty() || pips::format(less.as_bytes(), false).bytes == text.as_bytes();
        let all = check_bytes(less.as_bytes());
        let is_kept = all.len() == 1 && first(&all[0]) == Some(wanted);
        assert!(is_put_in || !is_kept, "{what}: `{}` could go from\n{text}", words[at]);
    }
}

#[test]
fn a_turn_at_fault_stands_alone() {
    let shrunk = |name: &str| {
        let path = root().join("corpus").join(name).display().to_string();
        Run::new(&["shrink", &path]).done().stdout()
    };
    // The fault is an arrow along no line: no turn before it matters.
    assert_eq!(shrunk("gipf/real/game-b-with-errors.pips"), "[Game \"gipf\"]\n[Variant \"tournament\"]\n\na2-d4\n");
    // A die that cannot be where it is said to be.
    let text = shrunk("slips/tags/pippip-option-dice-forgotten.pips");
    assert!(text.lines().count() <= 4, "{text}");
}

#[test]
fn what_is_wrong_stays_wrong_in_the_same_way() {
    let mut count = 0;
    for path in corpus_files("").iter().step_by(41) {
        for checked in checked_file(path) {
            let Some(wanted) = first(&checked) else { continue };
            // What a text alone can show.
            let is_bytes = wanted.0 == "syntax/encoding" || checked.record().text().contains('\u{fffd}');
            if is_bytes || checked.record().text().len() > 3_000 {
                continue;
            }
            let shrunk = shrink(checked.record(), &Context::default()).unwrap();
            assert!(shrunk.exhaustive, "{}", path.display());
            assert!(shrunk.text.len() <= checked.record().text().len() + 1, "{}:\n{}", path.display(), shrunk.text);
            assert_smallest(&shrunk.text, wanted, &path.display().to_string());
            count += 1;
        }
    }
    assert!(count > 9, "{count}");
}

#[test]
fn what_is_right_cannot_be_shrunk() {
    let sound = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n";
    assert_eq!(shrink(&Record::parse_str(sound), &Context::default()), None);
    let output = Run::new(&["shrink", "-"]).stdin(&sound).done().expect_status(2);
    assert_eq!(output.stderr(), "pipscribe: record 1 of - has no findings\n");
}

#[test]
fn it_is_written_where_it_is_asked_for() {
    let folder = Folder::new("shrink");
    let two = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n\n[Game \"gipf\"]\n[Variant \"basic\"]\n[Event \
        \"Here\"]\n\n1. b3 2. b1-b9 *\n";
    let file = folder.file("two.pips", two);
    let to = folder.path().join("small.pips").display().to_string();
    Run::new(&["shrink", "--record", "2", "-o", &to, &file]).done().expect_status(0);
    let text = std::fs::read_to_string(&to).unwrap();
    assert!(!text.contains("Event") && text.contains("b1-b9"), "{text}");
    Run::new(&["shrink", "--record", "3", &file]).done().expect_status(2);
}

/// What was cut out of it would be another text.
#[test]
fn what_is_not_utf_8_is_refused() {
    let output = Run::new(&["shrink", "-"])
        .stdin(b"[Game \"gipf\"]\n[Variant \"basic\"]\n[Player1 \"J\xF6rg\"]\n\n1. b3 *\n")
        .done();
    assert_eq!((output.status(), output.stdout()), (Some(2), String::new()));
    assert!(output.stderr().contains("convert it to UTF-8 first"), "{}", output.stderr());
}
