//! Suggestions of legal turns in place of an illegal one ([`Suggest`]), and the dice that a text
//! puts aside: a 5 and a 2 in `5s;2s;6@b3/2`, where the 6 is placed.
//!
//! [`super::moves`] visits turns that begin with given dice in the store. If the written text is a
//! turn, those dice are the ones that it puts aside. If it is not a turn, or not the intended one,
//! [`beginnings_of_text`] reads the dice put aside as far as possible and also varies each of them.

use std::ops::ControlFlow;

use super::Pippip;
use super::fault::Kind;
use super::moves::{empty_squares, may_put_aside, turns_after_putting_aside};
use super::position::PositionText;
use super::setup::{Setup, other_readings};
use super::turn::{Names, Turn, Values};
use crate::games::{Rules, Suggest, TurnFilter, VisitLike};

/// Values of a die.
const VALUES: std::ops::RangeInclusive<u8> = 1..=6;
/// The maximum number of dice put aside that are read.
const MAX_PUT_ASIDE: usize = 8;

impl Suggest for Pippip {
    // Only turns that put the same dice aside, as far as the rules allow.
    fn turns_like(
        setup: &Setup,
        position: &PositionText,
        like: Option<&Turn>,
        filter: &mut dyn TurnFilter<Self>,
    ) -> ControlFlow<()> {
        let empty = empty_squares(position).len();
        let me = position.to_move.index();
        let mut position = *position;
        let mut put_aside = Values::new();
        let written = like.iter().flat_map(|turn| &turn.put_aside);
        for &value in written.filter(|value| (1..=6).contains(*value)) {
            if !may_put_aside(setup, &position.stores[me], empty) {
                break;
            }
            position.stores[me].put(value);
            put_aside.push(value);
        }
        turns_after_putting_aside(setup, &position, &put_aside, &mut |turn, _| {
            filter.show(turn)
        })
    }

    fn beginnings(text: &str) -> Vec<Turn> {
        beginnings_of_text(text)
    }

    fn completions(
        setup: &Setup,
        state: &PositionText,
        like: &Turn,
        visit: VisitLike<'_, Self>,
    ) -> ControlFlow<()> {
        let bare = Turn {
            converted: Names::new(),
            ..like.clone()
        };
        match Self::judge(setup, state, &bare, &[]) {
            Ok(played) => visit(&played.turn),
            Err(_) => ControlFlow::Continue(()),
        }
    }

    fn other_readings(setup: &Setup, fault: &Kind) -> Vec<(String, Setup)> {
        if fault.depends_on_reading() {
            other_readings(setup)
        } else {
            Vec::new()
        }
    }
}

/// Returns turns with the dice that a text puts aside: first as written, then with one other value
/// each. An unreadable die may have any value. Empty if the text puts no dice aside.
fn beginnings_of_text(text: &str) -> Vec<Turn> {
    let read = read_put_aside(text);
    if read.is_empty() || read.len() > MAX_PUT_ASIDE {
        return Vec::new();
    }
    let unreadable: Vec<usize> = (0..read.len())
        .filter(|&index| read[index].is_none())
        .collect();
    let values: Vec<u8> = read
        .iter()
        .map(|value| value.unwrap_or(*VALUES.start()))
        .collect();
    match unreadable[..] {
        [] => beginnings_near(&values),
        [index] => VALUES
            .map(|value| turn_with_value(&values, index, value))
            .collect(),
        // Too many combinations to try.
        _ => Vec::new(),
    }
}

/// Returns the turn that puts these dice aside, then turns with one other value each.
///
/// The text has a mistake somewhere. A second one may be in a die put aside; the likeliest is the
/// key next to the right digit.
fn beginnings_near(values: &[u8]) -> Vec<Turn> {
    let mut turns = vec![turn_putting_aside(values.into())];
    for (index, &value) in values.iter().enumerate() {
        for similar in [value - 1, value + 1] {
            if VALUES.contains(&similar) {
                turns.push(turn_with_value(values, index, similar));
            }
        }
    }
    turns
}

/// Returns the turn that puts these dice aside, with another value at an index.
fn turn_with_value(values: &[u8], index: usize, value: u8) -> Turn {
    let mut put_aside = Values::from(values);
    put_aside[index] = value;
    turn_putting_aside(put_aside)
}

fn turn_putting_aside(put_aside: Values) -> Turn {
    Turn {
        put_aside,
        ..Turn::default()
    }
}

/// Returns the dice that a text puts aside; `None` for a die that cannot be read.
fn read_put_aside(text: &str) -> Vec<Option<u8>> {
    // The placement begins with the last piece before `@`, or before a column letter if that sign
    // is missing.
    let end = text
        .find('@')
        .or_else(|| text.find(['a', 'b', 'c', 'd']))
        .unwrap_or(text.len());
    // An `l` is a misread semicolon.
    let separates = |character: char| {
        character == 'l' || !character.is_ascii_alphanumeric() && character != '*'
    };
    let mut pieces: Vec<&str> = text[..end].split(separates).collect();
    let placement = pieces.pop().unwrap_or_default();
    let mut values = Vec::new();
    for piece in pieces.into_iter().filter(|piece| !piece.is_empty()) {
        let digits = dice_in(piece);
        if digits.is_empty() {
            values.push(None);
        } else {
            values.extend(digits);
        }
    }
    // The last digit belongs to the die that is placed.
    let mut before_placed = dice_in(placement);
    before_placed.pop();
    values.extend(before_placed);
    values
}

/// Returns a die for each digit of a text; `None` for a digit that is on no die.
fn dice_in(text: &str) -> Vec<Option<u8>> {
    let digits = text.bytes().filter(u8::is_ascii_digit);
    let value = |digit: u8| Some(digit - b'0').filter(|value| VALUES.contains(value));
    digits.map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(text: &str) -> Vec<u8> {
        beginnings_of_text(text)
            .into_iter()
            .next()
            .map(|turn| turn.put_aside.to_vec())
            .unwrap_or_default()
    }

    #[test]
    fn dice_put_aside_are_read_with_wrong_characters() {
        for (text, put_aside) in [
            ("1s;*q@c3/5'xb3", &[1][..]),
            ("1r;3s;2s;*2@a/24", &[1, 3, 2]),
            ("5s2s;6@b3/2", &[5, 2]),
            ("s5;2s;6@b3/2", &[5, 2]),
            ("5sl2s:6@b3/2", &[5, 2]),
            ("5;s*6@b3/2", &[5]),
            ("5s;6b3/2", &[5]),
            ("6@b3/2;xc3", &[]),
            ("@b3/2", &[]),
            ("zzz", &[]),
        ] {
            assert_eq!(first(text), put_aside, "{text}");
        }
        let values: Vec<u8> = beginnings_of_text("qs;3@c3/5")
            .into_iter()
            .map(|turn| turn.put_aside[0])
            .collect();
        assert_eq!(values, [1, 2, 3, 4, 5, 6]);
        assert_eq!(beginnings_of_text("5s;3@c3/5").len(), 3);
    }
}
