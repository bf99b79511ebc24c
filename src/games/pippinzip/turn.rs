//! Notation of turns (Z6): stones such as `c3,d5`, or one of the words `take` and `pass`.

use std::fmt;
use std::ops::Range;

use pest::iterators::Pair;

use super::board::Point;
use super::grammar::{Grammar, Rule};
use super::position::Phase;
use crate::games::{
    Part, TurnSyntaxError, TurnText, WriteNotation, impl_display, spans_by_action, turn_pairs,
    write_list,
};

/// A letter and a number, which may be off the board (Z6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name {
    column: u8,
    /// Saturates at the largest value.
    number: u32,
}

impl Name {
    pub(super) fn read(text: &str) -> Self {
        let (column, number) = text.split_at_checked(1).unwrap_or_default();
        Self {
            column: column
                .bytes()
                .next()
                .map_or(0, |letter| letter.wrapping_sub(b'a')),
            number: number.parse().unwrap_or(u32::MAX),
        }
    }

    /// Returns the point with this name, or `None` if a board of this size does not have it (Z1.1).
    #[inline]
    pub fn point(self, size: u8) -> Option<Point> {
        let row = u8::try_from(self.number.checked_sub(1)?).ok()?;
        Point::new(self.column, row, size)
    }

    /// Returns the number of steps along columns and rows to a point. Names off the board have
    /// coordinates too.
    pub(super) fn steps_to(self, point: Point) -> u32 {
        let row = u32::from(point.row()) + 1;
        u32::from(self.column.abs_diff(point.column())).saturating_add(self.number.abs_diff(row))
    }
}

impl From<Point> for Name {
    fn from(point: Point) -> Self {
        Self {
            column: point.column(),
            number: u32::from(point.row()) + 1,
        }
    }
}

impl_display!(Name, Turn);

impl WriteNotation for Name {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        (char::from(b'a'.wrapping_add(self.column)), self.number).write_to(out)
    }
}

/// A turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Turn {
    /// `c3,d5`: one or more stones in the order of the text. Each is an action.
    Stones(Vec<Name>),
    /// The end of the auction (Z3.1).
    #[default]
    Take,
    /// A stone of a team forfeited (Z4.6).
    Pass,
}

impl Turn {
    /// Returns the turn with its stones sorted in the auction, where their order has no meaning
    /// (Z3.1).
    pub(super) fn in_order(mut self, phase: Phase) -> Self {
        if let (Self::Stones(stones), Phase::Auction) = (&mut self, phase) {
            stones.sort_unstable();
        }
        self
    }

    /// Returns true if the turn puts a stone on a point of a board of this size.
    pub(super) fn places(&self, point: Point, size: u8) -> bool {
        matches!(self, Self::Stones(names) if names.iter().any(|name| name.point(size) == Some(point)))
    }
}

/// Returns the grammar's pairs for the actions of a turn.
fn actions(text: &str) -> Result<impl Iterator<Item = Pair<'_, Rule>>, TurnSyntaxError> {
    let pairs = turn_pairs::<Grammar, _>(Rule::turn_only, text)?;
    Ok(pairs.filter(|pair| pair.as_rule() != Rule::EOI))
}

/// Reads a name with at most two digits for [`TurnText::fast_parse`]. Returns it with the text
/// after it.
#[inline]
fn fast_name(text: &[u8]) -> Option<(Name, &[u8])> {
    let (column, number, rest) = match text {
        [
            column @ b'a'..=b'z',
            tens @ b'1'..=b'9',
            ones @ b'0'..=b'9',
            rest @ ..,
        ] => (column, (tens - b'0') * 10 + (ones - b'0'), rest),
        [column @ b'a'..=b'z', ones @ b'1'..=b'9', rest @ ..] => (column, ones - b'0', rest),
        _ => return None,
    };
    let name = Name {
        column: column - b'a',
        number: number.into(),
    };
    Some((name, rest))
}

/// Reads stones for [`TurnText::fast_parse`].
#[inline]
fn fast_stones(text: &[u8], stones: &mut Vec<Name>) -> Option<()> {
    stones.clear();
    let mut rest = text;
    loop {
        let (name, next) = fast_name(rest)?;
        stones.push(name);
        match next {
            [] => return Some(()),
            [b',', next @ ..] => rest = next,
            _ => return None,
        }
    }
}

impl TurnText for Turn {
    #[inline]
    fn fast_parse(text: &[u8], turn: &mut Self) -> Option<()> {
        match text {
            b"take" => *turn = Turn::Take,
            b"pass" => *turn = Turn::Pass,
            _ => {
                if !matches!(turn, Turn::Stones(_)) {
                    *turn = Turn::Stones(Vec::new());
                }
                let Turn::Stones(stones) = turn else {
                    return None;
                };
                return fast_stones(text, stones);
            }
        }
        Some(())
    }

    fn parse_by_grammar(text: &str) -> Result<Self, TurnSyntaxError> {
        let mut stones = Vec::new();
        for pair in actions(text)? {
            match pair.as_rule() {
                Rule::take => return Ok(Turn::Take),
                Rule::pass => return Ok(Turn::Pass),
                _ => stones.push(Name::read(pair.as_str())),
            }
        }
        Ok(Turn::Stones(stones))
    }

    fn parts(text: &str) -> Vec<(Part, Range<usize>)> {
        actions(text)
            .map(|actions| spans_by_action(actions, |_, _| None))
            .unwrap_or_default()
    }

    /// Returns true if the text consists of stones, or is `take` or `pass`; these are also whole
    /// turns.
    fn is_action(text: &str) -> bool {
        actions(text).is_ok()
    }
}

impl WriteNotation for Turn {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Self::Stones(stones) => write_list(out, stones),
            Self::Take => out.write_str("take"),
            Self::Pass => out.write_str("pass"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Language;
    use crate::games::pippinzip::Pippinzip;
    use proptest::prelude::*;

    #[test]
    fn turns_are_read_and_written() {
        for text in [
            "c3",
            "d5,c3,a26",
            "take",
            "pass",
            "x1",
            "z999,z123456",
            "t1,p2",
        ] {
            assert_eq!(Pippinzip::parse_turn(text).unwrap().to_string(), text);
            assert!(Turn::is_action(text), "{text}");
        }
    }

    #[test]
    fn invalid_turns_are_reported_at_their_place() {
        let cases = [
            ("", 0),
            ("C3", 0),
            ("c", 0),
            ("c0", 0),
            ("c03", 0),
            ("c3,", 3),
            ("c3,d", 3),
            ("c3;d5", 2),
            ("c3,take", 3),
            ("take,c3", 4),
            ("takes", 4),
            ("ć3", 0),
        ];
        for (text, offset) in cases {
            assert_eq!(
                Pippinzip::parse_turn(text),
                Err(TurnSyntaxError { at: offset }),
                "{text}"
            );
            assert!(!Turn::is_action(text), "{text}");
        }
    }

    #[test]
    fn parts_have_their_spans() {
        assert_eq!(
            Turn::parts("c3,d15"),
            [(Part::whole(0), 0..2), (Part::whole(1), 3..6)]
        );
        assert_eq!(Turn::parts("take"), [(Part::whole(0), 0..4)]);
        assert_eq!(Turn::parts("c3,"), []);
    }

    #[test]
    fn names_are_points_of_boards() {
        let name = Name::read("e5");
        assert_eq!(name.point(5).map(Name::from), Some(name));
        assert_eq!(name.point(4), None);
        assert_eq!(
            ["a999", "a257", "a4294967297", "a99999999999999"]
                .map(|name| Name::read(name).point(26)),
            [None; 4]
        );
        let point = Name::read("c3").point(5).unwrap();
        assert_eq!(
            ["c3", "d2", "z3", "c999"].map(|name| Name::read(name).steps_to(point)),
            [0, 2, 23, 996]
        );
    }

    proptest! {
        #[test]
        fn parsed_text_is_written_back_unchanged(text in "([a-c][0-2]{0,4},?|take|pass|.){0,4}") {
            if let Ok(turn) = Pippinzip::parse_turn(&text) {
                prop_assert_eq!(turn.to_string(), text);
            }
        }
    }
}
