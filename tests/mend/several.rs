//! Records with several mistakes.

use std::collections::BTreeSet;

use pipscribe::Checked;
use pipscribe::fixes::mend::{Answer, MAX_WORK, Mend, Mends};
use pipscribe::games::Context;

const TOURNAMENT: &str = "[Game \"gipf\"]\n[Variant \"tournament\"]\n[Result \"*\"]\n\n";
const ZIPLINE: &str =
    "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Result \"1-0\"]\n[Size \"9\"]\n\n";
const BASIC: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n";

fn search(text: &str, answers: &[Answer]) -> (Checked, Mends) {
    let checked = Checked::from_text(text);
    let mends = Mends::search_with_answers(
        checked.record(),
        &checked.report,
        &Context::default(),
        MAX_WORK,
        answers,
    )
    .unwrap();
    (checked, mends)
}

/// The fixed texts that explain a record.
fn fixed(text: &str) -> Vec<String> {
    let (checked, mends) = search(text, &[]);
    let explaining = mends
        .mends
        .iter()
        .filter(|mend| mend.complete && mend.result_agrees);
    explaining
        .map(|mend| mend.text(checked.record()).unwrap())
        .collect()
}

/// The fixes for the missing turn 2 and for the mistake in turn 5 help only together. With only one
/// of them, no more turns become legal.
#[test]
fn a_missing_turn_is_found_where_the_numbers_skip_one() {
    let wrong = format!("{TOURNAMENT}1. Gc2 3. Gg6 4. d7 5. GGh5 6. a4c6 *\n");
    let right = format!("{TOURNAMENT}1. Gc2 2. Gb5 3. Gg6 4. d7 5. Gh5 6. a4-c6 *\n");
    assert!(fixed(&wrong).contains(&right));
}

/// The wrong stone of turn 24 comes before the damaged turn 45, but shows later.
#[test]
fn a_mistake_before_another_one_that_shows_first_is_found() {
    let wrong = format!(
        "{ZIPLINE}\
         1. a4,d2,d5 2. e3,f2,g8 3. i8 4. d8 5. e2,f7 6. a1,e9,f3 7. h6 8. e8 9. e7,f4 10. take \
         11. a8,b1 12. b2 13. a9,i5 14. f6 15. h4,b8 16. c6 17. c1,a7 18. g4 19. f1,g5 20. h3 \
         21. c8,a2 22. g9 23. b5,d9 24. c3 25. a6,h2 26. e1 27. d1,a5 28. h8 29. b4,h1 30. d7 \
         31. b7,b3 32. e4 33. g7,g3 34. e6 35. f5,h5 36. f8 37. g2,g6 38. h9 39. b9,i3 40. i4 \
         41. c4,i2 42. i6 43. a3,c3 44. b6 45. c,d4 46. c9 47. d6,c7 48. f9 49. c2 1-0\n"
    );
    let right = wrong.replace("24. c3", "24. d3").replace("c,d4", "c5,d4");
    assert!(fixed(&wrong).contains(&right));
}

/// An answer that no game has is rejected, with those that are possible.
#[test]
fn an_impossible_answer_is_rejected_with_the_possible_ones() {
    let text = format!("{BASIC}1. b3 2. a2-d4 *\n");
    for (answer, is_turn, words) in [
        ("2=zz", false, "`zz` is not a turn of this game. Possible"),
        ("2=d4-a2", true, "No likely game has `d4-a2` as turn 2."),
    ] {
        let (_, mends) = search(&text, &[answer.parse().unwrap()]);
        let rejected = mends.rejected.unwrap();
        assert_eq!(rejected.is_turn, is_turn, "{answer}");
        assert!(rejected.values.contains(&"a2-c4".to_owned()), "{rejected}");
        assert!(rejected.to_string().starts_with(words), "{rejected}");
        assert!(!mends.mends.iter().any(|mend| mend.complete));
    }
    let (_, mends) = search(&text, &["2=a2-c4".parse().unwrap()]);
    assert_eq!(mends.rejected, None);
}

/// An empty answer says that the game ends before the turn.
#[test]
fn an_empty_answer_excludes_games_that_have_the_turn() {
    let text = format!("{BASIC}1. b3 2. b4 3. b4 *\n");
    let answer: Answer = "3=".parse().unwrap();
    let (checked, mends) = search(&text, &[answer]);
    assert!(mends.mends.iter().any(|mend| mend.complete));
    for mend in mends.mends.iter().filter(|mend| mend.complete) {
        let fixed = mend.text(checked.record()).unwrap();
        assert!(!fixed.contains("3. "), "{fixed}");
    }
    assert!("0=".parse::<Answer>().is_err());
}

/// Of the fixes that do not explain a record, those with the most legal turns come first. A fix
/// that also removes a turn makes no more turns legal, so the one without the removal comes first.
#[test]
fn fixes_of_a_part_are_in_the_order_of_their_ranks() {
    let text = format!(
        "{BASIC}1. b3 2. h3 3. d6-c2 4. h4-h4 5. c6 6. h4-h1 7. a1-h7 8. b6 9. zz 10. z9 *\n"
    );
    let (_, found) = search(&text, &[]);
    assert!(found.mends.len() > 2 && found.mends.iter().all(|mend| !mend.complete));
    let ranks: Vec<_> = found.mends.iter().map(Mend::rank).collect();
    assert!(ranks.is_sorted(), "{ranks:?}");
    let most = found.mends.iter().map(|mend| mend.legal_turns).max();
    assert_eq!(Some(found.mends[0].legal_turns), most);
}

/// Fixes that have one reason, but differ in a later edit, have different words.
#[test]
fn fixes_with_one_reason_are_told_apart() {
    let text = format!("{BASIC}1. b3 2. a2-d4 3. h3 4. h2 1-0\n");
    let (checked, found) = search(&text, &[]);
    let words: BTreeSet<String> = found
        .mends
        .iter()
        .map(|mend| mend.in_words(checked.record()).to_string())
        .collect();
    assert!(found.mends.len() > 2);
    assert_eq!(words.len(), found.mends.len(), "{words:#?}");
}
