//! Notation of turns (G7), such as `xb3,Gc4*;a2-c4`: a removal of the pieces on b3 and c4, then a
//! push from the dot a2 whose last moved piece reaches c4. `G` marks a GIPF piece, and `*` a piece
//! of the other seat.

use std::fmt;
use std::ops::Range;

use pest::Parser;
use pest::iterators::Pair;
use smallvec::SmallVec;

use super::grammar::{Grammar, Rule};
pub use super::name::Name;
use super::pieces::PieceKind;
use crate::games::{
    Detail, Part, TurnCursor, TurnSyntaxError, TurnText, WriteNotation, impl_display,
    spans_by_action, turn_pairs, write_joined, write_list,
};

impl_display!(Push, Item, Action, Turn);

/// A turn: removals, a push, removals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// The actions in the order of the text.
    pub actions: Vec<Action>,
}

/// An action of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A piece is introduced.
    Push(Push),
    /// Pieces leave the board. A bare `x` has no items.
    Remove(Items),
}

/// The items of a removal, usually the pieces of one row.
pub type Items = SmallVec<[Item; 8]>;

/// A push: `a2-c4`, `Gb3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Push {
    /// The kind of piece that is introduced.
    pub kind: PieceKind,
    /// The dot. A push into an empty spot may omit it.
    pub from: Option<Name>,
    /// The spot that the last piece reached.
    pub to: Name,
}

/// A piece that leaves the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// The kind of piece; `G` for a GIPF piece.
    pub kind: PieceKind,
    /// The spot of the piece.
    pub spot: Name,
    /// `*`: a piece of the other seat.
    pub other_seat: bool,
}

/// Parses an item; the grammar gives each a spot.
fn parse_item(pair: Pair<'_, Rule>) -> Option<Item> {
    let mut kind = PieceKind::Single;
    let mut spot = None;
    let mut other_seat = false;
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::double => kind = PieceKind::Gipf,
            Rule::to => spot = Some(Name::read(part.as_str())),
            Rule::other_seat => other_seat = true,
            _ => {}
        }
    }
    Some(Item {
        kind,
        spot: spot?,
        other_seat,
    })
}

/// Parses a push; the grammar gives each a spot that the last piece reaches.
fn parse_push(pair: Pair<'_, Rule>) -> Option<Push> {
    let mut kind = PieceKind::Single;
    let mut from = None;
    let mut to = None;
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::double => kind = PieceKind::Gipf,
            Rule::from => from = Some(Name::read(part.as_str())),
            Rule::to => to = Some(Name::read(part.as_str())),
            _ => {}
        }
    }
    Some(Push {
        kind,
        from,
        to: to?,
    })
}

/// Returns the grammar's pairs for the actions of a turn.
fn actions(text: &str) -> Result<impl Iterator<Item = Pair<'_, Rule>>, TurnSyntaxError> {
    let pairs = turn_pairs::<Grammar, _>(Rule::turn_only, text)?;
    Ok(pairs.filter(|pair| pair.as_rule() != Rule::EOI))
}

/// Reads a push for [`TurnText::fast_parse`] and adds it to `actions`.
#[inline]
fn fast_push(cursor: &mut TurnCursor<'_>, actions: &mut Vec<Action>) -> Option<()> {
    let kind = PieceKind::new(cursor.skip(b"G"));
    let first = fast_name(cursor)?;
    let (from, to) = if cursor.skip(b"-") {
        (Some(first), fast_name(cursor)?)
    } else {
        (None, first)
    };
    actions.push(Action::Push(Push { kind, from, to }));
    Some(())
}

/// Reads the items after an `x`, none for a bare `x`, and adds the removal to `actions`. Returns
/// the cursor after them.
// Most turns have no removal: a function of its own keeps the code for the others short.
#[inline(never)]
fn fast_removal<'t>(
    mut cursor: TurnCursor<'t>,
    actions: &mut Vec<Action>,
) -> Option<TurnCursor<'t>> {
    let mut items = Items::new();
    if matches!(cursor.peek(), Some(b'G' | b'a'..=b'z')) {
        items.push(fast_item(&mut cursor)?);
        while cursor.skip(b",") {
            items.push(fast_item(&mut cursor)?);
        }
    }
    actions.push(Action::Remove(items));
    Some(cursor)
}

#[inline]
fn fast_item(cursor: &mut TurnCursor<'_>) -> Option<Item> {
    let kind = PieceKind::new(cursor.skip(b"G"));
    let spot = fast_name(cursor)?;
    Some(Item {
        kind,
        spot,
        other_seat: cursor.skip(b"*"),
    })
}

#[inline]
fn fast_name(cursor: &mut TurnCursor<'_>) -> Option<Name> {
    let letter = cursor.letter()?;
    let first = cursor.digit()?;
    let Some(second) = cursor.digit() else {
        return Some(Name {
            letter,
            number: first,
        });
    };
    // A number has no leading zero.
    (first > 0).then_some(Name {
        letter,
        number: first * 10 + second,
    })
}

impl TurnText for Turn {
    fn fast_parse(text: &[u8], turn: &mut Self) -> Option<()> {
        let mut cursor = TurnCursor::new(text);
        turn.actions.clear();
        let mut has_pushed = false;
        loop {
            if cursor.skip(b"x") {
                cursor = fast_removal(cursor, &mut turn.actions)?;
            } else if has_pushed {
                return None;
            } else {
                fast_push(&mut cursor, &mut turn.actions)?;
                has_pushed = true;
            }
            if cursor.is_at_end() {
                return Some(());
            }
            if !cursor.skip(b";") {
                return None;
            }
        }
    }

    fn parse_by_grammar(text: &str) -> Result<Self, TurnSyntaxError> {
        let actions = actions(text)?.filter_map(|pair| match pair.as_rule() {
            Rule::push => parse_push(pair).map(Action::Push),
            _ => Some(Action::Remove(
                pair.into_inner().filter_map(parse_item).collect(),
            )),
        });
        Ok(Turn {
            actions: actions.collect(),
        })
    }

    fn parts(text: &str) -> Vec<(Part, Range<usize>)> {
        let detail = |rule, items| match rule {
            Rule::item => Some(Detail::Item(items)),
            Rule::double => Some(Detail::What),
            Rule::from => Some(Detail::From),
            Rule::to => Some(Detail::To),
            _ => None,
        };
        actions(text)
            .map(|actions| spans_by_action(actions, detail))
            .unwrap_or_default()
    }

    /// Returns true if the text is a push or a removal.
    fn is_action(text: &str) -> bool {
        Grammar::parse(Rule::action_only, text).is_ok()
    }
}

impl WriteNotation for Push {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        (
            self.kind.is_gipf().then_some('G'),
            self.from.map(|from| (from, '-')),
            self.to,
        )
            .write_to(out)
    }
}

impl WriteNotation for Item {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        (
            self.kind.is_gipf().then_some('G'),
            self.spot,
            self.other_seat.then_some('*'),
        )
            .write_to(out)
    }
}

impl WriteNotation for Action {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Self::Push(push) => push.write_to(out),
            Self::Remove(items) => {
                out.write_str("x")?;
                write_list(out, items)
            }
        }
    }
}

impl WriteNotation for Turn {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        write_joined(out, &self.actions, ';')
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Language;
    use crate::games::gipf::Gipf;

    #[test]
    fn turns_are_read_and_written() {
        for text in [
            "a0",
            "z99",
            "b3",
            "Gb3",
            "a2-c4",
            "Ga2-c4",
            "x",
            "xb3,Gc4*;a1-b2;xd4;x",
            "xb3;xc4",
            "z9",
            "k12",
        ] {
            assert_eq!(Gipf::parse_turn(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn invalid_turns_are_reported_at_their_place() {
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
        for (text, offset) in cases {
            assert_eq!(
                Gipf::parse_turn(text),
                Err(TurnSyntaxError { at: offset }),
                "{text}"
            );
        }
    }

    #[test]
    fn parts_have_their_spans() {
        let parts = Turn::parts("xb3,Gc4*;Ga2-b3");
        let find = |action, detail| {
            parts
                .iter()
                .find(|(part, _)| *part == Part { action, detail })
                .unwrap()
                .1
                .clone()
        };
        assert_eq!(find(0, Detail::Item(1)), 4..8);
        assert_eq!(find(1, Detail::Whole), 9..15);
        assert_eq!(find(1, Detail::What), 9..10);
        assert_eq!(find(1, Detail::From), 10..12);
        assert_eq!(find(1, Detail::To), 13..15);
    }
}
