//! Positions and their text (P6.3): the dice on the board and in the stores, and the colour to
//! move, as in `..../.L53../..../.... D - 2`. `L53` is a light die with 5 on top and 3 to the
//! north.

use std::fmt;

use pest::iterators::Pair;

use super::board::{SIDE, SQUARES, Square};
use super::dice::{Colour, Die};
use super::grammar::{Grammar, Rule};
use super::store::Store;
use crate::games::{
    PositionError, PositionField, PositionGrammar, WriteNotation, impl_display, range_of,
};

/// The text of a position as typed values (P6.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionText {
    /// The dice on the board, by square index.
    pub dice: [Option<Die>; SQUARES],
    /// The colour to move.
    pub to_move: Colour,
    /// The stores, Light's first.
    pub stores: [Store; 2],
}

impl PositionText {
    /// Returns the die on a square.
    #[inline]
    pub fn at(&self, square: Square) -> Option<Die> {
        self.dice[square.index()]
    }

    /// Returns the number of empty squares.
    #[inline]
    pub(crate) fn empty_squares(&self) -> u32 {
        // A loop over an array of bytes, so that the compiler compares all of them at once.
        let mut empty = 0_u8;
        for die in &self.dice {
            empty += u8::from(die.is_none());
        }
        empty.into()
    }

    /// Returns the number of dice that a colour has yet to place (P3.4).
    #[inline]
    pub(super) fn placements_left(&self, colour: Colour) -> u32 {
        let empty = self.empty_squares();
        if colour == self.to_move {
            empty.div_ceil(2)
        } else {
            empty / 2
        }
    }

    /// Returns true if every square has a die.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.dice.iter().all(Option::is_some)
    }
}

/// Parses the board of a position; the other fields are those of an example.
pub(super) fn parse_board(text: &str) -> Option<PositionText> {
    parse(&POSITION.with_board(text)?).ok()
}

/// Parses a position.
pub(super) fn parse(text: &str) -> Result<PositionText, PositionError> {
    let parts = POSITION.pairs::<Grammar>(text)?;
    let mut position = PositionText {
        dice: [None; SQUARES],
        to_move: Colour::Light,
        stores: [Store::default(); 2],
    };
    let mut stores = position.stores.iter_mut();
    for pair in parts {
        match pair.as_rule() {
            Rule::ranks => {
                let ranks = pair
                    .into_inner()
                    .filter(|part| part.as_rule() == Rule::rank);
                for (square, part) in squares().zip(ranks.flat_map(Pair::into_inner)) {
                    if part.as_rule() == Rule::die {
                        position.dice[square.index()] = Some(parse_die(part)?);
                    }
                }
            }
            Rule::to_move => position.to_move = Colour::read(pair.as_str()),
            Rule::in_store => {
                let read = parse_store(pair)?;
                if let Some(store) = stores.next() {
                    *store = read;
                }
            }
            _ => {}
        }
    }
    Ok(position)
}

/// Returns the squares in the order of the text: from the top rank down.
fn squares() -> impl Iterator<Item = Square> {
    (0..SIDE)
        .rev()
        .flat_map(|rank| (0..SIDE).filter_map(move |column| Square::new(column, rank)))
}

/// Parses a die, such as `L53`.
fn parse_die(pair: Pair<'_, Rule>) -> Result<Die, PositionError> {
    let span = range_of(&pair);
    let mut colour = Colour::Light;
    let mut top = 0;
    let mut north = 0;
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::colour => colour = Colour::read(part.as_str()),
            Rule::top => top = digit(part.as_str()),
            Rule::north => north = digit(part.as_str()),
            _ => {}
        }
    }
    Die::new(colour, top, north).ok_or_else(|| {
        PositionError::malformed(
            format!("No die has {top} on top and {north} to the north (P2.1)."),
            span,
        )
    })
}

/// Parses a store: `-`, or its dice in ascending order.
fn parse_store(pair: Pair<'_, Rule>) -> Result<Store, PositionError> {
    let mut store = Store::default();
    let mut last = 0;
    for part in pair
        .into_inner()
        .filter(|part| part.as_rule() == Rule::value)
    {
        let value = digit(part.as_str());
        if value < last {
            let message =
                format!("The dice of a store must be in ascending order: {value} before {last}.");
            return Err(PositionError::malformed(message, range_of(&part)));
        }
        store.put(value);
        last = value;
    }
    Ok(store)
}

/// Returns the value of a digit that the grammar has accepted.
fn digit(text: &str) -> u8 {
    text.parse().unwrap_or(0)
}

/// The position strings.
const POSITION: PositionGrammar<Rule> = PositionGrammar {
    whole: Rule::position_only,
    fields: &[
        PositionField {
            name: "the four ranks from the top",
            form: "have four squares each, `.` if empty, and are joined by `/`, such as `..../.L53../..../...D12`",
            example: "..../..../..../....",
        },
        PositionField {
            name: "the colour to move",
            form: "is `L` or `D`",
            example: "L",
        },
        PositionField {
            name: "the store of Light",
            form: "is `-`, or its dice in ascending order, such as `335`",
            example: "-",
        },
        PositionField {
            name: "the store of Dark",
            form: "is `-`, or its dice in ascending order, such as `335`",
            example: "-",
        },
    ],
    part_in_words,
};

/// Returns the display name of a part of a field.
fn part_in_words(rule: Rule) -> Option<&'static str> {
    match rule {
        Rule::empty => Some("an empty square `.`"),
        Rule::die => Some("a die such as `L53`"),
        Rule::top => Some("the top of a die, 1 to 6"),
        Rule::north => Some("the north face of a die, 1 to 6"),
        Rule::value => Some("a die in the store, 1 to 6"),
        Rule::slash => Some("`/`"),
        _ => None,
    }
}

impl_display!(PositionText);

impl WriteNotation for PositionText {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        for square in squares() {
            if square.column() == 0 && square.rank() + 1 < SIDE {
                out.write_char('/')?;
            }
            match self.at(square) {
                None => out.write_char('.')?,
                Some(die) => die.write_to(out)?,
            }
        }
        let [first, second] = self.stores;
        (' ', self.to_move.letter(), (' ', first), (' ', second)).write_to(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn positions_round_trip() {
        for text in [
            "..../..../..../.... L - -",
            "..../.L53../..../.... D - -",
            "L12D63L24./..../.D41../...L65 D 335 6",
            "..../..../..../.... L 1111111111111111 123456",
        ] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn ranks_are_written_from_the_top() {
        let position = parse("..../.L53../..../...D12 D - 2").unwrap();
        let at = |column, rank| Square::new(column, rank).and_then(|square| position.at(square));
        assert_eq!(at(1, 2), Die::new(Colour::Light, 5, 3));
        assert_eq!(at(3, 0), Die::new(Colour::Dark, 1, 2));
        assert_eq!(at(1, 1), None);
        assert_eq!(position.stores[Colour::Dark.index()].count(2), 1);
    }

    #[test]
    fn malformed_positions_say_where() {
        let cases = [
            ("", 0..0),
            ("..../..../..../....", 19..19),
            (".../..../..../.... L - -", 3..4),
            ("...../..../..../.... L - -", 4..5),
            ("..../..../.... L - -", 14..15),
            ("..../.L5../..../.... L - -", 8..9),
            ("..../.L73../..../.... L - -", 7..8),
            ("..../.L55../..../.... L - -", 6..9),
            ("..../.L52../..../.... L - -", 6..9),
            ("..../..../..../.... l - -", 20..21),
            ("..../..../..../.... L 7 -", 22..23),
            ("..../..../..../.... L 12 353", 27..28),
            ("..../..../..../.... L -", 23..23),
            ("..../..../..../.... L - - ", 25..26),
        ];
        for (text, span) in cases {
            assert_eq!(parse(text).map_err(|error| error.span), Err(span), "{text}");
        }
    }

    #[test]
    fn expected_text_is_named() {
        let message = |text| parse(text).unwrap_err().message;
        assert_eq!(
            message("..../.L52../..../.... L - -"),
            "No die has 5 on top and 2 to the north (P2.1)."
        );
        assert_eq!(
            message("..../..../..../.... L 31 -"),
            "The dice of a store must be in ascending order: 1 before 3."
        );
        assert_eq!(
            message("..../..../..../.... x - -"),
            "This position cannot be read at `x` (character 21), in field 2 of 4, the colour to move, which is `L` or \
             `D`."
        );
    }

    proptest! {
        #[test]
        fn parsed_text_is_written_back_unchanged(
            text in r"((\.|[LD][1-7][1-6]){3,4}/?){3,4}( [LD])?( -| [1-6]{1,2}){1,2}.?",
        ) {
            if let Ok(position) = parse(&text) {
                prop_assert_eq!(position.to_string(), text);
            }
        }
    }
}
