//! Tests of deck files: what is a deck, and the finding for each kind of mistake.

use proptest::prelude::*;

use super::*;

const HEAD: &str = "name: mine\nedition: \"1\"\nsource: An example.\n";
const CARD: &str = "{id: 1, pipes: B13 W26 B4 W5, arcs: LLDDDD}";

/// A deck file with cards, one per line.
fn with_cards(cards: &[&str]) -> String {
    let cards: String = cards.iter().map(|card| format!("  - {card}\n")).collect();
    format!("{HEAD}cards:\n{cards}")
}

/// Returns the code, the text at the span and the message of every finding.
fn findings(text: &str) -> Vec<(&'static str, String, String)> {
    let file = DeckFile::read(text.as_bytes());
    assert!(file.deck.is_none(), "{text}");
    let found = |finding: &Finding| {
        let text_at = file
            .source
            .text()
            .get(finding.span.range())
            .expect("spans lie in the text")
            .to_owned();
        (finding.code.id, text_at, finding.message.to_string())
    };
    file.findings.iter().map(found).collect()
}

/// Returns the code and the text at the span of every finding.
fn points(text: &str) -> Vec<(&'static str, String)> {
    findings(text)
        .into_iter()
        .map(|(code, at, _)| (code, at))
        .collect()
}

/// Asserts that a file has one finding, with this code and this text at its span. `message_part` is
/// a part of its message.
#[track_caller]
fn assert_one_finding(text: &str, code: &'static str, at: &str, message_part: &str) {
    let found = findings(text);
    assert_eq!(found.len(), 1, "{found:#?}");
    let (found_code, found_at, message) = &found[0];
    assert_eq!((*found_code, found_at.as_str()), (code, at), "{message}");
    assert!(message.contains(message_part), "{message}");
}

#[test]
fn a_valid_file_is_a_deck() {
    let text = with_cards(&[
        CARD,
        "{id: 20, pipes: B14 W25 B36, arcs: LDLDLD, fields: L1 D2 L3 D4 L5 D6 D}",
    ]);
    let block = "# A comment.\n---\ncards:\n- arcs: LLDDDD\n  pipes: 'B13 W26 B4 W5'\n  id: 1\n- id: 20\n  \
                 pipes: >-\n    B14\n    W25 B36\n  arcs: LDLDLD # six\n  fields: \"L1 D2 L3 D4 L5 D6 D\"\n\
                 source: |\n  R&D, & so on, *at* [home\n  # and\nname: 'mine'\nedition: 1\n...\n";
    let json = "{\"name\":\"mine\",\"edition\":\"1\",\"source\":\"x\",\"cards\":[\
                {\"id\":1,\"pipes\":\"B13 W26 B4 W5\",\"arcs\":\"LLDDDD\"},\
                {\"id\":20,\"pipes\":\"B14 W25 B36\",\"arcs\":\"LDLDLD\",\"fields\":\"L1 D2 L3 D4 L5 D6 D\"}]}";
    let windows = format!("\u{FEFF}{}", text.replace('\n', "\r\n"));
    for text in [text.as_str(), block, json, &windows] {
        let file = DeckFile::read(text.as_bytes());
        assert!(file.findings.is_empty(), "{text}\n{:#?}", file.findings);
        let deck = file.deck.unwrap();
        assert_eq!(
            (deck.name.as_str(), deck.edition.as_str(), deck.len()),
            ("mine", "1", 2)
        );
        assert_eq!(deck.ids().collect::<Vec<_>>(), [1, 20]);
        assert_eq!(
            deck.card(20).unwrap().card().to_string(),
            "B14 W25 B36 LDLDLD L1 D2 L3 D4 L5 D6 D"
        );
        assert_eq!(
            deck.hash(),
            "9e6e188ba320ca693b1f2a40a86412585f6b25a25ee2353f02f5de3053f60180",
            "{text}"
        );
    }
}

#[test]
fn faults_of_cards_point_at_their_part() {
    assert_one_finding(
        &with_cards(&["{id: 1, pipes: B13 W26 B4, arcs: LLDDDD}"]),
        "deck/entry",
        "B13 W26 B4",
        "Entry 5",
    );
    assert_one_finding(
        &with_cards(&["{id: 1, pipes: \"B13 W263 B4 W5\", arcs: LLDDDD}"]),
        "deck/entry",
        "3",
        "Entry 3 is listed twice",
    );
    assert_one_finding(
        &with_cards(&["{id: 1, pipes: B13 W26 B4 W5, arcs: LLDDD}"]),
        "deck/arcs",
        "LLDDD",
        "not 5",
    );
    assert_one_finding(
        &with_cards(&["{id: 1, pipes: B13 W26 B4 W5, arcs: LLDDLD}"]),
        "deck/face-colours",
        "L",
        "arc 5",
    );
    assert_one_finding(
        &with_cards(&["{id: 17, pipes: B14 W25 B36, arcs: LDLDLD}"]),
        "deck/fields",
        "17",
        "cross one another",
    );
    assert_one_finding(
        &with_cards(&["{id: 1, pipes: B123456, arcs: LLLLLL, fields: L12345}"]),
        "deck/fields",
        "L12345",
        "Arc 6",
    );
    assert_one_finding(
        &with_cards(&["{id: 1, pipes: B123456, arcs: LLLLLL, fields: L12345 D6}"]),
        "deck/fields",
        "6",
        "dark field",
    );
    // Text on several lines has no spans for its parts.
    assert_one_finding(
        &with_cards(&["{id: 1, pipes: B13 W263\n      B4 W5, arcs: LLDDDD}"]),
        "deck/entry",
        "B13 W263",
        "Entry 3 is listed twice",
    );
}

#[test]
fn the_first_of_two_is_named() {
    let text = with_cards(&[CARD, "{id: 2, pipes: B123456, arcs: LLLLLL}", CARD]);
    assert_one_finding(
        &text,
        "deck/duplicate-id",
        "1",
        "Card 1 is already defined.",
    );
    let file = DeckFile::read(text.as_bytes());
    let [finding] = file.findings.as_slice() else {
        panic!("one finding")
    };
    let place = |span: Span| file.source.place(span.start).line;
    assert_eq!(
        (place(finding.span), place(finding.related[0].span)),
        (7, 5)
    );
}

#[test]
fn repeated_and_unknown_keys_are_rejected() {
    let twice = "{id: 1, pipes: B13 W26 B4 W5, arcs: LLDDDD, arcs: DDDDDD}";
    assert_one_finding(
        &with_cards(&[twice]),
        "deck/yaml",
        "arcs",
        "The key `arcs` is repeated.",
    );
    assert_one_finding(
        &format!("{}name: other\n", with_cards(&[CARD])),
        "deck/yaml",
        "name",
        "The key `name` is repeated.",
    );
    assert_one_finding(
        &format!("{}\"name\": other\n", with_cards(&[CARD])),
        "deck/yaml",
        "name",
        "is repeated",
    );
    assert_one_finding(
        &with_cards(&["{id: 1, colour: red, pipes: B123456, arcs: LLLLLL}"]),
        "deck/yaml",
        "colour",
        "no such key",
    );
    assert_one_finding(
        &with_cards(&["{id: 1, <<: {}, pipes: B123456, arcs: LLLLLL}"]),
        "deck/yaml",
        "<<",
        "no such key",
    );
    assert_one_finding(
        &with_cards(&["{id: 1, 2: {}, pipes: B123456, arcs: LLLLLL}"]),
        "deck/yaml",
        "2",
        "no such key",
    );
    assert_one_finding(
        &with_cards(&["{id: 1, pipes: B123456}"]),
        "deck/yaml",
        "1",
        "A card needs the key `arcs`.",
    );
    assert_one_finding(
        &with_cards(&["{pipes: B123456, arcs: LLLLLL}"]),
        "deck/yaml",
        "{pipes: B123456, arcs: LLLLLL}",
        "key `id`",
    );
    assert_one_finding(
        &format!("cards:\n  - {CARD}\nname: x\nsource: y\n"),
        "deck/yaml",
        "cards:",
        "A deck needs the key `edition`.",
    );
}

#[test]
fn values_of_a_wrong_type_are_rejected() {
    for (id, span_text) in [
        ("0", "0"),
        ("-3", "-3"),
        ("1.5", "1.5"),
        ("'1'", "1"),
        ("0x1", "0x1"),
        ("one", "one"),
        ("[1]", "[1], pipes: B123456, arcs: LLLLLL}"),
        ("1000000000", "1000000000"),
        ("99999999999999999999999", "99999999999999999999999"),
    ] {
        let card = format!("{{id: {id}, pipes: B123456, arcs: LLLLLL}}");
        assert_one_finding(
            &with_cards(&[&card]),
            "deck/yaml",
            span_text,
            "whole number",
        );
    }

    assert_one_finding(
        &with_cards(&["{id: 1, pipes: 13, arcs: LLLLLL}"]),
        "deck/yaml",
        "13",
        "found a number",
    );
    assert_one_finding(
        &with_cards(&["{id: 1, pipes: B123456, arcs: LLLLLL, fields: ~}"]),
        "deck/yaml",
        "~",
        "found nothing",
    );
    assert_one_finding(
        &with_cards(&["{id: 1, pipes: B12  W3456, arcs: LLLLLL}"]),
        "deck/yaml",
        " W3456",
        "cannot be read as pipes",
    );
    assert_one_finding(
        &with_cards(&["{id: 1, pipes: B123456, arcs: LLXLLL}"]),
        "deck/yaml",
        "XLLL",
        "cannot be read as arcs",
    );
    assert_one_finding(
        &with_cards(&["{id: 1, pipes: B123456, arcs: \"\"}"]),
        "deck/yaml",
        "",
        "cannot be read as arcs",
    );
    assert_one_finding(
        &with_cards(&["B123456 LLLLLL"]),
        "deck/yaml",
        "B123456 LLLLLL",
        "A card is a map",
    );
    assert_one_finding(
        &format!("{HEAD}cards: []\n"),
        "deck/yaml",
        "[]",
        "at least one card",
    );
    assert_one_finding(
        &format!("{HEAD}cards:\n"),
        "deck/yaml",
        "",
        "Cards are a list, not nothing.",
    );
    assert_one_finding(
        &with_cards(&[CARD]).replace("mine", "my deck"),
        "deck/yaml",
        "my deck",
        "letters, digits and `-`",
    );
    assert_one_finding(
        &with_cards(&[CARD]).replace("mine", "true"),
        "deck/yaml",
        "true",
        "a Boolean value",
    );
    // Numbers are taken as written.
    let file = DeckFile::read(with_cards(&[CARD]).replace("\"1\"", "1.10").as_bytes());
    assert_eq!(file.deck.unwrap().edition, "1.10");
    assert_one_finding(
        &with_cards(&[CARD]).replace("An example.", "''"),
        "deck/yaml",
        "''",
        "a note of where",
    );
    assert_one_finding("- 1\n- 2\n", "deck/yaml", "1", "A deck is a map");
    assert_one_finding(
        "",
        "deck/yaml",
        "",
        "A deck is a map of keys and values, not nothing.",
    );
    assert_one_finding("# nothing\n", "deck/yaml", "# nothing", "not nothing");
}

#[test]
fn several_mistakes_are_reported_in_text_order() {
    let text = with_cards(&[
        "{id: 1, pipes: B13 W26 B4, arcs: LLDDD}",
        "{id: x, pipes: B13 W26 B4 W5, arcs: LLDDLD}",
        "{id: 1, pipes: B14 W25 B36, arcs: LDLDLD}",
    ])
    .replace("edition", "editon");
    let expected = [
        ("deck/yaml", "name: mine"),
        ("deck/yaml", "editon"),
        ("deck/entry", "B13 W26 B4"),
        ("deck/arcs", "LLDDD"),
        ("deck/yaml", "x"),
        ("deck/face-colours", "L"),
        ("deck/duplicate-id", "1"),
        ("deck/fields", "1"),
    ];
    assert_eq!(
        points(&text),
        expected.map(|(code, at)| (code, at.to_owned()))
    );
    // Only some of many findings are listed; the others are counted.
    // Each of these cards has three: the number, the missing entries and the arcs.
    let cards = vec!["{id: x, pipes: B13, arcs: L}"; 100];
    let found = findings(&with_cards(&cards));
    assert_eq!(found.len(), MAX_DECK_FINDINGS + 1);
    assert_eq!(
        found
            .last()
            .map(|(_, at, message)| (at.as_str(), message.contains("250 more"))),
        Some(("", true))
    );
}

#[test]
fn spans_are_bytes() {
    let text = with_cards(&["{id: 1, pipes: B13 W26 B4, arcs: LLDDDD}"])
        .replace("An example.", "Jän – 卡 \u{1F0A1}");
    assert_one_finding(&text, "deck/entry", "B13 W26 B4", "Entry 5");
    assert_one_finding(
        &text.replace('\n', "\r\n"),
        "deck/entry",
        "B13 W26 B4",
        "Entry 5",
    );
}

#[test]
fn invalid_yaml_is_reported_at_its_place() {
    assert_one_finding(
        "name: [1, 2\ncards: ]",
        "deck/yaml",
        ": ]",
        "This is not valid YAML",
    );
    assert_one_finding("name: 'x\n", "deck/yaml", "'x", "This is not valid YAML");
    assert_one_finding(
        &format!("{}---\nname: x\n", with_cards(&[CARD])),
        "deck/yaml",
        "name: x",
        "one document",
    );
    assert_one_finding(
        &with_cards(&["*none"]),
        "deck/yaml",
        "*none",
        "unknown anchor",
    );
    assert_one_finding(
        &with_cards(&["!card {id: 1}"]),
        "deck/yaml",
        "!card {id: 1}",
        "tags are not read",
    );
    assert_one_finding(
        &with_cards(&["{\"\\e[31m\": !x 1}"]),
        "deck/yaml",
        "!x 1}",
        "YAML tags are not read here.",
    );
    assert_one_finding(
        &with_cards(&["[[[[[[[[1]]]]]]]]"]),
        "deck/yaml",
        "[[[[[[[[1]]]]]]]]",
        "A card is a map",
    );
}

#[test]
fn hostile_yaml_is_rejected_early() {
    let bomb = "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n";
    assert_one_finding(bomb, "deck/yaml", "&a", "anchors and aliases are not read");
    assert_one_finding(
        &with_cards(&["&card {id: 1}", "*card"]),
        "deck/yaml",
        "&card",
        "anchors",
    );
    assert_one_finding(&with_cards(&["{x: &y z}"]), "deck/yaml", "&y", "anchors");
    assert_one_finding(
        "%TAG ! tag:x,2000:\n--- 1\n",
        "deck/yaml",
        "%TAG ! tag:x,2000:",
        "directives",
    );
    assert_one_finding(&"[".repeat(100_000), "deck/yaml", &"[".repeat(60), "limit");
    assert_one_finding(
        &"{a: ".repeat(300),
        "deck/yaml",
        "{a: ".repeat(15).trim_end(),
        "limit",
    );
    assert_eq!(findings(&format!("{}x\n", "- ".repeat(50_000))).len(), 1);
    assert_eq!(findings(&"\"]\": [".repeat(2_000)).len(), 1);
    assert_one_finding(
        &"a&".repeat(60_000),
        "deck/yaml",
        &"a&".repeat(30),
        "A deck is a map",
    );
    assert_one_finding("name: \u{7}\n", "deck/yaml", "\u{7}", "U+0007");
    assert_one_finding(
        &"#".repeat(MAX_DECK_BYTES + 1),
        "deck/yaml",
        "",
        "more than 131072 bytes",
    );
    let file = DeckFile::read(b"name: J\xE4n\n");
    assert_eq!(file.findings[0].span, Span::new(7, 8));
    assert_eq!(file.source.text(), "name: J\u{1A}n\n", "spans fit the text");
    assert!(file.findings[0].message.contains("UTF-8"));
}

#[test]
fn examples_of_files_yield_their_code() {
    for code in [&codes::YAML, &codes::DUPLICATE_ID] {
        let found = |example: &str| {
            points(example)
                .into_iter()
                .map(|(code, _)| code)
                .collect::<Vec<_>>()
        };
        assert_eq!(found(code.failing()), [code.id]);
        assert!(
            DeckFile::read(code.near_miss().as_bytes()).deck.is_some(),
            "{}",
            code.id
        );
    }
}

proptest! {
    #[test]
    fn any_bytes_end_in_a_deck_or_findings(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let file = DeckFile::read(&bytes);
        prop_assert!(file.deck.is_some() == file.findings.is_empty());
    }

    #[test]
    fn any_text_like_a_deck_ends_in_a_deck_or_findings(
        text in "(name|edition|source|cards|id|pipes|[-:?,\\[\\]{}'\"|>&*!%#~\n ]|[BW][1-6]{1,3}|[LD]{1,6}|é|\r\n\
            ){0,40}"
    ) {
        let text = format!("{HEAD}{text}");
        let file = DeckFile::read(text.as_bytes());
        prop_assert!(file.deck.is_some() == file.findings.is_empty());
        for finding in &file.findings {
            prop_assert!(file.source.text().get(finding.span.range()).is_some(), "{finding:?}");
        }
    }
}
