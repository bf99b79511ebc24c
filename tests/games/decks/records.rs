//! How a record gets its deck: by name, by hash, by its own cards.

use std::sync::Arc;

use pipscribe::Checked;
use pipscribe::decks::{Deck, DeckFile, Decks, NoDeck, codes as deck_codes};
use pipscribe::findings::Hint;
use pipscribe::games::Context;
use pipscribe::notation::Record;

const FILE: &str =
    "name: mine\nedition: 1\nsource: x\ncards:\n  - {id: 7, pipes: W26 B31 W5 B4, arcs: LLDDDD}\n";
const HASH: &str = "3b71a10f949e72567bee1b3e991aad20df5a8ab71d287b8af2a7b8a13c958cea";

#[derive(Debug)]
struct One(Result<Arc<Deck>, NoDeck>);

impl Decks for One {
    fn deck(&self, name: &str) -> Result<Arc<Deck>, NoDeck> {
        if name == "mine" {
            self.0.clone()
        } else {
            Err(NoDeck::Unknown)
        }
    }
}

fn mine() -> One {
    One(Ok(Arc::new(DeckFile::read(FILE.as_bytes()).deck.unwrap())))
}

/// Each finding: its code, the text it points at, its message.
fn findings(tags: &str, decks: Option<One>) -> Vec<(&'static str, String, String)> {
    let record = Record::parse_str(&format!(
        "[Game \"pipe\"]\n[Variant \"pipes\"]\n{tags}\n*\n"
    ));
    let context = decks.map_or_else(Context::default, |decks| {
        Context::with_decks(Arc::new(decks))
    });
    let checked = Checked::from_record(record, &context);
    let found = checked.report.findings.iter();
    found
        .map(|finding| {
            let help = finding.advice(Hint::neutral_text).unwrap_or_default();
            let message = format!("{} {help}", finding.message);
            (
                finding.code.id,
                checked.record().text_of(finding.span).to_owned(),
                message,
            )
        })
        .collect()
}

#[track_caller]
fn one(tags: &str, decks: Option<One>, code: &str, at: &str, says: &str) {
    let found = findings(tags, decks);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        (found[0].0, found[0].1.as_str()),
        (code, at),
        "{}",
        found[0].2
    );
    assert!(found[0].2.contains(says), "{}", found[0].2);
}

#[test]
fn a_deck_is_found_by_its_name() {
    assert_eq!(findings("[Deck \"twin-works\"]", None), []);
    assert_eq!(findings("[Deck \"mine\"]", Some(mine())), []);
    one(
        "[Deck \"mine\"]",
        None,
        deck_codes::UNKNOWN.id,
        "mine",
        "Provide the deck `mine`, or write its cards",
    );
    one(
        "[Deck \"other\"]",
        Some(mine()),
        deck_codes::UNKNOWN.id,
        "other",
        "Provide the deck `other`,",
    );
    one("", None, "tag/missing", "[Game \"pipe\"]", "`Deck`");
    one(
        "[Deck \"../x\"]",
        None,
        "tag/unknown-value",
        "../x",
        "letters, digits and `-`",
    );
    let broken = NoDeck::Broken {
        code: &deck_codes::ARCS,
        message: "The deck in x.yaml is broken.".into(),
    };
    one(
        "[Deck \"mine\"]",
        Some(One(Err(broken))),
        deck_codes::ARCS.id,
        "mine",
        "x.yaml is broken. Check the deck file",
    );
}

#[test]
fn a_hash_has_to_agree() {
    let hash = mine().0.unwrap().hash();
    assert_eq!(hash, HASH);
    let tags = |hash: &str| format!("[Deck \"mine\"]\n[DeckHash \"{hash}\"]");
    assert_eq!(findings(&tags(&hash), Some(mine())), []);
    one(
        &tags("beef"),
        Some(mine()),
        "tag/inconsistent",
        "beef",
        &hash,
    );
    // The same cards in the record, written differently, are the same deck.
    let own = format!(
        "{}\n[Card7 \"B13 B4 W5 W62 LLDDDD D3456 L21\"]",
        tags(&hash)
    );
    assert_eq!(findings(&own, None), []);
}

#[test]
fn cards_of_a_record_come_before_any_file() {
    let deck = |card: &str| format!("[Deck \"mine\"]\n[Card1 \"{card}\"]");
    assert_eq!(findings(&deck("B123456 LLLLLL"), None), []);
    one(
        &deck("B12345 LLLLLL"),
        Some(mine()),
        deck_codes::ENTRY.id,
        "B12345",
        "Entry 6",
    );
    one(
        &deck("B123456 LLLLLLL"),
        None,
        deck_codes::ARCS.id,
        "LLLLLLL",
        "not 7",
    );
    one(
        &deck("B123456 LLL LLL"),
        None,
        "tag/unknown-value",
        "LL",
        "cannot be parsed",
    );
    one(
        &deck("B13 W26 B4 W5 LLDDLD"),
        None,
        deck_codes::FACE_COLOURS.id,
        "L",
        "arc 5",
    );
    one(
        &deck("B14 W25 B36 LDLDLD"),
        None,
        deck_codes::FIELDS.id,
        "B14 W25 B36 LDLDLD",
        "must be listed",
    );
    one(
        &deck("B123456 LLLLLL L123456 D1"),
        None,
        deck_codes::FIELDS.id,
        "1",
        "is listed twice",
    );
    // A card that is given twice is a repeated tag.
    let twice = format!("{}\n[Card1 \"\"]", deck("B123456 LLLLLL"));
    one(&twice, None, "tag/duplicate", "[Card1 \"\"]", "is repeated");
}
