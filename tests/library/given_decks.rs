//! Decks that a program gives as text.

use std::sync::Arc;

use pipscribe::decks::{Decks, GivenDecks, NoDeck, ShippedDecks};
use pipscribe::games::Context;
use pipscribe::notation::Record;
use pipscribe::{Checked, check_str};

const RECORD: &str = r#"[Game "pipe"]
[Variant "both"]
[Deck "mine"]

*
"#;

fn first_finding(decks: &GivenDecks) -> Option<(&'static str, String)> {
    let context = Context::with_decks(Arc::new(decks.clone()));
    let checked = Checked::from_record(Record::parse_str(RECORD), &context);
    checked
        .report
        .findings
        .first()
        .map(|finding| (finding.code.id, finding.message.to_string()))
}

#[test]
fn a_given_deck_takes_precedence_over_bundled_ones() {
    let text = ShippedDecks::text("twin-works")
        .unwrap()
        .replace("twin-works", "mine");
    let decks = GivenDecks::read([("mine", text.as_str())]);
    assert_eq!(decks.names(), ["mine", "twin-works"]);
    assert_eq!(decks.faults().count(), 0);
    assert_eq!(first_finding(&decks), None);
    assert_eq!(decks.deck("twin-works").unwrap().name, "twin-works");
    assert_eq!(decks.deck("yours"), Err(NoDeck::Unknown));
    assert_eq!(
        check_str(RECORD)[0].report.findings[0].code.id,
        "deck/unknown"
    );
}

#[test]
fn an_invalid_deck_is_reported_at_the_tag_that_names_it() {
    let decks = GivenDecks::read([("mine", "x"), ("yours", "y")]);
    let faults: Vec<&str> = decks.faults().collect();
    assert!(
        faults.len() == 2 && faults[0].starts_with("The deck `mine`, line 1: "),
        "{faults:?}"
    );
    let (_, message) = first_finding(&decks).unwrap();
    assert!(message.contains(faults[0]), "{message}");
}
