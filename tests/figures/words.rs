//! The text description of a position is enough to set it up again: here, an independent parser
//! reads it into a position, which must be the original one.

use std::collections::BTreeMap;

use pipscribe::notation::Record;

use crate::support::{SETUPS, cases, random_game_of, timeline};

/// The parts of a description, without the last full stop.
fn parts<'w>(words: &'w str, between: &str) -> Vec<&'w str> {
    words.trim_end_matches('.').split(between).collect()
}

/// The text after a prefix.
fn after<'w>(parts: &[&'w str], beginning: &str) -> Option<&'w str> {
    parts.iter().find_map(|part| part.strip_prefix(beginning))
}

/// Rows of points as in a position: letters, and numbers for empty points.
fn run_lengths(points: impl Iterator<Item = Option<String>>) -> String {
    let (mut out, mut empty) = (String::new(), 0);
    for point in points.chain([Some(String::new())]) {
        match point {
            None => empty += 1,
            Some(piece) => {
                if empty > 0 {
                    out.push_str(&empty.to_string());
                    empty = 0;
                }
                out.push_str(&piece);
            }
        }
    }
    out
}

fn gipf(words: &str) -> String {
    let parts = parts(words, ". ");
    let mut pieces: BTreeMap<&str, &str> = BTreeMap::new();
    for (colour, kind, letter) in [
        ("White", "single", "w"),
        ("White", "GIPF", "W"),
        ("Black", "single", "b"),
        ("Black", "GIPF", "B"),
    ] {
        for noun in ["piece", "pieces"] {
            let listed = after(&parts, &format!("{colour} {kind} {noun} on "));
            pieces.extend(
                listed
                    .into_iter()
                    .flat_map(|listed| listed.split(", "))
                    .map(|spot| (spot, letter)),
            );
        }
    }
    let columns = [
        ('b', 4),
        ('c', 5),
        ('d', 6),
        ('e', 7),
        ('f', 6),
        ('g', 5),
        ('h', 4),
    ]
    .map(|(column, count)| {
        // Rows begin with 1 at the dots.
        run_lengths((2..count + 2).map(|row| {
            pieces
                .get(format!("{column}{row}").as_str())
                .map(|&piece| piece.to_owned())
        }))
    });
    let mut mover = "?";
    let (mut reserve, mut lost, mut may, mut owes) =
        (Vec::new(), Vec::new(), String::new(), String::new());
    for (name, letter) in [("White", "w"), ("Black", "b")] {
        let held = parts
            .iter()
            .find_map(|part| part.strip_prefix(name)?.strip_prefix(": "))
            .unwrap();
        let said: Vec<&str> = held.split(", ").collect();
        reserve.push(said[0].trim_end_matches(" in reserve"));
        lost.push(
            said.iter()
                .find_map(|part| part.strip_suffix(" lost"))
                .unwrap_or("0"),
        );
        let is_said = |what: &str| said.contains(&what);
        mover = if is_said("to move") { letter } else { mover };
        owes.push_str(if is_said("owes its first GIPF piece") {
            letter
        } else {
            ""
        });
        // A seat that owes a GIPF piece may introduce it.
        let introduces =
            is_said("owes its first GIPF piece") || is_said("may introduce GIPF pieces");
        may.push_str(if introduces { letter } else { "" });
    }
    let flags = [may, owes].map(|flags| {
        if flags.is_empty() {
            "-".to_owned()
        } else {
            flags
        }
    });
    format!(
        "{} {mover} {} {} {} {}",
        columns.join("/"),
        reserve.join(","),
        lost.join(","),
        flags[0],
        flags[1]
    )
}

fn pippinzip(words: &str) -> String {
    let parts = parts(words, ". ");
    let size: u8 = after(&parts, "Board of ")
        .unwrap()
        .split(' ')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    let mut stones: BTreeMap<&str, &str> = BTreeMap::new();
    for (colour, letter) in [("White", "w"), ("Black", "b")] {
        for noun in ["stone", "stones"] {
            let listed = after(&parts, &format!("{colour} {noun} on "));
            stones.extend(
                listed
                    .into_iter()
                    .flat_map(|listed| listed.split(", "))
                    .map(|point| (point, letter)),
            );
        }
    }
    let row = |row: u8| {
        let name = |column: u8| format!("{}{row}", char::from(b'a' + column));
        run_lengths((0..size).map(|column| {
            stones
                .get(name(column).as_str())
                .map(|&stone| stone.to_owned())
        }))
    };
    let rows: Vec<String> = (1..=size).rev().map(row).collect();
    let mover = parts.iter().find_map(|part| {
        let seat = part.strip_prefix("Seat ")?;
        (seat.ends_with("to move")).then(|| seat[..1].to_owned())
    });
    let is_auction = parts.iter().any(|part| part.starts_with("Auction"));
    let pair = match after(&parts, "The pair's first stone lies on ") {
        Some(stone) => format!("pair={stone}"),
        None if parts.contains(&"The pair's first member placed nothing") => "pair=-".to_owned(),
        None => "-".to_owned(),
    };
    let phase = if is_auction { "auction" } else { "taken" };
    format!(
        "{} {} {phase} {pair}",
        rows.join("/"),
        mover.unwrap_or_else(|| "?".to_owned())
    )
}

fn pippip(words: &str) -> String {
    let parts = parts(words, ". ");
    let mut dice: BTreeMap<String, String> = BTreeMap::new();
    for part in &parts {
        let said: Vec<&str> = part
            .split([' ', ','])
            .filter(|word| !word.is_empty())
            .collect();
        if let [
            colour,
            top,
            "on",
            square,
            "north",
            north,
            "east",
            _,
            "south",
            _,
            "west",
            _,
        ] = said.as_slice()
        {
            dice.insert(
                (*square).to_owned(),
                format!("{}{top}{north}", &colour[..1]),
            );
        }
    }
    let ranks = (1..=4).rev().map(|rank| {
        let squares = ['a', 'b', 'c', 'd'].map(|file| dice.get(&format!("{file}{rank}")).cloned());
        squares
            .map(|die| die.unwrap_or_else(|| ".".to_owned()))
            .concat()
    });
    let store = |name: &str| {
        let held = parts
            .iter()
            .find_map(|part| part.strip_prefix(name)?.split_once("store "))
            .unwrap()
            .1;
        let digits: String = held.chars().filter(char::is_ascii_digit).collect();
        if held == "empty" {
            "-".to_owned()
        } else {
            digits
        }
    };
    let mover = parts
        .iter()
        .find_map(|part| part.strip_suffix(" to move"))
        .map_or("?", |name| &name[..1]);
    format!(
        "{} {mover} {} {}",
        ranks.collect::<Vec<_>>().join("/"),
        store("Light"),
        store("Dark")
    )
}

/// Cards of each hand.
type Hands = BTreeMap<usize, Vec<u32>>;

fn pipe(words: &str) -> (String, Hands) {
    let parts = parts(words, ". ");
    let heading = |name: &str| name.to_uppercase()[..1].to_owned();
    let mut cards: Vec<(u32, String)> = Vec::new();
    let mut hands = Hands::new();
    let (mut mover, mut colours, mut scores) = ("?", Vec::new(), Vec::new());
    let mut held_by: Vec<Vec<u32>> = Vec::new();
    for part in &parts {
        if let Some((lies, _)) = part
            .strip_prefix("Card ")
            .and_then(|card| card.split_once(": "))
        {
            // `5 on column minus 1 row 2 heading north`
            let lies = lies.replace("minus ", "-");
            let said: Vec<&str> = lies.split(' ').collect();
            let number = |text: &str| text.parse::<i32>().unwrap();
            let square = format!("{:+}{:+}", number(said[3]), number(said[5]));
            cards.push((
                said[0].parse().unwrap(),
                format!("{}@{square}/{}", said[0], heading(said[7])),
            ));
        } else if let Some(card) = part.strip_prefix("Held by seat ") {
            let (seat, card) = card.split_once(", card ").unwrap();
            let card = card.split(':').next().unwrap();
            hands
                .entry(seat.parse().unwrap())
                .or_default()
                .push(card.parse().unwrap());
        } else if let Some((seat, held)) = part
            .strip_prefix("Seat ")
            .and_then(|part| part.split_once(": "))
        {
            let said: Vec<&str> = held.split(", ").collect();
            colours.push(if said[0] == "no colour yet" {
                "-"
            } else {
                said[0]
            });
            scores.push(said[1].split(' ').next().unwrap());
            let cards = part
                .split_once(", holds ")
                .map(|(_, cards)| cards.split(", ").map(|card| card.parse().unwrap()));
            held_by.push(cards.into_iter().flatten().collect());
            mover = if said.contains(&"to move") {
                seat
            } else {
                mover
            };
        }
    }
    // Each card of a hand is described.
    for (seat, held) in (1..).zip(&held_by) {
        assert_eq!(hands.get(&seat).unwrap_or(&Vec::new()), held, "{words}");
    }
    cards.sort();
    let cards: Vec<String> = cards.into_iter().map(|(_, card)| card).collect();
    let cards = if cards.is_empty() {
        "-".to_owned()
    } else {
        cards.join(",")
    };
    (
        format!("{cards} {mover} {} {}", colours.join(","), scores.join(",")),
        hands,
    )
}

/// The hands that the tags of a record deal.
fn dealt(record: &Record) -> Hands {
    let hand = |seat: usize| {
        let cards = &record.tag(&format!("Hand{seat}"))?.value;
        Some((
            seat,
            cards.split(',').map(|card| card.parse().unwrap()).collect(),
        ))
    };
    (1..=4).filter_map(hand).collect()
}

/// Changes the hands as described by a turn: `discard:23,30`, `17@+0-3/S`, `draw:9`.
fn take_turn(hands: &mut Hands, seat: usize, turn: &str) {
    let hand = hands.get_mut(&seat).unwrap();
    for action in turn.split(';') {
        if let Some(cards) = action.strip_prefix("discard:") {
            hand.retain(|card| cards.split(',').all(|gone| gone != card.to_string()));
        } else if let Some(card) = action.strip_prefix("draw:") {
            hand.push(card.parse().unwrap());
        } else if let Some((card, _)) = action.split_once('@') {
            hand.retain(|held| held.to_string() != card);
        }
    }
    hand.sort_unstable();
}

/// A position as far as the description determines it. After the end, no seat is to move.
fn reported(game: &str, position: &str, words: &str) -> String {
    let mut fields: Vec<String> = position.split(' ').map(str::to_owned).collect();
    if game == "pippinzip" && fields[2].starts_with("taker=") {
        fields[2] = "taken".to_owned();
    }
    if !words.contains("to move") {
        fields[1] = "?".to_owned();
    }
    fields.join(" ")
}

#[test]
fn every_position_can_be_rebuilt_from_its_description() {
    let mut positions = 0;
    let each = u64::from((cases(32).cases / 32).max(1));
    for (setup, tags) in SETUPS.iter().enumerate() {
        for seed in 0..each {
            let record = Record::parse_str(&random_game_of(setup, seed, 60));
            let timeline = timeline(&record);
            let mut hands = dealt(&record);
            hands.values_mut().for_each(|hand| hand.sort_unstable());
            for frame in timeline.frames() {
                let (position, words) = (frame.position.text(), frame.position.scene().words);
                let game = tags[0].1;
                if let (Some(turn), Some(seat), "pipe") =
                    (frame.position.turn(), frame.position.mover(), game)
                {
                    take_turn(&mut hands, usize::from(seat), &turn);
                }
                let again = match game {
                    "gipf" => gipf(&words),
                    "pippinzip" => pippinzip(&words),
                    "pippip" => pippip(&words),
                    _ => {
                        let (position, stated_hands) = pipe(&words);
                        let held: Hands = hands
                            .clone()
                            .into_iter()
                            .filter(|(_, hand)| !hand.is_empty())
                            .collect();
                        assert_eq!(stated_hands, held, "{words}");
                        position
                    }
                };
                assert_eq!(again, reported(game, &position, &words), "{words}");
                positions += 1;
            }
        }
    }
    assert!(positions > 300, "{positions}");
}

/// The sides that a card's pipes reach are described by compass directions: every entry once, on
/// the squares that the card covers.
#[test]
fn cards_are_described_by_compass_directions() {
    let timeline = timeline(&Record::parse_str(&random_game_of(10, 3, 60)));
    let mut cards = 0;
    for frame in timeline.frames() {
        let words = frame.position.scene().words;
        for card in parts(&words, ". ")
            .into_iter()
            .filter_map(|part| part.strip_prefix("Card "))
        {
            let Some((lies, pipes)) = card.split_once(": ") else {
                assert!(card.contains(" meets "), "{card}");
                continue;
            };
            assert!(
                lies.contains(" on column ") && !lies.contains('-'),
                "{card}"
            );
            let said: Vec<&str> = pipes
                .split("; ")
                .filter(|part| !part.contains("field"))
                .collect();
            let sides: usize = said.iter().map(|pipe| pipe.matches(" of ").count()).sum();
            assert_eq!(sides, 6, "{card}");
            assert!(said.iter().any(|pipe| pipe.contains(" of A")), "{card}");
            cards += 1;
        }
    }
    assert!(cards > 50, "{cards}");
}

/// Marks and turns name squares of the table in the words that a screen reader speaks, with the
/// card on them.
#[test]
fn squares_are_spoken_and_the_card_is_named() {
    use crate::support::Run;

    let record = random_game_of(9, 3, 14);
    let words = |arguments: &[&str]| {
        let arguments = [&["render", "--format", "words", "-"], arguments].concat();
        Run::new(&arguments)
            .stdin(&record)
            .done()
            .expect_status(0)
            .stdout()
    };
    let last = words(&[]);
    let placed = last
        .lines()
        .find(|line| line.starts_with("Placed by the last turn: card "))
        .unwrap();
    assert!(
        placed.contains(" on column ") && !placed.contains(['+', '-']),
        "{placed}"
    );
    let marked = words(&["--mark", "circle +0+0"]);
    let marked = marked
        .lines()
        .find(|line| line.starts_with("Marked with a circle: "))
        .unwrap();
    assert!(marked.ends_with("column 0 row 0."), "{marked}");
}

/// A row is described with its owner, whether it has been removed or is about to be.
#[test]
fn rows_are_told_with_their_owner() {
    let mut removed = 0;
    let mut waiting = 0;
    for seed in 0..40 {
        let timeline = timeline(&Record::parse_str(&random_game_of(0, seed, 120)));
        for frame in timeline.frames() {
            let owner = frame.position.effects().row_owner;
            let has_rows = !frame.position.effects().rows.is_empty();
            assert_eq!(
                owner,
                frame.position.mover().filter(|_| has_rows),
                "the seat that plays removes its own rows"
            );
            removed += u32::from(has_rows);
            let words = frame.position.scene().words;
            waiting += u32::from(words.contains("'s row on the board from "));
        }
    }
    assert!(removed > 10 && waiting > 0, "{removed} {waiting}");
}
