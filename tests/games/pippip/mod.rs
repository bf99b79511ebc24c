//! Pip•Pip: the examples of the rule sheet, and a comparison of its two derivations of the legal
//! turns.

mod acts;
mod codes;
mod conversion;
mod ends;
mod figures;
mod games;
mod properties;

use pipscribe::games::pippip::board::Square;
use pipscribe::games::pippip::{
    Colour, Die, Handedness, Pippip, PositionText, Setup, StoreRule, Turn,
};
use pipscribe::games::{Detail, Language, Part, Played, Refusal, Rules};
use pipscribe::notation::Record;

use crate::support::{legal_turns, report};

fn turn(text: &str) -> Turn {
    Pippip::parse_turn(text).unwrap()
}

fn position(text: &str) -> PositionText {
    Pippip::parse_position(text).unwrap()
}

fn at(position: &PositionText, name: &str) -> Option<Die> {
    Square::all()
        .find(|square| square.to_string() == name)
        .and_then(|square| position.at(square))
}

fn setups() -> impl Iterator<Item = Setup> {
    let hands = [Handedness::Counterclockwise, Handedness::Clockwise];
    let stores = [StoreRule::Turn, StoreRule::Roll];
    let colours = [[Colour::Light, Colour::Dark], [Colour::Dark, Colour::Light]];
    let all = hands.into_iter().flat_map(move |handedness| {
        stores.into_iter().flat_map(move |store| {
            colours.into_iter().flat_map(move |colours| {
                [0, 1, 3, 8].into_iter().map(move |cap| Setup {
                    handedness,
                    cap,
                    store,
                    colours,
                })
            })
        })
    });
    all.collect::<Vec<_>>().into_iter()
}

fn with_store(store: StoreRule) -> Setup {
    Setup {
        store,
        ..Setup::default()
    }
}

/// Plays turns from the start; the last may be illegal.
fn play(setup: &Setup, turns: &[&str]) -> Result<Played<Pippip>, Box<Refusal<Pippip>>> {
    play_from(setup, Pippip::start(setup), turns)
}

fn play_from(
    setup: &Setup,
    mut state: PositionText,
    turns: &[&str],
) -> Result<Played<Pippip>, Box<Refusal<Pippip>>> {
    let (last, before) = turns.split_last().unwrap();
    for text in before {
        state = Pippip::judge(setup, &state, &turn(text), &[])
            .unwrap()
            .state;
    }
    Pippip::judge(setup, &state, &turn(last), &[])
}

/// The code of a refusal, its rule and the invalid part.
fn fault(
    refused: Result<Played<Pippip>, Box<Refusal<Pippip>>>,
) -> (&'static str, &'static str, Part) {
    let fault = refused
        .map(|played| played.turn.to_string())
        .unwrap_err()
        .fault;
    (fault.code.id, fault.rule, fault.part)
}

fn part(action: usize, detail: Detail) -> Part {
    Part { action, detail }
}

fn legal(setup: &Setup, state: &PositionText) -> Vec<String> {
    legal_turns::<Pippip>(setup, state)
        .into_iter()
        .map(|(turn, _)| turn)
        .collect()
}

fn findings(text: &str) -> Vec<&'static str> {
    report(&Record::parse_str(text))
        .findings
        .iter()
        .map(|finding| finding.code.id)
        .collect()
}

/// A board with `empty` squares, the first by name, and stores of `light` and `dark`.
fn nearly_full(empty: usize, light: &str, dark: &str) -> PositionText {
    let mut position = position(&format!("..../..../..../.... L {light} {dark}"));
    let mut squares: Vec<Square> = Square::all().collect();
    squares.sort_by_key(ToString::to_string);
    for square in squares.into_iter().skip(empty) {
        position.dice[square.index()] = Die::new(Colour::Light, 1, 2);
    }
    position
}
