//! Positions: the dice on the board and in the stores (P6.3).

use std::fmt;

use pest::iterators::Pair;

use super::board::{SIDE, SQUARES, Square};
use super::grammar::{Grammar, Rule};
use crate::games::{
    PositionError, PositionField, PositionGrammar, WriteNotation, impl_display, range_of,
};

/// The colour of a die and of a seat. The tag `Colors` assigns colours to seats (P1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Scores on light squares.
    Light,
    /// Scores on dark squares.
    Dark,
}

impl Colour {
    /// Both colours, light first.
    pub(crate) const BOTH: [Self; 2] = [Self::Light, Self::Dark];

    /// Returns the other colour.
    #[must_use]
    #[inline]
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Light => Self::Dark,
            Self::Dark => Self::Light,
        }
    }

    /// Returns 0 for light and 1 for dark.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self as usize
    }

    /// Returns the letter: `L` or `D`.
    pub(crate) fn letter(self) -> char {
        match self {
            Self::Light => 'L',
            Self::Dark => 'D',
        }
    }

    /// Returns the display name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Light => "Light",
            Self::Dark => "Dark",
        }
    }

    fn read(letter: &str) -> Self {
        if letter == "D" {
            Self::Dark
        } else {
            Self::Light
        }
    }
}

/// A die on the board, with a possible pair of faces (P2.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Die {
    colour: Colour,
    top: u8,
    north: u8,
}

impl Die {
    /// Creates a die with this top and north face, or returns `None` if no die has them (P2.1).
    pub fn new(colour: Colour, top: u8, north: u8) -> Option<Self> {
        let faces = 1..=6;
        let is_possible =
            faces.contains(&top) && faces.contains(&north) && north != top && north + top != 7;
        is_possible.then_some(Self { colour, top, north })
    }

    /// Returns the owner.
    #[inline]
    pub fn colour(self) -> Colour {
        self.colour
    }

    /// Returns the number on top.
    #[inline]
    pub fn top(self) -> u8 {
        self.top
    }

    /// Returns the number on the north side.
    #[inline]
    pub(crate) fn north(self) -> u8 {
        self.north
    }

    /// Returns the die in the other colour. Its top and rotation stay (P4.1).
    #[must_use]
    pub(crate) fn converted(self) -> Self {
        Self {
            colour: self.colour.other(),
            ..self
        }
    }
}

/// The dice in a store (P3.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Store {
    counts: [u32; 6],
    /// The total number of dice.
    dice: u32,
}

impl Store {
    /// Returns the number of dice with this value.
    #[inline]
    pub(crate) fn count(&self, value: u8) -> u32 {
        let index = usize::from(value).checked_sub(1);
        index
            .and_then(|index| self.counts.get(index))
            .copied()
            .unwrap_or(0)
    }

    /// Returns the number of dice.
    #[inline]
    pub(crate) fn len(&self) -> u32 {
        self.dice
    }

    /// Returns true if the store is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.dice == 0
    }

    /// Adds a die. Ignores a value that no die has.
    #[inline]
    pub fn put(&mut self, value: u8) {
        let Some(dice) = self.dice.checked_add(1) else {
            return;
        };
        if let Some(count) = usize::from(value)
            .checked_sub(1)
            .and_then(|index| self.counts.get_mut(index))
        {
            *count += 1;
            self.dice = dice;
        }
    }

    /// Removes a die. Returns false if the store has none of this value.
    #[inline]
    pub(crate) fn take(&mut self, value: u8) -> bool {
        match usize::from(value)
            .checked_sub(1)
            .and_then(|index| self.counts.get_mut(index))
        {
            Some(count) if *count > 0 => {
                *count -= 1;
                self.dice -= 1;
                true
            }
            _ => false,
        }
    }

    /// Returns the values of the dice, in ascending order.
    pub(crate) fn values(&self) -> impl Iterator<Item = u8> {
        (1..=6)
            .zip(self.counts)
            .flat_map(|(value, count)| (0..count).map(move |_| value))
    }
}

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
        self.dice.iter().map(|die| u32::from(die.is_none())).sum()
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

fn digit(text: &str) -> u8 {
    text.parse().unwrap_or(0)
}

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

/// Returns the squares in the order of the text: from the top rank down.
fn squares() -> impl Iterator<Item = Square> {
    (0..SIDE)
        .rev()
        .flat_map(|rank| (0..SIDE).filter_map(move |column| Square::new(column, rank)))
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

impl WriteNotation for Die {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        (self.colour().letter(), self.top(), self.north()).write_to(out)
    }
}

impl_display!(Die);

impl fmt::Debug for Die {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl_display!(Store, PositionText);

impl WriteNotation for Store {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        if self.is_empty() {
            return out.write_str("-");
        }
        self.values().try_for_each(|value| value.write_to(out))
    }
}

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

    #[test]
    fn stores_yield_their_dice() {
        let mut store = Store::default();
        store.put(5);
        store.put(3);
        store.put(7);
        store.put(0);
        assert_eq!(store.values().collect::<Vec<_>>(), [3, 5]);
        assert!(store.take(5));
        assert!(!store.take(5));
        assert!(!store.take(9));
        assert_eq!(store.len(), 1);
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
