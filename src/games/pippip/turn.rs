//! Notation of turns (P6): in `5s;*6@b3/2;xb2,c3`, a rolled 5 is put aside into the store, a 6 is
//! pulled from the store (`*`) and placed on b3 with its 2 to the north, and the dice on b2 and c3
//! are converted.

use std::fmt;
use std::ops::Range;

use pest::Parser;
use pest::iterators::Pair;
use smallvec::SmallVec;

use super::board::{Square, SquareSet};
use super::grammar::{Grammar, Rule};
use crate::games::{
    Detail, Part, TurnSyntaxError, TurnText, WriteNotation, impl_display, spans_by_action,
    turn_pairs,
};

/// A letter and a digit, which may be off the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name {
    column: u8,
    digit: u8,
}

impl Name {
    fn read(text: &str) -> Self {
        let mut bytes = text.bytes();
        Self {
            column: bytes.next().unwrap_or_default().wrapping_sub(b'a'),
            digit: bytes.next().unwrap_or_default().wrapping_sub(b'0'),
        }
    }

    /// Returns the square with this name, if there is one (P1.1).
    #[inline]
    pub(crate) fn square(self) -> Option<Square> {
        Square::new(self.column, self.digit.checked_sub(1)?)
    }
}

impl From<Square> for Name {
    fn from(square: Square) -> Self {
        Self {
            column: square.column(),
            digit: square.rank() + 1,
        }
    }
}

impl_display!(Name, Placement, Turn);

impl WriteNotation for Name {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        (char::from(b'a'.wrapping_add(self.column)), self.digit).write_to(out)
    }
}

/// A turn. Its actions are the dice put aside, one each, then the placement and the conversion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// The values rolled and put aside, in order. Any digit is possible.
    pub put_aside: Values,
    /// The placement of a die.
    pub placement: Placement,
    /// The converted dice, in the order of the text. Empty if the turn does not list them (P6.2).
    pub converted: Names,
}

/// Values of dice, usually no more than a store holds.
pub type Values = SmallVec<[u8; 8]>;

/// Names of converted dice, usually no more than a square has neighbours.
pub type Names = SmallVec<[Name; 4]>;

/// A placement: `6@b3/2`, `*5@c1/4`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// `*`: the die is pulled from the store, not rolled.
    pub from_store: bool,
    /// The top face. Any digit is possible.
    pub top: u8,
    /// The square.
    pub square: Name,
    /// The north face. Any digit is possible.
    pub north: u8,
}

/// Returns the value of a digit that the grammar has accepted.
fn digit(text: &str) -> u8 {
    text.parse().unwrap_or(0)
}

fn parse_placement(pair: Pair<'_, Rule>) -> Placement {
    let mut placement = Placement::default();
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::store => placement.from_store = true,
            Rule::what => placement.top = digit(part.as_str()),
            Rule::to => placement.square = Name::read(part.as_str()),
            Rule::facing => placement.north = digit(part.as_str()),
            _ => {}
        }
    }
    placement
}

/// Returns the grammar's pairs for the actions of a turn.
fn actions(text: &str) -> Result<impl Iterator<Item = Pair<'_, Rule>>, TurnSyntaxError> {
    let pairs = turn_pairs::<Grammar, _>(Rule::turn_only, text)?;
    Ok(pairs.filter(|pair| !matches!(pair.as_rule(), Rule::next | Rule::EOI)))
}

/// Reads names with commas between them for [`TurnText::fast_parse`].
fn fast_names(text: &[u8], names: &mut Names) -> Option<()> {
    let mut rest = text;
    loop {
        let [column @ b'a'..=b'z', digit @ b'0'..=b'9', next @ ..] = rest else {
            return None;
        };
        names.push(Name {
            column: column - b'a',
            digit: digit - b'0',
        });
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
        turn.put_aside = Values::new();
        turn.converted = Names::new();

        let mut rest = text;
        while let [value @ b'0'..=b'9', b's', b';', next @ ..] = rest {
            turn.put_aside.push(value - b'0');
            rest = next;
        }

        let (from_store, placement) = match rest {
            [b'*', pulled @ ..] => (true, pulled),
            rolled => (false, rolled),
        };
        let [
            top @ b'0'..=b'9',
            b'@',
            column @ b'a'..=b'z',
            digit @ b'0'..=b'9',
            b'/',
            north @ b'0'..=b'9',
            list @ ..,
        ] = placement
        else {
            return None;
        };
        turn.placement = Placement {
            from_store,
            top: top - b'0',
            square: Name {
                column: column - b'a',
                digit: digit - b'0',
            },
            north: north - b'0',
        };

        match list {
            [] => Some(()),
            [b';', b'x', names @ ..] => fast_names(names, &mut turn.converted),
            _ => None,
        }
    }

    fn parse_by_grammar(text: &str) -> Result<Self, TurnSyntaxError> {
        let mut turn = Turn::default();
        for pair in actions(text)? {
            match pair.as_rule() {
                Rule::aside => turn
                    .put_aside
                    .extend(pair.into_inner().next().map(|what| digit(what.as_str()))),
                Rule::placement => turn.placement = parse_placement(pair),
                _ => {
                    turn.converted = pair
                        .into_inner()
                        .map(|item| Name::read(item.as_str()))
                        .collect();
                }
            }
        }
        Ok(turn)
    }

    fn parts(text: &str) -> Vec<(Part, Range<usize>)> {
        let detail = |rule, items| match rule {
            Rule::item => Some(Detail::Item(items)),
            Rule::what => Some(Detail::What),
            Rule::store => Some(Detail::From),
            Rule::to => Some(Detail::To),
            Rule::facing => Some(Detail::Facing),
            _ => None,
        };
        actions(text)
            .map(|actions| spans_by_action(actions, detail))
            .unwrap_or_default()
    }

    /// Returns true if the text is a die put aside, a placement or a conversion.
    fn is_action(text: &str) -> bool {
        Grammar::parse(Rule::action_only, text).is_ok()
    }
}

impl WriteNotation for Placement {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        (
            self.from_store.then_some('*'),
            self.top,
            ('@', self.square),
            ('/', self.north),
        )
            .write_to(out)
    }
}

impl WriteNotation for Turn {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        for value in &self.put_aside {
            (value, "s;").write_to(out)?;
        }
        self.placement.write_to(out)?;
        for (index, square) in self.converted.iter().enumerate() {
            let separator = if index == 0 { ";x" } else { "," };
            (separator, square).write_to(out)?;
        }
        Ok(())
    }
}

/// Returns the names of squares, in their canonical order (P6.2).
pub(super) fn names_of(squares: SquareSet) -> Names {
    let mut names: Names = squares.iter().map(Name::from).collect();
    names.sort_unstable();
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Language;
    use crate::games::pippip::Pippip;
    use proptest::prelude::*;

    #[test]
    fn turns_are_read_and_written() {
        for text in [
            "6@b3/2",
            "5s;2s;6@b3/2;xb2,c3",
            "*5@c1/4",
            "0s;*9@z0/8;xc3,c3,q9",
            "5s;*5@a1/1",
        ] {
            assert_eq!(Pippip::parse_turn(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn invalid_turns_are_reported_at_their_place() {
        let cases = [
            ("", 0),
            ("5", 1),
            ("5s", 2),
            ("5s;", 3),
            ("*5s", 2),
            ("12@b3/2", 1),
            ("6@b3", 4),
            ("6@b3/", 5),
            ("6@B3/2", 2),
            ("6@b33/2", 4),
            ("6@b3/22", 6),
            ("6@b3/2;", 7),
            ("6@b3/2;x", 8),
            ("6@b3/2;xb2,", 11),
            ("6@b3/2;xb2;xc3", 10),
            ("6@b3/2;5s", 7),
            ("x", 0),
            ("٣@b3/2", 0),
        ];
        for (text, offset) in cases {
            assert_eq!(
                Pippip::parse_turn(text),
                Err(TurnSyntaxError { at: offset }),
                "{text}"
            );
        }
    }

    #[test]
    fn parts_have_their_spans() {
        let parts = Turn::parts("5s;*6@b3/2;xb2,c3");
        let find = |action, detail| {
            parts
                .iter()
                .find(|(part, _)| *part == Part { action, detail })
                .unwrap()
                .1
                .clone()
        };
        assert_eq!(find(0, Detail::Whole), 0..2);
        assert_eq!(find(0, Detail::What), 0..1);
        assert_eq!(find(1, Detail::Whole), 3..10);
        assert_eq!(find(1, Detail::From), 3..4);
        assert_eq!(find(1, Detail::What), 4..5);
        assert_eq!(find(1, Detail::To), 6..8);
        assert_eq!(find(1, Detail::Facing), 9..10);
        assert_eq!(find(2, Detail::Whole), 11..17);
        assert_eq!(find(2, Detail::Item(1)), 15..17);
    }

    #[test]
    fn actions_are_known() {
        for text in ["5s", "6@b3/2", "*5@c1/4", "xb2,c3"] {
            assert!(Turn::is_action(text), "{text}");
        }
        for text in ["", "s", "*5s", "x", "5s;6@b3/2", "5s;", "x3,4", "17@+0+0/N"] {
            assert!(!Turn::is_action(text), "{text}");
        }
    }

    #[test]
    fn names_are_squares() {
        let name = Name::read("d4");
        assert_eq!(name.square().map(Name::from), Some(name));
        for text in ["d5", "e4", "a0", "z9"] {
            assert_eq!(Name::read(text).square(), None);
        }
    }

    proptest! {
        #[test]
        fn parsed_text_is_written_back_unchanged(
            text in r"([0-9]s;){0,2}\*?[0-9]@[a-e][0-5]/[0-9](;x([a-d][0-9],?){0,3})?.?",
        ) {
            if let Ok(turn) = Pippip::parse_turn(&text) {
                prop_assert_eq!(turn.to_string(), text.as_str());
            }
        }
    }
}
