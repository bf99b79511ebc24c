//! Texts that once broke the search for fixes, and fixes that once lost something.

use pipscribe::Checked;
use pipscribe::fixes::mend::{Answer, MAX_QUICK_WORK, Mends};
use pipscribe::games::Context;
use pipscribe::text::edited;

use crate::support::{checked_file, corpus_files};

const GIPF: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n";
const PIPES: &str = "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"twin-works\"]\n\n";

fn search(text: &str, answers: &[Answer]) -> (Checked, Option<Mends>) {
    let checked = Checked::from_text(text);
    let mends = Mends::search_with_answers(
        checked.record(),
        &checked.report,
        &Context::default(),
        MAX_QUICK_WORK,
        answers,
    );
    (checked, mends)
}

/// Spaces of several bytes, letters whose lower-case form is longer, and numbers at the limits of
/// their types.
#[test]
fn odd_characters_and_numbers_are_survived() {
    let far = u64::MAX;
    let low = i64::MIN;
    let texts = [
        format!("{GIPF}1.\u{a0}d\u{336}6\u{336} d7\n"),
        format!("{GIPF}1.\u{3000}d\u{336}6\u{336} d7\n"),
        format!("{GIPF}1. \u{130}2\u{1e9e}\n"),
        format!("{GIPF}1. b\u{ff} 2. b4 3. c2 *\n"),
        format!("{GIPF}1. a{} 2. b4 3. c2 4. d2\n", i64::MAX),
        format!("{PIPES}1. 5@+0+0/Q 2. 1@+{far}+0/N 3. 2@+{far}+0/N\n"),
        format!("{PIPES}1. 1@+0{low}/N 2. 1@{low}+0/N 3. 2@+1+0/N\n"),
    ];
    for text in texts {
        let (checked, _) = search(&text, &[]);
        assert!(!checked.report.is_valid(), "{text}");
    }
}

/// A choice between two legal turns stays open, whatever else is fixed.
#[test]
fn a_choice_is_not_made_beside_another_fix() {
    let text = "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"7\"]\n\n\
                1. c3 2. take 3. d6 or d7 4. e5 5. f22 6. a1 *\n";
    let (_, mends) = search(text, &[]);
    let mends = mends.unwrap();
    assert!(mends.sole().is_none(), "{:?}", mends.sole());
}

/// A comment, a glyph or a variation between two tokens would be lost with them.
#[test]
fn nothing_between_two_tokens_is_lost() {
    for between in ["\n{good}\n", "! ", " (1. b3) "] {
        let text = format!("{GIPF}1. a2{between}b3 2. b4 3. c2 *\n");
        let (checked, mends) = search(&text, &[]);
        let Some(fix) = mends.as_ref().and_then(Mends::sole) else {
            continue;
        };
        let fixed = fix.text(checked.record()).unwrap();
        assert!(fixed.contains(between.trim()), "{text}: {fixed}");
    }
}

/// An answer must be a turn of the game, and excludes games that end before it.
#[test]
fn answers_exclude_what_contradicts_them() {
    let text = format!("{GIPF}1. b3 2. a2-d4 *\n");
    let answer: Answer = "2=a2-c4".parse().unwrap();
    let (checked, mends) = search(&text, &[answer]);
    let mends = mends.unwrap();
    assert!(!mends.mends.is_empty());
    for mend in mends.mends.iter().filter(|mend| mend.complete) {
        let fixed = mend.text(checked.record()).unwrap();
        assert!(fixed.contains("a2-c4"), "{fixed}");
    }
    let no_turn: Answer = "2=zz".parse().unwrap();
    let (_, mends) = search(&text, &[no_turn]);
    assert!(mends.is_none_or(|mends| mends.sole().is_none()));
}

/// Turns that are only marked as illegal are read at a cost as well, so a long list of them cannot
/// keep the search busy.
#[test]
fn turns_that_are_not_played_count() {
    let turns: String = (2..4_000)
        .map(|number| format!("{number}. a1 {{[%expect gipf/off-board]}} "))
        .collect();
    let (_, mends) = search(&format!("{GIPF}1. b9 {turns}*\n"), &[]);
    let mends = mends.unwrap();
    assert!(mends.work <= MAX_QUICK_WORK, "{}", mends.work);
    assert!(mends.work > 4_000, "{}", mends.work);
}

/// The texts of the `[%mended]` notes in a text that its source does not have, apart from white
/// space.
fn notes_of_other_texts(source: &str, text: &str) -> Vec<String> {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let written = words(source);
    let notes = text
        .split("[%mended \"")
        .skip(1)
        .filter_map(|note| note.split("\"]").next())
        .map(|note| note.replace("\\\"", "\"").replace("\\\\", "\\"));
    notes
        // The notes of a tag and of a result are written anew.
        .filter(|note| !note.starts_with('[') && !written.contains(note.as_str()))
        .collect()
}

/// Checks the notes that the fixes of a text leave. Returns their number.
fn check_notes(text: &str) -> usize {
    let (checked, mends) = search(text, &[]);
    let mut notes = 0;
    for mend in mends.iter().flat_map(|mends| &mends.mends) {
        let edits = mend.in_text(checked.record(), true).unwrap();
        let fixed = edited(checked.record().text(), &edits).unwrap();
        let others = notes_of_other_texts(checked.record().text(), &fixed);
        assert!(others.is_empty(), "{others:?} of\n{text}\n{fixed}");
        notes += fixed.matches("[%mended").count();
    }
    notes
}

/// A note has what was written, even if the turn was first read otherwise and then changed: other
/// signs throughout the record, and a mistake in one of the turns.
#[test]
fn notes_keep_what_was_written() {
    let texts = [
        format!("{GIPF}1. b3 2. h3 3. hh4 4. c2 *\n"),
        format!("{GIPF}1. a2=b3 2. h1=h3 3. a2=c5 4. h1=h4 *\n"),
        format!("{GIPF}1. a2–b3 2. h1–h3 3. a2–c5 4. h1–h4 *\n"),
        format!("{GIPF}1. bc 2. hc 3. bdd 4. cb 5. hd *\n"),
        format!("{GIPF}1. b³ 2. h³ 3. b⁴⁴ 4. c² *\n"),
        format!("{GIPF}1. 3b 2. 3h 3. 9b 4. 2c *\n"),
        format!("{GIPF}1. a2-b3 2. h1-h3 3. a2–c5!? 4. h1-h4 *\n"),
        format!("{PIPES}1. discard:1,2;claim:white 2. 3:+0+0:N 3. 4:+1+0:EE *\n"),
        "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"7\"]\n\n\
         1. C3.G3 2. TAKE 3. G6.B66 4. B2 5. F7.C6 *\n"
            .to_owned(),
        "[Game \"pippip\"]\n[Variant \"pip-pip\"]\n\n1. 4#c2/5 2. 3#d1/2 3. 4#z9/1 *\n".to_owned(),
    ];
    let notes: usize = texts.iter().map(|text| check_notes(text)).sum();
    assert!(notes > 20, "{notes}");
}

/// A reading for all turns needs more than one turn that shows it: `hh4` is `h4` with a letter too
/// many, not a place in letters.
#[test]
fn a_single_turn_is_not_a_habit() {
    for (text, written) in [
        ("1. b3 2. h3 3. hh4 4. c2 *", "h4"),
        ("1. b3 2. h3 3. b44 4. c2 *", "b4"),
    ] {
        let (checked, mends) = search(&format!("{GIPF}{text}\n"), &[]);
        let first = mends
            .and_then(|mends| mends.mends.first().cloned())
            .unwrap();
        assert!(
            !first
                .in_words(checked.record())
                .to_string()
                .contains("read as")
        );
        let fixed = first.text(checked.record()).unwrap();
        assert!(fixed.contains(&format!("3. {written} ")), "{fixed}");
    }
}

mod slow {
    use super::*;

    #[test]
    fn notes_of_the_corpus_keep_what_was_written() {
        let files = corpus_files("slips");
        let notes: usize = files
            .iter()
            .flat_map(|path| checked_file(path))
            .map(|checked| check_notes(checked.record().text()))
            .sum();
        assert!(notes > 500, "{notes}");
    }
}

/// A repeated word between turns is dropped together with the corrected turn before it. Each fix
/// can be written with its trace, which changes no turn.
#[test]
fn every_listed_fix_can_be_written_with_its_trace() {
    let freestyle =
        "[Game \"pippinzip\"]\n[Variant \"freestyle\"]\n[Result \"1-0\"]\n[Size \"5\"]\n\n";
    for movetext in [
        "A: a5,b2,b4 B: b3 A: c1,d1,e3 B: d5 A: d3 B: a3 A: d2 1-0",
        "A a5,b2,b4 B b3 A c1,d1,e3 B d5 A d3 B a3 A d2 1-0",
        "so: a5,b2,b4 B: b3 so: c1,d1,e3 B: d5 so: d3 so: B: a3 so: d2 1-0",
        "x a5,b2,b4 B: b3 x c1,d1,e3 B: d5 x d3 x B: a3 x d2 1-0",
    ] {
        let text = format!("{freestyle}{movetext}\n");
        let (checked, mends) = search(&text, &[]);
        let mends = mends.unwrap();
        assert!(!mends.mends.is_empty(), "{text}");
        for mend in &mends.mends {
            let record = checked.record();
            let turns = |trace: bool| {
                let edits = mend.in_text(record, trace).unwrap();
                let fixed = Checked::from_text(&edited(&text, &edits).unwrap());
                // With errors, the bare form has the comments as well.
                let bare = fixed.report.is_valid().then(|| fixed.bare());
                (fixed.report.turns, bare)
            };
            assert_eq!(turns(true), turns(false), "{text}: {mend:?}");
            let words = mend.in_words(record).to_string();
            assert!(!words.contains("a space replaces `,`"), "{text}: {words}");
        }
    }
}
