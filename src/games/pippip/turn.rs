//! Turns as they are written (P6).

use std::fmt;
use std::ops::Range;

use pest::Parser;
use pest::iterators::Pair;

use super::board::Square;
use super::grammar::{Grammar, Rule};
use crate::games::{Detail, Part, Spell, TurnSyntaxError, displayed, spans_by_action, turn_pairs, write_number};

/// A letter and a digit, which need not be a square of the board.
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

    /// The square of that name, if there is one (P1.1).
    #[inline]
    pub fn square(self) -> Option<Square> {
        Square::new(self.column, self.digit.checked_sub(1)?)
    }
}

impl From<Square> for Name {
    fn from(square: Square) -> Self {
        Self { column: square.column(), digit: square.rank() + 1 }
    }
}

displayed!(Name, Placement, Turn);

impl Spell for Name {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_char(char::from(b'a'.wrapping_add(self.column)))?;
        write_number(out, self.digit)
    }
}

/// A turn. Its actions are each die put aside, the placement, the conversion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// The values rolled and put aside, in order; any digits.
    pub put_aside: Vec<u8>,
    /// The die that is placed.
    pub placement: Placement,
    /// The dice converted, in the order of the text; empty where it does not say them (P6.2).
    pub converted: Vec<Name>,
}

/// `6@b3/2`, `*5@c1/4`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// `*`: it is pulled from the store, not rolled.
    pub from_store: bool,
    /// Its top; any digit.
    pub top: u8,
    /// Where it goes.
    pub square: Name,
    /// Its face to the north; any digit.
    pub north: u8,
}

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

fn actions(text: &str) -> Result<impl Iterator<Item = Pair<'_, Rule>>, TurnSyntaxError> {
    let pairs = turn_pairs::<Grammar, _>(Rule::turn_only, text)?;
    Ok(pairs.filter(|pair| !matches!(pair.as_rule(), Rule::next | Rule::EOI)))
}

/// Reads the turn that a text begins with from its bytes; gives up where the grammar has to say what is wrong.
pub(super) fn read_leading(text: &[u8], turn: &mut Turn) -> Option<usize> {
    turn.put_aside.clear();
    turn.converted.clear();
    let mut left = text;
    while let [what @ b'0'..=b'9', b's', b';', rest @ ..] = left {
        turn.put_aside.push(what - b'0');
        left = rest;
    }
    let from_store = left.first() == Some(&b'*');
    let [top @ b'0'..=b'9', b'@', column @ b'a'..=b'z', digit @ b'0'..=b'9', b'/', north @ b'0'..=b'9', rest @ ..] =
        left.get(usize::from(from_store)..)?
    else {
        return None;
    };
    let square = Name { column: column - b'a', digit: digit - b'0' };
    turn.placement = Placement { from_store, top: top - b'0', square, north: north - b'0' };
    let rest = match rest {
        [b';', b'x', list @ ..] => names_of(list, &mut turn.converted)?,
        _ => rest,
    };
    Some(text.len() - rest.len())
}

/// Reads names with commas between; gives what stands behind them.
fn names_of<'t>(mut text: &'t [u8], names: &mut Vec<Name>) -> Option<&'t [u8]> {
    loop {
        let [column @ b'a'..=b'z', digit @ b'0'..=b'9', rest @ ..] = text else { return None };
        names.push(Name { column: column - b'a', digit: digit - b'0' });
        match rest {
            [b',', rest @ ..] => text = rest,
            _ => return Some(rest),
        }
    }
}

/// Reads a turn.
pub(super) fn parse(text: &str) -> Result<Turn, TurnSyntaxError> {
    let mut turn = Turn::default();
    if read_leading(text.as_bytes(), &mut turn) == Some(text.len()) {
        return Ok(turn);
    }
    parse_by_grammar(text)
}

/// The same by the grammar alone.
pub(super) fn parse_by_grammar(text: &str) -> Result<Turn, TurnSyntaxError> {
    let mut turn = Turn::default();
    for pair in actions(text)? {
        match pair.as_rule() {
            Rule::aside => turn.put_aside.extend(pair.into_inner().next().map(|what| digit(what.as_str()))),
            Rule::placement => turn.placement = parse_placement(pair),
            _ => turn.converted = pair.into_inner().map(|item| Name::read(item.as_str())).collect(),
        }
    }
    Ok(turn)
}

/// Where its parts stand.
pub(super) fn parts(text: &str) -> Vec<(Part, Range<usize>)> {
    parts_by_bytes(text).unwrap_or_else(|| parts_by_grammar(text))
}

/// Where they stand, by how long each is written.
fn parts_by_bytes(text: &str) -> Option<Vec<(Part, Range<usize>)>> {
    const ASIDE: usize = "5s;".len();
    const NAME: usize = "b3,".len();
    let mut turn = Turn::default();
    read_leading(text.as_bytes(), &mut turn).filter(|&length| length == text.len())?;
    let mut parts = Vec::new();
    let mut add = |action, detail, start: usize, end: usize| parts.push((Part { action, detail }, start..end));
    let placement = turn.put_aside.len();
    for action in 0..placement {
        let start = action * ASIDE;
        add(action, Detail::Whole, start, start + 2);
        add(action, Detail::What, start, start + 1);
    }
    let start = placement * ASIDE;
    let top = start + usize::from(turn.placement.from_store);
    add(placement, Detail::Whole, start, top + 6);
    if turn.placement.from_store {
        add(placement, Detail::From, start, top);
    }
    add(placement, Detail::What, top, top + 1);
    add(placement, Detail::To, top + 2, top + 4);
    add(placement, Detail::Facing, top + 5, top + 6);
    let list = top + 7;
    if list < text.len() {
        add(placement + 1, Detail::Whole, list, text.len());
    }
    for item in 0..turn.converted.len() {
        let start = list + 1 + item * NAME;
        add(placement + 1, Detail::Item(item), start, start + 2);
    }
    Some(parts)
}

fn parts_by_grammar(text: &str) -> Vec<(Part, Range<usize>)> {
    let detail = |rule, items| match rule {
        Rule::item => Some(Detail::Item(items)),
        Rule::what => Some(Detail::What),
        Rule::store => Some(Detail::From),
        Rule::to => Some(Detail::To),
        Rule::facing => Some(Detail::Facing),
        _ => None,
    };
    actions(text).map(|actions| spans_by_action(actions, detail)).unwrap_or_default()
}

/// Whether it is a die put aside, a placement or a conversion.
pub(super) fn is_action(text: &str) -> bool {
    Grammar::parse(Rule::action_only, text).is_ok()
}

impl Spell for Placement {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        if self.from_store {
            out.write_str("*")?;
        }
        write_number(out, self.top)?;
        out.write_str("@")?;
        self.square.spell(out)?;
        out.write_str("/")?;
        write_number(out, self.north)
    }
}

impl Spell for Turn {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        for value in &self.put_aside {
            write_number(out, *value)?;
            out.write_str("s;")?;
        }
        self.placement.spell(out)?;
        for (at, square) in self.converted.iter().enumerate() {
            out.write_str(if at == 0 { ";x" } else { "," })?;
            square.spell(out)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn turns_are_read_and_written() {
        for text in ["6@b3/2", "5s;2s;6@b3/2;xb2,c3", "*5@c1/4", "0s;*9@z0/8;xc3,c3,q9", "5s;*5@a1/1"] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_turn_says_where() {
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
        for (text, at) in cases {
            assert_eq!(parse(text), Err(TurnSyntaxError { at }), "{text}");
        }
    }

    #[test]
    fn parts_have_their_spans() {
        let parts = parts("5s;*6@b3/2;xb2,c3");
        let find = |action, detail| parts.iter().find(|(part, _)| *part == Part { action, detail }).unwrap().1.clone();
        assert_eq!(find(0, Detail::Whole), 0..2);
        assert_eq!(find(0, Detail::What), 0..1);
        assert_eq!(find(1, Detail::Whole), 3..10);
        assert_eq!(find(1, Detail::From), 3..4);
        assert_eq!(find(1, Detail::What), 4..5);
        assert_eq!(find(1, Detail::To), 6..8);
        assert_eq!(find(1, Detail::Facing), 9..10);
        assert_eq!(find(2, Detail::Whole), 11..17);
        assert_eq!(find(2, Detail::Item(1)), 15..17);
        for text in ["6@b3/2", "*6@b3/2", "0@z9/0", "5s;6@b3/2", "5s;2s;*6@b3/2", "6@b3/2;xb2", "1s;*6@b3/2;xb2,z9,b2"]
        {
            assert_eq!(parts_by_bytes(text), Some(parts_by_grammar(text)), "{text}");
        }
        for text in ["", "6@b3", "6@b3/22", "**6@b3/2", "5s;", "6@b3/2;xb2,", "6@b3/2 "] {
            assert_eq!(parts_by_bytes(text), None, "{text}");
        }
    }

    #[test]
    fn actions_are_known() {
        for text in ["5s", "6@b3/2", "*5@c1/4", "xb2,c3"] {
            assert!(is_action(text), "{text}");
        }
        for text in ["", "s", "*5s", "x", "5s;6@b3/2", "5s;", "x3,4", "17@+0+0/N"] {
            assert!(!is_action(text), "{text}");
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
        fn what_is_read_is_written_the_same(text in r"([0-9]s;){0,2}\*?[0-9]@[a-e][0-5]/[0-9](;x([a-d][0-9],?){0,3})?.?") {
            if let Ok(turn) = parse(&text) {
                prop_assert_eq!(turn.to_string(), text.as_str());
                prop_assert_eq!(parts_by_bytes(&text), Some(parts_by_grammar(&text)));
            }
        }
    }
}
