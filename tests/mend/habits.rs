//! Records of the corpus with habitual mistakes, or with an unfinished turn.

use pipscribe::Checked;
use pipscribe::fixes::mend::{MAX_WORK, Mends};
use pipscribe::games::Context;

use super::field;
use crate::support::{checked_file, corpus_files};

/// Records whose first fix is not the original game: another reading explains them as well, or the
/// search does not know the habit.
const NOT_FIRST: &[&str] = &[
    "pipe-hands-exchanged",
    "pippinzip-columns-shifted",
    "pippip-resigns-out-of-turn",
];

/// The failures among the fixes of the records of a folder.
fn complaints(folder: &str, not_first: Option<&[&str]>) -> Vec<String> {
    let mut complaints = Vec::new();
    for path in corpus_files(&format!("slips/{folder}")) {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let key = field(&text, "key");
        let [checked] = checked_file(&path)
            .try_into()
            .unwrap_or_else(|_| panic!("{name}: one record"));
        if checked.report.is_valid() {
            assert_eq!(
                checked.key().as_deref(),
                key,
                "{name} is read as another game"
            );
            continue;
        }
        let mends = Mends::search(
            checked.record(),
            &checked.report,
            &Context::default(),
            MAX_WORK,
        );
        let first = mends.as_ref().and_then(|mends| mends.mends.first());
        let game = first
            .and_then(|mend| mend.text(checked.record()))
            .map(|text| Checked::from_text(&text));
        let is_true = game.is_some_and(|game| game.key().as_deref() == key);
        if !is_true
            && first.is_some_and(|mend| mend.sole)
            && !not_first.is_some_and(|known| known.contains(&name))
        {
            complaints.push(format!("{name}: a sole fix that is wrong: {first:?}"));
        }
        if not_first.is_some_and(|known| is_true == known.contains(&name)) {
            complaints.push(format!("{name}: {first:?}"));
        }
    }
    complaints
}

mod slow {
    use super::*;

    #[test]
    fn habits_lead_to_the_original_game() {
        assert!(corpus_files("slips/habits").len() > 80);
        let complaints = complaints("habits", Some(NOT_FIRST));
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    }

    #[test]
    fn unfinished_turns_are_not_lost() {
        let complaints = complaints("unfinished", None);
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    }
}
