//! Compares scenes with positions, and the described effects of turns with the scenes before and
//! after, over random games of GIPF and Pippinzip.

use std::collections::BTreeMap;

use pipscribe::draw::{Fate, Ghost, Note, Role, Scene, Shape, Site};
use pipscribe::games::Effects;
use pipscribe::notation::Record;
use proptest::prelude::*;

use crate::support::{cases, random_game, scene, timeline};

/// Letters of pieces by the names of their places: `W` and `B` for GIPF pieces.
type Letters = BTreeMap<String, String>;

const SETUPS: [&[(&str, &str)]; 8] = [
    &[("Game", "gipf"), ("Variant", "basic")],
    &[("Game", "gipf"), ("Variant", "standard")],
    &[("Game", "gipf"), ("Variant", "tournament")],
    &[
        ("Game", "pippinzip"),
        ("Variant", "pipeline"),
        ("Size", "3"),
    ],
    &[
        ("Game", "pippinzip"),
        ("Variant", "pipeline"),
        ("Size", "8"),
        ("Surface", "cells"),
    ],
    &[
        ("Game", "pippinzip"),
        ("Variant", "zipline"),
        ("Size", "9"),
        ("Players", "3"),
    ],
    &[
        ("Game", "pippinzip"),
        ("Variant", "freestyle"),
        ("Size", "13"),
    ],
    &[
        ("Game", "pippinzip"),
        ("Variant", "zipline"),
        ("Size", "26"),
    ],
];

fn random_record(setup: usize, seed: u64) -> Record {
    let tags = SETUPS[setup % SETUPS.len()];
    Record::parse_str(&random_game(tags, seed, 120))
}

/// The letters of a row or column, one per place; `.` for an empty one.
fn spread(row: &str) -> Vec<char> {
    let mut places = Vec::new();
    let mut digits = String::new();
    for character in row.chars().chain(['/']) {
        if character.is_ascii_digit() {
            digits.push(character);
            continue;
        }
        places.extend(std::iter::repeat_n('.', digits.parse().unwrap_or(0)));
        digits.clear();
        if character != '/' {
            places.push(character);
        }
    }
    places
}

/// The board of a position's text, parsed as in G7.4 and Z6.2.
fn letters_of_text(game: &str, text: &str) -> Letters {
    let board = text.split(' ').next().unwrap();
    let rows: Vec<Vec<char>> = board.split('/').map(spread).collect();
    let mut letters = Letters::new();
    for (index, row) in rows.iter().enumerate() {
        for (along, letter) in row.iter().enumerate().filter(|(_, letter)| **letter != '.') {
            let name = match game {
                "gipf" => format!(
                    "{}{}",
                    ['b', 'c', 'd', 'e', 'f', 'g', 'h'][index],
                    along + 2
                ),
                _ => format!(
                    "{}{}",
                    char::from(b'a' + u8::try_from(along).unwrap()),
                    rows.len() - index
                ),
            };
            letters.insert(name, letter.to_string());
        }
    }
    letters
}

fn seat_of(letter: &str) -> u8 {
    if letter.eq_ignore_ascii_case("w") {
        1
    } else {
        2
    }
}

/// The board of a scene; each piece appears once, at its place, in the style of its seat.
fn letters_of_scene(scene: &Scene) -> Letters {
    let mut letters = Letters::new();
    for element in &scene.elements {
        let Role::Piece(seat) = element.role else {
            continue;
        };
        let Shape::Disc { at, .. } = element.shape else {
            panic!("a piece is a disc: {element:?}")
        };
        let site = scene.sites.get(&element.name).unwrap();
        assert_eq!(
            (site.at, site.piece, seat_of(&element.text)),
            (at, Some(seat), seat),
            "{element:?}"
        );
        let (name, letter) = (element.name.to_string(), element.text.to_string());
        assert_eq!(
            letters.insert(name, letter),
            None,
            "{} is repeated",
            element.name
        );
        let rings = scene
            .elements
            .iter()
            .filter(|ring| ring.role == Role::PieceRing(seat) && ring.name == element.name);
        assert_eq!(
            rings.count() == 1,
            element
                .text
                .chars()
                .all(|letter| letter.is_ascii_uppercase())
        );
    }
    let occupied = scene
        .sites
        .values()
        .filter(|site| site.piece.is_some())
        .count();
    assert_eq!(occupied, letters.len());
    letters
}

fn take_off(letters: &mut Letters, gone: &[Ghost]) {
    for ghost in gone {
        let letter = letters
            .remove(&ghost.name)
            .unwrap_or_else(|| panic!("nothing stood on {}", ghost.name));
        let is_special = letter.chars().all(|letter| letter.is_ascii_uppercase());
        assert_eq!(
            (seat_of(&letter), is_special),
            (ghost.seat, ghost.ring),
            "{ghost:?}"
        );
    }
}

/// The board after the described effects of a turn; `after` has the styles of new pieces.
fn after_effects(mut letters: Letters, effects: &Effects, after: &Letters) -> Letters {
    take_off(&mut letters, &effects.gone_before);
    let taken: Vec<_> = effects
        .moved
        .iter()
        .map(|(from, to)| (to.clone(), letters.remove(from)))
        .collect();
    for (to, letter) in taken {
        match letter {
            Some(letter) => assert_eq!(letters.insert(to, letter), None),
            // Only pieces from outside the board were not on it.
            None => assert!(effects.placed.contains(&to), "{effects:?}"),
        }
    }
    for name in &effects.placed {
        let ghost = effects.gone.iter().find(|ghost| ghost.name == *name);
        let of_ghost = |ghost: &Ghost| {
            let letter = if ghost.seat == 1 { "w" } else { "b" };
            if ghost.ring {
                letter.to_uppercase()
            } else {
                letter.to_owned()
            }
        };
        let letter = ghost.map_or_else(|| after[name].clone(), of_ghost);
        assert_eq!(letters.insert(name.clone(), letter), None, "{effects:?}");
    }
    take_off(&mut letters, &effects.gone);
    letters
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn scenes_and_effects_agree_with_the_replay(setup in 0..SETUPS.len(), seed in any::<u64>()) {
        let record = random_record(setup, seed);
        let game = &record.tag("Game").unwrap().value;
        let mut before: Option<Letters> = None;
        for frame in timeline(&record).frames() {
            let letters = letters_of_scene(&frame.position.scene());
            assert_eq!(letters, letters_of_text(game, &frame.position.text()));
            if let Some(before) = before.take() {
                let effects = frame.position.effects();
                let turn = frame.position.turn();
                assert_eq!(after_effects(before, &effects, &letters), letters, "{turn:?} {effects:?}");
            }
            before = Some(letters);
        }
    }
}

/// A turn with a removal before the push, the push, and two removals after it, and the rows that
/// explain them.
#[test]
fn a_turn_of_many_parts() {
    let record = Record::parse_str(
        "[Game \"gipf\"]\n[Variant \"basic\"]\n[Position \"wwww/5/6/7/6/5/4 w 5,5 0,0 - -\"]\n\n1. xb2,b3,b4,b5;b3 \
            2. h2 *\n",
    );
    let all: Vec<_> = timeline(&record)
        .frames()
        .iter()
        .map(|frame| frame.position.effects())
        .collect();
    let plain = |name: &str| Ghost {
        fate: Fate::Reserve,
        ..Ghost::plain(name.into(), 1)
    };
    let expected = Effects {
        placed: vec!["b3".into()],
        gone_before: ["b2", "b3", "b4", "b5"].map(plain).to_vec(),
        rows: vec![("b2".into(), "b5".into())],
        row_owner: Some(1),
        ..Effects::default()
    };
    assert_eq!(all[1], expected);
    assert_eq!(
        all[2],
        Effects {
            placed: vec!["h2".into()],
            ..Effects::default()
        }
    );
}

/// The chain of the winner is drawn stone by stone, and named in the text formats.
#[test]
fn a_winning_chain_is_drawn() {
    let text = "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"3\"]\n\n1. a2 2. take 3. c3 4. b2 5. c1 6. c2 *\n";
    let scene = scene(&Record::parse_str(text), None);
    let links: Vec<_> = scene
        .elements
        .iter()
        .filter(|element| matches!(element.role, Role::Chain(_)))
        .collect();
    // Pip, black: a2, b2, c2.
    assert_eq!(links.len(), 2);
    assert!(links.iter().all(|link| link.role == Role::Chain(2)));
    let notes: Vec<String> = scene.notes.iter().map(Note::words).collect();
    assert!(
        notes
            .iter()
            .any(|note| note.ends_with("Pip, black, has won: a2 b2 c2")),
        "{notes:?}"
    );
}

/// The lines, dots and spots of the GIPF board.
#[test]
fn the_board_of_gipf() {
    let scene = scene(
        &Record::parse_str("[Game \"gipf\"]\n[Variant \"basic\"]\n\n*\n"),
        None,
    );
    let count = |role: Role| {
        scene
            .elements
            .iter()
            .filter(|element| element.role == role)
            .count()
    };
    assert_eq!(
        [Role::Dot, Role::Spot, Role::BoardLine, Role::Coordinate].map(count),
        [24, 37, 21, 24]
    );
    // Every line ends on two dots.
    let dots: Vec<_> = scene
        .sites
        .values()
        .filter(Site::is_small)
        .map(|site| site.at)
        .collect();
    for element in scene
        .elements
        .iter()
        .filter(|element| element.role == Role::BoardLine)
    {
        let Shape::Line { from, to } = element.shape else {
            panic!("{element:?}")
        };
        assert!(dots.contains(&from) && dots.contains(&to));
    }
}
