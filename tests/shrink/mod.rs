//! Records reduced to the smallest one with the same first finding.

use pipscribe::formats::pips;
use pipscribe::games::Context;
use pipscribe::notation::Record;
use pipscribe::{Checked, check_bytes};
use pipscribe_cli::shrink::shrink;

use crate::support::{Folder, Run, checked_file, corpus_files, root};

/// The code and the rule of the first error, else of the first warning.
fn first(checked: &Checked) -> Option<(&'static str, &'static str)> {
    let findings = &checked.report.findings;
    let first = findings
        .iter()
        .find(|finding| finding.is_error())
        .or_else(|| findings.first())?;
    Some((first.code.id, first.rule))
}

fn first_of(text: &str) -> Option<(&'static str, &'static str)> {
    let all = check_bytes(text.as_bytes());
    assert_eq!(all.len(), 1, "{text}");
    first(&all[0])
}

/// Asserts that a record has the finding, and loses it if any word is left out.
fn assert_smallest(text: &str, wanted: (&str, &str), what: &str) {
    assert_eq!(first_of(text), Some(wanted), "{what}:\n{text}");
    let words: Vec<&str> = text.split_inclusive(char::is_whitespace).collect();
    for index in 0..words.len() {
        let less = [&words[..index], &words[index + 1..]].concat().concat();
        // The canonical form adds some words.
        let is_put_in = words[index].trim().is_empty()
            || pips::format(less.as_bytes(), false).bytes == text.as_bytes();
        let all = check_bytes(less.as_bytes());
        let is_kept = all.len() == 1 && first(&all[0]) == Some(wanted);
        assert!(
            is_put_in || !is_kept,
            "{what}: `{}` could go from\n{text}",
            words[index]
        );
    }
}

#[test]
fn shrinking_leaves_only_the_illegal_turn() {
    let shrunk = |name: &str| {
        let path = root().join("corpus").join(name).display().to_string();
        Run::new(&["shrink", &path]).done().stdout()
    };
    // The error is an arrow that does not follow a line, so no earlier turn matters.
    assert_eq!(
        shrunk("gipf/real/game-b-with-errors.pips"),
        "[Game \"gipf\"]\n[Variant \"tournament\"]\n\na2-d4\n"
    );
    // An impossible die.
    let text = shrunk("slips/tags/pippip-option-dice-forgotten.pips");
    assert!(text.lines().count() <= 4, "{text}");
}

#[test]
fn shrinking_keeps_the_first_finding() {
    let mut count = 0;
    for path in corpus_files("").iter().step_by(41) {
        for checked in checked_file(path) {
            let Some(wanted) = first(&checked) else {
                continue;
            };
            // Errors that only a text can have.
            let is_bytes =
                wanted.0 == "syntax/encoding" || checked.record().text().contains('\u{fffd}');
            if is_bytes || checked.record().text().len() > 3_000 {
                continue;
            }
            let shrunk = shrink(checked.record(), &Context::default()).unwrap();
            assert!(shrunk.exhaustive, "{}", path.display());
            assert!(
                shrunk.text.len() <= checked.record().text().len() + 1,
                "{}:\n{}",
                path.display(),
                shrunk.text
            );
            assert_smallest(&shrunk.text, wanted, &path.display().to_string());
            count += 1;
        }
    }
    assert!(count > 9, "{count}");
}

#[test]
fn a_valid_record_cannot_be_shrunk() {
    let sound = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n";
    assert_eq!(shrink(&Record::parse_str(sound), &Context::default()), None);
    let output = Run::new(&["shrink", "-"])
        .stdin(&sound)
        .done()
        .expect_status(2);
    assert_eq!(
        output.stderr(),
        "pipscribe: record 1 of - has no findings\n"
    );
}

#[test]
fn the_result_is_written_to_the_given_file() {
    let folder = Folder::new("shrink");
    let two = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n\n[Game \"gipf\"]\n[Variant \"basic\"]\n[Event \
        \"Here\"]\n\n1. b3 2. b1-b9 *\n";
    let file = folder.file("two.pips", two);
    let to = folder.path().join("small.pips").display().to_string();
    Run::new(&["shrink", "--record", "2", "-o", &to, &file])
        .done()
        .expect_status(0);
    let text = std::fs::read_to_string(&to).unwrap();
    assert!(!text.contains("Event") && text.contains("b1-b9"), "{text}");
    Run::new(&["shrink", "--record", "3", &file])
        .done()
        .expect_status(2);
}

/// The reduction would change the text.
#[test]
fn invalid_utf_8_is_rejected() {
    let output = Run::new(&["shrink", "-"])
        .stdin(b"[Game \"gipf\"]\n[Variant \"basic\"]\n[Player1 \"J\xF6rg\"]\n\n1. b3 *\n")
        .done();
    assert_eq!((output.status(), output.stdout()), (Some(2), String::new()));
    assert!(
        output.stderr().contains("convert it to UTF-8 first"),
        "{}",
        output.stderr()
    );
}
