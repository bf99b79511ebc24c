//! Diagrams of The Very Clever Pipe Game: import and export.

use std::collections::BTreeMap;

use pipscribe::decks::{Card, Decks, ShippedDecks};
use pipscribe::draw::{Charset, Figure, write_text_figure};
use pipscribe::findings::Finding;
use pipscribe::formats::{Assumptions, Imported};
use pipscribe::games::pipe::parse_cards;
use pipscribe::notation::Record;
use proptest::prelude::*;

use super::{found_in, games_of, value};
use crate::support::{Run, cases, random_game, replayed, scene};

fn read_as(text: &str, variant: Option<&str>) -> Vec<Imported> {
    let mut assumptions = Assumptions::default();
    assumptions.variant = variant.map(str::to_owned);
    games_of("diagram", text, &assumptions)
}

fn read(text: &str) -> Vec<Imported> {
    read_as(text, None)
}

/// A tag of a record that was read.
fn tag(game: &Imported, name: &str) -> Option<String> {
    value(&Record::parse_str(&game.text), name)
}

fn has_errors(game: &Imported) -> bool {
    game.findings.iter().any(Finding::is_error)
}

/// The figure at the end of a record, and its position there; `None` if the game is over or the
/// table is too large for a figure.
fn figures(record: &Record) -> Option<([String; 2], String)> {
    let replayed = replayed(record);
    let scene = scene(record, None);
    let draw = |charset| write_text_figure(&Figure::plain(scene.clone()), charset);
    let figures = [Charset::Ascii, Charset::Unicode].map(draw);
    let is_read = replayed.report.result.is_none() && !figures[0].contains("outside this figure");
    let position = replayed
        .turns
        .last()
        .map_or(replayed.start, |turn| Some(turn.position.clone()));
    is_read.then_some((figures, position.unwrap()))
}

/// The hands at the end of a record, and the number of cards left in the stock, computed from its
/// tags and its canonical turns.
fn hands_of(record: &Record) -> (Vec<Vec<u32>>, usize) {
    let cards = |name: &str| parse_cards(&value(record, name).unwrap()).unwrap();
    let seats = value(record, "Players").map_or(2, |seats| seats.parse().unwrap());
    let mut hands: Vec<Vec<u32>> = (1..=seats)
        .map(|seat| cards(&format!("Hand{seat}")))
        .collect();
    let mut stock = cards("Stock").len();
    for turn in &record.moves.turns {
        let text = record.text_of(turn.text);
        for part in text.split(';') {
            if let Some(drawn) = part.strip_prefix("draw:") {
                let card = drawn.parse().unwrap();
                // The seat that has just played draws, because it is one card short.
                let short = hands.iter_mut().find(|hand| hand.len() < 5).unwrap();
                short.push(card);
                stock -= 1;
            } else if let Some(gone) = part.strip_prefix("discard:") {
                let gone = parse_cards(gone).unwrap();
                hands
                    .iter_mut()
                    .for_each(|hand| hand.retain(|card| !gone.contains(card)));
                stock += if seats == 4 { gone.len() } else { 0 };
            } else if let Some((card, _)) = part.split_once('@') {
                let card: u32 = card.parse().unwrap();
                hands
                    .iter_mut()
                    .for_each(|hand| hand.retain(|held| *held != card));
            }
        }
    }
    hands.iter_mut().for_each(|hand| hand.sort_unstable());
    (hands, stock)
}

const GAMES: [&[(&str, &str)]; 5] = [
    &[("Game", "pipe"), ("Variant", "pipes")],
    &[("Game", "pipe"), ("Variant", "fields")],
    &[("Game", "pipe"), ("Variant", "both")],
    &[("Game", "pipe"), ("Variant", "both"), ("Players", "3")],
    &[("Game", "pipe"), ("Variant", "both"), ("Players", "4")],
];

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn positions_of_random_games_round_trip(seed in any::<u64>(), turns in 0..48_u32) {
        let record = Record::parse_str(&random_game(GAMES[seed as usize % GAMES.len()], seed, turns));
        let Some((figures, position)) = figures(&record) else { return Ok(()) };
        let (hands, stock) = hands_of(&record);
        for figure in figures {
            let back = read_as(&figure, value(&record, "Variant").as_deref());
            prop_assert_eq!(back.len(), 1, "{}", figure);
            let back = &back[0];
            prop_assert!(!has_errors(back), "{}{:?}", figure, found_in(back, &figure));
            prop_assert_eq!(tag(back, "Position"), Some(position.clone()), "{}", figure);
            prop_assert_eq!(tag(back, "Deck"), Some("twin-works".to_owned()));
            prop_assert_eq!(tag(back, "Card1"), None);
            prop_assert_eq!(tag(back, "Players"), value(&record, "Players"));
            for (seat, hand) in (1..).zip(&hands) {
                let hand: Vec<String> = hand.iter().map(ToString::to_string).collect();
                let reported = (stock == 0).then(|| hand.join(","));
                prop_assert_eq!(tag(back, &format!("Hand{seat}")), reported, "{}", figure);
            }
            prop_assert_eq!(tag(back, "Stock"), (stock == 0).then(String::new));
        }
    }

    #[test]
    fn cards_of_an_unknown_deck_round_trip(seed in any::<u64>(), turns in 3..48_u32) {
        let deck = ShippedDecks.deck("twin-works").unwrap();
        let cards: Vec<(String, String)> =
            deck.cards().map(|(id, layout)| (format!("Card{}", 149 - id), layout.card().to_string())).collect();
        let mut tags = vec![("Game", "pipe"), ("Variant", "pipes"), ("Deck", "mine")];
        tags.extend(cards.iter().map(|(name, text)| (name.as_str(), text.as_str())));
        let record = Record::parse_str(&random_game(&tags, seed, turns));
        let Some((figures, position)) = figures(&record) else { return Ok(()) };
        prop_assume!(!position.starts_with('-'));
        let back = &read_as(&figures[0], Some("pipes"))[0];
        prop_assert!(!has_errors(back), "{}{:?}", figures[0], found_in(back, &figures[0]));
        prop_assert_eq!(tag(back, "Position"), Some(position.clone()), "{}", figures[0]);
        prop_assert_eq!(tag(back, "Deck"), Some("drawn".to_owned()));
        let table = position.split(' ').next().unwrap().split(',');
        let names: Vec<String> = table.map(|card| format!("Card{}", card.split('@').next().unwrap())).collect();
        let back = Record::parse_str(&back.text);
        let all = back.tags.iter().map(|tag| tag.name.as_str());
            let own: Vec<&str> = all.filter(|name| name.starts_with("Card")).collect();
        prop_assert_eq!(&own, &names);
        for name in names {
            let [meant, read] = [&record, &back].map(|record| Card::parse(&value(record, &name).unwrap()).unwrap());
            prop_assert_eq!(by_entries(&meant), by_entries(&read), "{}", figures[0]);
            prop_assert_eq!(meant.arcs, read.arcs);
        }
    }
}

/// The pipes of a card in an order that does not depend on how it is written.
fn by_entries(card: &Card) -> BTreeMap<Vec<u8>, &'static str> {
    let sorted = |entries: &[u8]| {
        let mut entries = entries.to_vec();
        entries.sort_unstable();
        entries
    };
    card.pipes
        .iter()
        .map(|pipe| (sorted(&pipe.entries), pipe.colour.name()))
        .collect()
}

// ---- hand-written diagrams

/// Three cards of twin-works: 45 heading E, 46 beside it heading W, 4 below heading N.
const TABLE: &str = "\
\x20       ###ww######BB...
        B          46  W
   +1   B              W
        ...WW......bb...
                        ...WW......WW...
                        B  45          B
   +0                   B              B
                        ###WW......WW###
                                ...ww...
                                B      B
   -1                           B      B
                                #      #
                                #      #
                                w  4   b
   -2                           w      b
                                ###ww###
            -1      +0      +1      +2

Seat 1: black, 2 cards picked up
Seat 2: white, 0 cards picked up, to move
";

#[test]
fn a_table_typed_by_hand_is_read() {
    let game = &read_as(TABLE, Some("pipes"))[0];
    assert_eq!(found_in(game, TABLE), []);
    assert_eq!(
        game.text,
        "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Result \"*\"]\n\
         [Position \"4@+2-2/N,45@+1+0/E,46@+0+1/W 2 black,white 2,0\"]\n[Deck \"twin-works\"]\n\n*\n"
    );
}

fn without_names(text: &str) -> String {
    let text = text.replace("-1      +0      +1      +2", "");
    ["+1", "+0", "-1", "-2"]
        .iter()
        .fold(text, |text, name| text.replacen(name, "  ", 1))
}

#[test]
fn without_names_the_first_column_and_the_last_row_with_a_card_are_the_origin() {
    let bare = without_names(TABLE);
    let moved = "4@+3+0/N,45@+2+2/E,46@+1+3/W 2 black,white 2,0";
    let unindented = bare.replace("\n        ", "\n").trim_start().to_owned();
    let trimmed: String = unindented
        .lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect();
    // A frame, `·` and `-` in empty squares, `closed` in the second half of card 46, marks.
    let busy = bare
        .replace("B              W\n", "Bclosed  [ ]   W   \u{b7}\r\n")
        .replace(
            "                        B  45          B",
            "    -                   B  45          B",
        );
    for text in [&bare, &trimmed, &busy] {
        let game = &read_as(text, Some("pipes"))[0];
        assert_eq!(
            tag(game, "Position").as_deref(),
            Some(moved),
            "{text}{:?}",
            found_in(game, text)
        );
        let codes: Vec<_> = found_in(game, text)
            .into_iter()
            .map(|(code, _)| code)
            .collect();
        assert_eq!(codes, ["import/assumed"; 2], "{text}");
    }
}

#[test]
fn names_reveal_gaps_in_the_grid() {
    let far = "\
\x20 +90      ###ww######BB...
           B          46  W
           B              W
           ...WW......bb...




                                           ...WW......WW...
                                           B  45          B
-1000                                      B              B
                                           ###WW......WW###
              -20     -19                     +300    +301

Seat 1: white, 0 cards picked up, to move
Seat 2: black, 1 card picked up
";
    let game = &read_as(far, Some("pipes"))[0];
    assert_eq!(
        tag(game, "Position").as_deref(),
        Some("45@+300-1000/E,46@-19+90/W 1 white,black 0,1"),
        "{:?}",
        found_in(game, far)
    );
    assert_eq!(found_in(game, far), []);
}

#[test]
fn omissions_of_the_notes_are_reported() {
    let bare: String = TABLE
        .lines()
        .take(17)
        .map(|line| format!("{line}\n"))
        .collect();
    let game = &read(&bare)[0];
    assert_eq!(
        tag(game, "Position").as_deref(),
        Some("4@+2-2/N,45@+1+0/E,46@+0+1/W 1 black,white 0,0")
    );
    assert!(!has_errors(game));
    let messages: Vec<&str> = game
        .findings
        .iter()
        .map(|finding| finding.message.as_str())
        .collect();
    let mut expected = [
        "The number of cards that seat 1 or seat 2 has picked up is not given; 0 is assumed.",
        "The colour of seat 1 or seat 2 is not given; one that is free is assumed.",
        "The seat to move is not given; seat 1 is assumed.",
        "The source does not give the tag `Variant`; `pipes` is assumed.",
    ];
    expected.sort_unstable();
    let mut sorted = messages.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, expected);
    // The colours imply the variant.
    for (colours, variants) in [
        (["black", "white"], vec!["pipes", "both"]),
        (["dark", "light"], vec!["fields", "both"]),
        (["dark", "white"], vec!["both"]),
    ] {
        let text = TABLE
            .replace("black", colours[0])
            .replace("2: white", &format!("2: {}", colours[1]));
        let game = &read(&text)[0];
        assert_eq!(tag(game, "Variant").as_deref(), Some(variants[0]));
        assert_eq!(
            game.findings.len(),
            variants.len() - 1,
            "{:?}",
            found_in(game, &text)
        );
        let game = &read_as(&text, variants.last().copied())[0];
        assert_eq!(
            (tag(game, "Variant").as_deref(), found_in(game, &text)),
            (variants.last().copied(), vec![])
        );
    }
}

#[test]
fn several_tables_and_captions_are_separated() {
    let empty = "The table is empty\nSeat 1: dark, 0 cards picked up, to move, holds 1, 2\nSeat 2: light, 3 cards picked up\n";
    let text = format!("{TABLE}\nThe first\nof three\n\n{empty}\nThe second\n\n{TABLE}");
    let games = read(&text);
    let positions: Vec<_> = games
        .iter()
        .map(|game| tag(game, "Position").unwrap())
        .collect();
    let full = "4@+2-2/N,45@+1+0/E,46@+0+1/W 2 black,white 2,0";
    assert_eq!(positions, [full, "- 1 dark,light 0,3", full]);
    for (game, caption) in games
        .iter()
        .zip(["{The first\nof three}", "{The second}", ""])
    {
        assert!(game.text.contains(&format!("\n{caption}")), "{}", game.text);
    }
    assert_eq!(
        ["Hand1", "Hand2", "Stock"].map(|name| tag(&games[1], name)),
        ["1,2", "", ""].map(|hand| Some(hand.to_owned()))
    );
    // The boards of other games in the same file.
    let zip = ". b w\n. . .\nw . b\n\nSeat 1: Zip, white\nSeat 2: Pip, black, to move\n";
    let games: Vec<_> = read(&format!("{zip}\n{TABLE}\n{zip}"))
        .iter()
        .map(|game| tag(game, "Game").unwrap())
        .collect();
    assert_eq!(games, ["pippinzip", "pipe", "pippinzip"]);
}

#[test]
fn cards_of_unknown_decks_are_read_from_the_drawing() {
    // Card 46 of `twin-works` is a different card.
    let text = TABLE.replace(
        "...WW......bb...\n                        ...WW",
        "...WW......ww...\n                        ...WW",
    );
    let game = &read_as(&text, Some("pipes"))[0];
    // The fields of card 45 do not follow from its pipes.
    assert_eq!(
        found_in(game, &text),
        [("import/assumed", "46  W"), ("import/assumed", "B  45")]
    );
    let tags = ["Deck", "Card4", "Card45", "Card46"].map(|name| tag(game, name).unwrap());
    let card_45 = "W1245 B36 LLDLDL L1 L2 D3 L4 D5 L6";
    assert_eq!(
        tags,
        [
            "drawn",
            "W1 B24 W3 B5 W6 DLLDDD",
            card_45,
            "W1 W26 B35 W4 LLDDLL"
        ]
    );
}

#[test]
fn errors_are_reported_at_their_place() {
    for (from, to, at) in [
        // Half a card.
        ("46  W", "46   ", "46"),
        ("###ww######BB...", "###wB######BB...", "###wB###"),
        ("###ww######BB...", "###ww##.###BB...", "###ww##."),
        ("###ww######BB...", "###ww###...BB...", "46  W"),
        ("45", "  ", "B"),
        ("46", "4x", "4x  W"),
        ("45", "46", "B  46"),
        ("B  45 ", "B  45…", "B  45…"),
        ("B      B\n   -1", "B  5   B\n   -1", "B  5   B"),
        // Names.
        ("      +1      +2", "      +1      +1", "+1"),
        ("+0      +1      +2", "+0      +1      +7", "B  45"),
        ("   -2", "   -1", "-1"),
        ("   +1   B", "+99999999999   B", "+99999999999"),
    ] {
        let text = TABLE.replacen(from, to, 1);
        let game = &read_as(&text, Some("pipes"))[0];
        let errors: Vec<_> = game
            .findings
            .iter()
            .filter(|finding| finding.is_error())
            .collect();
        let shown: Vec<_> = errors
            .iter()
            .map(|finding| (finding.code.id, finding.span.slice(&text), &finding.message))
            .collect();
        assert_eq!(
            shown.first().map(|(code, span, _)| (*code, *span)),
            Some(("import/board", at)),
            "{text}{shown:?}"
        );
        assert_eq!(game.text, "");
    }
    let outside = format!("{TABLE}Cards that lie outside this figure: 3\n");
    assert_eq!(
        found_in(&read(&outside)[0], &outside),
        [("import/board", "Cards that lie outside this figure: 3")]
    );
    let strange = TABLE.replace(
        "0 cards picked up, to move",
        "0 cards picked up, to move, tired",
    );
    let game = &read_as(&strange, Some("pipes"))[0];
    assert!(found_in(game, &strange).contains(&(
        "import/board",
        "Seat 2: white, 0 cards picked up, to move, tired"
    )));
}

#[test]
fn the_command_recognises_a_table() {
    for variant in ["pipes", "fields", "both"] {
        let record = Run::new(&[
            "random",
            "--game",
            "pipe",
            "--variant",
            variant,
            "--turns",
            "14",
            "--seed",
            "4",
        ])
        .done();
        let position = Run::new(&["convert", "-", "--to", "position"])
            .stdin(&record.stdout)
            .done()
            .stdout();
        let diagram = Run::new(&["convert", "-", "--to", "diagram"])
            .stdin(&record.stdout)
            .done();
        let back = Run::new(&["convert", "-", "--variant", variant])
            .stdin(&diagram.stdout)
            .done()
            .expect_status(0);
        assert!(
            back.stdout()
                .contains(&format!("[Position \"{}\"]", position.trim())),
            "{}",
            back.stdout()
        );
        assert!(
            back.stderr()
                .contains("The order of the stock is not drawn"),
            "{}",
            back.stderr()
        );
    }
    let empty = "The table is empty\nSeat 1: no colour yet, 0 cards picked up, to move\nSeat 2: no colour yet, 0 \
        cards picked up\n";
    Run::new(&["convert", "-", "--variant", "both"])
        .stdin(&empty)
        .done()
        .expect_stdout("[Position \"- 1 -,- 0,0\"]");
}
