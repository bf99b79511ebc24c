//! Turns as they are written (G7).

use std::fmt;
use std::ops::Range;

use pest::Parser;
use pest::iterators::Pair;
use smallvec::SmallVec;

use super::board::{NOWHERE, POINT_NAMED, Point, SPOT_NAMED, Spot};
use super::grammar::{Grammar, Rule};
use crate::games::{
    Detail, Part, Spell, TurnSyntaxError, displayed, spans_by_action, spans_of_one_action, turn_pairs, write_list,
    write_number,
};

/// A letter and a number, which need not be a point of the board: `a0` is 0, and each letter has a hundred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name(u16);

/// How many names there are.
pub(super) const NAMES: usize = 26 * NUMBERS as usize;
/// How many each letter has.
pub(super) const NUMBERS: u16 = 100;

impl Name {
    #[inline]
    fn new(letter: u8, number: u8) -> Self {
        Self(u16::from(letter.wrapping_sub(b'a')) * NUMBERS + u16::from(number))
    }

    /// Every one.
    #[cfg(test)]
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..NAMES as u16).map(Self)
    }

    fn read(text: &str) -> Self {
        let (letter, number) = text.split_at_checked(1).unwrap_or(("a", ""));
        Self::new(letter.bytes().next().unwrap_or(b'a'), number.parse().unwrap_or(0))
    }

    /// Its place among the [`NAMES`] that there are.
    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The point of that name, if there is one (G1.1).
    #[inline]
    pub fn point(self) -> Option<Point> {
        self.look_up(&POINT_NAMED).map(Point)
    }

    /// The spot of that name, if there is one (G1.2).
    #[inline]
    pub fn spot(self) -> Option<Spot> {
        self.look_up(&SPOT_NAMED).map(Spot)
    }

    #[inline]
    fn look_up(self, table: &[u8; NAMES]) -> Option<u8> {
        table.get(usize::from(self.0)).copied().filter(|&found| found != NOWHERE)
    }
}

impl From<Point> for Name {
    fn from(point: Point) -> Self {
        Self::new(b'a' + point.column(), point.row())
    }
}

impl From<Spot> for Name {
    fn from(spot: Spot) -> Self {
        spot.point().into()
    }
}

displayed!(Name, Push, Item, Action, Turn);

impl Spell for Name {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let [letter, number] = [self.0 / NUMBERS, self.0 % NUMBERS].map(|part| u8::try_from(part).unwrap_or_default());
        out.write_char(char::from(b'a'.wrapping_add(letter)))?;
        write_number(out, number)
    }
}

/// A turn: removals, a push, removals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// Its actions in the order of the text.
    pub actions: Vec<Action>,
}

/// An action of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A piece is introduced.
    Push(Push),
    /// Pieces leave the board; a bare `x` has no items.
    Remove(Items),
}

/// What a removal lists: mostly what one row has.
pub type Items = SmallVec<[Item; 8]>;

/// `a2-c4`, `Gb3`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Push {
    /// Whether a GIPF piece is introduced.
    pub gipf: bool,
    /// The dot; a push into an empty spot need not say it.
    pub from: Option<Name>,
    /// The spot that the last piece reached.
    pub to: Name,
}

/// A piece that leaves the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// `G`: it is a GIPF piece.
    pub gipf: bool,
    /// Where it stands.
    pub spot: Name,
    /// `*`: it is the other seat's.
    pub other_seat: bool,
}

fn parse_item(pair: Pair<'_, Rule>) -> Item {
    let mut item = Item { gipf: false, spot: Name::read(""), other_seat: false };
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::double => item.gipf = true,
            Rule::to => item.spot = Name::read(part.as_str()),
            Rule::other_seat => item.other_seat = true,
            _ => {}
        }
    }
    item
}

fn parse_push(pair: Pair<'_, Rule>) -> Push {
    let mut push = Push { gipf: false, from: None, to: Name::read("") };
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::double => push.gipf = true,
            Rule::from => push.from = Some(Name::read(part.as_str())),
            Rule::to => push.to = Name::read(part.as_str()),
            _ => {}
        }
    }
    push
}

fn actions(text: &str) -> Result<impl Iterator<Item = Pair<'_, Rule>>, TurnSyntaxError> {
    let pairs = turn_pairs::<Grammar, _>(Rule::turn_only, text)?;
    Ok(pairs.filter(|pair| pair.as_rule() != Rule::EOI))
}

/// Reads the turn that a text begins with from its bytes; gives up where the grammar has to say what is wrong.
// Inlined by force, it and `leading_push` make `check` a twentieth faster.
#[inline(always)]
pub(super) fn read_leading(text: &[u8], turn: &mut Turn) -> Option<usize> {
    // Most turns are a push alone.
    let (push, length) = match leading_push(text) {
        Some(Leading { push, length, next }) if next.is_ascii_whitespace() => (push, length),
        leading => return actions_of(text, leading, &mut turn.actions),
    };
    match turn.actions.as_mut_slice() {
        [Action::Push(before)] => *before = push,
        _ => {
            turn.actions.clear();
            turn.actions.push(Action::Push(push));
        }
    }
    Some(length)
}

/// A push that a text begins with.
struct Leading {
    push: Push,
    length: usize,
    /// What stands behind it; a space at the end of the text.
    next: u8,
}

/// A push between points whose numbers have one digit, as all of the board have; what stands behind it may be one more.
#[inline(always)]
fn leading_push(text: &[u8]) -> Option<Leading> {
    /// `a2-b3` and what stands behind it.
    const LENGTH: usize = 6;
    let gipf = text.first() == Some(&b'G');
    let text = text.get(usize::from(gipf)..)?;
    let padded: [u8; LENGTH];
    let bytes = match text.first_chunk::<LENGTH>() {
        Some(bytes) => bytes,
        None => {
            padded = std::array::from_fn(|at| text.get(at).copied().unwrap_or(b' '));
            &padded
        }
    };
    let is_name = |at: usize| (bytes[at].wrapping_sub(b'a') < 26) & (bytes[at + 1].wrapping_sub(b'0') < 10);
    let name = |at: usize| Name::new(bytes[at], bytes[at + 1].wrapping_sub(b'0'));
    // Whether a dot is named, a processor could but guess.
    let has_dot = bytes[2] == b'-';
    let to = 3 * usize::from(has_dot);
    // A list begins like a name.
    let is_push = is_name(0) & is_name(to) & (bytes[0] != b'x');
    let from = has_dot.then_some(name(0));
    let push = Push { gipf, from, to: name(to) };
    is_push.then(|| Leading { push, length: to + 2 + usize::from(gipf), next: bytes[to + 2] })
}

/// The actions that a text begins with; the first is that push, where it is one and more comes behind it.
fn actions_of(text: &[u8], leading: Option<Leading>, actions: &mut Vec<Action>) -> Option<usize> {
    actions.clear();
    let mut text = Bytes { text, at: 0 };
    let mut has_pushed = false;
    if let Some(Leading { push, length, next: b';' }) = leading {
        actions.push(Action::Push(push));
        has_pushed = true;
        text.at = length + 1;
    }
    loop {
        if text.skip(b'x') {
            actions.push(Action::Remove(items_of(&mut text)?));
        } else if has_pushed {
            return None;
        } else {
            let gipf = text.skip(b'G');
            let first = text.name()?;
            let to = if text.skip(b'-') { Some(text.name()?) } else { None };
            let from = to.is_some().then_some(first);
            actions.push(Action::Push(Push { gipf, from, to: to.unwrap_or(first) }));
            has_pushed = true;
        }
        if !text.skip(b';') {
            return Some(text.at);
        }
    }
}

fn items_of(text: &mut Bytes<'_>) -> Option<Items> {
    if text.peek().is_none_or(|next| !matches!(next, b'G' | b'a'..=b'z')) {
        return Some(Items::new());
    }
    let mut items = Items::new();
    loop {
        text.usual_items(&mut items);
        let gipf = text.skip(b'G');
        let spot = text.name()?;
        items.push(Item { gipf, spot, other_seat: text.skip(b'*') });
        if !text.skip(b',') {
            return Some(items);
        }
    }
}

/// A text, and how far it is read.
struct Bytes<'t> {
    text: &'t [u8],
    at: usize,
}

impl Bytes<'_> {
    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Passes over a sign, if it comes next.
    #[inline]
    fn skip(&mut self, sign: u8) -> bool {
        let found = self.peek() == Some(sign);
        self.at += usize::from(found);
        found
    }

    /// Single pieces of the seat's own that have others behind them, as most items are.
    #[inline]
    fn usual_items(&mut self, items: &mut Items) {
        let mut rest = self.text.get(self.at..).unwrap_or_default();
        while let [column @ b'a'..=b'z', row @ b'0'..=b'9', b',', behind @ ..] = rest {
            items.push(Item { gipf: false, spot: Name::new(*column, row - b'0'), other_seat: false });
            rest = behind;
        }
        self.at = self.text.len() - rest.len();
    }

    #[inline]
    fn name(&mut self) -> Option<Name> {
        let (column @ b'a'..=b'z', first @ b'0'..=b'9') = (self.peek()?, *self.text.get(self.at + 1)?) else {
            return None;
        };
        self.at += 2;
        let first = first - b'0';
        match self.peek().map(|second| second.wrapping_sub(b'0')) {
            Some(second @ 0..=9) if first > 0 => {
                self.at += 1;
                Some(Name::new(column, first * 10 + second))
            }
            _ => Some(Name::new(column, first)),
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
    let actions = actions(text)?.map(|pair| match pair.as_rule() {
        Rule::push => Action::Push(parse_push(pair)),
        _ => Action::Remove(pair.into_inner().map(parse_item).collect()),
    });
    Ok(Turn { actions: actions.collect() })
}

/// Where its parts stand.
pub(super) fn parts(text: &str) -> Vec<(Part, Range<usize>)> {
    parts_of_push(text).unwrap_or_else(|| parts_by_grammar(text))
}

/// Where the parts of a push alone stand, as most turns are.
fn parts_of_push(text: &str) -> Option<Vec<(Part, Range<usize>)>> {
    let Leading { push, .. } = leading_push(text.as_bytes()).filter(|leading| leading.length == text.len())?;
    let name = usize::from(push.gipf);
    let dash = push.from.map(|_| text.len() - 3);
    let double = push.gipf.then_some((Detail::What, 0..name));
    let from = dash.map(|dash| (Detail::From, name..dash));
    let to = (Detail::To, dash.map_or(name, |dash| dash + 1)..text.len());
    Some(spans_of_one_action(text, double.into_iter().chain(from).chain([to])))
}

fn parts_by_grammar(text: &str) -> Vec<(Part, Range<usize>)> {
    let detail = |rule, items| match rule {
        Rule::item => Some(Detail::Item(items)),
        Rule::double => Some(Detail::What),
        Rule::from => Some(Detail::From),
        Rule::to => Some(Detail::To),
        _ => None,
    };
    actions(text).map(|actions| spans_by_action(actions, detail)).unwrap_or_default()
}

/// Whether it is a push or a removal.
pub(super) fn is_action(text: &str) -> bool {
    Grammar::parse(Rule::action_only, text).is_ok()
}

impl Spell for Push {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        if self.gipf {
            out.write_str("G")?;
        }
        if let Some(from) = self.from {
            from.spell(out)?;
            out.write_str("-")?;
        }
        self.to.spell(out)
    }
}

impl Spell for Item {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        if self.gipf {
            out.write_str("G")?;
        }
        self.spot.spell(out)?;
        if self.other_seat {
            out.write_str("*")?;
        }
        Ok(())
    }
}

impl Spell for Action {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Self::Push(push) => push.spell(out),
            Self::Remove(items) => {
                out.write_str("x")?;
                write_list(out, items)
            }
        }
    }
}

impl Spell for Turn {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        for (at, action) in self.actions.iter().enumerate() {
            if at > 0 {
                out.write_str(";")?;
            }
            action.spell(out)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_read_and_written() {
        for text in ["a0", "z99", "b3", "Gb3", "a2-c4", "Ga2-c4", "x", "xb3,Gc4*;a1-b2;xd4;x", "xb3;xc4", "z9", "k12"] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_turn_says_where() {
        let cases = [
            ("", 0),
            ("b", 0),
            ("b3;c3", 3),
            ("a2-", 3),
            ("xb3,", 4),
            ("B3", 0),
            ("a2-b3-c3", 5),
            ("b3*", 2),
            ("b123", 3),
            ("b03", 2),
        ];
        for (text, at) in cases {
            assert_eq!(parse(text), Err(TurnSyntaxError { at }), "{text}");
        }
    }

    #[test]
    fn parts_have_their_spans() {
        let parts = parts("xb3,Gc4*;Ga2-b3");
        let find = |action, detail| parts.iter().find(|(part, _)| *part == Part { action, detail }).unwrap().1.clone();
        assert_eq!(find(0, Detail::Item(1)), 4..8);
        assert_eq!(find(1, Detail::Whole), 9..15);
        assert_eq!(find(1, Detail::What), 9..10);
        assert_eq!(find(1, Detail::From), 10..12);
        assert_eq!(find(1, Detail::To), 13..15);
        for text in ["b3", "Gb3", "a2-c4", "Ga2-c4", "z9"] {
            assert_eq!(parts_of_push(text), Some(parts_by_grammar(text)), "{text}");
        }
        for text in ["", "b", "b12", "a2-", "x", "xb3", "b3;xc4", "a2-b10", "b3 ", "B3"] {
            assert_eq!(parts_of_push(text), None, "{text}");
        }
    }
}
