//! Suggested fixes of records with a mistake, from the corpus and generated.

mod command;
mod damaged_by_hand;
mod habits;
mod people;
mod plainly_written;
mod several;
mod statements;
mod survival;
mod writing;

#[path = "../../benches/mistakes/mod.rs"]
#[allow(dead_code, reason = "the benchmark uses all of it")]
mod mistakes;

use pipscribe::Checked;
use pipscribe::fixes::mend::{Edit, MAX_WORK, Mend, Mends};
use pipscribe::games::Context;
use pipscribe::notation::Record;
use pipscribe::text::RawRecord;
use serde_json::Value;

use crate::support::{checked_file, corpus_files, random_game_of, root};
use mistakes::{Dice, Typo, mistyped};

/// Records of the corpus that another change explains as well, by folder: the original cannot be
/// determined, or only from information outside the record.
const NOT_FIRST: &[(&str, &str)] = &[
    (
        "characters/pipe-neighbour-heading-w-for-e",
        "one field to the east is as near",
    ),
    (
        "characters/pippinzip-following-4-for-5-in-the-auction",
        "six points are as near",
    ),
    (
        "characters/pippinzip-following-5-for-4",
        "the later of two stones on one point may be the wrong one",
    ),
    (
        "characters/pippinzip-following-b-for-c-three-seats",
        "the same",
    ),
    ("characters/pippinzip-look-alike-c-for-d", "the same"),
    ("characters/pippinzip-neighbour-5-for-4", "the same"),
    (
        "characters/pippip-neighbour-north-3-for-4",
        "the 2 is as near",
    ),
    (
        "parts/pippinzip-first-stone-twice",
        "any stone can be the second",
    ),
    (
        "parts/pippinzip-second-stone-forgotten",
        "any stone can be the second",
    ),
    (
        "parts/pippip-pull-star-forgotten",
        "any of three dice may have come from the store",
    ),
    (
        "parts/pippip-roll-put-aside-forgotten",
        "the pull may have been a roll",
    ),
    (
        "tags/pippip-position-store-left-out",
        "the pull may have been a roll",
    ),
    (
        "turns/pipe-turn-left-out",
        "the card may have been put anywhere",
    ),
];

/// Records of the corpus whose original is found first, but with another turn that the record
/// supports as well.
const NOT_SOLE: &[(&str, &str)] = &[
    (
        "characters/pippip-neighbour-6s-for-5s",
        "the marks of two other turns may be wrong instead",
    ),
    (
        "characters/gipf-neighbour-f-for-d-dot",
        "two turns in the other order explain it as well",
    ),
    (
        "characters/pipe-following-5-for-4-card",
        "card 3 was in the hand too",
    ),
    (
        "characters/pippinzip-neighbour-c-for-f",
        "other points were free as well",
    ),
];

/// The value of a key in a file's header.
fn field<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let lines = text.lines().map_while(|line| line.strip_prefix("# "));
    lines
        .filter_map(|line| line.split_once(": "))
        .find(|(known, _)| *known == key)
        .map(|(_, value)| value)
}

fn mends_of(checked: &Checked) -> Option<Mends> {
    Mends::search(
        checked.record(),
        &checked.report,
        &Context::default(),
        MAX_WORK,
    )
}

/// The text of a record after a fix.
fn mended(record: &Record, mend: &Mend, trace: bool) -> String {
    let mut edits = mend.in_text(record, trace).unwrap();
    edits.sort_by_key(|(span, _)| std::cmp::Reverse((span.start, span.end)));
    let mut text = record.text().to_owned();
    edits
        .iter()
        .for_each(|(span, now)| text.replace_range(span.range(), now));
    text
}

fn json_of(edit: &Edit) -> Value {
    serde_json::to_value(edit).unwrap()
}

#[test]
fn a_valid_record_needs_no_fix() {
    for path in corpus_files("gipf/real") {
        for checked in checked_file(&path) {
            assert_eq!(
                mends_of(&checked).is_none(),
                checked.report.is_valid(),
                "{}",
                path.display()
            );
        }
    }
}

#[test]
fn a_small_budget_is_reported() {
    let path = root().join("corpus/slips/characters/gipf-following-c-for-b.pips");
    let [checked] = checked_file(&path).try_into().unwrap();
    for work in [0, 1, 100, 3_000] {
        let mends =
            Mends::search(checked.record(), &checked.report, &Context::default(), work).unwrap();
        assert!(!mends.exhaustive && mends.sole().is_none(), "{work}");
    }
}

/// For generated mistakes, the original record is found in most cases, and a sole fix always
/// restores it.
mod slow {
    use super::*;

    #[test]
    fn typos_of_the_corpus_are_fixed() {
        let mut complaints = Vec::new();
        let mut looked_at = 0;
        for folder in ["characters", "parts", "turns", "tags"] {
            for path in corpus_files(&format!("slips/{folder}")) {
                let text = std::fs::read_to_string(&path).unwrap();
                let Some(meant) = field(&text, "mend") else {
                    continue;
                };
                looked_at += 1;
                let meant: Value = serde_json::from_str(meant).unwrap();
                let name = format!("{folder}/{}", path.file_stem().unwrap().to_str().unwrap());
                let [checked] = checked_file(&path)
                    .try_into()
                    .unwrap_or_else(|_| panic!("{name}: one record"));
                let mends =
                    mends_of(&checked).unwrap_or_else(|| panic!("{name}: an invalid record"));
                let place = mends
                    .mends
                    .iter()
                    .position(|mend| mend.edits.iter().map(json_of).eq([meant.clone()]));
                let is_first = !NOT_FIRST.iter().any(|(known, _)| *known == name);
                if (place == Some(0)) != is_first {
                    complaints.push(format!(
                        "{name}: place {place:?}, {:?}",
                        mends.mends.first()
                    ));
                }
                if place != Some(0) && mends.sole().is_some() {
                    complaints.push(format!("{name}: {:?} is not the sole one", mends.sole()));
                }
                let may_be_sole = !NOT_SOLE.iter().any(|(known, _)| *known == name);
                if field(&text, "one-character") == Some("1")
                    && is_first
                    && mends.sole().is_none() == may_be_sole
                {
                    complaints.push(format!("{name}: sole is {}", !may_be_sole));
                }
                // Once fixed, it is the original record.
                if let Some(place) = place {
                    let mend = &mends.mends[place];
                    for trace in [false, true] {
                        let right = Checked::from_text(&mended(checked.record(), mend, trace));
                        assert!(
                            right.report.is_valid(),
                            "{name}: {:?}",
                            right.report.findings
                        );
                        assert_eq!(right.key().as_deref(), field(&text, "key"), "{name}");
                        assert_eq!(
                            Some(right.report.turns.to_string().as_str()),
                            field(&text, "legal-turns"),
                            "{name}"
                        );
                    }
                    assert!(mend.complete && mend.result_agrees, "{name}");
                }
            }
        }
        assert!(looked_at > 90, "{looked_at}");
        assert!(
            complaints.is_empty(),
            "{} complaints\n{}",
            complaints.len(),
            complaints.join("\n")
        );
        for (name, _) in NOT_FIRST {
            assert!(
                root()
                    .join("corpus/slips")
                    .join(name)
                    .with_extension("pips")
                    .is_file(),
                "{name} is no file"
            );
        }
    }

    /// A suggested fix makes more turns legal, and one that explains a record makes it valid.
    #[test]
    fn suggested_fixes_work() {
        let mut proposed = 0;
        for seed in 1..=60_u64 {
            let right = random_game_of(usize::try_from(seed).unwrap(), seed, 40);
            let typo = Typo::ALL[usize::try_from(seed % 11).unwrap()];
            let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
            let Some((wrong, _)) = mistyped(&right, typo, &mut dice) else {
                continue;
            };
            let checked = Checked::from_text(&wrong);
            let Some(mends) = mends_of(&checked) else {
                continue;
            };
            let before = checked.report.turns;
            for mend in &mends.mends {
                proposed += 1;
                let text = mended(checked.record(), mend, seed % 2 == 0);
                let after = Checked::from_text(&text);
                assert_eq!(
                    after.report.is_valid(),
                    mend.complete && mend.result_agrees,
                    "{mend:?}\n{text}"
                );
                assert_eq!(after.report.turns, mend.legal_turns, "{mend:?}\n{text}");
                let deletes = matches!(mend.edits.as_slice(), [Edit::Delete { .. }]);
                assert!(
                    mend.legal_turns + u32::from(deletes) > before || mend.result_agrees,
                    "{before} {mend:?}\n{text}"
                );
            }
            // A second search gives the same result, because it does not depend on time.
            assert_eq!(
                mends_of(&checked).map(|again| again.mends),
                Some(mends.mends)
            );
        }
        assert!(proposed > 60, "{proposed}");
    }

    #[test]
    fn the_sole_fix_restores_the_original() {
        let (mut sole, mut wrong, mut all) = (0, Vec::new(), 0);
        // All games and mistakes, in some of their pairs.
        for seed in (1..=360_u64).step_by(5) {
            let right = random_game_of(usize::try_from(seed).unwrap(), seed, 80);
            let typo = Typo::ALL[usize::try_from(seed / 12 % 11).unwrap()];
            let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
            let Some((text, _)) = mistyped(&right, typo, &mut dice) else {
                continue;
            };
            let checked = Checked::from_text(&text);
            let Some(mends) = mends_of(&checked) else {
                continue;
            };
            all += 1;
            if let Some(mend) = mends.sole() {
                sole += 1;
                if Checked::from_text(&mended(checked.record(), mend, false)).bare()
                    != Checked::from_text(&right).bare()
                {
                    wrong.push(format!("{typo:?} {mend:?}"));
                }
            }
        }
        assert!(all > 36 && sole * 5 > all * 2, "{sole} of {all}");
        assert!(wrong.len() <= 1, "of {sole}\n{}", wrong.join("\n"));
    }
}

/// An unclosed string ends with its line, and its comment at the brace. The fix also closes the
/// string.
#[test]
fn an_unclosed_string_hides_no_turn() {
    let tags = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n";
    let closed = "{[%label c3 \"abc\"\n] hi}";
    for (comment, fixed) in [
        ("{hi}", "{hi}"),
        ("{[%label c3 \"abc\"] hi}", "{[%label c3 \"abc\"] hi}"),
        ("{[%label c3 \"abc\n] hi}", closed),
    ] {
        let checked = Checked::from_text(&format!("{tags}1. b3 {comment} 2. C2 3. d2 *\n"));
        let mends = mends_of(&checked).unwrap();
        let texts: Vec<String> = mends
            .mends
            .iter()
            .map(|mend| mended(checked.record(), mend, false))
            .collect();
        assert_eq!(texts, [format!("{tags}1. b3 {fixed} 2. c2 3. d2 *\n")]);
    }
}

/// Guesses are suggested, but are not unambiguous.
#[test]
fn guesses_are_not_written_without_asking() {
    for record in [
        // The error is at turn 24. Many changes of earlier turns, which are legal, explain the
        // game.
        "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Result \"1-0\"]\n[Size \"7\"]\n\n1. c3,g3 2. take 3. g6,b6 \
         4. b2 5. f7,c6 6. b4 7. a2,d2 8. b7 9. d1,a5 10. c5 11. b1,g5 12. a1 13. g4,g2 14. a6 15. d6,g7 16. c7 \
         17. b5,f4 18. a3 19. f6,e4 20. d3 21. e7,d4 22. a4 23. e6,e1 24. c1 25. g1,e5 26. c4 27. a7,a5 1-0\n",
        // Any deck with these cards would do.
        "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"my-own-deck\"]\n[Result \"*\"]\n\n\
         1. discard:6,12,18,38;claim:white 2. discard:25,39,46,47;claim:black *\n",
        // A cap of 0 to 8 would do.
        "[Game \"pippip\"]\n[Options \"cap=9\"]\n[Result \"*\"]\n\n1. 5@b3/3 *\n",
    ] {
        let checked = Checked::new(
            RawRecord {
                bytes: record.into(),
                ..RawRecord::default()
            },
            &Context::default(),
        );
        let mends = mends_of(&checked).unwrap();
        assert!(
            !mends.mends.is_empty() && mends.mends.iter().all(|mend| !mend.sole),
            "{record}"
        );
    }
}
