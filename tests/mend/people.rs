//! Records as people have them: `corpus/people.jsonl` has a text and the game that it contains on
//! each line. The first fix must lead to this game.

use pipscribe::Checked;
use pipscribe::fixes::mend::{MAX_WORK, Mends};
use pipscribe::formats::pips;
use pipscribe::games::Context;
use serde::Deserialize;

use crate::support::root;

#[derive(Deserialize)]
struct Row {
    /// What the person did.
    kind: String,
    /// What the person wrote.
    text: String,
    /// The game, in one record or several.
    truth: String,
}

/// The games of a text, without comments and with all spaces alike.
fn games(text: &str) -> String {
    let bare = pips::format(text.as_bytes(), true).bytes;
    String::from_utf8(bare).unwrap()
}

/// The text with its first fix; as it is if it has none.
fn fixed(text: &str) -> String {
    let checked = Checked::from_text(text);
    let (record, report) = (checked.record(), &checked.report);
    let mends = Mends::search(record, report, &Context::default(), MAX_WORK);
    let first = mends.and_then(|mends| mends.mends.first()?.text(record));
    first.unwrap_or_else(|| text.to_owned())
}

#[test]
fn the_first_fix_leads_to_the_game() {
    let rows = std::fs::read_to_string(root().join("corpus/people.jsonl")).unwrap();
    let rows: Vec<Row> = rows
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(rows.len() > 30);
    for Row { kind, text, truth } in rows {
        assert!(Checked::from_text(&truth).report.is_valid() || truth.matches("[Game").count() > 1);
        assert_eq!(games(&fixed(&text)), games(&truth), "{kind}:\n{text}");
    }
}
