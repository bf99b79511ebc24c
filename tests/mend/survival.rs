//! Texts that once broke the search for fixes, and fixes that once lost something.

use pipscribe::Checked;
use pipscribe::fixes::mend::{Answer, MAX_QUICK_WORK, Mends};
use pipscribe::games::Context;

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
